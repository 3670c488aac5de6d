/* plans.c - sets of moves by their definition. */
#include "check/plans.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = CHECK_PLAN_MOVES + 2, PLAYERS = CHECK_PLAN_PLAYERS, ROOM = 64, KEY = 96 };

__extension__ typedef __int128 wide;

static wide common(wide a, wide b)
{
    a = a < 0 ? -a : a;
    while (b) {
        wide rest = a % b;
        a = b;
        b = rest < 0 ? -rest : rest;
    }
    return a;
}

static dm_ratio ratio(wide num, wide den)
{
    wide shared = common(num, den);
    if (den < 0)
        shared = -shared;
    return (dm_ratio){(int64_t)(num / shared), (int64_t)(den / shared)};
}

static dm_ratio plus(dm_ratio a, dm_ratio b)
{
    return ratio((wide)a.num * b.den + (wide)b.num * a.den, (wide)a.den * b.den);
}

static dm_ratio times(dm_ratio a, dm_ratio b)
{
    return ratio((wide)a.num * b.num, (wide)a.den * b.den);
}

static dm_ratio minus(dm_ratio a, dm_ratio b)
{
    return plus(a, (dm_ratio){-b.num, b.den});
}

static int order(dm_ratio a, dm_ratio b)
{
    wide left = (wide)a.num * b.den, right = (wide)b.num * a.den;
    return (left > right) - (left < right);
}

static const dm_ratio zero = {0, 1};

/* A set of moves: removed sites, cuts at places, new sites. */
typedef struct set {
    bool removed[ROOM];
    int cuts, adds;
    int cut_edge[MOST], add_edge[MOST], add_vertex[MOST], stub[MOST];
    dm_ratio cut_at[MOST], add_at[MOST]; /* lengths from the edge's first end */
} set;

/* Sorts the cuts along their edges. */
static void sort_cuts(set *s)
{
    for (int i = 1; i < s->cuts; i++)
        for (int j = i; j > 0; j--) {
            bool is_wrong =
                s->cut_edge[j] < s->cut_edge[j - 1] ||
                (s->cut_edge[j] == s->cut_edge[j - 1] && order(s->cut_at[j], s->cut_at[j - 1]) < 0);
            if (!is_wrong)
                break;
            int edge = s->cut_edge[j];
            dm_ratio at = s->cut_at[j];
            s->cut_edge[j] = s->cut_edge[j - 1];
            s->cut_at[j] = s->cut_at[j - 1];
            s->cut_edge[j - 1] = edge;
            s->cut_at[j - 1] = at;
        }
}

static int cuts_of(const set *s, int edge)
{
    int count = 0;
    for (int i = 0; i < s->cuts; i++)
        count += s->cut_edge[i] == edge;
    return count;
}

static dm_ratio length_of(const dm_level *level, int edge)
{
    return level->edges[edge].length;
}

/* A new site at an end of its edge that is not cut off lies on the vertex. */
static void name_vertices(const dm_level *level, set *s)
{
    for (int i = 0; i < s->adds; i++) {
        if (s->add_vertex[i] >= 0)
            continue;
        const dm_line_edge *e = &level->edges[s->add_edge[i]];
        if (s->stub[i] == 0 && s->add_at[i].num == 0)
            s->add_vertex[i] = e->u;
        else if (s->stub[i] == cuts_of(s, s->add_edge[i]) && order(s->add_at[i], e->length) == 0)
            s->add_vertex[i] = e->v;
    }
}

typedef struct draft {
    dm_level level;
    dm_line_edge edges[ROOM];
    dm_site sites[ROOM];
} draft;

static void put_site(draft *d, int player, dm_place place)
{
    d->sites[d->level.site_count++] = (dm_site){player, place};
}

