/* test_level.c - levels in files: what is written is read back unchanged, numbers exactly. */
#include "support/support.h"
#include <demesne/lines.h>
#include <demesne/status.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static dm_level *read_text(const char *text)
{
    dm_level *level = NULL;
    dm_error err = {0};
    assert_ok(dm_level_read_memory("level", text, strlen(text), &level, &err), err);
    return level;
}

static bool is(dm_ratio ratio, int64_t num, int64_t den)
{
    return ratio.num == num && ratio.den == den;
}

static bool same_ratio(dm_ratio a, dm_ratio b)
{
    return is(a, b.num, b.den);
}

static bool same_place(dm_line_place a, dm_line_place b)
{
    return a.vertex == b.vertex && (a.vertex >= 0 || (a.edge == b.edge && same_ratio(a.at, b.at)));
}

static void assert_same_level(const dm_level *a, const dm_level *b)
{
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->edge_count, b->edge_count);
    assert_int_equal(a->site_count, b->site_count);
    assert_int_equal(a->player_count, b->player_count);
    assert_int_equal(!a->points, !b->points);
    for (int32_t v = 0; a->points && v < a->vertex_count; v++)
        assert_memory_equal(&a->points[v], &b->points[v], sizeof *a->points);
    for (int32_t e = 0; e < a->edge_count; e++) {
        assert_int_equal(a->edges[e].u, b->edges[e].u);
        assert_int_equal(a->edges[e].v, b->edges[e].v);
        assert_true(same_ratio(a->edges[e].length, b->edges[e].length));
    }
    for (int32_t i = 0; i < a->site_count; i++) {
        assert_int_equal(a->sites[i].player, b->sites[i].player);
        assert_true(same_place(a->sites[i].place, b->sites[i].place));
    }
    for (int32_t p = 0; p < a->player_count; p++)
        assert_string_equal(a->players[p], b->players[p]);
    assert_int_equal(a->me, b->me);
    assert_int_equal(a->moves, b->moves);
    assert_int_equal(a->ordered, b->ordered);
    assert_int_equal(a->quota_count, b->quota_count);
    for (int32_t i = 0; i < a->quota_count; i++) {
        assert_int_equal(a->quotas[i].op, b->quotas[i].op);
        assert_int_equal(a->quotas[i].count, b->quotas[i].count);
    }
    assert_int_equal(a->measured, b->measured);
    assert_int_equal(a->crossings, b->crossings);
    assert_true(a->min_angle == b->min_angle);
}

enum { MOST_EDGES = 12, MOST_SITES = 6 };

static int64_t below(dm_rng *rng, int64_t n)
{
    return (int64_t)dm_rng_below(rng, (uint64_t)n);
}

static int64_t common(int64_t a, int64_t b)
{
    return b ? common(b, a % b) : a;
}

static dm_ratio lowest(int64_t num, int64_t den)
{
    int64_t divisor = common(num, den);
    return (dm_ratio){num / divisor, den / divisor};
}

/* Whole, short and long decimals, thirds and sevenths. */
static dm_ratio draw_length(dm_rng *rng)
{
    static const int64_t dens[] = {1, 2, 3, 7, 10, 125, 1000000, 1000000000000};
    int64_t den = dens[below(rng, 8)];
    return lowest(1 + below(rng, 9 * den), den);
}

