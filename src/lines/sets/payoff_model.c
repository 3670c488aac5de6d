/* payoff_model.c - the payoffs of a choice of edges, as functions of the places on them.
 *
 * A vertex v is reached at W(v) by others, and by a new site at y over the end a of its piece at
 * y + d(a, v), over the end b at L - y + d(b, v).  The least of these decides who has v and when; a
 * tie with W counts, ties among own ways do not matter.  On a segment between two points reached at
 * S and T the boundary point is (T - S + length) / 2 from the first, so payoffs are linear once the
 * least is known everywhere.
 *
 * For the bounds the player gets the whole interval of places at once: more sites never cost him
 * anything, and never help others.
 *
 * Cost: O(k) for k vertices that new sites may reach and the pieces at them, times corners.
 */
#include "lines/sets/payoff_model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

dm_status dmi_payoff_model_init(dmi_move_board *board, dmi_payoff_model *out, dm_error *err)
{
    size_t n = (size_t)board->position.net.n;
    *out = (dmi_payoff_model){.board = board};
    out->index = dmi_alloc(n, sizeof *out->index);
    out->is_local = dmi_calloc((size_t)board->position.net.piece_count, sizeof *out->is_local);
    if (!out->index || !out->is_local) {
        dmi_payoff_model_clear(out);
        return dmi_no_memory(err);
    }
    memset(out->index, 0xff, n * sizeof *out->index);
    return DM_OK;
}

void dmi_payoff_model_clear(dmi_payoff_model *model)
{
    free(model->vertices);
    free(model->ends);
    free(model->ways);
    free(model->pieces);
    free(model->index);
    free(model->is_local);
    *model = (dmi_payoff_model){0};
}

static bool add_piece(dmi_payoff_model *m, int32_t piece)
{
    if (m->is_local[piece])
        return true;
    if (!dmi_reserve(&m->pieces, &m->piece_room, (size_t)m->piece_count + 1, sizeof *m->pieces))
        return false;
    m->is_local[piece] = 1;
    m->pieces[m->piece_count++] = piece;
    return true;
}

/* One end of the piece of a new site, over which it goes on. */
typedef struct {
    int32_t site; /* of choice.add */
    int side;     /* 0 for a, 1 for b */
    int64_t length;
    const dmi_near_row *row; /* the vertices near this end */
} way_out;

/* Calls `visit` for every way out of a new site; false without memory. */
static bool each_way_out(dmi_payoff_model *m, bool (*visit)(dmi_payoff_model *, const way_out *))
{
    for (int32_t i = 0; i < m->choice.add_count; i++)
        for (int side = 0; side < 2; side++) {
            const dmi_move_spot *spot = &m->choice.add[i];
            /* The first stub goes on over a, the last one over b; a vertex without edges nowhere.
             */
            if (spot->piece < 0 || spot->stub != (side ? m->board->cuts[spot->piece] : 0))
                continue;
            const dmi_piece *piece = &m->board->position.net.piece[spot->piece];
            const way_out out = {i, side, piece->length,
                                 dmi_move_board_row(m->board, side ? piece->b : piece->a)};
            if (!out.row || !visit(m, &out))
                return false;
        }
    return true;
}

/* Adds the vertices near this end and the pieces at them, and counts the ways to them. */
static bool count_ways(dmi_payoff_model *m, const way_out *out)
{
    const dmi_line_network *net = &m->board->position.net;
    for (int32_t k = 0; k < out->row->count; k++) {
        int32_t v = out->row->near[k].vertex;
        size_t need = (size_t)m->vertex_count + 1;
        if (m->index[v] < 0) {
            if (!dmi_reserve(&m->vertices, &m->vertex_room, need, sizeof *m->vertices) ||
                !dmi_reserve(&m->ends, &m->end_room, need, sizeof *m->ends))
                return false;
            m->index[v] = m->vertex_count;
            m->vertices[m->vertex_count++] = (dmi_model_vertex){v, 0, 0};
            for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++)
                if (!add_piece(m, net->arc_piece[arc]))
                    return false;
        }
        m->vertices[m->index[v]].count++;
    }
    m->way_count += out->row->count;
    return true;
}

static bool store_ways(dmi_payoff_model *m, const way_out *out)
{
    for (int32_t k = 0; k < out->row->count; k++) {
        dmi_model_vertex *v = &m->vertices[m->index[out->row->near[k].vertex]];
        m->ways[v->first + v->count++] =
            (dmi_model_way){m->choice.cut_count + out->site, out->side ? -1 : 1,
                            out->row->near[k].far + (out->side ? out->length : 0)};
    }
    return true;
}

