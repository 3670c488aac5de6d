/* espt_cuts.c - the candidate cuts of te Kolste's thesis.
 *
 * Types I and II (section 4.3) belong to a boundary point p between the player and the opponent's
 * site t; type III is the topmost vertex of a part of the tree without boundary points of any kind.
 * Every other tree edge of an opponent is a candidate without a type (Lemma 4.3).
 *
 *      s ======= p ---- . ---- v -x-- . ---- t        T = {p, ., v}, T-bar = {v}
 *                       |                             II: cut x off its far end
 *
 * sigma*(p) are the boundary points between the player and the opponent in the part beyond p once
 * its edge is cut off t: the first points on the way from s that are halfway to a site.  What lies
 * behind t stays out.  Each gain is that of the level after the cut.
 *
 * Cost: the parts below the candidates; for sigma* the parts beyond the boundary points.
 */
#include "papers/cut/espt.h"

#include <assert.h>
#include <stdlib.h>

/* What the walks need for every vertex; freed together. */
typedef struct cuts_scratch {
    int32_t *top; /* the piece at its site over which v is reached; -1: a site */
    dmi_cut_near
        *other; /* on the way from p to t: the nearest site apart from both; else when -1 */
    struct beyond *stack;
    int32_t *meetings; /* boundary points of any kind below v */
    int32_t *entry;    /* the vertex beyond the last of them */
    int64_t *held;     /* the length below v that is reached over v */
    uint8_t *is_typed; /* by 2 * piece, + 1 if it is cut off its end b */
    dmi_arrays arrays;
} cuts_scratch;

/* The gain in margin of the cut of a piece at one of its ends. */
static dm_status find_gain(dmi_espt_work *w, int32_t piece, int32_t end, dm_ratio *out,
                           dm_error *err)
{
    const dmi_line_position *position = w->position;
    const dmi_piece *p = &position->net.piece[piece];
    int32_t me = position->ask->player;
    dmi_payoff_lines lines;
    dmi_wide rival = 0, rival_before = 0;
    if (!dmi_run_go_on(w->run, 1 + (uint64_t)w->paths.size[end]))
        return dmi_stopped(w->run, err);
    if (!dmi_cut_update_lines(w->update, piece, &lines))
        return dmi_no_memory(err);
    dmi_wide at = end == p->a ? 0 : p->length;
    for (int32_t q = 0; q < position->level->player_count; q++) {
        dmi_wide payoff = lines.at_a[q] + lines.slope[q] * at;
        if (q == me)
            continue;
        rival = payoff > rival ? payoff : rival;
        rival_before = position->before[q] > rival_before ? position->before[q] : rival_before;
    }
    dmi_wide own = lines.at_a[me] + lines.slope[me] * at - position->before[me];
    dmi_wide gain = own - (rival - rival_before);
    *out = (dm_ratio){0, 1};
    if (gain != 0 && !dmi_ratio_make(gain, (dmi_wide)position->net.unit * position->scale, out))
        return dmi_ratio_too_large(err);
    return DM_OK;
}

/* On a tree a part with one boundary point goes to whoever is beyond it, and one without to nobody.
 * False: it has more, or is not reached over the piece. */
static bool find_gain_at_once(const dmi_espt_work *w, const cuts_scratch *scratch, int32_t piece,
                              int32_t from, dm_ratio *out)
{
    const dmi_line_position *position = w->position;
    int32_t child = dmi_espt_child(position, piece);
    if (!w->has_tree || child < 0 || child == from || scratch->meetings[child] > 1)
        return false;
    int64_t held = scratch->held[child] + position->net.piece[piece].length;
    bool is_won = scratch->meetings[child] > 0 && dmi_espt_is_mine(position, scratch->entry[child]);
    return dmi_espt_length(position,
                           scratch->meetings[child] == 0 ? held
                           : is_won                      ? 2 * (dmi_wide)held
                                                         : 0,
                           out);
}

/* Adds the candidate that cuts the piece off its end `from`. */
static dm_status add_cut(dmi_espt_work *w, const cuts_scratch *scratch, dm_line_type type,
                         int32_t piece, int32_t from, dm_error *err)
{
    dm_line_espt *out = w->out;
    const dmi_piece *p = &w->position->net.piece[piece];
    dm_line_place place;
    dm_line_candidate one = {.type = type,
                             .edge = p->edge,
                             .from = from,
                             .to = dmi_other_end(&w->position->net, piece, from),
                             .meeting = -1,
                             .t = out->place_count,
                             .sigma = out->place_count};
    if (!dmi_espt_place(w->position, piece, from == p->a ? 0 : p->length, &place))
        return dmi_ratio_too_large(err);
    one.at = place.at;
    dm_status status = find_gain_at_once(w, scratch, piece, from, &one.gain)
                           ? DM_OK
                           : find_gain(w, piece, from, &one.gain, err);
    if (status == DM_OK && !dmi_reserve(&out->candidates, &w->candidate_room,
                                        (size_t)out->candidate_count + 1, sizeof one))
        status = dmi_no_memory(err);
    if (status == DM_OK)
        out->candidates[out->candidate_count++] = one;
    return status;
}

