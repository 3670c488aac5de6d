/* solve_dnf_game.c - who wins the game on a positive DNF: G_pos(POS DNF), Schaefer (1978).
 *
 * The first player wants all variables of one disjunct, the second at least one of each.  A
 * disjunct with a variable of the second player is dead, and so are variables that are only in dead
 * disjuncts: taking one is passing, which never helps.  So a position, with the first player to
 * move, is the set `mine` that he has and the set `open` that is free, both within the live
 * disjuncts.  The live disjuncts are exactly those inside mine | open.
 *
 * Three cases end the search early: a live disjunct that needs one more variable wins; two that
 * need different ones win after the next reply; and the second player wins if the sum of
 * 2^-(variables missing) over the live disjuncts is below 1/2 (Erdos and Selfridge 1973).  A table
 * keeps the positions: at most 3^n, far fewer in practice.
 */
#include "base/base.h"
#include "papers/reduction/reduction_board.h"
#include <assert.h>
#include <stdlib.h>

enum { MOST_VARIABLES = 64, MOST_POSITIONS = 1 << 22 };

typedef struct {
    uint64_t mine, open; /* both 0: the slot is empty */
    bool wins;
} known_position;

typedef struct {
    int32_t count;
    uint64_t *disjuncts; /* sets of variables */
    int32_t *number;     /* the place of each variable in them; -1: none */
    known_position *table;
    size_t slots, used; /* slots: a power of two */
    uint64_t positions;
    dm_run *run;
    dm_error *err;
    dm_status status;
} formula_game;

static known_position *find_position(known_position *table, size_t slots, uint64_t mine,
                                     uint64_t open)
{
    uint64_t mixed = (mine * UINT64_C(0x9e3779b97f4a7c15)) ^ open;
    mixed = (mixed ^ (mixed >> 29)) * UINT64_C(0xbf58476d1ce4e5b9);
    size_t at = (size_t)(mixed ^ (mixed >> 32)) & (slots - 1);
    while ((table[at].mine | table[at].open) && (table[at].mine != mine || table[at].open != open))
        at = (at + 1) & (slots - 1);
    return &table[at];
}

/* Without memory the table keeps its size. */
static void grow(formula_game *g)
{
    size_t slots = 2 * g->slots;
    known_position *table = dmi_calloc(slots, sizeof *table);
    if (!table)
        return;
    for (size_t i = 0; i < g->slots; i++)
        if (g->table[i].mine | g->table[i].open)
            *find_position(table, slots, g->table[i].mine, g->table[i].open) = g->table[i];
    free(g->table);
    g->table = table;
    g->slots = slots;
}

static bool is_live(const formula_game *g, int32_t i, uint64_t mine, uint64_t open)
{
    return (g->disjuncts[i] & ~(mine | open)) == 0;
}

