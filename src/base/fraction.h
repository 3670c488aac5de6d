/* fraction.h - fractions of any size, read and written exactly. */
#ifndef DMI_BASE_FRACTION_H
#define DMI_BASE_FRACTION_H

#include <demesne/status.h>
#include <gmp.h>
#include <stddef.h>

/* Reads "1/2", "0.125" or "3" into `out`, in lowest terms; `what` begins the message. */
dm_status dmi_fraction_read(const char *text, size_t length, const char *what, mpq_t out,
                            dm_error *err);
/* above / below as a text in lowest terms, "a/b" or "a"; NULL without memory. */
char *dmi_fraction_text(const mpz_t above, const mpz_t below);

#endif
