/* level_generate.c - random levels of a wanted difficulty.
 *
 * Draws planar networks with sites on random vertices and rates them
 * (level_rating.c) until one fits the wish.  Seed and number of the try determine the level.
 */
#include "base/base.h"

#include "base/names.h"
#include "lines/diagram/standing.h"
#include "lines/level/draft.h"
#include "lines/puzzle/puzzle.h"
#include <assert.h>
#include <demesne/line_puzzle.h>
#include <stdio.h>
#include <stdlib.h>

/* Random planar networks for levels.
 *
 * grid     points of a grid, each moved by less than a quarter of the grid's step, so that edges
 *          between neighbours cannot cross; keeps a random spanning tree and half of the other
 * edges gabriel  random points, joined if no third lies in the closed disc whose diameter they span
 *          (Gabriel and Sokal, A new statistical approach to geographic variation analysis, 1969);
 *          it is part of the Delaunay triangulation, so edges do not cross, and contains the
 *          shortest spanning tree, so it is connected
 * tree     the shortest spanning tree of random points (Prim 1957); of two crossing edges one could
 *          be replaced by a shorter one
 *
 * All comparisons use whole numbers.  Cost: O(n log n), O(n^2 log n) and O(n^2).
 */
enum { STEP = 12, JITTER = 2 };

static bool network_add_edge(dmi_planar_network *network, int32_t u, int32_t v)
{
    if (!dmi_reserve(&network->edges, &network->room, (size_t)network->edge_count + 1,
                     sizeof *network->edges))
        return false;
    network->edges[network->edge_count][0] = u;
    network->edges[network->edge_count++][1] = v;
    return true;
}

static int32_t random_below(dm_rng *rng, int32_t bound)
{
    return (int32_t)dm_rng_below(rng, (uint64_t)bound);
}

/* The least side of a square that holds n cells. */
static int32_t side_of_square(int32_t n)
{
    int32_t side = 1;
    while ((int64_t)side * side < n)
        side++;
    return side;
}

static int32_t root_of_part(int32_t *part, int32_t v)
{
    while (part[v] != v)
        v = part[v] = part[part[v]];
    return v;
}

static bool network_make_grid(dmi_planar_network *network, dm_rng *rng)
{
    int32_t side = side_of_square(network->n);
    bool fits = true;
    for (int32_t v = 0; v < network->n; v++) {
        network->x[v] = STEP * (v % side) + random_below(rng, 2 * JITTER + 1);
        network->y[v] = STEP * (v / side) + random_below(rng, 2 * JITTER + 1);
    }
    for (int32_t v = 0; fits && v < network->n; v++) {
        if (v % side > 0)
            fits = network_add_edge(network, v - 1, v);
        if (fits && v >= side)
            fits = network_add_edge(network, v - side, v);
    }
    if (!fits)
        return false;
    /* Keeps every edge that joins two components, and half of the others. */
    int32_t *part = dmi_alloc((size_t)network->n, sizeof *part), kept = 0;
    for (int32_t v = 0; part && v < network->n; v++)
        part[v] = v;
    for (int32_t i = network->edge_count - 1; part && i > 0; i--) { /* in random order */
        int32_t j = random_below(rng, i + 1);
        for (int k = 0; k < 2; k++) {
            int32_t end = network->edges[i][k];
            network->edges[i][k] = network->edges[j][k];
            network->edges[j][k] = end;
        }
    }
    for (int32_t i = 0; part && i < network->edge_count; i++) {
        int32_t u = root_of_part(part, network->edges[i][0]),
                v = root_of_part(part, network->edges[i][1]);
        if (u == v && random_below(rng, 2))
            continue;
        part[u] = v;
        network->edges[kept][0] = network->edges[i][0];
        network->edges[kept++][1] = network->edges[i][1];
    }
    network->edge_count = kept;
    free(part);
    return part != NULL;
}

/* One point in each of n random cells, in its lower left part, so that points are distinct and not
 * too near. */
