/* test_record.c - recorded games replay exactly; changed ones are refused. */
#include "support/support.h"
#include <demesne/player.h>
#include <demesne/record.h>
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *temporary_path(void)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/demesne-record-%ld.json", (long)getpid());
    return path;
}

static void round_trip(const dm_arena *arena, const char *source, uint64_t seed, int32_t per_turn,
                       dm_tie_rule ties, int32_t turns)
{
    dm_error err = {0};
    dm_record *record = NULL;
    char *path = temporary_path();
    int32_t rounds = dm_arena_vertices(arena) / (2 * per_turn);
    dm_position *position = new_game(arena, rounds, per_turn, ties);
    dm_player *player = NULL;
    dm_vertex move[64];
    assert_ok(dm_player_new("random", seed, &player, &err), err);
    for (int32_t i = 0; i < turns && !dm_position_is_over(position); i++) {
        int32_t stones = dm_position_stones_to_place(position);
        assert_ok(dm_player_choose(player, position, NULL, move, &err), err);
        assert_ok(dm_position_make(position, move, stones, &err), err);
    }
    dm_player_free(player);
    assert_ok(dm_record_write(position, source, seed, "random", "human", path, &err), err);
    assert_ok(dm_record_read(path, &record, &err), err);
    assert_string_equal(record->source, source);
    assert_string_equal(record->player[DM_WHITE], "random");
    assert_string_equal(record->player[DM_BLACK], "human");
    dm_position *y = record->position;
    int32_t count, other;
    const dm_stone *stones = dm_position_stones(position, &count);
    const dm_stone *others = dm_position_stones(y, &other);
    int64_t value, other_value;
    assert_int_equal(count, other);
    for (int32_t i = 0; i < count; i++) {
        assert_int_equal(stones[i].vertex, others[i].vertex);
        assert_int_equal(stones[i].player, others[i].player);
    }
    assert_int_equal(dm_position_rules(position)->ties, dm_position_rules(y)->ties);
    assert_int_equal(dm_position_rules(position)->rounds, dm_position_rules(y)->rounds);
    assert_int_equal(dm_position_rules(position)->per_turn, dm_position_rules(y)->per_turn);
    assert_int_equal(dm_position_value(position, &value, NULL), DM_OK);
    assert_int_equal(dm_position_value(y, &other_value, NULL), DM_OK);
    assert_int_equal(value, other_value);
    dm_record_free(record);
    dm_position_free(position);
    unlink(path);
}

static void families_replay(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 9);
    const char *specs[] = {"path:9", "grid:4x4", "random-tree:12", "colby:10", "road:16"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (uint64_t seed = 1; seed < 9; seed++) {
            dm_arena *arena = NULL;
            dm_error err = {0};
            assert_ok(dm_generate(specs[i], seed, &arena, &err), err);
            round_trip(arena, specs[i], seed, 1 + (int32_t)(seed % 2), (dm_tie_rule)(seed % 4),
                       (int32_t)dm_rng_below(&rng, 9));
            dm_arena_free(arena);
        }
}

static void other_boards_are_stored_whole(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 4);
    for (int i = 0; i < 100; i++) {
        dm_vertex n = 2 + (dm_vertex)dm_rng_below(&rng, 12);
        dm_arena *arena = random_board(&rng, n, random_features(&rng, BOARD_ANY));
        round_trip(arena, i % 2 ? "somewhere.gr" : "path:9", 1, 1, (dm_tie_rule)(i % 4), 99);
        dm_arena_free(arena);
    }
}

/* A good record with one thing changed, and the message. */
static const char good[] =
    "{\"demesne\":\"game\",\"version\":1,\"arena\":\"path:3\",\"seed\":1,"
    "\"fingerprint\":\"FINGERPRINT\",\"ties\":\"neutral\","
    "\"turns\":[[\"white\",1],[\"black\",1]],"
    "\"players\":{\"white\":\"a\",\"black\":\"b\"},\"moves\":[[1],[0]],"
    "\"result\":{\"white_score\":2,\"black_score\":1,\"tied\":0,\"unreached\":0}}";

static char *replaced(const char *text, const char *what, const char *with)
{
    const char *at = strstr(text, what);
    assert_non_null(at);
    size_t size = strlen(text) + strlen(with) + 1;
    char *result = malloc(size);
    assert_non_null(result);
    snprintf(result, size, "%.*s%s%s", (int)(at - text), text, with, at + strlen(what));
    return result;
}

/* The fingerprint of path:3, taken from a record of it. */
static char *good_record(void)
{
    dm_arena *arena = NULL;
    dm_error err = {0};
    assert_ok(dm_generate("path:3", 1, &arena, &err), err);
    dm_position *position = new_game(arena, 1, 1, DM_TIES_NEUTRAL);
    char *path = temporary_path();
    assert_ok(dm_record_write(position, "path:3", 1, "a", "b", path, &err), err);
    char text[2048];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    unlink(path);
    char *at = strstr(text, "\"fingerprint\":\"");
    assert_non_null(at);
    at[15 + 16] = 0;
    dm_position_free(position);
    dm_arena_free(arena);
    return replaced(good, "FINGERPRINT", at + 15);
}

