/* answer_game.c - one game: players, moves, score; and where its board lies on the Earth. */
#include "answer/answer.h"

#include <math.h>

static const char *in_words(int64_t value, bool finished)
{
    if (!finished)
        return value > 0 ? "White is ahead" : value < 0 ? "Black is ahead" : "level so far";
    return report_verdict(value);
}

static int32_t lost_turns(const dm_position *position, dm_side side)
{
    int32_t count = 0;
    for (int32_t turn = 0; turn < dm_position_turns_made(position); turn++)
        count += dm_position_was_lost(position, turn) &&
                 dm_position_rules(position)->turns[turn].side == side;
    return count;
}

dm_status answer_game(report *r, const answer_played *game, dm_error *err)
{
    const dm_dominance *now = NULL;
    dm_position *position = game->position;
    dm_status status = dm_position_dominance(position, &now, err);
    if (status != DM_OK)
        return status;
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    const dm_rules *rules = dm_position_rules(position);
    /* white's score minus Black's; the outcome, if a fault ended the game */
    int64_t value = game->match && game->match->is_forfeited
                        ? game->match->outcome
                        : (now->score[DM_WHITE] - now->score[DM_BLACK]);
    bool finished = dm_position_is_over(position);
    bool decided = finished || (game->match && game->match->is_forfeited);
    report_count(r, "rounds", rules->rounds);
    report_count(r, "per_turn", rules->per_turn);
    report_json(r, "players", json_pack("[s, s]", game->players[0], game->players[1]));
    report_row(r, "players", "%s (White), %s (Black)", game->players[0], game->players[1]);
    report_stones(r, "white", stones, count, DM_WHITE);
    report_stones(r, "black", stones, count, DM_BLACK);
    int32_t white = lost_turns(position, DM_WHITE), black = lost_turns(position, DM_BLACK);
    if (white + black > 0)
        report_row(r, "lost turns", "White %d, Black %d", white, black);
    report_score(r, now, 0);
    report_json(r, "outcome", decided ? json_string(report_outcome(value)) : json_null());
    report_row(r, "outcome", "%s", in_words(value, decided));
    report_flag(r, "finished", finished);
    report_json(r, "moves", report_moves(position, 0));
    report_json(r, "seed", json_integer((json_int_t)game->seed));
    if (game->match) {
        const dm_match_result *m = game->match;
        report_json(r, "white_seconds", report_rounded(m->seconds[DM_WHITE]));
        report_json(r, "black_seconds", report_rounded(m->seconds[DM_BLACK]));
        report_json(r, "white_processor_seconds", report_rounded(m->processor_seconds[DM_WHITE]));
        report_json(r, "black_processor_seconds", report_rounded(m->processor_seconds[DM_BLACK]));
        report_json(r, "white_faults", json_integer(m->faults[DM_WHITE]));
        report_json(r, "black_faults", json_integer(m->faults[DM_BLACK]));
        report_json(r, "faults", json_incref(game->faults));
        dm_side loser = m->outcome == DM_FIRST_WINS ? DM_BLACK : DM_WHITE;
        report_json(r, "forfeited_by",
                    m->is_forfeited ? json_string(dm_side_name(loser)) : json_null());
        if (game->shows_clocks) {
            report_row(r, "time used", "White %.3f s (slowest turn %.3f s), Black %.3f s (%.3f s)",
                       m->seconds[DM_WHITE], m->slowest[DM_WHITE], m->seconds[DM_BLACK],
                       m->slowest[DM_BLACK]);
            report_row(r, "processor", "White %.3f s, Black %.3f s", m->processor_seconds[DM_WHITE],
                       m->processor_seconds[DM_BLACK]);
        }
    }
    return game->trace ? answer_board_trace(r, position, 0, game->trace, err) : DM_OK;
}

void answer_map(report *r, const dm_arena *arena)
{
    const dm_map *map = dm_arena_map(arena);
    dm_bounds b;
    if (!map || !dm_arena_bounds(arena, &b))
        return;
    if (map->profile >= 0)
        report_string(r, "profile", dm_profile_name((dm_profile)map->profile));
    if (map->measure != DM_MEASURE_OTHER || !report_is_json(r))
        report_string(r, "measure",
                      map->measure == DM_MEASURE_OTHER ? "the file's own"
                                                       : dm_measure_name(map->measure));
    report_count(r, "streets", map->streets);
    const dm_map_rules *rules = &map->rules;
    if (map->profile >= 0) {
        report_row(r, "respected", "turn restrictions %d, barriers %d, ferries %d",
                   rules->restrictions, rules->barriers, rules->ferries);
        report_json(r, "turn_restrictions", json_integer(rules->restrictions));
        report_json(r, "barriers", json_integer(rules->barriers));
        report_json(r, "ferries", json_integer(rules->ferries));
    }
    report_row(r, "bounds", "west %.7f, south %.7f, east %.7f, north %.7f", b.west, b.south, b.east,
               b.north);
    if (report_is_json(r)) {
        /* degrees to 10^-7, as maps store them */
        const double sides[] = {b.west, b.south, b.east, b.north};
        json_t *list = json_array();
        for (int i = 0; i < 4; i++)
            report_append(&list, report_number(llround(sides[i] / DM_LONLAT_UNIT), 7));
        report_json(r, "bounds", list);
    }
    if (map->attribution)
        report_string(r, "attribution", map->attribution);
}
