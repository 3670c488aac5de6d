/* support/tree_attack.c - searches the lines of play against a strategy on a complete tree.
 *
 * Round by round: from each position kept, every stone of the attacker up to symmetry, then every
 * stone that the strategy may answer with.  Two positions are the same if a symmetry of the tree
 * maps one to the other; a 64-bit digest that ignores the order of a vertex's children decides
 * this.  While Black copies, the symmetry must keep the copying too: then the two halves are
 * described by the pairs of opposite subtrees.
 */
#include "support/tree_attack.h"
#include "game/evaluator.h"

#include "papers/trees/tree_game.h"
#include "support/support.h"
#include <demesne/graph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct node {
    dm_vertex stones[2 * TREE_ATTACK_ROUNDS];
    int64_t rank; /* the defender's lead, with noise */
    uint64_t digest;
    bool copying;
} node;

typedef struct bag {
    node *nodes;
    size_t count, capacity;
    uint64_t *table; /* digests of the nodes, open addressing; 0: empty */
    size_t slots;
} bag;

typedef struct attack_state {
    const tree_attack *attack;
    dm_arena *arena;
    dm_distances *distances;
    dmi_evaluator *evaluator;
    dmi_tree_game game;
    int32_t *inside; /* stones in the subtree of a place */
    dm_vertex *moves, *replies;
    int64_t *values;
    dm_rng rng;
    dm_vertex stones[2 * TREE_ATTACK_ROUNDS];
    int32_t count;
    bag next;
    tree_attack_result result;
} attack_state;

static uint64_t mix(uint64_t hash)
{
    hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
    return hash ^ hash >> 31;
}

static void count_inside(attack_state *s, dm_vertex place, int32_t change)
{
    for (;; place = dmi_tree_parent(&s->game, place)) {
        s->inside[place] += change;
        if (place == 0)
            return;
    }
}

static void put(attack_state *s, dm_vertex place)
{
    dm_side side = s->count % 2 ? DM_BLACK : DM_WHITE;
    s->game.holder[place] = (signed char)side;
    s->stones[s->count++] = place;
    count_inside(s, place, 1);
    dmi_evaluator_place(s->evaluator, side, place);
}

static void lift(attack_state *s)
{
    dm_vertex place = s->stones[--s->count];
    s->game.holder[place] = DMI_FREE;
    count_inside(s, place, -1);
    dmi_evaluator_undo(s->evaluator);
}

static int64_t lead_of(const attack_state *s, int64_t value)
{
    return s->attack->defender == DM_WHITE ? value : -value;
}

static uint64_t digest_below(const attack_state *s, dm_vertex place)
{
    uint64_t sum = (uint64_t)(s->game.holder[place] + 2);
    int64_t child = (int64_t)s->game.tree.children * place + 1;
    for (int32_t i = 0; i < s->game.tree.children && child < s->game.tree.n; i++, child++)
        if (s->inside[child] > 0)
            sum += mix(digest_below(s, (dm_vertex)child) + 17);
    return mix(sum);
}

static uint64_t digest_of(const attack_state *s, bool copying)
{
    if (!copying)
        return digest_below(s, 0);
    uint64_t sum = 5;
    int32_t k = s->game.tree.children;
    for (int32_t i = 1; i <= k / 2; i++) {
        uint64_t left = digest_below(s, i), right = digest_below(s, k + 1 - i);
        sum += mix(left < right ? left : right);
    }
    return mix(sum);
}

/* False if a position with this digest was added before. */
static bool note_digest(bag *b, uint64_t digest)
{
    digest += digest == 0;
    if (2 * (b->count + 1) > b->slots) {
        uint64_t *old = b->table;
        size_t old_slots = b->slots;
        b->slots = old_slots ? 2 * old_slots : 1024;
        b->table = calloc(b->slots, sizeof *b->table);
        assert_non_null(b->table);
        for (size_t i = 0; i < old_slots; i++)
            for (size_t at = old[i]; old[i]; at++)
                if (!b->table[at % b->slots]) {
                    b->table[at % b->slots] = old[i];
                    break;
                }
        free(old);
    }
    size_t at = digest;
    for (; b->table[at % b->slots]; at++)
        if (b->table[at % b->slots] == digest)
            return false;
    b->table[at % b->slots] = digest;
    return true;
}