static void changed_records_are_refused(void **state)
{
    (void)state;
    const struct {
        const char *what, *with, *message;
    } cases[] = {
        {"\"game\"", "\"chess\"", "g: \"demesne\" must be \"game\"; this is not a game record"},
        {"\"version\":1", "\"version\":2", "g: \"version\" must be 1"},
        {"\"arena\":\"path:3\"", "\"arena\":7", "g: \"arena\" must be the board's name"},
        {"\"seed\":1,", "",
         "g: \"seed\" must be a whole number (a record holds a family's seed or a board)"},
        {"path:3", "roads.gr", "g: \"arena\" must be a board family if there is no \"board\""},
        {"path:3", "path:1000001", "g: \"arena\": path:1000001: more than 1000000 vertices"},
        {"path:3", "path:0",
         "g: \"arena\": path:0: expected path:N with N at least 1, e.g. path:9"},
        {"neutral", "mine", "g: \"ties\" must be neutral, earlier, white or black"},
        {"[[\"white\",1],[\"black\",1]]", "[]",
         "g: \"turns\" must be a list of turns, at least one and at most one per vertex"},
        {"[\"white\",1]", "[\"white\",0]",
         "g: \"turns\" must be a list of turns like [\"white\",1]"},
        {"[\"white\",1]", "[\"red\",1]", "g: \"turns\" must be a list of turns like [\"white\",1]"},
        {"\"white\":\"a\"", "\"white\":1",
         "g: \"players\" must be {\"white\":NAME,\"black\":NAME}"},
        {"[[1],[0]]", "7", "g: \"moves\" must be a list of moves"},
        {"[[1],[0]]", "[[1],[3]]", "g: move 2 must be a list of vertices in 0..2"},
        {"[[1],[0]]", "[[1],[1]]", "g: move 2: vertex 1 is already occupied"},
        {"[[1],[0]]", "[[1,2]]", "g: move 1: white places 1 stone this turn, not 2"},
        {"[[1],[0]]", "[[1],[0],[2]]", "g: move 3: the game is over"},
        {"\"white_score\":2", "\"white_score\":3",
         "g: the moves give white_score 2, but the record says 3"},
        {"\"tied\":0", "\"tied\":\"no\"", "g: \"tied\" must be a whole number in \"result\""},
    };
    char *text = good_record();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *changed = replaced(text, cases[i].what, cases[i].with);
        dm_record *record = NULL;
        dm_error err = {0};
        assert_int_not_equal(dm_record_read_memory("g", changed, strlen(changed), &record, &err),
                             DM_OK);
        assert_string_equal(err.message, cases[i].message);
        assert_null(record);
        free(changed);
    }
    char *drifted = replaced(text, "path:3", "path:4");
    dm_record *record = NULL;
    dm_error err = {0};
    assert_int_equal(dm_record_read_memory("g", drifted, strlen(drifted), &record, &err),
                     DM_BAD_INPUT);
    assert_non_null(strstr(err.message, "the board has changed"));
    assert_ok(dm_record_read_memory("g", text, strlen(text), &record, &err), err);
    dm_record_free(record);
    free(drifted);
    free(text);
}

/* Games written by earlier versions must stay readable. */
static void committed_games_replay(void **state)
{
    (void)state;
    const struct {
        const char *name;
        int64_t value;
        bool over;
    } games[] = {
        {"colby", 74, true}, {"grid", 0, true},  {"road", -26, true},
        {"tenths", 0, true}, {"tree", -4, true}, {"unfinished", 5, false},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char path[512];
        dm_record *record = NULL;
        dm_error err = {0};
        int64_t value;
        snprintf(path, sizeof path, "%s/golden/games/%s.json", TEST_DATA, games[i].name);
        assert_ok(dm_record_read(path, &record, &err), err);
        assert_ok(dm_position_value(record->position, &value, &err), err);
        assert_int_equal(value, games[i].value);
        assert_int_equal(dm_position_is_over(record->position), games[i].over);
        dm_record_free(record);
    }
}

static void broken_files_are_refused(void **state)
{
    (void)state;
    dm_record *record = NULL;
    dm_error err = {0};
    assert_int_equal(dm_record_read("/nowhere/game.json", &record, &err), DM_BAD_INPUT);
    assert_int_equal(dm_record_read_memory("g", "{\n\"demesne\":", 12, &record, &err),
                     DM_BAD_INPUT);
    assert_int_equal(strncmp(err.message, "g:2: ", 5), 0);
    assert_int_equal(dm_record_read_memory("g", "", 0, &record, &err), DM_BAD_INPUT);
    assert_int_equal(dm_record_read_memory("g", "[]", 2, &record, &err), DM_BAD_INPUT);
    assert_null(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_replay),
        cmocka_unit_test(other_boards_are_stored_whole),
        cmocka_unit_test(changed_records_are_refused),
        cmocka_unit_test(committed_games_replay),
        cmocka_unit_test(broken_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
