/* tables.c - a board from a table of nodes and a table of edges.
 *
 *     nodes.csv                 edges.csv
 *     id,lon,lat                from,to,length,oneway
 *     a,11.97,57.70             a,b,120.5,
 *     b,11.98,57.70             b,c,,yes
 *
 * Either file may be named: the other is found beside it by its name, with `nodes` for `edges`.
 * Both may be in one input, the nodes first.  Every node is a vertex, in the order of the table,
 * and its id is its name.
 */
#include "arena/geo.h"

#include "base/utf8.h"
#include "format/csv.h"
#include "format/format.h"
#include "format/graph/id_graph.h"
#include "format/scan.h"
#include "map/osm_tags.h"
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

/* Which column of a table of nodes or edges is what. */
typedef enum dmi_column {
    DMI_COLUMN_ID,
    DMI_COLUMN_LON,
    DMI_COLUMN_LAT,
    DMI_COLUMN_FROM,
    DMI_COLUMN_TO,
    DMI_COLUMN_LENGTH,
    DMI_COLUMNS
} dmi_column;

typedef enum dmi_table_kind { DMI_TABLE_UNKNOWN, DMI_TABLE_NODES, DMI_TABLE_EDGES } dmi_table_kind;

typedef struct dmi_table_columns {
    dmi_table_kind kind;
    int32_t count;
    int32_t at[DMI_COLUMNS];   /* -1: none */
    int32_t tag[DMI_OSM_KEYS]; /* columns called as tags of OpenStreetMap; -1: none */
    char unused[200];          /* names of the other columns */
} dmi_table_columns;

static dmi_column column_named(const char *name)
{
    static const struct {
        const char *name;
        dmi_column column;
    } names[] = {
        {"id", DMI_COLUMN_ID},         {"lon", DMI_COLUMN_LON}, {"lng", DMI_COLUMN_LON},
        {"longitude", DMI_COLUMN_LON}, {"lat", DMI_COLUMN_LAT}, {"latitude", DMI_COLUMN_LAT},
        {"from", DMI_COLUMN_FROM},     {"to", DMI_COLUMN_TO},   {"length", DMI_COLUMN_LENGTH}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(names[i].name, name) == 0)
            return names[i].column;
    return DMI_COLUMNS;
}

/* Reads the header that `csv` has just read; its kind is unknown if it is no header of such a
 * table.  DM_BAD_INPUT if two columns have the same meaning. */
static dm_status table_columns_read(const dmi_csv *csv, dmi_table_columns *out, dm_error *err)
{
    *out = (dmi_table_columns){.count = csv->count};
    memset(out->at, -1, sizeof out->at);
    memset(out->tag, -1, sizeof out->tag);
    for (int32_t i = 0; i < csv->count; i++) {
        const char *name = csv->cell[i];
        dmi_column column = column_named(name);
        dmi_osm_key key = dmi_osm_key_of(name, strlen(name));
        int32_t *at = column < DMI_COLUMNS ? &out->at[column]
                      : key < DMI_OSM_KEYS ? &out->tag[key]
                                           : NULL;
        if (!at) {
            size_t used = strlen(out->unused);
            bool is_clean = *name && strlen(name) < 40 && dmi_utf8_is_clean(name, strlen(name));
            if (used + 50 < sizeof out->unused)
                snprintf(out->unused + used, sizeof out->unused - used, "%s%s", used ? ", " : "",
                         is_clean ? name : "...");
        } else if (*at >= 0)
            return dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, csv->line,
                               "two columns mean %.40s; expected one", name);
        else
            *at = i;
    }
    const int32_t *at = out->at;
    if (at[DMI_COLUMN_FROM] >= 0 && at[DMI_COLUMN_TO] >= 0)
        out->kind = DMI_TABLE_EDGES;
    else if (at[DMI_COLUMN_ID] >= 0 && at[DMI_COLUMN_LON] >= 0 && at[DMI_COLUMN_LAT] >= 0)
        out->kind = DMI_TABLE_NODES;
    return DM_OK;
}

/* The cell of a column; NULL: there is no such column. */
static const char *table_cell(const dmi_csv *csv, int32_t column)
{
    return column >= 0 && column < csv->count ? csv->cell[column] : NULL;
}

/* DM_BAD_INPUT if the record has not as many cells as the header. */
static dm_status table_check(const dmi_csv *csv, const dmi_table_columns *columns, dm_error *err)
{
    if (csv->count == columns->count)
        return DM_OK;
    return dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, csv->line,
                       "cells in this row: %d; expected %d, as in the header", csv->count,
                       columns->count);
}

