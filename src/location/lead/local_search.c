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
#include <assert.h>
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
                                    const dmi_lead_market *market, dm_error *err)
{
    dmi_lead_refutations *r = refutations;
    *r = (dmi_lead_refutations){0};
    r->order = dmi_array(&r->arrays, REFUTATIONS, sizeof *r->order);
    r->black = dmi_array(&r->arrays, REFUTATIONS * (size_t)market->sites.reply, sizeof *r->black);
    r->key = dmi_array(&r->arrays, (REFUTATIONS + 1) * (size_t)market->customers, sizeof *r->key);
    return dmi_arrays_check(&r->arrays, err);
}

void dmi_lead_refutations_clear(dmi_lead_refutations *refutations)
{
    dmi_arrays_free(&refutations->arrays);
    *refutations = (dmi_lead_refutations){0};
}

/* Moves that are tried against the replies remembered. */
typedef struct key_moves {
    const dmi_lead_market *market;
    const dmi_lead_sites *sites;
    dmi_exact_reply *solver;
    dmi_lead_refutations *refutations;
    dm_run *run;
    dm_rng rng;
    dmi_lead_opening trial;
    uint16_t *key, *rest; /* White's keys of the trial, and without the stone that moves */
    unsigned char *held;  /* sites of the trial */
    int32_t *kept;        /* scratch: stones of a reply that White does not hold */
    int32_t *order;       /* sites in the order in which they are tried */
    dmi_arrays arrays;
} key_moves;

/* Whether reply k holds White's trial below the target.  More black stones never help White, so the
 * stones that White has taken away matter only if the whole reply does. */
static bool refutes(key_moves *s, int32_t k, int64_t target)
{
    const dmi_lead_market *m = s->market;
    int32_t reply = s->sites->reply, kept = 0;
    const int32_t *black = s->refutations->black + (size_t)k * (size_t)reply;
    uint16_t *keys = s->refutations->key;
    if (dmi_lead_weight_won(m, s->key, keys + (size_t)k * (size_t)m->customers) >= target)
        return false;
    for (int32_t i = 0; i < reply; i++) {
        int32_t holder = black[i] < 0 ? -1 : dmi_lead_holder(s->sites, black[i]);
        if (holder < 0 || !s->held[holder])
            s->kept[kept++] = black[i];
    }
    if (kept == reply)
        return true;
    uint16_t *fewer = keys + (size_t)REFUTATIONS * (size_t)m->customers;
    dmi_lead_black_keys(m, s->kept, kept, fewer);
    return dmi_lead_weight_won(m, s->key, fewer) < target;
}

static bool is_refuted(key_moves *s, int64_t target)
{
    for (int32_t i = 0; i < s->refutations->count; i++)
        if (refutes(s, s->refutations->order[i], target)) {
            dmi_to_front_int32(s->refutations->order, i);
            return true;
        }
    return false;
}

static dm_status evaluate_by_keys(void *context, dmi_lead_opening *opening, dm_error *err)
{
    key_moves *s = context;
    dm_status status =
        dmi_exact_reply_run(s->solver, opening->white, s->run, opening->black, &opening->won, err);
    if (status != DM_OK)
        return status;
    /* The reply is stored in front; in place of the last one if there is no room. */
    dmi_lead_refutations *stored = s->refutations;
    size_t size = (size_t)s->market->sites.reply;
    if (stored->count < REFUTATIONS) {
        stored->order[stored->count] = stored->count;
        stored->count++;
    }
    dmi_to_front_int32(stored->order, stored->count - 1);
    size_t k = (size_t)stored->order[0];
    memcpy(stored->black + k * size, opening->black, size * sizeof *opening->black);
    dmi_lead_black_keys(s->market, opening->black, s->market->sites.reply,
                        stored->key + k * (size_t)s->market->customers);
    return DM_OK;
}

static void shuffle(dm_rng *rng, int32_t *order, int32_t count)
{
    for (int32_t i = count - 1; i > 0; i--)
        dmi_swap_int32(&order[i], &order[(int32_t)dm_rng_below(rng, (uint64_t)i + 1)]);
}

