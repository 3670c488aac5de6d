/* test_draw_map.c - pictures of maps: streets in the colours of their owners, names that do not
 * touch, the scale bar and whom to name. */
#include "draw/paint/palette.h"
#include "draw/view.h"
#include "support/support.h"
#include "support/town.h"
#include <demesne/territory.h>
#include <math.h>
#include <string.h>

static const dm_stone stones[] = {{0, DM_WHITE}, {30, DM_BLACK}, {55, DM_WHITE}};
static const char *const names[] = {"Old Market", NULL, "Station & Port"};

static dmi_scene draw(const dm_arena *arena, int32_t count)
{
    dm_error err = {0};
    dmi_scene scene = {0};
    const dm_picture picture = {.stone_labels = names, .hide_legend = true};
    assert_ok(dmi_scene_of(arena, stones, count, DM_TIES_NEUTRAL, &picture, &scene, &err), err);
    return scene;
}

static bool has_text(const dmi_scene *scene, const char *text)
{
    for (size_t i = 0; i < scene->count; i++)
        if (scene->shapes[i].kind == DMI_TEXT &&
            strcmp(dmi_shape_text(scene, &scene->shapes[i]), text) == 0)
            return true;
    return false;
}

/* The length on the page of all street pieces with this ink. */
static double inked(const dmi_scene *scene, int ink)
{
    double sum = 0;
    for (size_t i = 0; i < scene->count; i++) {
        const dmi_shape *s = &scene->shapes[i];
        if (s->role == DMI_ROLE_EDGE && s->stroke == ink)
            sum += hypot(s->x2 - s->x, s->y2 - s->y);
    }
    return sum;
}

static void streets_have_the_colours_of_their_owners(void **state)
{
    (void)state;
    dm_arena *town = support_town(7, 60, true);
    dmi_scene plain = draw(town, 0), owned = draw(town, 3);
    double all = inked(&plain, DMI_INK_PLAIN), sum = 0;
    assert_true(all > 0);
    for (int ink = 0; ink < DMI_INK_COUNT; ink++)
        sum += inked(&owned, ink);
    assert_true(fabs(sum - all) < 1e-6 * all);
    assert_true(inked(&owned, (int)dmi_land_ink(DM_WHITE)) > 0);
    assert_true(inked(&owned, (int)dmi_land_ink(DM_BLACK)) > 0);
    assert_int_equal(inked(&owned, DMI_INK_PLAIN), 0);
    dmi_scene_clear(&plain);
    dmi_scene_clear(&owned);
    dm_arena_free(town);
}

static void shapes_keep_their_proportions(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *town = support_town(3, 20, false);
    dm_point places[20];
    assert_ok(dm_layout(town, 0, places, &err), err);
    dm_bounds box;
    assert_true(dm_arena_bounds(town, &box));
    double narrow = cos((box.south + box.north) / 2 * 0.017453292519943295);
    for (dm_vertex v = 0; v < 20; v++) {
        assert_true(fabs(places[v].x - dm_arena_places(town)[v].x * narrow) < 1e-9);
        assert_true(places[v].y == dm_arena_places(town)[v].y);
    }
    dm_arena_free(town);
}

typedef struct frame {
    double left, right, top, bottom;
} frame;

static frame frame_of(const dmi_scene *scene, const dmi_shape *s)
{
    double half =
        dmi_text_width(dmi_shape_text(scene, s), (double)s->width, s->flags & DMI_BOLD) / 2;
    double high = 0.5 * (double)s->width;
    return (frame){s->x - half, s->x + half, s->y - high, s->y + high};
}

static void names_do_not_touch(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (run_long() ? 10 : 4); seed++) {
        dm_arena *town = support_town(seed, 80, false);
        dmi_scene scene = draw(town, 3);
        int count = 0;
        for (size_t i = 0; i < scene.count; i++) {
            const dmi_shape *a = &scene.shapes[i];
            if (a->kind != DMI_TEXT || a->role != DMI_ROLE_LABEL || a->about >= 0)
                continue;
            frame f = frame_of(&scene, a);
            assert_true(f.left >= 0 && f.right <= scene.width && f.top >= 0);
            count++;
            for (size_t j = 0; j < i; j++) {
                const dmi_shape *b = &scene.shapes[j];
                if (b->kind != DMI_TEXT || b->role != DMI_ROLE_LABEL)
                    continue;
                frame g = frame_of(&scene, b);
                assert_false(f.left < g.right && f.right > g.left && f.top < g.bottom &&
                             f.bottom > g.top);
            }
        }
        assert_true(count >= 3);
        dmi_scene_clear(&scene);
        dm_arena_free(town);
    }
}

static void a_map_has_a_scale_and_names_its_makers(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *town = support_town(2, 60, false);
    dmi_scene scene = draw(town, 3);
    char *svg = NULL;
    assert_true(has_text(&scene, "the surveyors"));
    assert_true(has_text(&scene, "Station & Port"));
    assert_true(has_text(&scene, "100 m"));
    bool has_area = false;
    for (size_t i = 0; i < scene.count; i++)
        has_area = has_area || scene.shapes[i].kind == DMI_AREA;
    assert_true(has_area);
    assert_ok(dm_draw_svg(town, stones, 3, DM_TIES_NEUTRAL, NULL, &svg, &err), err);
    assert_non_null(strstr(svg, "fill-rule=\"evenodd\""));
    dm_free(svg);
    dmi_scene_clear(&scene);
    dm_arena_free(town);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streets_have_the_colours_of_their_owners),
        cmocka_unit_test(shapes_keep_their_proportions),
        cmocka_unit_test(names_do_not_touch),
        cmocka_unit_test(a_map_has_a_scale_and_names_its_makers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
