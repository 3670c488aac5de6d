/* market.c - replies at size: how long proofs take, and the same coverage problems compared with
 * HiGHS, CBC and GLPK.
 *
 * Rivals and candidates are random vertices.  "One rival moved" is the next question to the same
 * market.  All times are processor times.  A peer gets the
 * groups of customers (market_model.c) and solves them for at most --time seconds (default: 20).
 * Our time beside a peer is that of the second of two equal questions to a market, which keeps the
 * searches and groups of the first; the rows above have the whole.  A row is the median over --runs
 * seeds; a peer that was stopped counts as that long, ">" marks such a median, and after more than
 * half of the seeds it is skipped.  If both finish, the values must agree.
 *
 * With --time 60 or more the peers are asked about road:1000000 too.
 */
#include "market_peers.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOVES = MARKET_SPARES }; /* of rivals */

static const double usual_limit = 20, limit_of_large = 60, our_limit = 300; /* seconds */

typedef struct market_row {
    const char *spec;
    int32_t rivals, candidates, count; /* candidates 0: all vertices */
} market_row;

static void clear(market_case *c)
{
    dm_arena_free(c->arena);
    free(c->rival);
    free(c->candidate);
    *c = (market_case){0};
}

static dm_status draw(const market_row *row, uint64_t seed, market_case *out, dm_error *err)
{
    market_case c = {.rivals = row->rivals, .candidates = row->candidates, .count = row->count};
    int32_t sites = c.rivals + c.candidates, all = sites + MOVES;
    dm_stone *stones = NULL;
    dm_status status = dm_generate(row->spec, seed, &c.arena, err);
    if (status == DM_OK)
        status = bench_stones(c.arena, seed, all, &stones, err);
    c.rival = calloc((size_t)c.rivals, sizeof *c.rival);
    c.candidate = calloc((size_t)c.candidates + 1, sizeof *c.candidate);
    if (status == DM_OK && (!c.rival || !c.candidate))
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0; status == DM_OK && c.rival && c.candidate && i < all; i++)
        *(i < c.rivals ? &c.rival[i]
          : i < sites  ? &c.candidate[i - c.rivals]
                       : &c.spare[i - sites]) = stones[i].vertex;
    free(stones);
    if (status == DM_OK)
        *out = c;
    else
        clear(&c);
    return status;
}

/* Asks a market; `out` receives the processor time and what was captured. */
static dm_status ask(const bench *b, dm_market *market, const market_case *c, double limit,
                     market_outcome *out, double *gap, dm_error *err)
{
    dm_reply_request request = {
        .terms = {.ties = DM_TIES_WHITE,
                  .candidates = {.vertex = c->candidates ? c->candidate : NULL,
                                 .count = c->candidates}},
        .white = {.vertex = c->rival, .count = c->rivals},
        .count = c->count,
        .method = DM_REPLY_EXACT,
        .threads = b->threads};
    dm_reply *reply = NULL;
    dm_run *run = NULL;
    dm_status status = dm_run_new(&run, err);
    if (status != DM_OK)
        return status;
    dm_run_set_deadline(run, limit);
    double begun = bench_cpu_seconds();
    status = dm_market_reply(market, &request, run, &reply, err);
    *out = (market_outcome){.ran = true, .seconds = bench_cpu_seconds() - begun};
    if (status == DM_OK || status == DM_STOPPED) {
        out->proven = reply->proven;
        out->value = reply->black_score.whole;
        *gap = 50.0 * (double)(reply->upper.whole - reply->value.whole) /
               (double)(reply->black_score.whole + 1);
        status = DM_OK;
    }
    dm_reply_free(reply);
    dm_run_free(run);
    return status;
}

/* The same question after one rival has moved to a place that is free, four times: the median. */
static dm_status move_rivals(bench *b, const market_row *row, dm_market *market, market_case *c,
                             dm_error *err)
{
    double seconds[MOVES], gap = 0;
    char what[128];
    for (int i = 0; i < MOVES; i++) {
        market_outcome ours = {0};
        c->rival[i] = c->spare[i];
        dm_status status = ask(b, market, c, our_limit, &ours, &gap, err);
        if (status != DM_OK)
            return status;
        seconds[i] = ours.seconds;
    }
    snprintf(what, sizeof what, "%s, %d rivals, %d of %d, one rival moved", row->spec, row->rivals,
             row->count, row->candidates);
    bench_row(b, &(bench_result){.what = what, .unit = "s", .ours = bench_median(seconds, MOVES)});
    return DM_OK;
}

