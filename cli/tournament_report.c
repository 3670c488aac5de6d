/* tournament_report.c - the results of a tournament: tables, JSON lines.
 *
 * In text there are two tables: one row per player, best first, with the rates against every other,
 * and one row per pairing with its counts. */
#include "answer/contest.h"
#include "report.h"
#include "tournament.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST_NAME = 44 };

dm_rate tournament_rate(const dm_pairing_score *score)
{
    return dm_win_rate(score->wins[0], score->ties, score->games);
}

double tournament_side_rate(const dm_pairing_score *score, dm_side side)
{
    int white = side == DM_WHITE ? 0 : 1; /* which of the two had White */
    int64_t games = score->white_games[white], ties = score->white_ties[white];
    int64_t wins = score->white_wins[white];
    return dm_win_rate(white == 0 ? wins : games - wins - ties, ties, games).rate;
}

static void put_in_order(tournament_results *r)
{
    for (int32_t i = 0; i < r->player_count; i++) {
        int32_t at = i;
        for (; at > 0 && r->ratings[r->order[at - 1]].points < r->ratings[i].points; at--)
            r->order[at] = r->order[at - 1];
        r->order[at] = i;
    }
}

dm_status tournament_read_results(const cli_call *cli, dm_tournament *tournament,
                                  const dm_tournament_plan *plan, double begun,
                                  tournament_results *out, dm_error *err)
{
    tournament_results r = {.cli = cli,
                            .tournament = tournament,
                            .plan = plan,
                            .begun = begun,
                            .player_count = dm_tournament_player_count(tournament),
                            .pairing_count = dm_tournament_pairing_count(tournament)};
    r.scores = calloc((size_t)r.pairing_count, sizeof *r.scores);
    r.ratings = calloc((size_t)r.player_count, sizeof *r.ratings);
    r.order = calloc((size_t)r.player_count, sizeof *r.order);
    if (!r.scores || !r.ratings || !r.order) {
        tournament_clear_results(&r);
        answer_fail(err, DM_NO_MEMORY, "no memory for the results");
        return DM_NO_MEMORY;
    }
    dm_status status = dm_tournament_ratings(tournament, r.ratings, err);
    if (status != DM_OK) {
        tournament_clear_results(&r);
        return status;
    }
    for (int32_t i = 0; i < r.pairing_count; i++)
        r.scores[i] = dm_tournament_score(tournament, i);
    put_in_order(&r);
    *out = r;
    return DM_OK;
}

void tournament_clear_results(tournament_results *r)
{
    free(r->scores);
    free(r->ratings);
    free(r->order);
    *r = (tournament_results){0};
}

static const char *name_of(const tournament_results *r, int32_t player)
{
    return dm_tournament_player(r->tournament, player);
}

typedef struct tally {
    int64_t wins, ties, games;
} tally;

