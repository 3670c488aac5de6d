/* question.h - what can be asked: one table of fields per question.
 *
 * The command line, the HTTP API and the documents made from the tables read the same rows:
 *
 *     argv --ask_read_words()--\
 *                               >-- ask --find--> what was found --report--> report (answer/)
 *     JSON --ask_read_json()---/
 *
 * A question lives in question/<name>.c.  Its fields are read into a struct of its own:
 *
 *     typedef struct score_fields { question_raw white, black; } score_fields;
 *     static const question_field fields[] = {
 *         {.name = "white", .type = Q_VERTICES, .argument = "V,..",
 *          .at = offsetof(score_fields, white), .help = "White's stones"},
 *         {0}};
 *     const question question_score = {.name = "score", .fields = fields,
 *                                      .size = sizeof(score_fields), .find = find, ...};
 */
#ifndef QUESTION_QUESTION_H
#define QUESTION_QUESTION_H

#include "answer/fail.h"
#include "answer/report.h"
#include "question/choices.h"

#include <demesne/demesne.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The type of a field, and in brackets that of the struct member it is read into. */
typedef enum question_type {
    Q_FLAG,     /* [bool] */
    Q_COUNT,    /* [int64_t] within low..high */
    Q_SIZE,     /* [int64_t] bytes within low..high; on a command line 64M or 2G */
    Q_SEED,     /* [uint64_t] */
    Q_SECONDS,  /* [double] not negative */
    Q_REAL,     /* [double] positive */
    Q_METRES,   /* [double] positive; perhaps with a unit: 2km */
    Q_CHOICE,   /* [int] the index in `choices` */
    Q_TEXT,     /* [const char *] */
    Q_DECIMAL,  /* [const char *] a decimal number; in JSON a number, or a text */
    Q_STREETS,  /* [uint32_t] kinds of streets with commas, as bits; in JSON a text */
    Q_PLAYER,   /* [const char *] a player's name with parameters */
    Q_FILE,     /* [const char *] a file's name; command line only */
    Q_FILES,    /* [question_files] all words up to the next option; may be given several times */
    Q_PICTURE,  /* [const char *] a FILE.svg, .png or .pdf that follows, or ""; command line only */
    Q_VERTICES, /* [question_raw] `0,3,5`, names, or @FILE; in JSON a list */
    Q_SITES,    /* [question_raw] `0,3,5`, names, or @FILE; in JSON vertices or objects */
    Q_PLACES,   /* [question_raw] a table's file; in JSON a list of vertices or objects */
    Q_TABLE,    /* [question_raw] a file; in JSON a list of whole numbers */
    Q_LIST,     /* [question_raw] a text; in JSON a list */
    Q_OBJECT,   /* [question_raw] a file; in JSON an object, or its text */
    Q_ANY       /* [question_raw] JSON only: any value */
} question_type;

/* A value that can only be understood with the board at hand.  At most one is not NULL. */
typedef struct question_raw {
    const char *text;   /* from a command line */
    const json_t *json; /* from JSON */
    bool is_file;       /* the text is a file's name, without @ */
} question_raw;

/* Names of files, in the order given. */
typedef struct question_files {
    const char *path[256];
    int count;
} question_files;

enum {
    Q_EVERYWHERE,
    Q_WORDS_ONLY,
    Q_JSON_ONLY,
    Q_LOCAL /* on a command line, and in JSON of a program on this machine */
};

/* A text for people who use the tool or read the API's description.  The module for a page has
 * neither, and keeps only whether there is a text. */
#ifdef DEMESNE_SITE
typedef bool question_help;
#else
typedef const char *question_help;
#endif

typedef struct question_field {
    const char *name;     /* in JSON: per_turn; the option is --per-turn */
    char letter;          /* also -letter; 0: none */
    bool required;        /* the question makes no sense without it */
    bool writes;          /* of a file: its folder is checked before any work */
    unsigned char in;     /* Q_EVERYWHERE .. Q_LOCAL */
    unsigned char place;  /* 1: the first operand of the command line, ..; 0: an option */
    question_type type;   /* and with it the type of the member at `at` */
    const char *argument; /* how help names the value: "N"; NULL for flags */
    size_t at;            /* offsetof the member */
    int64_t low, high;    /* high 0: no limit */
    int64_t most_asked;   /* the limit of the HTTP API if it is lower than `high`; of the letters of
                             a text; 0: none */
    int64_t standard;     /* the default of a count (-1: none), size, seed, choice (-1: none) or of
                             seconds */
    const char *otherwise;       /* the default of a text or file */
    question_choice_fn *choices; /* choices.h */
    const char *endings;         /* ".svg|.png|.pdf", one of which a file's name has; NULL: any */
    question_help json_help;     /* if the API needs another text */
    question_help help;          /* one line, no full stop; the default is added */
} question_field;