static int set_size(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* Variables each of which completes a live disjunct. */
static uint64_t threats(const formula_game *g, uint64_t mine, uint64_t open)
{
    uint64_t found = 0;
    for (int32_t i = 0; i < g->count; i++)
        if (is_live(g, i, mine, open) && set_size(g->disjuncts[i] & open) == 1)
            found |= g->disjuncts[i] & open;
    return found;
}

/* Whether the second player wins by Erdos and Selfridge, in units of 2^-63.  A disjunct that misses
 * 64 variables counts as one that misses 63, which only makes the sum larger. */
static bool is_light(const formula_game *g, uint64_t mine, uint64_t open)
{
    const uint64_t half = UINT64_C(1) << 62;
    uint64_t weight = 0;
    for (int32_t i = 0; i < g->count && weight < half; i++) {
        int missing = set_size(g->disjuncts[i] & open);
        if (is_live(g, i, mine, open))
            weight += UINT64_C(1) << (missing < 63 ? 63 - missing : 0);
    }
    return weight < half;
}

static bool first_wins(formula_game *g, uint64_t mine, uint64_t open);

/* The first player has just taken his variable; the second is to move. */
static bool wins_against_all(formula_game *g, uint64_t mine, uint64_t open)
{
    uint64_t must = threats(g, mine, open);
    assert((mine & open) == 0);
    if (set_size(must) > 1)
        return true;
    for (uint64_t left = must ? must : open; left; left &= left - 1) {
        uint64_t rest = open & ~(left & -left), live = 0; /* disjuncts without the one taken */
        for (int32_t i = 0; i < g->count; i++)
            if (is_live(g, i, mine, rest))
                live |= g->disjuncts[i];
        if (!live || !first_wins(g, mine & live, rest & live))
            return false;
    }
    return true;
}

/* Whether the first player, to move, wins.  There is a live disjunct and none is complete. */
static bool first_wins(formula_game *g, uint64_t mine, uint64_t open)
{
    if (g->status != DM_OK)
        return false;
    if (threats(g, mine, open))
        return true;
    if (is_light(g, mine, open))
        return false;
    const known_position *known = find_position(g->table, g->slots, mine, open);
    if (known->mine | known->open)
        return known->wins;
    if (!dmi_run_report(g->run, 1, "formula game", ++g->positions, 0, "")) {
        g->status = dmi_stopped(g->run, g->err);
        return false;
    }
    bool wins = false;
    for (uint64_t left = open; left && !wins; left &= left - 1) {
        uint64_t v = left & -left;
        wins = wins_against_all(g, mine | v, open & ~v);
    }
    if (g->status == DM_OK && g->used >= g->slots / 2 && g->used < MOST_POSITIONS)
        grow(g);
    if (g->status == DM_OK && g->used < g->slots / 2) {
        *find_position(g->table, g->slots, mine, open) = (known_position){mine, open, wins};
        g->used++;
    }
    return wins;
}

/* Whether the first player wins from any position. */
static bool decide(formula_game *g, uint64_t mine, uint64_t open, bool first_moves)
{
    uint64_t live = 0;
    for (int32_t i = 0; i < g->count; i++) {
        if (!is_live(g, i, mine, open))
            continue;
        if (!(g->disjuncts[i] & open))
            return true;
        live |= g->disjuncts[i];
    }
    if (!live)
        return false;
    return first_moves ? first_wins(g, mine & live, open & live)
                       : wins_against_all(g, mine & live, open & live);
}

/* The disjuncts as sets of the variables that occur; `number` is the place of each variable in a
 * set, -1 if it occurs nowhere. */
static dm_status set_disjuncts(const dm_formula *dnf, formula_game *g, int32_t *number,
                               uint64_t *all, dm_error *err)
{
    int count = 0;
    for (int32_t v = 0; v <= dnf->variables; v++)
        number[v] = -1;
    for (int64_t k = 0; k < dnf->first[dnf->clause_count] && count <= MOST_VARIABLES; k++)
        if (number[dnf->literals[k]] < 0)
            number[dnf->literals[k]] = count++;
    dm_status status = DM_OK;
    if (count > MOST_VARIABLES)
        status =
            dmi_fail(err, DM_TOO_LARGE,
                     "more than %d variables occur; the formula game is solved up to that number",
                     MOST_VARIABLES);
    for (int32_t i = 0; i < dnf->clause_count && status == DM_OK; i++) {
        g->disjuncts[i] = 0;
        for (int64_t k = dnf->first[i]; k < dnf->first[i + 1]; k++)
            g->disjuncts[i] |= UINT64_C(1) << number[dnf->literals[k]];
        *all |= g->disjuncts[i];
    }
    return status;
}

static void clear_game(formula_game *g)
{
    free(g->number);
    free(g->disjuncts);
    free(g->table);
}

/* A game of the formula; clear_game() in any case. */
static dm_status begin_game(const dm_formula *dnf, dm_run *run, formula_game *g, uint64_t *all,
                            dm_error *err)
{
    *g = (formula_game){.count = dnf->clause_count, .slots = 1024, .run = run, .err = err};
    dm_status status = dmi_formula_is_positive(dnf, err);
    if (status != DM_OK)
        return status;
    g->disjuncts = dmi_alloc((size_t)dnf->clause_count, sizeof *g->disjuncts);
    g->table = dmi_calloc(g->slots, sizeof *g->table);
    g->number = dmi_alloc((size_t)dnf->variables + 1, sizeof *g->number);
    return g->disjuncts && g->table && g->number ? set_disjuncts(dnf, g, g->number, all, err)
                                                 : dmi_no_memory(err);
}

dm_status dm_dnf_game(const dm_formula *dnf, dm_run *run, bool *wins, dm_error *err)
{
    formula_game g;
    uint64_t all = 0;
    dm_status status = begin_game(dnf, run, &g, &all, err);
    bool answer = status == DM_OK && decide(&g, 0, all, true);
    if (status == DM_OK)
        status = g.status;
    if (status == DM_OK)
        *wins = answer;
    clear_game(&g);
    return dmi_as_unfinished(status, err);
}

/* The sets of a position; false if a variable is out of range or taken twice. */
static bool read_taken(const formula_game *g, const dm_formula *dnf, const int32_t *taken,
                       int32_t count, signed char *after, uint64_t *mine, uint64_t *open)
{
    for (int32_t v = 0; v <= dnf->variables; v++)
        after[v] = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t v = taken[i];
        if (v < 1 || v > dnf->variables || after[v] == DM_DNF_TAKEN)
            return false;
        after[v] = DM_DNF_TAKEN;
        uint64_t bit = g->number[v] < 0 ? 0 : UINT64_C(1) << g->number[v];
        *open &= ~bit;
        *mine |= i % 2 == 0 ? bit : 0;
    }
    return true;
}

