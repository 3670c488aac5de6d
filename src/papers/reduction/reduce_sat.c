/* reduce_sat.c - a CNF formula as a one-round game: Theorem 3 and Corollary 1.
 *
 * White has a stone on u, Black one stone per variable.  Only a stone on x+ or x- wins the three y
 * of its variable, so Black must choose one of the two for each variable, and then owns exactly the
 * clauses that the choice makes true.  With all clauses Black is one vertex ahead.
 *
 *            p  p  p  p
 *             \ |  | /
 *       .------  u  ---------.
 *      /      /  |  \         \
 *    z1.1   z1.2  z1.3  ..    c1'        distance 1 from u
 *      |      |     |          |
 *    y1.1   y1.2  y1.3  ..     |         2; so is c1
 *      |  \ / | \ / |          |
 *      x1+         x1-  ..     |         3
 *         \____________________c1
 *
 * The gadget of a variable has 8 vertices, so vertex numbers follow from i and j.  O(n + L) for L
 * literals.  Source: Teramoto, Demaine, Uehara (2011), section 4; docs/algorithms/solve.md proves
 * it for clauses of any length and variables that occur any number of times.
 */
#include "papers/reduction/reduction_board.h"

#include <stdlib.h>

enum { U = 0, GADGET = 8, Y = 2, Z = 5 }; /* places in a gadget: x+ x- y1 y2 y3 z1 z2 z3 */

typedef struct {
    int64_t n, m;         /* variables, clauses */
    int64_t clauses, p1;  /* the first vertices of their kinds */
    double width, height; /* of the gadgets and clauses; from z down to x */
} sat_shape;

static int64_t gadget_of(int64_t variable)
{
    return 1 + GADGET * (variable - 1);
}

static int64_t vertex_of_literal(int64_t literal)
{
    return gadget_of(llabs(literal)) + (literal < 0);
}

static void add_gadget(dmi_reduction_board *board, int64_t i)
{
    int64_t base = gadget_of(i);
    double left = 4.0 * (double)(i - 1);
    dmi_reduction_board_vertex(board, base, left + 0.3, -3.2, "x%d+", (int)i);
    dmi_reduction_board_vertex(board, base + 1, left + 1.7, -3.2, "x%d-", (int)i);
    for (int j = 0; j < 3; j++) {
        dmi_reduction_board_vertex(board, base + Y + j, left + j, -1.4, "y%d.%d", (int)i, j + 1);
        dmi_reduction_board_vertex(board, base + Z + j, left + j, 0, "z%d.%d", (int)i, j + 1);
        dmi_reduction_board_edge(board, U, base + Z + j);
        dmi_reduction_board_edge(board, base + Z + j, base + Y + j);
        dmi_reduction_board_edge(board, base + Y + j, base);
        dmi_reduction_board_edge(board, base + Y + j, base + 1);
    }
}

dm_status dm_reduce_sat(const dm_formula *cnf, int problem, dm_reduction **out, dm_error *err)
{
    sat_shape s = {.n = cnf->variables, .m = cnf->clause_count};
    s.clauses = 1 + GADGET * s.n;
    s.p1 = s.clauses + 2 * s.m;
    s.width =
        4.0 * (double)s.n + 1.5 * (double)s.m; /* columns of 4 with their gaps, then clauses */
    dm_reduction *reduction = NULL;
    dmi_reduction_board board;
    if (problem != 1 && problem != 2)
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no problem %d; expected 1 or 2", problem);
    dmi_reduction_board_open(&board, 10 * s.n + 2 * s.m - 1, err);
    double middle = (s.width - 1.5) / 2, rise = s.width / 5 > 2 ? s.width / 5 : 2;
    int64_t count = 2 * s.n - 2;
    dmi_reduction_board_vertex(&board, U, middle, rise, "u");
    for (int64_t i = 0; i < count && board.status == DM_OK; i++) {
        dmi_reduction_board_vertex(&board, s.p1 + i, middle + (double)i - (double)(count - 1) / 2,
                                   rise + 1.6, "p%d", (int)(i + 1));
        dmi_reduction_board_edge(&board, U, s.p1 + i);
    }
    for (int64_t i = 1; i <= s.n && board.status == DM_OK; i++)
        add_gadget(&board, i);
    for (int32_t j = 0; j < s.m && board.status == DM_OK; j++) {
        /* c is below the gadgets, c' above it at the height of the z */
        int64_t c = s.clauses + INT64_C(2) * j;
        double x = 4.0 * (double)s.n + 1.5 * j, drop = s.width / 6 > 1.6 ? s.width / 6 : 1.6;
        dmi_reduction_board_vertex(&board, c, x, -3.2 - drop, "c%d", j + 1);
        dmi_reduction_board_vertex(&board, c + 1, x, 0, "c%d'", j + 1);
        dmi_reduction_board_edge(&board, c, c + 1);
        dmi_reduction_board_edge(&board, c + 1, U);
        for (int64_t k = cnf->first[j]; k < cnf->first[j + 1]; k++)
            dmi_reduction_board_edge(&board, vertex_of_literal(cnf->literals[k]), c);
    }
    int32_t white_count = problem == 1 ? 1 : cnf->variables;
    dm_status status = dmi_reduction_board_finish(&board, "satisfiability as a game of one round",
                                                  white_count, &reduction);
    if (status != DM_OK)
        return status;
    for (int32_t i = 0; i < white_count; i++)
        reduction->white[i] = i == 0 ? U : (dm_vertex)(s.p1 + i - 1);
    reduction->variables = reduction->count = cnf->variables;
    reduction->clauses = cnf->clause_count;
    *out = reduction;
    return DM_OK;
}

void dm_sat_stones(const dm_reduction *reduction, const int32_t *assignment, dm_vertex *black)
{
    for (int32_t i = 0; i < reduction->variables; i++)
        black[i] = (dm_vertex)vertex_of_literal(assignment[i]);
}

bool dm_sat_assignment(const dm_reduction *reduction, const dm_vertex *black, int32_t count,
                       int32_t *assignment)
{
    if (count != reduction->variables)
        return false;
    for (int32_t i = 0; i < count; i++)
        assignment[i] = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t gadget = (black[i] - 1) / GADGET, place = (black[i] - 1) % GADGET;
        if (black[i] < 1 || gadget >= count || place > 1 || assignment[gadget] != 0)
            return false; /* the stone stands for no literal, or for one of a variable that has one
                           */
        assignment[gadget] = place == 0 ? gadget + 1 : -(gadget + 1);
    }
    return true;
}
