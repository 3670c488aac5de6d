/* fuzz_any.c - whatever the first bytes make of it: the format told by the content. */
#include "reader.h"

FUZZ_READER(NULL)
