/* test_draw_text.c - pictures made of characters: known ones, and rules for all of them.
 *
 * The known pictures are in golden/draw/.  GOLDEN=write writes them again; look at them before you
 * commit them.
 */
#include "support/support.h"

#include <demesne/draw.h>
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct known {
    const char *name, *spec;
    dm_vertex white[4], black[4]; /* ended by -1 */
    dm_tie_rule ties;
    dm_text form;
} known;

/* clang-format off */
static const known pictures[] = {
    {"path", "path:5", {0, -1}, {4, -1}, DM_TIES_NEUTRAL, {0}},
    {"path-numbers", "path:9", {1, -1}, {7, -1}, DM_TIES_NEUTRAL, {.numbers = true}},
    {"path-earlier", "path:5", {0, -1}, {4, -1}, DM_TIES_EARLIER, {0}},
    {"path-unicode", "path:5", {0, -1}, {4, -1}, DM_TIES_NEUTRAL, {.unicode = true}},
    {"path-colour", "path:5", {0, -1}, {4, -1}, DM_TIES_NEUTRAL, {.unicode = true, .colour = true}},
    {"path-empty", "path:5", {-1}, {-1}, DM_TIES_NEUTRAL, {0}},
    {"grid", "grid:5x5", {6, -1}, {18, -1}, DM_TIES_NEUTRAL, {0}},
    {"grid-unicode", "grid:5x5", {6, -1}, {18, -1}, DM_TIES_NEUTRAL, {.unicode = true}},
    {"grid-colour", "grid:3x3", {0, -1}, {8, -1}, DM_TIES_NEUTRAL, {.unicode = true, .colour = true}},
    {"grid-close", "grid:15x15", {32, 112, 190, -1}, {36, 100, 170, -1}, DM_TIES_NEUTRAL, {0}},
    {"grid-crowded", "grid:40x40", {0, 820, -1}, {39, 1599, -1}, DM_TIES_NEUTRAL, {0}},
    {"grid-half-blocks", "grid:12x12", {0, -1}, {143, -1}, DM_TIES_NEUTRAL,
     {.columns = 20, .rows = 8, .unicode = true, .colour = true}},
    {"tree", "tree:2,3", {1, -1}, {2, -1}, DM_TIES_NEUTRAL, {0}},
    {"tree-unicode", "tree:2,3", {1, -1}, {2, -1}, DM_TIES_NEUTRAL, {.unicode = true}},
    {"star-narrow", "star:7", {0, -1}, {3, -1}, DM_TIES_NEUTRAL, {.columns = 12, .rows = 8}},
};
/* clang-format on */

static char *draw(const dm_arena *arena, const dm_stone *stones, int32_t count, dm_tie_rule ties,
                  const dm_text *form)
{
    dm_error err = {0};
    char *text = NULL;
    assert_ok(dm_draw_text(arena, stones, count, ties, form, &text, &err), err);
    return text;
}

static char *draw_known(const known *k)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    dm_stone stones[8];
    int32_t count = 0;
    assert_ok(dm_generate(k->spec, 1, &arena, &err), err);
    bool more_white = true, more_black = true;
    for (int i = 0; more_white || more_black; i++) {
        more_white = more_white && k->white[i] >= 0;
        if (more_white)
            stones[count++] = (dm_stone){k->white[i], DM_WHITE};
        more_black = more_black && k->black[i] >= 0;
        if (more_black)
            stones[count++] = (dm_stone){k->black[i], DM_BLACK};
    }
    char *text = draw(arena, stones, count, k->ties, &k->form);
    dm_arena_free(arena);
    return text;
}

static void check_known(const known *k)
{
    char path[512], kept[8192];
    char *text = draw_known(k);
    snprintf(path, sizeof path, "%s/golden/draw/%s.txt", TEST_DATA, k->name);
    const char *wish = getenv("GOLDEN");
    if (wish && strcmp(wish, "write") == 0) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(text, file);
        fclose(file);
    }
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s is missing", path);
    kept[fread(kept, 1, sizeof kept - 1, file)] = 0;
    fclose(file);
    assert_string_equal(text, kept);
    dm_free(text);
}

static void known_pictures_stay_as_they_are(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        check_known(&pictures[i]);
}

/* Columns of a line: letters, without escapes. */
static int width_of(const char *line, size_t size)
{
    int columns = 0;
    for (size_t i = 0; i < size; i++) {
        if (line[i] == '\033')
            while (i < size && line[i] != 'm')
                i++;
        else if (((unsigned char)line[i] & 0xc0) != 0x80)
            columns++;
    }
    return columns;
}

