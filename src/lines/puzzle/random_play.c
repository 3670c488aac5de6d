/* random_play.c - how often random moves win a level: van Dieren's measure of difficulty.
 *
 * A play makes the moves of the budget one after another, each at a random place of the level as it
 * then is.  Cost: a level and a diagram per move.
 */
#include "base/base.h"

#include "base/wilson.h"
#include "lines/moves/best_move.h"
#include <demesne/line_puzzle.h>
#include <stdlib.h>

typedef struct random_play {
    const dm_level *level;
    dm_line_ties ties;
    dm_rng rng;
    dm_line_op *ops; /* of the moves to make, in their order; NULL: of any kind */
    int32_t count;
} random_play;

/* The kinds of the budget's moves one by one. */
static dm_status list_ops(random_play *p, dm_error *err)
{
    const dm_level *level = p->level;
    p->count = level->moves > 0 ? level->moves : 1;
    if (level->quota_count == 0)
        return DM_OK;
    p->count = 0;
    for (int32_t i = 0; i < level->quota_count; i++)
        p->count += level->quotas[i].count;
    p->ops = dmi_alloc((size_t)p->count, sizeof *p->ops);
    if (!p->ops)
        return dmi_no_memory(err);
    for (int32_t i = 0, next = 0; i < level->quota_count; i++)
        for (int32_t k = 0; k < level->quotas[i].count; k++)
            p->ops[next++] = level->quotas[i].op;
    return DM_OK;
}

/* A kind that the level allows now. */
static dm_line_op draw_op(random_play *p, const dm_level *level)
{
    bool has_site = level->site_count > 0;
    dm_line_op op = (dm_line_op)dm_rng_below(&p->rng, 3);
    return op == DM_LINE_REMOVE && !has_site ? DM_LINE_ADD : op;
}

static void shuffle_ops(random_play *p)
{
    for (int32_t i = p->count; p->ops && !p->level->ordered && i-- > 1;) {
        int32_t k = (int32_t)dm_rng_below(&p->rng, (uint64_t)i + 1);
        dm_line_op op = p->ops[i];
        p->ops[i] = p->ops[k];
        p->ops[k] = op;
    }
}

static dm_status play_once(random_play *p, bool *wins, dm_error *err)
{
    dm_line_ask ask = {.player = p->level->me, .ties = p->ties};
    dm_level *now = NULL;
    dm_status status = DM_OK;
    shuffle_ops(p);
    for (int32_t i = 0; status == DM_OK && i < p->count; i++) {
        const dm_level *before = now ? now : p->level;
        dm_level *after = NULL;
        ask.op = p->ops ? p->ops[i] : draw_op(p, before);
        status = dmi_level_after_random(before, &ask, &p->rng, &after, err);
        if (status == DM_OK) {
            dm_level_free(now);
            now = after;
        }
    }
    if (status == DM_OK)
        status = dmi_level_is_won(now, &ask, wins, err);
    dm_level_free(now);
    return status;
}

dm_status dm_level_play_randomly(const dm_level *level, dm_line_ties ties, int64_t samples,
                                 uint64_t seed, dm_run *run, dm_random_play *out, dm_error *err)
{
    random_play p = {.level = level, .ties = ties};
    dm_random_play counted = {.high = 1};
    if (level->me < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the level does not say who moves");
    dm_rng_init(&p.rng, seed);
    dm_status status = list_ops(&p, err);
    while (status == DM_OK && counted.samples < samples) {
        bool wins = false;
        status = play_once(&p, &wins, err);
        if (status != DM_OK)
            break;
        counted.wins += wins;
        counted.samples++;
        if (counted.samples < samples &&
            !dmi_run_report(run, (uint64_t)level->vertex_count + 1, "plays",
                            (uint64_t)counted.samples, (uint64_t)samples, ""))
            status = dmi_stopped(run, err);
    }
    free(p.ops);
    if (counted.samples > 0)
        dmi_wilson_95((double)counted.wins / (double)counted.samples, (double)counted.samples,
                      &counted.low, &counted.high);
    if (status == DM_OK || status == DM_STOPPED)
        *out = counted;
    return status;
}
