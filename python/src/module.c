/* module.c - _demesne: boards, games and questions, as the package `demesne` uses them.
 *
 * A question is asked as JSON and answered as JSON, through the same tables as the command line and
 * the server, so names, ranges and messages are the same everywhere.
 */
#include "module.h"
#include "seat.h"

PyObject *raise_status(const module_state *state, dm_status status, const dm_error *err)
{
    if (status == DM_NO_MEMORY)
        return PyErr_NoMemory();
    PyObject *error =
        PyObject_CallFunction(state->error, "ss", err->message, dm_status_text(status));
    if (error) {
        PyErr_SetObject(state->error, error);
        Py_DECREF(error);
    }
    return NULL;
}

static PyObject *list_families(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < dm_family_count(); i++) {
        const dm_family *f = dm_family_at(i);
        PyObject *row = Py_BuildValue("(sss)", f->name, f->pattern, f->help);
        if (!row || PyList_Append(list, row) != 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyMethodDef functions[] = {
    {"ask", ask, METH_VARARGS, "ask(question, request, arena, source, seconds, progress)"},
    {"tournament", tournament, METH_VARARGS,
     "tournament(request, names, guests, programs, pairings, arena, boards, db, list, seconds, "
     "progress)"},
    {"close", seats_close, METH_NOARGS,
     "close(): the interpreter ends; tournaments that are still played wait"},
    {"programs", list_programs, METH_VARARGS,
     "programs(path): [(key, name, version, command, folder), ..]"},
    {"open", open_arena, METH_VARARGS,
     "open(spec, seed, directed, profile, seconds, largest): a board by name or from a file"},
    {"arena_of_text", arena_of_text, METH_VARARGS,
     "arena_of_text(name, text, format, metric, decimals): a board"},
    {"is_range", is_range, METH_O, "is_range(nodes): whether they are 0, 1, 2, .."},
    {"units", units, METH_VARARGS, "units(numbers, decimals): (units, decimals), or None"},
    {"edges", list_edges, METH_VARARGS,
     "edges(adjacency, index, first, second, directed, multi, decimals): (ends, lengths, "
     "lacks_lengths)"},
    {"fields", list_fields, METH_VARARGS,
     "fields(question): [(name, type, required, default, choices, help), ..]"},
    {"atlas_tables", list_atlas_tables, METH_NOARGS, "The tables: (name, help, is_view)."},
    {"atlas_games", list_atlas_games, METH_VARARGS,
     "atlas_games(path, table, vertices, rounds, per_turn, ties): the games of a database"},
    {"choices", list_choices, METH_VARARGS, "choices(name): the words of a common option."},
    {"families", list_families, METH_NOARGS, "The families of boards: (name, example, help)."},
    {"players", list_players, METH_NOARGS, "The players: (name, help)."},
    {NULL, NULL, 0, NULL}};

static int add_type(PyObject *module, const char *name, PyTypeObject *type)
{
    return type ? PyModule_AddObjectRef(module, name, (PyObject *)type) : -1;
}

static int module_start(PyObject *module)
{
    module_state *state = PyModule_GetState(module);
    PyObject *errors = PyImport_ImportModule("demesne._errors");
    state->error = errors ? PyObject_GetAttrString(errors, "Error") : NULL;
    state->out_of_time = state->error ? PyObject_GetAttrString(errors, "OutOfTime") : NULL;
    state->no_move = state->out_of_time ? PyObject_GetAttrString(errors, "NoMove") : NULL;
    Py_XDECREF(errors);
    if (!state->no_move)
        return -1;
    state->arena = make_arena_type(module);
    state->answer = make_answer_type(module);
    state->game = make_game_type(module);
    state->player = make_player_type(module);
    state->boards = make_boards_type(module);
    if (add_type(module, "Arena", state->arena) != 0 ||
        add_type(module, "Answer", state->answer) != 0 ||
        add_type(module, "Game", state->game) != 0 ||
        add_type(module, "Player", state->player) != 0 ||
        add_type(module, "Boards", state->boards) != 0)
        return -1;
    return PyModule_AddStringConstant(module, "version", dm_version());
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = PyModule_GetState(module);
    Py_VISIT(state->error);
    Py_VISIT(state->out_of_time);
    Py_VISIT(state->no_move);
    Py_VISIT(state->arena);
    Py_VISIT(state->answer);
    Py_VISIT(state->game);
    Py_VISIT(state->player);
    Py_VISIT(state->boards);
    return 0;
}

static int module_clear(PyObject *module)
{
    module_state *state = PyModule_GetState(module);
    Py_CLEAR(state->error);
    Py_CLEAR(state->out_of_time);
    Py_CLEAR(state->no_move);
    Py_CLEAR(state->arena);
    Py_CLEAR(state->answer);
    Py_CLEAR(state->game);
    Py_CLEAR(state->player);
    Py_CLEAR(state->boards);
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, module_start}, {0, NULL}};

struct PyModuleDef demesne_module = {.m_base = PyModuleDef_HEAD_INIT,
                                     .m_name = "_demesne",
                                     .m_doc = "The engine of the package demesne.",
                                     .m_size = sizeof(module_state),
                                     .m_methods = functions,
                                     .m_slots = slots,
                                     .m_traverse = module_traverse,
                                     .m_clear = module_clear};

PyMODINIT_FUNC PyInit__demesne(void);
PyMODINIT_FUNC PyInit__demesne(void)
{
    return PyModuleDef_Init(&demesne_module);
}
