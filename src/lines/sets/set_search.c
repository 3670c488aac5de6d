/* set_search.c - all sets of moves: which sites are removed, which pieces are cut, which stubs get
 * a site.
 *
 * The order of moves hardly matters: every set can be made in the order removals, cuts, sites.  A
 * site may also be added and removed again, which leaves fewer of both.  If the order is given,
 * some places are not allowed: a site that comes before a removal cannot lie where the site was,
 * and one that comes before a cut cannot lie at the cut, only beside it.
 *
 * For each set of removals the pieces are those between the remaining sites; for each set of cuts
 * the times at vertices are computed once; place_search.c searches the places.
 *
 * The most promising cuts and sites come first (move_gains.c), so a loop ends where no set can beat
 * the best.  If the search is stopped, the bound of the loop's place covers all sets that were not
 * searched.
 */
#include "lines/sets/set_search.h"

#include "lines/level/ratio.h"
#include "lines/sets/cut_pairs.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct set_walk {
    dmi_set_search *search;
    dmi_move_board board;
    dmi_payoff_model model;
    dmi_move_choice choice;
    dmi_move_spot *cuts, *adds; /* where cuts and sites may go */
    int32_t cut_count, add_count;
    size_t cut_room, add_room;
    int32_t cuts_left, adds_left;
    const dmi_move_gains *gains; /* those of the whole level, or `own` */
    dmi_move_gains own;
    dmi_wide value; /* without moves, plus the most that those chosen can gain */
    dmi_wide open;  /* no set that was not searched has more, in units of the whole level */
} set_walk;

dm_status dmi_set_search_init(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                              dmi_set_search *out, dm_error *err)
{
    dmi_move_board board;
    *out = (dmi_set_search){.level = level, .ask = *ask, .run = run};
    memset(out->after, true, sizeof out->after);
    out->removed = dmi_calloc((size_t)level->site_count, sizeof *out->removed);
    out->best_removed = dmi_calloc((size_t)level->site_count, sizeof *out->best_removed);
    dm_status status = out->removed && out->best_removed
                           ? dmi_move_board_init(level, ask, out->removed, &board, err)
                           : dmi_no_memory(err);
    if (status != DM_OK) {
        dmi_set_search_clear(out);
        return status;
    }
    out->one = (dmi_wide)board.position.net.unit * board.position.scale;
    dmi_move_board_clear(&board);
    return DM_OK;
}

void dmi_set_search_clear(dmi_set_search *s)
{
    free(s->removed);
    free(s->best_removed);
    free(s->stack);
    dmi_move_gains_clear(&s->gains);
    *s = (dmi_set_search){0};
}

dm_status dmi_set_search_bound(dmi_set_search *s, const int32_t count[4], dm_error *err)
{
    dmi_move_board board;
    dm_status status = dmi_move_board_init(s->level, &s->ask, s->removed, &board, err);
    if (status != DM_OK)
        return status;
    status = dmi_move_gains_init(&board, count, s->run, &s->gains, err);
    s->has_gains = status == DM_OK;
    dmi_move_board_clear(&board);
    return status;
}

void dmi_set_search_leave_open(dmi_set_search *s, dmi_wide value)
{
    if (!s->has_open || value > s->open)
        s->open = value;
    s->has_open = true;
}

/* The same in units of the whole level. */
static bool is_worth_less(const dmi_set_search *s, dmi_wide value)
{
    dmi_set_worth bound = {0, value, 1, true};
    if (s->ask.objective == DM_LINE_RANK)
        bound.rank = value < 0 ? 2 : 1;
    return dmi_set_search_is_beaten(s, &bound);
}

bool dmi_set_search_is_hopeless(const dmi_set_search *s, dmi_wide value)
{
    return is_worth_less(s, value * s->factor);
}

/* Where a removed site was on the piece, in units from its end a; -1: not on it. */
static int64_t place_of_removed(const set_walk *w, const dmi_piece *piece, int32_t site)
{
    const dm_level *level = w->search->level;
    const dm_line_place *place = &level->sites[site].place;
    if (place->vertex >= 0)
        return place->vertex == piece->a ? 0 : place->vertex == piece->b ? piece->length : -1;
    dm_ratio length = level->edges[place->edge].length;
    dmi_wide whole = (dmi_wide)w->board.position.net.unit / length.den * length.num;
    dmi_wide num = whole * place->at.num;
    int64_t at = (int64_t)(num / place->at.den) - piece->offset;
    return place->edge == piece->edge && at >= 0 && at <= piece->length ? at : -1;
}

