/* call.c - one question while it is answered: its fields, its board, its game.
 *
 * Only some questions are answered at a time, in order of arrival.  Those about large boards have a
 * queue of their own, and few run at a time, so that memory stays bounded.  Large bodies are read
 * one at a time.
 */
#include "server/call.h"

#include "server/trim_memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEAVY_SIZE = 50000,    /* vertices and edges */
    LARGE_BODY = 64 << 10, /* bytes */
    LEVEL_SIZE = 20000,    /* vertices, edges and sites of a level */
    JOB_LEVEL_SIZE = 4000  /* the same for a job */
};

dm_status call_job_fits(const api *a, const dm_arena *arena, dm_error *err)
{
    const api_settings *s = &a->settings;
    if (dm_arena_vertices(arena) <= s->job_vertices && dm_arena_edges(arena) <= s->job_edges)
        return DM_OK;
    return answer_fail(err, DM_TOO_LARGE,
                       "this server runs jobs on boards of at most %d vertices and %lld edges",
                       s->job_vertices, (long long)s->job_edges);
}

/* The rows of the table of distances that the question needs: one per vertex, or per candidate. */
static int64_t table_rows(const call *c, dm_vertex n)
{
    const question *about = c->task.ask.about;
    const question_field *f = question_find(about->fields, "candidates", strlen("candidates"));
    const question_raw *given =
        f ? (const question_raw *)((const char *)c->task.ask.own + f->at) : NULL;
    assert(n >= 0);
    return given && given->json ? (int64_t)json_array_size(given->json) : n;
}

/* Whether this server answers the question for a board of this size.  Jobs about the boards of its
 * owner may be larger. */
static dm_status check_size(const call *c, const dm_arena *arena, dm_error *err)
{
    const api_settings *s = &c->api->settings;
    dm_vertex n = dm_arena_vertices(arena);
    bool is_limited = c->task.board.run && !(c->board && board_is_of_owner(c->board));
    dm_status status = is_limited ? call_job_fits(c->api, arena, err) : DM_OK;
    assert(arena);
    if (status != DM_OK)
        return status;
    int64_t cells = (int64_t)s->exact_vertices * s->exact_vertices;
    if (c->endpoint->table && table_rows(c, n) * n > cells)
        return answer_fail(err, DM_TOO_LARGE,
                           "this server answers this for boards of at most %d vertices",
                           s->exact_vertices);
    return DM_OK;
}

report *call_report_on(const call *c, const char *source, const dm_arena *arena, dm_tie_rule ties)
{
    const report_board about = {
        .source = source, .arena = arena, .ties = ties, .begun = c->task.board.begun};
    return report_open(true, &about);
}

report *call_report(const call *c)
{
    return call_report_on(c, c->task.board.source, c->task.board.arena,
                          (dm_tie_rule)c->task.ask.ties);
}

report *call_report_read(const call *c)
{
    report *r = call_report(c);
    dm_notes notes = dm_arena_notes(c->task.board.arena);
    report_string(r, "title", dm_arena_title(c->task.board.arena));
    report_count(r, "loops_dropped", notes.loops);
    report_count(r, "parallel_dropped", notes.parallel);
    report_count(r, "one_way_joined", notes.one_way);
    report_count(r, "uneven_joined", notes.uneven);
    json_t *remarks = json_array();
    const char *remark;
    for (int32_t i = 0; (remark = dm_arena_remark(c->task.board.arena, i)); i++)
        report_append(&remarks, json_string(remark));
    if (json_array_size(remarks) > 0)
        report_json(r, "notes", remarks);
    else
        json_decref(remarks);
    return r;
}

dm_status call_give(report *r, dm_status status, report **out)
{
    if (status == DM_OK)
        *out = r;
    else
        report_free(r);
    return status;
}

