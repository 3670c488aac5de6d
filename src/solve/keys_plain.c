/* keys_plain.c - keys by the stones themselves.
 *
 * The key is the least, over the board's symmetries, of a sum over stones.
 * Under the tie rule `earlier` the order of equally near stones matters, so
 * there the sum is over all vertices: the distance of the nearest stone and the
 * owner of the vertex.
 */
#include "base/base.h"
#include "solve/keys.h"
#include <assert.h>
#include <demesne/dominance.h>

#include <stdlib.h>
#include <string.h>

typedef struct plain_keys {
    dmi_keys head;
    dm_vertex n;
    const dmi_group *group;
    const dm_distances *table;
    uint64_t salt;  /* of the board */
    bool ordered;   /* the tie rule is `earlier` */
    dmi_key *sums;  /* one per symmetry, for each number of stones */
    int64_t *near;  /* if ordered, n per number of stones: distance, -1 unreached */
    int8_t *holder; /* if ordered, n per number of stones: 0 nobody, 1 White, 2 Black */
    int32_t depth;
    dm_stone *stones;  /* on the board now */
    uint64_t *witness; /* White's stones, Black's stones and, if ordered, White's vertices */
    dmi_arrays arrays;
} plain_keys;

/* A taken vertex is at distance 0, so its stone's player keeps it. */
static void hold_vertices(plain_keys *k, dm_side side, dm_vertex stone)
{
    size_t n = (size_t)k->n;
    const int64_t *near = k->near + (size_t)k->depth * n;
    const int8_t *holder = k->holder + (size_t)k->depth * n;
    int64_t *near_now = k->near + (size_t)(k->depth + 1) * n;
    int8_t *holder_now = k->holder + (size_t)(k->depth + 1) * n;
    for (dm_vertex v = 0; v < k->n; v++) {
        int64_t distance = dm_distance(k->table, stone, v);
        bool is_nearer = distance >= 0 && (near[v] < 0 || distance < near[v]);
        near_now[v] = is_nearer ? distance : near[v];
        holder_now[v] = is_nearer ? (int8_t)(side + 1) : holder[v];
    }
}

static void sum_held(const plain_keys *k, int32_t depth, dmi_key *sums)
{
    size_t n = (size_t)k->n;
    const int64_t *near = k->near + (size_t)depth * n;
    const int8_t *holder = k->holder + (size_t)depth * n;
    for (int32_t g = 0; g < k->group->order; g++) {
        const dm_vertex *image = k->group->image + (size_t)g * n;
        sums[g] = (dmi_key){0, 0};
        for (dm_vertex v = 0; v < k->n; v++) {
            uint64_t held = 4 * (uint64_t)image[v] + (uint64_t)holder[v], far = (uint64_t)near[v];
            dmi_key key = dmi_key_of(DMI_KIND_HELD, k->salt + held);
            sums[g] = dmi_key_add(sums[g], dmi_key_mix((dmi_key){key.a + far, key.b ^ far}));
        }
    }
}

static void fill_next(plain_keys *k, dm_side side, dm_vertex v)
{
    size_t order = (size_t)k->group->order, n = (size_t)k->n;
    dmi_key *next = k->sums + (size_t)(k->depth + 1) * order;
    if (k->ordered) {
        hold_vertices(k, side, v);
        sum_held(k, k->depth + 1, next);
        return;
    }
    for (size_t g = 0; g < order; g++) {
        uint64_t stone = 2 * (uint64_t)k->group->image[g * n + (size_t)v] + (uint64_t)side;
        next[g] = dmi_key_add(k->sums[(size_t)k->depth * order + g],
                              dmi_key_of(DMI_KIND_STONE, k->salt + stone));
    }
}

static dmi_key least_key(const plain_keys *k, int32_t depth)
{
    const dmi_key *sums = k->sums + (size_t)depth * (size_t)k->group->order;
    dmi_key best = sums[0];
    for (int32_t g = 1; g < k->group->order; g++)
        if (dmi_key_less(sums[g], best))
            best = sums[g];
    return best;
}

static void plain_place(dmi_keys *keys, dm_side side, dm_vertex v)
{
    plain_keys *k = (plain_keys *)keys;
    fill_next(k, side, v);
    k->stones[k->depth++] = (dm_stone){v, (int32_t)side};
}

