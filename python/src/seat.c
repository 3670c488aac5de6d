/* seat.c - a Python player in one game of a tournament.
 *
 * The game is played by a thread of the library, which takes the interpreter's lock for every turn.
 * The player gets a copy of the game each time, on a board of its own that shares everything with
 * the tournament's: whatever it does with them, or however long it keeps them, is its own affair.
 *
 * A player in Python cannot be killed.  If it chooses too long, the caller's thread raises
 * OutOfTime in it, again and again until it gives up.
 */
#include "seat.h"

#include "answer/fail.h"
#include "answer/report.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

/* The interpreter may end while threads of the library still play.  A thread that asks for its lock
 * after that crashes, so none does: from seats_close() on threads wait until the process ends. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int entering; /* threads that ask for the interpreter's lock */
    bool is_closed;
} gate = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static PyGILState_STATE take_interpreter(void)
{
    pthread_mutex_lock(&gate.lock);
    while (gate.is_closed)
        pthread_cond_wait(&gate.changed, &gate.lock);
    gate.entering++;
    pthread_mutex_unlock(&gate.lock);
    PyGILState_STATE lock = PyGILState_Ensure();
    pthread_mutex_lock(&gate.lock);
    gate.entering--;
    pthread_cond_broadcast(&gate.changed);
    pthread_mutex_unlock(&gate.lock);
    return lock;
}

PyObject *seats_close(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    Py_BEGIN_ALLOW_THREADS;
    pthread_mutex_lock(&gate.lock);
    gate.is_closed = true;
    while (gate.entering > 0)
        pthread_cond_wait(&gate.changed, &gate.lock);
    pthread_mutex_unlock(&gate.lock);
    Py_END_ALLOW_THREADS;
    Py_RETURN_NONE;
}

struct seat {
    seating *among;
    seat *before, *after; /* in the list of all seats */
    PyObject *player;     /* plays this game */
    PyObject *arena;
    dm_position *game;    /* on that arena */
    unsigned long thread; /* that is choosing; 0: none is */
    double deadline;
};

static void free_seat(seat *s)
{
    if (s->after)
        s->after->before = s->before;
    if (s->before)
        s->before->after = s->after;
    else if (s->among->first == s)
        s->among->first = s->after;
    dm_position_free(s->game);
    Py_XDECREF(s->player);
    Py_XDECREF(s->arena);
    free(s);
}

/* Ends the tournament if the exception is Ctrl-C of the player; removes it. */
static bool is_interrupt(seating *among)
{
    if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt))
        return false;
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (!among->interrupt)
        among->interrupt = Py_XNewRef(value);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    dm_run_cancel(among->run);
    return true;
}

static dm_status no_memory(dm_error *err)
{
    return answer_fail(err, DM_NO_MEMORY, "out of memory");
}

static dm_status fill_seat(seat *s, const seat_player *of, const dm_guest_game *game, dm_error *err)
{
    dm_arena *arena = NULL;
    dm_status status = dm_arena_share(game->arena, &arena, err);
    if (status != DM_OK)
        return status;
    s->arena = wrap_arena(s->among->state, arena);
    s->player = s->arena ? PyObject_CallFunction(of->make, "OLK", s->arena, (long long)game->board,
                                                 (unsigned long long)game->seed)
                         : NULL;
    if (s->player)
        return DM_OK;
    bool stopped = is_interrupt(s->among);
    PyErr_Clear();
    return stopped ? answer_fail(err, DM_STOPPED, "interrupted") : no_memory(err);
}

static dm_status seat_begin(void *user, const dm_guest_game *game, void **out, dm_error *err)
{
    const seat_player *of = user;
    seat *s = calloc(1, sizeof *s);
    if (!s)
        return no_memory(err);
    s->among = of->among;
    PyGILState_STATE lock = take_interpreter();
    s->after = s->among->first;
    if (s->after)
        s->after->before = s;
    s->among->first = s;
    dm_status status = fill_seat(s, of, game, err);
    if (status == DM_OK)
        *out = s;
    else
        free_seat(s);
    PyGILState_Release(lock);
    return status;
}

/* Makes a turn with these stones on the seat's own game; none: the turn was lost. */
static dm_status repeat_turn(seat *s, const dm_stone *stones, int32_t count, dm_error *err)
{
    assert(count >= 0);
    if (count == 0)
        return dm_position_pass(s->game, err);
    dm_vertex *move = malloc((size_t)count * sizeof *move);
    if (!move)
        return no_memory(err);
    for (int32_t i = 0; i < count; i++)
        move[i] = stones[i].vertex;
    dm_status status = dm_position_make(s->game, move, count, err);
    free(move);
    return status;
}