enum { ROWS_PER_POLL = 4096, ID_ROOM = 256 };

typedef struct tables {
    dmi_parsed board; /* only to number the ids; its input is the table that is being read */
    dmi_node_ids ids;
    dmi_ways *ways;
    dm_run *run;
    int64_t rows, loops;
    char unused[500]; /* columns */
} tables;

static dm_status bad_cell(const dmi_csv *csv, const char *column, const char *cell,
                          const char *expected, dm_error *err)
{
    bool is_clean = *cell && dmi_utf8_is_clean(cell, strlen(cell));
    return dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, csv->line,
                       is_clean ? "%s is '%.40s'; expected %s" : "%s is %s; expected %s", column,
                       is_clean ? cell
                       : *cell  ? "(not UTF-8 text)"
                                : "empty",
                       expected);
}

static dm_status read_id(const dmi_csv *csv, const char *column, const char *cell, dm_error *err)
{
    size_t size = strlen(cell);
    if (size == 0 || size >= ID_ROOM || !dmi_utf8_is_clean(cell, size))
        return bad_cell(csv, column, cell, "the id of a node: clean UTF-8 of at most 255 bytes",
                        err);
    return DM_OK;
}

static dm_status read_degrees(const dmi_csv *csv, const char *column, const char *cell,
                              double limit, double *out, dm_error *err)
{
    const char *at = cell;
    if (!dmi_scan_real(&at, out) || *at || *out < -limit || *out > limit)
        return bad_cell(csv, column, cell,
                        limit > 90 ? "degrees from -180 to 180" : "degrees from -90 to 90", err);
    return DM_OK;
}

static dm_status poll_tables(tables *t, const char *phase, dm_error *err)
{
    if (++t->rows % ROWS_PER_POLL || dmi_run_report(t->run, 0, phase, (uint64_t)t->rows, 0, ""))
        return DM_OK;
    return dmi_as_unfinished(dmi_stopped(t->run, err), err);
}

static dm_status read_node(tables *t, const dmi_csv *csv, const dmi_table_columns *columns,
                           dm_error *err)
{
    const char *id = table_cell(csv, columns->at[DMI_COLUMN_ID]);
    dm_point place = {0, 0};
    dm_vertex v = 0;
    t->board.in->line = csv->line;
    dm_status status = read_id(csv, "id", id, err);
    if (status == DM_OK)
        status = read_degrees(csv, "lon", table_cell(csv, columns->at[DMI_COLUMN_LON]), 180,
                              &place.x, err);
    if (status == DM_OK)
        status = read_degrees(csv, "lat", table_cell(csv, columns->at[DMI_COLUMN_LAT]), 90,
                              &place.y, err);
    if (status == DM_OK)
        status = dmi_node_ids_find(&t->ids, &t->board, id, true, &v, err);
    if (status == DM_OK)
        status = dmi_ways_vertex(t->ways, v, err);
    if (status == DM_OK)
        dmi_ways_place(t->ways, v, place);
    return status == DM_OK ? poll_tables(t, "nodes", err) : status;
}

