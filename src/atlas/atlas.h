/* atlas.h - an open atlas. */
#ifndef DMI_ATLAS_H
#define DMI_ATLAS_H

#include "store/queue/queue.h"
#include "store/solved_games.h"
#include "store/store.h"
#include <demesne/arena.h>
#include <demesne/atlas.h>
#include <demesne/solve.h>

struct dm_atlas {
    dmi_store *store;
};

/* The tables of the atlas and their boards. */
typedef enum dmi_table_kind { DMI_TABLE_FAMILY, DMI_TABLE_ALL, DMI_TABLE_VIEW } dmi_table_kind;

enum { DMI_NAME_SIZE = 48 };

/* The `index`-th board of n vertices, as an ARENA; false if there are no more. */
typedef bool dmi_name_fn(int32_t n, int32_t index, char name[DMI_NAME_SIZE]);

typedef struct dmi_table_row {
    dm_atlas_table table;
    dmi_table_kind kind;
    dmi_name_fn *name;
} dmi_table_row;

/* DM_BAD_ARGUMENT names the tables that exist. */
dm_status dmi_table_find(const char *name, const dmi_table_row **out, dm_error *err);

/* The program of nauty that prints all boards of a table of kind ALL. */
typedef struct dmi_generator {
    const char *program; /* "geng" */
    const char *options;
    const char *format; /* of what it prints */
    int32_t whole;      /* sizes up to this one have one part */
    int32_t growth;     /* each further vertex multiplies the parts by 2^growth */
} dmi_generator;

const dmi_generator *dmi_table_generator(const dmi_table_row *row);
int32_t dmi_generator_parts(const dmi_generator *generator, int32_t n);

/* The table that a view reads, and whether the view shows a game. */
const char *dmi_view_source(const dmi_table_row *row);
bool dmi_view_shows(const dmi_table_row *row, const dm_atlas_game *game);

/* The games that the database has on the boards of one size.
 *
 * Boards of families are few and may be in several tables, so a game on one of them is known to
 * every table.  Boards of a generator's part are looked for in that part only.
 */

/* What is known of boards of no particular part. */
typedef struct dmi_known_size {
    struct dmi_known_size *next;
    dmi_game_group group;    /* its family is a constant */
    dmi_board_set own;       /* of the table itself, by form */
    dmi_board_set elsewhere; /* of other tables, by form */
} dmi_known_size;

/* The sizes read so far.  {0} to start with. */
typedef struct dmi_known_sizes {
    dmi_known_size *first;
} dmi_known_sizes;

/* Reads a size, once; borrowed from `sizes`. */
void dmi_known_sizes_clear(dmi_known_sizes *sizes);

/* The boards of a plan, one after another. */

/* Boards that are recorded as complete together. */
typedef struct dmi_atlas_part {
    struct dmi_atlas_part *next;
    dmi_unit unit;
    int32_t number;      /* of the generator's part */
    dmi_board_set known; /* boards of it that the database has, by form */
    int64_t pending;     /* boards taken and not yet finished */
    bool all_read;       /* all its boards were taken */
    bool has_gaps;       /* a game is unproven, or reading failed */
    bool is_recorded;    /* in the database */
} dmi_atlas_part;

typedef struct dmi_atlas_task {
    dm_arena *arena;          /* owned by the caller */
    char name[DMI_NAME_SIZE]; /* "": use the key of the board */
    int32_t first, last;      /* rounds */
    dmi_atlas_part *part;     /* NULL for boards of families */
    const dmi_known_size *known;
} dmi_atlas_task;

typedef struct dmi_plan_boards dmi_plan_boards;

/* The rounds of `plan` that fit on n vertices; false if there are none. */
bool dmi_plan_rounds(const dm_atlas_plan *plan, int32_t n, int32_t *first, int32_t *last);

/* `sizes` keeps what is known, also for other plans with the same database; borrowed. */
dm_status dmi_plan_boards_new(dmi_store *store, const dmi_table_row *row, const dm_atlas_plan *plan,
                              dmi_known_sizes *sizes, dmi_plan_boards **out, dm_error *err);
