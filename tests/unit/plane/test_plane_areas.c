/* test_plane_areas.c - areas of the plane against the definition; cells; the gravity rule. */
#include "check/plane/areas.h"
#include "support/planes.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The corners and sites of a plane as fractions. */
typedef struct fractions {
    check_place *corner, *site;
    int side[64];
    int corners, sites;
} fractions;

static void place_of(check_place *to, char *x, char *y)
{
    mpq_inits(to->x, to->y, NULL);
    mpq_set_str(to->x, x, 10);
    mpq_set_str(to->y, y, 10);
    dm_free(x);
    dm_free(y);
}

static fractions take_fractions(const dm_plane *plane)
{
    const dm_plane_board *board = dm_plane_board_of(plane);
    const int32_t *end;
    const dm_point *corners;
    int32_t rings = dm_plane_board_rings(board, &end, &corners);
    fractions f = {.corners = end[rings - 1], .sites = dm_plane_count(plane)};
    f.corner = calloc((size_t)f.corners, sizeof *f.corner);
    f.site = calloc((size_t)f.sites, sizeof *f.site);
    char *x, *y;
    for (int i = 0; i < f.corners; i++) {
        assert_int_equal(dm_plane_board_corner(board, i, &x, &y, NULL), DM_OK);
        place_of(f.corner + i, x, y);
    }
    for (int i = 0; i < f.sites; i++) {
        assert_int_equal(dm_plane_site_place(plane, i, &x, &y, NULL), DM_OK);
        place_of(f.site + i, x, y);
        f.side[i] = dm_plane_site_at(plane, i).side;
    }
    return f;
}

static void drop_fractions(fractions *f)
{
    for (int i = 0; i < f->corners; i++)
        mpq_clears(f->corner[i].x, f->corner[i].y, NULL);
    for (int i = 0; i < f->sites; i++)
        mpq_clears(f->site[i].x, f->site[i].y, NULL);
    free(f->corner);
    free(f->site);
}

static void same_area(const char *text, const mpq_t truth)
{
    mpq_t value;
    mpq_init(value);
    mpq_set_str(value, text, 10);
    char *shown = mpq_get_str(NULL, 10, truth);
    if (!mpq_equal(value, truth))
        fail_msg("area %s, by the definition %s", text, shown);
    free(shown);
    mpq_clear(value);
}

/* The area within the rings of a cell, from their exact corners. */
static void cell_area(const dm_plane_cell *cell, mpq_t out)
{
    mpq_t ax, ay, bx, by;
    mpq_inits(ax, ay, bx, by, NULL);
    mpq_set_ui(out, 0, 1);
    for (int r = 0, from = 0; r < cell->rings; from = cell->ring_end[r++])
        for (int i = from, j = cell->ring_end[r] - 1; i < cell->ring_end[r]; j = i++) {
            mpq_set_str(ax, cell->x[j], 10);
            mpq_set_str(ay, cell->y[j], 10);
            mpq_set_str(bx, cell->x[i], 10);
            mpq_set_str(by, cell->y[i], 10);
            mpq_mul(ax, ax, by);
            mpq_mul(bx, bx, ay);
            mpq_add(out, out, ax);
            mpq_sub(out, out, bx);
        }
    mpq_div_2exp(out, out, 1);
    mpq_clears(ax, ay, bx, by, NULL);
}

