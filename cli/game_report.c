/* game_report.c - the answer of play and replay: rules, players, moves, score. */
#include "game_report.h"

#include "report.h"

#include <string.h>

static const char *in_words(int64_t value, bool finished)
{
    if (!finished)
        return value > 0 ? "White is ahead" : value < 0 ? "Black is ahead" : "level so far";
    return report_verdict(value);
}

dm_status game_report(const cli_call *cli, const cli_board *board, dm_position *position,
                      const char *const players[2], dm_error *err)
{
    const dm_dominance *now = NULL;
    dm_status status = dm_position_dominance(position, &now, err);
    if (status != DM_OK)
        return status;
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    const dm_rules *rules = dm_position_rules(position);
    int64_t value = now->score[DM_WHITE] - now->score[DM_BLACK];
    bool finished = dm_position_is_over(position);
    report *r = report_new(cli, board);
    report_count(r, "rounds", rules->rounds);
    report_count(r, "per_turn", rules->per_turn);
    report_json(r, "players", json_pack("[s, s]", players[0], players[1]));
    report_row(r, "players", "%s (White), %s (Black)", players[0], players[1]);
    report_stones(r, "white", stones, count, DM_WHITE);
    report_stones(r, "black", stones, count, DM_BLACK);
    report_score(r, now);
    report_json(r, "outcome", finished ? json_string(report_outcome(value)) : json_null());
    report_row(r, "outcome", "%s", in_words(value, finished));
    report_flag(r, "finished", finished);
    report_json(r, "moves", report_moves(position, 0));
    report_json(r, "seed", json_integer((json_int_t)cli->seed));
    return report_end(r, err);
}
