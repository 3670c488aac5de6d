/* news.h - progress of a long call, from the thread that works to the interpreter's. */
#ifndef PYTHON_NEWS_H
#define PYTHON_NEWS_H

#include "module.h"

#include <pthread.h>

#define WAKE_EVERY 0.05 /* seconds: how often the caller's thread looks for Ctrl-C and for news */

typedef struct news {
    PyObject *progress;   /* a function, or None */
    pthread_mutex_t lock; /* of what was reported last: */
    bool has_any;
    char phase[64], note[128];
    int64_t done, total;
    double seconds;
} news;

/* `progress` is borrowed. */
void news_init(news *n, PyObject *progress);
void news_clear(news *n);
/* Lets `run` report here if somebody wants to know. */
void news_follow(news *n, dm_run *run);
/* Calls progress(phase, note, done, total, seconds) if there is news; false with an exception.
 * `context` is a news. */
bool news_report(void *context);

/* Raises an exception that was fetched, with `best`, unless that is NULL, as its attribute; takes
 * all of them.  Returns NULL. */
PyObject *raise_with(PyObject *type, PyObject *value, PyObject *trace, PyObject *best);
/* (complete, text, kept); with an exception set, this becomes its attribute `best` and NULL is
 * returned.  `text` NULL: there is no answer, and without an exception the status is raised. */
PyObject *give_answer(const module_state *state, dm_status status, const char *text, PyObject *kept,
                      const dm_error *err);

#endif
