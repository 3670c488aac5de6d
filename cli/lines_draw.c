/* lines_draw.c - pictures of levels: -o and --animate of `demesne lines`. */
#include "lines.h"

static dm_status draw(cli_call *cli, const answer_level *own, const dm_level_picture *picture,
                      dm_error *err)
{
    const lines_options *options = cli->ask.own;
    dm_status status = DM_OK;
    if (options->output)
        status = dm_draw_level(own->level, picture, options->output, err);
    if (status == DM_OK && options->animate)
        status = dm_draw_expansion(own->level, picture, options->animate, err);
    if (status == DM_BAD_ARGUMENT)
        cli->ask.wrong_words = true;
    return status;
}

dm_status lines_draw(cli_call *cli, const answer_level *own, const dm_line_move *moves,
                     int32_t count, const dm_level *after, dm_error *err)
{
    const dm_level_picture picture = {.ties = own->ties,
                                      .after = after,
                                      .moves = moves,
                                      .move_count = count,
                                      .title = own->source,
                                      .seed = cli->ask.seed};
    return draw(cli, own, &picture, err);
}

dm_status lines_draw_odds(cli_call *cli, const answer_level *own, const dm_line_odds *odds,
                          dm_error *err)
{
    char caption[120];
    snprintf(caption, sizeof caption, "%.3g %% of all moves (%s) win for %.40s: where it glows",
             100 * odds->decimal, dm_line_op_name(lines_ask(cli, own).op),
             own->level->players[own->player]);
    const dm_level_picture picture = {.ties = own->ties,
                                      .winning = odds->winning,
                                      .winning_count = odds->winning_count,
                                      .winning_sites = odds->sites,
                                      .winning_site_count = odds->site_count,
                                      .caption = caption,
                                      .title = own->source,
                                      .seed = cli->ask.seed};
    return draw(cli, own, &picture, err);
}
