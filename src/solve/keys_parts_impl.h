/* keys_parts_impl.h - keys by parts, for sets of WORDS machine words.
 *
 * Included by keys_parts_64.c, keys_parts_128.c and keys_parts_256.c, which set WORDS and the
 * name of the maker.
 *
 * The shortest path from a vertex to its nearest stone is free of other stones.
 * So what happens in one connected part of the board without its stones depends
 * only on that part and on which of its vertices are next to a White or a Black
 * stone:
 *
 *      W - a - b - B - c - d - e         parts {a: W, b: B} and {c: B, d, e}
 *
 * The key of the position is the sum of its parts' keys (part_impl.h).  A small
 * table remembers these, checked exactly, with the choices of each side.
 */
#ifndef DMI_KEYS_PARTS_IMPL_H
#define DMI_KEYS_PARTS_IMPL_H

#ifndef WORDS
#error "define WORDS, the machine words of a set, first"
#endif

#include "base/base.h"
#include "solve/part_impl.h"

#include <stdlib.h>
#include <string.h>

typedef struct known_part {
    part part;
    dmi_total total;
    dmi_choices *choices[2]; /* by side; NULL: not found yet */
} known_part;

/* A part of the position.  Its entry in the table may since have been given to another part. */
typedef struct position_part {
    part part;
    dmi_total total;
    known_part *entry;
} position_part;

/* How to undo a stone: the part that it split, and the number of parts before. */
typedef struct step {
    position_part removed;
    dmi_total total; /* of the whole position before */
    int32_t index;   /* of the removed part */
    int32_t count;   /* of parts before */
} step;

typedef struct parts_keys {
    dmi_keys head;
    board_data board;
    position_part *parts;
    int32_t count;
    step *steps;
    int32_t depth;
    dmi_total total;
    known_part *known;
    int known_bits;     /* there are 2^known_bits entries */
    known_part *single; /* single[4v + marks]: v alone */
    dmi_arrays arrays;
} parts_keys;

/* Small boards have few parts and are solved by the thousand, so their tables are small. */
static int bits_for(dm_vertex n)
{
    return n < 12 ? 8 : n < 20 ? 10 : 14;
}

