/* rope_box_split.c - parts of a box of ropes, and a rope inside it.
 *
 * Variables on one piece share an interval as long as their order matters: they are split together,
 * and the parts against the order are left out.
 *
 *      t | ,'|          x <= t: two smaller triangles and a square, in which all is decided
 *        |---+
 *        |,' |___x
 */
#include "lines/rope/rope_tables.h"

typedef struct box_side {
    double *from, *to;
} box_side;

static box_side side_of(dmi_rope_box *box, int i)
{
    const box_side sides[] = {{&box->x0, &box->x1}, {&box->y0, &box->y1}, {&box->t0, &box->t1}};
    return sides[i];
}

/* The order of two of the variables x, y and t; i < k. */
static int order_of(const dmi_rope_box *box, int i, int k)
{
    return i == 1 ? box->yt : k == 1 ? box->xy : box->xt;
}

static bool is_shared(const dmi_rope_box *box, int i, int k)
{
    dmi_rope_box own = *box;
    const box_side a = side_of(&own, i), b = side_of(&own, k);
    return order_of(box, i < k ? i : k, i < k ? k : i) != 0 && *a.from == *b.from && *a.to == *b.to;
}

static int longest(dmi_rope_box *box)
{
    int best = 0;
    for (int i = 1; i < 3; i++) {
        const box_side a = side_of(box, i), b = side_of(box, best);
        best = *a.to - *a.from > *b.to - *b.from ? i : best;
    }
    return best;
}

/* Whether the halves `high` (bit i: the upper half of variable i) keep the orders. */
static bool keeps_orders(const dmi_rope_box *box, unsigned split, unsigned high)
{
    for (int i = 0; i < 3; i++)
        for (int k = i + 1; k < 3; k++) {
            bool first = high >> i & 1, second = high >> k & 1;
            int order = order_of(box, i, k);
            if ((split >> i & 1) && (split >> k & 1) && first != second &&
                (order < 0 ? first : second))
                return false;
        }
    return true;
}

int dmi_rope_box_parts(const dmi_rope_box *box, dmi_rope_box part[DMI_ROPE_BOX_PARTS])
{
    dmi_rope_box own = *box;
    const int main = longest(&own);
    unsigned split = 1U << main;
    int count = 0;
    for (int i = 0; i < 3; i++)
        split |= i != main && is_shared(box, i, main) ? 1U << i : 0;
    for (unsigned high = 0; high < DMI_ROPE_BOX_PARTS; high++) {
        if ((high & ~split) != 0 || !keeps_orders(box, split, high))
            continue;
        dmi_rope_box *out = &part[count++];
        *out = *box;
        for (int i = 0; i < 3; i++) {
            const box_side s = side_of(out, i);
            double middle = 0.5 * (*s.from + *s.to);
            if (split >> i & 1)
                *(high >> i & 1 ? s.from : s.to) = middle;
        }
    }
    return count;
}

dmi_rope_box dmi_rope_box_middle(const dmi_rope_box *box)
{
    dmi_rope_box one = *box, from = *box;
    for (int i = 0; i < 3; i++) {
        const box_side s = side_of(&one, i), whole = side_of(&from, i);
        int before = 0, others = 0;
        for (int k = 0; k < 3; k++) {
            if (k == i || !is_shared(box, i, k))
                continue;
            int order = i < k ? order_of(box, i, k) : -order_of(box, k, i);
            before += order > 0;
            others++;
        }
        *s.from = *s.to = *whole.from + (*whole.to - *whole.from) * (before + 1) / (others + 2);
    }
    return one;
}
