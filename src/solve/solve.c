/* solve.c - the exact value of a game, and a line that reaches it.
 *
 * Null windows narrow the bounds on the value from both sides (search_window.c),
 * so the bounds of a stopped search are proven.
 */
#include <demesne/solve.h>

#include "base/base.h"
#include "solve/search_window.h"
#include "solve/switches.h"
#include <stdio.h>
#include <stdlib.h>

struct dm_solver {
    dmi_transpositions
        *table; /* NULL if whole positions are compared: then every game has its own */
    _Atomic(dmi_board_cache *) cache; /* of an earlier game, for the next; or NULL */
    uint64_t memory;
    bool compare_positions;
    unsigned off; /* DMI_SOLVE_... parts left out */
};

void dmi_solver_leave_out(dm_solver *solver, unsigned parts)
{
    solver->off = parts;
}

dm_status dm_solver_new(const dm_solver_settings *settings, dm_solver **out, dm_error *err)
{
    int64_t memory = settings && settings->memory > 0 ? settings->memory : DMI_TABLE_BYTES;
    dm_solver *solver = dmi_calloc(1, sizeof *solver);
    if (!solver)
        return dmi_no_memory(err);
    solver->memory = (uint64_t)memory;
    solver->compare_positions = settings && settings->compare_positions;
    dm_status status = solver->compare_positions
                           ? DM_OK
                           : dmi_transpositions_new(solver->memory, 0, &solver->table, err);
    if (status == DM_OK)
        *out = solver;
    else
        dm_solver_free(solver);
    return status;
}

void dm_solver_free(dm_solver *solver)
{
    if (!solver)
        return;
    dmi_transpositions_free(solver->table);
    dmi_board_cache_free(atomic_load(&solver->cache));
    free(solver);
}

dmi_transpositions *dmi_solver_table(const dm_solver *solver)
{
    return solver->table;
}

void dm_solution_free(dm_solution *solution)
{
    if (!solution)
        return;
    free(solution->line);
    free(solution->moves);
    free(solution->move_values);
    free(solution);
}

static dmi_search_window for_white(const dmi_search *s, dmi_search_window w)
{
    bool turned = s->stones < s->total && s->side[s->stones] == DM_BLACK;
    return turned ? (dmi_search_window){-w.upper, -w.lower} : w;
}

/* The exact value for White of the position after a whole turn. */
static dmi_search_window value_after_turn(dmi_search *s, int64_t guess)
{
    int64_t most = dm_arena_total_value(s->arena), now = s->value[s->stones];
    if (s->stones == s->total)
        return (dmi_search_window){now, now};
    dm_side side = s->side[s->stones];
    return for_white(s, dmi_search_window_narrow(s, (dmi_search_window){-most, most},
                                                 side == DM_WHITE ? guess : -guess, false));
}

bool dmi_place_best(dmi_search *s, int64_t value)
{
    dm_side side = s->side[s->stones];
    const dmi_candidate_move *candidates;
    int64_t count = dmi_search_candidates(s, value, &candidates);
    for (int64_t i = 0; i < count && !s->stopped; i++) {
        dmi_search_place(s, candidates[i].v);
        /* a bound on the value for `side`: at least `value`, or below it */
        int64_t bound = s->stones == s->total        ? dmi_signed_for(side, s->value[s->stones])
                        : s->side[s->stones] == side ? dmi_search_value(s, value)
                                                     : -dmi_search_value(s, 1 - value);
        if (bound >= value)
            return true;
        dmi_search_undo(s);
    }
    return false;
}

/* Finds a best line: at every step some stone keeps the value. */
static bool find_line(dmi_search *s, int64_t value, dm_vertex *line, int32_t *count)
{
    int32_t start = s->stones;
    bool found = true;
    while (found && s->stones < s->total) {
        dm_side side = s->side[s->stones];
        found = dmi_place_best(s, value);
        if (found)
            line[(*count)++] = s->placed[s->stones - 1];
        if (found && s->stones < s->total && s->side[s->stones] != side)
            value = -value;
    }
    while (s->stones > start)
        dmi_search_undo(s);
    return found;
}

