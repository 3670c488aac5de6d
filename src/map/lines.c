/* lines.c - turns lines with tags into a board. */
#include "map/lines.h"

#include "arena/geo.h"
#include "arena/streets.h"
#include <stdio.h>
#include <stdlib.h>

dm_status dmi_lines_init(dmi_lines *lines, dmi_input *in, dm_error *err)
{
    *lines = (dmi_lines){.in = in};
    dm_status status = dmi_ways_new(&lines->ways, err);
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
    if (!tags.value[DMI_OSM_HIGHWAY].at)
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
        status = dmi_point_ids_find(&lines->ids, lines->point[i], &lines->node[i - first], err);
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
    dmi_point_ids_clear(&lines->ids);
    free(lines->point);
    free(lines->end);
    free(lines->text);
    free(lines->node);
    return status;
}
