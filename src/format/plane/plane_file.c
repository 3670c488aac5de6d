/* plane_file.c - boards of the plane, sites and customers from files: CSV with columns x,y, or
 * GeoJSON.
 *
 * Numbers stay texts until they become fractions, so that decimals are exact.
 */
#include <demesne/plane_file.h>

#include "base/fraction.h"
#include "format/csv.h"
#include "format/json_scan.h"
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { MOST_RINGS = 1000 };

/* A polygon while it is read. */
typedef struct polygon {
    char **number; /* x and y in turn */
    size_t count, room;
    int32_t end[MOST_RINGS]; /* of each ring, in numbers */
    int32_t rings, polygons;
    dmi_json_scan scan;
    const char *spec;
    dm_plane_board *board;
} polygon;

static void polygon_clear(polygon *p)
{
    for (size_t i = 0; i < p->count; i++)
        free(p->number[i]);
    free(p->number);
}

static dm_status add_number(polygon *p, const dmi_input *in, int64_t line, const char *text,
                            dm_error *err)
{
    mpq_t value;
    if (p->count >= 2 * (size_t)DM_PLANE_CORNERS + 2)
        return dmi_fail_at(err, DM_TOO_LARGE, in->name, line,
                           "more than %d corners, which is the most", DM_PLANE_CORNERS);
    mpq_init(value);
    dm_status status = dmi_fraction_read(text, strlen(text), p->count % 2 ? "y" : "x", value, err);
    mpq_clear(value);
    if (status != DM_OK)
        return dmi_input_blame(in, line, status, err, "%s", "");
    if (!dmi_reserve(&p->number, &p->room, p->count + 1, sizeof *p->number))
        return dmi_no_memory(err);
    char *copy = dmi_strdup(text);
    if (!copy)
        return dmi_no_memory(err);
    p->number[p->count++] = copy;
    return DM_OK;
}

static dm_status end_ring(polygon *p, const dmi_input *in, dm_error *err)
{
    if (p->rings == MOST_RINGS)
        return dmi_bad(in, err, "more than %d rings, which is the most", (int)MOST_RINGS);
    p->end[p->rings++] = (int32_t)p->count;
    return DM_OK;
}

/* Makes the board of what was read. */
static dm_status finish(polygon *p, const dmi_input *in, dm_error *err)
{
    dm_plane_ring *ring = dmi_alloc((size_t)p->rings, sizeof *ring);
    if (!ring)
        return dmi_no_memory(err);
    for (int32_t i = 0, from = 0; i < p->rings; from = p->end[i++])
        ring[i] = (dm_plane_ring){(const char *const *)(p->number + from), (p->end[i] - from) / 2};
    dm_status status = dm_plane_board_new(p->spec, ring, p->rings, &p->board, err);
    free(ring);
    return status == DM_BAD_INPUT || status == DM_TOO_LARGE
               ? dmi_input_blame(in, 0, status, err, "%s", "")
               : status;
}

/* The columns of a table: x, y and demand, which may be missing (-1). */
enum { COLUMN_X, COLUMN_Y, COLUMN_DEMAND, COLUMNS };

static dm_status read_csv_header(dmi_csv *csv, int32_t column[COLUMNS], dm_error *err)
{
    static const char *const names[] = {"x", "y", "demand"};
    dm_status status = dmi_csv_next(csv, err);
    if (status == DM_END)
        return dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, 1,
                           "the file is empty; expected a header with x and y");
    for (int k = 0; k < COLUMNS; k++)
        column[k] = -1;
    for (int32_t i = 0; status == DM_OK && i < csv->count; i++)
        for (int k = 0; k < COLUMNS; k++)
            if (strcasecmp(csv->cell[i], names[k]) == 0)
                column[k] = i;
    if (status == DM_OK && (column[COLUMN_X] < 0 || column[COLUMN_Y] < 0))
        status = dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, csv->line,
                             "the header has no columns x and y");
    return status;
}

