/* boards.c - _demesne.Boards: the boards of a file one after another. */
#include "module.h"

typedef struct boards_object {
    PyObject_HEAD dm_boards *boards;
} boards_object;

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

static PyObject *boards_next(PyObject *self)
{
    const module_state *state = PyType_GetModuleState(Py_TYPE(self));
    dm_arena *arena = NULL;
    dm_error err = {0};
    dm_status status = dm_boards_next(((boards_object *)self)->boards, &arena, &err);
    if (status == DM_END)
        return NULL; /* without an exception: the end */
    return status == DM_OK ? wrap_arena(state, arena) : raise_status(state, status, &err);
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
