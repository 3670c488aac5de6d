/* site_player.c - the page of one player: record, opponents, worst moves, faults. */
#include "base/names.h"
#include "tournament_pages/site.h"

#include <inttypes.h>
#include <string.h>

static void put_record_row(FILE *page, const char *name, const site_record *r)
{
    int64_t games = r->won + r->tied + r->lost;
    fprintf(page,
            "<tr><th scope=\"row\">%s</th><td class=\"n\">%" PRId64 "</td><td class=\"n\">%" PRId64
            "</td><td class=\"n\">%" PRId64 "</td><td class=\"n\">%" PRId64 "</td>",
            name, games, r->won, r->tied, r->lost);
    if (games > 0)
        fprintf(page, "<td class=\"n\">%.1f</td></tr>\n",
                100 * dm_win_rate(r->won, r->tied, games).rate);
    else
        fputs("<td></td></tr>\n", page);
}

static void put_record(FILE *page, const site_player *p)
{
    const site_record all = {p->record[0].won + p->record[1].won,
                             p->record[0].tied + p->record[1].tied,
                             p->record[0].lost + p->record[1].lost};
    fputs("<h2 id=\"record\">Record</h2>\n"
          "<section class=\"wide\" aria-labelledby=\"record\" tabindex=\"0\">\n<table>\n"
          "<thead><tr><th scope=\"col\">Side</th><th scope=\"col\" class=\"n\">Games</th>"
          "<th scope=\"col\" class=\"n\">Won</th><th scope=\"col\" class=\"n\">Tied</th><th "
          "scope=\"col\" class=\"n\">Lost</th>"
          "<th scope=\"col\" class=\"n\">Points of 100</th></tr></thead>\n<tbody>\n",
          page);
    put_record_row(page, "White", &p->record[DM_WHITE]);
    put_record_row(page, "Black", &p->record[DM_BLACK]);
    put_record_row(page, "both", &all);
    fputs("</tbody>\n</table>\n</section>\n", page);
    fprintf(page, "<p>It thought for %.3g s in all", p->seconds[0]);
    if (p->seconds[1] > 0)
        fprintf(page, ", and used the processor for %.3g s", p->seconds[1]);
    fputs(".</p>\n", page);
}

static void put_opponent(FILE *page, const site *s, int32_t player, int32_t other,
                         const site_pairing *p)
{
    bool is_first = p->first == player;
    dm_rate rate = dm_win_rate(is_first ? p->first_wins : p->second_wins, p->ties, p->games);
    fprintf(page, "<tr><th scope=\"row\">%d. <a href=\"p%d.html\">", s->player[other].place,
            other + 1);
    report_html(page, s->player[other].name);
    fprintf(page,
            "</a></th><td class=\"n\">%" PRId64 "</td><td class=\"n\">%" PRId64
            "</td><td class=\"n\">%" PRId64 "</td><td class=\"n\">%" PRId64 "</td>",
            p->games, is_first ? p->first_wins : p->second_wins, p->ties,
            is_first ? p->second_wins : p->first_wins);
    fprintf(page,
            "<td class=\"n\">%.1f</td><td class=\"n\">%.0f to %.0f</td><td>"
            "<a href=\"game.html#%d\" aria-label=\"games against ",
            100 * rate.rate, 100 * rate.low, 100 * rate.high, (int)(p - s->pairing) + 1);
    report_html(page, s->player[other].name);
    fputs("\">games</a></td></tr>\n", page);
}

static void put_opponents(FILE *page, const site *s, int32_t player)
{
    fputs("<h2 id=\"opponents\">Against each opponent</h2>\n"
          "<section class=\"wide\" aria-labelledby=\"opponents\" tabindex=\"0\">\n"
          "<table>\n<thead><tr><th scope=\"col\">Opponent</th><th scope=\"col\" "
          "class=\"n\">Games</th>"
          "<th scope=\"col\" class=\"n\">Won</th><th scope=\"col\" class=\"n\">Tied</th><th "
          "scope=\"col\" class=\"n\">Lost</th>"
          "<th scope=\"col\" class=\"n\">Points of 100</th><th scope=\"col\" class=\"n\">95 % "
          "interval</th>"
          "<th scope=\"col\">Replay</th></tr></thead>\n<tbody>\n",
          page);
    for (int32_t i = 0; i < s->player_count; i++) {
        const site_pairing *p = site_find_pairing(s, player, s->order[i]);
        if (p && s->order[i] != player)
            put_opponent(page, s, player, s->order[i], p);
    }
    fputs("</tbody>\n</table>\n</section>\n", page);
}

/* A link to a turn of a game, and the opponent. */
static void put_game_cells(FILE *page, const site *s, int32_t player, int32_t pairing,
                           int64_t number, int32_t turn)
{
    const site_pairing *p = &s->pairing[pairing];
    int32_t other = p->first == player ? p->second : p->first;
    fprintf(page,
            "<tr><th scope=\"row\"><a href=\"game.html#%d-%" PRId64 "-%d\">game %" PRId64
            ", turn %d</a></th><td>",
            pairing + 1, number + 1, turn + 1, number + 1, turn + 1);
    report_html(page, s->player[other].name);
    fputs("</td>", page);
}

