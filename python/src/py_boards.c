/* py_boards.c - boards by name or from a file, read in a thread without the interpreter's lock, so
 * that Ctrl-C ends it; _demesne.Boards: those of a file one after another. */
#include "base/threads.h"
#include "module.h"

typedef struct boards_object {
    PyObject_HEAD dm_boards *boards;
    bool is_busy; /* in another thread */
} boards_object;

typedef struct reading {
    const char *spec; /* the one board of this source; NULL: the next of `boards` */
    uint64_t seed;
    dm_read_options options;
    dm_boards *boards;
    dm_arena *arena;
    dm_status status;
    dm_error err;
} reading;

static void work(void *context, int worker)
{
    reading *r = context;
    (void)worker;
    if (r->spec)
        r->status = dm_boards_open(r->spec, r->seed, &r->boards, &r->err);
    if (r->status != DM_OK)
        return;
    dm_boards_options(r->boards, &r->options);
    r->status = r->spec ? dm_boards_only(r->boards, r->spec, &r->arena, &r->err)
                        : dm_boards_next(r->boards, &r->arena, &r->err);
}

/* An Arena; NULL with an exception, or without one at the end. */
static PyObject *read_board(const module_state *state, reading *r)
{
    dmi_threads *threads = NULL;
    dm_status started = dm_run_new(&r->options.run, &r->err);
    if (started == DM_OK)
        started = dmi_threads_new(1, work, r, &threads, &r->err);
    if (started == DM_OK)
        wait_for_threads(threads, r->options.run, NULL, NULL);
    else
        r->status = started; /* otherwise the worker has set it */
    dmi_threads_free(threads);
    dm_run_free(r->options.run);
    if (PyErr_Occurred() || r->status == DM_END)
        dm_arena_free(r->arena);
    else if (r->status == DM_OK)
        return wrap_arena(state, r->arena);
    else
        raise_status(state, r->status, &r->err);
    return NULL;
}

PyObject *open_arena(PyObject *module, PyObject *args)
{
    reading r = {0};
    unsigned long long seed;
    int directed, profile, measure, largest, metric, decimals;
    const char *speeds = NULL;
    if (!PyArg_ParseTuple(args, "sKpiipii|z:open", &r.spec, &seed, &directed, &profile, &measure,
                          &largest, &metric, &decimals, &speeds))
        return NULL;
    r.seed = seed;
    r.options = (dm_read_options){.directed = directed,
                                  .profile = (dm_profile)profile,
                                  .measure = (dm_measure)measure,
                                  .largest = largest,
                                  .speeds = speeds,
                                  .metric = (dm_line_metric)metric,
                                  .has_decimals = true,
                                  .decimals = decimals};
    PyObject *arena = read_board(PyModule_GetState(module), &r);
    dm_boards_free(r.boards);
    return arena;
}

/* Not in a thread of its own: a text that is in memory is read at once. */
PyObject *arena_of_text(PyObject *module, PyObject *args)
{
    const module_state *state = PyModule_GetState(module);
    const char *name, *text, *format;
    Py_ssize_t size;
    int metric, decimals;
    dm_reader *reader = NULL;
    dm_arena *arena = NULL;
    dm_error err = {0};
    dm_status status;
    if (!PyArg_ParseTuple(args, "ss#sii:arena_of_text", &name, &text, &size, &format, &metric,
                          &decimals))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status =
        dm_reader_open_memory(name, text, (size_t)size, format, &reader, &err);
    if (status == DM_OK) {
        const dm_read_options options = {
            .metric = (dm_line_metric)metric, .has_decimals = true, .decimals = decimals};
        dm_reader_options(reader, &options);
        status = dm_reader_next(reader, &arena, &err);
    }
    dm_reader_free(reader);
    Py_END_ALLOW_THREADS return status == DM_OK ? wrap_arena(state, arena)
                                                : raise_status(state, status, &err);
}

/* Boards(path) */
static PyObject *boards_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    const module_state *state = PyType_GetModuleState(type);
    const char *path;
    dm_error err = {0};
    if (names && PyDict_Size(names) > 0)
        return PyErr_Format(PyExc_TypeError, "Boards takes no named arguments");
    if (!PyArg_ParseTuple(args, "s:Boards", &path))
        return NULL;
    allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    boards_object *self = (boards_object *)make(type, 0);
    if (!self)
        return NULL;
    dm_status status = dm_boards_open(path, 1, &self->boards, &err);
    if (status != DM_OK) {
        Py_DECREF(self);
        return raise_status(state, status, &err);
    }
    return (PyObject *)self;
}

static void boards_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    dm_boards_free(((boards_object *)self)->boards);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* One of many boards is small: no thread is started for it. */
static PyObject *read_small(const module_state *state, dm_boards *boards)
{
    dm_arena *arena = NULL;
    dm_error err = {0};
    dm_status status = dm_boards_next(boards, &arena, &err);
    if (status == DM_END)
        return NULL;
    return status == DM_OK ? wrap_arena(state, arena) : raise_status(state, status, &err);
}

/* NULL without an exception: the end. */
static PyObject *boards_next(PyObject *self)
{
    const module_state *state = PyType_GetModuleState(Py_TYPE(self));
    boards_object *me = (boards_object *)self;
    if (me->is_busy)
        return PyErr_Format(PyExc_RuntimeError, "another thread is reading these boards");
    if (dm_boards_many(me->boards))
        return read_small(state, me->boards);
    reading r = {.boards = me->boards};
    me->is_busy = true;
    PyObject *arena = read_board(state, &r);
    me->is_busy = false;
    return arena;
}

PyTypeObject *make_boards_type(PyObject *module)
{
    static PyType_Slot slots[] = {{Py_tp_new, boards_new},
                                  {Py_tp_dealloc, boards_dealloc},
                                  {Py_tp_iter, PyObject_SelfIter},
                                  {Py_tp_iternext, boards_next},
                                  {0, NULL}};
    static PyType_Spec spec = {.name = "demesne._demesne.Boards",
                               .basicsize = sizeof(boards_object),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
