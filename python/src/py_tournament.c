/* py_tournament.c - _demesne.tournament(): many games between players, some of them in Python.
 *
 * The library's own tournament plays; Python players take part as guests (seat.h).  It runs in
 * threads of its own, while the caller's thread looks for Ctrl-C, news and players that are late.
 */
#include "base/threads.h"
#include "news.h"
#include "seat.h"

#include "answer/answer.h"
#include "answer/answer_contest.h"
#include "question/questions.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct contest {
    const char *request, *arena, *db;
    const char **names; /* of the players; borrowed from their list */
    dm_guest *guests;
    seat_player *players;
    dm_program *programs; /* by player; those that are none have no texts */
    int32_t player_count;
    dm_pairing *pairings; /* NULL: all */
    int32_t pairing_count;
    const dm_arena **boards; /* NULL: those of `arena` */
    int64_t board_count;
    int list; /* the games are wanted */
    seating seats;
    news news;
    dm_tournament *tournament;
    char *text; /* the answer; NULL: there is none */
    dm_status status;
    dm_error err;
} contest;

static json_t *pairing_of(const answer_tournament *results, int32_t pairing)
{
    report *r = report_open(true, NULL);
    json_t *object = NULL;
    answer_add_score(r, results, pairing);
    report_take(r, &object, NULL);
    return object;
}

typedef struct game_list {
    const dm_tournament *tournament;
    json_t *list;
} game_list;

/* A row with the names of the tool's --list. */
static dm_status add_game(void *user, const dm_tournament_game *game, dm_error *err)
{
    game_list *l = user;
    report_append(&l->list,
                  json_pack("{si sI ss ss sI ss sI sI sI ss}", "pairing", game->pairing + 1, "game",
                            (json_int_t)game->number + 1, "white",
                            dm_tournament_player_about(l->tournament, game->player[DM_WHITE]).name,
                            "black",
                            dm_tournament_player_about(l->tournament, game->player[DM_BLACK]).name,
                            "board_seed", (json_int_t)game->board_seed, "winner",
                            report_outcome(game->outcome), "value", (json_int_t)game->value,
                            "white_faults", (json_int_t)game->faults[DM_WHITE], "black_faults",
                            (json_int_t)game->faults[DM_BLACK], "moves", game->moves));
    return l->list ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
}

static dm_status list_games(const contest *c, report *r, dm_error *err)
{
    game_list l = {c->tournament, json_array()};
    dm_status status = DM_OK;
    for (int32_t i = 0; status == DM_OK && i < dm_tournament_pairing_count(c->tournament); i++)
        status = dm_tournament_each_game(c->tournament, i, add_game, &l, err);
    report_json(r, "games", l.list);
    return status;
}

static dm_status report_results(contest *c, const dm_tournament_plan *plan, double begun)
{
    const report_board about = {.source = plan->arena,
                                .arena = dm_tournament_first_board(c->tournament),
                                .ties = plan->ties,
                                .begun = begun};
    answer_tournament results = {0};
    json_t *pairings = json_array(), *object = NULL;
    dm_status status = answer_tournament_read(c->tournament, plan, &results, &c->err);
    report *r = report_open(true, &about);
    for (int32_t i = 0; status == DM_OK && i < results.pairing_count; i++)
        report_append(&pairings, pairing_of(&results, i));
    report_json(r, "pairings", pairings);
    if (status == DM_OK) {
        answer_add_state(r, &results);
        report_json(r, "ratings", answer_ratings(&results));
    }
    if (status == DM_OK && c->list)
        status = list_games(c, r, &c->err);
    if (dm_tournament_is_repetitive(c->tournament))
        report_json(r, "notes",
                    json_pack("[s+]", plan->arena,
                              " has fewer boards than the tournament needs: deterministic players "
                              "repeat their games"));
    answer_tournament_clear(&results);
    if (status == DM_OK)
        status = report_take(r, &object, &c->err);
    else
        report_free(r);
    c->text = object ? report_text(object) : NULL;
    json_decref(object);
    return status == DM_OK && !c->text ? answer_fail(&c->err, DM_NO_MEMORY, "out of memory")
                                       : status;
}

