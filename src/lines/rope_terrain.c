/* rope_terrain.c - the tables behind looks at ropes: distances between all vertices, and when
 * each player alone would be where.  O(n (m + n log n)) time and n^2 doubles. */
#include "lines/rope_terrain.h"

#include "base/base.h"
#include "lines/rope_geometry.h"
#include "lines/rope_look.h"
#include <math.h>
#include <stdlib.h>

static const int32_t most_vertices = 4000; /* 128 MB of distances */

static void place_vertices(dmi_terrain *terrain)
{
    const dm_level *level = terrain->level;
    for (int32_t v = 0; v < level->vertex_count; v++)
        terrain->point[v] = level->points[v];
    for (int32_t i = 0; i < terrain->net.piece_count; i++) {
        const dmi_piece *piece = &terrain->net.piece[i];
        if (piece->edge < 0 || piece->a < level->vertex_count)
            continue;
        const dm_line_edge *edge = &level->edges[piece->edge];
        double whole = (double)edge->length.num / (double)edge->length.den * terrain->unit;
        double t = (double)piece->offset / whole;
        dm_point u = level->points[edge->u], v = level->points[edge->v];
        terrain->point[piece->a] = (dm_point){u.x + t * (v.x - u.x), u.y + t * (v.y - u.y)};
    }
}

/* A vertex without edges becomes a piece of no length, so that ropes can begin there. */
static bool add_lonely(dmi_terrain *terrain)
{
    size_t count = (size_t)terrain->net.piece_count, lonely = 0;
    for (int32_t v = 0; v < terrain->n; v++)
        lonely += terrain->net.first[v] == terrain->net.first[v + 1];
    dmi_piece *piece = dmi_realloc(terrain->net.piece, count + lonely, sizeof *piece);
    if (!piece)
        return false;
    terrain->net.piece = piece;
    for (int32_t v = 0; v < terrain->n; v++)
        if (terrain->net.first[v] == terrain->net.first[v + 1])
            piece[terrain->net.piece_count++] = (dmi_piece){v, v, -1, 0, 0};
    return true;
}

static double time_of(const dmi_reach *reach)
{
    return reach->when == DMI_NEVER ? INFINITY : (double)reach->when;
}

/* When everything is reached from the vertices that `owner` marks. */
static dm_status reach_from(const dmi_terrain *terrain, int32_t *owner, dmi_reach *reach,
                            double *out, dm_error *err)
{
    dmi_net net = terrain->net;
    net.owner = owner;
    dm_status status = dmi_net_reach(&net, reach, err);
    for (int32_t v = 0; status == DM_OK && v < terrain->n; v++)
        out[v] = time_of(&reach[v]);
    return status;
}

static dm_status fill_distances(dmi_terrain *terrain, int32_t *owner, dmi_reach *reach, dm_run *run,
                                dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t v = 0; v < terrain->n; v++)
        owner[v] = -1;
    for (int32_t v = 0; status == DM_OK && v < terrain->n; v++) {
        owner[v] = 0;
        status =
            reach_from(terrain, owner, reach, terrain->way + (size_t)v * (size_t)terrain->n, err);
        owner[v] = -1;
        if (status == DM_OK && !dmi_run_go_on(run, 1))
            status = dmi_stopped(run, err);
    }
    return status;
}

static dm_status fill_times(dmi_terrain *terrain, int32_t *owner, dmi_reach *reach, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t p = 0; status == DM_OK && p < terrain->level->player_count; p++) {
        for (int32_t v = 0; v < terrain->n; v++)
            owner[v] = terrain->net.owner[v] == p ? p : -1;
        status =
            reach_from(terrain, owner, reach, terrain->first + (size_t)p * (size_t)terrain->n, err);
    }
    if (status == DM_OK)
        status = dmi_net_reach(&terrain->net, reach, err);
    for (int32_t v = 0; status == DM_OK && v < terrain->n; v++) {
        terrain->when[v] = time_of(&reach[v]);
        terrain->who[v] = reach[v].players;
    }
    return status;
}

/* Above every rope: the way around a rectangle that holds the level. */
static double around(const dmi_terrain *terrain)
{
    double sum = 0;
    for (int32_t v = 1; v < terrain->n; v++)
        sum = fmax(sum, dmi_distance(terrain->point[0], terrain->point[v]));
    return 2 * sum * terrain->unit;
}

