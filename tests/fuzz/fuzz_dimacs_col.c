/* fuzz_dimacs_col.c - the reader of dimacs-col. */
#include "reader.h"

FUZZ_READER("dimacs-col")