/* `near`: sites lie so close that doubles cannot tell. */
static void compare(const dm_plane *plane, bool near)
{
    fractions f = take_fractions(plane);
    const dm_plane_rules *rules = dm_plane_rules_of(plane);
    const int32_t *end;
    const dm_point *corners;
    int rings = dm_plane_board_rings(dm_plane_board_of(plane), &end, &corners);
    check_plane truth = {.corner = f.corner,
                         .ring_end = end,
                         .rings = rings,
                         .site = f.site,
                         .side = f.side,
                         .sites = f.sites,
                         .is_manhattan = rules->metric == DM_MANHATTAN,
                         .ties = (int)rules->ties};
    mpq_t area[CHECK_PLANE_SIDES], tied, cell, sum;
    mpq_inits(tied, cell, sum, NULL);
    for (int i = 0; i < CHECK_PLANE_SIDES; i++)
        mpq_init(area[i]);
    check_plane_areas(&truth, area, tied);
    dm_plane_score *score = NULL, *rough = NULL;
    dm_error err = {0};
    assert_ok(dm_plane_score_new(plane, &(dm_plane_measure){.cells = true}, NULL, &score, &err),
              err);
    assert_ok(
        dm_plane_score_new(plane, &(dm_plane_measure){.approximate = true}, NULL, &rough, &err),
        err);
    for (int i = 0; i < rules->sides; i++) {
        same_area(score->area[i], area[i]);
        if (!near && fabs(rough->size[i] - mpq_get_d(area[i])) > 1e-7)
            fail_msg("%s, %s, %d sites: with doubles side %d has %.12g, not %.12g",
                     dm_plane_board_name(dm_plane_board_of(plane)),
                     dm_line_metric_name(rules->metric), f.sites, i, rough->size[i],
                     mpq_get_d(area[i]));
        mpq_add(sum, sum, area[i]);
    }
    same_area(score->tied, tied);
    assert_true(near || fabs(rough->tied_size - mpq_get_d(tied)) < 1e-7);
    mpq_add(sum, sum, tied);
    same_area(dm_plane_board_area(dm_plane_board_of(plane)), sum);
    for (int i = 0; i < f.sites; i++) {
        cell_area(score->cell + i, cell);
        same_area(score->cell[i].area, cell);
    }
    dm_plane_score_free(score);
    dm_plane_score_free(rough);
    for (int i = 0; i < CHECK_PLANE_SIDES; i++)
        mpq_clear(area[i]);
    mpq_clears(tied, cell, sum, NULL);
    drop_fractions(&f);
}

static void random_sets_by_definition(void **state)
{
    (void)state;
    int games = getenv("DEMESNE_LONG") ? 4000 : 500;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    for (int g = 0; g < games; g++) {
        dm_plane_board *board = random_plane_board(&rng);
        dm_plane *plane = NULL;
        dm_error err = {0};
        bool manhattan = dm_rng_below(&rng, 2);
        dm_plane_rules rules = {.metric = manhattan ? DM_MANHATTAN : DM_EUCLID,
                                .ties = (dm_tie_rule)dm_rng_below(&rng, 4),
                                .sides = 2};
        if (rules.ties < DM_TIES_WHITE)
            rules.sides += (int32_t)dm_rng_below(&rng, 3);
        assert_ok(dm_plane_new(board, &rules, &plane, &err), err);
        int most = g % 20 == 0 ? manhattan ? 12 : 40 : 7;
        random_plane_sites(&rng, plane, 2 + (int)dm_rng_below(&rng, (uint64_t)most - 1));
        compare(plane, false);
        dm_plane_free(plane);
        dm_plane_board_free(board);
    }
}

static dm_plane *new_plane(const char *name, dm_line_metric metric, const char *white,
                           const char *black)
{
    dm_plane_board *board = NULL;
    dm_plane *plane = NULL;
    dm_error err = {0};
    assert_ok(dm_plane_board_named(name, &board, &err), err);
    assert_ok(dm_plane_new(board, &(dm_plane_rules){.metric = metric}, &plane, &err), err);
    assert_ok(dm_plane_read(plane, 0, white, &err), err);
    assert_ok(dm_plane_read(plane, 1, black, &err), err);
    return plane;
}

static void drop_plane(dm_plane *plane)
{
    const dm_plane_board *board = dm_plane_board_of(plane);
    dm_plane_free(plane);
    dm_plane_board_free((dm_plane_board *)board);
}

/* Sites closer than doubles can tell apart are told apart. */
static void close_sites(void **state)
{
    (void)state;
    dm_plane *plane =
        new_plane("square", DM_EUCLID, "1/2,1/2",
                  "500000000000000000000000000000000001/1000000000000000000000000000000000000,1/2");
    compare(plane, true);
    dm_plane_score *score = NULL;
    assert_int_equal(dm_plane_score_new(plane, NULL, NULL, &score, NULL), DM_OK);
    assert_int_equal(score->winner, 0);
    dm_plane_score_free(score);
    drop_plane(plane);
}

/* Two sites on a diagonal share two quarters under Manhattan. */
static void diagonal_tie(void **state)
{
    (void)state;
    dm_plane *plane = new_plane("square", DM_MANHATTAN, "1/4,1/4", "3/4,3/4");
    dm_plane_score *score = NULL;
    assert_int_equal(dm_plane_score_new(plane, NULL, NULL, &score, NULL), DM_OK);
    assert_string_equal(score->tied, "1/8");
    assert_string_equal(score->area[0], "7/16");
    assert_int_equal(score->winner, -1);
    dm_plane_score_free(score);
    drop_plane(plane);
}

