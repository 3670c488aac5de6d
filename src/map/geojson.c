/* geojson.c - streets as GeoJSON lines.
 *
 *     {"type": "FeatureCollection", "features": [
 *       {"type": "Feature", "properties": {"highway": "primary", "oneway": "yes"},
 *        "geometry": {"type": "LineString", "coordinates": [[11.97, 57.7], [11.98, 57.7]]}}]}
 *
 * Also a single feature, or a geometry alone.  The file is read value by value, never held as a
 * whole: a feature's points wait until its end, as its properties may come after them.
 */
#include "format/format.h"
#include "format/json_scan.h"
#include "map/lines.h"
#include <stdio.h>
#include <stdlib.h>

enum { FEATURES_PER_POLL = 256 };

typedef struct geojson {
    dmi_lines lines;
    dmi_json_scan scan;
    int64_t index; /* of the feature in the list; -1: not in one */
    bool has_type; /* of GeoJSON */
} geojson;

/* Prepends where it is to a message without a place. */
static dm_status blame_feature(geojson *file, dm_status status, dm_error *err)
{
    dmi_input *in = file->lines.in;
    return file->index < 0 ? dmi_input_blame(in, in->line, status, err, "%s", "")
                           : dmi_input_blame(in, in->line, status, err,
                                             "features[%lld]: ", (long long)file->index);
}

/* After `[` and a first number: a position, whose third coordinate is skipped. */
static dm_status read_position(geojson *file, dm_error *err)
{
    double number[2] = {0, 0};
    int count = 0;
    bool more = true;
    dm_status status = DM_OK;
    for (; status == DM_OK && more; status = dmi_json_item(&file->scan, &more, err)) {
        if (file->scan.token != DMI_JSON_NUMBER)
            return dmi_json_expected(&file->scan, "a number as coordinate", err);
        if (count < 2)
            number[count] = strtod(file->scan.text, NULL);
        count++;
    }
    if (status != DM_OK)
        return status;
    if (count < 2)
        return blame_feature(
            file,
            dmi_fail(err, DM_BAD_INPUT, "a position has %d number; expected [lon, lat]", count),
            err);
    return blame_feature(file, dmi_lines_point(&file->lines, (dm_point){number[0], number[1]}, err),
                         err);
}

/* After `[`: positions, or lists of them.  *depth is how deep numbers are: 1 in a position; 0 if
 * there are none.  A list of positions is a line. */
static dm_status read_list(geojson *file, int *depth, dm_error *err)
{
    dmi_json_scan *scan = &file->scan;
    bool more = true;
    int inner = 0;
    dm_status status = dmi_json_item(scan, &more, err);
    *depth = 0;
    if (status == DM_OK && more && scan->token == DMI_JSON_NUMBER) {
        *depth = 1;
        return read_position(file, err);
    }
    for (; status == DM_OK && more; status = dmi_json_item(scan, &more, err)) {
        int below = 0;
        if (scan->token != '[')
            return dmi_json_expected(scan, "a position [lon, lat] or a list of them", err);
        status = read_list(file, &below, err);
        if (status != DM_OK)
            return status;
        if (inner && below && below != inner)
            return blame_feature(file,
                                 dmi_fail(err, DM_BAD_INPUT,
                                          "positions are not equally deep in "
                                          "the coordinates"),
                                 err);
        inner = below ? below : inner;
    }
    *depth = inner ? inner + 1 : 0;
    return status == DM_OK && inner == 1 ? dmi_lines_end_line(&file->lines, err) : status;
}

typedef struct object { /* what its members said so far */
    char type[24];
    bool has_coordinates;
    int depth;            /* of its coordinates */
    size_t points, lines; /* before them */
} object;

/* The tags of a feature; some tools put them into an object `tags` of the properties. */
static dm_status read_properties(geojson *file, dm_error *err)
{
    dmi_json_scan *scan = &file->scan;
    bool more = true;
    dm_status status = DM_OK;
    if (scan->token != '{')
        return dmi_json_skip(scan, err);
    while (status == DM_OK && (status = dmi_json_member(scan, &more, err)) == DM_OK && more) {
        bool is_plain = scan->token == DMI_JSON_STRING || scan->token == DMI_JSON_NUMBER ||
                        (scan->token == DMI_JSON_WORD && strcmp(scan->text, "null") != 0);
        if (is_plain)
            status = dmi_lines_tag(&file->lines, scan->key, scan->text, err);
        else if (strcmp(scan->key, "tags") == 0 && scan->token == '{')
            status = read_properties(file, err);
        else
            status = dmi_json_skip(scan, err);
    }
    return status;
}

static dm_status read_feature(geojson *file, dm_error *err);
static dm_status read_object(geojson *file, dm_error *err);

