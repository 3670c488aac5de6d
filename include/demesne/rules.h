/* demesne/rules.h - the rules as values: order of play and tie rule.
 *
 * A schedule is a list of turns (who, how many stones).  `rounds` rounds of
 * `per_turn` stones give the games of the literature:
 *
 *     VG(G,n)         rounds n, per_turn 1      W B W B ...
 *     (r,k)           rounds r, per_turn k      WW BB WW BB
 *     one round, n    rounds 1, per_turn n      WWW BBB
 */
#ifndef DEMESNE_RULES_H
#define DEMESNE_RULES_H

#include <demesne/arena.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Every value is the first player's score minus the second's, as in JSON, so a positive value is
 * good for the first player; an outcome is its sign:
 *
 *     boards                White minus Black; only a reply's value is Black's minus White's
 *     circle and segment    Blue minus Red
 *     pairings              the first-named player minus the other
 *
 * In Lines (lines.h), which any number of players can play, a margin is the payoff of the player
 * who asks minus the best payoff of the others. */
typedef enum dm_outcome { DM_SECOND_WINS = -1, DM_TIE = 0, DM_FIRST_WINS = 1 } dm_outcome;

static inline dm_outcome dm_outcome_of(int64_t value)
{
    return value > 0 ? DM_FIRST_WINS : value < 0 ? DM_SECOND_WINS : DM_TIE;
}

typedef enum dm_side { DM_WHITE = 0, DM_BLACK = 1 } dm_side;

static inline dm_side dm_other(dm_side side)
{
    return side == DM_WHITE ? DM_BLACK : DM_WHITE;
}
/* The outcome in which `side` wins. */
static inline dm_outcome dm_win_of(dm_side side)
{
    return side == DM_WHITE ? DM_FIRST_WINS : DM_SECOND_WINS;
}
const char *dm_side_name(dm_side side); /* "white", "black" */

/* Who gets a vertex whose nearest stones of both colours are equally near. */
typedef enum dm_tie_rule {
    DM_TIES_NEUTRAL = 0, /* nobody */
    DM_TIES_EARLIER,     /* the nearest stone that was placed first */
    DM_TIES_WHITE,
    DM_TIES_BLACK
} dm_tie_rule;

const char *dm_tie_rule_name(dm_tie_rule value);
/* Fails with DM_BAD_ARGUMENT and a message that lists the names. */
dm_status dm_tie_rule_parse(const char *name, dm_tie_rule *out, dm_error *err);

/* What the code asks of a rule, so that a new one is a row here and not a case everywhere. */
/* The order in which stones were placed decides. */
static inline bool dm_ties_go_by_age(dm_tie_rule ties)
{
    return ties == DM_TIES_EARLIER;
}
/* Nobody gets a tied vertex. */
static inline bool dm_ties_are_nobodys(dm_tie_rule ties)
{
    return ties == DM_TIES_NEUTRAL;
}
/* One player gets every tie: 1 White, -1 Black, 0 neither. */
static inline int dm_ties_sign(dm_tie_rule ties)
{
    return ties == DM_TIES_WHITE ? 1 : ties == DM_TIES_BLACK ? -1 : 0;
}

typedef struct dm_turn {
    dm_side side;
    int32_t stones; /* at least 1; 0 if the turn was lost in a game in progress */
} dm_turn;

/* Start with one of the _init calls, end with dm_rules_clear(). */
typedef struct dm_rules {
    dm_tie_rule ties;
    int32_t rounds; /* 0 if the schedule is not r rounds of k stones */
    int32_t per_turn;
    int32_t turn_count;
    dm_turn *turns;
    int64_t stones; /* of all turns together */
} dm_rules;

/* r rounds, k stones per turn.  DM_BAD_ARGUMENT unless r, k >= 1 and 2rk fits in 31 bits. */
dm_status dm_rules_init(int32_t rounds, int32_t per_turn, dm_tie_rule ties, dm_rules *out,
                        dm_error *err);
/* Any schedule; `turns` is copied. */
dm_status dm_rules_init_turns(const dm_turn *turns, int32_t count, dm_tie_rule ties, dm_rules *out,
                              dm_error *err);
dm_status dm_rules_copy(const dm_rules *rules, dm_rules *out, dm_error *err);
void dm_rules_clear(dm_rules *rules);
/* DM_TOO_LARGE, with both numbers, if there are more stones than vertices. */
dm_status dm_rules_fit(const dm_rules *rules, const dm_arena *arena, dm_error *err);
/* The same for r rounds of k stones per turn; ask before dm_rules_init() makes room for them. */
dm_status dm_rounds_fit(int64_t rounds, int64_t per_turn, const dm_arena *arena, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
