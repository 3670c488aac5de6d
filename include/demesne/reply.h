/* demesne/reply.h - the second player's best answer in the one-round game.
 *
 * White's stones lie; Black adds `count` more and the board is scored.  Also
 * known as the medianoid, or maximum capture: given the rival's sites, where
 * do mine go.
 *
 *      W --- . --- . --- .          count 1: Black's best is the vertex beside W
 *
 *     dm_reply_request ask = {.white = {.vertex = sites, .count = 3}, .count = 2};
 *     dm_reply *reply = NULL;
 *     dm_reply_new(arena, &ask, run, &reply, &err);
 *     ... reply->black[0 .. reply->count - 1], reply->value.whole ...
 *     dm_reply_free(reply);
 */
#ifndef DEMESNE_REPLY_H
#define DEMESNE_REPLY_H

#include <demesne/market.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_reply_method {
    DM_REPLY_AUTO = 0, /* tree if the board is a forest, one answer is wanted and there is no
                          budget; else exact */
    DM_REPLY_TREE,     /* a recurrence over the tree, proven; boards without cycles; no budget */
    DM_REPLY_SLIDES, /* Sugimoto and Saitoh's recurrence, corrected, proven; small trees; no budget
                      */
    DM_REPLY_EXACT,  /* maximum coverage by branch and bound, proven; any board */
    DM_REPLY_LOCAL,  /* greedy, then swaps of one stone; unproven */
    DM_REPLY_GREEDY, /* each stone where it gains most; unproven */
    DM_REPLY_SLIDES_PRINTED, /* the recurrence as the slides print it, which is wrong: `claim`; as
                                slides */
    DM_REPLY_NAIVE /* A(v, k) without distances, which the slides refute: `claim`; as slides */
} dm_reply_method;

const char *dm_reply_method_name(dm_reply_method value);
/* Fails with DM_BAD_ARGUMENT and a message that lists the names. */
dm_status dm_reply_method_parse(const char *name, dm_reply_method *out, dm_error *err);

typedef struct dm_reply_request {
    dm_terms terms;
    dm_sites white; /* with none every vertex reached is Black's */
    dm_sites kept;  /* stones that Black already has */
    int32_t count;  /* new black stones, at least 1; with a budget at most so many, 0: any number */
    bool has_budget;
    int64_t budget;   /* the new stones cost together at most this, less what is saved by closing
                         stones of `kept` that may close; 0 or more */
    bool has_target;  /* the new stones are to bring Black's score to `target`: those of the least
                         cost, if the candidates have costs, otherwise the fewest; `count` is then a
                         limit, 0: none */
    dm_amount target; /* more than 0; whole under DM_NEAREST, otherwise real */
    dm_reply_method method;
    int64_t optima_limit; /* > 0: every optimal set, listed and counted up to this many */
    int threads;          /* 0 and 1: one */
    uint64_t seed;        /* for methods that use random numbers */
    bool has_root;       /* methods slides, slides printed and naive: the tree hangs from `root`, */
    dm_vertex root;      /* otherwise from a vertex with fewest neighbours */
    int64_t reserved[5]; /* 0; later versions may use them */
} dm_reply_request;

/* The amounts are whole under DM_NEAREST, otherwise real; a profit is real. */
typedef struct dm_reply {
    dm_reply_method method; /* the one used; never AUTO */
    dm_rule rule;           /* of the request */
    dm_objective objective; /* of the request */
    bool proven; /* no reply is better for Black: reached is upper; if customers divide they may
                    differ by 10^-6 of black_score, a profit by 10^-6 of what all demand brings.
                    With a target: no stones that cost less reach it, or none do */
    bool is_feasible;     /* the target is reached; true if there is none */
    int32_t count;        /* of the stones added; 0 if a budget allows none */
    dm_vertex *black;     /* the stones added, increasing */
    int32_t closed_count; /* of the stones of `kept` that are closed, */
    dm_vertex *closed;    /* increasing; a vertex occurs once per stone */
    int64_t cost;         /* of the stones added less that of those closed */
    dm_amount value;      /* Black minus White with these stones */
    dm_amount reached;    /* what is maximized, with these stones: value, score or profit */
    dm_amount upper;      /* no reply brings that above this; if the target is not reached, no
                             reply brings Black's score above this */
    dm_amount white_score, black_score, tied, unreached;
    double outside;       /* demand that stays outside */
    int64_t nodes;        /* of a search; 0 if there was none */
    bool has_claim;       /* by methods slides printed and naive: */
    int64_t claim;        /* Black minus White as the method computes it, right or wrong */
    int64_t combinations; /* sums of entries that slides, slides printed and naive tried; else 0 */
    int64_t optima_count; /* optimal sets found; at the limit there may be more */
    bool optima_complete;
    int64_t *optima_first; /* set i is optima[optima_first[i] .. optima_first[i + 1] - 1] */
    dm_vertex *optima;     /* each set increasing; the sets in order */
} dm_reply;

