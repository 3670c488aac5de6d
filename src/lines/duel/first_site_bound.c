/* first_site_bound.c - upper bounds for the first site along a piece.
 *
 * Against an answer that follows the first site along a track the value is linear between its
 * breaks, with single values at them.  The bound is the least over all answers tried so far:
 *
 *      \      /\                     parts: closed where two lines cross,
 *       \____/  \___o  o             open or single where values jump
 *
 * Cost: O(parts + breaks) values per answer; only parts that may hold the best site are kept.
 */
#include "base/base.h"
#include "lines/duel/first_site.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static dmi_first_site_number whole_number(int64_t t)
{
    return (dmi_first_site_number){t, 1};
}

static bool is_point(const dmi_first_site_part *part)
{
    return dmi_first_site_compare(part->from, part->to) == 0;
}

static dmi_first_site_number value_at(const dmi_first_site_part *part, dmi_first_site_number t)
{
    if (part->slope == 0)
        return (dmi_first_site_number){part->base, 1};
    return (dmi_first_site_number){part->base * t.den + part->slope * t.num, t.den};
}

/* A place strictly inside the part that is not whole. */
static dmi_first_site_number place_inside(const dmi_first_site_part *part)
{
    dmi_first_site_number a = part->from, b = part->to;
    dmi_first_site_number middle = {a.num * b.den + b.num * a.den, 2 * a.den * b.den};
    dmi_first_site_number third = {3 * (middle.num / middle.den) + 1, 3};
    if (dmi_first_site_compare(a, third) < 0 && dmi_first_site_compare(third, b) < 0)
        return third;
    if (middle.num % middle.den == 0) /* b is less than a third away: go halfway there */
        middle = (dmi_first_site_number){middle.num / middle.den * b.den + b.num, 2 * b.den};
    dm_ratio plain = {0, 1};
    if (dmi_ratio_make(middle.num, middle.den, &plain))
        middle = (dmi_first_site_number){plain.num, plain.den};
    return middle;
}

/* The greatest value on the part, and where. */
static dmi_first_site_best top_of(const dmi_first_site_bound *bound,
                                  const dmi_first_site_part *part)
{
    assert(dmi_first_site_compare(part->from, part->to) <= 0);
    bool rises = part->slope > 0, falls = part->slope < 0;
    dmi_first_site_best top = {
        .found = true, .attained = true, .place = {bound->piece, 0, part->from}};
    if (!is_point(part) && !rises && !falls) {
        top.place.t = place_inside(part);
    } else if (rises) {
        top.place.t = part->to;
        top.attained = !part->open_to;
        top.place.side = part->open_to ? -1 : 0;
    } else if (falls) {
        top.attained = !part->open_from;
        top.place.side = part->open_from ? 1 : 0;
    }
    top.value = value_at(part, top.place.t);
    return top;
}

static bool is_better(const dmi_first_site_best *a, const dmi_first_site_best *b)
{
    if (!b->found)
        return true;
    int order = dmi_first_site_compare(a->value, b->value);
    return order > 0 || (order == 0 && a->attained && !b->attained);
}

bool dmi_first_site_bound_top(const dmi_first_site_bound *bound, const dmi_first_site_best *best,
                              dmi_first_site_best *top)
{
    dmi_first_site_best most = *best;
    bool found = false;
    for (size_t i = 0; i < bound->count; i++) {
        dmi_first_site_best here = top_of(bound, &bound->part[i]);
        if (is_better(&here, &most)) {
            most = here;
            found = true;
        }
    }
    if (found)
        *top = most;
    return found;
}

static dmi_first_site_part point_at(int64_t t, dmi_wide value)
{
    return (dmi_first_site_part){whole_number(t), whole_number(t), false, false, value, 0};
}

/* Whether the end is a place for the first site that this piece is the first to have. */
static bool has_end(const dmi_line_network *net, int32_t piece, int32_t v)
{
    return net->owner[v] < 0 && net->arc_piece[net->first[v]] == piece;
}

bool dmi_first_site_bound_init(const dmi_first_site *lead, int32_t piece, dmi_first_site_bound *out)
{
    const dmi_line_network *net = &lead->position.net;
    const dmi_piece *own = &net->piece[piece];
    dmi_wide most = (dmi_wide)net->total * lead->position.scale;
    *out = (dmi_first_site_bound){.piece = piece};
    if (!dmi_reserve(&out->part, &out->capacity, 3, sizeof *out->part))
        return false;
    if (has_end(net, piece, own->a))
        out->part[out->count++] = point_at(0, most);
    out->part[out->count++] =
        (dmi_first_site_part){whole_number(0), whole_number(own->length), true, true, most, 0};
    if (has_end(net, piece, own->b))
        out->part[out->count++] = point_at(own->length, most);
    return true;
}

/* The parts as they are rebuilt against one answer. */
typedef struct rebuild {
    dmi_first_site *lead;
    const dmi_first_site_track *track;
    const dmi_first_site_best *best;
    const dmi_first_site_bound *old;
    const int64_t *breaks;
    size_t break_count;
    size_t next;               /* the stretch breaks[next] .. breaks[next + 1] has these values: */
    bool is_known, is_limited; /* `line` is computed; the answer is possible there */
    dmi_first_site_part line;
    dmi_first_site_bound made;
    bool no_memory, too_large, stopped;
} rebuild;

