/* fuzz_table.c - the reader of tables of distances. */
#include "reader.h"

FUZZ_READER("table")
