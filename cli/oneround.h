/* oneround.h - what reply and lead share: the end of a round as a table and as a picture. */
#ifndef ONEROUND_H
#define ONEROUND_H

#include "answer/answer.h"
#include "question/questions.h"
#include "report.h"

/* All stones of a round. */
typedef struct round_stones {
    const dm_vertex *white, *kept, *black;
    int32_t white_count, kept_count, black_count;
    const char *caption; /* under a picture */
} round_stones;

/* Prints the report, unless the table takes its place, then writes the files that were asked for
 * and draws.  Frees `r`. */
dm_status round_tell(const cli_call *cli, const ask_board *board, const round_fields *given,
                     const dm_terms *terms, const round_stones *stones, report *r, dm_error *err);

#endif
