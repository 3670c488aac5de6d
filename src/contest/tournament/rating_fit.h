/* rating_fit.h - ratings with their covariance, on the model's own scale. */
#ifndef DMI_CONTEST_TOURNAMENT_RATING_FIT_H
#define DMI_CONTEST_TOURNAMENT_RATING_FIT_H

#include <demesne/rating.h>

/* i beats j with probability 1/(1 + e^(r_j - r_i)).  The caller's arrays. */
typedef struct dmi_rating_fit {
    double *rating;     /* by player */
    double *covariance; /* row by row */
} dmi_rating_fit;

/* As dm_ratings(). */
dm_status dmi_ratings_fit(const dm_encounter *encounters, int64_t encounter_count, int32_t count,
                          dmi_rating_fit *out, dm_error *err);

#endif