static void note_end(attack_state *s, int64_t lead)
{
    if (lead >= s->result.worst)
        return;
    s->result.worst = lead;
    memcpy(s->result.line, s->stones, sizeof s->result.line);
}

/* Adds the position to the next round, or counts it if the game is over. */
static void keep_position(attack_state *s, bool copying)
{
    bag *b = &s->next;
    int64_t lead = lead_of(s, dmi_evaluator_value(s->evaluator));
    if (s->count == 2 * s->attack->rounds) {
        note_end(s, lead);
        return;
    }
    uint64_t digest = digest_of(s, copying);
    if (!note_digest(b, digest))
        return;
    if (b->count == b->capacity) {
        b->capacity = b->capacity ? 2 * b->capacity : 256;
        b->nodes = realloc(b->nodes, b->capacity * sizeof *b->nodes);
        assert_non_null(b->nodes);
    }
    node *kept = &b->nodes[b->count++];
    memcpy(kept->stones, s->stones, sizeof kept->stones);
    kept->rank = lead;
    kept->digest = digest;
    kept->copying = copying;
}

static int compare_nodes(const void *a, const void *b)
{
    const node *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->digest < y->digest ? -1 : x->digest > y->digest;
}

/* Keeps the `width` positions that look worst for the defender. */
static void narrow(attack_state *s)
{
    bag *b = &s->next;
    if (s->attack->width == 0 || b->count <= (size_t)s->attack->width)
        return;
    s->result.complete = false;
    uint64_t noise = (uint64_t)s->game.theory.subtree[s->game.theory.key_level] + 1;
    for (size_t i = 0; s->attack->seed && i < b->count; i++)
        b->nodes[i].rank += (int64_t)dm_rng_below(&s->rng, noise);
    qsort(b->nodes, b->count, sizeof *b->nodes, compare_nodes);
    b->count = (size_t)s->attack->width;
}

/* Walks down the left side of an empty subtree: one place per level. */
static dm_vertex walk_down(const attack_state *s, int64_t place, dm_vertex *out)
{
    dm_vertex count = 0;
    for (; place < s->game.tree.n; place = s->game.tree.children * place + 1)
        out[count++] = (dm_vertex)place;
    return count;
}

/* Free places, at least one for each class that the stones on the board distinguish. */
static dm_vertex list_places(const attack_state *s, dm_vertex place, dm_vertex *out)
{
    dm_vertex count = 0;
    bool walked = false;
    if (s->game.holder[place] == DMI_FREE)
        out[count++] = place;
    int64_t child = (int64_t)s->game.tree.children * place + 1;
    for (int32_t i = 0; i < s->game.tree.children && child < s->game.tree.n; i++, child++)
        if (s->inside[child] > 0) {
            count += list_places(s, (dm_vertex)child, out + count);
        } else if (!walked) {
            count += walk_down(s, child, out + count);
            walked = true;
        }
    return count;
}

static dm_vertex opposite(const attack_state *s, dm_vertex place)
{
    dm_vertex begin = 0, size = 1;
    for (; begin + size <= place; size *= s->game.tree.children)
        begin += size;
    return begin + (begin + size - 1 - place);
}

static bool is_key_move(attack_state *s, dm_vertex place)
{
    dm_vertex count = dmi_key_moves(&s->game, DM_WHITE, true, s->replies);
    while (count > 0 && s->replies[count - 1] != place)
        count--;
    return count > 0;
}

static dm_vertex list_replies(attack_state *s)
{
    const tree_attack *a = s->attack;
    if (a->simple)
        return dmi_simple_moves(&s->game, s->replies);
    if (!a->printed)
        return dmi_key_candidates(&s->game, a->defender, s->replies);
    dm_vertex count = dmi_key_moves(&s->game, a->defender, false, s->replies);
    return count > 0 ? 1 : dmi_key_candidates(&s->game, a->defender, s->replies);
}

