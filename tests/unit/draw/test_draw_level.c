/* test_draw_level.c - pictures of levels: every colour is as long as its player's payoff, files of
 * every kind are written, and the animation has a moment for every stretch. */
#include "draw/level/level_view.h"
#include "support/support.h"

#include <demesne/draw_level.h>
#include <demesne/line_puzzle.h>
#include <demesne/lines.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A random planar level whose lengths are its distances. */
static dm_level *some_level(uint64_t seed, int32_t players)
{
    const dm_level_wish wish = {.kind = (dm_level_kind)(seed % 3),
                                .vertices = 14,
                                .players = players,
                                .sites = 1,
                                .high = {0, 0},
                                .seed = seed};
    dm_level *level = NULL;
    dm_error err = {0};
    assert_ok(dm_level_generate(&wish, NULL, &level, NULL, NULL, &err), err);
    return level;
}

static double line_length(const dmi_shape *shape)
{
    return hypot(shape->x2 - shape->x, shape->y2 - shape->y);
}

/* Lengths are distances, so a payoff can be measured on the page. */
static void colours_are_as_long_as_payoffs(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        int32_t players = 2 + (int32_t)(seed % 5);
        dm_level *level = some_level(seed, players);
        dm_level_picture picture = {.seed = 1};
        dmi_level_view view;
        dmi_scene scene = {0};
        dm_error err = {0};
        double drawn[DMI_INK_COUNT] = {0};
        assert_ok(dmi_level_view_init(level, &picture, NULL, &view, &err), err);
        dmi_level_sizes size = dmi_level_size(&view, 500);
        dmi_draw_box box = dmi_draw_box_of(view.places, level->vertex_count);
        assert_ok(dmi_level_place(&view, &size, box, 10, 20, &err), err);
        dmi_level_edges(&view, &scene);
        for (size_t i = 0; i < scene.count; i++)
            drawn[scene.shapes[i].stroke] += line_length(&scene.shapes[i]) / size.scale;
        for (int32_t p = 0; p < players; p++)
            assert_true(fabs(drawn[dmi_level_ink(&view, p)] -
                             dmi_decimal_of(view.diagram->payoff[p])) < 1e-3);
        assert_true(fabs(drawn[DMI_INK_TIED] - dmi_decimal_of(view.diagram->tied)) < 1e-3);
        dmi_scene_clear(&scene);
        dmi_level_view_clear(&view);
        dm_level_free(level);
    }
}

/* A player whose name is a colour has it; others take the colours left. */
static void colours_go_by_names(void **state)
{
    (void)state;
    static const char text[] = "{\"vertices\":[{},{}],\"edges\":[[0,1,1]],"
                               "\"players\":[\"anna\",\"Red\",\"orange\",\"red\",\"blue\"]}";
    dm_level *level = NULL;
    dm_error err = {0};
    dmi_level_view view;
    assert_ok(dm_level_read_memory("level", text, sizeof text - 1, &level, &err), err);
    assert_ok(dmi_level_view_init(level, &(dm_level_picture){0}, NULL, &view, &err), err);
    static const uint8_t hues[] = {2, 4, 0, 3, 1};
    assert_memory_equal(view.hue, hues, sizeof hues);
    dmi_level_view_clear(&view);
    dm_level_free(level);
}

static char path[96];

static void use_file(const char *ending)
{
    snprintf(path, sizeof path, "/tmp/demesne-level-%ld%s", (long)getpid(), ending);
}

static char *slurp(void)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    text[size] = 0;
    fclose(file);
    unlink(path);
    return text;
}

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (; (text = strstr(text, word)); text++)
        count++;
    return count;
}

