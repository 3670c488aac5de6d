/* test_reduce.c - formulas in files, and boards compared with the paper's text by the names of
 * their vertices. */
#include "check/formula.h"
#include "support/formula.h"
#include <stdlib.h>
#include <string.h>

static void assert_reads(bool is_cnf, const char *bytes, int32_t variables, int32_t clauses,
                         int64_t literals)
{
    dm_formula *formula = NULL;
    dm_error err = {0};
    size_t size = strlen(bytes);
    assert_ok(is_cnf ? dm_cnf_read_memory("m", bytes, size, &formula, &err)
                     : dm_dnf_read_memory("m", bytes, size, &formula, &err),
              err);
    assert_int_equal(formula->variables, variables);
    assert_int_equal(formula->clause_count, clauses);
    assert_int_equal(formula->first[clauses], literals);
    dm_formula_free(formula);
}

static void formulas_are_read(void **state)
{
    (void)state;
    assert_reads(true, "c x\np cnf 3 2\n1 -2 0\nc y\n3 0\n", 3, 2, 3);
    assert_reads(true, "p  cnf 3 2 \n1\n-2 0 3\n\n0", 3, 2, 3); /* clauses end anywhere */
    assert_reads(true, "p cnf 1 0\n", 1, 0, 0);
    assert_reads(true, "p cnf 2 2\n0\n1 1 -1 1 0\n", 2, 2, 2); /* empty; repeated */
    assert_reads(true, "p cnf 2 1\r\n1 2 0\r\n%\r\n0\r\n", 2, 1, 2);
    assert_reads(true, "\xef\xbb\xbfp cnf 2 1\n1 2 0\n", 2, 1, 2);
    assert_reads(false, "1 2 # both\n\n3\n", 3, 2, 3);
    assert_reads(false, "# none\nvariables 5\n", 5, 0, 0);
    assert_reads(false, " variables 5 # so\n2 2 4", 5, 1, 2);
}

