/* sweep.c - goes along each circle and follows in which discs one is (Chazelle and Lee 1986).
 *
 * Between two crossings the place just inside the circle is in the discs that the arc is in, and in
 * its own.  A best cell is on the inner side of every arc of its border, so all are seen.  If a
 * site on a circle gains too, points where circles or sides meet are looked at as well: a point is
 * listed if it is a fraction and if from there no direction leads into all discs whose circles it
 * is on.  (Others are no better than the cell in that direction.)
 *
 * O(n^2 log n) for n circles; the state of the sweep holds for the arc after the last crossing.
 */
#include "plane/customers/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct sweep {
    dmi_crossings *c;
    dmi_disc_cells *cells;
    int32_t disc;
    dmi_crossing *at, *spare; /* in order along the circle */
    int32_t count;
    int8_t *in; /* of each disc: 0, 1 inside, 2 on its circle; UNKNOWN before its first crossing */
    int64_t gain;  /* of the discs that the arc is in */
    uint64_t hash; /* of their items */
    bool on_board; /* the arc is */
} sweep;

enum { UNKNOWN = 3 };

/* Sorts the crossings: merge sort, as their order needs a context. */
static void sort_crossings(sweep *s)
{
    for (int32_t width = 1; width < s->count; width *= 2) {
        for (int32_t low = 0; low < s->count; low += 2 * width) {
            int32_t middle = low + width < s->count ? low + width : s->count;
            int32_t end = low + 2 * width < s->count ? low + 2 * width : s->count;
            for (int32_t i = low, j = middle, to = low; to < end; to++) {
                bool first = i < middle && (j == end || dmi_crossing_order(s->c, s->disc, s->at + i,
                                                                           s->at + j) <= 0);
                s->spare[to] = s->at[first ? i++ : j++];
            }
        }
        dmi_crossing *sorted = s->spare;
        s->spare = s->at;
        s->at = sorted;
    }
}

static void enter_disc(sweep *s, int32_t disc)
{
    s->in[disc] = 1;
    s->gain += s->c->discs->disc[disc].inside;
    s->hash += dmi_disc_cells_inside_hash(s->cells, disc);
}

static void leave_disc(sweep *s, int32_t disc)
{
    s->in[disc] = 0;
    s->gain -= s->c->discs->disc[disc].inside;
    s->hash -= dmi_disc_cells_inside_hash(s->cells, disc);
}

/* Lists all crossings of the circle in order, and sets the state before the first. */
static void list_crossings(sweep *s)
{
    const dmi_discs *discs = s->c->discs;
    s->count = 0;
    s->gain = 0;
    s->hash = 0;
    for (int32_t j = 0; j < discs->count; j++) {
        bool is_within = false;
        int found = 0;
        s->in[j] = 0;
        if (j != s->disc)
            found = dmi_cross_disc(s->c, s->disc, j, s->at + s->count, &is_within);
        s->count += found;
        if (found == 2)
            s->in[j] = UNKNOWN;
        else if (is_within)
            enter_disc(s, j);
    }
    for (int32_t k = 0; k < s->c->sides; k++)
        s->count += dmi_cross_side(s->c, s->disc, k, s->at + s->count);
    s->at[s->count++] = (dmi_crossing){.angle = discs->disc[s->disc].site_angle,
                                       .error = 4e-15,
                                       .with = DMI_AT_SITE,
                                       .at_site = true};
    sort_crossings(s);
    for (int32_t i = 0; i < s->count; i++) {
        const dmi_crossing *at = s->at + i;
        if (at->with < 0 || s->in[at->with] != UNKNOWN)
            continue;
        s->in[at->with] = 0;
        if (at->sign > 0)
            enter_disc(s, at->with);
    }
}

/* The crossings from `first` to the result - 1 are one point; that known to be the white site comes
 * first. */
static int32_t group_end(sweep *s, int32_t first)
{
    int32_t end = first + 1;
    while (end < s->count && dmi_crossing_order(s->c, s->disc, s->at + first, s->at + end) == 0)
        end++;
    for (int32_t i = first; i < end; i++)
        if (s->at[i].at_site) {
            dmi_crossing kept = s->at[i];
            s->at[i] = s->at[first];
            s->at[first] = kept;
            break;
        }
    return end;
}

/* Adds the direction to the centre of a disc; false if no open half-plane has all of them.  The
 * directions are kept as the first and last of their turn: (x, y) and (u, v) of `fan`. */