/* Tries every site in place of stone i; keeps the first that is better. */
static dm_status move_by_keys(void *context, dmi_lead_opening *now, int32_t i, bool *better,
                              dm_error *err)
{
    key_moves *s = context;
    int32_t from = now->white[i], last = s->sites->choose - 1;
    dmi_lead_opening_copy(&s->trial, now, s->sites);
    s->trial.white[i] = s->trial.white[last];
    dmi_lead_white_keys(s->market, s->trial.white, last, s->rest);
    memset(s->held, 0, (size_t)s->sites->whites);
    for (int32_t k = 0; k <= last; k++)
        s->held[now->white[k]] = 1;
    dm_status status = DM_OK;
    for (int32_t k = 0; k < s->sites->whites && status == DM_OK && !*better; k++) {
        int32_t to = s->order[k];
        s->trial.white[last] = to;
        if (s->held[to] || !dmi_lead_sites_allow(s->sites, s->trial.white))
            continue;
        dmi_lead_white_add(s->market, to, s->rest, s->key);
        s->held[from] = 0;
        s->held[to] = 1;
        status = dmi_run_go_on(s->run, 1) ? DM_OK : dmi_stopped(s->run, err);
        if (status == DM_OK && !is_refuted(s, now->won + 1)) {
            status = evaluate_by_keys(s, &s->trial, err);
            *better = status == DM_OK && s->trial.won > now->won;
        }
        s->held[from] = 1;
        s->held[to] = 0;
    }
    if (*better)
        dmi_lead_opening_copy(now, &s->trial, s->sites);
    return status;
}

dm_status dmi_lead_improve_by_keys(dmi_exact_reply *solver, dmi_lead_refutations *refutations,
                                   int rounds, const dmi_lead_listener *listener, dm_run *run,
                                   dmi_lead_opening *best, dm_error *err)
{
    const dmi_lead_market *m = solver->market;
    key_moves s = {
        .market = m, .sites = &m->sites, .solver = solver, .refutations = refutations, .run = run};
    const dmi_lead_moves moves = {
        .evaluate = evaluate_by_keys, .move = move_by_keys, .context = &s};
    size_t halves = (size_t)m->customers + (size_t)m->split, sites = (size_t)m->sites.whites;
    dm_status status = dmi_lead_opening_init(&s.trial, s.sites, err);
    s.key = dmi_array(&s.arrays, halves, sizeof *s.key);
    s.rest = dmi_array(&s.arrays, halves, sizeof *s.rest);
    s.held = dmi_array(&s.arrays, sites, 1);
    s.kept = dmi_array(&s.arrays, (size_t)m->sites.reply, sizeof *s.kept);
    s.order = dmi_array(&s.arrays, sites, sizeof *s.order);
    if (status == DM_OK)
        status = dmi_arrays_check(&s.arrays, err);
    for (int32_t i = 0; status == DM_OK && i < m->sites.whites; i++)
        s.order[i] = i;
    dm_rng_init(&s.rng, dm_rng_derive(m->request->seed, 2));
    if (status == DM_OK) {
        shuffle(&s.rng, s.order, m->sites.whites);
        status = dmi_lead_improve(m, &moves, NULL, rounds, listener, best, err);
    }
    dmi_lead_opening_clear(&s.trial);
    dmi_arrays_free(&s.arrays);
    return status;
}

typedef struct local_search {
    const dmi_lead_sites *sites;
    const dmi_lead_moves *moves;
    const dmi_lead_listener *listener; /* or NULL */
    dm_rng rng;
    dmi_lead_opening *best; /* the caller's */
    dmi_lead_opening now;
    unsigned char *held; /* scratch: sites of an opening */
    int32_t *order;      /* sites in random order */
    dmi_arrays arrays;
} local_search;

/* Ends a step: keeps `now` if it is the best. */
static dm_status end_step(local_search *s, dm_error *err)
{
    if (s->now.won > s->best->won)
        dmi_lead_opening_copy(s->best, &s->now, s->sites);
    return s->listener ? s->listener->hear(s->listener->context, err) : DM_OK;
}

