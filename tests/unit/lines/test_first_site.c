/* test_first_site.c - the leader's problem on edges, against a fine grid of first sites. */
#include "check/lines/line_first_site.h"
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <demesne/line_duel.h>
#include <math.h>
#include <string.h>

static double decimal(dm_ratio r)
{
    return (double)r.num / (double)r.den;
}

/* Small enough for the grid: at most four edges of lengths 1 and 2. */
static dm_level *small_level(dm_rng *rng)
{
    for (;;) {
        draft d;
        int vertices = 2 + (int)dm_rng_below(rng, 4), players = 2 + (int)dm_rng_below(rng, 4) / 3;
        int sites = (int)dm_rng_below(rng, 3);
        dm_level *level = NULL;
        start(&d, vertices, players);
        for (int v = 1; v < vertices; v++)
            join(&d, (int)dm_rng_below(rng, (uint64_t)v), v, 1 + (int64_t)dm_rng_below(rng, 2));
        if (vertices < 5 && dm_rng_below(rng, 3) == 0) {
            int u = (int)dm_rng_below(rng, (uint64_t)vertices - 1);
            join(&d, u, u + 1, 1 + (int64_t)dm_rng_below(rng, 2));
        }
        for (int i = 0; i < sites; i++)
            settle(&d, (int)dm_rng_below(rng, (uint64_t)players),
                   (int)dm_rng_below(rng, (uint64_t)vertices));
        if (dm_level_new(&d.level, &level, NULL) == DM_OK)
            return level;
    }
}

/* The best that the second player can do against `move`, by the search for one site; with two
 * players only. */
static dm_ratio answered(const dm_level *level, const dm_line_first_site_ask *ask,
                         const dm_line_place *place, bool *attained)
{
    dm_line_move move = {DM_LINE_ADD, *place, {-1, -1, {0, 1}}, {0, 1}, -1};
    dm_line_ask add = {
        .op = DM_LINE_ADD, .player = ask->second, .objective = DM_LINE_MARGIN, .ties = ask->ties};
    dm_level *after = NULL;
    dm_line_best *best = NULL;
    dm_error err = {0};
    assert_ok(dm_level_apply(level, &move, ask->first, &after, &err), err);
    assert_ok(dm_line_best_move(after, &add, NULL, &best, &err), err);
    dm_ratio value = {-best->after.margin.num, best->after.margin.den};
    *attained = best->attained;
    dm_line_best_free(best);
    dm_level_free(after);
    return value;
}

static void against_grid(const dm_level *level, const dm_line_first_site_ask *ask)
{
    dm_line_first_site lead;
    check_line_lead grid;
    dm_error err = {0};
    assert_ok(dm_line_first_site_of(level, ask, NULL, &lead, &err), err);
    check_lead(level, ask, &grid);
    assert_true(lead.proven);
    assert_true(decimal(lead.value) >= grid.low - 1e-9);
    assert_true(decimal(lead.value) <= grid.high + 1e-9);
    if (lead.attained && lead.reply_attained)
        assert_true(decimal(lead.reached) == decimal(lead.value));
    assert_true(fabs(decimal(lead.reached) - decimal(lead.value)) < 0.02);
    if (level->player_count > 2 || ask->ties == DM_LINE_OWN)
        return; /* `answered` gives ties to the one who answers */
    bool attained;
    dm_ratio truth = answered(level, ask, &lead.move, &attained);
    assert_int_equal(lead.reply_attained, attained);
    if (lead.attained)
        assert_true(truth.num == lead.value.num && truth.den == lead.value.den);
    else
        assert_true(decimal(truth) < decimal(lead.value) &&
                    decimal(truth) > decimal(lead.value) - 0.02);
}

static void grid_of_first_sites(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 31);
    for (int round = 0; round < (run_long() ? 600 : 12); round++) {
        dm_level *level = small_level(&rng);
        dm_line_first_site_ask ask = {
            .first = round % 2, .second = 1 - round % 2, .ties = (dm_line_ties)(round / 2 % 4)};
        level->me = ask.first; /* for the checker's diagrams; the search sets it itself */
        against_grid(level, &ask);
        dm_level_free(level);
    }
}

/* The length of the branch at v that begins with edge e. */
static int64_t branch_length(const draft *d, int v, int e)
{
    bool inside[64] = {false}; /* vertices of the branch but v */
    int64_t length = d->edges[e].length.num;
    inside[d->edges[e].u == v ? d->edges[e].v : d->edges[e].u] = true;
    for (int round = 0; round < d->level.vertex_count; round++)
        for (int i = 0; i < d->level.edge_count; i++)
            if (d->edges[i].u != v && d->edges[i].v != v &&
                (inside[d->edges[i].u] || inside[d->edges[i].v]))
                inside[d->edges[i].u] = inside[d->edges[i].v] = true;
    for (int i = 0; i < d->level.edge_count; i++)
        if (inside[d->edges[i].u] && inside[d->edges[i].v])
            length += d->edges[i].length.num;
    return length;
}

