/* rope_tables.c - tables for evaluating ropes: distances between all vertices, and when each player
 * alone reaches each vertex.  O(n (m + n log n)) time and n^2 doubles. */
#include "lines/rope/rope_tables.h"

#include "lines/level/rope_geometry.h"
#include "lines/rope/rope_box_payoffs.h"
#include <math.h>
#include <stdlib.h>

static const int32_t most_vertices = 4000; /* 128 MB of distances */

static void place_vertices(dmi_rope_tables *tables)
{
    const dm_level *level = tables->level;
    for (int32_t v = 0; v < level->vertex_count; v++)
        tables->point[v] = level->points[v];
    for (int32_t i = 0; i < tables->net.piece_count; i++) {
        const dmi_piece *piece = &tables->net.piece[i];
        if (piece->edge < 0 || piece->a < level->vertex_count)
            continue;
        const dm_line_edge *edge = &level->edges[piece->edge];
        double whole = (double)edge->length.num / (double)edge->length.den * tables->unit;
        double t = (double)piece->offset / whole;
        dm_point u = level->points[edge->u], v = level->points[edge->v];
        tables->point[piece->a] = (dm_point){u.x + t * (v.x - u.x), u.y + t * (v.y - u.y)};
    }
}

/* A vertex without edges becomes a piece of no length, so that ropes can begin there. */
static bool add_isolated_vertices(dmi_rope_tables *tables)
{
    size_t count = (size_t)tables->net.piece_count, isolated = 0;
    for (int32_t v = 0; v < tables->n; v++)
        isolated += tables->net.first[v] == tables->net.first[v + 1];
    dmi_piece *piece = dmi_realloc(tables->net.piece, count + isolated, sizeof *piece);
    if (!piece)
        return false;
    tables->net.piece = piece;
    for (int32_t v = 0; v < tables->n; v++)
        if (tables->net.first[v] == tables->net.first[v + 1])
            piece[tables->net.piece_count++] = (dmi_piece){v, v, -1, 0, 0};
    return true;
}

static double time_of(const dmi_reach *reach)
{
    return reach->when == DMI_NEVER ? INFINITY : (double)reach->when;
}

/* When every vertex is reached from the vertices that `owner` marks. */
static dm_status reach_from(const dmi_rope_tables *tables, int32_t *owner, dmi_reach *reach,
                            double *out, dm_error *err)
{
    dmi_line_network net = tables->net;
    net.owner = owner;
    dm_status status = dmi_line_network_reach_without(&net, tables->cut, reach, err);
    for (int32_t v = 0; status == DM_OK && v < tables->n; v++)
        out[v] = time_of(&reach[v]);
    return status;
}

static dm_status fill_distances(dmi_rope_tables *tables, int32_t *owner, dmi_reach *reach,
                                dm_run *run, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t v = 0; v < tables->n; v++)
        owner[v] = -1;
    for (int32_t v = 0; status == DM_OK && v < tables->n; v++) {
        owner[v] = 0;
        status = reach_from(tables, owner, reach, tables->way + (size_t)v * (size_t)tables->n, err);
        owner[v] = -1;
        if (status == DM_OK && !dmi_run_go_on(run, 1))
            status = dmi_stopped(run, err);
    }
    return status;
}

static dm_status fill_times(dmi_rope_tables *tables, int32_t *owner, dmi_reach *reach,
                            dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t p = 0; status == DM_OK && p < tables->level->player_count; p++) {
        for (int32_t v = 0; v < tables->n; v++)
            owner[v] = tables->net.owner[v] == p ? p : -1;
        status =
            reach_from(tables, owner, reach, tables->first + (size_t)p * (size_t)tables->n, err);
    }
    if (status == DM_OK)
        status = dmi_line_network_reach_without(&tables->net, tables->cut, reach, err);
    for (int32_t v = 0; status == DM_OK && v < tables->n; v++) {
        tables->when[v] = time_of(&reach[v]);
        tables->who[v] = reach[v].players;
    }
    return status;
}

/* An upper bound for every rope. */
static double longest_rope(const dmi_rope_tables *tables)
{
    double sum = 0;
    for (int32_t v = 1; v < tables->n; v++)
        sum = fmax(sum, dmi_point_distance(tables->point[0], tables->point[v]));
    return 2 * sum * tables->unit;
}

