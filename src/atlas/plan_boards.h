/* plan_boards.h - the boards of a plan, one after another. */
#ifndef DMI_PLAN_BOARDS_H
#define DMI_PLAN_BOARDS_H

#include "atlas/known_games.h"
#include "atlas/tables.h"

/* Boards that are recorded as complete together. */
typedef struct dmi_atlas_part {
    struct dmi_atlas_part *next;
    dmi_unit unit;
    int32_t number;      /* of the generator's part */
    dmi_board_set known; /* boards of it that the database has, by form */
    int64_t pending;     /* boards taken and not yet finished */
    bool all_read;       /* all its boards were taken */
    bool has_gaps;       /* a game is unproven, or reading failed */
    bool is_recorded;    /* in the database */
} dmi_atlas_part;

typedef struct dmi_atlas_task {
    dm_arena *arena;          /* owned by the caller */
    char name[DMI_NAME_SIZE]; /* "": use the key of the board */
    int32_t first, last;      /* rounds */
    dmi_atlas_part *part;     /* NULL for boards of families */
    const dmi_known_size *known;
} dmi_atlas_task;

typedef struct dmi_plan_boards dmi_plan_boards;

/* The rounds of `plan` that fit on n vertices; false if there are none. */
bool dmi_plan_rounds(const dm_atlas_plan *plan, int32_t n, int32_t *first, int32_t *last);

/* `sizes` keeps what is known, also for other plans with the same database; borrowed. */
dm_status dmi_plan_boards_new(dmi_store *store, const dmi_table_row *row, const dm_atlas_plan *plan,
                              dmi_known_sizes *sizes, dmi_plan_boards **out, dm_error *err);
/* The same for one part of the smallest size of `plan`, of a table of kind ALL. */
dm_status dmi_part_boards_new(dmi_store *store, const dmi_table_row *row, const dm_atlas_plan *plan,
                              int32_t part, dmi_known_sizes *sizes, dmi_plan_boards **out,
                              dm_error *err);
void dmi_plan_boards_free(dmi_plan_boards *boards);
/* DM_END after the last.  Parts that are complete in the database are skipped. */
dm_status dmi_plan_boards_next(dmi_plan_boards *boards, dmi_atlas_task *out, dm_error *err);
/* The games of a part that was read and whose boards are finished are not needed any more. */
void dmi_atlas_part_forget(dmi_atlas_part *part);
/* All parts so far; borrowed. */
dmi_atlas_part *dmi_plan_parts(dmi_plan_boards *boards);

#endif
