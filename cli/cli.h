/* cli.h - what the commands share: the tables they are described in, the
 * options every command knows, the loop over boards, failing.
 *
 * A command is a row of commands.def and a file cmd_<name>.c with its option
 * table and a `run`:
 *
 *     typedef struct { const char *white; bool draw; } own_options;
 *     static const cli_option options[] = {
 *         {.name = "white", .argument = "V,..", .type = CLI_TEXT,
 *          .at = offsetof(own_options, white), .help = "White's stones"},
 *         {0}};
 *     const cli_spec spec_score = {.run = run, .options = options, ...};
 *
 * Parsing fills a zeroed own_options (or a copy of .defaults), found at cli->own.
 */
#ifndef CLI_H
#define CLI_H

#include <demesne/demesne.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit statuses. */
enum { CLI_DONE = 0, CLI_BAD_INPUT = 1, CLI_USAGE = 2, CLI_STOPPED = 3, CLI_SYSTEM = 4 };

/* --- Tables ------------------------------------------------------------- */

typedef enum cli_type {
    CLI_FLAG,    /* bool */
    CLI_COUNT,   /* int64_t within low..high */
    CLI_SIZE,    /* int64_t bytes, typed as 64M or 2G, within low..high */
    CLI_SEED,    /* uint64_t */
    CLI_SECONDS, /* double, not negative */
    CLI_REAL,    /* double, positive */
    CLI_TEXT,    /* const char * */
    CLI_FILE,    /* const char *, completed as a file name */
    CLI_CHOICE,  /* int: the index in `choices` */
    CLI_PICTURE, /* const char *: a FILE.svg, .png or .pdf that follows, or "" */
    CLI_PLAYER   /* const char *, completed as a player's name */
} cli_type;

typedef struct cli_option {
    const char *name;     /* without the dashes */
    char letter;          /* also -letter; 0: none */
    bool required;        /* its absence is a wrong command line */
    bool writes;          /* of a file: its folder is looked at before any work */
    cli_type type;        /* and with it the type of the field at `at` */
    const char *argument; /* how help names it: "N"; NULL for flags */
    size_t at;            /* offsetof the field in the command's options */
    int64_t low, high;    /* of CLI_COUNT; high 0: no limit */
    const char *choices;  /* of CLI_CHOICE: "neutral|earlier|white|black" */
    const char *endings;  /* of CLI_FILE: ".svg|.png|.pdf", one of which it has; NULL: any */
    const char *help;     /* one line, no full stop */
} cli_option;

#define CLI_PICTURES ".svg|.png|.pdf" /* endings of pictures */

typedef struct cli_call cli_call;

typedef struct cli_spec {
    int (*run)(cli_call *cli); /* gives the exit status */
    const cli_option *options; /* ends with a row without name */
    size_t size;               /* of the command's options */
    const void *defaults;      /* `size` bytes, or NULL: all zero */
    int operands[2];           /* least and most number of them */
    const char *words;         /* what a first operand may be: "bash|zsh"; NULL: an ARENA or FILE */
    const char *about;         /* paragraphs for --help */
    const char *const *more;   /* further examples for --help, NULL-ended; or NULL */
    bool extra;                /* listed last, under "More" */
} cli_spec;

typedef struct cli_command {
    const char *name, *synopsis, *help, *example;
    const cli_spec *spec;
} cli_command;

extern const cli_command cli_commands[]; /* ends with a row without name */
extern const cli_option cli_common[];    /* the options every command knows */
const cli_command *cli_command_find(const char *name);
/* Whether the command has an option of its own in place of a common one. */
bool cli_replaces(const cli_command *command, const cli_option *common);
/* The name in `names` nearest to `typed`, or NULL when none is near. */
const char *cli_nearest(const char *typed, const char *const *names, int count);

/* --- One call ------------------------------------------------------------- */

struct cli_call {
    const cli_command *command;
    void *own; /* the command's options, as its table describes them */
    char **operands;
    int operand_count;
    const char *program; /* how the tool was called */
    /* the common options */
    bool json, quiet, brief_help, full_help, version;
    uint64_t seed;
    int64_t threads;
    double time; /* seconds; negative: no limit */
    int ties;    /* a dm_tie_rule */
    const char *values;
    bool wrong_line; /* an error found late is the command line's: status 2 */
};

/* One call of the tool: argv[0] is its name, then the command and its words. */
int cli_dispatch(int argc, char **argv);

/* Fills `cli` from the words after the command's name.  CLI_DONE, or CLI_USAGE (CLI_SYSTEM
 * where a file cannot be written) with the message printed.  cli_clear() frees what it took, either
 * way. */
int cli_parse(cli_call *cli, const cli_command *command, int argc, char **argv);
void cli_clear(cli_call *cli);

void cli_brief_help(const cli_command *command, FILE *to); /* NULL: of the whole tool */
void cli_full_help(const cli_command *command, FILE *to);

/* --- Failing ---------------------------------------------------------------- */