static dm_status add_place(dmi_espt_work *w, dm_line_place place, dm_error *err)
{
    dm_line_espt *out = w->out;
    if (!dmi_reserve(&out->places, &w->place_room, (size_t)out->place_count + 1,
                     sizeof *out->places))
        return dmi_no_memory(err);
    out->places[out->place_count++] = place;
    return DM_OK;
}

/* The walk beyond p: the player comes to v over the piece at that time. */
typedef struct beyond {
    int32_t v, piece;
    int64_t when;
} beyond;

typedef struct beyond_walk {
    dmi_espt_work *w;
    cuts_scratch *scratch;
    int32_t barred; /* cut off its end at t */
    int32_t count;  /* of the stack */
    int64_t volume; /* that the player gets */
} beyond_walk;

/* The player goes on from v over the piece. */
static dm_status cross_piece(beyond_walk *k, int32_t v, int32_t piece, int64_t when, dm_error *err)
{
    const dmi_line_position *position = k->w->position;
    int32_t z = dmi_other_end(&position->net, piece, v);
    int64_t length = position->net.piece[piece].length;
    dm_line_place place;
    if (piece == k->barred) {
        k->volume += length;
        return DM_OK;
    }
    dmi_cut_near site = k->scratch->other[z];
    if (site.when < 0)
        site = dmi_cut_nearest(&k->w->tree, z, piece);
    if (site.when == DMI_NEVER || when + length < site.when) {
        k->volume += length;
        k->scratch->stack[k->count++] = (beyond){z, piece, when + length};
        return DM_OK;
    }
    int64_t meet = (site.when + length - when) / 2;
    assert(meet >= 0 && meet <= length);
    k->volume += meet;
    if (!dmi_espt_place(position, piece, position->net.piece[piece].a == v ? meet : length - meet,
                        &place))
        return dmi_ratio_too_large(err);
    return add_place(k->w, place, err);
}

/* Fills `other` from `v` (on the way from p to t, reached over `entry`) up to the barred piece. */
static void find_other(const beyond_walk *k, int32_t v, int32_t entry)
{
    const dmi_line_position *position = k->w->position;
    const dmi_line_network *net = &position->net;
    dmi_cut_near *other = k->scratch->other;
    int32_t depth = 0;
    for (; net->owner[v] < 0; v = dmi_other_end(net, entry, v)) { /* from p to t */
        k->scratch->stack[depth++] = (beyond){v, entry, 0};
        entry = position->reach[v].above;
    }
    dmi_cut_near further = {DMI_NEVER, 0};
    while (depth-- > 0) { /* and back */
        v = k->scratch->stack[depth].v;
        dmi_cut_near best = further;
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
            int32_t piece = net->arc_piece[arc];
            if (piece == k->scratch->stack[depth].piece || piece == position->reach[v].above)
                continue;
            dmi_cut_near site = dmi_cut_nearest(&k->w->tree, dmi_other_end(net, piece, v), piece);
            if (site.when != DMI_NEVER && site.when + net->piece[piece].length < best.when)
                best = (dmi_cut_near){site.when + net->piece[piece].length, site.owner};
        }
        other[v] = best;
        further = best;
        if (further.when != DMI_NEVER)
            further.when += net->piece[k->scratch->stack[depth].piece].length;
    }
}

/* sigma*(p) and delta vol(p) of the last candidate, of type I, for the boundary point on `piece`
 * with the own end `own`, once `barred` is cut off the opponent's site. */
static dm_status find_sigma(dmi_espt_work *w, cuts_scratch *scratch, int32_t piece, int32_t own,
                            int32_t barred, dm_error *err)
{
    const dmi_line_position *position = w->position;
    const dmi_line_network *net = &position->net;
    const dmi_piece *p = &net->piece[piece];
    dm_line_candidate *one = &w->out->candidates[w->out->candidate_count - 1];
    int64_t meet = dmi_boundary(p, position->reach);
    beyond_walk k = {.w = w, .scratch = scratch, .barred = barred};
    k.volume = own == p->a ? -meet : meet - p->length;
    find_other(&k, dmi_other_end(net, piece, own), piece);
    one->sigma = w->out->place_count;
    dm_status status = cross_piece(&k, own, piece, position->reach[own].when, err);
    while (status == DM_OK && k.count > 0) {
        beyond now = scratch->stack[--k.count];
        for (uint32_t arc = net->first[now.v]; status == DM_OK && arc < net->first[now.v + 1];
             arc++)
            if (net->arc_piece[arc] != now.piece)
                status = cross_piece(&k, now.v, net->arc_piece[arc], now.when, err);
    }
    if (status == DM_OK && !dmi_espt_length(position, k.volume, &one->delta))
        status = dmi_ratio_too_large(err);
    one->sigma_count = w->out->place_count - one->sigma;
    if (status == DM_OK && !dmi_run_go_on(w->run, 1 + (uint64_t)one->sigma_count))
        status = dmi_stopped(w->run, err);
    return status;
}

