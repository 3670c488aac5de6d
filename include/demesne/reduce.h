/* demesne/reduce.h - formulas become boards: the proofs that the game is hard, as programs.
 *
 * Teramoto, Demaine and Uehara (The Voronoi game on graphs and its complexity, 2011) turn
 *
 *     a CNF formula          into a one-round game that Black wins if and only if it can be
 * satisfied (Theorem 3: Problem 1; Corollary 1: Problem 2), a positive DNF game    into a game of
 * many rounds that White wins if and only if its first player does (Theorem 4: Problem 3).
 *
 *     dm_formula *cnf = NULL;
 *     dm_reduction *board = NULL;
 *     dm_cnf_read("f.cnf", &cnf, &err);
 *     dm_reduce_sat(cnf, 1, &board, &err);
 *     ... dm_reply_new(board->arena, ...) with board->white and board->count ...
 *     dm_reduction_free(board);
 *     dm_formula_free(cnf);
 *
 * All of this uses neutral ties.
 */
#ifndef DEMESNE_REDUCE_H
#define DEMESNE_REDUCE_H

#include <demesne/arena.h>
#include <demesne/run.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Clauses of literals: v stands for variable v, -v for its negation.  A CNF is
 * the "and" of clauses that are "or"s, a DNF the "or" of clauses that are "and"s.  In a clause
 * literals are sorted by variable and differ; a variable may occur both ways. */
typedef struct dm_formula {
    int32_t variables; /* 1 .. variables; at least one */
    int32_t clause_count;
    int64_t *first; /* clause i is literals[first[i]] .. literals[first[i + 1] - 1] */
    int32_t *literals;
} dm_formula;

/* From literals as DIMACS writes them: every clause ends with 0.  DM_BAD_ARGUMENT (no variable,
 * a literal out of range, a clause without end), DM_TOO_LARGE. */
dm_status dm_formula_new(int32_t variables, const int32_t *literals, int64_t count,
                         dm_formula **out, dm_error *err);
void dm_formula_free(dm_formula *formula);

/* Reads DIMACS CNF: `c` comments, `p cnf VARIABLES CLAUSES`, clauses that end with 0.  "-" is
 * standard input.  Fails with DM_BAD_INPUT and a message that names file and line. */
dm_status dm_cnf_read(const char *path, dm_formula **out, dm_error *err);
/* The same from memory; `name` is for messages. */
dm_status dm_cnf_read_memory(const char *name, const void *bytes, size_t size, dm_formula **out,
                             dm_error *err);
/* Reads a positive DNF: one disjunct per line, as variable numbers from 1; `#` comments; optional
 * first line `variables N`. */
dm_status dm_dnf_read(const char *path, dm_formula **out, dm_error *err);
dm_status dm_dnf_read_memory(const char *name, const void *bytes, size_t size, dm_formula **out,
                             dm_error *err);

/* Whether an assignment makes a CNF true: assignment[i] is i + 1 (true) or -(i + 1). */
bool dm_cnf_holds(const dm_formula *cnf, const int32_t *assignment);

/* Looks for such an assignment, by CaDiCaL.  `assignment` has room for all variables; it
 * is written if *satisfiable becomes true.  DM_UNFINISHED if the run ends first. */
dm_status dm_cnf_solve(const dm_formula *cnf, dm_run *run, bool *satisfiable, int32_t *assignment,
                       dm_error *err);

/* The game on a positive DNF: two players choose variables in turn, each once; the first wins if
 * he has every variable of some disjunct in the end.  Exact.  DM_BAD_ARGUMENT if a variable is
 * negated, DM_TOO_LARGE if more than 64 variables occur; DM_UNFINISHED if the run ends first.
 */
dm_status dm_dnf_game(const dm_formula *dnf, dm_run *run, bool *first_wins, dm_error *err);

/* A position of that game: `taken` are the variables so far, in turn, the first player's first.
 *
 *   after   room for dnf->variables + 1: after[v] is whether the first player wins with best play
 *           once whoever is to move takes v; DM_DNF_TAKEN if v is taken
 *   best    a variable that is best for whoever is to move, of several one that stands in most and
 *           in the shortest disjuncts that can still be completed; 0: all are taken
 *
 * DM_BAD_ARGUMENT also if a variable is out of range or taken twice; otherwise as dm_dnf_game(). */
enum { DM_DNF_TAKEN = -1 };
dm_status dm_dnf_choose(const dm_formula *dnf, const int32_t *taken, int32_t count, dm_run *run,
                        bool *first_wins, signed char *after, int32_t *best, dm_error *err);
/* The first disjunct that the first player has all of, counted from 0; -1: none. */
int32_t dm_dnf_completed(const dm_formula *dnf, const int32_t *taken, int32_t count);

#define DM_REDUCTION_MAX 10000000 /* vertices */

typedef struct dm_reduction {
    dm_arena *arena;   /* with the paper's names (u, x1+, y1.2, c3', p4), and places by groups */
    int32_t variables; /* of the formula; in Theorem 4 one more if that is odd */
    int32_t clauses;
    int32_t white_count;
    dm_vertex *white; /* White's stones; none in Theorem 4 */
    int32_t count;    /* stones that Black adds to win; 0 in Theorem 4 */
    int32_t rounds;   /* of Theorem 4, one stone per turn; 0 otherwise */
} dm_reduction;

/* `problem` 1: White holds u alone; 2: as many stones as Black will have, u and pendants.
 * 10n + 2m - 1 vertices for n variables and m clauses of any length.  Black's best answer is worth
 * 1 (Black minus White) if the formula can be satisfied, otherwise less than 0. */
dm_status dm_reduce_sat(const dm_formula *cnf, int problem, dm_reduction **out, dm_error *err);
/* 2n^2 + 7n + m + 2 vertices, n even; n/2 + 1 rounds.  The value is above 0 if the first player
 * wins dm_dnf_game(), otherwise 0. */
dm_status dm_reduce_dnf(const dm_formula *dnf, dm_reduction **out, dm_error *err);
void dm_reduction_free(dm_reduction *reduction);

/* The stones of a position of the formula game on the board of Theorem 4, White's and Black's in
 * turn: u2, u1, then the x, and once all are taken the one that was added to an odd number.
 * `stones` has room for board->variables + 2; gives how many there are. */
int32_t dm_dnf_stones(const dm_reduction *board, const int32_t *taken, int32_t count,
                      int32_t variables, dm_vertex *stones);

/* Black's stones that stand for an assignment: x1+ if variable 1 is true, else x1-, ...
 * `black` has room for reduction->count. */
void dm_sat_stones(const dm_reduction *reduction, const int32_t *assignment, dm_vertex *black);
/* The assignment that Black's stones stand for.  False, with `assignment` undefined, if
 * they are not one of x+ and x- for each variable; winning stones always are. */
bool dm_sat_assignment(const dm_reduction *reduction, const dm_vertex *black, int32_t count,
                       int32_t *assignment);

#ifdef __cplusplus
}
#endif
#endif
