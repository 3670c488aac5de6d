/* keys.h - the key of a position, kept while stones come and go.
 *
 * Positions with equal keys have equal values for whoever places the next
 * stone, the same stones being left to place.  Two ways of making keys:
 *
 *   parts   uniform lengths, ties neutral, white or black, up to 256 vertices:
 *           the sum over the connected parts of the board without its stones
 *   plain   everything else: the set of stones, least over the symmetries
 */
#ifndef DMI_KEYS_H
#define DMI_KEYS_H

#include "solve/key.h"
#include <demesne/graph.h>
#include <demesne/rules.h>

/* All elements of the symmetry group, the identity first. */
typedef struct dmi_group {
    dm_vertex n;
    int32_t order;
    dm_vertex *image; /* image[g * n + v] */
} dmi_group;

/* The identity alone if the group has more than `limit` elements. */
dm_status dmi_group_init(const dm_arena *arena, int32_t limit, dmi_group *out, dm_error *err);
void dmi_group_clear(dmi_group *group);

/* A number of the board as a whole: what is keyed by vertex numbers is keyed with it. */
uint64_t dmi_board_salt(const dm_arena *arena);

/* What the stones of a side leave open, by side: free vertices next to none of them, and how many
 * pairs of neighbours can be made of these. */
typedef struct dmi_open {
    int16_t vertices[2], pairs[2];
} dmi_open;

/* What the parts of a position add up to. */
typedef struct dmi_total {
    dmi_key key;
    dmi_open open; /* of keys by parts; else zeros */
} dmi_total;

static inline dmi_total dmi_total_add(dmi_total x, dmi_total y)
{
    x.key = dmi_key_add(x.key, y.key);
    for (int side = 0; side < 2; side++) {
        x.open.vertices[side] = (int16_t)(x.open.vertices[side] + y.open.vertices[side]);
        x.open.pairs[side] = (int16_t)(x.open.pairs[side] + y.open.pairs[side]);
    }
    return x;
}

static inline dmi_total dmi_total_subtract(dmi_total x, dmi_total y)
{
    x.key = dmi_key_subtract(x.key, y.key);
    for (int side = 0; side < 2; side++) {
        x.open.vertices[side] = (int16_t)(x.open.vertices[side] - y.open.vertices[side]);
        x.open.pairs[side] = (int16_t)(x.open.pairs[side] - y.open.pairs[side]);
    }
    return x;
}

/* How a vertex stands whose part is itself alone: a stone there changes nothing else, ever. */
typedef enum dmi_standing {
    DMI_NOT_ALONE,
    DMI_ALONE_OWN,
    DMI_ALONE_TIED,
    DMI_ALONE_ENEMY
} dmi_standing;

/* How much is known of a choice. */
typedef enum dmi_detail {
    DMI_OWN,     /* what the mover gains */
    DMI_WEIGHED, /* and what the enemy would */
    DMI_KEYED    /* and the totals of the position after it */
} dmi_detail;

/* A stone that may be placed, and what it does at once. */
typedef struct dmi_choice {
    dm_vertex v;
    uint8_t standing; /* of v for the mover, a dmi_standing */
    bool threatened;  /* v lies next to an enemy stone */
    int64_t own;      /* what the mover gains by it */
    int64_t enemy;    /* what the enemy would gain by it; from DMI_WEIGHED on */
    dmi_total change; /* of the position's; from DMI_KEYED on */
} dmi_choice;

/* The choices of one side in one part.  They depend on that part alone, so they
 * are found once and kept with it. */
typedef struct dmi_choices {
    int32_t count;
    dmi_detail detail;
    dmi_choice at[];
} dmi_choices;

typedef struct dmi_keys dmi_keys;

struct dmi_keys {
    void (*free)(dmi_keys *keys);
    void (*place)(dmi_keys *keys, dm_side side, dm_vertex v);
    void (*undo)(dmi_keys *keys);
    dmi_total (*now)(const dmi_keys *keys);
    dmi_total (*after)(dmi_keys *keys, dm_side side, dm_vertex v); /* as if placed */
    /* All that the key stands for, in words of its own; v -1: now, else as if placed.
     * NULL: these keys have none.  The words last until the next call. */
    const uint64_t *(*witness)(dmi_keys *keys, dm_side side, dm_vertex v);
    /* Keys by parts alone, NULL otherwise: how many parts there are and how large, whether one is
     * like an earlier one, its vertices in increasing order, and where its choices are kept (empty
     * until they are found; what is put there is freed with free() when the place is needed). */
    int32_t (*part_count)(const dmi_keys *keys);
    int32_t (*largest)(const dmi_keys *keys);                /* vertices of the largest */
    bool (*is_repeated)(const dmi_keys *keys, int32_t part); /* an earlier part has its key */
    int32_t (*members)(const dmi_keys *keys, int32_t part, dm_vertex *out);
    dmi_choices **(*choices)(dmi_keys *keys, int32_t part, dm_side side);
    /* Whether they were made for a board with just these vertices, edges and values: they need the
     * old one no more.  NULL: they do. */
    bool (*is_of)(const dmi_keys *keys, const dm_arena *arena);
};

/* How many words a witness of plain keys has. */
int32_t dmi_witness_words(dm_vertex n, dm_tie_rule ties);

/* `arena`, `group` and `table` are borrowed.  Plain keys have witnesses, which mean
 * something where the group is the identity alone. */
dm_status dmi_keys_plain_new(const dm_arena *arena, const dmi_group *group,
                             const dm_distances *table, dm_tie_rule ties, int32_t max_stones,
                             dmi_keys **out, dm_error *err);

#endif
