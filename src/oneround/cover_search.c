/* cover_search.c - branch and bound on a cover, depth first, by one or more threads.
 *
 * A part is priced for a while; sets that its bound decides are chosen or given
 * up at once, and what is left becomes a smaller part.  Then one of the worthiest
 * sets is taken for a branch: in first, out after it.
 *
 *     part --- in  --- in ...        the open parts are a stack: at most one
 *        \       \                   for every set chosen on the way and every
 *         out     out                thread, so memory is O(count size)
 *
 * A part owns all that it needs, so any thread may take the next; what they share
 * is the weight that is wanted, which only rises.  The value is therefore the
 * same for any number of threads, the cover that has it need not be.
 */
#include "oneround/cover_search.h"

#include "base/base.h"
#include "oneround/cover_greedy.h"
#include "oneround/cover_lagrangian.h"
#include <demesne/crew.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOT_STEPS = 300,  /* of the prices, on the whole cover, */
    STEPS = 20,        /* ... and on any other part */
    PATIENCE = 4,      /* steps without a better bound before the pace is halved, */
    MORE_PATIENCE = 6, /* ... with as many items as this: */
    MANY_ITEMS = 400,
    MANY = 8, /* a part is made anew when one set in so many is decided */
    POOL = 4, /* sets looked at for a cover, for each to be chosen */
    REPORT_EVERY = 100000
};

static const double slowest = 0.01, restart = 0.3; /* pace at which to end, and to go on with */

typedef struct worker {
    dmi_cover_search *search;
    dmi_reducer forge;
    dmi_lagrangian pricer;
    int32_t *cover;     /* room for one */
    int steps;          /* to price the part with */
    bool has_begun;     /* a first cover has been looked for */
    int64_t unreported; /* entries gone through since the last report */
    bool is_ready;
} worker;

typedef enum verdict { CLOSED, OPEN, SMALLER, GIVEN_UP } verdict;

static int64_t wanted_by(dmi_cover_search *search)
{
    return atomic_load_explicit(&search->wanted, memory_order_relaxed);
}

static void give_up(dmi_cover_search *search, dm_status why, int64_t upper)
{
    pthread_mutex_lock(&search->lock);
    if (why != DM_OK && search->status != DM_NO_MEMORY)
        search->status = why;
    search->abandoned = upper > search->abandoned ? upper : search->abandoned;
    atomic_store(&search->is_over, true);
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->lock);
}

/* Fills the cover up with sets that it does not have yet. */
static void fill_up(dmi_cover_search *search, int32_t have)
{
    memset(search->is_chosen, 0, (size_t)search->cover->sets);
    for (int32_t i = 0; i < have; i++)
        search->is_chosen[search->chosen[i]] = 1;
    for (int32_t s = 0; have < search->cover->count; s++)
        if (!search->is_chosen[s])
            search->chosen[have++] = s;
}

void dmi_cover_search_keep(dmi_cover_search *search, int64_t weight, const int32_t *sets,
                           int32_t count)
{
    pthread_mutex_lock(&search->lock);
    if (weight > search->weight) {
        search->weight = weight;
        memcpy(search->chosen, sets, sizeof *sets * (size_t)count);
        fill_up(search, count);
        if (weight >= wanted_by(search))
            atomic_store(&search->wanted, weight + 1);
        if (weight >= search->enough) {
            atomic_store(&search->is_over, true);
            pthread_cond_broadcast(&search->changed);
        }
    }
    pthread_mutex_unlock(&search->lock);
}

static void push(dmi_cover_search *search, dmi_subproblem *part)
{
    pthread_mutex_lock(&search->lock);
    part->next = search->open;
    search->open = part;
    pthread_cond_signal(&search->changed);
    pthread_mutex_unlock(&search->lock);
}

/* The next part; NULL: there is none, and nobody works on one that could leave some. */
static dmi_subproblem *take(worker *w)
{
    dmi_cover_search *search = w->search;
    dmi_subproblem *part = NULL;
    pthread_mutex_lock(&search->lock);
    while (!atomic_load(&search->is_over) && !search->open && search->working)
        pthread_cond_wait(&search->changed, &search->lock);
    if (!atomic_load(&search->is_over) && search->open) {
        part = search->open;
        search->open = part->next;
        search->working++;
        w->has_begun = search->nodes > 0;
        w->steps = search->nodes++ ? STEPS : ROOT_STEPS;
    }
    pthread_mutex_unlock(&search->lock);
    return part;
}

