/* interval.c - the circle and the segment by their definitions. */
#include "check/interval.h"

#include <stdlib.h>

void check_interval_init(check_interval *c, const dm_interval *game)
{
    c->circle = dm_interval_rules_of(game)->arena == DM_CIRCLE;
    c->count = dm_interval_count(game);
    for (int i = 0; i < c->count; i++) {
        char *text = NULL;
        mpq_init(c->at[i]);
        if (dm_interval_stone_place(game, i, &text, NULL) != DM_OK ||
            mpq_set_str(c->at[i], text, 10) != 0)
            abort();
        dm_free(text);
        c->who[i] = dm_interval_stone_at(game, i).colour;
    }
}

void check_interval_clear(check_interval *c)
{
    for (int i = 0; i < c->count; i++)
        mpq_clear(c->at[i]);
}

void check_interval_distance(const check_interval *c, const mpq_t a, const mpq_t b, mpq_t out)
{
    mpq_t other;
    mpq_init(other);
    mpq_sub(out, a, b);
    mpq_abs(out, out);
    mpq_set_ui(other, 1, 1);
    mpq_sub(other, other, out);
    if (c->circle && mpq_cmp(other, out) < 0)
        mpq_set(out, other);
    mpq_clear(other);
}

/* The distance from x to the nearest stone of a colour; false if there is none. */
static bool nearest(const check_interval *c, dm_colour colour, const mpq_t x, mpq_t out)
{
    bool any = false;
    mpq_t distance;
    mpq_init(distance);
    for (int i = 0; i < c->count; i++) {
        if (c->who[i] != colour)
            continue;
        check_interval_distance(c, x, c->at[i], distance);
        if (!any || mpq_cmp(distance, out) < 0)
            mpq_set(out, distance);
        any = true;
    }
    mpq_clear(distance);
    return any;
}

static bool belongs(const check_interval *c, dm_colour colour, const mpq_t x)
{
    mpq_t own, other;
    mpq_inits(own, other, NULL);
    bool has = nearest(c, colour, x, own);
    bool rival = nearest(c, colour == DM_RED ? DM_BLUE : DM_RED, x, other);
    bool result = has && (!rival || mpq_cmp(own, other) < 0);
    mpq_clears(own, other, NULL);
    return result;
}

static int compare(const void *a, const void *b)
{
    return mpq_cmp(*(const mpq_t *)a, *(const mpq_t *)b);
}

void check_interval_land(const check_interval *c, dm_colour colour, mpq_t out)
{
    size_t most = 2 + (size_t)c->count + 2 * (size_t)c->count * (size_t)c->count, used = 0;
    mpq_t *cut = malloc(most * sizeof *cut);
    for (size_t i = 0; i < most; i++)
        mpq_init(cut[i]);
    mpq_set_ui(cut[used++], 0, 1);
    mpq_set_ui(cut[used++], 1, 1);
    for (int i = 0; i < c->count; i++) {
        mpq_set(cut[used++], c->at[i]);
        for (int j = 0; j < i; j++) { /* their middle, and on a circle the opposite point */
            mpq_add(cut[used], c->at[i], c->at[j]);
            mpq_div_2exp(cut[used], cut[used], 1);
            used++;
            mpq_set_ui(cut[used], 1, 2);
            mpq_add(cut[used], cut[used], cut[used - 1]);
            if (mpq_cmp_ui(cut[used], 1, 1) > 0) {
                mpq_set_ui(cut[used], 1, 2);
                mpq_sub(cut[used], cut[used - 1], cut[used]);
            }
            used++;
        }
    }
    qsort(cut, used, sizeof *cut, compare);
    mpq_t middle, length;
    mpq_inits(middle, length, NULL);
    mpq_set_ui(out, 0, 1);
    for (size_t i = 0; i + 1 < used; i++) {
        mpq_sub(length, cut[i + 1], cut[i]);
        mpq_add(middle, cut[i + 1], cut[i]);
        mpq_div_2exp(middle, middle, 1);
        if (mpq_sgn(length) > 0 && belongs(c, colour, middle))
            mpq_add(out, out, length);
    }
    mpq_clears(middle, length, NULL);
    for (size_t i = 0; i < most; i++)
        mpq_clear(cut[i]);
    free(cut);
}

static void sort_stones(const check_interval *c, int *order)
{
    for (int i = 0; i < c->count; i++) {
        int at = i;
        for (; at > 0 && mpq_cmp(c->at[order[at - 1]], c->at[i]) > 0; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

/* Interval i of the stones in order: from the i-th to the next, the last one through 0 (on a
 * segment the border interval).  There are `count`. */
typedef void each_interval(const check_interval *c, int left, int right, const mpq_t length,
                           void *user);

static void walk(const check_interval *c, each_interval *each, void *user)
{
    int order[CHECK_STONES];
    mpq_t length, one;
    mpq_inits(length, one, NULL);
    mpq_set_ui(one, 1, 1);
    sort_stones(c, order);
    for (int i = 0; i < c->count; i++) {
        bool last = i + 1 == c->count;
        int left = order[i], right = order[last ? 0 : i + 1];
        mpq_sub(length, c->at[right], c->at[left]);
        if (last)
            mpq_add(length, length, one);
        each(c, left, right, length, user);
    }
    mpq_clears(length, one, NULL);
}

typedef struct tally {
    dm_colour colour;
    int n, found, keys, mixed;
    mpq_t *lengths;
} tally;

/* Key points by definition: i/n from Blue's first stone, or (2i+1)/2n. */
static bool is_key(const check_interval *c, int n, const mpq_t x)
{
    mpq_t rest;
    mpq_init(rest);
    mpq_set_ui(rest, 2 * (unsigned long)n, 1);
    if (c->circle) {
        mpq_t from;
        mpq_init(from);
        mpq_sub(from, x, c->at[0]);
        mpq_mul(rest, rest, from);
        mpq_clear(from);
    } else {
        mpq_mul(rest, rest, x);
    }
    bool whole = mpz_cmp_ui(mpq_denref(rest), 1) == 0;
    bool odd = mpz_odd_p(mpq_numref(rest));
    mpq_clear(rest);
    return whole && odd == !c->circle;
}

static void count_one(const check_interval *c, int left, int right, const mpq_t length, void *user)
{
    tally *t = user;
    bool key = t->n > 0 && mpq_cmp_ui(length, 1, (unsigned long)t->n) == 0 &&
               is_key(c, t->n, c->at[left]) && is_key(c, t->n, c->at[right]);
    if (c->who[left] != c->who[right]) {
        t->mixed += key;
        return;
    }
    if (c->who[left] != t->colour)
        return;
    if (t->lengths)
        mpq_set(t->lengths[t->found], length);
    t->found++;
    t->keys += key;
}

int check_interval_intervals(const check_interval *c, dm_colour colour, mpq_t *lengths)
{
    tally t = {.colour = colour, .lengths = lengths};
    walk(c, count_one, &t);
    return t.found;
}

bool check_interval_all_keys(const check_interval *c, dm_colour colour, int n)
{
    tally t = {.colour = colour, .n = n};
    walk(c, count_one, &t);
    return t.keys == t.found;
}

bool check_interval_any_key(const check_interval *c, dm_colour colour, int n)
{
    tally t = {.colour = colour, .n = n};
    walk(c, count_one, &t);
    return t.keys > 0;
}

int check_interval_mixed_keys(const check_interval *c, int n)
{
    tally t = {.n = n};
    walk(c, count_one, &t);
    return t.mixed;
}
