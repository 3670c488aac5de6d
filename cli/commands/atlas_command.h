/* atlas_command.h - what the files of `demesne atlas` share. */
#ifndef CLI_COMMANDS_ATLAS_H
#define CLI_COMMANDS_ATLAS_H

#include "cli.h"

typedef struct {
    const char *db, *to, *vertices, *cells, *rounds;
    int64_t per_turn, memory;
    double game_time;
    int winner; /* an atlas_winner */
    bool summary, queue;
} atlas_options;

typedef enum { ATLAS_ANY, ATLAS_WHITE, ATLAS_TIE, ATLAS_BLACK } atlas_winner;

/* Games of one table, perhaps only those of one outcome. */
typedef struct {
    dm_atlas *atlas; /* NULL: the tables that are packed into the program */
    dm_atlas_plan plan;
    atlas_winner winner;
} atlas_query;

/* Like dm_atlas_each(). */
dm_status atlas_read(const atlas_query *query, dm_atlas_game_fn *each, void *user, dm_error *err);

typedef struct {
    int64_t white, tie, black, unproven;
} atlas_count;

int64_t atlas_count_sum(const atlas_count *count);
void atlas_count_game(atlas_count *count, const dm_atlas_game *game);
/* "+3", "0", "-1", or "-2..4" if only bounds are known. */
void atlas_value_text(const dm_atlas_game *game, char out[48]);

enum { ATLAS_EXAMPLES = 3 };

/* The games of one number of rounds. */
typedef struct {
    atlas_count count;
    int32_t least;       /* vertices of the smallest boards that Black wins; 0: none */
    int64_t least_count; /* the number of boards of that size that Black wins */
    char *example[ATLAS_EXAMPLES];
    int64_t value[ATLAS_EXAMPLES];
} atlas_rounds;

/* What one pass over the games of a query finds. */
typedef struct {
    int64_t games, boards;
    int32_t min_vertices, max_vertices, max_rounds;
    int name_width, cell_width;
    atlas_count total;
    atlas_rounds *rounds; /* 1..max_rounds, capacity for rounds_capacity */
    int32_t rounds_capacity;
    char last[64]; /* the last board's name, cut: it and the size tell boards apart */
    int32_t last_rounds;
} atlas_survey;

dm_status atlas_survey_init(const atlas_query *query, atlas_survey *out, dm_error *err);
void atlas_survey_clear(atlas_survey *survey);

/* One row of counts: all boards of a size. */
typedef struct {
    int32_t vertices;
    int64_t boards;
    int32_t max_rounds;
    const atlas_count *by_rounds; /* 1..max_rounds */
    bool is_complete;             /* for tables of all boards: none is missing */
} atlas_size;

typedef dm_status atlas_size_fn(void *user, const atlas_size *size, dm_error *err);
/* The counts of every size, from the smallest. */
dm_status atlas_each_size(const atlas_query *query, const atlas_survey *survey, atlas_size_fn *each,
                          void *user, dm_error *err);

/* The same of the tables that are packed into the program (atlas_packed.c). */
dm_status atlas_packed_each(const dm_atlas_plan *plan, dm_atlas_game_fn *each, void *user,
                            dm_error *err);
/* The counts of a table of all boards, of which only some games are there; zeroed ones are left
 * out.  `by_rounds` has one number of rounds at a time. */
dm_status atlas_packed_counts(const atlas_query *query, atlas_size_fn *each, void *user,
                              dm_error *err);
/* Whether a query is answered by these counts. */
bool atlas_is_counted(const atlas_query *query);

/* Prints tables on stdout. */
dm_status atlas_show(const cli_call *cli, const atlas_query *query, dm_error *err);
/* Writes the tables of `queries` to a file. */
dm_status atlas_export(cli_call *cli, const atlas_query *queries, int count, dm_error *err);
/* One table as a section of the page. */
dm_status atlas_page_section(FILE *page, const atlas_query *query, dm_error *err);
void atlas_page_head(FILE *page);
void atlas_page_foot(FILE *page);

#endif
