/* tree_theory.c - the numbers of Teramoto, Demaine and Uehara (2011), section 3.
 *
 * All exact.  The size bound N >= (k^3 n^2 - 1)/(k - 1) is equivalent to k^(H+1) >= k^3 n^2, since
 * N = (k^(H+1) - 1)/(k - 1), so only exponents are compared.
 */
#include "base/base.h"
#include <assert.h>
#include <demesne/complete_tree.h>

/* a b, or INT64_MAX if that is less; both positive. */
static int64_t capped_product(int64_t a, int64_t b)
{
    return a > INT64_MAX / b ? INT64_MAX : a * b;
}

/* The least e with k^e >= bound; *power is k^e. */
static int32_t power_reaching(int64_t k, int64_t bound, int64_t *power)
{
    int32_t exponent = 0;
    for (*power = 1; *power < bound; exponent++)
        *power = capped_product(*power, k);
    return exponent;
}

/* T_H = 1, T_i = k T_{i+1} + 1; false if the tree is too large. */
static bool fill_subtrees(dm_tree_theory *theory)
{
    if (theory->height >= DM_TREE_LEVELS)
        return false;
    theory->subtree[theory->height] = 1;
    for (int32_t i = theory->height - 1; i >= 0; i--) {
        theory->subtree[i] = theory->children * theory->subtree[i + 1] + 1;
        if (theory->subtree[i] > DM_MAX_VERTICES)
            return false;
    }
    return true;
}

dm_status dm_tree_theory_init(int32_t children, int32_t height, int32_t rounds, dm_tree_theory *out,
                              dm_error *err)
{
    dm_tree_theory theory = {.children = children, .height = height, .rounds = rounds};
    if (children < 2 || height < 1 || rounds < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "%d rounds on the %d-ary tree of height %d; expected at least 1 round, 2 "
                        "children, height 1",
                        rounds, children, height);
    if (!fill_subtrees(&theory))
        return dmi_fail(err, DM_TOO_LARGE,
                        "the complete %d-ary tree of height %d has more than %d vertices", children,
                        height, DM_MAX_VERTICES);
    if (2 * (int64_t)rounds > theory.subtree[0])
        return dmi_fail(err, DM_TOO_LARGE,
                        "%d rounds of one stone per turn need %lld vertices; the tree has %lld",
                        rounds, 2 * (long long)rounds, (long long)theory.subtree[0]);
    int64_t k = children, n = rounds, power;
    theory.least_height = 2 + power_reaching(k, n * n, &power);
    theory.is_large = height >= theory.least_height;
    int64_t bound = capped_product(capped_product(k * k, k), n * n);
    theory.size_bound = bound == INT64_MAX ? bound : (bound - 1 + (k - 2)) / (k - 1);
    /* Multiplied out and divided by k, alpha > (k^2-2)/(k(k-1)) is 2n(k-1) > (k^2-2) k^(h-1).
     * Both sides are below 2^62: n, k and k^h are below 2^31. */
    theory.key_level = power_reaching(k, n, &theory.key_vertices);
    assert(theory.key_vertices >= n && theory.key_level <= height);
    int64_t above = theory.key_vertices / k;
    theory.key_case = n == 1 ? '1' : 2 * n * (k - 1) > (k * k - 2) * above ? 'A' : 'B';
    bool few_rounds = 2 * n <= k;
    theory.is_settled = few_rounds || theory.is_large;
    if (theory.is_settled && (few_rounds || k % 2))
        theory.outcome = DM_FIRST_WINS;
    *out = theory;
    return DM_OK;
}

/* Levels 0 .. i-1 have as many vertices as a subtree of height i-1. */
dm_vertex dm_tree_level_begin(const dm_tree_theory *theory, int32_t level)
{
    if (level <= 0)
        return 0;
    return (dm_vertex)theory->subtree[level > theory->height ? 0 : theory->height - level + 1];
}
