/* immediate_gain.c - the stones with the largest immediate gain, for boards of any size.
 *
 * With an evaluator every free vertex is tried, O(n) each.  Without one, a vertex costs a
 * survey of the board, O(m + n log n), so vertices are tried in random order while the run
 * lasts.  The first stone of a game gains its whole component wherever it lies: it goes to the
 * vertex with the least sum of distances to a sample of vertices.
 */
#include "game/evaluator.h"
#include "player/player.h"

#include "base/base.h"
#include "base/sort.h"
#include "game/position.h"
#include <stdlib.h>
#include <string.h>

enum { LEAST_WORK = 200000 }; /* vertices surveyed even if the run has ended: some milliseconds */

typedef struct choice {
    dm_position *position;
    dmi_evaluator *evaluator; /* NULL: not ready */
    dm_survey *survey;        /* NULL with an evaluator */
    dm_vertex most;           /* vertices to try */
    dm_rng *rng;              /* NULL: the vertices tried follow from the position */
    dm_run *run;
    dm_stone *stones; /* on the board, those of this turn included */
    int32_t count;
    dm_vertex *free_ones;
    dm_vertex free_count;
    double *values; /* NULL, or receives White's lead with the first stone on each vertex tried */
} choice;

/* The free vertex of highest value; of those the one with most neighbours. */
static dm_vertex richest(const choice *c)
{
    const dm_arena *arena = dm_position_arena(c->position);
    const dm_graph *graph = dm_arena_reverse(arena);
    const int64_t *values = dm_arena_values(arena);
    dm_vertex best = 0;
    for (dm_vertex i = 1; i < c->free_count; i++) {
        dm_vertex v = c->free_ones[i], u = c->free_ones[best];
        int64_t more = dm_value_of(values, v) - dm_value_of(values, u);
        uint32_t degree = graph->first[v + 1] - graph->first[v];
        if (more > 0 || (more == 0 && degree > graph->first[u + 1] - graph->first[u]))
            best = i;
    }
    return best;
}

/* Whether to go on after `done` surveys. */
static bool goes_on(const choice *c, int64_t done)
{
    dm_vertex n = dm_arena_vertices(dm_position_arena(c->position));
    return dmi_run_report(c->run, 1, "looking", 0, 0, NULL) || done * n < LEAST_WORK;
}

/* Adds to each free vertex its distance to `mark`, times what that vertex is worth. */
static dm_status add_distances(const choice *c, dm_vertex mark, double *sums, dm_error *err)
{
    const double unreached = 1e18;
    const dm_distances *table = c->survey ? NULL : dm_position_distances(c->position);
    const dm_dominance *from = NULL;
    const dm_stone stone = {mark, DM_WHITE};
    double worth = (double)dm_value_of(dm_arena_values(dm_position_arena(c->position)), mark);
    if (c->survey) {
        dm_status status = dm_survey_dominance(c->survey, &stone, 1, DM_TIES_NEUTRAL, &from, err);
        if (status != DM_OK)
            return status;
    }
    for (dm_vertex i = 0; i < c->free_count; i++) {
        dm_vertex v = c->free_ones[i];
        int64_t distance = from ? from->distance[v] : dm_distance(table, v, mark);
        sums[i] += (distance >= 0 ? (double)distance : unreached) * worth;
    }
    return DM_OK;
}

/* The free vertex with the least sum of distances to a sample. */
static dm_status find_median(const choice *c, dm_vertex *out, dm_error *err)
{
    double *sums = dmi_calloc((size_t)c->free_count, sizeof *sums);
    dm_status status = sums ? DM_OK : dmi_no_memory(err);
    dm_vertex best = 0;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    for (int k = 0; k < DMI_GAIN_SAMPLE && status == DM_OK; k++) {
        dm_vertex mark = c->free_ones[dm_rng_below(&rng, (uint64_t)c->free_count)];
        if (k > 0 && c->survey && !goes_on(c, k))
            break;
        status = add_distances(c, mark, sums, err);
    }
    for (dm_vertex i = 1; i < c->free_count && status == DM_OK; i++)
        if (sums[i] < sums[best])
            best = i;
    free(sums);
    *out = best;
    return status;
}

/* The mover's lead with one more stone on v. */
static dm_status lead_with(choice *c, dm_side side, dm_vertex v, int64_t *lead, dm_error *err)
{
    const dm_dominance *owners;
    if (!c->survey) {
        int64_t value = dmi_evaluator_try(c->evaluator, side, v);
        *lead = side == DM_WHITE ? value : -value;
        return DM_OK;
    }
    c->stones[c->count] = (dm_stone){v, (int32_t)side};
    dm_status status = dm_survey_dominance(c->survey, c->stones, c->count + 1,
                                           dm_position_rules(c->position)->ties, &owners, err);
    if (status == DM_OK)
        *lead = owners->score[side] - owners->score[dm_other(side)];
    return status;
}

/* Finds which of the free vertices the mover leads most with.  Without random numbers of its own
 * the richest is tried first. */