/* A copy of the game for the player; DM_NO_MEMORY, without an exception. */
static dm_status copy_game(seat *s, const dm_position *position, PyObject **out, dm_error *err)
{
    /* makes the turns that the tournament's game is ahead */
    int32_t all, at = 0;
    const dm_stone *stones = dm_position_stones(position, &all);
    const dm_rules *rules = dm_position_rules(position);
    dm_status status = DM_OK;
    if (!s->game) {
        const dm_setup setup = {.rounds = rules->rounds,
                                .per_turn = rules->per_turn,
                                .to_move = -1,
                                .ties = rules->ties};
        status = dm_position_resume(((arena_object *)s->arena)->arena, &setup, &s->game, err);
    }
    for (int32_t turn = 0; status == DM_OK && turn < dm_position_turns_made(position); turn++) {
        int32_t count = rules->turns[turn].stones;
        if (turn >= dm_position_turns_made(s->game))
            status = repeat_turn(s, stones + at, count, err);
        at += count;
    }
    if (status != DM_OK)
        return status;
    *out = wrap_game_copy(s->among->state, s->arena, s->game);
    if (*out)
        return DM_OK;
    PyErr_Clear();
    return no_memory(err);
}

static void set_fault(dm_turn_report *turn, dm_fault fault, PyObject *why)
{
    PyObject *text = why ? PyObject_Str(why) : NULL;
    const char *words = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    turn->fault = fault;
    turn->why.status = DM_BAD_MOVE;
    snprintf(turn->why.message, sizeof turn->why.message, "%s", words ? words : "");
    Py_XDECREF(text);
    PyErr_Clear();
}

/* The exception of a player as a fault. */
static dm_status explain_failure(const seat *s, dm_turn_report *turn, dm_error *err)
{
    const module_state *state = s->among->state;
    bool is_late = PyErr_ExceptionMatches(state->out_of_time);
    bool is_stopped = is_interrupt(s->among) || dm_run_stopped(s->among->run) != DM_STOP_NONE;
    dm_fault fault = is_late                                  ? DM_FAULT_LATE
                     : is_stopped                             ? DM_FAULT_NONE
                     : PyErr_ExceptionMatches(state->no_move) ? DM_FAULT_GARBAGE
                                                              : DM_FAULT_CRASH;
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    if (!is_stopped) {
        PyErr_NormalizeException(&type, &value, &trace);
        set_fault(turn, fault, value);
    }
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    return is_stopped ? answer_fail(err, DM_STOPPED, "stopped") : DM_OK;
}

/* Reads a list of vertices; `report` gets a fault if it has another number of them. */
static bool read_move(PyObject *list, int32_t count, dm_vertex *move, dm_turn_report *turn)
{
    Py_ssize_t size = PyList_Check(list) ? PyList_Size(list) : -1;
    assert(count > 0);
    if (size != count) {
        PyObject *why = PyUnicode_FromFormat("%zd stones; expected %d", size, (int)count);
        set_fault(turn, DM_FAULT_ILLEGAL, why);
        Py_XDECREF(why);
        return true;
    }
    for (int32_t i = 0; i < count; i++) {
        long vertex = PyLong_AsLong(PyList_GetItem(list, i));
        if (vertex == -1 && PyErr_Occurred())
            return false;
        move[i] = (dm_vertex)vertex;
    }
    return true;
}

static dm_status seat_choose(void *player, const dm_position *position, double seconds,
                             dm_vertex *move, dm_turn_report *turn, dm_error *err)
{
    seat *s = player;
    PyObject *game = NULL;
    PyGILState_STATE lock = take_interpreter();
    double begun = report_clock();
    s->deadline = seconds > 0 ? begun + seconds : INFINITY;
    dm_status status = copy_game(s, position, &game, err);
    if (status == DM_OK) {
        /* lets the player choose; `thread` and `deadline` tell seats_check() that it does */
        s->thread = PyThread_get_thread_ident();
        PyObject *chosen = PyObject_CallMethod(s->player, "choose", "O", game);
        bool good = chosen && read_move(chosen, dm_position_stones_to_place(position), move, turn);
        PyThreadState_SetAsyncExc(s->thread, NULL);
        s->thread = 0;
        status = good ? DM_OK : explain_failure(s, turn, err);
        Py_XDECREF(chosen);
    }
    Py_XDECREF(game);
    turn->seconds = report_clock() - begun;
    PyGILState_Release(lock);
    return status;
}

static void seat_over(void *player, const dm_position *position, dm_outcome outcome)
{
    seat *s = player;
    dm_error err = {0};
    PyObject *game = NULL, *result = NULL;
    PyGILState_STATE lock = take_interpreter();
    if (copy_game(s, position, &game, &err) == DM_OK)
        result = PyObject_CallMethod(s->player, "over", "Os", game, report_outcome(outcome));
    if (PyErr_Occurred())
        is_interrupt(s->among);
    PyErr_Clear();
    Py_XDECREF(result);
    Py_XDECREF(game);
    PyGILState_Release(lock);
}

static void seat_end(void *player)
{
    PyGILState_STATE lock = take_interpreter();
    free_seat(player);
    PyGILState_Release(lock);
}

dm_guest seat_guest(seat_player *player)
{
    return (dm_guest){.user = player,
                      .begin = seat_begin,
                      .choose = seat_choose,
                      .over = seat_over,
                      .end = seat_end};
}

void seats_check(const seating *all)
{
    bool is_over = dm_run_stopped(all->run) != DM_STOP_NONE;
    double now = report_clock();
    for (const seat *s = all->first; s; s = s->after)
        if (s->thread && (is_over || now > s->deadline))
            PyThreadState_SetAsyncExc(s->thread, all->state->out_of_time);
}

void seating_clear(seating *all)
{
    Py_CLEAR(all->interrupt);
}
