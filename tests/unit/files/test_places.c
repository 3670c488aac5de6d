/* test_places.c - reads tables of places, and lengths; what is refused is in tests/bad. */
#include "support/support.h"
#include <demesne/places.h>
#include <demesne/source.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A path of 10 vertices named a to j, but h is called g too; lengths have one decimal. */
static dm_arena *new_board(void)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *board = NULL;
    assert_ok(dm_builder_new(10, &builder, &err), err);
    for (dm_vertex v = 0; v < 10; v++) {
        char name[2] = {(char)('a' + (v == 7 ? 6 : v)), 0};
        assert_ok(dm_builder_name(builder, v, name, &err), err);
        if (v > 0)
            assert_ok(dm_builder_edge(builder, v - 1, v, 10, &err), err);
    }
    dm_builder_decimals(builder, 1);
    assert_ok(dm_builder_finish(builder, &board, &err), err);
    return board;
}

static dm_places *read_table(const char *text, dm_places_use use)
{
    dm_error err = {0};
    dm_places *places = NULL;
    dm_arena *board = new_board();
    assert_ok(dm_places_read_memory(board, "m", text, strlen(text), use, NULL, &places, &err), err);
    dm_arena_free(board);
    return places;
}

static void read_as(const char *text, const char *expected)
{
    char got[200] = "";
    dm_places *places = read_table(text, DM_PLACES_CANDIDATES);
    for (int32_t i = 0; i < places->count; i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%d", i ? " " : "",
                 places->vertex[i]);
    dm_places_free(places);
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
    read_as("# places\nvertex\n7\n8\n", "7 8");
    read_as("\"vertex\"\n\"7\"\n8\n", "7 8");
    read_as("\"7\"\n\"8\"\n", "7 8");
    read_as("label, Vertex ,owner\nx,7,\n,8 ,white\n", "7 8");
    read_as("label,vertex\n\"a, \"\"b\"\", c\",7\n\"\",8\n,,\n", "7 8");
    read_as("label,vertex\n\"two\nlines\",7\n#4,8\n", "7 8");
    read_as("vertex;label\n7;a, b\n8;\n", "7 8");
    read_as("label\tvertex\n\t7\na b\t8\t\t\n", "7 8");
    read_as("name\nc\na\n", "2 0");
    read_as("vertex,name\n4,Town Hall\n,c\n", "4 2");
    read_as("vertex,name,x,y,value,owner,distance,stone\n5,,1,2,1,white,0,white\n", "5");
}

