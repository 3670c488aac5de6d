/* scan.c - scans words and real numbers. */
#include "format/scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int dmi_count_words(const char *at)
{
    int count = 0;
    for (at = dmi_skip_blanks(at); *at; at = dmi_skip_blanks(dmi_skip_word(at)))
        count++;
    return count;
}

bool dmi_scan_real_before(const char **at, const char *stops, double *out)
{
    const char *word = dmi_skip_blanks(*at);
    size_t size = strspn(word, "0123456789+-.eE");
    if (size == 0 || (word[size] && !dmi_is_blank(word[size]) && !strchr(stops, word[size])))
        return false;
    char *end;
    double number = strtod(word, &end);
    if (end != word + size || !isfinite(number))
        return false;
    *out = number;
    *at = end;
    return true;
}

bool dmi_scan_real(const char **at, double *out)
{
    return dmi_scan_real_before(at, "", out);
}

dmi_quote dmi_quote_word(const char *at)
{
    dmi_quote quote = {"the end of the line"};
    size_t size = (size_t)(dmi_skip_word(at) - at);
    if (size == 0)
        return quote;
    size_t kept = size > 20 ? 20 : size;
    char *to = quote.text;
    *to++ = '"';
    for (size_t i = 0; i < kept; i++)
        *to++ = (char)(at[i] > 0x20 && at[i] < 0x7f ? at[i] : '?');
    memcpy(to, size > kept ? "...\"" : "\"", size > kept ? 5 : 2);
    return quote;
}
