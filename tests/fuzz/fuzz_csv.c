/* fuzz_csv.c - the reader of csv. */
#include "reader.h"

FUZZ_READER("csv")
