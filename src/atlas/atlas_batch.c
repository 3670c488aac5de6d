/* atlas_batch.c - solves a batch: some boards of a table, with all their games.
 *
 * The boards are read in groups.  One query per group reads which of their games the database has,
 * so that the number of messages does not depend on the number of boards.
 */
#include "atlas/atlas_batch.h"

#include "atlas/board_key.h"
#include "atlas/plan_boards.h"
#include "atlas/solve_game.h"
#include "base/base.h"
#include "format/json.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP = 500 }; /* boards */

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

dm_status dmi_atlas_batch_read(const char *text, dmi_atlas_batch *out, dm_error *err)
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
} solver_kept;

static void end(void *kept)
{
    solver_kept *k = kept;
    dm_solver_free(k->solver);
    free(k);
}

static dm_status begin(dmi_store *store, int64_t memory, void **kept, dm_error *err)
{
    const dm_solver_settings settings = {.memory = memory};
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
        end(k);
    return status;
}

/* What a batch found. */
typedef struct found_games {
    dmi_atlas_result *first, **last;
    dmi_unit unit;
    char table[32];   /* the unit's */
    bool is_complete; /* the unit is */
} found_games;

static void clear(void *found)
{
    found_games *f = found;
    dmi_atlas_results_free(f->first);
    free(f);
}

static dm_status write(dmi_store *store, const void *found, dm_error *err)
{
    const found_games *f = found;
    dm_status status = dmi_atlas_results_write(store, f->first, err);
    return status == DM_OK && f->is_complete ? dmi_unit_put(store, &f->unit, err) : status;
}

/* A board of the present group. */
typedef struct group_board {
    dmi_atlas_task task;
    char *form;
    dmi_solved_game *known; /* by rounds, from task.first on; seconds < 0: not known */
} group_board;

/* A batch that is being computed. */
typedef struct computing {
    const solver_kept *kept;
    const dm_atlas_plan *plan;
    dmi_plan_boards *boards;
    dm_run *run;
    group_board *group; /* GROUP of them */
    int count;
    found_games *found;
    dmi_batch_count *tally;
    bool has_gaps; /* a game has only bounds */
} computing;

static void clear_group(computing *c)
{
    for (int i = 0; i < c->count; i++) {
        dm_arena_free(c->group[i].task.arena);
        free(c->group[i].form);
        free(c->group[i].known);
    }
    c->count = 0;
}

static dm_status add_board(computing *c, const dmi_atlas_task *task, dm_error *err)
{
    group_board *board = &c->group[c->count++];
    int32_t rounds = task->last - task->first + 1;
    *board = (group_board){.task = *task};
    board->known = dmi_alloc((size_t)rounds, sizeof *board->known);
    if (!board->known)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < rounds; i++)
        board->known[i].seconds = -1;
    return dmi_board_key(task->arena, &board->form, err);
}

static int by_form(const void *a, const void *b)
{
    const group_board *first = a, *second = b;
    return strcmp(first->form, second->form);
}

/* Reads the next boards, ordered by their forms; DM_END with the last of them. */
static dm_status read_group(computing *c, dm_error *err)
{
    dm_status status = DM_OK;
    while (c->count < GROUP && status == DM_OK) {
        dmi_atlas_task task = {0};
        status = dm_run_stopped(c->run) == DM_STOP_NONE
                     ? dmi_plan_boards_next(c->boards, &task, err)
                     : DM_STOPPED;
        if (status == DM_OK)
            status = add_board(c, &task, err);
    }
    if (status == DM_OK || status == DM_END)
        qsort(c->group, (size_t)c->count, sizeof *c->group, by_form);
    return status;
}

static void note_known(void *user, const char *form, int32_t rounds, const dmi_solved_game *game)
{
    const computing *c = user;
    const group_board key = {.form = (char *)form};
    group_board *board = bsearch(&key, c->group, (size_t)c->count, sizeof *c->group, by_form);
    if (board && rounds >= board->task.first && rounds <= board->task.last)
        board->known[rounds - board->task.first] = *game;
}

static dm_status find_known(computing *c, dm_error *err)
{
    const dmi_game_key key = {.per_turn = c->plan->per_turn, .ties = c->plan->ties};
    dmi_output text = {0};
    char *forms = NULL;
    for (int i = 0; i < c->count; i++) {
        dmi_put(&text, i ? "," : "[");
        dmi_json_put_string(&text, c->group[i].form);
    }
    dmi_put(&text, c->count ? "]" : "[]");
    dm_status status = dmi_output_take(&text, &forms, err);
    if (status == DM_OK && c->count > 0)
        status = dmi_solved_games_of(c->kept->store, forms, &key, note_known, c, err);
    free(forms);
    return status;
}

