/* reduce_dnf.c - the game on a positive DNF as a Voronoi game: Theorem 4.
 *
 * White takes u2 and Black u1; then both take turns on the x, which have many pendants and form a
 * clique.  A disjunct's vertex is White's if all its x are; it is never Black's, because u2 is its
 * neighbour.
 *
 *       x1 ----- x2          all x are joined; each has 2n pendants
 *        | \   /  |
 *        d1   d2  d3         joined to the x of their disjuncts
 *          \  |  /
 *            u2 ---- u1      3n pendants each
 *
 * Vertices: u1, u2, the x, the d, then the pendants of u1, u2, x1, x2, ..  If the number of
 * variables is odd, one is added that is in no disjunct.  That changes no winner: taking it is
 * passing, and an extra turn never hurts.  O(n^2 + L).
 * Source: Teramoto, Demaine, Uehara (2011), section 5.
 */
#include "papers/reduction/reduction_board.h"

#include <assert.h>
#include <math.h>

enum { U1 = 0, U2 = 1, X = 2 };

typedef struct {
    int64_t n, m;         /* variables, an even number; disjuncts */
    int64_t d1, p1;       /* the first vertices of their kinds */
    double pendants, bow; /* radii: of the pendants around an x, of the arc of the x */
    double column, up;    /* x of the d; height of u1 above and u2 below the middle */
} dnf_shape;

static const double pi = 3.14159265358979323846;

/* The x are on a half circle that is open to the right, x1 at its top. */
static void add_variable(dmi_reduction_board *board, const dnf_shape *s, int64_t i)
{
    double angle = pi / 2 + pi * ((double)i + 0.5) / (double)s->n;
    double x = s->bow * cos(angle), y = s->bow * sin(angle);
    const dmi_pendants pendants = {
        .hub = X + i,
        .first = s->p1 + 6 * s->n + 2 * s->n * i,
        .count = 2 * s->n,
        .p1 = s->p1,
        .x = x,
        .y = y,
        .radius = s->pendants,
        .towards = angle,
        .spread = 1.75
    };
    dmi_reduction_board_vertex(board, X + i, x, y, "x%d", (int)(i + 1));
    dmi_reduction_board_pendants(board, &pendants);
    for (int64_t k = 0; k < i && board->status == DM_OK; k++)
        dmi_reduction_board_edge(board, X + k, X + i);
}

static void add_root(dmi_reduction_board *board, const dnf_shape *s, int64_t which)
{
    double x = 2 * s->column, y = which == U1 ? s->up : -s->up;
    const dmi_pendants pendants = {.hub = which,
                                   .first = s->p1 + 3 * s->n * which,
                                   .count = 3 * s->n,
                                   .p1 = s->p1,
                                   .x = x,
                                   .y = y,
                                   .radius = s->pendants,
                                   .spread = 2.5};
    dmi_reduction_board_vertex(board, which, x, y, "u%d", (int)(which + 1));
    dmi_reduction_board_pendants(board, &pendants);
}

dm_status dm_reduce_dnf(const dm_formula *dnf, dm_reduction **out, dm_error *err)
{
    dnf_shape s = {.n = dnf->variables + dnf->variables % 2, .m = dnf->clause_count};
    s.d1 = s.n + X;
    s.p1 = s.d1 + s.m;
    s.pendants = 1.2 * (double)s.n; /* about 1 apart, and the arcs of neighbours do not overlap */
    s.bow = s.pendants * (double)s.n * 1.6 / pi;
    s.column = 0.6 * s.bow;
    s.up = 1.5 * (double)s.n;
    assert(s.n % 2 == 0);
    dm_reduction *reduction = NULL;
    dmi_reduction_board board;
    dm_status status = dmi_formula_is_positive(dnf, err);
    if (status != DM_OK)
        return status;
    dmi_reduction_board_open(&board, 2 * s.n * s.n + 7 * s.n + s.m + 2, err);
    add_root(&board, &s, U1);
    add_root(&board, &s, U2);
    dmi_reduction_board_edge(&board, U1, U2);
    for (int64_t i = 0; i < s.n && board.status == DM_OK; i++)
        add_variable(&board, &s, i);
    for (int32_t j = 0; j < s.m && board.status == DM_OK; j++) {
        int64_t d = s.d1 + j;
        double step = 1.6 * s.bow / (double)s.m;
        dmi_reduction_board_vertex(&board, d, s.column, step * ((double)(s.m - 1) / 2 - j), "d%d",
                                   j + 1);
        dmi_reduction_board_edge(&board, d, U2);
        for (int64_t k = dnf->first[j]; k < dnf->first[j + 1]; k++)
            dmi_reduction_board_edge(&board, X + dnf->literals[k] - 1, d);
    }
    status = dmi_reduction_board_finish(&board, "a game on a positive DNF as a Voronoi game", 0,
                                        &reduction);
    if (status != DM_OK)
        return status;
    reduction->variables = (int32_t)s.n;
    reduction->clauses = dnf->clause_count;
    reduction->rounds = (int32_t)(s.n / 2 + 1);
    *out = reduction;
    return DM_OK;
}

int32_t dm_dnf_stones(const dm_reduction *board, const int32_t *taken, int32_t count,
                      int32_t variables, dm_vertex *stones)
{
    int32_t end = 0;
    assert(variables <= board->variables && count <= variables);
    stones[end++] = U2;
    stones[end++] = U1;
    for (int32_t i = 0; i < count; i++)
        stones[end++] = taken[i] - 1 + X;
    if (count == variables && variables < board->variables)
        stones[end++] = variables + X;
    return end;
}
