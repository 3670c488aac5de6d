/* part_impl.h - one part of a board: its key and what it leaves open, for keys_parts_impl.h.
 *
 * If the part is a tree, its key is that of the tree with two marks per vertex
 * (rooted at its centre, children in any order); otherwise the least over the
 * board's symmetries of a sum over its vertices.  An edge between two vertices
 * that are both next to both colours changes no distance and is ignored.  Two
 * kinds of small parts get the keys of others that are worth the same, whatever
 * else is played (docs/algorithms/solve.md has the proofs):
 *
 *      W - a - b - B        is  W - a  and  b - B
 *      W - a - m - b - B    is  W - a - m - W  and  B - m - b - B  less  W - m - B
 */
#ifndef DMI_PART_IMPL_H
#define DMI_PART_IMPL_H

#ifndef WORDS
#error "define WORDS, the machine words of a set, first"
#endif

#include "base/base.h"
#include "solve/keys.h"
#include "solve/vertex_set_impl.h"

typedef struct part {
    set all;
    set white, black; /* the vertices next to a White, a Black stone */
} part;

/* What all parts of a board share. */
typedef struct board_data {
    dm_vertex n;
    const dmi_group *group;
    bool splits_pairs;   /* W - a - b - B gets the key of two other parts */
    bool splits_triples; /* W - a - m - b - B gets the key of three other parts */
    set *adjacent;
    dmi_key *vertex_key; /* vertex_key[4v + marks]: v with its marks, on this board */
    dmi_key *value_key;  /* value_key[4v + marks]: any vertex of v's value, for trees */
} board_data;

static int marks_of(const part *p, dm_vertex v)
{
    return (has(&p->white, v) ? 1 : 0) + (has(&p->black, v) ? 2 : 0);
}

/* Neighbours of v in the part, without the edges that change nothing. */
static set neighbours(const board_data *b, const part *p, const set *tied, dm_vertex v)
{
    set near = both(&b->adjacent[v], &p->all);
    return has(tied, v) ? without(&near, tied) : near;
}

/* Moves the connected component of the least vertex of *rest into *out. */
static void take_component(const board_data *b, const part *p, const set *tied, set *rest, set *out)
{
    set open = {{0}};
    *out = open;
    add(&open, first_of(rest));
    for (dm_vertex v; (v = take_first(&open)) >= 0;) {
        set near = neighbours(b, p, tied, v);
        add(out, v);
        near = without(&near, out);
        add_all(&open, &near);
    }
    *rest = without(rest, out);
}

/* A connected part is a tree if it has one edge fewer than vertices. */
static bool is_tree(const board_data *b, const part *p, const set *tied)
{
    int ends = 0;
    set walk = p->all;
    for (dm_vertex v; (v = take_first(&walk)) >= 0;) {
        set near = neighbours(b, p, tied, v);
        ends += size_of(&near);
    }
    return ends == 2 * (size_of(&p->all) - 1);
}

/* Removes leaves round by round; the last one or two vertices are the centre. */
static dmi_key tree_key(const board_data *b, const part *p, const set *tied)
{
    dmi_key below[64 * WORDS]; /* sums over removed children */
    uint8_t degree[64 * WORDS];
    set leaves = {{0}}, left = p->all;
    int count = size_of(&p->all);
    set walk = p->all;
    for (dm_vertex v; (v = take_first(&walk)) >= 0;) {
        set near = neighbours(b, p, tied, v);
        int size = size_of(&near);
        degree[v] = (uint8_t)(size < 255 ? size : 255);
        below[v] = (dmi_key){0, 0};
        if (size <= 1)
            add(&leaves, v);
    }
    while (count > 2) {
        set round = leaves;
        leaves = (set){{0}};
        for (dm_vertex v; (v = take_first(&round)) >= 0; count--) {
            discard(&left, v);
            set near = neighbours(b, p, tied, v);
            near = both(&near, &left);
            dm_vertex parent = first_of(&near);
            dmi_key key = dmi_key_mix(dmi_key_add(b->value_key[4 * v + marks_of(p, v)], below[v]));
            below[parent] = dmi_key_add(below[parent], key);
            if (--degree[parent] == 1)
                add(&leaves, parent);
        }
    }
    dmi_key sum = {0, 0};
    for (dm_vertex v; (v = take_first(&left)) >= 0;)
        sum = dmi_key_add(sum,
                          dmi_key_mix(dmi_key_add(b->value_key[4 * v + marks_of(p, v)], below[v])));
    return dmi_key_mix(sum);
}

