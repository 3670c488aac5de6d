/* line_first_site.c - the leader's problem on edges, on a fine grid of first sites. */
#include "check/lines/line_first_site.h"

#include <math.h>
#include <stddef.h>

static dm_level *with_site(const dm_level *level, int32_t player, int32_t edge, dm_ratio at)
{
    dm_line_move move = {DM_LINE_ADD, {-1, edge, at}, {-1, -1, {0, 1}}, {0, 1}, -1};
    dm_level *after = NULL;
    return dm_level_apply(level, &move, player, &after, NULL) == DM_OK ? after : NULL;
}

/* The place `way`/fine of the length from the edge's first end. */
static dm_ratio place_of(const dm_level *level, int32_t edge, int64_t way, int64_t fine)
{
    return (dm_ratio){way, fine * level->edges[edge].length.num};
}

static double value_of(const dm_level *level, const dm_line_first_site_ask *ask)
{
    dm_line_diagram *d = NULL;
    double value = NAN;
    if (dm_line_diagram_new(level, ask->ties, false, &d, NULL) == DM_OK) {
        dm_ratio a = d->payoff[ask->first], b = d->payoff[ask->second];
        value = (double)a.num / (double)a.den - (double)b.num / (double)b.den;
    }
    dm_line_diagram_free(d);
    return value;
}

/* The value after an answer at `way`/24; infinite if a site is there. */
static double answered(const dm_level *level, const dm_line_first_site_ask *ask, int32_t edge,
                       int64_t way)
{
    enum { FINE = 3 * CHECK_LEAD_FINE };
    dm_level *after = with_site(level, ask->second, edge, place_of(level, edge, way, FINE));
    double value = after ? value_of(after, ask) : INFINITY;
    dm_level_free(after);
    return value;
}

static double least_on_edge(const dm_level *level, const dm_line_first_site_ask *ask, int32_t edge)
{
    int64_t whole = INT64_C(3) * CHECK_LEAD_FINE * level->edges[edge].length.num;
    double least = answered(level, ask, edge, whole);
    for (int64_t way = 0; way < whole; way += 3) {
        double one = answered(level, ask, edge, way + 1), two = answered(level, ask, edge, way + 2);
        least = fmin(least, answered(level, ask, edge, way));
        least = fmin(least, fmin(2 * one - two, 2 * two - one)); /* limits at both ends */
    }
    return least;
}

bool check_lead_at(const dm_level *level, const dm_line_first_site_ask *ask, int32_t edge,
                   int64_t way, double *out)
{
    dm_level *after =
        with_site(level, ask->first, edge, place_of(level, edge, way, CHECK_LEAD_FINE));
    if (!after)
        return false;
    *out = INFINITY;
    for (int32_t e = 0; e < level->edge_count; e++)
        *out = fmin(*out, least_on_edge(after, ask, e));
    dm_level_free(after);
    return true;
}

/* The most that a concave function has between 0 and 4 if it has these values at 1, 2 and 3. */
static double most_of(const double *at)
{
    double rise = at[1] - at[0], fall = at[1] - at[2];
    return fmax(at[1], fmax(at[0], at[2])) + fmax(0, fmax(rise, fmax(-rise, fmax(fall, -fall))));
}

static void take(double value, double most, check_line_lead *out)
{
    out->low = fmax(out->low, value);
    out->high = fmax(out->high, most);
}

void check_lead(const dm_level *level, const dm_line_first_site_ask *ask, check_line_lead *out)
{
    *out = (check_line_lead){-INFINITY, -INFINITY};
    for (int32_t e = 0; e < level->edge_count; e++)
        for (int64_t way = 0; way <= CHECK_LEAD_FINE * level->edges[e].length.num; way += 4) {
            double value = 0, inside[3] = {0};
            if (check_lead_at(level, ask, e, way, &value))
                take(value, value, out);
            if (way == CHECK_LEAD_FINE * level->edges[e].length.num)
                break;
            for (int i = 0; i < 3; i++)
                check_lead_at(level, ask, e, way + 1 + i, &inside[i]);
            take(fmax(inside[0], fmax(inside[1], inside[2])), most_of(inside), out);
        }
}