static void put_stones(FILE *page, dm_vertex vertex, int32_t stones)
{
    if (vertex < 0)
        fputs("<td class=\"n\">none</td>", page);
    else
        fprintf(page, "<td class=\"n\">%d%s</td>", vertex, stones > 1 ? ", .." : "");
}

static void put_review_note(FILE *page, const site *s, const site_player *p)
{
    if (s->review_seconds <= 0) {
        fputs("<p>No games were reviewed.</p>\n", page);
        return;
    }
    fprintf(page,
            "<p>%" PRId64 " of %" PRId64
            " games were reviewed, the closest losses first. The solver knows the best value of "
            "the last turns of a game: %" PRId64 " turns of this player are proven, %" PRId64
            " earlier ones could not be solved in the time, and may hide worse moves.</p>\n",
            p->games_reviewed, site_games_of(p), p->turns_reviewed, p->turns_skipped);
}

static void put_blunders(FILE *page, const site *s, int32_t player)
{
    const site_player *p = &s->player[player];
    fputs("<h2 id=\"worst\">Worst moves</h2>\n", page);
    put_review_note(page, s, p);
    if (p->blunder_count == 0) {
        if (p->turns_reviewed > 0)
            fputs("<p>None of the proven turns lost anything.</p>\n", page);
        return;
    }
    fputs("<section class=\"wide\" aria-labelledby=\"worst\" tabindex=\"0\">\n<table>\n"
          "<thead><tr><th scope=\"col\">Where</th><th scope=\"col\">Opponent</th>"
          "<th scope=\"col\" class=\"n\">Played</th><th scope=\"col\" class=\"n\">A best move</th>"
          "<th scope=\"col\" class=\"n\">Points lost</th><th scope=\"col\">Changed the "
          "result</th></tr></thead>\n"
          "<tbody>\n",
          page);
    for (int32_t i = 0; i < p->blunder_count; i++) {
        const site_blunder *b = &p->blunder[i];
        put_game_cells(page, s, player, b->pairing, b->number, b->turn);
        put_stones(page, b->played, b->stones);
        put_stones(page, b->best, b->stones);
        fprintf(page, "<td class=\"n\">%" PRId64 "</td><td>%s</td></tr>\n", b->loss,
                b->decided ? "yes" : "");
    }
    fputs("</tbody>\n</table>\n</section>\n", page);
}

static void put_faults(FILE *page, const site *s, int32_t player)
{
    const site_player *p = &s->player[player];
    fputs("<h2 id=\"faults\">Lost turns</h2>\n", page);
    if (p->faults == 0) {
        fputs("<p>None.</p>\n", page);
        return;
    }
    fprintf(page, "<p>%" PRId64 " turn%s in %" PRId64 " game%s", p->faults,
            dmi_plural(p->faults, "", "s"), p->faulty_games, dmi_plural(p->faulty_games, "", "s"));
    if ((int64_t)p->fault_count < p->faults)
        fprintf(page, "; %zu are shown", p->fault_count);
    fputs(".</p>\n", page);
    if (p->fault_count == 0)
        return;
    fputs("<section class=\"wide\" aria-labelledby=\"faults\" tabindex=\"0\">\n<table>\n"
          "<thead><tr><th scope=\"col\">Where</th><th scope=\"col\">Opponent</th>"
          "<th scope=\"col\">Kind</th><th scope=\"col\">What happened</th></tr></thead>\n<tbody>\n",
          page);
    for (size_t i = 0; i < p->fault_count; i++) {
        const site_fault *f = &p->fault[i];
        put_game_cells(page, s, player, f->pairing, f->number, f->turn);
        fputs("<td>", page);
        report_html(page, f->kind);
        fputs("</td><td class=\"words\">", page);
        report_html(page, f->detail);
        if (*f->error_output) {
            fputs("<details><summary>its standard error</summary><pre>", page);
            report_html(page, f->error_output);
            fputs("</pre></details>", page);
        }
        fputs("</td></tr>\n", page);
    }
    fputs("</tbody>\n</table>\n</section>\n", page);
}

dm_status site_write_player(const site *s, int32_t player, dm_error *err)
{
    FILE *page = NULL;
    dm_status status = site_open(s, &page, err, "p%d.html", player + 1);
    if (status != DM_OK)
        return status;
    site_head(page, s->player[player].name, false);
    const site_player *p = &s->player[player];
    fprintf(page, "<p class=\"about\">Place %d of %d, rating %+.0f (%+.0f to %+.0f).", p->place,
            s->player_count, p->rating.points, p->rating.low, p->rating.high);
    if (*p->version) {
        fputs(" Version ", page);
        report_html(page, p->version);
        fputs(".", page);
    }
    if (*p->command) {
        fputs(" Command: <code>", page);
        report_html(page, p->command);
        fputs("</code>", page);
    }
    fputs("</p>\n", page);
    put_record(page, &s->player[player]);
    put_opponents(page, s, player);
    put_blunders(page, s, player);
    put_faults(page, s, player);
    site_foot(page);
    return site_close(page, err);
}