static dm_status fill(dmi_rope_tables *tables, dm_run *run, dm_error *err)
{
    int32_t *owner = dmi_alloc((size_t)tables->n, sizeof *owner);
    dmi_reach *reach = dmi_alloc((size_t)tables->n, sizeof *reach);
    dm_status status =
        owner && reach ? fill_distances(tables, owner, reach, run, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = fill_times(tables, owner, reach, err);
    free(reach);
    free(owner);
    return status;
}

dm_status dmi_rope_tables_cut(dmi_rope_tables *tables, int32_t cut, dm_run *run, dm_error *err)
{
    tables->cut = cut;
    return fill(tables, run, err);
}

static void measure(dmi_rope_tables *tables)
{
    place_vertices(tables);
    tables->far = 2 * ((double)tables->net.total + longest_rope(tables)) + 1;
    tables->tiny = 1e-13 * tables->far;
}

/* `done` is NULL if any of them is. */
static void add_join_tables(dmi_rope_tables *tables)
{
    size_t junctions = (size_t)tables->level->edge_count + 2,
           nodes = (size_t)tables->n + 2 * junctions;
    size_t times = nodes * (size_t)tables->level->player_count;
    tables->junctions =
        dmi_array(&tables->arrays, 2 * junctions,
                  sizeof *tables->junctions); /* all junctions, and those of a case */
    tables->early = dmi_array(&tables->arrays, times, sizeof *tables->early);
    tables->late = dmi_array(&tables->arrays, times, sizeof *tables->late);
    tables->done = dmi_array(&tables->arrays, junctions, sizeof *tables->done);
}

dm_status dmi_rope_tables_init(const dm_level *level, int32_t me, dm_line_ties ties, dm_run *run,
                               dmi_rope_tables *out, dm_error *err)
{
    dmi_rope_tables tables = {.level = level, .me = me, .ties = ties, .cut = -1};
    if (!level->points)
        return dmi_fail(err, DM_BAD_MOVE,
                        "a rope needs coordinates, and the level's vertices have none");
    if (level->vertex_count > most_vertices - level->site_count)
        return dmi_fail(err, DM_TOO_LARGE,
                        "ropes can be searched on levels of at most %d vertices and sites",
                        most_vertices);
    dm_status status = dmi_line_network_init(level, &tables.net, err);
    if (status != DM_OK)
        return status;
    size_t n = (size_t)tables.net.n;
    tables.n = tables.net.n;
    tables.unit = (double)tables.net.unit;
    tables.when = dmi_array(&tables.arrays, n, sizeof *tables.when);
    tables.who = dmi_array(&tables.arrays, n, sizeof *tables.who);
    tables.way = dmi_array(&tables.arrays, n * n, sizeof *tables.way);
    tables.first = dmi_array(&tables.arrays, n * (size_t)level->player_count, sizeof *tables.first);
    tables.point = dmi_array(&tables.arrays, n, sizeof *tables.point);
    tables.routes = dmi_array(&tables.arrays, n + 3, sizeof *tables.routes);
    tables.chosen = dmi_array(&tables.arrays, DMI_OPEN_NODES, sizeof *tables.chosen);
    tables.at = dmi_array(&tables.arrays, n + 3, sizeof(dmi_rope_routes *));
    if (level->crossings == DM_LINE_CROSSINGS_JOIN)
        add_join_tables(&tables);
    if (!tables.arrays.failed && add_isolated_vertices(&tables))
        status = fill(&tables, run, err);
    else
        status = dmi_no_memory(err);
    if (status == DM_OK) {
        measure(&tables);
        *out = tables;
    } else {
        dmi_rope_tables_clear(&tables);
    }
    return status;
}

void dmi_rope_tables_clear(dmi_rope_tables *tables)
{
    dmi_line_network_clear(&tables->net);
    dmi_arrays_free(&tables->arrays);
    *tables = (dmi_rope_tables){0};
}

dm_point dmi_rope_tables_point(const dmi_rope_tables *tables, int32_t piece, double at)
{
    const dmi_piece *p = &tables->net.piece[piece];
    dm_point a = tables->point[p->a], b = tables->point[p->b];
    double t = p->length > 0 ? at / (double)p->length : 0;
    return (dm_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}
