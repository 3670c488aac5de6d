/* atlas_show.c - prints tables of the atlas as text, and their counts as JSON. */
#include "atlas_command.h"
#include "base/names.h"
#include "cli.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

typedef struct {
    const atlas_survey *survey;
    char board[64];
    int32_t column; /* the next to print; 0: no row begun */
} grid;

static int column_width(const atlas_survey *s)
{
    int digits = s->max_rounds >= 100 ? 3 : s->max_rounds >= 10 ? 2 : 1;
    return 2 + (s->cell_width > digits ? s->cell_width : digits);
}

static dm_status print_cell(void *user, const dm_atlas_game *game, dm_error *err)
{
    (void)err;
    grid *g = user;
    char value[48];
    if (g->column == 0 || strcmp(g->board, game->board) != 0) {
        printf("%s  %-*s", g->column ? "\n" : "", g->survey->name_width, game->board);
        snprintf(g->board, sizeof g->board, "%s", game->board);
        g->column = 1;
    }
    atlas_value_text(game, value);
    int blank = (game->rounds - g->column) * column_width(g->survey);
    printf("%*s%*s", blank, "", column_width(g->survey), value);
    g->column = game->rounds + 1;
    return DM_OK;
}

typedef struct {
    int width;
    bool has_gaps;
} counts;

static void count_text(const atlas_count *c, char out[100])
{
    out[0] = 0;
    if (atlas_count_sum(c) == 0)
        return;
    int used = snprintf(out, 100, "%" PRId64 "/%" PRId64 "/%" PRId64, c->white, c->tie, c->black);
    if (c->unproven)
        snprintf(out + used, 100 - (size_t)used, "/%" PRId64 "?", c->unproven);
}

static dm_status measure_size(void *user, const atlas_size *size, dm_error *err)
{
    (void)err;
    counts *c = user;
    char text[100];
    for (int32_t r = 1; r <= size->max_rounds; r++) {
        count_text(&size->by_rounds[r], text);
        if ((int)strlen(text) > c->width)
            c->width = (int)strlen(text);
    }
    c->has_gaps |= !size->is_complete;
    return DM_OK;
}

static dm_status print_size(void *user, const atlas_size *size, dm_error *err)
{
    (void)err;
    const counts *c = user;
    char text[100];
    printf("  %8d  %8" PRId64 "%s", size->vertices, size->boards, size->is_complete ? " " : "*");
    for (int32_t r = 1; r <= size->max_rounds; r++) {
        count_text(&size->by_rounds[r], text);
        printf("  %*s", c->width, text);
    }
    putchar('\n');
    return DM_OK;
}

static dm_status print_counts(const atlas_query *query, const atlas_survey *survey, dm_error *err)
{
    counts c = {0};
    dm_status status = atlas_each_size(query, survey, measure_size, &c, err);
    if (status != DM_OK)
        return status;
    puts("  number of boards: White wins / tie / Black wins, by rounds");
    printf("  %8s  %8s ", "vertices", "boards");
    for (int32_t r = 1; r <= survey->max_rounds; r++)
        printf("  %*d", c.width, r);
    putchar('\n');
    status = atlas_each_size(query, survey, print_size, &c, err);
    if (c.has_gaps && query->winner == ATLAS_ANY)
        puts("  * some boards of that size, or rounds on them, are not solved yet");
    return status;
}

