/* answer_market.h - the sites of a scored position or a round, and what each of them gets.
 *
 * score, reply and lead report the same about them; a table and a picture show it too.  compare.c
 * sets scenarios side by side: as text, JSON, CSV and a page.
 */
#ifndef ANSWER_MARKET_H
#define ANSWER_MARKET_H

#include "answer/report.h"

typedef struct answer_site {
    dm_site_row row; /* of its table, which keeps the texts */
    dm_side side;
    const char *word;  /* how tables name its kind: "white", "kept", .. */
    bool chosen;       /* by the answer; otherwise it stands already */
    int32_t listed;    /* its number among those listed with it */
    dm_amount demand;  /* that it gets */
    dm_amount before;  /* that it gets of the sites that stand alone */
    int32_t origin[2]; /* of a new one: where its demand came from, origin[0] to before origin[1] */
} answer_site;

/* A part of the demand of a new site. */
typedef struct answer_origin {
    int32_t site; /* that had it before; -1: none had it, or nobody */
    dm_amount demand;
} answer_origin;

typedef struct answer_market {
    const dm_arena *arena;
    const dm_places *customers;                     /* NULL: every vertex has its value */
    const dm_places *candidates, *rival_candidates; /* NULL: none were given */
    dm_terms terms;
    answer_site *site; /* in the order opened; after them those that the answer closes */
    int32_t sites, closed;
    answer_origin *origin;   /* of the new sites, the largest of each first */
    dm_dominance *owned;     /* owned->site counts `site`; if customers divide each vertex is owned
                                by the side with the larger share */
    dm_choice_score *choice; /* NULL under the nearest rule */
    dm_territory *territory; /* of a board with a map, if it is written or drawn; otherwise NULL */
    dm_areas *areas;         /* NULL: not asked for */
    int cost_decimals;
    bool has_closable;  /* a table of sites has a column `close` */
    bool has_costs;     /* a table has a column `cost`, or a budget was given */
    bool is_described;  /* the text shows shares and sites, not only JSON */
    bool has_us;        /* the question is asked for a side, */
    dm_side us;         /* this one */
    const char *budget; /* as it was typed; NULL: none */
} answer_market;

/* "white", "black", "tied" or "unreached". */
const char *answer_owner(int32_t owner);
/* Whether the vertices lie on the Earth, by longitude and latitude. */
bool answer_has_lonlat(const answer_market *m);
/* What lengths are: "metres", "seconds", "minutes"; NULL: units of the board's own. */
const char *answer_length_unit(const answer_market *m);
/* What people call a side: the brand that all its sites have, else Us or Them if the question tells
 * which, else White or Black. */
const char *answer_side_name(const answer_market *m, dm_side side);
/* A site as JSON; NULL without memory. */
json_t *answer_describe(const answer_market *m, const answer_site *site);
/* An amount of demand as text, under the Huff rule with six digits; returns `text`. */
const char *answer_spell_amount(const answer_market *m, dm_amount amount, char text[REPORT_UNITS]);
/* One unit of the values: 1, 0.1, .. */
double answer_unit(const answer_market *m);
/* What a site gets, in the unit of the values. */
double answer_site_demand(const answer_market *m, const answer_site *site);
/* An amount of demand, whole or under the Huff rule real. */
void answer_demand(report *r, const answer_market *m, const char *key, dm_amount amount);
/* outside: what customers do not spend at any site, if there is such a weight. */
void answer_outside(report *r, const answer_market *m);
/* maximize, proven, of profits `profit`, and unless it is proven lower and upper, which bound what
 * is maximized. */
void answer_objective(report *r, const answer_market *m, bool proven, dm_amount reached,
                      dm_amount lower, dm_amount upper);
/* The field `value`; in text `words` say whose score minus whose it is. */
void answer_value(report *r, const answer_market *m, dm_amount value, const char *words);
/* Writes "3, 17, 40, .." to `out`, or the labels of sites or the names of vertices if they have
 * them. */
void answer_spell(const answer_market *m, dm_side side, const dm_vertex *vertices, int32_t count,
                  char *out, size_t size);