static bool add_spot(dmi_move_spot **list, int32_t *count, size_t *room, dmi_move_spot spot)
{
    if (!dmi_reserve(list, room, (size_t)*count + 1, sizeof **list))
        return false;
    (*list)[(*count)++] = spot;
    return true;
}

static bool is_taken_before_removal(const set_walk *w, const dmi_piece *piece, int64_t at)
{
    const dmi_set_search *s = w->search;
    for (int32_t i = 0; !s->after[DM_LINE_ADD][DM_LINE_REMOVE] && i < s->level->site_count; i++)
        if (s->removed[i] && place_of_removed(w, piece, i) == at)
            return true;
    return false;
}

/* The places of a piece for a cut, or of a stub for a site, between places that are not allowed: a
 * site was removed there, and such moves come before removals. */
static bool add_spots(set_walk *w, int32_t number, int32_t stub, bool is_cut)
{
    const dmi_set_search *s = w->search;
    const dmi_line_network *net = &w->board.position.net;
    const dmi_piece *piece = &net->piece[number];
    bool low_open = is_cut ? piece->a >= w->board.level->vertex_count
                           : net->owner[piece->a] >= 0 || is_taken_before_removal(w, piece, 0);
    bool high_open =
        is_cut ? piece->b >= w->board.level->vertex_count
               : net->owner[piece->b] >= 0 || is_taken_before_removal(w, piece, piece->length);
    bool has_holes = !s->after[is_cut ? DM_LINE_CUT : DM_LINE_ADD][DM_LINE_REMOVE], fits = true;
    for (int64_t low = 0, high; fits && low < piece->length; low = high) {
        high = piece->length; /* or the nearest place above `low` that is not allowed */
        for (int32_t i = 0; has_holes && i < s->level->site_count; i++) {
            int64_t at = s->removed[i] ? place_of_removed(w, piece, i) : -1;
            if (!(is_cut && s->level->sites[i].place.vertex >= 0) && at > low && at < high)
                high = at;
        }
        bool is_last = high == piece->length;
        dmi_move_spot spot = {
            number, stub, -1, low, high, 0, low > 0 || low_open, !is_last || high_open};
        fits = is_cut ? add_spot(&w->cuts, &w->cut_count, &w->cut_room, spot)
                      : add_spot(&w->adds, &w->add_count, &w->add_room, spot);
    }
    return fits;
}

static bool find_add_spots(set_walk *w)
{
    const dmi_set_search *s = w->search;
    const dmi_line_network *net = &w->board.position.net;
    bool fits = true;
    w->add_count = 0;
    for (int32_t i = 0; fits && i < net->piece_count; i++)
        for (int32_t stub = 0; fits && stub <= w->board.cuts[i]; stub++)
            fits = add_spots(w, i, stub, false);
    for (int32_t v = 0; fits && v < w->board.level->vertex_count; v++) {
        if (net->first[v] < net->first[v + 1] || net->owner[v] >= 0)
            continue; /* only free vertices without edges */
        bool is_taken = false;
        for (int32_t i = 0; !s->after[DM_LINE_ADD][DM_LINE_REMOVE] && i < s->level->site_count; i++)
            is_taken |= s->removed[i] && s->level->sites[i].place.vertex == v;
        if (!is_taken)
            fits = add_spot(&w->adds, &w->add_count, &w->add_room,
                            (dmi_move_spot){-1, 0, v, 0, 0, 0, false, false});
    }
    return fits;
}

/* In the outermost loop: the sets from here on have at most this. */
static void walk_set_open(set_walk *w, dmi_wide most)
{
    const dmi_move_choice *c = &w->choice;
    if (c->cut_count + c->add_count == 0 && most * w->search->factor < w->open)
        w->open = most * w->search->factor;
}

static dm_status choose_adds(set_walk *w, int32_t first, dm_error *err)
{
    dmi_move_choice *c = &w->choice;
    if (w->adds_left == 0)
        return dmi_search_places(w->search, &w->model, c, err);
    dm_status status = DM_OK;
    assert(c->add_count + c->cut_count < DMI_MOST_PLACES);
    for (int32_t i = first; status == DM_OK && i < w->add_count && !w->search->done; i++) {
        bool is_single = w->adds[i].piece < 0;
        /* the most that sets with the moves chosen, and others from this site on, can have */
        dmi_wide most = w->value + w->adds_left * w->adds[i].gain;
        if (dmi_set_search_is_hopeless(w->search, most))
            break;
        walk_set_open(w, most);
        c->add[c->add_count++] = w->adds[i];
        w->value += w->adds[i].gain;
        w->adds_left--;
        status = choose_adds(w, i + is_single, err);
        w->adds_left++;
        w->value -= w->adds[i].gain;
        c->add_count--;
    }
    return status;
}

