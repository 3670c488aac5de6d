/* call.c - one question while it is answered: its board, its stones, its game.
 *
 * Questions take turns, those about large boards apart from the others: few of these are answered
 * at a time, so that the memory they need stays bounded.  Large questions are read one at a time.
 */
#include "server/call.h"

#include "server/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEAVY_SIZE = 50000,   /* vertices and edges */
    LARGE_BODY = 64 << 10 /* bytes */
};

static const char TIES[] = "neutral|earlier|white|black"; /* as dm_tie_rule */

/* --- Turns -------------------------------------------------------------------------- */

static void check_stopping(call *c)
{
    if (atomic_load(&c->api->stopping))
        ask_fail(&c->q, DM_STOPPED, "the server is stopping");
}

void call_is_dear(call *c, int64_t size)
{
    turns *heavy = &c->api->heavy;
    if (c->run || c->turn == heavy || !c->arena ||
        dm_arena_vertices(c->arena) + dm_arena_edges(c->arena) < size)
        return;
    turns_give(c->turn);
    c->turn = heavy;
    turns_take(c->turn);
    check_stopping(c);
}

/* --- Boards ------------------------------------------------------------------------- */

static void set_values(call *c)
{
    const json_t *list = ask_list(&c->q, "values");
    dm_vertex n = dm_arena_vertices(c->arena);
    if (!list)
        return;
    if (json_array_size(list) != (size_t)n) {
        ask_fail(&c->q, DM_BAD_INPUT, "'values' should have one for each of the %d vertices", n);
        return;
    }
    int64_t *values = calloc((size_t)n + 1, sizeof *values);
    for (dm_vertex v = 0; values && v < n; v++) {
        const json_t *item = json_array_get(list, (size_t)v);
        if (!json_is_integer(item))
            ask_fail(&c->q, DM_BAD_INPUT, "'values' should be whole numbers");
        values[v] = json_integer_value(item);
    }
    if (!values)
        ask_fail(&c->q, DM_NO_MEMORY, "no memory for %d values", n);
    else if (c->q.status == DM_OK)
        c->q.status = dm_arena_with_values(c->arena, values, &c->valued, c->q.err);
    free(values);
    if (c->valued)
        c->arena = c->valued;
}

/* A job's board is smaller than one that is only looked at. */
static void check_job(call *c, const dm_arena *arena)
{
    const api_settings *s = &c->api->settings;
    if (c->run &&
        (dm_arena_vertices(arena) > s->job_vertices || dm_arena_edges(arena) > s->job_edges))
        ask_fail(&c->q, DM_TOO_LARGE,
                 "jobs are for boards of at most %d vertices and %lld edges here", s->job_vertices,
                 (long long)s->job_edges);
}

dm_status call_board(call *c)
{
    ask *q = &c->q;
    const char *name = ask_text(q, "arena", true);
    c->seed = (uint64_t)ask_count(q, "seed", 0, INT64_MAX, 1);
    c->ties = (dm_tie_rule)ask_choice(q, "ties", TIES, DM_TIES_NEUTRAL);
    if (q->status != DM_OK)
        return q->status;
    q->status = boards_open(c->api->boards, name, c->seed, &c->board, q->err);
    if (q->status != DM_OK)
        return q->status;
    c->arena = board_arena(c->board);
    c->source = board_name(c->board);
    check_job(c, c->arena);
    if (q->status == DM_OK)
        call_is_dear(c, HEAVY_SIZE);
    set_values(c);
    return q->status;
}

report *call_report_on(const call *c, const char *source, const dm_arena *arena, dm_tie_rule ties)
{
    const report_board about = {.source = source, .arena = arena, .ties = ties, .begun = c->begun};
    return report_open(true, &about);
}

report *call_report(const call *c)
{
    return call_report_on(c, c->source, c->arena, c->ties);
}

dm_status call_give(report *r, dm_status status, report **out)
{
    if (status == DM_OK)
        *out = r;
    else
        report_free(r);
    return status;
}

void call_need_table(call *c)
{
    dm_vertex most = c->api->settings.exact_vertices;
    if (c->arena && dm_arena_vertices(c->arena) > most)
        ask_fail(&c->q, DM_TOO_LARGE, "this is for boards of at most %d vertices here", most);
}

int call_threads(call *c)
{
    return (int)ask_count(&c->q, "threads", 1, c->api->settings.job_threads, 1);
}

void call_time(call *c)
{
    double most = c->api->settings.jobs.seconds;
    double seconds = ask_seconds(&c->q, "time", most, most);
    if (c->run)
        dm_run_set_deadline(c->run, seconds);
}

/* --- Stones --------------------------------------------------------------------------- */

