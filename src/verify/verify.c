/* verify.c - plays a strategy against all possible replies.
 *
 * At the other side's turns every choice is tried, at the strategy's turns the stones on the board
 * give the entry with the answer.  An entry that was met before is skipped, so each is checked
 * once.  The code follows the definitions and shares nothing with the code that finds strategies
 * (src/solve).
 */
#include <demesne/verify.h>

#include "base/base.h"
#include "base/sort.h"
#include <stdio.h>
#include <stdlib.h>

/* The walk is one call deeper per turn; no search proves games of so many. */
enum { MOST_TURNS = 1000 };

typedef struct entry {
    int32_t turn, stones, answer_stones;
    const dm_vertex *key;    /* the stones, White's first */
    const dm_vertex *answer; /* the stones to place; they follow the key */
    bool met;
} entry;

typedef struct check {
    dm_position *position;
    const dm_strategy *strategy;
    entry *entries;    /* sorted */
    int32_t start;     /* stones before the strategy begins */
    dm_vertex *key;    /* scratch: n */
    dm_vertex *chosen; /* scratch: the stones of the turns so far */
    dm_run *run;
    dm_verdict verdict;
    dm_error *err;
} check;

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    for (int32_t i = 0; i < x->stones && i < y->stones; i++)
        if (x->key[i] != y->key[i])
            return x->key[i] < y->key[i] ? -1 : 1;
    return (x->stones > y->stones) - (x->stones < y->stones);
}

static dm_status sort_entries(check *c)
{
    const dm_strategy *s = c->strategy;
    const dm_rules *rules = dm_position_rules(c->position);
    size_t count = (size_t)s->count;
    c->entries = dmi_alloc(count, sizeof *c->entries);
    if (!c->entries)
        return dmi_no_memory(c->err);
    for (size_t i = 0; i < count; i++) {
        int32_t turn = s->turns[i];
        if (turn < dm_position_turns_made(c->position) || turn >= rules->turn_count ||
            rules->turns[turn].side != s->side)
            return dmi_fail(c->err, DM_BAD_INPUT, "entry %zu is for turn %d, which is not %s's",
                            i + 1, turn + 1, dm_side_name(s->side));
        int64_t stones = -(int64_t)c->start;
        for (int32_t t = 0; t < turn; t++)
            stones += rules->turns[t].stones;
        int32_t places = rules->turns[turn].stones;
        int64_t length = s->first[i + 1] - s->first[i];
        if (length != stones + places)
            return dmi_fail(
                c->err, DM_BAD_INPUT,
                "entry %zu has %lld vertices; before turn %d lie %lld, and it places %d", i + 1,
                (long long)length, turn + 1, (long long)stones, places);
        const dm_vertex *key = s->vertices + s->first[i];
        c->entries[i] = (entry){turn, (int32_t)stones, places, key, key + stones, false};
    }
    qsort(c->entries, count, sizeof *c->entries, compare_entries);
    for (size_t i = 1; i < count; i++)
        if (compare_entries(&c->entries[i - 1], &c->entries[i]) == 0)
            return dmi_fail(c->err, DM_BAD_INPUT, "a position of turn %d stands twice",
                            c->entries[i].turn + 1);
    return DM_OK;
}

static dm_status refuse_strategy(const check *c, const char *why)
{
    char where[240]; /* "White 4 8, Black 3", as far as it fits */
    size_t size = sizeof where;
    int32_t count;
    const dm_stone *stones = dm_position_stones(c->position, &count);
    size_t used = 0;
    for (int32_t side = DM_WHITE; side <= DM_BLACK; side++) {
        used += (size_t)snprintf(where + used, size - used, side ? ", Black" : "White");
        for (int32_t i = 0; i < count && used + 24 < size; i++)
            if (stones[i].player == side)
                used += (size_t)snprintf(where + used, size - used, " %d", stones[i].vertex);
    }
    return dmi_fail(c->err, DM_BAD_INPUT, "at %s: %s", where, why);
}

static dm_status walk_tree(check *c);

static dm_status score_end(check *c)
{
    const dm_dominance *d;
    dm_status status = dm_position_dominance(c->position, &d, c->err);
    if (status != DM_OK)
        return status;
    bool is_white = c->strategy->side == DM_WHITE;
    int64_t value = d->score[DM_WHITE] - d->score[DM_BLACK];
    if (c->verdict.ends++ == 0 || (is_white ? value < c->verdict.worst : value > c->verdict.worst))
        c->verdict.worst = value;
    if (is_white ? value >= c->strategy->bound : value <= c->strategy->bound)
        return DM_OK;
    char why[120];
    snprintf(why, sizeof why, "the game ends %lld; at %s %lld was claimed", (long long)value,
             is_white ? "least" : "most", (long long)c->strategy->bound);
    return refuse_strategy(c, why);
}

