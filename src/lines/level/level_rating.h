/* level_rating.h - ratings as far as they are needed. */
#ifndef DMI_LINES_LEVEL_LEVEL_RATING_H
#define DMI_LINES_LEVEL_LEVEL_RATING_H

#include <demesne/level_grade.h>

/* The odds of one move and their rating.  The share of ropes is found with less and less error
 * until the grade is clear, or the error is that of the ask. */
dm_status dmi_rate_odds(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                        dm_line_odds **odds, dm_level_rating *rating, dm_error *err);

/* Rates a level that is to have the grade (DM_GRADE_UNKNOWN: any) and to need all of its moves.
 * Where it is soon clear that it does not, `*plan` stays NULL, and the grade is not known. */
dm_status dmi_rate_for(const dm_level *level, dm_line_ties ties, dm_level_grade grade, dm_run *run,
                       dm_level_rating *out, dm_line_plan **plan, dm_error *err);

#endif
