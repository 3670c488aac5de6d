/* first_bounds.c - bounds on leads of large boards without the table of all distances.
 *
 * Solves the lead among a sample of the sites, in a part of the time.  White's opening there is
 * one of the large lead too; Black's best answer to it, by all sites, gives the lower bound.  The
 * first of many sites are spread over the customers instead.  If Black commits himself to some
 * sites, White's best answer to these gives an upper bound: once with the places of White's
 * opening, which is good for whoever opens first, once with Black's answer.  The next sample has
 * more sites, among them those of the answers.  If White opens many more sites than Black, the
 * upper bound is that of mixed_strategy.c.
 */
#include "location/lead/first_bounds.h"

#include "location/lead/group_bound.h"
#include "location/lead/lead_methods.h"
#include "location/lead/mixed_strategy.h"
#include "location/lead/spread_opening.h"
#include <demesne/rng.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    PART = 8, /* a sample is at most 1 / PART of the sites */
    FEW = 3,  /* so many sites are well chosen in a sample */
    QUICK = 8 /* a quick step has 1 / QUICK of the time of others */
};
static const double SHARE = 0.1, MANY_SHARE = 0.2; /* of the time, for each step of a round */
static const double SECONDS = 1;                   /* at most */

typedef struct bounding {
    const dm_arena *arena;
    const dmi_lead_sites *sites;
    dm_run *run;
    dmi_lead_first_bounds *out;
    int32_t most;        /* the larger number of sites that a side opens */
    unsigned char *take; /* the sample */
    int32_t *map;        /* its sites in the large lead */
    int32_t *white;      /* the opening */
    int32_t *black, *plan, *answer;
    dmi_arrays arrays;
} bounding;

static double seconds_for_step(const bounding *b)
{
    double share = b->most > FEW ? MANY_SHARE : SHARE;
    return fmin(share * dmi_run_seconds_left(b->run), SECONDS);
}

/* Marks `wanted` random sites from `from` to `to` - 1, with those marked already. */
static void mark(const bounding *b, dm_rng *rng, int32_t from, int32_t to, int32_t wanted)
{
    for (int32_t s = from; s < to; s++)
        wanted -= b->take[s];
    for (int32_t s = from, left = to - from; s < to; s++, left--)
        if (wanted > 0 && !b->take[s] && dm_rng_below(rng, (uint64_t)left) < (uint64_t)wanted) {
            b->take[s] = 1;
            wanted--;
        }
}

static int32_t at_least(int32_t size, int32_t least)
{
    return size > least ? size : least;
}

/* Takes White's opening and Black's answer from the sample. */
static void take_sites(const bounding *b, const dmi_lead_opening *best, int32_t reply)
{
    for (int32_t i = 0; i < b->sites->choose; i++)
        b->white[i] = b->map[best->white[i]];
    for (int32_t i = 0; i < b->sites->reply; i++)
        b->black[i] = i < reply && best->black[i] >= 0 ? b->map[best->black[i]] : -1;
}

static dm_status solve_market(const bounding *b, const dmi_lead_market *market, dm_run *part,
                              bool *found, dm_error *err)
{
    const dmi_lead_sites *sites = &market->sites;
    dmi_lead_fn *method = dmi_lead_can_enumerate(sites) ? dmi_lead_enumerate : dmi_lead_exact;
    dmi_lead_result result = {.upper = market->total};
    dm_status status = dmi_lead_opening_init(&result.best, sites, err);
    dm_run_set_deadline(part, seconds_for_step(b));
    if (status == DM_OK)
        status = method(market, part, &result, err);
    *found = (status == DM_OK || status == DM_STOPPED) && result.best.won >= 0;
    if (*found)
        take_sites(b, &result.best, sites->reply);
    dmi_lead_opening_clear(&result.best);
    return status == DM_STOPPED ? DM_OK : status;
}

/* Solves the lead among `size` sites of each side, and those that stand. */
static dm_status solve_sample(const bounding *b, int32_t size, dm_rng *rng, bool *found,
                              dm_error *err)
{
    const dmi_lead_sites *sites = b->sites;
    dmi_lead_sites sample = {0};
    dmi_lead_market market = {0};
    dm_run *part = NULL;
    mark(b, rng, 0, sites->whites,
         at_least(size, sites->budget == INT64_MAX ? 2 * sites->choose : 0));
    mark(b, rng, sites->first_black, sites->count, at_least(size, 2 * sites->reply));
    dm_status status = dmi_lead_sites_sample(sites, b->take, &sample, b->map, err);
    if (status == DM_OK)
        status = dm_run_new(&part, err);
    if (status == DM_OK) { /* it reports nothing, as the values of the sample are others */
        dmi_run_follow(part, b->run);
        dm_run_set_progress(part, NULL, NULL, 0);
    }
    if (status == DM_OK)
        status = dmi_lead_market_init(&market, b->arena, &sample, part, err);
    if (status == DM_OK)
        status = solve_market(b, &market, part, found, err);
    dmi_lead_market_clear(&market);
    dmi_lead_sites_clear(&sample);
    dm_run_free(part);
    return status;
}

/* Spreads White's sites; Black's answer is not known. */
static dm_status spread_white(const bounding *b, bool *found, dm_error *err)
{
    dm_run *part = NULL;
    dm_status status = dm_run_new(&part, err);
    if (status != DM_OK)
        return status;
    dmi_run_follow(part, b->run);
    dm_run_set_progress(part, NULL, NULL, 0);
    dm_run_set_deadline(part, seconds_for_step(b));
    status = dmi_lead_spread(b->arena, b->sites, part, b->white, err);
    dm_run_free(part);
    for (int32_t i = 0; i < b->sites->reply; i++)
        b->black[i] = -1;
    *found = status == DM_OK;
    return status;
}