/* The text of a column in the row that was read. */
static const char *cell_of(const dmi_csv *csv, int32_t column)
{
    return column < csv->count ? csv->cell[column] : "";
}

static dm_status read_csv(dmi_input *in, void *to, dm_error *err)
{
    polygon *p = to;
    dmi_csv csv = {.in = in, .has_comments = true};
    int32_t column[COLUMNS];
    dm_status status = read_csv_header(&csv, column, err);
    while (status == DM_OK && (status = dmi_csv_next(&csv, err)) == DM_OK)
        for (int k = 0; k < 2 && status == DM_OK; k++)
            status = add_number(p, in, csv.line, cell_of(&csv, column[k]), err);
    if (status == DM_END && p->count == 0)
        status = dmi_fail_at(err, DM_BAD_INPUT, in->name, csv.line,
                             "no row below the header; expected a corner per row");
    if (status == DM_END)
        status = end_ring(p, in, err);
    dmi_csv_clear(&csv);
    return status == DM_OK ? finish(p, in, err) : status;
}

static dm_status expected(polygon *p, const char *what, dm_error *err)
{
    return dmi_json_expected(&p->scan, what, err);
}

/* Reads a list of lists of .. numbers whose '[' was read; *depth is how deep it is: 1 a position,
 * 2 a ring, 3 a polygon, 4 several. */
static dm_status read_coordinates(polygon *p, int *depth, dm_error *err)
{
    bool more = false;
    int below = 0, items = 0;
    dm_status status = DM_OK;
    while ((status = dmi_json_item(&p->scan, &more, err)) == DM_OK && more) {
        int here = 0;
        if (p->scan.token == '[')
            status = read_coordinates(p, &here, err);
        else if (p->scan.token != DMI_JSON_NUMBER)
            return expected(p, "a number or a list of coordinates", err);
        else if (items < 2) /* a third is a height */
            status = add_number(p, p->scan.in, p->scan.in->line, p->scan.text, err);
        if (status != DM_OK)
            return status;
        if (items++ > 0 && here != below)
            return dmi_bad(p->scan.in, err, "coordinates of different depth in one list");
        below = here;
    }
    *depth = below + 1;
    if (status == DM_OK && *depth == 1 && items < 2)
        status = dmi_bad(p->scan.in, err, "a position of %d number%s; expected x and y", items,
                         items == 1 ? "" : "s");
    if (status == DM_OK && *depth == 2)
        status = end_ring(p, p->scan.in, err);
    if (status == DM_OK && *depth == 3)
        p->polygons++;
    if (status == DM_OK && *depth > 4)
        status =
            dmi_bad(p->scan.in, err, "coordinates of a polygon are lists of rings of positions");
    return status;
}

/* Reads an object whose '{' was read, and those inside it, for their coordinates. */
static dm_status read_object(polygon *p, int depth, dm_error *err)
{
    enum { DEEPEST = 8 };
    bool more = false;
    dm_status status = DM_OK;
    while ((status = dmi_json_member(&p->scan, &more, err)) == DM_OK && more) {
        bool is_list = p->scan.token == '[';
        int coordinates_depth = 0;
        if (is_list && strcmp(p->scan.key, "coordinates") == 0) {
            status = read_coordinates(p, &coordinates_depth, err);
            if (status == DM_OK && coordinates_depth < 3)
                status = dmi_bad(p->scan.in, err, "the coordinates are those of no polygon");
        } else if (p->scan.token == '{' && depth < DEEPEST &&
                   strcmp(p->scan.key, "geometry") == 0) {
            status = read_object(p, depth + 1, err);
        } else if (is_list && depth < DEEPEST &&
                   (strcmp(p->scan.key, "features") == 0 ||
                    strcmp(p->scan.key, "geometries") == 0)) {
            while ((status = dmi_json_item(&p->scan, &more, err)) == DM_OK && more &&
                   status == DM_OK) {
                status =
                    p->scan.token == '{' ? read_object(p, depth + 1, err) : expected(p, "'{'", err);
                if (status != DM_OK)
                    break;
            }
            more = true;
        } else {
            status = dmi_json_skip(&p->scan, err);
        }
        if (status != DM_OK)
            return status;
    }
    return status;
}

