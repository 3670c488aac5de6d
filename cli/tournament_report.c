/* tournament_report.c - the results of a tournament: tables, JSON lines, CSV with one row per
 * pairing or per game.
 *
 * In text there are two tables: one row per player, best first, with the rates against every other,
 * and one row per pairing with its counts. */
#include "base/names.h"
#include "cli.h"
#include "tournament_command.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { WIDEST_NAME = 44 };

static double player_rate(const answer_tournament *r, int32_t player, int32_t other, int64_t *games)
{
    answer_tally all = answer_player_tally(r, player, other);
    assert(player >= 0 && player < r->player_count);
    *games = all.games;
    return dm_win_rate(all.wins, all.ties, all.games).rate;
}

static int name_width(const answer_tournament *r)
{
    size_t width = 6;
    for (int32_t i = 0; i < r->player_count; i++)
        if (strlen(answer_player_name(r, i)) > width)
            width = strlen(answer_player_name(r, i));
    return width > WIDEST_NAME ? WIDEST_NAME : (int)width;
}

/* "  86.4", or "     -" without games. */
static char *percent_cell(double rate, int64_t games, char out[16])
{
    if (games > 0)
        snprintf(out, 16, "%7.1f", 100 * rate);
    else
        snprintf(out, 16, "%7s", "-");
    return out;
}

static void put_crosstable(const answer_tournament *r, report *to)
{
    char heads[DM_MOST_RATED * 8 + 1];
    size_t used = 0;
    int width = name_width(r);
    for (int32_t i = 0; i < r->player_count; i++)
        used += (size_t)snprintf(heads + used, sizeof heads - used, "%7d", i + 1);
    report_line(to, "     %-*s  rating             95 %%%s   score", width, "player", heads);
    for (int32_t place = 0; place < r->player_count; place++) {
        char line[DM_MOST_RATED * 8 + 200], cell[16];
        int32_t player = r->order[place];
        const dm_rating *rating = &r->ratings[player];
        int64_t games;
        double all = player_rate(r, player, -1, &games);
        size_t filled = 0;
        assert(place >= 0 && place < r->player_count);
        for (int32_t i = 0; i < r->player_count; i++) {
            int64_t met = 0;
            double rate = player_rate(r, player, r->order[i], &met);
            filled += (size_t)snprintf(line + filled, sizeof line - filled, "%s",
                                       percent_cell(rate, i == place ? 0 : met, cell));
        }
        report_line(to, "%3d  %-*.*s %+7.0f  %+6.0f ..%+6.0f%s %s", place + 1, width, width,
                    answer_player_name(r, player), rating->points, rating->low, rating->high, line,
                    percent_cell(all, games, cell));
    }
}

static void put_pairings(const answer_tournament *r, report *to)
{
    int width = 8;
    for (int32_t i = 0; i < r->pairing_count; i++) {
        size_t both = strlen(answer_player_name(r, r->scores[i].pairing.first)) +
                      strlen(answer_player_name(r, r->scores[i].pairing.second)) + 3;
        width = (int)both > width ? (int)both : width;
    }
    width = width > 2 * WIDEST_NAME ? 2 * WIDEST_NAME : width;
    report_line(to, "     %-*s  games    won   lost   tied   rate           95 %%  White  Black",
                width, "pairing");
    for (int32_t i = 0; i < r->pairing_count; i++) {
        const dm_pairing_score *s = &r->scores[i];
        dm_rate rate = answer_pairing_rate(s);
        char both[2 * WIDEST_NAME + 4], black[16] = "     -";
        if (!r->plan->first_white)
            snprintf(black, sizeof black, "%6.1f", 100 * answer_side_rate(s, DM_BLACK));
        snprintf(both, sizeof both, "%.*s - %.*s", WIDEST_NAME,
                 answer_player_name(r, s->pairing.first), WIDEST_NAME,
                 answer_player_name(r, s->pairing.second));
        report_line(to,
                    "%3d  %-*.*s %6" PRId64 " %6" PRId64 " %6" PRId64 " %6" PRId64
                    " %6.1f %5.1f ..%6.1f %6.1f %s%s",
                    i + 1, width, width, both, s->games, s->wins[0], s->wins[1], s->ties,
                    100 * rate.rate, 100 * rate.low, 100 * rate.high,
                    100 * answer_side_rate(s, DM_WHITE), black,
                    s->verdict > 0   ? "  the first is better"
                    : s->verdict < 0 ? "  the second is better"
                                     : "");
    }
}

/* What is known for sure, if the plan has a goal. */
static void put_goal(const answer_tournament *r, report *to)
{
    const dm_tournament_plan *plan = r->plan;
    const char *goal = answer_goal_name(plan);
    double percent = plan->confidence > 0 ? 100 * plan->confidence : 95;
    if (!goal)
        return;
    report_line(to, "%s", "");
    if (!dm_tournament_where(r->tournament).is_known)
        report_line(to, "The %s is not known with %g %%.", goal, percent);
    else if (plan->until == DM_GOAL_WINNER)
        report_line(to, "The winner is known with %g %%: %s", percent,
                    answer_player_name(r, r->order[0]));
    else
        report_line(to, "The order is known with %g %%.", percent);
}

