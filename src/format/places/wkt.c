/* wkt.c - lines as well-known text. */
#include "format/places/wkt.h"

#include "arena/geo.h"
#include "base/base.h"
#include "format/scan.h"
#include <string.h>
#include <strings.h>

/* The coordinates of one point, two or more numbers; false: something else. */
static bool scan_point(const char **at, dm_point *out)
{
    double skipped;
    *at = dmi_skip_blanks(*at);
    if (!dmi_scan_real_before(at, "", &out->x))
        return false;
    *at = dmi_skip_blanks(*at);
    if (!dmi_scan_real_before(at, ",)", &out->y))
        return false;
    do
        *at = dmi_skip_blanks(*at);
    while (dmi_scan_real_before(at, ",)", &skipped));
    return dmi_is_on_earth(*out);
}

/* After the bracket; true: all was read, at least two points. */
static bool scan_points(const char *at, dm_point **point, size_t *count, size_t *room,
                        bool *no_memory)
{
    for (size_t read = 1;; read++) {
        dm_point place;
        if (!scan_point(&at, &place))
            return false;
        *no_memory = !dmi_reserve(point, room, *count + 1, sizeof **point);
        if (*no_memory)
            return false;
        (*point)[(*count)++] = place;
        if (*at == ')')
            return read >= 2 && !*dmi_skip_blanks(at + 1);
        if (*at++ != ',')
            return false;
    }
}

dm_status dmi_wkt_line(const char *text, dm_point **point, size_t *count, size_t *room,
                       dm_error *err)
{
    static const char word[] = "LINESTRING";
    const char *at = text + sizeof word - 1;
    bool no_memory = false;
    size_t before = *count;
    if (strncasecmp(text, word, sizeof word - 1) != 0)
        return DM_OK;
    at += strspn(at, " ZMzm");
    if (*at == '(' && scan_points(at + 1, point, count, room, &no_memory))
        return DM_OK;
    *count = before;
    return no_memory
               ? dmi_no_memory(err)
               : dmi_fail(err, DM_BAD_INPUT,
                          "has a damaged geometry; expected LINESTRING (lon lat, lon lat, ..)");
}
