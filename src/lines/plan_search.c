/* plan_search.c - all sets of moves: which sites are removed, which pieces are cut, which stubs get
 * a site.
 *
 * The order of moves hardly matters: every set can be made in the order removals, cuts, sites.  A
 * site may also be added and removed again, which leaves fewer of both.  If the order is given,
 * some places are not allowed: a site that comes before a removal cannot lie where the site was,
 * and one that comes before a cut cannot lie at the cut, only beside it.
 *
 * For each set of removals the pieces are those between the remaining sites; for each set of cuts
 * the times at vertices are computed once; plan_cells.c searches the places.
 */
#include "lines/plan_search.h"

#include "lines/plan_cut_pairs.h"
#include "lines/ratio.h"
#include <stdlib.h>
#include <string.h>

typedef struct walk {
    dmi_plan_search *search;
    dmi_plan_board board;
    dmi_plan_model model;
    dmi_plan_choice choice;
    dmi_plan_spot *cuts, *adds; /* where cuts and sites may go */
    int32_t cut_count, add_count;
    size_t cut_room, add_room;
    int32_t cuts_left, adds_left;
    dmi_wide value; /* without cuts, plus the most that those chosen can gain */
} walk;

dm_status dmi_plan_search_init(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                               dmi_plan_search *out, dm_error *err)
{
    dmi_plan_board board;
    *out = (dmi_plan_search){.level = level, .ask = *ask, .run = run};
    memset(out->after, true, sizeof out->after);
    out->removed = dmi_calloc((size_t)level->site_count, sizeof *out->removed);
    out->best_removed = dmi_calloc((size_t)level->site_count, sizeof *out->best_removed);
    dm_status status = out->removed && out->best_removed
                           ? dmi_plan_board_init(level, ask, out->removed, &board, err)
                           : dmi_no_memory(err);
    if (status != DM_OK) {
        dmi_plan_search_clear(out);
        return status;
    }
    out->one = (dmi_wide)board.position.net.unit * board.position.scale;
    dmi_plan_board_clear(&board);
    return DM_OK;
}

void dmi_plan_search_clear(dmi_plan_search *s)
{
    free(s->removed);
    free(s->best_removed);
    free(s->stack);
    *s = (dmi_plan_search){0};
}

/* Where a removed site was on the piece, in units from its end a; -1: not on it. */
static int64_t place_of_removed(const walk *w, const dmi_piece *piece, int32_t site)
{
    const dm_level *level = w->search->level;
    const dm_place *place = &level->sites[site].place;
    if (place->vertex >= 0)
        return place->vertex == piece->a ? 0 : place->vertex == piece->b ? piece->length : -1;
    dm_ratio length = level->edges[place->edge].length;
    dmi_wide whole = (dmi_wide)w->board.position.net.unit / length.den * length.num;
    dmi_wide num = whole * place->at.num;
    int64_t at = (int64_t)(num / place->at.den) - piece->offset;
    return place->edge == piece->edge && at >= 0 && at <= piece->length ? at : -1;
}

static bool add_spot(dmi_plan_spot **list, int32_t *count, size_t *room, dmi_plan_spot spot)
{
    if (!dmi_reserve(list, room, (size_t)*count + 1, sizeof **list))
        return false;
    (*list)[(*count)++] = spot;
    return true;
}

/* The place nearest above `low` where a site was removed that may not be used, or `high`. */
static int64_t next_hole(const walk *w, const dmi_piece *piece, int64_t low, int64_t high,
                         bool is_cut)
{
    const dmi_plan_search *s = w->search;
    dm_line_op op = is_cut ? DM_LINE_CUT : DM_LINE_ADD;
    for (int32_t i = 0; !s->after[op][DM_LINE_REMOVE] && i < s->level->site_count; i++) {
        int64_t at = s->removed[i] ? place_of_removed(w, piece, i) : -1;
        if (is_cut && s->level->sites[i].place.vertex >= 0)
            continue;
        if (at > low && at < high)
            high = at;
    }
    return high;
}

static bool is_hole(const walk *w, const dmi_piece *piece, int64_t at)
{
    const dmi_plan_search *s = w->search;
    for (int32_t i = 0; !s->after[DM_LINE_ADD][DM_LINE_REMOVE] && i < s->level->site_count; i++)
        if (s->removed[i] && place_of_removed(w, piece, i) == at)
            return true;
    return false;
}

