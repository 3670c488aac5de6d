/* check/lines/espt_split.h - a level with its sites on vertices, and all its distances. */
#ifndef CHECK_LINES_ESPT_SPLIT_H
#define CHECK_LINES_ESPT_SPLIT_H

#include <demesne/lines.h>

enum { CHECK_MOST = 48, CHECK_FAR = 1 << 28 };

/* The level with its sites on vertices. */
typedef struct check_split {
    const dm_level *level;
    int n, m, me;
    int a[2 * CHECK_MOST], b[2 * CHECK_MOST], length[2 * CHECK_MOST], edge[2 * CHECK_MOST],
        offset[2 * CHECK_MOST];
    int owner[CHECK_MOST];
    int d[CHECK_MOST][CHECK_MOST];
    bool is_tree;
} check_split;

void check_split_init(const dm_level *level, int me, check_split *s);
/* The distance of v from the nearest site, and the players who have one there. */
int check_split_dist(const check_split *s, int v);
uint64_t check_split_players(const check_split *s, int v);

static inline int check_split_other_end(const check_split *s, int piece, int v)
{
    return s->a[piece] == v ? s->b[piece] : s->a[piece];
}

#endif
