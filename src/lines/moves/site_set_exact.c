/* site_set_exact.c - the best sets of new sites, on levels small enough to try them all.
 *
 * Let the sites be at t_1 .. t_k on k pieces.  A vertex changes hands only where some t_i passes a
 * place t_i = c; besides, payoffs change slope where two paths to a vertex have equal length, at
 * 2 t_i = c or t_i + t_j = c or t_i - t_j = c.  All c are sums and differences of lengths of
 * pieces, so multiples of their common divisor g.  Between the places of the first kind (in a box)
 * all payoffs are continuous, and between all of these planes linear; so over the closed box a
 * payoff, or the margin over a single opponent, is greatest where k of the planes meet.  Such
 * systems (equations with one or two unknowns and coefficients 1 or -1) have solutions in multiples
 * of g/2. So it is enough to try sites at multiples of g/2, each exactly there or infinitesimally
 * to one side.
 *
 *      |--o--|--o--|      places of a piece: points and their sides, g/2 apart
 *
 * A set gains at most the sum of what its sites gain alone (site_set_greedy.c).  Sets are tried by
 * decreasing gain of their sites and pruned by that bound.
 *
 * Cost: O(n k + m) per set; there may be (3 * total / (g/2))^k / k! of them.
 */
#include "base/base.h"
#include "lines/moves/best_move.h"
#include "lines/site/site_sweep.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SPOTS = 20000, MOST_VERTICES = 400, MOST_SITES = 6 };

static const int64_t most_unit = INT64_C(1) << 30; /* times the scale and a payoff: 2^123 */

/* A place for a site: t units from the piece's end a, and infinitesimally to one side. */
typedef struct site_spot {
    dmi_wide gain; /* of this site alone */
    int64_t t;
    int32_t piece;
    int32_t side; /* -1, 0, 1 */
} site_spot;

/* When a vertex is reached: at `when`, and infinitesimally earlier or later. */
typedef struct spot_arrival {
    int64_t when;
    int32_t side;
} spot_arrival;

typedef struct exact_search {
    const dm_level *level;
    const dm_line_ask *ask;
    dmi_line_position *position;
    int64_t *way;     /* distances between all vertices */
    dmi_reach *now;   /* with the sites of the set */
    site_spot *spots; /* by decreasing gain */
    int32_t count;
    dmi_wide before, best;
    int32_t chosen[MOST_SITES], found[MOST_SITES]; /* found[0] -1: none yet */
    int64_t sets;
    dm_run *run;
    bool is_stopped;
} exact_search;

static const int64_t never = INT64_C(1) << 61;

static bool arrives_sooner(spot_arrival a, spot_arrival b)
{
    return a.when < b.when || (a.when == b.when && a.side < b.side);
}

static spot_arrival arrive_from(const exact_search *t, const site_spot *s, size_t v)
{
    const dmi_piece *own = &t->position->net.piece[s->piece];
    size_t n = (size_t)t->position->net.n;
    spot_arrival a = {s->t + t->way[(size_t)own->a * n + v], s->side};
    spot_arrival b = {own->length - s->t + t->way[(size_t)own->b * n + v], -s->side};
    return arrives_sooner(a, b) ? a : b;
}

static void reach_vertices(exact_search *t, int32_t count)
{
    uint64_t mine = UINT64_C(1) << t->ask->player;
    for (int32_t v = 0; v < t->position->net.n; v++) {
        dmi_reach old = t->position->reach[v];
        spot_arrival first = {old.when, 0}, own = {never, 0};
        for (int32_t i = 0; i < count; i++) {
            spot_arrival a = arrive_from(t, &t->spots[t->chosen[i]], (size_t)v);
            own = arrives_sooner(a, own) ? a : own;
        }
        t->now[v] = old;
        if (own.when >= never || arrives_sooner(first, own))
            continue;
        t->now[v].when = own.when;
        t->now[v].players = arrives_sooner(own, first) ? mine : old.players | mine;
    }
}

static void give_way(const exact_search *t, const dmi_reach *p, const dmi_reach *q, int64_t length,
                     dmi_wide *payoff)
{
    if (p->players == 0 && q->players == 0)
        return;
    int64_t twice = q->when - p->when + length; /* p's, of 2 * length */
    for (int end = 0; end < 2; end++) {
        uint64_t players = end ? q->players : p->players;
        for (uint64_t rest = players; rest; rest &= rest - 1) {
            int32_t player = __builtin_ctzll(rest);
            payoff[player] += (dmi_wide)(end ? 2 * length - twice : twice) *
                              (dmi_line_position_share(t->position, players, player) / 2);
        }
    }
}

