/* place_search.c - the best places of a choice of edges, by branch and bound over polytopes.
 *
 * A polytope whose bound does not beat the best is dropped.  One in which it is not decided who
 * reaches a vertex, who is the best opponent, or who is ahead, is divided at a plane.  In any other
 * the objective is linear, so it is best at corners; it is attained unless all best corners lie on
 * one strict facet.
 *
 *      +-----+-----+        a plane where a vertex changes hands is a polytope of its own
 *      |     |    /
 *      |     |   /          strict facets on both its sides
 *      +-----+--+
 *
 * Invariant: the polytopes on the stack and those done cover all places of the choice.
 */
#include "lines/sets/set_search.h"

#include "lines/sets/payoff_model.h"
#include <assert.h>
#include <string.h>

/* What a player can have at most, and others at least, in a polytope of places.
 *
 * The player gets the whole interval of places of each new site at once, and ties: more sites and
 * earlier times never cost him anything, and never help others.  A piece that is cut and gets a
 * site counts as his.
 */
static int64_t floor_of_quotient(int64_t num, int64_t den)
{
    int64_t whole = num / den;
    return whole * den > num ? whole - 1 : whole;
}

typedef struct place_range {
    int64_t low, high; /* whole numbers around all values of a place */
} place_range;

static place_range range_of_place(const dmi_polytope *polytope, int32_t place)
{
    place_range r = {INT64_MAX, INT64_MIN};
    for (int32_t i = 0; i < polytope->count; i++) {
        const dmi_corner *corner = &polytope->corner[i];
        int64_t low = floor_of_quotient(corner->num[place], corner->den);
        int64_t high = -floor_of_quotient(-corner->num[place], corner->den);
        r.low = low < r.low ? low : r.low;
        r.high = high > r.high ? high : r.high;
    }
    return r;
}

/* Who reaches a vertex, if the player is as early as he can be. */
static dmi_reach reach_early(const dmi_payoff_model *m, const place_range *places, int32_t v)
{
    dmi_reach end = m->board->reach[v];
    if (m->index[v] < 0)
        return end;
    const dmi_model_vertex *near = &m->vertices[m->index[v]];
    for (int32_t i = 0; i < near->count; i++) {
        const dmi_model_way *way = &m->ways[near->first + i];
        int64_t place = way->sign > 0 ? places[way->place].low : -places[way->place].high;
        if (way->far + place <= end.when)
            end = (dmi_reach){way->far + place, UINT64_C(1) << m->board->ask.player, -1};
    }
    return end;
}

static void give_length_to(const dmi_payoff_model *m, uint64_t players, int64_t twice,
                           dmi_wide *payoff)
{
    for (uint64_t rest = players; rest; rest &= rest - 1) {
        int32_t p = __builtin_ctzll(rest);
        payoff[p] +=
            (dmi_wide)(dmi_line_position_share(&m->board->position, players, p) / 2) * twice;
    }
}

static void give_segment_to(const dmi_payoff_model *m, dmi_reach a, dmi_reach b, int64_t length,
                            dmi_wide *payoff)
{
    int64_t twice = a.players && b.players ? length + b.when - a.when : a.players ? 2 * length : 0;
    twice = twice < 0 ? 0 : twice > 2 * length ? 2 * length : twice;
    give_length_to(m, a.players, twice, payoff);
    give_length_to(m, b.players, 2 * length - twice, payoff);
}

/* Bounds for every place of the polytope: the player has at most payoff[player], any other player
 * at least his payoff. */
