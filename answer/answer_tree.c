/* answer_tree.c - the theory of a number of rounds on a complete k-ary tree, in the letters
 * of Teramoto, Demaine and Uehara (2011), section 3. */
#include "answer/answer.h"
#include "base/names.h"

#include <assert.h>

static int64_t common_divisor(int64_t a, int64_t b)
{
    assert(a >= 0 && b >= 0);
    return b == 0 ? a : common_divisor(b, a % b);
}

/* "a/b" in lowest terms, or "a". */
static void print_ratio(int64_t a, int64_t b, char text[48])
{
    int64_t d = common_divisor(a, b);
    assert(b > 0);
    if (b / d == 1)
        snprintf(text, 48, "%lld", (long long)(a / d));
    else
        snprintf(text, 48, "%lld/%lld", (long long)(a / d), (long long)(b / d));
}

static void print_ratios(const dm_tree_theory *theory, char alpha[48], char limit[48])
{
    int64_t k = theory->children;
    print_ratio(2 * (int64_t)theory->rounds, theory->key_vertices, alpha);
    print_ratio(k * k - 2, k * (k - 1), limit);
}

/* Proposition 2: on large trees a subtree below the key level is larger than all that is above that
 * level. */
static int64_t above_key_level(const dm_tree_theory *theory)
{
    int64_t above = 0;
    for (int64_t level = 0, size = 1; level < theory->key_level; level++, size *= theory->children)
        above += size;
    return above;
}

static const char *winner_text(const dm_tree_theory *theory)
{
    if (!theory->is_settled)
        return "nothing: 2n > k and the tree is below the size bound";
    if (theory->outcome == DM_TIE)
        return "a tie (Theorem 2, with 2n > k)";
    return 2 * (int64_t)theory->rounds <= theory->children ? "White wins (Proposition 1: 2n <= k)"
                                                           : "White wins (Lemma 2)";
}

void answer_tree(report *r, const dm_tree_theory *theory)
{
    char alpha[48], limit[48], subtrees[1024];
    print_ratios(theory, alpha, limit);
    if (report_is_json(r)) {
        char letter[2] = {theory->key_case, 0};
        json_t *list = json_array();
        for (int32_t i = 0; i <= theory->height; i++)
            report_append(&list, json_integer(theory->subtree[i]));
        report_count(r, "rounds", theory->rounds);
        report_count(r, "children", theory->children);
        report_count(r, "height", theory->height);
        report_json(r, "size_bound",
                    theory->size_bound == INT64_MAX ? json_null()
                                                    : json_integer(theory->size_bound));
        report_flag(r, "size_bound_holds", theory->is_large);
        report_count(r, "least_height", theory->least_height);
        report_count(r, "key_level", theory->key_level);
        report_count(r, "key_vertices", theory->key_vertices);
        report_string(r, "alpha", alpha);
        report_string(r, "alpha_limit", limit);
        report_count(r, "above_key_level", above_key_level(theory));
        report_json(r, "case", theory->key_case == '1' ? json_null() : json_string(letter));
        report_json(r, "subtrees", list);
        report_json(r, "promised",
                    theory->is_settled ? json_string(theory->outcome == DM_TIE ? "tie" : "white")
                                       : json_null());
        return;
    }
    /* "T_0 = 40, T_1 = 13, T_2 = 4, T_3 = 1" */
    size_t size = sizeof subtrees;
    size_t used = 0;
    for (int32_t i = 0; i <= theory->height && used < size; i++)
        used += (size_t)snprintf(subtrees + used, size - used, "%sT_%d = %lld", i ? ", " : "", i,
                                 (long long)theory->subtree[i]);
    report_row(r, "tree", "k = %d children, height H = %d, n = %d %s", theory->children,
               theory->height, theory->rounds, dmi_plural(theory->rounds, "round", "rounds"));
    if (theory->size_bound == INT64_MAX)
        report_row(r, "size bound", "above 2^63: does not hold (it would from H = %d on)",
                   theory->least_height);
    else
        report_row(r, "size bound", "N >= %lld: %s (from H = %d on)", (long long)theory->size_bound,
                   theory->is_large ? "holds" : "does not hold", theory->least_height);
    report_row(r, "key level", "h = %d, with %lld %s", theory->key_level,
               (long long)theory->key_vertices,
               dmi_plural(theory->key_vertices, "vertex", "vertices"));
    if (theory->key_case == '1')
        report_row(r, "alpha", "%s: one round, Algorithm 1", alpha);
    else
        report_row(r, "alpha", "%s, %s %s: case %c", alpha,
                   theory->key_case == 'A' ? "more than" : "at most", limit, theory->key_case);
    report_row(r, "subtrees", "%s", subtrees);
    if (theory->key_level < theory->height)
        report_row(r, "proposition 2", "T_%d = %lld, %s %lld above level %d", theory->key_level + 1,
                   (long long)theory->subtree[theory->key_level + 1],
                   theory->subtree[theory->key_level + 1] > above_key_level(theory)
                       ? "more than"
                       : "not more than",
                   (long long)above_key_level(theory), theory->key_level);
    report_row(r, "promised", "%s", winner_text(theory));
}

void answer_tree_caption(const dm_tree_theory *theory, char *text, size_t size)
{
    char alpha[48], limit[48];
    print_ratios(theory, alpha, limit);
    int used = snprintf(text, size, "k = %d, H = %d, n = %d: key level h = %d with %lld %s",
                        theory->children, theory->height, theory->rounds, theory->key_level,
                        (long long)theory->key_vertices,
                        dmi_plural(theory->key_vertices, "vertex", "vertices"));
    size_t at = (size_t)used < size ? (size_t)used : size;
    used = snprintf(text + at, size - at, ", T_%d = %lld", theory->key_level,
                    (long long)theory->subtree[theory->key_level]);
    at += (size_t)used < size - at ? (size_t)used : size - at;
    if (theory->key_case == '1')
        snprintf(text + at, size - at, ", Algorithm 1");
    else
        snprintf(text + at, size - at, ", alpha = %s, case %c", alpha, theory->key_case);
}
