/* ratio.c - ratios as text. */
#include "lines/ratio.h"

#include <inttypes.h>
#include <stdio.h>

const char *dm_ratio_print(dm_ratio ratio, char text[DM_RATIO_TEXT])
{
    if (ratio.den == 1)
        snprintf(text, DM_RATIO_TEXT, "%" PRId64, ratio.num);
    else
        snprintf(text, DM_RATIO_TEXT, "%" PRId64 "/%" PRId64, ratio.num, ratio.den);
    return text;
}
