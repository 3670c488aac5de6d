/* plane.c - the champion of the plane against the other players.
 *
 * Games on the square, seven points each, in turn; every board of the pairing is played twice with
 * colours exchanged.  A tie counts half.  The champion and monte-carlo have 100 ms per point.
 */
#include "bench.h"

enum { ROUNDS = 7, GAMES = 200 };

/* One game; `*out` is 1 if `first` wins, 1/2 for a tie. */
static dm_status play(const dm_plane_board *board, const char *const players[2], uint64_t seed,
                      bool turned, double *out, dm_error *err)
{
    const dm_plane_game_rules rules = {.rounds = ROUNDS, .per_turn = 1};
    dm_plane_game *game = NULL;
    dm_plane_player *player[2] = {NULL, NULL};
    dm_plane_result score = {0};
    dm_status status = dm_plane_game_new(board, &rules, &game, err);
    for (int side = 0; side < 2 && status == DM_OK; side++)
        status = dm_plane_player_new(players[turned ? 1 - side : side],
                                     dm_rng_derive(seed, (uint64_t)side), &player[side], err);
    while (status == DM_OK && !dm_plane_game_is_over(game))
        status = dm_plane_player_turn(player[dm_plane_game_to_move(game)], game, 0, NULL, err);
    if (status == DM_OK)
        status = dm_plane_game_score(game, NULL, &score, err);
    if (status == DM_OK)
        *out = score.winner < 0 ? 0.5 : score.winner == (turned ? 1 : 0);
    dm_plane_result_clear(&score);
    dm_plane_player_free(player[0]);
    dm_plane_player_free(player[1]);
    dm_plane_game_free(game);
    return status;
}

static dm_status measure_pairing(bench *b, const dm_plane_board *board, const char *other,
                                 dm_error *err)
{
    const char *const players[2] = {"champion", other};
    double wins[2] = {0, 0};
    dm_status status = DM_OK;
    for (int g = 0; g < GAMES && status == DM_OK; g++) {
        double won = 0;
        status = play(board, players, dm_rng_derive(b->seed, (uint64_t)g), g % 2 != 0, &won, err);
        wins[g % 2] += won;
    }
    if (status != DM_OK)
        return status;
    char what[80];
    snprintf(what, sizeof what, "champion wins as White, against %s", other);
    bench_row(b, &(bench_result){.what = what, .unit = "%", .ours = 200 * wins[0] / GAMES});
    snprintf(what, sizeof what, "champion wins as Black, against %s", other);
    bench_row(b, &(bench_result){.what = what, .unit = "%", .ours = 200 * wins[1] / GAMES});
    snprintf(what, sizeof what, "champion wins, against %s", other);
    bench_row(b, &(bench_result){.what = what,
                                 .unit = "%",
                                 .ours = 100 * (wins[0] + wins[1]) / GAMES,
                                 .more_is_better = true});
    return DM_OK;
}

dm_status bench_plane(bench *b, dm_error *err)
{
    static const char *const others[] = {"greedy", "balanced", "monte-carlo", "grid", "row"};
    dm_plane_board *board = NULL;
    bench_print(b,
                "square, %d points each, %d games per pairing, colours exchanged, 100 ms per point",
                ROUNDS, GAMES);
    dm_status status = dm_plane_board_named("square", &board, err);
    for (size_t i = 0; i < sizeof others / sizeof *others && status == DM_OK; i++)
        status = measure_pairing(b, board, others[i], err);
    dm_plane_board_free(board);
    return status;
}
