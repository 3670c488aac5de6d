/* polytope.c - convex polytopes of places: cutting them by planes, by the method of double
 * description (Motzkin et al. 1953).
 *
 * A plane divides the corners.  New corners arise where it crosses an edge of the polytope; two
 * corners share an edge if no third lies on all facets that both lie on.  A facet without corners
 * gives its number back.
 *
 * Cost: O(c^3) for c corners; polytopes have few.
 */
#include "lines/sets/polytope.h"

#include <assert.h>
#include <string.h>

void dmi_polytope_box(int32_t dim, const int64_t *low, const int64_t *high, bool keeps_planes,
                      dmi_polytope *out)
{
    assert(dim >= 0 && dim <= DMI_MOST_PLACES);
    out->dim = dim;
    out->count = 0;
    out->strict = 0;
    out->failed = false;
    out->keeps_planes = keeps_planes;
    for (uint32_t set = 0; set < UINT32_C(1) << dim; set++) {
        dmi_corner corner = {.den = 1};
        bool is_new = true;
        for (int32_t i = 0; i < dim; i++) {
            bool up = set >> i & 1;
            assert(low[i] <= high[i]);
            is_new = is_new && !(up && low[i] == high[i]);
            corner.num[i] = up ? high[i] : low[i];
            corner.on |= up || low[i] == high[i] ? UINT64_C(2) << 2 * i : 0;
            corner.on |= !up || low[i] == high[i] ? UINT64_C(1) << 2 * i : 0;
        }
        if (is_new)
            out->corner[out->count++] = corner;
    }
    for (int32_t i = 0; keeps_planes && i < dim; i++) { /* y_i >= low and y_i <= high */
        dmi_linear_form *plane = out->plane + 2 * (size_t)i;
        plane[0] = (dmi_linear_form){.at = -low[i]};
        plane[1] = (dmi_linear_form){.at = high[i]};
        plane[0].slope[i] = 1;
        plane[1].slope[i] = -1;
    }
}

void dmi_polytope_copy(const dmi_polytope *polytope, dmi_polytope *out)
{
    memcpy(out, polytope, offsetof(dmi_polytope, corner));
    memcpy(out->corner, polytope->corner, (size_t)polytope->count * sizeof *polytope->corner);
    if (polytope->keeps_planes)
        memcpy(out->plane, polytope->plane, sizeof polytope->plane);
}

static int sign_of_wide(dmi_wide value)
{
    return (value > 0) - (value < 0);
}

typedef struct corner_signs {
    int32_t above, below, zero;
    uint64_t zero_on; /* the facets that all corners with value 0 lie on */
} corner_signs;

static corner_signs signs_of(const dmi_polytope *polytope, const dmi_linear_form *form)
{
    corner_signs s = {0, 0, 0, ~UINT64_C(0)};
    for (int32_t i = 0; i < polytope->count; i++) {
        int sign = sign_of_wide(dmi_linear_form_value(form, &polytope->corner[i], polytope->dim));
        s.above += sign > 0;
        s.below += sign < 0;
        s.zero += sign == 0;
        s.zero_on &= sign == 0 ? polytope->corner[i].on : ~UINT64_C(0);
    }
    return s;
}

dmi_polytope_sign dmi_polytope_side(const dmi_polytope *polytope, const dmi_linear_form *form)
{
    corner_signs s = signs_of(polytope, form);
    bool is_outside = s.zero == 0 || (s.zero_on & polytope->strict);
    if (s.above && s.below)
        return DMI_BOTH;
    if (s.above)
        return is_outside ? DMI_ABOVE : DMI_BOTH;
    if (s.below)
        return is_outside ? DMI_BELOW : DMI_BOTH;
    return DMI_ZERO;
}

dmi_polytope_sign dmi_polytope_loose_side(const dmi_polytope *polytope, const dmi_linear_form *form)
{
    corner_signs s = signs_of(polytope, form);
    if (s.above && s.below)
        return DMI_BOTH;
    return s.above ? DMI_ABOVE : s.below ? DMI_BELOW : DMI_ZERO;
}

