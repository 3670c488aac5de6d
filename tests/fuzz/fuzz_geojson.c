/* fuzz_geojson.c - the reader of geojson. */
#include "reader.h"

FUZZ_READER("geojson")
