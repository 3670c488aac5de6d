/* fuzz_any.c - the reader of the format that the content shows. */
#include "reader.h"

FUZZ_READER(NULL)