/* How much a variable matters: the sum of 2^-(variables missing) over its live disjuncts. */
static uint64_t weight_of(const formula_game *g, uint64_t mine, uint64_t open, uint64_t bit)
{
    uint64_t weight = 0;
    for (int32_t i = 0; i < g->count; i++)
        if ((g->disjuncts[i] & bit) && is_live(g, i, mine, open)) {
            int missing = set_size(g->disjuncts[i] & open);
            weight += UINT64_C(1) << (missing < 32 ? 32 - missing : 0);
        }
    return weight;
}

dm_status dm_dnf_choose(const dm_formula *dnf, const int32_t *taken, int32_t count, dm_run *run,
                        bool *wins, signed char *after, int32_t *best, dm_error *err)
{
    formula_game g;
    uint64_t mine = 0, open = 0, most = 0;
    int32_t chosen = 0;
    bool first_moves = count % 2 == 0, answer = false;
    dm_status status = begin_game(dnf, run, &g, &open, err);
    if (status == DM_OK && !read_taken(&g, dnf, taken, count, after, &mine, &open))
        status =
            dmi_fail(err, DM_BAD_ARGUMENT,
                     "variables are taken once each and are numbers from 1 to %d", dnf->variables);
    if (status == DM_OK)
        answer = decide(&g, mine, open, first_moves);
    for (int32_t v = 1; v <= dnf->variables && status == DM_OK; v++) {
        if (after[v] == DM_DNF_TAKEN)
            continue;
        uint64_t bit = g.number[v] < 0 ? 0 : UINT64_C(1) << g.number[v];
        after[v] = decide(&g, first_moves ? mine | bit : mine, open & ~bit, !first_moves);
        uint64_t weight = weight_of(&g, mine, open, bit);
        if (after[v] == answer && (chosen == 0 || weight > most)) {
            chosen = v;
            most = weight;
        }
        status = g.status;
    }
    assert(status != DM_OK || chosen > 0 || count == dnf->variables);
    if (status == DM_OK)
        status = g.status;
    if (status == DM_OK) {
        *wins = answer;
        *best = chosen;
    }
    clear_game(&g);
    return dmi_as_unfinished(status, err);
}

int32_t dm_dnf_completed(const dm_formula *dnf, const int32_t *taken, int32_t count)
{
    for (int32_t i = 0; i < dnf->clause_count; i++) {
        int64_t missing = dnf->first[i + 1] - dnf->first[i];
        for (int64_t k = dnf->first[i]; k < dnf->first[i + 1]; k++)
            for (int32_t t = 0; t < count; t += 2)
                missing -= taken[t] == dnf->literals[k];
        if (missing == 0)
            return i;
    }
    return -1;
}
