/* level_pack.c - packs of levels: random levels with whole lengths and budgets of one or two moves,
 * rated (level_rating.c) until one has the grade that its place in the pack asks for.
 *
 * The number of a try and the wish determine everything drawn.  Harder levels are larger and have
 * more moves; small levels keep every search short.
 */
#include "base/base.h"

#include "lines/diagram/standing.h"
#include "lines/level/ratio.h"
#include "lines/puzzle/puzzle.h"
#include <assert.h>
#include <demesne/line_puzzle.h>
#include <demesne/rng.h>
#include <stdlib.h>
#include <string.h>

/* Winning moves at simple fractions.
 *
 * The fractions on the way to x in the Stern-Brocot tree are the simplest ones near x: if an
 * interval contains x, the simplest fraction of the interval is on the way.  So the first one that
 * wins is what is wanted; the near end of the edge is tried before.  All other moves stay.
 *
 * Cost: at most MOST_STEPS diagrams per move.
 */
enum { MOST_STEPS = 1000 };

/* Whether the set's moves win; moves that are not possible do not. */
static dm_status try_moves(const dm_level *level, const dm_line_ask *ask,
                           const dm_line_move_set *set, dm_line_standing *reached, bool *wins,
                           dm_error *err)
{
    dm_level *after = NULL;
    dm_error why = {0};
    *wins = false;
    dm_status status =
        dm_level_apply_moves(level, set->moves, set->move_count, ask->player, &after, &why);
    if (status == DM_NO_MEMORY)
        return dmi_no_memory(err);
    if (status != DM_OK)
        return DM_OK;
    status = dmi_level_standing(after, ask, reached, err);
    *wins = status == DM_OK && reached->margin.num > 0;
    dm_level_free(after);
    return status;
}

/* Tries the places on the way to move i's own, and keeps the first that wins. */
static dm_status simplify_place(const dm_level *level, const dm_line_ask *ask,
                                dm_line_move_set *set, int32_t i, dm_error *err)
{
    dm_ratio *at = &set->moves[i].place.at, low = {0, 1}, high = {1, 1};
    const dm_ratio best = *at;
    bool wins = false;
    dm_line_standing reached;
    dm_ratio next = 2 * best.num < best.den ? low : high;
    dm_status status = DM_OK;
    for (int steps = 0; status == DM_OK && steps < MOST_STEPS; steps++) {
        *at = next;
        status = try_moves(level, ask, set, &reached, &wins, err);
        int side = dmi_ratio_compare(best, next);
        if (wins || side == 0)
            break;
        if (next.den > 1)
            *(side > 0 ? &low : &high) = next;
        next = (dm_ratio){low.num + high.num, low.den + high.den};
    }
    if (!wins)
        *at = best;
    return status;
}

dm_status dmi_simplify_solution(const dm_level *level, dm_line_move_set *set, dm_error *err)
{
    const dm_line_ask ask = {.player = level->me, .ties = DM_LINE_NEUTRAL};
    dm_line_standing reached;
    bool wins = false;
    dm_status status = try_moves(level, &ask, set, &reached, &wins, err);
    for (int32_t i = 0; status == DM_OK && wins && i < set->move_count; i++) {
        dm_line_move *move = &set->moves[i];
        dm_level *now = NULL;
        bool has_place = move->op == DM_LINE_ADD || move->op == DM_LINE_CUT;
        if (!has_place || move->place.vertex >= 0)
            continue;
        status = simplify_place(level, &ask, set, i, err);
        if (status != DM_OK || move->op != DM_LINE_ADD || move->place.at.den != 1)
            continue;
        /* A site on the end of an edge is a site on that vertex. */
        status = i > 0 ? dm_level_apply_moves(level, set->moves, i, ask.player, &now, err)
                       : dm_level_new(level, &now, err);
        if (status == DM_OK) {
            const dm_line_edge *edge = &now->edges[move->place.edge];
            move->place = (dm_line_place){move->place.at.num == 0 ? edge->u : edge->v, -1, {0, 1}};
        }
        dm_level_free(now);
    }
    return status == DM_OK && wins ? try_moves(level, &ask, set, &set->reached, &wins, err)
                                   : status;
}

/* Levels of some budgets are rare; so that a pack has some, each budget gets many tries. */
enum { MOST_LEVELS = 1000, MOST_TRIES = 10000, TRIES_PER_BUDGET = 500 };

/* Budgets, easier ones first; one of them fits a grade if its row is within the grade's range. */
static const struct {
    int32_t count;
    dm_line_quota quotas[2];
} budgets[] = {
    {1, {{DM_LINE_REMOVE, 1}}},
    {1, {{DM_LINE_CUT, 1}}},
    {1, {{DM_LINE_ADD, 1}}},
    {1, {{DM_LINE_CUT, 2}}},
    {2, {{DM_LINE_CUT, 1}, {DM_LINE_REMOVE, 1}}},
    {2, {{DM_LINE_ADD, 1}, {DM_LINE_CUT, 1}}},
    {1, {{DM_LINE_ADD, 2}}},
    {1, {{DM_LINE_ROPE, 1}}}, /* only if ropes are asked for */
};
enum { BUDGETS = sizeof budgets / sizeof *budgets };

