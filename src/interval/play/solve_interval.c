/* solve_interval.c - the exact value of the smallest games, and Red's exact best answer.
 *
 * Two stones each on a circle: Blue at 0, Red at r, Blue at x, Red's last stone.  The last stone's
 * best margin F(r, x) is known exactly: it is linear in every region into which a few lines
 * a r + b x = c cut the square.  A line is where two gains are equal, where a gap becomes long
 * enough for a stone, or where F is 0.
 *
 *     value = sup over r of inf over x of F(r, x)
 *
 * For a given r the lines cross at finitely many x; F is linear between two neighbours, so that its
 * infimum there is one of the two limits, which two points inside tell.  Between two neighbouring r
 * at which lines meet, the order of the crossings does not change: every limit is linear in r, so
 * the infimum is the least of some linear functions, and its supremum lies at an end of the
 * interval or where two of them meet.  Whether Red wins is decided by points alone, one per region.
 */
#include "interval/interval_game.h"
#include "interval/play/best_answer_impl.h"

enum { LINES = 23, EVENTS = LINES * (LINES + 1) / 2, LIMITS = 3 * LINES + 4 };

dm_status dm_interval_best_answer(const dm_interval *game, char **supremum, bool *attained,
                                  dm_error *err)
{
    const board *b = &game->board;
    if (b->placed[DM_BLUE] < b->n)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "Blue has %d of %d stones left; the best answer is to "
                        "all of them",
                        b->n - b->placed[DM_BLUE], b->n);
    if (num_sign(b->min_distance) > 0)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "the best answer is not known with a minimum distance");
    num lead;
    num_init(lead);
    bool fits = best_margin(b, lead, attained);
    char *text = fits ? dmi_fraction_text(lead, b->unit) : NULL;
    num_clear(lead);
    if (!text)
        return dmi_no_memory(err);
    *supremum = text;
    return DM_OK;
}

/* a r + b x = c. */
typedef struct cut_line {
    int a, b;
    mpq_t c;
} cut_line;

typedef struct two_stones {
    mpq_t d; /* the minimum distance */
    bool closed;
    cut_line line[LINES];
    mpq_t event[EVENTS]; /* every r at which lines meet, in order */
    int events;
    mpq_t crossing[LINES]; /* every x at which lines are crossed for one r, in order */
    int crossings;
    mpq_t value; /* the largest infimum so far */
    int outcome; /* and the best of Red's: 1 it wins, 0 a tie, -1 */
    bool any;    /* Red has a legal place */
} two_stones;

static void make_lines(two_stones *s)
{
    /* a, b, and c = (e + f d) */
    static const int rows[LINES][4] = {
        {1, 0, 0, 0},  {1, 0, 1, 0},   {1, 0, 0, 1},   {1, 0, 1, -1}, {1, 0, 0, 2},   {1, 0, 1, -2},
        {0, 1, 0, 0},  {0, 1, 1, 0},   {0, 1, 0, 1},   {0, 1, 1, -1}, {0, 1, 0, 2},   {0, 1, 1, -2},
        {-1, 1, 0, 0}, {-1, 1, 0, 1},  {-1, 1, 0, -1}, {-1, 1, 0, 2}, {-1, 1, 0, -2}, /* x - r */
        {-2, 1, 0, 0}, {-2, 1, -1, 0},  /* two gaps with the stone r are equal */
        {1, 1, 1, 1},  {1, 1, 1, -1},   /* the gap of 0 and r, and the blue one */
        {-1, 2, 1, 1}, {-1, 2, 0, -1}}; /* the gap of r and x, and the blue one */
    mpq_t part;
    mpq_init(part);
    for (int i = 0; i < LINES; i++) {
        s->line[i].a = rows[i][0];
        s->line[i].b = rows[i][1];
        mpq_init(s->line[i].c);
        mpq_set_si(part, rows[i][3], 1);
        mpq_mul(part, part, s->d);
        mpq_set_si(s->line[i].c, rows[i][2], 1);
        mpq_add(s->line[i].c, s->line[i].c, part);
    }
    mpq_clear(part);
}

/* Puts x into a sorted list without duplicates if 0 <= x <= 1. */
static void insert(mpq_t *list, int *count, const mpq_t x)
{
    int at = *count;
    if (mpq_sgn(x) < 0 || mpq_cmp_ui(x, 1, 1) > 0)
        return;
    while (at > 0 && mpq_cmp(list[at - 1], x) > 0)
        at--;
    if (at > 0 && mpq_equal(list[at - 1], x))
        return;
    for (int i = *count; i > at; i--)
        mpq_swap(list[i], list[i - 1]);
    mpq_set(list[at], x);
    (*count)++;
}

