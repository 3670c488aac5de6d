/* lines.c - turns lines with tags into a board. */
#include "map/lines.h"

#include "arena/geo.h"
#include "arena/streets.h"
#include "base/base.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers places: equal coordinates have the same number.
 *
 * A hash table of the doubles' bits, open addressing, at most half full.
 */
static uint64_t bits_of(double number)
{
    uint64_t out;
    number += 0.0; /* -0 is 0 */
    memcpy(&out, &number, sizeof out);
    return out;
}

static size_t slot_of(const dmi_point_ids *ids, dm_point place)
{
    uint64_t mixed = bits_of(place.x) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 29 ^ bits_of(place.y)) * UINT64_C(0xbf58476d1ce4e5b9);
    size_t at = (size_t)(mixed ^ mixed >> 32) & (ids->slots - 1);
    while (ids->slot[at] && (ids->point[ids->slot[at] - 1].x != place.x ||
                             ids->point[ids->slot[at] - 1].y != place.y))
        at = (at + 1) & (ids->slots - 1);
    return at;
}

static bool grow_ids(dmi_point_ids *ids)
{
    dmi_point_ids wider = *ids;
    if (ids->slots > 2 * ids->count)
        return true;
    wider.slots = ids->slots ? 2 * ids->slots : 1024;
    wider.slot = dmi_calloc(wider.slots, sizeof *wider.slot);
    if (!wider.slot)
        return false;
    for (size_t i = 0; i < ids->count; i++)
        wider.slot[slot_of(&wider, ids->point[i])] = (uint32_t)i + 1;
    free(ids->slot);
    *ids = wider;
    return true;
}

/* The number of `place`, a new one if it was not mentioned before. */
static dm_status point_ids_find(dmi_point_ids *ids, dm_point place, int64_t *out, dm_error *err)
{
    if (!grow_ids(ids) || !dmi_reserve(&ids->point, &ids->room, ids->count + 1, sizeof *ids->point))
        return dmi_no_memory(err);
    if (ids->count >= (size_t)DM_MAX_VERTICES)
        return dmi_fail(err, DM_TOO_LARGE, "the lines have more than 2^31-1 points");
    size_t at = slot_of(ids, place);
    if (!ids->slot[at]) {
        ids->point[ids->count] = place;
        ids->slot[at] = (uint32_t)++ids->count;
    }
    *out = (int64_t)ids->slot[at] - 1;
    return DM_OK;
}

dm_status dmi_lines_init(dmi_lines *lines, dmi_input *in, dm_error *err)
{
    *lines = (dmi_lines){.in = in};
    dm_status status = dmi_ways_new(&lines->ways, err);
    if (status == DM_OK)
        status = dmi_ways_speeds(lines->ways, in, err);
    if (status == DM_OK)
        dmi_ways_limit(lines->ways, in->options.most_edges);
    return status;
}

void dmi_lines_begin(dmi_lines *lines)
{
    lines->points = lines->lines = lines->text_size = 0;
    for (int i = 0; i < DMI_OSM_KEYS; i++)
        lines->tag_at[i] = SIZE_MAX;
}

dm_status dmi_lines_tag(dmi_lines *lines, const char *key, const char *value, dm_error *err)
{
    dmi_osm_key tag = dmi_osm_key_of(key, strlen(key));
    size_t size = strlen(value);
    lines->is_osm |=
        strcmp(key, "@id") == 0 || strcmp(key, "osm_id") == 0 || strcmp(key, "osmid") == 0;
    if (tag == DMI_OSM_KEYS || size == 0)
        return DM_OK;
    if (!dmi_reserve(&lines->text, &lines->text_room, lines->text_size + size, 1))
        return dmi_no_memory(err);
    memcpy(lines->text + lines->text_size, value, size);
    lines->tag_at[tag] = lines->text_size;
    lines->tag_size[tag] = size;
    lines->text_size += size;
    return DM_OK;
}

