/* steps_interval.c - the strategies of the seminar text, step by step: section 2.1 (mirror),
 * Algorithm 2.1 (keypoint) and Figure 9 (line) as its lemmas number it. */
#include "check/steps_interval.h"
#include "check/interval.h"

#include <stdlib.h>
#include <string.h>

/* Key point i: i/n from Blue's first stone on a circle, 1/2n + i/n on a segment. */
static void key_point(const check_interval *c, int n, int i, mpq_t out)
{
    mpq_set_ui(out, 2 * (unsigned long)i + !c->circle, 2 * (unsigned long)n);
    mpq_canonicalize(out);
    if (c->circle)
        mpq_add(out, out, c->at[0]);
    if (mpq_cmp_ui(out, 1, 1) >= 0 && c->circle) {
        mpq_t one;
        mpq_init(one);
        mpq_set_ui(one, 1, 1);
        mpq_sub(out, out, one);
        mpq_clear(one);
    }
}

static bool occupied(const check_interval *c, const mpq_t x)
{
    for (int i = 0; i < c->count; i++)
        if (mpq_equal(c->at[i], x))
            return true;
    return false;
}

static bool is_key_point(const check_interval *c, int n, const mpq_t x)
{
    bool found = false;
    mpq_t key;
    mpq_init(key);
    for (int i = 0; i < n && !found; i++) {
        key_point(c, n, i, key);
        found = mpq_equal(key, x);
    }
    mpq_clear(key);
    return found;
}

static bool free_key_point_found(const check_interval *c, int n)
{
    bool found = false;
    mpq_t key;
    mpq_init(key);
    for (int i = 0; i < n && !found; i++) {
        key_point(c, n, i, key);
        found = !occupied(c, key);
    }
    mpq_clear(key);
    return found;
}

static int stones_of(const check_interval *c, dm_colour colour)
{
    int count = 0;
    for (int i = 0; i < c->count; i++)
        count += c->who[i] == colour;
    return count;
}

/* The stone that follows x when one walks to larger places, or to smaller ones: on the circle
 * through 0; on a segment -1 if there is none. */
static int next_stone(const check_interval *c, const mpq_t x, bool up)
{
    int best = -1, farthest = -1;
    for (int i = 0; i < c->count; i++) {
        int order = mpq_cmp(c->at[i], x);
        bool beyond = up ? order > 0 : order < 0;
        if (beyond && (best < 0 || (mpq_cmp(c->at[i], c->at[best]) < 0) == up))
            best = i;
        if (order != 0 && (farthest < 0 || (mpq_cmp(c->at[i], c->at[farthest]) < 0) == up))
            farthest = i;
    }
    return best < 0 && c->circle ? farthest : best;
}

/* Algorithm 2.1. */
static const char *keypoint_step(const check_interval *c, int n)
{
    if (free_key_point_found(c, n))
        return "2.1 free key point";
    if (stones_of(c, DM_RED) == n - 1 && check_interval_intervals(c, DM_BLUE, NULL) == 1)
        return "2.1 make interval";
    return "2.1 interval center";
}

/* Section 2.1: the last stone by the interval that Blue's last one fell into. */
static const char *mirror_step(const check_interval *c, int n)
{
    if (stones_of(c, DM_RED) < n - 1)
        return "mirror";
    int last = c->count - 1;
    int left = next_stone(c, c->at[last], false), right = next_stone(c, c->at[last], true);
    if (left < 0 || (c->who[left] == DM_BLUE && c->who[right] == DM_BLUE))
        return "case 1";
    return c->who[left] == DM_RED && c->who[right] == DM_RED ? "case 3" : "case 2";
}

static bool ends_at_key(const check_interval *c, int n)
{
    int first = 0, last = 0;
    for (int i = 0; i < c->count; i++) {
        if (mpq_cmp(c->at[i], c->at[first]) < 0)
            first = i;
        if (mpq_cmp(c->at[i], c->at[last]) > 0)
            last = i;
    }
    return is_key_point(c, n, c->at[first]) || is_key_point(c, n, c->at[last]);
}

/* Whether the first and the last stone are Blue's. */
static bool border_is_blue(const check_interval *c)
{
    mpq_t zero;
    mpq_init(zero);
    mpq_set_si(zero, -1, 1);
    int first = next_stone(c, zero, true);
    mpq_set_ui(zero, 2, 1);
    int last = next_stone(c, zero, false);
    mpq_clear(zero);
    return c->who[first] == DM_BLUE && c->who[last] == DM_BLUE;
}

/* Figure 9: key points first, one of the two ends with the first stone; the last stone against one
 * blue interval is action 1; 4 asks for a blue interval besides the border one, 5 breaks it; 2 asks
 * for a key point at the border, which 6 uses and the new game's variant does not; else 3. */
static const char *line_step(const check_interval *c, int n, bool seminar)
{
    if (stones_of(c, DM_RED) == 0)
        return "end key point";
    if (free_key_point_found(c, n))
        return "free key point";
    int blue = check_interval_intervals(c, DM_BLUE, NULL), inner = blue - border_is_blue(c);
    bool last = stones_of(c, DM_RED) == n - 1;
    if (inner > 0 && !(last && blue == 1))
        return "action 5";
    if (inner == 0 && seminar && ends_at_key(c, n))
        return "action 6";
    return last ? "action 1" : "action 3";
}

