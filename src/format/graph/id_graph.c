/* id_graph.c - a graph whose nodes have ids: its nodes and edges, as they are read. */
#include "format/graph/id_graph.h"

#include "arena/geo.h"
#include "arena/largest.h"
#include "arena/streets.h"
#include "base/base.h"
#include "format/scan.h"
#include <demesne/arena.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Lines as well-known text: LINESTRING (11.97 57.7, 11.98 57.71). */

/* The coordinates of one point, two or more numbers; false: something else. */
static bool scan_point(const char **at, dm_point *out)
{
    double skipped;
    *at = dmi_skip_blanks(*at);
    if (!dmi_scan_real_before(at, "", &out->x))
        return false;
    *at = dmi_skip_blanks(*at);
    if (!dmi_scan_real_before(at, ",)", &out->y))
        return false;
    do
        *at = dmi_skip_blanks(*at);
    while (dmi_scan_real_before(at, ",)", &skipped));
    return dmi_is_on_earth(*out);
}

/* After the bracket; true: all was read, at least two points. */
static bool scan_points(const char *at, dm_point **point, size_t *count, size_t *room,
                        bool *no_memory)
{
    for (size_t read = 1;; read++) {
        dm_point place;
        if (!scan_point(&at, &place))
            return false;
        *no_memory = !dmi_reserve(point, room, *count + 1, sizeof **point);
        if (*no_memory)
            return false;
        (*point)[(*count)++] = place;
        if (*at == ')')
            return read >= 2 && !*dmi_skip_blanks(at + 1);
        if (*at++ != ',')
            return false;
    }
}

/* Appends the points of a LINESTRING to a list that grows; a third coordinate is skipped.  Other
 * geometries add nothing.  DM_BAD_INPUT, with a message that begins with "has", if the line is
 * damaged or has fewer than two points; the list is then as long as before. */
static dm_status wkt_line(const char *text, dm_point **point, size_t *count, size_t *room,
                          dm_error *err)
{
    static const char word[] = "LINESTRING";
    const char *at = text + sizeof word - 1;
    bool no_memory = false;
    size_t before = *count;
    if (strncasecmp(text, word, sizeof word - 1) != 0)
        return DM_OK;
    at += strspn(at, " ZMzm");
    if (*at == '(' && scan_points(at + 1, point, count, room, &no_memory))
        return DM_OK;
    *count = before;
    return no_memory
               ? dmi_no_memory(err)
               : dmi_fail(err, DM_BAD_INPUT,
                          "has a damaged geometry; expected LINESTRING (lon lat, lon lat, ..)");
}

dm_status dmi_id_graph_init(dmi_id_graph *graph, dmi_input *in, dm_error *err)
{
    *graph = (dmi_id_graph){0};
    dmi_attributes_reset(&graph->attributes);
    return dmi_parsed_init(in, 0, &graph->board, err);
}

/* Places and names exist for vertices up to `v`. */
static dm_status grow_places(dmi_id_graph *graph, dm_vertex v, dm_error *err)
{
    size_t need = (size_t)v + 1;
    if (!dmi_reserve(&graph->xy, &graph->xy_room, need, sizeof *graph->xy) ||
        !dmi_reserve(&graph->lonlat, &graph->lonlat_room, need, sizeof *graph->lonlat) ||
        !dmi_reserve(&graph->is_named, &graph->named_room, need, sizeof *graph->is_named))
        return dmi_no_memory(err);
    for (; graph->vertices < need; graph->vertices++) {
        graph->xy[graph->vertices] = graph->lonlat[graph->vertices] = (dm_point){NAN, NAN};
        graph->is_named[graph->vertices] = false;
    }
    return DM_OK;
}

static dm_status use_value(dmi_id_graph *graph, dm_vertex v, dm_error *err)
{
    size_t size;
    const char *text = dmi_attributes_text(&graph->attributes, DMI_ATTR_VALUE, &size);
    bool is_number =
        size > 0 && strspn(text, "0123456789+-.eE") == size && strpbrk(text, "0123456789");
    dmi_decimal value;
    if (!is_number)
        return DM_OK;
    if (dmi_decimal_parse(text, size, &value) || value.decimals > 0 ||
        (value.negative && value.units > 0))
        return dmi_bad(graph->board.in, err,
                       "a node has value %.40s; values are whole numbers, 0 or more", text);
    return dmi_parsed_value(&graph->board, v, (int64_t)value.units, err);
}