static void put_down(dmi_cover_search *search)
{
    pthread_mutex_lock(&search->lock);
    if (--search->working == 0)
        pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->lock);
}

/* Whether the run goes on; a report, which looks at the clock, every so many entries.  The part's
 * upper, until there is a second one, bounds every cover. */
static bool go_on(worker *w, const dmi_subproblem *part)
{
    dmi_cover_search *search = w->search;
    int64_t upper = part->upper;
    if (!search->run)
        return true;
    w->unreported += part->first[part->sets];
    if (w->unreported < REPORT_EVERY)
        return dmi_run_go_on(search->run, 1);
    w->unreported = 0;
    char note[96];
    int64_t best = search->lists_all ? wanted_by(search) : wanted_by(search) - 1;
    if (search->nodes == 1)
        atomic_store_explicit(&search->bound, upper, memory_order_relaxed);
    int64_t most = atomic_load_explicit(&search->bound, memory_order_relaxed);
    most = most > best ? most : best;
    snprintf(note, sizeof note, "best %" PRId64 ", bound %" PRId64 ", gap %" PRId64,
             search->base + search->unit * best, search->base + search->unit * most,
             search->unit * (most - best));
    return dmi_run_report(search->run, 1, "reply", search->nodes, 0, note);
}

static int by_number(const void *a, const void *b)
{
    int32_t u = *(const int32_t *)a, v = *(const int32_t *)b;
    return (u > v) - (u < v);
}

/* Lists one cover; false once the limit is passed. */
static bool list_cover(dmi_cover_search *search, const int32_t *cover)
{
    size_t count = (size_t)search->cover->count, at = (size_t)search->all_count * count;
    if (search->all_count == search->all_limit) {
        search->all_is_cut = true;
        atomic_store(&search->is_over, true);
        return false;
    }
    if (!dmi_reserve(&search->all, &search->all_capacity, at + count, sizeof *search->all)) {
        give_up(search, DM_NO_MEMORY, -1);
        return false;
    }
    memcpy(search->all + at, cover, sizeof *cover * count);
    qsort(search->all + at, count, sizeof *cover, by_number);
    search->all_count++;
    return true;
}

/* Lists every way to take `count` of the part's sets. */
static void list_choices(worker *w, const dmi_subproblem *part)
{
    int32_t k = part->count, *at = w->pricer.order, *cover = w->cover;
    if (part->gained < wanted_by(w->search) || part->sets < k)
        return;
    memcpy(cover, part->chosen, sizeof *cover * (size_t)part->chosen_count);
    for (int32_t i = 0; i < k; i++)
        at[i] = i;
    for (;;) {
        for (int32_t i = 0; i < k; i++)
            cover[part->chosen_count + i] = part->name[at[i]];
        int32_t last = k - 1;
        while (last >= 0 && at[last] == part->sets - k + last)
            last--;
        if (!list_cover(w->search, cover) || last < 0)
            return;
        at[last]++;
        for (int32_t i = last + 1; i < k; i++)
            at[i] = at[i - 1] + 1;
    }
}

static void close_leaf(worker *w, const dmi_subproblem *part)
{
    if (w->search->lists_all) {
        list_choices(w, part);
        return;
    }
    int32_t more = part->sets < part->count ? part->sets : part->count;
    memcpy(w->cover, part->chosen, sizeof *w->cover * (size_t)part->chosen_count);
    memcpy(w->cover + part->chosen_count, part->name, sizeof *w->cover * (size_t)more);
    if (part->gained >= wanted_by(w->search))
        dmi_cover_search_keep(w->search, part->gained, w->cover, part->chosen_count + more);
}