static size_t slot_of(const parts_keys *k, const part *p)
{
    uint64_t hash = 0;
    for (int i = 0; i < WORDS; i++)
        hash = (hash ^ p->all.w[i]) * UINT64_C(0x9e3779b97f4a7c15) ^
               p->white.w[i] * UINT64_C(0xc2b2ae3d27d4eb4f) ^
               p->black.w[i] * UINT64_C(0x9fb21c651e98df25);
    hash = (hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(hash >> (64 - k->known_bits));
}

/* Gives the entry to another part. */
static void replace_entry(known_part *slot, const part *p, dmi_total total)
{
    free(slot->choices[DM_WHITE]);
    free(slot->choices[DM_BLACK]);
    *slot = (known_part){*p, total, {NULL, NULL}};
}

/* The entry of a part, with its total. */
static known_part *find_entry(const parts_keys *k, const part *p, const set *tied)
{
    if (is_single(&p->all)) {
        dm_vertex v = first_of(&p->all);
        return &k->single[4 * v + marks_of(p, v)];
    }
    known_part *entry = &k->known[slot_of(k, p)];
    if (memcmp(&entry->part, p, sizeof *p) != 0)
        replace_entry(entry, p, (dmi_total){key_of(&k->board, p, tied), open_in(&k->board, p)});
    return entry;
}

static int32_t part_of(const parts_keys *k, dm_vertex v)
{
    int32_t i = 0;
    while (!has(&k->parts[i].part.all, v))
        i++;
    return i;
}

/* Splits `old` by a stone of `side` at v.  Adds the new parts to *total; stores them in `out`
 * unless it is NULL; returns their number. */
static int32_t split(const parts_keys *k, const part *old, dm_side side, dm_vertex v,
                     dmi_total *total, position_part *out)
{
    part p = *old;
    discard(&p.all, v);
    discard(&p.white, v);
    discard(&p.black, v);
    set near = both(&k->board.adjacent[v], &p.all);
    add_all(side == DM_WHITE ? &p.white : &p.black, &near);
    set tied = both(&p.white, &p.black);
    set rest = p.all;
    int32_t count = 0;
    while (first_of(&rest) >= 0) {
        part found;
        take_component(&k->board, &p, &tied, &rest, &found.all);
        found.white = both(&p.white, &found.all);
        found.black = both(&p.black, &found.all);
        known_part *entry = find_entry(k, &found, &tied);
        *total = dmi_total_add(*total, entry->total);
        if (out)
            out[count] = (position_part){found, entry->total, entry};
        count++;
    }
    return count;
}

static void parts_place(dmi_keys *keys, dm_side side, dm_vertex v)
{
    parts_keys *k = (parts_keys *)keys;
    int32_t i = part_of(k, v);
    step *s = &k->steps[k->depth++];
    *s = (step){k->parts[i], k->total, i, k->count};
    k->total = dmi_total_subtract(k->total, s->removed.total);
    k->parts[i] = k->parts[--k->count];
    k->count += split(k, &s->removed.part, side, v, &k->total, k->parts + k->count);
}

static void parts_undo(dmi_keys *keys)
{
    parts_keys *k = (parts_keys *)keys;
    const step *s = &k->steps[--k->depth];
    k->count = s->count;
    k->total = s->total;
    k->parts[s->count - 1] = k->parts[s->index];
    k->parts[s->index] = s->removed;
}

static dmi_total parts_now(const dmi_keys *keys)
{
    return ((const parts_keys *)keys)->total;
}

static dmi_total parts_after(dmi_keys *keys, dm_side side, dm_vertex v)
{
    const parts_keys *k = (const parts_keys *)keys;
    int32_t i = part_of(k, v);
    dmi_total total = dmi_total_subtract(k->total, k->parts[i].total);
    split(k, &k->parts[i].part, side, v, &total, NULL);
    return total;
}

static int32_t parts_count(const dmi_keys *keys)
{
    return ((const parts_keys *)keys)->count;
}

static int32_t parts_largest(const dmi_keys *keys)
{
    const parts_keys *k = (const parts_keys *)keys;
    int32_t most = 0;
    for (int32_t i = 0; i < k->count; i++) {
        int32_t size = size_of(&k->parts[i].part.all);
        most = size > most ? size : most;
    }
    return most;
}

static bool parts_is_repeated(const dmi_keys *keys, int32_t i)
{
    const position_part *parts = ((const parts_keys *)keys)->parts;
    int32_t j = 0;
    while (!dmi_key_equal(parts[j].total.key, parts[i].total.key))
        j++;
    return j < i;
}

static int32_t parts_members(const dmi_keys *keys, int32_t i, dm_vertex *out)
{
    set walk = ((const parts_keys *)keys)->parts[i].part.all;
    int32_t count = 0;
    for (dm_vertex v; (v = take_first(&walk)) >= 0;)
        out[count++] = v;
    return count;
}

static dmi_choices **parts_choices(dmi_keys *keys, int32_t i, dm_side side)
{
    const position_part *p = &((parts_keys *)keys)->parts[i];
    if (memcmp(&p->entry->part, &p->part, sizeof p->part) != 0)
        replace_entry(p->entry, &p->part, p->total);
    return &p->entry->choices[side];
}

static void free_choices(known_part *known, size_t count)
{
    for (size_t i = 0; known && i < count; i++) {
        free(known[i].choices[DM_WHITE]);
        free(known[i].choices[DM_BLACK]);
    }
}

static void parts_free(dmi_keys *keys)
{
    parts_keys *k = (parts_keys *)keys;
    free_choices(k->known, (size_t)1 << k->known_bits);
    free_choices(k->single, 4 * (size_t)k->board.n);
    dmi_arrays_free(&k->arrays);
    free(k);
}

static void fill_single(parts_keys *k, dm_vertex v, int marks)
{
    known_part *alone = &k->single[4 * v + marks];
    alone->total.key = single_key(&k->board, v, marks);
    add(&alone->part.all, v);
    if (marks & 1)
        add(&alone->part.white, v);
    if (marks & 2)
        add(&alone->part.black, v);
    alone->total.open = open_in(&k->board, &alone->part);
}

static set adjacent_to(const dm_graph *graph, dm_vertex v)
{
    set near = {{0}};
    for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
        add(&near, graph->target[arc]);
    return near;
}

static dmi_key value_key_of(const int64_t *values, dm_vertex v, int marks)
{
    return dmi_key_of(DMI_KIND_VALUE, (uint64_t)dm_value_of(values, v) * 4 + (uint64_t)marks);
}

/* Need not compare lengths: they are uniform. */
static bool parts_is_of(const dmi_keys *keys, const dm_arena *arena)
{
    const parts_keys *k = (const parts_keys *)keys;
    if (dm_arena_vertices(arena) != k->board.n)
        return false;
    for (dm_vertex v = 0; v < k->board.n; v++) {
        set near = adjacent_to(dm_arena_graph(arena), v);
        if (memcmp(&near, &k->board.adjacent[v], sizeof near) != 0 ||
            !dmi_key_equal(value_key_of(dm_arena_values(arena), v, 0),
                           k->board.value_key[4 * (size_t)v]))
            return false;
    }
    return true;
}

static void fill_tables(parts_keys *k, const dm_arena *arena)
{
    const dm_graph *graph = dm_arena_graph(arena);
    const int64_t *values = dm_arena_values(arena);
    uint64_t salt = dmi_board_salt(arena);
    for (dm_vertex v = 0; v < k->board.n; v++) {
        for (int marks = 0; marks < 4; marks++) {
            k->board.vertex_key[4 * v + marks] =
                dmi_key_of(DMI_KIND_VERTEX, salt + (uint64_t)(4 * v + marks));
            k->board.value_key[4 * v + marks] = value_key_of(values, v, marks);
            fill_single(k, v, marks);
        }
        k->board.adjacent[v] = adjacent_to(graph, v);
    }
}

/* Starts with the connected parts of the empty board, without marks. */
static void add_empty_board(parts_keys *k)
{
    part whole = {{{0}}, {{0}}, {{0}}};
    for (dm_vertex v = 0; v < k->board.n; v++)
        add(&whole.all, v);
    set none = {{0}}, rest = whole.all;
    while (first_of(&rest) >= 0) {
        part found = {{{0}}, {{0}}, {{0}}};
        take_component(&k->board, &whole, &none, &rest, &found.all);
        known_part *entry = find_entry(k, &found, &none);
        k->total = dmi_total_add(k->total, entry->total);
        k->parts[k->count++] = (position_part){found, entry->total, entry};
    }
}

dm_status MAKER(const dm_arena *arena, const dmi_group *group, dm_tie_rule ties, dmi_keys **out,
                dm_error *err)
{
    parts_keys *k = dmi_calloc(1, sizeof *k);
    if (!k)
        return dmi_no_memory(err);
    k->head = (dmi_keys){.free = parts_free,
                         .place = parts_place,
                         .undo = parts_undo,
                         .now = parts_now,
                         .after = parts_after,
                         .part_count = parts_count,
                         .largest = parts_largest,
                         .is_repeated = parts_is_repeated,
                         .members = parts_members,
                         .choices = parts_choices,
                         .is_of = parts_is_of};
    k->board.n = dm_arena_vertices(arena);
    k->known_bits = bits_for(k->board.n);
    k->board.group = group;
    k->board.splits_pairs = !dm_arena_values(arena);
    k->board.splits_triples = k->board.splits_pairs && dm_ties_are_nobodys(ties);
    size_t n = (size_t)k->board.n;
    k->board.adjacent = dmi_array_zeroed(&k->arrays, n, sizeof *k->board.adjacent);
    k->board.vertex_key = dmi_array(&k->arrays, 4 * n, sizeof *k->board.vertex_key);
    k->board.value_key = dmi_array(&k->arrays, 4 * n, sizeof *k->board.value_key);
    k->parts = dmi_array(&k->arrays, n + 1, sizeof *k->parts);
    k->single = dmi_array_zeroed(&k->arrays, 4 * n, sizeof *k->single);
    k->steps = dmi_array(&k->arrays, n + 1, sizeof *k->steps);
    k->known = dmi_array_zeroed(&k->arrays, (size_t)1 << k->known_bits, sizeof *k->known);
    if (k->arrays.failed) {
        parts_free(&k->head);
        return dmi_no_memory(err);
    }
    fill_tables(k, arena);
    add_empty_board(k);
    *out = &k->head;
    return DM_OK;
}

#endif
