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
 *     ... reply->black[0 .. reply->count - 1], reply->value ...
 *     dm_reply_free(reply);
 */
#ifndef DEMESNE_REPLY_H
#define DEMESNE_REPLY_H

#include <demesne/dominance.h>
#include <demesne/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sites that stand, or places where sites may be opened.  A list that is NULL has its default for
 * all of them. */
typedef struct dm_sites {
    const dm_vertex *vertex; /* distinct */
    int32_t count;
    const int64_t *offset;    /* added to the distances when sites are compared; default 0 */
    const int64_t *cost;      /* of opening it, 0 or more; default 0 */
    const double *attraction; /* under the Huff rule, positive; default 1 */
    const bool *may_close;    /* a lead may close it, which saves its cost; default false */
} dm_sites;

/* How customers choose among the sites. */
typedef enum dm_rule {
    DM_NEAREST = 0, /* all to the nearest site; `ties` decides equal distances */
    DM_HUFF         /* divided among all sites: demesne/huff.h */
} dm_rule;

const char *dm_rule_name(dm_rule value);
dm_status dm_rule_parse(const char *name, dm_rule *out, dm_error *err);

/* Terms of the one-round game. White's stones count as placed first, so `earlier` gives every
 * tie to White. */
typedef struct dm_terms {
    dm_rule rule;
    double beta;   /* DM_HUFF: attraction falls with this power of the distance; over 0 to 10 */
    int64_t floor; /* DM_HUFF: smaller distances count as this one; in the board's unit, at least 1
                    */
    dm_tie_rule ties;
    bool has_radius; /* `radius` counts */
    int64_t radius; /* a vertex farther than this from every stone is nobody's; in the board's unit,
                       0 or more */
    dm_sites candidates; /* where new stones may go; vertex NULL: anywhere free */
} dm_terms;

/* Fills the candidates of `out`: the vertices of `list` (NULL: all) that are not forbidden, each in
 * range.  The list is new: free it with dm_free(). */
dm_status dm_terms_limit(const dm_arena *arena, const dm_vertex *list, int32_t count,
                         const dm_vertex *forbidden, int32_t forbidden_count, dm_terms *out,
                         dm_error *err);

/* Sites of one side that were opened together. */
typedef struct dm_group {
    dm_side side;
    dm_sites sites;
} dm_group;

/* Who owns what under the terms.  A site serves the vertices within the radius of it; of the sites
 * that serve a vertex those with the least sum of distance and offset have it.  The groups come in
 * the order in which they were opened.
 *
 * In the result, site[v] is the site that has v, counted through all groups: among equal sites of
 * the owner the first, of a tied vertex the first of all, -1 if there is none.  distance[v] is the
 * distance to that site, without its offset.
 *
 * Fails with DM_BAD_VERTEX (out of range, or taken twice) or DM_BAD_ARGUMENT (an offset that is
 * negative or above 2^61).  Two searches of the board; if offsets of one side differ, more. */
dm_status dm_terms_dominance(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                             int group_count, dm_dominance **out, dm_error *err);

typedef enum dm_reply_method {
    DM_REPLY_AUTO = 0, /* tree if the board is a forest, one answer is wanted and there is no
                          budget; else exact */
    DM_REPLY_TREE,     /* a recurrence over the tree, proven; boards without cycles; no budget */
    DM_REPLY_SLIDES, /* Sugimoto and Saitoh's recurrence, corrected, proven; small trees; no budget
                      */
    DM_REPLY_EXACT,  /* maximum coverage by branch and bound, proven; any board */
    DM_REPLY_LOCAL,  /* greedy, then swaps of one stone; unproven */
    DM_REPLY_GREEDY  /* each stone where it gains most; unproven */
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
    int64_t budget; /* the new stones cost together at most this; 0 or more */
    dm_reply_method method;
    int64_t optima_limit; /* > 0: every optimal set, listed and counted up to this many */
    int threads;          /* 0 and 1: one */
    uint64_t seed;        /* for methods that use random numbers */
} dm_reply_request;

/* What a reply brings under DM_HUFF, which divides demand, in the unit of the vertex values. */
typedef struct dm_reply_amounts {
    double value; /* White minus Black */
    double lower; /* no reply brings White minus Black below this */
    double white, black, unreached;
} dm_reply_amounts;

typedef struct dm_reply {
    dm_reply_method method; /* the one used; never AUTO */
    bool proven;            /* value is lower: no reply is better for Black */
    int32_t count;          /* of the stones added; 0 if a budget allows none */
    dm_vertex *black;       /* the stones added, increasing */
    int64_t cost;           /* of the stones added */
    int64_t value;          /* White minus Black with these stones */
    int64_t lower;          /* no reply brings White minus Black below this */
    int64_t white_score, black_score, tied, unreached;
    dm_reply_amounts huff; /* DM_HUFF: holds instead of value to unreached, which are 0; `proven`
                              means that value - lower is at most 10^-6 of black */
    int64_t nodes;         /* of a search; 0 if there was none */
    int64_t optima_count;  /* optimal sets found; at the limit there may be more */
    bool optima_complete;
    int64_t *optima_first; /* set i is optima[optima_first[i] .. optima_first[i + 1] - 1] */
    dm_vertex *optima;     /* each set increasing; the sets in order */
} dm_reply;

/* Under a budget the optima are all sets that reach the best value within it, also those with a
 * stone that adds nothing; `black` has no such stone.
 * DM_BAD_VERTEX (a vertex out of range or named twice), DM_BAD_ARGUMENT (a negative count, cost or
 * budget), DM_TOO_LARGE (fewer free candidates than stones to add), DM_UNSUPPORTED (the method
 * cannot handle this board or a budget).
 * DM_STOPPED: `out` holds the best found, and an upper bound. */
dm_status dm_reply_new(const dm_arena *arena, const dm_reply_request *request, dm_run *run,
                       dm_reply **out, dm_error *err);
void dm_reply_free(dm_reply *reply);

#ifdef __cplusplus
}
#endif
#endif