/* Every r at which two lines meet, or one is vertical. */
static void find_events(two_stones *s)
{
    mpq_t r, part, whole;
    mpq_inits(r, part, whole, NULL);
    s->events = 0;
    for (int i = 0; i < LINES; i++)
        for (int j = i; j < LINES; j++) {
            const cut_line *p = &s->line[i], *q = &s->line[j];
            int determinant = i == j ? p->a : p->a * q->b - q->a * p->b;
            if (determinant == 0 || (i == j && p->b != 0))
                continue;
            mpq_set(r, p->c);
            if (i != j) { /* Cramer's rule */
                mpq_set_si(part, q->b, 1);
                mpq_mul(r, r, part);
                mpq_set_si(part, p->b, 1);
                mpq_mul(whole, q->c, part);
                mpq_sub(r, r, whole);
            }
            mpq_set_si(part, determinant, 1);
            mpq_div(r, r, part);
            insert(s->event, &s->events, r);
        }
    mpq_clears(r, part, whole, NULL);
}

static void find_crossings(two_stones *s, const mpq_t r)
{
    mpq_t x, part;
    mpq_inits(x, part, NULL);
    s->crossings = 0;
    for (int i = 0; i < LINES; i++) {
        if (s->line[i].b == 0)
            continue;
        mpq_set_si(part, s->line[i].a, 1);
        mpq_mul(part, part, r);
        mpq_sub(x, s->line[i].c, part);
        mpq_set_si(part, s->line[i].b, 1);
        mpq_div(x, x, part);
        insert(s->crossing, &s->crossings, x);
    }
    mpq_clears(x, part, NULL);
}

/* Whether stones, or the ends of what is legal, may be that far apart. */
static bool is_apart(const two_stones *s, const mpq_t length, unsigned long times)
{
    mpq_t least;
    mpq_init(least);
    mpq_set_ui(least, times, 1);
    mpq_mul(least, least, s->d);
    int order = mpq_cmp(length, least);
    mpq_clear(least);
    return mpq_sgn(length) > 0 && (order > 0 || (order == 0 && s->closed));
}

/* The best margin after Blue's stone at x, and the result that Red can reach; false: x is not
 * legal. */
static bool evaluate(const two_stones *s, const mpq_t r, const mpq_t x, mpq_t out, int *result)
{
    mpq_t blue, near, far, best, gain; /* lengths: between blue stones, on either side of Red's */
    bool attained = true, any = false;
    mpq_inits(blue, near, far, best, gain, NULL);
    bool after = mpq_cmp(x, r) > 0;
    mpq_set_ui(gain, 1, 1);
    if (after) { /* B 0 .near. R r .far. B x .blue. */
        mpq_sub(blue, gain, x);
        mpq_set(near, r);
        mpq_sub(far, x, r);
    } else { /* B 0 .blue. B x .near. R r .far. */
        mpq_set(blue, x);
        mpq_sub(near, r, x);
        mpq_sub(far, gain, r);
    }
    bool legal = is_apart(s, blue, 1) && is_apart(s, after ? far : near, 1);
    if (is_apart(s, blue, 2)) {
        mpq_set(best, blue);
        any = true;
    }
    for (int i = 0; i < 2; i++) {
        mpq_t *mixed = i ? &far : &near;
        if (!is_apart(s, *mixed, 2))
            continue;
        mpq_sub(gain, *mixed, s->d);
        int order = any ? mpq_cmp(gain, best) : 1;
        attained = order > 0 ? s->closed : attained || (order == 0 && s->closed);
        if (order > 0)
            mpq_set(best, gain);
        any = true;
    }
    mpq_sub(out, best, blue); /* without a legal place nothing is gained */
    *result = mpq_sgn(out) ? mpq_sgn(out) : attained ? 0 : -1;
    mpq_clears(blue, near, far, best, gain, NULL);
    return legal;
}