static void every_kind_of_file(void **state)
{
    (void)state;
    static const char *const endings[] = {".svg", ".png", ".pdf"};
    static const char *const marks[] = {"<?xml", "\x89PNG", "%PDF"};
    dm_level *level = some_level(5, 3), *after = NULL;
    dm_error err = {0};
    const dm_line_move cut = {.op = DM_LINE_CUT, .place = {-1, 3, {1, 3}}, .length = {0, 1}};
    assert_ok(dm_level_apply(level, &cut, 0, &after, &err), err);
    const dm_level_picture picture = {
        .after = after, .moves = &cut, .move_count = 1, .caption = "a cut & more"};
    for (int i = 0; i < 3; i++) {
        use_file(endings[i]);
        assert_ok(dm_draw_level(level, &picture, path, &err), err);
        char *text = slurp();
        assert_memory_equal(text, marks[i], strlen(marks[i]));
        if (i == 0)
            assert_int_equal(count_of(text, "a cut &amp; more"), 1);
        free(text);
    }
    use_file(".txt");
    assert_int_equal(dm_draw_level(level, &picture, path, &err), DM_BAD_ARGUMENT);
    assert_int_equal(access(path, F_OK), -1);
    use_file(".png");
    assert_int_equal(dm_draw_expansion(level, &picture, path, &err), DM_BAD_ARGUMENT);
    dm_level_free(after);
    dm_level_free(level);
}

/* Moments are in order within one run, and every stretch has its own. */
static void check_film(const dm_level *level)
{
    dm_error err = {0};
    dm_line_diagram *d = NULL;
    use_file(".svg");
    assert_ok(dm_draw_expansion(level, NULL, path, &err), err);
    assert_ok(dm_line_diagram_new(level, DM_LINE_NEUTRAL, true, &d, &err), err);
    char *text = slurp();
    int meetings = 0;
    for (int32_t i = 1; i < d->stretch_count; i++)
        meetings += dmi_level_fronts_meet(&d->stretches[i - 1], &d->stretches[i]);
    assert_int_equal(count_of(text, "<animate "), d->stretch_count + meetings);
    for (const char *at = text; (at = strstr(at, "keyTimes=\"0;")); at++) {
        double begins, ends;
        assert_int_equal(sscanf(at, "keyTimes=\"0;%lf;%lf;1", &begins, &ends), 2);
        assert_true(begins >= 0 && begins < ends && ends < 1);
    }
    free(text);
    dm_line_diagram_free(d);
}

static void animations_have_a_moment_for_every_stretch(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        dm_level *level = some_level(seed, 2);
        check_film(level);
        dm_level_free(level);
    }
}

#define PARALLEL                                                                                   \
    "{\"vertices\":[{},{},{},{}],\"edges\":[[0,1,1],[0,1,2],[1,0,3]],"                             \
    "\"sites\":[{\"player\":\"a\",\"edge\":1,\"at\":\"1/2\"},{\"player\":\"b\",\"vertex\":2}]}"

/* Without coordinates, with parallel edges, with several parts, or empty. */
static void odd_levels_are_drawn(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"vertices\":[],\"edges\":[]}", "{\"vertices\":[{}],\"edges\":[]}", PARALLEL,
        "{\"vertices\":[{\"x\":1e300,\"y\":0},{\"x\":1e300,\"y\":0}],\"edges\":[[0,1,1]]}",
        "{\"vertices\":[{\"x\":-1.7e308,\"y\":0},{\"x\":1.7e308,\"y\":0}],\"edges\":[[0,1,1]]}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int ties = DM_LINE_NEUTRAL; ties <= DM_LINE_OWN; ties++) {
            dm_level *level = NULL;
            dm_error err = {0};
            const dm_level_picture picture = {.ties = (dm_line_ties)ties};
            assert_ok(dm_level_read_memory("l", texts[i], strlen(texts[i]), &level, &err), err);
            use_file(".svg");
            assert_ok(dm_draw_level(level, &picture, path, &err), err);
            char *text = slurp();
            assert_null(strstr(text, "nan"));
            assert_null(strstr(text, "inf"));
            free(text);
            assert_ok(dm_draw_expansion(level, &picture, path, &err), err);
            unlink(path);
            dm_level_free(level);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_are_as_long_as_payoffs),
        cmocka_unit_test(colours_go_by_names),
        cmocka_unit_test(every_kind_of_file),
        cmocka_unit_test(animations_have_a_moment_for_every_stretch),
        cmocka_unit_test(odd_levels_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
