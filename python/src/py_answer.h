/* py_answer.h - what a question found, with all it was asked with. */
#ifndef PYTHON_ANSWER_H
#define PYTHON_ANSWER_H

#include "module.h"

#include "question/drive.h"
#include "question/questions.h"

#include <pthread.h>

typedef struct kept_answer {
    json_t *request; /* the task borrows from it */
    ask_task task;
    pthread_mutex_t lock; /* of what is added to `task.found` later */
} kept_answer;

kept_answer *kept_new(void); /* NULL: out of memory */
void kept_free(kept_answer *kept);
/* Takes `kept`: an Answer, or None if it is not about a map; NULL with an exception.  The answer
 * borrows the board that `arena` has. */
PyObject *wrap_answer(const module_state *state, PyObject *arena, kept_answer *kept);

#endif