static dmi_linear_form form_difference(const dmi_linear_form *a, const dmi_linear_form *b,
                                       int32_t dim)
{
    dmi_linear_form form = {.at = a->at - b->at};
    for (int32_t i = 0; i < dim; i++)
        form.slope[i] = a->slope[i] - b->slope[i];
    return form;
}

static dmi_linear_form place_form(int32_t place)
{
    dmi_linear_form form = {0};
    form.slope[place] = 1;
    return form;
}

/* Keeps the places where b - a >= 0, or > 0. */
static bool keep_order(dmi_polytope *polytope, int32_t a, int32_t b, bool strict)
{
    dmi_linear_form low = place_form(a), high = place_form(b);
    dmi_linear_form way = form_difference(&high, &low, polytope->dim);
    return dmi_polytope_clip(polytope, &way, 1, strict, polytope);
}

/* The number of the cut that ends this stub at its low or high end, or -1. */
static int32_t cut_beside(const dmi_move_choice *c, const dmi_move_spot *spot, bool high)
{
    int32_t nth = high ? spot->stub : spot->stub - 1;
    for (int32_t i = 0; i < c->cut_count; i++)
        if (c->cut[i].piece == spot->piece && nth-- == 0)
            return i;
    return -1;
}

/* Places are in order along a piece, sites stay on their stubs. */
static bool keep_on_stubs(const dmi_move_choice *c, dmi_polytope *polytope)
{
    bool is_left = true;
    for (int32_t i = 1; is_left && i < c->cut_count; i++)
        if (c->cut[i].piece == c->cut[i - 1].piece)
            is_left = keep_order(polytope, i - 1, i, false);
    for (int32_t i = 0; is_left && i < c->add_count; i++) {
        const dmi_move_spot *spot = &c->add[i];
        int32_t place = c->cut_count + i;
        int32_t low = spot->piece < 0 ? -1 : cut_beside(c, spot, false);
        int32_t high = spot->piece < 0 ? -1 : cut_beside(c, spot, true);
        if (low >= 0)
            is_left = keep_order(polytope, low, place, !c->beside_cuts);
        if (is_left && high >= 0)
            is_left = keep_order(polytope, place, high, !c->beside_cuts);
        if (is_left && i > 0 && spot->piece >= 0 && spot->piece == spot[-1].piece &&
            spot->stub == spot[-1].stub)
            is_left = keep_order(polytope, place - 1, place, true);
    }
    return is_left;
}

/* All places of the choice; false: there are none. */
static bool make_polytope(const dmi_move_choice *c, int32_t dim, bool keeps_planes,
                          dmi_polytope *polytope)
{
    int64_t low[DMI_MOST_PLACES], high[DMI_MOST_PLACES];
    uint64_t strict = 0; /* facets 2i and 2i+1 of the box are the ends of place i */
    for (int32_t i = 0; i < dim; i++) {
        const dmi_move_spot *spot = i < c->cut_count ? &c->cut[i] : &c->add[i - c->cut_count];
        low[i] = spot->low;
        high[i] = spot->high;
        strict |= (uint64_t)(spot->open_low | spot->open_high << 1) << 2 * i;
    }
    dmi_polytope_box(dim, low, high, keeps_planes, polytope);
    polytope->strict = strict;
    if (!keep_on_stubs(c, polytope))
        return false;
    uint64_t shared = polytope->strict; /* an open end of a place that holds all that is left */
    for (int32_t i = 0; i < polytope->count; i++)
        shared &= polytope->corner[i].on;
    return shared == 0;
}

