/* cmd_play.c - `demesne play`: a game between two players, people among them. */
#include "cli.h"
#include "game_report.h"
#include "human.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t rounds, per_turn;
    const char *white, *black, *record;
    bool draw;
} own_options;

static const own_options defaults = {.per_turn = 1};

/* clang-format off */
static const cli_option options[] = {
    {.name = "rounds", .argument = "N", .type = CLI_COUNT, .low = 1, .high = INT32_MAX,
     .required = true, .at = offsetof(own_options, rounds), .help = "turns each player has"},
    {.name = "per-turn", .argument = "K", .type = CLI_COUNT, .low = 1, .high = INT32_MAX,
     .at = offsetof(own_options, per_turn), .help = "stones placed in a turn (default 1)"},
    {.name = "white", .argument = "P", .type = CLI_PLAYER, .required = true,
     .at = offsetof(own_options, white), .help = "who plays White, the first to move"},
    {.name = "black", .argument = "P", .type = CLI_PLAYER, .required = true,
     .at = offsetof(own_options, black), .help = "who plays Black"},
    {.name = "record", .argument = "FILE", .type = CLI_FILE, .at = offsetof(own_options, record),
     .help = "write the game down, for `demesne replay`; an unfinished one too"},
    {.name = "draw", .type = CLI_FLAG, .at = offsetof(own_options, draw),
     .help = "the last position as text, also where the output is no terminal"},
    {0}};
/* clang-format on */

/* A game under way.  A seat without player is a person's. */
typedef struct {
    cli_call *cli;
    const cli_board *board;
    dm_position *position;
    dm_player *player[2];
    dm_vertex *move; /* room for one turn */
    FILE *talk;      /* where people are spoken to */
    bool left;       /* a person quit, the input ended, or Ctrl-C */
    bool input_ended;
} game;

static bool is_human(const char *spec)
{
    return strcmp(spec, "human") == 0;
}

static dm_status take_seat(game *g, dm_side side, const char *spec, dm_error *err)
{
    if (is_human(spec))
        return DM_OK;
    /* each side has its own random numbers */
    uint64_t seed = dm_rng_derive(g->cli->seed, (uint64_t)side);
    dm_status status = dm_player_new(spec, seed, &g->player[side], err);
    g->cli->wrong_line = status == DM_BAD_ARGUMENT;
    return status;
}

