/* test_fault_draw.c - memory runs out while a picture is drawn. */
#include "fault/wrap.h"
#include "support/support.h"
#include <cairo.h>
#include <demesne/demesne.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* cairo 1.18 leaks 128 bytes of its own if its output is refused; 1.16 does not. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return cairo_version() >= CAIRO_VERSION_ENCODE(1, 18, 0) ? "leak:libcairo" : "";
}

static const char *family; /* the board; NULL: the one below */
static dm_picture picture;
static dm_text form;

/* Not connected, with lengths: parts by formula, as a tree and by stress. */
static const char parts[] = "vertices 22\n0 1 3\n1 2 4\n2 0 2\n2 3 7\n3 0 5\n1 4 2\n"
                            "5 6\n6 7\n7 8\n9 10\n9 11\n9 12\n12 13\n12 14\n"
                            "15 16\n16 17\n18 19\n15 18\n16 19\n";

static const char town[] =
    "<osm version='0.6'>"
    "<node id='1' lon='7.41' lat='43.73'/><node id='2' lon='7.42' lat='43.73'/>"
    "<node id='3' lon='7.42' lat='43.74'/><node id='4' lon='7.41' lat='43.74'/>"
    "<node id='5' lon='7.43' lat='43.74'/>"
    "<way id='1'><nd ref='1'/><nd ref='2'/><nd ref='3'/><nd ref='4'/><nd ref='1'/>"
    "<tag k='highway' v='residential'/><tag k='name' v='Ring'/></way>"
    "<way id='2'><nd ref='3'/><nd ref='5'/><tag k='highway' v='primary'/></way>"
    "<way id='3'><nd ref='4'/><nd ref='5'/><tag k='highway' v='service'/></way>"
    "<way id='4'><nd ref='2'/><nd ref='5'/><tag k='highway' v='service'/></way></osm>";

static dm_status load(dm_arena **out, dm_error *err)
{
    bool is_map = family == town;
    if (family && !is_map)
        return dm_generate(family, 1, out, err);
    dm_reader *reader = NULL;
    const char *text = is_map ? town : parts;
    dm_status status = dm_reader_open_memory("board", text, strlen(text),
                                             is_map ? "osm-xml" : "edges", &reader, err);
    if (status == DM_OK)
        status = dm_reader_next(reader, out, err);
    dm_reader_free(reader);
    return status;
}

static const dm_stone stones[] = {{0, DM_WHITE}, {3, DM_BLACK}, {4, DM_WHITE}};

static dm_status draw_svg(dm_error *err)
{
    dm_arena *arena = NULL;
    char *svg = NULL;
    dm_status status = load(&arena, err);
    if (status == DM_OK)
        status = dm_draw_svg(arena, stones, 3, DM_TIES_EARLIER, &picture, &svg, err);
    assert_true((status == DM_OK) == (svg != NULL));
    dm_free(svg);
    dm_arena_free(arena);
    return status;
}

static dm_status draw_text(dm_error *err)
{
    dm_arena *arena = NULL;
    char *text = NULL;
    dm_status status = load(&arena, err);
    if (status == DM_OK)
        status = dm_draw_text(arena, stones, 3, DM_TIES_NEUTRAL, &form, &text, err);
    assert_true((status == DM_OK) == (text != NULL));
    dm_free(text);
    dm_arena_free(arena);
    return status;
}

static const char *ending;

static dm_status draw_file(dm_error *err)
{
    char path[64];
    dm_arena *arena = NULL;
    snprintf(path, sizeof path, "/tmp/demesne-fault-%ld.%s", (long)getpid(), ending);
    dm_status status = load(&arena, err);
    if (status == DM_OK)
        status = dm_draw_file(arena, stones, 3, DM_TIES_NEUTRAL, &picture, path, err);
    assert_true((access(path, F_OK) == 0) == (status == DM_OK));
    remove(path);
    dm_arena_free(arena);
    return status;
}

static void svg_of_every_layout(void **state)
{
    (void)state;
    const char *families[] = {NULL, "grid:4x5", "cycle:7", "random-tree:20", "gnp:20,0.3"};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        family = families[i];
        picture = (dm_picture){.labels = DM_LABELS_VERTICES, .caption = "caption"};
        fault_sweep(draw_svg, FAULT_NO_MEMORY);
        picture = (dm_picture){.signs = DM_SIGNS_PAPER, .width = 300};
        fault_sweep(draw_svg, FAULT_NO_MEMORY);
    }
}

