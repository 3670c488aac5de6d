/* py_game.c - _demesne.Game: a game in progress. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

enum { LARGE_BOARD = 500 }; /* vertices */

static module_state *state_of(PyObject *self)
{
    return PyType_GetModuleState(Py_TYPE(self));
}

static dm_position *position_of(PyObject *self)
{
    return ((game_object *)self)->position;
}

/* Game(arena, rounds, per_turn, ties) */
static PyObject *game_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    const module_state *state = PyType_GetModuleState(type);
    PyObject *arena;
    long long rounds, per_turn;
    int ties;
    dm_error err = {0};
    if (names && PyDict_Size(names) > 0)
        return PyErr_Format(PyExc_TypeError, "Game takes no named arguments");
    if (!PyArg_ParseTuple(args, "O!LLi:Game", state->arena, &arena, &rounds, &per_turn, &ties))
        return NULL;
    allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    game_object *self = (game_object *)make(type, 0);
    if (!self)
        return NULL;
    const dm_setup setup = {
        .rounds = rounds, .per_turn = per_turn, .to_move = -1, .ties = (dm_tie_rule)ties};
    dm_status status =
        dm_position_resume(((arena_object *)arena)->arena, &setup, &self->position, &err);
    if (status != DM_OK) {
        Py_DECREF(self);
        return raise_status(state, status, &err);
    }
    self->arena = Py_NewRef(arena);
    return (PyObject *)self;
}

static void game_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    dm_position_free(position_of(self));
    Py_XDECREF(((game_object *)self)->arena);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyObject *finish_game(PyObject *self, dm_status status, const dm_error *err)
{
    if (status != DM_OK)
        return raise_status(state_of(self), status, err);
    Py_RETURN_NONE;
}

/* The number of a vertex; -1, which the library refuses, for one that no board has. */
static bool read_vertex(PyObject *from, dm_vertex *out)
{
    PyObject *number = PyNumber_Index(from);
    int overflow = 0;
    long long v = number ? PyLong_AsLongLongAndOverflow(number, &overflow) : -1;
    Py_XDECREF(number);
    if (v == -1 && PyErr_Occurred())
        return false;
    *out = v < 0 || v > INT32_MAX || overflow ? -1 : (dm_vertex)v;
    return true;
}

bool game_is_free(PyObject *game)
{
    bool is_busy = ((game_object *)game)->is_busy;
    if (is_busy)
        PyErr_SetString(PyExc_RuntimeError, "this game is used in another thread; copy() it");
    return !is_busy;
}

static PyObject *push_one(PyObject *self, PyObject *move)
{
    dm_error err = {0};
    dm_vertex vertex;
    if (!read_vertex(move, &vertex) || !game_is_free(self))
        return NULL;
    return finish_game(self, dm_position_make(position_of(self), &vertex, 1, &err), &err);
}

/* push(vertex or vertices): one turn; an empty list passes. */
static PyObject *game_push(PyObject *self, PyObject *move)
{
    if (PyIndex_Check(move))
        return push_one(self, move);
    PyObject *list = PySequence_List(move);
    dm_error err = {0};
    if (!list)
        return NULL;
    Py_ssize_t count = PyList_Size(list);
    dm_vertex few[16], *vertices = count <= 16 ? few : malloc((size_t)count * sizeof *vertices);
    bool good = vertices != NULL;
    if (!good)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < count && good; i++)
        good = read_vertex(PyList_GetItem(list, i), &vertices[i]);
    good = good && game_is_free(self);
    dm_status status = DM_OK;
    if (good)
        status = count ? dm_position_make(position_of(self), vertices, (int32_t)count, &err)
                       : dm_position_pass(position_of(self), &err);
    if (vertices != few)
        free(vertices);
    Py_DECREF(list);
    return good ? finish_game(self, status, &err) : NULL;
}

static PyObject *game_pop(PyObject *self, PyObject *unused)
{
    dm_error err = {0};
    (void)unused;
    if (!game_is_free(self))
        return NULL;
    return finish_game(self, dm_position_undo(position_of(self), &err), &err);
}

/* The value if `d` is NULL, otherwise who owns what; on a large board without the interpreter's
 * lock. */
static dm_status evaluate_game(PyObject *self, int64_t *value, const dm_dominance **d,
                               dm_error *err)
{
    game_object *me = (game_object *)self;
    dm_position *position = me->position;
    dm_status status;
    if (dm_arena_vertices(dm_position_arena(position)) < LARGE_BOARD)
        return d ? dm_position_dominance(position, d, err)
                 : dm_position_value(position, value, err);
    me->is_busy = true;
    Py_BEGIN_ALLOW_THREADS status =
        d ? dm_position_dominance(position, d, err) : dm_position_value(position, value, err);
    Py_END_ALLOW_THREADS me->is_busy = false;
    return status;
}

/* White's score minus Black's, in units of the values. */
static PyObject *game_value(PyObject *self, PyObject *unused)
{
    dm_error err = {0};
    int64_t value = 0;
    (void)unused;
    if (!game_is_free(self))
        return NULL;
    dm_status status = evaluate_game(self, &value, NULL, &err);
    return status == DM_OK ? PyLong_FromLongLong(value)
                           : raise_status(state_of(self), status, &err);
}