static void payoff_model_bounds(const dmi_payoff_model *m, const dmi_polytope *polytope,
                                dmi_wide *payoff)
{
    place_range places[DMI_MOST_PLACES] = {{0, 0}};
    for (int32_t i = 0; i < m->dim; i++)
        places[i] = range_of_place(polytope, i);
    for (int32_t p = 0; p < m->board->level->player_count; p++)
        payoff[p] = m->rest[p];
    for (int32_t i = 0; i < m->piece_count; i++) {
        int32_t piece = m->pieces[i];
        const dmi_piece *own = &m->board->position.net.piece[piece];
        const dmi_reach site = {0, UINT64_C(1) << m->board->ask.player, -1};
        dmi_reach a = reach_early(m, places, own->a), b = reach_early(m, places, own->b);
        bool is_cut = m->board->cuts[piece] > 0;
        place_range ours = {INT64_MAX, INT64_MIN}; /* the interval that new sites cover together */
        for (int32_t k = 0; k < m->choice.add_count; k++) {
            const place_range *place = &places[m->choice.cut_count + k];
            if (m->choice.add[k].piece != piece)
                continue;
            ours.low = place->low < ours.low ? place->low : ours.low;
            ours.high = place->high > ours.high ? place->high : ours.high;
        }
        bool has_sites = ours.low <= ours.high;
        assert(!has_sites || (ours.low >= 0 && ours.high <= own->length));
        if (is_cut && has_sites) {
            give_length_to(m, site.players, 2 * own->length, payoff);
        } else if (is_cut) {
            /* A piece that is cut: the player gets the longest stubs, others the shortest. */
            int64_t length = m->board->position.net.piece[piece].length;
            int32_t me = m->board->ask.player, first = -1, last = -1;
            for (int32_t j = 0; j < m->choice.cut_count; j++)
                if (m->choice.cut[j].piece == piece) {
                    first = first < 0 ? j : first;
                    last = j;
                }
            for (int end = 0; first >= 0 && end < 2; end++) {
                uint64_t players = end ? b.players : a.players;
                for (uint64_t rest = players; rest; rest &= rest - 1) {
                    int32_t p = __builtin_ctzll(rest);
                    int64_t from_a = p == me ? places[first].high : places[first].low;
                    int64_t to_b = length - (p == me ? places[last].low : places[last].high);
                    payoff[p] +=
                        (dmi_wide)dmi_line_position_share(&m->board->position, players, p) *
                        (end ? to_b : from_a);
                }
            }
        } else if (has_sites) {
            give_segment_to(m, a, site, ours.low, payoff);
            give_length_to(m, site.players, 2 * (ours.high - ours.low), payoff);
            give_segment_to(m, site, b, own->length - ours.high, payoff);
        } else {
            give_segment_to(m, a, b, own->length, payoff);
        }
    }
}

/* Below, equal to or above 0; of equal values an attained one is better. */
static int set_worth_compare(const dmi_set_worth *a, const dmi_set_worth *b)
{
    assert(a->den > 0 && b->den > 0);
    if (a->rank != b->rank)
        return a->rank < b->rank ? 1 : -1;
    int order = dmi_quotient_compare(a->num, a->den, b->num, b->den);
    return order ? order : a->attained - b->attained;
}

bool dmi_set_search_is_beaten(const dmi_set_search *s, const dmi_set_worth *bound)
{
    if (s->see || s->wins_only)
        return bound->num <= 0 && s->level->player_count > 1;
    return s->has_worth && set_worth_compare(bound, &s->best.worth) <= 0;
}

static dmi_linear_form lead_form(const dmi_linear_form *a, const dmi_linear_form *b, int32_t dim)
{
    dmi_linear_form form = {.at = a->at - b->at};
    for (int32_t i = 0; i < dim; i++)
        form.slope[i] = a->slope[i] - b->slope[i];
    return form;
}

/* Keeps the best places of a polytope in which `value` is the objective. */
static void keep_best_places(dmi_set_search *s, const dmi_payoff_model *m,
                             const dmi_polytope *polytope, const dmi_linear_form *payoff,
                             const dmi_linear_form *value, int32_t rank)
{
    int32_t best = dmi_polytope_best(polytope, value, 1);
    const dmi_corner *top = &polytope->corner[best];
    dmi_wide most = dmi_linear_form_value(value, top, polytope->dim);
    dmi_move_set found = {.choice = m->choice, .undone = s->undone};
    found.worth = (dmi_set_worth){rank, s->factor * most, top->den, true};
    if (s->has_worth && set_worth_compare(&found.worth, &s->best.worth) <= 0)
        return;
    uint64_t on = ~UINT64_C(0); /* the facets that all corners with the largest value lie on */
    for (int32_t i = 0; i < polytope->count; i++)
        if (dmi_quotient_compare(dmi_linear_form_value(value, &polytope->corner[i], polytope->dim),
                                 polytope->corner[i].den, most, top->den) == 0)
            on &= polytope->corner[i].on;
    /* Places near these facets: on those that are closed if possible, otherwise in the middle. */
    dmi_polytope face = {.dim = polytope->dim};
    uint64_t closed = on & ~polytope->strict, shared = ~UINT64_C(0);
    for (int32_t i = 0; i < polytope->count; i++)
        if ((polytope->corner[i].on & closed) == closed) {
            face.corner[face.count++] = polytope->corner[i];
            shared &= polytope->corner[i].on;
        }
    assert(face.count > 0);
    found.at = *top;
    if (!dmi_polytope_middle(shared & polytope->strict ? polytope : &face, NULL, 0, &found.inner)) {
        s->failed = true;
        return;
    }
    dmi_polytope_middle(polytope, value, best, &found.at);
    found.worth.attained = !(on & polytope->strict) && dmi_payoff_model_allows(m, &found.at);
    if (s->has_worth && set_worth_compare(&found.worth, &s->best.worth) <= 0)
        return;
    dmi_wide own = dmi_linear_form_value(&payoff[s->ask.player], top, polytope->dim), rival = 0;
    for (int32_t p = 0; p < s->level->player_count; p++) {
        dmi_wide its = dmi_linear_form_value(&payoff[p], top, polytope->dim);
        if (p != s->ask.player && its > rival)
            rival = its;
    }
    found.own = s->factor * own;
    found.margin = s->factor * (own - rival);
    s->best = found;
    s->has_best = s->has_worth = true;
    memcpy(s->best_removed, s->removed, (size_t)s->level->site_count * sizeof *s->removed);
    s->done = s->wins_only && (found.worth.num > 0 || s->level->player_count == 1);
}