/* Keeps the cover of the worthiest sets. */
static void keep_found(worker *w, const dmi_subproblem *part, int64_t found)
{
    if (w->search->lists_all || found < wanted_by(w->search))
        return;
    memcpy(w->cover, part->chosen, sizeof *w->cover * (size_t)part->chosen_count);
    for (int32_t i = 0; i < part->count; i++)
        w->cover[part->chosen_count + i] = part->name[w->pricer.order[i]];
    dmi_cover_search_keep(w->search, found, w->cover, part->chosen_count + part->count);
}

/* A cover by greed and swaps from the worthiest sets, by prices; from all of them by greed alone
 * where there are no prices to speak of yet.  False: no memory. */
static bool look_for_cover(worker *w, const dmi_subproblem *part, bool has_prices)
{
    dmi_cover_search *search = w->search;
    int32_t pool = part->sets, *sets = w->cover + part->chosen_count;
    if (search->lists_all)
        return true;
    if (has_prices && part->count < part->sets / POOL)
        dmi_lagrangian_select(&w->pricer, part, pool = POOL * part->count);
    int64_t weight = dmi_cover_greedy(part, w->pricer.order, pool,
                                      has_prices ? part->price : part->weight, has_prices, sets);
    if (has_prices)
        dmi_lagrangian_select(&w->pricer, part, part->count);
    if (weight < 0) {
        give_up(search, DM_NO_MEMORY, part->upper);
        return false;
    }
    memcpy(w->cover, part->chosen, sizeof *w->cover * (size_t)part->chosen_count);
    for (int32_t i = 0; i < part->count; i++)
        sets[i] = part->name[sets[i]];
    if (weight >= wanted_by(search))
        dmi_cover_search_keep(search, weight, w->cover, part->chosen_count + part->count);
    return true;
}

/* What the present bound says: nothing is left, or enough is decided to price what is left anew. */
static verdict judge(const worker *w, const dmi_subproblem *part)
{
    int64_t wanted = wanted_by(w->search);
    int32_t in = 0, out = 0;
    if (part->upper < wanted)
        return CLOSED;
    dmi_lagrangian_decide(&w->pricer, part, wanted, w->forge.fate);
    for (int32_t s = 0; s < part->sets; s++) {
        in += w->forge.fate[s] == DMI_IN;
        out += w->forge.fate[s] == DMI_OUT;
    }
    if (in > part->count || part->sets - out < part->count)
        return CLOSED;
    return in > 0 || out * MANY >= part->sets ? SMALLER : OPEN;
}

static bool must_stop(worker *w, const dmi_subproblem *part)
{
    dmi_cover_search *search = w->search;
    bool is_over = atomic_load_explicit(&search->is_over, memory_order_relaxed);
    if (!is_over && go_on(w, part))
        return false;
    give_up(search, is_over ? DM_OK : DM_STOPPED, part->upper);
    return true;
}

/* Steps of the prices until the part is closed, much is decided, or they lead nowhere. */
static verdict step_prices(worker *w, dmi_subproblem *part)
{
    int still = 0, patience = part->items < MANY_ITEMS ? PATIENCE : MORE_PATIENCE;
    verdict so_far = OPEN;
    part->pace = part->pace < restart ? restart : part->pace;
    for (int step = 0; step < w->steps && so_far == OPEN && part->pace > slowest; step++) {
        int64_t found;
        bool improved = dmi_lagrangian_bound(&w->pricer, part, &found);
        keep_found(w, part, found);
        if (improved)
            so_far = judge(w, part);
        if (so_far != CLOSED && must_stop(w, part))
            return GIVEN_UP;
        still = improved ? 0 : still + 1;
        part->pace = still % patience == patience - 1 ? part->pace / 2 : part->pace;
        if (!dmi_lagrangian_move(&w->pricer, part, wanted_by(w->search), part->pace))
            break;
    }
    return so_far;
}

/* Prices the part; leaves the best prices, their bound, and the fates that follow. */
static verdict price(worker *w, dmi_subproblem *part)
{
    int64_t found;
    dmi_lagrangian_begin(&w->pricer, part);
    if (!w->has_begun && !look_for_cover(w, part, false))
        return GIVEN_UP;
    w->has_begun = true;
    verdict so_far = step_prices(w, part);
    if (so_far == CLOSED || so_far == GIVEN_UP)
        return so_far;
    dmi_lagrangian_settle(&w->pricer, part);
    dmi_lagrangian_bound(&w->pricer, part, &found);
    return look_for_cover(w, part, true) ? judge(w, part) : GIVEN_UP;
}

