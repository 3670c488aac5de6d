/* demesne/line_puzzle.h - levels as puzzles: how hard they are, random ones, and packs of them.
 *
 * One rule for every level.  If one move is to be made, the share of winning moves gives the points
 * of the level.  If there are several, a search does: how many solutions there are, whether the
 * greedy player (the best move of each turn by itself) finds one, and how many first moves look
 * good.  docs/LINES.md has the table.
 */
#ifndef DEMESNE_LINE_PUZZLE_H
#define DEMESNE_LINE_PUZZLE_H

#include <demesne/line_solve.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_level_grade {
    DM_GRADE_UNKNOWN = 0,
    DM_GRADE_TRIVIAL,
    DM_GRADE_EASY,
    DM_GRADE_MEDIUM,
    DM_GRADE_HARD,
    DM_GRADE_FIENDISH,
    DM_GRADE_UNWINNABLE
} dm_level_grade;

const char *dm_level_grade_name(dm_level_grade value);
dm_status dm_level_grade_parse(const char *name, dm_level_grade *out, dm_error *err);

typedef struct dm_level_rating {
    int winnable;      /* 1 yes, 0 no, -1 not known */
    int32_t moves;     /* how many are to be made */
    double low, high;  /* one move: the share of winning moves is between them */
    int64_t solutions; /* several: connected sets of winning moves; -1: not known */
    bool greedy_wins;  /* several */
    bool all_needed;   /* several: one move less does not win */
    int32_t tempting;  /* several: first moves that gain at least half of what the best one gains,
                          of sites on vertices, removals, cuts at ends, ropes between vertices */
    int32_t points;    /* -1: not winnable, or not known */
    dm_level_grade grade;
} dm_level_rating;

/* For one move.  `best` may be NULL. */
dm_level_rating dm_level_odds_rating(const dm_line_odds *odds, const dm_line_best *best);

/* For any budget: `set` answers `ask`, whose objective is margin or win, with solutions counted.
 * One move of any kind is as hard as its easiest kind.  DM_UNFINISHED if the run ends first. */
dm_status dm_level_move_set_rating(const dm_level *level, const dm_line_move_set_ask *ask,
                                   const dm_line_move_set *set, dm_run *run, dm_level_rating *out,
                                   dm_error *err);

/* Random moves as the level's budget allows them (one of any kind if it has none), played from the
 * start again and again, and how often they win (van Dieren's measure of difficulty).  Moves of any
 * kind: each kind but ropes that the level allows is equally likely; a list without an order is
 * played in a random one. */
typedef struct dm_random_play {
    int64_t samples, wins;
    double low, high; /* Wilson's interval at 95 % */
} dm_random_play;

/* Plays `samples` times for the level's `me`, who must be known.  DM_STOPPED with the plays so far.
 */
dm_status dm_level_play_randomly(const dm_level *level, dm_line_ties ties, int64_t samples,
                                 uint64_t seed, dm_run *run, dm_random_play *out, dm_error *err);

/* Solves and rates the level's budget for its `me`, who must be known.  `set` receives the best
 * moves.  DM_UNFINISHED if the run ends first. */
dm_status dm_level_rate(const dm_level *level, dm_line_ties ties, dm_run *run, dm_level_rating *out,
                        dm_line_move_set **set, dm_error *err);

typedef enum dm_level_kind {
    DM_LEVEL_GRID = 0, /* a grid without some of its edges */
    DM_LEVEL_GABRIEL,  /* points, joined if no third lies in the circle between them */
    DM_LEVEL_TREE      /* the shortest tree that joins random points */
} dm_level_kind;

const char *dm_level_kind_name(dm_level_kind value);
dm_status dm_level_kind_parse(const char *name, dm_level_kind *out, dm_error *err);