static int spot_by_gain(const void *a, const void *b)
{
    const dmi_move_spot *x = a, *y = b;
    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    if (x->piece != y->piece)
        return x->piece < y->piece ? -1 : 1;
    if (x->stub != y->stub)
        return x->stub < y->stub ? -1 : 1;
    if (x->vertex != y->vertex)
        return x->vertex < y->vertex ? -1 : 1;
    return (x->low > y->low) - (x->low < y->low);
}

/* The most promising first, those of a piece in a row. */
static void sort_spots(dmi_move_spot *spots, int32_t count, const dmi_wide *gain)
{
    for (int32_t i = 0; i < count; i++)
        spots[i].gain = spots[i].piece >= 0 ? gain[spots[i].piece] : 0;
    if (count > 0)
        qsort(spots, (size_t)count, sizeof *spots, spot_by_gain);
}

dmi_set_worth dmi_set_search_worth_of_leads(const dmi_set_search *s, const dmi_wide *lead)
{
    int32_t me = s->ask.player;
    dmi_set_worth bound = {s->ask.objective == DM_LINE_RANK, lead[me], 1, true};
    for (int32_t q = 0; s->ask.objective != DM_LINE_PAYOFF && q < s->level->player_count; q++) {
        if (q == me)
            continue;
        bound.rank += s->ask.objective == DM_LINE_RANK && lead[q] < 0;
        bound.num = lead[q] < bound.num ? lead[q] : bound.num;
    }
    bound.num *= s->factor;
    return bound;
}

static dm_status choose_cuts(set_walk *w, int32_t first, dm_error *err)
{
    dmi_move_choice *c = &w->choice;
    if (w->cuts_left == 0 && c->cut_count > 0 && w->adds_left == 0) {
        dmi_wide lead[DM_MAX_LINE_PLAYERS]; /* can these cuts beat the best, wherever they are? */
        dmi_move_board_leads(&w->board, lead);
        dmi_set_worth bound = dmi_set_search_worth_of_leads(w->search, lead);
        if (dmi_set_search_is_beaten(w->search, &bound))
            return DM_OK;
    }
    if (w->cuts_left == 0) {
        /* The places of new sites, and of the cuts made. */
        dm_status status = DM_OK;
        if (w->adds_left > 0 && !find_add_spots(w))
            status = dmi_no_memory(err);
        else if (w->adds_left > 0)
            sort_spots(w->adds, w->add_count, w->gains->add);
        if (status == DM_OK)
            status = choose_adds(w, 0, err);
        if (status == DM_OK && w->search->flush)
            status = w->search->flush(w->search->user, w->search, err);
        return status;
    }
    dm_status status = DM_OK;
    for (int32_t i = first; status == DM_OK && i < w->cut_count && !w->search->done; i++) {
        dmi_wide most =
            w->value + w->cuts_left * w->cuts[i].gain + w->adds_left * w->gains->most_add;
        assert(i == first || w->cuts[i].gain <= w->cuts[i - 1].gain);
        if (dmi_set_search_is_hopeless(w->search, most))
            break;
        walk_set_open(w, most);
        c->cut[c->cut_count++] = w->cuts[i];
        w->value += w->cuts[i].gain;
        w->cuts_left--;
        status = dmi_move_board_cut(&w->board, w->cuts[i].piece, err);
        if (status == DM_OK) {
            status = choose_cuts(w, i, err);
            dmi_move_board_uncut(&w->board);
        }
        w->cuts_left++;
        w->value -= w->cuts[i].gain;
        c->cut_count--;
        if (status == DM_OK && !dmi_run_report(w->search->run, 1, "combinations",
                                               (uint64_t)w->search->candidates, 0, ""))
            status = dmi_stopped(w->search->run, err);
    }
    return status;
}

