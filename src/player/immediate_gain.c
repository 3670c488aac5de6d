/* territory.c - one stone ahead by territory, for boards of any size.
 *
 * With an evaluator every free vertex is tried, O(n) each.  Without one, a vertex costs a
 * whole survey of the board, O(m + n log n), so a few are drawn at random.  The first stone
 * has all of its component wherever it lies: with a table of distances it is laid in the middle.
 */
#include "player/immediate_gain.h"

#include "base/base.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE = 64 };

typedef struct walk {
    dm_position *position;
    dm_survey *survey; /* NULL with an evaluator */
    dm_run *run;
    dm_stone *stones; /* that lie, those of this turn among them */
    int32_t count;
    dm_vertex *free_ones;
    dm_vertex free_count;
} walk;

/* A vertex that is good without looking: the first that is tried. */
static dm_vertex richest(const walk *w)
{
    const dm_arena *arena = dm_position_arena(w->position);
    const dm_graph *graph = dm_arena_graph(arena);
    const int64_t *values = dm_arena_values(arena);
    dm_vertex best = 0;
    for (dm_vertex i = 1; i < w->free_count; i++) {
        dm_vertex v = w->free_ones[i], u = w->free_ones[best];
        int64_t more = dm_value_of(values, v) - dm_value_of(values, u);
        uint32_t degree = graph->first[v + 1] - graph->first[v];
        if (more > 0 || (more == 0 && degree > graph->first[u + 1] - graph->first[u]))
            best = i;
    }
    return best;
}

/* The vertex from which some drawn at random are the least far in all, by what they are worth. */
static dm_vertex middle(const walk *w)
{
    const dm_distances *table = dm_position_distances(w->position);
    const int64_t *values = dm_arena_values(dm_position_arena(w->position));
    const double unreached = 1e18;
    dm_vertex marks[SAMPLE], best = 0;
    double least = HUGE_VAL;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    for (int k = 0; k < SAMPLE; k++)
        marks[k] = w->free_ones[dm_rng_below(&rng, (uint64_t)w->free_count)];
    for (dm_vertex i = 0; i < w->free_count; i++) {
        double sum = 0;
        for (int k = 0; k < SAMPLE; k++) {
            int64_t distance = dm_distance(table, w->free_ones[i], marks[k]);
            sum += (distance >= 0 ? (double)distance : unreached) *
                   (double)dm_value_of(values, marks[k]);
        }
        if (sum < least) {
            least = sum;
            best = i;
        }
    }
    return best;
}

/* The mover's lead with one more stone on v. */
static dm_status lead_with(walk *w, dm_side side, dm_vertex v, int64_t *lead, dm_error *err)
{
    const dm_dominance *owners;
    if (!w->survey) {
        int64_t value = dm_evaluator_try(dm_position_evaluator(w->position), side, v);
        *lead = side == DM_WHITE ? value : -value;
        return DM_OK;
    }
    w->stones[w->count] = (dm_stone){v, (int32_t)side};
    dm_status status = dm_survey_dominance(w->survey, w->stones, w->count + 1,
                                           dm_position_rules(w->position)->ties, &owners, err);
    if (status == DM_OK)
        *lead = owners->score[side] - owners->score[dm_other(side)];
    return status;
}

static void swap(dm_vertex *a, dm_vertex *b)
{
    dm_vertex kept = *a;
    *a = *b;
    *b = kept;
}

/* Brings those that are to be looked at to the front; returns their number. */
static dm_vertex draw(walk *w)
{
    swap(&w->free_ones[0], &w->free_ones[richest(w)]);
    if (!w->survey || w->free_count <= SAMPLE)
        return w->free_count;
    dm_rng rng;
    dm_rng_init(&rng, (uint64_t)w->count);
    for (dm_vertex i = 1; i < SAMPLE; i++)
        swap(&w->free_ones[i],
             &w->free_ones[i + (dm_vertex)dm_rng_below(&rng, (uint64_t)(w->free_count - i))]);
    return SAMPLE;
}

/* Finds which of the free ones the mover leads most with. */
static dm_status find_best(walk *w, dm_side side, dm_vertex *out, dm_error *err)
{
    dm_vertex looked = draw(w), best = 0;
    int64_t most = INT64_MIN;
    for (dm_vertex i = 0; i < looked && dmi_run_report(w->run, 1, "looking", 0, 0, NULL); i++) {
        int64_t lead;
        dm_status status = lead_with(w, side, w->free_ones[i], &lead, err);
        if (status != DM_OK)
            return status;
        if (lead > most) {
            most = lead;
            best = i;
        }
    }
    *out = best;
    return DM_OK;
}

/* Chooses a stone and takes it from the free ones. */
static dm_status take_best(walk *w, dm_side side, dm_vertex *out, dm_error *err)
{
    dm_vertex best = 0;
    dm_status status = DM_OK;
    if (w->count == 0 && !w->survey)
        best = middle(w);
    else
        status = find_best(w, side, &best, err);
    if (status != DM_OK)
        return status;
    *out = w->free_ones[best];
    w->stones[w->count++] = (dm_stone){*out, (int32_t)side};
    swap(&w->free_ones[best], &w->free_ones[--w->free_count]);
    return DM_OK;
}

static dm_status take_all(walk *w, dm_vertex *move, dm_error *err)
{
    dm_side side = dm_position_to_move(w->position);
    dm_evaluator *evaluator = dm_position_evaluator(w->position);
    int32_t now = dm_position_stones_to_place(w->position), done = 0;
    dm_status status = DM_OK;
    while (done < now && status == DM_OK) {
        status = take_best(w, side, &move[done], err);
        if (status == DM_OK && evaluator)
            dm_evaluator_place(evaluator, side, move[done]);
        done += status == DM_OK;
    }
    for (int32_t i = 0; evaluator && i < done; i++)
        dm_evaluator_undo(evaluator);
    return status;
}

dm_status dmi_immediate_gain_move(dm_position *position, dm_run *run, dm_vertex *move,
                                  dm_error *err)
{
    walk w = {.position = position, .run = run};
    const dm_stone *stones = dm_position_stones(position, &w.count);
    int32_t now = dm_position_stones_to_place(position);
    dm_vertex *chosen = dmi_alloc((size_t)now, sizeof *chosen);
    w.stones = dmi_alloc((size_t)dm_position_rules(position)->stones, sizeof *w.stones);
    w.free_ones = dmi_free_vertices(position, &w.free_count);
    dm_status status = chosen && w.stones && w.free_ones ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK && !dm_position_evaluator(position))
        status = dm_survey_new(dm_position_arena(position), DM_RELABEL_NEVER, &w.survey, err);
    if (status == DM_OK) {
        if (w.count)
            memcpy(w.stones, stones, (size_t)w.count * sizeof *stones);
        status = take_all(&w, chosen, err);
    }
    if (status == DM_OK)
        memcpy(move, chosen, (size_t)now * sizeof *move);
    dm_survey_free(w.survey);
    free(chosen);
    free(w.stones);
    free(w.free_ones);
    return status;
}
