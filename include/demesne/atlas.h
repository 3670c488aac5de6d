/* demesne/atlas.h - tables of solved games in a database.
 *
 *     dm_atlas *atlas = NULL;
 *     dm_atlas_open("demesne.db", true, &atlas, &err);
 *     dm_atlas_plan plan = {.table = "paths", .max_vertices = 30};
 *     dm_atlas_run(atlas, &plan, run, &tally, &err);
 *     dm_atlas_each(atlas, &plan, print_game, NULL, &err);
 *     dm_atlas_close(atlas);
 *
 * A table is a family (paths, grids, complete trees, ...) or all boards of a kind (free trees,
 * connected graphs).  A game is stored under the canonical form of its board, so a board that is in
 * two tables is solved once.  Games are stored as they are solved: a run that is killed loses at
 * most the unfinished games, and the next one goes on.
 */
#ifndef DEMESNE_ATLAS_H
#define DEMESNE_ATLAS_H

#include <demesne/rules.h>
#include <demesne/run.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_atlas_table {
    const char *name; /* "paths" */
    const char *help; /* one line */
    bool is_family;   /* boards have names (path:9); otherwise every board is its graph6 */
    bool is_view;     /* shows games of another table; it cannot be run */
} dm_atlas_table;

int dm_atlas_table_count(void);
const dm_atlas_table *dm_atlas_table_at(int index);
const dm_atlas_table *dm_atlas_table_find(const char *name); /* NULL: none */

typedef struct dm_atlas dm_atlas;

/* `create` opens for solving: a missing or empty file becomes a database.  Otherwise for reading.
 * DM_BAD_INPUT for a file that is not ours (it is not changed), is missing, or was written by a
 * newer version. */
dm_status dm_atlas_open(const char *path, bool create, dm_atlas **out, dm_error *err);
void dm_atlas_close(dm_atlas *atlas);

enum { DM_MOST_PARTS = 10000 }; /* of a plan */

/* Which games: boards of a table by size, rounds r of k stones per turn with 2rk <= vertices. */
typedef struct dm_atlas_plan {
    const char *table;
    int32_t min_vertices, max_vertices; /* 0: no limit */
    int32_t min_rounds, max_rounds;     /* 0: all */
    int32_t per_turn;                   /* 0: 1 */
    dm_tie_rule ties;
    /* For dm_atlas_run() only. */
    int32_t part, parts; /* one of `parts` parts, which together are all boards; 0: everything */
    int threads;         /* 0: 1; each has its own solver */
    int64_t memory;      /* bytes for the tables of all solvers together; 0: 256 MiB */
    double game_seconds; /* per game, after which its bounds are stored; 0: no limit */
    int64_t reserved[4]; /* 0; later versions may use them */
} dm_atlas_plan;

typedef struct dm_atlas_tally {
    int64_t boards;   /* without those of parts known to be complete */
    int64_t known;    /* games found in the database */
    int64_t solved;   /* games solved now */
    int64_t unproven; /* games with only bounds */
} dm_atlas_tally;

/* Solves the games that the database does not have; on PostgreSQL together with the workers of
 * work.h, and the tally is then of all.  A game with bounds is tried again only with
 * more time than it had.  `run` limits the whole; DM_STOPPED: it ended, all results so far are
 * stored and counted in `out`.  DM_BAD_ARGUMENT without such a table, largest size or part.
 * DM_UNSUPPORTED if nauty's programs are needed and missing, or if the database was made with a
 * nauty of other canonical forms. */
dm_status dm_atlas_run(dm_atlas *atlas, const dm_atlas_plan *plan, dm_run *run, dm_atlas_tally *out,
                       dm_error *err);

/* Only puts the work of dm_atlas_run() into the database, in `*batches` batches, for the workers of
 * work.h. */
dm_status dm_atlas_queue(dm_atlas *atlas, const dm_atlas_plan *plan, int64_t *batches,
                         dm_error *err);

typedef struct dm_atlas_merged {
    int64_t boards;    /* new in their tables */
    int64_t games;     /* new */
    int64_t known;     /* games that both databases have */
    int64_t tightened; /* of those, the ones whose bounds became better */
} dm_atlas_merged;

/* Adds the tables, games and complete parts of the database `from`; `out` may be NULL.  If it
 * fails, nothing was added: DM_BAD_INPUT names a board whose values contradict each other,
 * DM_UNSUPPORTED if the databases were made with two versions of nauty, DM_UNFINISHED if `run`
 * ended. */
dm_status dm_atlas_merge(dm_atlas *into, const char *from, dm_run *run, dm_atlas_merged *out,
                         dm_error *err);

/* One game.  All pointers are borrowed until the callback ends. */
typedef struct dm_atlas_game {
    const char *table;
    const char *board; /* an ARENA: a family's name, or graph6 */
    const char *form;  /* the canonical graph6 */
    int32_t vertices;
    int64_t edges;
    int32_t rounds, per_turn;
    dm_tie_rule ties;
    bool proven;
    int64_t lower, upper; /* on White minus Black under best play */
    int64_t nodes;
    double seconds;
} dm_atlas_game;

typedef dm_status dm_atlas_game_fn(void *user, const dm_atlas_game *game, dm_error *err);

/* Calls `each` for the games of `plan`, by vertices, board, rounds; a status other than DM_OK ends
 * the reading and is returned. */
dm_status dm_atlas_each(dm_atlas *atlas, const dm_atlas_plan *plan, dm_atlas_game_fn *each,
                        void *user, dm_error *err);

/* Whether all boards of `vertices` vertices were solved with all rounds of `plan` (trees and
 * graphs, whose boards only a whole run knows). */
dm_status dm_atlas_is_complete(dm_atlas *atlas, const dm_atlas_plan *plan, int32_t vertices,
                               bool *out, dm_error *err);

/* The board of a game, from its name or its graph6; freed with dm_arena_free(). */
dm_status dm_atlas_board(const char *board, dm_arena **out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