static dm_status play_tournament(contest *c, asking *a)
{
    dm_tournament_plan plan;
    double begun = report_clock();
    ((tournament_fields *)a->own)->arena = c->arena;
    dm_status status = tournament_make_plan(a, &plan, &c->err);
    if (status != DM_OK)
        return status;
    plan.players = c->names;
    plan.guests = c->guests;
    plan.programs = c->programs;
    plan.player_count = c->player_count;
    plan.pairings = c->pairings;
    plan.pairing_count = c->pairing_count;
    plan.boards = c->boards;
    plan.board_count = c->board_count;
    status = dm_tournament_open(c->db, &plan, &c->tournament, &c->err);
    if (status != DM_OK)
        return status;
    status = dm_tournament_run(c->tournament, (int)a->threads, c->seats.run, &c->err);
    dm_status reported =
        status == DM_OK || status == DM_STOPPED ? report_results(c, &plan, begun) : status;
    return reported == DM_OK ? status : reported;
}

static dm_status read_and_play(contest *c, const json_t *request)
{
    asking a;
    dm_status status = ask_begin(&a, &question_tournament, false, &c->err);
    if (status != DM_OK)
        return status;
    a.is_local = true;
    status = ask_read_json(&a, request, &c->err);
    if (status == DM_OK)
        status = play_tournament(c, &a);
    ask_clear(&a);
    return status;
}

static void tournament_worker(void *context, int worker)
{
    contest *c = context;
    json_error_t why;
    (void)worker;
    json_t *request = json_loads(c->request, 0, &why);
    c->status = request
                    ? read_and_play(c, request)
                    : answer_fail(&c->err, DM_BAD_INPUT, "the request is no JSON: %s", why.text);
    json_decref(request);
    dm_tournament_close(c->tournament);
}

/* Waits without the interpreter's lock, as wait_for_threads() does, and looks after the players
 * also once the run was cancelled.  Leaves the first exception set. */
static void wait_for_games(contest *c, dmi_threads *threads)
{
    PyObject *type = NULL, *value = NULL, *trace = NULL;
    bool is_working = true;
    while (is_working) {
        Py_BEGIN_ALLOW_THREADS is_working = dmi_threads_is_working(threads, WAKE_EVERY);
        Py_END_ALLOW_THREADS if (!type && (PyErr_CheckSignals() != 0 || !news_report(&c->news)))
        {
            PyErr_Fetch(&type, &value, &trace);
            dm_run_cancel(c->seats.run);
        }
        seats_check(&c->seats);
    }
    if (type)
        PyErr_Restore(type, value, trace);
    else if (c->seats.interrupt)
        PyErr_SetObject(PyExc_KeyboardInterrupt, c->seats.interrupt);
}

static PyObject *run_contest(contest *c, double seconds)
{
    dmi_threads *threads = NULL;
    dm_status status = dm_run_new(&c->seats.run, &c->err);
    if (status == DM_OK && seconds >= 0)
        dm_run_set_deadline(c->seats.run, seconds);
    if (status == DM_OK)
        news_follow(&c->news, c->seats.run);
    if (status == DM_OK)
        status = dmi_threads_new(1, tournament_worker, c, &threads, &c->err);
    if (status == DM_OK)
        wait_for_games(c, threads);
    else
        c->status = status;
    dmi_threads_free(threads);
    PyObject *answer = give_answer(c->seats.state, c->status, c->text, Py_None, &c->err);
    free(c->text);
    dm_run_free(c->seats.run);
    seating_clear(&c->seats);
    return answer;
}