static dm_status start(game *g, dm_error *err)
{
    const own_options *own = g->cli->own;
    dm_rules rules = {0};
    dm_status status = take_seat(g, DM_WHITE, own->white, err);
    if (status == DM_OK)
        status = take_seat(g, DM_BLACK, own->black, err);
    if (status == DM_OK)
        status = dm_rules_init((int32_t)own->rounds, (int32_t)own->per_turn,
                               (dm_tie_rule)g->cli->ties, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(g->board->arena, &rules, &g->position, err);
    dm_rules_clear(&rules);
    if (status == DM_OK) {
        g->move = malloc((size_t)own->per_turn * sizeof *g->move);
        if (!g->move)
            status = cli_fail(err, DM_NO_MEMORY, "no memory for the game");
    }
    return status;
}

static void finish(game *g)
{
    dm_player_free(g->player[DM_WHITE]);
    dm_player_free(g->player[DM_BLACK]);
    dm_position_free(g->position);
    free(g->move);
}

/* Takes back turns until the person who asked is to move again. */
static dm_status take_back(game *g, dm_error *err)
{
    dm_side asked = dm_position_to_move(g->position);
    bool alone = g->player[dm_other(asked)] != NULL;
    int32_t turns = alone ? 2 : 1;
    if (dm_position_turns_made(g->position) < turns) {
        fputs("there is nothing to take back\n", g->talk);
        return DM_OK;
    }
    dm_status status = DM_OK;
    for (int32_t i = 0; i < turns && status == DM_OK; i++)
        status = dm_position_undo(g->position, err);
    return status;
}

static dm_status human_turn(game *g, dm_error *err)
{
    human_wish wish = HUMAN_MOVE;
    dm_status status = human_ask(g->cli, g->talk, g->position, g->move, &wish, err);
    if (status != DM_OK)
        return status;
    if (wish == HUMAN_UNDO)
        return take_back(g, err);
    if (wish == HUMAN_MOVE)
        return dm_position_make(g->position, g->move, dm_position_stones_to_place(g->position),
                                err);
    g->left = true;
    g->input_ended = wish == HUMAN_GONE && !cli_interrupted();
    return DM_OK;
}

static dm_status computer_turn(game *g, dm_error *err)
{
    dm_side side = dm_position_to_move(g->position);
    dm_status status = dm_player_choose(g->player[side], g->position, g->board->run, g->move, err);
    /* Out of time the move is legal all the same; the game is played to its end. */
    if (status == DM_STOPPED)
        status = DM_OK;
    g->left = cli_interrupted();
    if (status == DM_OK && !g->left)
        status =
            dm_position_make(g->position, g->move, dm_position_stones_to_place(g->position), err);
    return status;
}

static void announce(const game *g, int32_t turn, dm_side side)
{
    const own_options *own = g->cli->own;
    int32_t count;
    const dm_stone *stones = dm_position_stones(g->position, &count);
    fprintf(g->talk, "%3d. %s", turn + 1, side == DM_WHITE ? "White" : "Black");
    for (int64_t i = count - own->per_turn; i < count; i++)
        fprintf(g->talk, " %d", stones[i].vertex);
    fputc('\n', g->talk);
}

static dm_status play_on(game *g, dm_error *err)
{
    bool tells = !g->cli->quiet && (!g->cli->json || !g->player[0] || !g->player[1]);
    dm_status status = DM_OK;
    while (status == DM_OK && !g->left && !dm_position_is_over(g->position)) {
        int32_t turn = dm_position_turns_made(g->position);
        dm_side side = dm_position_to_move(g->position);
        status = g->player[side] ? computer_turn(g, err) : human_turn(g, err);
        if (status == DM_OK && tells && dm_position_turns_made(g->position) > turn)
            announce(g, turn, side);
    }
    return status;
}

/* The record first: whatever happens to the output, the game is not lost. */
static dm_status tell(game *g, dm_error *err)
{
    const own_options *own = g->cli->own;
    dm_status status = DM_OK;
    if (own->record)
        status = dm_record_write(g->position, g->board->source, g->cli->seed, own->white,
                                 own->black, own->record, err);
    if (status == DM_OK)
        status = game_report(g->cli, g->board, g->position,
                             (const char *const[2]){own->white, own->black}, err);
    if (status == DM_OK && cli_wants_picture(g->cli, g->board->arena, own->draw)) {
        int32_t count;
        const dm_stone *stones = dm_position_stones(g->position, &count);
        status =
            cli_show(stdout, g->board->arena, stones, count, (dm_tie_rule)g->cli->ties, false, err);
    }
    if (status == DM_OK && g->input_ended)
        status = cli_fail(err, DM_BAD_INPUT, "the input ended before the game did");
    if (status == DM_OK && cli_interrupted())
        status = cli_fail(err, DM_STOPPED, "interrupted");
    return status;
}

static dm_status check_streams(cli_call *cli, const cli_board *board, dm_error *err)
{
    const own_options *own = cli->own;
    bool people = is_human(own->white) || is_human(own->black);
    if (!board->many || (!own->record && !people))
        return DM_OK;
    cli->wrong_line = true;
    return cli_fail(err, DM_BAD_ARGUMENT, "%s: %s needs a file with one board", board->source,
                    people ? "a person's game" : "--record");
}

static dm_status answer(cli_call *cli, const cli_board *board, dm_error *err)
{
    game g = {.cli = cli, .board = board, .talk = cli->json ? stderr : stdout};
    dm_status status = check_streams(cli, board, err);
    if (status == DM_OK)
        status = start(&g, err);
    if (status == DM_OK)
        status = play_on(&g, err);
    if (status == DM_OK)
        status = tell(&g, err);
    finish(&g);
    return status;
}

static int run(cli_call *cli)
{
    const own_options *own = cli->own;
    if (strcmp(cli->operands[0], "-") == 0 && (is_human(own->white) || is_human(own->black))) {
        cli_error("play: standard input cannot be both the board and a person");
        return CLI_USAGE;
    }
    return cli_each_board(cli, cli->operands[0], answer);
}

static const char *const more[] = {
    "demesne play grid:7x7 --rounds 3 --white greedy --black random --seed 5 --json",
    "demesne play cycle:12 --rounds 2 --per-turn 2 --white random --black greedy --record g.json",
    NULL};

const cli_spec spec_play = {
    .run = run,
    .options = options,
    .size = sizeof(own_options),
    .defaults = &defaults,
    .operands = {1, 1},
    .more = more,
    .about = "White and Black take turns; when all stones lie, every vertex goes to the nearer\n"
             "player and the larger sum of vertex values wins.  A player is a name, perhaps with\n"
             "parameters (name:key=value), or human: then the board is shown and a vertex asked\n"
             "for; undo, hint, board, help and quit work too, and so does a script on a pipe.\n"
             "`demesne --help` lists the players."};