/* A whole question: searches, groups and proof. */
static dm_status whole(bench *b, const market_row *row, dm_error *err)
{
    market_case c = {0};
    market_outcome ours = {0};
    dm_market *market = NULL;
    double gap = 0;
    char what[128];
    dm_status status = draw(row, b->seed, &c, err);
    bench_reset_peak();
    double begun = bench_cpu_seconds();
    if (status == DM_OK)
        status = dm_market_new(c.arena, &market, err);
    if (status == DM_OK)
        status = ask(b, market, &c, our_limit, &ours, &gap, err);
    if (status == DM_OK) {
        snprintf(what, sizeof what, "%s, %d rivals, %d of %d, gap %.1f %%, %.0f MiB", row->spec,
                 row->rivals, row->count,
                 row->candidates ? row->candidates : dm_arena_vertices(c.arena), gap,
                 (double)bench_peak_bytes() / (1 << 20));
        bench_row(b,
                  &(bench_result){.what = what, .unit = "s", .ours = bench_cpu_seconds() - begun});
    }
    if (status == DM_OK && row->candidates > 0)
        status = move_rivals(b, row, market, &c, err);
    dm_market_free(market);
    clear(&c);
    return status;
}

/* Of one row: our times, and those of every peer. */
typedef struct market_times {
    double ours[BENCH_MOST_RUNS], theirs[MARKET_PEERS][BENCH_MOST_RUNS];
    int runs, stopped[MARKET_PEERS], missing[MARKET_PEERS];
} market_times;

static dm_status ask_peers(const bench *b, const market_case *c, const market_outcome *ours,
                           double limit, market_times *t, dm_error *err)
{
    market_model model;
    dm_status status = market_model_init(&model, c, err);
    for (int peer = 0; status == DM_OK && peer < MARKET_PEERS; peer++) {
        market_outcome theirs = {.seconds = limit};
        bool is_asked = 2 * t->stopped[peer] <= b->runs && !t->missing[peer];
        if (is_asked)
            status = market_ask_peer(&model, (market_peer)peer, limit, &theirs, err);
        t->missing[peer] += is_asked && !theirs.ran;
        t->stopped[peer] += !theirs.proven;
        t->theirs[peer][t->runs] = theirs.seconds;
        if (status == DM_OK && theirs.proven && theirs.value != ours->value)
            status = answer_fail(
                err, DM_INTERNAL, "%s: %" PRId64 " captured by us, %" PRId64 " by %s",
                dm_arena_title(c->arena), ours->value, theirs.value, market_peer_names[peer]);
    }
    market_model_clear(&model);
    return status;
}

/* One seed: we answer twice, as the first time includes the searches; then the peers. */
static dm_status compare_one(const bench *b, const market_case *c, double limit, market_times *t,
                             dm_error *err)
{
    dm_market *market = NULL;
    market_outcome ours = {0};
    double gap = 0;
    dm_status status = dm_market_new(c->arena, &market, err);
    for (int i = 0; i < 2 && status == DM_OK; i++)
        status = ask(b, market, c, our_limit, &ours, &gap, err);
    dm_market_free(market);
    if (status == DM_OK && !ours.proven)
        status = answer_fail(err, DM_INTERNAL, "%s: not proven in %.0f s", dm_arena_title(c->arena),
                             our_limit);
    t->ours[t->runs] = ours.seconds;
    if (status == DM_OK)
        status = ask_peers(b, c, &ours, limit, t, err);
    t->runs++;
    return status;
}

static dm_status compare(bench *b, const market_row *row, double limit, dm_error *err)
{
    market_times t = {0};
    char what[96], name[32];
    for (int i = 0; i < b->runs && i < BENCH_MOST_RUNS; i++) {
        market_case c = {0};
        dm_status status = draw(row, b->seed + (uint64_t)i, &c, err);
        if (status == DM_OK)
            status = compare_one(b, &c, limit, &t, err);
        clear(&c);
        if (status != DM_OK)
            return status;
    }
    snprintf(what, sizeof what, "%s, %d rivals, %d of %d, proof", row->spec, row->rivals,
             row->count, row->candidates);
    double ours = bench_median(t.ours, t.runs);
    for (int peer = 0; peer < MARKET_PEERS; peer++) {
        snprintf(name, sizeof name, t.stopped[peer] ? "%s, %d over" : "%s", market_peer_names[peer],
                 t.stopped[peer]);
        if (t.missing[peer])
            bench_print(b, "%s is not installed", market_peer_names[peer]);
        else
            bench_row(b, &(bench_result){.what = what,
                                         .unit = "s",
                                         .ours = ours,
                                         .peer = name,
                                         .theirs = bench_median(t.theirs[peer], t.runs),
                                         .is_least = 2 * t.stopped[peer] > t.runs});
    }
    return DM_OK;
}

dm_status bench_market(bench *b, dm_error *err)
{
    static const market_row rows[] = {
        {"road:50000", 20, 1000, 5},     {"road:20000", 20, 0, 3},
        {"road:100000", 100, 0, 5},      {"road:1000000", 100, 30, 3},
        {"road:1000000", 100, 1000, 10}, {"road:1000000", 100, 10000, 20},
    };
    static const market_row compared[] = {
        {"road:20000", 20, 1000, 5},
        {"road:100000", 100, 1000, 10},
        {"road:1000000", 100, 1000, 10},
    };
    double limit = b->time >= 0 ? b->time : usual_limit;
    dm_status status = DM_OK;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && status == DM_OK; i++)
        status = whole(b, &rows[i], err);
    for (int i = 0; i < (limit < limit_of_large ? 2 : 3) && status == DM_OK; i++)
        status = compare(b, &compared[i], limit, err);
    return status;
}
