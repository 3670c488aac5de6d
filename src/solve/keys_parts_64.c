/* keys_parts_64.c - keys by parts on boards of up to 64 vertices. */
#define WORDS 1
#define MAKER dmi_keys_parts_64
#include "solve/keys_parts.h"

#include "solve/keys_parts_impl.h"
