/* test_tree_lemma.c - games that follow the proof of Lemma 2 (Teramoto, Demaine, Uehara 2011):
 * White plays key-level, Black as in each case, and the margin is the one of the proof. */
#include "support/games.h"
#include <demesne/complete_tree.h>

typedef struct game_size {
    int k, height, n;
} game_size;

typedef struct proof {
    dm_arena *arena;
    dm_complete_tree tree;
    dm_tree_theory plan;
    dm_position *position;
    dm_player *white;
} proof;

static void open_proof(proof *p, game_size g, char expected_case)
{
    dm_error err = {0};
    dm_arena *plain = tree_board(g.k, g.height);
    *p = (proof){.arena = shuffled_board(plain, 3)};
    dm_arena_free(plain);
    assert_ok(dm_complete_tree_init(p->arena, &p->tree, &err), err);
    assert_ok(dm_tree_theory_init(g.k, g.height, g.n, &p->plan, &err), err);
    assert_true(p->plan.is_large && p->plan.key_case == expected_case);
    p->position = new_game(p->arena, g.n, 1, DM_TIES_NEUTRAL);
    p->white = player_of("key-level", 1);
}

static void close_proof(proof *p)
{
    dm_player_free(p->white);
    dm_position_free(p->position);
    dm_complete_tree_clear(&p->tree);
    dm_arena_free(p->arena);
}

/* Who holds a place: a side, or -1. */
static int holder(const proof *p, dm_vertex place)
{
    int32_t count;
    const dm_stone *stones = dm_position_stones(p->position, &count);
    while (count-- > 0)
        if (stones[count].vertex == p->tree.vertex[place])
            return stones[count].player;
    return -1;
}

static int brothers_of(const proof *p, dm_vertex place, int side)
{
    dm_vertex parent = (place - 1) / p->tree.children;
    int held = 0;
    for (int i = 1; place > 0 && i <= p->tree.children; i++)
        held += holder(p, p->tree.children * parent + i) == side;
    return held;
}

static int held_in_level(const proof *p, int level, int side)
{
    int held = 0;
    for (dm_vertex v = dm_tree_level_begin(&p->plan, level);
         v < dm_tree_level_begin(&p->plan, level + 1); v++)
        held += holder(p, v) == side;
    return held;
}

enum { ANY_PARENT = -2 };

/* Black takes a free vertex of the level under `parent`, among siblings with the fewest of Black's;
 * false if there is none. */
static bool black_takes(proof *p, int level, int parent)
{
    dm_vertex best = -1, end = dm_tree_level_begin(&p->plan, level + 1);
    for (dm_vertex v = dm_tree_level_begin(&p->plan, level); v < end; v++) {
        bool fits = holder(p, v) < 0 &&
                    (parent == ANY_PARENT || holder(p, (v - 1) / p->tree.children) == parent);
        if (fits && (best < 0 || brothers_of(p, v, DM_BLACK) < brothers_of(p, best, DM_BLACK)))
            best = v;
    }
    if (best < 0)
        return false;
    assert_int_equal(dm_position_make(p->position, &p->tree.vertex[best], 1, NULL), DM_OK);
    return true;
}

/* (A)-(a): White fills the key level as far as possible; Black takes the level above it, then
 * children of White's vertices. */
static void case_a_a(game_size g)
{
    proof p;
    open_proof(&p, g, 'A');
    int h = p.plan.key_level;
    while (!dm_position_is_over(p.position)) {
        make_move(p.white, p.position);
        assert_true(black_takes(&p, h - 1, ANY_PARENT) || black_takes(&p, h + 1, DM_WHITE));
    }
    int64_t k = g.k, n = g.n, keys = p.plan.key_vertices;
    assert_int_equal(held_in_level(&p, h, DM_WHITE), n);
    int64_t margin = 2 * n - keys - (keys - 1) / (k - 1) +
                     (2 * (k - 1) * n + 2 * keys / k - k * keys) * p.plan.subtree[h + 1];
    assert_int_equal(value_of(p.position), margin);
    assert_true(margin > 0);
    close_proof(&p);
}