/* A side's vertices under `key`; in text their names follow, if they have any. */
void answer_named_vertices(report *r, const answer_market *m, const char *key, dm_side side,
                           const dm_vertex *vertices, int32_t count);
/* The vertices of a side's sites: all, or only those that were chosen, or that stand. */
enum { ANSWER_ALL, ANSWER_CHOSEN, ANSWER_STANDING };
void answer_sites(report *r, const answer_market *m, const char *key, dm_side side, int which);
/* rule, share, brands, customers, unsnapped, unsnapped_candidates. */
void answer_shares(report *r, const answer_market *m);
/* cost: of the sites that the answer chose.  `saved` is the cost of sites that it closes. */
void answer_cost(report *r, const answer_market *m, dm_side pays, int64_t saved);
/* sites: all of them, what each gets and had before, and whom the new ones take it from
 * (answer_sites.c). */
void answer_each_site(report *r, const answer_market *m);

/* A table of who owns what: a row per customer, or per vertex if there are none. */
dm_status answer_table(FILE *to, const void *market, dm_error *err);
/* Who owns what on the map, as GeoJSON: streets cut at the boundaries, sites, customers, places
 * left out, and areas if the market has them. */
dm_status answer_geojson(FILE *to, const void *market, dm_error *err);
/* A page that needs no other file: the shares, a map, the sites. `shown` is an answer_shown. */
typedef struct answer_shown {
    const answer_market *market;
    const char *source;     /* the board as it was named */
    const char *caption;    /* what was asked; NULL: nothing to say */
    const dm_stone *stones; /* the sites */
    const dm_picture *picture;
    const char *names[2]; /* what the page calls the sides; NULL: White, Black */
} answer_shown;
dm_status answer_market_page(FILE *to, const void *shown, dm_error *err);
/* A text as a cell of a CSV, in quotes if it needs them; NULL is an empty cell. */
void answer_cell(FILE *to, const char *text);

/* Scenarios of a market side by side. */
typedef struct answer_compared {
    const char *board; /* as the plan names it */
    json_t *today;     /* the answer of `score` with the sites that stand */
    json_t *scenarios; /* those that are answered, each with `name`, `ask` and `change` */
    size_t asked;      /* how many scenarios the plan has */
    char **picture;    /* of every row as SVG, or NULL for a row; NULL: none were drawn */
    bool tells_us;     /* the sides are us and them */
    const char *key[2], *name[2]; /* of the sides, in the order of tables: in JSON, for people */
} answer_compared;

/* Names the sides: white and black, or us and them, whom `names` may call {"us":..,"them":..}. */
void answer_compare_sides(answer_compared *c, bool tells_us, const json_t *names);
/* What a scenario changes of today's shares: {"white":0.1,"black":-0.1}, to a millionth; `keys` are
 * today's names of the sides that the scenario names as the comparison does.  NULL without memory.
 */
json_t *answer_change(const answer_compared *c, const json_t *today, const char *const keys[2],
                      const json_t *scenario);

void answer_compare(report *r, const answer_compared *c);
/* Write `compared`, an answer_compared, as a CSV and as a page that needs no other file. */
dm_status answer_compare_table(FILE *to, const void *compared, dm_error *err);
dm_status answer_compare_page(FILE *to, const void *compared, dm_error *err);

/* Row i: today, then the scenarios; NULL after the last. */
const json_t *answer_compared_row(const answer_compared *c, size_t i);
/* A share of 0 to 1: of a side, or "tied"; NAN if no demand is reached. */
double answer_compared_share(const json_t *row, const char *side);
/* A part of demand, 0 to 1; NAN if there is none. */
typedef double answer_compared_part(const json_t *row, const char *const keys[2]);
/* What no site reaches, of all demand; what stays outside, of what is reached. */
answer_compared_part answer_compared_unreached, answer_compared_outside;
/* Whether a row has some of it: then tables have a column. */
bool answer_compared_any(const answer_compared *c, answer_compared_part *part);
/* The name of a row; "today" for the first. */
const char *answer_compared_name(const json_t *row);

#endif