/* Adds the move made of the stones placed since the turn began. */
static dm_status add_move(const dmi_search *s, dm_solution *solution, size_t *room, int64_t value,
                          dm_error *err)
{
    size_t count = (size_t)solution->move_count, stones = (size_t)solution->move_stones;
    size_t value_room = *room;
    if (!dmi_reserve(&solution->move_values, &value_room, count + 1, sizeof(int64_t)) ||
        !dmi_reserve(&solution->moves, room, count + 1, stones * sizeof(dm_vertex)))
        return dmi_no_memory(err);
    for (size_t i = 0; i < stones; i++)
        solution->moves[count * stones + i] = s->placed[(size_t)s->stones - stones + i];
    solution->move_values[count] = value;
    solution->move_count++;
    return DM_OK;
}

/* Whether the move just made belongs to the part that is asked for.  Positions with equal keys have
 * equal values, of which the table knows all but the first: they are in one part. */
static bool is_asked(const dmi_search *s, const dm_solve_request *request)
{
    if (request->parts <= 1)
        return true;
    uint64_t key = s->keys ? s->keys->now(s->keys).key.a : (uint64_t)s->placed[s->stones - 1];
    return dmi_mix(key) % (uint64_t)request->parts == (uint64_t)request->part;
}

/* Values every choice of the turn's remaining `left` stones. */
static dm_status value_moves(dmi_search *s, const dm_solve_request *request, dm_solution *solution,
                             size_t *room, int32_t left, dm_error *err)
{
    if (left == 0 && !is_asked(s, request))
        return DM_OK;
    if (left == 0) {
        dmi_search_window b = value_after_turn(s, solution->lower);
        return s->stopped ? DM_OK : add_move(s, solution, room, b.lower, err);
    }
    dm_vertex from = s->same_turn[s->stones] ? s->placed[s->stones - 1] + 1 : 0;
    dm_status status = DM_OK;
    for (dm_vertex v = from; v < s->n && status == DM_OK && !s->stopped; v++) {
        if (s->taken[v])
            continue;
        dmi_search_place(s, v);
        status = value_moves(s, request, solution, room, left - 1, err);
        dmi_search_undo(s);
    }
    return status;
}

static dmi_search_window known_at_start(const dmi_solve_game *game)
{
    const dmi_search *s = &game->search;
    int64_t most = dm_arena_total_value(s->arena);
    if (s->stones == s->total) {
        int64_t now = s->value[s->stones];
        return (dmi_search_window){now, now};
    }
    dmi_solve_bounds counted = dmi_search_counted(s);
    int64_t upper = dmi_solve_game_has_mirror(game) ? 0 : most;
    return (dmi_search_window){counted.lower > -most ? counted.lower : -most,
                               counted.upper < upper ? counted.upper : upper};
}

static dm_status add_line(dmi_search *s, dmi_search_window b, const dm_solve_request *request,
                          dm_solution *solution, dm_error *err)
{
    if (request->no_line)
        return DM_OK;
    s->is_repeatable = request->repeatable;
    if (b.lower == b.upper && find_line(s, b.lower, solution->line, &solution->line_count))
        return DM_OK;
    solution->line_count = 0;
    if (s->stopped && request->grace > 0) {
        /* For a stopped search: a first stone that is known to keep the bound of its side, then the
         * likeliest stones; whole turns, at least one, for `seconds`. */
        dmi_search_window white = for_white(s, b);
        int32_t start = s->stones;
        double end = dmi_seconds() + (request->grace / 4);
        bool is_turn_over = false;
        for (; s->stones < s->total && !(is_turn_over && dmi_seconds() > end);
             solution->line_count++) {
            int64_t bound = s->side[s->stones] == DM_WHITE ? white.lower : -white.upper;
            dm_vertex v = dmi_search_likeliest(s, bound, s->stones == start);
            dmi_search_place(s, v);
            solution->line[solution->line_count] = v;
            is_turn_over = !s->same_turn[s->stones];
        }
        while (s->stones > start)
            dmi_search_undo(s);
    }
    return b.lower == b.upper && !s->stopped
               ? dmi_fail(err, DM_INTERNAL, "no line reaches the value %lld", (long long)b.lower)
               : DM_OK;
}

