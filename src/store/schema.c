/* schema.c - the tables of a database.
 *
 *     board   a board, by its canonical form
 *     game    bounds on White minus Black for one game on it
 *     member  the boards of a table of the atlas, by name
 *     unit    parts of a table whose boards and games are all there
 *     number  facts about the file itself
 *
 *     event    what decides a tournament game besides its players: boards, rules, clock, seed
 *     pairing  two players of an event
 *     played   a game of a pairing: its result, faults, times and moves
 *     source   the name of an event's boards when it was first opened
 *     arena    boards of an event that its name and seed do not define
 *     verdict  where the last sequential run ended a pairing, and who is better
 *
 * A change of these tables adds a step that upgrades a file of the version before.
 */
#include "store/schema.h"

static const char atlas_tables[] = "CREATE TABLE board ("
                                   " id INTEGER PRIMARY KEY,"
                                   " form TEXT NOT NULL UNIQUE,"
                                   " vertices INTEGER NOT NULL,"
                                   " edges INTEGER NOT NULL);"
                                   "CREATE TABLE game ("
                                   " board INTEGER NOT NULL REFERENCES board (id),"
                                   " per_turn INTEGER NOT NULL,"
                                   " ties INTEGER NOT NULL,"
                                   " rounds INTEGER NOT NULL,"
                                   " lower INTEGER NOT NULL,"
                                   " upper INTEGER NOT NULL,"
                                   " proven INTEGER NOT NULL,"
                                   " nodes INTEGER NOT NULL,"
                                   " seconds REAL NOT NULL,"
                                   " PRIMARY KEY (board, per_turn, ties, rounds)) WITHOUT ROWID;"
                                   "CREATE TABLE member ("
                                   " family TEXT NOT NULL,"
                                   " vertices INTEGER NOT NULL,"
                                   " name TEXT NOT NULL,"
                                   " board INTEGER NOT NULL REFERENCES board (id),"
                                   " PRIMARY KEY (family, vertices, name)) WITHOUT ROWID;"
                                   "CREATE TABLE unit ("
                                   " family TEXT NOT NULL,"
                                   " vertices INTEGER NOT NULL,"
                                   " part INTEGER NOT NULL,"
                                   " parts INTEGER NOT NULL,"
                                   " per_turn INTEGER NOT NULL,"
                                   " ties INTEGER NOT NULL,"
                                   " first_rounds INTEGER NOT NULL,"
                                   " last_rounds INTEGER NOT NULL,"
                                   " PRIMARY KEY (family, vertices, part, parts, per_turn, ties,"
                                   "              first_rounds, last_rounds)) WITHOUT ROWID;"
                                   "CREATE TABLE number ("
                                   " name TEXT PRIMARY KEY,"
                                   " value INTEGER NOT NULL) WITHOUT ROWID;";

static const char tournament_tables[] =
    "CREATE TABLE event ("
    " id INTEGER PRIMARY KEY,"
    " settings TEXT NOT NULL UNIQUE);"
    "CREATE TABLE pairing ("
    " id INTEGER PRIMARY KEY,"
    " event INTEGER NOT NULL REFERENCES event (id),"
    " first TEXT NOT NULL,"
    " second TEXT NOT NULL,"
    " UNIQUE (event, first, second));"
    "CREATE TABLE played ("
    " pairing INTEGER NOT NULL REFERENCES pairing (id),"
    " number INTEGER NOT NULL,"  /* even: the first player had White */
    " outcome INTEGER NOT NULL," /* 1 White won, 0 tie, -1 Black won */
    " value INTEGER NOT NULL,"   /* White minus Black */
    " white_faults INTEGER NOT NULL,"
    " black_faults INTEGER NOT NULL,"
    " white_seconds REAL NOT NULL,"
    " black_seconds REAL NOT NULL,"
    " white_slowest REAL NOT NULL,"
    " black_slowest REAL NOT NULL,"
    " moves TEXT NOT NULL," /* "12 3,4 - 7": one word per turn, "-" for a lost one */
    " PRIMARY KEY (pairing, number)) WITHOUT ROWID;";

static const char source_table[] = "CREATE TABLE source ("
                                   " event INTEGER PRIMARY KEY REFERENCES event (id),"
                                   " arena TEXT NOT NULL);";

static const char arena_and_verdict_tables[] =
    "CREATE TABLE arena ("
    " event INTEGER NOT NULL REFERENCES event (id),"
    " number INTEGER NOT NULL,"
    " board TEXT NOT NULL,"
    " PRIMARY KEY (event, number)) WITHOUT ROWID;"
    "CREATE TABLE verdict ("
    " pairing INTEGER PRIMARY KEY REFERENCES pairing (id),"
    " games INTEGER NOT NULL," /* the games with lower numbers count */
    " better INTEGER NOT NULL);" /* 1 the first player, -1 the second */;

const char *const dmi_schema_steps[DMI_STORE_VERSION] = {atlas_tables, tournament_tables,
                                                         source_table, arena_and_verdict_tables};

#define PLAYED_COLUMNS                                                                             \
    "number, outcome, value, white_faults, black_faults, white_seconds, black_seconds, "           \
    "white_slowest, black_slowest, moves"

const char *const dmi_statements[DMI_SQL_COUNT] = {
#define X(id, sql) sql,
#include "store/statements.def"
#undef X
};