/* The most that sets can have that remove the sites chosen and `left` others from number i on. */
static dmi_wide most_from_site(const dmi_set_search *s, int32_t i, int32_t left)
{
    assert(i >= 0 && left >= 0 && s->has_gains);
    const int32_t count[4] = {s->count[DM_LINE_ADD], 0, s->count[DM_LINE_CUT], 0};
    dmi_wide most = 0;
    for (; i < s->level->site_count; i++)
        most = s->gains.remove[i] > most ? s->gains.remove[i] : most;
    return dmi_move_gains_most(&s->gains, count) + s->removal_gain + left * most;
}

/* All sets on the walk's board.  The gains are those of the whole level if no site is removed. */
static dm_status search_board(set_walk *w, bool is_whole, dm_error *err)
{
    const dmi_set_search *s = w->search;
    const int32_t count[4] = {w->adds_left, 0, w->cuts_left, 0};
    dm_status status = DM_OK;
    w->gains = is_whole && s->has_gains ? &s->gains : &w->own;
    if (w->gains == &w->own)
        status = dmi_move_gains_init(&w->board, count, s->run, &w->own, err);
    w->value = w->gains->before;
    for (int32_t i = 0;
         status == DM_OK && w->cuts_left > 0 && i < w->board.position.net.piece_count; i++)
        if (!add_spots(w, i, 0, true))
            status = dmi_no_memory(err);
    if (status != DM_OK)
        return status;
    sort_spots(w->cuts, w->cut_count, w->gains->cut);
    if (w->cuts_left != 2 || w->adds_left > 0)
        return choose_cuts(w, 0, err);
    dmi_cut_pairs pairs = {.search = w->search,
                           .board = &w->board,
                           .model = &w->model,
                           .choice = &w->choice,
                           .cuts = w->cuts,
                           .cut_count = w->cut_count,
                           .value = w->value,
                           .open = w->value + 2 * w->cuts[0].gain};
    status = dmi_search_cut_pairs(&pairs, err);
    walk_set_open(w, pairs.open);
    return status;
}

static dm_status choose_removals(dmi_set_search *s, int32_t first, int32_t left, int32_t undone,
                                 dm_error *err)
{
    assert(left >= 0 && undone >= 0);
    dm_status status = DM_OK;
    if (left == 0) {
        /* All sets with the sites that are removed now, `undone` of the new ones being removed
         * again. */
        set_walk w = {.search = s,
                      .cuts_left = s->count[DM_LINE_CUT],
                      .adds_left = s->count[DM_LINE_ADD] - undone};
        assert(w.adds_left >= 0);
        w.choice.beside_cuts = s->after[DM_LINE_ADD][DM_LINE_CUT];
        s->undone = undone;
        status = dmi_move_board_init(s->level, &s->ask, s->removed, &w.board, err);
        if (status != DM_OK)
            return status;
        s->factor = s->one / ((dmi_wide)w.board.position.net.unit * w.board.position.scale);
        assert(s->factor > 0);
        status = dmi_payoff_model_init(&w.board, &w.model, err);
        w.open = most_from_site(s, 0, 0);
        if (status == DM_OK)
            status = search_board(&w, s->count[DM_LINE_REMOVE] == undone, err);
        if (status == DM_STOPPED)
            dmi_set_search_leave_open(s, w.open);
        free(w.cuts);
        free(w.adds);
        dmi_move_gains_clear(&w.own);
        dmi_payoff_model_clear(&w.model);
        dmi_move_board_clear(&w.board);
        return status;
    }
    for (int32_t i = first; status == DM_OK && i + left <= s->level->site_count && !s->done; i++) {
        if (is_worth_less(s, most_from_site(s, i, left)))
            break;
        s->removed[i] = true;
        s->removal_gain += s->gains.remove[i];
        status = choose_removals(s, i + 1, left - 1, undone, err);
        s->removal_gain -= s->gains.remove[i];
        s->removed[i] = false;
        if (status == DM_STOPPED && i + 1 + left <= s->level->site_count)
            dmi_set_search_leave_open(s, most_from_site(s, i + 1, left));
    }
    return status;
}

dm_status dmi_set_search_run(dmi_set_search *s, dm_error *err)
{
    int32_t removals = s->count[DM_LINE_REMOVE];
    dm_status status = s->has_gains ? DM_OK : dmi_set_search_bound(s, s->count, err);
    for (int32_t undone = 0; status == DM_OK && undone <= s->most_undone && !s->done; undone++) {
        status = choose_removals(s, 0, removals - undone, undone, err);
        if (status == DM_STOPPED && undone < s->most_undone)
            dmi_set_search_leave_open(s, most_from_site(s, 0, removals - undone - 1));
    }
    return status;
}
