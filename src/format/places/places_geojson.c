/* places_geojson.c - a table of places as GeoJSON: points, whose properties are the columns.
 *
 *     {"type": "FeatureCollection", "features": [
 *       {"type": "Feature", "geometry": {"type": "Point", "coordinates": [7.42, 43.74]},
 *        "properties": {"name": "Old Market", "demand": 40}}]}
 *
 * A feature without geometry is a row by `vertex` or `name`.  A Polygon or MultiPolygon is a place
 * at its centroid.
 */
#include "format/json.h"
#include "format/places/places.h"
#include "format/places/polygon.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_COLUMNS = 256, COORDINATES = 2 };

typedef struct features {
    dmi_places_table *table;
    char **name;
    const char *columns[MOST_COLUMNS]; /* lon, lat, then the properties */
    int32_t count;
    char *cells[MOST_COLUMNS]; /* of one feature */
} features;

/* The position of a column; -1: there is none. */
static int32_t find_column(const features *f, const char *name)
{
    for (int32_t i = 0; i < f->count; i++)
        if (strcmp(f->columns[i], name) == 0)
            return i;
    return -1;
}

/* The properties of all features; lon and lat are those of the geometry. */
static dm_status list_columns(features *f, const json_t *list, dm_error *err)
{
    const char *key;
    json_t *value;
    f->columns[f->count++] = "lon";
    f->columns[f->count++] = "lat";
    for (size_t i = 0; i < json_array_size(list); i++)
        json_object_foreach(json_object_get(json_array_get(list, i), "properties"), key, value)
        {
            if (find_column(f, key) >= 0)
                continue;
            if (f->count == MOST_COLUMNS)
                return dmi_places_fail(f->table, (int64_t)i, err,
                                       "more than %d properties; expected fewer",
                                       MOST_COLUMNS - COORDINATES);
            f->columns[f->count++] = key;
        }
    return DM_OK;
}

/* A value as the text of a cell. */
static char *spell_value(const json_t *value)
{
    char text[40] = "";
    if (json_is_integer(value))
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(text, sizeof text, "%.15g", json_real_value(value));
    else if (json_is_boolean(value))
        snprintf(text, sizeof text, "%d", json_is_true(value));
    else if (json_is_array(value) || json_is_object(value))
        snprintf(text, sizeof text, "%s", json_is_array(value) ? "[..]" : "{..}");
    return dmi_strdup(json_is_string(value) ? json_string_value(value) : text);
}

static dm_status read_polygon(features *f, const json_t *place, bool is_multi, dm_error *err)
{
    dmi_places_table *t = f->table;
    dm_point centroid;
    bool is_outside = false;
    if (!dmi_polygon_centroid(place, is_multi, &centroid, &is_outside))
        return dmi_places_fail(t, t->line, err,
                               "expected a polygon with an area: rings of four points or more, "
                               "[[[lon, lat], ..], ..]");
    t->polygons++;
    t->outside += is_outside;
    const double at[COORDINATES] = {centroid.x, centroid.y};
    for (size_t i = 0; i < COORDINATES; i++) {
        char text[40];
        snprintf(text, sizeof text, "%.9f", at[i]);
        if (!(f->cells[i] = dmi_strdup(text)))
            return dmi_no_memory(err);
    }
    return DM_OK;
}

static dm_status read_point(features *f, const json_t *geometry, dm_error *err)
{
    const char *type = json_string_value(json_object_get(geometry, "type"));
    const json_t *place = json_object_get(geometry, "coordinates");
    dmi_places_table *t = f->table;
    if (!geometry || json_is_null(geometry))
        return DM_OK;
    bool is_multi = type && strcmp(type, "MultiPolygon") == 0;
    if (is_multi || (type && strcmp(type, "Polygon") == 0))
        return read_polygon(f, place, is_multi, err);
    if (!type || strcmp(type, "Point") != 0)
        return dmi_places_fail(t, t->line, err,
                               "the geometry is a %.40s; expected a Point, a Polygon or a "
                               "MultiPolygon",
                               type ? type : "thing without type");
    for (size_t i = 0; i < COORDINATES; i++) {
        if (!json_is_number(json_array_get(place, i)))
            return dmi_places_fail(t, t->line, err, "expected \"coordinates\": [lon, lat]");
        f->cells[i] = spell_value(json_array_get(place, i));
        if (!f->cells[i])
            return dmi_no_memory(err);
    }
    return DM_OK;
}

static dm_status read_feature(features *f, const json_t *feature, dm_error *err)
{
    const char *type = json_string_value(json_object_get(feature, "type"));
    if (!type || strcmp(type, "Feature") != 0)
        return dmi_places_fail(f->table, f->table->line, err, "expected a Feature with a Point");
    const char *key;
    json_t *value;
    dm_status status = read_point(f, json_object_get(feature, "geometry"), err);
    json_object_foreach(json_object_get(feature, "properties"), key, value)
    {
        int32_t column = find_column(f, key);
        if (status != DM_OK || column < COORDINATES || json_is_null(value))
            continue;
        f->cells[column] = spell_value(value);
        if (!f->cells[column])
            status = dmi_no_memory(err);
    }
    if (status == DM_OK)
        status = dmi_places_row(f->table, (const char *const *)f->cells, err);
    for (int32_t c = 0; c < f->count; c++) {
        free(f->cells[c]);
        f->cells[c] = NULL;
    }
    return status;
}

static dm_status read_root(const json_t *root, const dmi_input *from, void *to, dm_error *err)
{
    features *f = to;
    dmi_places_table *t = f->table;
    const json_t *list = json_object_get(root, "features");
    size_t size = strlen(from->name) + sizeof ": features";
    if (!json_is_array(list))
        return dmi_fail_at(err, DM_BAD_INPUT, from->name, 0,
                           "expected a table, or GeoJSON with \"features\": a list of points");
    if (!(*f->name = dmi_alloc(size, 1)))
        return dmi_no_memory(err);
    snprintf(*f->name, size, "%s: features", from->name);
    t->name = *f->name;
    t->is_list = true;
    dm_status status = list_columns(f, list, err);
    if (status == DM_OK)
        status = dmi_places_header(t, f->columns, f->count, err);
    for (size_t i = 0; i < json_array_size(list) && status == DM_OK; i++) {
        t->line = (int64_t)i;
        status = read_feature(f, json_array_get(list, i), err);
    }
    return status;
}

dm_status dmi_places_geojson(dmi_places_table *t, dmi_input *in, char **name, dm_error *err)
{
    features f = {.table = t, .name = name};
    return dmi_json_read(in, read_root, &f, err);
}
