/* contest.c - pairings and ratings as JSON. */
#include "answer/contest.h"

void answer_add_pairing(report *r, const answer_pairing *p)
{
    dm_rate rate = dm_win_rate(p->first_wins, p->ties, p->games);
    report_string(r, "first", p->first);
    report_string(r, "second", p->second);
    report_count(r, "games", p->games);
    report_count(r, "first_wins", p->first_wins);
    report_count(r, "second_wins", p->second_wins);
    report_count(r, "ties_played", p->ties);
    report_real(r, "rate", rate.rate);
    report_real(r, "low", rate.low);
    report_real(r, "high", rate.high);
}

json_t *answer_rating(const char *player, const dm_rating *rating, int64_t wins, int64_t ties,
                      int64_t games)
{
    return json_pack("{ss sf sf sf sI sf}", "player", player, "rating",
                     report_round(rating->points), "low", report_round(rating->low), "high",
                     report_round(rating->high), "games", (json_int_t)games, "rate",
                     report_round(dm_win_rate(wins, ties, games).rate));
}
