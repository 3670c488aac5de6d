/* question_verify.c - checks a certificate: its strategies are played against every choice of the
 * other side, by the rules alone. */
#include "base/names.h"
#include "question/questions.h"

#include "answer/answer.h"

#include <assert.h>
#include <string.h>

/* clang-format off */
static const question_field fields[] = {
    {.name = "file", .place = 1, .type = Q_FILE, .argument = "FILE", .required = true,
     .at = offsetof(verify_fields, file), .help = "the certificate"},
    {.name = "certificate", .type = Q_TEXT, .in = Q_JSON_ONLY, .required = true,
     .at = offsetof(verify_fields, certificate),
     .help = "the certificate, as the text of a file"},
    {0}};
/* clang-format on */

static void verify_clear(void *found)
{
    verify_found *f = found;
    dm_certificate_free(f->certificate);
}

/* Refuses a name of a large board, which would take memory; the first line has it. */
static dm_status check_name(const asking *a, const char *text, dm_error *err)
{
    json_t *head = json_loadb(text, strcspn(text, "\n"), 0, NULL);
    const char *name = json_string_value(json_object_get(head, "arena"));
    dm_vertex most = (dm_vertex)a->level_limit;
    dm_status status = DM_OK;
    if (name && !json_object_get(head, "board") && dm_family_known(name)) {
        dm_arena *arena = NULL;
        json_int_t seed = json_integer_value(json_object_get(head, "seed"));
        status = dm_generate_within(name, (uint64_t)seed, most, 50 * (int64_t)most, &arena, err);
        dm_arena_free(arena);
    }
    json_decref(head);
    return status;
}

static dm_status read_text(const asking *a, const char *text, dm_certificate **out, dm_error *err)
{
    dm_status status = a->level_limit ? check_name(a, text, err) : DM_OK;
    if (status == DM_OK)
        status = dm_certificate_read_memory("certificate", text, strlen(text), out, err);
    if (status == DM_OK && a->level_limit &&
        dm_arena_vertices((*out)->game->arena) > a->level_limit)
        status = answer_fail(err, DM_TOO_LARGE,
                             "the certificate's board has %d vertices; the limit is %lld",
                             dm_arena_vertices((*out)->game->arena), (long long)a->level_limit);
    return status;
}

/* Adds the name of the file to the verifier's message. */
static dm_status check_strategies(const asking *a, const dm_certificate *c, int32_t index,
                                  dm_run *run, dm_verdict *out, dm_error *err)
{
    const verify_fields *own = a->own;
    dm_error why = {0};
    dm_status status = dm_verify(c->game->position, c->strategies[index], run, out, &why);
    if (status == DM_OK)
        return DM_OK;
    if (!why.message[0])
        return answer_fail(err, status, "%s", dm_status_text(status));
    return answer_fail(err, status, "%.300s: %s", a->by_words ? own->file : "certificate",
                       why.message);
}

static dm_status verify_find(asking *a, const ask_board *board, void *shared, void *found,
                             dm_error *err)
{
    const verify_fields *own = a->own;
    verify_found *f = found;
    (void)shared;
    dm_status status = a->by_words ? dm_certificate_read(own->file, &f->certificate, err)
                                   : read_text(a, own->certificate, &f->certificate, err);
    for (int32_t i = 0; status == DM_OK && i < f->certificate->strategy_count; i++)
        status = check_strategies(a, f->certificate, i, board->run, &f->verdicts[i], err);
    return status;
}

static void add_stones(report *r, const dm_position *position)
{
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    assert(count >= 0);
    if (count == 0)
        return;
    report_stones(r, "white", stones, count, DM_WHITE);
    report_stones(r, "black", stones, count, DM_BLACK);
}

/* The order of play that was proven: rounds, or turns that are not alike. */
static void report_schedule(report *r, const dm_rules *rules)
{
    if (rules->rounds) {
        report_count(r, "rounds", rules->rounds);
        report_count(r, "per_turn", rules->per_turn);
        return;
    }
    json_t *turns = json_array();
    for (int32_t i = 0; i < rules->turn_count; i++)
        report_append(&turns, json_pack("[s, i]", dm_side_name(rules->turns[i].side),
                                        (int)rules->turns[i].stones));
    report_json(r, "turns", turns);
    report_row(r, "turns", "%d, not alike", rules->turn_count);
}

/* A valid proof, as a row and as JSON. */
static json_t *proof_of(const dm_strategy *strategy, const dm_verdict *verdict, report *r)
{
    const char *relation = strategy->side == DM_WHITE ? "at least" : "at most";
    report_row(r, dm_side_name(strategy->side), "keeps %s %lld: %lld %s, %lld %s", relation,
               (long long)strategy->bound, (long long)verdict->positions,
               dmi_plural(verdict->positions, "position", "positions"), (long long)verdict->ends,
               dmi_plural(verdict->ends, "end", "ends"));
    return json_pack("{s:s, s:I, s:I, s:I}", "side", dm_side_name(strategy->side), "bound",
                     (json_int_t)strategy->bound, "positions", (json_int_t)verdict->positions,
                     "ends", (json_int_t)verdict->ends);
}

static dm_status verify_report(const asking *a, const ask_board *board, void *found, report *r,
                               dm_error *err)
{
    const verify_found *f = found;
    const dm_certificate *c = f->certificate;
    const report_board about = {.source = c->game->source,
                                .arena = c->game->arena,
                                .ties = dm_position_rules(c->game->position)->ties,
                                .begun = board->begun};
    json_t *proofs = json_array();
    (void)a, (void)err;
    const dm_rules *rules = dm_position_rules(c->game->position);
    report_about(r, &about);
    report_string(r, "question", "solve");
    report_schedule(r, rules);
    add_stones(r, c->game->position);
    for (int32_t i = 0; i < c->strategy_count; i++)
        report_append(&proofs, proof_of(c->strategies[i], &f->verdicts[i], r));
    /* the bounds that the proofs give, and the value if they meet */
    const dm_strategy *proof[2] = {NULL, NULL};
    for (int32_t i = 0; i < c->strategy_count; i++)
        proof[c->strategies[i]->side] = c->strategies[i];
    if (proof[DM_WHITE])
        report_count(r, "lower", proof[DM_WHITE]->bound);
    if (proof[DM_BLACK])
        report_count(r, "upper", proof[DM_BLACK]->bound);
    if (proof[DM_WHITE] && proof[DM_BLACK] && proof[DM_WHITE]->bound == proof[DM_BLACK]->bound)
        report_count(r, "value", proof[DM_WHITE]->bound);
    report_json(r, "proofs", proofs);
    report_flag(r, "verified", true);
    report_json(r, "valid", json_true());
    return DM_OK;
}

const question question_verify = {
    .name = "verify", .fields = fields, .common = Q_TIMED, QUESTION_PARTS(verify)};