static void draw_level(dm_rng *rng, dm_level *draft)
{
    static char *names[] = {"red", "blue", "Zo\xc3\xab \"z\"", "a b"};
    static dm_line_edge edges[MOST_EDGES];
    static dm_line_site sites[MOST_SITES];
    static dm_point points[8];
    static dm_line_quota quotas[3];
    int32_t n = 2 + (int32_t)below(rng, 7);
    *draft = (dm_level){.vertex_count = n,
                        .edges = edges,
                        .sites = sites,
                        .players = names,
                        .player_count = 1 + (int32_t)below(rng, 4),
                        .moves = (int32_t)below(rng, 3),
                        .measured = below(rng, 2) > 0,
                        .crossings = (dm_line_crossings)below(rng, 4),
                        .min_angle = (double)below(rng, 90) / 7};
    draft->me = (int32_t)below(rng, draft->player_count + 1) - 1;
    draft->quotas = quotas;
    draft->quota_count = (int32_t)below(rng, 4);
    draft->ordered = below(rng, 2) > 0;
    for (int32_t i = 0; i < draft->quota_count; i++)
        quotas[i] = (dm_line_quota){(dm_line_op)below(rng, 4), 1 + (int32_t)below(rng, 3)};
    for (int32_t v = 0; v < n; v++)
        points[v] = (dm_point){(double)below(rng, 1000) / 9 - 50, (double)below(rng, 100)};
    draft->points = below(rng, 2) ? points : NULL;
    for (int64_t e = below(rng, MOST_EDGES + 1); e > 0; e--) {
        int32_t u = (int32_t)below(rng, n), v = (u + 1 + (int32_t)below(rng, n - 1)) % n;
        edges[draft->edge_count++] = (dm_line_edge){u, v, draw_length(rng)};
    }
    for (int64_t s = below(rng, MOST_SITES + 1); s > 0; s--) {
        dm_line_place place = {(int32_t)below(rng, n), -1, {0, 1}};
        if (draft->edge_count > 0 && below(rng, 2))
            place = (dm_line_place){-1, (int32_t)below(rng, draft->edge_count),
                                    lowest(below(rng, 8), 7)};
        sites[draft->site_count++] =
            (dm_line_site){(int32_t)below(rng, draft->player_count), place};
    }
}

static void random_levels_round_trip(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 6);
    int made = 0;
    for (int i = 0; i < 6000; i++) {
        dm_level draft, *level = NULL, *again;
        dm_error err = {0};
        char *text = NULL, *twice = NULL;
        draw_level(&rng, &draft);
        if (dm_level_new(&draft, &level, NULL) != DM_OK)
            continue; /* two sites at one point, or too large a common denominator */
        made++;
        assert_ok(dm_level_text(level, &text, &err), err);
        again = read_text(text);
        assert_same_level(level, again);
        assert_ok(dm_level_text(again, &twice, &err), err);
        assert_string_equal(text, twice);
        dm_free(text);
        dm_free(twice);
        dm_level_free(level);
        dm_level_free(again);
    }
    assert_true(made > 3000);
}

static void files_round_trip(void **state)
{
    (void)state;
    char path[64];
    dm_error err = {0};
    dm_level *level = read_text("{\"vertices\":[{},{}],\"edges\":[[0,1,0.5]],\"me\":\"red\"}"),
             *again = NULL;
    snprintf(path, sizeof path, "/tmp/demesne-level-%ld.json", (long)getpid());
    assert_ok(dm_level_write(level, path, &err), err);
    assert_ok(dm_level_read(path, &again, &err), err);
    assert_same_level(level, again);
    dm_level_free(level);
    dm_level_free(again);
    unlink(path);
    assert_int_equal(dm_level_read(path, &again, &err), DM_BAD_INPUT);
}

/* The level of the format's description, with every member. */
static void every_member_is_read(void **state)
{
    (void)state;
    dm_level *level = read_text(
        "{\"vertices\":[{\"x\":0,\"y\":0},{\"x\":3,\"y\":4},{\"x\":4,\"y\":5}],"
        " \"edges\":[[0,1],[1,2],[0,2,\"7/3\"],[0,2,0.1],[0,2,\"1.25\"],[2,0,3e2]],"
        " \"sites\":[{\"player\":\"blue\",\"vertex\":1},{\"player\":\"red\",\"edge\":5,\"at\":"
        "\"2/6\"},"
        " {\"player\":\"blue\",\"edge\":2,\"at\":0.25},{\"player\":\"red\",\"edge\":0,\"at\":0}],"
        " \"me\":\"red\",\"moves\":3,\"rope\":{\"crossings\":\"stop\",\"min_angle\":12.5}}");
    static const int64_t lengths[][2] = {{5, 1},  {1414214, 1000000}, {7, 3}, {1, 10}, {5, 4},
                                         {300, 1}};
    for (int e = 0; e < 6; e++)
        assert_true(same_ratio(level->edges[e].length, lowest(lengths[e][0], lengths[e][1])));
    assert_true(level->measured);
    assert_int_equal(level->player_count, 2);
    assert_string_equal(level->players[0], "blue");
    assert_int_equal(level->me, 1);
    assert_int_equal(level->sites[1].place.vertex, -1);
    assert_true(is(level->sites[1].place.at, 1, 3) && is(level->sites[2].place.at, 1, 4));
    assert_int_equal(level->sites[3].place.vertex, 0);
    assert_int_equal(level->moves, 3);
    assert_int_equal(level->crossings, DM_LINE_CROSSINGS_STOP);
    assert_true(level->min_angle == 12.5);
    dm_level_free(level);
}