/* The places of a piece for a cut, or of a stub for a site, between places that are not allowed. */
static bool add_spots(walk *w, int32_t number, int32_t stub, bool is_cut)
{
    const dmi_network *net = &w->board.position.net;
    const dmi_piece *piece = &net->piece[number];
    bool low_open = is_cut ? piece->a >= w->board.level->vertex_count
                           : net->owner[piece->a] >= 0 || is_hole(w, piece, 0);
    bool high_open = is_cut ? piece->b >= w->board.level->vertex_count
                            : net->owner[piece->b] >= 0 || is_hole(w, piece, piece->length);
    int64_t low = 0, high;
    bool fits = true;
    do {
        high = next_hole(w, piece, low, piece->length, is_cut);
        bool is_last = high == piece->length;
        dmi_plan_spot spot = {
            number, stub, -1, low, high, 0, low > 0 || low_open, !is_last || high_open};
        fits = is_cut ? add_spot(&w->cuts, &w->cut_count, &w->cut_room, spot)
                      : add_spot(&w->adds, &w->add_count, &w->add_room, spot);
        low = high;
    } while (fits && high < piece->length);
    return fits;
}

static bool find_cut_spots(walk *w)
{
    bool fits = true;
    w->cut_count = 0;
    for (int32_t i = 0; fits && i < w->board.position.net.piece_count; i++)
        fits = add_spots(w, i, 0, true);
    return fits;
}

/* Whether a new site would come before the removal of one on vertex v. */
static bool is_still_taken(const dmi_plan_search *s, int32_t v)
{
    for (int32_t i = 0; !s->after[DM_LINE_ADD][DM_LINE_REMOVE] && i < s->level->site_count; i++)
        if (s->removed[i] && s->level->sites[i].place.vertex == v)
            return true;
    return false;
}

/* Free vertices without edges. */
static bool find_lonely_spots(walk *w)
{
    const dmi_network *net = &w->board.position.net;
    bool fits = true;
    for (int32_t v = 0; fits && v < w->board.level->vertex_count; v++)
        if (net->first[v] == net->first[v + 1] && net->owner[v] < 0 &&
            !is_still_taken(w->search, v))
            fits = add_spot(&w->adds, &w->add_count, &w->add_room,
                            (dmi_plan_spot){-1, 0, v, 0, 0, 0, false, false});
    return fits;
}

static bool find_add_spots(walk *w)
{
    bool fits = true;
    w->add_count = 0;
    for (int32_t i = 0; fits && i < w->board.position.net.piece_count; i++)
        for (int32_t stub = 0; fits && stub <= w->board.cuts[i]; stub++)
            fits = add_spots(w, i, stub, false);
    return fits && find_lonely_spots(w);
}

static dm_status choose_adds(walk *w, int32_t first, dm_error *err)
{
    dmi_plan_choice *c = &w->choice;
    if (w->adds_left == 0)
        return dmi_plan_cells(w->search, &w->model, c, err);
    dm_status status = DM_OK;
    for (int32_t i = first; status == DM_OK && i < w->add_count && !w->search->done; i++) {
        bool is_single = w->adds[i].piece < 0;
        c->add[c->add_count++] = w->adds[i];
        w->adds_left--;
        status = choose_adds(w, i + is_single, err);
        w->adds_left++;
        c->add_count--;
    }
    return status;
}

/* The places of new sites, and of the cuts made. */
static dm_status with_cuts(walk *w, dm_error *err)
{
    dm_status status = DM_OK;
    if (w->adds_left > 0 && !find_add_spots(w))
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = choose_adds(w, 0, err);
    if (status == DM_OK && w->search->flush)
        status = w->search->flush(w->search->user, w->search, err);
    return status;
}

static int by_gain(const void *a, const void *b)
{
    const dmi_plan_spot *x = a, *y = b;
    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    if (x->piece != y->piece)
        return x->piece < y->piece ? -1 : 1;
    return (x->low > y->low) - (x->low < y->low);
}

/* The most promising cuts first; only if no sites are added. */
static dm_status sort_cuts(walk *w, dm_error *err)
{
    dmi_wide *gain = dmi_alloc((size_t)w->board.position.net.piece_count, sizeof *gain);
    if (!gain)
        return dmi_no_memory(err);
    dm_status status = dmi_plan_cut_gains(&w->board, gain, &w->value, err);
    for (int32_t i = 0; status == DM_OK && i < w->cut_count; i++)
        w->cuts[i].gain = gain[w->cuts[i].piece];
    if (status == DM_OK)
        qsort(w->cuts, (size_t)w->cut_count, sizeof *w->cuts, by_gain);
    free(gain);
    return status;
}

/* Whether no set with the cuts chosen and others from spot i on can beat the best. */
static bool is_hopeless(const walk *w, int32_t i)
{
    dmi_plan_worth bound = {w->search->ask.objective == DM_LINE_RANK,
                            (w->value + w->cuts_left * w->cuts[i].gain) * w->search->factor, 1,
                            true};
    return w->adds_left == 0 && dmi_plan_is_beaten(w->search, &bound);
}