/* One part of an edge, `from` to `to`, with its sites; `number` counts parts from 0. */
static void put_part(const dm_level *level, const set *s, int player, int edge, int number,
                     dm_ratio from, dm_ratio to, bool is_last, draft *d)
{
    const dm_line_edge *own = &level->edges[edge];
    bool is_point = order(from, to) == 0;
    int u = number == 0 ? own->u : is_last && is_point ? own->v : d->level.vertex_count++;
    int v = is_point ? u : is_last ? own->v : d->level.vertex_count++;
    int made = d->level.edge_count;
    dm_ratio whole = minus(to, from);
    if (!is_point)
        d->edges[d->level.edge_count++] = (dm_line_edge){u, v, whole};
    for (int i = 0; i < level->site_count; i++) {
        const dm_place *place = &level->sites[i].place;
        if (s->removed[i] || place->vertex >= 0 || place->edge != edge)
            continue;
        dm_ratio at = times(place->at, own->length);
        if (order(at, from) >= 0 && order(at, to) <= 0)
            put_site(d, level->sites[i].player,
                     is_point ? (dm_place){u, -1, zero}
                              : (dm_place){-1, made,
                                           times(minus(at, from), ratio(whole.den, whole.num))});
    }
    for (int i = 0; i < s->adds; i++)
        if (s->add_vertex[i] < 0 && s->add_edge[i] == edge && s->stub[i] == number)
            put_site(d, player,
                     is_point ? (dm_place){u, -1, zero}
                              : (dm_place){
                                    -1, made,
                                    times(minus(s->add_at[i], from), ratio(whole.den, whole.num))});
}

/* The level after the moves, or NULL if they are not possible (a site on a site or on a cut). */
static dm_level *make(const dm_level *level, const set *s, int player)
{
    static draft d;
    dm_level *made = NULL;
    d.level = *level;
    d.level.points = NULL;
    d.level.edges = d.edges;
    d.level.sites = d.sites;
    d.level.edge_count = d.level.site_count = 0;
    d.level.me = player;
    for (int i = 0; i < level->site_count; i++)
        if (!s->removed[i] && level->sites[i].place.vertex >= 0)
            put_site(&d, level->sites[i].player, level->sites[i].place);
    for (int i = 0; i < s->adds; i++)
        if (s->add_vertex[i] >= 0)
            put_site(&d, player, (dm_place){s->add_vertex[i], -1, zero});
    for (int e = 0; e < level->edge_count; e++) {
        dm_ratio from = zero;
        int number = 0;
        for (int i = 0; i < s->cuts; i++)
            if (s->cut_edge[i] == e) {
                put_part(level, s, player, e, number++, from, s->cut_at[i], false, &d);
                from = s->cut_at[i];
            }
        put_part(level, s, player, e, number, from, length_of(level, e), true, &d);
    }
    dm_level_new(&d.level, &made, NULL);
    return made;
}

/* A cut through a site that stays is not possible. */
static bool cuts_sites(const dm_level *level, const set *s)
{
    for (int i = 0; i < s->cuts; i++)
        for (int k = 0; k < level->site_count; k++) {
            const dm_place *place = &level->sites[k].place;
            if (!s->removed[k] && place->vertex < 0 && place->edge == s->cut_edge[i] &&
                order(times(place->at, length_of(level, place->edge)), s->cut_at[i]) == 0)
                return true;
        }
    return false;
}

/* The items of a set as the definition of the order sees them. */
typedef struct item {
    dm_line_op op;
    int vertex, edge; /* where it is, or where the removed site was */
    dm_ratio at;
} item;

static bool same_place(const item *a, const item *b)
{
    if (a->vertex >= 0 || b->vertex >= 0)
        return a->vertex == b->vertex;
    return a->edge == b->edge && order(a->at, b->at) == 0;
}

/* Whether a may come before b: no new site where one is removed later, no new site at a later cut,
 * no cut through a site that is removed later. */
static bool may_precede(const item *a, const item *b)
{
    if (a->op == DM_LINE_ADD && b->op == DM_LINE_REMOVE)
        return !same_place(a, b);
    if (a->op == DM_LINE_ADD && b->op == DM_LINE_CUT)
        return a->vertex >= 0 || !same_place(a, b);
    if (a->op == DM_LINE_CUT && b->op == DM_LINE_REMOVE)
        return b->vertex >= 0 || !same_place(a, b);
    return true;
}