static void answer(attack_state *s, bool copying)
{
    if (!copying) {
        /* All replies of the strategy; for key-level those that are best one stone ahead. */
        dm_side side = s->attack->defender;
        dm_vertex count = list_replies(s);
        int64_t most = INT64_MIN, leads[1024];
        assert_in_range(count, 1, 1024);
        dmi_evaluator_try_many(s->evaluator, side, s->replies, count, s->values);
        for (dm_vertex i = 0; i < count; i++) {
            leads[i] = lead_of(s, s->values[i]);
            most = leads[i] > most ? leads[i] : most;
        }
        for (dm_vertex i = 0; i < count; i++)
            if (s->attack->simple || leads[i] == most) {
                put(s, s->replies[i]);
                keep_position(s, s->attack->stubborn);
                lift(s);
            }
        return;
    }
    put(s, opposite(s, s->stones[s->count - 1]));
    keep_position(s, true);
    lift(s);
}

static void load(attack_state *s, const node *from, int32_t count)
{
    while (s->count > 0)
        lift(s);
    for (int32_t i = 0; i < count; i++)
        put(s, from->stones[i]);
}

/* Every stone of the attacker, and what follows it. */
static void expand(attack_state *s, const node *from)
{
    dm_vertex count = list_places(s, 0, s->moves);
    for (dm_vertex i = 0; i < count; i++) {
        bool copying = from->copying && (s->attack->stubborn || is_key_move(s, s->moves[i]));
        put(s, s->moves[i]);
        if (s->count == 2 * s->attack->rounds)
            keep_position(s, false);
        else
            answer(s, copying && s->game.holder[opposite(s, s->moves[i])] == DMI_FREE);
        lift(s);
    }
}

static void open_state(attack_state *s)
{
    const tree_attack *a = s->attack;
    dm_error err = {0};
    char spec[40];
    snprintf(spec, sizeof spec, "tree:%d,%d", a->children, a->height);
    s->arena = family_board(spec, 1);
    assert_ok(dm_complete_tree_init(s->arena, &s->game.tree, &err), err);
    assert_ok(dm_tree_theory_init(a->children, a->height, a->rounds, &s->game.theory, &err), err);
    assert_ok(dm_distances_new(s->arena, 0, NULL, &s->distances, &err), err);
    assert_ok(dmi_evaluator_new(s->arena, s->distances, DM_TIES_NEUTRAL, 2 * a->rounds,
                                DMI_SIMD_AUTO, &s->evaluator, &err),
              err);
    size_t n = (size_t)s->game.tree.n;
    s->game.holder = malloc(n);
    s->inside = calloc(n, sizeof *s->inside);
    s->moves = malloc(n * sizeof *s->moves);
    s->replies = malloc(n * sizeof *s->replies);
    s->values = malloc(n * sizeof *s->values);
    assert_true(s->game.holder && s->inside && s->moves && s->replies && s->values);
    memset(s->game.holder, DMI_FREE, n);
    dm_rng_init(&s->rng, a->seed);
    s->result = (tree_attack_result){.worst = INT64_MAX, .complete = true};
}

tree_attack_result run_tree_attack(const tree_attack *attack)
{
    attack_state s = {.attack = attack};
    assert_in_range(attack->rounds, 1, TREE_ATTACK_ROUNDS);
    open_state(&s);
    if (attack->defender == DM_WHITE)
        answer(&s, false);
    else
        keep_position(&s, true);
    int32_t first = attack->defender == DM_WHITE ? 1 : 0;
    for (int32_t stones = first; stones < 2 * attack->rounds; stones += 2) {
        /* Takes the set of positions to search, leaving an empty one. */
        bag now = s.next;
        s.next = (bag){0};
        s.result.positions += (int64_t)now.count;
        for (size_t i = 0; i < now.count; i++) {
            load(&s, &now.nodes[i], stones);
            expand(&s, &now.nodes[i]);
        }
        free(now.nodes);
        free(now.table);
        if (stones + 2 < 2 * s.attack->rounds)
            narrow(&s);
    }
    free(s.game.holder);
    free(s.inside);
    free(s.moves);
    free(s.replies);
    free(s.values);
    free(s.next.nodes);
    free(s.next.table);
    dmi_evaluator_free(s.evaluator);
    dm_distances_free(s.distances);
    dm_complete_tree_clear(&s.game.tree);
    dm_arena_free(s.arena);
    return s.result;
}
