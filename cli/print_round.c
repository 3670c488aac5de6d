/* print_round.c - what score, reply and lead share.
 *
 * The answer, which may have taken hours, is printed before files are written: a full disk must not
 * lose it.
 */
#include "print_round.h"

#include "answer/answer_geojson.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What is drawn. */
typedef struct scene {
    const answer_market *market;
    dm_stone *stones;
    const char **labels; /* of the sites */
    const char *caption;
} scene;

static dm_picture picture_of(const cli_call *cli, const scene *s)
{
    return (dm_picture){.hide_numbers = true,
                        .seed = cli->ask.seed,
                        .owned = s->market->owned,
                        .territory = s->market->territory,
                        .stone_labels = s->labels};
}

static dm_status draw_file(const cli_call *cli, const scene *s, const char *path, dm_error *err)
{
    dm_picture picture = picture_of(cli, s);
    picture.caption = s->caption;
    return dm_draw_file(s->market->arena, s->stones, s->market->sites, (dm_tie_rule)cli->ask.ties,
                        &picture, path, err);
}

static dm_status draw_text(const cli_call *cli, const scene *s, dm_error *err)
{
    dm_text form;
    char *text = NULL;
    cli_text_form(stdout, &form);
    form.numbers = form.colour;
    form.owned = s->market->owned;
    dm_status status = dm_draw_text(s->market->arena, s->stones, s->market->sites,
                                    (dm_tie_rule)cli->ask.ties, &form, &text, err);
    if (status == DM_OK)
        fputs(text, stdout);
    dm_free(text);
    return status == DM_OK ? cli_flush(err) : status;
}

typedef struct paths {
    char *csv, *geojson, *output, *report; /* NULL: not asked for */
} paths;

/* Whether a table or GeoJSON goes to standard output, instead of the answer. */
static bool is_silent(const paths *files)
{
    return (files->csv && strcmp(files->csv, "-") == 0) ||
           (files->geojson && strcmp(files->geojson, "-") == 0);
}

/* Frees `r`. */
static dm_status print_answer(const paths *files, report *r, dm_error *err)
{
    if (is_silent(files)) {
        report_free(r);
        return DM_OK;
    }
    if (files->csv)
        report_string(r, "csv", files->csv);
    if (files->geojson)
        report_string(r, "geojson", files->geojson);
    if (files->output)
        report_string(r, "file", files->output);
    if (files->report)
        report_string(r, "report", files->report);
    return report_end(r, err);
}

dm_status round_print(const cli_call *cli, const ask_board *board, const round_fields *given,
                      const answer_market *market, const char *caption, report *r, dm_error *err)
{
    paths files = {0};
    scene s = {.market = market, .caption = caption};
    assert(market->owned && market->sites >= 0);
    files.csv = given->csv ? cli_board_path(given->csv, board) : NULL;
    files.geojson = given->geojson ? cli_board_path(given->geojson, board) : NULL;
    files.output = given->output ? cli_board_path(given->output, board) : NULL;
    files.report = given->report ? cli_board_path(given->report, board) : NULL;
    bool all = (files.csv || !given->csv) && (files.geojson || !given->geojson) &&
               (files.output || !given->output) && (files.report || !given->report);
    dm_status status = all ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK)
        status = print_answer(&files, r, err);
    else
        report_free(r);
    s.stones = malloc(((size_t)market->sites + 1) * sizeof *s.stones);
    s.labels = answer_site_labels(market);
    if (status == DM_OK && (!s.stones || !s.labels))
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0; s.stones && i < market->sites; i++)
        s.stones[i] = (dm_stone){market->site[i].vertex, (int32_t)market->site[i].side};
    if (status == DM_OK) {
        bool has_files = files.csv || files.geojson || files.output || files.report;
        status = has_files ? dm_arena_check(s.market->arena, NULL, err) : DM_OK;
        if (status == DM_OK && !is_silent(&files) &&
            cli_wants_picture(cli, s.market->arena, given->draw))
            status = draw_text(cli, &s, err);
        if (status == DM_OK && files.csv)
            status = cli_write_file(files.csv, answer_table, s.market, err);
        if (status == DM_OK && files.geojson)
            status = cli_write_file(files.geojson, answer_geojson, s.market, err);
        if (status == DM_OK && files.output)
            status = draw_file(cli, &s, files.output, err);
        if (status == DM_OK && files.report) {
            const dm_picture picture = picture_of(cli, &s);
            const char *slash = strrchr(cli->ask.arena, '/'),
                       *source = slash ? slash + 1 : cli->ask.arena;
            const answer_shown shown = {s.market, source, s.caption, s.stones, &picture};
            status = cli_write_file(files.report, answer_market_page, &shown, err);
        }
    }
    free(s.stones);
    free(s.labels);
    free(files.csv);
    free(files.geojson);
    free(files.output);
    free(files.report);
    return status;
}
