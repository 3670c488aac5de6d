/* plane_lead.c - White's best sites on an empty board.
 *
 * One against one under Euclid is the deepest place (depth.c).  Otherwise rows and grids of centres
 * are tried, the best of them is improved by local search with a short search for Black's answer,
 * and what it keeps is proven by the enclosure of the best reply.
 *
 * An upper bound for all sites: of White's P cells the R largest have R/P of the board together.  R
 * new sites close to their sites, all in one direction, take the half of each ahead; all in the
 * other direction, the rest.  So Black takes R/2P at least.
 */
#include <demesne/plane_reply.h>

#include "plane/reply/ascent.h"
#include "plane/reply/depth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EPSILON 1e-6
enum { QUICK_STARTS = 10, STEPS = 60 };

typedef struct task {
    const dm_plane_board *board;
    const dm_plane_rules *rules;
    const dm_plane_lead_ask *ask;
    int32_t reply;
    double epsilon, kept;          /* what the best sites keep against a quick answer, an area */
    double answer;                 /* the best share found against the sites that are taken */
    dm_point *best, *trial, *grid; /* grid: the best before local search */
    dm_run *run;
    dm_plane_lead *lead;
} task;

void dm_plane_lead_free(dm_plane_lead *lead)
{
    if (!lead)
        return;
    dm_plane_free(lead->plane);
    free(lead);
}

/* A plane with White's sites at short decimals.  DM_BAD_MOVE: not on the board, or two at one
 * place. */
static dm_status plane_of(const task *t, const dm_point *at, dm_plane **out, dm_error *err)
{
    dm_plane *plane = NULL;
    dm_status status = dm_plane_new(t->board, t->rules, &plane, err);
    for (int32_t i = 0; i < t->ask->count && status == DM_OK; i++)
        status = dmi_plane_place_short(plane, DM_WHITE, at[i], err);
    if (status == DM_OK)
        *out = plane;
    else
        dm_plane_free(plane);
    return status;
}

/* Tries sites against a quick answer; keeps them if they are the best so far. */
static dm_status try_sites(task *t, const dm_point *at, dm_error *err)
{
    dm_plane *plane = NULL;
    dmi_ascent ascent;
    dm_point answer[DM_PLANE_NEW_SITES];
    double kept;
    dm_status status = plane_of(t, at, &plane, err);
    if (status == DM_BAD_MOVE)
        return DM_OK;
    if (status != DM_OK)
        return status;
    status = dmi_ascent_init(&ascent, plane, DM_BLACK, t->reply, err);
    if (status == DM_OK) {
        status = dmi_ascent_best(&ascent, QUICK_STARTS, t->ask->seed, answer, &kept, t->run, err);
        dmi_ascent_clear(&ascent);
    }
    if (status == DM_OK && kept > t->kept) {
        t->kept = kept;
        memmove(t->best, at, (size_t)t->ask->count * sizeof *at);
    }
    dm_plane_free(plane);
    return status;
}

/* The centres of a grid with so many columns; the last row may have fewer. */
static dm_status try_grid(task *t, int32_t columns, dm_error *err)
{
    const dm_plane_board *b = t->board;
    int32_t count = t->ask->count, rows = (count + columns - 1) / columns;
    for (int32_t i = 0; i < count; i++) {
        int32_t row = i / columns, in_row = row + 1 < rows ? columns : count - row * columns;
        t->trial[i].x =
            b->low.x + (b->high.x - b->low.x) * (2 * (i % columns) + 1) / (2.0 * in_row);
        t->trial[i].y = b->low.y + (b->high.y - b->low.y) * (2 * row + 1) / (2.0 * rows);
    }
    return try_sites(t, t->trial, err);
}

/* Random sites, for boards whose grids lie outside. */
static dm_status try_random(task *t, dm_rng *rng, dm_error *err)
{
    const dm_plane_board *b = t->board;
    for (int32_t i = 0; i < t->ask->count; i++)
        do {
            t->trial[i].x = b->low.x + (b->high.x - b->low.x) * dm_rng_unit(rng);
            t->trial[i].y = b->low.y + (b->high.y - b->low.y) * dm_rng_unit(rng);
        } while (!dm_plane_board_holds(b, t->trial[i]));
    return try_sites(t, t->trial, err);
}

/* Moves one site at a time, by smaller and smaller steps. */
static dm_status improve(task *t, dm_rng *rng, dm_error *err)
{
    double extent = fmax(t->board->high.x - t->board->low.x, t->board->high.y - t->board->low.y);
    dm_status status = DM_OK;
    for (int i = 0; i < STEPS && status == DM_OK && dmi_run_go_on(t->run, 1); i++) {
        double size = 0.1 * extent * pow(10, -3.0 * i / STEPS);
        int32_t k = (int32_t)dm_rng_below(rng, (uint64_t)t->ask->count);
        memcpy(t->trial, t->best, (size_t)t->ask->count * sizeof *t->trial);
        t->trial[k].x += size * (2 * dm_rng_unit(rng) - 1);
        t->trial[k].y += size * (2 * dm_rng_unit(rng) - 1);
        status = try_sites(t, t->trial, err);
    }
    return status;
}

