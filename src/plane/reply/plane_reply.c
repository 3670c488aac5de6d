/* plane_reply.c - the best answer in the plane: local search first, then an enclosure.
 *
 * Local search finds places; their exact score is a lower bound.  Branch and bound over boxes of
 * places (search_one.c, search_two.c) gives the enclosure for one and two new sites under Euclid.
 * More sites take at most so many times what one can take, as what a site adds only gets less.
 */
#include <demesne/plane_reply.h>

#include "plane/reply/ascent.h"
#include "plane/reply/patches.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EPSILON 1e-6
#define NEAREST 1e-7 /* of a new site to a rival in what is shown, beside the extent */
enum { STARTS = 24 };

typedef struct task {
    const dm_plane *plane;
    const dm_plane_reply_ask *ask;
    double epsilon, area;
    dm_point *place;
    dmi_ascent ascent;
    dmi_land land;
    dm_plane_reply *reply;
    dm_run *run;
} task;

void dm_plane_reply_free(dm_plane_reply *reply)
{
    if (!reply)
        return;
    dm_plane_free(reply->plane);
    free(reply);
}

/* Adds a new site at a short decimal near the place, or at the place itself. */
static dm_status place_near(dm_plane *plane, dm_point at, dm_error *err)
{
    dm_status status = dmi_plane_place_short(plane, DM_BLACK, at, NULL);
    return status == DM_OK ? status : dm_plane_place_at(plane, DM_BLACK, at, err);
}

/* The place, or one in the same direction that is not so near to a rival. */
static dm_point not_too_near(const task *t, dm_point at)
{
    double least = NEAREST * t->ascent.extent;
    for (int32_t i = 0; i < t->land.rivals; i++) {
        dm_point w = t->land.rival[i];
        double dx = at.x - w.x, dy = at.y - w.y, away = hypot(dx, dy);
        dm_point moved = {w.x + dx / away * least, w.y + dy / away * least};
        if (away > 0 && away < least && dm_plane_board_holds(t->plane->board, moved))
            return moved;
    }
    return at;
}

/* Makes a plane of the sites and the places; its exact share is *share.  DM_BAD_MOVE: a place is
 * taken, or is not on the board. */
static dm_status try_places(const task *t, const dm_point *place, dm_plane **out, double *share,
                            dm_error *err)
{
    dm_plane *plane = NULL;
    dm_plane_score *score = NULL;
    dm_status status = dm_plane_copy(t->plane, &plane, err);
    for (int32_t i = 0; i < t->ask->count && status == DM_OK; i++)
        status = place_near(plane, not_too_near(t, place[i]), err);
    if (status == DM_OK)
        status = dm_plane_score_new(plane, NULL, NULL, &score, err);
    if (status == DM_OK) {
        double value = (1 + (score->size[DM_BLACK] - score->size[DM_WHITE]) / t->area) / 2;
        *share = value - 4e-16;
        *out = plane;
        plane = NULL;
    }
    dm_plane_score_free(score);
    dm_plane_free(plane);
    return status;
}

/* Keeps the places if they are the best so far. */
static dm_status keep_best(task *t, const dm_point *place, dm_error *err)
{
    dm_plane *plane = NULL;
    double share;
    dm_status status = try_places(t, place, &plane, &share, err);
    if (status == DM_BAD_MOVE)
        return DM_OK;
    if (status == DM_OK && (!t->reply->plane || share > t->reply->lower)) {
        dm_plane_free(t->reply->plane);
        t->reply->plane = plane;
        t->reply->lower = share;
        plane = NULL;
    }
    dm_plane_free(plane);
    return status;
}

/* A place that comes near to a direction at a rival's site. */
static dm_point beside(const dmi_atlas *atlas, dmi_patch patch)
{
    if (patch.t1 == 0)
        patch.t0 = patch.t1 = NEAREST * atlas->land->extent;
    return dmi_patch_middle(atlas, &patch);
}

/* Takes over what a search found. */
static dm_status take_found(task *t, const dmi_atlas *atlas, const dmi_found_reply *found,
                            dm_error *err)
{
    double own = t->land.area - t->land.rival_area;
    dm_point place[2];
    dm_status status = DM_OK;
    t->reply->nodes += found->nodes;
    if (t->ask->count > 2)
        return DM_OK;
    if (found->value > 0) {
        memcpy(place, found->at, sizeof place);
        double kept;
        dm_rng rng;
        dm_rng_init(&rng, t->ask->seed);
        status = dmi_ascent_climb(&t->ascent, place, &kept, &rng, t->run, err);
        if (status == DM_OK)
            status = keep_best(t, place, err);
    }
    if (found->face_value > 0 && status == DM_OK) {
        for (int q = 0; q < t->ask->count; q++)
            place[q] = beside(atlas, found->face[q]);
        status = keep_best(t, place, err);
    }
    t->reply->upper = fmin(t->reply->upper, (own + found->upper) / t->land.area + 1e-11);
    t->reply->lower = fmax(t->reply->lower, (own + found->lower) / t->land.area - 1e-11);
    t->reply->attained = found->attained;
    return status;
}

