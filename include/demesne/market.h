/* demesne/market.h - the terms of a market: sites of both sides, and who owns which customer.
 *
 * Customers are the vertices of a board, weighted by their values.  They go to the nearest site
 * (DM_NEAREST), or divide their demand among the sites by attraction (DM_HUFF, DM_LOGIT).  What a
 * new site wins is asked in demesne/reply.h, where to open before the rival does in demesne/lead.h.
 *
 * Signs: the value of a reply is Black minus White, as Black is the one who asks; every other value
 * in this library is White minus Black.
 */
#ifndef DEMESNE_MARKET_H
#define DEMESNE_MARKET_H

#include <demesne/dominance.h>
#include <demesne/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sites that stand, or places where sites may be opened.  A list that is NULL has its default for
 * all of them. */
typedef struct dm_sites {
    const dm_vertex *vertex; /* distinct, unless dm_terms.may_meet */
    int32_t count;
    const int64_t *offset;    /* added to the distances when sites are compared; default 0 */
    const int64_t *cost;      /* of opening it, 0 or more; default 0 */
    const double *attraction; /* DM_HUFF: a factor, positive, default 1; DM_LOGIT: default 0;
                                 NAN: the default */
    const bool *may_close;    /* the site may be closed, which saves its cost; default false */
    const double *beta;       /* DM_HUFF, DM_LOGIT: times the beta of the terms; default 1 */
    const void *reserved[1];  /* NULL; later versions may use them */
} dm_sites;

/* How customers choose among the sites. */
typedef enum dm_rule {
    DM_NEAREST = 0, /* all to the nearest site; `ties` decides equal distances */
    DM_HUFF,        /* divided in proportion to weights that fall with a power of the distance */
    DM_LOGIT        /* the same with weights that fall exponentially (multinomial logit) */
} dm_rule;

/* What the side that chooses sites makes as large as it can. */
typedef enum dm_objective {
    DM_MAXIMIZE_VALUE = 0, /* its own score less the other's */
    DM_MAXIMIZE_SHARE,     /* its own score */
    DM_MAXIMIZE_PROFIT     /* `margin` times its own score, less the cost of the sites it opens, and
                              with the cost of those it closes; `count` is then a limit */
} dm_objective;

const char *dm_objective_name(dm_objective value);
dm_status dm_objective_parse(const char *name, dm_objective *out, dm_error *err);
const char *dm_rule_name(dm_rule value);
dm_status dm_rule_parse(const char *name, dm_rule *out, dm_error *err);

/* Terms of the one-round game. White's stones count as placed first, so `earlier` gives every
 * tie to White. */
typedef struct dm_terms {
    dm_rule rule;
    double beta;    /* DM_HUFF, DM_LOGIT: how fast weights fall with the distance; positive */
    int64_t floor;  /* DM_HUFF: smaller distances count as this one; in the board's unit, at least 1
                     */
    double outside; /* DM_HUFF, DM_LOGIT: the weight of what is nobody's, 0 or more */
    int32_t choices; /* DM_HUFF, DM_LOGIT: of each side only so many sites, those of the largest
                        weights, compete for a customer; 0: all */
    const double *customer_beta; /* DM_HUFF, DM_LOGIT: of each vertex, times `beta`; NULL: 1 */
    dm_objective objective;
    double margin; /* DM_MAXIMIZE_PROFIT: of a unit of demand, in the unit of the costs; positive */
    bool has_spacing; /* `spacing` counts */
    int64_t spacing;  /* the least distance, the smaller of both directions, between two sites of a
                         side of which at least one is new */
    dm_tie_rule ties;
    bool may_meet;   /* sites that stand may share a vertex, also two of one side: of these the one
                        with the least offset serves, of equal ones the first listed; under
                        DM_HUFF and DM_LOGIT each has its weight */
    bool is_shared;  /* new sites may open where a site stands or was chosen, too */
    bool has_radius; /* `radius` counts */
    int64_t radius;  /* a vertex farther than this from every stone is nobody's; under DM_HUFF and
                        DM_LOGIT a site farther than this from it has no weight; in the board's
                        unit, 0 or more */
    dm_sites candidates; /* where new stones may go; vertex NULL: anywhere free */
    int64_t reserved[4]; /* 0; later versions may use them */
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
 * Fails with DM_BAD_VERTEX (out of range, or taken twice without may_meet) or DM_BAD_ARGUMENT (an
 * offset that is negative or above 2^61).  Two searches of the board; if offsets of one side
 * differ, more. */
dm_status dm_terms_dominance(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                             int group_count, dm_dominance **out, dm_error *err);

/* An amount of demand, in the unit of the vertex values. */
typedef union dm_amount {
    int64_t whole; /* under DM_NEAREST */
    double real;   /* under DM_HUFF and DM_LOGIT, which divide demand; a profit */
} dm_amount;

/* Scores under DM_HUFF and DM_LOGIT.
 *
 * A site at distance d from a customer has the weight
 *
 *        A max(d, floor)^-beta     DM_HUFF, A its attraction
 *        exp(a - beta d)           DM_LOGIT, a its attraction, d with its offset
 *
 * or none beyond the radius; distances count as they are typed, not in the board's unit.  A site
 * gets its weight's share of the sum of the weights that compete for the customer, those of both
 * sides and `outside`.  Computed relative to the largest weight of each customer, so that no beta
 * is too large.
 *
 *      W ----- . --- B       distances 3 and 2, Huff, beta 2: White's share is 1/9 / (1/9 + 1/4)
 *
 * Sources: Huff, A probabilistic analysis of shopping center trade areas, 1963; McFadden,
 * Conditional logit analysis of qualitative choice behavior, 1974. */
typedef struct dm_choice_score {
    dm_vertex n;
    double score[2];   /* demand of White's and of Black's sites, in the unit of the values */
    double outside;    /* demand that stays outside */
    double unreached;  /* demand that no site reaches, if nothing is outside */
    double *share[2];  /* of each vertex: White's and Black's share, 0 to 1; -1: unreached */
    int32_t *site;     /* of each vertex: the site with the largest weight, or -1 */
    int64_t *distance; /* of each vertex: to that site, or -1 */
    int32_t sites;
    double *demand; /* of each site; sites count through the groups */
} dm_choice_score;

/* Scores the sites of the groups under the terms.
 *
 *   threads   0 and 1: one.  The result does not depend on it, nor on the order of the sites.
 *   out       receives a new object; free with dm_choice_score_free()
 *
 * DM_BAD_VERTEX (out of range, or named twice without may_meet), DM_BAD_ARGUMENT (a term or an
 * attraction out of range; under DM_HUFF a site with an offset), DM_UNFINISHED.  Two searches per
 * site; with `choices` one, and memory of that many numbers per vertex. */
dm_status dm_choice_score_new(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                              int group_count, int threads, dm_run *run, dm_choice_score **out,
                              dm_error *err);
void dm_choice_score_free(dm_choice_score *score);

#ifdef __cplusplus
}
#endif
#endif
