/* lines_best.c - `demesne lines best`: the best move of a kind. */
#include "lines.h"

dm_line_ask lines_ask(const cli_call *cli, const answer_level *own)
{
    const lines_options *options = cli->ask.own;
    return (dm_line_ask){
        .op = options->op < 0 ? DM_LINE_CUT : (dm_line_op)options->op,
        .player = own->player,
        .objective =
            options->objective < 0 ? DM_LINE_MARGIN : (dm_line_objective)options->objective,
        .ties = own->ties,
        .method = options->method < 0 ? DM_CUT_AUTO : (dm_cut_method)options->method,
        .count = (int32_t)options->count,
        .samples = options->samples,
        .seed = cli->ask.seed,
        .epsilon = options->epsilon};
}

static dm_status tell_best(cli_call *cli, const answer_level *own, const dm_line_ask *ask,
                           const answer_best *found, dm_error *err)
{
    const dm_line_best *best = found->best;
    dm_status status = lines_draw(cli, own, best->moves, best->move_count, found->after, err);
    if (status != DM_OK)
        return status;
    report *r = answer_level_open(cli->json, own, own->level);
    answer_lines_best(r, own, ask, found);
    return lines_end(r, cli, own, err);
}

dm_status lines_best(cli_call *cli, const answer_level *own, dm_error *err)
{
    answer_best found = {0};
    dm_line_ask ask = lines_ask(cli, own);
    dm_error unsaid = {0};
    dm_status status = lines_need_player(cli, own, err);
    if (status == DM_OK)
        status = answer_best_find(own, &ask, &found, err);
    cli->ask.wrong_words |= status == DM_BAD_ARGUMENT; /* options that do not go together */
    dm_status told = found.best ? tell_best(cli, own, &ask, &found, &unsaid) : DM_OK;
    answer_best_clear(&found);
    if (told != DM_OK) {
        *err = unsaid;
        return told;
    }
    return status;
}