static dm_status read_geojson(dmi_input *in, void *to, dm_error *err)
{
    polygon *p = to;
    dmi_json_scan_init(&p->scan, in);
    dm_status status = dmi_json_next(&p->scan, err);
    if (status == DM_OK)
        status = p->scan.token == '{' ? read_object(p, 0, err) : expected(p, "'{'", err);
    if (status == DM_OK && p->polygons != 1)
        status = dmi_fail_at(err, DM_BAD_INPUT, in->name, 0, "it has %d polygons; expected one",
                             p->polygons);
    dmi_json_scan_clear(&p->scan);
    return status == DM_OK ? finish(p, in, err) : status;
}

dm_status dm_plane_board_open(const char *spec, dm_plane_board **out, dm_error *err)
{
    static const char prefix[] = "polygon:";
    if (strncmp(spec, prefix, sizeof prefix - 1) != 0)
        return dm_plane_board_named(spec, out, err);
    const char *path = spec + sizeof prefix - 1;
    size_t length = dmi_unpacked_name(path);
    bool is_csv = length >= 4 && strncasecmp(path + length - 4, ".csv", 4) == 0;
    polygon p = {.spec = spec};
    dm_status status = dmi_input_read(path, is_csv ? read_csv : read_geojson, &p, err);
    if (status == DM_OK)
        *out = p.board;
    polygon_clear(&p);
    return status;
}

dm_status dm_plane_board_read_memory(const char *name, const void *text, size_t size, bool is_csv,
                                     dm_plane_board **out, dm_error *err)
{
    polygon p = {.spec = name};
    dm_status status =
        dmi_input_read_memory(name, text, size, is_csv ? read_csv : read_geojson, &p, err);
    if (status == DM_OK)
        *out = p.board;
    polygon_clear(&p);
    return status;
}

/* Where the points of a table go: sites of a plane, or customers. */
typedef struct point_table {
    dm_plane *plane;
    int32_t side;
    dm_plane_customers *customers;
} point_table;

static dm_status read_points(dmi_input *in, void *to, dm_error *err)
{
    const point_table *table = to;
    dmi_csv csv = {.in = in, .has_comments = true};
    int32_t column[COLUMNS], rows = 0;
    dm_status status = read_csv_header(&csv, column, err);
    while (status == DM_OK && (status = dmi_csv_next(&csv, err)) == DM_OK) {
        const char *x = cell_of(&csv, column[COLUMN_X]), *y = cell_of(&csv, column[COLUMN_Y]);
        int32_t demand = column[COLUMN_DEMAND];
        status = table->plane
                     ? dm_plane_place(table->plane, table->side, x, y, err)
                     : dm_plane_customers_add(table->customers, x, y,
                                              demand < 0 ? NULL : cell_of(&csv, demand), err);
        if (status == DM_BAD_ARGUMENT || status == DM_BAD_MOVE || status == DM_TOO_LARGE) {
            dmi_input_blame(in, csv.line, status, err, "%s", "");
            status = status == DM_TOO_LARGE ? status : DM_BAD_INPUT;
        }
        rows++;
    }
    if (status == DM_END)
        status = rows ? DM_OK
                      : dmi_fail_at(err, DM_BAD_INPUT, in->name, csv.line,
                                    "no row below the header; expected a point per row");
    dmi_csv_clear(&csv);
    return status;
}

dm_status dm_plane_read_file(dm_plane *plane, int32_t side, const char *path, dm_error *err)
{
    return dmi_input_read(path, read_points, &(point_table){.plane = plane, .side = side}, err);
}

dm_status dm_plane_customers_read(dm_plane_customers *customers, const char *path, dm_error *err)
{
    return dmi_input_read(path, read_points, &(point_table){.customers = customers}, err);
}
