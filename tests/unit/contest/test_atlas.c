/* test_atlas.c - tables of solved games: the right boards, the right values, nothing solved twice.
 */
#define _XOPEN_SOURCE 700 /* setenv */
#include "atlas/atlas.h"
#include "check/minimax.h"
#include "support/folder.h"
#include "support/support.h"
#include <demesne/atlas.h>
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int forget(void **state)
{
    (void)state;
    return unlink(database); /* a closed database is one file */
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static dm_atlas *opened(void)
{
    dm_atlas *atlas = NULL;
    dm_error err = {0};
    assert_ok(dm_atlas_open(database, true, &atlas, &err), err);
    return atlas;
}

static dm_atlas_tally ran(dm_atlas *atlas, const dm_atlas_plan *plan)
{
    dm_atlas_tally tally = {0};
    dm_error err = {0};
    assert_ok(dm_atlas_run(atlas, plan, NULL, &tally, &err), err);
    return tally;
}

static char *form_of(const dm_arena *arena)
{
    char *form = NULL;
    dm_error err = {0};
    assert_ok(dmi_board_key(arena, &form, &err), err);
    return form;
}

/* The same board under a random numbering. */
static dm_arena *shuffled(dm_rng *rng, const dm_arena *arena)
{
    const dm_graph *graph = dm_arena_graph(arena);
    dm_vertex number[64];
    dm_builder *builder = NULL;
    dm_arena *out = NULL;
    dm_error err = {0};
    for (dm_vertex v = 0; v < graph->n; v++) {
        dm_vertex at = (dm_vertex)dm_rng_below(rng, (uint64_t)v + 1);
        number[v] = number[at];
        number[at] = v;
    }
    assert_ok(dm_builder_new(graph->n, &builder, &err), err);
    for (dm_vertex v = 0; v < graph->n; v++)
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
            if (graph->target[arc] > v)
                assert_ok(dm_builder_edge(builder, number[v], number[graph->target[arc]], 1, &err),
                          err);
    assert_ok(dm_builder_finish(builder, &out, &err), err);
    return out;
}

static void a_form_is_the_board_without_its_numbering(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_rng_init(&rng, 31);
    for (int trial = 0; trial < 500; trial++) {
        dm_vertex n = 1 + (dm_vertex)dm_rng_below(&rng, 40);
        dm_arena *arena = random_board(&rng, n, trial % 2 ? BOARD_TREE : 0), *back = NULL;
        dm_arena *other = shuffled(&rng, arena);
        char *form = form_of(arena), *other_form = form_of(other);
        assert_string_equal(form, other_form);
        assert_ok(dm_atlas_board(form, &back, &err), err);
        assert_int_equal(dm_arena_edges(back), dm_arena_edges(arena));
        char *again = form_of(back);
        assert_string_equal(again, form);
        free(again);
        free(form);
        free(other_form);
        dm_arena_free(back);
        dm_arena_free(other);
        dm_arena_free(arena);
    }
}

static void lengths_and_values_are_part_of_a_form(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 32);
    for (int trial = 0; trial < 50; trial++) {
        dm_arena *arena = random_board(&rng, 8, BOARD_LENGTHS | BOARD_VALUES | BOARD_TREE);
        dm_arena *longer = stretched_board(arena, 2), *plain = NULL;
        dm_error err = {0};
        assert_ok(dm_arena_with_values(arena, NULL, &plain, &err), err);
        char *a = form_of(arena), *b = form_of(longer), *c = form_of(plain), *d = form_of(arena);
        assert_string_not_equal(a, b);
        assert_string_not_equal(a, c);
        assert_string_equal(a, d);
        free(a);
        free(b);
        free(c);
        free(d);
        dm_arena_free(plain);
        dm_arena_free(longer);
        dm_arena_free(arena);
    }
}

/* The counts of one reading. */
typedef struct count {
    int64_t games, white, ties, black, boards;
    char last[100];
} count;

static dm_status add_game(void *user, const dm_atlas_game *game, dm_error *err)
{
    (void)err;
    count *c = user;
    assert_true(game->proven);
    c->games++;
    c->white += game->lower > 0;
    c->ties += game->lower == 0;
    c->black += game->lower < 0;
    c->boards += strcmp(c->last, game->board) != 0;
    snprintf(c->last, sizeof c->last, "%s", game->board);
    return DM_OK;
}

static count counted(dm_atlas *atlas, const dm_atlas_plan *plan)
{
    count c = {0};
    dm_error err = {0};
    assert_ok(dm_atlas_each(atlas, plan, add_game, &c, &err), err);
    return c;
}

static dm_status compare_with_minimax(void *user, const dm_atlas_game *game, dm_error *err)
{
    int64_t *games = user;
    dm_arena *arena = NULL;
    dm_status status = dm_atlas_board(game->board, &arena, err);
    if (status != DM_OK)
        return status;
    int64_t expected = check_game_value(arena, game->rounds, game->per_turn, game->ties);
    assert_true(game->proven);
    assert_int_equal(game->lower, expected);
    assert_int_equal(game->upper, expected);
    assert_int_equal(game->vertices, dm_arena_vertices(arena));
    assert_int_equal(game->edges, dm_arena_edges(arena));
    dm_arena_free(arena);
    ++*games;
    return DM_OK;
}