static void pictures_fit_the_room_and_the_character_set(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 31);
    for (int i = 0; i < (run_long() ? 400 : 160); i++) {
        dm_vertex n = (dm_vertex)dm_rng_below(&rng, i % 10 ? 40 : 400);
        dm_arena *arena = random_board(&rng, n, i % 32);
        dm_stone stones[12];
        int32_t count = n < 12 ? (n > 1) : i % 13;
        random_stones(&rng, n, count, 1 + i % 4, stones);
        dm_text form = {
            .columns = 1 + (int)dm_rng_below(&rng, 100),
            .rows = 1 + (int)dm_rng_below(&rng, 40),
            .colour = i & 1,
            .unicode = i & 2,
            .numbers = i & 4,
        };
        char *text = draw(arena, stones, count, DM_TIES_NEUTRAL, &form);
        int lines = 0;
        for (const char *line = text; *line; lines++) {
            size_t size = strcspn(line, "\n");
            assert_int_equal(line[size], '\n');
            if (width_of(line, size) > form.columns)
                fail_msg("%d columns in a room of %d", width_of(line, size), form.columns);
            line += size + 1;
        }
        if (lines > form.rows)
            fail_msg("%d rows in a room of %d", lines, form.rows);
        for (const char *p = text; *p; p++) {
            assert_true(form.colour || *p != '\033');
            assert_true(form.unicode || (unsigned char)*p < 0x80);
        }
        char *again = draw(arena, stones, count, DM_TIES_NEUTRAL, &form);
        assert_string_equal(text, again);
        dm_free(text);
        dm_free(again);
        dm_arena_free(arena);
    }
}

/* Up to the blank line before the legend. */
static int count_of(const char *text, char letter)
{
    int count = 0;
    for (size_t i = 0; text[i] && !(text[i] == '\n' && text[i + 1] == '\n'); i++)
        count += text[i] == letter;
    return count;
}

/* Without numbers every vertex of a small lattice is one letter. */
static void letters_show_the_owners(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 32);
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_ok(dm_generate("grid:6x7", 1, &arena, &err), err);
    for (int i = 0; i < 50; i++) {
        dm_stone stones[4];
        dm_dominance *owned = NULL;
        random_stones(&rng, 42, 4, 2, stones);
        assert_ok(dm_dominance_new(arena, stones, 4, DM_TIES_NEUTRAL, &owned, &err), err);
        char *text = draw(arena, stones, 4, DM_TIES_NEUTRAL, NULL);
        int land[2] = {0, 0}, tied = 0;
        for (dm_vertex v = 0; v < 42; v++) {
            tied += owned->owner[v] == DM_TIED;
            for (int side = 0; side < 2; side++)
                land[side] += owned->owner[v] == side;
        }
        assert_int_equal(count_of(text, 'w') + count_of(text, 'W'), land[0]);
        assert_int_equal(count_of(text, 'b') + count_of(text, 'B'), land[1]);
        assert_int_equal(count_of(text, '.'), tied);
        dm_free(text);
        dm_dominance_free(owned);
    }
    dm_arena_free(arena);
}

/* Letters of vertices and stones, without the legend's last line; edges are made of other ones. */
static int marks_in(const char *text, bool has_legend)
{
    size_t size = strlen(text);
    int count = 0;
    for (size--; has_legend && text[size - 1] != '\n';)
        size--;
    for (size_t i = 0; i < size; i++)
        count += text[i] && strchr("owWbBcC.-", text[i]) != NULL;
    return count;
}

static void every_vertex_is_shown(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "road:10",    "road:40",      "road:150",       "euclid:30",       "euclid:100",
        "gnp:20,0.2", "gnp:120,0.03", "random-tree:60", "random-tree:200", "random-tree:500",
        "colby:100",  "hypercube:5",  "petersen",       "torus:6x6"};
    dm_rng rng;
    dm_rng_init(&rng, 33);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (uint64_t seed = 1; seed <= (run_long() ? 8 : 2); seed++) {
            dm_error err = {0};
            dm_arena *arena = NULL;
            dm_stone stones[6];
            assert_ok(dm_generate(specs[i], seed, &arena, &err), err);
            dm_vertex n = dm_arena_vertices(arena);
            random_stones(&rng, n, 6, 3, stones);
            for (int32_t count = 0; count <= 6; count += 6) {
                dm_text form = {.unicode = seed % 2};
                char *text = draw(arena, stones, count, DM_TIES_NEUTRAL, &form);
                int shown = marks_in(text, count > 0);
                if (shown != n)
                    fail_msg("%s, seed %d: %d of %d vertices are shown", specs[i], (int)seed, shown,
                             n);
                dm_free(text);
            }
            dm_arena_free(arena);
        }
}

/* Marks of several cells do not cover each other either. */
static void every_number_is_shown(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        dm_error err = {0};
        dm_arena *arena = NULL;
        assert_ok(dm_generate("euclid:24", seed, &arena, &err), err);
        dm_text form = {.numbers = true, .columns = 100, .rows = 40};
        char *text = draw(arena, NULL, 0, DM_TIES_NEUTRAL, &form);
        bool shown[24] = {false}, numbered = strchr(text, '1') != NULL;
        for (char *at = text; *at;) {
            size_t digits = strspn(at, "0123456789");
            long number = digits ? strtol(at, NULL, 10) : -1;
            assert_true(number < 24);
            if (number >= 0)
                shown[number] = true;
            at += digits ? digits : 1;
        }
        for (int v = 0; v < 24 && numbered; v++)
            assert_true(shown[v]);
        dm_free(text);
        dm_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_pictures_stay_as_they_are),
        cmocka_unit_test(pictures_fit_the_room_and_the_character_set),
        cmocka_unit_test(letters_show_the_owners),
        cmocka_unit_test(every_vertex_is_shown),
        cmocka_unit_test(every_number_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
