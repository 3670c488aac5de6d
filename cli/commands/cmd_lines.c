/* cmd_lines.c - `demesne lines`: the continuous game on edges. */
#include "answer/answer_lines.h"
#include "cli.h"

#include <string.h>
#include <unistd.h>

/* A new level goes to standard output in place of the answer, unless --to names a file. */
static dm_status print_made(cli_call *cli, const char *to_file, const dm_level *made, report *r,
                            dm_error *err)
{
    char *text = NULL;
    if (to_file && strcmp(to_file, "-") != 0)
        return report_end(r, err);
    report_free(r);
    dm_status status = dm_level_text(made, &text, err);
    if (status != DM_OK)
        return status;
    if (cli->json) {
        /* puts the level's text on one line, for --json */
        char *to = text;
        for (const char *c = text; *c; c++)
            if (*c == '\n')
                while (c[1] == ' ')
                    c++;
            else
                *to++ = *c;
        *to++ = '\n';
        *to = '\0';
    }
    fputs(text, stdout);
    dm_free(text);
    return cli_flush(err);
}

static dm_status print_level(cli_call *cli, const ask_board *board, void *found, report *r,
                             dm_error *err)
{
    const lines_fields *own = cli->ask.own;
    const lines_found *f = found;
    (void)board;
    return print_made(cli, own->to, f->after ? f->after : f->on.level, r, err);
}

#define PLACE                                                                                      \
    "A place is a vertex, or EDGE:AT, where AT (0 to 1, such as 1/3 or 0.25) is the fraction of\n" \
    "the edge's length from its first end."

/* Every level of a pack has its own answer. */
static int answer_levels(cli_call *cli)
{
    lines_fields *own = cli->ask.own;
    const char *path = own->level.text;
    char item[4096];
    dm_pack_names names = {0};
    dm_error err = {0};
    int worst = CLI_DONE;
    bool is_file = strcmp(path, "-") != 0 && access(path, R_OK) == 0;
    if (!is_file || dm_pack_names_read(path, &names, &err) != DM_OK || names.count == 0 ||
        strlen(path) + sizeof ":2147483647" > sizeof item)
        return cli_answer_once(cli); /* of what is wrong it tells more */
    if (own->output || own->animate) {
        cli_error("%s is a pack; a picture shows one level, such as %s:1", path, path);
        worst = CLI_USAGE;
    }
    for (int32_t i = 0; i < names.count && worst != CLI_USAGE; i++) {
        snprintf(item, sizeof item, "%s:%d", path, i + 1);
        own->level.text = item;
        if (!cli_answer_item(cli, i, &worst))
            break;
    }
    own->level.text = path;
    dm_pack_names_clear(&names);
    return worst;
}

static const cli_spec spec_score = {
    .run = answer_levels,
    .question = &question_lines_score,
    .operands = {1, 1},
    .about = "Reports the payoff of each player: the length that is nearer to that player's sites\n"
             "than to anybody else's.  Payoffs are exact fractions.  Of a pack every level is\n"
             "answered."};

static const cli_spec spec_best = {
    .question = &question_lines_best,
    .operands = {0, 1},
    .more = (const char *const[]){"demesne lines best --op cut --method types:printed "
                                  "--find-counterexample",
                                  NULL},
    .about =
        "The kinds of moves: add a site (add), remove a site (remove), cut an edge (cut), add an\n"
        "edge (rope).  If no move reaches the best value exactly, `attained` is no, and the move\n"
        "shown comes near it.  If stopped by --time or Ctrl-C it gives the best so far, with\n"
        "status 3."};

/* The pack and the book go to files. */
static dm_status print_pack(cli_call *cli, const ask_board *board, void *found, report *r,
                            dm_error *err)
{
    const lines_pack_fields *own = cli->ask.own;
    const lines_pack_found *f = found;
    dm_status status = DM_OK;
    (void)board;
    if (own->output)
        status = cli_write_file(own->output, answer_pack_file, f->pack, err);
    if (status == DM_OK && own->book)
        status = cli_write_file(own->book, answer_pack_book, f->pack, err);
    if (own->output)
        report_string(r, "written", own->output);
    if (own->book)
        report_string(r, "book", own->book);
    if (status == DM_OK)
        return report_end(r, err);
    report_free(r);
    return status;
}