static void every_family_is_solved_right(void **state)
{
    (void)state;
    static const struct {
        const char *table;
        int64_t games; /* counted by hand: boards of at most 8 vertices times their rounds */
    } expected[] = {{"paths", 16},
                    {"cycles", 15},
                    {"grids", 2 + 3 + 4},
                    {"tori", 0},
                    {"complete-trees", 1 + 2 + 2 + 3 + 3 + 4 + 3},
                    {"spiders", 2 + 2 + 3 + 3 + 4 + 3},
                    {"hypercubes", 1 + 2 + 4}};
    dm_atlas *atlas = opened();
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        dm_atlas_plan plan = {.table = expected[i].table, .max_vertices = 8, .memory = 1 << 20};
        int64_t games = 0;
        dm_error err = {0};
        ran(atlas, &plan);
        assert_ok(dm_atlas_each(atlas, &plan, compare_with_minimax, &games, &err), err);
        assert_int_equal(games, expected[i].games);
    }
    dm_atlas_close(atlas);
}

static void rules_are_kept_apart(void **state)
{
    (void)state;
    dm_atlas *atlas = opened();
    for (int ties = 0; ties < 4; ties++)
        for (int32_t per_turn = 1; per_turn <= 2; per_turn++) {
            dm_atlas_plan plan = {.table = "grids",
                                  .max_vertices = 6,
                                  .per_turn = per_turn,
                                  .ties = (dm_tie_rule)ties,
                                  .memory = 1 << 20};
            dm_error err = {0};
            int64_t games = 0;
            assert_int_equal(ran(atlas, &plan).known, 0);
            assert_ok(dm_atlas_each(atlas, &plan, compare_with_minimax, &games, &err), err);
            assert_int_equal(games, per_turn == 1 ? 5 : 2);
        }
    dm_atlas_close(atlas);
}

static void all_trees_and_graphs_are_there(void **state)
{
    (void)state;
    bool has_nauty = system("command -v nauty-geng >/dev/null || command -v geng >/dev/null") == 0;
    if (!has_nauty)
        skip();
    static const int64_t trees[] = {0, 0, 1, 1, 2, 3, 6, 11, 23, 47, 106};
    static const int64_t graphs[] = {0, 0, 1, 2, 6, 21, 112};
    dm_atlas *atlas = opened();
    dm_error err = {0};
    dm_atlas_plan tree_plan = {.table = "trees", .max_vertices = 10, .memory = 1 << 22};
    dm_atlas_plan graph_plan = {
        .table = "graphs", .max_vertices = 6, .memory = 1 << 22, .threads = 2};
    ran(atlas, &tree_plan);
    ran(atlas, &graph_plan);
    for (int32_t n = 2; n <= 10; n++) {
        bool complete = false;
        tree_plan.min_vertices = tree_plan.max_vertices = n;
        assert_int_equal(counted(atlas, &tree_plan).boards, trees[n]);
        assert_ok(dm_atlas_is_complete(atlas, &tree_plan, n, &complete, &err), err);
        assert_true(complete);
        graph_plan.min_vertices = graph_plan.max_vertices = n;
        assert_int_equal(counted(atlas, &graph_plan).boards, n <= 6 ? graphs[n] : 0);
        assert_ok(dm_atlas_is_complete(atlas, &graph_plan, n, &complete, &err), err);
        assert_int_equal(complete, n <= 6);
    }
    int64_t games = 0;
    graph_plan.min_vertices = 2;
    graph_plan.max_vertices = run_long() ? 6 : 5;
    assert_ok(dm_atlas_each(atlas, &graph_plan, compare_with_minimax, &games, &err), err);
    assert_true(games > 30);
    dm_atlas_close(atlas);
}

static void nothing_is_solved_twice(void **state)
{
    (void)state;
    dm_atlas_plan plan = {.table = "spiders", .max_vertices = 13, .memory = 1 << 22};
    dm_atlas *atlas = opened();
    dm_atlas_tally first = ran(atlas, &plan);
    assert_int_equal(first.unproven, 0);
    dm_atlas_tally second = ran(atlas, &plan);
    assert_int_equal(second.solved, 0);
    assert_int_equal(second.known, first.solved + first.known);
    assert_int_equal(second.boards, first.boards);
    dm_atlas_close(atlas);
    atlas = opened();
    assert_int_equal(ran(atlas, &plan).solved, 0);
    /* complete-trees has the stars in common with spiders: spider:L,1 is tree:L,1 */
    plan.table = "complete-trees";
    assert_true(ran(atlas, &plan).known > 0);
    dm_atlas_close(atlas);
}

