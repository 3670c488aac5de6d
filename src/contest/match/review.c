/* review.c - what each move of a game lost.
 *
 * The game is walked backwards.  The position before a turn is solved within its time, with the
 * table that the easier positions after it have filled; the value after a turn is the one before
 * the next, so each position is solved once.  A turn between two proven values has an exact loss.
 * For the others the adviser chooses a move and plays both sides to the end, once after it and once
 * after the move that was played: the difference is the estimate, or 0 if the played move does
 * better.
 */
#include <demesne/review.h>

#include "base/base.h"
#include <demesne/player.h>
#include <demesne/solve.h>
#include <stdlib.h>
#include <string.h>

/* The strongest player; the others if it cannot play a board. */
static const char ADVISER[] = "champion:nodes=4000"; /* nodes: the same review every time */
static const char *const advisers[] = {ADVISER, "minimax", "greedy"};
enum { ADVISERS = sizeof advisers / sizeof *advisers, TABLE = DMI_TABLE_BYTES / 4 };

typedef struct position_value {
    bool proven;
    int64_t value;
} position_value;

typedef struct review_job {
    dm_position *position; /* walked backwards */
    dm_solver *solver;
    double seconds;
    dm_run *run;
    dm_player *adviser[ADVISERS];
    dm_vertex *move;      /* room for a turn */
    position_value after; /* the present turn */
    bool only_proofs;
    dm_error *err;
} review_job;

const char *dm_review_adviser(void)
{
    return ADVISER;
}

void dm_review_free(dm_review *review)
{
    if (!review)
        return;
    free(review->vertices);
    free(review->moves);
    free(review);
}

static dm_status start_clock(const review_job *r, dm_run **out)
{
    dm_run *clock = NULL;
    dm_status status = dm_run_new(&clock, r->err);
    if (status != DM_OK)
        return status;
    dmi_run_follow(clock, r->run);
    dm_run_set_deadline(clock, r->seconds);
    *out = clock;
    return DM_OK;
}

/* DM_OK instead of DM_STOPPED if only the clock of this turn ended. */
static dm_status allow_clock(const review_job *r, dm_status status)
{
    bool goes_on = dmi_run_report(r->run, 0, "review", 0, 0, NULL);
    return status == DM_STOPPED && goes_on ? DM_OK : status;
}

/* The value of the position if it is found in time; `move->best` then receives the first turn of a
 * best line. */
static dm_status solve_position(const review_job *r, position_value *out, dm_reviewed_move *move)
{
    dm_run *clock = NULL;
    dm_solution *solution = NULL;
    dm_status status = start_clock(r, &clock);
    if (status != DM_OK)
        return status;
    status = dm_solve(r->solver, r->position, NULL, clock, &solution, r->err);
    *out = (position_value){false, 0};
    if (solution && solution->proven && solution->lower == solution->upper)
        *out = (position_value){true, solution->lower};
    if (out->proven && move && solution->line_count >= move->best_count)
        memcpy(move->best, solution->line, (size_t)move->best_count * sizeof *move->best);
    dm_solution_free(solution);
    dm_run_free(clock);
    status = allow_clock(r, status);
    return status == DM_TOO_LARGE || status == DM_UNSUPPORTED ? DM_OK : status;
}

/* Asks the first adviser that can play this board. */
static dm_status ask_adviser(review_job *r, dm_run *clock, dm_vertex *move)
{
    dm_status status = DM_UNSUPPORTED;
    for (int i = 0; i < ADVISERS && status == DM_UNSUPPORTED; i++) {
        status = r->adviser[i] ? DM_OK : dm_player_new(advisers[i], 1, &r->adviser[i], r->err);
        if (status == DM_OK)
            status = dm_player_choose(r->adviser[i], r->position, clock, move, r->err);
    }
    return allow_clock(r, status);
}

/* Plays `count` stones (0: a lost turn) and then to the end; takes everything back. */
static dm_status play_on(review_job *r, const dm_vertex *stones, int32_t count, int64_t *value)
{
    dm_run *clock = NULL;
    int32_t start = dm_position_turns_made(r->position);
    dm_status status = start_clock(r, &clock);
    if (status == DM_OK)
        status = count ? dm_position_make(r->position, stones, count, r->err)
                       : dm_position_pass(r->position, r->err);
    while (status == DM_OK && !dm_position_is_over(r->position)) {
        int32_t wanted = dm_position_stones_to_place(r->position);
        status = ask_adviser(r, clock, r->move);
        if (status == DM_OK)
            status = dm_position_make(r->position, r->move, wanted, r->err);
    }
    if (status == DM_OK)
        status = dm_position_value(r->position, value, r->err);
    while (dm_position_turns_made(r->position) > start)
        dm_position_undo(r->position, NULL);
    dm_run_free(clock);
    return status;
}

