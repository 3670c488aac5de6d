/* test_cancel.c - every player ends soon after a run that its own run follows is cancelled.
 *
 * Each plays a large board with the greatest effort, in its own thread; this thread cancels a run
 * three steps up the chain, as the tool and the server do.  A player that does not obey would think
 * for up to an hour: then an alarm ends the program.
 */
#include "base/base.h"
#include "base/threads.h"
#include "support/support.h"
#include <demesne/player.h>
#include <demesne/solve.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GENERATIONS = 3, LIMIT = 300 /* seconds; a player takes well below one */ };

typedef struct thinking {
    const char *spec;
    dm_position *position;
    dm_run *run;
    dm_status status;
} thinking;

static void choose(void *context, int worker)
{
    (void)worker;
    thinking *t = context;
    dm_player *player = NULL;
    dm_vertex move[1];
    dm_error err = {0};
    t->status = dm_player_new(t->spec, 1, &player, &err);
    if (t->status == DM_OK)
        t->status = dm_player_choose(player, t->position, t->run, move, &err);
    dm_player_free(player);
}

static void solve(void *context, int worker)
{
    (void)worker;
    thinking *t = context;
    const dm_solve_request request = {.threads = 2, .grace = 0.05};
    dm_solver *solver = NULL;
    dm_solution *solution = NULL;
    t->status = dm_solver_new(NULL, &solver, NULL);
    if (t->status == DM_OK)
        t->status = dm_solve(solver, t->position, &request, t->run, &solution, NULL);
    dm_solution_free(solution);
    dm_solver_free(solver);
}

/* Lets `work` start, cancels the first run of the chain, and waits. */
static dm_status cancel_soon(dmi_thread_fn *work, thinking *t)
{
    dm_run *chain[GENERATIONS] = {NULL};
    dmi_threads *threads = NULL;
    for (int i = 0; i < GENERATIONS; i++) {
        assert_int_equal(dm_run_new(&chain[i], NULL), DM_OK);
        dmi_run_follow(chain[i], i ? chain[i - 1] : NULL);
    }
    t->run = chain[GENERATIONS - 1];
    alarm(LIMIT);
    assert_int_equal(dmi_threads_new(1, work, t, &threads, NULL), DM_OK);
    dmi_threads_is_working(threads, run_long() ? 0.1 : 0.04);
    dm_run_cancel(chain[0]);
    dmi_threads_free(threads);
    alarm(0);
    for (int i = 0; i < GENERATIONS; i++)
        dm_run_free(chain[i]);
    return t->status;
}

/* The player's name, with the parameters that make it think longest. */
static void hardest_spec(const dm_player_info *info, char *spec, size_t size)
{
    static const char *const efforts[] = {"ms", "playouts", "depth"};
    size_t used = (size_t)snprintf(spec, size, "%s", info->name);
    for (const dm_player_param *p = info->params; p->key; p++)
        for (size_t i = 0; i < sizeof efforts / sizeof *efforts; i++)
            if (strcmp(p->key, efforts[i]) == 0)
                used += (size_t)snprintf(spec + used, size - used, ":%s=%lld", p->key,
                                         (long long)p->most);
}

/* Cancels the player on this board; false if it cannot play it. */
static bool is_cancelled_on(const char *spec, const char *board, int32_t rounds)
{
    dm_arena *arena = family_board(board, 1);
    dm_position *position = new_game(arena, rounds, 1, DM_TIES_NEUTRAL);
    thinking t = {.spec = spec, .position = position};
    dm_status status = cancel_soon(choose, &t);
    dm_position_free(position);
    dm_arena_free(arena);
    if (status != DM_OK && status != DM_STOPPED && status != DM_UNSUPPORTED)
        fail_msg("%s on %s: %s", spec, board, dm_status_text(status));
    return status != DM_UNSUPPORTED;
}

static void every_player_obeys_a_distant_cancel(void **state)
{
    (void)state;
    for (int i = 0; i < dm_player_count(); i++) {
        char spec[200];
        hardest_spec(dm_player_at(i), spec, sizeof spec);
        bool can = is_cancelled_on(spec, "grid:12x12", 20);
        can = is_cancelled_on(spec, "grid:44x45", 20) || can;
        can = is_cancelled_on(spec, run_long() ? "complete:2000" : "complete:700", 20) || can;
        can = can || is_cancelled_on(spec, "tree:2,9", 20) || is_cancelled_on(spec, "tree:4,5", 1);
        if (!can)
            fail_msg("%s plays none of these boards", spec);
    }
}

static void the_solver_obeys_a_distant_cancel(void **state)
{
    (void)state;
    static const char *const boards[] = {"grid:12x12", "grid:44x45", "complete:2000", "road:3000"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        dm_arena *arena = family_board(boards[i], 1);
        dm_position *position = new_game(arena, 20, 1, DM_TIES_NEUTRAL);
        thinking t = {.position = position};
        assert_int_equal(cancel_soon(solve, &t), DM_STOPPED);
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_player_obeys_a_distant_cancel),
        cmocka_unit_test(the_solver_obeys_a_distant_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