static int list_items(const dm_level *level, const set *s, item *items)
{
    int count = 0;
    for (int i = 0; i < level->site_count; i++)
        if (s->removed[i]) {
            const dm_place *p = &level->sites[i].place;
            dm_ratio at = p->vertex < 0 ? times(p->at, length_of(level, p->edge)) : zero;
            items[count++] = (item){DM_LINE_REMOVE, p->vertex, p->edge, at};
        }
    for (int i = 0; i < s->cuts; i++)
        items[count++] = (item){DM_LINE_CUT, -1, s->cut_edge[i], s->cut_at[i]};
    for (int i = 0; i < s->adds; i++)
        items[count++] = (item){DM_LINE_ADD, s->add_vertex[i], s->add_edge[i], s->add_at[i]};
    return count;
}

/* Tries all assignments of items to the steps from `step` on.  Steps may also add a site and remove
 * it again: such pairs have no item; `open` of them are to be removed. */
static bool fits_order(const check_plan_ask *ask, const item *items, int count, unsigned used,
                       int step, int open)
{
    if (step == ask->count)
        return used == (1U << count) - 1 && open == 0;
    for (int i = 0; i < count; i++) {
        bool is_free = !(used >> i & 1) && items[i].op == ask->order[step];
        for (int j = 0; is_free && j < count; j++)
            is_free = j == i || (used >> j & 1) || may_precede(&items[i], &items[j]);
        if (is_free && fits_order(ask, items, count, used | 1U << i, step + 1, open))
            return true;
    }
    if (ask->order[step] == DM_LINE_ADD)
        return fits_order(ask, items, count, used, step + 1, open + 1);
    return ask->order[step] == DM_LINE_REMOVE && open > 0 &&
           fits_order(ask, items, count, used, step + 1, open - 1);
}

static bool is_possible(const dm_level *level, const check_plan_ask *ask, const set *s)
{
    item items[2 * MOST + ROOM];
    if (cuts_sites(level, s))
        return false;
    if (!ask->ordered)
        return true;
    int count = list_items(level, s, items);
    return fits_order(ask, items, count, 0, 0, 0);
}

/* An open simplex of sets: payoffs at its corners. */
typedef struct cell {
    char key[KEY];
    int corners;
    dm_ratio lead[MOST + 1][PLAYERS]; /* own payoff minus that of player p; own payoff for p = me */
    set corner[MOST + 1];
    bool wins;
    int part;
} cell;

typedef struct search {
    const dm_level *level;
    const check_plan_ask *ask;
    check_plan_best *best;
    bool keeps;
    cell *cells;
    int count, room;
    int kinds[4];
    set now;
    /* a place: twice the distance, and whether it is inside the half beyond */
    int cut_half[MOST], add_half[MOST];
    bool cut_open[MOST], add_open[MOST];
    int cut_level[MOST], add_level[MOST], levels; /* the order of open places */
} search;

static dm_ratio place_at(int half, bool open, int level, const dm_ratio *levels)
{
    if (!open)
        return ratio(half, 2);
    dm_ratio f = levels[level];
    if (half % 2)
        f = minus((dm_ratio){1, 1}, f);
    return times(plus((dm_ratio){half, 1}, f), (dm_ratio){1, 2});
}

/* The set with the open places at these levels. */
static set set_at(const search *t, const dm_ratio *levels)
{
    set s = t->now;
    for (int i = 0; i < s.cuts; i++)
        s.cut_at[i] = place_at(t->cut_half[i], t->cut_open[i], t->cut_level[i], levels);
    for (int i = 0; i < s.adds; i++)
        if (s.add_vertex[i] < 0)
            s.add_at[i] = place_at(t->add_half[i], t->add_open[i], t->add_level[i], levels);
    sort_cuts(&s);
    name_vertices(t->level, &s);
    return s;
}

static bool payoffs_at(const search *t, const set *s, dm_ratio *out)
{
    dm_diagram *diagram = NULL;
    dm_level *made = make(t->level, s, t->ask->player);
    if (!made)
        return false;
    if (dm_diagram_new(made, t->ask->ties, false, &diagram, NULL) != DM_OK)
        abort();
    for (int p = 0; p < t->level->player_count; p++)
        out[p] = diagram->payoff[p];
    dm_diagram_free(diagram);
    dm_level_free(made);
    return true;
}

/* The leads at the corners of the simplex 0 < l_0 < .. < l_{k-1} < 1, from inner points: point j is
 * the mean of all corners, with corner j counted twice. */