/* A piece and the sites on it, from a to b. */
static void give_piece(const exact_search *t, int32_t piece, int32_t count, dmi_wide *payoff)
{
    const dmi_piece *own = &t->position->net.piece[piece];
    const dmi_reach site = {0, UINT64_C(1) << t->ask->player, -1};
    const dmi_reach *from = &t->now[own->a];
    int64_t at = 0;
    for (;;) { /* up to the next site after `at` */
        int64_t next = own->length + 1;
        for (int32_t i = 0; i < count; i++) {
            const site_spot *s = &t->spots[t->chosen[i]];
            if (s->piece == piece && s->t < next && (s->t > at || (s->t == at && from != &site)))
                next = s->t;
        }
        if (next > own->length)
            break;
        give_way(t, from, &site, next - at, payoff);
        from = &site;
        at = next;
    }
    give_way(t, from, &t->now[own->b], own->length - at, payoff);
}

/* The payoff, or the margin over the one opponent, with the first `count` sites chosen. */
static dmi_wide value_of_set(exact_search *t, int32_t count)
{
    dmi_wide payoff[DM_MAX_LINE_PLAYERS] = {0};
    reach_vertices(t, count);
    for (int32_t i = 0; i < t->position->net.piece_count; i++)
        give_piece(t, i, count, payoff);
    dmi_wide own = payoff[t->ask->player];
    for (int32_t p = 0; t->ask->objective != DM_LINE_PAYOFF && p < t->level->player_count; p++)
        own -= p == t->ask->player ? 0 : payoff[p];
    return own;
}

static int spot_by_gain(const void *a, const void *b)
{
    const site_spot *x = a, *y = b;
    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    if (x->piece != y->piece)
        return x->piece < y->piece ? -1 : 1;
    if (x->t != y->t)
        return x->t < y->t ? -1 : 1;
    return x->side - y->side;
}

/* All places for a site, by decreasing gain: multiples of `step` and both their sides. */
static bool find_spots(exact_search *t, int64_t step)
{
    const dmi_line_network *net = &t->position->net;
    t->spots = dmi_alloc(3 * (size_t)(net->total / step + net->piece_count), sizeof *t->spots);
    t->now = dmi_alloc((size_t)net->n, sizeof *t->now);
    if (!t->spots || !t->now)
        return false;
    for (int32_t piece = 0; piece < net->piece_count; piece++) {
        const dmi_piece *own = &net->piece[piece];
        for (int64_t at = 0; at <= own->length; at += step)
            for (int32_t side = at > 0 ? -1 : 0; side <= (at < own->length); side++) {
                int32_t v = at == 0 ? own->a : at == own->length ? own->b : -1;
                bool is_taken = v >= 0 && net->owner[v] >= 0;
                bool is_seen = v >= 0 && net->arc_piece[net->first[v]] != piece;
                if (side != 0 || !(is_taken || is_seen))
                    t->spots[t->count++] = (site_spot){0, at, piece, side};
            }
    }
    t->before = value_of_set(t, 0);
    for (int32_t i = 0; i < t->count; i++) {
        t->chosen[0] = i;
        t->spots[i].gain = value_of_set(t, 1) - t->before;
    }
    qsort(t->spots, (size_t)t->count, sizeof *t->spots, spot_by_gain);
    return true;
}

