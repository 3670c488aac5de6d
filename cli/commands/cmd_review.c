/* cmd_review.c - `demesne review`: what each move of a recorded game gave away. */
#include "cli.h"

enum { MOST_FILES = 100000 };

static const double SECONDS = 1; /* per position, without --time */

static dm_status review_record(cli_call *cli, const ask_board *board, const dm_record *record,
                               dm_error *err)
{
    double seconds = cli->ask.time < 0 ? SECONDS : cli->ask.time;
    dm_review *review = NULL;
    dm_run *run = NULL;
    cli->ask.time = -1; /* --time is per position, not for the whole review */
    dm_status status = cli_run_new(cli, &run, err);
    if (status == DM_OK)
        status = dm_review_new(record->position, seconds, run, &review, err);
    cli_run_free(run);
    if (status == DM_OK) {
        report *r = report_new(cli, board);
        answer_review(r, (const char *const[2]){record->player[0], record->player[1]}, review);
        status = report_end(r, err);
    }
    dm_review_free(review);
    return status;
}

static int run_review(cli_call *cli)
{
    return game_each_file(cli, review_record);
}

const cli_spec spec_review = {
    .run = run_review,
    .question = &(const question){.name = "review", .common = Q_FILES_IN_PARTS | Q_TIMED},
    .operands = {1, MOST_FILES},
    .about =
        "A move gave away the best value before it minus the value after it.  Both are exact if\n"
        "the solver finishes within --time seconds per position (default 1); otherwise a strong\n"
        "player plays both sides to the end, and the values are marked as estimates.\n"
        "Of several files each gets an answer with its index; a bad one does not stop the others."};
