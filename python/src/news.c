/* news.c - progress of a long call, and its answer. */
#include "news.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void news_init(news *n, PyObject *progress)
{
    assert(progress);
    *n = (news){.progress = progress};
    pthread_mutex_init(&n->lock, NULL);
}

void news_clear(news *n)
{
    pthread_mutex_destroy(&n->lock);
}

static void note_progress(void *user, const dm_progress *progress)
{
    news *n = user;
    pthread_mutex_lock(&n->lock);
    snprintf(n->phase, sizeof n->phase, "%s", progress->phase);
    snprintf(n->note, sizeof n->note, "%s", progress->note);
    n->done = progress->done;
    n->total = progress->total;
    n->seconds = progress->seconds;
    n->has_any = true;
    pthread_mutex_unlock(&n->lock);
}

void news_follow(news *n, dm_run *run)
{
    if (n->progress != Py_None)
        dm_run_set_progress(run, note_progress, n, 0.1);
}

bool news_report(void *context)
{
    news *n = context;
    char phase[sizeof n->phase], note[sizeof n->note];
    pthread_mutex_lock(&n->lock);
    bool has_any = n->has_any;
    memcpy(phase, n->phase, sizeof phase);
    memcpy(note, n->note, sizeof note);
    long long done = n->done, total = n->total;
    double seconds = n->seconds;
    n->has_any = false;
    pthread_mutex_unlock(&n->lock);
    if (!has_any)
        return true;
    PyObject *result =
        PyObject_CallFunction(n->progress, "ssLLd", phase, note, done, total, seconds);
    Py_XDECREF(result);
    return result != NULL;
}

PyObject *raise_with(PyObject *type, PyObject *value, PyObject *trace, PyObject *best)
{
    PyErr_Clear();
    PyErr_NormalizeException(&type, &value, &trace);
    if (best && PyObject_SetAttrString(value, "best", best) != 0)
        PyErr_Clear();
    Py_XDECREF(best);
    PyErr_Restore(type, value, trace);
    return NULL;
}

PyObject *give_answer(const module_state *state, dm_status status, const char *text, PyObject *kept,
                      const dm_error *err)
{
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyObject *all = NULL;
    if (text && (status == DM_OK || status == DM_STOPPED))
        all = Py_BuildValue("(OsO)", status == DM_OK ? Py_True : Py_False, text, kept);
    else if (!type)
        raise_status(state, status, err);
    return type ? raise_with(type, value, trace, all) : all;
}
