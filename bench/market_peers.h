/* market_peers.h - the coverage problem of a market, and peers that solve it. */
#ifndef MARKET_PEERS_H
#define MARKET_PEERS_H

#include "bench.h"

/* Rivals stand, `count` sites are to be chosen among the candidates, ties go to the rivals. */
enum { MARKET_SPARES = 4 };

typedef struct market_case {
    dm_arena *arena;
    dm_vertex *rival, *candidate;
    dm_vertex spare[MARKET_SPARES]; /* free vertices */
    int32_t rivals, candidates, count;
} market_case;

/* Customers that the same candidates win are a group; groups of weight and their candidates. */
typedef struct market_model {
    int32_t sets, groups, count;
    int64_t *weight;
    int64_t *first; /* group g is won by set[first[g] .. first[g + 1] - 1] */
    int32_t *set;
} market_model;

/* By one plain search per candidate; shares no code with the library's lists. */
dm_status market_model_init(market_model *model, const market_case *asked, dm_error *err);
void market_model_clear(market_model *model);

typedef struct market_outcome {
    bool ran; /* the peer is installed */
    bool proven;
    int64_t value;
    double seconds; /* processor time */
} market_outcome;

typedef enum market_peer { MARKET_HIGHS, MARKET_CBC, MARKET_GLPK, MARKET_PEERS } market_peer;
extern const char *const market_peer_names[MARKET_PEERS];

/* Lets a peer solve the model for about `limit` seconds of processor time. */
dm_status market_ask_peer(const market_model *model, market_peer peer, double limit,
                          market_outcome *out, dm_error *err);

#endif
