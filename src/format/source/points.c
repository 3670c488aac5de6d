/* points.c - a board of points from a CSV: each row is a vertex, in the order of the file.
 *
 *     x,y,demand,name              columns x and y, or lon and lat, are needed; the others may be
 *     12.5,3.25,140,Mill Street    missing
 *
 * Coordinates are read as exact decimals and become whole numbers of one unit, 10^-finer of the
 * unit of lengths, so distances can be rounded exactly (graph/points.h).  If they have too many
 * digits for that, the last ones are rounded away: 10^-finer is the finest unit that fits.
 *
 * Cost: O(n log n), for the tree of boxes.
 */
#include "graph/points.h"
#include "arena/arena.h"
#include "base/utf8.h"
#include "format/csv.h"
#include "format/decimal.h"
#include "format/format.h"
#include "format/scan.h"
#include <assert.h>
#include <stdlib.h>
#include <strings.h>

enum { ROWS_PER_POLL = 4096, USUAL_DECIMALS = 3, MOST_COORDINATE_BITS = 60 };
enum { MOST_ON_GLOBE = 11 }; /* decimals: 20 000 km are less than 2^62 units */

typedef enum column { X, Y, VALUE, NAME, COLUMNS } column;

typedef struct point_row {
    int64_t line;
    dmi_decimal x, y, value;
} point_row;

typedef struct point_reader {
    dmi_csv csv;
    dm_builder *builder;
    int32_t at[COLUMNS]; /* -1: none */
    const char *called[COLUMNS];
    int32_t width;
    bool is_lonlat;
    dm_line_metric metric;
    int decimals, finer, value_decimals;
    point_row *row;
    size_t count, room;
    dm_point *place;
    size_t place_room;
} point_reader;

static const struct {
    const char *name;
    column column;
    bool is_lonlat;
} column_names[] = {{"x", X, false},          {"y", Y, false},       {"lon", X, true},
                    {"lng", X, true},         {"long", X, true},     {"longitude", X, true},
                    {"lat", Y, true},         {"latitude", Y, true}, {"value", VALUE, false},
                    {"demand", VALUE, false}, {"name", NAME, false}, {"label", NAME, false}};

enum { NAMES = sizeof column_names / sizeof *column_names };

static dm_status bad_row(const point_reader *r, int64_t line, dm_error *err, const char *what,
                         const char *cell, const char *expected)
{
    bool is_clean = *cell && dmi_utf8_is_clean(cell, strlen(cell));
    return dmi_fail_at(err, DM_BAD_INPUT, r->csv.in->name, line,
                       is_clean ? "%s is '%.40s'; expected %s" : "%s is %s; expected %s", what,
                       is_clean ? cell
                       : *cell  ? "(not UTF-8 text)"
                                : "empty",
                       expected);
}

/* Finds the columns in the header. */
static dm_status read_header(point_reader *r, dm_error *err)
{
    dm_status status = dmi_csv_next(&r->csv, err);
    const dmi_csv *csv = &r->csv;
    bool lonlat[COLUMNS] = {false};
    if (status == DM_END)
        return dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, 1,
                           "the file is empty; expected a header with x and y, or lon and lat");
    if (status != DM_OK)
        return status;
    memset(r->at, -1, sizeof r->at);
    r->width = csv->count;
    for (int32_t i = 0; i < csv->count; i++)
        for (int k = 0; k < NAMES; k++) {
            column c = column_names[k].column;
            if (strcasecmp(csv->cell[i], column_names[k].name) != 0)
                continue;
            if (r->at[c] >= 0)
                return dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, csv->line,
                                   "columns %s and %s mean the same; expected one of them",
                                   r->called[c], column_names[k].name);
            r->at[c] = i;
            r->called[c] = column_names[k].name;
            lonlat[c] = column_names[k].is_lonlat;
        }
    if (r->at[X] < 0 || r->at[Y] < 0 || lonlat[X] != lonlat[Y])
        return dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, csv->line,
                           "the header has no columns x and y, nor lon and lat");
    r->is_lonlat = lonlat[X];
    return DM_OK;
}