static dm_status find_best(choice *c, dm_side side, dm_vertex *out, dm_error *err)
{
    bool is_sample = c->survey || c->rng;
    dm_vertex most = is_sample && c->most < c->free_count ? c->most : c->free_count;
    int64_t highest = INT64_MIN;
    dm_rng own, *rng = c->rng ? c->rng : &own;
    dm_rng_init(&own, (uint64_t)c->count);
    if (!c->rng)
        dmi_swap_int32(&c->free_ones[0], &c->free_ones[richest(c)]);
    *out = 0;
    for (dm_vertex i = 0; i < most && (!c->survey || goes_on(c, i + 1)); i++) {
        int64_t lead;
        if (is_sample && (i > 0 || c->rng))
            dmi_swap_int32(
                &c->free_ones[i],
                &c->free_ones[i + (dm_vertex)dm_rng_below(rng, (uint64_t)(c->free_count - i))]);
        dm_status status = lead_with(c, side, c->free_ones[i], &lead, err);
        if (status != DM_OK)
            return status;
        if (c->values)
            c->values[c->free_ones[i]] = (double)(side == DM_WHITE ? lead : -lead);
        if (lead > highest) {
            highest = lead;
            *out = i;
        }
    }
    c->values = NULL;
    return DM_OK;
}

/* Chooses a stone and removes its vertex from the free ones. */
static dm_status take_best(choice *c, dm_side side, dm_vertex *out, dm_error *err)
{
    dm_vertex best = 0;
    dm_status status =
        c->count == 0 && !c->rng ? find_median(c, &best, err) : find_best(c, side, &best, err);
    if (status != DM_OK)
        return status;
    *out = c->free_ones[best];
    c->stones[c->count++] = (dm_stone){*out, (int32_t)side};
    dmi_swap_int32(&c->free_ones[best], &c->free_ones[--c->free_count]);
    return DM_OK;
}

static dm_status take_all(choice *c, dm_vertex *move, dm_error *err)
{
    dm_side side = dm_position_to_move(c->position);
    int32_t now = dm_position_stones_to_place(c->position), done = 0;
    dm_status status = DM_OK;
    while (done < now && status == DM_OK) {
        status = take_best(c, side, &move[done], err);
        if (status == DM_OK && c->evaluator)
            dmi_evaluator_place(c->evaluator, side, move[done]);
        done += status == DM_OK;
    }
    for (int32_t i = 0; c->evaluator && i < done; i++)
        dmi_evaluator_undo(c->evaluator);
    return status;
}

static dm_status begin(choice *c, dm_position *position, dm_run *run, dm_error *err)
{
    *c = (choice){
        .position = position, .evaluator = dmi_position_ready_evaluator(position), .run = run};
    const dm_stone *stones = dm_position_stones(position, &c->count);
    c->stones = dmi_alloc((size_t)dm_position_rules(position)->stones, sizeof *c->stones);
    c->free_ones = dmi_free_vertices(position, &c->free_count);
    if (!c->stones || !c->free_ones)
        return dmi_no_memory(err);
    if (c->count)
        memcpy(c->stones, stones, (size_t)c->count * sizeof *stones);
    return c->evaluator
               ? DM_OK
               : dm_survey_new(dm_position_arena(position), DM_RELABEL_NEVER, &c->survey, err);
}

static void end(choice *c)
{
    dm_survey_free(c->survey);
    free(c->stones);
    free(c->free_ones);
}

dm_status dmi_glance_move(dm_position *position, dm_vertex most, dm_rng *rng, dm_run *run,
                          double *values, dm_vertex *move, dm_error *err)
{
    choice c;
    int32_t now = dm_position_stones_to_place(position);
    dm_vertex *chosen = dmi_alloc((size_t)now, sizeof *chosen);
    dm_status status = begin(&c, position, run, err);
    c.most = most;
    c.rng = rng;
    c.values = values;
    if (status == DM_OK)
        status = chosen ? take_all(&c, chosen, err) : dmi_no_memory(err);
    if (status == DM_OK)
        memcpy(move, chosen, (size_t)now * sizeof *move);
    end(&c);
    free(chosen);
    return status;
}

dm_status dmi_immediate_gain_move(dm_position *position, dm_vertex most, dm_run *run,
                                  dm_vertex *move, dm_error *err)
{
    return dmi_glance_move(position, most, NULL, run, NULL, move, err);
}

dm_status dmi_best_stone(dm_position *position, const dm_vertex *vertices, dm_vertex count,
                         dm_run *run, dm_vertex *best, dm_error *err)
{
    choice c = {0};
    dm_side side = dm_position_to_move(position);
    int64_t lead, highest = INT64_MIN;
    dm_vertex chosen = vertices[0];
    dm_status status = dmi_position_prepare(position, run, err);
    if (status == DM_OK)
        status = begin(&c, position, run, err);
    for (dm_vertex i = 0; count > 1 && i < count && status == DM_OK; i++) {
        status = lead_with(&c, side, vertices[i], &lead, err);
        if (status == DM_OK && lead > highest) {
            highest = lead;
            chosen = vertices[i];
        }
        if (status == DM_OK && !dmi_run_go_on(run, 1))
            status = dmi_stopped(run, err);
    }
    if (status == DM_OK)
        *best = chosen;
    end(&c);
    return status;
}
