/* question_tournament.c - many games between players: the fields, and the plan that they make.
 *
 * Who plays is read by the asker: names from a command line, or objects of another language.
 */
#include "question/questions.h"

#include "answer/answer.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_GAMES = 10000000,
    MOST_IN_ALL = 1000000000,
    MOST_STEPS = 10000,
    LONGEST_MOVE = 86400000
};

/* clang-format off */
static const question_field fields[] = {
    {.name = "players", .argument = "P,P,..", .type = Q_PLAYER,
     .at = offsetof(tournament_fields, players),
     .help = "who plays; everyone meets everyone unless --pairs says otherwise (a comma within a "
             "player is written \\,)"},
    {.name = "players_file", .argument = "FILE", .type = Q_FILE, .in = Q_WORDS_ONLY,
     .at = offsetof(tournament_fields, players_file),
     .help = "outside programs with names: a CSV with the columns name,command; a changed program is "
             "a new player, and the games of the old one stay"},
    {.name = "pairs", .argument = "FILE", .type = Q_FILE, .at = offsetof(tournament_fields, pairs),
     .help = "who meets whom: one pairing per line, FIRST vs SECOND"},
    {.name = "arena", .argument = "ARENA", .type = Q_FILE, .at = offsetof(tournament_fields, arena),
     .help = "the boards: a family, with a new board each time, or a file, whose boards are used in turn"},
    {.name = "plane", .argument = "BOARD", .type = Q_TEXT, .in = Q_WORDS_ONLY,
     .at = offsetof(tournament_fields, plane),
     .help = "instead of --arena, games in the plane: square, rect:WxH, triangle, ngon:N or polygon:FILE"},
    {.name = "min_distance", .argument = "Q", .type = Q_TEXT, .in = Q_WORDS_ONLY,
     .at = offsetof(tournament_fields, min_distance),
     .help = "in the plane: the least distance between two points"},
    {.name = "metric", .argument = "METRIC", .type = Q_CHOICE, .in = Q_WORDS_ONLY,
     .choices = choice_plane_metric, .at = offsetof(tournament_fields, metric),
     .help = "in the plane: how distances are measured"},
    {.name = "rule", .argument = "RULE", .type = Q_CHOICE, .in = Q_WORDS_ONLY,
     .choices = choice_plane_rule, .at = offsetof(tournament_fields, rule),
     .help = "in the plane: nearest site, or gravity"},
    {.name = "lattice", .argument = "N", .type = Q_COUNT, .in = Q_WORDS_ONLY, .low = 1,
     .high = DM_PLANE_LATTICE, .standard = 1000, .at = offsetof(tournament_fields, lattice),
     .help = "for gravity: cells along the longer side of the board"},
    {.name = "rounds", .argument = "N", .type = Q_COUNT, .low = 1, .high = INT32_MAX,
     .at = offsetof(tournament_fields, rounds), .help = "turns per player"},
    {.name = "per_turn", .argument = "K", .type = Q_COUNT, .low = 1, .high = INT32_MAX,
     .at = offsetof(tournament_fields, per_turn), .help = "stones placed per turn (default 1)"},
    {.name = "preset", .argument = "NAME", .type = Q_CHOICE, .choices = choice_preset,
     .at = offsetof(tournament_fields, preset),
     .help = "colby: the course contest's board colby:100, 10 rounds unless --rounds says otherwise (the "
             "report played 5), ties earlier, 500 ms per move, faults lose the turn"},
    {.name = "system", .argument = "NAME", .type = Q_CHOICE, .choices = choice_pairing_system,
     .at = offsetof(tournament_fields, system),
     .help = "who meets whom: everyone everyone; in rounds, those with about the same points; or "
             "where the ratings are least sure"},
    {.name = "games", .argument = "N", .type = Q_COUNT, .low = 2, .high = MOST_GAMES,
     .at = offsetof(tournament_fields, games),
     .help = "games per pairing, an even number: each player has White once on every board (default "
             "100; swiss and adaptive: 2 per meeting)"},
    {.name = "first_always_white", .type = Q_FLAG, .at = offsetof(tournament_fields, first_always_white),
     .help = "the first player of a pairing has White in every game, each on another board, as in the report; "
             "default: both have White once on every board"},
    {.name = "swiss_rounds", .argument = "N", .type = Q_COUNT, .low = 1, .high = MOST_STEPS,
     .at = offsetof(tournament_fields, swiss_rounds),
     .help = "of --system swiss: how often everyone meets someone (default: by the number of players)"},
    {.name = "max_games", .argument = "N", .type = Q_COUNT, .low = 2, .high = MOST_IN_ALL,
     .at = offsetof(tournament_fields, max_games),
     .help = "of --system adaptive: games in all (default: 100 for every two players)"},
    {.name = "until", .argument = "WHAT", .type = Q_CHOICE, .choices = choice_goal,
     .at = offsetof(tournament_fields, until),
     .help = "end once this is known: the winner, or the order of all players"},
    {.name = "confidence", .argument = "PERCENT", .type = Q_REAL, .low = 50,
     .at = offsetof(tournament_fields, confidence),
     .help = "how sure --until must be, 50 to 99.99 (default 95)"},
    {.name = "move_time", .argument = "MS", .type = Q_COUNT, .low = 1, .high = LONGEST_MOVE,
     .at = offsetof(tournament_fields, move_time),
     .help = "milliseconds per turn (default: no limit)"},
    {.name = "game_time", .argument = "MS", .type = Q_COUNT, .low = 1, .high = LONGEST_MOVE,
     .at = offsetof(tournament_fields, game_time),
     .help = "milliseconds for all turns of a player in a game (default: no limit)"},
    {.name = "increment", .argument = "MS", .type = Q_COUNT, .high = LONGEST_MOVE,
     .at = offsetof(tournament_fields, increment),
     .help = "milliseconds that every turn adds to --game-time"},
    {.name = "warm_up", .argument = "MS", .type = Q_COUNT, .low = 1, .high = LONGEST_MOVE,
     .at = offsetof(tournament_fields, warm_up),
     .help = "milliseconds that a program may take to start, read the board and think before its "
             "clock runs (default 10000)"},
    {.name = "pin", .type = Q_FLAG, .at = offsetof(tournament_fields, pin),
     .help = "give every thread a processor core of its own, with the programs that play in it"},
    {.name = "faults", .argument = "WHAT", .type = Q_CHOICE, .choices = choice_fault_loses,
     .at = offsetof(tournament_fields, faults),
     .help = "what a late, missing or illegal move loses: turn or game"},
    {.name = "disqualify", .argument = "N", .type = Q_COUNT, .low = 1, .high = MOST_GAMES,
     .at = offsetof(tournament_fields, disqualify),
     .help = "a player is out after N games with faults (default: never)"},
    {.name = "only_new", .type = Q_FLAG, .at = offsetof(tournament_fields, only_new),
     .help = "play only the games of players for whom no run has ended in this tournament yet, such "
             "as changed programs"},
    QUESTION_SANDBOX(tournament_fields),
    {.name = "sequential", .type = Q_FLAG, .at = offsetof(tournament_fields, sequential),
     .help = "end a pairing as soon as one player is better, with an error of at most 5 %"},
    {.name = "db", .argument = "DB", .type = Q_FILE, .at = offsetof(tournament_fields, db),
     .help = "keep every game here as it ends, in a file or on a server (postgresql://user@host/name); "
             "the same command continues an interrupted tournament (default: in memory)"},
    {.name = "queue", .type = Q_FLAG, .in = Q_WORDS_ONLY, .at = offsetof(tournament_fields, queue),
     .help = "play nothing now; put the games into the database for `demesne work`"},
    {.name = "csv", .argument = "FILE", .type = Q_FILE,
     .writes = true, .at = offsetof(tournament_fields, csv),
     .help = "also write the pairings as a table (- is standard output)"},
    {.name = "list", .argument = "FILE", .type = Q_FILE,
     .writes = true, .at = offsetof(tournament_fields, list),
     .help = "also write every game as a row: who, which board, the result, the moves"},
    {.name = "keep_records", .argument = "DIR", .type = Q_FILE,
     .at = offsetof(tournament_fields, keep_records),
     .help = "write every game as DIR/PAIRING-GAME.json, for `demesne replay`"},
    {.name = "html", .argument = "FOLDER", .type = Q_FILE, .at = offsetof(tournament_fields, html),
     .help = "write the results in --db as pages: standings, players, every game; without --players "
             "those of a stored tournament, playing nothing"},
    {.name = "title", .argument = "TEXT", .type = Q_TEXT, .at = offsetof(tournament_fields, title),
     .help = "with --html: what the pages are called, such as the contest, its date and who holds it"},
    {.name = "results", .argument = "FILE", .type = Q_FILE, .writes = true, .in = Q_WORDS_ONLY,
     .at = offsetof(tournament_fields, results),
     .help = "write all tournaments in --db with their games as one JSON file, for the page without a server; "
             "without --players nothing is played"},
    {.name = "review_time", .argument = "SECONDS", .type = Q_SECONDS, .standard = 2,
     .at = offsetof(tournament_fields, review_time),
     .help = "of --html: how long to search for the worst moves, per player"},
    {.name = "event", .argument = "N", .type = Q_COUNT, .low = 1, .in = Q_WORDS_ONLY,
     .at = offsetof(tournament_fields, event),
     .help = "of --html without --players: the number of the tournament (default: the last)"},
    {.name = "record", .argument = "FILE", .type = Q_FILE,
     .writes = true, .at = offsetof(tournament_fields, record),
     .help = "write the game that --game names, for `demesne replay`"},
    {.name = "game", .argument = "P,N", .type = Q_TEXT, .in = Q_WORDS_ONLY,
     .at = offsetof(tournament_fields, game),
     .help = "game N of pairing P, both from 1, as the tables number them"},
    {0}};
