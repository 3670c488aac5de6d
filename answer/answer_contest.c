/* answer_contest.c - the results of tournaments: pairings and ratings. */
#include "answer/answer_contest.h"

#include "answer/fail.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_FAULTS = 100 }; /* of a pairing, in its list */

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

json_t *answer_rating(const answer_player *p, const dm_rating *rating)
{
    json_t *row = json_pack("{ss sf sf sf sI sf sI sI}", "player", p->player, "rating",
                            report_round(rating->points), "low", report_round(rating->low), "high",
                            report_round(rating->high), "games", (json_int_t)p->games, "rate",
                            report_round(dm_win_rate(p->wins, p->ties, p->games).rate), "faults",
                            (json_int_t)p->faults, "faulty_games", (json_int_t)p->faulty_games);
    if (*p->version)
        report_put(&row, "version", json_string(p->version));
    return row;
}

json_t *answer_fault(const dm_event_fault *fault)
{
    assert(fault->kind && fault->turn >= 0);
    return json_pack("{si ss ss ss ss}", "turn", fault->turn + 1, "side", dm_side_name(fault->side),
                     "kind", fault->kind, "detail", fault->detail, "stderr", fault->error_output);
}

dm_rate answer_pairing_rate(const dm_pairing_score *score)
{
    assert(score->games >= 0 && score->wins[0] + score->wins[1] + score->ties <= score->games);
    return dm_win_rate(score->wins[0], score->ties, score->games);
}

double answer_side_rate(const dm_pairing_score *score, dm_side side)
{
    int white = side == DM_WHITE ? 0 : 1; /* which of the two had White */
    int64_t games = score->white_games[white], ties = score->white_ties[white];
    int64_t wins = score->white_wins[white];
    return dm_win_rate(white == 0 ? wins : games - wins - ties, ties, games).rate;
}

const char *answer_player_name(const answer_tournament *r, int32_t player)
{
    return dm_tournament_player_about(r->tournament, player).name;
}

/* A pairing whose faults are read. */
typedef struct fault_reader {
    answer_tournament *r;
    int32_t pairing;
} fault_reader;

static dm_status read_fault(void *user, const dm_event_fault *fault, dm_error *err)
{
    const fault_reader *f = user;
    answer_tournament *r = f->r;
    const dm_pairing *players = &r->scores[f->pairing].pairing;
    bool is_first = (fault->number % 2 == 0) == (fault->side == DM_WHITE);
    int32_t player = is_first ? players->first : players->second;
    r->kinds[player][dm_fault_by_name(fault->kind)]++;
    if (json_array_size(r->faults[f->pairing]) >= MOST_FAULTS)
        return DM_OK;
    json_t *row = answer_fault(fault);
    report_put(&row, "game", json_integer(fault->number + 1));
    report_put(&row, "player", json_string(answer_player_name(r, player)));
    report_append(&r->faults[f->pairing], row);
    return r->faults[f->pairing] ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
}

dm_status answer_tournament_read(dm_tournament *tournament, const dm_tournament_plan *plan,
                                 answer_tournament *out, dm_error *err)
{
    answer_tournament r = {.tournament = tournament,
                           .plan = plan,
                           .player_count = dm_tournament_player_count(tournament),
                           .pairing_count = dm_tournament_pairing_count(tournament)};
    r.scores = calloc((size_t)r.pairing_count, sizeof *r.scores);
    r.ratings = calloc((size_t)r.player_count, sizeof *r.ratings);
    r.order = calloc((size_t)r.player_count, sizeof *r.order);
    r.kinds = calloc((size_t)r.player_count, sizeof *r.kinds);
    r.faults = calloc((size_t)r.pairing_count, sizeof(json_t *));
    dm_status status = r.scores && r.ratings && r.order && r.kinds && r.faults
                           ? dm_tournament_ratings(tournament, r.ratings, err)
                           : answer_fail(err, DM_NO_MEMORY, "no memory for the results");
    for (int32_t i = 0; i < r.pairing_count && status == DM_OK; i++)
        r.scores[i] = dm_tournament_score(tournament, i);
    for (int32_t i = 0; i < r.pairing_count && status == DM_OK; i++) {
        r.faults[i] = json_array();
        if (r.scores[i].faults[0] + r.scores[i].faults[1] > 0)
            status =
                dm_tournament_each_fault(r.tournament, i, read_fault, &(fault_reader){&r, i}, err);
    }
    if (status != DM_OK) {
        answer_tournament_clear(&r);
        return status;
    }
    for (int32_t i = 0; i < r.player_count; i++) {
        int32_t at = i;
        for (; at > 0 && r.ratings[r.order[at - 1]].points < r.ratings[i].points; at--)
            r.order[at] = r.order[at - 1];
        r.order[at] = i;
    }
    *out = r;
    return DM_OK;
}