/* The games of a player: all, or with `other` >= 0 those against that player. */
static tally player_tally(const tournament_results *r, int32_t player, int32_t other)
{
    tally all = {0};
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

static double player_rate(const tournament_results *r, int32_t player, int32_t other,
                          int64_t *games)
{
    tally all = player_tally(r, player, other);
    *games = all.games;
    return dm_win_rate(all.wins, all.ties, all.games).rate;
}

static int name_width(const tournament_results *r)
{
    size_t width = 6;
    for (int32_t i = 0; i < r->player_count; i++)
        if (strlen(name_of(r, i)) > width)
            width = strlen(name_of(r, i));
    return width > WIDEST_NAME ? WIDEST_NAME : (int)width;
}

/* "  86.4", or "     -" without games. */
static char *percent(double rate, int64_t games, char out[16])
{
    if (games > 0)
        snprintf(out, 16, "%7.1f", 100 * rate);
    else
        snprintf(out, 16, "%7s", "-");
    return out;
}

static void put_player(const tournament_results *r, report *to, int32_t place, int width)
{
    char line[DM_MOST_RATED * 8 + 200], cell[16];
    int32_t player = r->order[place];
    const dm_rating *rating = &r->ratings[player];
    int64_t games;
    double all = player_rate(r, player, -1, &games);
    size_t used = 0;
    for (int32_t i = 0; i < r->player_count; i++) {
        int64_t met = 0;
        double rate = player_rate(r, player, r->order[i], &met);
        used += (size_t)snprintf(line + used, sizeof line - used, "%s",
                                 percent(rate, i == place ? 0 : met, cell));
    }
    report_line(to, "%3d  %-*.*s %+7.0f  %+6.0f ..%+6.0f%s %s", place + 1, width, width,
                name_of(r, player), rating->points, rating->low, rating->high, line,
                percent(all, games, cell));
}

static void put_crosstable(const tournament_results *r, report *to)
{
    char heads[DM_MOST_RATED * 8 + 1];
    size_t used = 0;
    int width = name_width(r);
    for (int32_t i = 0; i < r->player_count; i++)
        used += (size_t)snprintf(heads + used, sizeof heads - used, "%7d", i + 1);
    report_line(to, "     %-*s  rating             95 %%%s   score", width, "player", heads);
    for (int32_t place = 0; place < r->player_count; place++)
        put_player(r, to, place, width);
}

static const char *verdict_text(const dm_pairing_score *score)
{
    return score->verdict > 0   ? "  the first is better"
           : score->verdict < 0 ? "  the second is better"
                                : "";
}

static void put_pairings(const tournament_results *r, report *to)
{
    int width = 8;
    for (int32_t i = 0; i < r->pairing_count; i++) {
        size_t both = strlen(name_of(r, r->scores[i].pairing.first)) +
                      strlen(name_of(r, r->scores[i].pairing.second)) + 3;
        width = (int)both > width ? (int)both : width;
    }
    width = width > 2 * WIDEST_NAME ? 2 * WIDEST_NAME : width;
    report_line(to, "     %-*s  games    won   lost   tied   rate           95 %%  White  Black",
                width, "pairing");
    for (int32_t i = 0; i < r->pairing_count; i++) {
        const dm_pairing_score *s = &r->scores[i];
        dm_rate rate = tournament_rate(s);
        char both[2 * WIDEST_NAME + 4];
        snprintf(both, sizeof both, "%.*s - %.*s", WIDEST_NAME, name_of(r, s->pairing.first),
                 WIDEST_NAME, name_of(r, s->pairing.second));
        report_line(to,
                    "%3d  %-*.*s %6" PRId64 " %6" PRId64 " %6" PRId64 " %6" PRId64
                    " %6.1f %5.1f ..%6.1f %6.1f %6.1f%s",
                    i + 1, width, width, both, s->games, s->wins[0], s->wins[1], s->ties,
                    100 * rate.rate, 100 * rate.low, 100 * rate.high,
                    100 * tournament_side_rate(s, DM_WHITE),
                    100 * tournament_side_rate(s, DM_BLACK), verdict_text(s));
    }
}

static void put_faults(const tournament_results *r, report *to)
{
    for (int32_t player = 0; player < r->player_count; player++) {
        int64_t faults = 0;
        for (int32_t i = 0; i < r->pairing_count; i++) {
            const dm_pairing_score *s = &r->scores[i];
            faults += s->pairing.first == player ? s->faults[0] : 0;
            faults += s->pairing.second == player ? s->faults[1] : 0;
        }
        if (faults > 0)
            report_line(to, "%s lost %" PRId64 " turn%s by a fault", name_of(r, player), faults,
                        faults == 1 ? "" : "s");
    }
}

static dm_status print_tables(const tournament_results *r, dm_error *err)
{
    const dm_tournament_plan *plan = r->plan;
    report *to = report_new(r->cli, NULL);
    report_line(to,
                "%s: %d players, %" PRId64
                " games per pairing, %d rounds, %d per turn, ties %s, seed %" PRIu64,
                plan->arena, r->player_count, plan->games, plan->rounds, plan->per_turn,
                dm_tie_rule_name(plan->ties), plan->seed);
    report_line(to, "%s", "");
    put_crosstable(r, to);
    report_line(to, "%s", "");
    put_pairings(r, to);
    put_faults(r, to);
    return report_end(to, err);
}

static report *new_line(const tournament_results *r)
{
    const ask_board board = {.source = r->plan->arena,
                             .arena = dm_tournament_first_board(r->tournament),
                             .begun = r->begun};
    return report_new(r->cli, &board);
}

static dm_status print_pairing(const tournament_results *r, const dm_pairing_score *s,
                               dm_error *err)
{
    report *to = new_line(r);
    answer_add_pairing(to, &(answer_pairing){.first = name_of(r, s->pairing.first),
                                             .second = name_of(r, s->pairing.second),
                                             .games = s->games,
                                             .first_wins = s->wins[0],
                                             .second_wins = s->wins[1],
                                             .ties = s->ties});
    report_real(to, "white_rate", tournament_side_rate(s, DM_WHITE));
    report_real(to, "black_rate", tournament_side_rate(s, DM_BLACK));
    report_count(to, "first_faults", s->faults[0]);
    report_count(to, "second_faults", s->faults[1]);
    report_real(to, "first_seconds", s->seconds[0]);
    report_real(to, "second_seconds", s->seconds[1]);
    report_real(to, "first_slowest_seconds", s->slowest[0]);
    report_real(to, "second_slowest_seconds", s->slowest[1]);
    report_count(to, "played_now", s->games_played_now);
    if (r->plan->sequential)
        report_json(to, "better",
                    s->verdict == 0 ? json_null()
                                    : json_string(s->verdict > 0 ? "first" : "second"));
    return report_end(to, err);
}

static dm_status print_ratings(const tournament_results *r, dm_error *err)
{
    report *to = new_line(r);
    json_t *list = json_array();
    for (int32_t place = 0; place < r->player_count; place++) {
        int32_t player = r->order[place];
        const dm_rating *rating = &r->ratings[player];
        tally all = player_tally(r, player, -1);
        json_array_append_new(
            list, answer_rating(name_of(r, player), rating, all.wins, all.ties, all.games));
    }
    report_json(to, "ratings", list);
    return report_end(to, err);
}

dm_status tournament_print(const tournament_results *r, dm_error *err)
{
    if (!r->cli->json)
        return print_tables(r, err);
    dm_status status = DM_OK;
    for (int32_t i = 0; i < r->pairing_count && status == DM_OK; i++)
        status = print_pairing(r, &r->scores[i], err);
    return status == DM_OK ? print_ratings(r, err) : status;
}
