/* interval.c - complete exact games per second on the circle and the segment.
 *
 * The peer plays the same kind of game, random Blue against the keypoint strategy, in the plainest
 * way: all places are GMP fractions, stones are kept sorted, intervals are measured when they are
 * needed, and Red follows the paper's Algorithm 2.1 stone by stone.  Attacks run with one thread.
 */
#include "bench.h"

#include <gmp.h>
#include <stdlib.h>

enum { STONES = 8, OURS = 50000, THEIRS = 1000, PARTS = 65536 };

typedef struct plain {
    dm_rng rng;
    int count;
    mpq_t at[2 * STONES], length, longest, place; /* in order */
    bool red[2 * STONES];
    int64_t won;
} plain;

/* The index of the first stone not before `place`. */
static int find(const plain *p)
{
    int i = 0;
    while (i < p->count && mpq_cmp(p->at[i], p->place) < 0)
        i++;
    return i;
}

static bool is_taken(const plain *p)
{
    int i = find(p);
    return i < p->count && mpq_equal(p->at[i], p->place);
}

static void put(plain *p, bool red)
{
    int i = find(p);
    for (int k = p->count++; k > i; k--) {
        mpq_swap(p->at[k], p->at[k - 1]);
        p->red[k] = p->red[k - 1];
    }
    mpq_set(p->at[i], p->place);
    p->red[i] = red;
}

/* From stone i to the next, round the circle. */
static void measure(plain *p, int i)
{
    int next = (i + 1) % p->count;
    mpq_sub(p->length, p->at[next], p->at[i]);
    if (mpq_sgn(p->length) <= 0) {
        mpq_set_ui(p->longest, 1, 1);
        mpq_add(p->length, p->length, p->longest);
    }
}

static void blue_stone(plain *p)
{
    do {
        uint64_t at = p->count ? dm_rng_below(&p->rng, PARTS) : 0;
        mpq_set_ui(p->place, (unsigned long)at, PARTS);
        mpq_canonicalize(p->place);
    } while (is_taken(p));
    put(p, false);
}

static bool take_key(plain *p)
{
    for (unsigned long i = 0; i < STONES; i++) {
        mpq_set_ui(p->place, i, STONES);
        mpq_canonicalize(p->place);
        if (!is_taken(p))
            return true;
    }
    return false;
}

/* The longest interval with both ends blue; its length in p->length. */
static int longest_blue(plain *p, int *count)
{
    int best = -1;
    mpq_t most;
    mpq_init(most);
    *count = 0;
    for (int i = 0; i < p->count; i++) {
        if (p->red[i] || p->red[(i + 1) % p->count])
            continue;
        measure(p, i);
        *count += 1;
        if (best < 0 || mpq_cmp(p->length, most) > 0) {
            best = i;
            mpq_set(most, p->length);
        }
    }
    mpq_set(p->length, most);
    mpq_clear(most);
    return best;
}

static int mixed_key_interval(plain *p)
{
    for (int i = 0; i < p->count; i++) {
        measure(p, i);
        unsigned long below = mpz_get_ui(mpq_denref(p->at[i]));
        if (p->red[i] != p->red[(i + 1) % p->count] && mpq_cmp_ui(p->length, 1, STONES) == 0 &&
            STONES % below == 0)
            return i;
    }
    return -1;
}

/* `part` of the way from a stone to the next, or back from the next one. */
static void place_beside(plain *p, int i, const mpq_t part)
{
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    if (p->red[i] || !p->red[(i + 1) % p->count])
        mpq_add(p->place, p->at[i], part);
    else
        mpq_sub(p->place, p->at[(i + 1) % p->count], part);
    if (mpq_cmp(p->place, one) >= 0)
        mpq_sub(p->place, p->place, one);
    if (mpq_sgn(p->place) < 0)
        mpq_add(p->place, p->place, one);
    mpq_clear(one);
}

static void red_stone(plain *p)
{
    int count;
    mpq_t part;
    mpq_init(part);
    if (!take_key(p)) {
        int at = longest_blue(p, &count);
        mpq_set(part, p->length);
        if (p->count == 2 * STONES - 1 && count == 1) {
            at = mixed_key_interval(p);
            mpq_set_ui(p->longest, 1, STONES);
            mpq_add(part, part, p->longest);
        }
        mpq_div_2exp(part, part, 1);
        place_beside(p, at, part);
    }
    mpq_clear(part);
    put(p, true);
}