static const cli_spec spec_pack = {
    .question = &question_lines_pack,
    .print = print_pack,
    .operands = {0, 0},
    .more = (const char *const[]){"demesne lines pack --levels bridge.json causeway.json --title "
                                  "Bridges --book mine.html",
                                  NULL},
    .about =
        "Every level has a budget of one or two moves, is lost before them, and has a solution\n"
        "that is proven and needs all of them.  The grade of one move is the share of winning\n"
        "moves; that of two comes from a search: how many solutions there are, whether the best\n"
        "move of each turn finds one, and how many first moves look good.  With --levels the "
        "levels\n"
        "are your own: they are checked, graded and solved, and keep their names and their order."};

static const cli_spec spec_solve = {
    .run = answer_levels,
    .question = &question_lines_solve,
    .operands = {1, 1},
    .about =
        "The level's \"moves\" is a number, of moves of any kind, or a list of kinds and how many "
        "of\n"
        "each, in any order unless the level says \"ordered\".  Each move names places of the "
        "level\n"
        "after the moves before it; the key is the move without which the others are worth least.\n"
        "If stopped by --time or Ctrl-C it gives the best so far and bounds, with status 3.  Of a\n"
        "pack every level is answered."};

static const cli_spec spec_odds = {
    .run = answer_levels,
    .question = &question_lines_odds,
    .operands = {1, 1},
    .about = "A move wins if the player then has more than anybody else.  The share is by length\n"
             "(add, cut), by number (remove), or over pairs of points (rope).  The share of one\n"
             "move grades the level: trivial, easy, medium, hard or fiendish; `lines solve\n"
             "--count-solutions` grades several.  Of a pack every level is answered."};

static const cli_spec spec_apply = {
    .question = &question_lines_apply,
    .print = print_level,
    .operands = {1, 1},
    .more = (const char *const[]){"demesne lines apply bridge.json --add 3 --to after.json", NULL},
    .about = PLACE};

static const cli_spec spec_explain = {
    .run = answer_levels,
    .question = &question_lines_explain,
    .operands = {1, 1},
    .more = (const char *const[]){"demesne lines explain fork.json --edge 3 --at 1/2", NULL},
    .about =
        "What te Kolste's thesis (docs/LINES.md) looks at: the extended shortest-path tree with "
        "its\n"
        "boundary nodes, every candidate cut by type and every candidate rope, the change F-bar "
        "of\n"
        "section 4.4.1, and with --edge the function f(x) of section 4.4.2 piece by piece.  Sites\n"
        "inside edges count as vertices, numbered after the level's own.  Of a pack every level "
        "is\n"
        "answered."};

/* The divided level goes to standard output in place of the answer, unless --to names a file. */
static dm_status print_split(cli_call *cli, const ask_board *board, void *found, report *r,
                             dm_error *err)
{
    const lines_explain_fields *own = cli->ask.own;
    const lines_explain_found *f = found;
    (void)board;
    return print_made(cli, own->lines.to, f->split, r, err);
}

static const cli_spec spec_split = {
    .question = &question_lines_split,
    .print = print_split,
    .operands = {1, 1},
    .about = "Vertices keep their numbers; sites inside edges get the next ones, and edges are\n"
             "numbered anew, in their order."};

static const cli_spec spec_generate = {
    .question = &question_lines_generate,
    .print = print_level,
    .operands = {1, 1},
    .about =
        "Makes a planar level of N vertices: grid:N (with gaps), gabriel:N or tree:N.  Of up to\n"
        "--tries levels it takes the first that has the --grade, whose share of winning moves is\n"
        "within --share, and so on.  Red moves, and is losing before."};

/* The operands are files, too. */
static int run_difficulty(cli_call *cli)
{
    lines_difficulty_fields *own = cli->ask.own;
    int most = (int)(sizeof own->levels.path / sizeof *own->levels.path);
    for (int i = 0; i < cli->operand_count; i++) {
        if (own->levels.count == most) {
            cli_error("more than %d files; name a folder", most);
            return CLI_USAGE;
        }
        own->levels.path[own->levels.count++] = cli->operands[i];
    }
    return cli_answer_once(cli);
}