static dm_status read_member(geojson *file, object *o, dm_error *err)
{
    dmi_json_scan *scan = &file->scan;
    const char *key = scan->key;
    if (strcmp(key, "type") == 0) {
        if (file->scan.token != DMI_JSON_STRING)
            return dmi_json_expected(&file->scan, "the type of an object", err);
        snprintf(o->type, sizeof o->type, "%s", file->scan.text);
        file->has_type = true;
        return DM_OK;
    }
    if (strcmp(key, "coordinates") == 0) {
        if (file->scan.token != '[' || o->has_coordinates)
            return dmi_json_expected(&file->scan, "one list of coordinates", err);
        o->has_coordinates = true;
        o->points = file->lines.points;
        o->lines = file->lines.lines;
        return read_list(file, &o->depth, err);
    }
    if (strcmp(key, "properties") == 0)
        return read_properties(file, err);
    if (strcmp(key, "geometry") == 0 && scan->token == '{')
        return read_object(file, err);
    if (strcmp(key, "geometries") == 0) {
        bool more = true;
        dm_status status = DM_OK;
        if (file->scan.token != '[')
            return dmi_json_expected(&file->scan, "a list of geometries", err);
        while (status == DM_OK && (status = dmi_json_item(&file->scan, &more, err)) == DM_OK &&
               more)
            status = read_object(file, err);
        return status;
    }
    if (strcmp(key, "features") == 0) {
        bool more = true;
        dm_status status = DM_OK;
        dm_run *run = file->lines.in->options.run;
        if (file->scan.token != '[' || file->index >= 0)
            return dmi_json_expected(&file->scan, "one list of features", err);
        while (status == DM_OK && (status = dmi_json_item(&file->scan, &more, err)) == DM_OK &&
               more) {
            file->index++;
            status = read_feature(file, err);
            if (status == DM_OK && file->index % FEATURES_PER_POLL == 0 &&
                !dmi_run_report(run, 0, "features", (uint64_t)file->index, 0, ""))
                return dmi_as_unfinished(dmi_stopped(run, err), err);
        }
        file->index = -1;
        return status;
    }
    return dmi_json_skip(scan, err);
}

/* A feature, a collection or a geometry. */
static dm_status read_object(geojson *file, dm_error *err)
{
    object o = {0};
    bool more = true;
    dm_status status = DM_OK;
    if (file->scan.token != '{')
        return dmi_json_expected(&file->scan, "an object of GeoJSON", err);
    while (status == DM_OK && (status = dmi_json_member(&file->scan, &more, err)) == DM_OK && more)
        status = read_member(file, &o, err);
    if (status != DM_OK)
        return status;
    /* Keeps the lines of a LineString or MultiLineString, and counts other geometries. */
    bool is_line = strcmp(o.type, "LineString") == 0;
    bool is_lines = strcmp(o.type, "MultiLineString") == 0;
    if (!o.has_coordinates)
        return DM_OK;
    if (!is_line && !is_lines) {
        file->lines.points = o.points;
        file->lines.lines = o.lines;
        file->lines.others++;
        return DM_OK;
    }
    if (o.depth != (is_line ? 2 : 3) && o.depth != 0)
        return blame_feature(file,
                             dmi_fail(err, DM_BAD_INPUT, "the coordinates of a %s are a list of %s",
                                      o.type, is_line ? "positions" : "lists of positions"),
                             err);
    return o.depth == 0 ? dmi_lines_end_line(&file->lines, err) : DM_OK; /* an empty line */
}

static dm_status read_feature(geojson *file, dm_error *err)
{
    dmi_lines_begin(&file->lines);
    dm_status status = read_object(file, err);
    return status == DM_OK ? blame_feature(file, dmi_lines_end(&file->lines, err), err) : status;
}

dm_status dmi_read_geojson(dmi_input *in, dm_arena **out, dm_error *err)
{
    geojson file = {.index = -1};
    dmi_json_scan_init(&file.scan, in);
    dm_status status = dmi_lines_init(&file.lines, in, err);
    if (status == DM_OK) {
        status = dmi_json_next(&file.scan, err);
        if (status == DM_OK)
            status = read_feature(&file, err);
        if (status == DM_OK)
            status = dmi_json_next(&file.scan, err);
        if (status == DM_OK && file.scan.token != DMI_JSON_END)
            status = dmi_json_expected(&file.scan, "the end of the file", err);
        if (status == DM_OK && !file.has_type)
            status = dmi_fail_at(err, DM_BAD_INPUT, file.lines.in->name, 0,
                                 "no \"type\"; expected GeoJSON: a FeatureCollection, a Feature, a "
                                 "LineString or a MultiLineString");
    }
    dmi_json_scan_clear(&file.scan);
    return dmi_lines_board(&file.lines, status, out, err);
}
