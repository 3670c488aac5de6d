/* test_distance_files.c - tables of distances as a list and as a matrix, in any order and layout,
 * compared with what was written; the numbering, values and sites of points and tables. */
#include "support/lead_setting.h"
#include <demesne/graph.h>
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 9, TEXT = 20000 };

/* Customers and sites by name; a name may be both. */
typedef struct written_table {
    int customers, sites, both;   /* the first `both` sites are customers too */
    int tenths[LARGEST][LARGEST]; /* -1: unreachable */
} written_table;

static void site_name(const written_table *t, int site, char name[40])
{
    snprintf(name, 40, site < t->both ? "c %d" : "the \"%d\", site", site);
}

/* A cell, in quotes if it must be or by chance. */
static size_t put_cell(dm_rng *rng, char *to, const char *text, char separator)
{
    size_t at = 0;
    bool quoted = strchr(text, '"') || strchr(text, separator) || dm_rng_below(rng, 4) == 0;
    at += (size_t)sprintf(to, "%s%s", dm_rng_below(rng, 4) ? "" : " ", quoted ? "\"" : "");
    for (; *text; text++) {
        if (*text == '"')
            to[at++] = '"';
        to[at++] = *text;
    }
    at += (size_t)sprintf(to + at, "%s%s", quoted ? "\"" : "", dm_rng_below(rng, 4) ? "" : " ");
    return at;
}

static void number_text(dm_rng *rng, int tenths, char text[40])
{
    static const char *const forms[] = {"%d.%d", "%d.%d0", "0%d.%d", "+%d.%d", "%d%de-1"};
    text[0] = '\0';
    if (tenths >= 0)
        snprintf(text, 40, forms[dm_rng_below(rng, 5)], tenths / 10, tenths % 10);
}

static size_t write_list(dm_rng *rng, const written_table *t, char *text)
{
    static const char *const names[] = {"Customer", "SITE", "distance", "other"};
    int order[4] = {0, 1, 2, 3}, count = 0, pair[LARGEST * LARGEST];
    char separator = ",;\t"[dm_rng_below(rng, 3)];
    size_t at = 0;
    for (int i = 0; i < t->customers * t->sites; i++)
        if (t->tenths[i / t->sites][i % t->sites] >= 0 || dm_rng_below(rng, 2))
            pair[count++] = i;
    shuffle(rng, order, 4);
    for (int k = 0; k < 4; k++)
        at += (size_t)sprintf(text + at, "%s%c", names[order[k]], k < 3 ? separator : '\n');
    shuffle(rng, pair, count);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 4; k++) {
            char cell[40];
            int c = pair[i] / t->sites, s = pair[i] % t->sites;
            if (order[k] == 0)
                snprintf(cell, sizeof cell, "c %d", c);
            else if (order[k] == 1)
                site_name(t, s, cell);
            else if (order[k] == 2)
                number_text(rng, t->tenths[c][s], cell);
            else
                snprintf(cell, sizeof cell, "x");
            at += put_cell(rng, text + at, cell, separator);
            text[at++] = k < 3 ? separator : '\n';
            if (k == 3 && dm_rng_below(rng, 8) == 0)
                text[at++] = '\n';
        }
    return at;
}

static size_t write_matrix(dm_rng *rng, const written_table *t, char *text)
{
    size_t at = (size_t)sprintf(text, "%s", dm_rng_below(rng, 2) ? "customer" : "");
    char cell[40];
    for (int s = 0; s < t->sites; s++) {
        site_name(t, s, cell);
        text[at++] = ',';
        at += put_cell(rng, text + at, cell, ',');
    }
    for (int c = 0; c < t->customers; c++) {
        at += (size_t)sprintf(text + at, "\r\nc %d", c);
        for (int s = 0; s < t->sites; s++) {
            number_text(rng, t->tenths[c][s], cell);
            text[at++] = ',';
            at += put_cell(rng, text + at, cell, ',');
        }
    }
    return at;
}

static dm_arena *read_text(const char *format, const char *text, size_t size)
{
    dm_error err = {0};
    dm_reader *reader = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_reader_open_memory("table", text, size, format, &reader, &err), err);
    assert_ok(dm_reader_next(reader, &arena, &err), err);
    dm_reader_free(reader);
    return arena;
}

static dm_vertex find(const dm_names *names, const char *name)
{
    return dm_names_find(names, name, strlen(name));
}