/* Stopped again and again, then finished: together the runs solve what one run solves. */
static void a_stopped_run_goes_on(void **state)
{
    (void)state;
    dm_atlas_plan plan = {.table = "cycles", .max_vertices = 17, .memory = 1 << 22, .threads = 2};
    dm_error err = {0};
    int64_t solved = 0;
    int stops = 0;
    dm_status status;
    do {
        dm_atlas *atlas = opened();
        dm_atlas_tally tally = {0};
        dm_run *run = NULL;
        assert_ok(dm_run_new(&run, &err), err);
        dm_run_set_work_limit(run, 4);
        status = dm_atlas_run(atlas, &plan, run, &tally, &err);
        assert_true(status == DM_OK || status == DM_STOPPED);
        assert_int_equal(tally.known, solved); /* everything solved before; nothing is lost */
        solved += tally.solved;
        stops += status == DM_STOPPED;
        dm_run_free(run);
        dm_atlas_close(atlas);
    } while (status == DM_STOPPED && stops < 100);
    assert_int_equal(status, DM_OK);
    assert_true(stops >= 1);
    dm_atlas *atlas = opened();
    assert_int_equal(counted(atlas, &plan).games, solved);
    dm_atlas_close(atlas);
}

static dm_status check_bounds(void *user, const dm_atlas_game *game, dm_error *err)
{
    (void)err;
    int64_t *unproven = user;
    assert_true(game->lower <= game->upper);
    assert_int_equal(game->proven, game->lower == game->upper);
    *unproven += !game->proven;
    return DM_OK;
}

static void a_game_left_with_bounds_needs_more_time(void **state)
{
    (void)state;
    dm_atlas_plan plan = {.table = "grids",
                          .min_vertices = 36,
                          .max_vertices = 36,
                          .min_rounds = 9,
                          .max_rounds = 9,
                          .memory = 1 << 22,
                          .game_seconds = 0.05};
    dm_atlas *atlas = opened();
    dm_error err = {0};
    dm_atlas_tally first = ran(atlas, &plan);
    assert_true(first.unproven > 0); /* 6x6 with 9 rounds takes minutes at least */
    int64_t unproven = 0;
    assert_ok(dm_atlas_each(atlas, &plan, check_bounds, &unproven, &err), err);
    assert_int_equal(unproven, first.unproven);
    dm_atlas_tally second = ran(atlas, &plan);
    assert_int_equal(second.solved, 0);
    assert_int_equal(second.unproven, first.unproven);
    dm_atlas_close(atlas);
}

static dm_status check_open(void *user, const dm_atlas_game *game, dm_error *err)
{
    (void)err;
    int *games = user;
    int k, h;
    assert_int_equal(sscanf(game->board, "tree:%d,%d", &k, &h), 2);
    double bound = ((double)k * k * k * game->rounds * game->rounds - 1) / (k - 1);
    assert_true(2 * game->rounds > k && game->vertices < bound);
    ++*games;
    return DM_OK;
}

static void open_trees_are_those_below_the_bound(void **state)
{
    (void)state;
    dm_atlas *atlas = opened();
    dm_error err = {0};
    dm_atlas_plan plan = {.table = "complete-trees", .max_vertices = 15, .memory = 1 << 22};
    ran(atlas, &plan);
    int64_t all = counted(atlas, &plan).games;
    plan.table = "open-trees";
    int games = 0;
    assert_ok(dm_atlas_each(atlas, &plan, check_open, &games, &err), err);
    assert_true(games > 10 && games < all);
    assert_int_equal(dm_atlas_run(atlas, &plan, NULL, NULL, &err), DM_BAD_ARGUMENT);
    plan.table = "pathes";
    assert_int_equal(dm_atlas_each(atlas, &plan, check_open, &games, &err), DM_BAD_ARGUMENT);
    plan = (dm_atlas_plan){.table = "paths"};
    assert_int_equal(dm_atlas_run(atlas, &plan, NULL, NULL, &err), DM_BAD_ARGUMENT);
    dm_atlas_close(atlas);
}

static void a_missing_generator_is_named(void **state)
{
    (void)state;
    dm_atlas *atlas = opened();
    dm_atlas_plan plan = {.table = "trees", .max_vertices = 5, .memory = 1 << 20};
    dm_error err = {0};
    char *old = strdup(getenv("PATH") ? getenv("PATH") : "");
    setenv("PATH", folder, 1);
    dm_status status = dm_atlas_run(atlas, &plan, NULL, NULL, &err);
    setenv("PATH", old, 1);
    free(old);
    assert_int_equal(status, DM_UNSUPPORTED);
    assert_non_null(strstr(err.message, "nauty-gentreeg"));
    dm_atlas_close(atlas);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_teardown(name, forget)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_form_is_the_board_without_its_numbering),
        cmocka_unit_test(lengths_and_values_are_part_of_a_form),
        CASE(every_family_is_solved_right),
        CASE(rules_are_kept_apart),
        CASE(all_trees_and_graphs_are_there),
        CASE(nothing_is_solved_twice),
        CASE(a_stopped_run_goes_on),
        CASE(a_game_left_with_bounds_needs_more_time),
        CASE(open_trees_are_those_below_the_bound),
        CASE(a_missing_generator_is_named),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