static dm_status read_coordinate(point_reader *r, column c, dmi_decimal *exact, double *rounded,
                                 dm_error *err)
{
    const char *cell = r->csv.cell[r->at[c]], *at = cell;
    double most = c == X
    ? 180 : 90;
    bool is_degrees = r->is_lonlat || r->metric == DM_GREAT_CIRCLE;
    const char *wrong = dmi_decimal_parse(cell, strlen(cell), exact);
    if (!dmi_scan_real(&at, rounded) || *at)
        wrong = "a number";
    if (!wrong && is_degrees && !(*rounded >= -most && *rounded <= most))
        wrong = c == X
    ? "degrees from -180 to 180" : "degrees from -90 to 90";
    else if (wrong && *at == '\0' && at != cell) wrong =
        "a number below 2^62 with at most 18 decimals";
    return wrong ? bad_row(r, r->csv.line, err, r->called[c], cell, wrong) : DM_OK;
}

static dm_status read_row(point_reader *r, dm_error *err)
{
    const dmi_csv *csv = &r->csv;
    if (csv->count != r->width)
        return dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, csv->line,
                           "cells in this row: %d; expected %d, as in the header", csv->count,
                           r->width);
    if (r->count >= DM_MAX_VERTICES)
        return dmi_fail_at(err, DM_TOO_LARGE, csv->in->name, csv->line, "more than 2^31-1 points");
    if (!dmi_reserve(&r->row, &r->room, r->count + 1, sizeof *r->row) ||
        !dmi_reserve(&r->place, &r->place_room, r->count + 1, sizeof *r->place))
        return dmi_no_memory(err);
    point_row *row = &r->row[r->count];
    dm_point *place = &r->place[r->count];
    dm_vertex v = (dm_vertex)r->count++;
    *row = (point_row){.line = csv->line, .value = {.units = 1}};
    dm_status status = dm_builder_grow(r->builder, v + 1, err);
    if (status == DM_OK)
        status = read_coordinate(r, X, &row->x, &place->x, err);
    if (status == DM_OK)
        status = read_coordinate(r, Y, &row->y, &place->y, err);
    if (status == DM_OK && r->at[VALUE] >= 0) {
        const char *cell = csv->cell[r->at[VALUE]];
        if (dmi_decimal_parse(cell, strlen(cell), &row->value) || row->value.negative)
            return bad_row(r, csv->line, err, r->called[VALUE], cell, "a number, 0 or more");
        if (row->value.decimals > r->value_decimals)
            r->value_decimals = row->value.decimals;
    }
    if (status == DM_OK && r->at[NAME] >= 0 && csv->cell[r->at[NAME]][0]) {
        status = dm_builder_name(r->builder, v, csv->cell[r->at[NAME]], err);
        status = dmi_input_blame(csv->in, csv->line, status, err, "%s", "");
    }
    return status;
}

/* The coordinate in units of 10^-decimals, halves away from 0; false: it is too large. */
static bool scale_coordinate(const dmi_decimal *number, int decimals, int64_t *out)
{
    uint64_t units = number->units, divisor = 1;
    if (number->decimals <= decimals) {
        if (!dmi_scale_up(units, decimals - number->decimals, &units))
            return false;
    } else {
        for (int i = decimals; i < number->decimals; i++)
            divisor *= 10;
        units = units / divisor + (units % divisor >= (divisor + 1) / 2);
    }
    *out = number->negative ? -(int64_t)units : (int64_t)units;
    return units <= UINT64_C(1) << MOST_COORDINATE_BITS;
}

/* Finds the finest unit in which all coordinates fit, and writes them to `x` and `y`. */
static dm_status scale_all(point_reader *r, int64_t *x, int64_t *y, dm_error *err)
{
    int finest = r->decimals;
    for (size_t i = 0; i < r->count; i++) {
        finest = r->row[i].x.decimals > finest ? r->row[i].x.decimals : finest;
        finest = r->row[i].y.decimals > finest ? r->row[i].y.decimals : finest;
    }
    for (size_t i = 0; i < r->count; i++)
        while (!scale_coordinate(&r->row[i].x, finest, &x[i]) ||
               !scale_coordinate(&r->row[i].y, finest, &y[i])) {
            if (finest == r->decimals)
                return dmi_fail_at(err, DM_BAD_INPUT, r->csv.in->name, r->row[i].line,
                                   "a coordinate is more than 2^60 units of 10^-%d; expected a "
                                   "smaller one, or fewer --decimals",
                                   r->decimals);
            finest--; /* the rows before this one are written again below */
        }
    for (size_t i = 0; i < r->count; i++) {
        scale_coordinate(&r->row[i].x, finest, &x[i]);
        scale_coordinate(&r->row[i].y, finest, &y[i]);
    }
    r->finer = finest - r->decimals;
    return DM_OK;
}