/* Checks and sets the limits of the server, and sets the deadline of a job. */
static dm_status set_limits(call *c, dm_error *err)
{
    const api_settings *s = &c->api->settings;
    asking *a = &c->task.ask;
    if (a->threads > s->job_threads)
        return answer_fail(err, DM_BAD_INPUT, "'threads': expected a whole number from 1 to %d",
                           s->job_threads);
    if (a->time > s->jobs.seconds)
        return answer_fail(err, DM_BAD_INPUT, "'time': expected seconds from 0 to %g",
                           s->jobs.seconds);
    a->memory_limit = s->job_memory;
    a->level_limit = c->task.board.run ? JOB_LEVEL_SIZE : LEVEL_SIZE;
    if (c->task.board.run && a->time >= 0)
        dm_run_set_deadline(c->task.board.run, a->time);
    /* JSON inside a text has limits of its own */
    const asking *b = &c->task.ask;
    for (const question_field *f = b->about->fields; f && f->name; f++) {
        const question_raw *given = (const question_raw *)((const char *)b->own + f->at);
        const char *text = f->type == Q_OBJECT ? json_string_value(given->json) : NULL;
        if (text && !call_json_fits(text, strlen(text)))
            return answer_fail(err, DM_TOO_LARGE, "'%s' has too many values", f->name);
    }
    return DM_OK;
}

/* The answer repeats these names; they need not be players. */
static dm_status read_players(const json_t *list, call_played *out, dm_error *err)
{
    for (int side = DM_WHITE; side <= DM_BLACK; side++)
        out->players[side] = list ? json_string_value(json_array_get(list, (size_t)side)) : "human";
    if (list && (json_array_size(list) != 2 || !out->players[0] || !out->players[1]))
        return answer_fail(err, DM_BAD_INPUT, "'players': expected two texts");
    return DM_OK;
}

/* Checks the size of a record's board before it is made: by its name, or by its lists. */
static dm_status check_record(call *c, const json_t *record, dm_error *err)
{
    const boards_limits *limits = &c->api->settings.boards;
    const json_t *whole = json_object_get(record, "board");
    const json_t *vertices = json_object_get(whole, "vertices");
    const char *name = json_string_value(json_object_get(record, "arena"));
    json_int_t seed = json_integer_value(json_object_get(record, "seed"));
    board *known = NULL;
    if (json_integer_value(vertices) > limits->vertices ||
        json_array_size(vertices) > (size_t)limits->vertices)
        return answer_fail(err, DM_TOO_LARGE, "this server takes boards of at most %d vertices",
                           limits->vertices);
    if (whole || !name)
        return DM_OK;
    dm_status status = boards_open(c->api->boards, name, (uint64_t)seed, &known, err);
    board_release(c->api->boards, known);
    return status;
}

static dm_status read_record(call *c, const json_t *record, call_played *out, dm_error *err)
{
    if (!json_is_object(record))
        return answer_fail(err, DM_BAD_INPUT, "'record': expected an object");
    dm_status status = check_record(c, record, err);
    char *text = status == DM_OK ? report_exact(record) : NULL;
    if (text)
        status = dm_record_read_memory("record", text, strlen(text), &out->record, err);
    else if (status == DM_OK)
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    free(text);
    if (status != DM_OK)
        return status;
    c->task.board.arena = out->record->arena;
    c->task.ask.ties = (int)dm_position_rules(out->record->position)->ties;
    out->position = out->record->position;
    out->source = out->record->source;
    out->seed = out->record->seed;
    for (int side = DM_WHITE; side <= DM_BLACK; side++)
        out->players[side] = out->record->player[side];
    return check_size(c, c->task.board.arena, err);
}

dm_status call_game(call *c, const call_game_fields *given, call_played *out, dm_error *err)
{
    *out = (call_played){.source = c->task.board.source, .seed = c->task.ask.seed};
    if (given->record.json)
        return read_record(c, given->record.json, out, err);
    dm_status status = read_players(given->players.json, out, err);
    if (status != DM_OK)
        return status;
    const dm_setup setup = {.rounds = given->rounds,
                            .per_turn = given->per_turn,
                            .to_move = -1,
                            .ties = (dm_tie_rule)c->task.ask.ties};
    if (!c->task.board.arena || !given->rounds)
        return answer_fail(err, DM_BAD_INPUT, "the field '%s' is missing",
                           c->task.board.arena ? "rounds" : "arena");
    status = dm_position_resume(c->task.board.arena, &setup, &out->position, err);
    if (status == DM_OK)
        status = ask_moves(&c->task.ask, given->moves.json, out->position, err);
    return status;
}

void call_game_clear(call_played *game)
{
    if (!game->record)
        dm_position_free(game->position);
    dm_record_free(game->record);
}