static dm_status print_tables(const cli_call *cli, const answer_tournament *r, dm_error *err)
{
    const dm_tournament_plan *plan = r->plan;
    char system[120];
    report *to = report_new(cli, NULL);
    /* how the games were chosen: "20 games per pairing", "swiss, 5 rounds of 2 games" */
    dm_tournament_state state = dm_tournament_where(r->tournament);
    if (plan->system == DM_ROUND_ROBIN)
        snprintf(system, 120, "%" PRId64 " games per pairing%s",
                 plan->games / (1 + plan->first_white),
                 plan->first_white ? ", the first always White" : "");
    else
        snprintf(system, 120, "%s, %" PRId64 " %s%s of %" PRId64 " games per meeting",
                 dm_pairing_system_name(plan->system), state.steps,
                 plan->system == DM_SWISS ? "round" : "step", dmi_plural(state.steps, "", "s"),
                 plan->games);
    report_line(to, "%s: %d players, %s, %d %s, %d per turn, ties %s, seed %" PRIu64, plan->arena,
                r->player_count, system, plan->rounds, dmi_plural(plan->rounds, "round", "rounds"),
                plan->per_turn, dm_tie_rule_name(plan->ties), plan->seed);
    report_line(to, "%s", "");
    put_crosstable(r, to);
    report_line(to, "%s", "");
    put_pairings(r, to);
    for (int32_t player = 0; player < r->player_count; player++) {
        dm_tournament_player_info about = dm_tournament_player_about(r->tournament, player);
        char kinds[200] = "";
        size_t used = 0;
        for (int kind = 0; kind < DM_FAULT_KINDS; kind++)
            if (r->kinds[player][kind] > 0)
                used += (size_t)snprintf(kinds + used, sizeof kinds - used, "%s%s %" PRId64,
                                         used ? ", " : ": ", dm_fault_name((dm_fault)kind),
                                         r->kinds[player][kind]);
        if (about.faults > 0 || about.is_disqualified)
            report_line(to, "%s lost %" PRId64 " turn%s in %" PRId64 " game%s by faults%s%s",
                        about.name, about.faults, dmi_plural(about.faults, "", "s"),
                        about.faulty_games, dmi_plural(about.faulty_games, "", "s"), kinds,
                        about.is_disqualified ? "; disqualified" : "");
    }
    put_goal(r, to);
    return report_end(to, err);
}

dm_status tournament_print(const cli_call *cli, const answer_tournament *r, double begun,
                           dm_error *err)
{
    const ask_board board = {.source = r->plan->arena,
                             .arena = dm_tournament_first_board(r->tournament),
                             .begun = begun};
    dm_status status = DM_OK;
    if (!cli->json)
        return print_tables(cli, r, err);
    /* the plane has no vertices */
    const ask_board *shown = board.arena ? &board : NULL;
    for (int32_t i = 0; i < r->pairing_count && status == DM_OK; i++) {
        report *to = report_new(cli, shown);
        if (!shown)
            report_json(to, "arena", report_name(r->plan->arena));
        answer_add_score(to, r, i);
        status = report_end(to, err);
    }
    if (status != DM_OK)
        return status;
    report *to = report_new(cli, shown);
    if (!shown)
        report_json(to, "arena", report_name(r->plan->arena));
    answer_add_state(to, r);
    report_json(to, "ratings", answer_ratings(r));
    return report_end(to, err);
}

static dm_status write_rows(FILE *to, const void *what, dm_error *err)
{
    (void)err;
    const answer_tournament *r = what;
    fputs("first,second,games,first_wins,second_wins,ties_played,rate,low,high,white_rate,"
          "black_rate,first_faults,second_faults,first_rating,second_rating\n",
          to);
    for (int32_t i = 0; i < r->pairing_count; i++) {
        const dm_pairing_score *s = &r->scores[i];
        dm_rate rate = answer_pairing_rate(s);
        answer_cell(to, answer_player_name(r, s->pairing.first));
        fputc(',', to);
        answer_cell(to, answer_player_name(r, s->pairing.second));
        fprintf(to, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%.6f,%.6f,%.6f,%.6f,%.6f",
                s->games, s->wins[0], s->wins[1], s->ties, rate.rate, rate.low, rate.high,
                answer_side_rate(s, DM_WHITE), answer_side_rate(s, DM_BLACK));
        fprintf(to, ",%" PRId64 ",%" PRId64 ",%.1f,%.1f\n", s->faults[0], s->faults[1],
                r->ratings[s->pairing.first].points, r->ratings[s->pairing.second].points);
    }
    return DM_OK;
}

dm_status tournament_write_csv(const answer_tournament *r, const char *path, dm_error *err)
{
    return cli_write_file(path, write_rows, r, err);
}

typedef struct {
    const answer_tournament *results;
    FILE *to;
} listing;

static dm_status write_game(void *user, const dm_tournament_game *game, dm_error *err)
{
    (void)err;
    const listing *l = user;
    static const char *const winners[] = {"black", "tie", "white"};
    fprintf(l->to, "%d,%" PRId64 ",", game->pairing + 1, game->number + 1);
    answer_cell(l->to, answer_player_name(l->results, game->player[DM_WHITE]));
    fputc(',', l->to);
    answer_cell(l->to, answer_player_name(l->results, game->player[DM_BLACK]));
    fprintf(l->to, ",%" PRIu64 ",%s,%" PRId64 ",%" PRId64 ",%" PRId64 ",", game->board_seed,
            winners[1 + game->outcome], game->value, game->faults[DM_WHITE],
            game->faults[DM_BLACK]);
    answer_cell(l->to, game->moves);
    fputc('\n', l->to);
    return DM_OK;
}

static dm_status write_games(FILE *to, const void *what, dm_error *err)
{
    const answer_tournament *r = what;
    listing l = {r, to};
    dm_status status = DM_OK;
    fputs("pairing,game,white,black,board_seed,winner,value,white_faults,black_faults,moves\n", to);
    for (int32_t i = 0; i < r->pairing_count && status == DM_OK; i++)
        status = dm_tournament_each_game(r->tournament, i, write_game, &l, err);
    return status;
}

dm_status tournament_write_list(const answer_tournament *r, const char *path, dm_error *err)
{
    return cli_write_file(path, write_games, r, err);
}
