/* move_order.c - a set of moves as moves one after the other.
 *
 * Edges change their numbers when they are cut, so the parts of every edge are followed:
 *
 *      u ---------- v        cut at 1/3, then at 1 of the first part:
 *      u --- .  . . --- v    the part [0,1/3], the point 1/3 alone, the part [1/3,1]
 *
 * An edge that was cut k times has k + 1 parts in order, so part number s is what a choice
 * calls stub s.  Each move is made on the level, which also checks it.
 */
#include "lines/sets/move_order.h"

#include "lines/level/draft.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Place i of the set. */
static bool find_place_of_set(const dmi_move_set *set, int32_t i, int halvings, dm_ratio *out)
{
    dm_ratio at, inner, way;
    if (!dmi_ratio_make(set->at.num[i], set->at.den, &at))
        return false;
    *out = at;
    if (halvings == 0)
        return true;
    return dmi_ratio_make(set->inner.num[i], set->inner.den, &inner) &&
           dmi_ratio_add(inner, (dm_ratio){-at.num, at.den}, &way) &&
           dmi_ratio_multiply(way, (dm_ratio){1, INT64_C(1) << halvings}, &way) &&
           dmi_ratio_add(at, way, out);
}

static bool set_item(const dmi_move_board *b, const dmi_move_set *set, int32_t i, int halvings,
                     dmi_move_item *out)
{
    const dmi_move_choice *c = &set->choice;
    bool is_cut = i < c->cut_count;
    const dmi_move_spot *spot = is_cut ? &c->cut[i] : &c->add[i - c->cut_count];
    dm_ratio place;
    *out = (dmi_move_item){is_cut ? DM_LINE_CUT : DM_LINE_ADD, -1, spot->vertex, -1, {0, 1}, 0};
    if (spot->piece < 0)
        return true;
    const dmi_piece *piece = &b->position.net.piece[spot->piece];
    dm_ratio length = b->level->edges[piece->edge].length;
    dmi_wide whole = (dmi_wide)b->position.net.unit / length.den * length.num;
    out->edge = piece->edge;
    out->stub = spot->stub; /* and the cuts of the edge before the piece */
    for (int32_t k = 0; k < c->cut_count; k++)
        out->stub += c->cut[k].piece < spot->piece &&
                     b->position.net.piece[c->cut[k].piece].edge == piece->edge;
    if (!find_place_of_set(set, i, halvings, &place))
        return false;
    if (!is_cut && spot->stub == 0 && place.num == 0)
        out->vertex = piece->a;
    if (!is_cut && spot->stub == b->cuts[spot->piece] && place.num == piece->length * place.den)
        out->vertex = piece->b;
    if (out->vertex >= b->level->vertex_count)
        out->vertex = -1;
    return dmi_ratio_make((dmi_wide)piece->offset * place.den + place.num, whole * place.den,
                          &out->at);
}

/* A place on the first edge that no item uses: thirds, sevenths, .. */
static dmi_move_item spare_site(const dmi_set_search *s, const dmi_move_item *items, int32_t count)
{
    dmi_move_item spare = {DM_LINE_ADD, -1, -1, 0, {1, 3}, 0};
    for (bool is_used = true; is_used; spare.at.den += 4) {
        const dm_line_place place = {-1, 0, spare.at};
        is_used = dmi_level_site_at(s->level, &place) >= 0;
        for (int32_t i = 0; i < count; i++)
            is_used =
                is_used || (items[i].edge == 0 && dmi_ratio_compare(items[i].at, spare.at) == 0);
        if (!is_used)
            break;
    }
    for (int32_t i = 0; i < count; i++) /* the part of the edge that it lies on */
        spare.stub += items[i].op == DM_LINE_CUT && items[i].edge == 0 &&
                      dmi_ratio_compare(items[i].at, spare.at) < 0;
    return spare;
}

dm_status dmi_move_set_items(const dmi_set_search *s, const dmi_move_set *set, int halvings,
                             dmi_move_item *items, int32_t *count, dm_error *err)
{
    const dmi_move_choice *c = &set->choice;
    dmi_move_board board;
    *count = 0;
    for (int32_t i = s->level->site_count; i-- > 0;)
        if (s->best_removed[i])
            items[(*count)++] = (dmi_move_item){DM_LINE_REMOVE, i, -1, -1, {0, 1}, 0};
    dm_status status = dmi_move_board_init(s->level, &s->ask, s->best_removed, &board, err);
    if (status != DM_OK)
        return status;
    for (int32_t i = 0; status == DM_OK && i < c->cut_count; i++)
        status = dmi_move_board_cut(&board, c->cut[i].piece, err);
    for (int32_t i = 0; status == DM_OK && i < c->cut_count + c->add_count; i++)
        if (!set_item(&board, set, i, halvings, &items[(*count)++]))
            status = dmi_fail(err, DM_TOO_LARGE, "a place does not fit 63 bits as a fraction");
    dmi_move_board_clear(&board);
    for (int32_t i = 0; status == DM_OK && i < set->undone; i++) {
        items[*count] = spare_site(s, items, *count);
        (*count)++;
    }
    for (int32_t i = 0; status == DM_OK && i < set->undone; i++)
        items[(*count)++] = (dmi_move_item){DM_LINE_REMOVE, -1, -1, -1, {0, 1}, 0};
    assert(*count <= DMI_MOST_MOVES);
    return status;
}

