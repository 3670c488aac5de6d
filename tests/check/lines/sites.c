/* sites.c - a new site by its definition. */
#include "check/lines/sites.h"

#include "check/lines/lines.h"
#include <string.h>

enum { FINE = 6 }; /* places per unit of length */

/* The level with all lengths multiplied by FINE; sites keep their fractions. */
typedef struct room {
    dm_level level;
    dm_line_edge edges[80];
    dm_line_site sites[32];
} room;

static void enlarge(const dm_level *level, const dm_line_ask *ask, room *out)
{
    out->level = *level;
    out->level.me = ask->player;
    out->level.edges = out->edges;
    out->level.sites = out->sites;
    memcpy(out->edges, level->edges, (size_t)level->edge_count * sizeof *out->edges);
    memcpy(out->sites, level->sites, (size_t)level->site_count * sizeof *out->sites);
    for (int e = 0; e < level->edge_count; e++)
        out->edges[e].length.num *= FINE;
}

/* Whether a site is at distance `way` from the first end of the edge. */
static bool is_taken(const dm_level *level, int edge, int64_t way)
{
    const dm_line_edge *e = &level->edges[edge];
    int vertex = way == 0 ? e->u : way == e->length.num ? e->v : -2;
    for (int i = 0; i < level->site_count; i++) {
        const dm_line_place *at = &level->sites[i].place;
        if (at->vertex == vertex ||
            (at->vertex < 0 && at->edge == edge && at->at.num * e->length.num == way * at->at.den))
            return true;
    }
    return false;
}

bool check_add(const dm_level *level, const dm_line_ask *ask, int edge, int64_t way, int64_t *out)
{
    room r;
    enlarge(level, ask, &r);
    if (is_taken(&r.level, edge, way))
        return false;
    dm_line_edge *e = &r.edges[edge];
    dm_line_place place = {-1, edge, {way, e->length.num}};
    if (way == 0 || way == e->length.num)
        place = (dm_line_place){way == 0 ? e->u : e->v, -1, {0, 1}};
    r.sites[r.level.site_count++] = (dm_line_site){ask->player, place};
    check_payoffs(&r.level, ask->ties, out);
    return true;
}

typedef void visit(const check_stretch *s, const dm_line_ask *ask, void *out);

static check_stretch stretch_of(const dm_level *level, const dm_line_ask *ask, int edge,
                                int64_t from, int64_t to)
{
    int64_t whole = FINE * level->edges[edge].length.num;
    return (check_stretch){.edge = edge,
                           .players = level->player_count,
                           .me = ask->player,
                           .from = {from, whole},
                           .to = {to, whole},
                           .open_from = from < to,
                           .open_to = from < to};
}

static void see_place(const dm_level *level, const dm_line_ask *ask, int edge, int64_t way,
                      visit *see, void *out)
{
    check_stretch s = stretch_of(level, ask, edge, way, way);
    if (!check_add(level, ask, edge, way, s.first))
        return;
    memcpy(s.last, s.first, sizeof s.last);
    see(&s, ask, out);
}

/* The half unit from `way` on, by two places inside it. */
static void see_half(const dm_level *level, const dm_line_ask *ask, int edge, int64_t way,
                     visit *see, void *out)
{
    int64_t first[CHECK_PLAYERS], second[CHECK_PLAYERS];
    check_stretch s = stretch_of(level, ask, edge, way, way + FINE / 2);
    check_add(level, ask, edge, way + 1, first);
    check_add(level, ask, edge, way + 2, second);
    for (int p = 0; p < level->player_count; p++) {
        s.first[p] = 2 * first[p] - second[p];
        s.last[p] = 2 * second[p] - first[p];
    }
    see(&s, ask, out);
}

static void each_place(const dm_level *level, const dm_line_ask *ask, visit *see, void *out)
{
    for (int e = 0; e < level->edge_count; e++) {
        int64_t whole = FINE * level->edges[e].length.num;
        for (int64_t way = 0; way <= whole; way += FINE / 2) {
            see_place(level, ask, e, way, see, out);
            if (way < whole)
                see_half(level, ask, e, way, see, out);
        }
    }
}

static void see_best(const check_stretch *s, const dm_line_ask *ask, void *out)
{
    check_search_stretch(s, ask->objective, out);
}

void check_best_add(const dm_level *level, const dm_line_ask *ask, check_cut_best *out)
{
    memset(out, 0, sizeof *out);
    each_place(level, ask, see_best, out);
    out->best.payoff.den *= FINE; /* not in lowest terms */
    out->best.margin.den *= FINE;
}

static bool same(dm_ratio a, dm_ratio b)
{
    return a.num * b.den == b.num * a.den;
}

static void see_wins(const check_stretch *s, const dm_line_ask *ask, void *data)
{
    (void)ask;
    check_add_odds *out = data;
    dm_line_stretch won;
    if (check_win_stretch(s, &won))
        out->winning[out->count++] = won;
}

void check_add_wins(const dm_level *level, const dm_line_ask *ask, check_add_odds *out)
{
    memset(out, 0, sizeof *out);
    each_place(level, ask, see_wins, out);
}

static bool is_place(const dm_line_stretch *s)
{
    return same(s->from, s->to);
}

/* The vertex at a place, or -1 - edge. */
static int vertex_of(const dm_level *level, const dm_line_stretch *s)
{
    return s->from.num == 0             ? level->edges[s->edge].u
           : s->from.num == s->from.den ? level->edges[s->edge].v
                                        : -1 - s->edge;
}

/* A place belongs to a stretch that ends there; two places are equal if they are one vertex. */
static bool touch(const dm_level *level, const dm_line_stretch *a, const dm_line_stretch *b)
{
    if (is_place(a) && is_place(b))
        return vertex_of(level, a) >= 0 && vertex_of(level, a) == vertex_of(level, b);
    if (a->edge != b->edge || is_place(a) == is_place(b))
        return false;
    const dm_line_stretch *place = is_place(a) ? a : b, *way = is_place(a) ? b : a;
    return same(place->from, way->from) || same(place->from, way->to);
}

int check_add_regions(const dm_level *level, const check_add_odds *odds)
{
    static int part[sizeof odds->winning / sizeof *odds->winning];
    int regions = 0;
    for (int i = 0; i < odds->count; i++)
        part[i] = i;
    for (bool changed = true; changed;) { /* each takes the least number of a neighbour */
        changed = false;
        for (int i = 0; i < odds->count; i++)
            for (int j = 0; j < odds->count; j++)
                if (part[j] < part[i] && touch(level, &odds->winning[i], &odds->winning[j])) {
                    part[i] = part[j];
                    changed = true;
                }
    }
    for (int i = 0; i < odds->count; i++)
        regions += part[i] == i;
    return regions;
}
