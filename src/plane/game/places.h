/* places.h - good places for the next site: local optima of what it gains. */
#ifndef DMI_PLANE_GAME_PLACES_H
#define DMI_PLANE_GAME_PLACES_H

#include "plane/game/view.h"

typedef struct dmi_place {
    dm_point at;
    double value;
} dmi_place;

enum { DMI_PLACES = 64 }; /* the most in a list */

/* Places, the best first; of those nearer than `apart` only the best. */
typedef struct dmi_place_list {
    dmi_place place[DMI_PLACES];
    int32_t count, most; /* at most DMI_PLACES */
    double apart;
} dmi_place_list;

void dmi_place_insert(dmi_place_list *list, dm_point at, double value);

/* How much a search of places may do. */
typedef struct dmi_effort {
    int32_t cells;   /* the other sides' largest cells, beside whose sites places are tried */
    int32_t corners; /* of cells, the farthest from their sites */
    int32_t random;
    int32_t starts; /* the best places, which are improved */
    int32_t steps;  /* halvings of the step of an improvement */
} dmi_effort;

extern const dmi_effort dmi_effort_quick, dmi_effort_usual, dmi_effort_thorough;

/* Fills `list`, whose `most` and `apart` are set, with allowed places for a site of `side`, by what
 * it gains. */
void dmi_places_find(dmi_plane_view *view, int32_t side, const dmi_effort *effort, dm_rng *rng,
                     dmi_place_list *list);

/* What a place is worth. */
typedef double dmi_worth_fn(void *context, dmi_plane_view *view, dm_point at);
/* Improves a place by pattern search: steps to eight sides, halved `steps` times. */
void dmi_place_improve(dmi_plane_view *view, dmi_worth_fn *worth, void *context, double step,
                       int32_t steps, dmi_place *place);

#endif
