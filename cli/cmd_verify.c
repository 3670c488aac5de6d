/* cmd_verify.c - `demesne verify`: checks a certificate, using only the rules. */
#include "cli.h"
#include "report.h"

/* A valid proof, as a row and as JSON. */
static json_t *proof_of(const dm_strategy *strategy, const dm_verdict *verdict, report *r)
{
    const char *relation = strategy->side == DM_WHITE ? "at least" : "at most";
    report_row(r, dm_side_name(strategy->side), "keeps %s %lld: %lld positions, %lld ends",
               relation, (long long)strategy->bound, (long long)verdict->positions,
               (long long)verdict->ends);
    return json_pack("{s:s, s:I, s:I, s:I}", "side", dm_side_name(strategy->side), "bound",
                     (json_int_t)strategy->bound, "positions", (json_int_t)verdict->positions,
                     "ends", (json_int_t)verdict->ends);
}

/* The bounds that the proofs give, and the value if they meet. */
static void add_claims(const dm_certificate *c, report *r)
{
    const dm_strategy *proof[2] = {NULL, NULL};
    for (int32_t i = 0; i < c->strategy_count; i++)
        proof[c->strategies[i]->side] = c->strategies[i];
    if (proof[DM_WHITE])
        report_count(r, "lower", proof[DM_WHITE]->bound);
    if (proof[DM_BLACK])
        report_count(r, "upper", proof[DM_BLACK]->bound);
    if (proof[DM_WHITE] && proof[DM_BLACK] && proof[DM_WHITE]->bound == proof[DM_BLACK]->bound)
        report_count(r, "value", proof[DM_WHITE]->bound);
}

static void add_game(const dm_certificate *c, report *r)
{
    int32_t count;
    const dm_stone *stones = dm_position_stones(c->game->position, &count);
    if (count == 0)
        return;
    report_stones(r, "white", stones, count, DM_WHITE);
    report_stones(r, "black", stones, count, DM_BLACK);
}

/* Adds the name of the file to the verifier's message. */
static dm_status check(const cli_call *cli, const dm_certificate *c, int32_t index, dm_run *run,
                       dm_verdict *out, dm_error *err)
{
    dm_error why = {0};
    dm_status status = dm_verify(c->game->position, c->strategies[index], run, out, &why);
    if (status == DM_OK)
        return DM_OK;
    if (!why.message[0])
        return answer_fail(err, status, "%s", dm_status_text(status));
    return answer_fail(err, status, "%.300s: %s", cli->operands[0], why.message);
}

static dm_status answer(cli_call *cli, const dm_certificate *c, dm_run *run, double begun,
                        dm_error *err)
{
    const ask_board board = {.source = c->game->source, .arena = c->game->arena, .begun = begun};
    dm_status status = DM_OK;
    cli->ask.ties = (int)dm_position_rules(c->game->position)->ties;
    report *r = report_new(cli, &board);
    json_t *proofs = json_array();
    add_game(c, r);
    for (int32_t i = 0; i < c->strategy_count && status == DM_OK; i++) {
        dm_verdict verdict = {0};
        status = check(cli, c, i, run, &verdict, err);
        if (status == DM_OK)
            json_array_append_new(proofs, proof_of(c->strategies[i], &verdict, r));
    }
    add_claims(c, r);
    report_json(r, "proofs", proofs);
    report_flag(r, "verified", true);
    if (status == DM_OK)
        return report_end(r, err);
    report_free(r);
    return status;
}

static int run(cli_call *cli)
{
    dm_certificate *certificate = NULL;
    dm_run *control = NULL;
    dm_error err = {0};
    double begun = report_clock();
    dm_status status = dm_certificate_read(cli->operands[0], &certificate, &err);
    if (status == DM_OK)
        status = cli_run_new(cli, &control, &err);
    if (status == DM_OK)
        status = answer(cli, certificate, control, begun, &err);
    cli_run_free(control);
    dm_certificate_free(certificate);
    return cli_report_failure(cli, status, &err);
}

static const question asked = {.name = "verify"};

const cli_spec spec_verify = {
    .run = run,
    .question = &asked,
    .operands = {1, 1},
    .about =
        "The strategies in the file are played against every choice of the opponent: each\n"
        "position must have an answer, each answer must be legal, and each final position must\n"
        "keep the bound.  The solver's code is not used.  A certificate that proves less than it\n"
        "claims, or has positions that cannot occur, is refused; the message names the position."};
