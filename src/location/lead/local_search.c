/* local_search.c - local search for an opening: swaps of one stone, most refuted by earlier
 * replies.
 *
 * A swap is kept if White then holds more against Black's best reply.  Any reply is an upper bound
 * on that, so the last few hundred exact replies are tried first, the most recently useful one in
 * front; only a swap that survives them all needs an exact reply, which is then stored too.  A
 * stored reply loses the stones that White now holds.
 *
 * Cost of a swap: O(items) per reply tried.
 */
#include "location/lead/local_search.h"

#include "base/sort.h"
#include <demesne/rng.h>
#include <string.h>

enum { REFUTATIONS = 512 };

dm_status dmi_lead_opening_init(dmi_lead_opening *opening, const dmi_lead_sites *sites,
                                dm_error *err)
{
    opening->won = -1;
    opening->white = dmi_array(&opening->arrays, (size_t)sites->choose, sizeof *opening->white);
    opening->black = dmi_array(&opening->arrays, (size_t)sites->reply, sizeof *opening->black);
    return dmi_arrays_check(&opening->arrays, err);
}

void dmi_lead_opening_clear(dmi_lead_opening *opening)
{
    dmi_arrays_free(&opening->arrays);
    *opening = (dmi_lead_opening){.won = -1};
}

void dmi_lead_opening_copy(dmi_lead_opening *to, const dmi_lead_opening *from,
                           const dmi_lead_sites *sites)
{
    memcpy(to->white, from->white, (size_t)sites->choose * sizeof *to->white);
    memcpy(to->black, from->black, (size_t)sites->reply * sizeof *to->black);
    to->won = from->won;
}

dm_status dmi_lead_refutations_init(dmi_lead_refutations *refutations,
                                    const dmi_lead_problem *problem, dm_error *err)
{
    *refutations = (dmi_lead_refutations){0};
    refutations->order = dmi_array(&refutations->arrays, REFUTATIONS, sizeof *refutations->order);
    refutations->black = dmi_array(&refutations->arrays, REFUTATIONS * (size_t)problem->reply,
                                   sizeof *refutations->black);
    refutations->key = dmi_array(&refutations->arrays, (REFUTATIONS + 1) * (size_t)problem->items,
                                 sizeof *refutations->key);
    return dmi_arrays_check(&refutations->arrays, err);
}

void dmi_lead_refutations_clear(dmi_lead_refutations *refutations)
{
    dmi_arrays_free(&refutations->arrays);
    *refutations = (dmi_lead_refutations){0};
}

/* Stores the reply in front; replaces the last one if all slots are used. */
static void remember(dmi_lead_refutations *refutations, const dmi_lead_problem *problem,
                     const int32_t *black)
{
    if (refutations->count < REFUTATIONS) {
        refutations->order[refutations->count] = refutations->count;
        refutations->count++;
    }
    dmi_to_front_int32(refutations->order, refutations->count - 1);
    int32_t k = refutations->order[0];
    memcpy(refutations->black + (size_t)k * (size_t)problem->reply, black,
           (size_t)problem->reply * sizeof *black);
    dmi_lead_black_keys(problem, black, problem->reply,
                        refutations->key + (size_t)k * (size_t)problem->items);
}

typedef struct search {
    const dmi_lead_problem *problem;
    dmi_reply_solver *solver;
    dmi_lead_refutations *refutations;
    const dmi_lead_listener *listener; /* or NULL */
    dm_run *run;
    dm_rng rng;
    dmi_lead_opening *best; /* the caller's */
    dmi_lead_opening now, trial;
    uint16_t *key, *rest; /* White keys of the trial, and of the opening without the moving stone */
    unsigned char *held;  /* sites of the trial */
    int32_t *kept;        /* scratch: stones of a reply that White does not hold */
    int32_t *order;       /* sites in random order */
    dmi_arrays arrays;
} search;

/* Whether White holds the place of this stone of Black's. */
static bool is_blocked(const search *s, int32_t black)
{
    int32_t holder = black < 0 ? -1 : dmi_lead_holder(s->problem->list, black);
    return holder >= 0 && s->held[holder];
}

/* Whether reply k holds White's trial below the target.  More black stones never help White, so the
 * stones that White has taken away matter only if the whole reply does. */
