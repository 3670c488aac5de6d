/* tree_notes.c - what the tree strategies report of a stone: the step of Algorithm 1 or 2, why, and
 * the quantities of section 3 before the stone is placed.
 *
 * Lemma 2 has a closed formula for |V_W| - |V_B| in each of its cases, if both go on as it says.
 * Which case applies follows from who holds how many vertices of the key level and the level above;
 * x and y are White's and Black's counts.  In (B)-(b)-(i) the paper prints k (x - y) T_h; its own
 * sums give (k - 2) (x - y) T_h.
 */
#include "base/base.h"
#include "base/names.h"
#include "base/trace.h"
#include "papers/trees/tree_game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many places of a level White, Black and nobody hold. */
typedef struct level_count {
    int64_t held[2], free;
} level_count;

static level_count count_level(const dmi_tree_game *game, int32_t level)
{
    level_count found = {{0, 0}, 0};
    dm_vertex end = dm_tree_level_begin(&game->theory, level + 1);
    for (dm_vertex p = dm_tree_level_begin(&game->theory, level); p < end; p++)
        if (game->holder[p] == DMI_FREE)
            found.free++;
        else
            found.held[game->holder[p]]++;
    return found;
}

/* T_i; 0 below the leaves. */
static int64_t subtree(const dmi_tree_game *game, int32_t level)
{
    return level <= game->theory.height ? game->theory.subtree[level] : 0;
}

static void note_words(dm_trace *trace, const char *name, const char *words)
{
    dmi_trace_text(trace, name, dmi_strdup(words));
}

