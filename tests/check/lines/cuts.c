/* cuts.c - cuts by their definition.
 *
 * On a stretch all payoffs are linear; between two neighbouring crossings of any two of them nobody
 * overtakes anybody, so ranks are constant and the margin is linear.  Every crossing is evaluated,
 * and every part between two of them by its ends' limits and its middle. */
#include "check/lines/cuts.h"

#include "check/lines/lines.h"
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = CHECK_PLAYERS, CROSSINGS = PLAYERS * PLAYERS + 2 };

static int64_t common(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return llabs(a);
}

static dm_ratio ratio(int64_t num, int64_t den)
{
    int64_t shared = common(num, den) * (den < 0 ? -1 : 1);
    return (dm_ratio){num / shared, den / shared};
}

static dm_ratio plus(dm_ratio a, dm_ratio b)
{
    return ratio(a.num * b.den + b.num * a.den, a.den * b.den);
}

static dm_ratio times(dm_ratio a, dm_ratio b)
{
    return ratio(a.num * b.num, a.den * b.den);
}

static int order(dm_ratio a, dm_ratio b)
{
    int64_t left = a.num * b.den, right = b.num * a.den;
    return (left > right) - (left < right);
}

static dm_ratio minus(dm_ratio a, dm_ratio b)
{
    return plus(a, (dm_ratio){-b.num, b.den});
}

/* Moves the sites of the edge to its parts. */
static void move_sites(check_cut_room *out, int edge, dm_ratio at, int side, int first, int second)
{
    for (int i = 0; i < out->level.site_count; i++) {
        dm_line_place *place = &out->sites[i].place;
        if (place->vertex >= 0 || place->edge != edge)
            continue;
        int where = order(place->at, at);
        bool is_first = where < 0 || (where == 0 && side < 0);
        dm_ratio part = is_first ? at : minus((dm_ratio){1, 1}, at);
        dm_ratio way = is_first ? place->at : minus(place->at, at);
        place->edge = is_first ? first : second;
        place->at = ratio(way.num * part.den, way.den * part.num);
    }
}

void check_cut(const dm_level *level, int edge, dm_ratio at, int side, check_cut_room *out)
{
    dm_line_edge whole = level->edges[edge];
    int n = level->vertex_count, last = level->edge_count;
    out->level = *level;
    out->level.edges = out->edges;
    out->level.sites = out->sites;
    memcpy(out->edges, level->edges, (size_t)last * sizeof *out->edges);
    memcpy(out->sites, level->sites, (size_t)level->site_count * sizeof *out->sites);
    out->level.vertex_count += 2;
    if (at.num == 0) {
        out->edges[edge].u = n;
    } else if (at.num == at.den) {
        out->edges[edge].v = n;
    } else {
        out->edges[edge] = (dm_line_edge){whole.u, n, times(whole.length, at)};
        out->edges[out->level.edge_count++] =
            (dm_line_edge){n + 1, whole.v, times(whole.length, minus((dm_ratio){1, 1}, at))};
        move_sites(out, edge, at, side, edge, last);
    }
}

void check_payoffs(const dm_level *level, dm_line_ties ties, int64_t *out)
{
    check_lines *truth = malloc(sizeof *truth);
    check_lines_own(level, truth);
    for (int p = 0; p < level->player_count; p++) {
        out[p] = 60 * truth->alone[p];
        for (int count = 2; count <= PLAYERS; count++)
            out[p] += ties == DM_LINE_CLOSED || (ties == DM_LINE_OWN && p == level->me)
                          ? 60 * truth->shared[p][count]
                      : ties == DM_LINE_SPLIT ? 60 / count * truth->shared[p][count]
                                              : 0;
    }
    free(truth);
}

/* 120 times p's payoff at the fraction t of the stretch. */
static dm_ratio value(const check_stretch *s, int p, dm_ratio t)
{
    return plus((dm_ratio){s->first[p], 1}, times((dm_ratio){s->last[p] - s->first[p], 1}, t));
}

static dm_line_standing standing(const check_stretch *s, dm_ratio t)
{
    dm_ratio own = value(s, s->me, t), rival = {0, 1};
    dm_line_standing result = {.rank = 1};
    for (int p = 0; p < s->players; p++) {
        dm_ratio other = value(s, p, t);
        if (p == s->me)
            continue;
        rival = order(other, rival) > 0 ? other : rival;
        result.rank += order(other, own) > 0;
    }
    result.payoff = times(own, (dm_ratio){1, 120});
    result.margin = times(minus(own, rival), (dm_ratio){1, 120});
    return result;
}

static bool wins(const check_stretch *s, dm_ratio t)
{
    bool is_first = true;
    for (int p = 0; p < s->players; p++)
        is_first = is_first && (p == s->me || order(value(s, p, t), value(s, s->me, t)) < 0);
    return is_first;
}

static int by_ratio(const void *a, const void *b)
{
    return order(*(const dm_ratio *)a, *(const dm_ratio *)b);
}

/* The ends and all crossings of two lines, in order; returns their number. */
static int find_crossings(const check_stretch *s, dm_ratio *at)
{
    int count = 0;
    at[count++] = (dm_ratio){0, 1};
    at[count++] = (dm_ratio){1, 1};
    for (int p = 0; p < s->players; p++)
        for (int q = 0; q < p; q++) {
            int64_t begin = s->first[p] - s->first[q], end = s->last[p] - s->last[q];
            if ((begin < 0 && end > 0) || (begin > 0 && end < 0))
                at[count++] = ratio(begin, begin - end);
        }
    qsort(at, (size_t)count, sizeof *at, by_ratio);
    return count;
}

