/* api_shared.c - a game between two people at two pages: begin, join, look, move. */
#include "server/call.h"

#include <stdlib.h>

typedef struct shared_fields {
    int64_t rounds, per_turn;
    double clock;
    int side; /* a dm_side */
    bool swap;
    const char *code, *key;
    question_raw move;
} shared_fields;

/* clang-format off */
#define CODE_FIELD                                                                                 \
    {.name = "code", .type = Q_TEXT, .required = true, .at = offsetof(shared_fields, code),        \
     .help = "the code of the game"}
#define KEY_FIELD(need)                                                                            \
    {.name = "key", .type = Q_TEXT, .required = need, .at = offsetof(shared_fields, key),          \
     .help = "the key of your side"}

static const question_field begin_table[] = {
    {.name = "rounds", .type = Q_COUNT, .low = 1, .high = INT32_MAX, .required = true,
     .at = offsetof(shared_fields, rounds), .help = "turns per player"},
    {.name = "per_turn", .type = Q_COUNT, .low = 1, .high = INT32_MAX, .standard = 1,
     .at = offsetof(shared_fields, per_turn), .help = "stones placed per turn"},
    {.name = "side", .type = Q_CHOICE, .choices = choice_side, .at = offsetof(shared_fields, side),
     .help = "your side"},
    {.name = "clock", .type = Q_SECONDS, .at = offsetof(shared_fields, clock),
     .help = "seconds per player that the clocks show; 0: no limit"},
    {0}};
static const question_field join_table[] = {CODE_FIELD, {0}};
static const question_field look_table[] = {CODE_FIELD, KEY_FIELD(false), {0}};
static const question_field move_table[] = {
    CODE_FIELD, KEY_FIELD(true),
    {.name = "move", .type = Q_LIST, .required = true, .at = offsetof(shared_fields, move),
     .help = "the vertices of this turn: [4]"},
    {0}};
static const question_field rematch_table[] = {
    CODE_FIELD, KEY_FIELD(true),
    {.name = "swap", .type = Q_FLAG, .at = offsetof(shared_fields, swap),
     .help = "with the sides swapped"},
    {0}};
/* clang-format on */

const question fields_of_shared_begin = {.name = "shared/begin",
                                         .fields = begin_table,
                                         .size = sizeof(shared_fields),
                                         .common = Q_BOARD};
const question fields_of_shared_join = {
    .name = "shared/join", .fields = join_table, .size = sizeof(shared_fields)};
const question fields_of_shared_look = {
    .name = "shared/look", .fields = look_table, .size = sizeof(shared_fields)};
const question fields_of_shared_move = {
    .name = "shared/move", .fields = move_table, .size = sizeof(shared_fields)};

const question fields_of_shared_rematch = {
    .name = "shared/rematch", .fields = rematch_table, .size = sizeof(shared_fields)};

/* Takes the seat's game. */
static dm_status report_shared_game(dm_status status, const shared_seat *seat, report **out)
{
    if (status != DM_OK)
        return status;
    *out = report_open(true, NULL);
    report_string(*out, "code", seat->code);
    if (seat->key[0]) {
        report_string(*out, "side", dm_side_name(seat->side));
        report_string(*out, "key", seat->key);
    }
    report_json(*out, "game", seat->game);
    return DM_OK;
}

dm_status answer_to_shared_begin(call *c, report **out, dm_error *err)
{
    const shared_fields *own = c->task.ask.own;
    const shared_terms terms = {.arena = c->task.board.source,
                                .seed = c->task.ask.seed,
                                .ties = (dm_tie_rule)c->task.ask.ties,
                                .rounds = own->rounds,
                                .per_turn = own->per_turn,
                                .clock = own->clock,
                                .side = (dm_side)own->side};
    shared_seat seat;
    if (c->task.ask.undirected && dm_arena_is_directed(board_arena(c->board)))
        return answer_fail(err, DM_BAD_INPUT,
                           "'undirected': send the board without 'directed' to /api/board");
    if (c->task.ask.values.json)
        return answer_fail(err, DM_BAD_INPUT,
                           "'values': send the board with its values to /api/board");
    return report_shared_game(shared_games_begin(c->api->shared, &terms, &seat, err), &seat, out);
}

dm_status answer_to_shared_join(call *c, report **out, dm_error *err)
{
    const shared_fields *own = c->task.ask.own;
    shared_seat seat;
    return report_shared_game(shared_games_join(c->api->shared, own->code, &seat, err), &seat, out);
}

dm_status answer_to_shared_look(call *c, report **out, dm_error *err)
{
    const shared_fields *own = c->task.ask.own;
    shared_seat seat;
    return report_shared_game(shared_games_look(c->api->shared, own->code, own->key, &seat, err),
                              &seat, out);
}

dm_status answer_to_shared_move(call *c, report **out, dm_error *err)
{
    const shared_fields *own = c->task.ask.own;
    shared_seat seat;
    dm_vertex *move = NULL;
    int32_t count = 0;
    dm_status status =
        ask_vertex_list(&c->task.ask, "move", own->move.json, INT32_MAX, &move, &count, err);
    if (status == DM_OK)
        status = shared_games_move(c->api->shared, own->code, own->key, move, count, &seat, err);
    free(move);
    return report_shared_game(status, &seat, out);
}

dm_status answer_to_shared_rematch(call *c, report **out, dm_error *err)
{
    const shared_fields *own = c->task.ask.own;
    shared_seat seat;
    return report_shared_game(
        shared_games_rematch(c->api->shared, own->code, own->key, own->swap, &seat, err), &seat,
        out);
}
