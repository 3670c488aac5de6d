/* id_graph_build.c - makes the board of a graph whose nodes have ids.
 *
 * The graph is geographic if all nodes have `lon` and `lat`, or if all have `x` and `y` in degrees:
 * then `crs` says so, or, without one, the edges have attributes of OpenStreetMap's streets.
 */
#include "arena/arena.h"
#include "arena/geo.h"
#include "base/utf8.h"
#include "format/graph/id_graph.h"
#include <math.h>
#include <stdlib.h>

static bool all_on_earth(const dmi_id_graph *graph, const dm_point *place)
{
    bool all = true;
    for (size_t v = 0; v < graph->vertices && all; v++)
        all = !isnan(place[v].x) && dmi_is_on_earth(place[v]);
    return all && graph->vertices == graph->ids.count && graph->vertices > 0;
}

/* Whether x and y are degrees. */
static bool xy_are_degrees(const dmi_id_graph *graph)
{
    const char *crs = graph->crs;
    bool is_said = strstr(crs, "4326") || strstr(crs, "CRS84");
    return (is_said || (!*crs && graph->looks_like_streets)) && all_on_earth(graph, graph->xy);
}

static dm_status remark_missing(dmi_id_graph *graph, dm_error *err)
{
    /* Places count only if every vertex has one. */
    size_t given = 0;
    for (size_t v = 0; v < graph->vertices; v++)
        given += isnan(graph->lonlat[v].x) ? 0 : 1;
    if (given == 0 || given == graph->ids.count)
        return DM_OK;
    return dmi_builder_remark(graph->board.builder, err,
                              "%zu of %zu nodes have no lon and lat, so the board has no map",
                              graph->ids.count - given, graph->ids.count);
}

/* Chooses the coordinates; *is_map tells what they are. */
static dm_status set_places(dmi_id_graph *graph, bool *is_map, dm_error *err)
{
    bool by_lonlat = all_on_earth(graph, graph->lonlat);
    *is_map = by_lonlat || xy_are_degrees(graph);
    if (by_lonlat)
        memcpy(graph->xy, graph->lonlat, graph->vertices * sizeof *graph->xy);
    dm_status status = *is_map ? DM_OK : remark_missing(graph, err);
    for (size_t v = 0; status == DM_OK && v < graph->vertices; v++)
        if (!isnan(graph->xy[v].x))
            status =
                dmi_parsed_place(&graph->board, (dm_vertex)v, graph->xy[v].x, graph->xy[v].y, err);
    return status;
}

/* Ids are names of the vertices that have no other. */
static dm_status set_names(dmi_id_graph *graph, dm_error *err)
{
    dm_status status = DM_OK;
    if (dmi_node_ids_are_numbers(&graph->ids))
        return DM_OK;
    for (size_t v = 0; status == DM_OK && v < graph->ids.count; v++) {
        const char *id = dmi_node_ids_of(&graph->ids, (dm_vertex)v);
        size_t size = strlen(id);
        if ((v >= graph->vertices || !graph->is_named[v]) && size > 0 && size < 256 &&
            dmi_utf8_is_clean(id, size))
            status = dmi_parsed_name(&graph->board, (dm_vertex)v, id, err);
    }
    return status;
}

static double metres_along(const dmi_id_graph *graph, const dmi_id_link *link)
{
    double sum = 0;
    if (link->point_count == 0)
        return dmi_metres_between(graph->xy[link->from], graph->xy[link->to]);
    for (size_t i = link->point_at + 1; i < link->point_at + link->point_count; i++)
        sum += dmi_metres_between(graph->point[i - 1], graph->point[i]);
    return sum;
}

static dm_status find_length(dmi_id_graph *graph, const dmi_id_link *link, bool is_map,
                             int64_t *out, dm_error *err)
{
    char text[DMI_DECIMAL_TEXT];
    if (is_map && !link->has_length) {
        int64_t units = llround(metres_along(graph, link) * 10);
        *out = units ? units : 1;
        return DM_OK;
    }
    if (!link->has_length)
        return dmi_parsed_whole(&graph->board, 1, out, err);
    if (is_map && dmi_decimal_tenths(&link->length, out))
        return DM_OK;
    dmi_decimal_print((int64_t)link->length.units, link->length.decimals, text);
    return dmi_parsed_units(&graph->board, &link->length, text, strlen(text), out, err);
}

static dm_status add_link(dmi_id_graph *graph, const dmi_id_link *link, bool is_map, int64_t *units,
                          dm_error *err)
{
    dm_status status = find_length(graph, link, is_map, units, err);
    if (status != DM_OK)
        return dmi_input_blame(graph->board.in, link->line, status, err, "edge %.40s %.40s ",
                               dmi_node_ids_of(&graph->ids, link->from),
                               dmi_node_ids_of(&graph->ids, link->to));
    return dmi_parsed_link(&graph->board, link->is_arc, link->from, link->to, *units, err);
}

/* A line may be drawn from either end: the first point is the one near `from`. */
static void turn_geometry(dmi_id_graph *graph, const dmi_id_link *link)
{
    if (link->point_count == 0)
        return;
    dm_point *point = graph->point + link->point_at;
    size_t last = link->point_count - 1;
    if (dmi_metres_between(point[0], graph->xy[link->from]) <=
        dmi_metres_between(point[0], graph->xy[link->to]))
        return;
    for (size_t i = 0; i < last - i; i++) {
        dm_point first = point[i];
        point[i] = point[last - i];
        point[last - i] = first;
    }
}

dm_status dmi_id_graph_build(dmi_id_graph *graph, dm_error *err)
{
    bool is_map = false;
    int64_t *units = dmi_alloc(graph->links, sizeof *units);
    if (!units)
        return dmi_no_memory(err);
    dm_status status = set_places(graph, &is_map, err);
    if (status == DM_OK)
        status = set_names(graph, err);
    graph->board.decimals = is_map ? 1 : graph->board.decimals;
    for (size_t i = 0; status == DM_OK && i < graph->links; i++)
        status = add_link(graph, &graph->link[i], is_map, &units[i], err);
    if (status == DM_OK && is_map) {
        bool seconds = graph->board.in->options.seconds;
        dm_builder_geographic(graph->board.builder, seconds ? DM_SECONDS : DM_METRES);
        for (size_t i = 0; i < graph->links; i++)
            turn_geometry(graph, &graph->link[i]);
        status = dmi_id_graph_streets(graph, units, err);
        if (status == DM_OK && dmi_unused_has(&graph->unused, DMI_UNUSED_EDGES, "osmid"))
            status = dm_builder_attribution(graph->board.builder, DMI_OSM_ATTRIBUTION, err);
        if (status == DM_OK && graph->has_travel_times && !seconds)
            status = dmi_builder_remark(graph->board.builder, err,
                                        "lengths are metres; --measure seconds takes travel_time");
    }
    if (status == DM_OK)
        status = dmi_unused_remark(&graph->unused, graph->board.builder, err);
    free(units);
    return status;
}
