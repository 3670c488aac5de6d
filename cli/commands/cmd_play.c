/* cmd_play.c - `demesne play`: a game between two players or people. */
#include "answer/answer_contest.h"
#include "cli.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t rounds, per_turn, move_time, game_time, increment, warm_up;
    const char *white, *black, *record;
    const char *draw, *animate; /* draw "": as text */
    int fault_loses;            /* 0 the turn, 1 the game */
    bool explain;
    sandbox_fields sandbox;
    double thinking; /* --time: limits the thinking, not the game; negative: no limit */
} own_options;

/* clang-format off */
static const question_field fields[] = {
    {.name = "rounds", .argument = "N", .type = Q_COUNT, .low = 1, .high = INT32_MAX,
     .required = true, .at = offsetof(own_options, rounds), .help = "turns per player"},
    {.name = "per_turn", .argument = "K", .type = Q_COUNT, .low = 1, .high = INT32_MAX,
     .standard = 1, .at = offsetof(own_options, per_turn), .help = "stones placed per turn"},
    {.name = "white", .argument = "P", .type = Q_PLAYER, .required = true,
     .at = offsetof(own_options, white), .help = "who plays White, the first to move"},
    {.name = "black", .argument = "P", .type = Q_PLAYER, .required = true,
     .at = offsetof(own_options, black), .help = "who plays Black"},
    {.name = "record", .argument = "FILE", .type = Q_FILE,
     .writes = true, .at = offsetof(own_options, record),
     .help = "write the game, finished or not, for `demesne replay`"},
    {.name = "move_time", .argument = "MS", .type = Q_COUNT, .low = 1, .high = 86400000,
     .at = offsetof(own_options, move_time),
     .help = "milliseconds per turn, except for people"},
    {.name = "game_time", .argument = "MS", .type = Q_COUNT, .low = 1, .high = 86400000,
     .at = offsetof(own_options, game_time),
     .help = "milliseconds for all turns of a player, except for people"},
    {.name = "increment", .argument = "MS", .type = Q_COUNT, .high = 86400000,
     .at = offsetof(own_options, increment),
     .help = "milliseconds that every turn adds to --game-time"},
    {.name = "warm_up", .argument = "MS", .type = Q_COUNT, .low = 1, .high = 86400000,
     .at = offsetof(own_options, warm_up),
     .help = "milliseconds that a program may take to start, read the board and think before its "
             "clock runs (default 10000)"},
    {.name = "fault_loses", .argument = "WHAT", .type = Q_CHOICE, .choices = choice_fault_loses,
     .at = offsetof(own_options, fault_loses),
     .help = "what a player loses if it is late, crashes or breaks the rules: turn or game"},
    QUESTION_SANDBOX(own_options),
    {.name = "explain", .type = Q_FLAG, .at = offsetof(own_options, explain),
     .help = "which step of its document each stone is, why, and the quantities it was decided by"},
    {.name = "draw", .argument = "[FILE]", .type = Q_PICTURE,
     .writes = true, .at = offsetof(own_options, draw),
     .help = "draw the last position as FILE.svg, .png or .pdf; without FILE as text"},
    {.name = "animate", .argument = "FILE", .type = Q_FILE,
     .writes = true, .endings = ".svg", .at = offsetof(own_options, animate),
     .help = "draw the whole game as FILE.svg, an animation for browsers"},
    {0}};
/* clang-format on */

/* A game in progress.  A contestant that is NULL is a person. */
typedef struct {
    cli_call *cli;
    const ask_board *board;
    dm_position *position;
    dm_contestant *contestant[2];
    dm_match_settings settings;
    dm_match_result result;
    dm_trace trace;
    dm_vertex *move; /* of one turn */
    json_t *faults;
    FILE *talk;     /* for people */
    bool announces; /* each turn */
    bool left;      /* a person quit, the input ended, or the run stopped */
    bool input_ended;
} game;

static bool has_clock(const own_options *own)
{
    return own->move_time > 0 || own->game_time > 0;
}

static bool is_human(const char *spec)
{
    return strcmp(spec, "human") == 0;
}

