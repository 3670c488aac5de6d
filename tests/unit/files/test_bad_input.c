/* test_bad_input.c - every file in tests/bad is refused with the message in expected.txt.
 *
 * expected.txt has one line per file: its name, a tab, the whole message.  A .co is read with the
 * .gr beside it, edges.csv with its nodes.csv; any other .csv as the values and .sites as the
 * candidates of a board of five vertices; of a formula (.cnf, .dnf) the board is made; a .level is
 * a level of the game on edges, a .points or .table a CSV of points or distances.
 */
#include "support/support.h"
#include <demesne/lines.h>
#include <demesne/places.h>
#include <demesne/reduce.h>
#include <demesne/source.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static bool ends_with(const char *name, const char *ending)
{
    size_t size = strlen(name), tail = strlen(ending);
    return size > tail && strcmp(name + size - tail, ending) == 0;
}

static dm_status read_formula(const char *path, dm_error *err)
{
    dm_formula *formula = NULL;
    dm_reduction *board = NULL;
    bool is_cnf = ends_with(path, ".cnf");
    dm_status status = is_cnf ? dm_cnf_read(path, &formula, err) : dm_dnf_read(path, &formula, err);
    if (status == DM_OK)
        status =
            is_cnf ? dm_reduce_sat(formula, 1, &board, err) : dm_reduce_dnf(formula, &board, err);
    dm_reduction_free(board);
    dm_formula_free(formula);
    return status;
}

/* A table for a path of 5 vertices, all of which have names. */
static dm_status read_places(const char *path, dm_places_use use, dm_error *err)
{
    static const char board[] =
        "graph [ node [ id 0 label \"Alton\" ] node [ id 1 label \"Beech\" ] "
        "node [ id 2 label \"Cray\" ] node [ id 3 label \"Deal\" ] "
        "node [ id 4 label \"Ely\" ] ]";
    dm_reader *reader = NULL;
    dm_arena *arena = NULL;
    dm_places *places = NULL;
    assert_ok(dm_reader_open_memory("board", board, sizeof board - 1, "gml", &reader, err), *err);
    assert_ok(dm_reader_next(reader, &arena, err), *err);
    dm_status status = dm_places_read(arena, path, use, NULL, &places, err);
    dm_places_free(places);
    dm_arena_free(arena);
    dm_reader_free(reader);
    return status;
}

/* Tables of nodes and edges are a board; other tables have values. */
static bool is_board_table(const char *path)
{
    return ends_with(path, "nodes.csv") || ends_with(path, "edges.csv") ||
           strcmp(path, "neither.csv") == 0;
}

/* The first failure in reading all of `path`. */
static dm_status read_all(const char *path, dm_error *err)
{
    if (ends_with(path, ".csv") && !is_board_table(path))
        return read_places(path, DM_PLACES_VALUES, err);
    if (ends_with(path, ".sites"))
        return read_places(path, DM_PLACES_SITES, err);
    if (ends_with(path, ".places"))
        return read_places(path, DM_PLACES_CUSTOMERS, err);
    if (ends_with(path, ".cnf") || ends_with(path, ".dnf"))
        return read_formula(path, err);
    if (ends_with(path, ".level")) {
        dm_level *level = NULL;
        dm_status status = dm_level_read(path, &level, err);
        dm_level_free(level);
        return status;
    }
    const char *format = ends_with(path, ".points")  ? "points"
                         : ends_with(path, ".table") ? "table"
                                                     : NULL;
    dm_reader *reader = NULL;
    dm_status status = dm_reader_open(path, format, &reader, err);
    while (status == DM_OK) {
        dm_arena *arena = NULL;
        status = dm_reader_next(reader, &arena, err);
        dm_arena_free(arena);
    }
    dm_reader_free(reader);
    return status;
}

