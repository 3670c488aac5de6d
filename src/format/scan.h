/* scan.h - scans numbers and words of one line.
 *
 * A line ends with a NUL (input.h), which is neither a digit nor a blank, so no bounds are needed.
 */
#ifndef DMI_SCAN_H
#define DMI_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool dmi_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline const char *dmi_skip_blanks(const char *at)
{
    while (dmi_is_blank(*at))
        at++;
    return at;
}

static inline const char *dmi_skip_word(const char *at)
{
    while (*at && !dmi_is_blank(*at))
        at++;
    return at;
}

/* Scans digits up to 10^18 - 1, then a blank or the end; else false, *at unchanged. */
static inline bool dmi_scan_number(const char **at, int64_t *out)
{
    const char *c = *at;
    uint64_t number = 0;
    while ((unsigned char)(*c - '0') < 10)
        number = number * 10 + (uint64_t)(*c++ - '0');
    size_t digits = (size_t)(c - *at);
    if (digits == 0 || digits > 18 || (*c && !dmi_is_blank(*c)))
        return false;
    *out = (int64_t)number;
    *at = c;
    return true;
}

/* Scans the number after blanks. */
static inline bool dmi_scan_next(const char **at, int64_t *out)
{
    *at = dmi_skip_blanks(*at);
    return dmi_scan_number(at, out);
}

/* Whether the first line of a CSV is a header: it begins with a letter or a quote. */
static inline bool dmi_is_header(const char *text)
{
    const char *at = dmi_skip_blanks(text);
    return (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z') || *at == '"';
}

/* The number of words from `at` on. */
int dmi_count_words(const char *at);

/* A coordinate: digits, point, exponent; no "inf", no hexadecimal. */
bool dmi_scan_real(const char **at, double *out);
/* The same; besides blanks one of `stops` may end it. */
bool dmi_scan_real_before(const char **at, const char *stops, double *out);

/* The word at `at` for a message: at most 20 ASCII characters, quoted; "the end of the line" if
 * there is none. */
typedef struct dmi_quote {
    char text[28];
} dmi_quote;
dmi_quote dmi_quote_word(const char *at);

#endif
