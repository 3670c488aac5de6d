/* payoff_lines.c - the best place on a stretch where all payoffs are linear.
 *
 * The margin is the own line minus the upper envelope of the others, hence concave: it is best at
 * an end or where two opponents' lines cross.  The rank changes where a line crosses the own line.
 * So only the ends and these crossings are tried.  If the move cannot be made at an end (a
 * site is there), the limit at that end and a place before the next crossing are tried: that place
 * attains the limit if any place near the end does.
 *
 *      own  ___---         best opponent   \      /      margin   /\__
 *      ---~~                                \____/               /    \
 *
 * Cost: O(k^2 + k p) for k opponents whose lines are not constant and p players.
 */
#include "lines/diagram/payoff_lines.h"
#include "base/base.h"
#include <assert.h>
#include <math.h>

enum { MOST_PLACES = DM_MAX_LINE_PLAYERS * DM_MAX_LINE_PLAYERS };

void dmi_payoff_lines_of_cut(const dmi_line_position *position, int32_t piece, const dmi_wide *rest,
                             const dmi_reach *reach, dmi_payoff_lines *out)
{
    assert(piece >= 0 && piece < position->net.piece_count);
    const dmi_piece *cut = &position->net.piece[piece];
    out->piece = piece;
    out->from = 0;
    out->length = cut->length;
    out->open_a = cut->a >= position->level->vertex_count; /* a site inside the edge */
    out->open_b = cut->b >= position->level->vertex_count;
    for (int32_t p = 0; p < position->level->player_count; p++) {
        int64_t to_a = dmi_line_position_share(position, reach[cut->a].players, p);
        int64_t to_b = dmi_line_position_share(position, reach[cut->b].players, p);
        out->at_a[p] = rest[p] + (dmi_wide)to_b * cut->length;
        out->slope[p] = (dmi_wide)to_a - to_b;
    }
}

typedef struct quotient {
    dmi_wide num, den; /* den > 0 */
} quotient;

static dmi_wide quotient_floor(quotient s)
{
    dmi_wide whole = s.num / s.den;
    return whole * s.den > s.num ? whole - 1 : whole;
}

/* -1, 0 or 1; compares continued fractions, so that no product overflows. */
static int compare_quotients(quotient a, quotient b)
{
    assert(a.den > 0 && b.den > 0);
    if (a.den == b.den)
        return (a.num > b.num) - (a.num < b.num);
    for (int sign = 1;; sign = -sign) {
        dmi_wide whole_a = quotient_floor(a), whole_b = quotient_floor(b);
        dmi_wide rest_a = a.num - whole_a * a.den, rest_b = b.num - whole_b * b.den;
        if (whole_a != whole_b)
            return whole_a < whole_b ? -sign : sign;
        if (rest_a == 0 || rest_b == 0)
            return sign * ((rest_a > 0) - (rest_b > 0));
        a = (quotient){a.den, rest_a};
        b = (quotient){b.den, rest_b};
    }
}

int dmi_payoff_place_compare(const dmi_payoff_place *a, const dmi_payoff_place *b,
                             dm_line_objective objective)
{
    int order = 0;
    if (objective == DM_LINE_RANK)
        order = (a->rank < b->rank) - (a->rank > b->rank);
    if (order == 0 && objective == DM_LINE_PAYOFF)
        order = compare_quotients((quotient){a->own, a->den}, (quotient){b->own, b->den});
    else if (order == 0)
        order = compare_quotients((quotient){a->margin, a->den}, (quotient){b->margin, b->den});
    return order ? order : a->attained - b->attained;
}

typedef struct line_crossings {
    int count;
    quotient at[MOST_PLACES];
} line_crossings;

/* Adds the crossing of p's and q's lines, if it is strictly inside. */
static void add_crossing(const dmi_payoff_lines *lines, int32_t p, int32_t q, line_crossings *out)
{
    dmi_wide den = lines->slope[p] - lines->slope[q], num = lines->at_a[q] - lines->at_a[p];
    if (den < 0) {
        den = -den;
        num = -num;
    }
    if (den == 0 || num <= 0 || num >= den * lines->length)
        return;
    assert(out->count < MOST_PLACES);
    out->at[out->count++] = (quotient){num, den};
}

