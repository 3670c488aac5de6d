/* test_osm.c - OpenStreetMap: what tags mean, limits, stopped readings, memory.
 *
 * Whole boards are compared with another reader in tests/cli/osm.sh. */
#include "arena/geo.h"
#include "map/osm_tags.h"
#include "support/support.h"
#include <demesne/source.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dmi_osm_text text_of(const char *text)
{
    return (dmi_osm_text){text, strlen(text)};
}

static void maxspeed_in_all_forms(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double speed;
    } cases[] = {{"50", 50},          {"7.5", 7.5},    {"30 mph", 48.28032},
                 {"30mph", 48.28032}, {"walk", 5},     {"none", 130},
                 {"10 knots", 18.52}, {"50 km/h", 50}, {"50 kmh", 50},
                 {"DE:urban", 0},     {"FR:rural", 0}, {"", 0},
                 {"50;30", 0},        {"signals", 0},  {"0", 0},
                 {"1000", 0},         {"-30", 0},      {"1e3", 0},
                 {"50.", 50},         {"5 0", 0},      {"999999999999999999999", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (fabs(dmi_osm_maxspeed(text_of(cases[i].text)) - cases[i].speed) > 1e-9)
            fail_msg("%s is %g", cases[i].text, dmi_osm_maxspeed(text_of(cases[i].text)));
    assert_true(dmi_osm_maxspeed((dmi_osm_text){0}) == 0);
}

/* "highway=residential oneway=yes" */
static dmi_osm_tags tags_of(const char *words)
{
    dmi_osm_tags tags = {0};
    while (*words) {
        size_t size = strcspn(words, " "), key = strcspn(words, "=");
        dmi_osm_key which = dmi_osm_key_of(words, key);
        if (which != DMI_OSM_KEYS)
            tags.value[which] = (dmi_osm_text){words + key + 1, size - key - 1};
        words += size + (words[size] == ' ');
    }
    return tags;
}

/* For car, bike and foot: `>` forward, `<` backward, `=` both, `-` not allowed. */
static void check_use(const char *words, const char *expected)
{
    static const char signs[] = "-><=";
    dmi_osm_tags tags = tags_of(words);
    char found[4] = "---";
    for (int p = 0; p < 3; p++) {
        dmi_way way = {0};
        if (dmi_osm_judge(&tags, (dm_profile)p, &way))
            found[p] = signs[way.travel];
    }
    if (strcmp(found, expected) != 0)
        fail_msg("%s: %s, expected %s", words, found, expected);
}

static void who_may_use_a_way(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"highway=residential", "==="},
        {"highway=motorway", ">--"},
        {"highway=motorway oneway=no", "=--"},
        {"highway=motorway_link", "=--"},
        {"highway=trunk", "==-"},
        {"highway=footway", "--="},
        {"highway=footway bicycle=yes", "-=="},
        {"highway=footway bicycle=designated foot=no", "-=-"},
        {"highway=cycleway", "-=="},
        {"highway=steps bicycle=yes", "--="},
        {"highway=construction", "---"},
        {"building=yes", "---"},
        {"highway=residential access=no", "---"},
        {"highway=residential access=private", "---"},
        {"highway=residential access=destination", "==="},
        {"highway=residential access=no foot=yes", "--="},
        {"highway=residential access=no motor_vehicle=yes", "=--"},
        {"highway=residential motor_vehicle=no motorcar=yes", "==="},
        {"highway=residential motor_vehicle=no", "-=="},
        {"highway=residential vehicle=no", "--="},
        {"highway=residential vehicle=no bicycle=yes", "-=="},
        {"highway=residential oneway=yes", ">>="},
        {"highway=residential oneway=1", ">>="},
        {"highway=residential oneway=true", ">>="},
        {"highway=residential oneway=-1", "<<="},
        {"highway=residential oneway=no", "==="},
        {"highway=residential oneway=reversible", "==="},
        {"highway=residential oneway=yes oneway:bicycle=no", ">=="},
        {"highway=residential oneway=yes oneway:bicycle=-1", "><="},
        {"highway=residential oneway=yes cycleway=opposite_lane", ">=="},
        {"highway=residential oneway=yes cycleway=opposite", ">=="},
        {"highway=residential oneway=yes cycleway=lane", ">>="},
        {"highway=residential junction=roundabout", ">>="},
        {"highway=residential junction=roundabout oneway=-1", "<<="},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_use(cases[i][0], cases[i][1]);
}

