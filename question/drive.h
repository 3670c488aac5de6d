/* drive.h - the way of a question, from words or JSON to a finished report.
 *
 *     read      words or JSON into the fields      ask_read_words(), ask_read_json()
 *     board     opened by the front end, or the next of a stream
 *     prepare   places found on streets; directions, values, customers      ask_prepare()
 *     start     what the searches of all boards share
 *     find      the question's own
 *     report    the common fields, the question's own, in JSON also the notes
 *     stop
 *
 * The tool, the server, the page without a server, the Python package and the scenarios of a market
 * plan all go this way, by ask_answer() for one board or none, by ask_stream() for all boards of a
 * source.
 */
#ifndef QUESTION_DRIVE_H
#define QUESTION_DRIVE_H

#include "question/question.h"

/* A question about one board, or about none, while it is answered. */
typedef struct ask_task {
    asking ask;      /* in a stream a copy, whose fields are those of the stream */
    ask_board board; /* `arena` is the board as the question wants it */
    ask_prepared prepared;
    ask_notes notes;
    void *found;    /* NULL: nothing */
    report *report; /* NULL: none; whoever takes it sets it to NULL */
} ask_task;

/* Finds the answer; task->found stays NULL if there is none. */
dm_status ask_task_find(ask_task *task, void *shared, dm_error *err);
/* Makes the report of what was found, in JSON or as text. */
dm_status ask_task_report(ask_task *task, bool json, dm_error *err);
/* Frees all but the fields of the question, which ask_clear() frees. */
void ask_task_clear(ask_task *task);

/* What a front end adds to the way of one question. */
typedef struct ask_front {
    void *context;
    bool is_local; /* a program on this machine asks */
    /* Checks what was read and opens the board that it names; may be NULL. */
    dm_status (*open)(void *context, ask_task *task, dm_error *err);
    /* In place of find and report; may be NULL. */
    dm_status (*answer)(void *context, ask_task *task, dm_error *err);
} ask_front;

/* Answers the question `about` that the object asks.  DM_STOPPED may come with a report.  Clear the
 * task and its question in any case; `object` must outlive them. */
dm_status ask_answer(ask_task *task, const question *about, const json_t *object,
                     const ask_front *front, dm_error *err);

/* What a front end adds to a stream of boards. */
typedef struct ask_stream_front {
    void *context;
    bool json;        /* the form of the reports */
    bool check_later; /* as in dm_read_options */
    /* Called before the source is opened and after its first board is prepared. */
    void (*opening)(bool begins);
    dm_status (*run_new)(void *context, dm_run **out, dm_error *err);
    void (*run_free)(dm_run *run);
    bool (*interrupted)(void);
    /* In place of find and report, on one board at a time; may be NULL. */
    dm_status (*answer)(void *context, ask_task *task, dm_error *err);
    /* Prints the report, which it takes, or the failure; false if no board should follow.  Called
     * in the order of the boards, at last with DM_END. */
    bool (*print)(void *context, ask_task *task, dm_status status, const dm_error *failure);
} ask_stream_front;

/* Answers the question, whose words were read, for every board of its source that is in its part;
 * with several threads if there are many boards.  DM_STOPPED without a message: interrupted. */
dm_status ask_stream(asking *a, const char *source, const ask_stream_front *front, dm_error *err);

#endif
