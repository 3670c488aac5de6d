/* interval_bridge.c - `demesne interval bridge`: the game on cycle:N or path:N for growing N, and
 * on the circle or the segment.
 *
 * White of the graph game is Blue here, Black is Red.  The graph game is solved for every N.  The
 * last row is the circle or segment: the worst result of an attack on Red's strategy, over a grid
 * of places.  Margins are Red's, as parts of the whole.
 */
#include "base/names.h"
#include "cli.h"

/* The value of n rounds on the board `source`: White minus Black. */
static dm_status solve_board(const char *source, int32_t rounds, dm_run *run, int64_t *value,
                             dm_error *err)
{
    dm_arena *arena = NULL;
    dm_position *position = NULL;
    dm_solver *solver = NULL;
    dm_solution *solution = NULL;
    dm_rules rules = {0};
    dm_status status = dm_generate(source, 0, &arena, err);
    if (status == DM_OK)
        status = dm_rules_init(rounds, 1, DM_TIES_NEUTRAL, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(arena, &rules, &position, err);
    if (status == DM_OK)
        status = dm_solver_new(NULL, &solver, err);
    if (status == DM_OK)
        status = dm_solve(solver, position, NULL, run, &solution, err);
    if (status == DM_OK)
        *value = solution->lower;
    dm_solution_free(solution);
    dm_solver_free(solver);
    dm_position_free(position);
    dm_rules_clear(&rules);
    dm_arena_free(arena);
    return status;
}

static const char *winner_of(dm_outcome outcome)
{
    return outcome == DM_FIRST_WINS ? "blue" : outcome == DM_SECOND_WINS ? "red" : NULL;
}

static dm_status print_board(const cli_call *cli, const char *source, int64_t n, int64_t value,
                             dm_error *err)
{
    const char *winner = winner_of(dm_outcome_of(value));
    if (!cli->json) {
        printf(value ? "%-10s %9s %+lld/%lld\n" : "%-10s %9s %lld\n", source,
               winner ? winner : "tie", (long long)-value, (long long)n);
        return cli_flush(err);
    }
    char margin[64];
    snprintf(margin, sizeof margin, "%lld/%lld", (long long)-value, (long long)n);
    report *r = report_new(cli, NULL);
    report_string(r, "board", source);
    report_count(r, "vertices", n);
    report_string(r, "margin", margin);
    report_json(r, "winner", winner ? json_string(winner) : json_null());
    return report_end(r, err);
}

/* The worst game for Red's best strategy there. */
static dm_status print_arena(const cli_call *cli, const dm_interval_rules *rules, dm_run *run,
                             dm_error *err)
{
    const interval_fields *own = cli->ask.own;
    const char *given = own->player[DM_RED];
    const char *red = given ? given : rules->arena == DM_CIRCLE ? "keypoint" : "line";
    const dm_attack_settings settings = {.bits = (int32_t)own->bits, .seed = cli->ask.seed};
    dm_attack_result *found = NULL;
    char *lead = NULL;
    dm_status status = dm_interval_attack(rules, red, &settings, run, &found, err);
    if (status == DM_OK)
        status = dm_interval_measure(found->worst, DM_LENGTH_LEAD, &lead, err);
    if (status == DM_OK) {
        dm_outcome outcome = dm_interval_outcome(found->worst);
        const char *winner = winner_of(outcome), *sign = outcome == DM_FIRST_WINS ? "-" : "";
        report *r = report_new(cli, NULL);
        report_json(r, "board", json_string(dm_interval_arena_name(rules->arena)));
        report_json(r, "red_player", json_string(red));
        report_json(r, "games", json_integer((json_int_t)found->games));
        report_json(r, "margin", json_pack("s+", sign, lead));
        report_json(r, "winner", winner ? json_string(winner) : json_null());
        if (!cli->json)
            report_line(r, "%-10s %9s %s%s   (%s, the worst of %llu game%s)",
                        dm_interval_arena_name(rules->arena), winner ? winner : "tie",
                        outcome == DM_SECOND_WINS ? "+" : sign, lead, red,
                        (unsigned long long)found->games, dmi_plural(found->games, "", "s"));
        status = report_end(r, err);
    }
    dm_free(lead);
    dm_attack_result_free(found);
    return status;
}

int interval_bridge(cli_call *cli)
{
    const dm_interval_rules rules = interval_rules(&cli->ask);
    dm_run *run = NULL;
    dm_error err = {0};
    dm_status status = cli_run_new(cli, &run, &err);
    if (status == DM_OK) {
        const interval_fields *own = cli->ask.own;
        const char *family = rules.arena == DM_CIRCLE ? "cycle" : "path";
        int64_t n = 2 * own->stones;
        if (!cli->json)
            printf("%-10s %9s %s\n", "board", "winner", "Red's margin");
        if (rules.arena == DM_CIRCLE && n < 3)
            n = 3;
        for (; n <= own->to && status == DM_OK; n++) {
            char source[32];
            int64_t value = 0;
            snprintf(source, sizeof source, "%s:%lld", family, (long long)n);
            status = solve_board(source, rules.stones, run, &value, &err);
            if (status == DM_OK)
                status = print_board(cli, source, n, value, &err);
        }
        status = status == DM_OK ? print_arena(cli, &rules, run, &err) : status;
    }
    cli_run_free(run);
    return cli_report_failure(cli, status, &err);
}
