/* answer_review.c - what each move of a game gave away. */
#include "answer/answer.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct summary {
    int64_t loss[2]; /* by side */
    int32_t exact;   /* moves */
} summary;

static void spell_moves(FILE *to, const dm_vertex *vertices, int32_t count)
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
    spell_moves(line, m->played, m->played_count);
    if (m->loss > 0) {
        fprintf(line, "   gave away %lld, better ", (long long)m->loss);
        spell_moves(line, m->best, m->best_count);
    }
    if (!m->exact)
        fputs("   (estimated)", line);
    if (fclose(line) == 0)
        report_line(r, "%s", text);
    free(text);
}

void answer_review(report *r, const char *const players[2], const dm_review *review)
{
    summary sum = {{0, 0}, 0};
    for (int32_t i = 0; i < review->count; i++) {
        sum.loss[review->moves[i].side] += review->moves[i].loss;
        sum.exact += review->moves[i].exact;
    }
    report_json(r, "players", json_pack("[s, s]", players[0], players[1]));
    report_row(r, "players", "%s (White), %s (Black)", players[0], players[1]);
    for (int32_t i = 0; i < review->count; i++)
        add_line(r, i, &review->moves[i]);
    json_t *list = json_array();
    for (int32_t i = 0; i < review->count; i++) {
        const dm_reviewed_move *m = &review->moves[i];
        report_append(&list,
                      json_pack("{s:s, s:o, s:o, s:I, s:I, s:b}", "side", dm_side_name(m->side),
                                "played", report_list(m->played, m->played_count), "best",
                                report_list(m->best, m->best_count), "loss", (json_int_t)m->loss,
                                "value", (json_int_t)m->value, "exact", (int)m->exact));
    }
    report_json(r, "moves", list);
    report_count(r, "white_loss", sum.loss[DM_WHITE]);
    report_count(r, "black_loss", sum.loss[DM_BLACK]);
    report_count(r, "exact_moves", sum.exact);
    report_json(r, "adviser", json_string(dm_review_adviser()));
    if (sum.exact < review->count)
        report_row(r, "estimates", "by %s, which plays both sides to the end", dm_review_adviser());
}
