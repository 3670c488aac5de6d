/* test_board_file.c - .board files: what is written is read again, in every field. */
#include "base/threads.h"
#include "support/board_files.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];

/* Both as text in every format: the same, or refused for the same reason. */
static void compare_texts(const dm_arena *a, const dm_arena *b)
{
    for (int i = 0; i < dm_format_count(); i++) {
        const dm_format *format = dm_format_at(i);
        char *x = NULL, *y = NULL;
        dm_error err = {0};
        dm_status status = dm_arena_text(a, format->name, &x, &err);
        assert_int_equal(status, dm_arena_text(b, format->name, &y, &err));
        if (status == DM_OK)
            assert_string_equal(x, y);
        dm_free(x);
        dm_free(y);
    }
}

static void check_round_trip(const dm_arena *arena)
{
    dm_error err = {0};
    file_bytes bytes = bytes_of_board(arena);
    dm_arena *copied = NULL, *mapped = NULL, *later = NULL;
    write_bytes(path, bytes);
    assert_ok(read_board_bytes(bytes, &copied, &err), err);
    assert_ok(read_board_path(path, &(dm_read_options){.directed = false}, &mapped, &err), err);
    assert_ok(read_board_path(path, &(dm_read_options){.check_later = true}, &later, &err), err);
    unlink(path); /* a mapped file stays */
    assert_same_boards(arena, copied);
    assert_same_boards(arena, mapped);
    assert_same_boards(arena, later);
    compare_texts(arena, later);
    assert_ok(dm_arena_damage(later, &err), err);
    assert_ok(dm_arena_check(later, NULL, &err), err);
    file_bytes again = bytes_of_board(later);
    assert_int_equal(again.size, bytes.size);
    assert_memory_equal(again.at, bytes.at, bytes.size);
    dm_arena_free(copied);
    dm_arena_free(mapped);
    dm_arena_free(later);
    free(bytes.at);
    free(again.at);
}

static void families_are_kept(void **state)
{
    (void)state;
    for (int i = 0; i < dm_family_count(); i++) {
        dm_arena *arena = family_board(dm_family_at(i)->pattern, 3);
        check_round_trip(arena);
        dm_arena_free(arena);
    }
}

static void random_boards_are_kept(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 17);
    for (int i = 0; i < 300; i++) {
        dm_arena *arena =
            random_board(&rng, (dm_vertex)dm_rng_below(&rng, 30), random_features(&rng, BOARD_ANY));
        check_round_trip(arena);
        dm_arena_free(arena);
    }
}

static void everything_is_kept(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *town = rich_town(), *turned = NULL, *undirected = NULL;
    assert_ok(dm_arena_turned(town, &turned, &err), err);
    assert_ok(dm_arena_undirected(town, &undirected, &err), err);
    check_round_trip(town);
    check_round_trip(turned);
    check_round_trip(undirected);
    dm_arena_free(town);
    dm_arena_free(turned);
    dm_arena_free(undirected);
}

/* The board outlives the reader, and boards made of it outlive it. */
static void derived_boards_stay(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *town = rich_town(), *read = NULL, *turned = NULL, *undirected = NULL, *valued = NULL;
    dm_arena *turned_town = NULL, *undirected_town = NULL;
    file_bytes bytes = bytes_of_board(town);
    write_bytes(path, bytes);
    assert_ok(read_board_path(path, &(dm_read_options){.check_later = true}, &read, &err), err);
    assert_ok(dm_arena_turned(read, &turned, &err), err);
    assert_ok(dm_arena_undirected(read, &undirected, &err), err);
    assert_ok(dm_arena_with_values(read, NULL, &valued, &err), err);
    dm_arena_free(read);
    assert_ok(dm_arena_turned(town, &turned_town, &err), err);
    assert_ok(dm_arena_undirected(town, &undirected_town, &err), err);
    assert_same_boards(turned, turned_town);
    assert_same_boards(undirected, undirected_town);
    assert_int_equal(dm_arena_total_value(valued), 4);
    dm_arena *const boards[] = {town, turned, undirected, valued, turned_town, undirected_town};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        dm_arena_free(boards[i]);
    unlink(path);
    free(bytes.at);
}