dm_status dmi_payoff_model_set(dmi_payoff_model *m, const dmi_move_choice *choice,
                               dmi_polytope *polytope, dm_error *err)
{
    const dmi_move_board *b = m->board;
    int32_t next = 0;
    for (int32_t i = 0; i < m->vertex_count; i++)
        m->index[m->vertices[i].vertex] = -1;
    for (int32_t i = 0; i < m->piece_count; i++)
        m->is_local[m->pieces[i]] = 0;
    m->vertex_count = m->way_count = m->piece_count = 0;
    m->choice = *choice;
    m->dim = choice->cut_count + choice->add_count;
    assert(b->frame_count == choice->cut_count && m->dim <= DMI_MOST_PLACES);
    bool fits = each_way_out(m, count_ways) &&
                dmi_reserve(&m->ways, &m->way_room, (size_t)m->way_count, sizeof *m->ways);
    for (int32_t i = 0; fits && i < m->vertex_count; i++) { /* the ways to each vertex in a row */
        m->vertices[i].first = next;
        next += m->vertices[i].count;
        m->vertices[i].count = 0;
    }
    fits = fits && each_way_out(m, store_ways);
    assert(!fits || next == m->way_count);
    for (int32_t i = 0; fits && i < choice->cut_count; i++)
        fits = add_piece(m, choice->cut[i].piece);
    for (int32_t i = 0; fits && i < choice->add_count; i++)
        fits = choice->add[i].piece < 0 || add_piece(m, choice->add[i].piece);
    if (!fits)
        return dmi_no_memory(err);
    memcpy(m->rest, b->held, sizeof m->rest);
    for (int32_t i = 0; i < m->piece_count; i++)
        if (b->cuts[m->pieces[i]] == 0)
            dmi_line_position_add_piece(&b->position, m->pieces[i], b->reach, -1, m->rest);
    if (!make_polytope(choice, m->dim, m->keeps_planes, polytope))
        polytope->count = 0;
    return DM_OK;
}

int32_t dmi_payoff_model_vertex_under(const dmi_payoff_model *m, int32_t i, const dmi_corner *at)
{
    const dmi_move_spot *spot = &m->choice.add[i];
    int64_t num = at->num[m->choice.cut_count + i];
    if (spot->piece < 0)
        return spot->vertex;
    const dmi_piece *piece = &m->board->position.net.piece[spot->piece];
    if (spot->stub == 0 && num == 0)
        return piece->a;
    return spot->stub == m->board->cuts[spot->piece] && num == piece->length * at->den ? piece->b
                                                                                       : -1;
}

bool dmi_payoff_model_allows(const dmi_payoff_model *m, const dmi_corner *at)
{
    for (int32_t i = 0; i < m->choice.add_count; i++)
        for (int32_t j = 0; j < i; j++)
            if (dmi_payoff_model_vertex_under(m, i, at) >= 0 &&
                dmi_payoff_model_vertex_under(m, i, at) == dmi_payoff_model_vertex_under(m, j, at))
                return false;
    return true;
}

static dmi_linear_form way_form(const dmi_model_way *way)
{
    dmi_linear_form form = {.at = way->far};
    form.slope[way->place] = way->sign;
    return form;
}

/* Who has vertex v, all over the polytope. */
static dmi_model_split decide_vertex(const dmi_payoff_model *m, const dmi_polytope *polytope,
                                     const dmi_model_vertex *v, dmi_model_end *end,
                                     dmi_linear_form *plane)
{
    const dmi_reach *old = &m->board->reach[v->vertex];
    uint64_t us = UINT64_C(1) << m->board->ask.player;
    uint32_t not_later = 0;
    bool is_ours = old->when == DMI_NEVER, is_tied = false, is_open = false;
    for (int32_t i = 0; i < v->count; i++) {
        dmi_linear_form way = way_form(&m->ways[v->first + i]);
        way.at -= old->when;
        dmi_polytope_sign side =
            old->when == DMI_NEVER ? DMI_BELOW : dmi_polytope_side(polytope, &way);
        if (side != DMI_ABOVE)
            not_later |= UINT32_C(1) << i;
        is_ours |= side == DMI_BELOW;
        is_tied |= side == DMI_ZERO;
        if (side == DMI_BOTH && !is_open)
            *plane = way;
        is_open |= side == DMI_BOTH;
    }
    if (is_ours) {
        end->players = us;
        /* The earliest of the ways in `set`, all over the polytope; DMI_SPLIT_LOOSE if it is not
         * decided. */
        uint32_t set = not_later;
        assert(set != 0);
        end->when = way_form(&m->ways[v->first + __builtin_ctz(set)]);
        for (set &= set - 1; set; set &= set - 1) {
            dmi_linear_form other = way_form(&m->ways[v->first + __builtin_ctz(set)]);
            *plane = form_difference(&other, &end->when, m->dim);
            dmi_polytope_sign side = dmi_polytope_loose_side(polytope, plane);
            if (side == DMI_BOTH)
                return DMI_SPLIT_LOOSE;
            if (side == DMI_BELOW)
                end->when = other;
        }
        return DMI_SPLIT_NONE;
    }
    end->players = old->players | (is_tied ? us : 0);
    end->when = (dmi_linear_form){.at = old->when};
    return is_open ? DMI_SPLIT_STRICT : DMI_SPLIT_NONE;
}