const char *check_interval_step(const dm_interval *game, const char *strategy)
{
    check_interval c;
    int n = dm_interval_rules_of(game)->stones;
    check_interval_init(&c, game);
    const char *step = strcmp(strategy, "mirror") == 0 ? mirror_step(&c, n)
                       : strcmp(strategy, "keypoint") == 0
                           ? keypoint_step(&c, n)
                           : line_step(&c, n, strchr(strategy, ':'));
    check_interval_clear(&c);
    return step;
}

/* a - b, on a circle the way up from b to a. */
static void way_up(const check_interval *c, const mpq_t b, const mpq_t a, mpq_t out)
{
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    mpq_sub(out, a, b);
    if (c->circle && mpq_sgn(out) <= 0)
        mpq_add(out, out, one);
    mpq_clear(one);
}

/* Whether x halves the interval around it, which is the largest blue one that is no border. */
static bool halves_largest(const check_interval *c, const mpq_t x)
{
    int left = next_stone(c, x, false), right = next_stone(c, x, true);
    bool fits = left >= 0 && right >= 0 && c->who[left] == DM_BLUE && c->who[right] == DM_BLUE;
    mpq_t before, after, length;
    mpq_inits(before, after, length, NULL);
    if (fits) {
        way_up(c, c->at[left], x, before);
        way_up(c, x, c->at[right], after);
        fits = mpq_equal(before, after);
        mpq_add(after, after, before);
    }
    for (int i = 0; i < c->count - 1 && fits; i++) { /* without x, the last stone */
        int next = next_stone(c, c->at[i], true);
        if (next < 0 || c->who[i] != DM_BLUE || c->who[next] != DM_BLUE)
            continue;
        way_up(c, c->at[i], c->at[next], length);
        fits = mpq_cmp(length, after) <= 0;
    }
    mpq_clears(before, after, length, NULL);
    return fits;
}

/* Whether Red's intervals are together longer than Blue's, of which there is one each. */
static bool beats_blue(const check_interval *c)
{
    bool more = false;
    mpq_t red[CHECK_STONES], blue[CHECK_STONES];
    for (int i = 0; i < CHECK_STONES; i++)
        mpq_inits(red[i], blue[i], NULL);
    if (check_interval_intervals(c, DM_RED, red) == 1 &&
        check_interval_intervals(c, DM_BLUE, blue) == 1)
        more = mpq_cmp(red[0], blue[0]) > 0;
    for (int i = 0; i < CHECK_STONES; i++)
        mpq_clears(red[i], blue[i], NULL);
    return more;
}

/* Whether x is opposite Blue's last stone. */
static bool is_opposite(const check_interval *c)
{
    mpq_t way;
    mpq_init(way);
    way_up(c, c->at[c->count - 2], c->at[c->count - 1], way);
    bool half = mpq_cmp_ui(way, 1, 2) == 0;
    mpq_clear(way);
    return half;
}

/* Case 1: in a blue interval at Blue's last stone.  Case 2: a red interval longer than Blue's new
 * one, so that Red leads. */
static bool fits_case(const check_interval *c, int number)
{
    const int last = c->count - 1;
    int left = next_stone(c, c->at[last], false), right = next_stone(c, c->at[last], true);
    bool beside = left == last - 1 || right == last - 1;
    if (number == 1)
        return beside && c->who[left] == DM_BLUE && c->who[right] == DM_BLUE;
    mpq_t red, blue;
    mpq_inits(red, blue, NULL);
    check_interval_land(c, DM_RED, red);
    check_interval_land(c, DM_BLUE, blue);
    bool leads = mpq_cmp(red, blue) > 0;
    mpq_clears(red, blue, NULL);
    return leads && c->who[left] != c->who[right];
}

bool check_interval_step_place(const dm_interval *game, const char *step)
{
    check_interval c;
    int n = dm_interval_rules_of(game)->stones;
    check_interval_init(&c, game);
    const int last = c.count - 1;
    mpq_t end;
    mpq_init(end);
    bool fits = false;
    if (strcmp(step, "end key point") == 0) {
        key_point(&c, n, 0, end);
        fits = mpq_equal(end, c.at[last]);
        key_point(&c, n, n - 1, end);
        fits = fits || mpq_equal(end, c.at[last]);
    } else if (strstr(step, "free key point")) {
        fits = is_key_point(&c, n, c.at[last]);
    } else if (strcmp(step, "2.1 interval center") == 0 || strcmp(step, "action 5") == 0) {
        fits = halves_largest(&c, c.at[last]);
    } else if (strcmp(step, "2.1 make interval") == 0 || strcmp(step, "action 1") == 0 ||
               strcmp(step, "action 3") == 0) {
        fits = beats_blue(&c);
    } else if (strcmp(step, "action 6") == 0) {
        int first = next_stone(&c, c.at[last], false), other = next_stone(&c, c.at[last], true);
        fits = first < 0 || other < 0; /* a new border segment, beyond a blue key point */
        int beside = first < 0 ? other : first;
        fits = fits && c.who[beside] == DM_BLUE && is_key_point(&c, n, c.at[beside]);
    } else if (strcmp(step, "mirror") == 0 || strcmp(step, "case 3") == 0) {
        fits = is_opposite(&c);
    } else {
        fits = fits_case(&c, step[strlen("case ")] - '0');
    }
    mpq_clear(end);
    check_interval_clear(&c);
    return fits;
}
