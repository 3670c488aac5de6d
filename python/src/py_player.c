/* py_player.c - _demesne.Player: one of the library's players.
 *
 * It chooses on a copy of the game, in a thread without the interpreter's lock, so the game itself
 * stays usable.  A player chooses one move at a time.
 */
#include "answer/answer.h"
#include "base/threads.h"
#include "news.h"

#include <stdlib.h>

typedef struct player_object {
    PyObject_HEAD dm_player *player;
    bool is_busy; /* in another thread */
} player_object;

typedef struct choice {
    dm_player *player;
    dm_position *position;
    dm_run *run;
    dm_vertex *move;
    bool explains;
    char *trace; /* JSON; freed with free(); NULL: not asked */
    dm_status status;
    dm_error err;
} choice;

static dm_player *player_of(PyObject *self)
{
    return ((player_object *)self)->player;
}

/* Player(spec, seed) */
static PyObject *player_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    const module_state *state = PyType_GetModuleState(type);
    const char *spec;
    unsigned long long seed;
    dm_error err = {0};
    if (names && PyDict_Size(names) > 0)
        return PyErr_Format(PyExc_TypeError, "Player takes no named arguments");
    if (!PyArg_ParseTuple(args, "sK:Player", &spec, &seed))
        return NULL;
    allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    player_object *self = (player_object *)make(type, 0);
    if (!self)
        return NULL;
    dm_status status = dm_player_new(spec, seed, &self->player, &err);
    if (status != DM_OK) {
        Py_DECREF(self);
        return raise_status(state, status, &err);
    }
    return (PyObject *)self;
}

static void player_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    dm_player_free(player_of(self));
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* The trace of the stones that were chosen, which are placed for it. */
static dm_status write_trace(choice *c, const dm_trace *trace)
{
    int32_t count, stones = dm_position_stones_to_place(c->position);
    json_t *object = NULL;
    dm_position_stones(c->position, &count);
    dm_status status = dm_position_make(c->position, c->move, stones, &c->err);
    if (status != DM_OK)
        return status;
    report *r = report_open(true, NULL);
    status = answer_board_trace(r, c->position, count, trace, &c->err);
    if (status == DM_OK)
        status = report_take(r, &object, &c->err);
    else
        report_free(r);
    c->trace = object ? report_text(json_object_get(object, "trace")) : NULL;
    json_decref(object);
    return status == DM_OK && !c->trace ? DM_NO_MEMORY : status;
}

static void choose_move(void *context, int worker)
{
    choice *c = context;
    dm_trace trace = {0};
    (void)worker;
    c->status = c->explains
                    ? dm_player_explain(c->player, c->position, c->run, c->move, &trace, &c->err)
                    : dm_player_choose(c->player, c->position, c->run, c->move, &c->err);
    if (c->explains && (c->status == DM_OK || c->status == DM_STOPPED)) {
        dm_status written = write_trace(c, &trace);
        c->status = written == DM_OK ? c->status : written;
    }
    dm_trace_clear(&trace);
}

static dm_status start_choice(choice *c, const dm_position *game, double seconds,
                              dmi_threads **threads)
{
    dm_status status = dm_position_copy(game, &c->position, &c->err);
    if (status == DM_OK)
        status = dm_run_new(&c->run, &c->err);
    if (status == DM_OK && seconds >= 0)
        dm_run_set_deadline(c->run, seconds);
    return status == DM_OK ? dmi_threads_new(1, choose_move, c, threads, &c->err) : status;
}

static PyObject *list_move(const choice *c, int32_t count)
{
    PyObject *list = PyList_New(count);
    for (int32_t i = 0; list && i < count; i++) {
        PyObject *item = PyLong_FromLong(c->move[i]);
        if (!item || PyList_SetItem(list, i, item) != 0)
            Py_CLEAR(list);
    }
    return list;
}

/* The move that was chosen, as a list; an exception that is set gets it as its attribute `best`. */
static PyObject *give_move(const module_state *state, const choice *c, int32_t count)
{
    PyObject *type, *value, *trace, *move = NULL;
    PyErr_Fetch(&type, &value, &trace);
    if (c->status == DM_OK || c->status == DM_STOPPED)
        move = list_move(c, count);
    else if (!type)
        raise_status(state, c->status, &c->err);
    return type ? raise_with(type, value, trace, move) : move;
}

/* The move, or with `explains` a pair of the move and its trace as JSON. */
static PyObject *choose_on(player_object *self, const dm_position *game, double seconds,
                           bool explains)
{
    const module_state *state = PyType_GetModuleState(Py_TYPE((PyObject *)self));
    int32_t count = dm_position_stones_to_place(game);
    dmi_threads *threads = NULL;
    choice c = {.player = self->player,
                .move = calloc((size_t)count + 1, sizeof *c.move),
                .explains = explains};
    dm_status started = c.move ? start_choice(&c, game, seconds, &threads) : DM_NO_MEMORY;
    if (started == DM_OK)
        wait_for_threads(threads, c.run, NULL, NULL);
    else
        c.status = started; /* otherwise the worker has set it */
    dmi_threads_free(threads);
    PyObject *move = give_move(state, &c, count);
    if (move && explains)
        move = Py_BuildValue("(Ns)", move, c.trace ? c.trace : "[]");
    free(c.trace);
    dm_run_free(c.run);
    dm_position_free(c.position);
    free(c.move);
    return move;
}

static PyObject *call_choose(PyObject *self, PyObject *args, bool explains)
{
    const module_state *state = PyType_GetModuleState(Py_TYPE(self));
    player_object *me = (player_object *)self;
    PyObject *game;
    double seconds;
    if (!PyArg_ParseTuple(args, "O!d:choose", state->game, &game, &seconds))
        return NULL;
    if (!game_is_free(game))
        return NULL;
    if (me->is_busy)
        return PyErr_Format(PyExc_RuntimeError, "this player is choosing in another thread");
    me->is_busy = true;
    PyObject *move = choose_on(me, ((game_object *)game)->position, seconds, explains);
    me->is_busy = false;
    return move;
}

/* choose(game, seconds): the vertices of this turn. */
static PyObject *player_choose(PyObject *self, PyObject *args)
{
    return call_choose(self, args, false);
}

/* explain(game, seconds): the same, and its trace as JSON. */
static PyObject *player_explain(PyObject *self, PyObject *args)
{
    return call_choose(self, args, true);
}

static PyObject *get_spec(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(dm_player_spec(player_of(self)));
}

PyObject *list_players(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < dm_player_count(); i++) {
        const dm_player_info *p = dm_player_at(i);
        PyObject *row = Py_BuildValue("(ss)", p->name, p->help);
        if (!row || PyList_Append(list, row) != 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyMethodDef methods[] = {{"choose", player_choose, METH_VARARGS, NULL},
                                {"explain", player_explain, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};

static PyGetSetDef members[] = {{"spec", get_spec, NULL, NULL, NULL},
                                {NULL, NULL, NULL, NULL, NULL}};

PyTypeObject *make_player_type(PyObject *module)
{
    static PyType_Slot slots[] = {{Py_tp_new, player_new},
                                  {Py_tp_dealloc, player_dealloc},
                                  {Py_tp_methods, methods},
                                  {Py_tp_getset, members},
                                  {0, NULL}};
    static PyType_Spec spec = {.name = "demesne._demesne.Player",
                               .basicsize = sizeof(player_object),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