static void maps(void **state)
{
    (void)state;
    static const char *const labels[] = {"one", NULL, "two"};
    family = town;
    picture = (dm_picture){.stone_labels = labels};
    fault_sweep(draw_svg, FAULT_ANY_ERROR);
}

static void text_of_every_kind(void **state)
{
    (void)state;
    const char *families[] = {NULL, "grid:6x6", "petersen", "grid:30x30"};
    for (int i = 0; i < 16; i++) {
        family = families[i / 4];
        form = (dm_text){.colour = i & 1, .unicode = i & 2};
        fault_sweep(draw_text, FAULT_NO_MEMORY);
    }
}

static void files_of_every_kind(void **state)
{
    (void)state;
    const char *endings[] = {"svg", "png", "pdf"};
    picture = (dm_picture){.caption = "caption"};
    family = "petersen";
    for (size_t i = 0; i < 3; i++) {
        ending = endings[i];
        fault_sweep(draw_file, FAULT_NO_MEMORY);
    }
}

static const char level_text[] =
    "{\"vertices\":[{},{},{}],\"edges\":[[0,1,2],[1,2,3],[1,2,4]],\"me\":\"a\","
    "\"sites\":[{\"player\":\"a\",\"vertex\":0},{\"player\":\"b\",\"vertex\":2}]}";

static dm_status draw_levels(dm_error *err)
{
    const dm_line_move cut = {.op = DM_LINE_CUT, .place = {-1, 1, {1, 2}}, .length = {0, 1}};
    char path[64];
    dm_level *level = NULL, *after = NULL;
    snprintf(path, sizeof path, "/tmp/demesne-fault-%ld.svg", (long)getpid());
    dm_status status =
        dm_level_read_memory("level", level_text, sizeof level_text - 1, &level, err);
    if (status == DM_OK)
        status = dm_level_apply(level, &cut, 0, &after, err);
    const dm_level_picture both = {.after = after, .moves = &cut, .move_count = 1};
    if (status == DM_OK)
        status = dm_draw_level(level, &both, path, err);
    if (status == DM_OK)
        status = dm_draw_expansion(level, NULL, path, err);
    dm_level_free(after);
    dm_level_free(level);
    unlink(path);
    return status;
}

/* The shortest-path tree and the profile of the best cut. */
static dm_status draw_explanation(dm_error *err)
{
    const dm_line_ask ask = {.op = DM_LINE_CUT};
    dm_level *level = NULL;
    dm_line_best *best = NULL;
    dm_line_explanation *why = NULL;
    char *svg = NULL;
    dm_status status =
        dm_level_read_memory("level", level_text, sizeof level_text - 1, &level, err);
    if (status == DM_OK)
        status = dm_line_best_move(level, &ask, NULL, &best, err);
    if (status == DM_OK)
        status = dm_line_explain(level, &ask, best, &why, err);
    const dm_level_picture picture_of_it = {.explanation = why};
    if (status == DM_OK)
        status = dm_draw_level_svg(level, &picture_of_it, &svg, err);
    assert_true((status == DM_OK) == (svg != NULL));
    dm_free(svg);
    dm_line_explanation_free(why);
    dm_line_best_free(best);
    dm_level_free(level);
    return status;
}

