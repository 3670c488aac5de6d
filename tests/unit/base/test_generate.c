/* test_generate.c - families compared with their definitions, and refused parameters. */
#include "check/families.h"
#include "support/support.h"
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dm_arena *make(const char *spec, uint64_t seed)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_ok(dm_generate(spec, seed, &arena, &err), err);
    assert_string_equal(dm_arena_title(arena), spec);
    return arena;
}

static void compare_with_definition(const check_family *family, int64_t a, int64_t b)
{
    char spec[64];
    int used = snprintf(spec, sizeof spec, "%s", family->name);
    if (family->least[0] >= 0)
        used += snprintf(spec + used, sizeof spec - (size_t)used, ":%d", (int)a);
    if (family->least[1] >= 0)
        snprintf(spec + used, sizeof spec - (size_t)used, "%s%d", family->between, (int)b);
    dm_arena *arena = make(spec, 1);
    const dm_graph *graph = dm_arena_graph(arena);
    assert_int_equal(graph->n, family->vertices(a, b));
    assert_true(graph->arcs == 0 || graph->uniform == 1);
    assert_non_null(dm_arena_places(arena));
    for (dm_vertex u = 0; u < graph->n; u++) {
        uint32_t arc = graph->first[u];
        for (dm_vertex v = 0; v < graph->n; v++) {
            bool joined = arc < graph->first[u + 1] && graph->target[arc] == v;
            bool expected = u != v && family->joined(a, b, u < v ? u : v, u < v ? v : u);
            if (joined != expected)
                fail_msg("%s: %d-%d is %d", spec, u, v, joined);
            arc += joined;
        }
        assert_int_equal(arc, graph->first[u + 1]);
    }
    dm_notes notes = dm_arena_notes(arena);
    assert_int_equal(notes.loops + notes.parallel + notes.one_way, 0);
    dm_arena_free(arena);
}

static void families_equal_their_definitions(void **state)
{
    (void)state;
    for (const check_family *family = check_families; family->name; family++) {
        int64_t a_last = family->least[0] < 0 ? -1 : family->least[0] + 4;
        int64_t b_last = family->least[1] < 0 ? -1 : family->least[1] + 3;
        for (int64_t a = family->least[0]; a <= a_last; a++)
            for (int64_t b = family->least[1]; b <= b_last; b++)
                compare_with_definition(family, a, b);
    }
}

static void drawn_vertices_do_not_coincide(void **state)
{
    (void)state;
    const char *specs[] = {"path:9",      "cycle:12",    "grid:4x5",      "torus:6x6",
                           "star:7",      "complete:5",  "bipartite:3,4", "hypercube:2",
                           "hypercube:3", "hypercube:4", "hypercube:6",   "petersen",
                           "tree:3,3",    "tree:1,4",    "spider:3,4",    "caterpillar:5,3"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        dm_arena *arena = make(specs[i], 1);
        const dm_point *at = dm_arena_places(arena);
        for (dm_vertex u = 0; u < dm_arena_vertices(arena); u++)
            for (dm_vertex v = 0; v < u; v++) {
                double dx = at[u].x - at[v].x, dy = at[u].y - at[v].y;
                if (dx * dx + dy * dy < 0.003)
                    fail_msg("%s: %d and %d coincide", specs[i], u, v);
            }
        dm_arena_free(arena);
    }
}

static void places_have_row_0_at_the_top(void **state)
{
    (void)state;
    dm_arena *arena = make("grid:2x3", 1);
    const dm_point *at = dm_arena_places(arena);
    for (int v = 0; v < 6; v++)
        assert_true(at[v].x == v % 3 && at[v].y == 1 - v / 3);
    dm_arena_free(arena);
}

static void every_row_has_a_working_example(void **state)
{
    (void)state;
    assert_true(dm_family_count() > 0);
    assert_null(dm_family_at(-1));
    assert_null(dm_family_at(dm_family_count()));
    for (int i = 0; i < dm_family_count(); i++) {
        const dm_family *family = dm_family_at(i);
        assert_true(dm_family_known(family->pattern) && dm_family_known(family->name));
        assert_true(*family->help);
        dm_arena_free(make(family->pattern, 1));
    }
    assert_false(dm_family_known("grid.gr"));
    assert_false(dm_family_known("gri:3x3"));
    assert_false(dm_family_known(""));
}

static void bad_specs_report_what_was_expected(void **state)
{
    (void)state;
    const char *table[][2] = {
        {"grid:15x", "grid:15x: expected grid:ROWSxCOLUMNS with positive whole numbers, "
                     "e.g. grid:15x15"},
        {"path", "path: expected path:N with N at least 1, e.g. path:9"},
        {"path:", "path:: expected path:N with N at least 1, e.g. path:9"},
        {"path:0", "path:0: expected path:N with N at least 1, e.g. path:9"},
        {"path:-3", "path:-3: expected path:N with N at least 1, e.g. path:9"},
        {"path:+3", "path:+3: expected path:N with N at least 1, e.g. path:9"},
        {"path: 3", "path: 3: expected path:N with N at least 1, e.g. path:9"},
        {"path:3 ", "path:3 : expected path:N with N at least 1, e.g. path:9"},
        {"path:3,4", "path:3,4: expected path:N with N at least 1, e.g. path:9"},
        {"cycle:2", "cycle:2: expected cycle:N with N at least 3, e.g. cycle:12"},
        {"torus:2x5", "torus:2x5: expected torus:ROWSxCOLUMNS with both at least 3, "
                      "e.g. torus:6x6"},
        {"petersen:3", "petersen:3: expected petersen without parameters, e.g. petersen"},
        {"tree:2", "tree:2: expected tree:K,H with K at least 1 and H at least 0, "
                   "e.g. tree:2,4"},
        {"complete:100000000", "complete:100000000: more than 2147483647 edges"},
        {"path:2147483648", "path:2147483648: more than 2147483647 vertices"},
        {"path:99999999999999999999999", "path:99999999999999999999999: more than 2147483647 "
                                         "vertices"},
        {"hypercube:31", "hypercube:31: more than 2147483647 vertices"},
        {"tree:2,999999999999", "tree:2,999999999999: more than 2147483647 vertices"},
        {"spider:99999999,99999999", "spider:99999999,99999999: more than 2147483647 vertices"},
        {"bipartite:99999,99999", "bipartite:99999,99999: more than 2147483647 edges"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        dm_error err = {0};
        dm_arena *arena = NULL;
        dm_status status = dm_generate(table[i][0], 1, &arena, &err);
        assert_null(arena);
        assert_string_equal(err.message, table[i][1]);
        assert_int_equal(status, strstr(err.message, "more than") ? DM_TOO_LARGE : DM_BAD_INPUT);
        assert_int_equal(dm_generate(table[i][0], 1, &arena, NULL), status);
    }
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_int_equal(dm_generate("blob:3", 1, &arena, &err), DM_BAD_INPUT);
    assert_non_null(strstr(err.message, "unknown board family 'blob'; known: path, cycle, "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_equal_their_definitions),
        cmocka_unit_test(drawn_vertices_do_not_coincide),
        cmocka_unit_test(places_have_row_0_at_the_top),
        cmocka_unit_test(every_row_has_a_working_example),
        cmocka_unit_test(bad_specs_report_what_was_expected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
