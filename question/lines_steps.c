/* lines_steps.c - the moves of a solution one by one, each explained.
 *
 * A move is explained on the level after the moves before it: its value along an edge does not
 * count the moves that follow.
 */
#include "question/lines_steps.h"

#include "answer/fail.h"
#include <demesne/draw_level_steps.h>
#include <stdlib.h>

static dm_status explain_step(answer_line_step *step, dm_error *err)
{
    dm_line_move move = *step->move;
    const dm_line_best best = {.move_count = 1, .moves = &move};
    return dm_line_explain(step->before, &step->ask, &best, &step->why, err);
}

/* The level before the step `i`, from the one before that. */
static dm_status go_on(lines_steps *s, int32_t i, int32_t player, dm_error *err)
{
    dm_line_move move = *s->step[i - 1].move;
    dm_status status = dm_level_apply(s->step[i - 1].before, &move, player, &s->level[i], err);
    s->step[i].before = s->level[i];
    return status;
}

static dm_status fill(lines_steps *s, const answer_level *on, const dm_line_plan_ask *ask,
                      const dm_line_plan *plan, dm_error *err)
{
    dm_status status = DM_OK;
    bool by_payoff = ask->objective == DM_LINE_PAYOFF;
    for (int32_t i = 0; i < s->count && status == DM_OK; i++) {
        answer_line_step *step = &s->step[i];
        step->before = on->level;
        step->move = &plan->moves[i];
        step->ask = (dm_line_ask){.op = step->move->op,
                                  .player = ask->player,
                                  .objective = by_payoff ? DM_LINE_PAYOFF : DM_LINE_MARGIN,
                                  .ties = ask->ties};
        if (i > 0)
            status = go_on(s, i, ask->player, err);
        if (status == DM_OK)
            status = explain_step(step, err);
    }
    return status;
}

dm_status lines_steps_new(const answer_level *on, const dm_line_plan_ask *ask,
                          const dm_line_plan *plan, lines_steps **out, dm_error *err)
{
    lines_steps *s = calloc(1, sizeof *s);
    size_t room = (size_t)plan->move_count + 1;
    if (s) {
        s->step = calloc(room, sizeof *s->step);
        s->level = calloc(room, sizeof *s->level);
    }
    if (!s || !s->step || !s->level) {
        lines_steps_free(s);
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    }
    s->count = plan->move_count;
    dm_status status = fill(s, on, ask, plan, err);
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
        dm_level_free(steps->level[i]);
    }
    free(steps->step);
    free(steps->level);
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
    const dm_level **levels = calloc(count, sizeof *levels);
    dm_level_picture *pictures = calloc(count, sizeof *pictures);
    char(*captions)[CAPTION] = calloc(count, sizeof *captions);
    dm_status status = DM_NO_MEMORY;
    for (int32_t i = 0; i < steps->count && levels && pictures && captions; i++) {
        levels[i] = steps->step[i].before;
        pictures[i] = picture_of(steps, i, like, last, captions[i]);
    }
    if (levels && pictures && captions)
        status = dm_draw_level_steps(levels, pictures, steps->count, path, err);
    else
        answer_fail(err, DM_NO_MEMORY, "out of memory");
    free(levels);
    free(pictures);
    free(captions);
    return status;
}
