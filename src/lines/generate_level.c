/* generate_level.c - random levels of a wanted difficulty.
 *
 * Draws planar networks (planar_network.c) with sites on random vertices and counts the winning
 * moves (dm_line_odds_of) until a level fits the wish.  Seed and number of the try determine the
 * level.
 */
#include "base/base.h"
#include "base/names.h"
#include "lines/best_move.h"
#include "lines/planar_network.h"
#include "lines/straight_length.h"
#include <stdlib.h>

static char *const player_names[] = {"red",   "blue", "green", "violet", "ochre", "grey",
                                     "brown", "pink", "teal",  "lime",   "navy",  "rose"};

enum { MOST_PLAYERS = (int)(sizeof player_names / sizeof *player_names), MOST_VERTICES = 10000 };

DMI_ENUM_NAMES(dm_level_kind, "kind", "grid", "gabriel", "tree")

static bool is_graded(const dm_level_wish *wish)
{
    return wish->high.den > 0 || wish->unique;
}

static dm_status check_range(const dm_level_wish *wish, dm_error *err)
{
    const dm_ratio zero = {0, 1}, one = {1, 1};
    if (wish->high.den > 0 &&
        (wish->low.den < 1 || dmi_ratio_compare(wish->low, zero) < 0 ||
         dmi_ratio_compare(wish->high, one) > 0 || dmi_ratio_compare(wish->low, wish->high) > 0))
        return dmi_fail(
            err, DM_BAD_ARGUMENT,
            "the share of winning moves must be two numbers from 0 to 1, the lower first");
    if (wish->unique && (wish->ask.op == DM_LINE_ROPE || wish->ask.samples > 0))
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "regions are counted if odds are exact: not for ropes, nor with samples");
    return DM_OK;
}

/* Fills in the defaults. */
static dm_status check_wish(dm_level_wish *wish, dm_error *err)
{
    wish->players = wish->players ? wish->players : 2;
    wish->sites = wish->sites ? wish->sites : 1;
    wish->tries = wish->tries ? wish->tries : 1000;
    if (wish->vertices < 2 || wish->vertices > MOST_VERTICES)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d vertices; expected 2 to %d", wish->vertices,
                        MOST_VERTICES);
    if (wish->players < 2 || wish->players > MOST_PLAYERS)
        return dmi_fail(err, DM_BAD_ARGUMENT, "expected 2 to %d players, not %d", MOST_PLAYERS,
                        wish->players);
    if (wish->sites < 1 || wish->sites > wish->vertices / wish->players)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "%d sites for each of %d players; %d vertices have room for 1 to %d each",
                        wish->sites, wish->players, wish->vertices, wish->vertices / wish->players);
    if (wish->ask.player < 0 || wish->ask.player >= wish->players)
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no player %d; players are 0..%d",
                        wish->ask.player, wish->players - 1);
    if (wish->tries < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the number of tries must be positive");
    return check_range(wish, err);
}

static void fill_edges(const dm_level_wish *wish, const dmi_planar_network *network,
                       dm_level *draft)
{
    for (int32_t v = 0; v < network->n; v++)
        draft->points[v] = (dm_point){network->x[v], network->y[v]};
    for (int32_t e = 0; e < network->edge_count; e++) {
        dm_line_edge *edge = &draft->edges[e];
        edge->u = network->edges[e][0];
        edge->v = network->edges[e][1];
        dmi_straight_length(draft->points[edge->u], draft->points[edge->v], &edge->length);
        if (wish->whole)
            edge->length =
                (dm_ratio){llround((double)edge->length.num / (double)edge->length.den), 1};
    }
}

/* `vertex` is scratch, one entry per vertex. */
static void fill_sites(const dm_level_wish *wish, dm_rng *rng, int32_t *vertex, dm_level *draft)
{
    for (int32_t v = 0; v < wish->vertices; v++)
        vertex[v] = v;
    for (int32_t i = 0; i < draft->site_count; i++) {
        int32_t j = i + (int32_t)dm_rng_below(rng, (uint64_t)(wish->vertices - i));
        draft->sites[i] = (dm_site){i % wish->players, {vertex[j], -1, {0, 1}}};
        vertex[j] = vertex[i];
    }
}