static dm_status give_values(point_reader *r, dm_error *err)
{
    int64_t total = 0;
    for (size_t i = 0; i < r->count && r->at[VALUE] >= 0; i++) {
        const dmi_decimal *number = &r->row[i].value;
        uint64_t units;
        if (!dmi_scale_up(number->units, r->value_decimals - number->decimals, &units) ||
            units > (uint64_t)(DM_MAX_TOTAL - total))
            return dmi_fail_at(err, DM_BAD_INPUT, r->csv.in->name, r->row[i].line,
                               "the %s up to here is more than 2^62 units of 10^-%d; expected "
                               "smaller numbers or fewer decimals",
                               r->called[VALUE], r->value_decimals);
        total += (int64_t)units;
        dm_status status = dm_builder_value(r->builder, (dm_vertex)i, (int64_t)units, err);
        if (status != DM_OK)
            return status;
    }
    return DM_OK;
}

/* Gives the builder what was read. */
static dm_status build_points(point_reader *r, dm_error *err)
{
    dmi_two_way_graph arcs = {0};
    dm_points *points = NULL;
    dm_status status = DM_OK;
    int64_t *x = dmi_alloc(r->count, sizeof *x), *y = dmi_alloc(r->count, sizeof *y);
    dmi_points_input input = {.n = (dm_vertex)r->count,
                              .metric = r->metric,
                              .decimals = r->decimals,
                              .x = x,
                              .y = y,
                              .place = r->place};
    if (!x || !y)
        status = dmi_no_memory(err);
    if (status == DM_OK && r->metric != DM_GREAT_CIRCLE)
        status = scale_all(r, x, y, err);
    input.finer = r->finer;
    if (status == DM_OK)
        status = dmi_points_new(&input, &points, err);
    if (status == DM_OK)
        status = dmi_points_graph(points, &arcs.graph, err);
    if (status == DM_OK)
        dmi_builder_graph(r->builder, &arcs, NULL, 0);
    free(x);
    free(y);
    for (size_t i = 0; status == DM_OK && i < r->count; i++)
        status = dm_builder_place(r->builder, (dm_vertex)i, r->place[i].x, r->place[i].y, err);
    return status == DM_OK ? give_values(r, err) : status;
}

dm_status dmi_read_points(dmi_input *in, dm_arena **out, dm_error *err)
{
    const dm_read_options *o = &in->options;
    point_reader r = {.csv = {.in = in},
                      .metric = o->metric,
                      .decimals = o->has_decimals ? o->decimals : USUAL_DECIMALS};
    dm_status status = dm_builder_new(0, &r.builder, err);
    if (status == DM_OK && (r.decimals < 0 || r.decimals > 18))
        status = dmi_fail(err, DM_BAD_ARGUMENT, "%d decimals; expected 0 to 18", r.decimals);
    if (status == DM_OK) {
        dmi_builder_limit(r.builder, o->most_vertices, o->most_edges);
        status = read_header(&r, err);
    }
    if (r.metric == DM_BY_COLUMNS)
        r.metric = r.is_lonlat ? DM_GREAT_CIRCLE : DM_EUCLID;
    if (status == DM_OK && r.metric == DM_GREAT_CIRCLE && r.decimals > MOST_ON_GLOBE)
        status =
            dmi_fail(err, DM_BAD_ARGUMENT, "%d decimals of metres on the globe; at most %d fit",
                     r.decimals, MOST_ON_GLOBE);
    while (status == DM_OK && (status = dmi_csv_next(&r.csv, err)) == DM_OK) {
        status = read_row(&r, err);
        if (status == DM_OK && r.count % ROWS_PER_POLL == 0)
            status = dmi_input_poll(in, "points", err);
    }
    status = status == DM_END ? DM_OK : status;
    if (status == DM_OK && r.count == 0)
        status = dmi_fail_at(err, DM_BAD_INPUT, in->name, r.csv.line,
                             "no row below the header; expected a point per row");
    if (status == DM_OK)
        status = build_points(&r, err);
    if (status == DM_OK)
        status = dm_builder_title(r.builder, in->name, err);
    dm_arena *arena = NULL;
    if (status == DM_OK) {
        dm_builder_decimals(r.builder, r.decimals);
        status = dm_builder_finish(r.builder, &arena, err);
        r.builder = NULL;
    }
    if (status == DM_OK) {
        arena->value_decimals = r.value_decimals;
        *out = arena;
    }
    dm_builder_free(r.builder);
    dmi_csv_clear(&r.csv);
    free(r.row);
    free(r.place);
    return status;
}
