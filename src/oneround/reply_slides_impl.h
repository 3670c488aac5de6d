/* reply_slides_impl.h - labels of reply_slides.c: the nearest stones on one side of a vertex. */
#ifndef DMI_REPLY_SLIDES_IMPL_H
#define DMI_REPLY_SLIDES_IMPL_H

#include <stdint.h>

enum { NOBODY = 0, WHITE = 1, BLACK = 2, BOTH = 3 };

/* How far the nearest stones are and whose they are. As a number: 0 nobody's, else 3 distance +
 * owner. */
typedef struct label {
    int32_t distance;
    int32_t owner;
} label;

static inline int32_t number_of(label a)
{
    return a.owner == NOBODY ? 0 : 3 * a.distance + a.owner;
}

static inline label label_of(int32_t number)
{
    return number == 0 ? (label){0, NOBODY} : (label){(number - 1) / 3, 1 + (number - 1) % 3};
}

static inline label nearer(label a, label b)
{
    if (a.owner == NOBODY || b.owner == NOBODY)
        return a.owner == NOBODY ? b : a;
    if (a.distance == b.distance)
        return (label){a.distance, a.owner | b.owner};
    return a.distance < b.distance ? a : b;
}

static inline label farther(label a, int32_t steps)
{
    return a.owner == NOBODY ? a : (label){a.distance + steps, a.owner};
}

#endif