/* (A)-(b): both take key vertices while there are any, then children of the other's vertices. */
static void case_a_b(game_size g)
{
    proof p;
    open_proof(&p, g, 'A');
    int h = p.plan.key_level;
    while (!dm_position_is_over(p.position)) {
        make_move(p.white, p.position);
        assert_true(black_takes(&p, h, ANY_PARENT) || black_takes(&p, h + 1, DM_WHITE));
    }
    int64_t k = g.k, x = held_in_level(&p, h, DM_WHITE), y = held_in_level(&p, h, DM_BLACK);
    assert_int_equal(x + y, p.plan.key_vertices);
    int64_t margin = (x - y) + (k - 2) * (x - y) * p.plan.subtree[h + 1];
    assert_int_equal(value_of(p.position), margin);
    assert_true(margin > 0);
    close_proof(&p);
}

/* (B)-(a): White takes all of the level above the key level; Black key vertices only. */
static void case_b_a(game_size g)
{
    proof p;
    open_proof(&p, g, 'B');
    int h = p.plan.key_level;
    while (!dm_position_is_over(p.position)) {
        make_move(p.white, p.position);
        assert_true(black_takes(&p, h, ANY_PARENT));
    }
    int64_t k = g.k, n = g.n, keys = p.plan.key_vertices;
    assert_int_equal(held_in_level(&p, h - 1, DM_WHITE), keys / k);
    int64_t margin = (keys - 1) / (k - 1) - 2 * n + keys +
                     (k * keys - 2 * k * n + 2 * n - 2 * keys / k) * p.plan.subtree[h + 1];
    assert_int_equal(value_of(p.position), margin);
    assert_true(margin > 0);
    close_proof(&p);
}

/* (B)-(b): Black takes y vertices of the level above the key level, then key vertices under
 * White's. Returns whether case (ii) came up: White ran out of key vertices under Black's. */
static bool case_b_b(game_size g, int y)
{
    proof p;
    open_proof(&p, g, 'B');
    int h = p.plan.key_level;
    while (!dm_position_is_over(p.position)) {
        make_move(p.white, p.position);
        bool above = held_in_level(&p, h - 1, DM_BLACK) < y;
        assert_true(black_takes(&p, above ? h - 1 : h, above ? ANY_PARENT : DM_WHITE));
    }
    int64_t k = g.k, n = g.n, keys = p.plan.key_vertices, x = keys / k - y;
    assert_int_equal(held_in_level(&p, h - 1, DM_WHITE), x);
    bool is_ii = x + k * y < n;
    int64_t margin = (x - y) + (k - 2) * (x - y) * p.plan.subtree[h]; /* (i), corrected */
    if (is_ii)
        margin = (k + 1) * keys / k - 2 * n +
                 (k * keys - 2 * (k - 1) * n - 2 * x) * p.plan.subtree[h + 1];
    assert_int_equal(value_of(p.position), margin);
    assert_true(margin > 0);
    close_proof(&p);
    return is_ii;
}

static void the_five_margins_of_lemma_2(void **state)
{
    (void)state;
    case_a_a((game_size){3, 4, 2});
    case_a_a((game_size){3, 6, 8});
    case_a_a((game_size){5, 4, 4});
    case_a_b((game_size){3, 4, 3});
    case_a_b((game_size){3, 6, 8});
    case_a_b((game_size){5, 4, 5});
    case_b_a((game_size){3, 5, 4});
    case_b_a((game_size){3, 5, 5});
    assert_false(case_b_b((game_size){3, 5, 4}, 1));
    assert_false(case_b_b((game_size){3, 5, 5}, 1));
    assert_true(case_b_b((game_size){5, 5, 10}, 1));
    if (!run_long())
        return;
    case_b_a((game_size){5, 5, 7});
    assert_false(case_b_b((game_size){5, 5, 8}, 2));
    assert_true(case_b_b((game_size){5, 5, 11}, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_five_margins_of_lemma_2)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
