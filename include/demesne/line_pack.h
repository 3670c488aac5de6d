/* demesne/line_pack.h - packs of levels. */
#ifndef DEMESNE_LINE_PACK_H
#define DEMESNE_LINE_PACK_H

#include <demesne/level_generate.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_pack_wish {
    int32_t count;           /* 1 to 1000 */
    dm_level_grade from, to; /* easy to fiendish, of the first and the last level; grades change in
                                equal steps */
    uint64_t seed;
    int64_t tries; /* per level; 0: 10000 */
} dm_pack_wish;

typedef struct dm_pack_level {
    dm_level *level;    /* its `me` is losing before the first move and needs all moves */
    dm_line_plan *plan; /* its moves win, at places that are simple fractions, so that they may
                           gain less than the best ones */
    dm_level_rating rating;
} dm_pack_level;

typedef struct dm_pack {
    int32_t count;
    dm_pack_level *levels; /* all different, each with a proven solution */
    uint64_t seed;
} dm_pack;

/* Makes random levels with whole lengths.  The same wish gives the same pack.  DM_BAD_ARGUMENT for
 * a bad wish; DM_STOPPED with the levels made before the run ended; DM_UNFINISHED if there are
 * none, or if no level of a grade is found. */
dm_status dm_pack_generate(const dm_pack_wish *wish, dm_run *run, dm_pack **out, dm_error *err);
void dm_pack_free(dm_pack *pack);

#ifdef __cplusplus
}
#endif
#endif
