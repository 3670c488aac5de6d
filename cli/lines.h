/* lines.h - what the verbs of `demesne lines` share (cmd_lines.c, lines_*.c). */
#ifndef CLI_LINES_H
#define CLI_LINES_H

#include "cli.h"
#include "report.h"

typedef struct {
    int ties, op, objective, method; /* dm_line_ties, dm_line_op, .. as in lines.h */
    const char *player;
    int64_t count, samples;
    double epsilon;
    const char *cut, *add, *remove, *rope; /* of apply */
    const char *to, *output, *animate;
    int64_t players, sites, tries; /* of generate */
    const char *share;
    bool unique, whole;
} lines_options;

/* A level read, and who asks. */
typedef struct {
    const char *source; /* LEVEL as it was typed */
    dm_level *level;
    dm_line_ties ties;
    int32_t player; /* --player, or the level's me, or -1 */
    dm_run *run;
    double begun;
} lines_case;

/* --- Verbs: each tells its answer; DM_STOPPED comes after it. ------------------------- */

typedef dm_status lines_verb(cli_call *cli, const lines_case *own, dm_error *err);

lines_verb lines_score, lines_best, lines_odds, lines_apply;

/* `demesne lines generate KIND:VERTICES`. */
dm_status lines_generate(cli_call *cli, dm_error *err);

/* --- Words ---------------------------------------------------------------------------- */

/* What the options ask. */
dm_line_ask lines_ask(const cli_call *cli, const lines_case *own);
/* DM_BAD_ARGUMENT, as the command line's fault, where nobody is to move. */
dm_status lines_need_player(cli_call *cli, const lines_case *own, dm_error *err);
/* The move that --cut, --add, --remove or --rope names; exactly one of them does. */
dm_status lines_read_move(cli_call *cli, dm_line_move *out, dm_error *err);
/* The level after moves of `player`, one after the other; freed by the caller. */
dm_status lines_make_moves(const lines_case *own, const dm_line_move *moves, int32_t count,
                           dm_level **out, dm_error *err);
/* How long a rope is: what the level grew by, for the parts of an edge are as long as it was. */
dm_status lines_rope_length(const dm_level *before, const dm_level *after, dm_ratio *out,
                            dm_error *err);
/* Whether --to names a file; then the level is written there, else to standard output. */
bool lines_to_file(const cli_call *cli);
dm_status lines_put_level(const cli_call *cli, const dm_level *level, dm_error *err);
/* "FILE: " before the message of a failed call about the level. */
dm_status lines_blame(const lines_case *own, dm_status status, dm_error *err);

/* -o: the level, and the one after moves beside it (NULL: none), or with the places that win; and
 * --animate: the expansion of the level as it is.  Nothing where neither was asked for. */
dm_status lines_draw(cli_call *cli, const lines_case *own, const dm_line_move *moves, int32_t count,
                     const dm_level *after, dm_error *err);
dm_status lines_draw_odds(cli_call *cli, const lines_case *own, const dm_line_odds *odds,
                          dm_error *err);

/* --- Telling --------------------------------------------------------------------------- */

/* level, vertices, edges, sites, ties and, where lengths were measured, that. */
report *lines_report(const cli_call *cli, const lines_case *own, const dm_level *level);
/* players, tied, unreached, winner. */
void lines_add_score(report *r, const dm_level *level, const dm_diagram *diagram);
void lines_add_ratio(report *r, const char *key, dm_ratio ratio);
void lines_add_player(report *r, const lines_case *own);
/* `move` as the contract has it; in text a sentence. */
void lines_add_move(report *r, const dm_level *level, const dm_line_move *moves, int32_t count);
/* winning_fraction .. grade. */
void lines_add_odds(report *r, const dm_level *level, dm_line_op op, const dm_line_odds *odds);
/* What the answer is about, where the level allows several moves. */
void lines_add_cover(report *r, const dm_level *level);
/* file and animation, where they were drawn. */
void lines_add_files(report *r, const cli_call *cli);
dm_status lines_end(report *r, const lines_case *own, dm_error *err);

#endif