/* Encloses the supremum by branch and bound. */
static dm_status enclose(task *t, dm_error *err)
{
    dmi_atlas atlas;
    dmi_board_parts parts;
    dmi_patch_tree tree;
    dmi_found_reply found;
    bool is_convex = t->plane->board->is_convex;
    double own = t->land.area - t->land.rival_area;
    double known = fmax(0, t->reply->lower * t->land.area - own - 1e-12 * t->land.area);
    dm_status status = dmi_atlas_init(&atlas, &t->land, err);
    if (status != DM_OK)
        return status;
    status = dmi_board_parts_init(&parts, t->plane->board, err);
    if (status == DM_OK) {
        status = dmi_patch_tree_init(&tree, &atlas, is_convex ? NULL : &parts, err);
        if (status == DM_OK) {
            double margin = 0.9 * t->epsilon * t->land.area;
            status = t->ask->count == 2 ? dmi_search_two(&tree, known, margin, t->run, &found, err)
                                        : dmi_search_one(&tree, t->ask->count == 1 ? known : 0,
                                                         margin, t->run, &found, err);
            if (status == DM_OK || status == DM_STOPPED) {
                dm_status taken = take_found(t, &atlas, &found, err);
                status = taken == DM_OK ? status : taken;
                if (t->ask->count > 2)
                    t->reply->upper =
                        fmin(t->reply->upper,
                             (own + t->ask->count * found.upper) / t->land.area + 1e-11);
            }
            dmi_patch_tree_clear(&tree);
        }
        dmi_board_parts_clear(&parts);
    }
    dmi_atlas_clear(&atlas);
    return status;
}

/* What one new site is known to take. */
static dm_status find_one(task *t, double *known, dm_error *err)
{
    dmi_ascent ascent;
    dm_point place;
    double kept;
    dm_status status = dmi_ascent_init(&ascent, t->plane, DM_BLACK, 1, err);
    if (status != DM_OK)
        return status;
    status = dmi_ascent_best(&ascent, STARTS, t->ask->seed, &place, &kept, t->run, err);
    *known = fmax(0, t->land.rival_area - kept - 1e-9 * t->land.area);
    dmi_ascent_clear(&ascent);
    return status;
}

/* A bound for any number of sites under Manhattan. */
static dm_status bound_manhattan(task *t, dm_error *err)
{
    double own = t->land.area - t->land.rival_area, upper = t->land.rival_area;
    double known = fmax(0, t->reply->lower * t->land.area - own);
    dm_status status = t->ask->count == 1 ? DM_OK : find_one(t, &known, err);
    if (status == DM_OK)
        status = dmi_search_manhattan(&t->land, known, t->epsilon * t->land.area / t->ask->count,
                                      t->run, &upper, &t->reply->nodes, err);
    upper = fmin(t->land.rival_area, t->ask->count * upper);
    t->reply->upper = fmin(1, (own + upper) / t->land.area + 1e-11);
    return status;
}

static dm_status find_reply(task *t, dm_error *err)
{
    double kept;
    bool is_euclid = t->plane->rules.metric == DM_EUCLID;
    int32_t starts = t->ask->starts ? t->ask->starts : is_euclid ? STARTS : 4 * STARTS;
    dm_status status =
        dmi_ascent_best(&t->ascent, starts, t->ask->seed, t->place, &kept, t->run, err);
    if (status == DM_OK)
        status = keep_best(t, t->place, err);
    if (status == DM_OK && t->land.rivals > 0)
        status = is_euclid ? enclose(t, err) : bound_manhattan(t, err);
    if (t->land.rivals == 0)
        t->reply->attained = 1;
    t->reply->upper = fmax(t->reply->upper, t->reply->lower);
    t->reply->proven = t->reply->upper - t->reply->lower <= t->epsilon;
    return status;
}

static dm_status check_ask(const dm_plane *plane, const dm_plane_reply_ask *ask, dm_error *err)
{
    if (plane->rules.sides != 2)
        return dmi_fail(err, DM_UNSUPPORTED, "a reply is for two sides, not %d",
                        plane->rules.sides);
    if (ask->count < 1 || ask->count > DM_PLANE_NEW_SITES)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d new sites; expected 1 to %d", ask->count,
                        DM_PLANE_NEW_SITES);
    if (!(ask->epsilon >= 0))
        return dmi_fail(err, DM_BAD_ARGUMENT, "epsilon is %g; expected a positive number",
                        ask->epsilon);
    return DM_OK;
}

dm_status dm_plane_reply_new(const dm_plane *plane, const dm_plane_reply_ask *ask, dm_run *run,
                             dm_plane_reply **out, dm_error *err)
{
    dm_status status = check_ask(plane, ask, err);
    if (status != DM_OK)
        return status;
    task t = {.plane = plane,
              .ask = ask,
              .run = run,
              .epsilon = ask->epsilon > 0 ? ask->epsilon : EPSILON};
    t.area = mpq_get_d(plane->board->area);
    t.reply = dmi_calloc(1, sizeof *t.reply);
    t.place = dmi_alloc((size_t)(ask->count > 2 ? ask->count : 2), sizeof *t.place);
    if (!t.reply || !t.place) {
        free(t.reply);
        free(t.place);
        return dmi_no_memory(err);
    }
    t.reply->upper = 1;
    t.reply->attained = -1;
    status = dmi_ascent_init(&t.ascent, plane, DM_BLACK, ask->count, err);
    if (status == DM_OK) {
        status = dmi_land_init(&t.land, plane, DM_BLACK, err);
        if (status == DM_OK) {
            status = find_reply(&t, err);
            dmi_land_clear(&t.land);
        }
        dmi_ascent_clear(&t.ascent);
    }
    free(t.place);
    if ((status == DM_OK || status == DM_STOPPED) && t.reply->plane)
        *out = t.reply;
    else
        dm_plane_reply_free(t.reply);
    return status;
}