dm_status dmi_lines_point(dmi_lines *lines, dm_point place, dm_error *err)
{
    if (!dmi_is_on_earth(place))
        return dmi_fail(err, DM_BAD_INPUT,
                        "the point %.10g, %.10g is not on Earth; expected longitude and latitude "
                        "in degrees",
                        place.x, place.y);
    if (!dmi_reserve(&lines->point, &lines->point_room, lines->points + 1, sizeof *lines->point))
        return dmi_no_memory(err);
    lines->point[lines->points++] = place;
    return DM_OK;
}

dm_status dmi_lines_end_line(dmi_lines *lines, dm_error *err)
{
    if (!dmi_reserve(&lines->end, &lines->end_room, lines->lines + 1, sizeof *lines->end))
        return dmi_no_memory(err);
    lines->end[lines->lines++] = lines->points;
    return DM_OK;
}

/* What the profile makes of the feature's tags; false: it may not use the lines. */
static bool judge_tags(const dmi_lines *lines, dmi_way *out)
{
    static const char ordinary[] = "road"; /* without a class of its own */
    dmi_osm_tags tags = {0};
    for (int i = 0; i < DMI_OSM_KEYS; i++)
        if (lines->tag_at[i] != SIZE_MAX)
            tags.value[i] = (dmi_osm_text){lines->text + lines->tag_at[i], lines->tag_size[i]};
    if (!tags.value[DMI_OSM_HIGHWAY].at && !dmi_osm_is_ferry(&tags))
        tags.value[DMI_OSM_HIGHWAY] = (dmi_osm_text){ordinary, sizeof ordinary - 1};
    return dmi_osm_judge(&tags, lines->in->options.profile, out);
}

static dm_status add_line(dmi_lines *lines, const dmi_way *way, size_t first, size_t end,
                          dm_error *err)
{
    dm_status status = DM_OK;
    if (!dmi_reserve(&lines->node, &lines->node_room, end - first, sizeof *lines->node))
        return dmi_no_memory(err);
    for (size_t i = first; i < end && status == DM_OK; i++)
        status = point_ids_find(&lines->ids, lines->point[i], &lines->node[i - first], err);
    return status == DM_OK ? dmi_ways_add(lines->ways, way, lines->node, end - first, err) : status;
}

dm_status dmi_lines_end(dmi_lines *lines, dm_error *err)
{
    dmi_way way = {0};
    dm_status status = DM_OK;
    lines->lines_seen += (int64_t)lines->lines;
    if (lines->lines == 0 || !judge_tags(lines, &way))
        return DM_OK;
    for (size_t i = 0; i < lines->lines && status == DM_OK; i++)
        status = add_line(lines, &way, i ? lines->end[i - 1] : 0, lines->end[i], err);
    dmi_lines_begin(lines); /* nothing of it is left for a feature around it */
    return status;
}

static dm_status make_board(dmi_lines *lines, dm_arena **out, dm_error *err)
{
    char others[120] = "";
    dmi_ways_plan plan = {.has_profile = true,
                          .attribution = lines->is_osm ? DMI_OSM_ATTRIBUTION : NULL,
                          .what = "lines"};
    if (lines->lines_seen == 0)
        return dmi_fail_at(err, DM_BAD_INPUT, lines->in->name, 0,
                           "no lines; expected LineString or MultiLineString geometries");
    if (dmi_ways_count(lines->ways) == 0)
        return dmi_fail_at(err, DM_BAD_INPUT, lines->in->name, 0, "no line for the profile %s",
                           dm_profile_name(lines->in->options.profile));
    for (size_t i = 0; i < lines->ids.count; i++)
        dmi_ways_place(lines->ways, (int64_t)i, lines->ids.point[i]);
    if (lines->others) {
        snprintf(others, sizeof others, "geometries that are no lines are left out: %lld",
                 (long long)lines->others);
        plan.remark = others;
    }
    return dmi_ways_board(lines->ways, lines->in, &plan, out, err);
}

dm_status dmi_lines_board(dmi_lines *lines, dm_status status, dm_arena **out, dm_error *err)
{
    if (status == DM_OK)
        status = make_board(lines, out, err);
    dmi_ways_free(lines->ways);
    free(lines->ids.point);
    free(lines->ids.slot);
    lines->ids = (dmi_point_ids){0};
    free(lines->point);
    free(lines->end);
    free(lines->text);
    free(lines->node);
    return status;
}
