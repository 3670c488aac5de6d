/* site_page.c - the first page of a site: standings and crosstable. */
#include "base/names.h"
#include "tournament_pages/site.h"

#include <inttypes.h>
#include <math.h>

void site_head(FILE *page, const char *title, bool is_index)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          page);
    report_html(page, title);
    fputs("</title>\n<link rel=\"stylesheet\" href=\"site.css\">\n</head>\n<body>\n", page);
    if (!is_index)
        fputs("<header><a href=\"index.html\">All players</a></header>\n", page);
    fputs("<main>\n<h1>", page);
    report_html(page, title);
    fputs("</h1>\n", page);
}

void site_foot(FILE *page)
{
    fprintf(page, "</main>\n<footer>Made by demesne %s.</footer>\n</body>\n</html>\n",
            dm_version());
}

int64_t site_games_of(const site_player *player)
{
    int64_t games = 0;
    for (int side = 0; side < 2; side++)
        games += player->record[side].won + player->record[side].tied + player->record[side].lost;
    return games;
}

double site_rate_of(const site_player *player)
{
    int64_t won = player->record[0].won + player->record[1].won,
            tied = player->record[0].tied + player->record[1].tied;
    return dm_win_rate(won, tied, site_games_of(player)).rate;
}

const site_pairing *site_find_pairing(const site *s, int32_t one, int32_t other)
{
    for (int32_t i = 0; i < s->pairing_count; i++) {
        const site_pairing *p = &s->pairing[i];
        if ((p->first == one && p->second == other) || (p->first == other && p->second == one))
            return p;
    }
    return NULL;
}

double site_rate_against(const site_pairing *pairing, int32_t player)
{
    double rate = dm_win_rate(pairing->first_wins, pairing->ties, pairing->games).rate;
    return pairing->first == player ? rate : 1 - rate;
}

/* The ratings that all intervals lie between. */
static void find_span(const site *s, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int32_t i = 0; i < s->player_count; i++) {
        *low = fmin(*low, s->player[i].rating.low);
        *high = fmax(*high, s->player[i].rating.high);
    }
}

static void put_standing(FILE *page, const site *s, int32_t index, double low, double high)
{
    const site_player *p = &s->player[index];
    fprintf(page, "<tr><td class=\"n\">%d</td><th scope=\"row\"><a href=\"p%d.html\">", p->place,
            index + 1);
    report_html(page, p->name);
    fprintf(page, "</a></th><td class=\"n\">%+.0f</td>", p->rating.points);
    /* the interval as a bar with a dot; the numbers stand beside it */
    double scale = high > low ? 180 / (high - low) : 0;
    fprintf(page,
            "<td class=\"bar\"><svg viewBox=\"0 0 200 16\" width=\"200\" height=\"16\" "
            "aria-hidden=\"true\"><line x1=\"%.1f\" x2=\"%.1f\" y1=\"8\" y2=\"8\"/>"
            "<circle cx=\"%.1f\" cy=\"8\" r=\"4\"/></svg></td>",
            10 + (p->rating.low - low) * scale, 10 + (p->rating.high - low) * scale,
            10 + (p->rating.points - low) * scale);
    fprintf(page,
            "<td class=\"n\">%+.0f to %+.0f</td><td class=\"n\">%" PRId64
            "</td><td class=\"n\">%.1f</td>",
            p->rating.low, p->rating.high, site_games_of(p), 100 * site_rate_of(p));
    fprintf(page, "<td class=\"n\">%" PRId64 "</td></tr>\n", p->faults);
}

static void put_standings(FILE *page, const site *s)
{
    double low, high;
    find_span(s, &low, &high);
    fputs(
        "<h2 id=\"standings\">Standings</h2>\n"
        "<p>A dot is a player’s rating. The bar around it contains the true rating in 95 of 100 "
        "cases. 400 points more mean ten to one.</p>\n"
        "<section class=\"wide\" aria-labelledby=\"standings\" tabindex=\"0\">\n"
        "<table>\n<thead><tr><th scope=\"col\" class=\"n\">Place</th><th scope=\"col\">Player</th>"
        "<th scope=\"col\" class=\"n\">Rating</th><th scope=\"col\">95 % interval</th>"
        "<th scope=\"col\" class=\"n\">From, to</th><th scope=\"col\" class=\"n\">Games</th>"
        "<th scope=\"col\" class=\"n\">Points of 100</th><th scope=\"col\" class=\"n\">Lost "
        "turns</th></tr></thead>\n"
        "<tbody>\n",
        page);
    for (int32_t i = 0; i < s->player_count; i++)
        put_standing(page, s, s->order[i], low, high);
    fputs("</tbody>\n</table>\n</section>\n", page);
}

static void put_cell(FILE *page, const site *s, int32_t row, int32_t column)
{
    const site_pairing *p = row == column ? NULL : site_find_pairing(s, row, column);
    if (!p || p->games == 0) {
        fputs(row == column ? "<td class=\"self\"></td>" : "<td></td>", page);
        return;
    }
    double rate = site_rate_against(p, row);
    fprintf(page,
            "<td class=\"r%.0f\"><a href=\"game.html#%d\" aria-label=\"%.0f of 100: ", 10 * rate,
            (int)(p - s->pairing) + 1, 100 * rate);
    report_html(page, s->player[row].name);
    fputs(" against ", page);
    report_html(page, s->player[column].name);
    fprintf(page, "\">%.0f</a></td>", 100 * rate);
}

dm_status site_write_index(const site *s, dm_error *err)
{
    FILE *page = NULL;
    dm_status status = site_open(s, &page, err, "index.html");
    if (status != DM_OK)
        return status;
    site_head(page, s->title, true);
    fputs("<p class=\"about\">Boards: ", page);
    report_html(page, *s->arena ? s->arena : "from a file");
    fprintf(page,
            ". %d players, %" PRId64
            " games. %d %s of %d stone%s per player; ties go to %s; seed %" PRIu64 ".</p>\n",
            s->player_count, s->games, s->rules.rounds,
            dmi_plural(s->rules.rounds, "turn", "turns"), s->rules.per_turn,
            dmi_plural(s->rules.per_turn, "", "s"),
            s->rules.ties == DM_TIES_NEUTRAL   ? "nobody"
            : s->rules.ties == DM_TIES_EARLIER ? "the earlier stone"
            : s->rules.ties == DM_TIES_WHITE   ? "White"
                                               : "Black",
            s->seed);
    put_standings(page, s);
    fputs("<h2 id=\"crosstable\">Crosstable</h2>\n"
          "<p>How many of 100 points the row’s player won from the column’s; a tie is half a "
          "point. Choose a number to see the games.</p>\n"
          "<section class=\"wide\" aria-labelledby=\"crosstable\" tabindex=\"0\">\n"
          "<table class=\"cross\">\n<thead><tr><th scope=\"col\">Player</th>",
          page);
    for (int32_t i = 0; i < s->player_count; i++)
        fprintf(page, "<th scope=\"col\">%d</th>", i + 1);
    fputs("</tr></thead>\n<tbody>\n", page);
    for (int32_t i = 0; i < s->player_count; i++) {
        int32_t row = s->order[i];
        fprintf(page, "<tr><th scope=\"row\">%d. <a href=\"p%d.html\">", i + 1, row + 1);
        report_html(page, s->player[row].name);
        fputs("</a></th>", page);
        for (int32_t j = 0; j < s->player_count; j++)
            put_cell(page, s, row, s->order[j]);
        fputs("</tr>\n", page);
    }
    fputs("</tbody>\n</table>\n</section>\n", page);
    site_foot(page);
    return site_close(page, err);
}
