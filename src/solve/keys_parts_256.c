/* keys_parts_256.c - keys by parts on boards of up to 256 vertices. */
#define WORDS 4
#define MAKER dmi_keys_parts_256
#include "solve/keys_parts.h"

#include "solve/keys_parts_impl.h"
