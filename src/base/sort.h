/* sort.h - sorts vertices and other 32-bit numbers. */
#ifndef DMI_SORT_H
#define DMI_SORT_H

#include <stdint.h>
#include <stdlib.h>

static inline int dmi_compare_int32(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static inline void dmi_sort_int32(int32_t *list, int64_t count)
{
    qsort(list, (size_t)count, sizeof *list, dmi_compare_int32);
}

#endif
