/* level_write.c - writes a level of the game on edges as JSON.
 *
 *     {"vertices":[{"x":0,"y":0},{"x":3,"y":4},{}],
 *      "edges":[[0,1,5],[1,2,2.5],[0,2,"7/3"]],
 *      "sites":[{"player":"red","vertex":0},{"player":"blue","edge":1,"at":"1/3"}],
 *      "players":["red","blue"],
 *      "me":"red","moves":[{"op":"cut","count":2},{"op":"add","count":1}],"ordered":true,
 *      "rope":{"crossings":"pass","min_angle":0}}
 *
 * Lengths are always written, so that reading gives the same level whatever its coordinates.  A
 * short decimal is written as a number, any other length as a string.
 */
#include <demesne/lines.h>

#include "format/decimal.h"
#include "format/json.h"

/* Starts an item of a list, one per line. */
static void put_item_start(dmi_output *out, int32_t index)
{
    dmi_put(out, index ? ",\n  " : "\n  ");
}

/* Writes a decimal with no more digits than a double keeps; false for other ratios. */
static bool put_decimal(dmi_output *out, dm_ratio ratio)
{
    enum { MOST_UNITS_DIGITS = 15 };
    int64_t power = 1, most = 1;
    int decimals = 0;
    for (int i = 0; i < MOST_UNITS_DIGITS; i++)
        most *= 10;
    for (; decimals < MOST_UNITS_DIGITS && power % ratio.den != 0; decimals++)
        power *= 10;
    if (power % ratio.den != 0 || ratio.num >= most / (power / ratio.den))
        return false;
    char digits[DMI_DECIMAL_TEXT];
    size_t size = dmi_decimal_print(ratio.num * (power / ratio.den), decimals, digits);
    dmi_put_bytes(out, digits, size);
    return true;
}

static void put_rest(dmi_output *out, const dm_level *level)
{
    if (level->quota_count > 0) {
        dmi_put(out, ",\n \"moves\":[");
        for (int32_t i = 0; i < level->quota_count; i++)
            dmi_print(out, "%s{\"op\":\"%s\",\"count\":%d}", i ? "," : "",
                      dm_line_op_name(level->quotas[i].op), level->quotas[i].count);
        dmi_put(out, level->ordered ? "],\"ordered\":true" : "]");
    } else if (level->moves > 1)
        dmi_print(out, ",\n \"moves\":%d", level->moves);
    if (level->measured)
        dmi_put(out, ",\n \"measured\":true");
    if (level->crossings != DM_LINE_CROSSINGS_PASS || level->min_angle > 0)
        dmi_print(out, ",\n \"rope\":{\"crossings\":\"%s\",\"min_angle\":%g}",
                  dm_line_crossings_name(level->crossings), level->min_angle);
    dmi_put(out, "}\n");
}

static void put_level(dmi_output *out, const dm_level *level)
{
    dmi_put(out, "{\"vertices\":[");
    for (int32_t v = 0; v < level->vertex_count; v++) {
        put_item_start(out, v);
        if (level->points)
            dmi_print(out, "{\"x\":%g,\"y\":%g}", level->points[v].x, level->points[v].y);
        else
            dmi_put(out, "{}");
    }
    dmi_put(out, "]");
    dmi_put(out, ",\n \"edges\":[");
    for (int32_t e = 0; e < level->edge_count; e++) {
        put_item_start(out, e);
        dmi_print(out, "[%d,%d,", level->edges[e].u, level->edges[e].v);
        dm_ratio ratio = level->edges[e].length;
        char text[DM_RATIO_TEXT];
        if (ratio.den == 1)
            dmi_put_number(out, ratio.num);
        else if (!put_decimal(out, ratio))
            dmi_json_put_string(out, dm_ratio_print(ratio, text));
        dmi_put(out, "]");
    }
    dmi_put(out, "]");
    dmi_put(out, ",\n \"sites\":[");
    for (int32_t i = 0; i < level->site_count; i++) {
        const dm_line_place *place = &level->sites[i].place;
        char text[DM_RATIO_TEXT];
        put_item_start(out, i);
        dmi_put(out, "{\"player\":");
        dmi_json_put_string(out, level->players[level->sites[i].player]);
        if (place->vertex >= 0)
            dmi_print(out, ",\"vertex\":%d}", place->vertex);
        else
            dmi_print(out, ",\"edge\":%d,\"at\":\"%s\"}", place->edge,
                      dm_ratio_print(place->at, text));
    }
    dmi_put(out, "]");
    dmi_put(out, ",\n \"players\":[");
    for (int32_t p = 0; p < level->player_count; p++) {
        dmi_put(out, p ? "," : "");
        dmi_json_put_string(out, level->players[p]);
    }
    dmi_put(out, "]");
    if (level->me >= 0) {
        dmi_put(out, ",\n \"me\":");
        dmi_json_put_string(out, level->players[level->me]);
    }
    put_rest(out, level);
}

dm_status dm_level_write(const dm_level *level, const char *path, dm_error *err)
{
    dmi_outfile file;
    dm_status status = dmi_outfile_open(path, &file, err);
    if (status != DM_OK)
        return status;
    dmi_output out = {.file = &file};
    put_level(&out, level);
    return dmi_output_finish(&out, err);
}

dm_status dm_level_text(const dm_level *level, char **out, dm_error *err)
{
    dmi_output text = {0};
    put_level(&text, level);
    return dmi_output_take(&text, out, err);
}