static bool refutes(search *s, int32_t k, int64_t target)
{
    const dmi_lead_problem *problem = s->problem;
    const int32_t *black = s->refutations->black + (size_t)k * (size_t)problem->reply;
    const uint16_t *key = s->refutations->key + (size_t)k * (size_t)problem->items;
    uint16_t *fewer = s->refutations->key + (size_t)REFUTATIONS * (size_t)problem->items;
    int32_t kept = 0;
    if (dmi_lead_weight_won(problem, s->key, key) >= target)
        return false;
    for (int32_t i = 0; i < problem->reply; i++)
        if (!is_blocked(s, black[i]))
            s->kept[kept++] = black[i];
    if (kept == problem->reply)
        return true;
    dmi_lead_black_keys(problem, s->kept, kept, fewer);
    return dmi_lead_weight_won(problem, s->key, fewer) < target;
}

static bool is_refuted(search *s, int64_t target)
{
    for (int32_t i = 0; i < s->refutations->count; i++)
        if (refutes(s, s->refutations->order[i], target)) {
            dmi_to_front_int32(s->refutations->order, i);
            return true;
        }
    return false;
}

/* The exact value of the trial. */
static dm_status ask(search *s, dm_error *err)
{
    dm_status status =
        dmi_reply_solver_run(s->solver, s->trial.white, s->run, s->trial.black, &s->trial.won, err);
    if (status == DM_OK)
        remember(s->refutations, s->problem, s->trial.black);
    return status;
}

/* Tries every site in place of stone i of the opening; *better: one was kept. */
static dm_status move_stone(search *s, int32_t i, bool *better, dm_error *err)
{
    const dmi_lead_problem *problem = s->problem;
    int32_t from = s->now.white[i];
    dmi_lead_opening_copy(&s->trial, &s->now, problem->list);
    s->trial.white[i] = s->trial.white[problem->count - 1];
    dmi_lead_white_keys(problem, s->trial.white, problem->count - 1, s->rest);
    dm_status status = DM_OK;
    for (int32_t k = 0; k < problem->whites && status == DM_OK; k++) {
        int32_t to = s->order[k];
        s->trial.white[problem->count - 1] = to;
        if (s->held[to] || !dmi_lead_sites_allow(problem->list, s->trial.white))
            continue;
        const uint16_t *rank = dmi_lead_ranks(problem, to);
        for (int32_t j = 0; j < problem->items; j++) {
            uint16_t key = dmi_lead_white_key(&problem->item[j], rank[j]);
            s->key[j] = key < s->rest[j] ? key : s->rest[j];
        }
        s->held[from] = 0;
        s->held[to] = 1;
        status = dmi_run_go_on(s->run, 1) ? DM_OK : dmi_stopped(s->run, err);
        if (status == DM_OK && !is_refuted(s, s->now.won + 1)) {
            status = ask(s, err);
            *better = status == DM_OK && s->trial.won > s->now.won;
        }
        if (*better)
            break;
        s->held[from] = 1;
        s->held[to] = 0;
    }
    if (*better)
        dmi_lead_opening_copy(&s->now, &s->trial, problem->list);
    return status;
}

static void shuffle(search *s)
{
    for (int32_t i = s->problem->whites - 1; i > 0; i--) {
        int32_t k = (int32_t)dm_rng_below(&s->rng, (uint64_t)i + 1), t = s->order[i];
        s->order[i] = s->order[k];
        s->order[k] = t;
    }
}

/* Ends a step: keeps `now` if it is the best. */
static dm_status end_step(search *s, dm_error *err)
{
    if (s->now.won > s->best->won)
        dmi_lead_opening_copy(s->best, &s->now, s->problem->list);
    return s->listener ? s->listener->hear(s->listener->context, err) : DM_OK;
}

/* Moves stones of `now` until no move gains. */
static dm_status climb(search *s, dm_error *err)
{
    dm_status status = DM_OK;
    memset(s->held, 0, (size_t)s->problem->whites);
    for (int32_t i = 0; i < s->problem->count; i++)
        s->held[s->now.white[i]] = 1;
    dmi_lead_opening_copy(&s->trial, &s->now, s->problem->list);
    status = ask(s, err);
    dmi_lead_opening_copy(&s->now, &s->trial, s->problem->list);
    if (status == DM_OK)
        status = end_step(s, err);
    for (int32_t i = 0, idle = 0; status == DM_OK && idle < s->problem->count; idle++) {
        bool better = false;
        status = move_stone(s, i, &better, err);
        if (status == DM_OK)
            status = end_step(s, err);
        idle = better ? -1 : idle;
        i = (i + 1) % s->problem->count;
    }
    return status;
}

