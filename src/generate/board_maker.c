/* board_maker.c - reads a family's parameters and collects its board.
 *
 * Numbers are decimal digits.  Those above 2^31 - 1 become 2^31, which is too
 * large for any board; so products of two parameters, and sums of such
 * products, fit in 64 bits and the limits are checked on exact counts.
 */
#include "generate/board_maker.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

#define NUMBER_LIMIT (UINT64_C(1) << 31)
enum { FRACTION_DIGITS = 15 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool read_whole(const char **text, uint64_t *out)
{
    const char *c = *text;
    uint64_t number = 0;
    for (; is_digit(*c); c++) {
        number = 10 * number + (uint64_t)(*c - '0');
        if (number > NUMBER_LIMIT)
            number = NUMBER_LIMIT;
    }
    bool some = c > *text;
    *text = c;
    *out = number;
    return some;
}

static bool read_decimal(const char **text, dmi_fraction *out)
{
    dmi_fraction number = {0, 1};
    if (!read_whole(text, &number.units))
        return false;
    if (**text == '.') {
        const char *fraction = ++*text;
        for (; is_digit(**text) && *text - fraction < FRACTION_DIGITS; ++*text) {
            if (number.units > UINT64_MAX / 10 - 1)
                return false;
            number.units = 10 * number.units + (uint64_t)(**text - '0');
            number.scale *= 10;
        }
        if (*text == fraction)
            return false;
    }
    *out = number;
    return true;
}

static bool read_shape(dmi_board_maker *s, const char *text, const char *shape)
{
    int count = 0;
    for (; *shape; shape++) {
        if (*shape == '.') {
            if (!read_decimal(&text, &s->decimal))
                return false;
        } else if (is_digit(*shape)) {
            uint64_t least = (uint64_t)(*shape - '0');
            if (!read_whole(&text, &s->number[count]) || s->number[count] < least)
                return false;
            count++;
        } else if (*text++ != *shape) {
            return false;
        }
    }
    return *text == 0;
}

bool dmi_board_maker_read(dmi_board_maker *s, const char *text, const char *shape)
{
    bool good = *shape ? text && read_shape(s, text, shape) : !text;
    if (!good)
        dmi_board_maker_refuse(s);
    return good;
}

void dmi_board_maker_refuse(dmi_board_maker *s)
{
    s->status =
        dmi_fail(s->err, DM_BAD_INPUT, "%s: expected %s, e.g. %s", s->spec, s->form, s->pattern);
}

bool dmi_board_maker_open(dmi_board_maker *s, uint64_t vertices, uint64_t edges)
{
    if (vertices > s->most_vertices)
        s->status = dmi_fail(s->err, DM_TOO_LARGE, "%s: more than %" PRIu64 " vertices", s->spec,
                             s->most_vertices);
    else if (edges > s->most_edges)
        s->status = dmi_fail(s->err, DM_TOO_LARGE, "%s: more than %" PRIu64 " edges", s->spec,
                             s->most_edges);
    else
        s->status = dm_builder_new((dm_vertex)vertices, &s->builder, s->err);
    return s->status == DM_OK;
}

void dmi_board_maker_edge(dmi_board_maker *s, int64_t u, int64_t v, int64_t length)
{
    assert(length >= 1);
    if (s->status == DM_OK)
        s->status = dm_builder_edge(s->builder, (dm_vertex)u, (dm_vertex)v, length, s->err);
}

void dmi_board_maker_value(dmi_board_maker *s, int64_t v, int64_t value)
{
    if (s->status == DM_OK)
        s->status = dm_builder_value(s->builder, (dm_vertex)v, value, s->err);
}

static double to_millionths(double x)
{
    return round(x * 1e6) / 1e6 + 0.0; /* + 0.0 turns -0 into 0 */
}

void dmi_board_maker_place(dmi_board_maker *s, int64_t v, double x, double y)
{
    if (s->status == DM_OK)
        s->status =
            dm_builder_place(s->builder, (dm_vertex)v, to_millionths(x), to_millionths(y), s->err);
}

void dmi_board_maker_polar(dmi_board_maker *s, int64_t v, double radius, double turn)
{
    assert(radius >= 0);
    const double full = 6.283185307179586;
    dmi_board_maker_place(s, v, radius * sin(full * turn), radius * cos(full * turn));
}

void dmi_board_maker_ring(dmi_board_maker *s, int64_t first, int64_t count, double radius)
{
    assert(count >= 0);
    assert(radius >= 0);
    for (int64_t i = 0; i < count; i++)
        dmi_board_maker_polar(s, first + i, radius, (double)i / (double)count);
}
