/* move_board.c - who reaches what once pieces are cut, and which vertices a new site could reach.
 *
 * Searches from all sites, without the pieces that are cut.  A search from a vertex ends at
 * vertices that somebody reaches earlier: everything behind them was reached earlier, too.
 *
 * A cut makes only those vertices later that have a shortest path over it.  They are searched again
 * from their neighbours, and remembered, so that the cut can be taken back.
 *
 * Cost: O(m + n log n) to start with; a cut or a row costs what it reaches.
 */
#include "lines/sets/move_board.h"

#include "lines/diagram/line_network_search.h"
#include "lines/level/draft.h"
#include "lines/sets/polytope.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const dmi_wide most_units_of_board = (dmi_wide)1 << 60;

static dm_status level_without(const dm_level *level, const bool *removed, dm_level **out,
                               dm_error *err)
{
    dm_level draft = *level;
    draft.sites = dmi_alloc((size_t)level->site_count, sizeof *draft.sites);
    if (!draft.sites)
        return dmi_no_memory(err);
    draft.site_count = 0;
    for (int32_t i = 0; i < level->site_count; i++)
        if (!removed[i])
            draft.sites[draft.site_count++] = level->sites[i];
    dm_status status = dm_level_new(&draft, out, err);
    free(draft.sites);
    return status;
}

static dm_status board_make_arrays(dmi_move_board *b, dm_error *err)
{
    size_t n = (size_t)b->position.net.n, pieces = (size_t)b->position.net.piece_count;
    b->cuts = dmi_array_zeroed(&b->arrays, pieces, sizeof *b->cuts);
    b->reach = dmi_array(&b->arrays, n, sizeof *b->reach);
    b->held = dmi_array(&b->arrays, DM_MAX_LINE_PLAYERS, sizeof *b->held);
    b->row = dmi_array_zeroed(&b->arrays, n, sizeof *b->row);
    b->far = dmi_array(&b->arrays, n, sizeof *b->far);
    b->frame = dmi_array(&b->arrays, DMI_MOST_PLACES, sizeof *b->frame);
    b->vertex_mark = dmi_array_zeroed(&b->arrays, n, sizeof *b->vertex_mark);
    b->piece_mark = dmi_array_zeroed(&b->arrays, pieces, sizeof *b->piece_mark);
    b->near_pieces = dmi_array(&b->arrays, pieces, sizeof *b->near_pieces);
    b->near_vertices = dmi_array(&b->arrays, n, sizeof *b->near_vertices);
    for (size_t v = 0; !b->arrays.failed && v < n; v++)
        b->far[v] = DMI_NEVER;
    return b->arrays.failed ? dmi_no_memory(err) : DM_OK; /* what is there is cleared later */
}

dm_status dmi_move_board_init(const dm_level *level, const dm_line_ask *ask, const bool *removed,
                              dmi_move_board *out, dm_error *err)
{
    *out = (dmi_move_board){.ask = *ask};
    dmi_line_position *p = &out->position;
    dmi_line_network *net = &p->net;
    dm_status status = level_without(level, removed, &out->level, err);
    if (status == DM_OK)
        status = dmi_line_position_init(out->level, &out->ask, p, err);
    if (status == DM_OK) {
        /* Counts in units of the whole level, in which the places of removed sites are whole, too.
         */
        int64_t unit = net->unit, total = 0;
        dmi_level_unit(level, &unit, &total);
        int64_t factor = unit / net->unit;
        assert(factor * net->unit == unit);
        net->unit *= factor;
        net->total *= factor;
        for (int32_t i = 0; i < net->piece_count; i++) {
            net->piece[i].offset *= factor;
            net->piece[i].length *= factor;
        }
        for (int32_t v = 0; v < net->n; v++)
            if (p->reach[v].when != DMI_NEVER)
                p->reach[v].when *= factor;
        p->scale *= 2;
        for (int32_t i = 0; i < level->player_count; i++)
            p->before[i] *= (dmi_wide)2 * factor;
        if ((dmi_wide)net->total * p->scale > most_units_of_board)
            status = dmi_fail(err, DM_TOO_LARGE,
                              "the lengths need more than 60 bits over their common denominator; "
                              "several moves need smaller ones");
    }
    if (status == DM_OK)
        status = board_make_arrays(out, err);
    if (status != DM_OK) {
        dmi_move_board_clear(out);
        return status;
    }
    memcpy(out->reach, p->reach, (size_t)net->n * sizeof *out->reach);
    memset(out->held, 0, DM_MAX_LINE_PLAYERS * sizeof *out->held);
    for (int32_t i = 0; i < net->piece_count; i++)
        dmi_line_position_add_piece(p, i, out->reach, 1, out->held);
    assert(memcmp(out->held, p->before, (size_t)level->player_count * sizeof *out->held) == 0);
    return DM_OK;
}