/* alpha = 2n / k^h in lowest terms. */
static void note_alpha(dm_trace *trace, const dm_tree_theory *theory)
{
    char text[48];
    int64_t above = 2 * (int64_t)theory->rounds, below = theory->key_vertices, a = above, b = below;
    while (b) { /* Euclid's algorithm */
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    assert(a > 0);
    snprintf(text, sizeof text, below == a ? "%lld" : "%lld/%lld", (long long)(above / a),
             (long long)(below / a));
    note_words(trace, "alpha", text);
}

/* Of each set V_i of siblings in the key level: how many White holds, and Black. */
static void note_held(dm_trace *trace, const dmi_tree_game *game)
{
    int64_t k = game->tree.children,
            first = dm_tree_level_begin(&game->theory, game->theory.key_level);
    int64_t *held = dmi_calloc((size_t)(2 * game->theory.key_vertices / k), sizeof *held);
    for (int64_t i = 0; held && i < game->theory.key_vertices; i++)
        if (game->holder[first + i] != DMI_FREE)
            held[2 * (i / k) + game->holder[first + i]]++;
    if (held)
        dmi_trace_counts(trace, "held", held, (size_t)(2 * game->theory.key_vertices / k), 2);
    else
        trace->lacks_memory = true;
    free(held);
}

static void note_formula(dm_trace *trace, const char *name, const char *formula, int64_t value)
{
    note_words(trace, "lemma_2_case", name);
    note_words(trace, "formula", formula);
    dmi_trace_count(trace, "formula_value", value);
}

/* Lemma 2, case (A): x and y of the key level. */
static void note_case_a(dm_trace *trace, const dmi_tree_game *game, level_count key)
{
    int64_t k = game->theory.children, n = game->theory.rounds, all = game->theory.key_vertices;
    int32_t h = game->theory.key_level;
    int64_t x = key.held[DM_WHITE], y = key.held[DM_BLACK], t = subtree(game, h + 1);
    if (x + key.free >= n)
        note_formula(trace, "(A)-(a)",
                     "2n - k^h - (k^h - 1)/(k - 1) + (2(k - 1)n + 2k^(h-1) - k^(h+1)) T_(h+1)",
                     2 * n - all - (all - 1) / (k - 1) +
                         (2 * (k - 1) * n + 2 * (all / k) - k * all) * t);
    else
        note_formula(trace, "(A)-(b)", "(x_h - y_h) + (k - 2)(x_h - y_h) T_(h+1)",
                     (x - y) + (k - 2) * (x - y) * t);
}

/* Lemma 2, case (B): x and y of the level above the key level. */
static void note_case_b(dm_trace *trace, const dmi_tree_game *game, level_count above)
{
    int64_t k = game->theory.children, n = game->theory.rounds, all = game->theory.key_vertices;
    int32_t h = game->theory.key_level;
    int64_t x = above.held[DM_WHITE], y = above.held[DM_BLACK], t = subtree(game, h + 1);
    if (y == 0)
        note_formula(trace, "(B)-(a)",
                     "(k^h - 1)/(k - 1) - 2n + k^h + (k^(h+1) - 2kn + 2n - 2k^(h-1)) T_(h+1)",
                     (all - 1) / (k - 1) - 2 * n + all +
                         (k * all - 2 * k * n + 2 * n - 2 * (all / k)) * t);
    else if (x + k * y >= n)
        note_formula(trace, "(B)-(b)-(i)", "(x_(h-1) - y_(h-1)) + (k - 2)(x_(h-1) - y_(h-1)) T_h",
                     (x - y) + (k - 2) * (x - y) * subtree(game, h));
    else
        note_formula(trace, "(B)-(b)-(ii)",
                     "(k + 1)k^(h-1) - 2n + (k^(h+1) - 2(k - 1)n - 2x_(h-1)) T_(h+1)",
                     (k + 1) * (all / k) - 2 * n + (k * all - 2 * (k - 1) * n - 2 * x) * t);
}

static void note_quantities(dm_trace *trace, const dmi_tree_game *game)
{
    const dm_tree_theory *theory = &game->theory;
    level_count key = count_level(game, theory->key_level);
    level_count above = count_level(game, theory->key_level - 1);
    int32_t h = theory->key_level;
    char name[] = {theory->key_case, 0};
    dmi_trace_count(trace, "key_level", h);
    note_alpha(trace, theory);
    note_words(trace, "case", name);
    dmi_trace_counts(trace, "T", theory->subtree, (size_t)theory->height + 1, 0);
    if (h == 0 || (game->step && game->step[0] == '1')) {
        note_formula(trace, "Proposition 1", "1 + (k - 2n) T_1",
                     1 + (theory->children - 2 * (int64_t)theory->rounds) * theory->subtree[1]);
        return;
    }
    note_held(trace, game);
    dmi_trace_count(trace, "x_h", key.held[DM_WHITE]);
    dmi_trace_count(trace, "y_h", key.held[DM_BLACK]);
    dmi_trace_count(trace, "x_h-1", above.held[DM_WHITE]);
    dmi_trace_count(trace, "y_h-1", above.held[DM_BLACK]);
    if (theory->key_case == 'A')
        note_case_a(trace, game, key);
    else
        note_case_b(trace, game, above);
}

/* The place among its level, from 1: vertex j of level i in section 3.2. */
static int32_t place_in_level(const dmi_tree_game *game, dm_vertex place, int32_t *level)
{
    *level = 0;
    while (dm_tree_level_begin(&game->theory, *level + 1) <= place)
        (*level)++;
    return place - dm_tree_level_begin(&game->theory, *level) + 1;
}

static bool is_step(const dmi_tree_game *game, const char *name)
{
    return strcmp(game->step, name) == 0;
}

/* The sentence of a step of Algorithm 2, whose stone goes to `place`. */
static void note_why(dm_trace *trace, const dmi_tree_game *game, dm_side side, dm_vertex place)
{
    level_count key = count_level(game, game->theory.key_level);
    level_count above = count_level(game, game->theory.key_level - 1);
    int32_t k = game->tree.children, level, h = game->theory.key_level;
    int32_t j = place_in_level(game, place, &level);
    const char *own = side == DM_WHITE ? "White" : "Black";
    const char *other = side == DM_WHITE ? "Black" : "White";
    if (is_step(game, "1 root"))
        dmi_trace_step(trace, game->step, "The root is free.");
    else if (is_step(game, "1 child"))
        dmi_trace_step(trace, game->step, "Child %d of the root has an unoccupied subtree.", j);
    else if (is_step(game, "symmetric"))
        dmi_trace_step(trace, game->step,
                       "White follows the key-level strategy and took vertex %lld of level %d: "
                       "vertex %d is symmetric to it.",
                       (long long)dm_tree_level_begin(&game->theory, level + 1) -
                           dm_tree_level_begin(&game->theory, level) - j + 1,
                       level, j);
    else if (is_step(game, "(A)-1"))
        dmi_trace_step(trace, game->step,
                       "%s holds none of the %d vertices of V_%d and %s %d, the most of such sets.",
                       own, k, (j - 1) / k + 1, other,
                       dmi_tree_children_of(game, dmi_tree_parent(game, place), dm_other(side)));
    else if (is_step(game, "(A)-2"))
        dmi_trace_step(
            trace, game->step,
            "%s has a stone in every set V_i that is not full; %lld of %lld key vertices "
            "are free.",
            own, (long long)key.free, (long long)game->theory.key_vertices);
    else if (is_step(game, "(A)-3"))
        dmi_trace_step(trace, game->step,
                       "No key vertex is free; level %d is the least with a free child of %s.",
                       level, other);
    else if (is_step(game, "(B)-1"))
        dmi_trace_step(trace, game->step, "%lld of %lld vertices in level h - 1 = %d are free.",
                       (long long)above.free, (long long)game->theory.key_vertices / k, h - 1);
    else if (is_step(game, "(B)-2"))
        dmi_trace_step(trace, game->step,
                       "Level h - 1 = %d is full; this free key vertex has %s as its parent.",
                       h - 1, other);
    else
        dmi_trace_step(trace, game->step,
                       "No key vertex below %s is free; this vertex of level h + 1 = %d is a child "
                       "of %s.",
                       other, h + 1,
                       game->holder[dmi_tree_parent(game, place)] == (int)side ? own : other);
}

void dmi_tree_note(const dm_player *player, const dmi_tree_game *game, dm_side side, dm_vertex move,
                   dm_vertex allowed)
{
    dm_trace *trace = player->trace;
    if (!trace)
        return;
    dmi_trace_stone(trace);
    if (allowed > 0)
        note_why(trace, game, side, game->tree.place[move]);
    else
        dmi_trace_step(
            trace, game->step,
            "The step allows no free vertex (docs/ERRATA.md); another free one is taken.");
    dmi_trace_count(trace, "allowed", allowed);
    note_quantities(trace, game);
}

dm_status dm_complete_tree_explain(const dm_position *position, dm_trace *trace, dm_error *err)
{
    dmi_tree_game *game = NULL;
    dm_player *player = NULL; /* keeps the tree, and frees it */
    dm_status status = dm_player_new("key-level", 0, &player, err);
    if (status == DM_OK)
        status = dmi_tree_game_of(player, position, &game, err);
    if (status == DM_OK)
        note_quantities(trace, game);
    dm_player_free(player);
    return status == DM_OK ? dmi_trace_check(trace, err) : status;
}
