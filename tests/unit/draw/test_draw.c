/* test_draw.c - pictures: the scene shows the truth, and the files are well formed. */
#include "check/dominance.h"
#include "draw/view.h"
#include "support/support.h"

#include <demesne/draw.h>
#include <expat.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static dmi_scene scene_of(const dm_arena *arena, const dm_stone *stones, int32_t count,
                          dm_tie_rule ties, const dm_picture *picture)
{
    dm_error err = {0};
    dmi_scene scene = {0};
    assert_ok(dmi_scene_of(arena, stones, count, ties, picture, &scene, &err), err);
    return scene;
}

/* The place of v on the page: the middle of its mark. */
static dm_point place_of(const dmi_scene *scene, dm_vertex v)
{
    for (size_t i = 0; i < scene->count; i++) {
        const dmi_shape *shape = &scene->shapes[i];
        if (shape->role == DMI_ROLE_VERTEX && shape->about == v) {
            assert_int_equal(shape->kind, DMI_DISC);
            return (dm_point){shape->x, shape->y};
        }
    }
    fail_msg("vertex %d is not drawn", v);
    return (dm_point){0, 0};
}

static double distance_to_segment(dm_point p, const dmi_shape *line)
{
    double dx = line->x2 - line->x, dy = line->y2 - line->y, size = dx * dx + dy * dy;
    double t = size > 0 ? ((p.x - line->x) * dx + (p.y - line->y) * dy) / size : 0;
    t = fmin(fmax(t, 0), 1);
    return hypot(line->x + t * dx - p.x, line->y + t * dy - p.y);
}

/* The ink at a point of the edge u v: of the part that runs along the edge there. */
static int ink_at(const dmi_scene *scene, dm_vertex u, dm_vertex v, dm_point a, dm_point b,
                  double share)
{
    dm_point p = {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
    dmi_shape edge = {.x = a.x, .y = a.y, .x2 = b.x, .y2 = b.y};
    for (size_t i = 0; i < scene->count; i++) {
        const dmi_shape *shape = &scene->shapes[i];
        if (shape->role != DMI_ROLE_EDGE || (shape->about != u && shape->about != v))
            continue;
        bool along = distance_to_segment((dm_point){shape->x2, shape->y2}, &edge) < 1e-6;
        if (along && distance_to_segment(p, shape) < 1e-6)
            return shape->stroke;
    }
    return DMI_INK_NONE;
}

/* The owner of the point `at`/16 of the way along an edge, from the definition, by looking at every
 * stone.  Lengths are counted in sixteenths.  False at a point equally far from both sides: there
 * the colour changes. */
static bool owner_on_edge(const int64_t *distances, dm_vertex n, const dm_stone *stones,
                          int32_t count, dm_tie_rule ties, dm_vertex u, dm_vertex v, int64_t length,
                          int64_t at, int32_t *owner)
{
    int64_t best = INT64_MAX, best_u = INT64_MAX, best_v = INT64_MAX;
    bool of[2] = {false, false};
    int32_t first = -1;
    for (int pass = 0; pass < 2; pass++)
        for (int64_t i = 0; i < count; i++) {
            int64_t from_u = distances[(int64_t)u * n + stones[i].vertex];
            int64_t from_v = distances[(int64_t)v * n + stones[i].vertex];
            if (from_u < 0)
                continue;
            int64_t by_u = 16 * from_u + at * length, by_v = 16 * from_v + (16 - at) * length;
            int64_t here = by_u < by_v ? by_u : by_v;
            best = here < best ? here : best;
            best_u = by_u < best_u ? by_u : best_u;
            best_v = by_v < best_v ? by_v : best_v;
            if (pass == 1 && here == best) {
                of[stones[i].player] = true;
                if (first < 0)
                    first = stones[i].player;
            }
        }
    *owner = best == INT64_MAX         ? DM_UNREACHED
             : of[0] && !of[1]         ? DM_WHITE
             : of[1] && !of[0]         ? DM_BLACK
             : ties == DM_TIES_NEUTRAL ? DM_TIED
             : ties == DM_TIES_WHITE   ? DM_WHITE
             : ties == DM_TIES_BLACK   ? DM_BLACK
                                       : first;
    return best == INT64_MAX || best_u != best_v;
}

static void check_edge(const dmi_scene *scene, const int64_t *distances, const dm_graph *graph,
                       const dm_stone *stones, int32_t count, dm_tie_rule ties, dm_vertex u,
                       uint32_t arc)
{
    dm_vertex v = graph->target[arc];
    dm_point a = place_of(scene, u), b = place_of(scene, v);
    for (int64_t at = 1; at < 16; at++) {
        int32_t owner;
        if (!owner_on_edge(distances, graph->n, stones, count, ties, u, v,
                           dm_graph_length(graph, arc), at, &owner))
            continue;
        assert_int_equal(ink_at(scene, u, v, a, b, (double)at / 16), dmi_land_ink(owner));
    }
}

static void edges_change_colour_at_the_boundary(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 21);
    const int features[] = {0, BOARD_LENGTHS, BOARD_TREE | BOARD_LENGTHS, BOARD_LARGE_LENGTHS};
    for (int i = 0; i < 120; i++) {
        dm_vertex n = 2 + (dm_vertex)dm_rng_below(&rng, 14);
        dm_arena *arena = random_board(&rng, n, features[i % 4]);
        const dm_graph *graph = dm_arena_graph(arena);
        dm_stone stones[16];
        int32_t count = 1 + (int32_t)dm_rng_below(&rng, (uint64_t)(n < 6 ? n : 6));
        random_stones(&rng, n, count, 2, stones);
        dm_tie_rule ties = (dm_tie_rule)(i / 4 % 4);
        dm_picture picture = {.seed = (uint64_t)i};
        dmi_scene scene = scene_of(arena, stones, count, ties, &picture);
        int64_t *distances = check_distances(arena);
        for (dm_vertex u = 0; u < n; u++)
            for (uint32_t a = graph->first[u]; a < graph->first[u + 1]; a++)
                check_edge(&scene, distances, graph, stones, count, ties, u, a);
        free(distances);
        dmi_scene_clear(&scene);
        dm_arena_free(arena);
    }
}

