/* demesne/level_generate.h - random levels of a wanted difficulty. */
#ifndef DEMESNE_LEVEL_GENERATE_H
#define DEMESNE_LEVEL_GENERATE_H

#include <demesne/level_grade.h>

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif
#endif