/* Version 1 stays readable for ever: this file was written when it was new. */
static void the_first_version_is_read(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *town = rich_town(), *read = NULL;
    assert_ok(dm_arena_open(TEST_DATA "/golden/boards/version-1.board", 1, &read, &err), err);
    assert_same_boards(town, read);
    dm_arena_free(town);
    dm_arena_free(read);
}

static void options_are_kept(void **state)
{
    (void)state;
    static const struct {
        dm_read_options options;
        dm_status status;
        const char *message;
    } cases[] = {{{.most_vertices = 3}, DM_TOO_LARGE, "b: 4 vertices; at most 3 are taken here"},
                 {{.most_edges = 3}, DM_TOO_LARGE, "b: 4 edges; at most 3 are taken here"},
                 {{.most_vertices = 4, .most_edges = 4}, DM_OK, ""},
                 {{.measure = DM_SECONDS},
                  DM_BAD_INPUT,
                  "b: its lengths are metres; write it again from the map with --measure seconds"},
                 {{.profile = DM_PROFILE_FOOT},
                  DM_BAD_INPUT,
                  "b: it was made for bike; write it again from the map with --profile foot"},
                 {{.profile = DM_PROFILE_BIKE}, DM_OK, ""}};
    dm_arena *town = rich_town();
    file_bytes bytes = bytes_of_board(town);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dm_reader *reader = NULL;
        dm_arena *read = NULL;
        dm_error err = {0};
        assert_ok(dm_reader_open_memory("b", bytes.at, bytes.size, NULL, &reader, &err), err);
        dm_reader_options(reader, &cases[i].options);
        assert_int_equal(dm_reader_next(reader, &read, &err), cases[i].status);
        assert_string_equal(err.message, cases[i].message);
        dm_reader_free(reader);
        dm_arena_free(read);
    }
    dm_arena_free(town);
    free(bytes.at);
}

/* A run that is cancelled ends the check of the sections. */
static void a_run_stops_the_check(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_run *run = NULL;
    dm_arena *town = rich_town(), *read = NULL;
    file_bytes bytes = bytes_of_board(town);
    write_bytes(path, bytes);
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_cancel(run);
    assert_int_equal(read_board_path(path, &(dm_read_options){.run = run}, &read, &err),
                     DM_UNFINISHED);
    assert_ok(read_board_path(path, &(dm_read_options){.check_later = true}, &read, &err), err);
    assert_int_equal(dm_arena_check(read, run, &err), DM_UNFINISHED);
    assert_ok(dm_arena_check(read, NULL, &err), err);
    assert_same_boards(town, read);
    dm_run_free(run);
    dm_arena_free(read);
    dm_arena_free(town);
    unlink(path);
    free(bytes.at);
}

static void use_in_thread(void *context, int worker)
{
    (void)worker;
    use_all(context);
}

/* Two threads use each section first at the same time. */
static void threads_share_the_first_use(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *town = rich_town();
    file_bytes bytes = bytes_of_board(town);
    for (int round = 0; round < 40; round++) {
        dm_arena *read = NULL;
        bytes.at[bytes.size - 300] ^= 1; /* damaged in every other round */
        write_bytes(path, bytes);
        assert_ok(read_board_path(path, &(dm_read_options){.check_later = true}, &read, &err), err);
        dmi_threads_run(2, use_in_thread, read);
        assert_int_equal(dm_arena_damage(read, &err), round % 2 ? DM_OK : DM_BAD_INPUT);
        dm_arena_free(read);
    }
    unlink(path);
    dm_arena_free(town);
    free(bytes.at);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "/tmp/demesne-test-%ld.board", (long)getpid());
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_are_kept),         cmocka_unit_test(random_boards_are_kept),
        cmocka_unit_test(everything_is_kept),        cmocka_unit_test(derived_boards_stay),
        cmocka_unit_test(the_first_version_is_read), cmocka_unit_test(options_are_kept),
        cmocka_unit_test(a_run_stops_the_check),     cmocka_unit_test(threads_share_the_first_use),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
