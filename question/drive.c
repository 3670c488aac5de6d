/* drive.c - one question from what was asked to its report (drive.h). */
#include "question/drive.h"

#include <assert.h>
#include <stdlib.h>

/* The damage of the board's file if what was done so far has met any, else `status`. */
static dm_status board_damage(const ask_board *board, dm_status status, dm_error *err)
{
    dm_status damage = board->arena ? dm_arena_damage(board->arena, err) : DM_OK;
    return damage == DM_OK ? status : damage;
}

dm_status ask_task_find(ask_task *task, void *shared, dm_error *err)
{
    const question *about = task->ask.about;
    assert(!task->found && about->find && about->found_size > 0);
    if (!task->board.notes)
        task->board.notes = &task->notes;
    void *found = calloc(1, about->found_size);
    if (!found)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_status status = about->find(&task->ask, &task->board, shared, found, err);
    bool is_found = status == DM_OK || status == DM_STOPPED || task->ask.answered;
    dm_error damage = {0};
    if (board_damage(&task->board, DM_OK, &damage) != DM_OK) {
        is_found = task->ask.wrong_words = false;
        status = answer_fail(err, damage.status, "%s", damage.message);
    }
    if (is_found) {
        task->found = found;
    } else {
        about->clear(found);
        free(found);
    }
    return status;
}

dm_status ask_task_report(ask_task *task, bool json, dm_error *err)
{
    const ask_board *board = &task->board;
    const report_board about = {.source = board->source,
                                .arena = board->arena,
                                .ties = (dm_tie_rule)task->ask.ties,
                                .many = board->many,
                                .index = board->index,
                                .line = board->line,
                                .begun = board->begun};
    assert(task->found && !task->report);
    task->report = report_open(json, board->arena && !board->bare ? &about : NULL);
    if (!task->report)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_status status = board_damage(
        board, task->ask.about->report(&task->ask, board, task->found, task->report, err), err);
    if (status != DM_OK) {
        report_free(task->report);
        task->report = NULL;
    }
    return status;
}

void ask_task_clear(ask_task *task)
{
    assert(task->ask.about || !task->found);
    if (task->found)
        task->ask.about->clear(task->found);
    free(task->found);
    task->found = NULL;
    report_free(task->report);
    task->report = NULL;
    ask_prepared_clear(&task->prepared);
    ask_notes_clear(&task->notes);
}

dm_status ask_answer(ask_task *task, const question *about, const json_t *object,
                     const ask_front *front, dm_error *err)
{
    void *shared = NULL;
    assert(!task->found && !task->report);
    task->board.begun = report_clock();
    dm_status status = ask_begin(&task->ask, about, false, err);
    task->ask.is_local = front->is_local;
    if (status == DM_OK)
        status = ask_read_json(&task->ask, object, err);
    if (status == DM_OK && front->open)
        status = front->open(front->context, task, err);
    if (status == DM_OK && task->board.arena)
        status = ask_prepare(&task->ask, &task->board, &task->notes, &task->prepared, err);
    if (status != DM_OK)
        return status;
    if (front->answer)
        return front->answer(front->context, task, err);
    if (about->start)
        status = about->start(&task->ask, 1, &shared, err);
    if (status == DM_OK)
        status = ask_task_find(task, shared, err);
    dm_status reported = task->found ? ask_task_report(task, true, err) : DM_OK;
    if (task->report) {
        /* what the tool prints on standard error is a list in JSON */
        json_t *list = json_array();
        for (size_t i = 0; i < task->notes.count; i++)
            report_append(&list, json_string(task->notes.text[i]));
        if (task->notes.count > 0)
            report_json(task->report, "notes", list);
        else
            json_decref(list);
    }
    if (about->stop)
        about->stop(shared);
    return reported == DM_OK ? status : reported;
}