/* clang-format on */

/* The contest of Colby College's course on data structures, after its public starter code. */
static dm_status use_colby(asking *a, dm_tournament_plan *plan, dm_error *err)
{
    const tournament_fields *own = a->own;
    bool other_ties = a->ties != DM_TIES_NEUTRAL && a->ties != DM_TIES_EARLIER;
    if (own->arena || own->per_turn || own->move_time || own->game_time || own->faults ||
        other_ties || a->values.text || a->values.json)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "tournament: %s colby sets the arena, ties, values, move time and "
                         "faults itself",
                         ask_label(a, "preset"));
    a->ties = DM_TIES_EARLIER;
    plan->arena = "colby:100";
    plan->rounds = own->rounds ? (int32_t)own->rounds : 10;
    plan->ties = DM_TIES_EARLIER;
    plan->match.move_seconds = 0.5;
    return DM_OK;
}

/* Fields that belong to one system only. */
static dm_status check_system(asking *a, dm_error *err)
{
    const tournament_fields *own = a->own;
    const char *wrong = own->swiss_rounds && own->system != DM_SWISS   ? "swiss_rounds"
                        : own->max_games && own->system != DM_ADAPTIVE ? "max_games"
                                                                       : NULL;
    if (wrong)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "tournament: %s is for %s", ask_label(a, wrong),
                         own->max_games ? "the system adaptive" : "the system swiss");
    if (own->confidence > 0 && !own->until)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "tournament: %s needs winner or order to be known",
                         ask_label(a, "confidence"));
    if (own->confidence > 0 && (own->confidence < 50 || own->confidence > 99.99))
        return ask_blame(a, err, DM_BAD_ARGUMENT, "tournament: %s: expected 50 to 99.99",
                         ask_label(a, "confidence"));
    if (own->sequential && (own->until || own->system != DM_ROUND_ROBIN))
        return ask_blame(
            a, err, DM_BAD_ARGUMENT,
            "tournament: %s is for a round robin in which all pairings end by themselves",
            ask_label(a, "sequential"));
    if (own->pairs && own->system != DM_ROUND_ROBIN)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "tournament: a %s tournament makes its own pairings",
                         dm_pairing_system_name((dm_pairing_system)own->system));
    return DM_OK;
}

