/* solution_count.c - how many solutions a level has.
 *
 * place_search.c divides the winning places of a choice into convex regions.  Two regions belong to
 * one solution if places of the one are limits of places of the other; and a site that lies on a
 * vertex lies on every edge there, so regions of choices that differ in one such edge may
 * touch, too:
 *
 *      e -----o v          the site on v ends the places of e and begins those of f
 *              \ f
 *
 * Sets with different removals or cut edges never touch.  A point of closed region X that lies in Y
 * is found by cutting X's corners by the planes of Y.
 *
 * Cost: O(r^2) for r regions with the same removals and cuts; most pairs differ in some place.
 */
#include "lines/sets/set_search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_REGIONS = 3000 };

struct dmi_winning_region {
    dmi_move_choice choice;
    int32_t ends[DMI_MOST_PLACES][2]; /* of a new site's stub: the vertices, or -1 */
    int64_t end_at[DMI_MOST_PLACES];  /* the place of the second */
    double low[DMI_MOST_PLACES], high[DMI_MOST_PLACES];
    size_t part;
    dmi_polytope polytope;
};

void dmi_solution_count_clear(dmi_solution_count *count)
{
    free(count->regions);
    *count = (dmi_solution_count){0};
}

bool dmi_solution_count_visit(void *user, dmi_set_search *search, const dmi_payoff_model *model,
                              const dmi_polytope *polytope)
{
    dmi_solution_count *c = user;
    dmi_corner middle;
    (void)search;
    if (!dmi_polytope_middle(polytope, NULL, 0, &middle))
        c->is_full = true;
    else if (!dmi_payoff_model_allows(model, &middle))
        return true;
    if (c->is_full || c->count == MOST_REGIONS) {
        c->is_full = true;
        return true;
    }
    if (!dmi_reserve(&c->regions, &c->room, c->count + 1, sizeof *c->regions))
        return false;
    dmi_winning_region *r = &c->regions[c->count];
    r->choice = model->choice;
    r->part = c->count++;
    dmi_polytope_copy(polytope, &r->polytope);
    for (int32_t i = 0; i < r->choice.add_count; i++) {
        const dmi_move_spot *spot = &r->choice.add[i];
        r->ends[i][0] = r->ends[i][1] = -1;
        if (spot->piece < 0)
            continue;
        const dmi_piece *piece = &model->board->position.net.piece[spot->piece];
        r->end_at[i] = piece->length;
        if (spot->stub == 0)
            r->ends[i][0] = piece->a;
        if (spot->stub == model->board->cuts[spot->piece])
            r->ends[i][1] = piece->b;
    }
    for (int32_t i = 0; i < r->polytope.dim; i++) { /* decimals around all places, a little apart */
        r->low[i] = 1e300;
        r->high[i] = -1e300;
        for (int32_t k = 0; k < r->polytope.count; k++) {
            double at = (double)r->polytope.corner[k].num[i] / (double)r->polytope.corner[k].den;
            r->low[i] = at - 1e-3 < r->low[i] ? at - 1e-3 : r->low[i];
            r->high[i] = at + 1e-3 > r->high[i] ? at + 1e-3 : r->high[i];
        }
    }
    return true;
}

static bool same_spot(const dmi_move_spot *a, const dmi_move_spot *b)
{
    return a->piece == b->piece && a->stub == b->stub && a->vertex == b->vertex && a->low == b->low;
}

/* Two new sites at one vertex. */
static bool is_allowed(const dmi_winning_region *r, const dmi_corner *at)
{
    int32_t vertex[DMI_MOST_PLACES];
    for (int32_t i = 0; i < r->choice.add_count; i++) {
        int64_t num = at->num[r->choice.cut_count + i];
        vertex[i] = num == 0 ? r->ends[i][0] : num == r->end_at[i] * at->den ? r->ends[i][1] : -1;
        for (int32_t j = 0; j < i; j++)
            if (vertex[i] >= 0 && vertex[i] == vertex[j])
                return false;
    }
    return true;
}

/* Whether a point of `from`, a closed polytope in the places of `to`, lies in `to`. */
static bool reaches_region(const dmi_polytope *from, const dmi_winning_region *to)
{
    dmi_polytope met;
    dmi_corner middle;
    uint64_t used = 0, shared = ~UINT64_C(0);
    for (int32_t i = 0; i < to->polytope.count; i++) {
        used |= to->polytope.corner[i].on;
        shared &= to->polytope.corner[i].on;
    }
    dmi_polytope_copy(from, &met);
    met.keeps_planes = false;
    for (uint64_t rest = used; rest; rest &= rest - 1) {
        int facet = __builtin_ctzll(rest);
        int sign = shared >> facet & 1 ? 0 : 1;
        if (!dmi_polytope_clip(&met, &to->polytope.plane[facet], sign, false, &met))
            return false;
    }
    for (uint64_t rest = used & to->polytope.strict; rest; rest &= rest - 1)
        if (dmi_polytope_loose_side(&met, &to->polytope.plane[__builtin_ctzll(rest)]) != DMI_ABOVE)
            return false;
    return dmi_polytope_middle(&met, NULL, 0, &middle) && is_allowed(to, &middle);
}

