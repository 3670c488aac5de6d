/* cut_pairs.c - the best two cuts.
 *
 * A cut changes who reaches some vertices, and when.  It concerns these vertices, the ends of its
 * piece, and the neighbours of all these:
 *
 *      o---X   X---*---*---o       * changes, o is a neighbour
 *
 * If two cuts concern no vertex in common, neither sees the other, and what they change adds up for
 * every player.  So the leads of single cuts bound such a pair, and lists in the order of the leads
 * end early.  (A vertex that is only a neighbour of changes on both sides matters if it is reached
 * over several pieces at once: it may lose both.)  Of other pairs only those are tried whose
 * bounds of move_gains.c are large enough.  A try computes again what lies behind the second
 * cut.
 *
 * Cost: what lies behind each piece, once, and what lies behind the second cut of each pair tried.
 */
#include "lines/sets/cut_pairs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOUCHES = 1024, MOST_IN_ALL = 1 << 22 };

static dm_status pairs_make_arrays(dmi_cut_pairs *p, dm_error *err)
{
    size_t n = (size_t)p->board->position.net.n;
    size_t pieces = (size_t)p->board->position.net.piece_count;
    size_t players = (size_t)p->board->level->player_count;
    dmi_arrays *a = &p->arrays;
    p->most = dmi_array(a, pieces * players, sizeof *p->most);
    p->before = dmi_array(a, players, sizeof *p->before);
    p->best_first = dmi_array(a, pieces, sizeof *p->best_first);
    p->spot_of = dmi_array(a, pieces, sizeof *p->spot_of);
    p->first = dmi_array_zeroed(a, n + 2, sizeof *p->first);
    p->of_piece = dmi_array_zeroed(a, pieces + 1, sizeof *p->of_piece);
    p->is_wide = dmi_array_zeroed(a, pieces, sizeof *p->is_wide);
    p->wide = dmi_array(a, pieces, sizeof *p->wide);
    p->mark = dmi_array_zeroed(a, pieces, sizeof *p->mark);
    p->mark_vertex = dmi_array_zeroed(a, n, sizeof *p->mark_vertex);
    p->with = dmi_array(a, pieces, sizeof *p->with);
    return dmi_arrays_check(a, err);
}

/* The cut of `piece` concerns v, which may change or not. */
static bool pairs_touch(dmi_cut_pairs *p, int32_t piece, int32_t v, bool changes)
{
    if (p->mark_vertex[v] == piece + 1)
        return true;
    p->mark_vertex[v] = piece + 1;
    if (!dmi_reserve(&p->touch, &p->touch_room, p->touch_count + 1, sizeof *p->touch))
        return false;
    p->touch[p->touch_count++] = (dmi_cut_touch){piece, changes ? v : ~v};
    return true;
}

/* Cuts each piece alone. */
static dm_status cut_each_piece(dmi_cut_pairs *p, dm_error *err)
{
    dmi_set_search *s = p->search;
    int32_t players = s->level->player_count;
    dm_status status = DM_OK;
    dmi_move_board_leads(p->board, p->before);
    for (int32_t i = 0; status == DM_OK && i < p->board->position.net.piece_count; i++) {
        status = dmi_move_board_cut(p->board, i, err);
        if (status != DM_OK)
            break;
        dmi_move_board_leads(p->board, &p->most[(size_t)i * (size_t)players]);
        uint64_t work = 1 + p->board->log_count;
        p->of_piece[i] = (uint32_t)p->touch_count;
        /* The vertices that change, and the ends of the piece; then their neighbours. */
        const dmi_move_board *b = p->board;
        const dmi_line_network *net = &b->position.net;
        size_t start = p->touch_count;
        bool fits =
            pairs_touch(p, i, net->piece[i].a, true) && pairs_touch(p, i, net->piece[i].b, true);
        for (size_t k = b->frame[b->frame_count - 1].first; fits && k < b->log_count; k++) {
            const dmi_reach *old = &b->log[k].reach, *now = &b->reach[b->log[k].vertex];
            if (old->when != now->when || old->players != now->players)
                fits = pairs_touch(p, i, b->log[k].vertex, true);
        }
        size_t changed = p->touch_count;
        bool is_wide = changed - start > MOST_TOUCHES || changed > MOST_IN_ALL;
        for (size_t k = start; fits && !is_wide && k < changed; k++) {
            int32_t v = p->touch[k].vertex;
            for (uint32_t arc = net->first[v]; fits && arc < net->first[v + 1]; arc++)
                fits = pairs_touch(p, i, dmi_other_end(net, net->arc_piece[arc], v), false);
        }
        if (is_wide) {
            p->touch_count = start;
            p->is_wide[i] = true;
            p->wide[p->wide_count++] = i;
        }
        if (!fits)
            status = dmi_no_memory(err);
        else if (!dmi_run_report(s->run, work, "combinations", (uint64_t)s->candidates, 0, ""))
            status = dmi_stopped(s->run, err);
        p->of_piece[i + 1] = (uint32_t)p->touch_count;
        dmi_move_board_uncut(p->board);
    }
    return status;
}

