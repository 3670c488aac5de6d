/* test_atlas_data.c - the atlas in data/: a sample solved again, and properties that must hold. */
#include "atlas/atlas.h"
#include "check/minimax.h"
#include "support/support.h"
#include <demesne/atlas.h>
#include <demesne/solve.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of games.csv or black-wins.csv. */
typedef struct row {
    char table[24], board[64];
    int vertices, rounds;
    long long edges, lower, upper;
} row;

static FILE *data(const char *name)
{
    char path[400];
    snprintf(path, sizeof path, "%s/../data/%s", TEST_DATA, name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s is missing", path);
    char heading[200];
    assert_non_null(fgets(heading, sizeof heading, file));
    return file;
}

/* The board may be quoted. */
static bool read_row(FILE *file, row *out)
{
    char line[300];
    if (!fgets(line, sizeof line, file))
        return false;
    char *comma = strchr(line, ','), *board = comma + 1;
    assert_non_null(comma);
    char *end = *board == '"' ? strchr(++board, '"') : strchr(board, ',');
    assert_non_null(end);
    snprintf(out->table, sizeof out->table, "%.*s", (int)(comma - line), line);
    snprintf(out->board, sizeof out->board, "%.*s", (int)(end - board), board);
    end += *end == '"';
    int per_turn, proven;
    assert_int_equal(sscanf(end, ",%d,%lld,%d,%d,neutral,%lld,%lld,%d", &out->vertices, &out->edges,
                            &out->rounds, &per_turn, &out->lower, &out->upper, &proven),
                     7);
    assert_true(per_turn == 1 && proven == 1 && out->lower == out->upper);
    return true;
}

static dm_arena *board_of(const row *r)
{
    dm_arena *arena = NULL;
    dm_error err = {0};
    assert_ok(dm_atlas_board(r->board, &arena, &err), err);
    assert_int_equal(dm_arena_vertices(arena), r->vertices);
    assert_int_equal(dm_arena_edges(arena), r->edges);
    return arena;
}

static void solve_again(dm_solver *solver, const row *r)
{
    dm_arena *arena = board_of(r);
    dm_position *position = new_game(arena, r->rounds, 1, DM_TIES_NEUTRAL);
    dm_solution *solution = NULL;
    dm_error err = {0};
    assert_ok(dm_solve(solver, position, NULL, NULL, &solution, &err), err);
    if (solution->lower != r->lower || solution->upper != r->upper)
        fail_msg("%s, %d rounds: the file has %lld, solved is %lld", r->board, r->rounds, r->lower,
                 (long long)solution->lower);
    dm_solution_free(solution);
    dm_position_free(position);
    dm_arena_free(arena);
}

static void a_sample_is_solved_again(void **state)
{
    (void)state;
    const dm_solver_settings settings = {.memory = 8 << 20};
    dm_solver *solver = NULL;
    dm_error err = {0};
    dm_rng rng;
    row r;
    int games = 0, again = 0;
    assert_ok(dm_solver_new(&settings, &solver, &err), err);
    dm_rng_init(&rng, 41);
    FILE *file = data("games.csv");
    for (; read_row(file, &r); games++)
        if (r.vertices <= 16 && dm_rng_below(&rng, run_long() ? 2 : 12) == 0) {
            solve_again(solver, &r);
            again++;
        }
    fclose(file);
    dm_solver_free(solver);
    assert_true(games > 1500 && again > 100);
}

static void paths_are_ties_but_for_one_round_on_odd_ones(void **state)
{
    (void)state;
    int games = 0;
    row r;
    FILE *file = data("games.csv");
    while (read_row(file, &r))
        if (strcmp(r.table, "paths") == 0) {
            assert_int_equal(r.lower, r.rounds == 1 && r.vertices % 2 ? 1 : 0);
            games++;
        }
    fclose(file);
    assert_int_equal(games, 529); /* 2..46 vertices, all rounds */
}

static char *form_of_edges(dm_vertex n, const dm_vertex (*edges)[2])
{
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    dm_error err = {0};
    char *form = NULL;
    assert_ok(dm_builder_new(n, &builder, &err), err);
    for (; (*edges)[0] != (*edges)[1]; edges++)
        assert_ok(dm_builder_edge(builder, (*edges)[0], (*edges)[1], 1, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    assert_ok(dmi_board_key(arena, &form, &err), err);
    dm_arena_free(arena);
    return form;
}

/* How often the board is listed as a win of Black's with that many rounds. */
static int times_listed(const char *form, int vertices, int rounds)
{
    int times = 0;
    row r;
    FILE *file = data("black-wins.csv");
    while (read_row(file, &r)) {
        if (r.vertices != vertices || r.rounds != rounds || strcmp(r.table, "graphs") != 0)
            continue;
        dm_arena *arena = board_of(&r);
        char *other = NULL;
        dm_error err = {0};
        assert_ok(dmi_board_key(arena, &other, &err), err);
        dm_arena_free(arena);
        times += strcmp(other, form) == 0;
        free(other);
    }
    fclose(file);
    return times;
}

static void the_known_wins_of_black_are_there(void **state)
{
    (void)state;
    static const dm_vertex pendants[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5},
                                            {5, 0}, {0, 6}, {2, 7}, {4, 8}, {0, 0}};
    static const dm_vertex legs[][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {3, 4},
                                        {1, 5}, {5, 6}, {2, 7}, {7, 8}, {0, 0}};
    static const dm_vertex handles[][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {0, 4},
                                           {4, 5}, {5, 1}, {2, 6}, {6, 7}, {7, 3}, {0, 0}};
    char *ring = form_of_edges(9, pendants), *triangle = form_of_edges(9, legs);
    char *smallest = form_of_edges(8, handles);
    assert_int_equal(times_listed(ring, 9, 1), 1);
    assert_int_equal(times_listed(triangle, 9, 2), 1);
    assert_int_equal(times_listed(smallest, 8, 2), 1);
    free(ring);
    free(triangle);
    free(smallest);
}

/* Every one of them by plain minimax. */
static void black_really_wins(void **state)
{
    (void)state;
    row r;
    int checked = 0;
    FILE *file = data("black-wins.csv");
    while (read_row(file, &r)) {
        assert_true(r.upper < 0 && r.vertices >= 8);
        dm_arena *arena = board_of(&r);
        assert_int_equal(check_game_value(arena, r.rounds, 1, DM_TIES_NEUTRAL), r.lower);
        dm_arena_free(arena);
        checked++;
    }
    fclose(file);
    assert_int_equal(checked, 130);
}

static void counts_add_up_to_all_boards(void **state)
{
    (void)state;
    static const int64_t trees[] = {0,    0,    1,     1,     2,      3,      6,
                                    11,   23,   47,    106,   235,    551,    1301,
                                    3159, 7741, 19320, 48629, 123867, 317955, 823065};
    static const int64_t graphs[] = {0, 0, 1, 2, 6, 21, 112, 853, 11117, 261080, 11716571};
    char line[300], table[24];
    int n, rounds, lines = 0;
    long long boards, white, tie, black;
    FILE *file = data("counts.csv");
    for (; fgets(line, sizeof line, file); lines++) {
        assert_int_equal(sscanf(line, "%23[^,],%d,%lld,%d,1,neutral,%lld,%lld,%lld,0", table, &n,
                                &boards, &rounds, &white, &tie, &black),
                         7);
        assert_int_equal(white + tie + black, boards);
        assert_int_equal(boards, strcmp(table, "trees") == 0 ? trees[n] : graphs[n]);
        if (2 * rounds == n)
            assert_int_equal(tie, boards);
        if (strcmp(table, "trees") == 0 && rounds == 1)
            assert_int_equal(black, 0); /* White takes a median */
        if (strcmp(table, "graphs") == 0)
            assert_true(black == 0 || (n >= 8 && (n > 8 || rounds == 2)));
    }
    fclose(file);
    assert_int_equal(lines, 125); /* trees to 20, graphs to 10 */
}

/* With more rounds Black needs larger trees. */
static void the_smallest_trees_that_black_wins(void **state)
{
    (void)state;
    static const int expected[] = {0, 0, 11, 14, 17, 19, 0, 0, 0, 0, 0};
    static const int64_t trees[] = {0, 0, 4, 3, 7, 2, 0, 0, 0, 0, 0};
    int smallest[11] = {0}, n, rounds;
    int64_t wins[11] = {0};
    char line[300];
    long long black;
    FILE *file = data("counts.csv");
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "trees,%d,%*d,%d,1,neutral,%*d,%*d,%lld", &n, &rounds, &black) == 3 &&
            black > 0 && smallest[rounds] == 0) {
            smallest[rounds] = n;
            wins[rounds] = black;
        }
    fclose(file);
    assert_memory_equal(smallest, expected, sizeof expected);
    assert_memory_equal(wins, trees, sizeof trees);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_is_solved_again),
        cmocka_unit_test(paths_are_ties_but_for_one_round_on_odd_ones),
        cmocka_unit_test(the_known_wins_of_black_are_there),
        cmocka_unit_test(black_really_wins),
        cmocka_unit_test(counts_add_up_to_all_boards),
        cmocka_unit_test(the_smallest_trees_that_black_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