static dm_status bound(const bounding *b, dm_side side, const int32_t *against, int32_t count,
                       double seconds, int64_t *value, dm_error *err)
{
    for (int32_t i = 0; i < b->most; i++)
        b->answer[i] = -1;
    dm_status status = dmi_lead_group_bound(b->arena, b->sites, side, against, count, seconds,
                                            b->run, value, b->answer, err);
    for (int32_t i = 0; i < b->most; i++)
        if (b->answer[i] >= 0)
            b->take[b->answer[i]] = 1;
    return status;
}

static dm_status find_lower(const bounding *b, dm_error *err)
{
    int64_t lower = INT64_MIN;
    dm_status status =
        bound(b, DM_BLACK, b->white, b->sites->choose, seconds_for_step(b), &lower, err);
    if (status == DM_OK && lower > INT64_MIN && (!b->out->has_opening || lower > b->out->lower)) {
        memcpy(b->out->white, b->white, (size_t)b->sites->choose * sizeof *b->white);
        memcpy(b->out->black, b->answer, (size_t)b->sites->reply * sizeof *b->answer);
        b->out->lower = lower;
        b->out->has_opening = true;
    }
    if (status == DM_OK && lower > INT64_MIN)
        memcpy(b->black, b->answer, (size_t)b->sites->reply * sizeof *b->black);
    return status;
}

static bool is_in(const int32_t *list, int32_t count, int32_t site)
{
    for (int32_t i = 0; i < count; i++)
        if (list[i] == site)
            return true;
    return false;
}

/* Black's plan: his sites on the places of White's opening if `same`, then those of his answer. */
static int32_t make_plan(const bounding *b, bool same)
{
    const dmi_lead_sites *sites = b->sites;
    int32_t count = 0;
    for (int32_t i = 0; same && i < sites->choose && count < sites->reply; i++) {
        int32_t twin = sites->site[b->white[i]].twin;
        if (twin >= sites->first_black)
            b->plan[count++] = twin;
    }
    for (int32_t i = 0; i < sites->reply && count < sites->reply; i++)
        if (b->black[i] >= 0 && !is_in(b->plan, count, b->black[i]))
            b->plan[count++] = b->black[i];
    return count;
}

static dm_status find_upper(const bounding *b, dm_error *err)
{
    dm_status status = DM_OK;
    for (int same = 1; same >= 0 && status == DM_OK; same--)
        status = bound(b, DM_WHITE, b->plan, make_plan(b, same), seconds_for_step(b),
                       &b->out->upper, err);
    return status;
}

static bool report(const bounding *b, int32_t size)
{
    char note[80];
    snprintf(note, sizeof note, "best %" PRId64 ", bound %" PRId64, b->out->lower, b->out->upper);
    return dmi_run_report(b->run, 1, "bounds", (uint64_t)size, 0,
                          b->out->has_opening ? note : NULL);
}

static dm_status do_round(const bounding *b, int round, int32_t size, dm_rng *rng, dm_error *err)
{
    bool found = false;
    bool spread = round == 0 && b->most > FEW && b->sites->budget == INT64_MAX;
    dm_status status =
        spread ? spread_white(b, &found, err) : solve_sample(b, size, rng, &found, err);
    bool plans = !dmi_lead_mixed_bound_pays(b->sites);
    if (status == DM_OK && spread && plans) /* a first upper bound, before what may take long */
        status = bound(b, DM_WHITE, b->plan, make_plan(b, true), seconds_for_step(b) / QUICK,
                       &b->out->upper, err);
    if (status == DM_OK && found)
        status = find_lower(b, err);
    if (status == DM_OK && found && plans)
        status = find_upper(b, err);
    if (status == DM_OK && !report(b, size))
        status = dmi_stopped(b->run, err);
    return status;
}

static dm_status make_room(bounding *b, dm_error *err)
{
    const dmi_lead_sites *sites = b->sites;
    b->most = at_least(sites->choose, sites->reply);
    b->take = dmi_array_zeroed(&b->arrays, (size_t)sites->count, 1);
    b->map = dmi_array(&b->arrays, (size_t)sites->count, sizeof *b->map);
    b->white = dmi_array(&b->arrays, (size_t)sites->choose, sizeof *b->white);
    b->black = dmi_array(&b->arrays, (size_t)sites->reply, sizeof *b->black);
    b->plan = dmi_array(&b->arrays, (size_t)sites->reply, sizeof *b->plan);
    b->answer = dmi_array(&b->arrays, (size_t)b->most, sizeof *b->answer);
    return dmi_arrays_check(&b->arrays, err);
}

dm_status dmi_lead_first_bounds_find(const dm_arena *arena, const dmi_lead_sites *sites,
                                     int32_t size, int rounds, dm_run *run,
                                     dmi_lead_first_bounds *out, dm_error *err)
{
    bounding b = {.arena = arena, .sites = sites, .run = run, .out = out};
    dm_rng rng;
    dm_rng_init(&rng, sites->request->seed);
    dm_status status = make_room(&b, err);
    if (status == DM_OK && dmi_lead_mixed_bound_pays(sites))
        status =
            dmi_lead_mixed_bound(arena, sites, 2 * seconds_for_step(&b), run, &out->upper, err);
    for (int round = 0; round < rounds && status == DM_OK; round++) {
        int32_t now = size * (round + 1);
        if (round > 0 && PART * now > sites->count)
            break;
        status = do_round(&b, round, now, &rng, err);
    }
    dmi_arrays_free(&b.arrays);
    return status == DM_STOPPED || status == DM_TOO_LARGE ? DM_OK : status;
}
