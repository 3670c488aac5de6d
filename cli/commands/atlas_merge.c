/* atlas_merge.c - `demesne atlas merge`: joins databases. */
#include "atlas_command.h"
#include "cli.h"

#include <inttypes.h>

static dm_status merge_databases(cli_call *cli, dm_run *run, dm_error *err)
{
    dm_atlas *into = NULL;
    dm_status status = dm_atlas_open(cli->operands[0], true, &into, err);
    for (int i = 1; i < cli->operand_count && status == DM_OK; i++) {
        double begun = report_clock();
        dm_atlas_merged merged = {0};
        status = dm_atlas_merge(into, cli->operands[i], run, &merged, err);
        cli_clear_bar();
        if (status == DM_OK) {
            report *r = report_new(cli, NULL);
            report_line(r,
                        "%s: %" PRId64 " boards and %" PRId64 " games added, %" PRId64
                        " games known before, %" PRId64 " bounds tightened",
                        cli->operands[i], merged.boards, merged.games, merged.known,
                        merged.tightened);
            if (cli->json) {
                report_string(r, "from", cli->operands[i]);
                report_count(r, "boards", merged.boards);
                report_count(r, "games", merged.games);
                report_count(r, "known", merged.known);
                report_count(r, "tightened", merged.tightened);
                report_since(r, begun);
            }
            status = report_end(r, err);
        }
    }
    dm_atlas_close(into);
    return status;
}

int atlas_merge(cli_call *cli)
{
    dm_error err = {0};
    dm_run *run = NULL;
    dm_status status = cli_run_new(cli, &run, &err);
    if (status == DM_OK)
        status = merge_databases(cli, run, &err);
    cli_run_free(run);
    return cli_report_failure(cli, status, &err);
}
