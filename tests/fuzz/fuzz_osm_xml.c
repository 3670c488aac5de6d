/* fuzz_osm_xml.c - the reader of osm-xml. */
#include "reader.h"

FUZZ_READER("osm-xml")
