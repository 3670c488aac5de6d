/* check/families.h - families of boards from their definitions alone.
 *
 * For each family that is not random: how many vertices it has, and whether two
 * of them are joined, by a formula on their numbers (or on coordinates derived
 * from them), never by listing edges.
 */
#ifndef CHECK_FAMILIES_H
#define CHECK_FAMILIES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct check_family {
    const char *name;
    const char *between; /* the text between its two parameters; "" with one or none */
    int64_t least[2];    /* the least value of each parameter; -1: it has none */
    int64_t (*vertices)(int64_t a, int64_t b);
    bool (*joined)(int64_t a, int64_t b, int64_t u, int64_t v); /* for u < v */
} check_family;

/* Ends with a row whose name is NULL. */
extern const check_family check_families[];

#endif