static bool draw_points(dmi_planar_network *network, dm_rng *rng)
{
    int32_t side = 2 * side_of_square(network->n), cells = side * side;
    int32_t *cell = dmi_alloc((size_t)cells, sizeof *cell);
    for (int32_t i = 0; cell && i < cells; i++)
        cell[i] = i;
    for (int32_t v = 0; cell && v < network->n; v++) {
        int32_t j = v + random_below(rng, cells - v), chosen = cell[j];
        cell[j] = cell[v];
        network->x[v] = STEP / 2 * (chosen % side) + random_below(rng, STEP / 2 - 1);
        network->y[v] = STEP / 2 * (chosen / side) + random_below(rng, STEP / 2 - 1);
    }
    free(cell);
    return cell != NULL;
}

static bool network_make_gabriel(dmi_planar_network *network, dm_rng *rng)
{
    const int32_t *x = network->x, *y = network->y;
    bool fits = draw_points(network, rng);
    for (int32_t p = 0; fits && p < network->n; p++)
        for (int32_t q = 0; fits && q < p; q++) {
            int32_t r = 0;
            for (; r < network->n; r++) { /* the angle at r is a right angle or more: in the disc */
                int64_t px = x[p] - x[r], py = y[p] - y[r], qx = x[q] - x[r], qy = y[q] - y[r];
                if (r != p && r != q && px * qx + py * qy <= 0)
                    break;
            }
            if (r == network->n)
                fits = network_add_edge(network, q, p);
        }
    return fits;
}

static int64_t squared_distance(const dmi_planar_network *network, int32_t p, int32_t q)
{
    int64_t dx = network->x[p] - network->x[q], dy = network->y[p] - network->y[q];
    return dx * dx + dy * dy;
}

static bool network_make_tree(dmi_planar_network *network, dm_rng *rng)
{
    int32_t *nearest = dmi_calloc((size_t)network->n, sizeof *nearest); /* -1: in the tree */
    bool fits = nearest && draw_points(network, rng);
    if (fits)
        nearest[0] = -1;
    for (int32_t i = 1; fits && i < network->n; i++) {
        int32_t best = -1; /* the vertex nearest to the tree */
        for (int32_t v = 0; v < network->n; v++)
            if (nearest[v] >= 0 && (best < 0 || squared_distance(network, v, nearest[v]) <
                                                    squared_distance(network, best, nearest[best])))
                best = v;
        assert(best >= 0);
        fits = network_add_edge(network, nearest[best], best);
        nearest[best] = -1;
        for (int32_t w = 0; w < network->n; w++)
            if (nearest[w] >= 0 &&
                squared_distance(network, w, best) < squared_distance(network, w, nearest[w]))
                nearest[w] = best;
    }
    free(nearest);
    return fits;
}

/* A connected network of n vertices whose straight edges do not cross.  False: no memory. */
static void planar_network_clear(dmi_planar_network *network)
{
    free(network->x);
    free(network->y);
    free(network->edges);
    *network = (dmi_planar_network){0};
}

/* A connected network of n vertices whose straight edges do not cross.  False: no memory. */
static bool planar_network_init(dm_level_kind kind, int32_t n, dm_rng *rng, dmi_planar_network *out)
{
    static bool (*const make[])(dmi_planar_network *, dm_rng *) = {
        network_make_grid, network_make_gabriel, network_make_tree};
    dmi_planar_network network = {.n = n};
    network.x = dmi_alloc((size_t)n, sizeof *network.x);
    network.y = dmi_alloc((size_t)n, sizeof *network.y);
    if (!network.x || !network.y || !make[kind](&network, rng)) {
        planar_network_clear(&network);
        return false;
    }
    *out = network;
    return true;
}

static char *const player_names[] = {"red",   "blue", "green", "violet", "ochre", "grey",
                                     "brown", "pink", "teal",  "lime",   "navy",  "rose"};

enum { MOST_PLAYERS = (int)(sizeof player_names / sizeof *player_names), MOST_VERTICES = 10000 };

