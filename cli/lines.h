/* lines.h - what the verbs of `demesne lines` share (cmd_lines.c, lines_*.c). */
#ifndef CLI_LINES_H
#define CLI_LINES_H

#include "answer/lines.h"
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

typedef dm_status lines_verb(cli_call *cli, const answer_level *own, dm_error *err);

lines_verb lines_score, lines_best, lines_odds, lines_apply;

/* `demesne lines generate KIND:VERTICES`. */
dm_status lines_generate(cli_call *cli, dm_error *err);

/* What the options ask. */
dm_line_ask lines_ask(const cli_call *cli, const answer_level *own);
/* DM_BAD_ARGUMENT, as the command line's fault, where nobody is to move. */
dm_status lines_need_player(cli_call *cli, const answer_level *own, dm_error *err);
/* The move that --cut, --add, --remove or --rope names; exactly one of them does. */
dm_status lines_read_move(cli_call *cli, dm_line_move *out, dm_error *err);
/* Whether --to names a file; then the level is written there, else to standard output. */
bool lines_to_file(const cli_call *cli);
dm_status lines_put_level(const cli_call *cli, const dm_level *level, dm_error *err);

/* -o: the level, and the one after moves beside it (NULL: none), or with the places that win; and
 * --animate: the expansion of the level as it is.  Nothing where neither was asked for. */
dm_status lines_draw(cli_call *cli, const answer_level *own, const dm_line_move *moves,
                     int32_t count, const dm_level *after, dm_error *err);
dm_status lines_draw_odds(cli_call *cli, const answer_level *own, const dm_line_odds *odds,
                          dm_error *err);

/* The files drawn and the time taken, then prints. */
dm_status lines_end(report *r, const cli_call *cli, const answer_level *own, dm_error *err);

#endif