dmi_plan_worth dmi_plan_worth_of_leads(const dmi_plan_search *s, const dmi_wide *lead)
{
    int32_t me = s->ask.player;
    dmi_plan_worth bound = {s->ask.objective == DM_LINE_RANK, lead[me], 1, true};
    for (int32_t q = 0; s->ask.objective != DM_LINE_PAYOFF && q < s->level->player_count; q++) {
        if (q == me)
            continue;
        bound.rank += s->ask.objective == DM_LINE_RANK && lead[q] < 0;
        bound.num = lead[q] < bound.num ? lead[q] : bound.num;
    }
    bound.num *= s->factor;
    return bound;
}

/* Whether the cuts made, which are all of the set, cannot beat the best wherever they are. */
static bool is_beaten_here(const walk *w)
{
    dmi_wide lead[DM_MAX_LINE_PLAYERS];
    if (w->adds_left > 0)
        return false;
    dmi_plan_board_leads(&w->board, lead);
    dmi_plan_worth bound = dmi_plan_worth_of_leads(w->search, lead);
    return dmi_plan_is_beaten(w->search, &bound);
}

static dm_status choose_cuts(walk *w, int32_t first, dm_error *err)
{
    dmi_plan_choice *c = &w->choice;
    if (w->cuts_left == 0)
        return c->cut_count > 0 && is_beaten_here(w) ? DM_OK : with_cuts(w, err);
    dm_status status = DM_OK;
    for (int32_t i = first; status == DM_OK && i < w->cut_count && !w->search->done; i++) {
        if (is_hopeless(w, i))
            break;
        c->cut[c->cut_count++] = w->cuts[i];
        w->value += w->cuts[i].gain;
        w->cuts_left--;
        status = dmi_plan_board_cut(&w->board, w->cuts[i].piece, err);
        if (status == DM_OK) {
            status = choose_cuts(w, i, err);
            dmi_plan_board_uncut(&w->board);
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

static dm_status choose_all_cuts(walk *w, dm_error *err)
{
    if (w->cuts_left != 2 || w->adds_left > 0)
        return choose_cuts(w, 0, err);
    dmi_plan_pairs pairs = {.search = w->search,
                            .board = &w->board,
                            .model = &w->model,
                            .choice = &w->choice,
                            .cuts = w->cuts,
                            .cut_count = w->cut_count,
                            .value = w->value};
    return dmi_plan_cut_pairs(&pairs, err);
}

/* All sets with the sites that are removed now, `undone` of the new ones being removed again. */
static dm_status with_removals(dmi_plan_search *s, int32_t undone, dm_error *err)
{
    walk w = {.search = s,
              .cuts_left = s->count[DM_LINE_CUT],
              .adds_left = s->count[DM_LINE_ADD] - undone};
    w.choice.beside_cuts = s->after[DM_LINE_ADD][DM_LINE_CUT];
    s->undone = undone;
    dm_status status = dmi_plan_board_init(s->level, &s->ask, s->removed, &w.board, err);
    if (status != DM_OK)
        return status;
    s->factor = s->one / ((dmi_wide)w.board.position.net.unit * w.board.position.scale);
    status = dmi_plan_model_init(&w.board, &w.model, err);
    if (status == DM_OK && w.cuts_left > 0 && !find_cut_spots(&w))
        status = dmi_no_memory(err);
    if (status == DM_OK && w.cuts_left > 0 && w.adds_left == 0)
        status = sort_cuts(&w, err);
    if (status == DM_OK)
        status = choose_all_cuts(&w, err);
    free(w.cuts);
    free(w.adds);
    dmi_plan_model_clear(&w.model);
    dmi_plan_board_clear(&w.board);
    return status;
}

static dm_status choose_removals(dmi_plan_search *s, int32_t first, int32_t left, int32_t undone,
                                 dm_error *err)
{
    dm_status status = DM_OK;
    if (left == 0)
        return with_removals(s, undone, err);
    for (int32_t i = first; status == DM_OK && i + left <= s->level->site_count && !s->done; i++) {
        s->removed[i] = true;
        status = choose_removals(s, i + 1, left - 1, undone, err);
        s->removed[i] = false;
    }
    return status;
}

dm_status dmi_plan_search_run(dmi_plan_search *s, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t undone = 0; status == DM_OK && undone <= s->most_undone && !s->done; undone++)
        status = choose_removals(s, 0, s->count[DM_LINE_REMOVE] - undone, undone, err);
    return status;
}