void dmi_move_board_forget(dmi_move_board *b)
{
    for (int32_t v = 0; b->has_rows && v < b->position.net.n; v++) {
        free(b->row[v].near);
        b->row[v] = (dmi_near_row){NULL, 0};
    }
    b->has_rows = false;
}

void dmi_move_board_clear(dmi_move_board *b)
{
    dmi_move_board_forget(b);
    dmi_line_position_clear(&b->position);
    dmi_arrays_free(&b->arrays);
    dmi_heap_clear(&b->heap);
    free(b->log);
    dm_level_free(b->level);
    *b = (dmi_move_board){0};
}

/* Adds a vertex behind the cut; false: no memory. */
static bool log_vertex(dmi_move_board *b, int32_t v)
{
    if (v < 0 || b->vertex_mark[v] == b->mark)
        return true;
    if (!dmi_reserve(&b->log, &b->log_room, b->log_count + 1, sizeof *b->log))
        return false;
    b->vertex_mark[v] = b->mark;
    b->log[b->log_count++] = (dmi_reach_before){v, b->reach[v]};
    return true;
}

/* Writes all vertices with a shortest path over the piece into the log. */
static bool find_behind(dmi_move_board *b, int32_t piece)
{
    const dmi_line_network *net = &b->position.net;
    size_t next = b->log_count;
    bool fits = b->cuts[piece] > 0 || log_vertex(b, dmi_reached_over(net, b->reach, piece));
    for (; fits && next < b->log_count; next++) {
        int32_t v = b->log[next].vertex;
        for (uint32_t arc = net->first[v]; fits && arc < net->first[v + 1]; arc++) {
            int32_t over = net->arc_piece[arc], z = dmi_other_end(net, over, v);
            if (b->cuts[over] == 0 &&
                b->reach[z].when == b->reach[v].when + net->piece[over].length)
                fits = log_vertex(b, z);
        }
    }
    return fits;
}

static void board_add_near_pieces(dmi_move_board *b, int32_t count, int sign)
{
    for (int32_t i = 0; i < count; i++)
        if (b->cuts[b->near_pieces[i]] == 0)
            dmi_line_position_add_piece(&b->position, b->near_pieces[i], b->reach, sign, b->held);
}

/* Searches the vertices in the log from `first` on again, from those around them. */
static bool search_again(dmi_move_board *b, size_t first)
{
    assert(first <= b->log_count);
    const dmi_line_network *net = &b->position.net;
    bool fits = true;
    b->heap.count = 0;
    for (size_t i = first; i < b->log_count; i++)
        b->reach[b->log[i].vertex] = (dmi_reach){DMI_NEVER, 0, -1};
    for (size_t i = first; i < b->log_count; i++) {
        int32_t v = b->log[i].vertex;
        for (uint32_t arc = net->first[v]; fits && arc < net->first[v + 1]; arc++) {
            int32_t piece = net->arc_piece[arc], z = dmi_other_end(net, piece, v);
            int64_t when = b->reach[z].when;
            if (b->cuts[piece] > 0 || b->vertex_mark[z] == b->mark || when == DMI_NEVER)
                continue;
            when += net->piece[piece].length;
            if (dmi_reach_offer(&b->reach[v], when, b->reach[z].players, piece))
                fits = dmi_heap_push(&b->heap, (uint64_t)when, (uint32_t)v);
        }
    }
    return fits && dmi_line_network_spread(net, b->cuts, b->reach, &b->heap);
}

