/* rope_tables.c - tables for evaluating ropes: distances between all vertices, and when each player
 * alone reaches each vertex.  O(n (m + n log n)) time and n^2 doubles. */
#include "lines/rope/rope_tables.h"

#include "lines/level/rope_geometry.h"
#include "lines/rope/rope_box_payoffs.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

static const int32_t most_vertices = 4000; /* 128 MB of distances */

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

static double time_of_reach(const dmi_reach *reach)
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
        out[v] = time_of_reach(&reach[v]);
    return status;
}

/* Distances between all vertices, and when each player alone reaches each of them. */
static dm_status fill_tables(dmi_rope_tables *tables, dm_run *run, dm_error *err)
{
    const size_t n = (size_t)tables->n;
    int32_t *owner = dmi_alloc(n, sizeof *owner);
    dmi_reach *reach = dmi_alloc(n, sizeof *reach);
    dm_status status = owner && reach ? DM_OK : dmi_no_memory(err);
    for (int32_t v = 0; status == DM_OK && v < tables->n; v++)
        owner[v] = -1;
    for (int32_t v = 0; status == DM_OK && v < tables->n; v++) {
        owner[v] = 0;
        status = reach_from(tables, owner, reach, tables->way + (size_t)v * n, err);
        owner[v] = -1;
        if (status == DM_OK && !dmi_run_go_on(run, 1))
            status = dmi_stopped(run, err);
    }
    for (int32_t p = 0; status == DM_OK && p < tables->level->player_count; p++) {
        for (int32_t v = 0; v < tables->n; v++)
            owner[v] = tables->net.owner[v] == p ? p : -1;
        status = reach_from(tables, owner, reach, tables->first + (size_t)p * n, err);
    }
    if (status == DM_OK)
        status = dmi_line_network_reach_without(&tables->net, tables->cut, reach, err);
    for (int32_t v = 0; status == DM_OK && v < tables->n; v++) {
        tables->when[v] = time_of_reach(&reach[v]);
        tables->who[v] = reach[v].players;
    }
    free(reach);
    free(owner);
    return status;
}

/* The points of vertices and sites, and the scale of lengths. */
static void place_vertices(dmi_rope_tables *tables)
{
    const dm_level *level = tables->level;
    double widest = 0;
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
        assert(t >= 0 && t <= 1);
        tables->point[piece->a] = (dm_point){u.x + t * (v.x - u.x), u.y + t * (v.y - u.y)};
    }
    for (int32_t v = 1; v < tables->n; v++)
        widest = fmax(widest, dmi_point_distance(tables->point[0], tables->point[v]));
    /* twice the widest distance is an upper bound for every rope */
    tables->far = 2 * ((double)tables->net.total + 2 * widest * tables->unit) + 1;
    tables->tiny = 1e-13 * tables->far;
}

dm_status dmi_rope_tables_cut(dmi_rope_tables *tables, int32_t cut, dm_run *run, dm_error *err)
{
    assert(cut < tables->net.piece_count);
    tables->cut = cut;
    return fill_tables(tables, run, err);
}

dm_status dmi_rope_tables_init(const dm_level *level, int32_t me, dm_line_ties ties, dm_run *run,
                               dmi_rope_tables *out, dm_error *err)
{
    dmi_rope_tables tables = {.level = level, .me = me, .ties = ties, .cut = -1};
    dmi_arrays *arrays = &tables.arrays;
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
    size_t n = (size_t)tables.net.n, players = (size_t)level->player_count;
    tables.n = tables.net.n;
    tables.unit = (double)tables.net.unit;
    tables.when = dmi_array(arrays, n, sizeof *tables.when);
    tables.who = dmi_array(arrays, n, sizeof *tables.who);
    tables.way = dmi_array(arrays, n * n, sizeof *tables.way);
    tables.first = dmi_array(arrays, n * players, sizeof *tables.first);
    tables.point = dmi_array(arrays, n, sizeof *tables.point);
    tables.routes = dmi_array(arrays, n + 3, sizeof *tables.routes);
    tables.chosen = dmi_array(arrays, DMI_OPEN_NODES, sizeof *tables.chosen);
    tables.at = dmi_array(arrays, n + 3, sizeof(dmi_rope_routes *));
    if (level->crossings == DM_LINE_CROSSINGS_JOIN) {
        size_t junctions = (size_t)level->edge_count + 2, times = (n + 2 * junctions) * players;
        tables.junctions = /* all junctions, and those of a case */
            dmi_array(arrays, 2 * junctions, sizeof *tables.junctions);
        tables.early = dmi_array(arrays, times, sizeof *tables.early);
        tables.late = dmi_array(arrays, times, sizeof *tables.late);
        tables.done = dmi_array(arrays, junctions, sizeof *tables.done);
    }
    if (!arrays->failed && add_isolated_vertices(&tables))
        status = fill_tables(&tables, run, err);
    else
        status = dmi_no_memory(err);
    if (status == DM_OK) {
        place_vertices(&tables);
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
    assert(piece >= 0 && piece < tables->net.piece_count);
    const dmi_piece *p = &tables->net.piece[piece];
    dm_point a = tables->point[p->a], b = tables->point[p->b];
    double t = p->length > 0 ? at / (double)p->length : 0;
    return (dm_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}