static bool find_corners(const search *t, cell *c)
{
    int k = t->levels, me = t->ask->player;
    dm_ratio at[MOST + 1][PLAYERS], sum[PLAYERS];
    for (int p = 0; p < PLAYERS; p++)
        sum[p] = zero;
    for (int j = 0; j <= k; j++) {
        dm_ratio level[MOST];
        for (int i = 0; i < k; i++) /* corner c has levels 0 for the first k - c, then 1 */
            level[i] = ratio(i + 1 + (i >= k - j), k + 2);
        set s = set_at(t, level);
        if (!is_possible(t->level, t->ask, &s) || !payoffs_at(t, &s, at[j]))
            return false;
        for (int p = 0; p < t->level->player_count; p++)
            sum[p] = plus(sum[p], at[j][p]);
    }
    c->corners = k + 1;
    for (int j = 0; j <= k; j++) {
        dm_ratio corner[MOST], payoff[PLAYERS];
        for (int i = 0; i < k; i++)
            corner[i] = (dm_ratio){i >= k - j, 1};
        c->corner[j] = set_at(t, corner);
        for (int p = 0; p < t->level->player_count; p++)
            payoff[p] = minus(times((dm_ratio){k + 2, 1}, at[j][p]), sum[p]);
        for (int p = 0; p < t->level->player_count; p++)
            c->lead[j][p] = p == me ? payoff[me] : minus(payoff[me], payoff[p]);
    }
    return true;
}

/* Linear functions at the corners of a simplex. */
typedef struct simplex {
    int corners, functions;
    dm_ratio at[MOST + 1][4 * PLAYERS];
} simplex;

typedef void visit(void *user, const simplex *s);

/* Visits open simplices in which each of the first `signed_count` functions has one sign. */
static void divide(const simplex *s, int signed_count, visit *see, void *user)
{
    for (int f = 0; f < signed_count; f++)
        for (int i = 0; i < s->corners; i++)
            for (int j = 0; j < s->corners; j++) {
                if (s->at[i][f].num <= 0 || s->at[j][f].num >= 0)
                    continue;
                dm_ratio span = minus(s->at[i][f], s->at[j][f]);
                dm_ratio share = times(s->at[i][f], ratio(span.den, span.num)); /* of j */
                simplex left = *s, right = *s, face = *s;
                for (int g = 0; g < s->functions; g++)
                    left.at[i][g] = right.at[j][g] =
                        plus(s->at[i][g], times(share, minus(s->at[j][g], s->at[i][g])));
                memcpy(face.at[i], left.at[i], sizeof face.at[i]);
                memmove(face.at + j, face.at + j + 1,
                        (size_t)(s->corners - j - 1) * sizeof *face.at);
                face.corners--;
                divide(&left, signed_count, see, user);
                divide(&right, signed_count, see, user);
                divide(&face, signed_count, see, user);
                return;
            }
    see(user, s);
}

/* The sign inside: that of any corner that is not 0. */
static int inner_sign(const simplex *s, int f)
{
    int sign = 0;
    for (int i = 0; i < s->corners; i++)
        sign = s->at[i][f].num > 0 ? 1 : s->at[i][f].num < 0 ? -1 : sign;
    return sign;
}

static void offer(search *t, const dm_line_standing *value, bool attained)
{
    check_plan_best *best = t->best;
    int better = best->exists ? dm_line_compare(value, &best->best, t->ask->objective) : 1;
    if (better > 0)
        best->attained = false;
    if (better >= 0) {
        best->best = *value;
        best->attained = best->attained || attained;
        best->exists = true;
    }
}

/* Functions: the leads over opponents, their difference, the own payoff. */
static void see_value(void *user, const simplex *s)
{
    search *t = user;
    int opponents = t->level->player_count - 1, own = s->functions - 1;
    dm_line_standing value = {.rank = 1};
    bool wins = true;
    int worst = 0;
    for (int f = 0; f < opponents; f++) {
        value.rank += inner_sign(s, f) < 0;
        wins = wins && inner_sign(s, f) > 0;
    }
    if (opponents > 1 && inner_sign(s, opponents) > 0)
        worst = 1; /* lead 0 minus lead 1 is positive */
    int f = t->ask->objective == DM_LINE_PAYOFF || opponents == 0 ? own : worst;
    bool is_constant = true;
    dm_ratio top = s->at[0][f];
    for (int i = 1; i < s->corners; i++) {
        is_constant = is_constant && order(s->at[i][f], top) == 0;
        top = order(s->at[i][f], top) > 0 ? s->at[i][f] : top;
    }
    value.payoff = value.margin = top;
    t->best->wins = t->best->wins || wins;
    offer(t, &value, is_constant);
}

