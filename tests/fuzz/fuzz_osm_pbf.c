/* fuzz_osm_pbf.c - the reader of osm-pbf. */
#include "reader.h"

FUZZ_READER("osm-pbf")
