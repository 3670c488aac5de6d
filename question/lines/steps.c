/* steps.c - the moves of a solution one by one, each explained.
 *
 * A move is explained on the level after the moves before it: its value along an edge does not
 * count the moves that follow.
 */
#include "question/questions.h"

#include "answer/fail.h"
#include <demesne/draw_level.h>
#include <stdlib.h>

dm_status lines_steps_new(const answer_level *on, const dm_line_move_set_ask *ask,
                          const dm_line_move_set *set, lines_steps **out, dm_error *err)
{
    lines_steps *s = calloc(1, sizeof *s);
    if (s)
        s->step = calloc((size_t)set->move_count + 1, sizeof *s->step);
    if (!s || !s->step) {
        lines_steps_free(s);
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    }
    s->count = set->move_count;
    dm_status status = DM_OK;
    bool by_payoff = ask->objective == DM_LINE_PAYOFF;
    for (int32_t i = 0; i < s->count && status == DM_OK; i++) {
        answer_line_step *step = &s->step[i];
        step->move = &set->moves[i];
        step->ask = (dm_line_ask){.op = step->move->op,
                                  .player = ask->player,
                                  .objective = by_payoff ? DM_LINE_PAYOFF : DM_LINE_MARGIN,
                                  .ties = ask->ties};
        if (i == 0) {
            step->before = on->level;
        } else {
            /* the level before the step `i`, from the one before that */
            dm_line_move move = *s->step[i - 1].move;
            status =
                dm_level_apply(s->step[i - 1].before, &move, ask->player, &s->step[i].before, err);
        }
        if (status == DM_OK) {
            dm_line_move move = *step->move;
            const dm_line_best best = {.move_count = 1, .moves = &move};
            status = dm_line_explain(step->before, &step->ask, &best, &step->why, err);
        }
    }
    if (status == DM_OK)
        *out = s;
    else
        lines_steps_free(s);
    return status;
}

void lines_steps_free(lines_steps *steps)
{
    if (!steps)
        return;
    for (int32_t i = 0; i < steps->count; i++) {
        dm_line_explanation_free(steps->step[i].why);
        if (i > 0)
            dm_level_free(steps->step[i].before);
    }
    free(steps->step);
    free(steps);
}

enum { CAPTION = ANSWER_MOVE_WORDS + 60 };

/* Picture i; the caption names the move and its type. */
static dm_level_picture picture_of(const lines_steps *s, int32_t i, const dm_level_picture *like,
                                   const dm_level *last, char caption[CAPTION])
{
    const answer_line_step *step = &s->step[i];
    char words[ANSWER_MOVE_WORDS];
    dm_level_picture picture = *like;
    bool has_type = step->why->type != DM_LINE_TYPE_NONE;
    snprintf(caption, CAPTION, "move %d: %s%s%s", i + 1,
             answer_move_words(step->before, step->move, words), has_type ? ", type " : "",
             has_type ? dm_line_type_name(step->why->type) : "");
    picture.caption = caption;
    picture.after = i + 1 < s->count ? s->step[i + 1].before : last;
    picture.moves = step->move;
    picture.move_count = 1;
    picture.explanation = step->why;
    return picture;
}

dm_status lines_steps_draw(const lines_steps *steps, const dm_level_picture *like,
                           const dm_level *last, const char *path, dm_error *err)
{
    size_t count = (size_t)steps->count;
    dm_level_step *drawn = calloc(count, sizeof *drawn);
    char(*captions)[CAPTION] = calloc(count, sizeof *captions);
    dm_status status = drawn && captions ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0; i < steps->count && status == DM_OK; i++)
        drawn[i] =
            (dm_level_step){steps->step[i].before, picture_of(steps, i, like, last, captions[i])};
    if (status == DM_OK)
        status = dm_draw_level_steps(drawn, steps->count, path, err);
    free(drawn);
    free(captions);
    return status;
}
