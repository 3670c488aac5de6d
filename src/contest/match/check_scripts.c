/* check_scripts.c - what `demesne bot --check` says to a program (check_script.h has the words).
 *
 * Boards that are full at the end of the game leave one choice for the last turn: a program that
 * lost count of a stone takes a vertex that is not free.
 */
#include "contest/match/check_script.h"

#define VALUES "arena 6 5\n0\n1000000000000000\n3\n0\n7\n1\n0 1 1\n1 2 1\n2 3 1\n3 4 1\n4 5 1\n"
#define LENGTHS                                                                                    \
    "arena 6 6\n1\n1\n1\n1\n1\n1\n0 1 1\n1 2 5000000000\n2 3 100000000000000000\n3 4 7\n"          \
    "4 5 4294967297\n5 0 2\n"
#define PARTS "arena 8 3\n1\n1\n1\n1\n1\n1\n1\n1\n0 1 1\n1 2 1\n4 5 1\n"

const dmi_check_script dmi_check_scripts[] = {
    {"start", "starts, writes nothing by itself, and answers protocol_version with 1",
     "wait\nprotocol_version\n"},
    {"name", "tells its name", "protocol_version\nname\n"},
    {"blank lines", "ignores blank lines between commands",
     "protocol_version\n\n\nname\nwait\n\nname\nwait\n"},
    {"unknown command", "answers an unknown command with ? and goes on",
     "protocol_version\n?conquer all 1 2\nname\n"},
    {"white", "plays a game as White until the board is full",
     "protocol_version\nboard path:8\nrules 4 1 neutral\nfinish white\n"},
    {"black", "plays a game as Black until the board is full",
     "protocol_version\nboard cycle:8\nrules 4 1 neutral\nfinish black\n"},
    {"two vertices", "plays on the smallest boards, with and without an edge",
     "protocol_version\nboard path:2\nrules 1 1 neutral\nfinish white\n"
     "arena 2 0\n1\n1\nrules 1 1 neutral\nfinish black\n"},
    {"one vertex", "reads a board of one vertex, which has no game, and then the next board",
     "protocol_version\narena 1 0\n5\nboard path:4\nrules 2 1 neutral\nfinish black\n"},
    {"values", "plays with values from 0 to 10^15",
     "protocol_version\n" VALUES "rules 3 1 neutral\nfinish white\n"},
    {"lengths", "plays with lengths that differ and need more than 32 bits",
     "protocol_version\n" LENGTHS "rules 3 1 neutral\nfinish white\n"},
    {"parts", "plays on a board in several parts, some of them single vertices",
     "protocol_version\n" PARTS "rules 4 1 neutral\nfinish black\n"},
    {"large board", "reads a board of 900 vertices and plays on it",
     "protocol_version\nboard grid:30x30\nrules 2 1 neutral\nfinish white\n"},
    {"many edges", "reads a board where all vertices are joined",
     "protocol_version\nboard complete:60\nrules 2 1 earlier\nfinish black\n"},
    {"stones per turn", "places as many different stones per turn as the rules say",
     "protocol_version\nboard grid:4x3\nrules 2 3 neutral\nfinish white\n"
     "rules 3 2 neutral\nfinish black\n"},
    {"ties earlier", "accepts the tie rule earlier",
     "protocol_version\nboard grid:3x4\nrules 3 1 earlier\nfinish white\n"},
    {"ties white", "accepts the tie rule white",
     "protocol_version\nboard grid:3x4\nrules 3 1 white\nfinish white\n"},
    {"ties black", "accepts the tie rule black",
     "protocol_version\nboard grid:3x4\nrules 3 1 black\nfinish black\n"},
    {"lost turns", "plays on after turns that were lost, the other side's and its own",
     "protocol_version\nboard path:8\nrules 4 1 neutral\nplay white\ngenmove black\nreply\n"
     "play black\nplay white\ngenmove black\nplay white\ngenmove black\n"},
    {"a game in progress", "takes over a game from the turns so far",
     "protocol_version\nboard path:6\nrules 3 1 neutral\nplay white 2\nplay black 3\nplay white 0\n"
     "play black 5\nfinish white\n"
     "rules 3 1 neutral\nplay white 5\nplay black 4\nplay white 3\nplay black 2\nplay white 1\n"
     "genmove black\n"},
    {"undo", "takes back turns of both sides, and lost ones",
     "protocol_version\nboard path:6\nrules 3 1 neutral\ngenmove white\nundo\ngenmove white\n"
     "undo\nplay white 0\nplay black 1\nplay white 2\nundo\nundo\nplay black\nundo\nplay black 3\n"
     "play white 4\nplay black 5\nplay white 1\ngenmove black\nundo\nundo\ngenmove white\n"
     "genmove black\n"},
    {"undo all", "takes back a whole turn of several stones",
     "protocol_version\nboard path:6\nrules 1 3 neutral\ngenmove white\nundo\nplay white 5 1 3\n"
     "genmove black\nundo\nundo\nplay white 0 2 4\ngenmove black\n"},
    {"another game", "begins a new game after rules, on the same board",
     "protocol_version\nboard path:6\nrules 3 1 neutral\nfinish white\nrules 3 1 earlier\n"
     "finish black\nrules 1 3 neutral\ngenmove white\nrules 3 1 neutral\nfinish white\n"},
    {"another board", "begins a new game on a larger and on a smaller board",
     "protocol_version\nboard path:4\nrules 2 1 neutral\nfinish white\nboard grid:6x6\n"
     "rules 18 1 neutral\nfinish black\nboard path:4\nrules 2 1 neutral\nfinish black\n"},
    {"time", "answers within the time that time_left tells",
     "protocol_version\nboard grid:10x10\nrules 3 1 neutral\ntime_left white 1000\ngenmove white\n"
     "reply\ntime_left white 1000\ngenmove white\n"},
    {"clock", "goes on after the optional command clock, whether it knows it or not",
     "protocol_version\nboard path:6\nrules 3 1 neutral\nmaybe clock 60000 100\n"
     "time_left white 60000\nfinish white\n"},
    {"silence", "writes nothing after its answers",
     "protocol_version\nboard path:6\nwait\nrules 3 1 neutral\nwait\ngenmove white\nwait\n"
     "reply\nwait\n"},
    {"in the plane", "plays in the plane, or answers plane with ?",
     "protocol_version\nplanar square 3 1 0\nplanar rect:3x2 2 3 1/5\nplanar ngon:7 4 1 1\n"},
    {"quit", "ends after quit",
     "protocol_version\nboard path:4\nrules 2 1 neutral\ngenmove white\nleave quit\n"},
    {"end of input", "ends when its input ends", "protocol_version\nname\nleave\n"},
    {0}};
