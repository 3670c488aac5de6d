/* tournament_csv.c - the results of a tournament as CSV: one row per pairing or per game. */
#include "tournament_command.h"

#include <inttypes.h>
#include <string.h>

static const char *player_name(const answer_tournament *r, int32_t player)
{
    return dm_tournament_player_about(r->tournament, player).name;
}

static void put_cell(FILE *to, const char *text)
{
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
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
        put_cell(to, player_name(r, s->pairing.first));
        fputc(',', to);
        put_cell(to, player_name(r, s->pairing.second));
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
    put_cell(l->to, player_name(l->results, game->player[DM_WHITE]));
    fputc(',', l->to);
    put_cell(l->to, player_name(l->results, game->player[DM_BLACK]));
    fprintf(l->to, ",%" PRIu64 ",%s,%" PRId64 ",%" PRId64 ",%" PRId64 ",", game->board_seed,
            winners[1 + game->outcome], game->value, game->faults[DM_WHITE],
            game->faults[DM_BLACK]);
    put_cell(l->to, game->moves);
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