/* The face of region a where site i lies on its first or second end, in the places of a choice in
 * which it is site j at place `there` instead; false: there is none. */
static bool move_face(const dmi_winning_region *a, int32_t i, int end, int32_t j, int64_t there,
                      dmi_polytope *out)
{
    int32_t cuts = a->choice.cut_count, place = cuts + i;
    dmi_linear_form plane = {.at = end ? -a->end_at[i] : 0};
    plane.slope[place] = 1;
    if (!dmi_polytope_clip(&a->polytope, &plane, 0, false, out))
        return false;
    for (int32_t k = 0; k < out->count; k++) {
        dmi_corner *corner = &out->corner[k];
        int64_t *num = corner->num + cuts;
        memmove(num + i, num + i + 1, (size_t)(a->choice.add_count - i - 1) * sizeof *num);
        memmove(num + j + 1, num + j, (size_t)(a->choice.add_count - j - 1) * sizeof *num);
        num[j] = there * corner->den;
    }
    return true;
}

/* Regions of choices that differ in the edge of one site, which lies on a vertex of both. */
static bool touch_at_vertex(const dmi_winning_region *a, int32_t i, const dmi_winning_region *b,
                            int32_t j)
{
    dmi_polytope face;
    for (int from = 0; from < 2; from++)
        for (int to = 0; to < 2; to++) {
            if (a->ends[i][from] < 0 || a->ends[i][from] != b->ends[j][to])
                continue;
            if ((move_face(a, i, from, j, to ? b->end_at[j] : 0, &face) &&
                 reaches_region(&face, b)) ||
                (move_face(b, j, to, i, from ? a->end_at[i] : 0, &face) &&
                 reaches_region(&face, a)))
                return true;
        }
    return false;
}

static bool regions_touch(const dmi_winning_region *a, const dmi_winning_region *b)
{
    const dmi_move_choice *x = &a->choice, *y = &b->choice;
    bool is_same = true;
    assert(x->cut_count == y->cut_count && x->add_count == y->add_count);
    for (int32_t i = 0; i < x->cut_count; i++)
        if (!same_spot(&x->cut[i], &y->cut[i]))
            return false;
    for (int32_t i = 0; i < x->add_count; i++)
        is_same = is_same && same_spot(&x->add[i], &y->add[i]);
    for (int32_t i = 0; is_same && i < a->polytope.dim; i++)
        if (a->low[i] > b->high[i] || b->low[i] > a->high[i])
            return false;
    if (is_same)
        return reaches_region(&a->polytope, b) || reaches_region(&b->polytope, a);
    for (int32_t i = 0; i < x->add_count; i++)
        for (int32_t j = 0; j < x->add_count; j++) {
            bool is_rest_same = true; /* all but site i of a and site j of b */
            for (int32_t k = 0; k + 1 < x->add_count; k++)
                is_rest_same =
                    is_rest_same && same_spot(&x->add[k + (k >= i)], &y->add[k + (k >= j)]);
            if (is_rest_same && touch_at_vertex(a, i, b, j))
                return true;
        }
    return false;
}

static size_t region_root(dmi_winning_region *regions, size_t i)
{
    while (regions[i].part != i) {
        regions[i].part = regions[regions[i].part].part;
        i = regions[i].part;
    }
    return i;
}

dm_status dmi_solution_count_flush(void *user, dmi_set_search *search, dm_error *err)
{
    dmi_solution_count *c = user;
    for (size_t i = 0; i < c->count; i++) {
        for (size_t j = 0; j < i; j++)
            if (region_root(c->regions, i) != region_root(c->regions, j) &&
                regions_touch(&c->regions[i], &c->regions[j]))
                c->regions[region_root(c->regions, i)].part = region_root(c->regions, j);
        if (!dmi_run_report(search->run, 1 + i, "solutions", (uint64_t)i, c->count, ""))
            return dmi_stopped(search->run, err);
    }
    for (size_t i = 0; i < c->count; i++)
        c->solutions += c->regions[i].part == i;
    c->count = 0;
    return DM_OK;
}
