/* chart.c - charts around the rivals' sites (chart.h). */
#include "plane/reply/chart.h"

#include <stdlib.h>

#define SAME 1e-12 /* distances are equal but for rounding */

/* A vector turned back by some quarter turns. */
static dm_point turn_back(dm_point p, int quarter)
{
    return quarter == 0   ? p
           : quarter == 1 ? (dm_point){p.y, -p.x}
           : quarter == 2 ? (dm_point){-p.x, -p.y}
                          : (dm_point){-p.y, p.x};
}

static void chart_fill(const dmi_land *land, dmi_chart *c)
{
    dm_point s = land->rival[c->site];
    for (int32_t i = 0; i < land->rivals; i++)
        c->rival[i] =
            turn_back((dm_point){land->rival[i].x - s.x, land->rival[i].y - s.y}, c->quarter);
    for (int32_t k = 0; k < land->land.count; k++) {
        const dmi_land_piece *piece = land->land.piece + k;
        dm_point at = land->rival[piece->site];
        for (int32_t i = piece->first; i < piece->first + piece->count; i++) {
            dm_point z = land->land.corner[i];
            /* corners of the site's own cell keep all their digits */
            dm_point relative = {z.x + (at.x - s.x), z.y + (at.y - s.y)};
            c->corner[i] = turn_back(relative, c->quarter);
            double from_s = hypot(relative.x, relative.y), from_own = hypot(z.x, z.y);
            c->is_shared[i] =
                piece->site != c->site && fabs(from_s - from_own) <= SAME * (from_s + from_own);
        }
    }
    for (int32_t k = 0; k < land->around.count; k++)
        for (int32_t i = 0;
             land->around.piece[k].site == c->site && i < land->around.piece[k].count; i++)
            c->reach =
                fmax(c->reach,
                     turn_back(land->around.corner[land->around.piece[k].first + i], c->quarter).x);
}

dm_status dmi_atlas_init(dmi_atlas *atlas, const dmi_land *land, dm_error *err)
{
    dmi_atlas a = {.land = land, .charts = 4 * land->rivals};
    int32_t most = 0;
    for (int32_t k = 0; k < land->land.count; k++)
        most = land->land.piece[k].count > most ? land->land.piece[k].count : most;
    size_t room = (size_t)most + 8;
    a.chart = dmi_array_zeroed(&a.arrays, (size_t)a.charts, sizeof *a.chart);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++)
            a.value[i][k] = dmi_array(&a.arrays, room, sizeof **a.value[i]);
        for (int k = 0; k < 2; k++)
            a.own[i][k] = dmi_array(&a.arrays, room, sizeof **a.own[i]);
        a.point[i] = dmi_array(&a.arrays, room, sizeof *a.point[i]);
        a.mark[i] = dmi_array(&a.arrays, room, sizeof *a.mark[i]);
    }
    for (int32_t i = 0; a.chart && i < a.charts; i++) {
        dmi_chart *c = a.chart + i;
        c->site = i / 4;
        c->quarter = i % 4;
        c->corner = dmi_array(&a.arrays, (size_t)land->land.corners, sizeof *c->corner);
        c->is_shared = dmi_array(&a.arrays, (size_t)land->land.corners, sizeof *c->is_shared);
        c->rival = dmi_array(&a.arrays, (size_t)land->rivals, sizeof *c->rival);
    }
    dm_status status = dmi_arrays_check(&a.arrays, err);
    for (int32_t i = 0; i < a.charts && status == DM_OK; i++)
        chart_fill(land, a.chart + i);
    if (status == DM_OK)
        *atlas = a;
    return status;
}

void dmi_atlas_clear(dmi_atlas *atlas)
{
    dmi_arrays_free(&atlas->arrays);
    *atlas = (dmi_atlas){0};
}

/* The place (t, m) of a chart, relative to its site. */
static dm_point place_of(const dmi_chart *c, double t, double m)
{
    return turn_back((dm_point){t, t * m}, (4 - c->quarter) % 4);
}

dm_point dmi_patch_middle(const dmi_atlas *atlas, const dmi_patch *patch)
{
    const dmi_chart *c = atlas->chart + patch->chart;
    dm_point p = place_of(c, (patch->t0 + patch->t1) / 2, (patch->m0 + patch->m1) / 2);
    dm_point s = atlas->land->rival[c->site];
    return (dm_point){s.x + p.x, s.y + p.y};
}

/* The four corners of the patch relative to its site. */
static void corners_of(const dmi_atlas *atlas, const dmi_patch *p, dm_point corner[4])
{
    const dmi_chart *c = atlas->chart + p->chart;
    corner[0] = place_of(c, p->t0, p->m0);
    corner[1] = place_of(c, p->t1, p->m0);
    corner[2] = place_of(c, p->t1, p->m1);
    corner[3] = place_of(c, p->t0, p->m1);
}

bool dmi_patch_is_outside(const dmi_atlas *atlas, const dmi_patch *patch)
{
    const dmi_land_list *around = &atlas->land->around;
    dm_point corner[4];
    corners_of(atlas, patch, corner);
    double margin = 1e-12 * atlas->land->extent * atlas->land->extent;
    for (int32_t k = 0; k < around->count; k++) {
        const dmi_land_piece *piece = around->piece + k;
        if (piece->site != atlas->chart[patch->chart].site)
            continue;
        bool is_apart = false; /* by the line of one of its edges */
        for (int32_t i = 0; i < piece->count && !is_apart; i++) {
            dm_point a = around->corner[piece->first + i];
            dm_point b = around->corner[piece->first + (i + 1) % piece->count];
            is_apart = true;
            for (int q = 0; q < 4; q++)
                is_apart &=
                    (b.x - a.x) * (corner[q].y - a.y) - (b.y - a.y) * (corner[q].x - a.x) < -margin;
        }
        if (!is_apart)
            return false;
    }
    return true;
}

bool dmi_patch_is_on_board(const dmi_atlas *atlas, const dmi_patch *patch,
                           const dmi_board_parts *parts)
{
    dm_point corner[4], s = atlas->land->rival[atlas->chart[patch->chart].site];
    double margin = 1e-12 * atlas->land->extent;
    corners_of(atlas, patch, corner);
    for (int32_t k = 0; k < parts->count; k++) {
        bool inside = true;
        for (int32_t i = 0; i < parts->part[k].edges && inside; i++) {
            const double *e = parts->part[k].edge[i];
            for (int q = 0; q < 4; q++)
                inside &= e[0] * (corner[q].x + s.x) + e[1] * (corner[q].y + s.y) <
                          e[2] - margin * (fabs(e[0]) + fabs(e[1]));
        }
        if (inside)
            return true;
    }
    return false;
}