static void check_table(const written_table *t, const dm_arena *arena)
{
    dm_error err = {0};
    dm_names *names = NULL;
    dm_distances *all = NULL;
    int64_t unit = dm_arena_decimals(arena) ? 1 : 10; /* tenths per unit */
    char name[40];
    assert_ok(dm_names_new(arena, &names, &err), err);
    assert_ok(dm_distances_new(arena, 0, NULL, &all, &err), err);
    for (int c = 0; c < t->customers; c++)
        for (int s = 0; s < t->sites; s++) {
            snprintf(name, sizeof name, "c %d", c);
            dm_vertex customer = find(names, name);
            site_name(t, s, name);
            dm_vertex site = find(names, name);
            if (t->tenths[c][s] < 0 && (customer < 0 || site < 0))
                continue; /* a list without the pair may not have the name */
            assert_true(customer >= 0 && site >= 0);
            int64_t d = dm_distance(all, site, customer);
            assert_true(t->tenths[c][s] < 0 ? d == -1 : d * unit == t->tenths[c][s]);
            assert_true(d < 0 || dm_value_of(dm_arena_values(arena), customer) == 1);
        }
    dm_vertex count = 0;
    const dm_vertex *sites = dm_arena_sites(arena, &count);
    assert_non_null(sites);
    for (dm_vertex i = 0; i + 1 < count; i++)
        assert_true(sites[i] < sites[i + 1]);
    dm_distances_free(all);
    dm_names_free(names);
}

static void lists_and_matrices_are_read(void **state)
{
    (void)state;
    dm_rng rng;
    char *text = malloc(TEXT);
    assert_non_null(text);
    dm_rng_init(&rng, 1);
    for (int i = 0; i < (run_long() ? 50000 : 1500); i++) {
        written_table t = {.customers = 1 + (int)dm_rng_below(&rng, LARGEST),
                           .sites = 1 + (int)dm_rng_below(&rng, LARGEST)};
        int most = t.customers < t.sites ? t.customers : t.sites;
        t.both = (int)dm_rng_below(&rng, (uint64_t)most + 1);
        bool is_whole = dm_rng_below(&rng, 4) == 0;
        for (int k = 0; k < t.customers * t.sites; k++)
            t.tenths[k / t.sites][k % t.sites] =
                dm_rng_below(&rng, 4)
                    ? (int)dm_rng_below(&rng, 300) / (is_whole ? 10 : 1) * (is_whole ? 10 : 1)
                    : -1;
        t.tenths[0][0] = 5;
        dm_arena *matrix = read_text("table", text, write_matrix(&rng, &t, text));
        check_table(&t, matrix);
        assert_int_equal(dm_arena_vertices(matrix), t.customers + t.sites - t.both);
        for (dm_vertex v = 0; v < dm_arena_vertices(matrix); v++)
            assert_true(dm_value_of(dm_arena_values(matrix), v) == (v < t.customers));
        dm_arena_free(matrix);
        dm_arena *list = read_text("table", text, write_list(&rng, &t, text));
        check_table(&t, list);
        dm_arena_free(list);
    }
    free(text);
}

static void assert_name(const dm_arena *arena, dm_vertex v, const char *expected)
{
    assert_string_equal(dm_arena_name(arena, v), expected);
}

/* Customers first, as they become customers; then the other sites as they come. */
static void names_are_numbered(void **state)
{
    (void)state;
    static const char text[] = "customer,site,distance\nb,x,1\na,b,2\nx,y,\nb,a,3\n";
    dm_vertex count = 0;
    dm_arena *arena = read_text("table", text, sizeof text - 1);
    assert_name(arena, 0, "b");
    assert_name(arena, 1, "a");
    assert_name(arena, 2, "x");
    assert_name(arena, 3, "y");
    assert_true(dm_arena_values(arena)[2] == 1 && dm_arena_values(arena)[3] == 0);
    assert_int_equal(dm_arena_edges(arena), 3);
    dm_arena_sites(arena, &count);
    assert_int_equal(count, 4);
    dm_arena_free(arena);
}

static void points_keep_the_order_of_the_file(void **state)
{
    (void)state;
    static const char text[] = "label;LAT;lon;demand\n\"b; c\";1.5;-2e0;2.50\nd;0;0;0\n";
    dm_vertex count = 0;
    dm_arena *arena = read_text("points", text, sizeof text - 1);
    assert_int_equal(dm_arena_vertices(arena), 2);
    assert_name(arena, 0, "b; c");
    assert_true(dm_arena_places(arena)[0].x == -2 && dm_arena_places(arena)[0].y == 1.5);
    assert_true(dm_arena_values(arena)[0] == 25 && dm_arena_value_decimals(arena) == 1);
    assert_int_equal(dm_arena_line_metric(arena), DM_GREAT_CIRCLE);
    assert_int_equal(dm_arena_edges(arena), 0);
    assert_null(dm_arena_sites(arena, &count));
    assert_int_equal(count, 2);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_and_matrices_are_read),
        cmocka_unit_test(names_are_numbered),
        cmocka_unit_test(points_keep_the_order_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