/* The set T of the last candidate, of type II: from the boundary point towards the site. */
static dm_status find_t(dmi_espt_work *w, int32_t theirs, int32_t meeting, dm_error *err)
{
    dm_line_espt *out = w->out;
    dm_line_candidate *one = &out->candidates[out->candidate_count - 1];
    one->t = out->place_count;
    dm_status status = add_place(w, out->meetings[meeting].place, err);
    for (int32_t v = theirs; status == DM_OK && v != one->from; v = out->vertices[v].parent)
        status = add_place(w, (dm_line_place){v, -1, {0, 1}}, err);
    one->t_count = out->place_count - one->t;
    return status;
}

static void mark_typed(cuts_scratch *scratch, const dmi_espt_work *w, int32_t piece, int32_t from)
{
    scratch->is_typed[2 * piece + (w->position->net.piece[piece].b == from)] = 1;
}

static dm_status add_type_1(dmi_espt_work *w, cuts_scratch *scratch, int32_t piece, int32_t own,
                            int32_t meeting, bool has_sigma, dm_error *err)
{
    const dmi_line_network *net = &w->position->net;
    int32_t theirs = dmi_other_end(net, piece, own);
    int32_t first = scratch->top[theirs] >= 0 ? scratch->top[theirs] : piece;
    int32_t child = dmi_espt_child(w->position, first);
    int32_t site = child < 0 ? theirs : dmi_other_end(net, first, child);
    dm_status status = add_cut(w, scratch, DM_LINE_TYPE_I, first, site, err);
    if (status != DM_OK)
        return status;
    w->out->candidates[w->out->candidate_count - 1].meeting = meeting;
    mark_typed(scratch, w, first, site);
    return has_sigma ? find_sigma(w, scratch, piece, own, first, err) : DM_OK;
}

static dm_status add_type_2(dmi_espt_work *w, cuts_scratch *scratch, int32_t piece, int32_t own,
                            int32_t meeting, dm_error *err)
{
    int32_t theirs = dmi_other_end(&w->position->net, piece, own), second = piece;
    int32_t v = dmi_cut_pass_won(&w->tree, theirs, &second, NULL);
    dm_status status = add_cut(w, scratch, DM_LINE_TYPE_II, second, v, err);
    if (status != DM_OK)
        return status;
    w->out->candidates[w->out->candidate_count - 1].meeting = meeting;
    mark_typed(scratch, w, second, v);
    return find_t(w, theirs, meeting, err);
}

/* Sums over the subtrees of the tree, from the leaves up. */
static void fill_subtrees(const dmi_espt_work *w, cuts_scratch *scratch)
{
    const dmi_line_position *position = w->position;
    const dmi_line_network *net = &position->net;
    for (int32_t i = 0; i < net->piece_count; i++) {
        const dmi_piece *p = &net->piece[i];
        if (dmi_espt_child(position, i) >= 0 || position->reach[p->a].when == DMI_NEVER)
            continue;
        int64_t meet = dmi_boundary(p, position->reach);
        scratch->meetings[p->a]++;
        scratch->meetings[p->b]++;
        scratch->entry[p->a] = p->b;
        scratch->entry[p->b] = p->a;
        scratch->held[p->a] += meet;
        scratch->held[p->b] += p->length - meet;
    }
    for (int32_t i = w->paths.count; i-- > 0;) {
        int32_t v = w->paths.order[i], above = position->reach[v].above;
        if (above < 0)
            continue;
        int32_t parent = dmi_other_end(net, above, v);
        scratch->meetings[parent] += scratch->meetings[v];
        scratch->held[parent] += scratch->held[v] + net->piece[above].length;
        if (scratch->meetings[v] > 0)
            scratch->entry[parent] = scratch->entry[v];
    }
}