static int32_t set_words(dm_vertex n)
{
    return (n + 63) / 64;
}

int32_t dmi_witness_words(dm_vertex n, dm_tie_rule ties)
{
    assert(n >= 0);
    return (dm_ties_go_by_age(ties) ? 3 : 2) * set_words(n);
}

static void add_bit(uint64_t *set, dm_vertex v)
{
    set[v / 64] |= UINT64_C(1) << (v % 64);
}

/* Distances follow from the stones; owners do not, if stones are equally near. */
static const uint64_t *plain_witness(dmi_keys *keys, dm_side side, dm_vertex v)
{
    plain_keys *k = (plain_keys *)keys;
    size_t words = (size_t)set_words(k->n);
    int32_t depth = v < 0 ? k->depth : k->depth + 1;
    memset(k->witness, 0, (k->ordered ? 3 : 2) * words * sizeof *k->witness);
    for (int32_t i = 0; i < k->depth; i++)
        add_bit(k->witness + (size_t)k->stones[i].player * words, k->stones[i].vertex);
    if (v >= 0)
        add_bit(k->witness + (size_t)side * words, v);
    if (!k->ordered)
        return k->witness;
    if (v >= 0)
        hold_vertices(k, side, v);
    const int8_t *holder = k->holder + (size_t)depth * (size_t)k->n;
    for (dm_vertex u = 0; u < k->n; u++)
        if (holder[u] == DM_WHITE + 1)
            add_bit(k->witness + 2 * words, u);
    return k->witness;
}

static void plain_undo(dmi_keys *keys)
{
    ((plain_keys *)keys)->depth--;
}

static dmi_total plain_now(const dmi_keys *keys)
{
    const plain_keys *k = (const plain_keys *)keys;
    return (dmi_total){.key = least_key(k, k->depth)};
}

static dmi_total plain_after(dmi_keys *keys, dm_side side, dm_vertex v)
{
    plain_keys *k = (plain_keys *)keys;
    fill_next(k, side, v);
    return (dmi_total){.key = least_key(k, k->depth + 1)};
}

static void plain_free(dmi_keys *keys)
{
    plain_keys *k = (plain_keys *)keys;
    dmi_arrays_free(&k->arrays);
    free(k);
}

dm_status dmi_keys_plain_new(const dm_arena *arena, const dmi_group *group,
                             const dm_distances *table, dm_tie_rule ties, int32_t max_stones,
                             dmi_keys **out, dm_error *err)
{
    plain_keys *k = dmi_calloc(1, sizeof *k);
    if (!k)
        return dmi_no_memory(err);
    k->head = (dmi_keys){.free = plain_free,
                         .place = plain_place,
                         .undo = plain_undo,
                         .now = plain_now,
                         .after = plain_after,
                         .witness = plain_witness};
    k->n = dm_arena_vertices(arena);
    k->group = group;
    k->table = table;
    k->salt = dmi_board_salt(arena);
    k->ordered = dm_ties_go_by_age(ties);
    size_t levels = (size_t)max_stones + 2, n = (size_t)k->n;
    k->sums = dmi_array_zeroed(&k->arrays, levels * (size_t)group->order, sizeof *k->sums);
    k->near = k->ordered ? dmi_array(&k->arrays, levels * n, sizeof *k->near) : NULL;
    k->holder = k->ordered ? dmi_array_zeroed(&k->arrays, levels * n, sizeof *k->holder) : NULL;
    k->stones = dmi_array(&k->arrays, (size_t)max_stones + 1, sizeof *k->stones);
    k->witness = dmi_array(&k->arrays, (size_t)dmi_witness_words(k->n, ties), sizeof *k->witness);
    if (k->arrays.failed) {
        plain_free(&k->head);
        return dmi_no_memory(err);
    }
    for (int32_t g = 0; g < group->order; g++)
        k->sums[g] = dmi_key_of(DMI_KIND_STONE, ~k->salt);
    if (k->ordered) {
        memset(k->near, -1, n * sizeof *k->near);
        sum_held(k, 0, k->sums);
    }
    *out = &k->head;
    return DM_OK;
}