static void bad_boards_and_sites(void **state)
{
    (void)state;
    static const char *const names[] = {"rect:0x1", "rect:1", "rect:1x-1", "ngon:2",
                                        "ngon:x",   "disc",   "rect:ax1"};
    dm_plane_board *board = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(dm_plane_board_named(names[i], &board, NULL), DM_BAD_ARGUMENT);
    static const char *const bow[] = {"0", "0", "1", "1", "1", "0", "0", "1"};
    static const char *const spike[] = {"0", "0", "2", "0", "1", "0", "1", "1"};
    static const char *const nan[] = {"0", "0", "1", "nan", "1", "0"};
    static const char *const flat[] = {"0", "0", "1", "1", "2", "2"};
    static const char *const *const rings[] = {bow, spike, nan, flat};
    for (int i = 0; i < 4; i++)
        assert_int_equal(
            dm_plane_board_new("bad", &(dm_plane_ring){rings[i], i < 2 ? 4 : 3}, 1, &board, NULL),
            DM_BAD_INPUT);
    static const char *const outer[] = {"0", "0", "4", "0", "4", "4", "0", "4"};
    static const char *const away[] = {"5", "5", "6", "5", "5", "6"};
    static const char *const touching[] = {"0", "1", "1", "1", "1", "2"};
    assert_int_equal(
        dm_plane_board_new("bad", (dm_plane_ring[]){{outer, 4}, {away, 3}}, 2, &board, NULL),
        DM_BAD_INPUT);
    assert_int_equal(
        dm_plane_board_new("bad", (dm_plane_ring[]){{outer, 4}, {touching, 3}}, 2, &board, NULL),
        DM_BAD_INPUT);
    dm_plane *plane = new_plane("triangle", DM_EUCLID, "0,0;1/2,1/2", "1,0");
    assert_int_equal(dm_plane_place(plane, 0, "0.5", "1/2", NULL), DM_BAD_MOVE);
    assert_int_equal(dm_plane_place(plane, 0, "0.5", "0.5000000000000000000000001", NULL),
                     DM_BAD_MOVE);
    assert_int_equal(dm_plane_place(plane, 2, "0", "1", NULL), DM_BAD_ARGUMENT);
    assert_int_equal(dm_plane_place(plane, 0, "nan", "1", NULL), DM_BAD_ARGUMENT);
    assert_int_equal(dm_plane_read(plane, 0, "0.1", NULL), DM_BAD_ARGUMENT);
    assert_int_equal(dm_plane_count(plane), 3);
    drop_plane(plane);
}

/* Cell by cell as a plain loop has it. */
static void gravity_by_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 2);
    for (int g = 0; g < 12; g++) {
        dm_plane_board *board = NULL;
        dm_plane *plane = NULL;
        dm_error err = {0};
        assert_ok(dm_plane_board_named(g % 2 ? "square" : "rect:3x2", &board, &err), err);
        assert_ok(dm_plane_new(board, NULL, &plane, &err), err);
        random_plane_sites(&rng, plane, 6);
        int32_t n = 60;
        dm_plane_lattice *l = NULL;
        assert_ok(dm_plane_lattice_new(plane, n, NULL, &l, &err), err);
        double cell = (g % 2 ? 1.0 : 3.0) / n;
        int64_t count[2] = {0};
        assert_int_equal(l->rows, g % 2 ? n : n / 3 * 2);
        for (int32_t j = 0; j < l->rows; j++)
            for (int32_t i = 0; i < l->columns; i++) {
                double sum[2] = {0};
                for (int32_t k = 0; k < dm_plane_count(plane); k++) {
                    dm_plane_site s = dm_plane_site_at(plane, k);
                    double dx = (i + 0.5) * cell - s.at.x, dy = (j + 0.5) * cell - s.at.y;
                    sum[s.side] += 1 / (dx * dx + dy * dy);
                }
                int owner = sum[0] > sum[1] ? 0 : sum[1] > sum[0] ? 1 : -1;
                assert_int_equal(l->owner[j * l->columns + i], owner);
                if (owner >= 0)
                    count[owner]++;
            }
        assert_int_equal(l->count[0], count[0]);
        assert_int_equal(l->count[1], count[1]);
        dm_plane_lattice_free(l);
        dm_plane_free(plane);
        dm_plane_board_free(board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_sets_by_definition),
        cmocka_unit_test(close_sites),
        cmocka_unit_test(diagonal_tie),
        cmocka_unit_test(bad_boards_and_sites),
        cmocka_unit_test(gravity_by_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
