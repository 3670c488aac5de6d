/* first_bounds.c - bounds on leads of large boards without the table of all distances.
 *
 * Solves the lead among a sample of the sites, in a part of the time.  White's opening there is one
 * of the large lead too; Black's best answer to it, by all sites, gives the lower bound.  The first
 * of many sites are near the customers instead.  If Black commits himself to some sites, White's
 * best answer to these gives an upper bound: once with the places of White's opening, which is good
 * for whoever opens first, once with Black's answer.  The next sample has more sites, among them
 * those of the answers.  If White opens many more sites than Black, the upper bound is that of
 * mixed_strategy.c.
 */
#include "location/lead/early_bounds.h"

#include "location/lead/lead_methods.h"
#include <assert.h>
#include <demesne/rng.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    PART = 8, /* a sample is at most 1 / PART of the sites */
    FEW = 3,  /* a sample finds good openings up to this many sites */
    QUICK = 8 /* a quick step has 1 / QUICK of the time of others */
};
static const double SHARE = 0.1, MANY_SHARE = 0.2; /* of the time, for each step of a round */
static const double SECONDS = 1;                   /* at most */

typedef struct sampling {
    const dm_arena *arena;
    const dmi_lead_sites *sites;
    dm_run *run;
    dmi_lead_first_bounds *out;
    int32_t most;        /* the larger number of sites that a side opens */
    unsigned char *take; /* the sample */
    int32_t *map;        /* its sites in the large lead */
    int32_t *white;      /* the opening */
    int32_t *black;      /* Black's answer to it */
    int32_t *committed;  /* sites to which Black commits himself */
    int32_t *answer;     /* the best one to those */
    dmi_arrays arrays;
} sampling;

static double seconds_for_step(const sampling *b)
{
    double share = b->most > FEW ? MANY_SHARE : SHARE;
    return fmin(share * dmi_run_seconds_left(b->run), SECONDS);
}

/* Marks `wanted` random sites from `from` to `to` - 1, with those marked already. */
static void mark_sample(const sampling *b, dm_rng *rng, int32_t from, int32_t to, int32_t wanted)
{
    for (int32_t s = from; s < to; s++)
        wanted -= b->take[s];
    for (int32_t s = from, left = to - from; s < to; s++, left--)
        if (wanted > 0 && !b->take[s] && dm_rng_below(rng, (uint64_t)left) < (uint64_t)wanted) {
            b->take[s] = 1;
            wanted--;
        }
}

/* Solves the lead among `size` sites of each side, and those that stand; takes White's opening and
 * Black's answer. */
static dm_status solve_sample(const sampling *b, int32_t size, dm_rng *rng, bool *found,
                              dm_error *err)
{
    const dmi_lead_sites *sites = b->sites;
    dmi_lead_sites sample = {0};
    dmi_lead_market market = {0};
    dmi_lead_result result = {0};
    dm_run *part = NULL;
    int32_t whites = sites->budget == INT64_MAX ? 2 * sites->choose : 0, blacks = 2 * sites->reply;
    mark_sample(b, rng, 0, sites->whites, size > whites ? size : whites);
    mark_sample(b, rng, sites->first_black, sites->count, size > blacks ? size : blacks);
    dm_status status = dmi_lead_sites_sample(sites, b->take, &sample, b->map, err);
    if (status == DM_OK)
        status = dmi_run_part(b->run, -1, &part, err);
    if (status == DM_OK)
        status = dmi_lead_market_init(&market, b->arena, &sample, part, err);
    if (status == DM_OK)
        status = dmi_lead_opening_init(&result.best, &sample, err);
    if (status == DM_OK) {
        dmi_lead_fn *method = dmi_lead_can_enumerate(&sample) ? dmi_lead_enumerate : dmi_lead_exact;
        dm_run_set_deadline(part, seconds_for_step(b));
        result.upper = market.total;
        status = method(&market, part, &result, err);
        *found = (status == DM_OK || status == DM_STOPPED) && result.best.won >= 0;
        status = status == DM_STOPPED ? DM_OK : status;
    }
    for (int32_t i = 0; *found && i < sites->choose; i++)
        b->white[i] = b->map[result.best.white[i]];
    for (int32_t i = 0; *found && i < sites->reply; i++) {
        int32_t black = i < sample.reply ? result.best.black[i] : -1;
        b->black[i] = black >= 0 ? b->map[black] : -1;
    }
    dmi_lead_opening_clear(&result.best);
    dmi_lead_market_clear(&market);
    dmi_lead_sites_clear(&sample);
    dm_run_free(part);
    return status;
}

