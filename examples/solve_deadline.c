/* solve_deadline.c - the exact value of a game, within a few seconds, with progress.
 *
 *     cc solve_deadline.c $(pkg-config --cflags --libs demesne) && ./a.out grid:5x5 3 10
 *
 * The arguments are a board, the number of rounds and the seconds.  If the time is up
 * first, the search still gives bounds: the value lies between them.
 */
#include <demesne/demesne.h>
#include <stdio.h>
#include <stdlib.h>

static void show_progress(void *user, const dm_progress *progress)
{
    (void)user;
    fprintf(stderr, "%6.1f s  %s %s\n", progress->seconds, progress->phase, progress->note);
}

static void show_result(const dm_solution *solution)
{
    if (solution->proven)
        printf("White minus Black is %lld\n", (long long)solution->lower);
    else
        printf("White minus Black is between %lld and %lld\n", (long long)solution->lower,
               (long long)solution->upper);
    printf("line:");
    for (int32_t i = 0; i < solution->line_count; i++)
        printf(" %d", solution->line[i]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "grid:5x5";
    int32_t rounds = argc > 2 ? atoi(argv[2]) : 2;
    double seconds = argc > 3 ? atof(argv[3]) : 10;
    dm_error err = {0};
    dm_rules rules = {0};
    dm_arena *arena = NULL;
    dm_position *position = NULL;
    dm_solver *solver = NULL;
    dm_solution *solution = NULL;
    dm_run *run = NULL;

    dm_status status = dm_arena_open(name, 1, &arena, &err);
    if (status == DM_OK)
        status = dm_rules_init(rounds, 1, DM_TIES_NEUTRAL, &rules, &err);
    if (status == DM_OK)
        status = dm_position_new(arena, &rules, &position, &err);
    if (status == DM_OK)
        status = dm_solver_new(NULL, &solver, &err);
    if (status == DM_OK)
        status = dm_run_new(&run, &err);
    if (status == DM_OK) {
        dm_run_set_deadline(run, seconds);
        dm_run_set_progress(run, show_progress, NULL, 1.0);
        status = dm_solve(solver, position, NULL, run, &solution, &err);
    }

    int failed = status != DM_OK && status != DM_STOPPED; /* both come with a solution */
    if (!failed)
        show_result(solution);
    else
        fprintf(stderr, "%s\n", err.message);
    dm_solution_free(solution);
    dm_run_free(run);
    dm_solver_free(solver);
    dm_position_free(position);
    dm_rules_clear(&rules);
    dm_arena_free(arena);
    return failed;
}
