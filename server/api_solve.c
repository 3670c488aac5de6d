/* api_solve.c - exact answers that may take long: solve, moves, reply, lead. */
#include "server/call.h"

#include <stdlib.h>

/* --- solve, moves ---------------------------------------------------------------------- */

/* What is asked about a game from a position on. */
typedef struct solve_wish {
    answer_setup setup;
    bool outcome, moves;
    int threads;
} solve_wish;

static dm_status find(call *c, const solve_wish *wish, answer_solved *out, dm_solution **solution,
                      dm_error *err)
{
    const dm_solver_settings settings = {.memory = c->api->settings.job_memory};
    const dm_solve_request request = {
        .outcome_only = wish->outcome, .moves = wish->moves, .threads = wish->threads};
    dm_solver *solver = NULL;
    dm_status status = answer_position(c->arena, &wish->setup, &out->position, err);
    if (status == DM_OK)
        status = dm_solver_new(&settings, &solver, err);
    if (status == DM_OK)
        status = dm_solve(solver, out->position, &request, c->run, solution, err);
    dm_solver_free(solver);
    out->complete = status == DM_OK;
    out->solution = *solution;
    return status;
}

static dm_status solve_it(call *c, const solve_wish *wish, report **out, dm_error *err)
{
    dm_solution *solution = NULL;
    answer_solved solved = {.rounds = wish->setup.rounds,
                            .per_turn = wish->setup.per_turn,
                            .to_move_given = wish->setup.to_move >= 0,
                            .outcome = wish->outcome,
                            .moves = wish->moves};
    dm_status status = find(c, wish, &solved, &solution, err);
    if (solution) {
        report *r = call_report(c);
        dm_status told = call_give(r, answer_solve(r, &solved, err), out);
        status = told == DM_OK ? status : told;
    }
    dm_solution_free(solution);
    dm_position_free(solved.position);
    return status;
}

static dm_status solve(call *c, bool moves, report **out, dm_error *err)
{
    int64_t count = 0;
    dm_stone *stones = call_board(c) == DM_OK ? call_stones(c, &count) : NULL;
    solve_wish wish = {.setup = {.rounds = ask_count(&c->q, "rounds", 1, INT32_MAX, ASK_NEEDED),
                                 .per_turn = ask_count(&c->q, "per_turn", 1, INT32_MAX, 1),
                                 .stones = stones,
                                 .stone_count = count,
                                 .to_move = ask_choice(&c->q, "to_move", "white|black", -1),
                                 .ties = c->ties},
                       .outcome = !moves && ask_flag(&c->q, "outcome"),
                       .moves = moves || ask_flag(&c->q, "moves"),
                       .threads = call_threads(c)};
    call_need_table(c);
    call_time(c);
    dm_status status = ask_end(&c->q);
    if (status == DM_OK)
        status = solve_it(c, &wish, out, err);
    free(stones);
    return status;
}

dm_status answer_to_solve(call *c, report **out, dm_error *err)
{
    return solve(c, false, out, err);
}

dm_status answer_to_moves(call *c, report **out, dm_error *err)
{
    return solve(c, true, out, err);
}

/* --- reply, lead ------------------------------------------------------------------------- */

static void read_radius(call *c, dm_terms *terms)
{
    const char *text = ask_text(&c->q, "radius", false);
    dm_error why = {0};
    if (!text)
        return;
    if (dm_length_parse(text, dm_arena_decimals(c->arena), &terms->radius, &why) != DM_OK ||
        terms->radius < 0)
        ask_fail(&c->q, DM_BAD_INPUT, "'radius' should be a length of 0 or more, as a text");
    terms->has_radius = true;
}

/* What is taken is freed with dm_free(). */
static dm_terms read_terms(call *c)
{
    dm_vertex n = dm_arena_vertices(c->arena);
    dm_terms terms = {.ties = c->ties};
    int64_t count, forbidden_count;
    bool limited = ask_has(&c->q, "candidates") || ask_has(&c->q, "forbid");
    dm_vertex *list = ask_vertices(&c->q, "candidates", n, &count);
    dm_vertex *forbidden = ask_vertices(&c->q, "forbid", n, &forbidden_count);
    read_radius(c, &terms);
    if (limited && c->q.status == DM_OK)
        c->q.status =
            answer_candidates(c->arena, list, count, forbidden, forbidden_count, &terms, c->q.err);
    free(list);
    free(forbidden);
    return terms;
}