/* One of [["white",0],["black",4],..]. */
static dm_stone read_stone(call *c, const json_t *item)
{
    const char *side = json_string_value(json_array_get(item, 0));
    bool is_white = side && strcmp(side, "white") == 0;
    if (json_array_size(item) != 2 || !side || (!is_white && strcmp(side, "black") != 0))
        ask_fail(&c->q, DM_BAD_INPUT, "'stones' should be a list such as [[\"white\",0],..]");
    return (dm_stone){
        ask_vertex(&c->q, "stones", json_array_get(item, 1), dm_arena_vertices(c->arena)),
        is_white ? DM_WHITE : DM_BLACK};
}

static dm_stone *read_order(call *c, int64_t *count)
{
    const json_t *list = ask_list(&c->q, "stones");
    size_t size = json_array_size(list);
    dm_stone *stones = calloc(size + 1, sizeof *stones);
    if (!stones)
        ask_fail(&c->q, DM_NO_MEMORY, "no memory for the stones");
    for (size_t i = 0; stones && i < size && c->q.status == DM_OK; i++)
        stones[i] = read_stone(c, json_array_get(list, i));
    *count = (int64_t)size;
    return stones;
}

static dm_stone *read_sides(call *c, int64_t *count)
{
    dm_vertex n = dm_arena_vertices(c->arena);
    int64_t length[2];
    dm_vertex *list[2] = {ask_vertices(&c->q, "white", n, &length[0]),
                          ask_vertices(&c->q, "black", n, &length[1])};
    dm_stone *stones = NULL;
    if (c->q.status == DM_OK)
        c->q.status = answer_stones(c->arena, (const dm_vertex *const[2]){list[0], list[1]}, length,
                                    &stones, c->q.err);
    free(list[0]);
    free(list[1]);
    *count = length[0] + length[1];
    return stones;
}

dm_stone *call_stones(call *c, int64_t *count)
{
    dm_stone *stones = ask_has(&c->q, "stones") ? read_order(c, count) : read_sides(c, count);
    if (c->q.status == DM_OK)
        return stones;
    free(stones);
    return NULL;
}

/* --- Games ----------------------------------------------------------------------------- */

static void play_move(call *c, dm_position *position, const json_t *move, size_t number)
{
    ask *q = &c->q;
    dm_vertex n = dm_arena_vertices(c->arena), *vertices = NULL;
    size_t size = json_array_size(move);
    dm_error why = {0};
    if (!json_is_array(move) || size > (size_t)n) {
        ask_fail(q, DM_BAD_INPUT, "'moves' should be a list such as [[0],[4],..]");
        return;
    }
    vertices = calloc(size + 1, sizeof *vertices);
    for (size_t i = 0; vertices && i < size; i++)
        vertices[i] = ask_vertex(q, "moves", json_array_get(move, i), n);
    if (!vertices)
        ask_fail(q, DM_NO_MEMORY, "no memory for a move");
    if (q->status == DM_OK) {
        dm_status status = size == 0 ? dm_position_pass(position, &why)
                                     : dm_position_make(position, vertices, (int32_t)size, &why);
        if (status != DM_OK)
            ask_fail(q, status, "move %zu: %s", number + 1, why.message);
    }
    free(vertices);
}

static dm_position *play_moves(call *c, int64_t rounds, int64_t per_turn)
{
    ask *q = &c->q;
    const json_t *moves = ask_list(q, "moves");
    const answer_setup setup = {
        .rounds = rounds, .per_turn = per_turn, .to_move = -1, .ties = c->ties};
    dm_position *position = NULL;
    if (q->status == DM_OK)
        q->status = answer_position(c->arena, &setup, &position, q->err);
    for (size_t i = 0; i < json_array_size(moves) && q->status == DM_OK; i++)
        play_move(c, position, json_array_get(moves, i), i);
    return position;
}

/* ["human","greedy"]: names that stand in the answer and are not looked up. */
static void read_players(call *c, call_played *out)
{
    const json_t *list = ask_list(&c->q, "players");
    for (int side = DM_WHITE; side <= DM_BLACK; side++) {
        out->players[side] = "human";
        if (list)
            out->players[side] = json_string_value(json_array_get(list, (size_t)side));
    }
    if (list && (json_array_size(list) != 2 || !out->players[0] || !out->players[1]))
        ask_fail(&c->q, DM_BAD_INPUT, "'players' should be two texts");
    out->names = list ? json_incref((json_t *)(uintptr_t)list) : NULL;
}

/* Whether the board of a record is one that this server would take, before it is made: it has a
 * name, or tells its size. */
