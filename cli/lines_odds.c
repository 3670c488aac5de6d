/* lines_odds.c - `demesne lines odds`: which moves win, and how hard a level is. */
#include "lines.h"

static dm_status tell_odds(cli_call *cli, const answer_level *own, const dm_line_ask *ask,
                           const answer_odds *found, dm_error *err)
{
    dm_status status = lines_draw_odds(cli, own, found->odds, err);
    if (status != DM_OK)
        return status;
    report *r = answer_level_open(cli->json, own, own->level);
    answer_lines_odds(r, own, ask, found);
    return lines_end(r, cli, own, err);
}

dm_status lines_odds(cli_call *cli, const answer_level *own, dm_error *err)
{
    answer_odds found = {0};
    dm_line_ask ask = lines_ask(cli, own);
    dm_error unsaid = {0};
    dm_status status = lines_need_player(cli, own, err);
    if (status == DM_OK)
        status = answer_odds_find(own, &ask, &found, err);
    cli->ask.wrong_words |= status == DM_BAD_ARGUMENT; /* options that do not go together */
    dm_status told = found.odds ? tell_odds(cli, own, &ask, &found, &unsaid) : DM_OK;
    answer_odds_clear(&found);
    if (told != DM_OK) {
        *err = unsaid;
        return told;
    }
    return status;
}