static void offer(check_cut_best *best, const dm_line_standing *s, bool attained,
                  dm_line_objective objective)
{
    int better = best->best.rank ? dm_line_compare(s, &best->best, objective) : 1;
    if (better > 0)
        *best = (check_cut_best){*s, attained};
    else if (better == 0)
        best->attained = best->attained || attained;
}

/* Between two crossings: the rank at the middle, payoff and margin at either end. */
static void offer_between(const check_stretch *s, dm_ratio from, dm_ratio to, check_cut_best *best,
                          dm_line_objective objective)
{
    dm_line_standing middle = standing(s, times(plus(from, to), (dm_ratio){1, 2}));
    dm_line_standing limit[2] = {standing(s, from), standing(s, to)};
    offer(best, &middle, true, objective);
    for (int i = 0; i < 2; i++) {
        limit[i].rank = middle.rank;
        offer(best, &limit[i], false, objective);
    }
}

void check_search_stretch(const check_stretch *s, dm_line_objective objective, check_cut_best *best)
{
    dm_ratio at[CROSSINGS];
    int count = find_crossings(s, at);
    for (int i = 0; i < count; i++) {
        dm_line_standing here = standing(s, at[i]);
        if (!((at[i].num == 0 && s->open_from) || (at[i].num == at[i].den && s->open_to)))
            offer(best, &here, true, objective);
        if (i > 0 && order(at[i - 1], at[i]) < 0)
            offer_between(s, at[i - 1], at[i], best, objective);
    }
}

bool check_win_stretch(const check_stretch *s, dm_line_stretch *out)
{
    dm_ratio at[CROSSINGS], from = {-1, 1}, to = {-1, 1}, way = minus(s->to, s->from);
    int count = find_crossings(s, at);
    for (int i = 1; i < count; i++) {
        if (order(at[i - 1], at[i]) == 0 ||
            !wins(s, times(plus(at[i - 1], at[i]), (dm_ratio){1, 2})))
            continue;
        from = from.num < 0 ? at[i - 1] : from;
        to = at[i];
    }
    *out = (dm_line_stretch){.edge = s->edge,
                             .from = plus(s->from, times(from, way)),
                             .to = plus(s->from, times(to, way))};
    return from.num >= 0;
}

static int places_on(const dm_level *level, int edge, dm_ratio *at)
{
    int count = 0;
    at[count++] = (dm_ratio){0, 1};
    at[count++] = (dm_ratio){1, 1};
    for (int i = 0; i < level->site_count; i++)
        if (level->sites[i].place.vertex < 0 && level->sites[i].place.edge == edge)
            at[count++] = level->sites[i].place.at;
    qsort(at, (size_t)count, sizeof *at, by_ratio);
    return count;
}

static void judge(const dm_level *level, dm_line_ties ties, check_stretch *s)
{
    check_cut_room room;
    check_cut(level, s->edge, s->from, -1, &room);
    check_payoffs(&room.level, ties, s->first);
    check_cut(level, s->edge, s->to, 1, &room);
    check_payoffs(&room.level, ties, s->last);
}

typedef void visit(const check_stretch *s, const dm_level *level, const dm_line_ask *ask,
                   void *out);

static void each_stretch(const dm_level *level, const dm_line_ask *ask, visit *see, void *out)
{
    dm_level own = *level;
    own.me = ask->player;
    for (int e = 0; e < level->edge_count; e++) {
        dm_ratio at[34];
        int count = places_on(level, e, at);
        for (int i = 1; i < count; i++) {
            check_stretch s = {e,     level->player_count, ask->player, at[i - 1], at[i],
                               i > 1, i < count - 1,       {0},         {0}};
            judge(&own, ask->ties, &s);
            see(&s, level, ask, out);
        }
    }
}

static void see_best(const check_stretch *s, const dm_level *level, const dm_line_ask *ask,
                     void *out)
{
    (void)level;
    check_search_stretch(s, ask->objective, out);
}

void check_best_cut(const dm_level *level, const dm_line_ask *ask, check_cut_best *out)
{
    memset(out, 0, sizeof *out);
    each_stretch(level, ask, see_best, out);
}

static void see_wins(const check_stretch *s, const dm_level *level, const dm_line_ask *ask,
                     void *data)
{
    (void)ask;
    check_cut_odds *out = data;
    dm_line_stretch won;
    if (!check_win_stretch(s, &won))
        return;
    out->winning[out->count++] = won;
    out->fraction =
        plus(out->fraction, times(minus(won.to, won.from), level->edges[s->edge].length));
}

void check_cut_wins(const dm_level *level, const dm_line_ask *ask, check_cut_odds *out)
{
    int64_t total = 0;
    memset(out, 0, sizeof *out);
    out->fraction = (dm_ratio){0, 1};
    each_stretch(level, ask, see_wins, out);
    for (int e = 0; e < level->edge_count; e++)
        total += level->edges[e].length.num;
    out->fraction = times(out->fraction, (dm_ratio){1, total});
}