static void made_up_formulas_are_checked(void **state)
{
    (void)state;
    dm_formula *formula = NULL;
    dm_error err = {0};
    const int32_t open[] = {1, 2}, far[] = {1, 3, 0}, negated[] = {1, -2, 0};
    assert_int_equal(dm_formula_new(2, open, 2, &formula, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_formula_new(2, far, 3, &formula, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_formula_new(0, NULL, 0, &formula, &err), DM_BAD_ARGUMENT);
    assert_null(formula);
    assert_ok(dm_formula_new(2, negated, 3, &formula, &err), err);
    dm_reduction *board = NULL;
    bool wins;
    assert_int_equal(dm_reduce_dnf(formula, &board, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_dnf_game(formula, NULL, &wins, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_reduce_sat(formula, 3, &board, &err), DM_BAD_ARGUMENT);
    assert_null(board);
    dm_formula_free(formula);
    assert_ok(dm_formula_new(DM_REDUCTION_MAX, NULL, 0, &formula, &err), err);
    assert_int_equal(dm_reduce_sat(formula, 1, &board, &err), DM_TOO_LARGE);
    assert_int_equal(dm_reduce_dnf(formula, &board, &err), DM_TOO_LARGE);
    dm_formula_free(formula);
}

/* The parts of a name: "y3.2" is y, 3, 2; "x1-" is x, 1, '-'; "c3'" is c, 3, '\''. */
typedef struct {
    char kind, sign;
    int i, j;
} part;

static part part_of(const dm_arena *arena, dm_vertex v)
{
    part p = {0};
    const char *name = dm_arena_name(arena, v);
    assert_non_null(name);
    char *end = NULL;
    p.kind = name[0];
    p.i = (int)strtol(name + 1, &end, 10);
    if (*end == '.')
        p.j = (int)strtol(end + 1, &end, 10);
    p.sign = *end;
    return p;
}

/* The edges of section 4, in its order; a and b are tried both ways. */
static bool sat_joins(const dm_formula *cnf, part a, part b)
{
    if (a.kind == 'u')
        return b.kind == 'z' || b.kind == 'p' || (b.kind == 'c' && b.sign == '\'');
    if (a.kind == 'y')
        return (b.kind == 'z' && a.i == b.i && a.j == b.j) || (b.kind == 'x' && a.i == b.i);
    if (a.kind == 'x')
        return b.kind == 'c' && !b.sign && check_has_literal(cnf, b.i, a.sign == '+' ? a.i : -a.i);
    return a.kind == 'c' && b.kind == 'c' && a.i == b.i && a.sign != b.sign;
}

/* The edges of section 5 without those of pendants. */
static bool dnf_joins(const dm_formula *dnf, part a, part b)
{
    if (a.kind == 'x')
        return (b.kind == 'x' && a.i != b.i) || (b.kind == 'd' && check_has_literal(dnf, b.i, a.i));
    if (a.kind == 'u')
        return (b.kind == 'u' && a.i != b.i) || (b.kind == 'd' && a.i == 2);
    return false;
}

static bool is_edge(const dm_graph *graph, dm_vertex u, dm_vertex v)
{
    for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
        if (graph->target[arc] == v)
            return true;
    return false;
}

static void assert_names_differ(const dm_arena *arena)
{
    for (dm_vertex u = 0; u < dm_arena_vertices(arena); u++)
        for (dm_vertex v = 0; v < u; v++)
            assert_string_not_equal(dm_arena_name(arena, u), dm_arena_name(arena, v));
}

/* `joins` decides for every pair without a p of Theorem 4. */
static void assert_edges(const dm_formula *formula, const dm_arena *arena, bool has_free_pendants,
                         bool joins(const dm_formula *, part, part))
{
    const dm_graph *graph = dm_arena_graph(arena);
    for (dm_vertex u = 0; u < graph->n; u++)
        for (dm_vertex v = 0; v < u; v++) {
            part a = part_of(arena, u), b = part_of(arena, v);
            if (has_free_pendants && (a.kind == 'p' || b.kind == 'p'))
                continue;
            bool expected = joins(formula, a, b) || joins(formula, b, a);
            if (is_edge(graph, u, v) != expected)
                fail_msg("%s and %s", dm_arena_name(arena, u), dm_arena_name(arena, v));
        }
}

/* Every pendant has one neighbour: as many on the x and on the u as section 5 says. */
static void assert_pendants(const dm_reduction *board)
{
    const dm_graph *graph = dm_arena_graph(board->arena);
    for (dm_vertex v = 0; v < graph->n; v++) {
        int pendants = 0, n = board->variables;
        part at = part_of(board->arena, v);
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
            pendants += part_of(board->arena, graph->target[arc]).kind == 'p';
        assert_int_equal(pendants, at.kind == 'x' ? 2 * n : at.kind == 'u' ? 3 * n : 0);
        if (at.kind == 'p')
            assert_int_equal(graph->first[v + 1] - graph->first[v], 1);
    }
}

static void sat_boards_are_the_papers(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    for (int trial = 0; trial < 60; trial++) {
        int32_t n = 1 + trial % 5, m = (int32_t)dm_rng_below(&rng, 7);
        dm_formula *cnf = random_formula(&rng, n, m, 5, false);
        dm_reduction *board = sat_board(cnf, 1 + trial % 2);
        assert_int_equal(dm_arena_vertices(board->arena), 10 * n + 2 * m - 1);
        assert_int_equal(dm_arena_notes(board->arena).parallel, 0);
        assert_int_equal(board->count, n);
        assert_int_equal(board->white_count, trial % 2 == 0 ? 1 : n);
        assert_string_equal(dm_arena_name(board->arena, board->white[0]), "u");
        for (int32_t i = 1; i < board->white_count; i++)
            assert_int_equal(part_of(board->arena, board->white[i]).i, i); /* p1, p2, .. */
        assert_names_differ(board->arena);
        assert_edges(cnf, board->arena, false, sat_joins);
        dm_reduction_free(board);
        dm_formula_free(cnf);
    }
}

static void dnf_boards_are_the_papers(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 2);
    for (int trial = 0; trial < 20; trial++) {
        int32_t given = 1 + trial % 5, n = given + given % 2, m = (int32_t)dm_rng_below(&rng, 6);
        dm_formula *dnf = random_formula(&rng, given, m, 4, true);
        dm_reduction *board = dnf_board(dnf);
        assert_int_equal(dm_arena_vertices(board->arena), 2 * n * n + 7 * n + m + 2);
        assert_int_equal(board->rounds, n / 2 + 1);
        assert_int_equal(board->variables, n);
        assert_names_differ(board->arena);
        assert_edges(dnf, board->arena, true, dnf_joins);
        assert_pendants(board);
        dm_reduction_free(board);
        dm_formula_free(dnf);
    }
}

/* No two vertices are drawn at one point. */
static void places_differ(void **state)
{
    (void)state;
    literal_text t = {.count = 0};
    for (unsigned clause = 1; clause < 40; clause++)
        put_clause(&t, clause & 0x15); /* positive: good for both */
    dm_formula *formula = formula_of(7, &t);
    dm_reduction *boards[2] = {sat_board(formula, 1), dnf_board(formula)};
    for (int which = 0; which < 2; which++) {
        const dm_point *places = dm_arena_places(boards[which]->arena);
        assert_non_null(places);
        for (dm_vertex u = 0; u < dm_arena_vertices(boards[which]->arena); u++)
            for (dm_vertex v = 0; v < u; v++) {
                double dx = places[u].x - places[v].x, dy = places[u].y - places[v].y;
                assert_true(dx * dx + dy * dy > 0.25);
            }
        dm_reduction_free(boards[which]);
    }
    dm_formula_free(formula);
}

/* n + 1 pigeons in n holes, which has no short proof. */
static dm_formula *pigeons(int32_t holes)
{
    literal_text *t = calloc(1, sizeof *t);
    dm_formula *cnf = NULL;
    assert_non_null(t);
    for (int32_t p = 0; p <= holes; p++) {
        for (int32_t h = 1; h <= holes; h++)
            t->literals[t->count++] = p * holes + h;
        t->literals[t->count++] = 0;
    }
    assert_true(t->count < MOST_LITERALS);
    cnf = formula_of((holes + 1) * holes, t);
    free(t);
    return cnf;
}

static void a_stopped_search_says_so(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_run *run = NULL;
    bool answer = false;
    int32_t assignment[64];
    literal_text t = {.count = 0};
    dm_formula *cnf = pigeons(5);
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_cancel(run);
    assert_int_equal(dm_cnf_solve(cnf, run, &answer, assignment, &err), DM_UNFINISHED);
    for (int32_t v = 1; v <= 12; v++) { /* a cycle of pairs, heavy enough to need a search */
        const int32_t disjunct[] = {v, v % 12 + 1, (v + 4) % 12 + 1, 0};
        memcpy(t.literals + t.count, disjunct, sizeof disjunct);
        t.count += 4;
    }
    dm_formula *dnf = formula_of(12, &t);
    assert_int_equal(dm_dnf_game(dnf, run, &answer, &err), DM_UNFINISHED);
    dm_run_free(run);
    dm_formula_free(dnf);
    dm_formula_free(cnf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_are_read),
        cmocka_unit_test(made_up_formulas_are_checked),
        cmocka_unit_test(sat_boards_are_the_papers),
        cmocka_unit_test(dnf_boards_are_the_papers),
        cmocka_unit_test(places_differ),
        cmocka_unit_test(a_stopped_search_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
