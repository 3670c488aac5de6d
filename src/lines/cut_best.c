/* cut_best.c - the best cut: what is asked, and by which method.
 *
 * A candidate is a piece; along it the best place is exact (cut_place.c).
 */
#include "base/base.h"
#include "lines/cut.h"
#include "lines/cut_search.h"
#include <stdlib.h>
#include <string.h>

static int64_t last_time(const dmi_cut_scene *scene, int32_t piece)
{
    int64_t a = scene->reach[scene->net.piece[piece].a].when;
    int64_t b = scene->reach[scene->net.piece[piece].b].when;
    return a == DMI_NEVER ? -1 : a > b ? a : b;
}

/* Where a piece is reached from both ends, a cut at the boundary point changes nothing; else every
 * piece ends at a vertex reached over it, and beyond the one that is reached last lies nothing. */
int32_t dmi_cut_harmless(const dmi_cut_scene *scene)
{
    int32_t last = 0;
    for (int32_t i = 0; i < scene->net.piece_count; i++) {
        if (last_time(scene, i) >= 0 && dmi_cut_reached_over(scene, i) < 0)
            return i;
        if (last_time(scene, i) > last_time(scene, last))
            last = i;
    }
    return last;
}

void dmi_cut_consider(dmi_cut_search *s, const dmi_cut_lines *lines)
{
    dmi_cut_place place;
    dmi_cut_best_place(s->scene, lines, &place);
    s->candidates++;
    if (s->best.piece < 0 || dmi_cut_compare(&place, &s->best, s->scene->ask->objective) > 0) {
        s->best = place;
        s->lines = *lines;
    }
}

/* --- Every piece, a whole diagram each time ---------------------------------------------- */

dm_status dmi_cut_whole_lines(const dmi_cut_scene *scene, int32_t piece, dmi_reach *scratch,
                              dmi_cut_lines *out, dm_error *err)
{
    dmi_wide rest[DM_MAX_LINE_PLAYERS] = {0};
    dm_status status = dmi_net_reach_without(&scene->net, piece, scratch, err);
    for (int32_t i = 0; status == DM_OK && i < scene->net.piece_count; i++)
        if (i != piece)
            dmi_cut_give_piece(scene, i, scratch, 1, rest);
    if (status == DM_OK)
        dmi_cut_lines_init(scene, piece, rest, scratch, out);
    return status;
}

dm_status dmi_cut_consider_whole(dmi_cut_search *s, int32_t piece, dmi_reach *scratch,
                                 dm_error *err)
{
    const dmi_net *net = &s->scene->net;
    dmi_cut_lines lines;
    if (!dmi_run_report(s->run, (uint64_t)net->n, "cuts", (uint64_t)piece,
                        (uint64_t)net->piece_count, ""))
        return dmi_stopped(s->run, err);
    dm_status status = dmi_cut_whole_lines(s->scene, piece, scratch, &lines, err);
    if (status == DM_OK)
        dmi_cut_consider(s, &lines);
    return status;
}

static dm_status search_all(dmi_cut_search *s, dm_error *err)
{
    const dmi_net *net = &s->scene->net;
    dmi_reach *scratch = dmi_alloc((size_t)net->n, sizeof *scratch);
    dm_status status = scratch ? DM_OK : dmi_no_memory(err);
    for (int32_t i = 0; status == DM_OK && i < net->piece_count; i++)
        status = dmi_cut_consider_whole(s, i, scratch, err);
    free(scratch);
    return status;
}

dm_status dmi_best_cut(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                       dm_line_best *out, dm_error *err)
{
    static dmi_cut_method_fn *const method[] = {dmi_cut_search_auto,    search_all,
                                                dmi_cut_search_simple,  dmi_cut_search_two_sites,
                                                dmi_cut_search_types,   dmi_cut_search_method_1,
                                                dmi_cut_search_method_2};
    dmi_cut_scene scene = {0};
    dm_status status = dmi_cut_scene_init(level, ask, &scene, err);
    dmi_cut_search s = {.scene = &scene, .run = run, .best = {.piece = -1}};
    if (status == DM_OK)
        status = method[ask->method](&s, err);
    dm_status found = status;
    if ((status == DM_OK || status == DM_STOPPED) && s.best.piece >= 0)
        found = dmi_cut_keep(&scene, &s.lines, &s.best, out, err);
    out->candidates = s.candidates;
    out->proven = status == DM_OK;
    dmi_cut_scene_clear(&scene);
    return found == DM_OK ? status : found;
}