static dmi_wide gcd_of(dmi_wide a, dmi_wide b)
{
    while (b) {
        if (a <= UINT64_MAX && b <= UINT64_MAX) {
            uint64_t x = (uint64_t)a, y = (uint64_t)b;
            while (y) {
                uint64_t rest = x % y;
                x = y;
                y = rest;
            }
            return x;
        }
        dmi_wide rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static const dmi_wide most_coordinate = INT64_C(1) << 61;

/* Stores num / den in lowest terms; false if it does not fit. */
static bool set_corner(const dmi_wide *num, dmi_wide den, int32_t dim, dmi_corner *out)
{
    dmi_wide common = den;
    bool fits = true;
    if (den <= 0)
        return false;
    for (int32_t i = 0; i < dim && common > 1; i++)
        common = gcd_of(num[i] < 0 ? -num[i] : num[i], common);
    assert(common > 0);
    out->den = (int64_t)(den / common);
    fits = den / common <= most_coordinate;
    for (int32_t i = 0; i < dim; i++) {
        dmi_wide part = num[i] / common;
        fits = fits && part <= most_coordinate && part >= -most_coordinate;
        out->num[i] = (int64_t)part;
    }
    return fits;
}

/* The point between a (value > 0) and b (value < 0) where the value is 0. */
static bool edge_crossing(const dmi_corner *a, dmi_wide above, const dmi_corner *b, dmi_wide below,
                          int32_t dim, dmi_corner *out)
{
    dmi_wide num[DMI_MOST_PLACES], den, left, right;
    dmi_wide common = gcd_of(-below, above), to_a = -below / common, to_b = above / common;
    bool fits = true;
    assert(above > 0 && below < 0);
    for (int32_t i = 0; fits && i < dim; i++)
        fits = !__builtin_mul_overflow(to_a, (dmi_wide)a->num[i], &left) &&
               !__builtin_mul_overflow(to_b, (dmi_wide)b->num[i], &right) &&
               !__builtin_add_overflow(left, right, &num[i]);
    fits = fits && !__builtin_mul_overflow(to_a, (dmi_wide)a->den, &left) &&
           !__builtin_mul_overflow(to_b, (dmi_wide)b->den, &right) &&
           !__builtin_add_overflow(left, right, &den);
    return fits && set_corner(num, den, dim, out);
}

/* Whether corners i and j share an edge of the polytope. */
static bool are_neighbours(const dmi_polytope *polytope, int32_t i, int32_t j)
{
    assert(i != j && i < polytope->count && j < polytope->count);
    uint64_t shared = polytope->corner[i].on & polytope->corner[j].on;
    for (int32_t k = 0; k < polytope->count; k++)
        if (k != i && k != j && (polytope->corner[k].on & shared) == shared)
            return false;
    return true;
}

/* Adds the corners where edges of the polytope cross the plane. */
static bool add_crossings(const dmi_polytope *polytope, const dmi_wide *value, uint64_t facet,
                          dmi_polytope *out)
{
    for (int32_t i = 0; i < polytope->count; i++)
        for (int32_t j = 0; value[i] > 0 && j < polytope->count; j++) {
            if (value[j] >= 0 || !are_neighbours(polytope, i, j))
                continue;
            dmi_corner *made = &out->corner[out->count];
            if (out->count == DMI_MOST_CORNERS ||
                !edge_crossing(&polytope->corner[i], value[i], &polytope->corner[j], value[j],
                               polytope->dim, made))
                return false;
            made->on = (polytope->corner[i].on & polytope->corner[j].on) | facet;
            out->count++;
        }
    return true;
}

bool dmi_polytope_clip(const dmi_polytope *polytope, const dmi_linear_form *form, int sign,
                       bool strict, dmi_polytope *out)
{
    dmi_wide value[DMI_MOST_CORNERS];
    uint64_t used = 0; /* by some corner; others have free numbers */
    for (int32_t i = 0; i < polytope->count; i++)
        used |= polytope->corner[i].on;
    int number = ~used ? __builtin_ctzll(~used) : -1;
    uint64_t facet = number < 0 ? 0 : UINT64_C(1) << number;
    dmi_polytope made;
    bool is_inside = false;
    assert(polytope->count >= 0 && polytope->count <= DMI_MOST_CORNERS);
    made.dim = polytope->dim;
    made.count = 0;
    made.failed = polytope->failed || number < 0;
    made.keeps_planes = polytope->keeps_planes;
    made.strict = (polytope->strict & ~facet) | (strict ? facet : 0);
    for (int32_t i = 0; i < polytope->count; i++) {
        value[i] = dmi_linear_form_value(form, &polytope->corner[i], polytope->dim);
        int own = sign_of_wide(value[i]);
        is_inside |= strict ? own == sign : own == sign || own == 0;
        if (own != 0 && own != sign)
            continue;
        made.corner[made.count] = polytope->corner[i];
        made.corner[made.count++].on |= own == 0 ? facet : 0;
    }
    if (!add_crossings(polytope, value, facet, &made))
        made.failed = true;
    is_inside = is_inside || (!strict && made.count > 0);
    if (polytope->keeps_planes) {
        memcpy(made.plane, polytope->plane, sizeof made.plane);
        /* Facet `number` is where the form is 0; inside it has the sign. */
        if (number >= 0) {
            dmi_linear_form *plane = &made.plane[number];
            *plane = *form;
            for (int32_t i = 0; sign < 0 && i < made.dim; i++)
                plane->slope[i] = -form->slope[i];
            if (sign < 0)
                plane->at = -form->at;
        }
    }
    dmi_polytope_copy(&made, out);
    return is_inside && made.count > 0;
}

int dmi_quotient_compare(dmi_wide a, int64_t a_den, dmi_wide b, int64_t b_den)
{
    assert(a_den > 0 && b_den > 0);
    if (a_den == b_den)
        return (a > b) - (a < b);
    dmi_wide whole_a = a / a_den, whole_b = b / b_den;
    whole_a -= whole_a * a_den > a;
    whole_b -= whole_b * b_den > b;
    if (whole_a != whole_b)
        return whole_a < whole_b ? -1 : 1;
    dmi_wide left = (a - whole_a * a_den) * b_den, right = (b - whole_b * b_den) * a_den;
    return (left > right) - (left < right);
}

int32_t dmi_polytope_best(const dmi_polytope *polytope, const dmi_linear_form *form, int sign)
{
    assert(polytope->count > 0);
    int32_t best = 0;
    dmi_wide most_found = 0;
    for (int32_t i = 0; i < polytope->count; i++) {
        dmi_wide value = sign * dmi_linear_form_value(form, &polytope->corner[i], polytope->dim);
        if (i == 0 || dmi_quotient_compare(value, polytope->corner[i].den, most_found,
                                           polytope->corner[best].den) > 0) {
            best = i;
            most_found = value;
        }
    }
    return best;
}

/* a + b, as points; false if it does not fit. */
static bool add_point(const dmi_corner *b, int32_t dim, dmi_corner *a)
{
    dmi_wide num[DMI_MOST_PLACES], common = gcd_of(a->den, b->den);
    dmi_wide to_a = b->den / common, to_b = a->den / common;
    for (int32_t i = 0; i < dim; i++)
        num[i] = to_a * a->num[i] + to_b * b->num[i];
    return set_corner(num, to_a * a->den, dim, a);
}

bool dmi_polytope_middle(const dmi_polytope *polytope, const dmi_linear_form *form, int32_t best,
                         dmi_corner *out)
{
    dmi_corner sum = {.den = 1};
    dmi_wide num[DMI_MOST_PLACES];
    const dmi_corner *top = &polytope->corner[best];
    dmi_wide most_found = form ? dmi_linear_form_value(form, top, polytope->dim) : 0;
    int32_t count = 0;
    bool fits = true;
    for (int32_t i = 0; fits && i < polytope->count; i++) {
        const dmi_corner *corner = &polytope->corner[i];
        if (form && dmi_quotient_compare(dmi_linear_form_value(form, corner, polytope->dim),
                                         corner->den, most_found, top->den) != 0)
            continue;
        fits = add_point(corner, polytope->dim, &sum);
        count++;
    }
    for (int32_t i = 0; i < polytope->dim; i++)
        num[i] = sum.num[i];
    return fits && set_corner(num, (dmi_wide)sum.den * count, polytope->dim, out);
}
