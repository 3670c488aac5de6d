/* fuzz_pajek.c - the reader of pajek. */
#include "reader.h"

FUZZ_READER("pajek")