/* Reads two attributes as a place, if both are given. */
static dm_status read_place(dmi_id_graph *graph, dmi_attribute x, dmi_attribute y,
                            const char *const names[2], dm_point *out, dm_error *err)
{
    double place[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        dmi_attribute attribute = i ? y : x;
        size_t size;
        const char *text = dmi_attributes_text(&graph->attributes, attribute, &size);
        if (!graph->attributes.is_given[attribute])
            return DM_OK;
        if (!dmi_scan_real(&text, &place[i]) || *text)
            return dmi_bad(graph->board.in, err, "coordinate %s is not a number", names[i]);
    }
    *out = (dm_point){place[0], place[1]};
    return DM_OK;
}

dm_status dmi_id_graph_node(dmi_id_graph *graph, const char *id, dm_error *err)
{
    dm_vertex v = 0;
    dm_status status = dmi_node_ids_find(&graph->ids, &graph->board, id, true, &v, err);
    if (status == DM_OK)
        status = grow_places(graph, v, err);
    if (status == DM_OK)
        status = dmi_attributes_check(&graph->attributes, graph->board.in, err);
    if (status == DM_OK)
        status = use_value(graph, v, err);
    if (status == DM_OK) {
        static const char *const xy[] = {"x", "y"}, *const lonlat[] = {"lon", "lat"};
        dm_point *on_earth = &graph->lonlat[v];
        status = read_place(graph, DMI_ATTR_X, DMI_ATTR_Y, xy, &graph->xy[v], err);
        if (status == DM_OK)
            status = read_place(graph, DMI_ATTR_LON, DMI_ATTR_LAT, lonlat, on_earth, err);
        if (status == DM_OK && !isnan(on_earth->x) && !dmi_is_on_earth(*on_earth))
            status =
                dmi_bad(graph->board.in, err,
                        "node %.40s is at lon %.10g, lat %.10g; expected degrees: -180 to 180 and "
                        "-90 to 90",
                        id, on_earth->x, on_earth->y);
        if (isnan(graph->xy[v].x)) {
            /* `pos` is "x,y", "x y" or "x,y!"; anything else is no place. */
            dm_point *out = &graph->xy[v];
            size_t size;
            const char *at = dmi_attributes_text(&graph->attributes, DMI_ATTR_POS, &size);
            dm_point place;
            if (dmi_scan_real_before(&at, ",", &place.x)) {
                at += strspn(at, ", ");
                if (dmi_scan_real_before(&at, "!", &place.y) && at[strspn(at, "! ")] == '\0')
                    *out = place;
            }
        }
    }
    if (status != DM_OK)
        return status;
    const dmi_attributes *attributes = &graph->attributes;
    dmi_attribute name = attributes->is_given[DMI_ATTR_NAME] ? DMI_ATTR_NAME : DMI_ATTR_LABEL;
    if (attributes->size[name] == 0 || graph->ids_are_names)
        return DM_OK;
    graph->is_named[v] = true;
    return dmi_parsed_name(&graph->board, v, attributes->text[name], err);
}

/* The attribute that has an edge's length; DMI_ATTR_NONE: none has. */
static dmi_attribute length_source(const dmi_id_graph *graph)
{
    static const dmi_attribute sources[] = {DMI_ATTR_LENGTH, DMI_ATTR_LEN, DMI_ATTR_WEIGHT,
                                            DMI_ATTR_VALUE};
    const dmi_attributes *attributes = &graph->attributes;
    if (graph->board.in->options.measure == DM_SECONDS)
        return attributes->is_given[DMI_ATTR_TRAVEL_TIME] ? DMI_ATTR_TRAVEL_TIME : DMI_ATTR_NONE;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (attributes->is_given[sources[i]])
            return sources[i];
    const char *label = attributes->text[DMI_ATTR_LABEL];
    dmi_decimal number;
    bool is_length = graph->labels_are_lengths && *label &&
                     !dmi_decimal_parse(label, attributes->size[DMI_ATTR_LABEL], &number) &&
                     !number.negative && number.units > 0;
    return is_length ? DMI_ATTR_LABEL : DMI_ATTR_NONE;
}

static dm_status read_length(dmi_id_graph *graph, dmi_id_link *link, dm_error *err)
{
    dmi_attribute source = length_source(graph);
    size_t size;
    if (graph->board.in->options.measure == DM_MINUTES)
        return dmi_parsed_no_minutes(err);
    if (source == DMI_ATTR_NONE && graph->board.in->options.measure == DM_SECONDS)
        return dmi_fail(err, DM_BAD_INPUT, "has no travel_time; --measure seconds needs one");
    if (source == DMI_ATTR_NONE)
        return DM_OK;
    const char *text = dmi_attributes_text(&graph->attributes, source, &size);
    link->has_length = true;
    return dmi_parsed_decimal(text, size, &link->length, err);
}

