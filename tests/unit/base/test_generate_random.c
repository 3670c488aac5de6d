/* test_generate_random.c - random families: their definitions, their probabilities,
 * and that a seed always gives the same board. */
#include "support/support.h"
#include <demesne/graph.h>
#include <demesne/map.h>
#include <demesne/source.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dm_arena *make(const char *spec, uint64_t seed)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_ok(dm_generate(spec, seed, &arena, &err), err);
    return arena;
}

static dm_arena *make_sized(const char *name, int n, const char *rest, uint64_t seed)
{
    char spec[64];
    snprintf(spec, sizeof spec, "%s:%d%s", name, n, rest);
    return make(spec, seed);
}

static bool joined(const dm_graph *graph, dm_vertex u, dm_vertex v)
{
    for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
        if (graph->target[arc] == v)
            return true;
    return false;
}

/* Whether all vertices are reachable from vertex 0, by repeated relaxation. */
static bool is_connected(const dm_graph *graph)
{
    bool *seen = calloc((size_t)graph->n, sizeof *seen);
    assert_non_null(seen);
    seen[0] = true;
    dm_vertex count = 1;
    for (bool grew = true; grew;) {
        grew = false;
        for (dm_vertex v = 0; v < graph->n; v++)
            for (uint32_t arc = graph->first[v]; seen[v] && arc < graph->first[v + 1]; arc++)
                if (!seen[graph->target[arc]]) {
                    seen[graph->target[arc]] = grew = true;
                    count++;
                }
    }
    free(seen);
    return count == graph->n;
}

static void hash_in(uint64_t *hash, int64_t number)
{
    for (int i = 0; i < 8; i++)
        *hash = (*hash ^ ((uint64_t)number >> 8 * i & 255)) * UINT64_C(1099511628211);
}

/* FNV-1a over the whole board. */
static uint64_t board_hash(const dm_arena *arena)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    const dm_graph *graph = dm_arena_graph(arena);
    hash_in(&hash, graph->n);
    hash_in(&hash, dm_arena_decimals(arena));
    for (dm_vertex v = 0; v < graph->n; v++) {
        hash_in(&hash, dm_value_of(dm_arena_values(arena), v));
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
            hash_in(&hash, graph->target[arc]);
            hash_in(&hash, dm_graph_length(graph, arc));
        }
        if (dm_arena_places(arena)) {
            hash_in(&hash, llround(dm_arena_places(arena)[v].x * 1e6));
            hash_in(&hash, llround(dm_arena_places(arena)[v].y * 1e6));
        }
    }
    return hash;
}

/* If a hash changes, all boards stored by name and seed have changed. */
static void a_seed_always_gives_the_same_board(void **state)
{
    (void)state;
    const struct {
        const char *spec;
        uint64_t seed, hash;
    } golden[] = {
        {"random-tree:100", 1, UINT64_C(15929297846066018776)},
        {"random-tree:100", 2, UINT64_C(14058391115523684716)},
        {"gnp:100,0.1", 1, UINT64_C(17611154074790740577)},
        {"gnp:1000,0.001", 7, UINT64_C(17305570242993784570)},
        {"geometric:1000,6", 1, UINT64_C(1456711529468180053)},
        {"geometric:50,12.5", 3, UINT64_C(2210374718185381083)},
        {"road:1000", 1, UINT64_C(7805730955015734866)},
        {"road:12345", 2, UINT64_C(11654522616322834237)},
        {"euclid:100", 1, UINT64_C(7642401193124715080)},
        {"colby:100", 1, UINT64_C(17788764410105431204)},
        {"cycle:12", 1, UINT64_C(15661663321179432657)},
        {"hypercube:4", 1, UINT64_C(2585073150081999909)},
        {"torus:6x6", 1, UINT64_C(14515807266288436729)},
    };
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        dm_arena *arena = make(golden[i].spec, golden[i].seed);
        uint64_t hash = board_hash(arena);
        if (hash != golden[i].hash)
            fail_msg("%s, seed %d: hash %llu", golden[i].spec, (int)golden[i].seed,
                     (unsigned long long)hash);
        dm_arena_free(arena);
    }
}