/* A first opening: under a budget nothing changes, else random sites. */
static void first_opening(search *s)
{
    const dmi_lead_site *site = s->problem->list->site;
    int32_t count = 0;
    shuffle(s);
    for (int pass = 0; pass < 2; pass++)
        for (int32_t k = 0; k < s->problem->whites && count < s->problem->count; k++) {
            bool stands = site[k].closable;
            if (s->problem->list->budget == INT64_MAX)
                s->now.white[count++] = s->order[k];
            else if (pass == 0 ? stands : site[k].vertex < 0)
                s->now.white[count++] = k;
        }
}

/* Moves up to a third of the stones to random places. */
static void perturb(search *s)
{
    int32_t count = s->problem->count, next = 0;
    int32_t moves = 1 + (int32_t)dm_rng_below(&s->rng, 1 + (uint64_t)count / 3);
    shuffle(s);
    memset(s->held, 0, (size_t)s->problem->whites);
    for (int32_t i = 0; i < count; i++)
        s->held[s->now.white[i]] = 1;
    for (int32_t m = 0; m < moves; m++) {
        while (next < s->problem->whites && s->held[s->order[next]])
            next++;
        if (next == s->problem->whites)
            break;
        int32_t i = (int32_t)dm_rng_below(&s->rng, (uint64_t)count), old = s->now.white[i];
        s->now.white[i] = s->order[next++];
        if (!dmi_lead_sites_allow(s->problem->list, s->now.white))
            s->now.white[i] = old;
    }
}

static dm_status make_room(search *s, dm_error *err)
{
    size_t items = (size_t)s->problem->items, sites = (size_t)s->problem->whites;
    dm_status status = dmi_lead_opening_init(&s->now, s->problem->list, err);
    if (status == DM_OK)
        status = dmi_lead_opening_init(&s->trial, s->problem->list, err);
    s->key = dmi_array(&s->arrays, items, sizeof *s->key);
    s->rest = dmi_array(&s->arrays, items, sizeof *s->rest);
    s->held = dmi_array(&s->arrays, sites, 1);
    s->kept = dmi_array(&s->arrays, (size_t)s->problem->reply, sizeof *s->kept);
    s->order = dmi_array(&s->arrays, sites, sizeof *s->order);
    if (status == DM_OK)
        status = dmi_arrays_check(&s->arrays, err);
    for (int32_t i = 0; status == DM_OK && i < s->problem->whites; i++)
        s->order[i] = i;
    return status;
}

static void clear(search *s)
{
    dmi_lead_opening_clear(&s->now);
    dmi_lead_opening_clear(&s->trial);
    dmi_arrays_free(&s->arrays);
}

dm_status dmi_lead_improve(dmi_reply_solver *solver, dmi_lead_refutations *refutations, int rounds,
                           uint64_t seed, const dmi_lead_listener *listener, dm_run *run,
                           dmi_lead_opening *best, dm_error *err)
{
    search s = {.problem = solver->problem,
                .solver = solver,
                .refutations = refutations,
                .listener = listener,
                .best = best,
                .run = run};
    dm_status status = make_room(&s, err);
    int first = listener && best->won >= 0 ? *listener->rounds : 0;
    dm_rng_init(&s.rng, first > 0 ? dm_rng_derive(seed, (uint64_t)first) : seed);
    for (int i = first; i < rounds && status == DM_OK; i++) {
        if (i > 0)
            dmi_lead_opening_copy(&s.now, best, s.problem->list);
        if (i > 0)
            perturb(&s);
        else
            first_opening(&s);
        shuffle(&s);
        status = climb(&s, err);
        if (status == DM_STOPPED && s.now.won > best->won)
            dmi_lead_opening_copy(best, &s.now, s.problem->list);
        if (status == DM_OK && listener)
            *listener->rounds = i + 1;
    }
    clear(&s);
    return status;
}