/* Bounds for any game: every stone owns its vertex, which is worth 1 if there are no values. */
static dmi_search_window trivial_bounds(const dm_position *position)
{
    const dm_arena *arena = dm_position_arena(position);
    const dm_rules *rules = dm_position_rules(position);
    int64_t stones[2] = {0, 0}, most = dm_arena_total_value(arena);
    for (int32_t i = 0; i < rules->turn_count && !dm_arena_values(arena); i++)
        stones[rules->turns[i].side] += rules->turns[i].stones;
    return (dmi_search_window){2 * stones[DM_WHITE] - most, most - 2 * stones[DM_BLACK]};
}

static dm_status find_answers(dmi_solve_game *game, const dm_solve_request *request,
                              int32_t turn_stones, dm_solution *solution, dm_error *err)
{
    dmi_search *s = &game->search;
    dmi_search_window b = known_at_start(game);
    dm_status status = dmi_search_window_narrow_together(game, request, &b, err);
    if (status == DM_OK && s->stopped && request->grace > 0)
        dmi_search_window_tighten(s, &b, request->grace);
    if (status != DM_OK)
        return status;
    if (b.lower > b.upper)
        return dmi_fail(err, DM_INTERNAL, "bounds contradict each other: %lld and %lld",
                        (long long)b.lower, (long long)b.upper);
    dmi_search_window white = for_white(s, b);
    solution->lower = white.lower > solution->lower ? white.lower : solution->lower;
    solution->upper = white.upper < solution->upper ? white.upper : solution->upper;
    solution->proven = dmi_search_window_is_settled(b, request->outcome_only);
    status = add_line(s, b, request, solution, err);
    size_t room = 0;
    s->is_valued = true;
    snprintf(s->note, sizeof s->note, "value %lld", (long long)white.lower);
    solution->move_stones = turn_stones;
    if (status == DM_OK && request->moves && turn_stones > 0)
        status = value_moves(s, request, solution, &room, turn_stones, err);
    solution->nodes = (int64_t)s->nodes;
    return status == DM_OK && s->stopped ? dmi_stopped(s->run, err) : status;
}

dm_status dm_solve(dm_solver *solver, const dm_position *position, const dm_solve_request *request,
                   dm_run *run, dm_solution **out, dm_error *err)
{
    const dm_solve_request plain = {0};
    request = request ? request : &plain;
    /* With the bounds that are used if the run ends before the search begins. */
    dm_solution *solution = dmi_calloc(1, sizeof *solution);
    if (solution) {
        solution->lower = trivial_bounds(position).lower;
        solution->upper = trivial_bounds(position).upper;
        solution->proven = solution->lower == solution->upper;
    }
    if (!solution)
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    if (!solution->proven || !request->no_line || request->moves) {
        dmi_solve_game game = {.cache = atomic_exchange(&solver->cache, NULL)};
        dmi_transpositions *own_table = NULL;
        /* A table for this game alone, with room for whole positions. */
        dm_vertex n = dm_arena_vertices(dm_position_arena(position));
        int32_t words = dmi_witness_words(n, dm_position_rules(position)->ties);
        status = solver->compare_positions
                     ? dmi_transpositions_new(solver->memory, words, &own_table, err)
                     : DM_OK;
        if (status == DM_OK)
            status = dmi_solve_game_init(&game, position, own_table ? own_table : solver->table,
                                         solver->off, run, err);
        if (status == DM_OK) {
            solution->line = dmi_alloc((size_t)game.search.total, sizeof *solution->line);
            status = solution->line ? DM_OK : dmi_no_memory(err);
        }
        if (status == DM_OK)
            status =
                find_answers(&game, request, dm_position_stones_to_place(position), solution, err);
        dmi_board_cache_free(atomic_exchange(&solver->cache, dmi_solve_game_leave(&game)));
        dmi_solve_game_clear(&game);
        dmi_transpositions_free(own_table);
    }
    if (status == DM_OK || status == DM_STOPPED)
        *out = solution;
    else
        dm_solution_free(solution);
    return status;
}