/* On a tree without sites the second player can take the largest branch beside the first site, and
 * no more.  So the best first site is a median: a point that halves the tree if an edge has one
 * (then the value is 0), else the vertex whose largest branch is least. */
static int64_t median_value(const draft *d)
{
    int64_t total = 0, least = INT64_MAX;
    for (int i = 0; i < d->level.edge_count; i++)
        total += d->edges[i].length.num;
    for (int v = 0; v < d->level.vertex_count; v++) {
        int64_t largest = 0;
        for (int i = 0; i < d->level.edge_count; i++)
            if (d->edges[i].u == v || d->edges[i].v == v) {
                int64_t branch = branch_length(d, v, i), length = d->edges[i].length.num;
                largest = branch > largest ? branch : largest;
                if (2 * branch >= total && 2 * (branch - length) <= total)
                    return 0;
            }
        least = largest < least ? largest : least;
    }
    return total - 2 * least;
}

static void medians_of_trees(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 32);
    for (int round = 0; round < (run_long() ? 2000 : 60); round++) {
        draft d;
        int vertices = 2 + (int)dm_rng_below(&rng, 14);
        dm_level *level = NULL;
        dm_line_first_site lead;
        dm_error err = {0};
        start(&d, vertices, 2);
        for (int v = 1; v < vertices; v++)
            join(&d, (int)dm_rng_below(&rng, (uint64_t)v), v, 1 + (int64_t)dm_rng_below(&rng, 30));
        assert_ok(dm_level_new(&d.level, &level, &err), err);
        assert_ok(dm_line_first_site_of(level, &(dm_line_first_site_ask){0, 1, DM_LINE_NEUTRAL},
                                        NULL, &lead, &err),
                  err);
        assert_true(lead.proven && lead.attained);
        assert_int_equal(lead.value.den, 1);
        assert_int_equal(lead.value.num, median_value(&d));
        dm_level_free(level);
    }
}

/* A stopped search gives bounds around the value. */
static void stopped(void **state)
{
    (void)state;
    dm_level_wish wish = {.kind = DM_LEVEL_GABRIEL, .vertices = 20, .sites = 2, .seed = 3};
    const dm_line_first_site_ask ask = {0, 1, DM_LINE_NEUTRAL};
    dm_level *level = NULL;
    dm_line_first_site whole;
    dm_error err = {0};
    int bounded = 0;
    assert_ok(dm_level_generate(&wish, NULL, &level, NULL, NULL, &err), err);
    assert_ok(dm_line_first_site_of(level, &ask, NULL, &whole, &err), err);
    for (int64_t work = 1; work < 100000; work = work * 3 / 2 + 1) {
        dm_line_first_site part;
        dm_run *run = NULL;
        assert_ok(dm_run_new(&run, &err), err);
        dm_run_set_work_limit(run, work);
        dm_status status = dm_line_first_site_of(level, &ask, run, &part, &err);
        assert_true(status == DM_OK || status == DM_STOPPED);
        if (status == DM_STOPPED) {
            bounded++;
            assert_false(part.proven);
            assert_true(decimal(part.lower) <= decimal(whole.value));
            assert_true(decimal(part.upper) >= decimal(whole.value));
        }
        dm_run_free(run);
    }
    assert_true(bounded > 0);
    dm_level_free(level);
}

static void refused(void **state)
{
    (void)state;
    draft d;
    dm_level *level = NULL;
    dm_line_first_site lead;
    dm_error err = {0};
    static const struct {
        dm_line_first_site_ask ask;
        const char *words;
    } wrong[] = {{{0, 2, DM_LINE_NEUTRAL}, "there is no player 2"},
                 {{-1, 1, DM_LINE_NEUTRAL}, "there is no player -1"},
                 {{1, 1, DM_LINE_NEUTRAL}, "the two players are the same"}};
    start(&d, 2, 2);
    join(&d, 0, 1, 3);
    assert_ok(dm_level_new(&d.level, &level, &err), err);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(dm_line_first_site_of(level, &wrong[i].ask, NULL, &lead, &err),
                         DM_BAD_ARGUMENT);
        assert_non_null(strstr(err.message, wrong[i].words));
    }
    dm_level_free(level);
    start(&d, 2, 2);
    assert_ok(dm_level_new(&d.level, &level, &err), err);
    assert_int_equal(dm_line_first_site_of(level, &(dm_line_first_site_ask){0, 1, DM_LINE_NEUTRAL},
                                           NULL, &lead, &err),
                     DM_BAD_MOVE);
    dm_level_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(grid_of_first_sites),
                                       cmocka_unit_test(medians_of_trees),
                                       cmocka_unit_test(stopped), cmocka_unit_test(refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
