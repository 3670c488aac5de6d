/* test_candidates.c - reads lists of vertices and lengths; what is refused is in tests/bad. */
#include "support/support.h"
#include <demesne/source.h>
#include <stdio.h>
#include <string.h>

static void read_as(const char *text, const char *expected)
{
    dm_error err = {0};
    dm_vertex *list = NULL, count = 0;
    char got[200] = "";
    assert_ok(dm_candidates_read_memory("m", text, strlen(text), 10, &list, &count, &err), err);
    for (dm_vertex i = 0; i < count; i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%d", i ? " " : "", list[i]);
    dm_free(list);
    assert_string_equal(got, expected);
}

static void lists_and_tables_are_read(void **state)
{
    (void)state;
    read_as("3\n", "3");
    read_as("3", "3");
    read_as("9\n0\n\n  4  \n", "9 0 4");
    read_as("\xEF\xBB\xBF"
            "1\r\n2\r\n",
            "1 2");
    read_as("# places\n7\n# one more\n8\n", "7 8");
    read_as("vertex\n7\n8\n", "7 8");
    read_as("\"vertex\"\n\"7\"\n8\n", "7 8");
    read_as("name, vertex ,owner\nx,7,\n,8 ,white\n", "7 8");
    read_as("name,vertex\n\"a, \"\"b\"\", c\",7\n\"\",8\n", "7 8");
    read_as("vertex,name,x,y,value,owner,distance,stone\n5,,1,2,1,white,0,white\n", "5");
}

static void failure_leaves_the_outputs(void **state)
{
    (void)state;
    dm_vertex mark = 7, *list = &mark, count = -7;
    dm_error err = {0};
    assert_int_equal(dm_candidates_read_memory("m", "3\n3\n", 4, 10, &list, &count, &err),
                     DM_BAD_INPUT);
    assert_string_equal(err.message, "m:2: vertex 3 is listed twice");
    assert_int_equal(dm_candidates_read("nowhere/list", 10, &list, &count, &err), DM_BAD_INPUT);
    assert_int_equal(dm_candidates_read_memory("m", "0\n", 2, 0, &list, &count, &err),
                     DM_BAD_INPUT);
    assert_ptr_equal(list, &mark);
    assert_int_equal(count, -7);
}

static int64_t length_of(const char *text, int decimals)
{
    dm_error err = {0};
    int64_t length = 0;
    assert_ok(dm_length_parse(text, decimals, &length, &err), err);
    return length;
}

static void lengths_are_rounded_down_to_units(void **state)
{
    (void)state;
    assert_true(length_of("12", 0) == 12 && length_of("12", 3) == 12000);
    assert_true(length_of("2.5", 0) == 2 && length_of("2.5", 1) == 25);
    assert_true(length_of("0.999999999999999999", 0) == 0);
    assert_true(length_of("1e3", 0) == 1000 && length_of("1e-3", 3) == 1);
    assert_true(length_of("-1", 0) == -1 && length_of("-0.5", 0) == -1);
    assert_true(length_of("-0.5", 1) == -5 && length_of("0", 18) == 0);
    assert_true(length_of("4000000000000000000", 0) == INT64_C(4000000000000000000));
    assert_true(length_of("4000000000000000000", 5) == DM_MAX_TOTAL);
}

static void other_text_is_no_length(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "x", "1,5", "1 ", "inf", "0x10", "1e", "1e30"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dm_error err = {0};
        int64_t length = 7;
        assert_int_equal(dm_length_parse(bad[i], 0, &length, &err), DM_BAD_ARGUMENT);
        assert_true(length == 7 && err.message[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_and_tables_are_read),
        cmocka_unit_test(failure_leaves_the_outputs),
        cmocka_unit_test(lengths_are_rounded_down_to_units),
        cmocka_unit_test(other_text_is_no_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