static void each_defect_has_its_message(void **state)
{
    (void)state;
    char line[1000];
    int checked = 0;
    FILE *table = fopen("expected.txt", "r");
    assert_non_null(table);
    while (fgets(line, sizeof line, table)) {
        line[strcspn(line, "\n")] = 0;
        char *expected = strchr(line, '\t');
        assert_non_null(expected);
        *expected++ = 0;
        dm_error err = {0};
        dm_status status = read_all(line, &err);
        if (status != DM_BAD_INPUT && status != DM_TOO_LARGE)
            fail_msg("%s: %s", line, dm_status_text(status));
        assert_string_equal(err.message, expected);
        checked++;
    }
    fclose(table);
    assert_true(checked > 150);
}

static void each_file_is_in_the_table(void **state)
{
    (void)state;
    char table[60000], row[300];
    FILE *file = fopen("expected.txt", "r");
    assert_non_null(file);
    table[0] = '\n';
    size_t size = fread(table + 1, 1, sizeof table - 2, file);
    table[size + 1] = 0;
    fclose(file);
    DIR *folder = opendir(".");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *name = entry->d_name;
        bool is_beside = ends_with(name, ".co") || ends_with(name, "-edges.csv");
        if (*name == '.' || is_beside || strcmp(name, "expected.txt") == 0)
            continue;
        snprintf(row, sizeof row, "\n%s\t", name);
        if (!strstr(table, row))
            fail_msg("%s is not in expected.txt", name);
    }
    closedir(folder);
}

/* Declared counts must not take memory; ru_maxrss is in kilobytes. */
static void declared_counts_take_no_memory(void **state)
{
    (void)state;
    static const char *const files[] = {"billion-vertices.edges", "billionth-vertex.edges",
                                        "billion-vertices.col",   "billionth-value.col",
                                        "billion-vertices.gr",    "billion-vertices.graph",
                                        "billion-vertices.s6",    "billion-vertices.net",
                                        "billionth-name.net",     "billion-vertices.json"};
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        dm_error err = {0};
        assert_int_equal(read_all(files[i], &err), DM_BAD_INPUT);
    }
    getrusage(RUSAGE_SELF, &after);
    assert_true(after.ru_maxrss - before.ru_maxrss < 64 * 1024);
}

static void after_a_bad_board_the_next_one_is_read(void **state)
{
    (void)state;
    static const char text[] = "D\nDqK\n\n!!\n:D`EGd\n";
    static const dm_status expected[] = {DM_BAD_INPUT, DM_OK, DM_BAD_INPUT, DM_OK, DM_END, DM_END};
    dm_error err = {0};
    dm_reader *reader = NULL;
    assert_ok(dm_reader_open_memory("m", text, sizeof text - 1, "graph6", &reader, &err), err);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        dm_arena *arena = NULL;
        assert_int_equal(dm_reader_next(reader, &arena, &err), expected[i]);
        if (arena)
            assert_int_equal(dm_arena_vertices(arena), 5);
        dm_arena_free(arena);
    }
    dm_reader_free(reader);
}

static void what_cannot_be_opened_is_named(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_reader *reader = NULL;
    dm_arena *arena = NULL;
    assert_int_equal(dm_reader_open("no-such.gr", NULL, &reader, &err), DM_BAD_INPUT);
    assert_string_equal(err.message, "no-such.gr: cannot be opened: No such file or directory");
    assert_int_equal(dm_reader_open(".", NULL, &reader, &err), DM_BAD_INPUT);
    assert_int_equal(dm_reader_open("crlf.gr", "dimacs", &reader, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_arena_open("gird:5x5", 1, &arena, &err), DM_BAD_INPUT);
    assert_string_equal(err.message,
                        "no file or board family \"gird:5x5\"; did you mean grid:5x5?");
    assert_int_equal(dm_arena_open("second-is-bad.g6", 1, &arena, &err), DM_BAD_INPUT);
    assert_null(reader);
    assert_null(arena);
}

int main(void)
{
    if (chdir(TEST_DATA "/bad") != 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(declared_counts_take_no_memory),
        cmocka_unit_test(each_defect_has_its_message),
        cmocka_unit_test(each_file_is_in_the_table),
        cmocka_unit_test(after_a_bad_board_the_next_one_is_read),
        cmocka_unit_test(what_cannot_be_opened_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