DMI_ENUM_NAMES(dm_level_kind, "kind", "grid", "gabriel", "tree")

static bool is_rated(const dm_level_wish *wish)
{
    return wish->high.den > 0 || wish->unique || wish->grade != DM_GRADE_UNKNOWN ||
           wish->ask.count > 1;
}

/* Fills in the defaults. */
static dm_status check_wish(dm_level_wish *wish, dm_error *err)
{
    bool is_usual = wish->sites == 0;
    wish->players = wish->players ? wish->players : 2;
    wish->tries = wish->tries ? wish->tries : 1000;
    if (is_usual) {
        /* Removals count by number, so that few of them can only win if there are many sites; and
         * it is no puzzle to remove the only site of a player. */
        int32_t all = wish->ask.count > 1                ? 6
                      : wish->grade == DM_GRADE_FIENDISH ? 34
                      : wish->grade == DM_GRADE_HARD     ? 9
                                                         : 4;
        bool counts = wish->ask.op == DM_LINE_REMOVE &&
                      (wish->grade != DM_GRADE_UNKNOWN || wish->ask.count > 1);
        wish->sites = counts ? (all + wish->players - 1) / wish->players : 1;
    }
    if (wish->vertices < 2 || wish->vertices > MOST_VERTICES)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d vertices; expected 2 to %d", wish->vertices,
                        MOST_VERTICES);
    if (wish->players < 2 || wish->players > MOST_PLAYERS)
        return dmi_fail(err, DM_BAD_ARGUMENT, "expected 2 to %d players, not %d", MOST_PLAYERS,
                        wish->players);
    if (wish->sites < 1 || wish->sites > wish->vertices / wish->players)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "%s%d sites for each of %d players; %d vertices have room for 1 to %d each",
                        is_usual ? "such removals need " : "", wish->sites, wish->players,
                        wish->vertices, wish->vertices / wish->players);
    if (wish->ask.player < 0 || wish->ask.player >= wish->players)
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no player %d; players are 0..%d",
                        wish->ask.player, wish->players - 1);
    if (wish->tries < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the number of tries must be positive");
    const dm_ratio zero = {0, 1}, one = {1, 1};
    if (wish->high.den > 0 &&
        (wish->low.den < 1 || dmi_ratio_compare(wish->low, zero) < 0 ||
         dmi_ratio_compare(wish->high, one) > 0 || dmi_ratio_compare(wish->low, wish->high) > 0))
        return dmi_fail(
            err, DM_BAD_ARGUMENT,
            "the share of winning moves must be two numbers from 0 to 1, the lower first");
    if (wish->ask.count > 1 && (wish->high.den > 0 || wish->ask.samples > 0))
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "a share is about one move; for several, name a grade");
    if (wish->ask.count > 1 && wish->ask.op == DM_LINE_ROPE)
        return dmi_fail(err, DM_BAD_ARGUMENT, "one rope at a time: sets of ropes are not searched");
    if (wish->grade == DM_GRADE_UNWINNABLE)
        return dmi_fail(err, DM_BAD_ARGUMENT, "levels are made to be won: trivial to fiendish");
    if (wish->unique && (wish->ask.op == DM_LINE_ROPE || wish->ask.samples > 0))
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "regions are counted if odds are exact: not for ropes, nor with samples");
    return DM_OK;
}

