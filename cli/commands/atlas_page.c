/* atlas_page.c - the atlas as an HTML page: values, counts, and pictures of Black's wins. */
#include "atlas_command.h"

#include "answer/report.h"

#include <inttypes.h>
#include <string.h>

static const char style[] =
    "body{font:16px/1.5 Georgia,serif;margin:2rem auto;max-width:76rem;padding:0 1rem;color:#222}\n"
    "h1{margin:0}h2{margin-top:2.5rem}p{color:#555}div{overflow-x:auto}\n"
    "table{border-collapse:collapse;font:13px/1.4 ui-monospace,Menlo,Consolas,monospace}\n"
    "th,td{border:1px solid #ddd;padding:.1rem .5rem;text-align:right}\n"
    "th{font-weight:normal;background:#f3f0e8}td.w{background:#d6e6f5}td.b{background:#f6d8c4}\n"
    "td.t{background:#f4f4f2}td.o{color:#999}\n"
    "figure{display:inline-block;margin:1rem;text-align:center}figcaption{font-size:.85rem}\n";

void atlas_page_head(FILE *page)
{
    fprintf(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<title>Demesne: an atlas of solved games</title>\n<style>\n%s</style></head>\n<body>\n"
        "<h1>An atlas of solved games</h1>\n"
        "<p>White minus Black under best play, one row per board, one column per number of rounds. "
        "Made by Demesne %s.</p>\n",
        style, dm_version());
}

void atlas_page_foot(FILE *page)
{
    fputs("</body></html>\n", page);
}

typedef struct {
    FILE *page;
    const atlas_survey *survey;
    char board[64];
    int32_t column; /* the next to write; 0: no row begun */
} grid;

static void put_heading(FILE *page, const char *first, const atlas_survey *s)
{
    fprintf(page, "<div><table>\n<tr>%s", first);
    for (int32_t r = 1; r <= s->max_rounds; r++)
        fprintf(page, "<th>%d</th>", r);
    fputs("</tr>\n", page);
}

static void fill_row(grid *g, int32_t until)
{
    for (; g->column < until; g->column++)
        fputs("<td></td>", g->page);
}

static void end_row(grid *g)
{
    if (g->column == 0)
        return;
    fill_row(g, g->survey->max_rounds + 1);
    fputs("</tr>\n", g->page);
}

static dm_status value_cell(void *user, const dm_atlas_game *game, dm_error *err)
{
    (void)err;
    grid *g = user;
    char value[48];
    if (g->column == 0 || strcmp(g->board, game->board) != 0) {
        end_row(g);
        fputs("<tr><th>", g->page);
        report_html(g->page, game->board);
        fputs("</th>", g->page);
        snprintf(g->board, sizeof g->board, "%s", game->board);
        g->column = 1;
    }
    fill_row(g, game->rounds);
    atlas_value_text(game, value);
    fprintf(g->page, "<td class=\"%s\">%s</td>",
            game->lower > 0   ? "w"
            : game->upper < 0 ? "b"
            : game->proven    ? "t"
                              : "o",
            value);
    g->column = game->rounds + 1;
    return DM_OK;
}

static dm_status put_values(FILE *page, const atlas_query *query, const atlas_survey *s,
                            dm_error *err)
{
    grid g = {.page = page, .survey = s};
    put_heading(page, "<th>rounds</th>", s);
    dm_status status = atlas_read(query, value_cell, &g, err);
    end_row(&g);
    fputs("</table></div>\n", page);
    return status;
}

static dm_status count_row(void *user, const atlas_size *size, dm_error *err)
{
    (void)err;
    grid *g = user;
    fprintf(g->page, "<tr><th>%d</th><th>%" PRId64 "%s</th>", size->vertices, size->boards,
            size->is_complete ? "" : " so far");
    for (g->column = 1; g->column <= size->max_rounds; g->column++) {
        const atlas_count *c = &size->by_rounds[g->column];
        if (atlas_count_sum(c) == 0)
            fputs("<td></td>", g->page);
        else
            fprintf(g->page, "<td class=\"%s\">%" PRId64 " / %" PRId64 " / %" PRId64 "</td>",
                    c->black ? "b" : "t", c->white, c->tie, c->black);
    }
    end_row(g);
    return DM_OK;
}

static dm_status put_counts(FILE *page, const atlas_query *query, const atlas_survey *s,
                            dm_error *err)
{
    grid g = {.page = page, .survey = s};
    fputs("<p>Number of boards: White wins / tie / Black wins.</p>\n", page);
    put_heading(page, "<th>vertices</th><th>boards</th>", s);
    dm_status status = atlas_each_size(query, s, count_row, &g, err);
    fputs("</table></div>\n", page);
    return status;
}

dm_status atlas_page_section(FILE *page, const atlas_query *query, dm_error *err)
{
    atlas_survey s = {0};
    dm_status status = atlas_survey_init(query, &s, err);
    if (status != DM_OK)
        return status;
    const dm_atlas_table *table = dm_atlas_table_find(query->plan.table);
    fprintf(page, "<h2>%s</h2>\n<p>", table->name);
    report_html(page, table->help);
    fprintf(page,
            ". %" PRId64 " boards, %" PRId64 " games: White wins %" PRId64 ", tie %" PRId64
            ", Black wins %" PRId64 ", not proven %" PRId64 "; ties %s.</p>\n",
            s.boards, s.games, s.total.white, s.total.tie, s.total.black, s.total.unproven,
            dm_tie_rule_name(query->plan.ties));
    if (s.games > 0)
        status =
            table->is_family ? put_values(page, query, &s, err) : put_counts(page, query, &s, err);
    if (status == DM_OK) {
        for (int32_t r = 1; r <= s.max_rounds && status == DM_OK; r++) {
            const atlas_rounds *row = &s.rounds[r];
            if (!row->least)
                continue;
            fprintf(page,
                    "<h3>Rounds %d: Black wins from %d vertices on (%" PRId64
                    " of that size)</h3>\n",
                    r, row->least, row->least_count);
            for (int i = 0; i < ATLAS_EXAMPLES && row->example[i] && status == DM_OK; i++) {
                dm_arena *arena = NULL;
                char *svg = NULL;
                const dm_picture picture = {
                    .width = 220, .height = 220, .hide_legend = true, .seed = 1};
                status = dm_atlas_board(row->example[i], &arena, err);
                if (status == DM_OK)
                    status = dm_draw_svg(arena, NULL, 0, query->plan.ties, &picture, &svg, err);
                if (status == DM_OK) {
                    const char *inside = strstr(svg, "<svg"); /* skips the XML declaration */
                    fprintf(page, "<figure>%s<figcaption>", inside ? inside : svg);
                    report_html(page, row->example[i]);
                    fprintf(page, " (%+" PRId64 ")</figcaption></figure>\n", row->value[i]);
                }
                dm_free(svg);
                dm_arena_free(arena);
            }
        }
    }
    atlas_survey_clear(&s);
    return status;
}