static int32_t vertex_of_touch(const dmi_cut_touch *pairs_touch)
{
    return pairs_touch->vertex < 0 ? ~pairs_touch->vertex : pairs_touch->vertex;
}

/* The touches of each vertex in a row. */
static dm_status sort_touches(dmi_cut_pairs *p, dm_error *err)
{
    int32_t n = p->board->position.net.n;
    p->at_vertex = dmi_array(&p->arrays, p->touch_count, sizeof *p->at_vertex);
    if (p->arrays.failed)
        return dmi_arrays_check(&p->arrays, err);
    for (size_t i = 0; i < p->touch_count; i++)
        p->first[vertex_of_touch(&p->touch[i]) + 2]++;
    for (int32_t v = 0; v < n; v++)
        p->first[v + 2] += p->first[v + 1];
    for (size_t i = 0; i < p->touch_count; i++)
        p->at_vertex[p->first[vertex_of_touch(&p->touch[i]) + 1]++] = p->touch[i];
    return DM_OK;
}

typedef struct ranked_piece {
    dmi_wide most;
    int32_t piece;
} ranked_piece;

static int piece_by_most(const void *a, const void *b)
{
    const ranked_piece *x = a, *y = b;
    if (x->most != y->most)
        return x->most > y->most ? -1 : 1;
    return (x->piece > y->piece) - (x->piece < y->piece);
}

/* Orders pieces by their single cuts' lead over the best opponent. */
static dm_status order_pieces(dmi_cut_pairs *p, dm_error *err)
{
    int32_t pieces = p->board->position.net.piece_count, players = p->board->level->player_count;
    ranked_piece *list = dmi_alloc((size_t)pieces, sizeof *list);
    if (!list)
        return dmi_no_memory(err);
    p->key = p->search->ask.player;
    for (int32_t q = 0; p->search->ask.objective != DM_LINE_PAYOFF && q < players; q++)
        if (p->before[q] < p->before[p->key])
            p->key = q;
    for (int32_t i = 0; i < pieces; i++)
        list[i] = (ranked_piece){p->most[(size_t)i * (size_t)players + (size_t)p->key], i};
    qsort(list, (size_t)pieces, sizeof *list, piece_by_most);
    for (int32_t i = 0; i < pieces; i++)
        p->best_first[i] = list[i].piece;
    for (int32_t i = p->cut_count - 1; i >= 0; i--)
        p->spot_of[p->cuts[i].piece] = i;
    free(list);
    return DM_OK;
}

/* Marks by spot, because a piece may have several. */
static void add_dependent(dmi_cut_pairs *p, int32_t spot, int32_t piece)
{
    if (p->mark[piece] != spot + 1)
        p->with[p->with_count++] = piece;
    p->mark[piece] = spot + 1;
}

/* Whether v is reached over several pieces at once. */
static bool is_reached_over_several(const dmi_cut_pairs *p, int32_t v)
{
    const dmi_line_network *net = &p->board->position.net;
    const dmi_reach *reach = p->board->position.reach;
    int32_t count = 0;
    for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
        int32_t piece = net->arc_piece[arc], z = dmi_other_end(net, piece, v);
        count +=
            reach[z].when != DMI_NEVER && reach[z].when + net->piece[piece].length == reach[v].when;
    }
    return count > 1;
}

/* The pieces whose cuts do not simply add to that of spot x, its own among them. */
static void find_dependents(dmi_cut_pairs *p, int32_t x)
{
    int32_t piece = p->cuts[x].piece;
    p->with_count = 0;
    for (int32_t i = 0; p->is_wide[piece] && i < p->board->position.net.piece_count; i++)
        add_dependent(p, x, i);
    for (int32_t i = 0; i < p->wide_count; i++)
        add_dependent(p, x, p->wide[i]);
    for (uint32_t i = p->of_piece[piece]; i < p->of_piece[piece + 1]; i++) {
        int32_t v = vertex_of_touch(&p->touch[i]);
        bool all = p->touch[i].vertex >= 0 || is_reached_over_several(p, v);
        for (uint32_t k = p->first[v]; k < p->first[v + 1]; k++)
            if (all || p->at_vertex[k].vertex >= 0)
                add_dependent(p, x, p->at_vertex[k].piece);
    }
}

