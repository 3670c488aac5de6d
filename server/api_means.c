/* api_means.c - the mean of random games after each free vertex: what a player that trusts them
 * sees in a position.  O(n games) completions. */
#include "server/call.h"

#include <stdlib.h>

enum { GAMES = 200, MOST_GAMES = 10000 };

/* A position with one more stone to try, and those that come after it. */
typedef struct outlook {
    dm_stone *stones; /* with room for one more */
    int32_t count;
    dm_side *sides; /* of the stones to come, the one to try first */
    int32_t to_come;
    dm_tie_rule ties;
} outlook;

static dm_status look_out(const dm_position *position, outlook *out, dm_error *err)
{
    const dm_rules *rules = dm_position_rules(position);
    const dm_stone *stones = dm_position_stones(position, &out->count);
    out->ties = rules->ties;
    out->stones = calloc((size_t)out->count + 1, sizeof *out->stones);
    out->sides = calloc((size_t)rules->stones + 1, sizeof *out->sides);
    if (!out->stones || !out->sides)
        return answer_fail(err, DM_NO_MEMORY, "no memory for a position");
    for (int32_t i = 0; i < out->count; i++)
        out->stones[i] = stones[i];
    for (int32_t t = dm_position_turns_made(position); t < rules->turn_count; t++)
        for (int32_t i = 0; i < rules->turns[t].stones; i++)
            out->sides[out->to_come++] = rules->turns[t].side;
    return DM_OK;
}

/* White's score minus Black's, in the mean of `games` completions after a stone on v. */
static double mean_after(dm_playouts *playouts, const outlook *now, dm_vertex v, int64_t games,
                         dm_rng *rng)
{
    double score[2] = {0, 0};
    now->stones[now->count] = (dm_stone){v, (int32_t)now->sides[0]};
    dm_playouts_start(playouts, now->ties, now->stones, now->count + 1, now->sides + 1,
                      now->to_come - 1);
    dm_playouts_run(playouts, rng, games, score);
    return (score[DM_WHITE] - score[DM_BLACK]) / (double)games;
}

static bool is_stopped(const call *c)
{
    return dm_run_stopped(c->run) != DM_STOP_NONE ||
           report_clock() - c->begun > c->api->settings.jobs.seconds;
}

static dm_status add_means(call *c, report *r, const dm_position *position, int64_t games,
                           dm_error *err)
{
    const dm_distances *table = NULL;
    dm_playouts *playouts = NULL;
    outlook now = {0};
    dm_rng rng;
    json_t *values = json_array();
    dm_rng_init(&rng, c->seed);
    dm_status status = board_distances(c->api->boards, c->board, &table, err);
    if (status == DM_OK)
        status = dm_playouts_new(c->arena, table, DM_SIMD_AUTO, c->run, &playouts, err);
    if (status == DM_OK)
        status = look_out(position, &now, err);
    for (dm_vertex v = 0; status == DM_OK && v < dm_arena_vertices(c->arena); v++) {
        bool is_free = dm_position_is_free(position, v);
        report_append(&values, is_free ? json_real(mean_after(playouts, &now, v, games, &rng))
                                       : json_null());
        if (is_stopped(c))
            status = answer_fail(err, DM_STOPPED, "stopped at vertex %d", v);
    }
    if (status == DM_OK) {
        report_string(r, "side", dm_side_name(now.sides[0]));
        report_count(r, "games", games);
        report_json(r, "values", json_incref(values));
    }
    json_decref(values);
    dm_playouts_free(playouts);
    free(now.stones);
    free(now.sides);
    return status;
}

dm_status answer_to_means(call *c, report **out, dm_error *err)
{
    call_played game = {0};
    report *r = NULL;
    if (ask_has(&c->q, "record"))
        ask_fail(&c->q, DM_BAD_INPUT, "'record' is not for this: give arena, rounds and moves");
    if (c->q.status == DM_OK)
        call_game(c, &game);
    int64_t games = ask_count(&c->q, "games", 1, MOST_GAMES, GAMES);
    dm_status status = ask_end(&c->q);
    if (status == DM_OK && dm_position_is_over(game.position))
        status = answer_fail(err, DM_BAD_MOVE, "the game is over");
    if (status == DM_OK) {
        r = call_report(c);
        status = add_means(c, r, game.position, games, err);
    }
    call_game_clear(&game);
    return call_give(r, status, out);
}