static void columns_are_exact(void **state)
{
    (void)state;
    dm_places *p = read_table("vertex,demand,cost,offset,attraction,close,brand,label,phone,fax\n"
                              "3,12.5,1200,0.5,2.5,1,Acme,\"Mill Lane, \"\"north\"\"\",1,\n"
                              "3,.25,0.1,,,0,,Caf\xc3\xa9,,\n"
                              "0,1e2,,3,1,,\"two\nlines\",,,2\n",
                              DM_PLACES_CUSTOMERS);
    assert_int_equal(p->count, 3);
    assert_int_equal(p->demand_decimals, 2);
    assert_true(p->demand[0] == 1250 && p->demand[1] == 25 && p->demand[2] == 10000);
    assert_true(p->total_demand == 11275);
    assert_int_equal(p->cost_decimals, 1);
    assert_true(p->cost[0] == 12000 && p->cost[1] == 1 && p->cost[2] == 0);
    assert_true(p->offset[0] == 5 && p->offset[1] == 0 && p->offset[2] == 30);
    assert_true(p->attraction[0] == 2.5 && isnan(p->attraction[1]));
    assert_true(p->may_close[0] && !p->may_close[1] && !p->may_close[2]);
    assert_string_equal(p->brand[0], "Acme");
    assert_null(p->brand[1]);
    assert_string_equal(p->brand[2], "two lines");
    assert_string_equal(p->label[0], "Mill Lane, \"north\"");
    assert_string_equal(p->label[1], "Caf\xc3\xa9");
    assert_string_equal(p->unknown, "phone, fax");
    assert_int_equal(p->row[2], 3);
    dm_error err = {0};
    assert_ok(dm_places_scale_cost(p, 3, &err), err);
    assert_true(p->cost[0] == 1200000 && p->cost[1] == 100 && p->cost_decimals == 3);
    assert_int_equal(dm_places_scale_cost(p, 2, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_places_scale_cost(p, 18, &err), DM_TOO_LARGE);
    assert_true(p->cost[0] == 1200000);
    dm_places_free(p);
    p = read_table("3\n3\n", DM_PLACES_CUSTOMERS);
    assert_true(!p->cost && !p->offset && !p->label && !p->unknown);
    assert_true(p->demand[0] == 1 && p->demand_decimals == 0 && p->total_demand == 2);
    dm_places_free(p);
}

static void rows_are_dropped(void **state)
{
    (void)state;
    bool drop[10] = {false, true, false, true};
    dm_places *p = read_table("vertex,label,demand,cost,offset,attraction,close,brand\n"
                              "3,x,1,1,1,1,1,A\n2,y,2,2,2,2,0,B\n1,z,3,3,3,3,0,C\n",
                              DM_PLACES_SITES);
    assert_int_equal(dm_places_drop(p, drop), 2);
    assert_true(p->count == 1 && p->vertex[0] == 2 && p->row[0] == 2 && p->demand[0] == 2);
    assert_true(p->cost[0] == 2 && p->offset[0] == 20 && p->attraction[0] == 2 && !p->may_close[0]);
    assert_string_equal(p->label[0], "y");
    assert_string_equal(p->brand[0], "B");
    assert_true(p->total_demand == 2);
    dm_places_free(p);
}

static void customers_become_values(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_vertex unnamed = -1;
    dm_arena *board = new_board(), *valued = NULL;
    dm_places *p = read_table("vertex,demand\n3,1.5\n3,2\n0,0\n", DM_PLACES_CUSTOMERS);
    assert_ok(dm_arena_with_places(board, p, &valued, &unnamed, &err), err);
    assert_int_equal(unnamed, 8);
    assert_int_equal(dm_arena_value_decimals(valued), 1);
    assert_int_equal(dm_arena_value_decimals(board), 0);
    assert_true(dm_arena_values(valued)[3] == 35 && dm_arena_total_value(valued) == 35);
    char *text = NULL;
    assert_int_equal(dm_arena_text(valued, "json", &text, &err), DM_UNSUPPORTED);
    assert_ok(dm_arena_text(valued, "edges", &text, &err), err); /* it has no place for values */
    dm_free(text);
    dm_arena_free(valued);
    p->vertex[0] = 10;
    assert_int_equal(dm_arena_with_places(board, p, &valued, NULL, &err), DM_BAD_VERTEX);
    assert_int_equal(dm_arena_with_decimal_values(board, NULL, 19, &valued, &err), DM_BAD_ARGUMENT);
    dm_places_free(p);
    dm_arena_free(board);
}

static void values_need_no_header(void **state)
{
    (void)state;
    static const char *const texts[] = {"vertex,value\n2,7\n0,0\n", "2,7\r\n0,0\r\n",
                                        "\"vertex\",\"value\"\n\n 2 , 7 \n0,0"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dm_places *p = read_table(texts[i], DM_PLACES_VALUES);
        assert_true(p->count == 2 && p->vertex[0] == 2 && p->demand[0] == 7 && p->demand[1] == 0);
        dm_places_free(p);
    }
    dm_places *none = read_table("", DM_PLACES_VALUES);
    assert_int_equal(none->count, 0);
    dm_places_free(none);
}

static void a_name_of_two_vertices_is_refused(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *board = new_board();
    dm_names *names = NULL;
    dm_places *places = NULL;
    assert_ok(dm_names_new(board, &names, &err), err);
    assert_int_equal(dm_names_find(names, "fox", 1), 5);
    assert_int_equal(dm_names_find(names, "g", 1), -2);
    assert_int_equal(dm_names_find(names, "h", 1), -1);
    assert_int_equal(dm_names_find(names, "", 0), -1);
    assert_int_equal(
        dm_places_read_memory(board, "m", "name\na\ng\n", 9, DM_PLACES_SITES, NULL, &places, &err),
        DM_BAD_INPUT);
    assert_string_equal(err.message, "m:3: name is 'g'; expected the name of one vertex");
    dm_names_free(names);
    dm_arena_free(board);
}

static void rows_come_as_texts_too(void **state)
{
    (void)state;
    static const char *const columns[] = {"vertex", "demand"};
    static const char *const cells[] = {"3", "1.5", "4", NULL, "5", "", "6", "-1"};
    dm_error err = {0};
    dm_arena *board = new_board();
    dm_places *p = NULL;
    assert_ok(
        dm_places_new(board, "list", columns, 2, cells, 2, DM_PLACES_CUSTOMERS, NULL, &p, &err),
        err);
    assert_true(p->count == 2 && p->demand[0] == 15 && p->demand[1] == 10);
    dm_places_free(p);
    p = NULL;
    assert_int_equal(
        dm_places_new(board, "list", columns, 2, cells, 3, DM_PLACES_CUSTOMERS, NULL, &p, &err),
        DM_BAD_INPUT);
    assert_string_equal(err.message,
                        "list[2]: demand is empty; expected a number from 0 to 2^62 with at most "
                        "18 decimals");
    assert_int_equal(
        dm_places_new(board, "list", columns, 2, cells, 4, DM_PLACES_SITES, NULL, &p, &err),
        DM_BAD_INPUT);
    assert_non_null(strstr(err.message, "list[3]: demand is '-1'"));
    assert_null(p);
    dm_arena_free(board);
}

/* A table of customers whose columns have the names given. */
static dm_places *read_named(const char *text, const dm_column_names *names, dm_error *err)
{
    dm_places *places = NULL;
    dm_arena *board = new_board();
    dm_places_read_memory(board, "m", text, strlen(text), DM_PLACES_CUSTOMERS, names, &places, err);
    dm_arena_free(board);
    return places;
}

static void columns_may_have_other_names(void **state)
{
    (void)state;
    dm_error err = {0};
    const dm_column_names names = {.demand = "People", .lon = "x"};
    dm_places *p = read_named("vertex,people,demand\n3,2,7\n", &names, &err);
    assert_non_null(p);
    assert_int_equal(p->total_demand, 2);
    assert_int_equal(p->named, DM_NAMED_DEMAND);
    assert_string_equal(p->demand_column, "people");
    assert_string_equal(p->unknown, "demand");
    assert_null(p->numeric);
    dm_places_free(p);
    assert_null(read_named("vertex,demand\n3,7\n", &names, &err));
    assert_string_equal(err.message,
                        "m:1: there is no column 'People'; expected one of vertex, demand");
    p = read_named("vertex;people;who;value;none\n3;2,5;Ann;1;\n4;1;7;2;\n", NULL, &err);
    assert_non_null(p);
    assert_int_equal(p->total_demand, 2); /* of each row 1 */
    assert_null(p->demand_column);
    assert_string_equal(p->numeric, "people, value");
    assert_string_equal(p->unknown, "people, who, value, none");
    dm_places *copy = NULL;
    assert_ok(dm_places_copy(p, &copy, &err), err);
    assert_string_equal(copy->numeric, p->numeric);
    dm_places_free(copy);
    dm_places_free(p);
}

static void decimals_may_have_commas(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_places *p = read_named("vertex;demand\n3;2,5\n4;0,25\n5;1\n", NULL, &err);
    assert_non_null(p);
    assert_int_equal(p->total_demand, 375);
    assert_int_equal(p->demand_decimals, 2);
    dm_places_free(p);
    assert_null(read_named("vertex\tdemand\n3\t1.234,5\n", NULL, &err));
    assert_string_equal(err.message, "m:2: demand is '1.234,5'; expected a number such as 12.5, "
                                     "without points between thousands");
    assert_null(read_named("vertex;demand\n3;2,5\n4;2.5\n", NULL, &err));
    assert_string_equal(err.message,
                        "m:3: some numbers have a decimal comma, some a decimal point; "
                        "expected one of the two in all rows");
    assert_null(read_named("vertex,demand\n3,\"2,5\"\n", NULL, &err));
    assert_string_equal(err.message,
                        "m:2: demand is '2,5'; expected a number such as 12.5, without commas");
}

static void failure_leaves_the_output(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *board = new_board(), *empty = NULL;
    dm_places mark, *places = &mark;
    dm_builder *none = NULL;
    assert_int_equal(
        dm_places_read_memory(board, "m", "3\n3\n", 4, DM_PLACES_CANDIDATES, NULL, &places, &err),
        DM_BAD_INPUT);
    assert_string_equal(err.message, "m:2: vertex 3 is listed twice");
    assert_int_equal(dm_places_read(board, "nowhere/list", DM_PLACES_SITES, NULL, &places, &err),
                     DM_BAD_INPUT);
    assert_ok(dm_builder_new(0, &none, &err), err);
    assert_ok(dm_builder_finish(none, &empty, &err), err);
    assert_int_equal(
        dm_places_read_memory(empty, "m", "0\n", 2, DM_PLACES_SITES, NULL, &places, &err),
        DM_BAD_INPUT);
    assert_ptr_equal(places, &mark);
    dm_arena_free(empty);
    dm_arena_free(board);
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
        cmocka_unit_test(columns_are_exact),
        cmocka_unit_test(rows_are_dropped),
        cmocka_unit_test(customers_become_values),
        cmocka_unit_test(values_need_no_header),
        cmocka_unit_test(a_name_of_two_vertices_is_refused),
        cmocka_unit_test(rows_come_as_texts_too),
        cmocka_unit_test(columns_may_have_other_names),
        cmocka_unit_test(decimals_may_have_commas),
        cmocka_unit_test(failure_leaves_the_output),
        cmocka_unit_test(lengths_are_rounded_down_to_units),
        cmocka_unit_test(other_text_is_no_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