/* Whether it leads one way only: 1 forward, -1 backward, 0 both. */
static int travel_direction(const char *oneway)
{
    if (strcasecmp(oneway, "true") == 0 || strcasecmp(oneway, "yes") == 0 ||
        strcmp(oneway, "1") == 0)
        return 1;
    return strcmp(oneway, "-1") == 0 || strcasecmp(oneway, "reverse") == 0 ? -1 : 0;
}

/* Name, kind and geometry of the street that an edge may be. */
static dm_status read_street(dmi_id_graph *graph, dmi_id_link *link, dm_error *err)
{
    dmi_attributes *attributes = &graph->attributes;
    size_t size;
    const char *name = dmi_attributes_text(attributes, DMI_ATTR_NAME, &size);
    if (size > 0) {
        size_t at = graph->names_size ? graph->names_size : 1;
        if (!dmi_reserve(&graph->names, &graph->names_room, at + size + 1, 1))
            return dmi_no_memory(err);
        memcpy(graph->names + at, name, size + 1);
        link->name_at = at;
        graph->names_size = at + size + 1;
    }
    link->kind =
        (unsigned char)dmi_street_kind(dmi_attributes_text(attributes, DMI_ATTR_HIGHWAY, &size));
    link->point_at = graph->points;
    const char *wkt = dmi_attributes_text(attributes, DMI_ATTR_GEOMETRY, &size);
    if (size == 0)
        return DM_OK;
    dm_status status = wkt_line(wkt, &graph->point, &graph->points, &graph->point_room, err);
    link->point_count = (uint32_t)(graph->points - link->point_at);
    return status;
}

dm_status dmi_id_graph_edge(dmi_id_graph *graph, bool is_arc, const char *from, const char *to,
                            dm_error *err)
{
    dmi_id_link link = {.is_arc = is_arc, .line = graph->board.in->line};
    size_t size;
    if (graph->board.in->options.most_edges &&
        (int64_t)graph->links >= graph->board.in->options.most_edges)
        return dmi_fail_at(err, DM_TOO_LARGE, graph->board.in->name, link.line,
                           "more than %lld edges given",
                           (long long)graph->board.in->options.most_edges);
    dm_status status = dmi_node_ids_find(&graph->ids, &graph->board, from, false, &link.from, err);
    if (status == DM_OK)
        status = dmi_node_ids_find(&graph->ids, &graph->board, to, false, &link.to, err);
    if (status == DM_OK)
        status = dmi_attributes_check(&graph->attributes, graph->board.in, err);
    if (status != DM_OK)
        return status;
    const dmi_attributes *attributes = &graph->attributes;
    graph->has_travel_times |= attributes->is_given[DMI_ATTR_TRAVEL_TIME];
    graph->looks_like_streets |=
        attributes->is_given[DMI_ATTR_HIGHWAY] || attributes->is_given[DMI_ATTR_ONEWAY] ||
        attributes->is_given[DMI_ATTR_GEOMETRY] || attributes->is_given[DMI_ATTR_TRAVEL_TIME];
    status = read_length(graph, &link, err);
    status = status == DM_OK ? read_street(graph, &link, err) : status;
    if (status != DM_OK)
        return dmi_input_blame(graph->board.in, link.line, status, err, "edge %.40s %.40s ", from,
                               to);
    int one_way = travel_direction(dmi_attributes_text(&graph->attributes, DMI_ATTR_ONEWAY, &size));
    if (!is_arc && one_way) {
        dm_vertex first = link.from;
        link.is_arc = true;
        link.from = one_way < 0 ? link.to : first;
        link.to = one_way < 0 ? first : link.to;
    }
    if (!dmi_reserve(&graph->link, &graph->link_room, graph->links + 1, sizeof *graph->link))
        return dmi_no_memory(err);
    graph->link[graph->links++] = link;
    return DM_OK;
}

dm_status dmi_id_graph_finish(dmi_id_graph *graph, dm_status status, dm_arena **out, dm_error *err)
{
    dm_arena *made = NULL;
    if (status == DM_OK)
        status = dmi_node_ids_check(&graph->ids, graph->board.in, err);
    if (status == DM_OK)
        status = dmi_id_graph_build(graph, err);
    if (status == DM_OK)
        status = dmi_parsed_finish(&graph->board, *graph->title ? graph->title : NULL, &made, err);
    if (status == DM_OK && dm_arena_map(made))
        status = dmi_arena_settle_parts(&made, graph->board.in->options.largest, err);
    if (status == DM_OK)
        *out = made;
    else
        dm_arena_free(made);
    dmi_parsed_clear(&graph->board);
    dmi_node_ids_clear(&graph->ids);
    dmi_attributes_clear(&graph->attributes);
    free(graph->link);
    free(graph->point);
    free(graph->names);
    free(graph->xy);
    free(graph->lonlat);
    free(graph->is_named);
    return status;
}