/* Bounds a side's best answer; its sites are in the next sample. */
static dm_status bound_answer(const sampling *b, dm_side side, const int32_t *against,
                              int32_t count, double seconds, int64_t *value, dm_error *err)
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

/* An upper bound: Black commits himself to the places of White's opening if `same`, then to his
 * answer. */
static dm_status find_upper(const sampling *b, bool same, double seconds, dm_error *err)
{
    const dmi_lead_sites *sites = b->sites;
    int32_t count = 0;
    for (int32_t i = 0; same && i < sites->choose && count < sites->reply; i++) {
        int32_t twin = sites->site[b->white[i]].twin;
        if (twin >= sites->first_black)
            b->committed[count++] = twin;
    }
    for (int32_t i = 0; i < sites->reply && count < sites->reply; i++) {
        bool is_in = b->black[i] < 0;
        for (int32_t k = 0; k < count && !is_in; k++)
            is_in = b->committed[k] == b->black[i];
        if (!is_in)
            b->committed[count++] = b->black[i];
    }
    return bound_answer(b, DM_WHITE, b->committed, count, seconds, &b->out->upper, err);
}

static dm_status do_round(const sampling *b, int round, int32_t size, dm_rng *rng, dm_error *err)
{
    dmi_lead_first_bounds *out = b->out;
    size_t choose = (size_t)b->sites->choose, reply = (size_t)b->sites->reply;
    int64_t lower = INT64_MIN;
    bool found = false, commits = !dmi_lead_mixed_bound_pays(b->sites);
    bool is_near = round == 0 && b->most > FEW && b->sites->budget == INT64_MAX;
    char note[80];
    dm_run *part = NULL;
    dm_status status = is_near ? dmi_run_part(b->run, seconds_for_step(b), &part, err)
                               : solve_sample(b, size, rng, &found, err);
    if (is_near && status == DM_OK) {
        status = dmi_lead_open_near(b->arena, b->sites, part, b->white, err);
        for (int32_t i = 0; i < b->sites->reply; i++)
            b->black[i] = -1;
        found = status == DM_OK;
    }
    dm_run_free(part);
    if (status == DM_OK && is_near && commits) /* a first upper bound, before what may take long */
        status = find_upper(b, true, seconds_for_step(b) / QUICK, err);
    if (status == DM_OK && found) /* a lower bound: Black's best answer to White's opening */
        status =
            bound_answer(b, DM_BLACK, b->white, b->sites->choose, seconds_for_step(b), &lower, err);
    bool is_bounded = status == DM_OK && lower > INT64_MIN;
    if (is_bounded && (!out->has_opening || lower > out->lower)) {
        memcpy(out->white, b->white, choose * sizeof *b->white);
        memcpy(out->black, b->answer, reply * sizeof *b->answer);
        out->lower = lower;
        out->has_opening = true;
    }
    if (is_bounded)
        memcpy(b->black, b->answer, reply * sizeof *b->black);
    for (int same = 1; same >= 0 && status == DM_OK && found && commits; same--)
        status = find_upper(b, same, seconds_for_step(b), err);
    snprintf(note, sizeof note, "best %" PRId64 ", bound %" PRId64, out->lower, out->upper);
    if (status == DM_OK &&
        !dmi_run_report(b->run, 1, "bounds", (uint64_t)size, 0, out->has_opening ? note : NULL))
        status = dmi_stopped(b->run, err);
    return status;
}

dm_status dmi_lead_first_bounds_find(const dm_arena *arena, const dmi_lead_sites *sites,
                                     int32_t size, int rounds, dm_run *run,
                                     dmi_lead_first_bounds *out, dm_error *err)
{
    sampling b = {.arena = arena, .sites = sites, .run = run, .out = out};
    dm_rng rng;
    dm_rng_init(&rng, sites->request->seed);
    b.most = sites->choose > sites->reply ? sites->choose : sites->reply;
    b.take = dmi_array_zeroed(&b.arrays, (size_t)sites->count, 1);
    b.map = dmi_array(&b.arrays, (size_t)sites->count, sizeof *b.map);
    b.white = dmi_array(&b.arrays, (size_t)sites->choose, sizeof *b.white);
    b.black = dmi_array(&b.arrays, (size_t)sites->reply, sizeof *b.black);
    b.committed = dmi_array(&b.arrays, (size_t)sites->reply, sizeof *b.committed);
    b.answer = dmi_array(&b.arrays, (size_t)b.most, sizeof *b.answer);
    dm_status status = dmi_arrays_check(&b.arrays, err);
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
