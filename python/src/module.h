/* module.h - what the files of the extension share. */
#ifndef PYTHON_MODULE_H
#define PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include "base/threads.h"
#include <Python.h>

#include <demesne/demesne.h>

typedef struct module_state {
    PyObject *error;       /* demesne.Error */
    PyObject *out_of_time; /* demesne.OutOfTime, raised in players */
    PyObject *no_move;     /* what a player gave is not a move */
    PyTypeObject *arena, *answer, *game, *player, *boards;
} module_state;

extern struct PyModuleDef demesne_module;

typedef struct arena_object {
    PyObject_HEAD dm_arena *arena;
} arena_object;

typedef struct game_object {
    PyObject_HEAD PyObject *arena; /* keeps the board */
    dm_position *position;
    bool is_busy; /* another thread finds out who owns what */
} game_object;

/* False with an exception if a game is busy: it may only be looked at then. */
bool game_is_free(PyObject *game);

/* Raises demesne.Error, or MemoryError; returns NULL. */
PyObject *raise_status(const module_state *state, dm_status status, const dm_error *err);
/* The types, ready to be added to the module; NULL with an exception. */
PyTypeObject *make_arena_type(PyObject *module);
PyTypeObject *make_answer_type(PyObject *module);
PyTypeObject *make_game_type(PyObject *module);
PyTypeObject *make_player_type(PyObject *module);
PyTypeObject *make_boards_type(PyObject *module);
/* _demesne.open(spec, seed, directed, profile, seconds, largest): a board by name or from a file */
PyObject *open_arena(PyObject *module, PyObject *args);
/* _demesne.arena_of_text(name, text, format, metric, decimals): a board from the text of a file,
 * which messages call `name` */
PyObject *arena_of_text(PyObject *module, PyObject *args);
/* A new Arena that takes `arena`, also on failure. */
PyObject *wrap_arena(const module_state *state, dm_arena *arena);

/* A new Game with a copy of `position`, whose board `arena` has. */
PyObject *wrap_game_copy(const module_state *state, PyObject *arena, const dm_position *position);

/* Waits for the threads without the interpreter's lock, and calls `report_news`, unless it is NULL,
 * now and then.  After an exception (Ctrl-C, or of `report_news`, which then returns false) the run
 * is cancelled, and the exception stays set. */
void wait_for_threads(dmi_threads *threads, dm_run *run, bool (*report_news)(void *context),
                      void *context);
/* _demesne.players(): [(name, help), ..] */
PyObject *list_players(PyObject *module, PyObject *unused);

/* _demesne.atlas_tables(): [(name, help, is_view), ..] */
PyObject *list_atlas_tables(PyObject *module, PyObject *unused);
/* _demesne.atlas_games(path, table, vertices, rounds, per_turn, ties): the games of a database as
 * tuples of what `atlas export` writes as JSON; sizes and rounds as (least, most), 0: any */
PyObject *list_atlas_games(PyObject *module, PyObject *args);

/* _demesne.ask(question, request, arena, source, seconds, progress) */
PyObject *ask(PyObject *module, PyObject *args);
/* _demesne.programs(path): [(key, name, version, command, folder), ..] of a table of programs */
PyObject *list_programs(PyObject *module, PyObject *args);
/* _demesne.tournament(request, names, guests, programs, pairings, arena, boards, db, list, seconds,
 * progress); `programs` has such tuples for the last names */
PyObject *tournament(PyObject *module, PyObject *args);
/* _demesne.is_range(nodes): whether a list, or the keys of a dictionary, are 0, 1, 2, .. */
PyObject *is_range(PyObject *module, PyObject *nodes);
/* _demesne.units(numbers, decimals): as numbers_as_units(), of a list, or of an array of floats */
PyObject *units(PyObject *module, PyObject *args);
/* _demesne.edges(adjacency, index, first, second, directed, multi, decimals): the ends as bytes of
 * int64; the lengths as units() gives them, or a list, or None if no edge has one; and whether some
 * edge has none, which is then 1 long */
PyObject *list_edges(PyObject *module, PyObject *args);
/* _demesne.choices(name): the words of an option that all questions know, such as "car|bike|foot"
 */
PyObject *list_choices(PyObject *module, PyObject *args);
/* _demesne.fields(question): [(name, type, required, default, choices, help), ..] */
PyObject *list_fields(PyObject *module, PyObject *args);

#endif
