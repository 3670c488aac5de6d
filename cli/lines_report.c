/* lines_report.c - ends what `demesne lines` tells: the files drawn, the time taken. */
#include "lines.h"

dm_status lines_end(report *r, const cli_call *cli, const answer_level *own, dm_error *err)
{
    const lines_options *options = cli->ask.own;
    if (options->output)
        report_string(r, "file", options->output);
    if (options->animate)
        report_string(r, "animation", options->animate);
    report_since(r, own->begun);
    return report_end(r, err);
}