static PyObject *bytes_of(const void *from, size_t size)
{
    return PyBytes_FromStringAndSize(from, (Py_ssize_t)size);
}

/* (white, black, tied, unreached, owner, distance): the last two as bytes of int32 and int64. */
static PyObject *game_dominance(PyObject *self, PyObject *unused)
{
    const dm_dominance *d = NULL;
    dm_error err = {0};
    (void)unused;
    if (!game_is_free(self))
        return NULL;
    dm_status status = evaluate_game(self, NULL, &d, &err);
    if (status != DM_OK)
        return raise_status(state_of(self), status, &err);
    size_t n = (size_t)d->n;
    PyObject *owner = bytes_of(d->owner, n * sizeof *d->owner);
    PyObject *distance = bytes_of(d->distance, n * sizeof *d->distance);
    PyObject *all = NULL;
    if (owner && distance)
        all =
            Py_BuildValue("(LLLLOO)", (long long)d->score[DM_WHITE], (long long)d->score[DM_BLACK],
                          (long long)d->tied, (long long)d->unreached, owner, distance);
    Py_XDECREF(owner);
    Py_XDECREF(distance);
    return all;
}

static PyObject *game_free(PyObject *self, PyObject *unused)
{
    dm_vertex n = dm_arena_vertices(dm_position_arena(position_of(self)));
    dm_vertex *free_ones = malloc(((size_t)n + 1) * sizeof *free_ones);
    (void)unused;
    if (!free_ones)
        return PyErr_NoMemory();
    dm_vertex count = dm_position_free_vertices(position_of(self), free_ones);
    PyObject *list = PyList_New(count);
    for (dm_vertex i = 0; list && i < count; i++) {
        PyObject *item = PyLong_FromLong(free_ones[i]);
        if (!item || PyList_SetItem(list, i, item) != 0)
            Py_CLEAR(list);
    }
    free(free_ones);
    return list;
}

/* [(player, vertex), ..] in the order placed. */
static PyObject *game_stones(PyObject *self, PyObject *unused)
{
    int32_t count = 0;
    const dm_stone *stones = dm_position_stones(position_of(self), &count);
    PyObject *list = PyList_New(count);
    (void)unused;
    for (int32_t i = 0; list && i < count; i++) {
        PyObject *item = Py_BuildValue("(ii)", stones[i].player, stones[i].vertex);
        if (!item || PyList_SetItem(list, i, item) != 0)
            Py_CLEAR(list);
    }
    return list;
}

PyObject *wrap_game_copy(const module_state *state, PyObject *arena, const dm_position *position)
{
    dm_error err = {0};
    allocfunc make = (allocfunc)PyType_GetSlot(state->game, Py_tp_alloc);
    game_object *copy = (game_object *)make(state->game, 0);
    if (!copy)
        return NULL;
    dm_status status = dm_position_copy(position, &copy->position, &err);
    if (status != DM_OK) {
        Py_DECREF(copy);
        return raise_status(state, status, &err);
    }
    copy->arena = Py_NewRef(arena);
    return (PyObject *)copy;
}

static PyObject *game_copy(PyObject *self, PyObject *unused)
{
    (void)unused;
    if (!game_is_free(self))
        return NULL;
    return wrap_game_copy(state_of(self), ((game_object *)self)->arena, position_of(self));
}

static PyObject *get_over(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(dm_position_is_over(position_of(self)));
}

static PyObject *get_to_move(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong((long)dm_position_to_move(position_of(self)));
}

static PyObject *get_to_place(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(dm_position_stones_to_place(position_of(self)));
}

static PyObject *get_turns(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(dm_position_turns_made(position_of(self)));
}

/* (rounds, per_turn, ties) */
static PyObject *get_rules(PyObject *self, void *unused)
{
    const dm_rules *rules = dm_position_rules(position_of(self));
    (void)unused;
    return Py_BuildValue("(iii)", rules->rounds, rules->per_turn, (int)rules->ties);
}

static PyMethodDef methods[] = {
    {"push", game_push, METH_O, "Plays a turn: a vertex, or a list of them; an empty list passes."},
    {"pop", game_pop, METH_NOARGS, "Takes back the last turn."},
    {"value", game_value, METH_NOARGS, NULL},
    {"dominance", game_dominance, METH_NOARGS, NULL},
    {"free", game_free, METH_NOARGS, NULL},
    {"stones", game_stones, METH_NOARGS, NULL},
    {"copy", game_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef members[] = {
    {"is_over", get_over, NULL, NULL, NULL},      {"to_move", get_to_move, NULL, NULL, NULL},
    {"to_place", get_to_place, NULL, NULL, NULL}, {"rules", get_rules, NULL, NULL, NULL},
    {"turns", get_turns, NULL, NULL, NULL},       {NULL, NULL, NULL, NULL, NULL}};

PyTypeObject *make_game_type(PyObject *module)
{
    static PyType_Slot slots[] = {{Py_tp_new, game_new},
                                  {Py_tp_dealloc, game_dealloc},
                                  {Py_tp_methods, methods},
                                  {Py_tp_getset, members},
                                  {0, NULL}};
    static PyType_Spec spec = {.name = "demesne._demesne.Game",
                               .basicsize = sizeof(game_object),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