static void find_crossings(const dmi_line_position *position, const dmi_payoff_lines *lines,
                           line_crossings *out)
{
    int32_t who[DM_MAX_LINE_PLAYERS], me = position->ask->player;
    out->count = 0;
    if (position->ask->objective == DM_LINE_PAYOFF)
        return;
    /* The opponents whose lines are not constant, and the best of the others. */
    int count = 0;
    int32_t still = -1;
    for (int32_t p = 0; p < position->level->player_count; p++) {
        if (p == position->ask->player)
            continue;
        if (lines->slope[p] != 0)
            who[count++] = p;
        else if (still < 0 || lines->at_a[p] > lines->at_a[still])
            still = p;
    }
    if (still >= 0)
        who[count++] = still;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            add_crossing(lines, who[i], who[j], out);
    for (int32_t p = 0;
         position->ask->objective == DM_LINE_RANK && p < position->level->player_count; p++)
        if (p != me)
            add_crossing(lines, me, p, out);
}

/* Keeps the place if it is better; `inward` 1 or -1: the limit at an end from that side. */
static void try_place(const dmi_line_position *position, const dmi_payoff_lines *lines, quotient at,
                      int inward, dmi_payoff_place *best)
{
    int32_t me = position->ask->player;
    dmi_wide own = lines->at_a[me] * at.den + lines->slope[me] * at.num, rival = 0;
    dmi_payoff_place place = {lines->piece, lines->from, at.num, at.den, own, 0, 1, inward == 0};
    assert(at.num >= 0 && at.num <= at.den * lines->length);
    for (int32_t p = 0; p < position->level->player_count; p++) {
        dmi_wide value = lines->at_a[p] * at.den + lines->slope[p] * at.num;
        if (p == me)
            continue;
        rival = value > rival ? value : rival;
        place.rank +=
            value > own || (value == own && (lines->slope[p] - lines->slope[me]) * inward > 0);
    }
    place.margin = own - rival;
    if (best->piece < 0 || dmi_payoff_place_compare(&place, best, position->ask->objective) > 0)
        *best = place;
}

/* The distance from one end (inward 1: a) to the first crossing. */
static quotient first_crossing(const line_crossings *met, int64_t length, int inward)
{
    quotient first = {length, 1};
    for (int i = 0; i < met->count; i++) {
        quotient way = met->at[i];
        if (inward < 0)
            way.num = way.den * length - way.num;
        if (compare_quotients(way, first) < 0)
            first = way;
    }
    return first;
}

/* The place at distance `way` from that end. */
static quotient place_from_end(quotient way, int64_t length, int inward)
{
    return inward > 0 ? way : (quotient){way.den * length - way.num, way.den};
}

static void try_end_of_stretch(const dmi_line_position *position, const dmi_payoff_lines *lines,
                               const line_crossings *met, int inward, dmi_payoff_place *best)
{
    quotient end = place_from_end((quotient){0, 1}, lines->length, inward);
    if (!(inward > 0 ? lines->open_a : lines->open_b)) {
        try_place(position, lines, end, 0, best);
        return;
    }
    quotient way = first_crossing(met, lines->length, inward);
    way.den *= 2;
    try_place(position, lines, end, inward, best);
    try_place(position, lines, place_from_end(way, lines->length, inward), 0, best);
}

void dmi_payoff_lines_best(const dmi_line_position *position, const dmi_payoff_lines *lines,
                           dmi_payoff_place *out)
{
    line_crossings met;
    out->piece = -1;
    find_crossings(position, lines, &met);
    try_end_of_stretch(position, lines, &met, 1, out);
    try_end_of_stretch(position, lines, &met, -1, out);
    for (int i = 0; i < met.count; i++)
        try_place(position, lines, met.at[i], 0, out);
    assert(out->piece == lines->piece);
}