static const struct {
    int32_t low, high;          /* vertices */
    int32_t easiest, hardest;   /* budgets */
    int32_t least_sites, sites; /* per player */
} shapes[] = {[DM_GRADE_EASY] = {6, 8, 0, 2, 1, 2},
              [DM_GRADE_MEDIUM] = {7, 10, 0, 4, 1, 2},
              [DM_GRADE_HARD] = {8, 12, 1, 6, 1, 3},
              [DM_GRADE_FIENDISH] = {8, 13, 1, 6, 1, 3}};

static int32_t random_between(dm_rng *rng, int32_t low, int32_t high)
{
    return low + (int32_t)dm_rng_below(rng, (uint64_t)high - (uint64_t)low + 1);
}

/* A budget for a level of the grade; if all moves must be of one kind, one of those of that kind,
 * within the grade's range if there is one. */
static int32_t draw_budget(dm_rng *rng, const dm_level_pack_wish *wish, dm_level_grade grade)
{
    int32_t fitting[BUDGETS], count = 0, low = shapes[grade].easiest, high = shapes[grade].hardest;
    for (int turn = 0; wish->only_op && turn < 2 && count == 0; turn++)
        for (int32_t i = turn ? 0 : low; i <= (turn ? BUDGETS - 1 : high); i++) {
            bool fits = true;
            for (int32_t k = 0; k < budgets[i].count; k++)
                fits = fits && budgets[i].quotas[k].op == wish->op;
            if (fits)
                fitting[count++] = i;
        }
    return count ? fitting[random_between(rng, 0, count - 1)] : random_between(rng, low, high);
}

/* A random level of the grade's shape, with its budget. */
static dm_status draw_level(dm_rng *rng, dm_level_grade grade, int32_t which, dm_run *run,
                            dm_level **out, dm_error *err)
{
    dm_level *plain = NULL;
    dm_level_wish wish = {
        .kind = (dm_level_kind)dm_rng_below(rng, 3),
        .vertices = random_between(rng, shapes[grade].low, shapes[grade].high),
        .players = grade == DM_GRADE_FIENDISH && dm_rng_below(rng, 3) == 0 ? 3 : 2,
        .sites = random_between(rng, shapes[grade].least_sites, shapes[grade].sites),
        .whole = true,
        .tries = 200,
        .seed = dm_rng_next(rng)};
    if (wish.sites * wish.players > wish.vertices / 2)
        wish.sites = 1;
    for (int32_t i = 0; i < budgets[which].count; i++) /* a player's only site is not worth it */
        if (budgets[which].quotas[i].op == DM_LINE_REMOVE && wish.sites == 1)
            wish.sites = 2;
    dm_status status = dm_level_generate(&wish, run, &plain, NULL, NULL, err);
    if (status != DM_OK)
        return status;
    dm_level draft = *plain;
    draft.moves = 0;
    draft.quota_count = budgets[which].count;
    draft.quotas = (dm_line_quota *)budgets[which].quotas;
    status = dm_level_new(&draft, out, err);
    dm_level_free(plain);
    return status;
}

/* Whether two levels have the same edges and sites. */
static bool is_same_level(const dm_level *a, const dm_level *b)
{
    bool same = a->edge_count == b->edge_count && a->site_count == b->site_count;
    for (int32_t e = 0; same && e < a->edge_count; e++)
        same = a->edges[e].u == b->edges[e].u && a->edges[e].v == b->edges[e].v &&
               a->edges[e].length.num == b->edges[e].length.num;
    for (int32_t s = 0; same && s < a->site_count; s++)
        same = a->sites[s].player == b->sites[s].player &&
               a->sites[s].place.vertex == b->sites[s].place.vertex;
    return same;
}

static void pack_item_clear(dm_level_pack_item *one)
{
    dm_level_free(one->level);
    dm_line_move_set_free(one->solution);
    free(one->name);
    *one = (dm_level_pack_item){0};
}

/* One try; *fits tells whether the level drawn has the grade, needs all of its moves and is new.
 * Errors of one level, such as a budget that it cannot use, only mean that it does not fit. */
