/* print_report.c - answers on standard output. */
#include "cli.h"

#include <assert.h>

report *report_new(const cli_call *cli, const ask_board *board)
{
    if (!board)
        return report_open(cli->json, NULL);
    const report_board about = {.source = board->source,
                                .arena = board->arena,
                                .ties = (dm_tie_rule)cli->ask.ties,
                                .many = board->many,
                                .index = board->index,
                                .line = board->line,
                                .begun = board->begun};
    return report_open(cli->json, &about);
}

dm_status report_end(report *r, dm_error *err)
{
    cli_clear_bar();
    dm_status status = report_print(r, stdout, err);
    return status == DM_OK ? cli_flush(err) : status;
}

dm_status report_bad_board(int64_t index, const char *message, dm_error *err)
{
    json_t *text = json_string(message); /* NULL if it is not UTF-8 */
    report *r = report_open(true, NULL);
    assert(index >= 0);
    report_json(r, "error", text ? text : json_string("bad board"));
    report_count(r, "board", index);
    return report_end(r, err);
}