/* Checks what was read, and opens the board that it names. */
static dm_status open_call(void *context, ask_task *task, dm_error *err)
{
    call *c = context;
    const asking *a = &task->ask;
    dm_status status = set_limits(c, err);
    assert(!task->board.arena);
    if (status != DM_OK || !a->arena)
        return status;
    status = boards_open(c->api->boards, a->arena, a->seed, &c->board, err);
    if (status != DM_OK)
        return status;
    task->board.arena = board_arena(c->board);
    task->board.source = board_name(c->board);
    status = check_size(c, task->board.arena, err);
    if (status != DM_OK)
        return status;
    /* to the other queue if the board is large for this question */
    fair_semaphore *heavy = &c->api->heavy;
    int64_t size =
        c->endpoint->size && c->endpoint->size < HEAVY_SIZE ? c->endpoint->size : HEAVY_SIZE;
    assert(c->task.board.run || c->held);
    if (c->task.board.run ||
        dm_arena_vertices(c->task.board.arena) + dm_arena_edges(c->task.board.arena) < size)
        return DM_OK;
    fair_semaphore_release(c->held);
    c->held = heavy;
    fair_semaphore_acquire(c->held);
    return atomic_load(&c->api->stopping) ? answer_fail(err, DM_STOPPED, "the server is stopping")
                                          : DM_OK;
}

/* An endpoint that is no question of question/. */
static dm_status answer_endpoint(void *context, ask_task *task, dm_error *err)
{
    call *c = context;
    return c->endpoint->answer(c, &task->report, err);
}

static dm_status answer_call(call *c, const json_t *object, json_t **out, dm_error *err)
{
    const ask_front front = {
        .context = c, .open = open_call, .answer = c->endpoint->answer ? answer_endpoint : NULL};
    dm_status status = ask_answer(&c->task, c->endpoint->about, object, &front, err);
    if (c->task.report || status == DM_OK) { /* without a report: out of memory */
        dm_status taken = report_take(c->task.report, out, err);
        c->task.report = NULL;
        status = taken == DM_OK ? status : taken;
    }
    ask_task_clear(&c->task);
    board_release(c->api->boards, c->board);
    ask_clear(&c->task.ask);
    return status;
}

dm_status call_object(api *a, const call_endpoint *e, const json_t *object, dm_run *run,
                      json_t **out, dm_error *err)
{
    call c = {.api = a, .endpoint = e, .task.board.run = run};
    return answer_call(&c, object, out, err);
}

/* Counts values: one at the start, and one after each of these marks outside strings. */
bool call_json_fits(const char *text, size_t size)
{
    enum { MOST_VALUES = 1 << 20 };
    size_t values = 1;
    bool in_string = false;
    for (size_t i = 0; i < size && values <= MOST_VALUES; i++) {
        char c = text[i];
        if (in_string && c == '\\')
            i++;
        else if (c == '"')
            in_string = !in_string;
        else if (!in_string)
            values += c == ',' || c == '[' || c == '{' || c == ':';
    }
    return values <= MOST_VALUES;
}

static dm_status read_body(const char *body, size_t size, json_t **out, dm_error *err)
{
    json_error_t why = {0};
    if (!call_json_fits(body, size))
        return answer_fail(err, DM_TOO_LARGE, "the question has too many values");
    json_t *object = size ? json_loadb(body, size, JSON_REJECT_DUPLICATES, &why) : json_object();
    if (!object)
        return answer_fail(err, DM_BAD_INPUT, "the body is not JSON: line %d: %.200s", why.line,
                           why.text);
    *out = object;
    return DM_OK;
}

static dm_status answer_text(call *c, const char *body, size_t size, char **out, dm_error *err)
{
    json_t *object = NULL, *result = NULL;
    dm_status status = read_body(body, size, &object, err);
    if (status == DM_OK)
        status = answer_call(c, object, &result, err);
    json_decref(object);
    if (result && !(*out = report_text(result)))
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    json_decref(result);
    return status;
}

dm_status call_answer(api *a, const call_endpoint *e, const char *body, size_t size, dm_run *run,
                      char **out, dm_error *err)
{
    call c = {.api = a, .endpoint = e, .task.board.run = run};
    bool is_large = size > LARGE_BODY;
    assert(e && e->about);
    if (run)
        return answer_text(&c, body, size, out, err);
    if (is_large)
        fair_semaphore_acquire(&a->large);
    c.held = &a->quick;
    fair_semaphore_acquire(c.held);
    dm_status status = answer_text(&c, body, size, out, err);
    if (is_large || c.held == &a->heavy)
        memory_trim();
    fair_semaphore_release(c.held);
    if (is_large)
        fair_semaphore_release(&a->large);
    return status;
}
