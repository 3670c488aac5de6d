/* py_answer.c - what a question found, kept with all it was asked with.
 *
 * _demesne.Answer keeps that of a question about a map, so that GeoJSON can be written later, and
 * only if somebody wants it.
 */
#include "py_answer.h"
#include "base/threads.h"

#include <stdlib.h>

typedef struct answer_object {
    PyObject_HEAD kept_answer *kept;
    PyObject *arena; /* keeps the board */
} answer_object;

kept_answer *kept_new(void)
{
    kept_answer *kept = calloc(1, sizeof *kept);
    if (kept)
        pthread_mutex_init(&kept->lock, NULL);
    return kept;
}

void kept_free(kept_answer *kept)
{
    if (!kept)
        return;
    ask_task_clear(&kept->task);
    ask_clear(&kept->task.ask);
    json_decref(kept->request);
    pthread_mutex_destroy(&kept->lock);
    free(kept);
}

/* The round that was found; NULL: the question is about something else. */
static round_found *round_of(const kept_answer *kept)
{
    const question *about = kept->task.ask.about;
    void *found = kept->task.found;
    if (!found)
        return NULL;
    return about == &question_score   ? &((score_found *)found)->round
           : about == &question_reply ? &((reply_found *)found)->round
           : about == &question_lead  ? &((lead_found *)found)->round
                                      : NULL;
}

PyObject *wrap_answer(const module_state *state, PyObject *arena, kept_answer *kept)
{
    allocfunc make = (allocfunc)PyType_GetSlot(state->answer, Py_tp_alloc);
    const round_found *round = round_of(kept);
    bool has_map = round && round->market.owned && dm_arena_map(round->market.arena);
    answer_object *self = has_map ? (answer_object *)make(state->answer, 0) : NULL;
    if (!self) {
        kept_free(kept);
        return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
    }
    self->kept = kept;
    self->arena = Py_NewRef(arena);
    return (PyObject *)self;
}

static void answer_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    kept_free(((answer_object *)self)->kept);
    Py_XDECREF(((answer_object *)self)->arena);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

typedef struct writing {
    kept_answer *kept;
    dm_run *run;
    bool areas;
    char *text;
    dm_status status;
    dm_error err;
} writing;

static void write_geojson(void *context, int worker)
{
    writing *w = context;
    round_found *round = round_of(w->kept);
    (void)worker;
    pthread_mutex_lock(&w->kept->lock); /* other threads may write the same answer */
    w->status = round_divide(round, w->areas, w->run, &w->err);
    answer_market market = round->market;
    pthread_mutex_unlock(&w->kept->lock);
    if (!w->areas)
        market.areas = NULL;
    if (w->status == DM_OK)
        w->status =
            round_write(&w->kept->task.ask, &market, ROUND_GEOJSON, NULL, &w->text, &w->err);
}

/* geojson(areas): what --geojson writes, as a text. */
static PyObject *answer_geojson_text(PyObject *self, PyObject *args)
{
    const module_state *state = PyType_GetModuleState(Py_TYPE(self));
    int areas;
    dmi_threads *threads = NULL;
    if (!PyArg_ParseTuple(args, "p:geojson", &areas))
        return NULL;
    writing w = {.kept = ((answer_object *)self)->kept, .areas = areas};
    dm_status started = dm_run_new(&w.run, &w.err);
    if (started == DM_OK)
        started = dmi_threads_new(1, write_geojson, &w, &threads, &w.err);
    if (started == DM_OK)
        wait_for_threads(threads, w.run, NULL, NULL);
    else
        w.status = started; /* otherwise the worker has set it */
    dmi_threads_free(threads);
    PyObject *text = NULL;
    if (!PyErr_Occurred())
        text = w.status == DM_OK ? PyUnicode_FromString(w.text)
                                 : raise_status(state, w.status, &w.err);
    free(w.text);
    dm_run_free(w.run);
    return text;
}

static PyMethodDef methods[] = {{"geojson", answer_geojson_text, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};

PyTypeObject *make_answer_type(PyObject *module)
{
    static PyType_Slot slots[] = {
        {Py_tp_dealloc, answer_dealloc}, {Py_tp_methods, methods}, {0, NULL}};
    static PyType_Spec spec = {.name = "demesne._demesne.Answer",
                               .basicsize = sizeof(answer_object),
                               .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