static dm_status follow_answer(check *c)
{
    entry wanted = {.turn = dm_position_turns_made(c->position), .key = c->key};
    /* Writes White's stones since the start, then Black's, in the order that dm_strategy
     * prescribes; a turn's stones were placed in increasing order.  Returns how many. */
    int32_t count, filled = 0;
    const dm_stone *stones = dm_position_stones(c->position, &count);
    bool in_order = dm_ties_go_by_age(dm_position_rules(c->position)->ties);
    for (int32_t side = DM_WHITE; side <= DM_BLACK; side++) {
        int32_t begin = filled;
        for (int32_t i = c->start; i < count; i++)
            if (stones[i].player == side)
                c->key[filled++] = stones[i].vertex;
        if (!in_order)
            dmi_sort_int32(c->key + begin, filled - begin);
    }
    wanted.stones = filled;
    entry *found =
        bsearch(&wanted, c->entries, (size_t)c->strategy->count, sizeof wanted, compare_entries);
    if (!found)
        return refuse_strategy(c, "there is no answer");
    if (found->met)
        return DM_OK;
    found->met = true;
    c->verdict.positions++;
    for (int32_t i = 1; i < found->answer_stones; i++)
        if (found->answer[i - 1] >= found->answer[i])
            return refuse_strategy(c, "the answer's vertices do not increase");
    dm_error why = {0};
    if (dm_position_make(c->position, found->answer, found->answer_stones, &why) != DM_OK)
        return refuse_strategy(c, why.message);
    dm_status status = walk_tree(c);
    dm_position_undo(c->position, NULL);
    return status;
}

/* Makes the turn with the chosen stones and follows the game from there. */
static dm_status try_reply(check *c, dm_vertex *chosen, int32_t stones)
{
    dm_status status = dm_position_make(c->position, chosen, stones, c->err);
    if (status != DM_OK)
        return status;
    c->chosen += stones;
    status = walk_tree(c);
    c->chosen -= stones;
    dm_position_undo(c->position, NULL);
    return status;
}

/* Tries every choice of the turn's stones, in increasing order; `made` of them are chosen. */
static dm_status try_replies(check *c)
{
    dm_vertex n = dm_arena_vertices(dm_position_arena(c->position)), *chosen = c->chosen, v = 0;
    int32_t stones = dm_position_stones_to_place(c->position), made = 0;
    dm_status status = DM_OK;
    while (status == DM_OK) {
        while (v < n && !dm_position_is_free(c->position, v))
            v++;
        if (v == n && made == 0)
            break;
        if (v < n) {
            chosen[made++] = v++;
            if (made < stones)
                continue;
            status = try_reply(c, chosen, stones);
        }
        v = chosen[--made] + 1;
        if (!dmi_run_go_on(c->run, 0))
            status = dmi_stopped(c->run, c->err);
    }
    return status;
}

static dm_status walk_tree(check *c)
{
    if (!dmi_run_go_on(c->run, 1))
        return dmi_stopped(c->run, c->err);
    if (dm_position_is_over(c->position))
        return score_end(c);
    if (dm_position_to_move(c->position) == c->strategy->side)
        return follow_answer(c);
    return try_replies(c);
}

/* An entry that no play meets proves nothing, so it is a mistake. */
static dm_status check_all_met(const check *c)
{
    for (int64_t i = 0; i < c->strategy->count; i++)
        if (!c->entries[i].met)
            return dmi_fail(c->err, DM_BAD_INPUT,
                            "a position of turn %d has an answer, but no play meets it",
                            c->entries[i].turn + 1);
    return DM_OK;
}

dm_status dm_verify(const dm_position *start, const dm_strategy *strategy, dm_run *run,
                    dm_verdict *out, dm_error *err)
{
    check c = {.strategy = strategy, .run = run, .err = err};
    if (dm_position_rules(start)->turn_count > MOST_TURNS)
        return dmi_fail(err, DM_TOO_LARGE, "the game has %d turns; at most %d can be checked",
                        dm_position_rules(start)->turn_count, MOST_TURNS);
    size_t n = (size_t)dm_arena_vertices(dm_position_arena(start));
    dm_position_stones(start, &c.start);
    c.key = dmi_alloc(n, sizeof *c.key);
    dm_vertex *chosen = c.chosen = dmi_alloc(n, sizeof *c.chosen);
    dm_status status =
        c.key && chosen ? dm_position_copy(start, &c.position, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = sort_entries(&c);
    if (status == DM_OK)
        status = walk_tree(&c);
    if (status == DM_OK)
        status = check_all_met(&c);
    if (status == DM_OK)
        *out = c.verdict;
    dm_position_free(c.position);
    free(c.entries);
    free(c.key);
    free(chosen);
    return dmi_as_unfinished(status, err);
}