dm_status dmi_move_board_cut(dmi_move_board *b, int32_t piece, dm_error *err)
{
    const dmi_line_network *net = &b->position.net;
    assert(b->frame_count < DMI_MOST_PLACES && piece >= 0 && piece < net->piece_count);
    dmi_cut_frame *frame = &b->frame[b->frame_count];
    dmi_move_board_forget(b);
    frame->piece = piece;
    frame->first = b->log_count;
    memcpy(frame->held, b->held, (size_t)b->level->player_count * sizeof *b->held);
    b->mark++;
    if (!find_behind(b, piece)) {
        b->log_count = frame->first;
        return dmi_no_memory(err);
    }
    int32_t near = 0; /* the pieces at vertices behind the cut, and the one that is cut */
    b->piece_mark[piece] = b->mark;
    b->near_pieces[near++] = piece;
    for (size_t i = frame->first; i < b->log_count; i++) {
        int32_t v = b->log[i].vertex;
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
            int32_t other = net->arc_piece[arc];
            if (b->piece_mark[other] != b->mark)
                b->near_pieces[near++] = other;
            b->piece_mark[other] = b->mark;
        }
    }
    board_add_near_pieces(b, near, -1);
    b->cuts[piece]++;
    b->frame_count++;
    bool fits = search_again(b, frame->first);
    board_add_near_pieces(b, near, 1);
    return fits ? DM_OK : dmi_no_memory(err);
}

void dmi_move_board_uncut(dmi_move_board *b)
{
    assert(b->frame_count > 0);
    const dmi_cut_frame *frame = &b->frame[--b->frame_count];
    dmi_move_board_forget(b);
    for (size_t i = frame->first; i < b->log_count; i++)
        b->reach[b->log[i].vertex] = b->log[i].reach;
    b->log_count = frame->first;
    assert(b->cuts[frame->piece] > 0);
    b->cuts[frame->piece]--;
    memcpy(b->held, frame->held, (size_t)b->level->player_count * sizeof *b->held);
}

/* What one unit of a stub gives the player, less what it gives opponent q (q the player: nothing).
 */
static int64_t lead_of_unit(const dmi_move_board *b, int32_t v, int32_t q)
{
    int32_t me = b->ask.player;
    uint64_t players = b->reach[v].players;
    if (!players)
        return 0;
    return dmi_line_position_share(&b->position, players, me) -
           (q == me ? 0 : dmi_line_position_share(&b->position, players, q));
}

void dmi_move_board_leads(const dmi_move_board *b, dmi_wide *lead)
{
    int32_t me = b->ask.player;
    for (int32_t q = 0; q < b->level->player_count; q++) {
        lead[q] = b->held[me] - (q == me ? 0 : b->held[q]);
        for (int32_t i = 0; i < b->frame_count; i++) {
            int32_t number = b->frame[i].piece;
            const dmi_piece *piece = &b->position.net.piece[number];
            int64_t at_a = lead_of_unit(b, piece->a, q), at_b = lead_of_unit(b, piece->b, q);
            int64_t most = at_a > at_b ? at_a : at_b;
            bool is_again = false;
            for (int32_t k = 0; k < i; k++)
                is_again = is_again || b->frame[k].piece == number;
            if (b->cuts[number] > 1 && most < 0)
                most = 0;
            lead[q] += is_again ? 0 : (dmi_wide)most * piece->length;
        }
    }
}

static bool row_settle(void *user, int32_t v, int64_t when)
{
    const dmi_move_board *b = user;
    return when == b->far[v];
}

/* Everything behind a vertex that somebody reaches earlier is reached earlier, too. */
static bool row_offer(void *user, int32_t piece, int32_t u, int32_t v, int64_t far)
{
    dmi_move_board *b = user;
    (void)u;
    if (b->cuts[piece] > 0 || far > b->reach[v].when || far >= b->far[v])
        return false;
    if (b->far[v] == DMI_NEVER)
        b->near_vertices[b->near_count++] = v;
    b->far[v] = far;
    return true;
}

const dmi_near_row *dmi_move_board_row(dmi_move_board *b, int32_t v)
{
    assert(v >= 0 && v < b->position.net.n);
    static const dmi_line_network_visitor visitor = {row_settle, row_offer};
    dmi_near_row *row = &b->row[v];
    if (row->near)
        return row;
    b->heap.count = 0;
    b->far[v] = 0;
    b->near_vertices[0] = v;
    b->near_count = 1;
    bool fits = dmi_heap_push(&b->heap, 0, (uint32_t)v) &&
                dmi_line_network_search(&b->position.net, &b->heap, &visitor, b);
    dmi_near_vertex *near = fits ? dmi_alloc((size_t)b->near_count, sizeof *near) : NULL;
    for (int32_t i = 0; i < b->near_count; i++) {
        int32_t w = b->near_vertices[i];
        if (near)
            near[i] = (dmi_near_vertex){w, b->far[w]};
        b->far[w] = DMI_NEVER;
    }
    if (!near)
        return NULL;
    *row = (dmi_near_row){near, b->near_count};
    b->has_rows = true;
    return row;
}