/* The objects of a thesis on a tree with a site inside an edge, and where two new sites win. */
static dm_status draw_thesis(dm_error *err)
{
    static const char text[] =
        "{\"vertices\":[{\"x\":0,\"y\":0},{\"x\":2,\"y\":0},{\"x\":5,\"y\":0}],"
        "\"edges\":[[0,1,3],[1,2,3]],\"me\":\"a\",\"sites\":[{\"player\":\"a\",\"vertex\":0},"
        "{\"player\":\"b\",\"edge\":1,\"at\":\"2/3\"}]}";
    const dm_line_ask ask = {.op = DM_LINE_ADD, .count = 2, .polygons = true};
    dm_level *level = NULL;
    dm_line_espt *espt = NULL;
    dm_line_functions *functions = NULL;
    dm_line_odds *pairs = NULL;
    char *svg = NULL;
    dm_status status = dm_level_read_memory("level", text, sizeof text - 1, &level, err);
    if (status == DM_OK)
        status = dm_line_espt_new(level, &ask, NULL, &espt, err);
    if (status == DM_OK)
        status = dm_line_functions_new(level, &ask, 0, 0, NULL, NULL, &functions, err);
    if (status == DM_OK)
        status = dm_line_odds_of(level, &ask, NULL, &pairs, err);
    for (int ropes = 0; ropes < 2 && status == DM_OK; ropes++) {
        const dm_level_picture shown = {
            .espt = espt, .ropes = ropes, .functions = functions, .pairs = pairs};
        dm_free(svg);
        svg = NULL;
        status = dm_draw_level_svg(level, &shown, &svg, err);
    }
    dm_free(svg);
    dm_line_odds_free(pairs);
    dm_line_functions_free(functions);
    dm_line_espt_free(espt);
    dm_level_free(level);
    return status;
}

static dm_status draw_shares(dm_error *err)
{
    static const char *const columns[] = {"easy", "hard"};
    static const dm_share_point points[] = {{0, 0.5, 0.4, 0.6}, {1, 0, 0, 0.01}};
    char path[64];
    snprintf(path, sizeof path, "/tmp/demesne-fault-%ld.svg", (long)getpid());
    dm_status status = dm_draw_shares(points, 2, columns, 2, "shares", path, err);
    unlink(path);
    return status;
}

static void levels_and_moves(void **state)
{
    (void)state;
    fault_sweep(draw_levels, FAULT_ANY_ERROR);
    fault_sweep(draw_explanation, FAULT_ANY_ERROR | FAULT_COPES);
    fault_sweep(draw_thesis, FAULT_ANY_ERROR | FAULT_COPES);
    fault_sweep(draw_shares, FAULT_ANY_ERROR | FAULT_COPES);
}

static int plane_kind; /* 0 SVG, 1 text, 2 a file that grows */
static bool by_gravity;

static dm_status draw_plane(dm_error *err)
{
    char path[64];
    dm_plane_board *board = NULL;
    dm_plane *plane = NULL;
    dm_plane_lattice *lattice = NULL;
    char *text = NULL;
    const dm_plane_rules rules = {.metric = DM_MANHATTAN};
    snprintf(path, sizeof path, "/tmp/demesne-fault-%ld.svg", (long)getpid());
    dm_status status = dm_plane_board_named("square", &board, err);
    if (status == DM_OK)
        status = dm_plane_new(board, &rules, &plane, err);
    if (status == DM_OK)
        status = dm_plane_read(plane, DM_WHITE, "1/4,1/4;1/3,1/2", err);
    if (status == DM_OK)
        status = dm_plane_read(plane, DM_BLACK, "3/4,3/4", err);
    if (status == DM_OK && by_gravity)
        status = dm_plane_lattice_new(plane, 9, NULL, &lattice, err);
    const dm_plane_picture plane_picture = {.lattice = lattice, .caption = "caption"};
    if (status == DM_OK)
        status = plane_kind == 0   ? dm_draw_plane_svg(plane, &plane_picture, &text, err)
                 : plane_kind == 1 ? dm_draw_plane_text(plane, &plane_picture, &form, &text, err)
                                   : dm_draw_plane_growth(plane, &plane_picture, path, err);
    if (plane_kind < 2)
        assert_true((status == DM_OK) == (text != NULL));
    else
        assert_true((access(path, F_OK) == 0) == (status == DM_OK));
    remove(path);
    dm_free(text);
    dm_plane_lattice_free(lattice);
    dm_plane_free(plane);
    dm_plane_board_free(board);
    return status;
}

static void pictures_of_the_plane(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        plane_kind = i / 2;
        by_gravity = i % 2;
        form = (dm_text){.columns = 20, .rows = 8, .colour = by_gravity, .unicode = by_gravity};
        fault_sweep(draw_plane, FAULT_NO_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(svg_of_every_layout),   cmocka_unit_test(maps),
        cmocka_unit_test(text_of_every_kind),    cmocka_unit_test(files_of_every_kind),
        cmocka_unit_test(pictures_of_the_plane), cmocka_unit_test(levels_and_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