static void rebuild_keep(rebuild *r, const dmi_first_site_part *part)
{
    dmi_first_site_best top = top_of(&r->made, part);
    if (!is_better(&top, r->best))
        return;
    if (!dmi_reserve(&r->made.part, &r->made.capacity, r->made.count + 1, sizeof *part))
        r->no_memory = true;
    else
        r->made.part[r->made.count++] = *part;
}

static void lower_point(rebuild *r, dmi_first_site_part part, int64_t t)
{
    dmi_wide value;
    r->stopped |= !dmi_run_go_on(r->lead->run, 1);
    if (dmi_first_site_value(r->lead, r->made.piece, t, 0, r->track, &value) && value < part.base) {
        part.base = value;
        part.slope = 0;
    }
    rebuild_keep(r, &part);
}

/* The part lies in the current stretch, whose line is computed when it is first needed. */
static void lower_part(rebuild *r, dmi_first_site_part part)
{
    if (!r->is_known) {
        int64_t from = r->breaks[r->next], to = r->breaks[r->next + 1];
        dmi_wide first, last;
        assert(from < to);
        r->is_known = true;
        r->stopped |= !dmi_run_go_on(r->lead->run, 1);
        r->is_limited = dmi_first_site_value(r->lead, r->made.piece, from, 1, r->track, &first) &&
                        dmi_first_site_value(r->lead, r->made.piece, to, -1, r->track, &last);
        if (r->is_limited) {
            r->line.slope = (last - first) / (to - from);
            r->line.base = first - r->line.slope * from;
        }
    }
    if (!r->is_limited) {
        rebuild_keep(r, &part);
        return;
    }
    dmi_first_site_part other = part;
    other.base = r->line.base;
    other.slope = r->line.slope;
    int at_from = dmi_first_site_compare(value_at(&part, part.from), value_at(&other, part.from));
    int at_to = dmi_first_site_compare(value_at(&part, part.to), value_at(&other, part.to));
    if (at_from * at_to >= 0) {
        rebuild_keep(r, at_from + at_to > 0 ? &other : &part);
        return;
    }
    dmi_first_site_part *left = at_from < 0 ? &part : &other, *right = at_from < 0 ? &other : &part;
    dm_ratio cross;
    if (!dmi_ratio_make(right->base - left->base, left->slope - right->slope, &cross)) {
        r->too_large = true;
        return;
    }
    left->to = right->from = (dmi_first_site_number){cross.num, cross.den};
    left->open_to = right->open_from = false;
    rebuild_keep(r, left);
    rebuild_keep(r, right);
}

static void lower_break(rebuild *r, const dmi_first_site_part *part, int64_t t)
{
    lower_point(r, point_at(t, part->base + part->slope * t), t);
}

/* Divides an interval at the breaks.  A closed end that is a break becomes a point. */
static void lower_interval(rebuild *r, dmi_first_site_part part)
{
    size_t i = r->next;
    while (i + 2 < r->break_count &&
           dmi_first_site_compare(whole_number(r->breaks[i + 1]), part.from) <= 0)
        i++;
    if (!part.open_from && dmi_first_site_compare(whole_number(r->breaks[i]), part.from) == 0) {
        lower_break(r, &part, r->breaks[i]);
        part.open_from = true;
    }
    for (; i + 1 < r->break_count && !r->stopped; i++) {
        int64_t end = r->breaks[i + 1];
        int order = dmi_first_site_compare(whole_number(end), part.to);
        dmi_first_site_part stretch = part;
        r->is_known = r->is_known && r->next == i;
        r->next = i;
        if (order <= 0) {
            stretch.to = whole_number(end);
            stretch.open_to = true;
        }
        lower_part(r, stretch);
        if (order < 0 || (order == 0 && !part.open_to))
            lower_break(r, &part, end);
        if (order >= 0)
            return;
        part.from = whole_number(end);
        part.open_from = true;
    }
}

dm_status dmi_first_site_bound_lower(dmi_first_site *lead, dmi_first_site_bound *bound,
                                     const dmi_first_site_track *track,
                                     const dmi_first_site_best *best, dm_error *err)
{
    int64_t *breaks = NULL;
    size_t capacity = 0;
    rebuild r = {.lead = lead, .track = track, .best = best, .made = {.piece = bound->piece}};
    r.no_memory =
        !dmi_first_site_know(lead, bound->piece) || !dmi_first_site_know(lead, track->piece) ||
        !dmi_first_site_breaks(lead, bound->piece, track, &breaks, &capacity, &r.break_count);
    r.breaks = breaks;
    for (size_t i = 0; !r.no_memory && !r.stopped && i < bound->count; i++) {
        const dmi_first_site_part *part = &bound->part[i];
        if (is_point(part))
            lower_point(&r, *part, (int64_t)part->from.num);
        else
            lower_interval(&r, *part);
    }
    free(breaks);
    dmi_first_site_bound *unused = r.no_memory || r.too_large || r.stopped ? &r.made : bound;
    free(unused->part);
    if (unused == bound)
        *bound = r.made;
    if (r.no_memory)
        return dmi_no_memory(err);
    if (r.stopped)
        return dmi_stopped(lead->run, err);
    return r.too_large ? dmi_first_site_too_large(err) : DM_OK;
}
