/* interval_attack.c - `demesne interval attack`: Blue's moves against one Red, and the worst game.
 */
#include "interval.h"

#include <stdlib.h>

static dm_attack_settings settings_of(const cli_call *cli)
{
    const interval_options *own = cli->ask.own;
    return (dm_attack_settings){.samples = own->samples,
                                .blue = own->samples > 0 ? own->blue : NULL,
                                .grid = (dm_attack_grid)own->grid,
                                .bits = (int32_t)own->bits,
                                .threads = (int32_t)cli->ask.threads,
                                .seed = cli->ask.seed};
}

static dm_status tell(const cli_call *cli, const dm_interval_rules *rules,
                      const dm_attack_result *found, double begun, dm_error *err)
{
    const interval_options *own = cli->ask.own;
    report *r = report_new(cli, NULL);
    answer_interval_attack(r, rules, own->red, found, begun);
    dm_status status = report_end(r, err);
    if (status == DM_OK && found->worst)
        status = interval_show(cli, stdout, found->worst, own->draw && !*own->draw, err);
    return status;
}

static dm_status search(cli_call *cli, const dm_interval_rules *rules, double begun, dm_error *err)
{
    const interval_options *own = cli->ask.own;
    const dm_attack_settings settings = settings_of(cli);
    dm_attack_result *found = NULL;
    dm_run *run = NULL;
    dm_status status = cli_run_new(cli, &run, err);
    if (status == DM_OK)
        status = dm_interval_attack(rules, own->red, &settings, run, &found, err);
    cli_run_free(run);
    if (found) {
        dm_status told = DM_OK;
        cli_clear_bar();
        if (found->worst)
            told = interval_draw_files(cli, found->worst, err);
        if (told == DM_OK)
            told = tell(cli, rules, found, begun, err);
        status = told == DM_OK ? status : told;
    }
    dm_attack_result_free(found);
    return status;
}

/* Without --samples every Blue is tried: a name has nobody to call, but is a name. */
static dm_status check_blue(cli_call *cli, dm_error *err)
{
    const interval_options *own = cli->ask.own;
    dm_interval_player *player = NULL;
    if (!own->blue || own->samples > 0)
        return DM_OK;
    dm_status status = dm_interval_player_new(own->blue, DM_BLUE, cli->ask.seed, &player, err);
    dm_interval_player_free(player);
    cli->ask.wrong_words = status == DM_BAD_ARGUMENT;
    if (status == DM_OK)
        cli_note(cli, "every Blue on the grid is tried; --blue %s plays with --samples N",
                 own->blue);
    return status;
}

dm_status interval_attack(cli_call *cli, dm_interval_arena arena, dm_error *err)
{
    const interval_options *own = cli->ask.own;
    const dm_interval_rules asked = interval_rules(own, arena);
    double begun = report_clock();
    if (!own->red) {
        cli->ask.wrong_words = true;
        return answer_fail(err, DM_BAD_ARGUMENT, "attack: whom? (--red NAME)");
    }
    dm_interval *empty = NULL; /* checks the rules and tells the distance in lowest terms */
    dm_status status = check_blue(cli, err);
    if (status == DM_OK)
        status = dm_interval_new(&asked, &empty, err);
    if (status == DM_OK)
        status = search(cli, dm_interval_rules_of(empty), begun, err);
    dm_interval_free(empty);
    return status;
}