static bool widen_fan(dmi_root_point *fan, int32_t count, const mpq_t x, const mpq_t y, mpq_t *t)
{
    if (count == 0) {
        mpq_set(fan->x, x);
        mpq_set(fan->y, y);
        mpq_set(fan->u, x);
        mpq_set(fan->v, y);
        return true;
    }
    mpq_mul(t[0], fan->x, y);
    mpq_mul(t[1], fan->y, x);
    int after_first = mpq_cmp(t[0], t[1]);
    mpq_mul(t[0], x, fan->v);
    mpq_mul(t[1], y, fan->u);
    int before_last = mpq_cmp(t[0], t[1]);
    mpq_mul(t[0], fan->x, x);
    mpq_mul(t[1], fan->y, y);
    mpq_add(t[0], t[0], t[1]);
    bool ahead_of_first = mpq_sgn(t[0]) > 0;
    mpq_mul(t[0], fan->u, x);
    mpq_mul(t[1], fan->v, y);
    mpq_add(t[0], t[0], t[1]);
    bool ahead_of_last = mpq_sgn(t[0]) > 0;
    if ((after_first == 0 && !ahead_of_first) || (before_last == 0 && !ahead_of_last))
        return false; /* opposite */
    if (after_first >= 0 && before_last >= 0)
        return true;
    if (after_first < 0 && before_last < 0)
        return false;
    mpq_set(after_first < 0 ? fan->x : fan->u, x);
    mpq_set(after_first < 0 ? fan->y : fan->v, y);
    return true;
}

/* Whether a direction from the point leads into all discs whose circles it is on. */
static bool leads_inside(sweep *s, int32_t first, int32_t end, const dmi_exact_point *at)
{
    const dmi_disc *disc = s->c->discs->disc;
    dmi_root_point fan;
    mpq_t x, y, t[2];
    mpq_inits(x, y, t[0], t[1], NULL);
    dmi_root_point_init(&fan);
    bool leads = true;
    int32_t count = 0;
    for (int32_t i = first - 1; i < end && leads; i++) {
        int32_t j = i < first ? s->disc : s->at[i].with;
        if (j < 0)
            continue;
        mpq_sub(x, disc[j].centre->x, at->x);
        mpq_sub(y, disc[j].centre->y, at->y);
        leads = widen_fan(&fan, count++, x, y, t);
    }
    dmi_root_point_clear(&fan);
    mpq_clears(x, y, t[0], t[1], NULL);
    return leads;
}

/* Whether the point of a group may be better than all cells beside it. */
static bool point_may_be_best(sweep *s, int32_t first, int32_t end)
{
    const dmi_discs *discs = s->c->discs;
    int64_t on = discs->disc[s->disc].on;
    int32_t others = 0;
    bool is_special = false;
    for (int32_t i = first; i < end; i++) {
        const dmi_crossing *at = s->at + i;
        if (at->at_site)
            return false; /* taken */
        others += at->with >= 0;
        is_special |= at->sign == 0 || at->with < 0;
        on += at->with >= 0 ? discs->disc[at->with].on : 0;
    }
    if (on == 0 || (others < 2 && !is_special))
        return false;
    dmi_exact_point place;
    dmi_exact_point_init(&place);
    dmi_crossing_exact(s->c, s->disc, s->at + first, &s->c->first);
    bool may = dmi_root_point_is_rational(&s->c->first);
    mpq_add(place.x, s->c->first.x, discs->disc[s->disc].centre->x);
    mpq_add(place.y, s->c->first.y, discs->disc[s->disc].centre->y);
    dmi_exact_point_round(&place);
    if (may) {
        int where = dmi_plane_board_where(discs->plane->board, &place);
        may = where >= 0 && !dmi_place_is_taken(discs->plane, &place) &&
              (where == 0 || !leads_inside(s, first, end, &place));
    }
    dmi_exact_point_clear(&place);
    return may;
}

/* Offers the point of a group; the state is that of the arc before it. */
static dm_status offer_point(sweep *s, int32_t first, int32_t end, dm_error *err)
{
    const dmi_discs *discs = s->c->discs;
    dmi_cell cell = {.disc = s->disc, .is_point = true, .from = s->at[first]};
    if (!point_may_be_best(s, first, end))
        return DM_OK;
    uint64_t hash = s->hash + dmi_disc_cells_on_hash(s->cells, s->disc);
    cell.gain = s->gain + discs->disc[s->disc].on;
    s->in[s->disc] = 2;
    for (int32_t i = first; i < end; i++) {
        int32_t j = s->at[i].with;
        if (j < 0)
            continue;
        if (s->in[j] == 1) {
            cell.gain -= discs->disc[j].inside;
            hash -= dmi_disc_cells_inside_hash(s->cells, j);
        }
        cell.gain += discs->disc[j].on;
        hash += dmi_disc_cells_on_hash(s->cells, j);
        s->in[j] = (int8_t)(s->in[j] == 1 ? -2 : 2); /* -2: on the circle, and inside before */
    }
    dm_status status = dmi_disc_cells_offer(s->cells, &cell, s->in, hash, NULL, err);
    for (int32_t i = first; i < end; i++)
        if (s->at[i].with >= 0)
            s->in[s->at[i].with] = s->in[s->at[i].with] == -2;
    s->in[s->disc] = 0;
    return status;
}