bool dmi_payoff_lines_winning(const dmi_line_position *position, const dmi_payoff_lines *lines,
                              dmi_payoff_place *from, dmi_payoff_place *to)
{
    int32_t me = position->ask->player;
    quotient low = {0, 1}, high = {lines->length, 1};
    for (int32_t p = 0; p < position->level->player_count; p++) {
        dmi_wide rise = lines->slope[me] - lines->slope[p], lead = lines->at_a[me] - lines->at_a[p];
        quotient at = {rise < 0 ? lead : -lead, rise < 0 ? -rise : rise};
        if (p == me)
            continue;
        if (rise == 0 && lead <= 0)
            return false;
        if (rise > 0 && compare_quotients(at, low) > 0)
            low = at;
        if (rise < 0 && compare_quotients(at, high) < 0)
            high = at;
    }
    *from = (dmi_payoff_place){lines->piece, lines->from, low.num, low.den, .attained = false};
    *to = (dmi_payoff_place){lines->piece, lines->from, high.num, high.den, .attained = false};
    return compare_quotients(low, high) < 0;
}

bool dmi_payoff_place_fraction(const dmi_line_position *position, const dmi_payoff_place *place,
                               dm_ratio *out)
{
    assert(place->piece >= 0 && place->den > 0 && place->num >= 0);
    const dmi_piece *cut = &position->net.piece[place->piece];
    dm_ratio length = position->level->edges[cut->edge].length;
    dmi_wide whole = (dmi_wide)position->net.unit / length.den * length.num;
    return dmi_ratio_make((cut->offset + place->from) * place->den + place->num, whole * place->den,
                          out);
}

static bool make_move(const dmi_line_position *position, const dmi_payoff_place *place,
                      dm_line_move *move)
{
    *move = (dm_line_move){.op = position->ask->op,
                           .place = {-1, position->net.piece[place->piece].edge, {0, 1}},
                           .to = {-1, -1, {0, 1}},
                           .length = {0, 1},
                           .site = -1};
    return dmi_payoff_place_fraction(position, place, &move->place.at);
}

/* A move near the end whose limit `place` is, as near as dm_level_apply() can represent: this power
 * of 1/2 of the stretch away, a millionth or epsilon.  A place at a whole number of units needs no
 * finer unit.  *is_near: epsilon is kept. */
static bool move_near_end(const dmi_line_position *position, const dmi_payoff_lines *lines,
                          const dmi_payoff_place *place, dm_line_move *move, bool *is_near)
{
    double epsilon = position->ask->epsilon;
    int inward = place->num == 0 ? 1 : -1, halvings = 20;
    bool found = false;
    *is_near = true;
    line_crossings met;
    if (epsilon > 0)
        for (halvings = 1; halvings < 40 && ldexp(1, -halvings) > epsilon;)
            halvings++;
    find_crossings(position, lines, &met);
    for (; !found && halvings > 0; halvings--) {
        quotient way = first_crossing(&met, lines->length, inward);
        way.den <<= halvings;
        if (way.num >= way.den)
            way = (quotient){way.num / way.den, 1};
        way = place_from_end(way, lines->length, inward);
        dm_level *after = NULL;
        dmi_payoff_place near = {lines->piece, lines->from, way.num, way.den, .attained = true};
        found = make_move(position, &near, move) &&
                dm_level_apply(position->level, move, position->ask->player, &after, NULL) == DM_OK;
        dm_level_free(after);
        *is_near &= found;
    }
    return found;
}

dm_status dmi_line_best_set_place(const dmi_line_position *position, const dmi_payoff_lines *lines,
                                  const dmi_payoff_place *place, dm_line_best *out, dm_error *err)
{
    dm_line_move move;
    bool is_near = true;
    dm_line_standing after = {.rank = place->rank};
    dmi_wide one = place->den * position->scale * position->net.unit;
    assert(place->piece == lines->piece && place->den > 0);
    if (!(place->attained ? make_move(position, place, &move)
                          : move_near_end(position, lines, place, &move, &is_near)) ||
        !dmi_ratio_make(place->own, one, &after.payoff) ||
        !dmi_ratio_make(place->margin, one, &after.margin))
        return dmi_ratio_too_large(err);
    dmi_line_best_set_standing(out, &after, place->attained);
    out->error = 0;
    if (!is_near)
        out->note = "the move shown is farther from the supremum than epsilon asks: no nearer "
                    "place fits the "
                    "level's fractions";
    return dmi_line_best_set_move(out, &move, err);
}
