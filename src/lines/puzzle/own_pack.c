/* own_pack.c - packs of levels that were given: each is solved and rated, in order; what cannot be
 * won, or is not as wished, is left out with the reason.
 */
#include "base/base.h"

#include "lines/puzzle/puzzle.h"
#include <assert.h>
#include <demesne/line_puzzle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The level with the wished kind of move as its budget, if it has none. */
static dm_status with_budget(const dm_level *level, const dm_level_pack_wish *wish, dm_level **out,
                             dm_error *err)
{
    dm_level draft = *level;
    dm_line_quota quota = {wish->op, level->moves > 1 ? level->moves : 1};
    if (wish->only_op && level->quota_count == 0) {
        draft.moves = 0;
        draft.quota_count = 1;
        draft.quotas = &quota;
    }
    return dm_level_new(&draft, out, err);
}

/* Why a rated level has no place in the pack; an empty text: it has. */
static void find_fault(const dm_level_pack_item *one, const dm_level_pack_wish *wish, char why[200])
{
    const dm_level *level = one->level;
    *why = '\0';
    for (int32_t i = 0; wish->only_op && i < level->quota_count; i++)
        if (level->quotas[i].op != wish->op)
            snprintf(why, 200, "its moves are not all of the kind %s", dm_line_op_name(wish->op));
    if (!*why && one->rating.winnable != 1)
        snprintf(why, 200, "%s",
                 one->rating.winnable == 0 ? "it cannot be won with its moves"
                                           : "it is not known whether it can be won");
    if (!*why && wish->unique && one->rating.solutions < 0)
        snprintf(why, 200, "it is not known how many solutions it has");
    else if (!*why && wish->unique && one->rating.solutions != 1)
        snprintf(why, 200, "it has %lld solutions", (long long)one->rating.solutions);
}

/* Solves and rates the level; faults of its own go to `why`. */
static dm_status rate_own(const dm_own_level *own, const dm_level_pack_wish *wish, dm_run *run,
                          dm_level_pack_item *one, char why[200], dm_error *err)
{
    dm_error fault = {0};
    dm_status status = with_budget(own->level, wish, &one->level, &fault);
    if (status == DM_OK)
        status =
            dm_level_rate(one->level, DM_LINE_NEUTRAL, run, &one->rating, &one->solution, &fault);
    if (status == DM_OK)
        find_fault(one, wish, why);
    if (status == DM_OK && !*why)
        status = dmi_simplify_solution(one->level, one->solution, &fault);
    if (status == DM_OK && !*why && !(one->name = dmi_strdup(own->name)))
        return dmi_no_memory(err);
    bool is_ours = status == DM_UNFINISHED || status == DM_STOPPED || status == DM_NO_MEMORY ||
                   status == DM_IO || status == DM_INTERNAL;
    if (is_ours)
        return dmi_fail(err, status, "%s", fault.message);
    if (status != DM_OK)
        snprintf(why, 200, "%.199s", fault.message);
    return DM_OK;
}

static dm_status leave_out(dm_level_pack *pack, const char *name, const char *why, dm_error *err)
{
    dm_level_left_out *out = &pack->left_out[pack->left_out_count];
    if (!(out->name = dmi_strdup(name)))
        return dmi_no_memory(err);
    snprintf(out->why, sizeof out->why, "%s", why);
    pack->left_out_count++;
    return DM_OK;
}

dm_status dm_level_pack_of(const dm_own_level *own, int32_t count, const dm_level_pack_wish *wish,
                           dm_run *run, dm_level_pack **out, dm_error *err)
{
    dm_level_pack *pack = NULL;
    if (count < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "expected at least one level");
    dm_status status = dmi_level_pack_new(count, wish->title, &pack, err);
    if (status == DM_OK && !(pack->left_out = dmi_calloc((size_t)count, sizeof *pack->left_out)))
        status = dmi_no_memory(err);
    for (int32_t i = 0; i < count && status == DM_OK; i++) {
        dm_level_pack_item one = {0};
        char why[200] = "";
        assert(own[i].name && own[i].level);
        if (!dmi_run_report(run, 1, "levels", (uint64_t)i, (uint64_t)count, own[i].name))
            status = dmi_stopped(run, err);
        if (status == DM_OK)
            status = rate_own(&own[i], wish, run, &one, why, err);
        if (status == DM_OK && !*why) {
            pack->levels[pack->count++] = one;
            continue;
        }
        dm_level_free(one.level);
        dm_line_move_set_free(one.solution);
        free(one.name);
        if (status == DM_OK)
            status = leave_out(pack, own[i].name, why, err);
    }
    if (status == DM_UNFINISHED && pack && pack->count > 0)
        status = DM_STOPPED;
    if (status != DM_OK && (status != DM_STOPPED || pack->count == 0)) {
        dm_level_pack_free(pack);
        return dmi_as_unfinished(status, err);
    }
    *out = pack;
    return status;
}
