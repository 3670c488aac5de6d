/* steps_tree.c - the strategies for complete trees, as the paper's pseudocode has them. */
#include "check/steps_tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int64_t power(int64_t k, int exponent)
{
    int64_t result = 1;
    for (int i = 0; i < exponent; i++)
        result *= k;
    return result;
}

void check_tree_init(check_tree *t, const dm_position *position, int k, int height)
{
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    *t = (check_tree){.k = k,
                      .height = height,
                      .rounds = dm_position_rules(position)->rounds,
                      .n = dm_arena_vertices(dm_position_arena(position))};
    t->holder = malloc((size_t)t->n);
    memset(t->holder, -1, (size_t)t->n);
    for (int32_t i = 0; i < count; i++)
        t->holder[stones[i].vertex] = (signed char)stones[i].player;
}

void check_tree_clear(check_tree *t)
{
    free(t->holder);
}

static int level_of(const check_tree *t, dm_vertex v)
{
    int level = 0;
    assert(t->k > 1);
    for (; v > 0; v = (v - 1) / t->k)
        level++;
    return level;
}

/* k^(h-1) < n <= k^h */
static int key_level(const check_tree *t)
{
    int h = 0;
    while (power(t->k, h) < t->rounds)
        h++;
    return h;
}

static bool unoccupied(const check_tree *t, dm_vertex v)
{
    for (dm_vertex u = v; u < t->n; u++)
        for (dm_vertex w = u; w >= v; w = w > 0 ? (w - 1) / t->k : -1)
            if (w == v && t->holder[u] >= 0)
                return false;
    return true;
}

const char *check_algorithm_1(const check_tree *t, dm_vertex move, bool *allows)
{
    if (t->holder[0] < 0) {
        *allows = move == 0;
        return "1 root";
    }
    *allows = move >= 1 && move <= t->k && unoccupied(t, move);
    return "1 child";
}

/* Whether some free vertex of `level` has a parent held by `parent` (-2: by anyone or nobody), and
 * whether `move` is one. */
static bool some_free(const check_tree *t, int level, int parent, dm_vertex move, bool *allows)
{
    bool found = false;
    *allows = false;
    for (dm_vertex v = 0; v < t->n; v++) {
        if (level_of(t, v) != level || t->holder[v] >= 0 ||
            (parent != -2 && t->holder[(v - 1) / t->k] != parent))
            continue;
        found = true;
        *allows |= v == move;
    }
    return found;
}

/* How many children of `parent` the side holds. */
static int held_below(const check_tree *t, dm_vertex parent, int side)
{
    int count = 0;
    for (int i = 1; i <= t->k; i++)
        count += t->holder[parent * t->k + i] == side;
    return count;
}

/* Step (A)-1; false if there is no set without a vertex of ours. */
static bool step_a_1(const check_tree *t, dm_side side, bool skips_full, dm_vertex move,
                     bool *allows)
{
    int most = -1, h = key_level(t);
    *allows = false;
    for (dm_vertex parent = 0; parent < t->n; parent++) {
        if (level_of(t, parent) != h - 1 || held_below(t, parent, (int)side) > 0)
            continue;
        int theirs = held_below(t, parent, 1 - (int)side);
        if (theirs > most && !(skips_full && theirs == t->k))
            most = theirs;
    }
    for (dm_vertex parent = 0; parent < t->n; parent++)
        if (level_of(t, parent) == h - 1 && held_below(t, parent, (int)side) == 0 &&
            held_below(t, parent, 1 - (int)side) == most && move > 0 && (move - 1) / t->k == parent)
            *allows = t->holder[move] < 0;
    return most >= 0;
}

static const char *case_a(const check_tree *t, dm_side side, bool skips_full, dm_vertex move,
                          bool *allows)
{
    int h = key_level(t);
    if (step_a_1(t, side, skips_full, move, allows))
        return "(A)-1";
    if (some_free(t, h, -2, move, allows))
        return "(A)-2";
    for (int level = h; level <= t->height; level++)
        if (some_free(t, level, 1 - (int)side, move, allows))
            break;
    return "(A)-3";
}