static void assert_inside(const dmi_scene *scene, double left, double top, double right,
                          double bottom)
{
    if (left < -0.01 || top < -0.01 || right > scene->width + 0.01 || bottom > scene->height + 0.01)
        fail_msg("%g..%g x %g..%g is not on a page %g x %g", left, right, top, bottom, scene->width,
                 scene->height);
}

static void assert_shape_inside(const dmi_scene *scene, const dmi_shape *shape)
{
    double x = shape->x, y = shape->y, r = shape->x2, size = (double)shape->width;
    if (shape->kind == DMI_DISC)
        assert_inside(scene, x - r, y - r, x + r, y + r);
    else if (shape->kind == DMI_BOX)
        assert_inside(scene, x, y, x + shape->x2, y + shape->y2);
    else if (shape->kind == DMI_LINE)
        assert_inside(scene, fmin(x, shape->x2), fmin(y, shape->y2), fmax(x, shape->x2),
                      fmax(y, shape->y2));
    else {
        double wide = dmi_text_width(dmi_shape_text(scene, shape), size, shape->flags & DMI_BOLD);
        double start = shape->anchor == DMI_MIDDLE ? x - wide / 2 : x;
        assert_inside(scene, start, y - size / 2, start + wide, y + size / 2);
    }
}

static void assert_complete(const dmi_scene *scene, dm_vertex n)
{
    int *drawn = calloc((size_t)n + 1, sizeof *drawn);
    assert_non_null(drawn);
    for (size_t i = 0; i < scene->count; i++) {
        assert_shape_inside(scene, &scene->shapes[i]);
        if (scene->shapes[i].role == DMI_ROLE_VERTEX)
            drawn[scene->shapes[i].about]++;
    }
    for (dm_vertex v = 0; v < n; v++)
        assert_int_equal(drawn[v], 1);
    free(drawn);
}