static int fill(const search *t, const cell *c, int corner, dm_ratio *out)
{
    int count = 0;
    for (int p = 0; p < t->level->player_count; p++)
        if (p != t->ask->player)
            out[count++] = c->lead[corner][p];
    return count;
}

static void judge(search *t, const cell *c)
{
    simplex s = {.corners = c->corners};
    int opponents = t->level->player_count - 1;
    for (int i = 0; i < c->corners; i++) {
        int count = fill(t, c, i, s.at[i]);
        if (opponents > 1)
            s.at[i][count++] = minus(s.at[i][0], s.at[i][1]);
        s.at[i][count++] = c->lead[i][t->ask->player];
        s.functions = count;
    }
    divide(&s, s.functions - 1, see_value, t);
}

static void add_text(char *key, const char *text)
{
    size_t used = strlen(key);
    snprintf(key + used, KEY - used, "%s", text);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The middle of some corners of a cell, as text that names the set. */
static void name_middle(const search *t, const cell *c, unsigned corners, char *key)
{
    set s = c->corner[0];
    char text[2 * MOST][32];
    dm_ratio cut[MOST], add[MOST];
    int n = 0, part = 0;
    for (int i = 0; i < MOST; i++)
        cut[i] = add[i] = zero;
    for (int j = 0; j < c->corners; j++) {
        if (!(corners >> j & 1))
            continue;
        n++;
        for (int i = 0; i < s.cuts; i++)
            cut[i] = plus(cut[i], c->corner[j].cut_at[i]);
        for (int i = 0; i < s.adds; i++)
            add[i] = plus(add[i], c->corner[j].add_at[i]);
    }
    key[0] = '\0';
    for (int i = 0; i < t->level->site_count; i++)
        if (s.removed[i]) {
            snprintf(text[0], sizeof text[0], "r%d", i);
            add_text(key, text[0]);
        }
    for (int i = 0; i < s.cuts; i++) {
        s.cut_at[i] = times(cut[i], ratio(1, n));
        snprintf(text[part++], sizeof text[0], "c%d,%d/%d;", s.cut_edge[i], (int)s.cut_at[i].num,
                 (int)s.cut_at[i].den);
    }
    for (int i = 0; i < s.adds; i++) {
        s.add_vertex[i] = s.add_edge[i] < 0 ? s.add_vertex[i] : -1;
        s.add_at[i] = times(add[i], ratio(1, n));
    }
    name_vertices(t->level, &s);
    for (int i = 0; i < s.adds; i++)
        if (s.add_vertex[i] >= 0)
            snprintf(text[part++], sizeof text[0], "a%d;", s.add_vertex[i]);
        else
            snprintf(text[part++], sizeof text[0], "a%d,%d/%d,%d;", s.add_edge[i],
                     (int)s.add_at[i].num, (int)s.add_at[i].den, s.stub[i]);
    qsort(text, (size_t)part, sizeof text[0], by_text);
    for (int i = 0; i < part; i++)
        add_text(key, text[i]);
}

static void see_win(void *user, const simplex *s)
{
    bool *wins = user, all = true;
    for (int f = 0; f < s->functions; f++)
        all = all && inner_sign(s, f) > 0;
    *wins = *wins || all;
}

static bool cell_wins(const search *t, const cell *c)
{
    simplex s = {.corners = c->corners};
    bool wins = false;
    for (int i = 0; i < c->corners; i++)
        s.functions = fill(t, c, i, s.at[i]);
    divide(&s, s.functions, see_win, &wins);
    return wins;
}

static void keep(search *t, const cell *c)
{
    if (t->count == t->room) {
        t->room = 2 * t->room + 64;
        t->cells = realloc(t->cells, (size_t)t->room * sizeof *t->cells);
    }
    t->cells[t->count++] = *c;
}

static void try_cell(search *t)
{
    cell c = {.part = 0};
    if (!find_corners(t, &c))
        return;
    judge(t, &c);
    if (!t->keeps || !cell_wins(t, &c))
        return;
    name_middle(t, &c, (1U << c.corners) - 1, c.key);
    c.wins = true;
    keep(t, &c);
}

/* The number of cuts before a new site: those at lower places, and some of those at the same. */
static void choose_stubs(search *t, int i)
{
    if (i == t->now.adds) {
        try_cell(t);
        return;
    }
    if (t->now.add_vertex[i] >= 0) {
        choose_stubs(t, i + 1);
        return;
    }
    dm_ratio levels[MOST];
    int below = 0, equal = 0, all = cuts_of(&t->now, t->now.add_edge[i]);
    for (int k = 0; k < t->levels; k++)
        levels[k] = ratio(k + 1, t->levels + 1);
    dm_ratio at = place_at(t->add_half[i], t->add_open[i], t->add_level[i], levels);
    for (int k = 0; k < t->now.cuts; k++) {
        dm_ratio cut = place_at(t->cut_half[k], t->cut_open[k], t->cut_level[k], levels);
        if (t->now.cut_edge[k] != t->now.add_edge[i])
            continue;
        below += order(cut, at) < 0;
        equal += order(cut, at) == 0;
    }
    dm_ratio whole = length_of(t->level, t->now.add_edge[i]);
    for (int stub = below; stub <= below + equal; stub++) {
        bool is_vertex = (stub == 0 && at.num == 0) || (stub == all && order(at, whole) == 0);
        t->now.stub[i] = stub;
        if (!is_vertex)
            choose_stubs(t, i + 1);
    }
}

/* Every order of the open places, with equal ones. */
static void choose_levels(search *t, int i)
{
    int places = t->now.cuts + t->now.adds;
    if (i == places) {
        int used = 0;
        for (int k = 0; k < places; k++)
            used |= 1 << (k < t->now.cuts ? t->cut_level[k] : t->add_level[k - t->now.cuts]);
        used &= ~(1 << MOST);
        if ((used & (used + 1)) == 0) { /* no level is left out */
            t->levels = 0;
            while (used >> t->levels & 1)
                t->levels++;
            choose_stubs(t, 0);
        }
        return;
    }
    bool is_cut = i < t->now.cuts;
    int *level = is_cut ? &t->cut_level[i] : &t->add_level[i - t->now.cuts];
    bool open = is_cut ? t->cut_open[i] : t->add_open[i - t->now.cuts];
    *level = MOST;
    if (!open)
        choose_levels(t, i + 1);
    for (int k = 0; open && k < MOST; k++) {
        *level = k;
        choose_levels(t, i + 1);
    }
}

static void choose_adds(search *t, int left, int edge, int state)
{
    set *s = &t->now;
    if (left == 0) {
        choose_levels(t, 0);
        return;
    }
    int i = s->adds++;
    s->add_at[i] = zero;
    t->add_half[i] = 0;
    t->add_open[i] = false;
    for (int v = edge < 0 ? state : t->level->vertex_count; v < t->level->vertex_count; v++) {
        s->add_vertex[i] = v;
        s->add_edge[i] = -1;
        choose_adds(t, left - 1, -1, v + 1);
    }
    s->add_vertex[i] = -1;
    for (int e = edge < 0 ? 0 : edge; e < t->level->edge_count; e++) {
        int states = 4 * (int)length_of(t->level, e).num + 1; /* points and open halves */
        for (int k = e == edge ? state : 0; k < states; k++) {
            bool is_end = k == 0 || k == states - 1;
            s->add_edge[i] = e;
            s->add_vertex[i] = -1;
            t->add_half[i] = k / 2;
            t->add_open[i] = k % 2;
            if (!is_end || cuts_of(s, e) > 0)
                choose_adds(t, left - 1, e, k);
        }
    }
    s->adds--;
}

static void choose_cuts(search *t, int left, int edge, int state)
{
    set *s = &t->now;
    if (left == 0) {
        choose_adds(t, t->kinds[DM_LINE_ADD], -1, 0);
        return;
    }
    int i = s->cuts++;
    for (int e = edge; e < t->level->edge_count; e++)
        for (int k = e == edge ? state : 0; k <= 4 * length_of(t->level, e).num; k++) {
            s->cut_edge[i] = e;
            t->cut_half[i] = k / 2;
            t->cut_open[i] = k % 2;
            choose_cuts(t, left - 1, e, k);
        }
    s->cuts--;
}

static void choose_removals(search *t, int left, int first)
{
    if (left == 0) {
        choose_cuts(t, t->kinds[DM_LINE_CUT], 0, 0);
        return;
    }
    for (int i = first; i + left <= t->level->site_count; i++) {
        t->now.removed[i] = true;
        choose_removals(t, left - 1, i + 1);
        t->now.removed[i] = false;
    }
}

static int by_key(const void *a, const void *b)
{
    return strcmp(((const cell *)a)->key, ((const cell *)b)->key);
}

/* Functions: leads of the face (all must be positive), then of the cell (none negative). */
static void see_touch(void *user, const simplex *s)
{
    bool *touch = user, all = true;
    for (int f = 0; f < s->functions; f++)
        all = all && (f < s->functions / 2 ? inner_sign(s, f) > 0 : inner_sign(s, f) >= 0);
    *touch = *touch || all;
}

/* Whether winning places of the face are limits of winning places of the cell. */
static bool touches(const search *t, const cell *face, const cell *c, unsigned corners)
{
    simplex s = {.corners = face->corners};
    bool touch = false;
    dm_ratio limit[PLAYERS];
    for (int j = 0; j < c->corners; j++) {
        if (!(corners >> j & 1))
            continue;
        for (int i = 0; i < face->corners; i++) {
            char here[KEY], there[KEY];
            name_middle(t, face, 1U << i, here);
            name_middle(t, c, 1U << j, there);
            if (strcmp(here, there) != 0)
                continue;
            int count = fill(t, face, i, s.at[i]);
            fill(t, c, j, limit);
            memcpy(s.at[i] + count, limit, (size_t)count * sizeof *limit);
            s.functions = 2 * count;
        }
    }
    divide(&s, s.functions, see_touch, &touch);
    return touch;
}

static int root(cell *cells, int i)
{
    while (cells[i].part != i)
        i = cells[i].part;
    return i;
}

static void join_faces(search *t, int i)
{
    cell *c = &t->cells[i];
    for (unsigned corners = 1; corners + 1 < 1U << c->corners; corners++) {
        cell wanted;
        name_middle(t, c, corners, wanted.key);
        cell *face = bsearch(&wanted, t->cells, (size_t)t->count, sizeof *t->cells, by_key);
        if (face && touches(t, face, c, corners))
            t->cells[root(t->cells, i)].part = root(t->cells, (int)(face - t->cells));
    }
}

static int count_parts(search *t)
{
    int kept = 0, parts = 0;
    qsort(t->cells, (size_t)t->count, sizeof *t->cells, by_key);
    for (int i = 0; i < t->count; i++)
        if (kept == 0 || by_key(&t->cells[i], &t->cells[kept - 1]) != 0)
            t->cells[kept++] = t->cells[i];
    t->count = kept;
    for (int i = 0; i < kept; i++)
        t->cells[i].part = i;
    for (int i = 0; i < kept; i++)
        join_faces(t, i);
    for (int i = 0; i < kept; i++)
        parts += t->cells[i].part == i;
    return parts;
}

void check_plans(const dm_level *level, const check_plan_ask *ask, bool count_solutions,
                 check_plan_best *out)
{
    search t = {.level = level, .ask = ask, .best = out, .keeps = count_solutions};
    memset(out, 0, sizeof *out);
    for (int i = 0; i < ask->count; i++)
        t.kinds[ask->order[i]]++;
    for (;;) { /* also with sites that are added and removed again */
        choose_removals(&t, t.kinds[DM_LINE_REMOVE], 0);
        if (t.kinds[DM_LINE_REMOVE]-- == 0 || t.kinds[DM_LINE_ADD]-- == 0)
            break;
    }
    if (count_solutions)
        out->solutions = count_parts(&t);
    free(t.cells);
}
