/* feed.h - the boards of a plan, one after another. */
#ifndef DMI_FEED_H
#define DMI_FEED_H

#include "atlas/tables.h"
#include "store/solved.h"

/* Boards that are written down as complete together. */
typedef struct dmi_part {
    struct dmi_part *next;
    dmi_unit unit;
    int64_t pending;  /* boards handed out and not yet done with */
    bool all_read;    /* no more boards come */
    bool has_gaps;    /* some game was left unproven, or the reading failed */
    bool is_recorded; /* the database knows */
} dmi_part;

typedef struct dmi_task {
    dm_arena *arena;          /* the taker's */
    char name[DMI_NAME_SIZE]; /* "": the canonical form is the name */
    int32_t first, last;      /* rounds */
    dmi_part *part;           /* NULL: the board stands for itself */
} dmi_task;

typedef struct dmi_feed dmi_feed;

/* The rounds of `plan` that fit on n vertices; false where there are none. */
bool dmi_plan_rounds(const dm_atlas_plan *plan, int32_t n, int32_t *first, int32_t *last);

dm_status dmi_feed_new(dmi_store *store, const dmi_table_row *row, const dm_atlas_plan *plan,
                       dmi_feed **out, dm_error *err);
void dmi_feed_free(dmi_feed *feed);
/* DM_END after the last.  Parts that the database has complete are passed over. */
dm_status dmi_feed_next(dmi_feed *feed, dmi_task *out, dm_error *err);
/* All parts so far, owned by the feed. */
dmi_part *dmi_feed_parts(dmi_feed *feed);

#endif
