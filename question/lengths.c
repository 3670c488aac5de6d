/* lengths.c - lengths as they are typed: a number, perhaps with its unit.
 *
 *     1500   1.5km   90s   5min
 *
 * A number alone counts in what the board's lengths are: metres, seconds or minutes on a map, else
 * its own unit.  The conversion is exact, then rounded down, as a distance is within a length if it
 * is within the whole units of it; minutes are rounded to the nearest, as those of streets are.
 */
#include "question/question.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct length_unit {
    const char *name;
    bool is_time;
    int metres_or_seconds;
} length_unit;

static const length_unit units[] = {
    {"m", false, 1}, {"km", false, 1000}, {"s", true, 1}, {"min", true, 60}};

enum { UNITS = sizeof units / sizeof *units, MORE = 6 };

/* The unit at the end of a text, which is cut off; NULL: it has none.  False: one that is not
 * known. */
static bool take_unit(char *text, const length_unit **out)
{
    size_t size = strlen(text), begin = size;
    while (begin > 0 && isalpha((unsigned char)text[begin - 1]))
        begin--;
    *out = NULL;
    if (begin == size || begin == 0) /* a word is no number: its reader says so */
        return true;
    for (size_t i = 0; i < UNITS; i++)
        if (strcmp(text + begin, units[i].name) == 0)
            *out = &units[i];
    if (!*out)
        return false;
    while (begin > 0 && text[begin - 1] == ' ')
        begin--;
    text[begin] = '\0';
    return true;
}

/* A number of these units in the lengths of a board with this measure. */
static dm_status convert(const char *number, const length_unit *unit, dm_measure measure,
                         int decimals, int64_t *out, dm_error *err)
{
    int64_t fine = 0; /* in units of 10^-MORE of the board's */
    dm_status status = dm_length_parse(number, decimals + MORE, &fine, err);
    if (status != DM_OK)
        return status;
    int64_t divisor = measure == DM_MINUTES ? 60000000 : 1000000;
    int64_t more = measure == DM_MINUTES ? divisor / 2 : 0;
    if (fine > DM_MAX_TOTAL / unit->metres_or_seconds)
        *out = DM_MAX_TOTAL; /* longer than any way */
    else
        *out = (fine * unit->metres_or_seconds + more) / divisor;
    return DM_OK;
}

dm_status ask_length(asking *a, const dm_arena *arena, const char *field, const char *text,
                     int64_t *out, dm_error *err)
{
    const dm_map *map = dm_arena_map(arena);
    dm_measure measure = map                                              ? map->measure
                         : dm_arena_line_metric(arena) == DM_GREAT_CIRCLE ? DM_METRES
                                                                          : DM_MEASURE_OTHER;
    int decimals = dm_arena_decimals(arena);
    const length_unit *unit = NULL;
    dm_error why = {0};
    char number[80];
    if (snprintf(number, sizeof number, "%s", text) >= (int)sizeof number)
        return ask_blame(a, err, DM_BAD_INPUT, "%s %.40s..: expected a length", ask_label(a, field),
                         text);
    if (!take_unit(number, &unit))
        return ask_blame(a, err, DM_BAD_INPUT,
                         "%s %.40s: expected a number, perhaps with a unit: m, km, s or min",
                         ask_label(a, field), text);
    if (unit && measure == DM_MEASURE_OTHER)
        return ask_blame(a, err, DM_BAD_INPUT,
                         "%s %.40s: expected a number without unit, as the lengths of this board "
                         "have none",
                         ask_label(a, field), text);
    if (unit && unit->is_time && !map)
        return ask_blame(a, err, DM_BAD_INPUT,
                         "%s %.40s: the lengths of this board are metres; expected m or km",
                         ask_label(a, field), text);
    if (unit && unit->is_time != dm_measure_is_time(measure))
        return ask_blame(a, err, DM_BAD_INPUT, "%s %.40s: the lengths of this map are %s; %s",
                         ask_label(a, field), text, dm_measure_name(measure),
                         unit->is_time ? "expected m or km (--measure seconds makes them times)"
                                       : "expected s or min (--measure metres makes them ways)");
    dm_status status = unit ? convert(number, unit, measure, decimals, out, &why)
                            : dm_length_parse(number, decimals, out, &why);
    if (status != DM_OK)
        return ask_blame(a, err, DM_BAD_INPUT, "%s: %s", ask_label(a, field), why.message);
    if (*out < 0)
        return answer_fail(err, DM_BAD_INPUT, "%s %.40s: expected a length of 0 or more",
                           ask_label(a, field), text);
    return DM_OK;
}

dm_status ask_metres(asking *a, const char *field, const char *text, double *out, dm_error *err)
{
    const length_unit *unit = NULL;
    char number[80], *end = number;
    bool is_whole = snprintf(number, sizeof number, "%s", text) < (int)sizeof number;
    double found = is_whole && take_unit(number, &unit) ? strtod(number, &end) : 0;
    if (unit && unit->is_time)
        return ask_blame(a, err, DM_BAD_INPUT, "%s %.40s: expected metres, with m or km or no unit",
                         ask_label(a, field), text);
    if (end == number || *end || !isfinite(found) || found <= 0)
        return ask_blame(a, err, DM_BAD_INPUT, "%s %.40s: expected a positive number of metres",
                         ask_label(a, field), text);
    *out = found * (unit ? unit->metres_or_seconds : 1);
    return DM_OK;
}
