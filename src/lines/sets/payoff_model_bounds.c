/* payoff_model_bounds.c - what a player can have at most, and others at least, in a cell of places.
 *
 * The player gets the whole interval of places of each new site at once, and ties: more sites and
 * earlier times never cost him anything, and never help others.  A piece that is cut and gets a
 * site counts as his.
 */
#include "lines/sets/payoff_model.h"
#include <assert.h>

static int64_t floor_of_quotient(int64_t num, int64_t den)
{
    int64_t whole = num / den;
    return whole * den > num ? whole - 1 : whole;
}

typedef struct place_range {
    int64_t low, high; /* whole numbers around all values of a place */
} place_range;

static place_range range_of_place(const dmi_polytope *cell, int32_t place)
{
    place_range r = {INT64_MAX, INT64_MIN};
    for (int32_t i = 0; i < cell->count; i++) {
        const dmi_corner *corner = &cell->corner[i];
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

void dmi_payoff_model_bounds(const dmi_payoff_model *m, const dmi_polytope *cell, dmi_wide *payoff)
{
    place_range places[DMI_MOST_PLACES] = {{0, 0}};
    for (int32_t i = 0; i < m->dim; i++)
        places[i] = range_of_place(cell, i);
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
