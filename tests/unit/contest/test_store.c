/* test_store.c - databases: ours, foreign, newer, damaged; what is written stays. */
#include "store/sqlite.h"
#include "store/tournament_games.h"
#include "support/folder.h"
#include "support/store_cases.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int forget(void **state)
{
    (void)state;
    char name[100];
    static const char *const ending[] = {"", "-wal", "-shm", "-journal"};
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s%s", database, ending[i]);
        unlink(name);
    }
    return 0;
}

static int remove_folder(void **state)
{
    forget(state);
    return rmdir(folder);
}

static void write_file(const char *bytes, size_t size)
{
    FILE *file = fopen(database, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void make_foreign(const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* The whole file, to check that it is not changed; freed with free(). */
static char *whole_file(size_t *size)
{
    FILE *file = fopen(database, "rb");
    assert_non_null(file);
    char *bytes = malloc(1 << 20);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void assert_refused(const char *why)
{
    dmi_store *store = NULL;
    size_t before, after;
    char *old = whole_file(&before);
    for (int create = 0; create < 2; create++) {
        dm_error err = {0};
        assert_int_equal(dmi_store_open(database, create, &store, &err), DM_BAD_INPUT);
        assert_null(store);
        assert_non_null(strstr(err.message, why));
        assert_non_null(strstr(err.message, database));
    }
    char *now = whole_file(&after);
    assert_int_equal(before, after);
    assert_memory_equal(old, now, before);
    free(old);
    free(now);
}

static void a_missing_file_is_made_only_for_writing(void **state)
{
    (void)state;
    dmi_store *store = NULL;
    dm_error err = {0};
    assert_int_equal(dmi_store_open(database, false, &store, &err), DM_BAD_INPUT);
    assert_int_equal(access(database, F_OK), -1);
    dmi_store_close(open_store());
    assert_ok(dmi_store_open(database, false, &store, &err), err);
    dmi_store_close(store);
}

static void other_files_are_left_alone(void **state)
{
    (void)state;
    static const char text[] = "dear diary, this file is not a database at all";
    write_file(text, sizeof text);
    assert_refused("not a database of Demesne");
    forget(NULL);
    make_foreign("CREATE TABLE music (title TEXT)");
    assert_refused("another program, not of Demesne");
    forget(NULL);
    make_foreign("PRAGMA application_id = 77");
    assert_refused("another program, not of Demesne");
}

static void an_empty_file_becomes_a_database(void **state)
{
    (void)state;
    dmi_store *store = NULL;
    dm_error err = {0};
    write_file("", 0);
    assert_int_equal(dmi_store_open(database, false, &store, &err), DM_BAD_INPUT);
    dmi_store_close(open_store());
    assert_ok(dmi_store_open(database, false, &store, &err), err);
    dmi_store_close(store);
}

static void a_newer_version_is_refused(void **state)
{
    (void)state;
    dmi_store_close(open_store());
    char sql[60];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", DMI_STORE_VERSION + 1);
    make_foreign(sql);
    assert_refused("newer version of Demesne");
}

/* Makes tables of an older version. */
static void make_version(int version)
{
    char marks[100];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             DMI_STORE_ID, version);
    for (int i = 0; i < version; i++)
        make_foreign(dmi_sqlite_dialect.step[i]);
    make_foreign(marks);
}

/* Version 1 had only the tables of the atlas. */
static void an_older_file_is_brought_up_when_it_is_written(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = NULL;
    int64_t event = 0, number = 0;
    make_version(1);
    assert_ok(dmi_store_open(database, false, &store, &err), err);
    assert_ok(dmi_store_set_number(store, "kept", 5, &err), err);
    assert_int_not_equal(dmi_event_id(store, "an event", &event, &err), DM_OK);
    dmi_store_close(store);
    store = open_store();
    assert_ok(dmi_store_number(store, "kept", &number, &err), err);
    assert_int_equal(number, 5);
    assert_ok(dmi_event_id(store, "an event", &event, &err), err);
    dmi_store_close(store);
}

/* Until version 6 every game of the atlas had a row. */
static void rows_of_version_6_stay(void **state)
{
    (void)state;
    make_version(6);
    make_foreign(version_6_rows);
    check_rows_of_version_6();
}

/* Version 5 kept neither faults nor names of programs. */
static void games_of_version_5_stay(void **state)
{
    (void)state;
    make_version(5);
    make_foreign(version_5_rows);
    check_version_5();
}

static void a_damaged_file_fails_cleanly(void **state)
{
    (void)state;
    dmi_store_close(open_store());
    size_t size;
    char *bytes = whole_file(&size);
    dm_rng rng;
    dm_rng_init(&rng, 5);
    for (int trial = 0; trial < 200; trial++) {
        char *broken = malloc(size);
        assert_non_null(broken);
        memcpy(broken, bytes, size);
        for (int i = 0; i < 20; i++)
            broken[dm_rng_below(&rng, size)] = (char)dm_rng_below(&rng, 256);
        forget(NULL);
        write_file(broken, trial % 2 ? size : (size_t)dm_rng_below(&rng, size));
        free(broken);
        dmi_store *store = NULL;
        const dmi_member member = {"paths", "path:2", "A_", 2, 1};
        const dmi_solved_game game = {.rounds = 1};
        if (dmi_store_open(database, true, &store, NULL) == DM_OK)
            put_board(store, &member, &game, NULL);
        dmi_store_close(store);
    }
    free(bytes);
}

static void a_folder_that_is_not_there_is_an_io_failure(void **state)
{
    (void)state;
    dmi_store *store = NULL;
    dm_error err = {0};
    assert_int_equal(dmi_store_open("/nosuch/folder/a.db", true, &store, &err), DM_IO);
}

/* SQLite numbers parameters by their first appearance, PostgreSQL by their digits. */
static void parameters_are_numbered_alike(void **state)
{
    (void)state;
    dmi_store *store = open_store();
    for (int id = 0; id < DMI_SQL_COUNT; id++) {
        sqlite3_stmt *statement = NULL;
        const char *sql = dmi_sqlite_dialect.statement[id];
        assert_int_equal(sqlite3_prepare_v2(dmi_sqlite_of(store)->db, sql, -1, &statement, NULL),
                         SQLITE_OK);
        for (int i = 1; i <= sqlite3_bind_parameter_count(statement); i++) {
            char name[16];
            snprintf(name, sizeof name, "$%d", i);
            assert_string_equal(sqlite3_bind_parameter_name(statement, i), name);
        }
        sqlite3_finalize(statement);
    }
    dmi_store_close(store);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_teardown(name, forget)
    const struct CMUnitTest tests[] = {
        CASE(a_missing_file_is_made_only_for_writing),
        CASE(other_files_are_left_alone),
        CASE(an_empty_file_becomes_a_database),
        CASE(a_newer_version_is_refused),
        CASE(an_older_file_is_brought_up_when_it_is_written),
        CASE(games_of_version_5_stay),
        CASE(rows_of_version_6_stay),
        CASE(a_damaged_file_fails_cleanly),
        CASE(a_folder_that_is_not_there_is_an_io_failure),
        CASE(parameters_are_numbered_alike),
        STORE_CASES(CASE),
    };
    store_address = database;
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