static void players_are_counted_as_listed(void **state)
{
    (void)state;
    dm_level *level = read_text("{\"vertices\":[{},{\"x\":1,\"y\":1}],\"edges\":[[0,1,2]],"
                                "\"players\":[\"white\",\"red\"],\"me\":\"grey\","
                                "\"sites\":[{\"player\":\"blue\",\"vertex\":0},"
                                "{\"player\":\"red\",\"vertex\":1}]}");
    static const char *const order[] = {"white", "red", "blue", "grey"};
    assert_int_equal(level->player_count, 4);
    for (int p = 0; p < 4; p++)
        assert_string_equal(level->players[p], order[p]);
    assert_int_equal(level->sites[0].player, 2);
    assert_int_equal(level->me, 3);
    assert_int_equal(level->moves, 1);
    assert_null(level->points);
    assert_false(level->measured);
    dm_level_free(level);
}

/* Tenths, written in two ways: doubles would round them. */
static void decimals_tie_exactly(void **state)
{
    (void)state;
    dm_level *level = read_text("{\"vertices\":[{},{},{},{}],\"edges\":[[0,1,0.1],[1,2,0.2],"
                                "[3,2,0.3]],\"sites\":[{\"player\":\"red\",\"vertex\":0},"
                                "{\"player\":\"blue\",\"vertex\":3}]}");
    dm_line_diagram *diagram = NULL;
    dm_error err = {0};
    assert_ok(dm_line_diagram_new(level, DM_LINE_NEUTRAL, false, &diagram, &err), err);
    assert_true(is(diagram->payoff[0], 3, 10) && is(diagram->payoff[1], 3, 10));
    assert_int_equal(diagram->winner, -1);
    dm_line_diagram_free(diagram);
    dm_level_free(level);
}

static void ratios_as_text(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t num, den;
    } good[] = {{"3", 3, 1},    {"-0.25", -1, 4}, {"7/3", 7, 3},
                {"2/6", 1, 3},  {"1e3", 1000, 1}, {"0.5/0.25", 2, 1},
                {"0", 0, 1},    {"0/5", 0, 1},    {"4611686018427387904", INT64_C(1) << 62, 1},
                {"-3/9", -1, 3}};
    static const char *const bad[] = {"",      "/",    "1/",   "/2",   "1/0", "1/-2", "x",
                                      "1/2/3", "1 /2", "9e30", "0x10", "nan", "1e-30"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        dm_ratio ratio, again;
        char text[DM_RATIO_TEXT];
        assert_int_equal(dm_ratio_parse(good[i].text, &ratio, NULL), DM_OK);
        assert_true(is(ratio, good[i].num, good[i].den));
        assert_int_equal(dm_ratio_parse(dm_ratio_print(ratio, text), &again, NULL), DM_OK);
        assert_true(same_ratio(ratio, again));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dm_ratio ratio = {5, 7};
        assert_int_not_equal(dm_ratio_parse(bad[i], &ratio, NULL), DM_OK);
        assert_true(is(ratio, 5, 7));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_is_read), cmocka_unit_test(players_are_counted_as_listed),
        cmocka_unit_test(decimals_tie_exactly), cmocka_unit_test(ratios_as_text),
        cmocka_unit_test(files_round_trip),     cmocka_unit_test(random_levels_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