static dm_status try_pack_level(const dm_level_pack *pack, dm_rng *rng, dm_level_grade grade,
                                int32_t budget, bool unique, dm_run *run, dm_level_pack_item *one,
                                bool *fits, dm_error *err)
{
    dm_error why = {0};
    assert(!one->level && !one->solution);
    dm_status status = draw_level(rng, grade, budget, run, &one->level, &why);
    if (status == DM_OK)
        status = dmi_rate_for(one->level, DM_LINE_NEUTRAL, grade, run, &one->rating, &one->solution,
                              &why);
    *fits = status == DM_OK && one->rating.grade == grade && one->solution->proven &&
            (!unique || one->rating.solutions == 1);
    for (int32_t i = 0; *fits && i < pack->count; i++)
        *fits = !is_same_level(pack->levels[i].level, one->level);
    if (*fits)
        status = dmi_simplify_solution(one->level, one->solution, &why);
    if (!*fits || status != DM_OK)
        pack_item_clear(one);
    if (status == DM_NO_MEMORY)
        return dmi_no_memory(err);
    return DM_OK;
}

static dm_status add_pack_level(dm_level_pack *pack, const dm_level_pack_wish *wish, dm_run *run,
                                dm_error *err)
{
    int32_t steps = wish->count > 1 ? wish->count - 1 : 1,
            rise = (int32_t)wish->to - (int32_t)wish->from;
    dm_level_grade grade =
        (dm_level_grade)((int32_t)wish->from +
                         (pack->count * rise + (rise >= 0 ? steps / 2 : -steps / 2)) / steps);
    dm_rng rng;
    int32_t budget = 0;
    dm_rng_init(&rng, dm_rng_derive(wish->seed, (uint64_t)pack->count));
    for (int64_t i = 0; i < wish->tries; i++) {
        bool fits = false;
        if (i % TRIES_PER_BUDGET == 0)
            budget = draw_budget(&rng, wish, grade);
        dm_status status = try_pack_level(pack, &rng, grade, budget, wish->unique, run,
                                          &pack->levels[pack->count], &fits, err);
        if (status != DM_OK)
            return status;
        if (!dmi_run_report(run, 1, "levels", (uint64_t)pack->count, (uint64_t)wish->count, "")) {
            pack_item_clear(&pack->levels[pack->count]);
            return dmi_stopped(run, err);
        }
        if (fits) {
            pack->count++;
            return DM_OK;
        }
    }
    return dmi_fail(err, DM_UNFINISHED, "none of %lld levels%s%s is %s%s; try %sanother seed",
                    (long long)wish->tries, wish->only_op ? " with moves of the kind " : "",
                    wish->only_op ? dm_line_op_name(wish->op) : "", dm_level_grade_name(grade),
                    wish->unique ? " and has one solution" : "",
                    wish->only_op || wish->unique ? "other grades or " : "");
}

dm_status dmi_level_pack_new(int32_t room, const char *title, dm_level_pack **out, dm_error *err)
{
    dm_level_pack *pack = dmi_calloc(1, sizeof *pack);
    if (pack) {
        pack->levels = dmi_calloc((size_t)room, sizeof *pack->levels);
        pack->title = title ? dmi_strdup(title) : NULL;
    }
    if (!pack || !pack->levels || (title && !pack->title)) {
        dm_level_pack_free(pack);
        return dmi_no_memory(err);
    }
    *out = pack;
    return DM_OK;
}

dm_status dm_level_pack_generate(const dm_level_pack_wish *wish, dm_run *run, dm_level_pack **out,
                                 dm_error *err)
{
    dm_level_pack_wish full = *wish;
    if (full.count < 1 || full.count > MOST_LEVELS)
        return dmi_fail(err, DM_BAD_ARGUMENT, "expected 1 to %d levels, not %d", MOST_LEVELS,
                        full.count);
    if (full.from < DM_GRADE_EASY || full.from > DM_GRADE_FIENDISH || full.to < DM_GRADE_EASY ||
        full.to > DM_GRADE_FIENDISH)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the grades of a pack are easy to fiendish");
    if (full.unique && full.only_op && full.op == DM_LINE_ROPE)
        return dmi_fail(err, DM_BAD_ARGUMENT, "solutions with ropes are not counted");
    full.tries = full.tries > 0 ? full.tries : MOST_TRIES;
    dm_level_pack *pack = NULL;
    dm_status status = dmi_level_pack_new(full.count, full.title, &pack, err);
    while (status == DM_OK && pack->count < full.count)
        status = add_pack_level(pack, &full, run, err);
    if (status != DM_OK && (status != DM_STOPPED || pack->count == 0)) {
        dm_level_pack_free(pack);
        return dmi_as_unfinished(status, err);
    }
    pack->seed = full.seed;
    *out = pack;
    return status;
}

void dm_level_pack_free(dm_level_pack *pack)
{
    if (!pack)
        return;
    for (int32_t i = 0; pack->levels && i < pack->count; i++)
        pack_item_clear(&pack->levels[i]);
    for (int32_t i = 0; i < pack->left_out_count; i++)
        free(pack->left_out[i].name);
    free(pack->left_out);
    free(pack->levels);
    free(pack->title);
    free(pack);
}