/* Names the arena of a tournament in the plane (contest/tournament/tournament_plane.c). */
static dm_status use_plane(asking *a, dm_tournament_plan *plan, dm_error *err)
{
    tournament_fields *own = a->own;
    char distance[80] = "", gravity[60] = "";
    bool fits = !own->min_distance || strlen(own->min_distance) < 60;
    if (own->arena || own->preset || a->values.text || !own->rounds)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "tournament: --plane takes the place of --arena, and needs --rounds");
    if (own->min_distance && fits)
        snprintf(distance, sizeof distance, " min-distance=%s", own->min_distance);
    if (own->rule)
        snprintf(gravity, sizeof gravity, " rule=gravity lattice=%d", (int)own->lattice);
    int size = snprintf(own->plane_arena, sizeof own->plane_arena, "plane:%s%s%s%s", own->plane,
                        own->metric ? " metric=manhattan" : "", distance, gravity);
    if (!fits || size >= (int)sizeof own->plane_arena || strchr(own->plane, ' '))
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "tournament: the name of the board or the distance is too long, or has "
                         "blanks");
    plan->arena = own->plane_arena;
    return DM_OK;
}

static dm_status check_tournament_fields(asking *a, dm_error *err)
{
    const tournament_fields *own = a->own;
    if (a->values.json)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "tournament: %s: expected the name of a file",
                         ask_label(a, "values"));
    if (own->arena && own->rounds)
        return DM_OK;
    return ask_blame(
        a, err, DM_BAD_ARGUMENT,
        a->by_words
            ? "tournament: give --arena ARENA or --plane BOARD and --rounds N, or --preset colby"
            : "tournament: give 'arena' and 'rounds', or 'preset' colby");
}

