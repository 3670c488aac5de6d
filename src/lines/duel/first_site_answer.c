/* first_site_answer.c - the second player's best answer to a first site.
 *
 * site_sweep.c moves his site along every piece of the level that has the first site.  On a stretch
 * all payoffs are linear, so the least value is at an end, which is a limit.
 */
#include "base/base.h"
#include "lines/duel/first_site.h"

typedef struct answer_search {
    const dmi_first_site *lead;
    const dmi_line_network *net;
    int64_t scale;
    dmi_first_site_answer *best;
    bool found;
} answer_search;

/* 2: a place; 1: every place of a stretch; 0: a limit. */
static int answer_firmness(const dmi_first_site_answer *answer)
{
    return answer->side == 0 ? 2 : answer->is_flat;
}

/* An answer that is a place comes before a limit of the same value. */
static void keep_answer(answer_search *a, const dmi_payoff_lines *lines, int64_t beyond,
                        int32_t side, dmi_wide value, bool is_flat)
{
    const dmi_piece *piece = &a->net->piece[lines->piece];
    dmi_first_site_answer answer = {.edge = piece->edge,
                                    .side = side,
                                    .is_flat = is_flat,
                                    .offset = piece->offset + lines->from + beyond,
                                    .room = lines->length,
                                    .unit = a->net->unit,
                                    .scale = a->scale,
                                    .value = value};
    if (!a->found || value < a->best->value ||
        (value == a->best->value && answer_firmness(&answer) > answer_firmness(a->best)))
        *a->best = answer;
    a->found = true;
}

static bool answer_see_lines(void *user, const dmi_payoff_lines *lines)
{
    answer_search *a = user;
    int32_t first = a->lead->ask->first, second = a->lead->ask->second;
    dmi_wide value = lines->at_a[first] - lines->at_a[second];
    dmi_wide slope = lines->slope[first] - lines->slope[second];
    if (lines->length == 0) {
        keep_answer(a, lines, 0, 0, value, false);
    } else if (slope == 0) {
        keep_answer(a, lines, 0, 1, value, true);
    } else {
        keep_answer(a, lines, 0, 1, value, false);
        keep_answer(a, lines, lines->length, -1, value + slope * lines->length, false);
    }
    return true;
}

static dm_status sweep_pieces(answer_search *a, const dmi_line_position *position, dm_run *run,
                              dm_error *err)
{
    dmi_site_sweep *sweep = NULL;
    dm_status status = dmi_site_sweep_new(position, &sweep, err);
    for (int32_t i = 0; status == DM_OK && i < position->net.piece_count; i++) {
        int64_t done = dmi_site_sweep_work(sweep);
        if (!dmi_site_sweep_piece(sweep, i, answer_see_lines, a))
            status = dmi_no_memory(err);
        else if (!dmi_run_go_on(run, (uint64_t)(dmi_site_sweep_work(sweep) - done) + 1))
            status = dmi_stopped(run, err);
    }
    dmi_site_sweep_free(sweep);
    return status;
}

dm_status dmi_first_site_best_answer(const dmi_first_site *lead, const dm_level *level, dm_run *run,
                                     dmi_first_site_answer *out, dm_error *err)
{
    dmi_line_position position = {0};
    dmi_first_site_answer best = {0};
    answer_search a = {lead, &position.net, 0, &best, false};
    dm_status status =
        dmi_site_position_init_owned(level, &lead->add, lead->ask->first, &position, err);
    a.scale = position.scale;
    if (status == DM_OK)
        status = sweep_pieces(&a, &position, run, err);
    if (status == DM_OK)
        *out = best;
    dmi_line_position_clear(&position);
    return status;
}
