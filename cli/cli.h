/* cli.h - what the commands share: their table, the tool's own options, the loop over boards,
 * errors.
 *
 * A command is a row of commands.def and a file cmd_<name>.c with a `cli_spec`.  Its options are
 * the fields of its question (question/question.h), which is in question/ if the HTTP API or the
 * Python package has it too, otherwise in the command's file.
 */
#ifndef CLI_H
#define CLI_H

#include "answer/answer.h"
#include "question/drive.h"
#include "question/questions.h"

#include <stdio.h>

/* Exit statuses. */
enum { CLI_DONE = 0, CLI_BAD_INPUT = 1, CLI_USAGE = 2, CLI_STOPPED = 3, CLI_SYSTEM = 4 };

typedef struct cli_call cli_call;
typedef struct cli_command cli_command;

/* Prints the answer `r`, which it frees, and whatever else was asked for. */
typedef dm_status cli_print_fn(cli_call *cli, const ask_board *board, void *found, report *r,
                               dm_error *err);

/* Names that an option of the command takes, with their parameters. */
typedef enum cli_names { CLI_NO_NAMES, CLI_PLAYERS, CLI_STRATEGIES, CLI_PLANE_PLAYERS } cli_names;

typedef struct cli_spec {
    int (*run)(cli_call *cli); /* gives the exit status; NULL: answer the question */
    const question *question;  /* its fields are the options; NULL if there are verbs */
    cli_print_fn *print;       /* NULL: print the report only */
    int operands[2];           /* their least and greatest number */
    const char *words; /* what the first operand may be: "bash|zsh"; NULL: an ARENA or FILE */
    const cli_command *verbs; /* `demesne lines best`: the second word is one of these; or NULL */
    const char *about;        /* paragraphs for --help */
    const char *const *more;  /* further examples for --help, NULL-ended; or NULL */
    cli_names names;          /* what --help lists besides */
    bool extra;               /* listed last, under "More" */
} cli_spec;

struct cli_command {
    const char *name; /* "solve", "lines best" */
    const char *synopsis, *help, *example;
    const cli_spec *spec;
};

/* Of the program, beside its main(): */
extern const char cli_tool[];             /* its name */
extern const bool cli_has_terminal;       /* false: what looks like one does not show the answer */
extern const cli_command cli_commands[];  /* ends with a row without name */
extern const question_field cli_fields[]; /* the options of the tool itself, read into a cli_call */
/* The row whose name ends in the word; NULL: none. */
const cli_command *cli_command_find(const cli_command *table, const char *word);
/* Whether the command has a field of its own in place of a common one. */
bool cli_replaces(const cli_command *command, const question_field *common);
/* "--per-turn K" or "-o, --output FILE". */
void cli_spell_option(const question_field *field, char *out, size_t size);
/* The field's help with its default. */
void cli_explain(const question_field *field, char *out, size_t size);

struct cli_call {
    const cli_command *command;
    asking ask; /* the question, with the options that all questions have */
    char **operands;
    int operand_count;
    const char *program; /* argv[0] */
    bool json, quiet, brief_help, full_help, version;
};

/* Copies of the words of the command line; passwords of databases are wiped in `argv`, which other
 * users see in the list of processes.  NULL without memory. */
char **cli_take_words(int argc, char **argv);
void cli_free_words(char **words);
/* Removes the password of a postgresql:// address within `text`. */
void cli_hide_password(char *text);

/* One call of the tool: argv[0] is its name, then the command and its words. */
int cli_dispatch(int argc, char **argv);
/* Flushes the output and reports a failure that was not reported yet; gives the exit status. */
int cli_finish(int status);

/* Fills `cli` from the words after the command's name.  On failure prints a message and gives
 * CLI_USAGE, or CLI_SYSTEM if a file cannot be written.  Call cli_clear() in any case. */
int cli_parse(cli_call *cli, const cli_command *command, int argc, char **argv);
void cli_clear(cli_call *cli);

void cli_brief_help(const cli_command *command, FILE *to); /* NULL: of the whole tool */
void cli_full_help(const cli_command *command, FILE *to);