static void clear_terms(dm_terms *terms)
{
    dm_free((void *)(uintptr_t)terms->candidates);
}

/* The index of a method's name; auto without the field. */
static int read_method(call *c, dm_status (*parse)(call *c, const char *name, int *out))
{
    const char *name = ask_text(&c->q, "method", false);
    int method = 0;
    if (name && c->q.status == DM_OK)
        c->q.status = parse(c, name, &method);
    return method;
}

static dm_status parse_reply(call *c, const char *name, int *out)
{
    dm_reply_method method;
    dm_status status = dm_reply_method_parse(name, &method, c->q.err);
    if (status == DM_OK)
        *out = (int)method;
    return status;
}

static dm_status parse_lead(call *c, const char *name, int *out)
{
    dm_lead_method method;
    dm_status status = dm_lead_method_parse(name, &method, c->q.err);
    if (status == DM_OK)
        *out = (int)method;
    return status;
}

static dm_status find_reply(call *c, const dm_reply_request *request, bool all, report **out,
                            dm_error *err)
{
    dm_reply *reply = NULL;
    dm_status status = dm_reply_new(c->arena, request, c->run, &reply, err);
    if (status == DM_OK && all && reply->optima_count == 0)
        status = answer_fail(err, DM_UNSUPPORTED, "this method finds one set; 'all' needs another");
    if (reply && (status == DM_OK || status == DM_STOPPED)) {
        *out = call_report(c);
        answer_reply(*out, &(answer_replied){.arena = c->arena,
                                             .white = request->white,
                                             .white_count = request->white_count,
                                             .kept = request->kept,
                                             .kept_count = request->kept_count,
                                             .reply = reply,
                                             .all_limit = request->optima_limit});
    }
    dm_reply_free(reply);
    return status;
}

dm_status answer_to_reply(call *c, report **out, dm_error *err)
{
    enum { ALL_LIMIT = 10000 };
    ask *q = &c->q;
    if (call_board(c) != DM_OK)
        return q->status;
    dm_vertex n = dm_arena_vertices(c->arena);
    int64_t white_count, kept_count;
    dm_vertex *white = ask_vertices(q, "white", n, &white_count);
    dm_vertex *kept = ask_vertices(q, "black", n, &kept_count);
    dm_terms terms = read_terms(c);
    bool all = ask_flag(q, "all");
    const dm_reply_request request = {
        .terms = terms,
        .white = white,
        .white_count = (int32_t)white_count,
        .kept = kept,
        .kept_count = (int32_t)kept_count,
        .count = (int32_t)ask_count(q, "count", 1, INT32_MAX, ASK_NEEDED),
        .method = (dm_reply_method)read_method(c, parse_reply),
        .optima_limit = all ? ask_count(q, "all_limit", 1, ALL_LIMIT, ALL_LIMIT) : 0,
        .threads = call_threads(c),
        .seed = c->seed};
    call_time(c);
    dm_status status = ask_end(q);
    if (status == DM_OK)
        status = find_reply(c, &request, all, out, err);
    clear_terms(&terms);
    free(white);
    free(kept);
    return status;
}

dm_status answer_to_lead(call *c, report **out, dm_error *err)
{
    if (call_board(c) != DM_OK)
        return c->q.status;
    dm_lead *lead = NULL;
    dm_terms terms = read_terms(c);
    int64_t count = ask_count(&c->q, "count", 1, INT32_MAX, ASK_NEEDED);
    const dm_lead_request request = {.terms = terms,
                                     .count = (int32_t)count,
                                     .reply =
                                         (int32_t)ask_count(&c->q, "reply", 1, INT32_MAX, count),
                                     .method = (dm_lead_method)read_method(c, parse_lead),
                                     .threads = call_threads(c),
                                     .seed = c->seed};
    call_need_table(c);
    call_time(c);
    dm_status status = ask_end(&c->q);
    if (status == DM_OK)
        status = dm_lead_new(c->arena, &request, c->run, &lead, err);
    if (lead) {
        *out = call_report(c);
        answer_lead(*out, c->arena, lead);
    }
    dm_lead_free(lead);
    clear_terms(&terms);
    return status;
}