static void every_vertex_is_drawn_once_on_the_page(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 22);
    const double sizes[][2] = {{0, 0}, {640, 480}, {300, 0}, {0, 300}, {120, 500}, {2000, 60}};
    for (int i = 0; i < 240; i++) {
        dm_vertex n = 1 + (dm_vertex)dm_rng_below(&rng, i % 3 ? 12 : 70);
        dm_arena *arena = random_board(&rng, n, i % 32);
        dm_stone stones[16];
        int32_t count = (int32_t)dm_rng_below(&rng, (uint64_t)(n < 9 ? n + 1 : 9));
        random_stones(&rng, n, count, 2, stones);
        dm_picture picture = {
            .width = sizes[i % 6][0],
            .height = sizes[i % 6][1],
            .signs = (dm_signs)(i / 6 % 2),
            .labels = (dm_labels)(i / 12 % 3),
            .caption =
                i % 5 ? "A caption, long enough to be broken into lines on small pages" : NULL,
        };
        dmi_scene scene = scene_of(arena, stones, count, DM_TIES_EARLIER, &picture);
        if (picture.width > 0)
            assert_true(scene.width == picture.width);
        if (picture.height > 0)
            assert_true(scene.height == picture.height);
        assert_complete(&scene, n);
        dmi_scene_clear(&scene);
        dm_arena_free(arena);
    }
}

/* Nothing under the board's lowest mark reaches up into it. */
static void legend_and_caption_stay_below_the_board(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 23);
    for (int i = 0; i < 40; i++) {
        dm_vertex n = 2 + (dm_vertex)dm_rng_below(&rng, 40);
        dm_arena *arena = random_board(&rng, n, 0);
        dm_stone stones[2];
        random_stones(&rng, n, 2, 2, stones);
        dm_picture picture = {.caption = "caption", .width = i % 2 ? 400 : 0};
        dmi_scene scene = scene_of(arena, stones, 2, DM_TIES_NEUTRAL, &picture);
        double lowest = 0, highest = scene.height;
        for (size_t k = 0; k < scene.count; k++) {
            const dmi_shape *shape = &scene.shapes[k];
            if (shape->role == DMI_ROLE_VERTEX)
                lowest = fmax(lowest, shape->y + shape->x2);
            else if (shape->role == DMI_ROLE_OTHER && shape->kind == DMI_TEXT)
                highest = fmin(highest, shape->y - (double)shape->width / 2);
        }
        assert_true(lowest < highest);
        dmi_scene_clear(&scene);
        dm_arena_free(arena);
    }
}

static dm_arena *path_board(dm_vertex n, const char *name)
{
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_int_equal(dm_builder_new(n, &builder, NULL), DM_OK);
    for (dm_vertex v = 1; v < n; v++)
        assert_int_equal(dm_builder_edge(builder, v - 1, v, 1, NULL), DM_OK);
    if (name)
        for (dm_vertex v = 0; v < n; v++)
            assert_int_equal(dm_builder_name(builder, v, name, NULL), DM_OK);
    assert_int_equal(dm_builder_title(builder, "a <path> & more", NULL), DM_OK);
    assert_int_equal(dm_builder_finish(builder, &arena, NULL), DM_OK);
    return arena;
}

static void signs_as_in_the_paper_are_circles_and_squares(void **state)
{
    (void)state;
    dm_arena *arena = path_board(5, NULL);
    const dm_stone stones[] = {{0, DM_WHITE}, {4, DM_BLACK}};
    dm_picture picture = {.signs = DM_SIGNS_PAPER};
    dmi_scene scene = scene_of(arena, stones, 2, DM_TIES_NEUTRAL, &picture);
    const dmi_shape *mark[5] = {NULL};
    for (size_t i = 0; i < scene.count; i++)
        if (scene.shapes[i].role == DMI_ROLE_VERTEX)
            mark[scene.shapes[i].about] = &scene.shapes[i];
    assert_int_equal(mark[0]->kind, DMI_DISC);
    assert_int_equal(mark[1]->kind, DMI_DISC);
    assert_int_equal(mark[2]->kind, DMI_DISC);
    assert_int_equal(mark[3]->kind, DMI_BOX);
    assert_int_equal(mark[4]->kind, DMI_BOX);
    assert_true(mark[0]->x2 > 1.5 * mark[1]->x2);
    assert_true(mark[1]->x2 > 1.5 * mark[2]->x2);
    assert_true(mark[4]->x2 > 1.5 * mark[3]->x2);
    dmi_scene_clear(&scene);
    dm_arena_free(arena);
}

typedef struct letters {
    char text[4000];
    size_t size;
} letters;

static void XMLCALL collect(void *user, const XML_Char *bytes, int size)
{
    letters *l = user;
    if (l->size + (size_t)size < sizeof l->text) {
        memcpy(l->text + l->size, bytes, (size_t)size);
        l->size += (size_t)size;
    }
}

