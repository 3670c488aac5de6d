/* oneround.h - what reply and lead share: the terms as they are typed, and the end of a round as
 * a table and as a picture. */
#ifndef ONEROUND_H
#define ONEROUND_H

#include "answer/answer.h"
#include "report.h"

typedef struct round_options {
    const char *candidates, *forbid, *radius, *csv, *output;
    bool draw;
} round_options;

/* Their rows in the table of a command whose options have a field `round`. */
/* clang-format off */
#define ROUND_OPTIONS(own)                                                                         \
    {.name = "candidates", .argument = "FILE", .type = CLI_FILE,                                   \
     .at = offsetof(own, round.candidates),                                                        \
     .help = "where new stones may go: a vertex a line, or a CSV with a column `vertex` "          \
             "(default: anywhere)"},                                                               \
    {.name = "forbid", .argument = "V,..", .type = CLI_TEXT, .at = offsetof(own, round.forbid),    \
     .help = "where none may go"},                                                                 \
    {.name = "radius", .argument = "D", .type = CLI_TEXT, .at = offsetof(own, round.radius),       \
     .help = "a vertex farther than D from every stone is nobody's"},                              \
    {.name = "csv", .argument = "FILE", .type = CLI_FILE,                                          \
     .writes = true, .at = offsetof(own, round.csv),                                               \
     .help = "write who owns which vertex, with distances, as a CSV; - is standard output, "       \
             "instead of the answer"},                                                             \
    {.name = "output", .letter = 'o', .argument = "FILE", .type = CLI_FILE,                        \
     .writes = true, .endings = CLI_PICTURES,                                                      \
     .at = offsetof(own, round.output),                                                            \
     .help = "write a picture of both markets: FILE.svg, FILE.png or FILE.pdf"},                   \
    {.name = "draw", .type = CLI_FLAG, .at = offsetof(own, round.draw),                            \
     .help = "the board as text below the answer, also where the output is no terminal"}
/* clang-format on */

/* What the options say, for this board; cleared with round_clear_terms(). */
dm_status round_read_terms(cli_call *cli, const cli_board *board, const round_options *options,
                           dm_terms *out, dm_error *err);
void round_clear_terms(dm_terms *terms);

/* All stones of a round. */
typedef struct round_stones {
    const dm_vertex *white, *kept, *black;
    int32_t white_count, kept_count, black_count;
    const char *caption; /* under a picture */
} round_stones;

/* Prints the report, unless the table takes its place, then writes the files that were asked for
 * and draws.  Frees `r`. */
dm_status round_tell(const cli_call *cli, const cli_board *board, const round_options *options,
                     const dm_terms *terms, const round_stones *stones, report *r, dm_error *err);

#endif
