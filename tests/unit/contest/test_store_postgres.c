/* test_store_postgres.c - databases on a PostgreSQL server: ours, foreign, newer, changed by hand;
 * roles that may and may not. */
#include "store/postgres.h"
#include "support/postgres.h"
#include "support/store_cases.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const dmi_member path9 = {"paths", "path:9", "H_form", 9, 8};
static const dmi_member path8 = {"paths", "path:8", "G_form", 8, 7};

/* Everything that a schema contains, to check that it is not changed. */
static char *all_columns(void)
{
    return postgres_text("SELECT c.relname || '.' || a.attname || ' ' || a.atttypid "
                         "FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid "
                         "WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1");
}

static void assert_fails(const char *address, bool create, dm_status status, const char *why)
{
    dmi_store *store = NULL;
    dm_error err = {0};
    assert_int_equal(dmi_store_open(address, create, &store, &err), status);
    assert_null(store);
    if (!strstr(err.message, why))
        fail_msg("'%s' does not contain '%s'", err.message, why);
    assert_null(strstr(err.message, "secret"));
}

static void assert_refused(const char *why)
{
    char *before = all_columns();
    for (int create = 0; create < 2; create++)
        assert_fails(postgres_tcp_address, create, DM_BAD_INPUT, why);
    char *after = all_columns();
    assert_string_equal(before, after);
    free(before);
    free(after);
}

static void tables_are_made_only_for_writing(void **state)
{
    (void)state;
    dmi_store *store = NULL;
    dm_error err = {0};
    assert_fails(postgres_address, false, DM_BAD_INPUT, "an empty database");
    dmi_store_close(open_store());
    assert_ok(dmi_store_open(postgres_tcp_address, false, &store, &err), err);
    assert_non_null(strstr(dmi_store_path(store), "postgresql://demesne@127.0.0.1:"));
    assert_null(strstr(dmi_store_path(store), "secret"));
    dmi_store_close(store);
}

static void other_schemas_are_left_alone(void **state)
{
    (void)state;
    postgres_execute("CREATE TABLE music (title TEXT)");
    assert_refused("tables of another program");
    forget_tables(NULL);
    postgres_execute("CREATE TABLE demesne (title TEXT)");
    assert_refused("tables of another program");
    forget_tables(NULL);
    postgres_execute("CREATE TABLE demesne (mark BIGINT, version BIGINT);"
                     "INSERT INTO demesne VALUES (77, 1)");
    assert_refused("tables of another program");
}

static void a_newer_version_is_refused(void **state)
{
    (void)state;
    dmi_store_close(open_store());
    postgres_execute("UPDATE demesne SET version = version + 1");
    assert_refused("newer version of Demesne");
}

/* Makes tables of an older version instead of those that are there. */
static void go_back_to_version(int version)
{
    char mark[80];
    postgres_execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public;"
                     "CREATE TABLE demesne (mark BIGINT NOT NULL, version BIGINT NOT NULL);"
                     "CREATE TABLE layout (tab TEXT COLLATE \"C\" NOT NULL,"
                     " item TEXT COLLATE \"C\" NOT NULL)");
    snprintf(mark, sizeof mark, "INSERT INTO demesne VALUES (%d, %d)", DMI_STORE_ID, version);
    postgres_execute(mark);
    for (int i = 0; i < version; i++)
        postgres_execute(dmi_postgres_dialect.step[i]);
}

static void older_tables_are_upgraded_when_they_are_written(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = NULL;
    int64_t number = 0;
    go_back_to_version(1);
    assert_ok(dmi_store_open(postgres_address, false, &store, &err), err);
    assert_ok(dmi_store_set_number(store, "kept", 5, &err), err);
    dmi_store_close(store);
    store = open_store();
    assert_ok(dmi_store_number(store, "kept", &number, &err), err);
    assert_int_equal(number, 5);
    dmi_store_close(store);
    char *version = postgres_text("SELECT version FROM demesne"), expected[20];
    snprintf(expected, sizeof expected, "%d\n", DMI_STORE_VERSION);
    assert_string_equal(version, expected);
    free(version);
}

static void games_of_version_5_stay(void **state)
{
    (void)state;
    go_back_to_version(5);
    postgres_execute(version_5_rows);
    check_version_5();
}

static void rows_of_version_6_stay(void **state)
{
    (void)state;
    go_back_to_version(6);
    postgres_execute(version_6_rows);
    check_rows_of_version_6();
}

static void readers_of_old_tables_go_on_after_an_upgrade(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *reader = NULL;
    const dmi_member board = {"trees", "DQo", "", 5, 4};
    go_back_to_version(6);
    postgres_execute(version_6_rows);
    assert_ok(dmi_store_open(postgres_address, false, &reader, &err), err);
    assert_ok(find_board(reader, &board, NULL, &err), err);
    dmi_store_close(open_store());
    assert_ok(find_board(reader, &board, NULL, &err), err);
    dmi_store_close(reader);
}