/* Requirements for a level. */
typedef struct dm_level_wish {
    dm_level_kind kind;
    int32_t vertices; /* at least 2 */
    int32_t players;  /* 2 to 12: red, blue, green, ...; 0: two */
    int32_t sites; /* per player, on vertices; 0: one, or as many as the grade of a removal needs */
    bool whole;    /* lengths are whole numbers; otherwise distances rounded to 10^-6 */
    dm_line_ask ask; /* op and count of the moves, player (the level's `me`), ties and samples */
    dm_level_grade grade; /* trivial to fiendish; DM_GRADE_UNKNOWN: any */
    dm_ratio low, high;   /* range of the share of winning moves, if it is one; high.den 0: any */
    bool unique;          /* there is one solution (not for ropes or samples) */
    int64_t tries;        /* 0: 1000 */
    uint64_t seed;
} dm_level_wish;

/* Makes a connected plane level with whole coordinates that meets the requirements: the first of
 * `tries` random ones.  The player who moves is losing before the move.  The same wish gives the
 * same level.  If the wish mentions a grade, a share or one solution, the level's budget is the
 * moves of the ask.  `rating` (may be NULL) is then filled, and `odds` (may be NULL) receives the
 * odds of one move; otherwise they are zero and NULL.
 * DM_BAD_ARGUMENT if no such level exists; DM_UNFINISHED if none of those tried fits, with the
 * nearest in the message, or if the run ends first. */
dm_status dm_level_generate(const dm_level_wish *wish, dm_run *run, dm_level **out,
                            dm_line_odds **odds, dm_level_rating *rating, dm_error *err);

typedef struct dm_level_pack_wish {
    int32_t count;           /* 1 to 1000 */
    dm_level_grade from, to; /* easy to fiendish, of the first and the last level; grades change in
                                equal steps */
    uint64_t seed;
    int64_t tries; /* per level; 0: 10000 */
    bool unique;   /* only levels with one solution; not for ropes */
    bool only_op;  /* only levels whose moves are all of one kind: */
    dm_line_op op;
    const char *title; /* copied; NULL: none */
} dm_level_pack_wish;

typedef struct dm_level_pack_item {
    dm_level *level;            /* its `me` is losing before the first move and needs all moves */
    dm_line_move_set *solution; /* its moves win, at places that are simple fractions, so that they
                           may gain less than the best ones */
    dm_level_rating rating;
    char *name; /* of a level that was given; NULL: it was made */
} dm_level_pack_item;

/* A level that was given and has no place in the pack. */
typedef struct dm_level_left_out {
    char *name;
    char why[200];
} dm_level_left_out;

typedef struct dm_level_pack {
    int32_t count;
    dm_level_pack_item *levels; /* each with a proven solution; those that are made all differ */
    uint64_t seed;
    char *title; /* or NULL */
    int32_t left_out_count;
    dm_level_left_out *left_out;
} dm_level_pack;

/* Makes random levels with whole lengths.  The same wish gives the same pack.  DM_BAD_ARGUMENT for
 * a bad wish; DM_STOPPED with the levels made before the run ended; DM_UNFINISHED if there are
 * none, or if no level of a grade is found. */
dm_status dm_level_pack_generate(const dm_level_pack_wish *wish, dm_run *run, dm_level_pack **out,
                                 dm_error *err);
void dm_level_pack_free(dm_level_pack *pack);

/* A level of one's own. */
typedef struct dm_own_level {
    const char *name;
    const dm_level *level;
} dm_own_level;

/* Rates and solves levels in the order in which they are given, with ties to nobody; of the wish
 * only `unique`, the kind of move and `title` count.  A level without a budget gets one move of
 * that kind.  What cannot be won, or is not as wished, is left out, and `left_out` says why.
 * DM_STOPPED with the levels rated before the run ended; DM_UNFINISHED if there are none. */
dm_status dm_level_pack_of(const dm_own_level *own, int32_t count, const dm_level_pack_wish *wish,
                           dm_run *run, dm_level_pack **out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
