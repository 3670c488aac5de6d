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

/* The streets of a graph whose nodes have ids.
 *
 * OSMnx writes a street that leads both ways as two arcs.  Both are one street of the map: links
 * between the same vertices with the same length and the same points, seen from the lower vertex,
 * are sorted next to each other and joined.
 */
typedef struct sight { /* of a link, from its lower vertex */
    const dmi_id_graph *graph;
    dm_vertex low, high;
    int64_t units;
    size_t link;
    bool is_turned; /* the link leads from the higher vertex */
} sight;

static dm_point point_of(const sight *s, size_t i)
{
    const dmi_id_link *link = &s->graph->link[s->link];
    return s->graph->point[link->point_at + (s->is_turned ? link->point_count - 1 - i : i)];
}

static int compare_sights(const sight *a, const sight *b)
{
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    if (a->units != b->units)
        return a->units < b->units ? -1 : 1;
    uint32_t n = a->graph->link[a->link].point_count, m = b->graph->link[b->link].point_count;
    if (n != m)
        return n < m ? -1 : 1;
    for (uint32_t i = 0; i < n; i++) {
        dm_lonlat p = dmi_lonlat(point_of(a, i)), q = dmi_lonlat(point_of(b, i));
        if (p.lon != q.lon)
            return p.lon < q.lon ? -1 : 1;
        if (p.lat != q.lat)
            return p.lat < q.lat ? -1 : 1;
    }
    return 0;
}

/* Equal ones in the order of the file. */
static int by_sight(const void *one, const void *other)
{
    const sight *a = one, *b = other;
    int order = compare_sights(a, b);
    return order ? order : (a->link > b->link) - (a->link < b->link);
}

/* How a street may be travelled, seen from its lower vertex. */
static unsigned char travel_of(const sight *s)
{
    if (!s->graph->board.directed || !s->graph->link[s->link].is_arc)
        return DM_STREET_BOTH;
    return s->is_turned ? DM_STREET_BACKWARD : DM_STREET_FORWARD;
}

static dm_status add_street(const sight *s, unsigned char travel, dm_lonlat *scratch, dm_error *err)
{
    const dmi_id_link *link = &s->graph->link[s->link];
    dm_street street = {.from = s->low,
                        .to = s->high,
                        .length = s->units,
                        .travel = travel,
                        .kind = (dm_street_kind)link->kind,
                        .points = scratch};
    const char *name = link->name_at ? s->graph->names + link->name_at : NULL;
    if (name && strlen(name) < 256 && dmi_utf8_is_clean(name, strlen(name)))
        street.name = name;
    for (uint32_t i = 1; i + 1 < link->point_count; i++)
        scratch[street.point_count++] = dmi_lonlat(point_of(s, i));
    if (street.from == street.to && street.point_count == 0)
        return DM_OK; /* leads nowhere */
    return dm_builder_street(s->graph->board.builder, &street, err);
}

/* Adds its streets to the map. `units` has the length of each link. */
static dm_status graph_streets(dmi_id_graph *graph, const int64_t *units, dm_error *err)
{
    dmi_arrays arrays = {0};
    uint32_t most = 0;
    for (size_t i = 0; i < graph->links; i++)
        most = graph->link[i].point_count > most ? graph->link[i].point_count : most;
    sight *sights = dmi_array(&arrays, graph->links, sizeof *sights);
    dm_lonlat *scratch = dmi_array(&arrays, most, sizeof *scratch);
    dm_status status = dmi_arrays_check(&arrays, err);
    if (status != DM_OK)
        return status;
    for (size_t i = 0; i < graph->links; i++) {
        const dmi_id_link *link = &graph->link[i];
        bool is_turned = link->from > link->to;
        sights[i] = (sight){graph,
                            is_turned ? link->to : link->from,
                            is_turned ? link->from : link->to,
                            units[i],
                            i,
                            is_turned};
    }
    qsort(sights, graph->links, sizeof *sights, by_sight);
    /* The links between the same two vertices become one street. */
    for (size_t i = 0; i < graph->links && status == DM_OK;) {
        unsigned char travel = 0;
        size_t end = i;
        for (; end < graph->links && compare_sights(&sights[i], &sights[end]) == 0; end++)
            travel |= travel_of(&sights[end]);
        status = add_street(&sights[i], travel, scratch, err);
        i = end;
    }
    dmi_arrays_free(&arrays);
    return status;
}

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
    /* Chooses the coordinates; *is_map tells what they are. */
    bool by_lonlat = all_on_earth(graph, graph->lonlat);
    is_map = by_lonlat || xy_are_degrees(graph);
    if (by_lonlat)
        memcpy(graph->xy, graph->lonlat, graph->vertices * sizeof *graph->xy);
    dm_status status = is_map ? DM_OK : remark_missing(graph, err);
    for (size_t v = 0; status == DM_OK && v < graph->vertices; v++)
        if (!isnan(graph->xy[v].x))
            status =
                dmi_parsed_place(&graph->board, (dm_vertex)v, graph->xy[v].x, graph->xy[v].y, err);
    if (status == DM_OK)
        status = set_names(graph, err);
    graph->board.decimals = is_map ? 1 : graph->board.decimals;
    for (size_t i = 0; status == DM_OK && i < graph->links; i++)
        status = add_link(graph, &graph->link[i], is_map, &units[i], err);
    if (status == DM_OK && is_map) {
        bool seconds = graph->board.in->options.measure == DM_SECONDS;
        dm_builder_geographic(graph->board.builder, seconds ? DM_SECONDS : DM_METRES);
        for (size_t i = 0; i < graph->links; i++)
            turn_geometry(graph, &graph->link[i]);
        status = graph_streets(graph, units, err);
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