/* (i a + (3 - i) b) / 3 */
static void third(const mpq_t a, const mpq_t b, unsigned long i, mpq_t out)
{
    mpq_t part;
    mpq_init(part);
    mpq_set_ui(part, i, 3);
    mpq_canonicalize(part);
    mpq_mul(out, a, part);
    mpq_set_ui(part, 3 - i, 3);
    mpq_canonicalize(part);
    mpq_mul(part, part, b);
    mpq_add(out, out, part);
    mpq_clear(part);
}

/* For one r: the limits of F at both ends of every region and its values at the crossings, in the
 * order of x, and the worst result for Red.  Returns how many; 0: Blue has no legal place. */
static int find_limits(two_stones *s, const mpq_t r, mpq_t *limit, int *worst)
{
    int count = 0, result;
    mpq_t x, first, second;
    mpq_inits(x, first, second, NULL);
    find_crossings(s, r);
    *worst = 1;
    for (int i = 0; i < s->crossings; i++) {
        if (evaluate(s, r, s->crossing[i], limit[count], &result)) {
            *worst = result < *worst ? result : *worst;
            count++;
        }
        if (i + 1 == s->crossings)
            break;
        third(s->crossing[i], s->crossing[i + 1], 1, x);
        if (!evaluate(s, r, x, second, &result))
            continue;
        *worst = result < *worst ? result : *worst;
        third(s->crossing[i], s->crossing[i + 1], 2, x);
        evaluate(s, r, x, first, &result);
        for (int end = 0; end < 2; end++, count++) { /* 2 near - far */
            mpq_add(limit[count], end ? second : first, end ? second : first);
            mpq_sub(limit[count], limit[count], end ? first : second);
        }
    }
    mpq_clears(x, first, second, NULL);
    return count;
}

static void keep_larger(mpq_t most, const mpq_t x)
{
    if (mpq_cmp(x, most) > 0)
        mpq_set(most, x);
}

/* The value of the lowest of linear functions at `r`, given at p and q, and its slope's sign there.
 */
static int lowest_at(mpq_t *at_p, mpq_t *at_q, int count, const mpq_t p, const mpq_t q,
                     const mpq_t r, mpq_t out, int *which)
{
    mpq_t share, value;
    mpq_inits(share, value, NULL);
    mpq_sub(share, r, p);
    mpq_sub(value, q, p);
    mpq_div(share, share, value);
    for (int i = 0; i < count; i++) {
        mpq_sub(value, at_q[i], at_p[i]);
        mpq_mul(value, value, share);
        mpq_add(value, value, at_p[i]);
        if (i == 0 || mpq_cmp(value, out) < 0) {
            mpq_set(out, value);
            *which = i;
        }
    }
    mpq_clears(share, value, NULL);
    return mpq_cmp(at_q[*which], at_p[*which]);
}

/* The largest value of the lowest function between lo and hi: the functions that are lowest at the
 * two ends meet above it; so one goes there, until nothing is lower. */
static void highest_of_lowest(mpq_t *at_p, mpq_t *at_q, int count, const mpq_t p, const mpq_t q,
                              const mpq_t lo, const mpq_t hi, mpq_t most)
{
    mpq_t left, right, meeting, height, a, b;
    int up = 0, down = 0, here = 0;
    mpq_inits(left, right, meeting, height, a, b, NULL);
    mpq_set(left, lo);
    mpq_set(right, hi);
    bool rises = lowest_at(at_p, at_q, count, p, q, left, height, &up) > 0;
    keep_larger(most, height);
    bool falls = lowest_at(at_p, at_q, count, p, q, right, height, &down) < 0;
    keep_larger(most, height);
    while (rises && falls) {
        /* where `up` and `down` meet: p + (q - p) (down_p - up_p) / ((up_q - up_p) - (down_q -
         * down_p)) */
        mpq_sub(a, at_p[down], at_p[up]);
        mpq_sub(b, at_q[up], at_q[down]);
        mpq_add(b, b, a);
        mpq_div(a, a, b);
        mpq_sub(b, q, p);
        mpq_mul(a, a, b);
        mpq_add(meeting, p, a);
        int slope = lowest_at(at_p, at_q, count, p, q, meeting, height, &here);
        keep_larger(most, height);
        if (here == up || here == down || slope == 0)
            break;
        if (slope > 0)
            up = here;
        else
            down = here;
    }
    mpq_clears(left, right, meeting, height, a, b, NULL);
}

