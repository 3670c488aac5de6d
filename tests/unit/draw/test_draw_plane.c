/* test_draw_plane.c - pictures of the plane: every side's colour covers its area, stripes show
 * where no cell is, the lattice is traced without loss, sites that nearly touch stand side by side.
 */
#include "draw/plane/plane_view.h"
#include "support/planes.h"
#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double area_of(const dmi_scene *scene, const dmi_shape *shape)
{
    const dm_point *point = scene->points + (size_t)shape->x;
    double twice = 0;
    size_t first = 0, count = (size_t)shape->x2;
    for (size_t i = 0; i < count; i++) {
        if (isnan(point[i].x)) {
            first = i + 1;
            continue;
        }
        dm_point next = i + 1 < count && !isnan(point[i + 1].x) ? point[i + 1] : point[first];
        twice += point[i].x * next.y - next.x * point[i].y;
    }
    return fabs(twice) / 2;
}

/* The area of each fill, in the board's unit. */
static void sum_fills(const dmi_scene *scene, double scale, double sum[DMI_INK_COUNT])
{
    for (size_t i = 0; i < scene->count; i++)
        if (scene->shapes[i].kind == DMI_AREA)
            sum[scene->shapes[i].fill] += area_of(scene, &scene->shapes[i]) / (scale * scale);
}

static dm_plane *some_plane(dm_rng *rng, const dm_plane_board *board, int count)
{
    const dm_plane_rules rules = {.metric = dm_rng_below(rng, 2) ? DM_EUCLID : DM_MANHATTAN,
                                  .sides = 2 + (int32_t)dm_rng_below(rng, 4)};
    dm_plane *plane = NULL;
    dm_error err = {0};
    assert_ok(dm_plane_new(board, &rules, &plane, &err), err);
    random_plane_sites(rng, plane, count);
    return plane;
}

static void colours_cover_areas(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        dm_rng rng;
        dm_rng_init(&rng, seed);
        dm_plane_board *board = random_plane_board(&rng);
        dm_plane *plane = some_plane(&rng, board, 1 + (int)(seed % 14));
        const dm_plane_picture picture = {0};
        dmi_plane_page view;
        dmi_scene scene = {0};
        dm_error err = {0};
        double sum[DMI_INK_COUNT] = {0};
        assert_ok(dmi_plane_page_init(plane, &picture, &view, &err), err);
        for (int32_t i = 0; i < dm_plane_count(plane); i++)
            dmi_plane_add_cell(&view, i, &scene);
        sum_fills(&scene, view.scale, sum);
        for (int32_t s = 0; s < dm_plane_rules_of(plane)->sides; s++) {
            const char *exact;
            assert_true(fabs(sum[dmi_tint_ink(s)] - dmi_plane_size(&view, s, &exact)) < 1e-6);
        }
        dmi_scene_clear(&scene);
        dmi_plane_page_clear(&view);
        dm_plane_free(plane);
        dm_plane_board_free(board);
    }
}

static void the_lattice_is_traced(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        dm_rng rng;
        dm_rng_init(&rng, seed);
        dm_plane_board *board = random_plane_board(&rng);
        dm_plane *plane = some_plane(&rng, board, 2 + (int)(seed % 9));
        dm_plane_lattice *lattice = NULL;
        dmi_plane_page view;
        dmi_scene scene = {0};
        dm_error err = {0};
        double sum[DMI_INK_COUNT] = {0};
        assert_ok(dm_plane_lattice_new(plane, 5 + (int32_t)seed, NULL, &lattice, &err), err);
        const dm_plane_picture picture = {.lattice = lattice};
        assert_ok(dmi_plane_page_init(plane, &picture, &view, &err), err);
        dmi_plane_add_lattice(&view, &scene);
        sum_fills(&scene, view.scale, sum);
        for (int32_t s = 0; s < dm_plane_rules_of(plane)->sides; s++) {
            const char *exact;
            assert_true(fabs(sum[dmi_tint_ink(s)] - dmi_plane_size(&view, s, &exact)) < 1e-6);
        }
        dmi_scene_clear(&scene);
        dmi_plane_page_clear(&view);
        dm_plane_lattice_free(lattice);
        dm_plane_free(plane);
        dm_plane_board_free(board);
    }
}

static void sites_stand_apart(void **state)
{
    (void)state;
    dm_plane_board *board = NULL;
    dm_plane *plane = NULL;
    dm_error err = {0};
    dmi_plane_page view;
    dmi_scene scene = {0};
    const dm_plane_picture picture = {0};
    assert_ok(dm_plane_board_named("square", &board, &err), err);
    assert_ok(dm_plane_new(board, NULL, &plane, &err), err);
    assert_ok(dm_plane_read(plane, DM_WHITE, "1/4,1/2;0.2500001,1/2;3/4,1/2", &err), err);
    assert_ok(dmi_plane_page_init(plane, &picture, &view, &err), err);
    dmi_plane_add_sites(&view, &scene);
    dm_point disc[3];
    int discs = 0, lines = 0;
    for (size_t i = 0; i < scene.count; i++) {
        if (scene.shapes[i].kind == DMI_DISC)
            disc[discs++] = (dm_point){scene.shapes[i].x, scene.shapes[i].y};
        lines += scene.shapes[i].kind == DMI_LINE;
    }
    assert_int_equal(discs, 3);
    assert_int_equal(lines, 1);
    assert_true(disc[1].x - disc[0].x > 2 * view.radius);
    dmi_scene_clear(&scene);
    dmi_plane_page_clear(&view);
    dm_plane_free(plane);
    dm_plane_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_cover_areas),
        cmocka_unit_test(the_lattice_is_traced),
        cmocka_unit_test(sites_stand_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