static void other_seeds_give_other_boards(void **state)
{
    (void)state;
    for (int i = 0; i < dm_family_count(); i++) {
        const dm_family *family = dm_family_at(i);
        dm_arena *first = make(family->pattern, 1), *second = make(family->pattern, 2);
        assert_int_equal(board_hash(first) != board_hash(second), family->random);
        dm_arena_free(first);
        dm_arena_free(second);
    }
}

static void random_trees_are_trees(void **state)
{
    (void)state;
    for (int n = 1; n <= 60; n++) {
        dm_arena *arena = make_sized("random-tree", n, "", (uint64_t)n);
        assert_int_equal(dm_arena_vertices(arena), n);
        assert_int_equal(dm_arena_edges(arena), n - 1);
        assert_true(is_connected(dm_arena_graph(arena)));
        assert_null(dm_arena_places(arena));
        dm_arena_free(arena);
    }
}

/* Of the 64 edge sets on 4 vertices the 16 trees appear, equally often. */
static void labelled_trees_are_equally_likely(void **state)
{
    (void)state;
    int count[64] = {0}, trees = 0;
    for (uint64_t seed = 1; seed <= 16000; seed++) {
        dm_arena *arena = make("random-tree:4", seed);
        int set = 0, bit = 0;
        for (dm_vertex u = 0; u < 4; u++)
            for (dm_vertex v = 0; v < u; v++)
                set |= joined(dm_arena_graph(arena), u, v) << bit++;
        count[set]++;
        dm_arena_free(arena);
    }
    for (int set = 0; set < 64; set++) {
        trees += count[set] > 0;
        if (count[set])
            assert_in_range(count[set], 850, 1150); /* 1000 expected, deviation 31 */
    }
    assert_int_equal(trees, 16);
}

static void gnp_joins_pairs_evenly(void **state)
{
    (void)state;
    const struct {
        int n;
        const char *rest;
        double p;
    } cases[] = {{5, ",0", 0},     {5, ",1", 1},      {5, ",1.000", 1},    {6, ",0.5", 0.5},
                 {9, ",0.9", 0.9}, {40, ",0.1", 0.1}, {12, ",0.25", 0.25}, {300, ",0.0005", 0.0005},
                 {1, ",0.3", 0.3}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        int n = cases[c].n, boards = 2000;
        double pairs = n * (n - 1) / 2.0, edges = 0, corners = 0;
        for (int i = 0; i < boards; i++) {
            dm_arena *arena = make_sized("gnp", n, cases[c].rest, (uint64_t)i);
            edges += (double)dm_arena_edges(arena);
            if (n > 1)
                corners += joined(dm_arena_graph(arena), 0, 1) +
                           joined(dm_arena_graph(arena), n - 2, n - 1);
            dm_arena_free(arena);
        }
        double p = cases[c].p, odds = p * (1 - p);
        assert_true(fabs(edges - boards * pairs * p) <= 5 * sqrt(boards * pairs * odds));
        if (n > 2)
            assert_true(fabs(corners - 2 * boards * p) <= 5 * sqrt(2 * boards * odds) + 1);
    }
}

/* By the coordinates: some radius separates joined pairs from the others. */
static void geometric_joins_what_is_near(void **state)
{
    (void)state;
    const char *specs[] = {"geometric:1,0",   "geometric:2,0.5",  "geometric:30,5",
                           "geometric:200,6", "geometric:100,80", "geometric:300,0.7"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            dm_arena *arena = make(specs[i], seed);
            const dm_graph *graph = dm_arena_graph(arena);
            const dm_point *at = dm_arena_places(arena);
            double farthest_joined = -1, nearest_apart = 1e300;
            for (dm_vertex u = 0; u < graph->n; u++)
                for (dm_vertex v = 0; v < u; v++) {
                    double dx = at[u].x - at[v].x, dy = at[u].y - at[v].y, d = dx * dx + dy * dy;
                    if (joined(graph, u, v))
                        farthest_joined = d > farthest_joined ? d : farthest_joined;
                    else
                        nearest_apart = d < nearest_apart ? d : nearest_apart;
                }
            assert_true(farthest_joined < nearest_apart);
            assert_true(graph->arcs == 0 || graph->uniform == 1);
            dm_arena_free(arena);
        }
}