/* Floyd and Warshall. */
static bool find_distances(exact_search *t)
{
    const dmi_line_network *net = &t->position->net;
    size_t n = (size_t)net->n;
    int64_t *way = t->way = dmi_alloc(n * n, sizeof *way);
    for (size_t i = 0; way && i < n * n; i++)
        way[i] = i % (n + 1) == 0 ? 0 : never;
    for (int32_t i = 0; way && i < net->piece_count; i++) {
        size_t a = (size_t)net->piece[i].a, b = (size_t)net->piece[i].b;
        if (net->piece[i].length < way[a * n + b])
            way[a * n + b] = way[b * n + a] = net->piece[i].length;
    }
    for (size_t k = 0; way && k < n; k++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                if (way[i * n + k] + way[k * n + j] < way[i * n + j])
                    way[i * n + j] = way[i * n + k] + way[k * n + j];
    return way != NULL;
}

/* Tries all sets that extend the first `depth` sites, whose value is `value`. */
static void try_sets_from(exact_search *t, int32_t depth, int32_t first, dmi_wide value)
{
    int32_t more = t->ask->count - depth;
    assert(more > 0 && depth < MOST_SITES);
    for (int32_t i = first; i + more <= t->count && !t->is_stopped; i++) {
        dmi_wide most = value; /* with `more` sites from spot i on */
        for (int32_t j = i; j < i + more; j++)
            most += t->spots[j].gain;
        if (most <= t->best)
            return;
        t->chosen[depth] = i;
        dmi_wide next = value_of_set(t, depth + 1);
        t->sets++;
        t->is_stopped = !dmi_run_report(t->run, 1, "sets", (uint64_t)t->sets, 0, "");
        if (more > 1) {
            try_sets_from(t, depth + 1, i + 1, next);
        } else if (next > t->best) {
            t->best = next;
            memcpy(t->found, t->chosen, sizeof t->found);
        }
    }
}

/* The set found as moves; sites beside a point are about `step` / 2^halvings away from it, each a
 * little more. */
static bool make_moves(const exact_search *t, int64_t step, int halvings, dm_line_move *moves)
{
    bool fits = true;
    for (int32_t i = 0; fits && i < t->ask->count; i++) {
        const site_spot *s = &t->spots[t->found[i]];
        dmi_wide den = INT64_C(1) << halvings;
        dmi_payoff_place at = {s->piece, s->t, (dmi_wide)s->side * step * (i + 2),
                               den * (t->ask->count + 2), .attained = true};
        moves[i] = (dm_line_move){DM_LINE_ADD,
                                  {-1, t->position->net.piece[s->piece].edge, {0, 1}},
                                  {-1, -1, {0, 1}},
                                  {0, 1},
                                  -1};
        fits = dmi_payoff_place_fraction(t->position, &at, &moves[i].place.at);
    }
    return fits;
}

static bool store_supremum(const exact_search *t, dm_line_best *out)
{
    dmi_wide payoff[DM_MAX_LINE_PLAYERS] = {0},
             one = t->position->scale * (dmi_wide)t->position->net.unit;
    exact_search last = *t;
    dm_line_standing after = {.rank = 1};
    memcpy(last.chosen, t->found, sizeof last.chosen);
    reach_vertices(&last, t->ask->count);
    for (int32_t i = 0; i < t->position->net.piece_count; i++)
        give_piece(&last, i, t->ask->count, payoff);
    dmi_wide own = payoff[t->ask->player], rival = 0;
    for (int32_t p = 0; p < t->level->player_count; p++) {
        if (p == t->ask->player)
            continue;
        rival = payoff[p] > rival ? payoff[p] : rival;
        after.rank +=
            payoff[p] >= own; /* equal counts as ahead, because the supremum is not attained */
    }
    if (!dmi_ratio_make(own, one, &after.payoff) ||
        !dmi_ratio_make(own - rival, one, &after.margin))
        return false;
    if (dm_line_compare(&after, &out->after, t->ask->objective) <= 0)
        return true;
    dmi_line_best_set_standing(out, &after, false);
    return true;
}

static dm_status report_sites(const exact_search *t, int64_t step, dm_line_best *out, dm_error *err)
{
    dm_line_move *moves = dmi_calloc((size_t)t->ask->count, sizeof *moves);
    dm_status status = DM_TOO_LARGE;
    if (!moves)
        return dmi_no_memory(err);
    for (int halvings = 16; status != DM_OK && halvings > 0; halvings--)
        if (make_moves(t, step, halvings, moves))
            status = dmi_line_best_set_sites(t->level, t->ask, moves, out, NULL);
    free(moves);
    if (status != DM_OK || !store_supremum(t, out))
        return dmi_fail(err, DM_TOO_LARGE, "the best sites do not fit 63 bits as fractions");
    return DM_OK;
}

dm_status dmi_exact_site_set(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                             dm_line_best *out, dm_error *err)
{
    dmi_line_position position = {0};
    exact_search t = {.level = level, .ask = ask, .position = &position, .run = run};
    t.found[0] = -1;
    if (level->edge_count == 0 || ask->count > MOST_SITES ||
        (ask->objective != DM_LINE_PAYOFF && level->player_count > 2))
        return DM_OK;
    dm_status status = dmi_site_position_init(level, ask, &position, err);
    dmi_wide common = 0;
    for (int32_t i = 0; status == DM_OK && i < position.net.piece_count; i++)
        common = dmi_wide_gcd(common, position.net.piece[i].length);
    int64_t step = common > 1 ? (int64_t)common / 2 : 1; /* all lengths are even */
    if (status == DM_OK && position.net.n <= MOST_VERTICES && position.net.unit < most_unit &&
        3 * (position.net.total / step) <= MOST_SPOTS) {
        if (find_distances(&t) && find_spots(&t, step)) {
            /* to beat: the sites in `out`, rounded down so that no set is lost */
            bool is_payoff = ask->objective == DM_LINE_PAYOFF;
            dm_ratio value = is_payoff ? out->after.payoff : out->after.margin;
            dmi_wide scaled = value.num * (position.scale * (dmi_wide)position.net.unit);
            t.best = scaled / value.den - (scaled % value.den < 0);
            try_sets_from(&t, 0, 0, t.before);
            status = t.found[0] >= 0 ? report_sites(&t, step, out, err) : DM_OK;
            out->candidates += t.sets;
            out->proven = status == DM_OK && !t.is_stopped;
            if (status == DM_OK && t.is_stopped)
                status = dmi_stopped(run, err);
        } else {
            status = dmi_no_memory(err);
        }
    }
    free(t.way);
    free(t.now);
    free(t.spots);
    dmi_line_position_clear(&position);
    return status;
}