static dm_status show_text(const atlas_query *query, const atlas_survey *s, dm_error *err)
{
    dm_status status = DM_OK;
    printf("%s: %" PRId64 " board%s", query->plan.table, s->boards, dmi_plural(s->boards, "", "s"));
    if (s->boards)
        printf(" of %d to %d vertices", s->min_vertices, s->max_vertices);
    printf(", %" PRId64 " game%s, ties %s", s->games, dmi_plural(s->games, "", "s"),
           dm_tie_rule_name(query->plan.ties));
    if (query->plan.per_turn > 1)
        printf(", %d stones per turn", query->plan.per_turn);
    putchar('\n');
    if (strcmp(query->plan.table, "open-trees") == 0)
        puts("  complete k-ary trees, n rounds, 2n > k, fewer than (k^3 n^2 - 1)/(k - 1) vertices");
    if (s->games == 0)
        return DM_OK;
    if (dm_atlas_table_find(query->plan.table)->is_family) {
        grid g = {.survey = s};
        printf("  %-*s", s->name_width, "rounds");
        for (int32_t r = 1; r <= s->max_rounds; r++)
            printf("%*d", column_width(s), r);
        putchar('\n');
        status = atlas_read(query, print_cell, &g, err);
        putchar('\n');
    } else {
        status = print_counts(query, s, err);
    }
    printf("  White wins %" PRId64 ", tie %" PRId64 ", Black wins %" PRId64, s->total.white,
           s->total.tie, s->total.black);
    if (s->total.unproven)
        printf(", not proven %" PRId64, s->total.unproven);
    putchar('\n');
    if (status != DM_OK)
        return status;
    for (int32_t r = 1; r <= s->max_rounds && status == DM_OK; r++) {
        const atlas_rounds *row = &s->rounds[r];
        if (!row->least)
            continue;
        printf("\nsmallest that Black wins with %d round%s: %d vertices, %" PRId64 " board%s\n", r,
               dmi_plural(r, "", "s"), row->least, row->least_count,
               dmi_plural(row->least_count, "", "s"));
        for (int i = 0; i < ATLAS_EXAMPLES && row->example[i] && status == DM_OK; i++) {
            dm_arena *arena = NULL;
            printf("\n  %s (%+" PRId64 ")\n", row->example[i], row->value[i]);
            status = dm_atlas_board(row->example[i], &arena, err);
            if (status == DM_OK)
                status = cli_show(stdout, arena, NULL, 0, query->plan.ties, true, err);
            dm_arena_free(arena);
        }
    }
    return status;
}

typedef struct {
    const cli_call *cli;
    const atlas_query *query;
} context;

static dm_status report_size(void *user, const atlas_size *size, dm_error *err)
{
    const context *c = user;
    dm_status status = DM_OK;
    for (int32_t r = 1; r <= size->max_rounds && status == DM_OK; r++) {
        const atlas_count *count = &size->by_rounds[r];
        if (atlas_count_sum(count) == 0)
            continue;
        report *line = report_new(c->cli, NULL);
        report_string(line, "table", c->query->plan.table);
        report_count(line, "vertices", size->vertices);
        report_count(line, "rounds", r);
        report_count(line, "per_turn", c->query->plan.per_turn);
        report_string(line, "ties", dm_tie_rule_name(c->query->plan.ties));
        report_count(line, "white", count->white);
        report_count(line, "tie", count->tie);
        report_count(line, "black", count->black);
        report_count(line, "unproven", count->unproven);
        report_flag(line, "complete", size->is_complete);
        status = report_end(line, err);
    }
    return status;
}

dm_status atlas_show(const cli_call *cli, const atlas_query *query, dm_error *err)
{
    atlas_survey survey = {0};
    const context c = {cli, query};
    dm_status status = atlas_survey_init(query, &survey, err);
    if (status != DM_OK)
        return status;
    if (!cli->json) {
        status = show_text(query, &survey, err);
    } else {
        status = atlas_each_size(query, &survey, report_size, (void *)&c, err);
        if (status == DM_OK) {
            for (int32_t r = 1; r <= survey.max_rounds && status == DM_OK; r++) {
                const atlas_rounds *row = &survey.rounds[r];
                if (!row->least)
                    continue;
                report *line = report_new(c.cli, NULL);
                json_t *boards = json_array();
                for (int i = 0; i < ATLAS_EXAMPLES && row->example[i]; i++)
                    json_array_append_new(boards, json_string(row->example[i]));
                report_string(line, "table", c.query->plan.table);
                report_count(line, "rounds", r);
                report_count(line, "black_wins_from", row->least);
                report_count(line, "boards", row->least_count);
                report_json(line, "examples", boards);
                status = report_end(line, err);
            }
        }
    }
    atlas_survey_clear(&survey);
    return status == DM_OK ? cli_flush(err) : status;
}