/* A part of an edge: an edge of the level now, or a vertex alone. */
typedef struct edge_part {
    int32_t edge, vertex;
    int32_t of; /* the edge before all moves */
    dm_ratio from, to;
} edge_part;

typedef struct move_maker {
    const dmi_set_search *search;
    dm_level *now;
    edge_part *parts; /* by edge, in order along it */
    int32_t part_count;
    int32_t *sites; /* the numbers that the sites now had before; -1: a new one */
} move_maker;

static int32_t first_part_of_edge(const move_maker *m, int32_t edge)
{
    int32_t i = 0;
    while (i < m->part_count && m->parts[i].of != edge)
        i++;
    return i;
}

static bool set_fraction(const edge_part *p, dm_ratio at, dm_ratio *out)
{
    dm_ratio way, whole;
    return dmi_ratio_add(at, (dm_ratio){-p->from.num, p->from.den}, &way) &&
           dmi_ratio_add(p->to, (dm_ratio){-p->from.num, p->from.den}, &whole) && whole.num > 0 &&
           dmi_ratio_make((dmi_wide)way.num * whole.den, (dmi_wide)way.den * whole.num, out);
}

/* Makes room for one more part at i. */
static edge_part *insert_part(move_maker *m, int32_t i)
{
    assert(i >= 0 && i <= m->part_count);
    memmove(m->parts + i + 1, m->parts + i, (size_t)(m->part_count - i) * sizeof *m->parts);
    m->part_count++;
    return &m->parts[i];
}

static bool make_cut(move_maker *m, const dmi_move_item *item, dm_line_move *move)
{
    for (int32_t i = first_part_of_edge(m, item->edge);
         i < m->part_count && m->parts[i].of == item->edge; i++) {
        const edge_part *p = &m->parts[i];
        if (p->edge < 0 || dmi_ratio_compare(item->at, p->from) < 0 ||
            dmi_ratio_compare(item->at, p->to) > 0)
            continue;
        move->place = (dm_line_place){-1, p->edge, {0, 1}};
        if (!set_fraction(p, item->at, &move->place.at))
            return false;
        /* Follows a cut of part i at a fraction of it; `m->now` is still uncut. */
        dm_ratio at = move->place.at;
        dm_ratio place = item->at;
        assert(m->parts[i].edge >= 0 && at.num >= 0 && at.num <= at.den);
        edge_part old = m->parts[i];
        const dm_line_edge *edge = &m->now->edges[old.edge];
        if (at.num == 0) {
            *insert_part(m, i) = (edge_part){-1, edge->u, old.of, place, place};
        } else if (at.num == at.den) {
            *insert_part(m, i + 1) = (edge_part){-1, edge->v, old.of, place, place};
        } else {
            *insert_part(m, i + 1) = (edge_part){m->now->edge_count, -1, old.of, place, old.to};
            m->parts[i].to = place;
        }
        return true;
    }
    return false;
}

static bool make_add(move_maker *m, const dmi_move_item *item, int32_t cuts_left,
                     dm_line_move *move)
{
    move->place = (dm_line_place){item->vertex, -1, {0, 1}};
    if (item->vertex >= 0)
        return true;
    /* The part that it lies on: by its number if all cuts are made, or the one around it. */
    int32_t i = first_part_of_edge(m, item->edge);
    if (cuts_left == 0)
        i += item->stub;
    else
        while (i < m->part_count && m->parts[i].of == item->edge &&
               (m->parts[i].edge < 0 || dmi_ratio_compare(item->at, m->parts[i].to) > 0))
            i++;
    assert(i < m->part_count);
    const edge_part *p = &m->parts[i];
    if (p->edge < 0) {
        move->place.vertex = p->vertex;
        return true;
    }
    move->place.edge = p->edge;
    dm_error ignored;
    return set_fraction(p, item->at, &move->place.at) &&
           dmi_level_find_place(m->now, &move->place, "the new site", &move->place, &ignored) ==
               DM_OK;
}