/* The stones that may close are of use with a budget, a target, a spacing or for a profit.
 *
 * Under a budget the optima are all sets that reach the best value within it, also those with a
 * stone that adds nothing; `black` has no such stone.
 * DM_BAD_VERTEX (a vertex out of range or named twice), DM_BAD_ARGUMENT (a negative count, cost or
 * budget), DM_TOO_LARGE (fewer free candidates than stones to add,
 * or than a spacing allows), DM_UNSUPPORTED (the method
 * cannot handle this board or a budget).
 * DM_STOPPED: `out` holds the best found, and an upper bound. */
dm_status dm_reply_new(const dm_arena *arena, const dm_reply_request *request, dm_run *run,
                       dm_reply **out, dm_error *err);
void dm_reply_free(dm_reply *reply);

/* A market that is asked several questions.  It remembers the searches of the last one, and the
 * next repeats only those whose result can have changed: if one of many rivals moves, those near
 * its old and its new place.
 *
 *     dm_market *market = NULL;
 *     dm_market_new(arena, &market, &err);
 *     dm_market_reply(market, &ask, run, &before, &err);
 *     rivals[3] = 1250;                                    ask.white.vertex is `rivals`
 *     dm_market_reply(market, &ask, run, &after, &err);
 *     dm_market_free(market);
 *
 * Questions may differ in everything.  Other sites, candidates, counts and budgets are cheap;
 * another tie rule or radius is a new start. */
typedef struct dm_market dm_market;

/* `arena` is borrowed and must outlive the market; its values are the customers.  O(n + m) on a
 * large board whose numbering is poor, which is renumbered. */
dm_status dm_market_new(const dm_arena *arena, dm_market **out, dm_error *err);
void dm_market_free(dm_market *market);

/* As dm_reply_new(), which asks a new market once.  One question at a time. */
dm_status dm_market_reply(dm_market *market, const dm_reply_request *request, dm_run *run,
                          dm_reply **out, dm_error *err);

/* The table behind a reply on a tree: A(k, d_out, d_in) of Sugimoto and Saitoh's slides, corrected
 * (docs/ERRATA.md).
 *
 * The tree hangs from `root`.  An entry is the best Black minus White in the subtree of a vertex,
 * with `stones` new stones in it, if the nearest stones outside and inside the subtree are as
 * given, measured from the vertex:
 *
 *        W  outside: 2, White's
 *       /
 *      .
 *     /
 *    v             A(1, 2 White, 1 Black) of v
 *   / \
 *  .   B  inside: 1, Black's
 */
typedef enum dm_label_owner {
    DM_LABEL_NOBODY = 0,
    DM_LABEL_WHITE,
    DM_LABEL_BLACK,
    DM_LABEL_BOTH /* stones of both at that distance */
} dm_label_owner;

typedef struct dm_reply_entry {
    dm_vertex vertex;
    int32_t stones;
    int32_t outside, inside; /* distances, in edges; no meaning for nobody's */
    dm_label_owner outside_owner, inside_owner;
    bool used; /* the best reply was read off this entry */
    int64_t value;
} dm_reply_entry;

typedef struct dm_reply_table {
    dm_vertex root;
    dm_vertex n;
    dm_vertex *parent; /* by vertex; -1: the root */
    int64_t count;
    dm_reply_entry *entries; /* the root first; only what can occur */
    int64_t combinations;    /* sums of entries that were tried to fill it */
} dm_reply_table;

/* The table of the request, whatever its method; that of the recurrence as printed for
 * DM_REPLY_SLIDES_PRINTED, whose inside labels leave out a vertex' own stone.  DM_UNSUPPORTED
 * unless the board is one tree with edges of equal length; DM_TOO_LARGE if there are more than
 * `limit` entries. */
dm_status dm_reply_table_new(const dm_arena *arena, const dm_reply_request *request, int64_t limit,
                             dm_run *run, dm_reply_table **out, dm_error *err);
void dm_reply_table_free(dm_reply_table *table);

/* A tree on which a method that a document refutes, or prints with a mistake, claims another value
 * than the best reply has. */
typedef struct dm_reply_counterexample {
    bool found;
    dm_arena *arena;  /* of `found`: a tree, rooted at vertex 0, */
    dm_vertex *white; /* White's stones, */
    int32_t white_count;
    int32_t count;     /* and the number of Black's */
    int64_t claim;     /* Black minus White: of the method */
    int64_t value;     /* and of the best reply */
    int64_t questions; /* that were compared */
} dm_reply_counterexample;

/* Goes through all trees with up to `most_vertices` vertices of value 1 (at most 10), with 1 to
 * `most_white` stones of White and 1 to `most_black` of Black, the smallest first, until `method`
 * (DM_REPLY_SLIDES_PRINTED or DM_REPLY_NAIVE) is wrong.  DM_UNFINISHED if the run ends first. */
dm_status dm_reply_find_counterexample(dm_reply_method method, dm_tie_rule ties,
                                       dm_vertex most_vertices, int32_t most_white,
                                       int32_t most_black, dm_run *run,
                                       dm_reply_counterexample **out, dm_error *err);
void dm_reply_counterexample_free(dm_reply_counterexample *example);

#ifdef __cplusplus
}
#endif
#endif
