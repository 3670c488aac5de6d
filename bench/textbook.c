/* textbook.c - alpha-beta with a table, as in Knuth and Moore (1975) and in textbooks.  The table
 * holds every visited position with its whole key, so nothing is lost until it is full.
 */
#include "textbook.h"
#include "game/evaluator.h"

#include "answer/fail.h"
#include <stdlib.h>

enum { TABLE_BITS = 22, PROBES = 8 };

typedef struct entry {
    uint64_t white, black;
    int32_t lower, upper;
    int32_t best;
    int32_t used;
} entry;

typedef struct search {
    dmi_evaluator *evaluator;
    entry *table;
    uint64_t white, black;
    dm_vertex n;
    int32_t left; /* stones to place */
    uint64_t nodes, limit;
} search;

static entry *find(const search *s)
{
    uint64_t hash =
        (s->white * UINT64_C(0x9e3779b97f4a7c15)) ^ (s->black * UINT64_C(0xc2b2ae3d27d4eb4f));
    uint64_t at = (hash ^ (hash >> 29)) * UINT64_C(0xbf58476d1ce4e5b9) >> (64 - TABLE_BITS);
    entry *first = &s->table[at];
    for (int i = 0; i < PROBES; i++) {
        entry *e = &s->table[(at + (uint64_t)i) & ((1u << TABLE_BITS) - 1)];
        if (!e->used || (e->white == s->white && e->black == s->black))
            return e;
    }
    return first; /* full: the first is replaced */
}

static int64_t value_of(search *s, dm_side side, int64_t alpha, int64_t beta);

static int64_t try_vertex(search *s, dm_side side, dm_vertex v, int64_t alpha, int64_t beta)
{
    uint64_t bit = UINT64_C(1) << v;
    uint64_t *own = side == DM_WHITE ? &s->white : &s->black;
    dmi_evaluator_place(s->evaluator, side, v);
    *own |= bit;
    s->left--;
    int64_t value = -value_of(s, dm_other(side), -beta, -alpha);
    s->left++;
    *own &= ~bit;
    dmi_evaluator_undo(s->evaluator);
    return value;
}

static int64_t search_moves(search *s, dm_side side, int64_t alpha, int64_t beta,
                            int32_t *best_move)
{
    int64_t best = INT64_MIN + 1;
    dm_vertex first = *best_move;
    for (dm_vertex i = -1; i < s->n && best < beta && s->nodes <= s->limit; i++) {
        dm_vertex v = i < 0 ? first : i;
        if (v < 0 || (i >= 0 && v == first) || ((s->white | s->black) >> v & 1))
            continue;
        int64_t value = try_vertex(s, side, v, best > alpha ? best : alpha, beta);
        if (value > best) {
            best = value;
            *best_move = v;
        }
    }
    return best;
}

static int64_t value_of(search *s, dm_side side, int64_t alpha, int64_t beta)
{
    if (s->left == 0) {
        int64_t value = dmi_evaluator_value(s->evaluator);
        return side == DM_WHITE ? value : -value;
    }
    s->nodes++;
    entry *e = find(s);
    entry known = {s->white, s->black, INT32_MIN, INT32_MAX, -1, 1};
    if (e->used && e->white == s->white && e->black == s->black)
        known = *e;
    if (known.lower >= beta || known.lower == known.upper)
        return known.lower;
    if (known.upper <= alpha)
        return known.upper;
    int64_t best = search_moves(s, side, alpha, beta, &known.best);
    if (best > alpha || s->left == 0)
        known.lower = (int32_t)best;
    if (best < beta)
        known.upper = (int32_t)best;
    e = find(s); /* deeper positions may have taken the place */
    if (s->nodes <= s->limit)
        *e = known;
    return best;
}

dm_status textbook_solve(const dm_arena *arena, int32_t rounds, dm_tie_rule ties,
                         uint64_t node_limit, textbook_answer *out, dm_error *err)
{
    dm_distances *distances = NULL;
    search s = {.n = dm_arena_vertices(arena), .left = 2 * rounds, .limit = node_limit};
    if (s.n > 64)
        return answer_fail(err, DM_TOO_LARGE, "the textbook search takes up to 64 vertices");
    dm_status status = dm_distances_new(arena, 0, NULL, &distances, err);
    if (status == DM_OK)
        status =
            dmi_evaluator_new(arena, distances, ties, 2 * rounds, DMI_SIMD_AUTO, &s.evaluator, err);
    s.table = calloc((size_t)1 << TABLE_BITS, sizeof *s.table);
    if (status == DM_OK && !s.table) {
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    } else if (status == DM_OK) {
        int64_t value = value_of(&s, DM_WHITE, -INT32_MAX, INT32_MAX);
        *out = (textbook_answer){value, s.nodes};
        if (s.nodes > s.limit)
            status = answer_fail(err, DM_TOO_LARGE, "the textbook search passed its limit");
    }
    free(s.table);
    dmi_evaluator_free(s.evaluator);
    dm_distances_free(distances);
    return status;
}
