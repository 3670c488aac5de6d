/* test_line_lead.c - the leader's problem on edges, against a fine grid of first sites. */
#include "check/line_lead.h"
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <demesne/line_lead.h>
#include <math.h>

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
static dm_ratio answered(const dm_level *level, const dm_line_lead_ask *ask, const dm_place *place)
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
    dm_line_best_free(best);
    dm_level_free(after);
    return value;
}

static void against_grid(const dm_level *level, const dm_line_lead_ask *ask)
{
    dm_line_lead lead;
    check_line_lead grid;
    dm_error err = {0};
    assert_ok(dm_line_lead_of(level, ask, NULL, &lead, &err), err);
    check_lead(level, ask, &grid);
    assert_true(lead.proven);
    assert_true(decimal(lead.value) >= grid.low - 1e-9);
    assert_true(decimal(lead.value) <= grid.high + 1e-9);
    if (lead.attained && lead.reply_attained)
        assert_true(decimal(lead.reached) == decimal(lead.value));
    assert_true(fabs(decimal(lead.reached) - decimal(lead.value)) < 0.02);
    if (level->player_count > 2)
        return;
    dm_ratio truth = answered(level, ask, &lead.move);
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
        dm_line_lead_ask ask = {
            .first = round % 2, .second = 1 - round % 2, .ties = (dm_line_ties)(round / 2 % 3)};
        against_grid(level, &ask);
        dm_level_free(level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(grid_of_first_sites)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