/* Reads the lists of names and of what makes players (None: the name is a spec). */
static bool get_players(contest *c, PyObject *names, PyObject *makers)
{
    Py_ssize_t count = PyList_Size(names);
    if (PyList_Size(makers) != count || count > INT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "as many players as names are needed");
        return false;
    }
    c->player_count = (int32_t)count;
    c->names = calloc((size_t)count + 1, sizeof *c->names);
    c->guests = calloc((size_t)count + 1, sizeof *c->guests);
    c->players = calloc((size_t)count + 1, sizeof *c->players);
    if (!c->names || !c->guests || !c->players)
        return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *make = PyList_GetItem(makers, i);
        c->names[i] = PyUnicode_AsUTF8AndSize(PyList_GetItem(names, i), NULL);
        if (!c->names[i])
            return false;
        c->players[i] = (seat_player){&c->seats, make};
        if (make != Py_None)
            c->guests[i] = seat_guest(&c->players[i]);
    }
    return true;
}

/* Reads the list of programs, which are the last players. */
static bool get_programs(contest *c, PyObject *list)
{
    Py_ssize_t count = PyList_Size(list);
    if (count > c->player_count) {
        PyErr_SetString(PyExc_ValueError, "as many players as names are needed");
        return false;
    }
    c->programs = calloc((size_t)c->player_count + 1, sizeof *c->programs);
    if (!c->programs)
        return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < count; i++) {
        dm_program *p = &c->programs[c->player_count - count + i];
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "sssss", &p->key, &p->name, &p->version,
                              &p->command, &p->folder))
            return false;
    }
    return true;
}

static bool get_pairings(contest *c, PyObject *list)
{
    if (list == Py_None)
        return true;
    Py_ssize_t count = PyList_Check(list) ? PyList_Size(list) : 0;
    c->pairings = calloc((size_t)count + 1, sizeof *c->pairings);
    if (!c->pairings)
        return PyErr_NoMemory();
    for (; c->pairing_count < count; c->pairing_count++) {
        dm_pairing *p = &c->pairings[c->pairing_count];
        PyObject *pair = PyList_GetItem(list, c->pairing_count);
        if (!PyTuple_Check(pair) || !PyArg_ParseTuple(pair, "ii", &p->first, &p->second)) {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_TypeError, "pairings: expected pairs of numbers");
            return false;
        }
    }
    return true;
}

static bool get_boards(contest *c, PyObject *list)
{
    if (list == Py_None)
        return true;
    Py_ssize_t count = PyList_Check(list) ? PyList_Size(list) : 0;
    c->boards = calloc((size_t)count + 1, sizeof(void *));
    if (!c->boards)
        return PyErr_NoMemory();
    for (; c->board_count < count; c->board_count++) {
        PyObject *board = PyList_GetItem(list, c->board_count);
        if (!PyObject_TypeCheck(board, c->seats.state->arena)) {
            PyErr_SetString(PyExc_TypeError, "boards: expected Arenas");
            return false;
        }
        c->boards[c->board_count] = ((arena_object *)board)->arena;
    }
    return true;
}

PyObject *tournament(PyObject *module, PyObject *args)
{
    contest c = {.seats.state = PyModule_GetState(module)};
    PyObject *names, *makers, *programs, *pairings, *boards, *progress, *answer = NULL;
    double seconds;
    if (!PyArg_ParseTuple(args, "sO!O!O!OzOzpdO:tournament", &c.request, &PyList_Type, &names,
                          &PyList_Type, &makers, &PyList_Type, &programs, &pairings, &c.arena,
                          &boards, &c.db, &c.list, &seconds, &progress))
        return NULL;
    news_init(&c.news, progress);
    if (get_players(&c, names, makers) && get_programs(&c, programs) &&
        get_pairings(&c, pairings) && get_boards(&c, boards))
        answer = run_contest(&c, seconds);
    news_clear(&c.news);
    free(c.names);
    free(c.guests);
    free(c.players);
    free(c.programs);
    free(c.pairings);
    free(c.boards);
    return answer;
}
