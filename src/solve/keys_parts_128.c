/* keys_parts_128.c - keys by parts on boards of up to 128 vertices. */
#define WORDS 2
#define MAKER dmi_keys_parts_128
#include "solve/keys_parts.h"

#include "solve/keys_parts_impl.h"
