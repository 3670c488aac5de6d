/* trip_rows.h - the customers and sites that a table of trips names. */
#ifndef QUESTION_FIT_TRIP_ROWS_H
#define QUESTION_FIT_TRIP_ROWS_H

#include "question/question.h"

/* The trips of the table by rows of the two others; freed with free().  DM_BAD_INPUT names the row:
 * of a name that is not known, or of several rows, and of a pair that is listed twice. */
dm_status trip_rows_find(const dm_trip_table *table, const dm_arena *arena,
                         const dm_places *customers, const dm_places *sites, dm_trip **out,
                         dm_error *err);
/* What people call a site: its label, else the name or the number of its vertex. */
const char *trip_rows_site(const dm_arena *arena, const dm_places *sites, int32_t row,
                           char number[16]);

#endif