typedef enum polytope_step {
    DONE = 0,
    LOOSE,  /* both sides share the plane */
    STRICT, /* three parts */
    HALF    /* the plane belongs to the lower side */
} polytope_step;

/* Who is ahead: the rank, or a plane where it changes. */
static polytope_step find_rank(const dmi_set_search *s, const dmi_polytope *polytope,
                               const dmi_linear_form *payoff, int32_t *rank, dmi_linear_form *plane)
{
    int32_t me = s->ask.player;
    *rank = s->ask.objective == DM_LINE_RANK;
    for (int32_t p = 0; *rank && p < s->level->player_count; p++) {
        if (p == me)
            continue;
        *plane = lead_form(&payoff[p], &payoff[me], polytope->dim);
        dmi_polytope_sign side = dmi_polytope_side(polytope, plane);
        if (side == DMI_BOTH && dmi_polytope_loose_side(polytope, plane) != DMI_BELOW)
            return HALF;
        *rank += side == DMI_ABOVE;
    }
    return DONE;
}

/* The own payoff, or minus that of the best opponent; or a plane where he changes. */
static polytope_step find_value(const dmi_set_search *s, const dmi_polytope *polytope,
                                const dmi_linear_form *payoff, dmi_linear_form *value,
                                dmi_linear_form *plane)
{
    int32_t me = s->ask.player, rival = -1;
    *value = payoff[me];
    for (int32_t p = 0; s->ask.objective != DM_LINE_PAYOFF && p < s->level->player_count; p++) {
        if (p == me)
            continue;
        if (rival >= 0) {
            *plane = lead_form(&payoff[p], &payoff[rival], polytope->dim);
            dmi_polytope_sign side = dmi_polytope_loose_side(polytope, plane);
            if (side == DMI_BOTH)
                return LOOSE;
            if (side != DMI_ABOVE)
                continue;
        }
        rival = p;
    }
    if (rival >= 0)
        *value = lead_form(&payoff[me], &payoff[rival], polytope->dim);
    return DONE;
}

/* The largest lead over the opponent where it is least; for a polytope that is decided. */
static dmi_set_worth decided_bound(const dmi_set_search *s, const dmi_polytope *polytope,
                                   const dmi_linear_form *payoff)
{
    int32_t me = s->ask.player;
    dmi_set_worth bound = {s->ask.objective == DM_LINE_RANK, 0, 0, true};
    for (int32_t p = 0; p < s->level->player_count; p++) {
        if (p == me || s->ask.objective == DM_LINE_PAYOFF)
            continue;
        dmi_linear_form lead = lead_form(&payoff[me], &payoff[p], polytope->dim);
        const dmi_corner *top = &polytope->corner[dmi_polytope_best(polytope, &lead, 1)];
        dmi_wide value = dmi_linear_form_value(&lead, top, polytope->dim);
        bound.rank += s->ask.objective == DM_LINE_RANK && value < 0;
        value *= s->factor;
        if (bound.den == 0 || dmi_quotient_compare(value, top->den, bound.num, bound.den) < 0) {
            bound.num = value;
            bound.den = top->den;
        }
    }
    if (bound.den == 0) {
        const dmi_corner *top = &polytope->corner[dmi_polytope_best(polytope, &payoff[me], 1)];
        bound.num = s->factor * dmi_linear_form_value(&payoff[me], top, polytope->dim);
        bound.den = top->den;
    }
    return bound;
}