/* The same for one part of the smallest size of `plan`, of a table of kind ALL. */
dm_status dmi_part_boards_new(dmi_store *store, const dmi_table_row *row, const dm_atlas_plan *plan,
                              int32_t part, dmi_known_sizes *sizes, dmi_plan_boards **out,
                              dm_error *err);
void dmi_plan_boards_free(dmi_plan_boards *boards);
/* DM_END after the last.  Parts that are complete in the database are skipped. */
dm_status dmi_plan_boards_next(dmi_plan_boards *boards, dmi_atlas_task *out, dm_error *err);
/* The games of a part that was read and whose boards are finished are not needed any more. */
void dmi_atlas_part_forget(dmi_atlas_part *part);
/* All parts so far; borrowed. */
dmi_atlas_part *dmi_plan_parts(dmi_plan_boards *boards);

/* Solves the games on one board that the database does not have. */

/* Called with games that were found on a board; all is borrowed. */
typedef dm_status dmi_found_fn(void *user, const dmi_member *board, const dmi_atlas_task *task,
                               const dmi_solved_game *games, size_t count, dm_error *err);

/* How one thread solves. */
typedef struct dmi_board_solver {
    dm_solver *solver;
    const dm_atlas_plan *plan;
    const char *path; /* of the database, for messages */
    dm_run *run;      /* ends the present game with the bounds it has, and starts no other */
    dmi_found_fn *found;
    void *user;
} dmi_board_solver;

/* Solves all rounds of the task, and adds to the counts of games.  `found` is called at the end,
 * also if the run ended (DM_STOPPED), and after a game that took long.  Sets `*has_gaps` if a game
 * has only bounds. */
dm_status dmi_atlas_solve_board(const dmi_board_solver *solver, const dmi_atlas_task *task,
                                dm_atlas_tally *tally, bool *has_gaps, dm_error *err);

/* Fails if the database has canonical forms of another nauty, which may differ: a board would be
 * stored twice. */
dm_status dmi_atlas_check_forms(dmi_store *store, dm_error *err);

/* Games that were found, until they are written. */

/* Boards of one group and part, as one text. */
typedef struct dmi_found_block {
    struct dmi_found_block *next;
    dmi_game_group group; /* its family is the text below */
    char family[32];
    int32_t part;
    dmi_game_text text;
} dmi_found_block;

/* {0} to start with. */
typedef struct dmi_found_games {
    dmi_found_block *first;
} dmi_found_games;

/* Adds games on a board. */
dm_status dmi_found_add(dmi_found_games *found, const dmi_game_group *group, int32_t part,
                        const dmi_member *board, const dmi_solved_game *games, size_t count,
                        dm_error *err);
/* Writes all of it, within a transaction.  To write it twice changes nothing. */
dm_status dmi_found_write(dmi_store *store, const dmi_found_games *found, dm_error *err);
void dmi_found_clear(dmi_found_games *found);

/* Batches of the atlas: some boards of a table, with all their games. */

/* What a batch is, as its text in the database says. */
typedef struct dmi_atlas_batch {
    char table[32];
    dm_atlas_plan plan; /* its sizes, rounds and rules; its table is the one above */
    int32_t part;       /* of a table of all boards: that part of one size */
    int32_t parts;      /* 0: a family, all its boards of these sizes */
} dmi_atlas_batch;

enum { DMI_ATLAS_WHAT = 200 };
void dmi_atlas_batch_write(const dmi_atlas_batch *batch, char out[DMI_ATLAS_WHAT]);

extern const dmi_batch_kind dmi_atlas_batches;

/* The key of a board in the database. */

/* The canonical graph6 of a board with unit lengths and values: equal for boards that differ in
 * their numbering only.  A board with lengths or values is written as it is numbered:
 * "n;u-v:length;.../value,...".  Freed with free(). */
dm_status dmi_board_key(const dm_arena *arena, char **out, dm_error *err);

#endif