/* Parses the SVG and gives all its text. */
static letters text_of_svg(const char *svg)
{
    letters l = {.size = 0};
    XML_Parser parser = XML_ParserCreate(NULL);
    assert_non_null(parser);
    XML_SetUserData(parser, &l);
    XML_SetCharacterDataHandler(parser, collect);
    if (XML_Parse(parser, svg, (int)strlen(svg), 1) != XML_STATUS_OK)
        fail_msg("line %lu: %s", (unsigned long)XML_GetCurrentLineNumber(parser),
                 XML_ErrorString(XML_GetErrorCode(parser)));
    XML_ParserFree(parser);
    return l;
}

static void svg_is_well_formed_and_escaped(void **state)
{
    (void)state;
    dm_arena *arena = path_board(3, "<K\xc3\xb6ln & \"Bonn\">");
    const dm_stone stones[] = {{0, DM_WHITE}, {2, DM_BLACK}};
    dm_picture picture = {.labels = DM_LABELS_VERTICES, .caption = "1 < 2 && \"3\" > 'x' ]]>"};
    char *svg = NULL;
    dm_error err = {0};
    assert_ok(dm_draw_svg(arena, stones, 2, DM_TIES_NEUTRAL, &picture, &svg, &err), err);
    letters l = text_of_svg(svg);
    assert_non_null(strstr(l.text, "a <path> & more"));
    assert_non_null(strstr(l.text, "<K\xc3\xb6ln & \"Bonn\">"));
    assert_non_null(strstr(l.text, "1 < 2 && \"3\" > 'x' ]]>"));
    assert_non_null(strstr(l.text, "White 1"));
    dm_free(svg);
    dm_arena_free(arena);
}

static void captions_that_are_not_utf8_still_make_sound_files(void **state)
{
    (void)state;
    dm_arena *arena = path_board(3, NULL);
    dm_picture picture = {.caption = "caf\xe9 \x01\x7f \xf0\x9f"};
    char *svg = NULL;
    dm_error err = {0};
    assert_ok(dm_draw_svg(arena, NULL, 0, DM_TIES_NEUTRAL, &picture, &svg, &err), err);
    text_of_svg(svg);
    dm_free(svg);
    dm_arena_free(arena);
}

static void random_svgs_are_well_formed_and_repeatable(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 24);
    for (int i = 0; i < 60; i++) {
        dm_vertex n = (dm_vertex)dm_rng_below(&rng, 60);
        dm_arena *arena = random_board(&rng, n, i % 32);
        dm_stone stones[8];
        int32_t count = n < 8 ? 0 : i % 8;
        random_stones(&rng, n, count, 4, stones);
        char *svg = NULL, *again = NULL;
        dm_error err = {0};
        assert_ok(dm_draw_svg(arena, stones, count, DM_TIES_NEUTRAL, NULL, &svg, &err), err);
        assert_ok(dm_draw_svg(arena, stones, count, DM_TIES_NEUTRAL, NULL, &again, &err), err);
        text_of_svg(svg);
        assert_string_equal(svg, again);
        dm_free(svg);
        dm_free(again);
        dm_arena_free(arena);
    }
}

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc(1 << 20);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void files_begin_as_their_kind_does_and_repeat(void **state)
{
    (void)state;
    dm_arena *arena = path_board(5, NULL);
    const dm_stone stones[] = {{0, DM_WHITE}, {4, DM_BLACK}};
    const char *const kinds[][2] = {
        {"png", "\x89PNG"}, {"pdf", "%PDF"}, {"svg", "<?xml"}, {"PNG", "\x89PNG"}};
    for (size_t i = 0; i < 4; i++) {
        char path[64];
        size_t sizes[2];
        char *bytes[2];
        snprintf(path, sizeof path, "/tmp/demesne-test-%ld.%s", (long)getpid(), kinds[i][0]);
        for (int k = 0; k < 2; k++) {
            dm_error err = {0};
            assert_ok(dm_draw_file(arena, stones, 2, DM_TIES_NEUTRAL, NULL, path, &err), err);
            bytes[k] = read_file(path, &sizes[k]);
            remove(path);
        }
        assert_memory_equal(bytes[0], kinds[i][1], strlen(kinds[i][1]));
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(bytes[0], bytes[1], sizes[0]);
        free(bytes[0]);
        free(bytes[1]);
    }
    dm_arena_free(arena);
}