static dm_status fill(dmi_terrain *terrain, dm_run *run, dm_error *err)
{
    int32_t *owner = dmi_alloc((size_t)terrain->n, sizeof *owner);
    dmi_reach *reach = dmi_alloc((size_t)terrain->n, sizeof *reach);
    dm_status status =
        owner && reach ? fill_distances(terrain, owner, reach, run, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = fill_times(terrain, owner, reach, err);
    free(reach);
    free(owner);
    if (status == DM_OK) {
        place_vertices(terrain);
        terrain->far = 2 * ((double)terrain->net.total + around(terrain)) + 1;
        terrain->tiny = 1e-13 * terrain->far;
    }
    return status;
}

/* `done` is there where all of them are. */
static void add_join_tables(dmi_terrain *terrain)
{
    size_t hubs = (size_t)terrain->level->edge_count + 2, nodes = (size_t)terrain->n + 2 * hubs;
    size_t times = nodes * (size_t)terrain->level->player_count;
    terrain->hubs = dmi_alloc(2 * hubs, sizeof *terrain->hubs); /* all, and those of a case */
    terrain->early = dmi_alloc(times, sizeof *terrain->early);
    terrain->late = dmi_alloc(times, sizeof *terrain->late);
    if (terrain->hubs && terrain->early && terrain->late)
        terrain->done = dmi_alloc(hubs, sizeof *terrain->done);
}

dm_status dmi_terrain_init(const dm_level *level, int32_t me, dm_line_ties ties, dm_run *run,
                           dmi_terrain *out, dm_error *err)
{
    dmi_terrain terrain = {.level = level, .me = me, .ties = ties};
    if (!level->points)
        return dmi_fail(err, DM_BAD_INPUT,
                        "a rope needs coordinates, and the level's vertices have none");
    if (level->vertex_count > most_vertices - level->site_count)
        return dmi_fail(err, DM_TOO_LARGE,
                        "ropes are searched on levels of at most %d vertices and sites",
                        most_vertices);
    dm_status status = dmi_net_init(level, &terrain.net, err);
    if (status != DM_OK)
        return status;
    size_t n = (size_t)terrain.net.n;
    terrain.n = terrain.net.n;
    terrain.unit = (double)terrain.net.unit;
    terrain.when = dmi_alloc(n, sizeof *terrain.when);
    terrain.who = dmi_alloc(n, sizeof *terrain.who);
    terrain.way = dmi_alloc(n * n, sizeof *terrain.way);
    terrain.first = dmi_alloc(n * (size_t)level->player_count, sizeof *terrain.first);
    terrain.point = dmi_alloc(n, sizeof *terrain.point);
    terrain.seen = dmi_alloc(n + 2, sizeof *terrain.seen);
    terrain.at = dmi_alloc(n + 2, sizeof(dmi_seen *));
    if (level->crossings == DM_CROSSINGS_JOIN)
        add_join_tables(&terrain);
    if (terrain.when && terrain.who && terrain.way && terrain.first && terrain.point &&
        terrain.seen && terrain.at && (terrain.done || level->crossings != DM_CROSSINGS_JOIN) &&
        add_lonely(&terrain))
        status = fill(&terrain, run, err);
    else
        status = dmi_no_memory(err);
    if (status == DM_OK)
        *out = terrain;
    else
        dmi_terrain_clear(&terrain);
    return status;
}

void dmi_terrain_clear(dmi_terrain *terrain)
{
    dmi_net_clear(&terrain->net);
    free(terrain->when);
    free(terrain->who);
    free(terrain->way);
    free(terrain->first);
    free(terrain->point);
    free(terrain->seen);
    free(terrain->at);
    free(terrain->hubs);
    free(terrain->early);
    free(terrain->late);
    free(terrain->done);
    *terrain = (dmi_terrain){0};
}

dm_point dmi_terrain_point(const dmi_terrain *terrain, int32_t piece, double at)
{
    const dmi_piece *p = &terrain->net.piece[piece];
    dm_point a = terrain->point[p->a], b = terrain->point[p->b];
    double t = p->length > 0 ? at / (double)p->length : 0;
    return (dm_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}