static bool are_leads_beaten(const dmi_cut_pairs *p, const dmi_wide *lead)
{
    dmi_set_worth bound = dmi_set_search_worth_of_leads(p->search, lead);
    return dmi_set_search_is_beaten(p->search, &bound);
}

/* By the worth of what lies behind both. */
static bool is_pair_hopeless(const dmi_cut_pairs *p, int32_t x, int32_t y)
{
    return dmi_set_search_is_hopeless(p->search, p->value + p->cuts[x].gain + p->cuts[y].gain);
}

/* Spots x and y; x is cut. */
static dm_status try_pair(dmi_cut_pairs *p, int32_t x, int32_t y, dm_error *err)
{
    assert(p->board->frame_count == 1);
    dmi_wide lead[DM_MAX_LINE_PLAYERS];
    dmi_set_search *s = p->search;
    dm_status status = dmi_move_board_cut(p->board, p->cuts[y].piece, err);
    if (status != DM_OK)
        return status;
    dmi_move_board_leads(p->board, lead);
    uint64_t work = 1 + p->board->log_count;
    if (!are_leads_beaten(p, lead)) {
        p->choice->cut[0] = p->cuts[x];
        p->choice->cut[1] = p->cuts[y];
        p->choice->cut_count = 2;
        status = dmi_search_places(s, p->model, p->choice, err);
        p->choice->cut_count = 0;
        if (status == DM_OK && s->flush)
            status = s->flush(s->user, s, err);
    }
    dmi_move_board_uncut(p->board);
    if (status == DM_OK &&
        !dmi_run_report(s->run, work, "combinations", (uint64_t)s->candidates, 0, ""))
        status = dmi_stopped(s->run, err);
    return status;
}

/* The spots of a piece from x on. */
static dm_status try_dependent(dmi_cut_pairs *p, int32_t x, int32_t piece, dm_error *err)
{
    assert(x >= 0 && x < p->cut_count);
    dm_status status = DM_OK;
    for (int32_t y = p->spot_of[piece];
         status == DM_OK && y < p->cut_count && p->cuts[y].piece == piece && !p->search->done; y++)
        if (y >= x && !is_pair_hopeless(p, x, y))
            status = try_pair(p, x, y, err);
    return status;
}

dm_status dmi_search_cut_pairs(dmi_cut_pairs *p, dm_error *err)
{
    assert(p->board->frame_count == 0 && p->choice->cut_count == 0 && p->choice->add_count == 0);
    dm_status status = pairs_make_arrays(p, err);
    if (status == DM_OK)
        status = cut_each_piece(p, err);
    if (status == DM_OK)
        status = sort_touches(p, err);
    if (status == DM_OK)
        status = order_pieces(p, err);
    for (int32_t x = 0; status == DM_OK && x < p->cut_count && !p->search->done; x++) {
        if (is_pair_hopeless(p, x, x))
            break;
        p->open = p->value + 2 * p->cuts[x].gain;
        status = dmi_move_board_cut(p->board, p->cuts[x].piece, err);
        if (status != DM_OK)
            break;
        find_dependents(p, x);
        for (int32_t i = 0; status == DM_OK && i < p->with_count; i++)
            status = try_dependent(p, x, p->with[i], err);
        if (status == DM_OK) {
            /* Pairs of x and a piece that does not see it.  Ends where no piece gives enough. */
            int32_t players = p->board->level->player_count, piece = p->cuts[x].piece;
            const dmi_wide *one = &p->most[(size_t)piece * (size_t)players];
            dmi_wide lead[DM_MAX_LINE_PLAYERS];
            for (int32_t i = 0; status == DM_OK && i < p->board->position.net.piece_count; i++) {
                int32_t other = p->best_first[i];
                const dmi_wide *two = &p->most[(size_t)other * (size_t)players];
                dmi_set_worth most = {
                    p->search->ask.objective == DM_LINE_RANK,
                    (one[p->key] + two[p->key] - p->before[p->key]) * p->search->factor, 1, true};
                if (p->search->done || dmi_set_search_is_beaten(p->search, &most))
                    break;
                for (int32_t q = 0; q < players; q++)
                    lead[q] = one[q] + two[q] - p->before[q];
                if (p->mark[other] != x + 1 && !are_leads_beaten(p, lead))
                    status = try_dependent(p, x, other, err);
            }
        }
        dmi_move_board_uncut(p->board);
    }
    free(p->touch);
    dmi_arrays_free(&p->arrays);
    return status;
}