/* Moves stones of `now` until no move gains. */
static dm_status climb(local_search *s, dm_error *err)
{
    int32_t count = s->sites->choose;
    dm_status status = s->moves->evaluate(s->moves->context, &s->now, err);
    if (status == DM_OK)
        status = end_step(s, err);
    for (int32_t i = 0, idle = 0; status == DM_OK && idle < count; i = (i + 1) % count) {
        bool better = false;
        status = s->moves->move(s->moves->context, &s->now, i, &better, err);
        assert(s->now.won >= 0);
        if (status == DM_OK)
            status = end_step(s, err);
        idle = better ? 0 : idle + 1;
    }
    return status;
}

/* Moves up to a third of the stones to random places. */
static void perturb(local_search *s)
{
    int32_t count = s->sites->choose, next = 0;
    int32_t moves = 1 + (int32_t)dm_rng_below(&s->rng, 1 + (uint64_t)count / 3);
    shuffle(&s->rng, s->order, s->sites->whites);
    memset(s->held, 0, (size_t)s->sites->whites);
    for (int32_t i = 0; i < count; i++)
        s->held[s->now.white[i]] = 1;
    for (int32_t m = 0; m < moves; m++) {
        while (next < s->sites->whites && s->held[s->order[next]])
            next++;
        if (next == s->sites->whites)
            break;
        int32_t i = (int32_t)dm_rng_below(&s->rng, (uint64_t)count), old = s->now.white[i];
        s->now.white[i] = s->order[next++];
        if (!dmi_lead_sites_allow(s->sites, s->now.white))
            s->now.white[i] = old;
    }
}

dm_status dmi_lead_improve(const dmi_lead_market *market, const dmi_lead_moves *moves,
                           const int32_t *first, int rounds, const dmi_lead_listener *listener,
                           dmi_lead_opening *best, dm_error *err)
{
    const dmi_lead_sites *sites = &market->sites;
    uint64_t seed = market->request->seed;
    local_search s = {.sites = sites, .moves = moves, .listener = listener, .best = best};
    s.held = dmi_array(&s.arrays, (size_t)sites->whites, 1);
    s.order = dmi_array(&s.arrays, (size_t)sites->whites, sizeof *s.order);
    dm_status status = dmi_arrays_check(&s.arrays, err);
    if (status != DM_OK)
        return status;
    status = dmi_lead_opening_init(&s.now, sites, err);
    for (int32_t i = 0; i < sites->whites; i++)
        s.order[i] = i;
    int done = listener && best->won >= 0 ? *listener->rounds : 0;
    dm_rng_init(&s.rng, done > 0 ? dm_rng_derive(seed, (uint64_t)done) : seed);
    for (int i = done; i < rounds && status == DM_OK; i++) {
        if (i > 0) {
            dmi_lead_opening_copy(&s.now, best, sites);
            perturb(&s);
        } else if (first) {
            memcpy(s.now.white, first, (size_t)sites->choose * sizeof *first);
        } else {
            /* under a budget nothing changes, else random sites */
            int32_t count = 0;
            shuffle(&s.rng, s.order, sites->whites);
            for (int pass = 0; pass < 2; pass++)
                for (int32_t k = 0; k < sites->whites && count < sites->choose; k++)
                    if (sites->budget == INT64_MAX)
                        s.now.white[count++] = s.order[k];
                    else if (pass == 0 ? sites->site[k].closable : sites->site[k].vertex < 0)
                        s.now.white[count++] = k;
            assert(count == sites->choose);
        }
        s.now.won = -1;
        status = climb(&s, err);
        if (status == DM_STOPPED && s.now.won > best->won)
            dmi_lead_opening_copy(best, &s.now, sites);
        if (status == DM_OK && listener)
            *listener->rounds = i + 1;
    }
    dmi_lead_opening_clear(&s.now);
    dmi_arrays_free(&s.arrays);
    return status;
}
