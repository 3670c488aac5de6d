/* point_ids.h - numbers places: equal coordinates have the same number. */
#ifndef DMI_POINT_IDS_H
#define DMI_POINT_IDS_H

#include <demesne/arena.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dmi_point_ids {
    dm_point *point; /* by their numbers, 0, 1, 2, ... in order of first mention */
    size_t count, room;
    uint32_t *slot; /* 1 + number; 0: free */
    size_t slots;   /* a power of two, more than twice the count */
} dmi_point_ids;

/* The number of `place`, a new one if it was not mentioned before. */
dm_status dmi_point_ids_find(dmi_point_ids *ids, dm_point place, int64_t *out, dm_error *err);
void dmi_point_ids_clear(dmi_point_ids *ids);

#endif