/* The least over all symmetries of the sum over the images of the part's vertices. */
static dmi_key general_key(const board_data *b, const part *p)
{
    dmi_key best = {UINT64_MAX, UINT64_MAX};
    for (int32_t g = 0; g < b->group->order; g++) {
        const dm_vertex *image = b->group->image + (size_t)g * (size_t)b->n;
        dmi_key sum = {0, 0};
        set walk = p->all;
        for (dm_vertex v; (v = take_first(&walk)) >= 0;)
            sum = dmi_key_add(sum, b->vertex_key[4 * image[v] + marks_of(p, v)]);
        if (dmi_key_less(sum, best))
            best = sum;
    }
    return dmi_key_mix(best);
}

/* Greedily pairs each vertex with a neighbour. */
static int16_t pairs_in(const board_data *b, set left)
{
    int16_t pairs = 0;
    for (dm_vertex v; (v = take_first(&left)) >= 0;) {
        set near = both(&b->adjacent[v], &left);
        dm_vertex partner = first_of(&near);
        if (partner >= 0) {
            discard(&left, partner);
            pairs++;
        }
    }
    return pairs;
}

static dmi_open open_in(const board_data *b, const part *p)
{
    set open[2] = {without(&p->all, &p->white), without(&p->all, &p->black)};
    dmi_open result;
    for (int side = 0; side < 2; side++) {
        result.vertices[side] = (int16_t)size_of(&open[side]);
        result.pairs[side] = pairs_in(b, open[side]);
    }
    return result;
}

static dmi_key single_key(const board_data *b, dm_vertex v, int marks)
{
    return dmi_key_mix(dmi_key_mix(b->value_key[4 * v + marks]));
}

/* The key of two neighbours with the same marks. */
static dmi_key pair_key(const board_data *b, dm_vertex u, dm_vertex v, int marks)
{
    const set none = {{0}};
    part p = {none, none, none};
    add(&p.all, u);
    add(&p.all, v);
    if (marks & 1)
        p.white = p.all;
    if (marks & 2)
        p.black = p.all;
    return tree_key(b, &p, &none);
}

/* Whether one vertex is next to White only, one next to Black only, and no other next to either. */
static bool is_between_colours(const part *p)
{
    return size_of(&p->white) == 1 && size_of(&p->black) == 1 &&
           first_of(&p->white) != first_of(&p->black);
}

/* The key of W - white - middle - black - B. */
static dmi_key triple_key(const board_data *b, dm_vertex white, dm_vertex middle, dm_vertex black)
{
    dmi_key pairs = dmi_key_add(pair_key(b, white, middle, 1), pair_key(b, middle, black, 2));
    return dmi_key_subtract(pairs, single_key(b, middle, 3));
}

static dmi_key key_of(const board_data *b, const part *p, const set *tied)
{
    int size = size_of(&p->all);
    if (b->splits_pairs && size == 2 && is_between_colours(p))
        return dmi_key_add(single_key(b, first_of(&p->white), 1),
                           single_key(b, first_of(&p->black), 2));
    if (b->splits_triples && size == 3 && is_between_colours(p)) {
        set inner = without(&p->all, &p->white);
        inner = without(&inner, &p->black);
        dm_vertex white = first_of(&p->white), black = first_of(&p->black);
        if (!has(&b->adjacent[white], black))
            return triple_key(b, white, first_of(&inner), black);
    }
    return is_tree(b, p, tied) ? tree_key(b, p, tied) : general_key(b, p);
}

#endif
