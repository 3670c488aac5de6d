/* interval_attack.c - tries Blue's moves against one strategy of Red, with several threads.
 *
 * Threads take items of work (attack_search_impl.h) from a common counter.  A thread plays with
 * 64-bit numbers and repeats an item with long ones if those are too small.  The worst game does
 * not depend on the threads: of equal margins the lowest item's first game counts.
 */
#include "interval/interval_game.h"

#include "base/threads.h"
#include <stdatomic.h>

typedef struct shared_attack {
    const dmi_interval_attack *attack;
    dm_run *run;
    atomic_uint_fast64_t next;
    atomic_bool stopped;
} shared_attack;

typedef struct attack_worker {
    shared_attack *shared;
    dmi_interval_searcher *small, *exact; /* NULL: too small; not needed so far */
    dm_attack_result result;
    dm_status status;
    dm_error err;
} attack_worker;

/* Searches an item with long numbers. */
static dmi_interval_item search_long(attack_worker *w, uint64_t item)
{
    const dmi_interval_searcher_kind *kind = &dmi_searcher_exact;
    dm_attack_result part = {0};
    if (!w->exact) {
        w->status = kind->open(w->shared->attack, w->shared->run, &w->exact, &w->err);
        if (w->status != DM_OK)
            return DMI_ITEM_NONE;
    }
    dmi_interval_item end = kind->search(w->exact, item, &part);
    if (end == DMI_ITEM_COARSE)
        w->status = dmi_numbers_too_long(&w->err);
    part.long_games = part.games;
    dmi_attack_result_add(&w->result, &part);
    return end;
}

static void attack_work(void *context, int number)
{
    attack_worker *w = (attack_worker *)context + number;
    shared_attack *c = w->shared;
    while (w->status == DM_OK && !atomic_load(&c->stopped)) {
        uint64_t item = atomic_fetch_add(&c->next, 1);
        dmi_interval_item end = DMI_ITEM_COARSE;
        if (w->small)
            end = dmi_searcher_64.search(w->small, item, &w->result);
        if (end == DMI_ITEM_COARSE)
            end = search_long(w, item);
        if (end == DMI_ITEM_STOPPED)
            atomic_store(&c->stopped, true);
        if (end != DMI_ITEM_DONE)
            return;
    }
}

/* Keeps the worse of two games for Red, of equal ones that of the lower item. */
static dm_status keep_worst(const dmi_interval_searcher_kind *kind,
                            const dmi_interval_searcher *searcher, dm_interval **worst,
                            uint64_t *item, dm_error *err)
{
    dm_interval *game = NULL;
    uint64_t its = 0;
    int order = -1;
    dm_status status = searcher ? kind->worst(searcher, &game, &its, err) : DM_OK;
    if (!game)
        return status;
    if (*worst) { /* margins in units of both */
        num left, right;
        num_init(left);
        num_init(right);
        margin(&game->board, left);
        margin(&(*worst)->board, right);
        mpz_mul(left, left, (*worst)->board.unit);
        mpz_mul(right, right, game->board.unit);
        order = num_compare(left, right);
        num_clear(left);
        num_clear(right);
    }
    if (order < 0 || (order == 0 && its < *item)) {
        dm_interval_free(*worst);
        *worst = game;
        *item = its;
    } else {
        dm_interval_free(game);
    }
    return status;
}

static dm_status add_results(const attack_worker *workers, int count, dm_attack_result *out,
                             dm_error *err)
{
    uint64_t item = 0;
    dm_status status = DM_OK;
    for (int i = 0; i < count && status == DM_OK; i++) {
        const attack_worker *w = &workers[i];
        if (w->status != DM_OK)
            return dmi_fail(err, w->status, "%s", w->err.message);
        dmi_attack_result_add(out, &w->result);
        status = keep_worst(&dmi_searcher_64, w->small, &out->worst, &item, err);
        if (status == DM_OK)
            status = keep_worst(&dmi_searcher_exact, w->exact, &out->worst, &item, err);
    }
    return status;
}

static dm_status read_player(const char *spec, dm_colour colour, const dm_interval_rules *rules,
                             dm_interval_player *out, dm_error *err)
{
    dm_interval_player *player = NULL;
    dm_status status = dm_interval_player_new(spec, colour, 0, &player, err);
    if (status == DM_OK)
        status = dm_interval_player_fits(player, rules, err);
    if (status == DM_OK)
        *out = *player;
    dm_interval_player_free(player);
    return status;
}

static dm_status attack_init(const dm_interval_rules *rules, const char *red,
                             const dm_attack_settings *settings, dmi_interval_attack *out,
                             dm_interval **start, dm_error *err)
{
    enum { DEFAULT_BITS = 10, MOST_BITS = 100000 };
    out->settings = settings ? *settings : (dm_attack_settings){0};
    out->blue_given = out->settings.blue != NULL;
    if (out->settings.bits == 0)
        out->settings.bits = DEFAULT_BITS;
    if (out->settings.bits < 0 || out->settings.bits > MOST_BITS || out->settings.samples < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "neighbours at 2^-%d; expected 1 to %d bits",
                        out->settings.bits, (int)MOST_BITS);
    dm_status status = dm_interval_new(rules, start, err);
    if (status != DM_OK)
        return status;
    out->start = *start;
    out->rules = dm_interval_rules_of(*start);
    status = read_player(red, DM_RED, out->rules, &out->red, err);
    if (status == DM_OK && out->blue_given)
        status = read_player(out->settings.blue, DM_BLUE, out->rules, &out->blue, err);
    return status;
}

dm_status dm_interval_attack(const dm_interval_rules *rules, const char *red,
                             const dm_attack_settings *settings, dm_run *run,
                             dm_attack_result **out, dm_error *err)
{
    dmi_interval_attack attack = {0};
    dm_interval *start = NULL;
    dm_status status = attack_init(rules, red, settings, &attack, &start, err);
    if (status != DM_OK) {
        dm_interval_free(start);
        return status;
    }
    int count = attack.settings.threads > 1 ? attack.settings.threads : 1;
    shared_attack c = {.attack = &attack, .run = run};
    attack_worker *workers = dmi_calloc((size_t)count, sizeof *workers);
    dm_attack_result *result = dmi_calloc(1, sizeof *result);
    status = workers && result ? DM_OK : dmi_no_memory(err);
    for (int i = 0; i < count && status == DM_OK; i++) {
        workers[i].shared = &c;
        status = dmi_searcher_64.open(&attack, run, &workers[i].small, err);
        status = status == DM_TOO_LARGE ? DM_OK : status; /* it plays with long numbers */
    }
    if (status == DM_OK) {
        dmi_threads_run(count, attack_work, workers);
        status = add_results(workers, count, result, err);
    }
    for (int i = 0; workers && i < count; i++) {
        dmi_searcher_64.close(workers[i].small);
        dmi_searcher_exact.close(workers[i].exact);
    }
    free(workers);
    dm_interval_free(start);
    if (status != DM_OK) {
        dm_attack_result_free(result);
        return status;
    }
    result->complete = !atomic_load(&c.stopped);
    *out = result;
    return result->complete ? DM_OK : dmi_stopped(run, err);
}

void dm_attack_result_free(dm_attack_result *result)
{
    if (!result)
        return;
    dm_interval_free(result->worst);
    free(result);
}