/* A network of the kind, with sites on random vertices. */
static dm_status draw_level(const dm_level_wish *wish, dm_rng *rng, dm_level **out, dm_error *err)
{
    dmi_planar_network network = {0};
    dm_line_quota quota = {wish->ask.op, wish->ask.count > 1 ? wish->ask.count : 1};
    if (!planar_network_init(wish->kind, wish->vertices, rng, &network))
        return dmi_no_memory(err);
    dm_level draft = {.vertex_count = wish->vertices,
                      .edge_count = network.edge_count,
                      .site_count = wish->players * wish->sites,
                      .player_count = wish->players,
                      .players = (char **)player_names,
                      .me = wish->ask.player,
                      .quotas = &quota,
                      .quota_count = is_rated(wish) ? 1 : 0,
                      .measured = !wish->whole};
    assert(draft.site_count <= wish->vertices);
    dmi_arrays arrays = {0};
    int32_t *vertex = dmi_array(&arrays, (size_t)wish->vertices, sizeof *vertex);
    draft.points = dmi_array(&arrays, (size_t)wish->vertices, sizeof *draft.points);
    draft.edges = dmi_array(&arrays, (size_t)network.edge_count, sizeof *draft.edges);
    draft.sites = dmi_array(&arrays, (size_t)draft.site_count, sizeof *draft.sites);
    dm_status status = arrays.failed ? dmi_no_memory(err) : DM_OK;
    for (int32_t v = 0; status == DM_OK && v < network.n; v++) {
        draft.points[v] = (dm_point){network.x[v], network.y[v]};
        vertex[v] = v;
    }
    for (int32_t e = 0; status == DM_OK && e < network.edge_count; e++) {
        dm_line_edge *edge = &draft.edges[e];
        edge->u = network.edges[e][0];
        edge->v = network.edges[e][1];
        dmi_straight_length(draft.points[edge->u], draft.points[edge->v], &edge->length);
        if (wish->whole)
            edge->length =
                (dm_ratio){llround((double)edge->length.num / (double)edge->length.den), 1};
    }
    for (int32_t i = 0; status == DM_OK && i < draft.site_count; i++) {
        int32_t j = i + (int32_t)dm_rng_below(rng, (uint64_t)(wish->vertices - i));
        draft.sites[i] = (dm_line_site){i % wish->players, {vertex[j], -1, {0, 1}}};
        vertex[j] = vertex[i];
    }
    if (status == DM_OK)
        status = dm_level_new(&draft, out, err);
    dmi_arrays_free(&arrays);
    planar_network_clear(&network);
    return status;
}

/* What is known of a level that was drawn. */
typedef struct drawn_level {
    dm_level *level;
    dm_line_odds *odds; /* of one move */
    dm_level_rating rating;
} drawn_level;

/* The grade, the share and one solution, as far as the wish mentions them. */
static bool level_fits(const dm_level_wish *wish, const drawn_level *d)
{
    bool is_wanted = wish->grade == DM_GRADE_UNKNOWN ? wish->ask.count < 2 || d->rating.points >= 0
                                                     : d->rating.grade == wish->grade;
    bool is_unique = d->odds ? d->odds->regions == 1 : d->rating.solutions == 1;
    if (!is_wanted || (wish->unique && !is_unique))
        return false;
    return wish->high.den == 0 || !d->odds ||
           (dmi_ratio_compare(d->odds->fraction, wish->low) >= 0 &&
            dmi_ratio_compare(d->odds->fraction, wish->high) <= 0);
}

typedef struct nearest_level {
    double distance, share;
    int64_t solutions;
    dm_level_grade grade;
} nearest_level;

/* How far the level is from the wish, by share; every solution beyond the first counts as 1. */
static double distance_from_wish(const dm_level_wish *wish, const drawn_level *d, int64_t solutions)
{
    double far = wish->unique ? fabs((double)solutions - 1) : 0;
    if (wish->grade != DM_GRADE_UNKNOWN)
        far += d->rating.points < 0 ? 10 : fabs((double)d->rating.grade - (double)wish->grade);
    if (wish->high.den == 0 || !d->odds)
        return far;
    if (dmi_ratio_compare(d->odds->fraction, wish->low) < 0)
        far += (double)wish->low.num / (double)wish->low.den - d->odds->decimal;
    if (dmi_ratio_compare(d->odds->fraction, wish->high) > 0)
        far += d->odds->decimal - (double)wish->high.num / (double)wish->high.den;
    return far;
}