/* Red's first stone at r; false if that is not legal. */
static bool try_point(two_stones *s, const mpq_t r, mpq_t *limit)
{
    mpq_t other, least;
    mpq_inits(other, least, NULL);
    mpq_set_ui(other, 1, 1);
    mpq_sub(other, other, r);
    bool legal = is_apart(s, r, 1) && is_apart(s, other, 1);
    if (legal) {
        int worst, count = find_limits(s, r, limit, &worst);
        for (int i = 0; i < count; i++)
            if (i == 0 || mpq_cmp(limit[i], least) < 0)
                mpq_set(least, limit[i]);
        worst = count ? worst : 0; /* no place for Blue: the game is over, and a tie */
        if (!s->any || mpq_cmp(least, s->value) > 0)
            mpq_set(s->value, least);
        s->outcome = !s->any || worst > s->outcome ? worst : s->outcome;
        s->any = true;
    }
    mpq_clears(other, least, NULL);
    return legal;
}

/* Red's first stone between two events. */
static void try_between(two_stones *s, const mpq_t lo, const mpq_t hi, mpq_t *at_p, mpq_t *at_q)
{
    mpq_t p, q;
    mpq_inits(p, q, NULL);
    third(lo, hi, 2, p);
    third(lo, hi, 1, q);
    if (try_point(s, p, at_p)) {
        int worst, count = find_limits(s, p, at_p, &worst);
        int other = find_limits(s, q, at_q, &worst);
        assert(count == other);
        (void)other;
        if (count > 0)
            highest_of_lowest(at_p, at_q, count, p, q, lo, hi, s->value);
    }
    mpq_clears(p, q, NULL);
}

/* Two stones each on a circle. */
static void solve_two(two_stones *s)
{
    mpq_t limits[2 * LIMITS];
    for (int i = 0; i < 2 * LIMITS; i++)
        mpq_init(limits[i]);
    for (int i = 0; i < EVENTS; i++)
        mpq_init(s->event[i]);
    for (int i = 0; i < LINES; i++)
        mpq_init(s->crossing[i]);
    make_lines(s);
    find_events(s);
    for (int i = 0; i < s->events; i++) {
        try_point(s, s->event[i], limits);
        if (i + 1 < s->events)
            try_between(s, s->event[i], s->event[i + 1], limits, limits + LIMITS);
    }
    for (int i = 0; i < 2 * LIMITS; i++)
        mpq_clear(limits[i]);
    for (int i = 0; i < EVENTS; i++)
        mpq_clear(s->event[i]);
    for (int i = 0; i < LINES; i++) {
        mpq_clear(s->crossing[i]);
        mpq_clear(s->line[i].c);
    }
}

/* One stone each: a tie on a circle; on a segment Blue takes the middle, and Red has the half
 * beside it without what the distance costs. */
static void solve_one(two_stones *s, bool circle)
{
    mpq_t half;
    mpq_init(half);
    mpq_set_ui(half, 1, 2);
    s->any = is_apart(s, half, 1);
    s->outcome = circle ? 0 : -1;
    if (!circle)
        mpq_neg(s->value, s->d);
    mpq_clear(half);
}

dm_status dm_interval_solve(const dm_interval_rules *rules, char **value, dm_outcome *outcome,
                            dm_error *err)
{
    dm_interval *game = NULL;
    dm_status status = dm_interval_new(rules, &game, err); /* checks the rules */
    if (status != DM_OK)
        return status;
    const board *b = &game->board;
    if (b->batch || b->n > (b->circle ? 2 : 1)) {
        status =
            dmi_fail(err, DM_UNSUPPORTED,
                     "the exact value is known for one stone each, and for two on a circle, one "
                     "per turn");
    } else {
        two_stones s = {.closed = b->closed};
        mpq_inits(s.d, s.value, NULL);
        mpz_set(mpq_numref(s.d), b->min_distance);
        mpz_set(mpq_denref(s.d), b->unit);
        mpq_canonicalize(s.d);
        if (b->n == 1)
            solve_one(&s, b->circle);
        else
            solve_two(&s);
        if (!s.any) { /* Red has no legal place: all is Blue's */
            mpq_set_si(s.value, -1, 1);
            s.outcome = -1;
        }
        char *text = dmi_fraction_text(mpq_numref(s.value), mpq_denref(s.value));
        if (text) {
            *value = text;
            *outcome = dm_outcome_of(-(int64_t)s.outcome);
        } else {
            status = dmi_no_memory(err);
        }
        mpq_clears(s.d, s.value, NULL);
    }
    dm_interval_free(game);
    return status;
}