/* Visits the part of the polytope where the player has more than anybody else. */
static bool visit_wins(dmi_set_search *s, const dmi_payoff_model *m, const dmi_polytope *polytope,
                       const dmi_linear_form *payoff)
{
    dmi_polytope winning;
    int32_t me = s->ask.player;
    dmi_polytope_copy(polytope, &winning);
    for (int32_t p = 0; p < s->level->player_count; p++) {
        dmi_linear_form lead = lead_form(&payoff[me], &payoff[p], polytope->dim);
        if (p != me && !dmi_polytope_clip(&winning, &lead, 1, true, &winning))
            return true;
    }
    s->failed = s->failed || winning.failed;
    return s->see(s->user, s, m, &winning);
}

static polytope_step look_at_polytope(dmi_set_search *s, dmi_payoff_model *m,
                                      const dmi_polytope *polytope, dmi_linear_form *plane,
                                      bool *fits)
{
    dmi_wide limit[DM_MAX_LINE_PLAYERS] = {0};
    dmi_linear_form payoff[DM_MAX_LINE_PLAYERS], value;
    int32_t rank;
    payoff_model_bounds(m, polytope, limit);
    /* No places of the polytope are worth more.  The rank counts those who are certainly ahead. */
    int32_t me = s->ask.player;
    dmi_set_worth bound = {s->ask.objective == DM_LINE_RANK, limit[me], 1, true};
    for (int32_t p = 0; s->ask.objective != DM_LINE_PAYOFF && p < s->level->player_count; p++) {
        if (p == me)
            continue;
        if (s->ask.objective == DM_LINE_RANK)
            bound.rank += limit[p] > limit[me];
        if (limit[me] - limit[p] < bound.num)
            bound.num = limit[me] - limit[p];
    }
    bound.num *= s->factor;
    if (dmi_set_search_is_beaten(s, &bound))
        return DONE;
    dmi_model_split split = dmi_payoff_model_decide(m, polytope, plane);
    if (split != DMI_SPLIT_NONE)
        return split == DMI_SPLIT_LOOSE ? LOOSE : STRICT;
    dmi_payoff_model_payoffs(m, payoff);
    if (s->see) {
        *fits = visit_wins(s, m, polytope, payoff);
        return DONE;
    }
    bound = decided_bound(s, polytope, payoff);
    if (dmi_set_search_is_beaten(s, &bound))
        return DONE;
    polytope_step next = find_rank(s, polytope, payoff, &rank, plane);
    if (next == DONE)
        next = find_value(s, polytope, payoff, &value, plane);
    if (next == DONE)
        keep_best_places(s, m, polytope, payoff, &value, rank);
    return next;
}

static bool push_part(dmi_set_search *s, const dmi_polytope *polytope, const dmi_linear_form *plane,
                      int sign, bool strict)
{
    assert(sign >= -1 && sign <= 1);
    if (!dmi_reserve(&s->stack, &s->stack_room, s->stack_count + 1, sizeof *s->stack))
        return false;
    dmi_polytope *part = &s->stack[s->stack_count];
    if (dmi_polytope_clip(polytope, plane, sign, strict, part))
        s->stack_count++;
    return true;
}

dm_status dmi_search_places(dmi_set_search *s, dmi_payoff_model *model,
                            const dmi_move_choice *choice, dm_error *err)
{
    dmi_polytope polytope;
    dmi_linear_form plane = {0};
    model->keeps_planes = s->see != NULL;
    dm_status status = dmi_payoff_model_set(model, choice, &polytope, err);
    bool fits = true;
    s->candidates++;
    s->stack_count = 0;
    while (status == DM_OK && polytope.count > 0 && !s->done) {
        s->failed = s->failed || polytope.failed;
        polytope_step how =
            polytope.failed ? DONE : look_at_polytope(s, model, &polytope, &plane, &fits);
        if (how == STRICT)
            fits = push_part(s, &polytope, &plane, 1, true) &&
                   push_part(s, &polytope, &plane, 0, false) &&
                   push_part(s, &polytope, &plane, -1, true);
        else if (how != DONE)
            fits = push_part(s, &polytope, &plane, 1, how == HALF) &&
                   push_part(s, &polytope, &plane, -1, false);
        if (!fits)
            status = dmi_no_memory(err);
        else if (!dmi_run_report(s->run, 1 + (uint64_t)model->piece_count, "combinations",
                                 (uint64_t)s->candidates, 0, ""))
            status = dmi_stopped(s->run, err);
        if (s->stack_count == 0)
            break;
        dmi_polytope_copy(&s->stack[--s->stack_count], &polytope);
    }
    return status;
}
