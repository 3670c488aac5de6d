/* rope_look.h - what reaches a vertex over a box of ropes. */
#ifndef DMI_ROPE_LOOK_H
#define DMI_ROPE_LOOK_H

#include "lines/rope_terrain.h"

#define DMI_ROUTES 9

/* The routes of which none is known to be behind another everywhere; none: never reached. */
typedef struct dmi_seen {
    int32_t count;
    dmi_formula form[DMI_ROUTES];
    uint64_t players[DMI_ROUTES];
} dmi_seen;

#endif