static dm_status rate_drawn(const dm_level_wish *wish, dm_run *run, drawn_level *d, dm_error *err)
{
    if (wish->ask.count > 1) { /* a level whose numbers are too large for the search does not fit */
        dm_line_move_set *set = NULL;
        dm_error why = {0};
        dm_status status =
            dmi_rate_for(d->level, wish->ask.ties, wish->grade, run, &d->rating, &set, &why);
        dm_line_move_set_free(set);
        if (status == DM_TOO_LARGE || status == DM_BAD_MOVE || status == DM_OK)
            return DM_OK;
        return dmi_fail(err, status, "%s", why.message);
    }
    if (wish->high.den == 0)
        return dmi_rate_odds(d->level, &wish->ask, run, &d->odds, &d->rating, err);
    /* A wish for a share gets the error of its ask. */
    dm_status status = dm_line_odds_of(d->level, &wish->ask, run, &d->odds, err);
    if (status == DM_OK)
        d->rating = dm_level_odds_rating(d->odds, NULL);
    return status;
}

/* `d` stays empty if the level drawn does not fit the wish. */
static dm_status try_level(const dm_level_wish *wish, int64_t number, dm_run *run,
                           nearest_level *best, drawn_level *d, dm_error *err)
{
    dm_rng rng;
    dm_line_standing before = {.margin = {0, 1}};
    dm_rng_init(&rng, dm_rng_derive(wish->seed, (uint64_t)number));
    assert(!d->level && !d->odds);
    dm_status status = draw_level(wish, &rng, &d->level, err);
    if (status == DM_OK)
        status = dmi_level_standing(d->level, &wish->ask, &before, err);
    bool is_losing = before.margin.num < 0; /* otherwise there is nothing to solve */
    if (status == DM_OK && is_losing && is_rated(wish))
        status = rate_drawn(wish, run, d, err);
    if (status == DM_OK && is_losing && (!is_rated(wish) || level_fits(wish, d)))
        return DM_OK;
    if (status == DM_OK && is_losing) {
        int64_t solutions = d->odds ? d->odds->regions : d->rating.solutions;
        double far = distance_from_wish(wish, d, solutions);
        if (best->distance < 0 || far < best->distance)
            *best =
                (nearest_level){far, d->odds ? d->odds->decimal : 0, solutions, d->rating.grade};
    }
    dm_level_free(d->level);
    dm_line_odds_free(d->odds);
    *d = (drawn_level){0};
    return status;
}

dm_status dm_level_generate(const dm_level_wish *wish, dm_run *run, dm_level **out,
                            dm_line_odds **odds, dm_level_rating *rating, dm_error *err)
{
    dm_level_wish full = *wish;
    nearest_level best = {.distance = -1};
    drawn_level d = {0};
    dm_status status = check_wish(&full, err);
    for (int64_t i = 0; status == DM_OK && i < full.tries; i++) {
        status = try_level(&full, i, run, &best, &d, err);
        if (d.level) {
            *out = d.level;
            if (rating)
                *rating = d.rating;
            if (odds)
                *odds = d.odds;
            else
                dm_line_odds_free(d.odds);
            return DM_OK;
        }
        if (status == DM_OK &&
            !dmi_run_report(run, 1, "levels", (uint64_t)i, (uint64_t)full.tries, ""))
            status = dmi_stopped(run, err);
    }
    if (status != DM_OK)
        return dmi_as_unfinished(status, err);
    char near[120];
    if (best.distance < 0)
        return dmi_fail(err, DM_UNFINISHED,
                        "none of %lld levels of seed %llu fits: the player to move is losing none "
                        "of them before the move",
                        (long long)full.tries, (unsigned long long)full.seed);
    if (full.grade != DM_GRADE_UNKNOWN || full.ask.count > 1)
        snprintf(near, sizeof near, "is %s: try more, or another size, seed or number of sites",
                 dm_level_grade_name(best.grade));
    else
        snprintf(near, sizeof near,
                 "has a winning share of %.6g in %lld regions: widen the range, or try more",
                 best.share, (long long)best.solutions);
    return dmi_fail(err, DM_UNFINISHED, "none of %lld levels of seed %llu fits; the nearest %s",
                    (long long)full.tries, (unsigned long long)full.seed, near);
}
