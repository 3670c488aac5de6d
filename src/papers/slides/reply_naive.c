/* reply_naive.c - the idea that Sugimoto and Saitoh's slides begin with, and refute.
 *
 * A(v, k) is the best Black minus White in the subtree of v with k new stones in it.  The best of
 * the children are added up, and v goes to whoever is nearest to it among the stones of these best
 * sets:
 *
 *     S(v, k) = the most of A(c1, k1) + A(c2, k2) + .. with k1 + k2 + .. = k
 *     A(v, k) = the more of S(v, k) + v's share, and S(v, k - 1) + v's value with a stone on v
 *
 * It is wrong because a stone outside a subtree may win vertices in it.  The slides give the idea
 * and no formula; of equal sums the one is kept that gives the later children fewer stones, and no
 * stone on v.  Cost: O(n k^2).
 *
 * Source: Sugimoto and Saitoh, 木における1ラウンドボロノイゲームの後手の戦略 (slides).
 */
#include "base/base.h"
#include "papers/slides/reply_slides_impl.h"

#include <assert.h>

/* What is kept for each vertex and number of stones. */
typedef struct cell {
    int64_t best;  /* A(v, j), or NEVER */
    label nearest; /* in the set behind it */
    bool on_v;     /* that set has a new stone on v */
    int32_t taken; /* S of the parent: of j stones in the children up to this one so many are in
                      this one */
} cell;

typedef struct naive {
    slides *s;
    cell *cell;   /* [vertex][stones] */
    int64_t *sum; /* S(v, j) over the children so far, and the same before the last */
} naive;

static cell *cell_of(const naive *a, dm_vertex v, int32_t stones)
{
    return &a->cell[(size_t)v * ((size_t)a->s->stones + 1) + (size_t)stones];
}

static void add_child(naive *a, dm_vertex c)
{
    slides *s = a->s;
    int64_t *before = a->sum + s->stones + 1;
    for (int32_t j = 0; j <= s->stones; j++) {
        before[j] = a->sum[j];
        a->sum[j] = NEVER;
    }
    for (int32_t j = 0; j <= s->stones; j++)
        for (int32_t b = 0; b <= j; b++) {
            int64_t own = cell_of(a, c, b)->best;
            s->combinations++;
            if (own == NEVER || before[j - b] == NEVER || own + before[j - b] <= a->sum[j])
                continue;
            a->sum[j] = own + before[j - b];
            cell_of(a, c, j)->taken = b;
        }
}

/* The nearest stone to v in the set behind S(v, j). */
static label nearest_below(const naive *a, const node *v, int32_t j)
{
    const slides *s = a->s;
    label result = {0, NOBODY};
    for (int32_t i = v->children; i-- > 0;) {
        dm_vertex c = s->child[v->first + i];
        int32_t taken = cell_of(a, c, j)->taken;
        result = nearer(result, farther(cell_of(a, c, taken)->nearest, 1));
        j -= taken;
    }
    assert(j == 0);
    return result;
}

/* False: the run is over. */
static bool fill_cells(naive *a, dm_vertex v)
{
    slides *s = a->s;
    const node *at = &s->node[v];
    for (int32_t j = 0; j <= s->stones; j++)
        a->sum[j] = j == 0 ? 0 : NEVER;
    for (int32_t i = 0; i < at->children; i++) {
        add_child(a, s->child[at->first + i]);
        if (!dmi_run_go_on(s->run, (uint64_t)s->stones + 1))
            return false;
    }
    for (int32_t j = 0; j <= s->stones; j++) {
        cell *to = cell_of(a, v, j);
        to->best = NEVER;
        if (a->sum[j] != NEVER) {
            to->nearest = at->given ? (label){0, at->given} : nearest_below(a, at, j);
            to->best = a->sum[j] + share_of(s, at, to->nearest);
        }
        if (at->open && j > 0 && a->sum[j - 1] != NEVER && a->sum[j - 1] + at->value > to->best) {
            to->nearest = (label){0, BLACK};
            to->best = a->sum[j - 1] + at->value;
            to->on_v = true;
        }
    }
    return true;
}

static dm_status solve_naive(slides *s, dmi_reply_result *result, dm_error *err)
{
    size_t width = (size_t)s->stones + 1;
    naive a = {.s = s,
               .cell = dmi_array_zeroed(&s->arrays, (size_t)s->n * width, sizeof *a.cell),
               .sum = dmi_array(&s->arrays, 2 * width, sizeof *a.sum)};
    dm_status status = dmi_arrays_check(&s->arrays, err);
    for (int32_t i = s->n; i-- > 0 && status == DM_OK;)
        if (!fill_cells(&a, s->order[i]))
            status = dmi_stopped(s->run, err);
    for (int32_t i = 0; i < s->stones && status == DM_STOPPED; i++)
        result->chosen[i] = s->problem->candidate[i];
    if (status != DM_OK)
        return status;
    dm_vertex *chosen = result->chosen;
    s->entry[s->order[0]].stones = s->stones;
    for (int32_t i = 0; i < s->n; i++) { /* parents first */
        const node *v = &s->node[s->order[i]];
        int32_t left = s->entry[s->order[i]].stones;
        if (cell_of(&a, s->order[i], left)->on_v) {
            *chosen++ = s->order[i];
            left--;
        }
        for (int32_t k = v->children; k-- > 0;) {
            dm_vertex c = s->child[v->first + k];
            s->entry[c].stones = cell_of(&a, c, left)->taken;
            left -= s->entry[c].stones;
        }
    }
    assert(chosen == result->chosen + s->stones);
    result->has_claim = true;
    result->claim = cell_of(&a, s->order[0], s->stones)->best;
    result->combinations = s->combinations;
    return DM_OK;
}

dm_status dmi_reply_naive(const dmi_reply_problem *problem, const dm_reply_request *request,
                          dm_run *run, dmi_reply_result *result, dm_error *err)
{
    return dmi_slides_ask(problem, request, solve_naive, run, result, err);
}