static const cli_spec spec_difficulty = {
    .run = run_difficulty,
    .question = &question_lines_difficulty,
    .operands = {1, 256},
    .more =
        (const char *const[]){
            "demesne lines difficulty bridge.json gate.json needle.json --samples "
            "100 -o plot.svg",
            NULL},
    .about =
        "Plays each level of the files, packs and folders at random again and again, with as many\n"
        "moves as the level allows, and shows how often that wins, beside the grade that the\n"
        "solver gives: a measure of how hard a level is that needs no solver.  What cannot be\n"
        "rated is left out, with the reason."};

static const cli_spec spec_lead = {
    .question = &question_lines_lead,
    .operands = {1, 1},
    .about =
        "The level's \"me\" (or --player) adds a site, then the next player (or --other) does.  "
        "If\n"
        "neither is given, the level's first player begins.  The value is the payoff of the one\n"
        "who begins minus the other's if both choose as well as possible.  If no first site\n"
        "reaches it exactly, `attained` is no, and the move shown comes near.  If stopped by\n"
        "--time or Ctrl-C it gives the best so far with its bounds, with status 3."};

static const cli_spec spec_duel = {
    .question = &question_lines_duel,
    .operands = {1, 1},
    .about =
        "White is the level's \"me\" (or --player; if neither is given, the level's first player)\n"
        "and moves first; Black is the next player (or --other).  They move in turn; what counts\n"
        "is who owns more after the last move."};

static const cli_spec spec_play = {
    .run = lines_play,
    .question = &question_lines_play,
    .operands = {1, 1},
    .about =
        "Shows the level and asks for moves until you own more than anybody else.  Type help for\n"
        "how a move is written and the other words it knows: undo, hint, grade, show, quit.\n"
        "Moves may come from a pipe."};

static const cli_command verbs[] = {
    {"lines score", "LEVEL", "what every player owns", "demesne lines score bridge.json",
     &spec_score},
    {"lines best", "LEVEL [--op OP] [--objective WHAT]", "the best move of a kind",
     "demesne lines best bridge.json --op cut -o move.svg", &spec_best},
    {"lines pack", "[--count N] [--from GRADE] [--to GRADE] | --levels FILE ..",
     "make a pack of different levels, from easy to hard",
     "demesne lines pack --count 6 --to hard -o pack.json --book book.html --quiet", &spec_pack},
    {"lines solve", "LEVEL [--objective WHAT]", "the best set of the moves that a level allows",
     "demesne lines solve causeway.json --count-solutions", &spec_solve},
    {"lines odds", "LEVEL [--op OP]",
     "the moves that win, their share of all moves, and how hard the level is",
     "demesne lines odds bridge.json --op add --json", &spec_odds},
    {"lines explain", "LEVEL [--edge E [--vertex V] [--at X]]",
     "the shortest-path tree, candidate moves and functions of te Kolste's thesis",
     "demesne lines explain bridge.json -o tree.svg", &spec_explain},
    {"lines split", "LEVEL", "make vertices of sites inside edges and write the level",
     "demesne lines split bridge.json --to split.json", &spec_split},
    {"lines difficulty", "FILE..|FOLDER [--samples N]",
     "how often random moves win levels, against their grades",
     "demesne lines difficulty bridge.json --samples 200", &spec_difficulty},
    {"lines apply", "LEVEL --cut|--add|--remove|--rope WHERE", "make a move and write the level",
     "demesne lines apply bridge.json --cut 4,1/3 --to after.json", &spec_apply},
    {"lines lead", "LEVEL [--player NAME]", "the best first site if the other answers with one",
     "demesne lines lead bridge.json", &spec_lead},
    {"lines play", "LEVEL [--op OP]", "solve a level at the terminal",
     "demesne lines play bridge.json --op cut", &spec_play},
    {"lines duel", "LEVEL [--rounds R] [--white P] [--black P]", "a game of two on a level",
     "demesne lines duel bridge.json --rounds 3 --white one-round --black greedy", &spec_duel},
    {"lines generate", "KIND:N [--grade GRADE]", "make a random level, as hard as you want",
     "demesne lines generate gabriel:16 --grade hard --unique --to new.json -o new.svg",
     &spec_generate},
    {0}};

const cli_spec spec_lines = {
    .verbs = verbs,
    .about =
        "A LEVEL (docs/FORMATS.md) is a network of edges with lengths and the players' sites on\n"
        "it.  Every point of every edge belongs to the player of the nearest site, and a payoff\n"
        "is the length that a player owns.  Lengths, places and payoffs are exact fractions."};