#define QUESTION_PICTURES ".svg|.png|.pdf" /* endings of pictures */

/* Which of the common fields a question reads from JSON. */
enum {
    Q_SEEDED = 1,           /* seed */
    Q_BOARD = 2 | Q_SEEDED, /* arena, seed, ties, values, undirected */
    Q_MAYBE = 16,           /* .. but the arena may be missing */
    Q_THREADS = 4,          /* threads */
    Q_TIMED = 8,            /* time */
    Q_DIRECTION = 32,       /* direction */
    Q_LONG = Q_THREADS | Q_TIMED,
    Q_MARKET = 64,         /* customers, snap_limit, names of columns; places by lon and lat */
    Q_FILES_IN_PARTS = 128 /* part, of several files */
};

typedef struct question question;
typedef struct ask_tables ask_tables;

/* What a plan calls a field that has another name in its question. */
typedef struct ask_word {
    const char *word, *field;
} ask_word;

/* One question as it was asked. */
typedef struct asking {
    const question *about;
    void *own;        /* its fields, in the question's own struct */
    bool by_words;    /* asked on a command line, not in JSON */
    bool is_local;    /* asked in JSON by a program on this machine: the limits of the HTTP API do
                         not hold, and the text of a table names its file */
    bool wrong_words; /* the failure is the asker's wording, not the data */
    bool answered;    /* what was found is reported despite a failure */
    bool only_read;   /* find() ends once it has read the request: a scenario is checked */
    /* the common fields: */
    const char *arena;
    question_raw values, customers;
    dm_column_names columns;  /* what columns of tables are called; NULL: as usual */
    double snap_limit;        /* metres from a place by lon and lat to its street */
    uint32_t snap_to;         /* the kinds of streets that they go to; 0: all */
    const ask_tables *tables; /* read before the board was divided (prepare_board.c), or NULL */
    uint64_t seed;
    int64_t threads;
    double time;           /* seconds; negative: no limit */
    int ties;              /* a dm_tie_rule */
    const char *part;      /* of many boards, as `I/M`: ask_part(); NULL: all */
    bool directed;         /* arcs of files keep their direction */
    int profile;           /* of maps: a dm_profile */
    int measure;           /* of maps: 0 metres, 1 seconds, 2 minutes */
    int metric;            /* of points: a dm_line_metric */
    int64_t line_decimals; /* of points: their distances have so many */
    const char *speeds;    /* of maps: a table; NULL: the usual ones */
    bool largest;          /* of maps: only the largest component */
    bool undirected;       /* one-way arcs become edges */
    int direction;         /* a dm_direction */
    int64_t memory_limit;  /* bytes of a search's table, set by a server; 0: as the fields say */
    int64_t level_limit;   /* vertices, edges and sites of a level, or the vertices of a board that
                              the question makes; set by a server; 0: none */
    const struct dm_lead_team *team; /* processes that help with a lead; NULL: none */
    size_t scenario;                 /* of a plan, from 1, in labels; 0: none */
    bool in_plan;                    /* sites may share a place, however they are listed */
    const ask_word *words;           /* of a plan of us and them, ends with {0}; NULL: none */
    char label[48];                  /* used by ask_label() */
    char decimal[16][32];            /* numbers of JSON as text */
    int decimals;                    /* how many of them are used */
} asking;

/* What is mentioned beside the answer: skipped candidates, columns without a meaning. */
typedef struct ask_notes {
    char **text;
    size_t count;
} ask_notes;

