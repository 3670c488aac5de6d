/* cut_odds.c - how many cuts win: all places, exactly.
 *
 * Along a piece the own player leads everybody on one open interval (an intersection of half
 * lines), so the winning places are at most one interval a piece, with exact ends.  Pieces are
 * looked at by reaching again what hangs below them (cut_below.c).  Two intervals are two
 * regions: cuts of two edges are different moves even where their places touch, and on one edge
 * a site lies between them.
 *
 * Cost: the sizes of all subtrees.
 */
#include "base/base.h"
#include "lines/cut.h"
#include <stdlib.h>

typedef struct tally {
    const dmi_cut_scene *scene;
    dm_line_odds *out;
    size_t room;
    dm_ratio length; /* that wins, in units */
} tally;

static dm_status too_large(dm_error *err)
{
    return dmi_fail(err, DM_TOO_LARGE, "a result does not fit 63 bits as a fraction");
}

static dm_status add_interval(tally *t, const dmi_cut_place *from, const dmi_cut_place *to,
                              dm_error *err)
{
    dm_ratio begin, end, way;
    dm_stretch won = {.edge = t->scene->net.piece[from->piece].edge};
    if (!dmi_reserve(&t->out->winning, &t->room, (size_t)t->out->winning_count + 1, sizeof won))
        return dmi_no_memory(err);
    if (!dmi_cut_at(t->scene, from, &won.from) || !dmi_cut_at(t->scene, to, &won.to) ||
        !dmi_ratio_make(from->num, from->den, &begin) || !dmi_ratio_make(to->num, to->den, &end) ||
        !dmi_ratio_add(end, (dm_ratio){-begin.num, begin.den}, &way) ||
        !dmi_ratio_add(t->length, way, &t->length))
        return too_large(err);
    t->out->winning[t->out->winning_count++] = won;
    return DM_OK;
}

static dm_status count_all(tally *t, const dmi_cut_tree *tree, dm_run *run, dm_error *err)
{
    const dmi_cut_scene *scene = t->scene;
    dmi_cut_below *below = NULL;
    dm_status status = dmi_cut_below_new(scene, tree, &below, err);
    for (int32_t i = 0; status == DM_OK && i < scene->net.piece_count; i++) {
        dmi_cut_lines lines;
        dmi_cut_place from, to;
        int64_t done = dmi_cut_below_work(below);
        if (!dmi_cut_below_lines(below, i, &lines))
            status = dmi_no_memory(err);
        else if (dmi_cut_winning(scene, &lines, &from, &to))
            status = add_interval(t, &from, &to, err);
        if (status == DM_OK &&
            !dmi_run_report(run, (uint64_t)(dmi_cut_below_work(below) - done), "cuts", (uint64_t)i,
                            (uint64_t)scene->net.piece_count, ""))
            status = dmi_stopped(run, err);
    }
    dmi_cut_below_free(below);
    return status;
}

static dm_status settle(tally *t, dm_error *err)
{
    dm_line_odds *out = t->out;
    if (!dmi_ratio_multiply(t->length, (dm_ratio){1, t->scene->net.total}, &out->fraction))
        return too_large(err);
    out->decimal = (double)out->fraction.num / (double)out->fraction.den;
    out->low = out->high = out->decimal;
    out->regions = out->winning_count;
    return DM_OK;
}

dm_status dmi_odds_cut(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                       dm_line_odds *out, dm_error *err)
{
    dmi_cut_scene scene = {0};
    dmi_cut_tree tree = {0};
    tally t = {&scene, out, 0, {0, 1}};
    dm_status status = dmi_cut_scene_init(level, ask, &scene, err);
    if (status == DM_OK)
        status = dmi_cut_tree_init(&scene, &tree, err);
    if (status == DM_OK)
        status = count_all(&t, &tree, run, err);
    dm_status told = DM_OK;
    if (status == DM_OK || status == DM_STOPPED)
        told = settle(&t, err);
    out->proven = status == DM_OK && told == DM_OK;
    dmi_cut_tree_clear(&tree);
    dmi_cut_scene_clear(&scene);
    return told == DM_OK ? status : told;
}