/* Writes `oneway` as OpenStreetMap does. */
static dm_status read_oneway(const dmi_csv *csv, const char *cell, dmi_osm_text *out, dm_error *err)
{
    static const struct {
        const char *cell, *means;
    } known[] = {{"", "no"},     {"no", "no"},      {"0", "no"},  {"false", "no"},
                 {"yes", "yes"}, {"true", "yes"},   {"1", "yes"}, {"-1", "-1"},
                 {"f", "no"},    {"reverse", "-1"}, {"t", "yes"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcasecmp(cell, known[i].cell) == 0) {
            *out = (dmi_osm_text){known[i].means, strlen(known[i].means)};
            return DM_OK;
        }
    return bad_cell(csv, "oneway", cell, "yes, no or -1", err);
}

/* In metres, or in seconds: then the way is travelled at a metre per second. */
static dm_status read_length(const tables *t, const dmi_csv *csv, const char *cell, dmi_way *way,
                             dm_error *err)
{
    dmi_decimal number;
    int64_t tenths;
    if (!cell || !*cell)
        return DM_OK;
    if (dmi_decimal_parse(cell, strlen(cell), &number) || number.negative || number.units == 0 ||
        !dmi_decimal_tenths(&number, &tenths) || tenths >= INT64_C(1000000000000000))
        return bad_cell(csv, "length", cell, "a positive number below 10^14", err);
    way->metres = (double)tenths / 10;
    if (dm_measure_is_time(t->board.in->options.measure)) {
        way->speed = 3.6;
        way->row = -1;
    }
    return DM_OK;
}

static dm_status read_end(tables *t, const dmi_csv *csv, const char *column, const char *cell,
                          int64_t *out, dm_error *err)
{
    size_t before = t->ids.count;
    dm_vertex v = 0;
    dm_status status = read_id(csv, column, cell, err);
    if (status == DM_OK)
        status = dmi_node_ids_find(&t->ids, &t->board, cell, false, &v, err);
    if (status == DM_OK && t->ids.count > before)
        status = bad_cell(csv, column, cell, "the id of a node in the table of nodes", err);
    *out = v;
    return status;
}

static dm_status read_edge(tables *t, const dmi_csv *csv, const dmi_table_columns *columns,
                           dm_error *err)
{
    int64_t ends[2];
    dmi_osm_tags tags;
    dmi_way way = {0};
    t->board.in->line = csv->line;
    dm_status status =
        read_end(t, csv, "from", table_cell(csv, columns->at[DMI_COLUMN_FROM]), &ends[0], err);
    if (status == DM_OK)
        status = read_end(t, csv, "to", table_cell(csv, columns->at[DMI_COLUMN_TO]), &ends[1], err);
    if (status == DM_OK) {
        /* The tags of an edge; without `highway` it is an ordinary street. */
        dmi_osm_tags *out = &tags;
        *out = (dmi_osm_tags){0};
        for (int key = 0; key < DMI_OSM_KEYS; key++) {
            const char *cell = table_cell(csv, columns->tag[key]);
            if (cell && *cell)
                out->value[key] = (dmi_osm_text){cell, strlen(cell)};
        }
        if (!out->value[DMI_OSM_HIGHWAY].at && !dmi_osm_is_ferry(out))
            out->value[DMI_OSM_HIGHWAY] = (dmi_osm_text){"road", 4};
        const char *oneway = table_cell(csv, columns->tag[DMI_OSM_ONEWAY]);
        status = oneway ? read_oneway(csv, oneway, &out->value[DMI_OSM_ONEWAY], err) : DM_OK;
    }
    if (status != DM_OK)
        return status;
    bool is_used = dmi_osm_judge(&tags, t->board.in->options.profile, &way);
    status = read_length(t, csv, table_cell(csv, columns->at[DMI_COLUMN_LENGTH]), &way, err);
    t->loops += ends[0] == ends[1];
    if (status == DM_OK && is_used && ends[0] != ends[1])
        status = dmi_ways_add(t->ways, &way, ends, 2, err);
    return status == DM_OK ? poll_tables(t, "edges", err) : status;
}

/* The rows after a header, up to the end or to the header of edges among nodes, which becomes the
 * new one; DM_END at the end. */
static dm_status read_rows(tables *t, dmi_csv *csv, dmi_table_columns *columns, dm_error *err)
{
    dm_status status;
    /* The columns that nothing reads, for the note. */
    size_t used = strlen(t->unused);
    if (*columns->unused)
        snprintf(t->unused + used, sizeof t->unused - used, "%s%s", used ? ", " : "",
                 columns->unused);
    while ((status = dmi_csv_next(csv, err)) == DM_OK) {
        dmi_table_columns next = {0};
        if (columns->kind == DMI_TABLE_NODES && table_columns_read(csv, &next, NULL) == DM_OK &&
            next.kind == DMI_TABLE_EDGES) {
            *columns = next;
            return DM_OK;
        }
        status = table_check(csv, columns, err);
        if (status == DM_OK)
            status = columns->kind == DMI_TABLE_NODES ? read_node(t, csv, columns, err)
                                                      : read_edge(t, csv, columns, err);
        if (status != DM_OK)
            return status;
    }
    if (status == DM_END && t->ids.count == 0)
        return dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, 0,
                           "no nodes are listed; expected at least one");
    return status;
}

static dm_status read_header(dmi_csv *csv, dmi_table_columns *out, dm_error *err)
{
    dm_status status = dmi_csv_next(csv, err);
    if (status == DM_OK)
        status = table_columns_read(csv, out, err);
    if (status == DM_END || (status == DM_OK && out->kind == DMI_TABLE_UNKNOWN))
        return dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, status == DM_END ? 0 : csv->line,
                           "expected a header line such as id,lon,lat or from,to,length");
    return status;
}

/* The path of the other table: the last `nodes` in the file's name is `edges` there, or the other
 * way round.  NULL without memory; "" if the name has neither. */
