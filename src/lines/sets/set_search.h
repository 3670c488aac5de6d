/* set_search.h - the search for the best set of moves, and for all winning ones. */
#ifndef DMI_LINES_SETS_SET_SEARCH_H
#define DMI_LINES_SETS_SET_SEARCH_H

#include "lines/sets/move_gains.h"
#include "lines/sets/payoff_model.h"
#include <demesne/lines.h>

/* A value of the objective: num / den units of the whole level, times its scale. */
typedef struct dmi_set_worth {
    int32_t rank; /* 0 if it does not count */
    dmi_wide num;
    int64_t den;
    bool attained; /* false: a limit */
} dmi_set_worth;

/* A set of moves: what is removed, and places on pieces. */
typedef struct dmi_move_set {
    dmi_set_worth worth;
    dmi_move_choice choice;
    dmi_corner at;        /* the places, or the limit that they approach */
    dmi_corner inner;     /* places inside the polytope, to which a limit belongs */
    int32_t undone;       /* sites that are added and removed again */
    dmi_wide own, margin; /* the player's payoff and margin there, over worth.den */
} dmi_move_set;

typedef struct dmi_set_search dmi_set_search;
/* Receives the places of a choice that win: a polytope and, for each of its points, all that is
 * true there.  False ends the search: no memory. */
typedef bool dmi_set_visit(void *user, dmi_set_search *search, const dmi_payoff_model *model,
                           const dmi_polytope *polytope);

/* Called after all choices with the same removals and cuts. */
typedef dm_status dmi_set_flush(void *user, dmi_set_search *search, dm_error *err);

struct dmi_set_search {
    dmi_move_set best; /* if `has_best`; else only its worth, once `has_worth` */
    dmi_wide one;      /* one unit of length of the whole level, times its scale */
    dmi_wide factor;   /* units of the whole level per unit of the board */
    const dm_level *level;
    dm_run *run;
    bool *removed, *best_removed; /* by site */
    dmi_set_visit *see;           /* not NULL: visits all winning places instead */
    dmi_set_flush *flush;
    void *user;
    dmi_polytope *stack; /* polytopes to do */
    size_t stack_count, stack_room;
    int64_t candidates;
    dm_line_ask ask;
    dmi_move_gains gains;  /* of the whole level, if `has_gains` */
    dmi_wide removal_gain; /* of the sites that are removed, at most */
    dmi_wide open;    /* after a stop: no set that was not searched is worth more, in units of the
                         whole level; if `has_open` */
    int32_t count[4]; /* moves by dm_line_op; no ropes */
    int32_t most_undone; /* sites that may be added and removed again */
    int32_t undone;      /* that many are */
    bool after[4][4];    /* [x][y]: some move x may come after some move y */
    bool wins_only;      /* any winning set will do */
    bool has_gains, has_open;
    bool has_best;  /* a set was found */
    bool has_worth; /* a worth is known that must be beaten */
    bool failed;    /* a number did not fit somewhere: nothing is proven */
    bool done;      /* a winning set was found, and any will do */
};

dm_status dmi_set_search_init(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                              dmi_set_search *out, dm_error *err);
void dmi_set_search_clear(dmi_set_search *search);
/* Finds the gains that bound sets of such moves.  dmi_set_search_run() does so for its own moves
 * if nobody has. */
dm_status dmi_set_search_bound(dmi_set_search *search, const int32_t count[4], dm_error *err);
/* Tries all sets of search->count moves.  DM_STOPPED with the best so far, and with `open` if
 * bounds are known. */
dm_status dmi_set_search_run(dmi_set_search *search, dm_error *err);
/* The search stops before it has searched sets of at most this value. */
void dmi_set_search_leave_open(dmi_set_search *search, dmi_wide value);
/* Whether sets of at most this payoff or margin, in units of the board, need not be searched. */
bool dmi_set_search_is_hopeless(const dmi_set_search *search, dmi_wide value);
/* Whether sets of at most this worth need not be searched. */
bool dmi_set_search_is_beaten(const dmi_set_search *search, const dmi_set_worth *bound);
/* The worth of leads over each opponent, and of the player's own payoff, on the board. */
dmi_set_worth dmi_set_search_worth_of_leads(const dmi_set_search *search, const dmi_wide *lead);
/* Searches the places of one choice (place_search.c). */
dm_status dmi_search_places(dmi_set_search *search, dmi_payoff_model *model,
                            const dmi_move_choice *choice, dm_error *err);

/* How many solutions a level has: connected sets of winning moves (solution_count.c). */
typedef struct dmi_winning_region dmi_winning_region;

/* {0} to start with. */
typedef struct dmi_solution_count {
    dmi_winning_region *regions; /* of the removals and cuts at hand */
    size_t count, room;
    int64_t solutions; /* of those before */
    bool is_full;      /* too many regions: the count is not known */
} dmi_solution_count;

/* For dmi_set_search: `user` is a dmi_solution_count. */
dmi_set_visit dmi_solution_count_visit;
dmi_set_flush dmi_solution_count_flush;
void dmi_solution_count_clear(dmi_solution_count *count);

#endif
