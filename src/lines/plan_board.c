/* plan_board.c - who reaches what once pieces are cut, and which vertices a new site could reach.
 *
 * Dijkstra's search from all sites, without the pieces that are cut.  A search from a vertex ends
 * at vertices that somebody reaches earlier: everything behind them was reached earlier, too.
 *
 * Cost: O(m + n log n) for a set of cuts; a row costs what it reaches.
 */
#include "lines/plan_board.h"

#include <stdlib.h>
#include <string.h>

static const dmi_wide most_units = (dmi_wide)1 << 60;

static dm_status check_size(const dmi_plan_board *b, dm_error *err)
{
    if ((dmi_wide)b->position.net.total * b->position.scale > most_units)
        return dmi_fail(err, DM_TOO_LARGE,
                        "the lengths need more than 60 bits over their common denominator; several "
                        "moves need smaller ones");
    return DM_OK;
}

static dm_status make_level(const dm_level *level, const bool *removed, dm_level **out,
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

static dm_status make_arrays(dmi_plan_board *b, dm_error *err)
{
    size_t n = (size_t)b->position.net.n;
    b->cuts = dmi_array_zeroed(&b->arrays, (size_t)b->position.net.piece_count, sizeof *b->cuts);
    b->reach = dmi_array(&b->arrays, n, sizeof *b->reach);
    b->held = dmi_array(&b->arrays, DM_MAX_LINE_PLAYERS, sizeof *b->held);
    b->row = dmi_array_zeroed(&b->arrays, n, sizeof *b->row);
    b->far = dmi_array(&b->arrays, n, sizeof *b->far);
    for (size_t v = 0; !b->arrays.failed && v < n; v++)
        b->far[v] = DMI_NEVER;
    return b->arrays.failed ? dmi_no_memory(err) : DM_OK; /* what is there is cleared later */
}

dm_status dmi_plan_board_init(const dm_level *level, const dm_line_ask *ask, const bool *removed,
                              dmi_plan_board *out, dm_error *err)
{
    *out = (dmi_plan_board){.ask = *ask};
    dm_status status = make_level(level, removed, &out->level, err);
    if (status == DM_OK)
        status = dmi_lines_position_init(out->level, &out->ask, &out->position, err);
    if (status == DM_OK) {
        out->position.scale *= 2;
        for (int32_t p = 0; p < level->player_count; p++)
            out->position.before[p] *= 2;
        status = check_size(out, err);
    }
    if (status == DM_OK)
        status = make_arrays(out, err);
    if (status == DM_OK)
        status = dmi_plan_board_cut(out, NULL, 0, err);
    if (status != DM_OK)
        dmi_plan_board_clear(out);
    return status;
}

void dmi_plan_board_forget(dmi_plan_board *b)
{
    for (int32_t v = 0; b->row && v < b->position.net.n; v++) {
        free(b->row[v].near);
        b->row[v] = (dmi_plan_row){NULL, 0};
    }
}

void dmi_plan_board_clear(dmi_plan_board *b)
{
    dmi_plan_board_forget(b);
    dmi_lines_position_clear(&b->position);
    dmi_arrays_free(&b->arrays);
    dmi_heap_clear(&b->heap);
    dm_level_free(b->level);
    *b = (dmi_plan_board){0};
}

static bool offer(dmi_plan_board *b, int32_t v, int64_t when, uint64_t players, int32_t piece)
{
    dmi_reach *there = &b->reach[v];
    if (when > there->when)
        return true;
    if (when == there->when) {
        there->players |= players;
        return true;
    }
    *there = (dmi_reach){when, players, piece};
    return dmi_heap_push(&b->heap, (uint64_t)when, (uint32_t)v);
}

static bool spread(dmi_plan_board *b)
{
    const dmi_network *net = &b->position.net;
    bool fits = true;
    while (fits && b->heap.count > 0) {
        dmi_heap_entry next = dmi_heap_pop(&b->heap);
        int32_t v = (int32_t)next.item;
        if ((int64_t)next.key > b->reach[v].when)
            continue;
        for (uint32_t arc = net->first[v]; fits && arc < net->first[v + 1]; arc++) {
            int32_t piece = net->arc_piece[arc];
            fits = b->cuts[piece] > 0 ||
                   offer(b, dmi_other_end(net, piece, v),
                         b->reach[v].when + net->piece[piece].length, b->reach[v].players, piece);
        }
    }
    return fits;
}

dm_status dmi_plan_board_cut(dmi_plan_board *b, const int32_t *pieces, int32_t count, dm_error *err)
{
    const dmi_network *net = &b->position.net;
    bool fits = true;
    dmi_plan_board_forget(b);
    memset(b->cuts, 0, (size_t)net->piece_count * sizeof *b->cuts);
    for (int32_t i = 0; i < count; i++)
        b->cuts[pieces[i]]++;
    b->heap.count = 0;
    for (int32_t v = 0; v < net->n; v++)
        b->reach[v] = (dmi_reach){DMI_NEVER, 0, -1};
    for (int32_t v = 0; fits && v < net->n; v++)
        if (net->owner[v] >= 0)
            fits = offer(b, v, 0, UINT64_C(1) << net->owner[v], -1);
    fits = fits && spread(b);
    memset(b->held, 0, DM_MAX_LINE_PLAYERS * sizeof *b->held);
    for (int32_t i = 0; fits && i < net->piece_count; i++)
        if (b->cuts[i] == 0)
            dmi_lines_add_piece(&b->position, i, b->reach, 1, b->held);
    return fits ? DM_OK : dmi_no_memory(err);
}

typedef struct growing_row {
    dmi_plan_near *near;
    size_t count, capacity;
} growing_row;

static bool visit(dmi_plan_board *b, growing_row *row, int32_t v, int64_t far)
{
    if (far > b->reach[v].when || far >= b->far[v])
        return true;
    if (b->far[v] == DMI_NEVER) {
        if (!dmi_reserve(&row->near, &row->capacity, row->count + 1, sizeof *row->near))
            return false;
        row->near[row->count++].vertex = v;
    }
    b->far[v] = far;
    return dmi_heap_push(&b->heap, (uint64_t)far, (uint32_t)v);
}

static bool fill_row(dmi_plan_board *b, int32_t v, growing_row *row)
{
    const dmi_network *net = &b->position.net;
    b->heap.count = 0;
    bool fits =
        dmi_reserve(&row->near, &row->capacity, 1, sizeof *row->near) && visit(b, row, v, 0);
    while (fits && b->heap.count > 0) {
        dmi_heap_entry next = dmi_heap_pop(&b->heap);
        int32_t at = (int32_t)next.item;
        if ((int64_t)next.key > b->far[at])
            continue;
        for (uint32_t arc = net->first[at]; fits && arc < net->first[at + 1]; arc++) {
            int32_t piece = net->arc_piece[arc];
            fits = b->cuts[piece] > 0 || visit(b, row, dmi_other_end(net, piece, at),
                                               (int64_t)next.key + net->piece[piece].length);
        }
    }
    for (size_t i = 0; i < row->count; i++) {
        row->near[i].far = b->far[row->near[i].vertex];
        b->far[row->near[i].vertex] = DMI_NEVER;
    }
    return fits;
}

const dmi_plan_row *dmi_plan_board_row(dmi_plan_board *b, int32_t v)
{
    growing_row row = {0};
    if (b->row[v].near)
        return &b->row[v];
    if (!fill_row(b, v, &row)) {
        free(row.near);
        return NULL;
    }
    b->row[v] = (dmi_plan_row){row.near, (int32_t)row.count};
    return &b->row[v];
}