static const char *case_b(const check_tree *t, dm_side side, dm_vertex move, bool *allows)
{
    int h = key_level(t);
    if (some_free(t, h - 1, -2, move, allows))
        return "(B)-1";
    if (some_free(t, h, 1 - (int)side, move, allows))
        return "(B)-2";
    if (!some_free(t, h + 1, 1 - (int)side, move, allows))
        some_free(t, h + 1, (int)side, move, allows);
    return "(B)-3";
}

const char *check_algorithm_2(const check_tree *t, dm_side side, bool skips_full, dm_vertex move,
                              bool *allows)
{
    int64_t k = t->k;
    /* alpha = 2n / k^h > (k^2 - 2) / (k (k - 1)) */
    bool is_a = 2 * (int64_t)t->rounds * k * (k - 1) > (k * k - 2) * power(k, key_level(t));
    return is_a ? case_a(t, side, skips_full, move, allows) : case_b(t, side, move, allows);
}

/* Vertex k^i - j + 1 of level i for vertex j. */
static dm_vertex symmetric_to(const check_tree *t, dm_vertex v)
{
    dm_vertex first = 0;
    for (int i = 0; i < level_of(t, v); i++)
        first += (dm_vertex)power(t->k, i);
    dm_vertex j = v - first + 1;
    return first + (dm_vertex)power(t->k, level_of(t, v)) - j;
}

bool check_symmetric(const dm_position *position, int k, int height, dm_vertex *copy)
{
    int32_t count;
    bool copies = true;
    const dm_stone *stones = dm_position_stones(position, &count);
    check_tree t;
    check_tree_init(&t, position, k, height);
    memset(t.holder, -1, (size_t)t.n);
    for (int32_t i = 0; i < count && copies; i++) {
        if (i % 2 == 0)
            check_algorithm_2(&t, DM_WHITE, true, stones[i].vertex, &copies);
        else
            copies = stones[i].vertex == symmetric_to(&t, stones[i - 1].vertex);
        t.holder[stones[i].vertex] = (signed char)stones[i].player;
    }
    *copy = symmetric_to(&t, stones[count - 1].vertex);
    copies = copies && t.holder[*copy] < 0;
    check_tree_clear(&t);
    return copies;
}

/* T_i, by its recurrence. */
static int64_t subtree(const check_tree *t, int level)
{
    return level > t->height ? 0 : 1 + t->k * subtree(t, level + 1);
}

int64_t check_lemma_2(const check_tree *t, const char *name, int64_t x, int64_t y)
{
    int h = key_level(t);
    int64_t k = t->k, n = t->rounds, up = power(k, h - 1), all = power(k, h);
    int64_t th = subtree(t, h), below = subtree(t, h + 1), above = (all - 1) / (k - 1);
    if (strcmp(name, "(A)-(a)") == 0)
        return n + (k * n - (n - up)) * below - (above + (all - n) * th + (n - up) * below);
    if (strcmp(name, "(A)-(b)") == 0)
        return x + (n - x) * below + (k * x - (n - y)) * below -
               (y + (n - y) * below + (k * y - (n - x)) * below);
    if (strcmp(name, "(B)-(a)") == 0)
        return above + (all - n) * th + (n - up) * below - (n + (k * n - (n - up)) * below);
    if (strcmp(name, "(B)-(b)-(i)") == 0)
        return x + (n - x) * th + (k * x - n + y) * th - (y + (n - y) * th + (k * y - n + x) * th);
    /* (B)-(b)-(ii), with x + y = k^(h-1) */
    y = up - x;
    return x + (k * y + k * x - n + y) * th + (n - x - k * y) * below -
           (y + (n - y) + (k * (n - y) - n + x + k * y) * below);
}
