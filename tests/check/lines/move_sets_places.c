/* move_sets_places.c - a set of moves by its definition, and the level after them. */
#include "check/lines/move_sets_places.h"

/* Sorts the cuts along their edges. */
void check_set_sort_cuts(set *s)
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

int check_set_cuts_of(const set *s, int edge)
{
    int count = 0;
    for (int i = 0; i < s->cuts; i++)
        count += s->cut_edge[i] == edge;
    return count;
}

dm_ratio check_set_length_of(const dm_level *level, int edge)
{
    return level->edges[edge].length;
}

/* A new site at an end of its edge that is not cut off lies on the vertex. */
void check_set_name_vertices(const dm_level *level, set *s)
{
    for (int i = 0; i < s->adds; i++) {
        if (s->add_vertex[i] >= 0)
            continue;
        const dm_line_edge *e = &level->edges[s->add_edge[i]];
        if (s->stub[i] == 0 && s->add_at[i].num == 0)
            s->add_vertex[i] = e->u;
        else if (s->stub[i] == check_set_cuts_of(s, s->add_edge[i]) &&
                 order(s->add_at[i], e->length) == 0)
            s->add_vertex[i] = e->v;
    }
}

typedef struct draft {
    dm_level level;
    dm_line_edge edges[ROOM];
    dm_line_site sites[ROOM];
} draft;

static void put_site(draft *d, int player, dm_line_place place)
{
    d->sites[d->level.site_count++] = (dm_line_site){player, place};
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
        const dm_line_place *place = &level->sites[i].place;
        if (s->removed[i] || place->vertex >= 0 || place->edge != edge)
            continue;
        dm_ratio at = times(place->at, own->length);
        if (order(at, from) >= 0 && order(at, to) <= 0)
            put_site(d, level->sites[i].player,
                     is_point ? (dm_line_place){u, -1, zero}
                              : (dm_line_place){
                                    -1, made, times(minus(at, from), ratio(whole.den, whole.num))});
    }
    for (int i = 0; i < s->adds; i++)
        if (s->add_vertex[i] < 0 && s->add_edge[i] == edge && s->stub[i] == number)
            put_site(d, player,
                     is_point ? (dm_line_place){u, -1, zero}
                              : (dm_line_place){
                                    -1, made,
                                    times(minus(s->add_at[i], from), ratio(whole.den, whole.num))});
}

/* The level after the moves, or NULL if they are not possible (a site on a site or on a cut). */
dm_level *check_set_make(const dm_level *level, const set *s, int player)
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
            put_site(&d, player, (dm_line_place){s->add_vertex[i], -1, zero});
    for (int e = 0; e < level->edge_count; e++) {
        dm_ratio from = zero;
        int number = 0;
        for (int i = 0; i < s->cuts; i++)
            if (s->cut_edge[i] == e) {
                put_part(level, s, player, e, number++, from, s->cut_at[i], false, &d);
                from = s->cut_at[i];
            }
        put_part(level, s, player, e, number, from, check_set_length_of(level, e), true, &d);
    }
    dm_level_new(&d.level, &made, NULL);
    return made;
}

/* A cut through a site that stays is not possible. */
static bool cuts_sites(const dm_level *level, const set *s)
{
    for (int i = 0; i < s->cuts; i++)
        for (int k = 0; k < level->site_count; k++) {
            const dm_line_place *place = &level->sites[k].place;
            if (!s->removed[k] && place->vertex < 0 && place->edge == s->cut_edge[i] &&
                order(times(place->at, check_set_length_of(level, place->edge)), s->cut_at[i]) == 0)
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
            const dm_line_place *p = &level->sites[i].place;
            dm_ratio at = p->vertex < 0 ? times(p->at, check_set_length_of(level, p->edge)) : zero;
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
static bool fits_order(const check_set_ask *ask, const item *items, int count, unsigned used,
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

bool check_set_is_possible(const dm_level *level, const check_set_ask *ask, const set *s)
{
    item items[2 * MOST + ROOM];
    if (cuts_sites(level, s))
        return false;
    if (!ask->ordered)
        return true;
    int count = list_items(level, s, items);
    return fits_order(ask, items, count, 0, 0, 0);
}
