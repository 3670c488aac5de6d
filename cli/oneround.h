/* oneround.h - what reply and lead share: the end of a round as a table and as a picture. */
#ifndef ONEROUND_H
#define ONEROUND_H

#include "answer/answer.h"
#include "question/questions.h"
#include "report.h"

typedef struct round_stones {
    const dm_vertex *white, *kept, *black;
    int32_t white_count, kept_count, black_count;
    const char *caption; /* under a picture */
} round_stones;

/* Prints and frees `r` (only frees it if the table goes to standard output), then draws and writes
 * the files that were asked for. */
dm_status round_print(const cli_call *cli, const ask_board *board, const round_fields *given,
                      const dm_terms *terms, const round_stones *stones, report *r, dm_error *err);

#endif
