/* number.h - the whole numbers that the *_impl.h files of this room compute with.
 *
 * GMP's, of any size, unless a source file defines DMI_INTERVAL_64_BITS before its includes: then
 * 64-bit ones.  Both have the same functions; number_64.h describes them.
 */
#ifndef DMI_INTERVAL_NUMBER_H
#define DMI_INTERVAL_NUMBER_H

#ifdef DMI_INTERVAL_64_BITS
#include "interval/number_64.h"
#else
#include "interval/number_exact.h"
#endif

#endif
