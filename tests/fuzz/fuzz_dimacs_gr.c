/* fuzz_dimacs_gr.c - the reader of dimacs-gr. */
#include "reader.h"

FUZZ_READER("dimacs-gr")