static void geometric_has_the_mean_degree_asked_for(void **state)
{
    (void)state;
    const struct {
        int n;
        const char *rest;
        double degree;
    } cases[] = {{20000, ",6", 6}, {3000, ",40.5", 40.5}, {100, ",60", 60}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        double arcs = 0;
        int boards = run_long() ? 40 : 10;
        for (int i = 0; i < boards; i++) {
            dm_arena *arena = make_sized("geometric", cases[c].n, cases[c].rest, (uint64_t)i);
            arcs += 2 * (double)dm_arena_edges(arena);
            dm_arena_free(arena);
        }
        double mean = arcs / boards / cases[c].n;
        if (fabs(mean / cases[c].degree - 1) > 0.05)
            fail_msg("geometric:%d%s has mean degree %g", cases[c].n, cases[c].rest, mean);
    }
}

/* The edges of the full grid of road:N, counted cell by cell. */
static int grid_edges(int n)
{
    int columns = 1, edges = 0;
    while (columns * columns < n)
        columns++;
    for (int i = 0; i < n; i++)
        edges += (i % columns + 1 < columns && i + 1 < n) + (i + columns < n);
    return edges;
}

static void roads_lose_a_quarter_and_stay_connected(void **state)
{
    (void)state;
    for (int n = 1; n <= 150; n++) {
        dm_arena *arena = make_sized("road", n, "", (uint64_t)n);
        assert_int_equal(dm_arena_vertices(arena), n);
        assert_int_equal(dm_arena_edges(arena), grid_edges(n) - grid_edges(n) / 4);
        assert_true(is_connected(dm_arena_graph(arena)));
        dm_arena_free(arena);
    }
}

static void towns_are_connected_maps(void **state)
{
    (void)state;
    for (int n = 1; n <= 120; n++) {
        dm_arena *arena = make_sized("town", n, "", (uint64_t)n);
        const dm_map *map = dm_arena_map(arena);
        assert_int_equal(dm_arena_vertices(arena), n);
        assert_true(is_connected(dm_arena_graph(arena)));
        assert_int_equal(map->streets, dm_arena_edges(arena));
        assert_int_equal(map->measure, DM_METRES);
        for (int32_t s = 0; s < map->streets; s++) {
            assert_true(map->name_at[s] > 0);
            assert_in_range(map->length[s], 500, 2500); /* 50 to 250 metres */
        }
        dm_arena_free(arena);
    }
}

static void road_lengths_are_distances_rounded_up(void **state)
{
    (void)state;
    dm_arena *arena = make("road:2000", 5);
    const dm_graph *graph = dm_arena_graph(arena);
    const dm_point *at = dm_arena_places(arena);
    int ascending = 0;
    for (dm_vertex v = 0; v < graph->n; v++) {
        assert_in_range(graph->first[v + 1] - graph->first[v], 1, 4);
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
            double dx = at[v].x - at[graph->target[arc]].x, dy = at[v].y - at[graph->target[arc]].y;
            double length = (double)dm_graph_length(graph, arc), squared = dx * dx + dy * dy;
            assert_true(squared <= length * length && squared > (length - 1) * (length - 1));
            assert_true(length >= 400 && length <= 1710);
            ascending += graph->target[arc] == v + 1;
        }
    }
    assert_true(ascending < 10); /* in grid order it would be about 1500 */
    dm_arena_free(arena);
}

static void euclid_lengths_are_exact(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        dm_arena *arena = make("euclid:120", seed);
        const dm_graph *graph = dm_arena_graph(arena);
        const dm_point *at = dm_arena_places(arena);
        assert_int_equal(dm_arena_decimals(arena), 3);
        assert_int_equal(dm_arena_edges(arena), 120 * 119 / 2);
        for (dm_vertex v = 0; v < graph->n; v++) {
            assert_true(at[v].x >= 0 && at[v].x < 7000 && at[v].y >= 0 && at[v].y < 7000);
            for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
                int64_t dx = (int64_t)(at[v].x - at[graph->target[arc]].x);
                int64_t dy = (int64_t)(at[v].y - at[graph->target[arc]].y);
                int64_t twice = 2 * dm_graph_length(graph, arc);
                int64_t four = 4000000 * (dx * dx + dy * dy); /* (2 * 1000 * distance)^2 */
                assert_true((twice - 1) * (twice - 1) < four && four < (twice + 1) * (twice + 1));
            }
        }
        dm_arena_free(arena);
    }
}

