/* arena/tables.h - what is computed of a board once and kept with it: distances and their order.
 *
 *     dmi_tables *tables = dmi_tables_hold(arena);
 *     dmi_tables_distances(tables, arena, limit, run, &table, err);     made by the first call
 *     dmi_tables_release(tables);
 *
 * Boards that differ only in their values share one.  What was given stays valid until its holder
 * releases it, also if the board is freed before.  Threads may share all of it.
 */
#ifndef DMI_TABLES_H
#define DMI_TABLES_H

#include "graph/ranks.h"

typedef struct dmi_tables dmi_tables;

dmi_tables *dmi_tables_new(void); /* for a new board; NULL without memory */
dmi_tables *dmi_tables_hold(const dm_arena *arena);
void dmi_tables_release(dmi_tables *tables); /* NULL: nothing */

/* All distances in at most `max_bytes`: DM_TOO_LARGE if they need more.  DM_STOPPED. */
dm_status dmi_tables_distances(dmi_tables *tables, const dm_arena *arena, int64_t max_bytes,
                               dm_run *run, const dm_distances **out, dm_error *err);

/* Their order: at every vertex, or at a sample of at most DMI_RANKS_SAMPLE vertices.  `distances`
 * are those of the board.  DM_TOO_LARGE and DM_STOPPED as in dmi_ranks_new(). */
typedef enum dmi_rank_kind { DMI_RANKS_ALL, DMI_RANKS_SAMPLED } dmi_rank_kind;
dm_status dmi_tables_ranks(dmi_tables *tables, const dm_distances *distances, dmi_rank_kind kind,
                           dm_run *run, const dmi_ranks **out, dm_error *err);

#endif
