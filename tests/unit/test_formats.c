/* test_formats.c - boards written and read again, in every format that can hold them. */
#include "support/support.h"
#include <demesne/source.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static dm_arena *read_text(const char *name, const char *text, const char *format)
{
    dm_error err = {0};
    dm_reader *reader = NULL;
    dm_arena *arena = NULL, *more = NULL;
    assert_ok(dm_reader_open_memory(name, text, strlen(text), format, &reader, &err), err);
    assert_ok(dm_reader_next(reader, &arena, &err), err);
    assert_int_equal(dm_reader_next(reader, &more, &err), DM_END);
    dm_reader_free(reader);
    return arena;
}

static dm_arena *read_path(const char *path)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_ok(dm_arena_open(path, 1, &arena, &err), err);
    return arena;
}

/* Lengths are compared as numbers: 15 tenths are 150 hundredths. */
static bool same_length(const dm_arena *a, const dm_arena *b, uint32_t arc)
{
    long double x = (long double)dm_graph_length(dm_arena_graph(a), arc);
    long double y = (long double)dm_graph_length(dm_arena_graph(b), arc);
    for (int i = dm_arena_decimals(a); i < dm_arena_decimals(b); i++)
        x *= 10;
    for (int i = dm_arena_decimals(b); i < dm_arena_decimals(a); i++)
        y *= 10;
    return x == y;
}

static void assert_same_graph(const dm_arena *a, const dm_arena *b)
{
    const dm_graph *g = dm_arena_graph(a), *h = dm_arena_graph(b);
    assert_int_equal(g->n, h->n);
    assert_int_equal(g->arcs, h->arcs);
    for (dm_vertex v = 0; v <= g->n; v++)
        assert_int_equal(g->first[v], h->first[v]);
    for (uint32_t arc = 0; arc < g->arcs; arc++) {
        assert_int_equal(g->target[arc], h->target[arc]);
        assert_true(same_length(a, b, arc));
    }
}

static void assert_same_extras(const dm_arena *a, const dm_arena *b, unsigned held)
{
    for (dm_vertex v = 0; v < dm_arena_vertices(a); v++) {
        if (held & DM_HOLDS_VALUES)
            assert_true(dm_value_of(dm_arena_values(a), v) == dm_value_of(dm_arena_values(b), v));
        if (held & DM_HOLDS_PLACES && dm_arena_places(a)) {
            assert_true(dm_arena_places(a)[v].x == dm_arena_places(b)[v].x);
            assert_true(dm_arena_places(a)[v].y == dm_arena_places(b)[v].y);
        }
        if (held & DM_HOLDS_NAMES && dm_arena_name(a, v))
            assert_string_equal(dm_arena_name(a, v), dm_arena_name(b, v));
    }
    if (held & DM_HOLDS_TITLE && *dm_arena_title(a))
        assert_string_equal(dm_arena_title(a), dm_arena_title(b));
}

/* A random board with everything a board can have, as far as `has` asks for it. */
static dm_arena *rich_board(dm_rng *rng, dm_vertex n, unsigned has)
{
    static const char *const names[] = {"a", "Köln", "x \"y\" & <z>", "東京", "back\\slash", "7"};
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(n, &builder, &err), err);
    for (dm_vertex v = 1; v < n; v++)
        for (dm_vertex u = 0; u < v; u++)
            if (dm_rng_below(rng, (uint64_t)n) < 3) {
                int64_t length = has & DM_HOLDS_LENGTHS ? 1 + (int64_t)dm_rng_below(rng, 5000) : 1;
                if (has & DM_HOLDS_LENGTHS && dm_rng_below(rng, 50) == 0)
                    length *= INT64_C(1) << 40;
                assert_ok(dm_builder_edge(builder, u, v, length, &err), err);
            }
    for (dm_vertex v = 0; v < n; v++) {
        if (has & DM_HOLDS_VALUES)
            assert_ok(dm_builder_value(builder, v, (int64_t)dm_rng_below(rng, 100), &err), err);
        if (has & DM_HOLDS_PLACES)
            assert_ok(dm_builder_place(builder, v, dm_rng_unit(rng) * 1e6 - 5e5,
                                       dm_rng_unit(rng) / 3, &err),
                      err);
        if (has & DM_HOLDS_NAMES && dm_rng_below(rng, 4))
            assert_ok(dm_builder_name(builder, v, names[dm_rng_below(rng, 6)], &err), err);
    }
    if (has & DM_HOLDS_TITLE)
        assert_ok(dm_builder_title(builder, "a \"title\" & more", &err), err);
    if (has & DM_HOLDS_DECIMALS)
        dm_builder_decimals(builder, (int)dm_rng_below(rng, 5));
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

static void make_path(const dm_format *format, char path[100])
{
    snprintf(path, 100, "/tmp/demesne-test-%ld%.*s", (long)getpid(),
             (int)strcspn(format->endings, " "), format->endings);
}

static void check_round_trip(const dm_arena *arena, const dm_format *format)
{
    dm_error err = {0};
    char path[100];
    make_path(format, path);
    assert_ok(dm_arena_write(arena, path, NULL, &err), err);
    dm_arena *again = read_path(path);
    assert_same_graph(arena, again);
    assert_same_extras(arena, again, format->holds);
    dm_arena_free(again);
    unlink(path);
    memcpy(strrchr(path, '.'), ".co", 4); /* the places of a .gr */
    unlink(path);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    for (int i = 0; i < dm_format_count(); i++) {
        const dm_format *format = dm_format_at(i);
        dm_rng rng;
        dm_rng_init(&rng, 7);
        for (int round = 0; round < 60; round++) {
            dm_vertex n = (dm_vertex)(round < 30 ? round : (int)dm_rng_below(&rng, 90));
            unsigned has = (unsigned)dm_rng_below(&rng, 64) & format->holds;
            if (!(has & DM_HOLDS_LENGTHS))
                has &= ~(unsigned)DM_HOLDS_DECIMALS;
            dm_arena *arena = rich_board(&rng, n, has);
            check_round_trip(arena, format);
            dm_arena_free(arena);
        }
    }
}

static void formats_without_lengths_refuse_them(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *whole = read_text("w", "0 1 3\n1 2 4\n", "edges");
    dm_arena *fraction = read_text("f", "0 1 0.5\n1 2 4\n", "edges");
    dm_arena *units = read_text("u", "{\"decimals\":2,\"vertices\":2,\"edges\":[[0,1]]}", "json");
    for (int i = 0; i < dm_format_count(); i++) {
        const dm_format *format = dm_format_at(i);
        dm_status lengths = format->holds & DM_HOLDS_LENGTHS ? DM_OK : DM_UNSUPPORTED;
        dm_status decimals = format->holds & DM_HOLDS_DECIMALS ? DM_OK : DM_UNSUPPORTED;
        assert_int_equal(dm_arena_write(whole, "/dev/null", format->name, &err), lengths);
        assert_int_equal(dm_arena_write(fraction, "/dev/null", format->name, &err), decimals);
        assert_int_equal(dm_arena_write(units, "/dev/null", format->name, &err), DM_OK);
    }
    dm_arena_free(whole);
    dm_arena_free(fraction);
    dm_arena_free(units);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(formats_without_lengths_refuse_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