static dm_status search_sites(task *t, dm_error *err)
{
    dm_rng rng;
    dm_rng_init(&rng, t->ask->seed);
    t->kept = -1;
    dm_status status = DM_OK;
    for (int32_t columns = 1; columns <= t->ask->count && status == DM_OK; columns++)
        status = try_grid(t, columns, err);
    for (int i = 0; status == DM_OK && (t->kept < 0 || i < QUICK_STARTS); i++)
        status = try_random(t, &rng, err);
    memcpy(t->grid, t->best, (size_t)t->ask->count * sizeof *t->grid);
    return status == DM_OK ? improve(t, &rng, err) : status;
}

static bool is_one_against_one(const task *t)
{
    return t->ask->count == 1 && t->reply == 1 && (!t->rules || t->rules->metric != DM_MANHATTAN);
}

static dm_status find_sites(task *t, dm_error *err)
{
    dmi_depth depth;
    if (!is_one_against_one(t))
        return search_sites(t, err);
    double area = mpq_get_d(t->board->area);
    dm_status status = dmi_depth_find(t->board, t->epsilon / 4 * area, t->run, &depth, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    t->best[0] = depth.at;
    t->lead->upper = fmin(t->lead->upper, depth.upper / area + 1e-12);
    t->lead->nodes = depth.nodes;
    return status;
}

/* Encloses the answers to some sites, and takes them if they keep more for certain than what is
 * known. */
static dm_status prove_sites(task *t, const dm_point *at, dm_error *err)
{
    dm_plane *plane = NULL;
    dm_plane_reply *reply = NULL;
    const dm_plane_reply_ask ask = {
        .count = t->reply, .epsilon = t->epsilon / 4, .seed = t->ask->seed};
    dm_status status = plane_of(t, at, &plane, err);
    if (status == DM_OK)
        status = dm_plane_reply_new(plane, &ask, t->run, &reply, err);
    if (reply) {
        dm_plane_lead *lead = t->lead;
        lead->nodes += reply->nodes;
        if (!lead->plane || reply->lower < t->answer) {
            dm_plane_free(lead->plane);
            lead->plane = reply->plane;
            lead->lower = 1 - reply->upper;
            t->answer = reply->lower;
            reply->plane = NULL;
        }
    }
    dm_plane_reply_free(reply);
    dm_plane_free(plane);
    return status;
}

static dm_status find_lead(task *t, dm_error *err)
{
    int32_t both = t->reply < t->ask->count ? t->reply : t->ask->count;
    dm_plane_lead *lead = t->lead;
    lead->upper = 1 - both / (2.0 * t->ask->count);
    dm_status searched = find_sites(t, err);
    if (searched != DM_OK && searched != DM_STOPPED)
        return searched;
    dm_status status = prove_sites(t, t->best, err);
    bool moved = memcmp(t->best, t->grid, (size_t)t->ask->count * sizeof *t->best) != 0;
    if (status == DM_OK && moved && !is_one_against_one(t))
        status = prove_sites(t, t->grid, err);
    lead->upper = fmax(lead->upper, lead->lower);
    lead->proven = lead->upper - lead->lower <= t->epsilon;
    return status == DM_OK ? searched : status;
}

dm_status dm_plane_lead_new(const dm_plane_board *board, const dm_plane_rules *rules,
                            const dm_plane_lead_ask *ask, dm_run *run, dm_plane_lead **out,
                            dm_error *err)
{
    int32_t answer = ask->reply ? ask->reply : ask->count;
    if (ask->count < 1 || ask->count > DM_PLANE_NEW_SITES || answer < 1 ||
        answer > DM_PLANE_NEW_SITES)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d sites against %d; expected 1 to %d", ask->count,
                        answer, DM_PLANE_NEW_SITES);
    if (!(ask->epsilon >= 0))
        return dmi_fail(err, DM_BAD_ARGUMENT, "epsilon is %g; expected a positive number",
                        ask->epsilon);
    task t = {.board = board, .rules = rules, .ask = ask, .reply = answer, .run = run};
    t.epsilon = ask->epsilon > 0 ? ask->epsilon : EPSILON;
    t.lead = dmi_calloc(1, sizeof *t.lead);
    t.best = dmi_alloc((size_t)ask->count, sizeof *t.best);
    t.trial = dmi_alloc((size_t)ask->count, sizeof *t.trial);
    t.grid = dmi_alloc((size_t)ask->count, sizeof *t.grid);
    dm_status status = t.lead && t.best && t.trial && t.grid ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK) {
        t.lead->count = ask->count;
        status = find_lead(&t, err);
    }
    free(t.best);
    free(t.trial);
    free(t.grid);
    if (t.lead && t.lead->plane && (status == DM_OK || status == DM_STOPPED))
        *out = t.lead;
    else
        dm_plane_lead_free(t.lead);
    return status;
}
