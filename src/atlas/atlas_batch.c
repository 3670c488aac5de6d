/* atlas_batch.c - solves a batch: some boards of a table, with all their games. */
#include "atlas/atlas.h"

#include "base/base.h"
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Games that were found, until they are written. */
enum { MOST_BOARDS = 1000 }; /* in one text */

static dmi_found_block *new_block(dmi_found_games *found, const dmi_game_group *group, int32_t part)
{
    dmi_found_block *block = dmi_calloc(1, sizeof *block);
    if (!block)
        return NULL;
    *block = (dmi_found_block){.next = found->first, .group = *group, .part = part};
    snprintf(block->family, sizeof block->family, "%s", group->family);
    block->group.family = block->family;
    found->first = block;
    return block;
}

dm_status dmi_found_add(dmi_found_games *found, const dmi_game_group *group, int32_t part,
                        const dmi_member *board, const dmi_solved_game *games, size_t count,
                        dm_error *err)
{
    dmi_found_block *block = found->first;
    while (block &&
           !(block->part == part && block->text.boards < MOST_BOARDS &&
             block->group.vertices == group->vertices && block->group.per_turn == group->per_turn &&
             block->group.ties == group->ties && strcmp(block->family, group->family) == 0))
        block = block->next;
    if (!block)
        block = new_block(found, group, part);
    if (!block)
        return dmi_no_memory(err);
    assert(block->text.boards < MOST_BOARDS);
    dmi_game_text_add(&block->text, board, games, count);
    return block->text.failed ? dmi_no_memory(err) : DM_OK;
}

dm_status dmi_found_write(dmi_store *store, const dmi_found_games *found, dm_error *err)
{
    dm_status status = DM_OK;
    for (const dmi_found_block *b = found->first; b && status == DM_OK; b = b->next)
        status = dmi_solved_put(store, &b->group, b->part, &b->text, err);
    return status;
}

void dmi_found_clear(dmi_found_games *found)
{
    while (found->first) {
        dmi_found_block *next = found->first->next;
        dmi_game_text_clear(&found->first->text);
        free(found->first);
        found->first = next;
    }
}

#define WHAT                                                                                       \
    " vertices %" SCNd32 "-%" SCNd32 " part %" SCNd32 "/%" SCNd32 " rounds %" SCNd32 "-%" SCNd32   \
    " per turn %" SCNd32 " ties %15s game time %lf"

void dmi_atlas_batch_write(const dmi_atlas_batch *batch, char out[DMI_ATLAS_WHAT])
{
    const dm_atlas_plan *plan = &batch->plan;
    snprintf(out, DMI_ATLAS_WHAT,
             "%s vertices %d-%d part %d/%d rounds %d-%d per turn %d ties %s game time %.9g",
             plan->table, plan->min_vertices, plan->max_vertices, batch->part, batch->parts,
             plan->min_rounds, plan->max_rounds, plan->per_turn > 0 ? plan->per_turn : 1,
             dm_tie_rule_name(plan->ties), plan->game_seconds);
}

/* DM_BAD_INPUT if the text is not of this form. */
static dm_status atlas_batch_read(const char *text, dmi_atlas_batch *out, dm_error *err)
{
    dmi_atlas_batch batch = {0};
    dm_atlas_plan *plan = &batch.plan;
    char ties[16] = "";
    int read = sscanf(text, "%31s" WHAT, batch.table, &plan->min_vertices, &plan->max_vertices,
                      &batch.part, &batch.parts, &plan->min_rounds, &plan->max_rounds,
                      &plan->per_turn, ties, &plan->game_seconds);
    bool fits = read == 10 && dm_tie_rule_parse(ties, &plan->ties, NULL) == DM_OK &&
                batch.part >= 0 && (batch.parts == 0 || batch.part < batch.parts) &&
                plan->per_turn > 0 && plan->min_vertices >= 1 &&
                plan->max_vertices >= plan->min_vertices;
    if (!fits)
        return dmi_fail(err, DM_BAD_INPUT, "\"%.100s\" is not a batch of the atlas", text);
    *out = batch;
    out->plan.table = out->table;
    return DM_OK;
}

/* What a thread keeps. */
typedef struct solver_kept {
    dmi_store *store;
    dm_solver *solver;
    dmi_known_sizes known;
} solver_kept;

static void atlas_batch_end(void *kept)
{
    solver_kept *k = kept;
    dm_solver_free(k->solver);
    dmi_known_sizes_clear(&k->known);
    free(k);
}

static dm_status atlas_batch_begin(dmi_store *store, const dm_work_settings *work, void **kept,
                                   dm_error *err)
{
    const dm_solver_settings settings = {.memory = work->memory};
    solver_kept *k = dmi_calloc(1, sizeof *k);
    if (!k)
        return dmi_no_memory(err);
    k->store = store;
    dm_status status = dmi_atlas_check_forms(store, err);
    if (status == DM_OK)
        status = dm_solver_new(&settings, &k->solver, err);
    if (status == DM_OK)
        *kept = k;
    else
        atlas_batch_end(k);
    return status;
}