static void speeds_and_kinds(void **state)
{
    (void)state;
    dmi_way way = {0};
    dmi_osm_tags tags = tags_of("highway=living_street maxspeed=20 name=A");
    assert_true(dmi_osm_judge(&tags, DM_PROFILE_CAR, &way));
    assert_true(way.speed == 20 && way.kind == DM_STREET_RESIDENTIAL);
    assert_true(way.name_size == 1 && way.name[0] == 'A');
    assert_true(dmi_osm_judge(&tags, DM_PROFILE_BIKE, &way) && way.speed == 10);
    tags = tags_of("highway=primary_link maxspeed=8");
    assert_true(dmi_osm_judge(&tags, DM_PROFILE_BIKE, &way) && way.speed == 8);
    assert_true(dmi_osm_judge(&tags, DM_PROFILE_FOOT, &way) && way.speed == 5);
    assert_int_equal(way.kind, DM_STREET_PRIMARY);
}

/* A degree of the meridian and of the equator, and the antipodes. */
static void lengths_on_the_earth(void **state)
{
    (void)state;
    double degree = 6371008.8 * acos(-1.0) / 180;
    assert_true(fabs(dmi_metres_between((dm_point){7, 43}, (dm_point){7, 44}) - degree) < 1e-6);
    assert_true(fabs(dmi_metres_between((dm_point){7, 0}, (dm_point){8, 0}) - degree) < 1e-6);
    assert_true(fabs(dmi_metres_between((dm_point){0, 0}, (dm_point){180, 0}) - 180 * degree) < 1);
    assert_true(dmi_metres_between((dm_point){7, 43}, (dm_point){7, 43}) == 0);
    assert_int_equal(dmi_lonlat((dm_point){-179.9999999, 89.9999999}).lon, -1799999999);
    assert_false(dmi_is_on_earth((dm_point){NAN, 0}));
    assert_false(dmi_is_on_earth((dm_point){0, 90.1}));
}

/* Two passes and their board, with options. */
static dm_status read_town(const dm_read_options *options, dm_arena **out, dm_error *err)
{
    dm_reader *reader = NULL;
    assert_ok(dm_reader_open(TEST_DATA "/fuzz/corpus/osm_pbf/packed.osm.pbf", NULL, &reader, err),
              *err);
    dm_reader_options(reader, options);
    dm_status status = dm_reader_next(reader, out, err);
    dm_reader_free(reader);
    return status;
}

static void limits_hold(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_ok(read_town(&(dm_read_options){.most_vertices = 5, .most_edges = 8}, &arena, &err),
              err);
    assert_int_equal(dm_arena_vertices(arena), 5);
    dm_arena_free(arena);
    arena = NULL;
    assert_int_equal(read_town(&(dm_read_options){.most_vertices = 4}, &arena, &err), DM_TOO_LARGE);
    assert_int_equal(read_town(&(dm_read_options){.most_edges = 7}, &arena, &err), DM_TOO_LARGE);
    assert_null(arena);
}

/* The nodes of ways are limited before any board is made: a small file may unpack to very many. */
static void long_ways_are_refused(void **state)
{
    (void)state;
    char text[3000] = "<osm><way id='1'><tag k='highway' v='road'/>";
    dm_error err = {0};
    dm_arena *arena = NULL;
    dm_reader *reader = NULL;
    for (int i = 1; i <= 65; i++)
        sprintf(text + strlen(text), "<nd ref='%d'/>", i);
    strcat(text, "</way></osm>");
    assert_ok(dm_reader_open_memory("long", text, strlen(text), NULL, &reader, &err), err);
    dm_reader_options(reader, &(dm_read_options){.most_edges = 1});
    assert_int_equal(dm_reader_next(reader, &arena, &err), DM_TOO_LARGE);
    assert_string_equal(err.message, "long: the ways have more than 64 nodes");
    dm_reader_free(reader);
}

static void count_reports(void *user, const dm_progress *progress)
{
    ++*(int *)user;
    assert_true(progress->done <= progress->total);
}