dmi_model_split dmi_payoff_model_decide(dmi_payoff_model *m, const dmi_polytope *polytope,
                                        dmi_linear_form *plane)
{
    dmi_model_split loose = DMI_SPLIT_NONE;
    dmi_linear_form tried;
    for (int32_t i = 0; i < m->vertex_count; i++) {
        dmi_model_split split = decide_vertex(m, polytope, &m->vertices[i], &m->ends[i], &tried);
        if (split == DMI_SPLIT_NONE)
            continue;
        if (split == DMI_SPLIT_STRICT || loose == DMI_SPLIT_NONE)
            *plane = tried;
        if (split == DMI_SPLIT_STRICT)
            return split;
        loose = split;
    }
    return loose;
}

static void give_length(const dmi_payoff_model *m, uint64_t players, const dmi_linear_form *twice,
                        dmi_linear_form *payoff)
{
    for (uint64_t rest = players; rest; rest &= rest - 1) {
        int32_t p = __builtin_ctzll(rest);
        int64_t half = dmi_line_position_share(&m->board->position, players, p) / 2;
        payoff[p].at += half * twice->at;
        for (int32_t i = 0; i < m->dim; i++)
            payoff[p].slope[i] += half * twice->slope[i];
    }
}

/* A segment between two ends, `length` long. */
static void give_segment(const dmi_payoff_model *m, const dmi_model_end *a, const dmi_model_end *b,
                         const dmi_linear_form *length, dmi_linear_form *payoff)
{
    dmi_linear_form to_a = {0}, to_b = {0}; /* twice the parts */
    for (int32_t i = -1; i < m->dim; i++) {
        dmi_wide whole = i < 0 ? length->at : length->slope[i];
        dmi_wide later = i < 0 ? b->when.at - a->when.at : b->when.slope[i] - a->when.slope[i];
        if (!a->players || !b->players)
            later = a->players ? whole : -whole;
        if (i < 0) {
            to_a.at = whole + later;
            to_b.at = whole - later;
        } else {
            to_a.slope[i] = (int64_t)(whole + later);
            to_b.slope[i] = (int64_t)(whole - later);
        }
    }
    give_length(m, a->players, &to_a, payoff);
    give_length(m, b->players, &to_b, payoff);
}

static dmi_model_end end_at(const dmi_payoff_model *m, int32_t v)
{
    const dmi_reach *old = &m->board->reach[v];
    if (m->index[v] >= 0)
        return m->ends[m->index[v]];
    return (dmi_model_end){old->players, {.at = old->players ? old->when : 0}};
}

/* One stub of a piece, from the end `at` (place `from`) to the end `last` (place `to`). */
static void give_stub(const dmi_payoff_model *m, int32_t piece, int32_t stub, dmi_model_end at,
                      dmi_linear_form from, const dmi_model_end *last, const dmi_linear_form *to,
                      dmi_linear_form *payoff)
{
    dmi_linear_form length;
    for (int32_t i = 0; i < m->choice.add_count; i++) {
        if (m->choice.add[i].piece != piece || m->choice.add[i].stub != stub)
            continue;
        const dmi_model_end site = {UINT64_C(1) << m->board->ask.player, {0}};
        dmi_linear_form place = place_form(m->choice.cut_count + i);
        length = form_difference(&place, &from, m->dim);
        give_segment(m, &at, &site, &length, payoff);
        at = site;
        from = place;
    }
    length = form_difference(to, &from, m->dim);
    give_segment(m, &at, last, &length, payoff);
}

void dmi_payoff_model_payoffs(const dmi_payoff_model *m, dmi_linear_form *out)
{
    for (int32_t p = 0; p < m->board->level->player_count; p++)
        out[p] = (dmi_linear_form){.at = m->rest[p]};
    for (int32_t i = 0; i < m->piece_count; i++) {
        int32_t piece = m->pieces[i];
        const dmi_piece *own = &m->board->position.net.piece[piece];
        const dmi_model_end nobody = {0};
        dmi_model_end at = end_at(m, own->a);
        dmi_linear_form from = {0};
        int32_t stub = 0;
        for (int32_t k = 0; k < m->choice.cut_count; k++) {
            if (m->choice.cut[k].piece != piece)
                continue;
            dmi_linear_form place = place_form(k);
            give_stub(m, piece, stub++, at, from, &nobody, &place, out);
            at = nobody;
            from = place;
        }
        const dmi_model_end last = end_at(m, own->b);
        const dmi_linear_form to = {.at = own->length};
        give_stub(m, piece, stub, at, from, &last, &to, out);
    }
}