static dm_status make_move(move_maker *m, const dmi_move_item *item, int32_t cuts_left,
                           dm_line_move *move, dm_error *err)
{
    dm_level *next = NULL;
    bool is_possible;
    *move = (dm_line_move){item->op, {-1, -1, {0, 1}}, {-1, -1, {0, 1}}, {0, 1}, -1};
    if (item->op == DM_LINE_REMOVE) { /* by the number that the site has now */
        int32_t i = m->now->site_count - 1;
        while (i >= 0 && m->sites[i] != item->site)
            i--;
        move->site = i;
        is_possible = i >= 0;
        if (is_possible)
            memmove(m->sites + i, m->sites + i + 1,
                    (size_t)(m->now->site_count - i - 1) * sizeof *m->sites);
    } else {
        is_possible =
            item->op == DM_LINE_CUT ? make_cut(m, item, move) : make_add(m, item, cuts_left, move);
    }
    if (!is_possible)
        return dmi_fail(err, DM_BAD_MOVE, "a move of the set is not possible in this order");
    dm_status status = dm_level_apply(m->now, move, m->search->ask.player, &next, err);
    if (status != DM_OK)
        return status;
    if (item->op == DM_LINE_ADD)
        m->sites[next->site_count - 1] = -1;
    dm_level_free(m->now);
    m->now = next;
    return DM_OK;
}

/* Makes the items that are not done, in the order of the operations (NULL: in their own).  A site
 * that is removed again comes as early as possible, such a removal as late as possible. */
static dm_status make_moves(move_maker *m, const dmi_move_item *items, int32_t count,
                            const dm_line_op *order, bool *done, dm_line_move *moves, dm_error *err)
{
    dm_status status = DM_OK;
    int32_t steps = 0;
    for (int32_t i = 0; i < count; i++)
        steps += !done[i];
    for (int32_t k = 0; status == DM_OK && k < steps; k++) {
        int32_t found = -1, cuts_left = 0;
        for (int32_t i = 0; i < count; i++)
            if (!done[i] &&
                (order ? items[i].op == order[k] && (found < 0 || order[k] == DM_LINE_ADD)
                       : found < 0))
                found = i;
        if (found < 0)
            return dmi_fail(err, DM_BAD_MOVE, "the moves do not fit the order");
        done[found] = true;
        for (int32_t i = 0; i < count; i++) /* of the same edge */
            cuts_left +=
                !done[i] && items[i].op == DM_LINE_CUT && items[i].edge == items[found].edge;
        status = make_move(m, &items[found], cuts_left, &moves[k], err);
    }
    return status;
}

static dm_status make_some(const dmi_set_search *s, const dmi_move_item *items, int32_t count,
                           const dm_line_op *order, bool *done, dm_line_move *moves,
                           dm_level **after, dm_error *err)
{
    const dm_level *level = s->level;
    size_t edges = (size_t)level->edge_count, sites = (size_t)level->site_count;
    move_maker m = {.search = s};
    m.parts = dmi_alloc(edges + (size_t)count, sizeof *m.parts);
    m.sites = dmi_alloc(sites + (size_t)count, sizeof *m.sites);
    dm_status status = m.parts && m.sites ? dm_level_new(level, &m.now, err) : dmi_no_memory(err);
    for (int32_t e = 0; status == DM_OK && e < level->edge_count; e++)
        m.parts[m.part_count++] = (edge_part){e, -1, e, {0, 1}, {1, 1}};
    for (int32_t i = 0; status == DM_OK && i < level->site_count; i++)
        m.sites[i] = i;
    if (status == DM_OK)
        status = make_moves(&m, items, count, order, done, moves, err);
    if (status == DM_OK && after) {
        *after = m.now;
        m.now = NULL;
    }
    free(m.parts);
    free(m.sites);
    dm_level_free(m.now);
    return status;
}

dm_status dmi_move_set_make(const dmi_set_search *s, const dmi_move_item *items, int32_t count,
                            const dm_line_op *order, dm_line_move *moves, dm_level **after,
                            dm_error *err)
{
    bool done[DMI_MOST_MOVES] = {false};
    return make_some(s, items, count, order, done, moves, after, err);
}

dm_status dmi_move_set_make_without(const dmi_set_search *s, const dmi_move_item *items,
                                    int32_t count, int32_t left_out, dm_level **after,
                                    dm_error *err)
{
    bool done[DMI_MOST_MOVES] = {false};
    dmi_move_item kept[DMI_MOST_MOVES];
    dm_line_move *moves = dmi_alloc(DMI_MOST_MOVES, sizeof *moves);
    if (!moves)
        return dmi_no_memory(err);
    memcpy(kept, items, (size_t)count * sizeof *kept);
    done[left_out] = true;
    for (int32_t i = 0; i < count; i++)
        kept[i].stub -= items[left_out].op == DM_LINE_CUT && kept[i].edge == items[left_out].edge &&
                        kept[i].op == DM_LINE_ADD &&
                        dmi_ratio_compare(items[left_out].at, kept[i].at) < 0;
    dm_status status = make_some(s, kept, count, NULL, done, moves, after, err);
    free(moves);
    return status;
}