/* Of the worthiest sets the one that holds the most open weight: without it the bound falls most,
 * with it the most is settled. */
static int32_t choose(worker *w, dmi_subproblem *part)
{
    int64_t found, most = -1;
    int32_t best = -1;
    dmi_lagrangian_begin(&w->pricer, part);
    dmi_lagrangian_bound(&w->pricer, part, &found);
    for (int32_t i = 0; i < part->count; i++) {
        int32_t s = w->pricer.order[i];
        int64_t weight = 0;
        for (int64_t at = part->first[s]; at < part->first[s + 1]; at++)
            weight += part->weight[part->item[at]];
        if (weight > most) {
            most = weight;
            best = s;
        }
    }
    return best;
}

/* What the fates leave of the part, which is freed; NULL: no memory. */
static dmi_subproblem *replace(worker *w, dmi_subproblem *part)
{
    dmi_subproblem *smaller = dmi_reducer_apply(&w->forge, part);
    if (!smaller)
        give_up(w->search, DM_NO_MEMORY, part->upper);
    free(part);
    return smaller;
}

static void push_with(worker *w, const dmi_subproblem *part, int32_t set, dmi_cover_choice fate)
{
    w->forge.fate[set] = (unsigned char)fate;
    dmi_subproblem *child = dmi_reducer_apply(&w->forge, part);
    if (child)
        push(w->search, child);
    else
        give_up(w->search, DM_NO_MEMORY, part->upper);
}

/* Takes the part. */
static void search_part(worker *w, dmi_subproblem *part)
{
    verdict so_far = SMALLER;
    while (part && so_far != CLOSED && so_far != GIVEN_UP) {
        if (part->count == 0 || part->items == 0) {
            close_leaf(w, part);
            break;
        }
        if (so_far == OPEN) {
            int32_t set = choose(w, part);
            push_with(w, part, set, DMI_OUT);
            push_with(w, part, set, DMI_IN);
            break;
        }
        so_far = price(w, part);
        if (so_far == SMALLER || so_far == OPEN)
            part = replace(w, part);
    }
    if (part)
        memset(w->forge.fate, DMI_FREE, (size_t)part->sets);
    free(part);
    put_down(w->search);
}

static void work(void *context, int number)
{
    worker *w = (worker *)context + number;
    for (dmi_subproblem *part; w->is_ready && (part = take(w));)
        search_part(w, part);
}

static void worker_init(worker *w, dmi_cover_search *search, const dmi_subproblem *root)
{
    *w = (worker){.search = search};
    w->forge.keep_dominated = search->lists_all;
    w->cover = dmi_alloc((size_t)search->cover->count, sizeof *w->cover);
    w->is_ready = w->cover &&
                  dmi_reducer_init(&w->forge, root->items, root->sets, root->first[root->sets]) &&
                  dmi_lagrangian_init(&w->pricer, root->items, root->sets);
}

static void worker_clear(worker *w)
{
    dmi_reducer_clear(&w->forge);
    dmi_lagrangian_clear(&w->pricer);
    free(w->cover);
}

static void close_open_parts(dmi_cover_search *search)
{
    for (dmi_subproblem *part; (part = search->open);) {
        search->abandoned = part->upper > search->abandoned ? part->upper : search->abandoned;
        search->open = part->next;
        free(part);
    }
}

/* Workers without memory are left out, except the first. */
void dmi_cover_search_run(dmi_cover_search *search, dmi_subproblem *root, int threads)
{
    int count = threads > 1 ? threads : 1;
    worker *workers = dmi_calloc((size_t)count, sizeof *workers);
    for (int i = 0; workers && i < count; i++)
        worker_init(&workers[i], search, root);
    push(search, root);
    if (workers && workers[0].is_ready)
        dm_crew_run(count, work, workers);
    else
        give_up(search, DM_NO_MEMORY, -1);
    for (int i = 0; workers && i < count; i++)
        worker_clear(&workers[i]);
    free(workers);
    close_open_parts(search);
}