/* Adds a note unless it is there; `notes` may be NULL.  One that finds no memory is lost. */
void ask_note(ask_notes *notes, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ask_notes_clear(ask_notes *notes);

/* The board that a question is about; one without a board has only `run` and `begun`. */
typedef struct ask_board {
    const char *source; /* ARENA as it was named */
    const dm_arena *arena;
    const dm_places *customers; /* NULL: none were given */
    ask_notes *notes;           /* may be NULL */
    int64_t index;              /* in the file, from 0 */
    const char *line;           /* of a graph6 or sparse6 file, or NULL */
    bool many;                  /* the file may hold several */
    bool bare;                  /* the report has no fields about the board */
    dm_run *run;                /* this board's own time limit and progress; may be NULL */
    double begun;               /* by report_clock() */
} ask_board;

struct question {
    const char *name;             /* "solve"; "lines/best" */
    const question_field *fields; /* ends with a row without name; NULL: none */
    size_t size;                  /* of the struct they are read into */
    unsigned common;              /* Q_BOARD .. Q_TIMED */
    /* Adds tables that are not among its fields; NULL: there are none. */
    dm_status (*tables)(asking *a, ask_tables *to, dm_error *err);
    /* What `workers` workers share; a board that comes alone has one worker and all threads.
     * Both NULL: nothing. */
    dm_status (*start)(const asking *a, int64_t workers, void **shared, dm_error *err);
    void (*stop)(void *shared);
    size_t found_size; /* of the struct that it finds, zeroed before */
    /* `a` is a copy, this board's own.  DM_STOPPED comes with something found. */
    dm_status (*find)(asking *a, const ask_board *board, void *shared, void *found, dm_error *err);
    /* Adds what was found to the report. */
    dm_status (*report)(const asking *a, const ask_board *board, void *found, report *r,
                        dm_error *err);
    void (*clear)(void *found); /* also after a failure */
};

/* The members of a question `name` that its file defines. */
#define QUESTION_PARTS(name)                                                                       \
    .size = sizeof(name##_fields), .found_size = sizeof(name##_found), .find = name##_find,        \
    .report = name##_report, .clear = name##_clear

/* The fields that every question knows, read into an asking. */
extern const question_field question_common[];
/* Whether the question reads this common field. */
bool question_reads(const question *about, const question_field *common);
/* Whether JSON, perhaps of a program on this machine, may have this field, of the question's own
 * table or a common one. */
bool question_in_json(const question *about, const question_field *field, bool is_local);
/* Whether the field is an option of the command line. */
bool question_is_option(const question_field *field);
/* A row by its name; NULL: none.  `table` may be NULL. */
const question_field *question_find(const question_field *table, const char *name, size_t length);
/* "neutral|earlier|white|black", cut to the size. */
void question_choices(const question_field *field, char *out, size_t size);
bool question_is_table(const question_field *field); /* its text may be, or name, a file */
bool question_is_picture(const char *word);          /* a file's name that ends as pictures do */
/* The default of a field as text; "" if there is none worth showing. */
void question_default(const question_field *field, char *out, size_t size);

/* Fills the fields with their defaults.  ask_clear() frees what was taken. */
dm_status ask_begin(asking *a, const question *about, bool by_words, dm_error *err);
void ask_clear(asking *a);
/* Read one value; `base` is a->own, or `a` itself for a common field. */
dm_status ask_read_text(asking *a, const question_field *field, const char *text, void *base,
                        dm_error *err);
dm_status ask_read_value(asking *a, const question_field *field, const json_t *value, void *base,
                         dm_error *err);
/* Fails because the question has no such field in JSON; suggests one. */
dm_status ask_unknown_field(asking *a, const char *key, dm_error *err);
/* Fails if both values and customers were given. */
dm_status ask_check_demand(asking *a, dm_error *err);
/* Which boards are asked for: those whose index is *part modulo *parts. */
dm_status ask_part(asking *a, int32_t *part, int32_t *parts, dm_error *err);
/* Reads all fields of an object, which must outlive it. */
dm_status ask_read_json(asking *a, const json_t *object, dm_error *err);

/* The words of a command line, and options of the tool itself. */
typedef struct question_words {
    const char *command; /* as messages name it: "lines best" */
    int argc;            /* the words after it */
    char **argv;
    int least_operands, most_operands;
    const char *usage;           /* the synopsis: "ARENA --white V,.." */
    const question_field *extra; /* json, quiet, help .., read into `extra_base`; or NULL */
    void *extra_base;
    /* True if help was asked for: then nothing is missing. */
    bool (*excused)(const void *extra_base);
} question_words;

/* `operands` has argc elements. */
dm_status ask_read_words(asking *a, const question_words *words, char **operands,
                         int *operand_count, dm_error *err);

/* "--per-turn" or "'per_turn'": a field as the asker writes it; stays until the next call. */
const char *ask_label(asking *a, const char *name);
/* A failure caused by how the question was asked. */
dm_status ask_blame(asking *a, dm_error *err, dm_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A length of 0 or more that was typed, in the board's unit: "1500", "1.5km", "5min". */
dm_status ask_length(asking *a, const dm_arena *arena, const char *field, const char *text,
                     int64_t *out, dm_error *err);
/* A positive number of metres: "500", "2km". */
dm_status ask_metres(asking *a, const char *field, const char *text, double *out, dm_error *err);
/* A list of vertices; `field` is the field's name.  `*out` is freed with free(). */
dm_status ask_vertices(asking *a, const dm_arena *arena, const char *field, question_raw given,
                       dm_vertex **out, int32_t *count, dm_error *err);
/* One vertex below n from a JSON list. */
dm_status ask_vertex(asking *a, const char *field, const json_t *item, dm_vertex n, dm_vertex *out,
                     dm_error *err);
/* All of a JSON list; freed with free(). */
dm_status ask_vertex_list(asking *a, const char *field, const json_t *given, dm_vertex n,
                          dm_vertex **out, int32_t *count, dm_error *err);
/* Stones by their side, or one after another. */
typedef struct question_stones {
    question_raw white, black, stones;
    int64_t per_turn; /* the order if stones are given by side: so many of each in turn; 0: one */
} question_stones;

/* Their rows in the table of a question whose struct has a member `stones`. */
/* clang-format off */
#define QUESTION_STONES(own)                                                                       \
    {.name = "white", .type = Q_VERTICES, .argument = "V,..", .at = offsetof(own, stones.white),   \
     .help = "White's stones: vertices, counted from 0, or their names; may be empty"},            \
    {.name = "black", .type = Q_VERTICES, .argument = "V,..", .at = offsetof(own, stones.black),   \
     .help = "Black's stones"},                                                                    \
    QUESTION_ORDER(own)
/* The order of stones that are given. */
#define QUESTION_ORDER(own)                                                                        \
    {.name = "stones", .type = Q_LIST, .in = Q_JSON_ONLY, .at = offsetof(own, stones.stones),      \
     .help = "instead of white and black, the stones in the order placed: [[\"white\",0],..]"},    \
    {.name = "order", .type = Q_LIST, .in = Q_WORDS_ONLY, .argument = "W0,B4,..",                  \
     .at = offsetof(own, stones.stones),                                                           \
     .help = "the stones in the order placed, each with its side; beside --white and --black, or " \
             "instead of them"}
#define QUESTION_TURNS(own)                                                                        \
    {.name = "per_turn", .type = Q_COUNT, .argument = "K", .low = 1, .high = INT32_MAX,            \
     .standard = 1, .at = offsetof(own, stones.per_turn),                                          \
     .help = "the stones count as placed in turns of K: K of White, K of Black, and so on"}
/* clang-format on */

/* Of a question with methods that a document prints with mistakes: a member bool
 * find_counterexample. */
/* clang-format off */
#define QUESTION_COUNTEREXAMPLE(own, what)                                                         \
    {.name = "find_counterexample", .type = Q_FLAG, .at = offsetof(own, find_counterexample),      \
     .help = what}
/* clang-format on */

/* The position after the stones that are given; `setup` has the rules, ties and stones follow from
 * `a` and `given`. */
dm_status ask_position(asking *a, const dm_arena *arena, const question_stones *given,
                       dm_setup setup, dm_position **out, dm_error *err);
/* All stones in the order placed; freed with free(). */
dm_status ask_stones(asking *a, const dm_arena *arena, const question_stones *given, dm_stone **out,
                     int32_t *count, dm_error *err);
/* How files are read, as the common fields say. */
dm_read_options ask_read_options(const asking *a);

/* A board as a question wants it. */
typedef struct ask_prepared {
    dm_arena *arena;      /* NULL: as it was given */
    dm_places *customers; /* NULL: none were given */
    ask_tables *tables;   /* what a->tables of the question must be; NULL: none are kept */
} ask_prepared;

/* Makes board->arena the board as the question wants it: divides streets at places by lon and lat,
 * turns arcs or makes edges of them, and gives vertices the values or the customers.  `out` is
 * zeroed before and keeps what is made; clear it in any case, once the question is answered. */
dm_status ask_prepare(asking *a, ask_board *board, ask_notes *notes, ask_prepared *out,
                      dm_error *err);
void ask_prepared_clear(ask_prepared *prepared);
/* Reads the tables of a question that asks about the same board. */
dm_status ask_tables_add(asking *a, ask_tables *to, dm_error *err);
/* The vertices of the board before it was divided. */
dm_vertex ask_own_vertices(const asking *a, const dm_arena *arena);
/* One that was read; NULL: it was not. */
const dm_places *ask_tables_find(const ask_tables *tables, question_raw given, dm_places_use use);

/* Whether it is a table, not a list of vertices. */
bool ask_is_table(question_raw given, dm_places_use use);
/* Reads it, without notes. */
dm_status ask_read_table(asking *a, const dm_arena *arena, const char *field, question_raw given,
                         dm_places_use use, dm_places **out, dm_error *err);
/* A table of places, from a file or from JSON.  *out stays NULL if nothing was given. */
dm_status ask_places(asking *a, const dm_arena *arena, const char *field, question_raw given,
                     dm_places_use use, ask_notes *notes, dm_places **out, dm_error *err);
/* Sites as a list of vertices or as a table; an empty table if nothing was given. */
dm_status ask_sites(asking *a, const dm_arena *arena, const char *field, question_raw given,
                    ask_notes *notes, dm_places **out, dm_error *err);

#endif
