/* keys_parts_impl.h - keys by parts, for sets of WORDS machine words.
 *
 * Included by keys_parts_64.c, keys_parts_128.c and keys_parts_256.c, which set WORDS and the
 * name of the maker.
 *
 * A nearest stone reaches a vertex by a path free of stones, so what happens in
 * one connected part of the board without stones depends on that part alone
 * and on which of its vertices lie next to a White or a Black stone:
 *
 *      W - a - b - B - c - d - e         parts {a: W, b: B} and {c: B, d, e}
 *
 * The key of the position is the sum of its parts' keys (part_impl.h).  These are
 * remembered in a small table, checked exactly, and with them the choices that
 * each side has there.
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
    part what;
    dmi_total total;
    dmi_choices *choices[2]; /* by side; NULL: not found yet */
} known_part;

/* A part of the position.  Its place may meanwhile hold another one. */
typedef struct piece {
    part what;
    dmi_total total;
    known_part *place;
} piece;

/* A stone's part and what it was replaced by, for undo. */
typedef struct step {
    piece gone;
    dmi_total total; /* of the whole position before */
    int32_t index;
    int32_t count; /* of parts before */
} step;

typedef struct keeper {
    dmi_keys head;
    field field;
    piece *parts;
    int32_t count;
    step *steps;
    int32_t depth;
    dmi_total total;
    known_part *known;
    int known_bits;     /* there are 2^known_bits of them */
    known_part *single; /* single[4v + marks]: v alone, always there */
    dmi_arrays arrays;
} keeper;

/* Small boards have few parts, and are met by the thousand: their tables are small. */
static int bits_for(dm_vertex n)
{
    return n < 12 ? 8 : n < 20 ? 10 : 14;
}