static void check_record(call *c, const json_t *record)
{
    const boards_limits *limits = &c->api->settings.boards;
    const json_t *whole = json_object_get(record, "board");
    const json_t *vertices = json_object_get(whole, "vertices");
    const char *name = json_string_value(json_object_get(record, "arena"));
    json_int_t seed = json_integer_value(json_object_get(record, "seed"));
    board *known = NULL;
    if (json_integer_value(vertices) > limits->vertices ||
        json_array_size(vertices) > (size_t)limits->vertices)
        ask_fail(&c->q, DM_TOO_LARGE, "boards of at most %d vertices here", limits->vertices);
    if (whole || !name || c->q.status != DM_OK)
        return;
    c->q.status = boards_open(c->api->boards, name, (uint64_t)seed, &known, c->q.err);
    board_release(c->api->boards, known);
}

static void read_record(call *c, call_played *out)
{
    const json_t *record = ask_object(&c->q, "record");
    check_record(c, record);
    char *text = c->q.status == DM_OK ? report_exact(record) : NULL;
    if (!text) {
        ask_fail(&c->q, DM_NO_MEMORY, "no memory for the record");
        return;
    }
    c->q.status = dm_record_read_memory("record", text, strlen(text), &out->record, c->q.err);
    free(text);
    if (c->q.status != DM_OK)
        return;
    check_job(c, out->record->arena);
    c->arena = out->record->arena;
    c->ties = dm_position_rules(out->record->position)->ties;
    out->position = out->record->position;
    out->source = out->record->source;
    out->seed = out->record->seed;
    for (int side = DM_WHITE; side <= DM_BLACK; side++)
        out->players[side] = out->record->player[side];
}

dm_status call_game(call *c, call_played *out)
{
    *out = (call_played){0};
    if (ask_has(&c->q, "record")) {
        read_record(c, out);
        return c->q.status;
    }
    if (call_board(c) != DM_OK)
        return c->q.status;
    int64_t rounds = ask_count(&c->q, "rounds", 1, INT32_MAX, ASK_NEEDED);
    int64_t per_turn = ask_count(&c->q, "per_turn", 1, INT32_MAX, 1);
    read_players(c, out);
    out->source = c->source;
    out->seed = c->seed;
    out->position = play_moves(c, rounds, per_turn);
    return c->q.status;
}

void call_game_clear(call_played *game)
{
    if (!game->record)
        dm_position_free(game->position);
    dm_record_free(game->record);
    json_decref(game->names);
}

/* --- Answering ---------------------------------------------------------------------------- */

static dm_status answer(call *c, call_fn *fn, const json_t *object, json_t **out, dm_error *err)
{
    report *r = NULL;
    c->begun = report_clock();
    ask_begin(&c->q, object, err);
    dm_status status = c->q.status == DM_OK ? fn(c, &r, err) : c->q.status;
    if (r || status == DM_OK) { /* without one the memory ran out */
        dm_status taken = report_take(r, out, err);
        status = taken == DM_OK ? status : taken;
    }
    dm_arena_free(c->valued);
    board_release(c->api->boards, c->board);
    ask_clear(&c->q);
    return status;
}

dm_status call_object(api *a, call_fn *fn, const json_t *object, dm_run *run, json_t **out,
                      dm_error *err)
{
    call c = {.api = a, .run = run};
    return answer(&c, fn, object, out, err);
}

static dm_status read_body(const char *body, size_t size, json_t **out, dm_error *err)
{
    json_error_t why = {0};
    if (!ask_json_fits(body, size))
        return answer_fail(err, DM_TOO_LARGE, "the question has too many values");
    json_t *object = size ? json_loadb(body, size, JSON_REJECT_DUPLICATES, &why) : json_object();
    if (!object)
        return answer_fail(err, DM_BAD_INPUT, "the body is no JSON: line %d: %.200s", why.line,
                           why.text);
    *out = object;
    return DM_OK;
}

/* From text to text; whatever is made of JSON on the way is gone again. */
static dm_status answer_text(call *c, call_fn *fn, const char *body, size_t size, char **out,
                             dm_error *err)
{
    json_t *object = NULL, *result = NULL;
    dm_status status = read_body(body, size, &object, err);
    if (status == DM_OK)
        status = answer(c, fn, object, &result, err);
    json_decref(object);
    if (result && !(*out = report_text(result)))
        status = answer_fail(err, DM_NO_MEMORY, "no memory for the answer");
    json_decref(result);
    return status;
}

dm_status call_answer(api *a, call_fn *fn, const char *body, size_t size, dm_run *run, char **out,
                      dm_error *err)
{
    call c = {.api = a, .run = run};
    bool is_large = size > LARGE_BODY;
    if (run)
        return answer_text(&c, fn, body, size, out, err);
    if (is_large)
        turns_take(&a->large);
    c.turn = &a->quick;
    turns_take(c.turn);
    dm_status status = answer_text(&c, fn, body, size, out, err);
    if (is_large || c.turn == &a->heavy)
        memory_trim();
    turns_give(c.turn);
    if (is_large)
        turns_give(&a->large);
    return status;
}