static void colby_boards_follow_the_contest(void **state)
{
    (void)state;
    double edges = 0, length = 0, value = 0;
    int64_t least = INT64_MAX, greatest = 0, richest = 0;
    int boards = 100;
    for (int i = 0; i < boards; i++) {
        dm_arena *arena = make("colby:100", (uint64_t)i);
        const dm_graph *graph = dm_arena_graph(arena);
        assert_int_equal(dm_arena_decimals(arena), 9);
        assert_null(dm_arena_places(arena));
        edges += (double)dm_arena_edges(arena);
        for (uint32_t arc = 0; arc < graph->arcs; arc++) {
            int64_t l = dm_graph_length(graph, arc);
            least = l < least ? l : least;
            greatest = l > greatest ? l : greatest;
            length += (double)l / 2;
        }
        for (dm_vertex v = 0; v < graph->n; v++) {
            int64_t worth = dm_arena_values(arena)[v];
            assert_in_range(worth, 0, 99);
            richest = worth > richest ? worth : richest;
            value += (double)worth;
        }
        dm_arena_free(arena);
    }
    double p = 1 - sqrt(0.1), pairs = boards * 4950.0;
    assert_true(fabs(edges - pairs * p) < 5 * sqrt(pairs * p * (1 - p)));
    assert_true(least >= 1000000000 && least < 1000100000);
    assert_true(greatest < 2000000000 && greatest > 1999900000);
    assert_true(fabs(length / edges - 1.5e9) < 5e6);
    assert_true(fabs(value / (100.0 * boards) - 49.5) < 1.5);
    assert_int_equal(richest, 99);
}

static void bad_parameters_are_refused(void **state)
{
    (void)state;
    const char *p = "expected gnp:N,P with N at least 1 and P between 0 and 1, e.g. gnp:100,0.1";
    const char *d = "expected geometric:N,D with N at least 1 and a mean degree D of at most "
                    "0.9 (N-1), e.g. geometric:1000,6";
    const char *table[][2] = {
        {"gnp:5", p},
        {"gnp:5,", p},
        {"gnp:5,1.1", p},
        {"gnp:5,-1", p},
        {"gnp:0,0.5", p},
        {"gnp:5,.5", p},
        {"gnp:5,0.", p},
        {"gnp:5,1e-3", p},
        {"gnp:5,0.5,", p},
        {"gnp:5,nan", p},
        {"gnp:5x0.5", p},
        {"geometric:9", d},
        {"geometric:9,7.3", d},
        {"geometric:1,0.1", d},
        {"geometric:9,-1", d},
        {"gnp:5,0.1234567890123456", p},
        {"gnp:5,99999999999999999999.999999999999999", p},
        {"road:0", "expected road:N with N at least 1, e.g. road:1000"},
        {"town:1000001", "expected town:N with N from 1 to 1000000, e.g. town:400"},
        {"euclid:x", "expected euclid:N with N at least 1, e.g. euclid:100"},
        {"euclid:70000", "more than 2147483647 edges"},
        {"colby:70000", "more than 2147483647 edges"},
        {"gnp:2000000000,0.5", "more than 2147483647 edges"},
        {"geometric:2000000000,6", "more than 2147483647 edges"},
        {"road:2000000000", "more than 2147483647 edges"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        dm_error err = {0};
        dm_arena *arena = NULL;
        assert_int_not_equal(dm_generate(table[i][0], 1, &arena, &err), DM_OK);
        char expected[300];
        snprintf(expected, sizeof expected, "%s: %s", table[i][0], table[i][1]);
        assert_string_equal(err.message, expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_always_gives_the_same_board),
        cmocka_unit_test(other_seeds_give_other_boards),
        cmocka_unit_test(random_trees_are_trees),
        cmocka_unit_test(labelled_trees_are_equally_likely),
        cmocka_unit_test(gnp_joins_pairs_evenly),
        cmocka_unit_test(geometric_joins_what_is_near),
        cmocka_unit_test(geometric_has_the_mean_degree_asked_for),
        cmocka_unit_test(roads_lose_a_quarter_and_stay_connected),
        cmocka_unit_test(towns_are_connected_maps),
        cmocka_unit_test(road_lengths_are_distances_rounded_up),
        cmocka_unit_test(euclid_lengths_are_exact),
        cmocka_unit_test(colby_boards_follow_the_contest),
        cmocka_unit_test(bad_parameters_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
