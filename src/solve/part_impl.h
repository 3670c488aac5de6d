/* part_impl.h - one part of a board: its key and what it leaves open, for keys_parts_impl.h.
 *
 * The key of a part is that of a tree with two marks per vertex if the part is
 * a tree (rooted at its centre, children in any order), else the least over
 * the board's symmetries of a sum over its vertices.  An edge between two
 * vertices that both lie next to both colours changes no distance and is left
 * out.  Two kinds of small parts have the keys of others that are worth the
 * same, whatever else is played (docs/ALGORITHMS.md has the proofs):
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
    set all, white, black; /* white, black: the vertices next to such a stone */
} part;

typedef struct field {
    dm_vertex n;
    const dmi_group *group;
    bool joins_pairs, joins_rows; /* facing parts of two, of three, have the keys of others */
    set *adjacent;
    dmi_key *mark; /* mark[4v + marks]: v with its marks, as a place on the board */
    dmi_key *sign; /* sign[4v + marks]: the same by value alone, for trees */
} field;

static int marks_of(const part *p, dm_vertex v)
{
    return (has(&p->white, v) ? 1 : 0) + (has(&p->black, v) ? 2 : 0);
}

/* Neighbours of v in the part, less the edges that change nothing. */
static set neighbours(const field *f, const part *p, const set *tied, dm_vertex v)
{
    set near = both(&f->adjacent[v], &p->all);
    return has(tied, v) ? without(&near, tied) : near;
}

/* Moves the connected piece of *rest around its least vertex into *out. */
static void cut_piece(const field *f, const part *p, const set *tied, set *rest, set *out)
{
    set open = {{0}};
    *out = open;
    add(&open, first_of(rest));
    for (dm_vertex v; (v = next_of(&open)) >= 0;) {
        set near = neighbours(f, p, tied, v);
        add(out, v);
        near = without(&near, out);
        join(&open, &near);
    }
    *rest = without(rest, out);
}

/* A connected part is a tree if it has one edge less than vertices. */
static bool is_tree(const field *f, const part *p, const set *tied)
{
    int ends = 0;
    set walk = p->all;
    for (dm_vertex v; (v = next_of(&walk)) >= 0;) {
        set near = neighbours(f, p, tied, v);
        ends += size_of(&near);
    }
    return ends == 2 * (size_of(&p->all) - 1);
}

/* Leaves are peeled off round by round; what is left, one vertex or two, is the centre. */
static dmi_key tree_key(const field *f, const part *p, const set *tied)
{
    dmi_key below[64 * WORDS]; /* sums over children already peeled */
    uint8_t degree[64 * WORDS];
    set leaves = {{0}}, left = p->all;
    int count = size_of(&p->all);
    set walk = p->all;
    for (dm_vertex v; (v = next_of(&walk)) >= 0;) {
        set near = neighbours(f, p, tied, v);
        int size = size_of(&near);
        degree[v] = (uint8_t)(size < 255 ? size : 255);
        below[v] = (dmi_key){0, 0};
        if (size <= 1)
            add(&leaves, v);
    }
    while (count > 2) {
        set round = leaves;
        leaves = (set){{0}};
        for (dm_vertex v; (v = next_of(&round)) >= 0; count--) {
            take(&left, v);
            set near = neighbours(f, p, tied, v);
            near = both(&near, &left);
            dm_vertex parent = first_of(&near);
            dmi_key key = dmi_key_mix(dmi_key_add(f->sign[4 * v + marks_of(p, v)], below[v]));
            below[parent] = dmi_key_add(below[parent], key);
            if (--degree[parent] == 1)
                add(&leaves, parent);
        }
    }
    dmi_key sum = {0, 0};
    for (dm_vertex v; (v = next_of(&left)) >= 0;)
        sum = dmi_key_add(sum, dmi_key_mix(dmi_key_add(f->sign[4 * v + marks_of(p, v)], below[v])));
    return dmi_key_mix(sum);
}

/* The least over all symmetries of the sum over the images of its vertices. */
static dmi_key placed_key(const field *f, const part *p)
{
    dmi_key best = {UINT64_MAX, UINT64_MAX};
    for (int32_t g = 0; g < f->group->order; g++) {
        const dm_vertex *image = f->group->image + (size_t)g * (size_t)f->n;
        dmi_key sum = {0, 0};
        set walk = p->all;
        for (dm_vertex v; (v = next_of(&walk)) >= 0;)
            sum = dmi_key_add(sum, f->mark[4 * image[v] + marks_of(p, v)]);
        if (dmi_key_less(sum, best))
            best = sum;
    }
    return dmi_key_mix(best);
}

/* Pairs one vertex after the other with a neighbour, while there is one. */
static int16_t pairs_in(const field *f, set left)
{
    int16_t pairs = 0;
    for (dm_vertex v; (v = next_of(&left)) >= 0;) {
        set near = both(&f->adjacent[v], &left);
        dm_vertex partner = first_of(&near);
        if (partner >= 0) {
            take(&left, partner);
            pairs++;
        }
    }
    return pairs;
}

static dmi_open open_in(const field *f, const part *p)
{
    set open[2] = {without(&p->all, &p->white), without(&p->all, &p->black)};
    dmi_open result;
    for (int side = 0; side < 2; side++) {
        result.vertices[side] = (int16_t)size_of(&open[side]);
        result.pairs[side] = pairs_in(f, open[side]);
    }
    return result;
}

static dmi_key single_key(const field *f, dm_vertex v, int marks)
{
    return dmi_key_mix(dmi_key_mix(f->sign[4 * v + marks]));
}

/* Of two neighbours with the same marks. */
static dmi_key twins_key(const field *f, dm_vertex u, dm_vertex v, int marks)
{
    const set none = {{0}};
    part p = {none, none, none};
    add(&p.all, u);
    add(&p.all, v);
    if (marks & 1)
        p.white = p.all;
    if (marks & 2)
        p.black = p.all;
    return tree_key(f, &p, &none);
}

/* Whether one vertex is next to White only, one next to Black only, and no other to any. */
static bool is_facing(const part *p)
{
    return size_of(&p->white) == 1 && size_of(&p->black) == 1 &&
           first_of(&p->white) != first_of(&p->black);
}

/* Of a - m - b, facing at its ends. */
static dmi_key row_key(const field *f, dm_vertex a, dm_vertex m, dm_vertex b)
{
    dmi_key twins = dmi_key_add(twins_key(f, a, m, 1), twins_key(f, m, b, 2));
    return dmi_key_subtract(twins, single_key(f, m, 3));
}

static dmi_key key_of(const field *f, const part *p, const set *tied)
{
    int size = size_of(&p->all);
    if (f->joins_pairs && size == 2 && is_facing(p))
        return dmi_key_add(single_key(f, first_of(&p->white), 1),
                           single_key(f, first_of(&p->black), 2));
    if (f->joins_rows && size == 3 && is_facing(p)) {
        set inner = without(&p->all, &p->white);
        inner = without(&inner, &p->black);
        dm_vertex a = first_of(&p->white), m = first_of(&inner), b = first_of(&p->black);
        if (!has(&f->adjacent[a], b))
            return row_key(f, a, m, b);
    }
    return is_tree(f, p, tied) ? tree_key(f, p, tied) : placed_key(f, p);
}

#endif
