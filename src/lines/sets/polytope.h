/* polytope.h - convex polytopes of places, by their corners.
 *
 * The places of several moves are numbers y_0 .. y_{d-1}.  A polytope is a convex set of them,
 * given by its corners; each corner knows the facets that it lies on.  A strict facet is not part
 * of the polytope:
 *
 *      +-----+
 *      |      \        four closed facets and one strict one (dots)
 *      |       :
 *      +......:
 *
 * Corners are exact; a calculation that does not fit is reported once in `failed`.
 */
#ifndef DMI_LINES_SETS_POLYTOPE_H
#define DMI_LINES_SETS_POLYTOPE_H

#include "base/base.h"

enum { DMI_MOST_PLACES = 6, DMI_MOST_CORNERS = 128, DMI_MOST_FACETS = 64 };

/* A linear function: at + sum of slope[i] * y_i. */
typedef struct dmi_linear_form {
    dmi_wide at;
    int64_t slope[DMI_MOST_PLACES];
} dmi_linear_form;

/* The point num[i] / den. */
typedef struct dmi_corner {
    int64_t num[DMI_MOST_PLACES];
    int64_t den;
    uint64_t on; /* bit f: lies on facet f */
} dmi_corner;

typedef struct dmi_polytope {
    int32_t dim; /* the number of places */
    int32_t count;
    uint64_t strict; /* bit f: facet f is strict */
    bool failed;
    bool keeps_planes; /* `plane` is filled */
    dmi_corner corner[DMI_MOST_CORNERS];
    dmi_linear_form plane[DMI_MOST_FACETS]; /* of facets: not negative in the polytope */
} dmi_polytope;

/* The box of places from low to high; low and high may be equal. */
void dmi_polytope_box(int32_t dim, const int64_t *low, const int64_t *high, bool keeps_planes,
                      dmi_polytope *out);
void dmi_polytope_copy(const dmi_polytope *polytope, dmi_polytope *out);

/* den times the value at a corner. */
static inline dmi_wide dmi_linear_form_value(const dmi_linear_form *form, const dmi_corner *corner,
                                             int32_t dim)
{
    dmi_wide sum = form->at * corner->den;
    for (int32_t i = 0; i < dim; i++)
        sum += (dmi_wide)form->slope[i] * corner->num[i];
    return sum;
}

typedef enum dmi_polytope_sign {
    DMI_BELOW = -1, /* negative everywhere in the polytope */
    DMI_ZERO = 0,   /* zero everywhere */
    DMI_ABOVE = 1,  /* positive everywhere */
    DMI_BOTH = 2    /* zero in a part of the polytope, which may be a closed facet */
} dmi_polytope_sign;

dmi_polytope_sign dmi_polytope_side(const dmi_polytope *polytope, const dmi_linear_form *form);
/* The same, but zero on a part counts as DMI_ABOVE or DMI_BELOW; DMI_BOTH if both signs occur. */
dmi_polytope_sign dmi_polytope_loose_side(const dmi_polytope *polytope,
                                          const dmi_linear_form *form);

/* The part of the polytope where the form has the sign 1, -1 or 0; `strict`: without zero.  False:
 * it is empty.  May be in place. */
bool dmi_polytope_clip(const dmi_polytope *polytope, const dmi_linear_form *form, int sign,
                       bool strict, dmi_polytope *out);

/* The corner with the largest value (smallest for sign -1). */
int32_t dmi_polytope_best(const dmi_polytope *polytope, const dmi_linear_form *form, int sign);
/* The middle of the corners where the form is as large as at corner `best` (form NULL: of all).
 * False: it does not fit. */
bool dmi_polytope_middle(const dmi_polytope *polytope, const dmi_linear_form *form, int32_t best,
                         dmi_corner *out);
/* Compares a.num[i] / a.den with b's. */
int dmi_quotient_compare(dmi_wide a, int64_t a_den, dmi_wide b, int64_t b_den);

#endif
