/* interval_draw.c - pictures of a game on a circle or a segment: files, and the terminal. */
#include "interval.h"

dm_status interval_draw_files(cli_call *cli, const dm_interval *game, dm_error *err)
{
    const interval_options *own = cli->ask.own;
    dm_status status = DM_OK;
    if (own->draw && *own->draw)
        status = dm_draw_interval(game, NULL, own->draw, err);
    if (status == DM_OK && own->animate)
        status = dm_draw_interval_game(game, own->animate, err);
    cli->ask.wrong_words = status == DM_BAD_ARGUMENT; /* an ending that names no picture */
    return status;
}

dm_status interval_show(const cli_call *cli, FILE *to, const dm_interval *game, bool asked,
                        dm_error *err)
{
    dm_text form;
    char *picture = NULL;
    bool seen = cli_is_terminal(to) && !cli->quiet && dm_interval_rules_of(game)->stones <= 40;
    if ((to == stdout && cli->json) || !(asked || seen) || dm_interval_count(game) == 0)
        return DM_OK;
    cli_text_form(to, &form);
    dm_status status = dm_draw_interval_text(game, &form, &picture, err);
    if (status == DM_OK)
        fputs(picture, to);
    dm_free(picture);
    return status;
}
