/* test_one_round_data.c - the one-round games of data/ computed again by replies.
 *
 * The files were written by the solver of many rounds.  Here every set of White's stones is
 * answered by the recurrence on trees, and White takes the best: the two share no code.
 */
#include "support/support.h"
#include <demesne/atlas.h>
#include <demesne/reply.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 16, MOST_STONES = 4 };

static FILE *data(const char *name)
{
    char path[400], heading[200];
    snprintf(path, sizeof path, "%s/../data/%s", TEST_DATA, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(heading, sizeof heading, file));
    return file;
}

static int64_t reply_value(const dm_arena *arena, const dm_vertex *white, int32_t count)
{
    dm_error err = {0};
    dm_reply *reply = NULL;
    dm_reply_request request = {
        .white = {.vertex = white, .count = count}, .count = count, .method = DM_REPLY_TREE};
    assert_ok(dm_reply_new(arena, &request, NULL, &reply, &err), err);
    int64_t value = reply->value.whole;
    dm_reply_free(reply);
    return value;
}

/* White minus Black if both place `stones`, White's chosen from `least` on. */
static int64_t best_lead(const dm_arena *arena, dm_vertex *white, int32_t placed, int32_t stones,
                         dm_vertex least)
{
    int64_t best = INT64_MIN;
    if (placed == stones)
        return -reply_value(arena, white, stones);
    for (dm_vertex v = least; v < dm_arena_vertices(arena); v++) {
        white[placed] = v;
        int64_t value = best_lead(arena, white, placed + 1, stones, v + 1);
        best = value > best ? value : best;
    }
    return best;
}

static int64_t game_value(const dm_arena *arena, int32_t stones)
{
    dm_vertex white[MOST_STONES];
    return best_lead(arena, white, 0, stones, 0);
}

static int counts[3]; /* White's wins, ties, Black's wins */
static int32_t stones_each;

static void count_outcome(const dm_arena *arena)
{
    int64_t value = game_value(arena, stones_each);
    counts[value > 0 ? 0 : value == 0 ? 1 : 2]++;
}

static void check_line(const char *line)
{
    int n, boards, white, tie, black;
    char command[40];
    assert_int_equal(sscanf(line, "trees,%d,%d,1,%d,neutral,%d,%d,%d,0", &n, &boards, &stones_each,
                            &white, &tie, &black),
                     6);
    assert_int_equal(white + tie + black, boards);
    if (n > (run_long() ? 11 : 8))
        return;
    counts[0] = counts[1] = counts[2] = 0;
    snprintf(command, sizeof command, "nauty-gentreeg -q %d", n);
    if (each_board_of(command, count_outcome) == 0)
        skip(); /* not installed here */
    assert_int_equal(counts[0], white);
    assert_int_equal(counts[1], tie);
    assert_int_equal(counts[2], black);
}

static void counts_are_found_again(void **state)
{
    (void)state;
    char line[200];
    int lines = 0;
    FILE *file = data("one-round.csv");
    for (; fgets(line, sizeof line, file); lines++)
        check_line(line);
    fclose(file);
    assert_int_equal(lines, 15 + 13 + 11 + 9);
}

static void black_wins_all_that_are_listed(void **state)
{
    (void)state;
    char line[200], board[40];
    int n, stones, lines = 0;
    long long value;
    FILE *file = data("one-round-black-wins.csv");
    for (; fgets(line, sizeof line, file); lines++) {
        dm_error err = {0};
        dm_arena *arena = NULL;
        assert_int_equal(
            sscanf(line, "trees,%39[^,],%d,%*d,1,%d,neutral,%lld", board, &n, &stones, &value), 4);
        assert_ok(dm_atlas_board(board, &arena, &err), err);
        assert_int_equal(dm_arena_vertices(arena), n);
        assert_true(value < 0);
        assert_int_equal(game_value(arena, stones), value);
        dm_arena_free(arena);
    }
    fclose(file);
    assert_int_equal(lines, 30);
}

static void spiders_with_legs_of_two_are_blacks(void **state)
{
    (void)state;
    for (int32_t k = 2; k <= MOST_STONES; k++) {
        char spec[20];
        snprintf(spec, sizeof spec, "spider:%d,2", k + 1);
        dm_arena *arena = family_board(spec, 1);
        assert_int_equal(game_value(arena, k), -1);
        dm_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_found_again),
        cmocka_unit_test(black_wins_all_that_are_listed),
        cmocka_unit_test(spiders_with_legs_of_two_are_blacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
