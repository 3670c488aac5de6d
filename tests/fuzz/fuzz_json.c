/* fuzz_json.c - the reader of json. */
#include "reader.h"

FUZZ_READER("json")
