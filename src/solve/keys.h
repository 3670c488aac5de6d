/* keys.h - the key of a position, updated as stones are placed and removed.
 *
 * Positions with equal keys, and the same stones left to place, have equal
 * values for the side that places the next stone.  There are two kinds of keys:
 *
 *   parts   undirected, uniform lengths, ties neutral, white or black, up to 256 vertices:
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

/* The identity alone if the group has more than `limit` elements, or is not found in a second. */
dm_status dmi_group_init(const dm_arena *arena, int32_t limit, dm_run *run, dmi_group *out,
                         dm_error *err);
void dmi_group_clear(dmi_group *group);

/* A hash of the whole board, mixed into keys that depend on vertex numbers. */
uint64_t dmi_board_salt(const dm_arena *arena);

/* What the stones of each side leave open: free vertices next to none of them, and how many
 * disjoint pairs of neighbours these contain. */
typedef struct dmi_open {
    int16_t vertices[2], pairs[2];
} dmi_open;

/* The sum over the parts of a position. */
typedef struct dmi_total {
    dmi_key key;
    dmi_open open; /* zeros in plain keys */
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

/* A vertex is isolated if it is a part by itself: a stone there never changes another vertex.
 * An isolated vertex is owned by the mover, tied or owned by the enemy. */
typedef enum dmi_isolation {
    DMI_NOT_ISOLATED,
    DMI_ISOLATED_OWN,
    DMI_ISOLATED_TIED,
    DMI_ISOLATED_ENEMY
} dmi_isolation;

/* How much is known about a choice; each level includes those before it. */
typedef enum dmi_detail { DMI_OWN_GAIN, DMI_ENEMY_GAIN, DMI_CHANGE } dmi_detail;

/* A stone that may be placed, and its immediate effect. */
typedef struct dmi_choice {
    dm_vertex v;
    uint8_t isolation; /* of v for the mover, a dmi_isolation */
    bool threatened;   /* v is next to an enemy stone */
    int64_t own;       /* what the mover gains by it */
    int64_t enemy;     /* what the enemy would gain by it; from DMI_ENEMY_GAIN on */
    dmi_total change;  /* of the position's total; from DMI_CHANGE on */
} dmi_choice;

/* The choices of one side in one part.  They depend on that part alone, so they
 * are found once and stored with it. */
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
    /* The whole position, without hashing; if v is -1 now, else as if placed.  Valid until the next
     * call.  NULL: not supported. */
    const uint64_t *(*witness)(dmi_keys *keys, dm_side side, dm_vertex v);
    /* The remaining functions are NULL in plain keys. */
    int32_t (*part_count)(const dmi_keys *keys);
    int32_t (*largest)(const dmi_keys *keys);                /* vertices of the largest part */
    bool (*is_repeated)(const dmi_keys *keys, int32_t part); /* an earlier part has its key */
    /* Writes the vertices of a part in increasing order; returns how many. */
    int32_t (*members)(const dmi_keys *keys, int32_t part, dm_vertex *out);
    /* Where to store the choices of a part, NULL at first.  The keys free() them later. */
    dmi_choices **(*choices)(dmi_keys *keys, int32_t part, dm_side side);
    /* True if `arena` is identical to the board that the keys were made for, so that they can be
     * reused. */
    bool (*is_of)(const dmi_keys *keys, const dm_arena *arena);
};

/* The number of words of a witness. */
int32_t dmi_witness_words(dm_vertex n, dm_tie_rule ties);

/* `arena`, `group` and `table` are borrowed.  Witnesses are valid only if the group is
 * the identity alone. */
dm_status dmi_keys_plain_new(const dm_arena *arena, const dmi_group *group,
                             const dm_distances *table, dm_tie_rule ties, int32_t max_stones,
                             dmi_keys **out, dm_error *err);

#endif
