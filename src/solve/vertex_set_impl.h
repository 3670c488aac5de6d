/* vertex_set_impl.h - sets of vertices of WORDS machine words, for keys_parts_impl.h. */
#ifndef DMI_VERTEX_SET_IMPL_H
#define DMI_VERTEX_SET_IMPL_H

#ifndef WORDS
#error "define WORDS, the machine words of a set, first"
#endif

#include <demesne/arena.h>

typedef struct set {
    uint64_t w[WORDS];
} set;

static bool has(const set *s, dm_vertex v)
{
    return s->w[v >> 6] >> (v & 63) & 1;
}

static void add(set *s, dm_vertex v)
{
    s->w[v >> 6] |= UINT64_C(1) << (v & 63);
}

static void discard(set *s, dm_vertex v)
{
    s->w[v >> 6] &= ~(UINT64_C(1) << (v & 63));
}

static set both(const set *x, const set *y)
{
    set result;
    for (int i = 0; i < WORDS; i++)
        result.w[i] = x->w[i] & y->w[i];
    return result;
}

static set without(const set *x, const set *y)
{
    set result;
    for (int i = 0; i < WORDS; i++)
        result.w[i] = x->w[i] & ~y->w[i];
    return result;
}

static void add_all(set *x, const set *y)
{
    for (int i = 0; i < WORDS; i++)
        x->w[i] |= y->w[i];
}

static int size_of(const set *s)
{
    int size = 0;
    for (int i = 0; i < WORDS; i++)
        size += __builtin_popcountll(s->w[i]);
    return size;
}

/* The least element, or -1. */
static dm_vertex first_of(const set *s)
{
    for (int i = 0; i < WORDS; i++)
        if (s->w[i])
            return 64 * i + __builtin_ctzll(s->w[i]);
    return -1;
}

/* Removes and returns the least element; -1 if there is none. */
static dm_vertex take_first(set *s)
{
    for (int i = 0; i < WORDS; i++)
        if (s->w[i]) {
            dm_vertex v = 64 * i + __builtin_ctzll(s->w[i]);
            s->w[i] &= s->w[i] - 1;
            return v;
        }
    return -1;
}

static bool is_single(const set *s)
{
    uint64_t seen = 0;
    for (int i = 0; i < WORDS; i++) {
        if (s->w[i] & (s->w[i] - 1) || (seen && s->w[i]))
            return false;
        seen |= s->w[i];
    }
    return true;
}

#endif
