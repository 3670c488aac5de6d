/* sort.h - sorts vertices and other 32-bit numbers, also by a key. */
#ifndef DMI_SORT_H
#define DMI_SORT_H

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline int dmi_compare_int32(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static inline void dmi_swap_int32(int32_t *a, int32_t *b)
{
    int32_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Moves entry `at` to the front; those before it keep their order. */
static inline void dmi_to_front_int32(int32_t *list, int32_t at)
{
    assert(at >= 0);
    int32_t first = list[at];
    memmove(list + 1, list, (size_t)at * sizeof *list);
    list[0] = first;
}

static inline void dmi_sort_int32(int32_t *list, int64_t count)
{
    assert(count >= 0);
    qsort(list, (size_t)count, sizeof *list, dmi_compare_int32);
}

typedef struct dmi_keyed {
    int64_t key;
    int32_t item;
} dmi_keyed;

static inline int dmi_compare_keyed(const void *a, const void *b)
{
    const dmi_keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->item > y->item) - (x->item < y->item);
}

/* By key, then by item. */
static inline void dmi_sort_keyed(dmi_keyed *list, int64_t count)
{
    assert(count >= 0);
    qsort(list, (size_t)count, sizeof *list, dmi_compare_keyed);
}

#endif