/* Both types, type by type, in the order of the boundary points. */
static dm_status add_types_1_and_2(dmi_espt_work *w, cuts_scratch *scratch, dm_error *err)
{
    const dmi_line_position *position = w->position;
    const dmi_line_network *net = &position->net;
    int32_t own_sites = 0;
    dm_status status = DM_OK;
    for (int32_t v = 0; v < net->n; v++) {
        scratch->other[v].when = -1;
        own_sites += net->owner[v] == w->tree.me;
    }
    for (int32_t i = 0; i < w->paths.count; i++) {
        int32_t v = w->paths.order[i], above = position->reach[v].above;
        int32_t from = above < 0 ? -1 : scratch->top[dmi_other_end(net, above, v)];
        scratch->top[v] = from >= 0 ? from : above;
    }
    for (int type = 1; type <= 2; type++)
        for (int32_t i = 0, meeting = 0; status == DM_OK && i < net->piece_count; i++) {
            const dmi_piece *p = &net->piece[i];
            if (dmi_espt_child(position, i) >= 0 || position->reach[p->a].when == DMI_NEVER)
                continue;
            int32_t own = dmi_espt_is_mine(position, p->a) ? p->a : p->b;
            bool is_between = dmi_espt_is_mine(position, p->a) != dmi_espt_is_mine(position, p->b);
            if (is_between && type == 1)
                status = add_type_1(w, scratch, i, own, meeting, own_sites == 1, err);
            else if (is_between)
                status = add_type_2(w, scratch, i, own, meeting, err);
            meeting++;
        }
    return status;
}

/* Topmost vertices without a boundary point of any kind below them. */
static dm_status add_type_3(dmi_espt_work *w, cuts_scratch *scratch, dm_error *err)
{
    const dmi_line_position *position = w->position;
    const dmi_line_network *net = &position->net;
    dm_status status = DM_OK;
    for (int32_t v = 0; status == DM_OK && v < net->n; v++) {
        int32_t above = position->reach[v].above;
        if (above < 0 || scratch->meetings[v] > 0 || !dmi_espt_is_theirs(position, v))
            continue;
        int32_t parent = dmi_other_end(net, above, v);
        if (net->owner[parent] < 0 && scratch->meetings[parent] == 0)
            continue;
        status = add_cut(w, scratch, DM_LINE_TYPE_III, above, parent, err);
        mark_typed(scratch, w, above, parent);
        if (status == DM_OK &&
            !dmi_espt_length(position, (dmi_wide)scratch->held[v] + net->piece[above].length,
                             &w->out->candidates[w->out->candidate_count - 1].delta))
            status = dmi_ratio_too_large(err);
    }
    return status;
}

/* The tree edges of opponents (Lemma 4.3) that have no type. */
static dm_status add_others(dmi_espt_work *w, cuts_scratch *scratch, dm_error *err)
{
    const dmi_line_position *position = w->position;
    const dmi_line_network *net = &position->net;
    dm_status status = DM_OK;
    for (int32_t i = 0; i < net->piece_count; i++) {
        const dmi_piece *p = &net->piece[i];
        int32_t child = dmi_espt_child(position, i);
        bool is_cross = position->reach[p->a].players == position->reach[p->b].players;
        for (int side = 0; status == DM_OK && side < 2; side++) {
            int32_t from = side ? p->b : p->a;
            bool is_theirs = child >= 0 ? from != child && dmi_espt_is_theirs(position, child)
                                        : !is_cross && dmi_espt_is_theirs(position, from);
            if (is_theirs && !scratch->is_typed[2 * i + side])
                status = add_cut(w, scratch, DM_LINE_TYPE_NONE, i, from, err);
        }
    }
    return status;
}

dm_status dmi_espt_cuts(dmi_espt_work *w, dm_error *err)
{
    size_t n = (size_t)w->position->net.n;
    cuts_scratch scratch = {0};
    scratch.top = dmi_array(&scratch.arrays, n, sizeof *scratch.top);
    scratch.other = dmi_array(&scratch.arrays, n, sizeof *scratch.other);
    scratch.stack = dmi_array(&scratch.arrays, n, sizeof *scratch.stack);
    scratch.meetings = dmi_array_zeroed(&scratch.arrays, n, sizeof *scratch.meetings);
    scratch.entry = dmi_array_zeroed(&scratch.arrays, n, sizeof *scratch.entry);
    scratch.held = dmi_array_zeroed(&scratch.arrays, n, sizeof *scratch.held);
    scratch.is_typed = dmi_array_zeroed(&scratch.arrays, 2 * (size_t)w->position->net.piece_count,
                                        sizeof *scratch.is_typed);
    dm_status status = dmi_arrays_check(&scratch.arrays, err);
    if (status != DM_OK)
        return status;
    fill_subtrees(w, &scratch);
    if (w->has_tree)
        status = add_types_1_and_2(w, &scratch, err);
    if (status == DM_OK)
        status = add_type_3(w, &scratch, err);
    if (status == DM_OK)
        status = add_others(w, &scratch, err);
    dmi_arrays_free(&scratch.arrays);
    return status;
}