static dm_status estimate_loss(review_job *r, dm_reviewed_move *move)
{
    dm_run *clock = NULL;
    int64_t played = r->after.value, advised = 0;
    dm_status status = start_clock(r, &clock);
    if (status == DM_OK)
        status = ask_adviser(r, clock, move->best);
    dm_run_free(clock);
    if (status == DM_OK)
        status = play_on(r, move->best, move->best_count, &advised);
    if (status == DM_OK && !r->after.proven)
        status = play_on(r, move->played, move->played_count, &played);
    if (status != DM_OK)
        return status;
    int64_t loss = move->side == DM_WHITE ? advised - played : played - advised;
    move->loss = loss > 0 ? loss : 0;
    move->value = played;
    return DM_OK;
}

/* Reviews the move that follows the position. */
static dm_status review_move(review_job *r, dm_reviewed_move *move)
{
    position_value before;
    dm_status status = solve_position(r, &before, move);
    if (status != DM_OK)
        return status;
    move->exact = before.proven && r->after.proven;
    if (move->exact) {
        int64_t loss = before.value - r->after.value;
        move->loss = move->side == DM_WHITE ? loss : -loss;
        move->value = r->after.value;
    } else if (!r->only_proofs) {
        status = estimate_loss(r, move);
    }
    /* A move that lost nothing is one of the best. */
    if (move->loss == 0 && move->played_count > 0)
        memcpy(move->best, move->played, (size_t)move->played_count * sizeof *move->best);
    r->after = before;
    return status;
}

/* Makes room for every move and fills in what was played. */
static dm_status list_moves(const dm_position *game, dm_review *review, dm_error *err)
{
    const dm_rules *rules = dm_position_rules(game);
    int32_t count, placed = 0;
    int64_t room = 0;
    const dm_stone *stones = dm_position_stones(game, &count);
    for (int32_t turn = 0; turn < review->count; turn++)
        room += dm_position_agreed_stones(game, turn);
    review->moves = dmi_calloc((size_t)review->count, sizeof *review->moves);
    review->vertices = dmi_alloc(2 * (size_t)room, sizeof *review->vertices);
    if (!review->moves || !review->vertices)
        return dmi_no_memory(err);
    dm_vertex *at = review->vertices;
    for (int32_t turn = 0; turn < review->count; turn++) {
        dm_reviewed_move *move = &review->moves[turn];
        move->side = rules->turns[turn].side;
        move->played_count = rules->turns[turn].stones;
        move->best_count = dm_position_agreed_stones(game, turn);
        move->played = at;
        move->best = at + move->best_count;
        at += 2 * (ptrdiff_t)move->best_count;
        for (int32_t i = 0; i < move->played_count; i++)
            move->played[i] = stones[placed++].vertex;
    }
    return DM_OK;
}

static dm_status make_review(review_job *r, const dm_position *game, dm_review *review)
{
    const dm_solver_settings settings = {.memory = TABLE};
    dm_vertex n = dm_arena_vertices(dm_position_arena(game));
    review->count = dm_position_turns_made(game);
    r->move = dmi_alloc((size_t)n, sizeof *r->move);
    dm_status status = r->move ? list_moves(game, review, r->err) : dmi_no_memory(r->err);
    if (status == DM_OK)
        status = dm_position_copy(game, &r->position, r->err);
    if (status == DM_OK)
        status = dm_solver_new(&settings, &r->solver, r->err);
    if (status != DM_OK)
        return status;
    status = solve_position(r, &r->after, NULL);
    review->first = r->only_proofs ? review->count : 0;
    for (int32_t turn = review->count - 1; turn >= 0 && status == DM_OK; turn--) {
        if (r->only_proofs && !r->after.proven)
            break;
        if (!dmi_run_report(r->run, 0, "review", (uint64_t)(review->count - turn),
                            (uint64_t)review->count, NULL))
            return dmi_stopped(r->run, r->err);
        status = dm_position_undo(r->position, r->err);
        if (status == DM_OK)
            status = review_move(r, &review->moves[turn]);
        if (status == DM_OK && review->moves[turn].exact)
            review->first = r->only_proofs ? turn : 0;
    }
    return status;
}

static dm_status review_game(review_job *r, const dm_position *game, dm_review **out)
{
    dm_review *review = dmi_calloc(1, sizeof *review);
    dm_status status = review ? make_review(r, game, review) : dmi_no_memory(r->err);
    for (int i = 0; i < ADVISERS; i++)
        dm_player_free(r->adviser[i]);
    dm_solver_free(r->solver);
    dm_position_free(r->position);
    free(r->move);
    if (status == DM_OK)
        *out = review;
    else
        dm_review_free(review);
    return dmi_as_unfinished(status, r->err);
}

dm_status dm_review_new(const dm_position *game, double seconds, dm_run *run, dm_review **out,
                        dm_error *err)
{
    review_job r = {.seconds = seconds, .run = run, .err = err};
    return review_game(&r, game, out);
}

dm_status dm_review_exact(const dm_position *game, double seconds, dm_run *run, dm_review **out,
                          dm_error *err)
{
    review_job r = {.seconds = seconds, .run = run, .err = err, .only_proofs = true};
    return review_game(&r, game, out);
}
