/* score.c - who owns what. */
#include "question/questions.h"

#include "answer/answer.h"

#include <stdlib.h>

/* clang-format off */
static const question_field fields[] = {
    QUESTION_STONES(score_fields),
    {.name = "draw", .type = Q_FLAG, .in = Q_WORDS_ONLY, .at = offsetof(score_fields, draw),
     .help = "show the board as text below the scores, even if the output is not a terminal"},
    {.name = "distances", .type = Q_FLAG, .in = Q_JSON_ONLY, .at = offsetof(score_fields, distances),
     .help = "list the distance of each vertex from its nearest stone"},
    {0}};
/* clang-format on */

static void clear(void *found)
{
    score_found *f = found;
    dm_dominance_free(f->owned);
    free(f->stones);
}

static dm_status find(asking *a, const ask_board *board, void *shared, void *found, dm_error *err)
{
    const score_fields *own = a->own;
    score_found *f = found;
    (void)shared;
    dm_status status =
        ask_ordered_stones(a, board->arena, &own->stones, &f->stones, &f->count, err);
    if (status == DM_OK)
        status = dm_dominance_new(board->arena, f->stones, f->count, (dm_tie_rule)a->ties,
                                  &f->owned, err);
    return status;
}

static dm_status tell(const asking *a, const ask_board *board, void *found, report *r,
                      dm_error *err)
{
    const score_fields *own = a->own;
    const score_found *f = found;
    (void)board, (void)err;
    answer_score(r, f->stones, f->count, f->owned);
    if (own->distances)
        answer_distances(r, f->owned);
    return DM_OK;
}

const question question_score = {
    .name = "score", .fields = fields, .common = Q_BOARD, QUESTION_PARTS(score)};