static dm_status draw(const dm_level_wish *wish, dm_rng *rng, dm_level **out, dm_error *err)
{
    dmi_planar_network network = {0};
    if (!dmi_planar_network_init(wish->kind, wish->vertices, rng, &network))
        return dmi_no_memory(err);
    dm_level draft = {.vertex_count = wish->vertices,
                      .edge_count = network.edge_count,
                      .site_count = wish->players * wish->sites,
                      .player_count = wish->players,
                      .players = (char **)player_names,
                      .me = wish->ask.player,
                      .measured = !wish->whole};
    int32_t *vertex = dmi_alloc((size_t)wish->vertices, sizeof *vertex);
    draft.points = dmi_alloc((size_t)wish->vertices, sizeof *draft.points);
    draft.edges = dmi_alloc((size_t)network.edge_count, sizeof *draft.edges);
    draft.sites = dmi_alloc((size_t)draft.site_count, sizeof *draft.sites);
    dm_status status = DM_NO_MEMORY;
    if (vertex && draft.points && draft.edges && draft.sites) {
        fill_edges(wish, &network, &draft);
        fill_sites(wish, rng, vertex, &draft);
        status = dm_level_new(&draft, out, err);
    } else {
        dmi_no_memory(err);
    }
    free(vertex);
    free(draft.points);
    free(draft.edges);
    free(draft.sites);
    dmi_planar_network_clear(&network);
    return status;
}

/* The distance of the odds from the wish, by share; every region beyond the first counts as 1. */
static double distance(const dm_level_wish *wish, const dm_line_odds *odds)
{
    double far = wish->unique ? fabs((double)odds->regions - 1) : 0;
    if (wish->high.den == 0)
        return far;
    if (dmi_ratio_compare(odds->fraction, wish->low) < 0)
        far += (double)wish->low.num / (double)wish->low.den - odds->decimal;
    if (dmi_ratio_compare(odds->fraction, wish->high) > 0)
        far += odds->decimal - (double)wish->high.num / (double)wish->high.den;
    return far;
}

static bool fits(const dm_level_wish *wish, const dm_line_odds *odds)
{
    return (!wish->unique || odds->regions == 1) &&
           (wish->high.den == 0 || (dmi_ratio_compare(odds->fraction, wish->low) >= 0 &&
                                    dmi_ratio_compare(odds->fraction, wish->high) <= 0));
}

typedef struct nearest {
    double distance, share;
    int32_t regions;
} nearest;

static void compare(const dm_level_wish *wish, const dm_line_odds *odds, nearest *best)
{
    double far = distance(wish, odds);
    if (best->distance < 0 || far < best->distance)
        *best = (nearest){far, odds->decimal, odds->regions};
}

/* `*level` stays NULL if the level drawn does not fit the wish. */
static dm_status try_one(const dm_level_wish *wish, int64_t number, dm_run *run, nearest *best,
                         dm_level **level, dm_line_odds **odds, dm_error *err)
{
    dm_rng rng;
    dm_level *drawn = NULL;
    dm_line_odds *counted = NULL;
    dm_line_standing before = {.margin = {0, 1}};
    dm_rng_init(&rng, dm_rng_derive(wish->seed, (uint64_t)number));
    dm_status status = draw(wish, &rng, &drawn, err);
    if (status == DM_OK)
        status = dmi_stand(drawn, &wish->ask, &before, err);
    bool losing = before.margin.num < 0; /* otherwise there is nothing to solve */
    if (status == DM_OK && losing && is_graded(wish))
        status = dm_line_odds_of(drawn, &wish->ask, run, &counted, err);
    if (status == DM_OK && losing && (!counted || fits(wish, counted))) {
        *level = drawn;
        *odds = counted;
        return DM_OK;
    }
    if (status == DM_OK && counted)
        compare(wish, counted, best);
    dm_level_free(drawn);
    dm_line_odds_free(counted);
    return status;
}

static dm_status none_found(const dm_level_wish *wish, const nearest *best, dm_error *err)
{
    if (best->distance < 0)
        return dmi_fail(err, DM_UNFINISHED,
                        "none of %lld levels of seed %llu fits: the player to move is losing none "
                        "of them before the move",
                        (long long)wish->tries, (unsigned long long)wish->seed);
    return dmi_fail(
        err, DM_UNFINISHED,
        "none of %lld levels of seed %llu fits; the nearest has a winning share of %.6g in "
        "%d regions: widen the range, or try more",
        (long long)wish->tries, (unsigned long long)wish->seed, best->share, best->regions);
}

dm_status dm_level_generate(const dm_level_wish *wish, dm_run *run, dm_level **out,
                            dm_line_odds **odds, dm_error *err)
{
    dm_level_wish full = *wish;
    nearest best = {-1, 0, 0};
    dm_level *level = NULL;
    dm_line_odds *counted = NULL;
    dm_status status = check_wish(&full, err);
    for (int64_t i = 0; status == DM_OK && i < full.tries; i++) {
        status = try_one(&full, i, run, &best, &level, &counted, err);
        if (status == DM_OK && level) {
            *out = level;
            if (odds)
                *odds = counted;
            else
                dm_line_odds_free(counted);
            return DM_OK;
        }
        if (status == DM_OK &&
            !dmi_run_report(run, 1, "levels", (uint64_t)i, (uint64_t)full.tries, ""))
            status = dmi_stopped(run, err);
    }
    return status == DM_OK ? none_found(&full, &best, err) : dmi_as_unfinished(status, err);
}
