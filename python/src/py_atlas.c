/* py_atlas.c - solved games of a database. */
#include "module.h"

enum { GAMES_PER_LOOK = 4096 }; /* between two looks for Ctrl-C */

PyObject *list_atlas_tables(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < dm_atlas_table_count(); i++) {
        const dm_atlas_table *t = dm_atlas_table_at(i);
        PyObject *row = Py_BuildValue("(ssO)", t->name, t->help, t->is_view ? Py_True : Py_False);
        if (!row || PyList_Append(list, row) != 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

/* Appends a game to the list; with an exception set it ends the reading. */
static dm_status add_game(void *user, const dm_atlas_game *g, dm_error *err)
{
    PyObject *list = user;
    PyObject *row = Py_BuildValue(
        "(ssiLiisLLOLd)", g->table, g->board, (int)g->vertices, (long long)g->edges, (int)g->rounds,
        (int)g->per_turn, dm_tie_rule_name(g->ties), (long long)g->lower, (long long)g->upper,
        g->proven ? Py_True : Py_False, (long long)g->nodes, g->seconds);
    bool good = row && PyList_Append(list, row) == 0 &&
                (PyList_Size(list) % GAMES_PER_LOOK != 0 || PyErr_CheckSignals() == 0);
    (void)err;
    Py_XDECREF(row);
    return good ? DM_OK : DM_STOPPED;
}

PyObject *list_atlas_games(PyObject *module, PyObject *args)
{
    const module_state *state = PyModule_GetState(module);
    const char *path;
    dm_atlas_plan plan = {0};
    dm_atlas *atlas = NULL;
    dm_error err = {0};
    int ties;
    if (!PyArg_ParseTuple(args, "ss(ii)(ii)ii:atlas_games", &path, &plan.table, &plan.min_vertices,
                          &plan.max_vertices, &plan.min_rounds, &plan.max_rounds, &plan.per_turn,
                          &ties))
        return NULL;
    plan.ties = (dm_tie_rule)ties;
    PyObject *list = PyList_New(0);
    dm_status status = list ? dm_atlas_open(path, false, &atlas, &err) : DM_NO_MEMORY;
    if (status == DM_OK)
        status = dm_atlas_each(atlas, &plan, add_game, list, &err);
    dm_atlas_close(atlas);
    if (status == DM_OK)
        return list;
    Py_XDECREF(list);
    return PyErr_Occurred() ? NULL : raise_status(state, status, &err);
}