/* What a batch found. */
typedef struct found_batch {
    dmi_found_games games;
    dmi_unit unit;
    char table[32];   /* the unit's */
    bool is_complete; /* the unit is */
} found_batch;

static void atlas_batch_clear(void *found)
{
    found_batch *f = found;
    dmi_found_clear(&f->games);
    free(f);
}

static dm_status atlas_batch_write(dmi_store *store, const void *found, dm_error *err)
{
    const found_batch *f = found;
    dm_status status = dmi_found_write(store, &f->games, err);
    return status == DM_OK && f->is_complete ? dmi_unit_put(store, &f->unit, err) : status;
}

/* A batch that is being computed. */
typedef struct computing {
    solver_kept *kept;
    const dm_atlas_plan *plan;
    dmi_plan_boards *boards;
    found_batch *found;
    bool has_gaps; /* a game has only bounds */
} computing;

static dm_status add_games(void *user, const dmi_member *board, const dmi_atlas_task *task,
                           const dmi_solved_game *games, size_t count, dm_error *err)
{
    const computing *c = user;
    const dmi_game_group group = {c->plan->table, board->vertices, c->plan->per_turn,
                                  c->plan->ties};
    return dmi_found_add(&c->found->games, &group, task->part ? task->part->number : DMI_ANY_PART,
                         board, games, count, err);
}

static dm_status solve_boards(computing *c, dm_run *run, dm_atlas_tally *tally, dm_error *err)
{
    const dmi_board_solver solver = {c->kept->solver, c->plan, dmi_store_path(c->kept->store), run,
                                     add_games,       c};
    dm_status status = DM_OK;
    while (status == DM_OK) {
        dmi_atlas_task task = {0};
        if (dm_run_stopped(run) != DM_STOP_NONE)
            return DM_STOPPED;
        status = dmi_plan_boards_next(c->boards, &task, err);
        if (status != DM_OK)
            break;
        status = dmi_atlas_solve_board(&solver, &task, tally, &c->has_gaps, err);
        tally->boards += status == DM_OK;
        dm_arena_free(task.arena);
    }
    return status == DM_END ? DM_OK : status;
}

static dm_status open_boards(computing *c, const dmi_atlas_batch *batch, dm_error *err)
{
    const dmi_table_row *row = NULL;
    dm_status status = dmi_table_find(batch->table, &row, err);
    if (status != DM_OK)
        return status;
    if (row->kind == DMI_TABLE_VIEW || (row->kind == DMI_TABLE_ALL) != (batch->parts > 0))
        return dmi_fail(err, DM_BAD_INPUT, "no batch of the table %s", batch->table);
    return batch->parts > 0 ? dmi_part_boards_new(c->kept->store, row, c->plan, batch->part,
                                                  &c->kept->known, &c->boards, err)
                            : dmi_plan_boards_new(c->kept->store, row, c->plan, &c->kept->known,
                                                  &c->boards, err);
}

/* The part that the batch completes, if it was there at all and has no gaps. */
static void note_unit(const computing *c)
{
    found_batch *found = c->found;
    const dmi_atlas_part *part = dmi_plan_parts(c->boards);
    if (!part || c->has_gaps)
        return;
    found->unit = part->unit;
    found->unit.family = found->table;
    found->is_complete = true;
}

static dm_status atlas_batch_compute(void *kept, const char *what, dm_run *run, void **found,
                                     dmi_batch_count *count, bool *is_unfit, dm_error *err)
{
    dmi_atlas_batch batch;
    dm_status status = atlas_batch_read(what, &batch, err);
    if (status != DM_OK)
        return status;
    dm_atlas_tally tally = {0};
    computing c = {.kept = kept, .plan = &batch.plan};
    c.found = dmi_calloc(1, sizeof *c.found);
    if (!c.found)
        return dmi_no_memory(err);
    snprintf(c.found->table, sizeof c.found->table, "%s", batch.table);
    status = open_boards(&c, &batch, err);
    if (status == DM_OK)
        status = solve_boards(&c, run, &tally, err);
    if (status == DM_OK)
        note_unit(&c);
    *is_unfit = status == DM_UNSUPPORTED; /* this machine has no generator */
    if (*is_unfit)
        status = DM_IO;
    *count = (dmi_batch_count){.boards = tally.boards,
                               .solved = tally.solved,
                               .known = tally.known,
                               .unproven = tally.unproven};
    dmi_plan_boards_free(c.boards);
    if (status == DM_OK || status == DM_STOPPED)
        *found = c.found;
    else
        atlas_batch_clear(c.found);
    return status;
}

const dmi_batch_kind dmi_atlas_batches = {"atlas",           atlas_batch_begin,
                                          atlas_batch_end,   atlas_batch_compute,
                                          atlas_batch_write, atlas_batch_clear};
