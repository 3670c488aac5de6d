/* cut_odds.c - how many cuts win: all places, exactly.
 *
 * Along a piece the own player leads everybody on one open interval (an intersection of half
 * lines), so the winning places are at most one interval a piece, with exact ends.  Pieces whose
 * bound (cut_bound.c) does not reach a lead are passed over, the others looked at by reaching
 * again what hangs below them (cut_below.c).  Two intervals are two regions: cuts of two edges
 * are different moves even where their places touch, and on one edge a site lies between them.
 *
 * Cost: the sizes of the subtrees below the pieces looked at.
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

/* How much of margin, in units, a cut must bring to win; at most 0 where the player leads. */
static dmi_wide behind(const dmi_cut_scene *scene)
{
    int32_t me = scene->ask->player;
    dmi_wide most = -1;
    for (int32_t p = 0; p < scene->level->player_count; p++)
        if (p != me && scene->before[p] - scene->before[me] > most)
            most = scene->before[p] - scene->before[me];
    return most < 0 ? -1 : most / scene->scale;
}

static dm_status look(tally *t, dmi_cut_below *below, int32_t piece, dm_error *err)
{
    dmi_cut_lines lines;
    dmi_cut_place from, to;
    if (!dmi_cut_below_lines(below, piece, &lines))
        return dmi_no_memory(err);
    return dmi_cut_winning(t->scene, &lines, &from, &to) ? add_interval(t, &from, &to, err) : DM_OK;
}

static dm_status look_at_all(tally *t, dmi_cut_below *below, const int64_t *bound, dm_run *run,
                             dm_error *err)
{
    const dmi_cut_scene *scene = t->scene;
    dmi_wide wanted = behind(scene);
    dm_status status = DM_OK;
    for (int32_t i = 0; status == DM_OK && i < scene->net.piece_count; i++) {
        int64_t done = dmi_cut_below_work(below);
        if (bound[i] > wanted)
            status = look(t, below, i, err);
        if (status == DM_OK &&
            !dmi_run_report(run, 1 + (uint64_t)(dmi_cut_below_work(below) - done), "cuts",
                            (uint64_t)i, (uint64_t)scene->net.piece_count, ""))
            status = dmi_stopped(run, err);
    }
    return status;
}

static dm_status count_all(tally *t, const dmi_cut_tree *tree, dm_run *run, dm_error *err)
{
    dmi_cut_below *below = NULL;
    int64_t *bound = dmi_alloc((size_t)t->scene->net.piece_count, sizeof *bound);
    dm_status status =
        bound ? dmi_cut_bounds(t->scene, tree, DM_LINE_MARGIN, bound, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_cut_below_new(t->scene, tree, &below, err);
    if (status == DM_OK)
        status = look_at_all(t, below, bound, run, err);
    dmi_cut_below_free(below);
    free(bound);
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
