/* puzzles.h - the built-in levels, from easy to hard. */
#ifndef SERVER_PUZZLES_H
#define SERVER_PUZZLES_H

#include <stddef.h>

typedef struct puzzle {
    const char *name, *title;
    const char *op;            /* the kind of move that wins it */
    const char *grade;         /* how few of those moves win: dm_level_odds_rating() */
    const unsigned char *text; /* the level, JSON; `size` bytes */
    size_t size;
} puzzle;

int puzzle_count(void);
puzzle puzzle_at(int index); /* 0 <= index < puzzle_count() */

#endif