static dm_status open_contestant(game *g, dm_side side, const char *spec, dm_error *err)
{
    if (is_human(spec))
        return DM_OK;
    /* so that each side has its own random numbers */
    uint64_t seed = dm_rng_derive(g->cli->ask.seed, (uint64_t)side);
    dm_status status = dm_contestant_new(spec, seed, &g->contestant[side], err);
    g->cli->ask.wrong_words = status == DM_BAD_ARGUMENT;
    if (status == DM_BAD_ARGUMENT && strncmp(err->message, "unknown player", 14) == 0 &&
        strstr(err->message, "; known: ")) {
        size_t used = strlen(err->message);
        snprintf(err->message + used, sizeof err->message - used, ", human");
    }
    return status;
}

static dm_status start_game(game *g, dm_error *err)
{
    const own_options *own = g->cli->ask.own;
    dm_rules rules = {0};
    dm_status status = open_contestant(g, DM_WHITE, own->white, err);
    if (status == DM_OK)
        status = open_contestant(g, DM_BLACK, own->black, err);
    if (status == DM_OK)
        status = dm_rounds_fit(own->rounds, own->per_turn, g->board->arena, err);
    if (status == DM_OK)
        status = dm_rules_init((int32_t)own->rounds, (int32_t)own->per_turn,
                               (dm_tie_rule)g->cli->ask.ties, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(g->board->arena, &rules, &g->position, err);
    dm_rules_clear(&rules);
    if (status == DM_OK) {
        g->move = malloc((size_t)own->per_turn * sizeof *g->move);
        g->faults = json_array();
        if (!g->move || !g->faults)
            status = answer_fail(err, DM_NO_MEMORY, "no memory for the game");
    }
    for (int side = 0; side < 2 && status == DM_OK; side++)
        if (g->contestant[side])
            status = dm_contestant_check_start(g->contestant[side], g->position, &g->settings,
                                               g->board->run, err);
    return status;
}

/* Takes turns back until the person who asked is to move again. */
static dm_status take_back(game *g, dm_error *err)
{
    dm_side asked = dm_position_to_move(g->position);
    bool alone = g->contestant[dm_other(asked)] != NULL;
    int32_t turns = alone ? 2 : 1;
    assert(dm_position_turns_made(g->position) >= 0);
    if (dm_position_turns_made(g->position) < turns) {
        fputs("you have no turn to take back\n", g->talk);
        return DM_OK;
    }
    dm_status status = DM_OK;
    for (int32_t i = 0; i < turns && status == DM_OK; i++)
        status = dm_position_undo(g->position, err);
    return status;
}

static void announce_turn(const game *g, int32_t turn, const dm_turn_report *made)
{
    const own_options *own = g->cli->ask.own;
    int32_t count, placed = dm_position_rules(g->position)->turns[turn].stones;
    const dm_stone *stones = dm_position_stones(g->position, &count);
    assert(turn >= 0 && turn < dm_position_rules(g->position)->turn_count);
    fprintf(g->talk, "%3d. %s", turn + 1, made->side == DM_WHITE ? "White" : "Black");
    if (made->fault != DM_FAULT_NONE)
        fprintf(g->talk, " loses the %s (%s): %s", own->fault_loses ? "game" : "turn",
                dm_fault_name(made->fault), made->why.message);
    else
        for (int32_t i = count - placed; i < count; i++)
            fprintf(g->talk, " %d", stones[i].vertex);
    if (has_clock(own) && made->fault == DM_FAULT_NONE && g->contestant[made->side])
        fprintf(g->talk, "   %.3f s", made->seconds);
    fputc('\n', g->talk);
}

static dm_status human_turn(game *g, dm_error *err)
{
    human_choice choice = HUMAN_MOVE;
    int32_t turn = dm_position_turns_made(g->position);
    dm_turn_report made = {.side = dm_position_to_move(g->position)};
    dm_status status = human_ask(g->cli, g->talk, g->position, g->move, &choice, err);
    if (status != DM_OK)
        return status;
    if (choice == HUMAN_UNDO)
        return take_back(g, err);
    if (choice == HUMAN_MOVE) {
        int32_t stones = dm_position_stones_to_place(g->position);
        status = dm_position_make(g->position, g->move, stones, err);
        if (status == DM_OK && g->announces)
            announce_turn(g, turn, &made);
        return status;
    }
    g->left = true;
    g->input_ended = choice == HUMAN_INPUT_ENDED && !cli_interrupted();
    return DM_OK;
}

static dm_status contestant_turn(game *g, dm_error *err)
{
    int32_t turn = dm_position_turns_made(g->position);
    dm_contestant *contestant = g->contestant[dm_position_to_move(g->position)];
    dm_turn_report made = {.fault = DM_FAULT_NONE};
    /* what is left of --time, never less than a little; 0: no limit */
    const own_options *own = g->cli->ask.own;
    double left = own->thinking - (report_clock() - g->board->begun);
    assert(!dm_position_is_over(g->position));
    g->settings.think_seconds = own->thinking < 0 ? 0 : left > 1e-6 ? left : 1e-6;
    dm_status status =
        dm_match_turn(g->position, contestant, &g->settings, g->board->run, &made, err);
    if (status == DM_UNFINISHED) { /* the game so far is reported */
        g->left = true;
        return DM_OK;
    }
    if (status != DM_OK)
        return status;
    g->result.seconds[made.side] += made.seconds;
    g->result.processor_seconds[made.side] += made.processor_seconds;
    g->result.faults[made.side] += made.fault != DM_FAULT_NONE;
    if (made.seconds > g->result.slowest[made.side])
        g->result.slowest[made.side] = made.seconds;
    if (made.fault != DM_FAULT_NONE && g->settings.faults_lose_game) {
        g->result.is_forfeited = true;
        g->result.outcome = dm_win_of(dm_other(made.side));
    }
    if (g->announces) {
        announce_turn(g, turn, &made);
        /* under its turn, what a program wrote to its standard error */
        for (const char *line = made.error_output; *line;) {
            int size = (int)strcspn(line, "\n");
            fprintf(g->talk, "       | %.*s\n", size, line);
            line += size + (line[size] == '\n');
        }
    } else if (made.fault != DM_FAULT_NONE) {
        cli_note(g->cli, "turn %d, %s: %s: %s", turn + 1, dm_side_name(made.side),
                 dm_fault_name(made.fault), made.why.message);
    }
    if (made.fault == DM_FAULT_NONE)
        return DM_OK;
    json_t *row = answer_fault(&(dm_event_fault){.turn = made.turn,
                                                 .side = made.side,
                                                 .kind = dm_fault_name(made.fault),
                                                 .detail = made.why.message,
                                                 .error_output = made.error_output});
    return json_array_append_new(g->faults, row) == 0
               ? DM_OK
               : answer_fail(err, DM_NO_MEMORY, "no memory for a fault");
}

/* Draws to the file that `path` means for this board. */
static dm_status draw_game(const game *g, const char *path, bool moves, dm_error *err)
{
    int32_t count;
    const dm_stone *stones = dm_position_stones(g->position, &count);
    const dm_picture picture = {.seed = g->cli->ask.seed};
    char *file = cli_board_path(path, g->board);
    if (!file)
        return answer_fail(err, DM_NO_MEMORY, "no memory for a file's name");
    dm_status status = moves ? dm_draw_game(g->position, &picture, file, err)
                             : dm_draw_file(g->board->arena, stones, count,
                                            (dm_tie_rule)g->cli->ask.ties, &picture, file, err);
    free(file);
    return status;
}

static dm_status show_end(const game *g, dm_error *err)
{
    const own_options *own = g->cli->ask.own;
    int32_t count;
    const dm_stone *stones = dm_position_stones(g->position, &count);
    if (!cli_wants_picture(g->cli, g->board->arena, own->draw && !*own->draw))
        return DM_OK;
    return cli_show(stdout, g->board->arena, stones, count, (dm_tie_rule)g->cli->ask.ties, false,
                    err);
}

static dm_status print_result(game *g, dm_error *err)
{
    const own_options *own = g->cli->ask.own;
    const answer_played played = {.position = g->position,
                                  .players = {own->white, own->black},
                                  .match = &g->result,
                                  .faults = g->faults,
                                  .shows_clocks = has_clock(own),
                                  .seed = g->cli->ask.seed,
                                  .trace = own->explain ? &g->trace : NULL};
    /* called before printing, so that a failure there does not lose the game */
    dm_status status = DM_OK;
    if (own->record)
        status = dm_record_write(g->position, g->board->source, g->cli->ask.seed, own->white,
                                 own->black, own->record, err);
    if (status == DM_OK && own->draw && *own->draw)
        status = draw_game(g, own->draw, false, err);
    if (status == DM_OK && own->animate)
        status = draw_game(g, own->animate, true, err);
    if (status == DM_OK)
        status = game_report(g->cli, g->board, &played, err);
    if (status == DM_OK)
        status = show_end(g, err);
    if (status == DM_OK && g->input_ended)
        status = answer_fail(err, DM_BAD_INPUT, "the input ended before the game did");
    if (status == DM_OK && cli_interrupted())
        status = answer_fail(err, DM_STOPPED, "interrupted");
    return status;
}

static dm_status check_streams(cli_call *cli, const ask_board *board, dm_error *err)
{
    const own_options *own = cli->ask.own;
    bool people = is_human(own->white) || is_human(own->black);
    if (!board->many || (!own->record && !people))
        return DM_OK;
    cli->ask.wrong_words = true;
    return answer_fail(err, DM_BAD_ARGUMENT, "%s: %s needs a file with one board", board->source,
                       people ? "a person's game" : "--record");
}

static dm_status play_board(cli_call *cli, const ask_board *board, dm_error *err)
{
    const own_options *own = cli->ask.own;
    bool people = is_human(own->white) || is_human(own->black);
    game g = {.cli = cli,
              .board = board,
              .settings = {.move_seconds = (double)own->move_time / 1000,
                           .game_seconds = (double)own->game_time / 1000,
                           .increment_seconds = (double)own->increment / 1000,
                           .start_seconds = (double)own->warm_up / 1000,
                           .faults_lose_game = own->fault_loses == 1,
                           .sandbox = sandbox_of(&own->sandbox)},
              .talk = cli->json ? stderr : stdout,
              .announces = !cli->quiet && (!cli->json || people)};
    g.settings.trace = own->explain ? &g.trace : NULL;
    dm_status status = check_streams(cli, board, err);
    if (status == DM_OK)
        status = start_game(&g, err);
    if (status == DM_OK) {
        while (status == DM_OK && !g.left && !g.result.is_forfeited &&
               !dm_position_is_over(g.position))
            status = g.contestant[dm_position_to_move(g.position)] ? contestant_turn(&g, err)
                                                                   : human_turn(&g, err);
    }
    if (status == DM_OK)
        status = print_result(&g, err);
    dm_contestant_free(g.contestant[DM_WHITE]);
    dm_contestant_free(g.contestant[DM_BLACK]);
    dm_position_free(g.position);
    dm_trace_clear(&g.trace);
    free(g.move);
    json_decref(g.faults);
    return status;
}

static int run_play(cli_call *cli)
{
    own_options *own = cli->ask.own;
    if (strcmp(cli->operands[0], "-") == 0 && (is_human(own->white) || is_human(own->black))) {
        cli_error("play: standard input cannot be both the board and a person");
        return CLI_USAGE;
    }
    if (own->increment && !own->game_time) {
        cli_error("play: --increment needs --game-time");
        return CLI_USAGE;
    }
    own->thinking = cli->ask.time;
    cli->ask.time = -1;
    return cli_each_board(cli, play_board);
}

static const char *const more[] = {
    "demesne play grid:7x7 --rounds 3 --white greedy --black random --seed 5 --json",
    "demesne play cycle:12 --rounds 2 --per-turn 2 --white random --black greedy --record g.json",
    NULL};

static const question asked = {
    .name = "play", .fields = fields, .size = sizeof(own_options), .common = Q_BOARD};

const cli_spec spec_play = {
    .names = CLI_PLAYERS,
    .run = run_play,
    .question = &asked,
    .operands = {1, 1},
    .more = more,
    .about =
        "White and Black take turns; when all stones are placed, every vertex goes to the nearer\n"
        "player, and the larger sum of vertex values wins.  A player is a name, perhaps with\n"
        "parameters (name:key=value); `demesne --help` lists them.  For human you see the board\n"
        "and type a vertex, or undo, hint, board, help or quit; the input may be a pipe.\n"
        "cmd:PROGRAM is an outside program that speaks the protocol of `demesne bot`; if it is\n"
        "late, crashes, writes nonsense or breaks the rules, it loses that turn and is restarted."};
