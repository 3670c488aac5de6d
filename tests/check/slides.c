/* slides.c - see slides.h. */
#include "check/slides.h"

enum { FAR = 99, WHITE = 1, BLACK = 2 };

typedef struct near {
    int distance, owner; /* FAR: none; owners as bits */
} near;

static int has(uint32_t set, int v)
{
    return (int)(set >> v & 1);
}

static int owner_of(const check_slides_tree *tree, uint32_t black, int v)
{
    return has(tree->white, v) ? WHITE : has(black, v) ? BLACK : 0;
}

static int size_of(uint32_t set)
{
    int size = 0;
    for (; set; set &= set - 1)
        size++;
    return size;
}

/* The sum of the shares that the recurrence assumes, if of two nearest stones of different owners
 * inside v Black's counts where `favoured` has v. */
static int printed_sum(const check_slides_tree *tree, uint32_t black, uint32_t favoured)
{
    near inside[CHECK_SLIDES_MOST], outside[CHECK_SLIDES_MOST];
    int sum = 0;
    for (int v = tree->n - 1; v >= 0; v--) { /* d_in: the nearest among the proper descendants */
        inside[v] = (near){FAR, 0};
        for (int c = v + 1; c < tree->n; c++) {
            if (tree->parent[c] != v || inside[c].distance == FAR)
                continue;
            int d = inside[c].distance + 1;
            if (d < inside[v].distance)
                inside[v] = (near){d, 0};
            if (d == inside[v].distance)
                inside[v].owner |= inside[c].owner;
        }
        if (inside[v].owner == (WHITE | BLACK))
            inside[v].owner = has(favoured, v) ? BLACK : WHITE;
        /* A stone on v itself is lost: nobody above hears of it. */
    }
    outside[0] = (near){FAR, 0};
    for (int v = 1; v < tree->n; v++) { /* d_out + 1, or 1 if the parent is chosen */
        int p = tree->parent[v];
        outside[v] = owner_of(tree, black, p) ? (near){1, owner_of(tree, black, p)}
                     : outside[p].distance == FAR
                         ? (near){FAR, 0}
                         : (near){outside[p].distance + 1, outside[p].owner};
    }
    for (int v = 0; v < tree->n; v++) {
        near a = inside[v], b = outside[v];
        int owner = a.distance < b.distance   ? a.owner
                    : b.distance < a.distance ? b.owner
                    : a.distance == FAR       ? 0
                                              : a.owner | b.owner;
        if (owner_of(tree, black, v))
            owner = owner_of(tree, black, v);
        sum += (owner == BLACK) - (owner == WHITE);
    }
    return sum;
}

int check_slides_printed(const check_slides_tree *tree, int count)
{
    int best = -FAR;
    uint32_t all = (1u << tree->n) - 1;
    for (uint32_t black = 0; black <= all; black++) {
        if (black & tree->white || size_of(black) != count)
            continue;
        for (uint32_t favoured = 0; favoured <= all; favoured++) {
            int sum = printed_sum(tree, black, favoured);
            best = sum > best ? sum : best;
        }
    }
    return best;
}

/* A set of Black's stones in a subtree, and what it is thought to be worth. */
typedef struct choice {
    int worth; /* -FAR: there is none */
    uint32_t set;
} choice;

/* Steps from v down to u; FAR: u is not below v. */
static int depth_below(const check_slides_tree *tree, int v, int u)
{
    for (int steps = 0;; steps++, u = tree->parent[u]) {
        if (u == v)
            return steps;
        if (u == 0)
            return FAR;
    }
}

/* v's share if only stones in its own subtree count. */
static int share_below(const check_slides_tree *tree, int v, uint32_t black)
{
    int white_at = FAR, black_at = FAR;
    for (int u = v; u < tree->n; u++) {
        int d = depth_below(tree, v, u);
        if (has(tree->white, u) && d < white_at)
            white_at = d;
        if (has(black, u) && d < black_at)
            black_at = d;
    }
    return (black_at < white_at) - (white_at < black_at);
}

static choice naive(const check_slides_tree *tree, int v, int count);

/* The best sets of v's children with numbers above `last`, added up: the largest number first, with
 * the fewest stones. */
static choice naive_children(const check_slides_tree *tree, int v, int last, int count)
{
    int c = last - 1;
    while (c > v && tree->parent[c] != v)
        c--;
    if (c <= v)
        return (choice){count == 0 ? 0 : -FAR, 0};
    choice best = {-FAR, 0};
    for (int k = 0; k <= count; k++) {
        choice own = naive(tree, c, k), rest = naive_children(tree, v, c, count - k);
        if (own.worth > -FAR && rest.worth > -FAR && own.worth + rest.worth > best.worth)
            best = (choice){own.worth + rest.worth, own.set | rest.set};
    }
    return best;
}

static choice naive(const check_slides_tree *tree, int v, int count)
{
    choice below = naive_children(tree, v, tree->n, count), best = {-FAR, 0};
    if (below.worth > -FAR)
        best = (choice){below.worth + share_below(tree, v, below.set), below.set};
    if (has(tree->white, v) || count == 0)
        return best;
    choice fewer = naive_children(tree, v, tree->n, count - 1);
    if (fewer.worth > -FAR && fewer.worth + 1 > best.worth)
        best = (choice){fewer.worth + 1, fewer.set | 1u << v};
    return best;
}

int check_slides_naive(const check_slides_tree *tree, int count)
{
    return naive(tree, 0, count).worth;
}
