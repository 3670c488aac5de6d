/* keys_parts.h - the sizes that keys_parts_impl.h is built for. */
#ifndef DMI_KEYS_PARTS_H
#define DMI_KEYS_PARTS_H

#include "solve/keys.h"

typedef dm_status dmi_keys_maker(const dm_arena *arena, const dmi_group *group, dm_tie_rule ties,
                                 dmi_keys **out, dm_error *err);

dmi_keys_maker dmi_keys_parts_64;
dmi_keys_maker dmi_keys_parts_128;
dmi_keys_maker dmi_keys_parts_256;

#endif