/* `demesne: error: ...` on stderr. */
void cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* `demesne: note: ...` on stderr, unless --quiet. */
void cli_note(const cli_call *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Fills `err` as the library does; gives `status`. */
dm_status cli_fail(dm_error *err, dm_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The exit status that belongs to a failed call. */
int cli_exit_of(const cli_call *cli, dm_status status);
/* Prints the message of a failed call and gives the exit status. */
int cli_report_failure(const cli_call *cli, dm_status status, const dm_error *err);
/* The graver of two exit statuses. */
int cli_worse(int a, int b);
/* DM_OK, or DM_IO when what was written to stdout did not all get there. */
dm_status cli_flush(dm_error *err);
/* Whether stdout's reader has gone (head): then the command ends quietly. */
bool cli_reader_gone(void);
bool cli_output_lost(void); /* a flush has failed */

double cli_seconds(void); /* a monotonic clock */

/* --- Boards ------------------------------------------------------------------ */

typedef struct cli_board {
    const char *source; /* ARENA as it was typed */
    const dm_arena *arena;
    int64_t index; /* in the file, from 0 */
    bool many;     /* the file may hold several */
    dm_run *run;   /* this board's own time limit and progress */
    double begun;  /* by cli_seconds() */
} cli_board;

typedef dm_status cli_board_fn(cli_call *cli, const cli_board *board, dm_error *err);

/* Calls `each` for every board of the ARENA `source`, with --values applied.  A bad board of a
 * file of many gives {"error":...,"board":i} (or a message) and the rest go on.  Gives the
 * exit status. */
int cli_each_board(cli_call *cli, const char *source, cli_board_fn *each);

/* A command that answers boards in parallel: `work` finds, in a worker's thread and with what the
 * workers share; `tell` prints, one board at a time in the order of the file. */
typedef struct cli_worker {
    /* What `workers` workers share; a board that comes alone has one, and all threads.
     * Both NULL: nothing. */
    dm_status (*start)(const cli_call *cli, int64_t workers, void **shared, dm_error *err);
    void (*stop)(void *shared);
    /* `cli` is a copy, this board's own.  DM_STOPPED may come with an answer. */
    dm_status (*work)(cli_call *cli, const cli_board *board, void *shared, void **answer,
                      dm_error *err);
    dm_status (*tell)(const cli_call *cli, const cli_board *board, void *answer, dm_error *err);
    void (*drop)(void *answer);
} cli_worker;

/* As cli_each_board(), with --threads workers where the source holds many boards. */
int cli_stream_boards(cli_call *cli, const char *source, const cli_worker *worker);

/* Opens the one board of `source`, with --values applied and notes printed. */
dm_status cli_one_board(const cli_call *cli, const char *source, dm_arena **out, dm_error *err);

/* Writes a board as dm_arena_write() does, and notes what the format has no room for. */
dm_status cli_write_board(cli_call *cli, const dm_arena *arena, const char *path,
                          const char *format, dm_error *err);

/* Reads a vertex list: `0,3,5`, or names where the arena has them; `option` ("--white") stands
 * in messages.  NULL and "" give none.  `*out` is freed with free(). */
dm_status cli_vertices(cli_call *cli, const dm_arena *arena, const char *option, const char *text,
                       dm_vertex **out, int64_t *count, dm_error *err);
/* Stones in the order W1,B1,W2,B2,.. leftovers last; freed with free().  DM_BAD_VERTEX where a
 * vertex is taken twice. */
dm_status cli_stones(cli_call *cli, const dm_arena *arena, const char *white, const char *black,
                     dm_stone **out, int64_t *count, dm_error *err);

/* A game by its options. */
typedef struct cli_setup {
    int64_t rounds, per_turn;
    const char *white, *black; /* stones that lie already, or NULL */
    int to_move;               /* a dm_side, or -1: by the counts */
} cli_setup;

/* The position that `setup` describes, under --ties; docs/GAME.md has the rule. */
dm_status cli_position(cli_call *cli, const dm_arena *arena, const cli_setup *setup,
                       dm_position **out, dm_error *err);

/* --- Files written ------------------------------------------------------------ */

typedef dm_status cli_write_fn(FILE *to, const void *what, dm_error *err);

/* Whether the file can be made as far as its folder tells; where not, prints why. */
bool cli_can_write(const char *path);
/* Lets `write` fill a file that appears at `path` once it is whole; "-": standard output. */
dm_status cli_write_file(const char *path, cli_write_fn *write, const void *what, dm_error *err);
/* The file of one board: `path` itself, or FILE-3.svg for board 3 of many; freed with free(), NULL
 * without memory. */
char *cli_board_path(const char *path, const cli_board *board);

/* --- Run control -------------------------------------------------------------- */

/* A run that obeys --time and Ctrl-C and shows progress; one at a time. */
dm_status cli_run_new(const cli_call *cli, dm_run **out, dm_error *err);
void cli_run_free(dm_run *run);
void cli_catch_signals(void);
bool cli_interrupted(void);
/* Takes the moving bar off the terminal; call before printing. */
void cli_clear_bar(void);

/* --- The terminal ----------------------------------------------------------------- */

bool cli_is_terminal(FILE *file);
bool cli_has_colour(FILE *file);
/* Fills `text` with what `file` can show: size, colours, Unicode. */
void cli_text_form(FILE *file, dm_text *text);
/* Whether an answer in text gets a picture: asked for by --draw, or small on a terminal. */
bool cli_wants_picture(const cli_call *cli, const dm_arena *arena, bool asked);
/* Prints the board as characters.  Without colours a vertex shows its owner's letter, or
 * its number where `numbers` asks for that; with colours both can be seen. */
dm_status cli_show(FILE *file, const dm_arena *arena, const dm_stone *stones, int64_t count,
                   dm_tie_rule ties, bool numbers, dm_error *err);

#endif