static void a_stopped_reading_gives_nothing(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *arena = NULL;
    dm_run *run = NULL;
    int reports = 0;
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_set_progress(run, count_reports, &reports, 0);
    assert_ok(read_town(&(dm_read_options){.run = run}, &arena, &err), err);
    assert_true(reports > 4);
    dm_arena_free(arena);
    arena = NULL;
    dm_run_cancel(run);
    assert_int_equal(read_town(&(dm_read_options){.run = run}, &arena, &err), DM_UNFINISHED);
    assert_null(arena);
    dm_run_free(run);
}

/* What reading `path` with some threads says. */
static dm_status message_of(const char *path, int threads, dm_error *err)
{
    dm_reader *reader = NULL;
    dm_arena *arena = NULL;
    dm_status status = dm_reader_open(path, NULL, &reader, err);
    if (status == DM_OK) {
        dm_reader_options(reader, &(dm_read_options){.threads = threads});
        status = dm_reader_next(reader, &arena, err);
    }
    dm_reader_free(reader);
    dm_arena_free(arena);
    return status;
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static const char *const folders[] = {TEST_DATA "/bad", TEST_DATA "/fuzz/corpus/osm_pbf"};
    int checked = 0;
    for (int f = 0; f < 2; f++) {
        DIR *folder = opendir(folders[f]);
        assert_non_null(folder);
        for (struct dirent *entry; (entry = readdir(folder));) {
            char path[600];
            dm_error one = {0}, many = {0};
            if (!strstr(entry->d_name, ".pbf"))
                continue;
            snprintf(path, sizeof path, "%s/%s", folders[f], entry->d_name);
            dm_status status = message_of(path, 1, &one);
            assert_int_equal(message_of(path, 4, &many), status);
            assert_int_equal(status == DM_OK, f == 1);
            assert_string_equal(many.message, one.message);
            checked++;
        }
        closedir(folder);
    }
    assert_true(checked > 40);
}

static void counts_of_a_file(void **state)
{
    (void)state;
    static const char *const files[] = {"osm_pbf/dense.osm.pbf", "osm_pbf/plain.osm.pbf",
                                        "osm_pbf/packed.osm.pbf", "osm_xml/streets.osm"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[300];
        dm_error err = {0};
        dm_osm_counts found = {0};
        snprintf(path, sizeof path, "%s/fuzz/corpus/%s", TEST_DATA, files[i]);
        assert_ok(dm_osm_count(path, &found, &err), err);
        assert_int_equal(found.nodes, 9);
        assert_int_equal(found.ways, 4);
        assert_int_equal(found.way_nodes, 16);
        assert_int_equal(found.highways, 4);
    }
    dm_error err = {0};
    dm_osm_counts found = {0};
    assert_int_equal(dm_osm_count(TEST_DATA "/bad/crlf.edges", &found, &err), DM_BAD_ARGUMENT);
}

/* An upload: the same bytes from memory. */
static void memory_is_read_like_a_file(void **state)
{
    (void)state;
    char bytes[4096];
    dm_error err = {0};
    dm_reader *reader = NULL;
    dm_arena *file = NULL, *memory = NULL;
    FILE *from = fopen(TEST_DATA "/fuzz/corpus/osm_pbf/packed.osm.pbf", "rb");
    assert_non_null(from);
    size_t size = fread(bytes, 1, sizeof bytes, from);
    fclose(from);
    assert_ok(read_town(&(dm_read_options){0}, &file, &err), err);
    assert_ok(dm_reader_open_memory("upload", bytes, size, NULL, &reader, &err), err);
    assert_ok(dm_reader_next(reader, &memory, &err), err);
    assert_int_equal(dm_arena_vertices(memory), dm_arena_vertices(file));
    assert_int_equal(dm_arena_edges(memory), dm_arena_edges(file));
    assert_int_equal(dm_arena_map(memory)->streets, dm_arena_map(file)->streets);
    assert_string_equal(dm_arena_map(memory)->attribution, "\u00a9 OpenStreetMap contributors");
    assert_int_equal(dm_reader_next(reader, &memory, &err), DM_END);
    dm_reader_free(reader);
    dm_arena_free(file);
    dm_arena_free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maxspeed_in_all_forms), cmocka_unit_test(who_may_use_a_way),
        cmocka_unit_test(speeds_and_kinds),      cmocka_unit_test(lengths_on_the_earth),
        cmocka_unit_test(limits_hold),           cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(long_ways_are_refused), cmocka_unit_test(a_stopped_reading_gives_nothing),
        cmocka_unit_test(counts_of_a_file),      cmocka_unit_test(memory_is_read_like_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