static void score(plain *p)
{
    mpq_t sum;
    mpq_init(sum);
    for (int i = 0; i < p->count; i++) {
        if (p->red[i] != p->red[(i + 1) % p->count])
            continue;
        measure(p, i);
        if (p->red[i])
            mpq_add(sum, sum, p->length);
        else
            mpq_sub(sum, sum, p->length);
    }
    p->won += mpq_sgn(sum) > 0;
    mpq_clear(sum);
}

static dm_status play_theirs(void *user, dm_error *err)
{
    plain *p = user;
    p->won = 0;
    for (int i = 0; i < THEIRS; i++) {
        for (p->count = 0; p->count < 2 * STONES;) {
            blue_stone(p);
            red_stone(p);
        }
        score(p);
    }
    return p->won == THEIRS ? DM_OK : answer_fail(err, DM_INTERNAL, "keypoint lost a game");
}

typedef struct trial {
    dm_interval_rules rules;
    const char *red;
    dm_attack_settings settings;
    double games; /* of one run */
} trial;

static dm_status play_ours(void *user, dm_error *err)
{
    trial *t = user;
    dm_attack_result *found = NULL;
    dm_status status = dm_interval_attack(&t->rules, t->red, &t->settings, NULL, &found, err);
    if (status == DM_OK && found->not_won > 0)
        status = answer_fail(err, DM_INTERNAL, "%s lost a game", t->red);
    t->games = found ? (double)found->games : 0;
    dm_attack_result_free(found);
    return status;
}

static void show(bench *b, const char *what, const trial *t, double ours, double theirs)
{
    bench_row(b, &(bench_result){.what = what,
                                 .unit = "games/s",
                                 .ours = t->games / ours,
                                 .peer = theirs > 0 ? "GMP fractions" : NULL,
                                 .theirs = theirs > 0 ? THEIRS / theirs : 0,
                                 .more_is_better = true});
}

static dm_status compare(bench *b, plain *p, dm_error *err)
{
    trial trials[] = {
        {{.stones = STONES}, "keypoint", {.samples = OURS, .blue = "random"}, 0},
        {{.stones = STONES}, "keypoint", {.samples = OURS}, 0},
        {{.arena = DM_SEGMENT, .stones = STONES}, "line", {.samples = OURS}, 0},
        {{.stones = STONES}, "keypoint", {.samples = OURS / 50, .bits = 200}, 0},
        {{.stones = 5}, "keypoint", {.grid = DM_GRID_ALL}, 0},
    };
    const char *names[] = {"circle, n = 8, random Blue", "circle, n = 8, tempting Blue",
                           "segment, n = 8, tempting Blue", "circle, n = 8, down to 2^-200",
                           "circle, n = 5, every game on the grid"};
    enum { TRIALS = sizeof trials / sizeof *trials };
    bench_step steps[TRIALS + 1] = {{play_theirs, p}};
    double seconds[TRIALS + 1];
    for (int i = 0; i < TRIALS; i++) {
        trials[i].settings.seed = b->seed;
        steps[i + 1] = (bench_step){play_ours, &trials[i]};
    }
    dm_status status = bench_time(b, steps, TRIALS + 1, seconds, err);
    for (int i = 0; i < TRIALS && status == DM_OK; i++)
        show(b, names[i], &trials[i], seconds[i + 1], i == 0 ? seconds[0] : 0);
    return status;
}

dm_status bench_interval(bench *b, dm_error *err)
{
    plain *p = calloc(1, sizeof *p);
    if (!p)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_rng_init(&p->rng, b->seed);
    mpq_inits(p->length, p->longest, p->place, NULL);
    for (int i = 0; i < 2 * STONES; i++)
        mpq_init(p->at[i]);
    dm_status status = compare(b, p, err);
    for (int i = 0; i < 2 * STONES; i++)
        mpq_clear(p->at[i]);
    mpq_clears(p->length, p->longest, p->place, NULL);
    free(p);
    return status;
}
