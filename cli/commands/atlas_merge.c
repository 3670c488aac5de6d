/* atlas_merge.c - `demesne atlas merge`: joins databases. */
#include "atlas.h"
#include "report.h"

#include <inttypes.h>

static dm_status report_merged(const cli_call *cli, const char *from, const dm_atlas_merged *m,
                               double begun, dm_error *err)
{
    report *r = report_new(cli, NULL);
    report_line(r,
                "%s: %" PRId64 " boards and %" PRId64 " games added, %" PRId64
                " games known before, %" PRId64 " bounds tightened",
                from, m->boards, m->games, m->known, m->tightened);
    if (cli->json) {
        report_string(r, "from", from);
        report_count(r, "boards", m->boards);
        report_count(r, "games", m->games);
        report_count(r, "known", m->known);
        report_count(r, "tightened", m->tightened);
        report_since(r, begun);
    }
    return report_end(r, err);
}

static dm_status merge(cli_call *cli, dm_run *run, dm_error *err)
{
    dm_atlas *into = NULL;
    dm_status status = dm_atlas_open(cli->operands[0], true, &into, err);
    for (int i = 1; i < cli->operand_count && status == DM_OK; i++) {
        double begun = report_clock();
        dm_atlas_merged merged = {0};
        status = dm_atlas_merge(into, cli->operands[i], run, &merged, err);
        cli_clear_bar();
        if (status == DM_OK)
            status = report_merged(cli, cli->operands[i], &merged, begun, err);
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
        status = merge(cli, run, &err);
    cli_run_free(run);
    return cli_report_failure(cli, status, &err);
}
