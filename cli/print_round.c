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

static dm_status draw_text(const answer_market *m, const dm_stone *stones, dm_tie_rule ties,
                           dm_error *err)
{
    dm_text form;
    char *text = NULL;
    cli_text_form(stdout, &form);
    form.numbers = form.colour;
    form.owned = m->owned;
    dm_status status = dm_draw_text(m->arena, stones, m->sites, ties, &form, &text, err);
    if (status == DM_OK)
        fputs(text, stdout);
    dm_free(text);
    return status == DM_OK ? cli_flush(err) : status;
}

/* Draws the text and writes the files; NULL: not asked for. */
static dm_status show_round(const cli_call *cli, const answer_market *m, const char *caption,
                            bool as_text, char *const file[FILES], dm_error *err)
{
    const dm_tie_rule ties = (dm_tie_rule)cli->ask.ties;
    round_scene s;
    dm_status status = round_scene_init(&cli->ask, m, &s, err);
    if (status == DM_OK && (file[CSV] || file[GEOJSON] || file[PICTURE] || file[PAGE]))
        status = dm_arena_check(m->arena, NULL, err);
    if (status == DM_OK && as_text)
        status = draw_text(m, s.stones, ties, err);
    if (status == DM_OK && file[CSV])
        status = cli_write_file(file[CSV], answer_table, m, err);
    if (status == DM_OK && file[GEOJSON])
        status = cli_write_file(file[GEOJSON], answer_geojson, m, err);
    if (status == DM_OK && file[PICTURE]) {
        dm_picture picture = s.picture;
        picture.caption = caption;
        status = dm_draw_file(m->arena, s.stones, m->sites, ties, &picture, file[PICTURE], err);
    }
    if (status == DM_OK && file[PAGE]) {
        const char *slash = strrchr(cli->ask.arena, '/');
        const char *source = slash ? slash + 1 : cli->ask.arena;
        const answer_shown shown = {m, source, caption, s.stones, &s.picture, {NULL, NULL}};
        status = cli_write_file(file[PAGE], answer_market_page, &shown, err);
    }
    round_scene_clear(&s);
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
        status = show_round(cli, market, caption, as_text, file, err);
    for (int i = 0; i < FILES; i++)
        free(file[i]);
    return status;
}