void answer_tournament_clear(answer_tournament *r)
{
    free(r->scores);
    free(r->ratings);
    free(r->order);
    free(r->kinds);
    for (int32_t i = 0; r->faults && i < r->pairing_count; i++)
        json_decref(r->faults[i]);
    free(r->faults);
    *r = (answer_tournament){0};
}

answer_tally answer_player_tally(const answer_tournament *r, int32_t player, int32_t other)
{
    answer_tally all = {0};
    assert(player >= 0 && player < r->player_count);
    assert(other < r->player_count);
    for (int32_t i = 0; i < r->pairing_count; i++) {
        const dm_pairing_score *s = &r->scores[i];
        bool is_first = s->pairing.first == player;
        int32_t met = is_first ? s->pairing.second : s->pairing.first;
        if ((!is_first && s->pairing.second != player) || (other >= 0 && met != other))
            continue;
        all.wins += s->wins[is_first ? 0 : 1];
        all.ties += s->ties;
        all.games += s->games;
    }
    return all;
}

void answer_add_score(report *r, const answer_tournament *results, int32_t pairing)
{
    const dm_pairing_score *s = &results->scores[pairing];
    assert(pairing >= 0 && pairing < results->pairing_count);
    answer_add_pairing(r,
                       &(answer_pairing){.first = answer_player_name(results, s->pairing.first),
                                         .second = answer_player_name(results, s->pairing.second),
                                         .games = s->games,
                                         .first_wins = s->wins[0],
                                         .second_wins = s->wins[1],
                                         .ties = s->ties});
    report_real(r, "white_rate", answer_side_rate(s, DM_WHITE));
    report_real(r, "black_rate", results->plan->first_white ? NAN : answer_side_rate(s, DM_BLACK));
    report_count(r, "first_faults", s->faults[0]);
    report_count(r, "second_faults", s->faults[1]);
    report_real(r, "first_seconds", s->seconds[0]);
    report_real(r, "second_seconds", s->seconds[1]);
    report_real(r, "first_processor_seconds", s->processor_seconds[0]);
    report_real(r, "second_processor_seconds", s->processor_seconds[1]);
    report_real(r, "first_slowest_seconds", s->slowest[0]);
    report_real(r, "second_slowest_seconds", s->slowest[1]);
    report_json(r, "faults", json_incref(results->faults[pairing]));
    report_count(r, "played_now", s->games_played_now);
    if (results->plan->sequential)
        report_json(r, "better",
                    s->verdict == 0 ? json_null()
                                    : json_string(s->verdict > 0 ? "first" : "second"));
}

const char *answer_goal_name(const dm_tournament_plan *plan)
{
    return plan->until == DM_GOAL_WINNER ? "winner" : plan->until == DM_GOAL_ORDER ? "order" : NULL;
}

void answer_add_state(report *r, const answer_tournament *results)
{
    const dm_tournament_plan *plan = results->plan;
    dm_tournament_state state = dm_tournament_where(results->tournament);
    report_string(r, "system", dm_pairing_system_name(plan->system));
    if (plan->system != DM_ROUND_ROBIN)
        report_count(r, "steps", state.steps);
    if (plan->until == DM_GOAL_NONE)
        return;
    report_string(r, "until", answer_goal_name(plan));
    report_json(r, "known", json_boolean(state.is_known));
}

json_t *answer_ratings(const answer_tournament *r)
{
    json_t *list = json_array();
    for (int32_t place = 0; place < r->player_count; place++) {
        int32_t player = r->order[place];
        answer_tally all = answer_player_tally(r, player, -1);
        dm_tournament_player_info about = dm_tournament_player_about(r->tournament, player);
        const answer_player player_row = {about.name,         about.version, about.faults,
                                          about.faulty_games, all.wins,      all.ties,
                                          all.games};
        json_t *row = answer_rating(&player_row, &r->ratings[player]);
        /* how often each kind of fault happened */
        json_t *object = json_object();
        for (int kind = DM_FAULT_NONE + 1; kind < DM_FAULT_KINDS; kind++)
            if (r->kinds[player][kind] > 0)
                report_put(&object, dm_fault_name((dm_fault)kind),
                           json_integer(r->kinds[player][kind]));
        report_put(&row, "fault_kinds", object);
        report_put(&row, "disqualified", json_boolean(about.is_disqualified));
        report_append(&list, row);
    }
    return list;
}
