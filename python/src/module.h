/* module.h - what the files of the extension share. */
#ifndef PYTHON_MODULE_H
#define PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include <demesne/demesne.h>

typedef struct module_state {
    PyObject *error; /* demesne.Error */
    PyTypeObject *arena, *game;
} module_state;

extern struct PyModuleDef demesne_module;

typedef struct arena_object {
    PyObject_HEAD dm_arena *arena;
} arena_object;

/* Raises demesne.Error, or MemoryError, KeyboardInterrupt or OSError where Python expects those;
 * returns NULL. */
PyObject *raise_status(const module_state *state, dm_status status, const dm_error *err);
/* The types, ready to be added to the module; NULL with an exception. */
PyTypeObject *make_arena_type(PyObject *module);
PyTypeObject *make_game_type(PyObject *module);
/* A new Arena that takes `arena`, also on failure. */
PyObject *wrap_arena(const module_state *state, dm_arena *arena);

/* _demesne.ask(question, request, arena, source, seconds, progress) */
PyObject *ask(PyObject *module, PyObject *args);
/* _demesne.edges(adjacency, index, first, second, directed, multi): the ends as bytes of int64, and
 * a list of lengths, or None if no edge has one */
PyObject *list_edges(PyObject *module, PyObject *args);
/* _demesne.fields(question): [(name, type, required, default, choices, help), ..] */
PyObject *list_fields(PyObject *module, PyObject *args);

#endif