static void a_png_in_memory_is_the_file(void **state)
{
    (void)state;
    dm_arena *arena = path_board(5, NULL);
    const dm_stone stones[] = {{0, DM_WHITE}, {4, DM_BLACK}};
    const dm_picture picture = {.width = 300, .caption = "one"};
    char path[64], *png = NULL;
    size_t size = 0, file_size = 0;
    dm_error err = {0};
    snprintf(path, sizeof path, "/tmp/demesne-test-%ld.png", (long)getpid());
    assert_ok(dm_draw_file(arena, stones, 2, DM_TIES_NEUTRAL, &picture, path, &err), err);
    char *file = read_file(path, &file_size);
    remove(path);
    assert_ok(dm_draw_png(arena, stones, 2, DM_TIES_NEUTRAL, &picture, &png, &size, &err), err);
    assert_int_equal(size, file_size);
    assert_memory_equal(png, file, size);
    dm_free(png);
    free(file);
    dm_arena_free(arena);
}

static void each_failure_has_its_status(void **state)
{
    (void)state;
    dm_arena *arena = path_board(3, NULL);
    const dm_stone outside = {3, DM_WHITE};
    dm_picture tiny = {.width = 3}, negative = {.height = -1}, nothing = {.width = NAN};
    dm_error err = {0};
    char *svg = NULL;
    assert_int_equal(dm_draw_file(arena, NULL, 0, 0, NULL, "board.gif", &err), DM_BAD_ARGUMENT);
    assert_non_null(strstr(err.message, ".svg, .png or .pdf"));
    assert_int_equal(dm_draw_file(arena, NULL, 0, 0, NULL, ".png", &err), DM_BAD_ARGUMENT);
    const char *const endings[] = {"svg", "png", "pdf"};
    for (size_t i = 0; i < 3; i++) {
        char path[64];
        snprintf(path, sizeof path, "/nowhere/at/all/board.%s", endings[i]);
        assert_int_equal(dm_draw_file(arena, NULL, 0, 0, NULL, path, &err), DM_IO);
        assert_non_null(strstr(err.message, path));
    }
    assert_int_equal(dm_draw_svg(arena, &outside, 1, 0, NULL, &svg, &err), DM_BAD_VERTEX);
    assert_int_equal(dm_draw_svg(arena, NULL, 0, 0, &tiny, &svg, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_draw_svg(arena, NULL, 0, 0, &negative, &svg, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_draw_svg(arena, NULL, 0, 0, &nothing, &svg, &err), DM_BAD_ARGUMENT);
    assert_null(svg);
    dm_arena_free(arena);
}

static void the_scene_of_a_huge_board_depends_only_on_the_page(void **state)
{
    (void)state;
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    const dm_vertex side = 700;
    assert_int_equal(dm_builder_new(side * side, &builder, NULL), DM_OK);
    for (dm_vertex v = 0; v < side * side; v++) {
        dm_builder_place(builder, v, v % side, v / side, NULL);
        if (v % side)
            dm_builder_edge(builder, v - 1, v, 1, NULL);
        if (v >= side)
            dm_builder_edge(builder, v - side, v, 1, NULL);
    }
    assert_int_equal(dm_builder_finish(builder, &arena, NULL), DM_OK);
    const dm_stone stones[] = {{0, DM_WHITE}, {side * side - 1, DM_BLACK}};
    dmi_scene scene = scene_of(arena, stones, 2, DM_TIES_NEUTRAL, NULL);
    assert_in_range(scene.count, 700, 20000);
    for (size_t i = 0; i < scene.count; i++)
        assert_shape_inside(&scene, &scene.shapes[i]);
    dmi_scene_clear(&scene);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_change_colour_at_the_boundary),
        cmocka_unit_test(every_vertex_is_drawn_once_on_the_page),
        cmocka_unit_test(legend_and_caption_stay_below_the_board),
        cmocka_unit_test(signs_as_in_the_paper_are_circles_and_squares),
        cmocka_unit_test(svg_is_well_formed_and_escaped),
        cmocka_unit_test(captions_that_are_not_utf8_still_make_sound_files),
        cmocka_unit_test(random_svgs_are_well_formed_and_repeatable),
        cmocka_unit_test(files_begin_as_their_kind_does_and_repeat),
        cmocka_unit_test(a_png_in_memory_is_the_file),
        cmocka_unit_test(each_failure_has_its_status),
        cmocka_unit_test(the_scene_of_a_huge_board_depends_only_on_the_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