/* `demesne: error: ...` on stderr. */
void cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* `demesne: note: ...` on stderr, unless --quiet. */
void cli_note(const cli_call *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The exit status that belongs to a failed call. */
int cli_exit_of(const cli_call *cli, dm_status status);
/* Prints the message of a failed call and gives the exit status. */
int cli_report_failure(const cli_call *cli, dm_status status, const dm_error *err);
/* The graver of two exit statuses. */
int cli_worse(int a, int b);
/* DM_OK, or DM_IO if stdout could not be written. */
dm_status cli_flush(dm_error *err);
/* Whether the reader of stdout has closed it (head): then the command ends quietly. */
bool cli_reader_gone(void);
bool cli_output_lost(void); /* a flush has failed */

typedef dm_status cli_board_fn(cli_call *cli, const ask_board *board, dm_error *err);

/* Answers the command's question for every board of ARENA, with --threads workers if there are
 * many; answers are printed in the order of the file.  With `each`, that is called for one board at
 * a time instead.  A bad board of many gives {"error":...,"board":i} (or a message) and the others
 * are answered.  Gives the exit status. */
int cli_each_board(cli_call *cli, cli_board_fn *each);
/* Answers the command's question, which has no board. */
int cli_answer_once(cli_call *cli);
/* The same for one of many; false if none follows, as after Ctrl-C.  A bad one gives a message and
 * {"error":...,"board":index}. */
bool cli_answer_item(cli_call *cli, int64_t index, int *worst);
/* Prints the report of what a question found. */
dm_status cli_print_answer(cli_call *cli, ask_task *task, dm_error *err);

/* dm_arena_write(), with a note about what the format cannot hold. */
dm_status cli_write_board(cli_call *cli, const dm_arena *arena, const char *path,
                          const char *format, dm_error *err);

typedef dm_status cli_write_fn(FILE *to, const void *what, dm_error *err);

/* Whether a file can be created in its folder; if not, prints why. */
bool cli_can_write(const char *path);
/* Lets `write` fill a file, which appears at `path` once it is complete; "-": standard output. */
dm_status cli_write_file(const char *path, cli_write_fn *write, const void *what, dm_error *err);
/* The file of one board: `path`, or FILE-3.svg for board 3 of many.  Freed with free(); NULL
 * without memory. */
char *cli_board_path(const char *path, const ask_board *board);

/* A run that obeys --time and Ctrl-C and shows progress; one at a time. */
dm_status cli_run_new(const cli_call *cli, dm_run **out, dm_error *err);
void cli_run_free(dm_run *run);
/* Opens /dev/null in place of a standard input, output or error that is closed: the first file
 * opened would take its number, and what is printed would go into that file. */
void cli_open_standard_files(void);
void cli_catch_signals(void);
/* Lets signals end the tool at once, until cli_catch_signals(). */
void cli_default_signals(void);
bool cli_interrupted(void);
/* Removes the progress bar from the terminal; call before printing. */
void cli_clear_bar(void);

bool cli_is_terminal(FILE *file);
bool cli_has_colour(FILE *file);
/* Fills `text` with what `file` can show: size, colours, Unicode. */
void cli_text_form(FILE *file, dm_text *text);
/* Whether an answer in text gets a picture: asked for by --draw, or small on a terminal. */
bool cli_wants_picture(const cli_call *cli, const dm_arena *arena, bool asked);
/* Prints the board as characters.  Without colours a vertex shows its owner's letter, or its number
 * if `numbers` is set; with colours it shows both. */
dm_status cli_show(FILE *file, const dm_arena *arena, const dm_stone *stones, int32_t count,
                   dm_tie_rule ties, bool numbers, dm_error *err);

/* `demesne plane play`; a record of such a game. */
int plane_play(cli_call *cli);
int plane_replay(cli_call *cli, const char *path);
/* `demesne lines play`. */
int lines_play(cli_call *cli);

/* Writes all tournaments of a database with their games; "-": standard output. */
dm_status results_write(const char *db, const char *path, dm_error *err);

/* Checks the program that the operand names and prints what is wrong with it; gives the exit
 * status. */
int bot_check(cli_call *cli, const dm_match_settings *settings);

/* Reports a board's failure and keeps the graver exit status in *worst.  False if no board follows:
 * DM_END, a source of one board, or a failure that is not the board's. */
bool board_finish(const cli_call *cli, const ask_board *board, dm_status status,
                  const dm_error *failure, int *worst);

/* Answers on standard output (answer/report.h has the fields):
 *
 *     report *r = report_new(cli, board);
 *     report_count(r, "white_score", 7);
 *     return report_end(r, err);
 */
/* JSON or text, as the call asks.  `board` NULL: no common fields. */
report *report_new(const cli_call *cli, const ask_board *board);
/* Sets `seconds`, prints on stdout and frees. */
dm_status report_end(report *r, dm_error *err);
/* The line {"error":...,"board":i} of a stream. */
dm_status report_bad_board(int64_t index, const char *message, dm_error *err);

/* Score, reply and lead: the end of a round as a table and as a picture.  Prints and frees `r`
 * (only frees it if the table goes to standard output), then draws and writes the files that were
 * asked for.  `caption` is under a picture; NULL: none. */
dm_status round_print(const cli_call *cli, const ask_board *board, const round_fields *given,
                      const answer_market *market, const char *caption, report *r, dm_error *err);

/* Play and replay.  Reads the records that the operands name, or the part that was asked for, and
 * calls `answer` for each; its cli_call is a copy.  If there are several, a bad one does not stop
 * the others.  Gives the exit status. */
typedef dm_status game_answer_fn(cli_call *cli, const ask_board *board, const dm_record *record,
                                 dm_error *err);
int game_each_file(cli_call *cli, game_answer_fn *answer);

dm_status game_report(const cli_call *cli, const ask_board *board, const answer_played *game,
                      dm_error *err);

/* A person at the terminal, or a script on a pipe. */
typedef enum human_choice {
    HUMAN_MOVE, /* `move` is filled and legal */
    HUMAN_UNDO,
    HUMAN_QUIT,
    HUMAN_INPUT_ENDED
} human_choice;

/* Shows the board on `talk` and asks until the person has chosen. */
dm_status human_ask(cli_call *cli, FILE *talk, dm_position *position, dm_vertex *move,
                    human_choice *choice, dm_error *err);

/* `demesne interval`. */
int interval_play(cli_call *cli);
/* reduce dnf, with a person if one plays (formula_play.c). */
int formula_play(cli_call *cli);
int interval_bridge(cli_call *cli);

/* Prints the circle or segment as text if it was asked for or `to` is a terminal. */
dm_status interval_show(const cli_call *cli, FILE *to, const dm_interval *game, bool asked,
                        dm_error *err);

/* A person's turn.  *left: they quit; *ended: the input ended. */
dm_status interval_person_turn(const cli_call *cli, FILE *talk, dm_interval *game, bool *left,
                               bool *ended, dm_error *err);

#endif