static dm_status add_result(computing *c, const dmi_member *member, const dmi_game_key *key,
                            const dmi_solved_game *game, dm_error *err)
{
    dmi_atlas_result *result = dmi_atlas_result_new(member);
    if (!result)
        return dmi_no_memory(err);
    if (key) {
        result->is_game = true;
        result->key = *key;
        result->game = *game;
    }
    result->member.family = c->found->table;
    *c->found->last = result;
    c->found->last = &result->next;
    return DM_OK;
}

static dm_status solve_game(computing *c, const group_board *board, const dmi_member *member,
                            int32_t rounds, dm_error *err)
{
    const dmi_game_key key = {rounds, c->plan->per_turn, c->plan->ties};
    dmi_solved_game game = board->known[rounds - board->task.first];
    if (game.seconds >= 0 && dmi_atlas_is_settled(c->plan, &game)) {
        c->tally->known += game.proven;
        c->tally->unproven += !game.proven;
        c->has_gaps |= !game.proven;
        return DM_OK;
    }
    dm_status status =
        dmi_atlas_solve(c->kept->solver, c->plan, c->run, board->task.arena, &key, &game, err);
    if (status != DM_OK)
        return status;
    c->tally->solved += game.proven;
    c->tally->unproven += !game.proven;
    c->has_gaps |= !game.proven;
    return add_result(c, member, &key, &game, err);
}

static dm_status solve_board(computing *c, const group_board *board, dm_error *err)
{
    const dmi_atlas_task *task = &board->task;
    const dmi_member member = {.family = c->plan->table,
                               .name = task->name[0] ? task->name : board->form,
                               .form = board->form,
                               .vertices = dm_arena_vertices(task->arena),
                               .edges = dm_arena_edges(task->arena)};
    dm_status status = add_result(c, &member, NULL, NULL, err);
    for (int32_t rounds = task->first; rounds <= task->last && status == DM_OK; rounds++)
        status = solve_game(c, board, &member, rounds, err);
    c->tally->boards += status == DM_OK;
    return status;
}

/* Solves all groups. */
static dm_status solve_groups(computing *c, dm_error *err)
{
    dm_status status, read;
    do {
        read = read_group(c, err);
        status = read == DM_END ? DM_OK : read;
        if (status == DM_OK)
            status = find_known(c, err);
        for (int i = 0; i < c->count && status == DM_OK; i++)
            status = solve_board(c, &c->group[i], err);
        clear_group(c);
    } while (status == DM_OK && read != DM_END);
    return status;
}

static dm_status open_boards(computing *c, const dmi_atlas_batch *batch, dm_error *err)
{
    const dmi_table_row *row = NULL;
    dm_status status = dmi_table_find(batch->table, &row, err);
    if (status != DM_OK)
        return status;
    if (row->kind == DMI_TABLE_VIEW || (row->kind == DMI_TABLE_ALL) != (batch->parts > 0))
        return dmi_fail(err, DM_BAD_INPUT, "no batch of the table %s", batch->table);
    return batch->parts > 0
               ? dmi_part_boards_new(c->kept->store, row, c->plan, batch->part, &c->boards, err)
               : dmi_plan_boards_new(c->kept->store, row, c->plan, &c->boards, err);
}

/* The part that the batch completes, if it was there at all and has no gaps. */
static void note_unit(const computing *c)
{
    found_games *found = c->found;
    const dmi_atlas_part *part = dmi_plan_parts(c->boards);
    if (!part || c->has_gaps)
        return;
    found->unit = part->unit;
    found->unit.family = found->table;
    found->is_complete = true;
}

static dm_status compute(void *kept, const char *what, dm_run *run, void **found,
                         dmi_batch_count *count, dm_error *err)
{
    dmi_atlas_batch batch;
    dm_status status = dmi_atlas_batch_read(what, &batch, err);
    if (status != DM_OK)
        return status;
    computing c = {.kept = kept, .plan = &batch.plan, .run = run, .tally = count};
    c.group = dmi_calloc(GROUP, sizeof *c.group);
    c.found = dmi_calloc(1, sizeof *c.found);
    if (c.group && c.found) {
        c.found->last = &c.found->first;
        snprintf(c.found->table, sizeof c.found->table, "%s", batch.table);
        status = open_boards(&c, &batch, err);
        if (status == DM_OK)
            status = solve_groups(&c, err);
        if (status == DM_OK)
            note_unit(&c);
        if (status == DM_UNSUPPORTED) /* only here: this machine has no generator */
            status = DM_IO;
    } else {
        status = dmi_no_memory(err);
    }
    dmi_plan_boards_free(c.boards);
    free(c.group);
    if (c.found && (status == DM_OK || status == DM_STOPPED))
        *found = c.found;
    else if (c.found)
        clear(c.found);
    return status;
}

const dmi_batch_kind dmi_atlas_batches = {"atlas", begin, end, compute, write, clear};
