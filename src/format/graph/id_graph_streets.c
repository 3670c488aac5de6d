/* id_graph_streets.c - the streets of a graph whose nodes have ids.
 *
 * OSMnx writes a street that leads both ways as two arcs.  Both are one street of the map: links
 * between the same vertices with the same length and the same points, seen from the lower vertex,
 * are sorted next to each other and joined.
 */
#include "arena/geo.h"
#include "base/utf8.h"
#include "format/graph/id_graph.h"
#include <stdlib.h>

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

dm_status dmi_id_graph_streets(dmi_id_graph *graph, const int64_t *units, dm_error *err)
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
