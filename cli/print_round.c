/* print_round.c - what score, reply and lead share.
 *
 * The answer, which may have taken hours, is printed before files are written: a full disk must not
 * lose it.
 */
#include "cli.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The files that a round can be written to. */
enum { CSV, GEOJSON, PICTURE, PAGE, FILES };

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

/* Draws the text and writes the files; NULL: not asked for. */
static dm_status show_round(const cli_call *cli, scene *s, bool as_text, char *const file[FILES],
                            dm_error *err)
{
    const answer_market *m = s->market;
    dm_status status = DM_OK;
    s->stones = malloc(((size_t)m->sites + 1) * sizeof *s->stones);
    s->labels = answer_site_labels(m);
    if (!s->stones || !s->labels)
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0; s->stones && i < m->sites; i++)
        s->stones[i] = (dm_stone){m->site[i].row.vertex, (int32_t)m->site[i].side};
    if (status == DM_OK && (file[CSV] || file[GEOJSON] || file[PICTURE] || file[PAGE]))
        status = dm_arena_check(m->arena, NULL, err);
    if (status == DM_OK && as_text)
        status = draw_text(cli, s, err);
    if (status == DM_OK && file[CSV])
        status = cli_write_file(file[CSV], answer_table, m, err);
    if (status == DM_OK && file[GEOJSON])
        status = cli_write_file(file[GEOJSON], answer_geojson, m, err);
    if (status == DM_OK && file[PICTURE]) {
        dm_picture picture = picture_of(cli, s);
        picture.caption = s->caption;
        status = dm_draw_file(s->market->arena, s->stones, s->market->sites,
                              (dm_tie_rule)cli->ask.ties, &picture, file[PICTURE], err);
    }
    if (status == DM_OK && file[PAGE]) {
        const dm_picture picture = picture_of(cli, s);
        const char *slash = strrchr(cli->ask.arena, '/');
        const char *source = slash ? slash + 1 : cli->ask.arena;
        const answer_shown shown = {m, source, s->caption, s->stones, &picture};
        status = cli_write_file(file[PAGE], answer_market_page, &shown, err);
    }
    free(s->stones);
    free(s->labels);
    return status;
}

dm_status round_print(const cli_call *cli, const ask_board *board, const round_fields *given,
                      const answer_market *market, const char *caption, report *r, dm_error *err)
{
    static const char *const keys[FILES] = {"csv", "geojson", "file", "report"};
    const char *const wanted[FILES] = {given->csv, given->geojson, given->output, given->report};
    char *file[FILES] = {NULL};
    bool has_files = false, is_silent = false; /* standard output has a table, not the answer */
    dm_status status = DM_OK;
    scene s = {.market = market, .caption = caption};
    assert(market->owned && market->sites >= 0);
    for (int i = 0; i < FILES && status == DM_OK; i++) {
        if (!wanted[i])
            continue;
        has_files = true;
        is_silent |= strcmp(wanted[i], "-") == 0;
        file[i] = cli_board_path(wanted[i], board);
        if (file[i])
            report_string(r, keys[i], file[i]);
        else
            status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    }
    if (status == DM_OK && !is_silent)
        status = report_end(r, err);
    else
        report_free(r);
    bool as_text = !is_silent && cli_wants_picture(cli, market->arena, given->draw);
    if (status == DM_OK && (has_files || as_text))
        status = show_round(cli, &s, as_text, file, err);
    for (int i = 0; i < FILES; i++)
        free(file[i]);
    return status;
}