static char *path_beside(const char *path, bool is_nodes)
{
    const char *own = is_nodes ? "nodes" : "edges", *other = is_nodes ? "edges" : "nodes";
    const char *file = strrchr(path, '/'), *found = NULL;
    for (const char *at = file ? file : path; *at; at++)
        found = strncmp(at, own, 5) == 0 ? at : found;
    char *out = dmi_strdup(found ? path : "");
    if (out && found)
        memcpy(out + (found - path), other, 5);
    return out;
}

static dm_status open_beside(dmi_input *in, bool is_nodes, dmi_input **out, dm_error *err)
{
    const char *what = is_nodes ? "edges" : "nodes";
    if (!in->path)
        return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0,
                           "no table of %s; expected the nodes (id,lon,lat), then the edges "
                           "(from,to)",
                           what);
    char *path = path_beside(in->path, is_nodes);
    if (!path)
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    if (!*path)
        status = dmi_fail_at(err, DM_BAD_INPUT, in->name, 0,
                             "no table of %s; expected file names such as nodes.csv and edges.csv",
                             what);
    if (status == DM_OK)
        status = dmi_input_open(path, out, err);
    if (status == DM_OK)
        status = dmi_input_peek(*out, err);
    free(path);
    if (status == DM_OK)
        (*out)->options = in->options;
    return status;
}

/* Reads the table beside; it must be of the other kind. */
static dm_status read_beside(tables *t, dmi_input *in, bool is_nodes, dm_error *err)
{
    dmi_input *beside = NULL;
    dm_status status = open_beside(in, is_nodes, &beside, err);
    dmi_csv csv = {.in = beside, .has_comments = true};
    dmi_table_columns columns;
    if (status == DM_OK)
        status = read_header(&csv, &columns, err);
    if (status == DM_OK && columns.kind != (is_nodes ? DMI_TABLE_EDGES : DMI_TABLE_NODES))
        status = dmi_fail_at(err, DM_BAD_INPUT, beside->name, csv.line,
                             is_nodes ? "expected a header line such as from,to,length"
                                      : "expected a header line such as id,lon,lat");
    t->board.in = beside;
    if (status == DM_OK)
        status = read_rows(t, &csv, &columns, err);
    t->board.in = in;
    dmi_csv_clear(&csv);
    dmi_input_free(beside);
    return status == DM_END ? DM_OK : status;
}

static const char *id_of(void *context, int64_t node, char room[24])
{
    (void)room;
    return dmi_node_ids_of(context, (dm_vertex)node);
}

dm_status dmi_read_tables(dmi_input *in, dm_arena **out, dm_error *err)
{
    tables *t = dmi_calloc(1, sizeof *t);
    if (!t)
        return dmi_no_memory(err);
    t->run = in->options.run;
    dm_status status = dmi_parsed_init(in, 0, &t->board, err);
    if (status == DM_OK)
        status = dmi_ways_new(&t->ways, err);
    if (status == DM_OK)
        status = dmi_ways_speeds(t->ways, in, err);
    if (status == DM_OK)
        dmi_ways_limit(t->ways, in->options.most_edges);
    if (status == DM_OK) {
        /* The nodes first, whichever table was named. */
        dmi_csv csv = {.in = in, .has_comments = true};
        dmi_table_columns columns;
        status = read_header(&csv, &columns, err);
        if (status == DM_OK && columns.kind == DMI_TABLE_EDGES)
            status = read_beside(t, in, false, err);
        bool began_with_nodes = status == DM_OK && columns.kind == DMI_TABLE_NODES;
        if (status == DM_OK)
            status = read_rows(t, &csv, &columns, err);
        if (status == DM_END && began_with_nodes)
            status = read_beside(t, in, true, err);
        else if (status == DM_OK) /* the edges' header came in the same input */
            status = read_rows(t, &csv, &columns, err);
        dmi_csv_clear(&csv);
        status = status == DM_END ? DM_OK : status;
    }
    if (status == DM_OK) {
        char remark[560] = "";
        if (t->loops)
            snprintf(remark, sizeof remark, "edges from a node to itself are left out: %lld%s",
                     (long long)t->loops, *t->unused ? "; " : "");
        if (*t->unused)
            snprintf(remark + strlen(remark), sizeof remark - strlen(remark),
                     "columns not used: %s", t->unused);
        const dmi_ways_plan plan = {.has_profile = true,
                                    .name = id_of,
                                    .context = &t->ids,
                                    .what = "edges",
                                    .remark = *remark ? remark : NULL};
        status = dmi_ways_board(t->ways, in, &plan, out, err);
    }
    dmi_ways_free(t->ways);
    dmi_node_ids_clear(&t->ids);
    dmi_parsed_clear(&t->board);
    free(t);
    return status;
}
