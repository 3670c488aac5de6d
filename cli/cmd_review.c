/* cmd_review.c - `demesne review`: what each move of a recorded game gave away. */
#include "cli.h"
#include "game_report.h"
#include "report.h"

#include <stdlib.h>

static const double SECONDS = 1; /* a position, where --time does not say */

typedef struct summary {
    int64_t loss[2]; /* by side */
    int32_t exact;   /* moves */
} summary;

static summary sum_up(const dm_review *review)
{
    summary sum = {{0, 0}, 0};
    for (int32_t i = 0; i < review->count; i++) {
        sum.loss[review->moves[i].side] += review->moves[i].loss;
        sum.exact += review->moves[i].exact;
    }
    return sum;
}

static json_t *vertices_json(const dm_vertex *vertices, int32_t count)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < count; i++)
        json_array_append_new(list, json_integer(vertices[i]));
    return list;
}

static json_t *moves_json(const dm_review *review)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < review->count; i++) {
        const dm_reviewed_move *m = &review->moves[i];
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:o, s:I, s:I, s:b}", "side", dm_side_name(m->side),
                            "played", vertices_json(m->played, m->played_count), "best",
                            vertices_json(m->best, m->best_count), "loss", (json_int_t)m->loss,
                            "value", (json_int_t)m->value, "exact", (int)m->exact));
    }
    return list;
}

static void spell(FILE *to, const dm_vertex *vertices, int32_t count)
{
    if (count == 0)
        fputs("lost", to);
    for (int32_t i = 0; i < count; i++)
        fprintf(to, "%s%d", i ? "," : "", vertices[i]);
}

static void add_line(report *r, int32_t turn, const dm_reviewed_move *m)
{
    char *text = NULL;
    size_t size;
    FILE *line = open_memstream(&text, &size);
    if (!line)
        return;
    fprintf(line, "%3d. %s ", turn + 1, m->side == DM_WHITE ? "White" : "Black");
    spell(line, m->played, m->played_count);
    if (m->loss > 0) {
        fprintf(line, "   gave away %lld, better ", (long long)m->loss);
        spell(line, m->best, m->best_count);
    }
    if (!m->exact)
        fputs("   (estimated)", line);
    if (fclose(line) == 0)
        report_line(r, "%s", text);
    free(text);
}

static dm_status tell(const cli_call *cli, const cli_board *board, const dm_record *record,
                      const dm_review *review, dm_error *err)
{
    summary sum = sum_up(review);
    report *r = report_new(cli, board);
    report_json(r, "players", json_pack("[s, s]", record->player[0], record->player[1]));
    report_row(r, "players", "%s (White), %s (Black)", record->player[0], record->player[1]);
    for (int32_t i = 0; i < review->count; i++)
        add_line(r, i, &review->moves[i]);
    report_json(r, "moves", moves_json(review));
    report_count(r, "white_loss", sum.loss[DM_WHITE]);
    report_count(r, "black_loss", sum.loss[DM_BLACK]);
    report_count(r, "exact_moves", sum.exact);
    report_json(r, "adviser", json_string(dm_review_adviser()));
    if (sum.exact < review->count)
        report_row(r, "estimates", "by %s, playing both sides on to the end", dm_review_adviser());
    return report_end(r, err);
}

static dm_status answer(cli_call *cli, const dm_record *record, double begun, dm_error *err)
{
    const cli_board board = {.source = record->source, .arena = record->arena, .begun = begun};
    double seconds = cli->time < 0 ? SECONDS : cli->time;
    dm_review *review = NULL;
    dm_run *run = NULL;
    cli->ties = (int)dm_position_rules(record->position)->ties;
    cli->seed = record->seed;
    cli->time = -1; /* it is each position's, not the whole review's */
    dm_status status = cli_run_new(cli, &run, err);
    if (status == DM_OK)
        status = dm_review_new(record->position, seconds, run, &review, err);
    cli_run_free(run);
    if (status == DM_OK)
        status = tell(cli, &board, record, review, err);
    dm_review_free(review);
    return status;
}

static int run(cli_call *cli)
{
    return game_of_file(cli, answer);
}

const cli_spec spec_review = {
    .run = run,
    .operands = {1, 1},
    .about =
        "A move gave away the difference between the best value before it and the value after\n"
        "it.  Both are exact where the solver finishes within --time seconds a position (1\n"
        "unless told); elsewhere they are estimated, and marked so: a strong player plays both\n"
        "sides on to the end."};