static void many_may_make_the_tables_at_once(void **state)
{
    (void)state;
    enum { COUNT = 6 };
    pid_t child[COUNT];
    for (int i = 0; i < COUNT; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            dmi_store *store = NULL;
            _exit(dmi_store_open(postgres_address, true, &store, NULL) == DM_OK ? 0 : 1);
        }
    }
    for (int i = 0; i < COUNT; i++) {
        int status = -1;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(status, 0);
    }
}

static void tables_changed_by_hand_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *change, *why;
    } changes[] = {
        {"ALTER TABLE solved DROP COLUMN boards",
         "the table solved was changed by hand: it lacks column boards"},
        {"ALTER TABLE solved ALTER COLUMN family TYPE VARCHAR(5)", "the table solved was changed"},
        {"ALTER TABLE unit DROP CONSTRAINT unit_pkey", "the table unit was changed"},
        {"ALTER TABLE played ALTER COLUMN moves DROP NOT NULL", "the table played was changed"},
        {"ALTER TABLE unit ADD COLUMN note TEXT",
         "the table unit was changed by hand: we did not make"},
        {"ALTER TABLE event RENAME TO occasion", "was changed by hand"},
        {"DROP TABLE layout", "changed by hand"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        dmi_store_close(open_store());
        postgres_execute(changes[i].change);
        assert_refused(changes[i].why);
        forget_tables(NULL);
    }
    dmi_store_close(open_store());
    postgres_execute("CREATE TABLE notes (text TEXT)"); /* not ours, and in nobody's way */
    dmi_store_close(open_store());
}

static dm_status put_both(void *user, dmi_store *store, dm_error *err)
{
    (void)user;
    dm_status status = put_board(store, &path9, NULL, err);
    return status == DM_OK ? put_board(store, &path8, NULL, err) : status;
}

static void a_change_in_the_middle_writes_nothing(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    assert_ok(put_board(store, &path8, NULL, &err), err);
    postgres_execute("ALTER TABLE solved DROP COLUMN boards");
    assert_int_equal(dmi_store_transact(store, put_both, NULL, &err), DM_BAD_INPUT);
    assert_non_null(strstr(err.message, "a table was changed by hand"));
    dmi_store_close(store);
    char *count = postgres_text("SELECT count(*) FROM solved");
    assert_string_equal(count, "1\n");
    free(count);
}

