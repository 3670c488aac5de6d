/* seat.h - a Python player in one game of a tournament. */
#ifndef PYTHON_SEAT_H
#define PYTHON_SEAT_H

#include "module.h"

typedef struct seat seat;

/* What the games of a tournament share; its members are under the interpreter's lock. */
typedef struct seating {
    const module_state *state;
    dm_run *run;         /* of the tournament */
    PyObject *interrupt; /* KeyboardInterrupt of a player; NULL: none */
    seat *first;         /* of all games being played */
} seating;

/* A player: `make(arena, board, seed)` gives the object that plays one game, with methods
 * choose(game) and over(game, outcome). */
typedef struct seat_player {
    seating *among;
    PyObject *make; /* borrowed */
} seat_player;

/* The functions of a guest whose `user` is `player`, which must outlive it. */
dm_guest seat_guest(seat_player *player);
/* Raises OutOfTime in players that choose too long, or at all once the run has ended.  Call it now
 * and then. */
void seats_check(const seating *all);
void seating_clear(seating *all);
/* seats_close(): no thread of the library asks for the interpreter any more; before it ends. */
PyObject *seats_close(PyObject *module, PyObject *none);

#endif
