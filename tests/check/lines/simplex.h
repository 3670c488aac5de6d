/* simplex.h - linear functions on a simplex, divided until each has one sign. */
#ifndef CHECK_LINES_SIMPLEX_H
#define CHECK_LINES_SIMPLEX_H

#include "check/lines/move_sets_places.h"

/* Linear functions at the corners of a simplex. */
typedef struct simplex {
    int corners, functions;
    dm_ratio at[MOST + 1][4 * PLAYERS];
} simplex;

typedef void visit(void *user, const simplex *s);

/* Visits open simplices in which each of the first `signed_count` functions has one sign. */
void check_simplex_divide(const simplex *s, int signed_count, visit *see, void *user);
/* The sign inside: that of any corner that is not 0. */
int check_simplex_sign(const simplex *s, int f);

#endif