/* Finds whether the arc between two crossings is on the board. */
static dm_status find_on_board(sweep *s, const dmi_crossing *from, const dmi_crossing *to,
                               dm_error *err)
{
    dmi_exact_point place;
    dmi_exact_point_init(&place);
    dm_status status = dmi_arc_place(s->c, s->disc, from, to, &place, err);
    if (status == DM_OK)
        s->on_board = dmi_plane_board_where(s->c->discs->plane->board, &place) > 0;
    dmi_exact_point_clear(&place);
    return status;
}

static dm_status offer_arc(sweep *s, const dmi_crossing *from, const dmi_crossing *to,
                           dm_error *err)
{
    dmi_cell cell = {.disc = s->disc, .from = *from, .to = *to};
    cell.gain = s->gain + s->c->discs->disc[s->disc].inside;
    s->in[s->disc] = 1;
    dm_status status = dmi_disc_cells_offer(
        s->cells, &cell, s->in, s->hash + dmi_disc_cells_inside_hash(s->cells, s->disc), NULL, err);
    s->in[s->disc] = 0;
    return status;
}

/* What happens at a group of crossings. */
typedef struct group {
    bool enters, leaves, at_side;
} group;

static group look_at(const sweep *s, int32_t first, int32_t end)
{
    group g = {0};
    for (int32_t i = first; i < end; i++) {
        const dmi_crossing *at = s->at + i;
        g.at_side |= at->with <= DMI_AT_SIDE;
        g.enters |= at->with >= 0 && at->sign < 0;
        g.leaves |= at->with >= 0 && at->sign > 0;
    }
    return g;
}

static dm_status sweep_circle(sweep *s, dm_error *err)
{
    dm_status status = DM_OK;
    list_crossings(s);
    int32_t first_end = group_end(s, 0);
    bool last = false;
    for (int32_t first = 0, end = first_end; !last && status == DM_OK;) {
        last = end == s->count;
        int32_t next = last ? 0 : end, next_end = last ? first_end : group_end(s, end);
        group here = look_at(s, first, end), ahead = look_at(s, next, next_end);
        status = offer_point(s, first, end, err);
        for (int32_t i = first; i < end; i++) {
            const dmi_crossing *at = s->at + i;
            if (at->with >= 0 && at->sign < 0)
                enter_disc(s, at->with);
            else if (at->with >= 0 && at->sign > 0)
                leave_disc(s, at->with);
        }
        if (status == DM_OK && (first == 0 || here.at_side))
            status = find_on_board(s, s->at + first, s->at + next, err);
        /* an arc is not needed if one beside it is in the same discs and more, or in the same */
        bool less_than_before = first > 0 && !here.enters && !here.at_side;
        bool less_than_next = !last && !ahead.leaves && !ahead.at_side && ahead.enters;
        if (status == DM_OK && s->on_board && !less_than_before && !less_than_next)
            status = offer_arc(s, s->at + first, s->at + next, err);
        first = next;
        end = next_end;
    }
    return status;
}

dm_status dmi_sweep(dmi_crossings *c, dmi_disc_cells *cells, dm_run *run, dm_error *err)
{
    size_t count = (size_t)c->discs->count, most = 2 * (count + (size_t)c->sides) + 1;
    sweep s = {.c = c, .cells = cells};
    s.at = dmi_alloc(most, sizeof *s.at);
    s.spare = dmi_alloc(most, sizeof *s.spare);
    s.in = dmi_calloc(count, sizeof *s.in);
    dm_status status = s.at && s.spare && s.in ? dmi_disc_cells_offer_midst(c, cells, s.in, err)
                                               : dmi_no_memory(err);
    if (status == DM_OK)
        memset(s.in, 0, count);
    for (; s.disc < c->discs->count && status == DM_OK; s.disc++) {
        if (!dmi_run_report(run, 1 + count / 64, "circles", (uint64_t)s.disc, count, NULL))
            status = dmi_stopped(run, err);
        else
            status = sweep_circle(&s, err);
    }
    free(s.at);
    free(s.spare);
    free(s.in);
    return status;
}
