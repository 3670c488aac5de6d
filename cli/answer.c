/* answer.c - answers a question on the command line: finds, reports, prints. */
#include "report.h"

dm_status cli_print_answer(cli_call *cli, const ask_board *board, void *found, dm_error *err)
{
    cli_print_fn *print = cli->command->spec->print;
    report *r = report_new(cli, board->arena ? board : NULL);
    dm_status status = ask_tell(&cli->ask, board, found, r, err);
    if (status != DM_OK) {
        report_free(r);
        return status;
    }
    status = print ? print(cli, board, found, r, err) : report_end(r, err);
    return status == DM_OK ? ask_damage(board, status, err) : status;
}

int cli_answer_once(cli_call *cli)
{
    ask_board board = {.begun = report_clock()};
    void *found = NULL;
    dm_error err = {0}, why = {0};
    dm_status status = cli_run_new(cli, &board.run, &err);
    if (status == DM_OK)
        status = ask_find(&cli->ask, &board, NULL, &found, &err);
    cli_run_free(board.run);
    dm_status told = found ? cli_print_answer(cli, &board, found, &why) : DM_OK;
    ask_drop(&cli->ask, found);
    if (told != DM_OK)
        return cli_report_failure(cli, told, &why);
    if (status == DM_UNFINISHED) { /* nothing was found: say why, even with --quiet */
        cli_error("%s", err.message);
        return CLI_STOPPED;
    }
    return cli_report_failure(cli, status, &err);
}