static void refusals_are_explained(void **state)
{
    (void)state;
    char address[200];
    snprintf(address, sizeof address, "postgresql://demesne:secrets@127.0.0.1:%d/test",
             postgres_port);
    assert_fails(address, true, DM_BAD_INPUT, "password authentication failed");
    snprintf(address, sizeof address, "postgresql://demesne@127.0.0.1:%d/test", postgres_port);
    assert_fails(address, true, DM_BAD_INPUT, "PGPASSWORD");
    snprintf(address, sizeof address, "postgresql://demesne:secret@127.0.0.1:%d/nosuch",
             postgres_port);
    assert_fails(address, true, DM_BAD_INPUT, "does not exist");
    assert_fails("postgresql://demesne:secret@127.0.0.1:1/test", true, DM_IO, "Connection refused");
    assert_fails("postgresql://demesne:secret@%2Fnosuch/test", true, DM_IO, "No such file");
    assert_fails("postgresql://demesne:secret@127.0.0.1/test?sslmode=x", true, DM_BAD_INPUT,
                 "sslmode");
    static const char *const wrong[] = {"postgresql://demesne:sec/secret@127.0.0.1/test",
                                        "postgresql://demesne:secret@secret@127.0.0.1/test",
                                        "postgresql://demesne:secret@[::1/test",
                                        "postgresql://demesne:secret/test"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_fails(wrong[i], true, DM_BAD_INPUT, "not a valid address");
}

/* A role may read, or work, or own the tables (docs/CLUSTER.md). */
static void roles_do_what_they_may(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = NULL;
    char address[200];
    dmi_store_close(open_store());
    postgres_execute("CREATE ROLE reader LOGIN PASSWORD 'r'; CREATE ROLE worker LOGIN PASSWORD 'w';"
                     "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader, worker;"
                     "GRANT USAGE ON SCHEMA public TO reader, worker;"
                     "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO worker;"
                     "REVOKE INSERT, UPDATE, DELETE ON demesne, layout FROM worker");
    snprintf(address, sizeof address, "postgresql://worker:w@127.0.0.1:%d/test", postgres_port);
    assert_ok(dmi_store_open(address, true, &store, &err), err);
    assert_ok(dmi_store_transact(store, put_both, NULL, &err), err);
    dmi_store_close(store);
    postgres_execute("UPDATE demesne SET version = version - 1");
    assert_fails(address, true, DM_BAD_INPUT, "the role worker may not make tables");
    postgres_execute("UPDATE demesne SET version = version + 1");
    snprintf(address, sizeof address, "postgresql://reader:r@127.0.0.1:%d/test", postgres_port);
    assert_ok(dmi_store_open(address, false, &store, &err), err);
    assert_ok(find_board(store, &path9, NULL, &err), err);
    assert_int_equal(put_board(store, &path9, NULL, &err), DM_BAD_INPUT);
    assert_non_null(strstr(err.message, "permission denied"));
    dmi_store_close(store);
    postgres_execute("DROP OWNED BY reader, worker; DROP ROLE reader, worker");
}

/* Counts boards, and reads the store meanwhile. */
static dm_status count_board(void *user, const dmi_member *board, const dmi_board_games *games,
                             dm_error *err)
{
    struct {
        dmi_store *store;
        int count, stop;
    } *c = user;
    assert_int_equal(games->count, 1);
    if (++c->count == c->stop)
        return DM_STOPPED;
    return c->count % 1000 ? DM_OK : find_board(c->store, board, NULL, err);
}

static void long_lists_come_in_blocks(void **state)
{
    (void)state;
    dm_error err = {0};
    struct {
        dmi_store *store;
        int count, stop;
    } c = {open_store(), 0, 0};
    const dmi_selection all = {"paths", 0, 99, 1, DM_TIES_NEUTRAL};
    assert_ok(dmi_store_transact(c.store, put_boards, NULL, &err), err);
    assert_ok(dmi_solved_each(c.store, &all, count_board, &c, &err), err);
    assert_int_equal(c.count, MANY);
    c.count = 0;
    c.stop = 1500;
    assert_int_equal(dmi_solved_each(c.store, &all, count_board, &c, &err), DM_STOPPED);
    assert_ok(find_board(c.store, &(dmi_member){"paths", "a board with a long name 5", "", 9, 8},
                         NULL, &err),
              err);
    assert_ok(dmi_store_set_number(c.store, "n", 1, &err), err);
    char *open = postgres_text("SELECT count(*) FROM number");
    assert_string_equal(open, "1\n"); /* committed: no transaction is left open */
    free(open);
    dmi_store_close(c.store);
}

/* Also if the plan was made while the table was empty. */
static void rows_are_found_by_their_keys(void **state)
{
    (void)state;
    static const struct {
        dmi_statement_id id;
        const char *arguments;
    } reads[] = {{DMI_SQL_SOLVED_OF_PART, "9, 1, 0, 0, 'trees'"},
                 {DMI_SQL_SOLVED_ELSEWHERE, "9, 1, 0, 'trees'"},
                 {DMI_SQL_NEXT_SIZE, "9, 99, 1, 0, 'trees'"}};
    dm_error err = {0};
    dmi_store *store = open_store();
    dmi_board_set set = {0};
    const dmi_game_group group = {"trees", 9, 1, DM_TIES_NEUTRAL};
    const dmi_selection trees = {"trees", 0, 99, 1, DM_TIES_NEUTRAL};
    assert_ok(dmi_solved_read_part(store, &group, 0, &set, &err), err);
    assert_ok(dmi_solved_read_elsewhere(store, &group, &set, &err), err);
    assert_ok(dmi_solved_each(store, &trees, count_board, NULL, &err), err);
    for (size_t i = 0; i < sizeof reads / sizeof *reads; i++) {
        char sql[100];
        snprintf(sql, sizeof sql, "EXPLAIN EXECUTE s%d (%s)", (int)reads[i].id, reads[i].arguments);
        PGresult *plan = PQexec(dmi_postgres_of(store)->link, sql);
        assert_true(PQntuples(plan) > 1);
        for (int line = 0; line < PQntuples(plan); line++)
            assert_null(strstr(PQgetvalue(plan, line, 0), "Seq Scan"));
        PQclear(plan);
    }
    dmi_store_close(store);
}

static void texts_that_are_not_utf8_are_refused(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    assert_int_equal(dmi_store_set_number(store, "caf\xe9", 1, &err), DM_BAD_INPUT);
    assert_non_null(strstr(err.message, "UTF8"));
    assert_ok(dmi_store_set_number(store, "caf\xc3\xa9", 1, &err), err);
    dmi_store_close(store);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_teardown(name, forget_tables)
    const struct CMUnitTest tests[] = {
        STORE_CASES(CASE),
        CASE(tables_are_made_only_for_writing),
        CASE(other_schemas_are_left_alone),
        CASE(a_newer_version_is_refused),
        CASE(older_tables_are_upgraded_when_they_are_written),
        CASE(games_of_version_5_stay),
        CASE(rows_of_version_6_stay),
        CASE(readers_of_old_tables_go_on_after_an_upgrade),
        CASE(many_may_make_the_tables_at_once),
        CASE(tables_changed_by_hand_are_named),
        CASE(a_change_in_the_middle_writes_nothing),
        CASE(refusals_are_explained),
        CASE(roles_do_what_they_may),
        CASE(long_lists_come_in_blocks),
        CASE(rows_are_found_by_their_keys),
        CASE(texts_that_are_not_utf8_are_refused),
    };
    store_address = postgres_address;
    return cmocka_run_group_tests(tests, start_postgres, stop_postgres);
}