static size_t slot_of(const keeper *k, const part *p)
{
    uint64_t hash = 0;
    for (int i = 0; i < WORDS; i++)
        hash = (hash ^ p->all.w[i]) * UINT64_C(0x9e3779b97f4a7c15) ^
               p->white.w[i] * UINT64_C(0xc2b2ae3d27d4eb4f) ^
               p->black.w[i] * UINT64_C(0x9fb21c651e98df25);
    hash = (hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(hash >> (64 - k->known_bits));
}

/* Gives the place to another part. */
static void settle(known_part *slot, const part *p, dmi_total total)
{
    free(slot->choices[DM_WHITE]);
    free(slot->choices[DM_BLACK]);
    *slot = (known_part){*p, total, {NULL, NULL}};
}

/* The place of a part, which holds its totals. */
static known_part *find_place(const keeper *k, const part *p, const set *tied)
{
    if (is_single(&p->all)) {
        dm_vertex v = first_of(&p->all);
        return &k->single[4 * v + marks_of(p, v)];
    }
    known_part *place = &k->known[slot_of(k, p)];
    if (memcmp(&place->what, p, sizeof *p) != 0)
        settle(place, p, (dmi_total){key_of(&k->field, p, tied), open_in(&k->field, p)});
    return place;
}

static int32_t part_of(const keeper *k, dm_vertex v)
{
    int32_t i = 0;
    while (!has(&k->parts[i].what.all, v))
        i++;
    return i;
}

/* Splits `old` by a stone of `side` at v.  Adds the pieces to *total; stores them where `out` is
 * not NULL and returns their number. */
static int32_t split(const keeper *k, const part *old, dm_side side, dm_vertex v, dmi_total *total,
                     piece *out)
{
    part p = *old;
    take(&p.all, v);
    take(&p.white, v);
    take(&p.black, v);
    set near = both(&k->field.adjacent[v], &p.all);
    join(side == DM_WHITE ? &p.white : &p.black, &near);
    set tied = both(&p.white, &p.black);
    set rest = p.all;
    int32_t count = 0;
    while (first_of(&rest) >= 0) {
        part what;
        cut_piece(&k->field, &p, &tied, &rest, &what.all);
        what.white = both(&p.white, &what.all);
        what.black = both(&p.black, &what.all);
        known_part *place = find_place(k, &what, &tied);
        *total = dmi_total_add(*total, place->total);
        if (out)
            out[count] = (piece){what, place->total, place};
        count++;
    }
    return count;
}

static void parts_place(dmi_keys *keys, dm_side side, dm_vertex v)
{
    keeper *k = (keeper *)keys;
    int32_t i = part_of(k, v);
    step *s = &k->steps[k->depth++];
    *s = (step){k->parts[i], k->total, i, k->count};
    k->total = dmi_total_subtract(k->total, s->gone.total);
    k->parts[i] = k->parts[--k->count];
    k->count += split(k, &s->gone.what, side, v, &k->total, k->parts + k->count);
}

static void parts_undo(dmi_keys *keys)
{
    keeper *k = (keeper *)keys;
    const step *s = &k->steps[--k->depth];
    k->count = s->count;
    k->total = s->total;
    k->parts[s->count - 1] = k->parts[s->index];
    k->parts[s->index] = s->gone;
}

static dmi_total parts_now(const dmi_keys *keys)
{
    return ((const keeper *)keys)->total;
}

static dmi_total parts_after(dmi_keys *keys, dm_side side, dm_vertex v)
{
    const keeper *k = (const keeper *)keys;
    int32_t i = part_of(k, v);
    dmi_total total = dmi_total_subtract(k->total, k->parts[i].total);
    split(k, &k->parts[i].what, side, v, &total, NULL);
    return total;
}

static int32_t parts_count(const dmi_keys *keys)
{
    return ((const keeper *)keys)->count;
}

static int32_t parts_largest(const dmi_keys *keys)
{
    const keeper *k = (const keeper *)keys;
    int32_t most = 0;
    for (int32_t i = 0; i < k->count; i++) {
        int32_t size = size_of(&k->parts[i].what.all);
        most = size > most ? size : most;
    }
    return most;
}

static bool parts_is_repeated(const dmi_keys *keys, int32_t i)
{
    const piece *parts = ((const keeper *)keys)->parts;
    int32_t j = 0;
    while (!dmi_key_equal(parts[j].total.key, parts[i].total.key))
        j++;
    return j < i;
}

static int32_t parts_members(const dmi_keys *keys, int32_t i, dm_vertex *out)
{
    set walk = ((const keeper *)keys)->parts[i].what.all;
    int32_t count = 0;
    for (dm_vertex v; (v = next_of(&walk)) >= 0;)
        out[count++] = v;
    return count;
}

static dmi_choices **parts_choices(dmi_keys *keys, int32_t i, dm_side side)
{
    const piece *p = &((keeper *)keys)->parts[i];
    if (memcmp(&p->place->what, &p->what, sizeof p->what) != 0)
        settle(p->place, &p->what, p->total);
    return &p->place->choices[side];
}

static void forget_choices(known_part *known, size_t count)
{
    for (size_t i = 0; known && i < count; i++) {
        free(known[i].choices[DM_WHITE]);
        free(known[i].choices[DM_BLACK]);
    }
}

static void parts_free(dmi_keys *keys)
{
    keeper *k = (keeper *)keys;
    forget_choices(k->known, (size_t)1 << k->known_bits);
    forget_choices(k->single, 4 * (size_t)k->field.n);
    dmi_arrays_free(&k->arrays);
    free(k);
}

static void fill_single(keeper *k, dm_vertex v, int marks)
{
    known_part *alone = &k->single[4 * v + marks];
    alone->total.key = single_key(&k->field, v, marks);
    add(&alone->what.all, v);
    if (marks & 1)
        add(&alone->what.white, v);
    if (marks & 2)
        add(&alone->what.black, v);
    alone->total.open = open_in(&k->field, &alone->what);
}

static set adjacent_to(const dm_graph *graph, dm_vertex v)
{
    set near = {{0}};
    for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
        add(&near, graph->target[arc]);
    return near;
}

static dmi_key sign_of(const int64_t *values, dm_vertex v, int marks)
{
    return dmi_key_of(DMI_KIND_SIGN, (uint64_t)dm_value_of(values, v) * 4 + (uint64_t)marks);
}

/* Lengths are uniform, and then in steps. */
static bool parts_is_of(const dmi_keys *keys, const dm_arena *arena)
{
    const keeper *k = (const keeper *)keys;
    if (dm_arena_vertices(arena) != k->field.n)
        return false;
    for (dm_vertex v = 0; v < k->field.n; v++) {
        set near = adjacent_to(dm_arena_graph(arena), v);
        if (memcmp(&near, &k->field.adjacent[v], sizeof near) != 0 ||
            !dmi_key_equal(sign_of(dm_arena_values(arena), v, 0), k->field.sign[4 * (size_t)v]))
            return false;
    }
    return true;
}

static void fill_tables(keeper *k, const dm_arena *arena)
{
    const dm_graph *graph = dm_arena_graph(arena);
    const int64_t *values = dm_arena_values(arena);
    uint64_t board = dmi_board_salt(arena);
    for (dm_vertex v = 0; v < k->field.n; v++) {
        for (int marks = 0; marks < 4; marks++) {
            k->field.mark[4 * v + marks] =
                dmi_key_of(DMI_KIND_MARK, board + (uint64_t)(4 * v + marks));
            k->field.sign[4 * v + marks] = sign_of(values, v, marks);
            fill_single(k, v, marks);
        }
        k->field.adjacent[v] = adjacent_to(graph, v);
    }
}

/* The empty board: its connected parts, without marks. */
static void lay_out(keeper *k)
{
    part board = {{{0}}, {{0}}, {{0}}};
    for (dm_vertex v = 0; v < k->field.n; v++)
        add(&board.all, v);
    set none = {{0}}, rest = board.all;
    while (first_of(&rest) >= 0) {
        part what = {{{0}}, {{0}}, {{0}}};
        cut_piece(&k->field, &board, &none, &rest, &what.all);
        known_part *place = find_place(k, &what, &none);
        k->total = dmi_total_add(k->total, place->total);
        k->parts[k->count++] = (piece){what, place->total, place};
    }
}

dm_status MAKER(const dm_arena *arena, const dmi_group *group, dm_tie_rule ties, dmi_keys **out,
                dm_error *err)
{
    keeper *k = dmi_calloc(1, sizeof *k);
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
    k->field.n = dm_arena_vertices(arena);
    k->known_bits = bits_for(k->field.n);
    k->field.group = group;
    k->field.joins_pairs = !dm_arena_values(arena);
    k->field.joins_rows = k->field.joins_pairs && ties == DM_TIES_NEUTRAL;
    size_t n = (size_t)k->field.n;
    k->field.adjacent = dmi_array_zeroed(&k->arrays, n, sizeof *k->field.adjacent);
    k->field.mark = dmi_array(&k->arrays, 4 * n, sizeof *k->field.mark);
    k->field.sign = dmi_array(&k->arrays, 4 * n, sizeof *k->field.sign);
    k->parts = dmi_array(&k->arrays, n + 1, sizeof *k->parts);
    k->single = dmi_array_zeroed(&k->arrays, 4 * n, sizeof *k->single);
    k->steps = dmi_array(&k->arrays, n + 1, sizeof *k->steps);
    k->known = dmi_array_zeroed(&k->arrays, (size_t)1 << k->known_bits, sizeof *k->known);
    if (k->arrays.failed) {
        parts_free(&k->head);
        return dmi_no_memory(err);
    }
    fill_tables(k, arena);
    lay_out(k);
    *out = &k->head;
    return DM_OK;
}

#endif
