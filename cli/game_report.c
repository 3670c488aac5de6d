/* game_report.c - the answer of play and replay: rules, players, moves, score. */
#include "game_report.h"

#include "report.h"

int game_of_file(cli_call *cli, game_answer_fn *answer)
{
    dm_record *record = NULL;
    dm_error err = {0};
    double begun = report_clock();
    dm_status status = dm_record_read(cli->operands[0], &record, &err);
    if (status == DM_OK)
        status = answer(cli, record, begun, &err);
    dm_record_free(record);
    return cli_report_failure(cli, status, &err);
}

dm_status game_report(const cli_call *cli, const ask_board *board, const answer_played *game,
                      dm_error *err)
{
    report *r = report_new(cli, board);
    dm_status status = answer_game(r, game, err);
    if (status == DM_OK)
        return report_end(r, err);
    report_free(r);
    return status;
}
