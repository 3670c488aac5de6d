/* fraction.c - fractions of any size, read and written exactly. */
#include "base/fraction.h"

#include "base/base.h"
#include <ctype.h>
#include <stdlib.h>

enum { LONGEST = 200000, SHOWN = 60 }; /* bytes of a number; of a number in a message */

static dm_status no_number(const char *text, size_t length, const char *what, dm_error *err)
{
    bool cut = length > SHOWN;
    return dmi_fail(err, DM_BAD_ARGUMENT,
                    "%s: '%.*s%s' is not a number; expected a fraction such as 1/3, 0.25 or 1",
                    what, (int)(cut ? SHOWN : length), text, cut ? "..." : "");
}

/* Appends the digits from text[*at] on to `digits`; returns their number. */
static size_t take_digits(const char *text, size_t length, size_t *at, char *digits, size_t *used)
{
    size_t begin = *at;
    while (*at < length && isdigit((unsigned char)text[*at]))
        digits[(*used)++] = text[(*at)++];
    digits[*used] = 0;
    return *at - begin;
}

/* What follows the first digits: nothing, decimals or a denominator. */
static bool read_rest(const char *text, size_t length, size_t at, char *digits, size_t used,
                      mpq_t out)
{
    if (at == length)
        return mpz_set_str(mpq_numref(out), digits, 10) == 0;
    char sign = text[at++];
    if (sign == '.') {
        size_t decimals = take_digits(text, length, &at, digits, &used);
        mpz_ui_pow_ui(mpq_denref(out), 10, decimals);
        return decimals > 0 && at == length && mpz_set_str(mpq_numref(out), digits, 10) == 0;
    }
    bool good = mpz_set_str(mpq_numref(out), digits, 10) == 0;
    used = 0;
    size_t below = take_digits(text, length, &at, digits, &used);
    return good && sign == '/' && below > 0 && at == length &&
           mpz_set_str(mpq_denref(out), digits, 10) == 0 && mpz_sgn(mpq_denref(out)) > 0;
}

dm_status dmi_fraction_read(const char *text, size_t length, const char *what, mpq_t out,
                            dm_error *err)
{
    if (length > LONGEST)
        return dmi_fail(err, DM_TOO_LARGE, "%s: a number of %zu bytes; at most %d are allowed",
                        what, length, (int)LONGEST);
    char *digits = dmi_alloc(length + 1, 1);
    if (!digits)
        return dmi_no_memory(err);
    mpq_t value;
    mpq_init(value);
    size_t at = length > 0 && text[0] == '-', used = 0;
    bool negative = at == 1;
    bool good = take_digits(text, length, &at, digits, &used) > 0 &&
                read_rest(text, length, at, digits, used, value);
    if (good) {
        mpq_canonicalize(value);
        if (negative)
            mpq_neg(value, value);
        mpq_swap(out, value);
    }
    mpq_clear(value);
    free(digits);
    return good ? DM_OK : no_number(text, length, what, err);
}

char *dmi_fraction_text(const mpz_t above, const mpz_t below)
{
    mpq_t value;
    mpq_init(value);
    mpz_set(mpq_numref(value), above);
    mpz_set(mpq_denref(value), below);
    mpq_canonicalize(value);
    size_t room = mpz_sizeinbase(mpq_numref(value), 10) + mpz_sizeinbase(mpq_denref(value), 10) + 3;
    char *text = dmi_alloc(room, 1);
    if (text)
        mpq_get_str(text, 10, value);
    mpq_clear(value);
    return text;
}
