/* facts.h - what one look over a board's edges and vertices tells. */
#ifndef ANSWER_FACTS_H
#define ANSWER_FACTS_H

#include <demesne/demesne.h>
#include <stdbool.h>

typedef struct facts {
    int64_t degree_min, degree_max;
    double degree_mean;
    int64_t length_min, length_max; /* in the board's unit; 0 without edges */
    int64_t value_min, value_max;
    int32_t components;
    bool connected, tree, bipartite;
} facts;

/* O(n + m). */
dm_status facts_find(const dm_arena *arena, facts *out, dm_error *err);

/* Writes `units` of 10^-decimals exactly and without trailing zeros: "1.5", "12". */
void facts_print_units(int64_t units, int decimals, char text[32]);

#endif
