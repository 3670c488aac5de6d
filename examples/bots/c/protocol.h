/* protocol.h - talks to the referee, so that a player only has to choose vertices.
 *
 *     int main(void) { return run("my player", choose, NULL); }
 *
 * Everything that a program prints goes to standard error: standard output belongs to the referee.
 */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stddef.h>

enum { NOBODY = -1, WHITE = 0, BLACK = 1 };
enum { TIES_WHITE, TIES_BLACK, TIES_NEUTRAL, TIES_EARLIER };

#define FAR (1LL << 62) /* the distance where no path leads */

typedef struct game {
    int vertices;
    long long *values; /* by vertex */
    int *owner;        /* by vertex: whose stone is there, or NOBODY */
    int rounds, per_turn, ties;
    int *stones; /* the vertices taken, in order */
    int stone_count;
    int side;       /* whose turn it is in choose() */
    double seconds; /* that choose() may take; 0: no limit */
} game;

/* Fills `move` with g->per_turn free vertices. */
typedef void choose_fn(const game *g, int *move);
/* May think before the game begins: its time counts as the start of the program. */
typedef void prepare_fn(const game *g);

/* Answers the referee until the end; `prepare` may be NULL. */
int run(const char *name, choose_fn *choose, prepare_fn *prepare);

/* How far every vertex is from v.  On boards of more than 2000 vertices borrowed until the next
 * call, otherwise until the next board. */
const long long *distances(int v);

double now(void);                      /* in seconds */
void *room(size_t count, size_t size); /* zeroed memory; ends the program if there is none */

#endif