dm_status tournament_make_plan(asking *a, dm_tournament_plan *out, dm_error *err)
{
    const tournament_fields *own = a->own;
    if (own->increment && !own->game_time)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "tournament: %s needs a game time",
                         ask_label(a, "increment"));
    *out = (dm_tournament_plan){
        .arena = own->arena,
        .values = a->values.text,
        .read = ask_read_options(a),
        .undirected = a->undirected,
        .seed = a->seed,
        .rounds = (int32_t)own->rounds,
        .per_turn = own->per_turn ? (int32_t)own->per_turn : 1,
        .ties = (dm_tie_rule)a->ties,
        .match = {.move_seconds = (double)own->move_time / 1000,
                  .game_seconds = (double)own->game_time / 1000,
                  .increment_seconds = (double)own->increment / 1000,
                  .start_seconds = (double)own->warm_up / 1000,
                  .faults_lose_game = own->faults == 1,
                  .sandbox = sandbox_of(&own->sandbox)},
        .games = own->games                      ? own->games
                 : own->system == DM_ROUND_ROBIN ? 100
                                                 : 2,
        .only_new = own->only_new,
        .first_white = own->first_always_white,
        .disqualify = own->disqualify,
        .pin = own->pin,
        .sequential = own->sequential,
        .system = (dm_pairing_system)own->system,
        .swiss_rounds = own->swiss_rounds,
        .max_games = own->max_games,
        .until = (dm_tournament_goal)own->until,
        .confidence = own->confidence / 100,
    };
    if (own->first_always_white) /* of every two games only one is played */
        out->games *= 2;
    dm_status status = check_system(a, err);
    if (status == DM_OK)
        status = own->plane    ? use_plane(a, out, err)
                 : own->preset ? use_colby(a, out, err)
                               : check_tournament_fields(a, err);
    return status;
}

const question question_tournament = {.name = "tournament",
                                      .fields = fields,
                                      .size = sizeof(tournament_fields),
                                      .common = Q_BOARD | Q_MAYBE | Q_LONG};
