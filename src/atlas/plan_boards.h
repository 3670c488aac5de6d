/* feed.h - the boards of a plan, one after another. */
#ifndef DMI_PLAN_BOARDS_H
#define DMI_PLAN_BOARDS_H

#include "atlas/tables.h"
#include "store/solved_games.h"

/* Boards that are written down as complete together. */
typedef struct dmi_atlas_part {
    struct dmi_atlas_part *next;
    dmi_unit unit;
    int64_t pending;  /* boards handed out and not yet done with */
    bool all_read;    /* no more boards come */
    bool has_gaps;    /* some game was left unproven, or the reading failed */
    bool is_recorded; /* the database knows */
} dmi_atlas_part;

typedef struct dmi_atlas_task {
    dm_arena *arena;          /* the taker's */
    char name[DMI_NAME_SIZE]; /* "": the canonical form is the name */
    int32_t first, last;      /* rounds */
    dmi_atlas_part *part;     /* NULL: the board stands for itself */
} dmi_atlas_task;

typedef struct dmi_plan_boards dmi_plan_boards;

/* The rounds of `plan` that fit on n vertices; false where there are none. */
bool dmi_plan_rounds(const dm_atlas_plan *plan, int32_t n, int32_t *first, int32_t *last);

dm_status dmi_plan_boards_new(dmi_store *store, const dmi_table_row *row, const dm_atlas_plan *plan,
                              dmi_plan_boards **out, dm_error *err);
void dmi_plan_boards_free(dmi_plan_boards *feed);
/* DM_END after the last.  Parts that the database has complete are passed over. */
dm_status dmi_plan_boards_next(dmi_plan_boards *feed, dmi_atlas_task *out, dm_error *err);
/* All parts so far, owned by the feed. */
dmi_atlas_part *dmi_plan_parts(dmi_plan_boards *feed);

#endif
