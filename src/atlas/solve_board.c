/* solve_board.c - solves the games on one board that the database does not have. */
#include "atlas/atlas.h"

#include "base/base.h"
#include "format/format.h"
#include "format/output.h"
#include "graph/canonical.h"
#include <stdlib.h>

/* The key of a board in the database.
 *
 * Both kinds of key contain everything that the rules use, so equal keys mean equal games.
 */

/* A plain board with its vertices renumbered. */
static dm_status renumber_board(const dm_arena *arena, const dm_vertex *number, dm_arena **out,
                                dm_error *err)
{
    const dm_graph *graph = dm_arena_graph(arena);
    dm_builder *builder = NULL;
    dm_status status = dm_builder_new(graph->n, &builder, err);
    DMI_FOR_EDGES(arena, graph, u, arc)
    if (status == DM_OK)
        status = dm_builder_edge(builder, number[u], number[graph->target[arc]], 1, err);
    if (status == DM_OK)
        return dm_builder_finish(builder, out, err);
    dm_builder_free(builder);
    return status;
}

dm_status dmi_board_key(const dm_arena *arena, char **out, dm_error *err)
{
    unsigned has = dm_arena_has(arena);
    if (has & (DM_HOLDS_LENGTHS | DM_HOLDS_DECIMALS | DM_HOLDS_VALUES | DM_HOLDS_DIRECTIONS)) {
        const dm_graph *graph = dm_arena_graph(arena);
        const int64_t *values = dm_arena_values(arena);
        dmi_output text = {0};
        dmi_put_number(&text, graph->n);
        DMI_FOR_EDGES(arena, graph, u, arc)
        {
            dmi_print(&text, dm_arc_is_oneway(arena, u, arc) ? ";%d>%d:" : ";%d-%d:", u,
                      graph->target[arc]);
            dmi_put_length(&text, arena, arc);
        }
        for (dm_vertex v = 0; values && v < graph->n; v++)
            dmi_print(&text, "%s%lld", v ? "," : "/", (long long)values[v]);
        return dmi_output_take(&text, out, err);
    }
    const dm_graph *graph = dm_arena_graph(arena);
    dm_arena *canonical = NULL;
    dmi_output text = {0};
    dm_vertex *number = dmi_alloc((size_t)graph->n, sizeof *number);
    dm_status status = number ? dmi_canonical_numbers(graph, number, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = renumber_board(arena, number, &canonical, err);
    if (status == DM_OK) {
        dmi_write_graph6(canonical, &text);
        text.size -= text.size > 0; /* its newline */
        status = dmi_output_take(&text, out, err);
    }
    dm_arena_free(canonical);
    free(number);
    return status;
}

static const double LONG = 0.05; /* seconds: results do not wait longer for the rest of a board */

/* A run for the next game. */
static dm_status begin_run(const dm_atlas_plan *plan, const dm_run *leader, dm_run **out,
                           dm_error *err)
{
    if (dm_run_stopped(leader) != DM_STOP_NONE)
        return DM_STOPPED;
    dm_status status = dm_run_new(out, err);
    if (status != DM_OK)
        return status;
    dmi_run_follow(*out, leader);
    if (plan->game_seconds > 0)
        dm_run_set_deadline(*out, plan->game_seconds);
    return DM_OK;
}

static dm_status solve_game(const dmi_board_solver *s, const dm_arena *arena, int32_t rounds,
                            dmi_solved_game *out, dm_error *err)
{
    const dm_solve_request request = {.no_line = true};
    const dm_atlas_plan *plan = s->plan;
    dm_run *run = NULL;
    dm_rules rules = {0};
    dm_position *position = NULL;
    dm_solution *solution = NULL;
    double begun = dmi_seconds();
    dm_status status = begin_run(plan, s->run, &run, err);
    if (status != DM_OK)
        return status;
    status =
        dm_rules_init(rounds, plan->per_turn > 0 ? plan->per_turn : 1, plan->ties, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(arena, &rules, &position, err);
    if (status == DM_OK)
        status = dm_solve(s->solver, position, &request, run, &solution, err);
    if (solution) {
        *out = (dmi_solved_game){.rounds = rounds,
                                 .lower = solution->lower,
                                 .upper = solution->upper,
                                 .nodes = (uint64_t)solution->nodes,
                                 .seconds = dmi_seconds() - begun};
        status = DM_OK;
    }
    dm_solution_free(solution);
    dm_position_free(position);
    dm_rules_clear(&rules);
    dm_run_free(run);
    return status;
}

/* Whether a game needs no work: its value is proven, or it had at least this much time. */
static bool is_settled(const dm_atlas_plan *plan, const dmi_solved_game *game)
{
    double limit = plan->game_seconds;
    return game && (dmi_is_proven(game) || (limit > 0 && limit <= game->seconds));
}

/* A board that is being solved. */
typedef struct board_work {
    const dmi_board_solver *solver;
    const dmi_atlas_task *task;
    dmi_member board;
    dmi_board_games own, elsewhere; /* that the database has */
    dmi_board_games found;          /* not yet handed on */
    double handed_on;               /* when */
} board_work;

static dm_status read_known(board_work *w, dm_error *err)
{
    const dmi_atlas_task *task = w->task;
    const char *form = w->board.form, *path = w->solver->path;
    dm_status status = DM_END;
    if (task->part)
        status = dmi_board_set_find(&task->part->known, form, &w->own, path, err);
    if (status == DM_OK || status == DM_END)
        status = dmi_board_set_find(&task->known->own, form, &w->own, path, err);
    if (status == DM_OK || status == DM_END)
        status = dmi_board_set_find(&task->known->elsewhere, form, &w->elsewhere, path, err);
    return status == DM_END ? DM_OK : status;
}

static dm_status hand_on(board_work *w, dm_error *err)
{
    const dmi_board_solver *s = w->solver;
    dm_status status = w->found.count == 0 ? DM_OK
                                           : s->found(s->user, &w->board, w->task, w->found.game,
                                                      w->found.count, err);
    w->found.count = 0;
    w->handed_on = dmi_seconds();
    return status;
}

/* Finds or solves a game.  What another table has is found, too. */
static dm_status settle_game(board_work *w, int32_t rounds, dm_atlas_tally *tally, bool *has_gaps,
                             dm_error *err)
{
    const dm_atlas_plan *plan = w->solver->plan;
    const dmi_solved_game *own = dmi_board_games_find(&w->own, rounds);
    const dmi_solved_game *other = dmi_board_games_find(&w->elsewhere, rounds);
    const dmi_solved_game *known = is_settled(plan, own) ? own : other;
    dmi_solved_game game = {0};
    dm_status status = DM_OK;
    if (is_settled(plan, known)) {
        game = *known;
        tally->known += dmi_is_proven(&game);
    } else {
        status = solve_game(w->solver, w->task->arena, rounds, &game, err);
        if (status != DM_OK)
            return status;
        tally->solved += dmi_is_proven(&game);
    }
    tally->unproven += !dmi_is_proven(&game);
    *has_gaps |= !dmi_is_proven(&game);
    if (known != own || !own)
        status = dmi_board_games_join(&w->found, &game, err);
    if (status == DM_OK && dmi_seconds() - w->handed_on > LONG)
        status = hand_on(w, err);
    return status;
}

dm_status dmi_atlas_solve_board(const dmi_board_solver *s, const dmi_atlas_task *task,
                                dm_atlas_tally *tally, bool *has_gaps, dm_error *err)
{
    char *form = NULL;
    dm_status status = dmi_board_key(task->arena, &form, err);
    if (status != DM_OK)
        return status;
    board_work w = {.solver = s, .task = task, .handed_on = dmi_seconds()};
    w.board = (dmi_member){.family = s->plan->table,
                           .name = task->name[0] ? task->name : form,
                           .form = form,
                           .vertices = dm_arena_vertices(task->arena),
                           .edges = dm_arena_edges(task->arena)};
    status = read_known(&w, err);
    for (int32_t rounds = task->first; status == DM_OK && rounds <= task->last; rounds++)
        status = settle_game(&w, rounds, tally, has_gaps, err);
    if (status == DM_OK || status == DM_STOPPED) {
        dm_status handed = hand_on(&w, err);
        status = handed == DM_OK ? status : handed;
    }
    dmi_board_games_clear(&w.own);
    dmi_board_games_clear(&w.elsewhere);
    dmi_board_games_clear(&w.found);
    free(form);
    return status;
}

/* Two versions of nauty may give different canonical forms; a board would then be stored twice. */
dm_status dmi_atlas_check_forms(dmi_store *store, dm_error *err)
{
    int64_t version = dmi_canonical_version(), known = version;
    dm_status status = dmi_store_number(store, "nauty", &known, err);
    if (status == DM_END)
        return dmi_store_set_number(store, "nauty", version, err);
    if (status == DM_OK && known != version)
        return dmi_fail_at(
            err, DM_UNSUPPORTED, dmi_store_path(store), 0,
            "made with nauty %lld; this is nauty %lld, whose canonical forms may differ: "
            "use a new database",
            (long long)known, (long long)version);
    return status;
}
