/* monte_carlo_player.c - random games after each point of a lattice.
 *
 * Each point of a lattice is an arm of a bandit: UCB1 chooses which one gets the next random game,
 * in which both sides place points of the lattice at random to the end.  The arm that was played
 * most is taken.  A depth of one suffices, because a game has hundreds of replies to each point and
 * time for a few thousand random games.
 *
 * Source: Auer, Cesa-Bianchi and Fischer 2002 for UCB1; Bouzy, Metivier and Pellier 2011 for the
 * lattice.
 */
#include "plane/game/plane_player.h"

#include <math.h>
#include <stdlib.h>

typedef struct arm {
    dm_point at;
    int64_t games;
    double sum; /* of results in -1 .. 1 */
} arm;

typedef struct bandit {
    dmi_plane_task *task;
    dm_rng *rng;
    arm *arm;
    int32_t count;
    double explore;
} bandit;

/* Lists the points of the lattice that are allowed, in the middle of its cells. */
static bool list_arms(bandit *b, int32_t along)
{
    dmi_plane_view *view = b->task->view;
    const dm_plane_board *board = view->board;
    b->arm = dmi_alloc((size_t)along * (size_t)along, sizeof *b->arm);
    if (!b->arm)
        return false;
    double step = view->extent / along;
    for (int32_t i = 0; i < along * along; i++) {
        dm_point at = {board->low.x + (i % along + 0.5) * step,
                       board->low.y + (i / along + 0.5) * step};
        at = dmi_plane_view_snap(view, at);
        if (dmi_plane_view_allows(view, at))
            b->arm[b->count++] = (arm){.at = at};
    }
    return true;
}

/* Places random points of the lattice to the end of the game; gives the lead at its end, -1 to 1.
 */
static double random_game(bandit *b, int32_t first)
{
    enum { TRIES = 20 };
    dmi_plane_task *task = b->task;
    dmi_plane_view *view = task->view;
    int32_t added = 1;
    dmi_plane_view_add(view, b->arm[first].at, task->side);
    for (int32_t i = 1; i < task->listed && !view->failed; i++) {
        bool placed = false;
        for (int t = 0; t < TRIES && !placed; t++) {
            dm_point at = b->arm[dm_rng_below(b->rng, (uint64_t)b->count)].at;
            if (!dmi_plane_view_allows(view, at))
                continue;
            dmi_plane_view_add(view, at, task->sides[i]);
            added++;
            placed = true;
        }
    }
    double lead = dmi_plane_view_lead(view, task->side) / mpq_get_d(view->board->area);
    while (added-- > 0)
        dmi_plane_view_undo(view);
    /* a win counts, and a little by how much */
    return 0.8 * ((lead > 0) - (lead < 0)) + 0.2 * lead;
}

static int32_t next_arm(const bandit *b, int64_t games)
{
    int32_t best = 0;
    double most = -INFINITY;
    for (int32_t i = 0; i < b->count; i++) {
        const arm *a = b->arm + i;
        if (a->games == 0)
            return i;
        double n = (double)a->games;
        double value = a->sum / n + b->explore * sqrt(log((double)games) / n);
        if (value <= most)
            continue;
        most = value;
        best = i;
    }
    return best;
}

bool dmi_plane_choose_monte_carlo(dm_plane_player *player, dmi_plane_task *task, dm_point *out)
{
    bandit b = {.task = task,
                .rng = &player->rng,
                .explore = (double)dmi_plane_param(player, "explore") / 1000};
    dm_run *run = NULL;
    bool found = list_arms(&b, (int32_t)dmi_plane_param(player, "lattice")) && b.count > 0 &&
                 dmi_plane_point_run(player, task, "playouts", &run) == DM_OK;
    /* in a random order, so that the first games are spread if time is short */
    for (int32_t i = b.count - 1; found && i > 0; i--) {
        int32_t k = (int32_t)dm_rng_below(b.rng, (uint64_t)i + 1);
        arm kept = b.arm[i];
        b.arm[i] = b.arm[k];
        b.arm[k] = kept;
    }
    for (int64_t games = 1; found && !task->view->failed && dmi_run_go_on(run, 1); games++) {
        arm *a = b.arm + next_arm(&b, games);
        a->sum += random_game(&b, (int32_t)(a - b.arm));
        a->games++;
    }
    int32_t best = 0;
    for (int32_t i = 1; i < b.count; i++)
        if (b.arm[i].games > b.arm[best].games ||
            (b.arm[i].games == b.arm[best].games && b.arm[i].sum > b.arm[best].sum))
            best = i;
    if (found)
        *out = b.arm[best].at;
    dm_run_free(run);
    free(b.arm);
    return found;
}
