/* oneround.h - what reply and lead share: the end of a round as a table and as a picture. */
#ifndef ONEROUND_H
#define ONEROUND_H

#include "answer/answer.h"
#include "question/questions.h"
#include "report.h"

enum { ROUND_GROUPS = 4 };

typedef struct round_end {
    dm_group group[ROUND_GROUPS];   /* in the order placed */
    const char *word[ROUND_GROUPS]; /* for the sites of each group in a table */
    int groups;
    const char *caption; /* under a picture */
} round_end;

/* Prints and frees `r` (only frees it if the table goes to standard output), then draws and writes
 * the files that were asked for. */
dm_status round_print(const cli_call *cli, const ask_board *board, const round_fields *given,
                      const dm_terms *terms, const round_end *end, report *r, dm_error *err);

#endif
