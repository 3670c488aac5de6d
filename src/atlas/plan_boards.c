/* plan_boards.c - the boards of a plan, one after another, smallest first.
 *
 * A family's boards are made by name.  All trees and all connected graphs come from nauty's
 * generators, started as child processes; their res/mod option splits the boards into parts that
 * have the same boards in the same order every time, so that a part can be repeated anywhere.  If a
 * child fails (killed, missing), its part stays incomplete.
 *
 * A plan that is one of M parts takes every M-th of the generator's parts, so that no board is
 * generated twice.  These are uneven; if there are too few to even out, it takes every M-th board
 * of each instead.
 */
#include "atlas/atlas.h"

#include "base/base.h"
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* The games that the database has on the boards of one size. */

/* Reads a size, once; borrowed from `sizes`. */
static dm_status known_size_read(dmi_known_sizes *sizes, dmi_store *store,
                                 const dmi_game_group *group, const dmi_known_size **out,
                                 dm_error *err)
{
    for (dmi_known_size *size = sizes->first; size; size = size->next)
        if (size->group.vertices == group->vertices && size->group.per_turn == group->per_turn &&
            size->group.ties == group->ties && strcmp(size->group.family, group->family) == 0) {
            *out = size;
            return DM_OK;
        }
    dmi_known_size *size = dmi_calloc(1, sizeof *size);
    if (!size)
        return dmi_no_memory(err);
    *size = (dmi_known_size){.next = sizes->first, .group = *group};
    sizes->first = size;
    dm_status status = dmi_solved_read_part(store, group, DMI_ANY_PART, &size->own, err);
    if (status == DM_OK)
        status = dmi_solved_read_elsewhere(store, group, &size->elsewhere, err);
    dmi_board_set_sort(&size->own, true);
    dmi_board_set_sort(&size->elsewhere, true);
    *out = size;
    return status;
}

void dmi_known_sizes_clear(dmi_known_sizes *sizes)
{
    while (sizes->first) {
        dmi_known_size *next = sizes->first->next;
        dmi_board_set_clear(&sizes->first->own);
        dmi_board_set_clear(&sizes->first->elsewhere);
        free(sizes->first);
        sizes->first = next;
    }
}

struct dmi_plan_boards {
    dmi_store *store;
    const dmi_table_row *row;
    const dm_atlas_plan *plan;
    dmi_known_sizes *sizes;
    int32_t n;     /* the present number of vertices */
    int32_t index; /* of the next board or part of that size */
    int32_t end;   /* the first part not to take; 0: all are taken */
    int64_t seen;  /* boards of families, or lines of the present part */
    FILE *pipe;    /* from a generator */
    dmi_atlas_part *parts;
    char *line;
    size_t line_room;
};

bool dmi_plan_rounds(const dm_atlas_plan *plan, int32_t n, int32_t *first, int32_t *last)
{
    int32_t per_turn = plan->per_turn > 0 ? plan->per_turn : 1;
    int32_t most = n / 2 / per_turn;
    *first = plan->min_rounds > 1 ? plan->min_rounds : 1;
    *last = plan->max_rounds > 0 && plan->max_rounds < most ? plan->max_rounds : most;
    return *first <= *last;
}

dm_status dmi_plan_boards_new(dmi_store *store, const dmi_table_row *row, const dm_atlas_plan *plan,
                              dmi_known_sizes *sizes, dmi_plan_boards **out, dm_error *err)
{
    dmi_plan_boards *boards = dmi_calloc(1, sizeof *boards);
    if (!boards)
        return dmi_no_memory(err);
    boards->store = store;
    boards->row = row;
    boards->plan = plan;
    boards->sizes = sizes;
    boards->n = plan->min_vertices > 2 ? plan->min_vertices : 2;
    *out = boards;
    return DM_OK;
}

dm_status dmi_part_boards_new(dmi_store *store, const dmi_table_row *row, const dm_atlas_plan *plan,
                              int32_t part, dmi_known_sizes *sizes, dmi_plan_boards **out,
                              dm_error *err)
{
    dmi_plan_boards *boards = NULL;
    dm_status status = dmi_plan_boards_new(store, row, plan, sizes, &boards, err);
    if (status != DM_OK)
        return status;
    boards->index = part;
    boards->end = part + 1;
    *out = boards;
    return DM_OK;
}

void dmi_plan_boards_free(dmi_plan_boards *boards)
{
    if (!boards)
        return;
    if (boards->pipe)
        pclose(boards->pipe);
    while (boards->parts) {
        dmi_atlas_part *next = boards->parts->next;
        dmi_atlas_part_forget(boards->parts);
        free(boards->parts);
        boards->parts = next;
    }
    free(boards->line);
    free(boards);
}

void dmi_atlas_part_forget(dmi_atlas_part *part)
{
    dmi_board_set_clear(&part->known);
}

dmi_atlas_part *dmi_plan_parts(dmi_plan_boards *boards)
{
    return boards->parts;
}

static void next_size(dmi_plan_boards *boards)
{
    boards->n++;
    boards->index = 0;
}

static bool is_in_plan(const dm_atlas_plan *plan, int64_t index)
{
    return plan->parts <= 1 || index % plan->parts == plan->part;
}

static dm_status next_named(dmi_plan_boards *boards, dmi_atlas_task *task, dm_error *err)
{
    while (boards->n <= boards->plan->max_vertices) {
        if (dmi_plan_rounds(boards->plan, boards->n, &task->first, &task->last) &&
            boards->row->name(boards->n, boards->index++, task->name)) {
            if (is_in_plan(boards->plan, boards->seen++))
                return dm_generate(task->name, 1, &task->arena, err);
            continue;
        }
        next_size(boards);
    }
    return DM_END;
}

/* Whether a plan that is one of several parts takes every M-th board, not every M-th part. */
static bool splits_boards(const dm_atlas_plan *plan, int32_t generated)
{
    enum { ENOUGH = 16 }; /* parts of the generator for each part of the plan */
    return plan->parts > 1 && generated < ENOUGH * plan->parts;
}

/* The next part of the generator, as a unit; false after the last one of this size. */
static bool next_unit(dmi_plan_boards *boards, int32_t generated, dmi_unit *unit, int32_t *part)
{
    const dm_atlas_plan *plan = boards->plan;
    bool by_boards = splits_boards(plan, generated);
    int64_t at = boards->index++;
    if (plan->parts > 1 && !by_boards)
        at = at * plan->parts + plan->part;
    if (at >= (boards->end ? boards->end : generated))
        return false;
    *part = (int32_t)at;
    unit->parts = by_boards ? generated * plan->parts : generated;
    unit->part = by_boards ? *part * plan->parts + plan->part : *part;
    return true;
}

static dmi_game_group present_group(const dmi_plan_boards *boards)
{
    const dm_atlas_plan *plan = boards->plan;
    return (dmi_game_group){boards->row->table.name, boards->n,
                            plan->per_turn > 0 ? plan->per_turn : 1, plan->ties};
}

/* Starts the next part of this size that is not complete.  DM_END if there is none. */
static dm_status open_part_of(dmi_plan_boards *boards, dmi_unit *unit, dm_error *err)
{
    int32_t generated = dmi_generator_parts(dmi_table_generator(boards->row), boards->n), number;
    dm_status status = boards->index == 0 ? dmi_units_find(boards->store, unit, err) : DM_END;
    if (status != DM_END)
        return status == DM_OK ? DM_END : status;
    while (next_unit(boards, generated, unit, &number)) {
        status = dmi_unit_find(boards->store, unit, err);
        if (status == DM_OK)
            continue;
        dmi_atlas_part *part = status == DM_END ? dmi_calloc(1, sizeof *part) : NULL;
        if (!part)
            return status == DM_END ? dmi_no_memory(err) : status;
        *part = (dmi_atlas_part){.next = boards->parts, .unit = *unit, .number = number};
        boards->parts = part;
        /* What is solved already. */
        const dmi_game_group group = present_group(boards);
        status = dmi_solved_read_part(boards->store, &group, part->number, &part->known, err);
        dmi_board_set_sort(&part->known, true);
        if (status != DM_OK)
            return status;
        /* Debian calls the programs nauty-geng and nauty-gentreeg, others geng and gentreeg.  Their
         * complaints about a pipe that a stopped run closed are discarded; the exit status is
         * enough. */
        const dmi_generator *g = dmi_table_generator(boards->row);
        char command[240];
        snprintf(command, sizeof command,
                 "p=$(command -v nauty-%s || command -v %s) || exit 127; exec \"$p\" %s %d %d/%d "
                 "2>/dev/null",
                 g->program, g->program, g->options, boards->n, number, generated);
        boards->seen = 0;
        boards->pipe = popen(command, "r");
        return boards->pipe ? DM_OK : dmi_fail(err, DM_IO, "cannot start %s", g->program);
    }
    return DM_END;
}

/* Starts the next incomplete part.  DM_END after the last. */
static dm_status open_part(dmi_plan_boards *boards, dm_error *err)
{
    const dm_atlas_plan *plan = boards->plan;
    for (; boards->n <= plan->max_vertices; next_size(boards)) {
        dmi_unit unit = {.family = boards->row->table.name,
                         .vertices = boards->n,
                         .per_turn = plan->per_turn > 0 ? plan->per_turn : 1,
                         .ties = plan->ties};
        if (!dmi_plan_rounds(plan, boards->n, &unit.first, &unit.last))
            continue;
        dm_status status = open_part_of(boards, &unit, err);
        if (status != DM_END)
            return status;
    }
    return DM_END;
}

static dm_status close_part(dmi_plan_boards *boards, dm_error *err)
{
    const char *program = dmi_table_generator(boards->row)->program;
    bool was_read = feof(boards->pipe) != 0;
    int status = pclose(boards->pipe);
    boards->pipe = NULL;
    if (was_read && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        boards->parts->all_read = true;
        return DM_OK;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return dmi_fail(
            err, DM_UNSUPPORTED,
            "the table %s needs nauty's %s; found neither nauty-%s nor %s (they are in the "
            "package nauty)",
            boards->row->table.name, program, program, program);
    return dmi_fail(err, DM_IO, "%s ended before its last board", program);
}

static dm_status read_line_board(dmi_plan_boards *boards, size_t size, dmi_atlas_task *task,
                                 dm_error *err)
{
    const dmi_generator *g = dmi_table_generator(boards->row);
    dm_reader *reader = NULL;
    dm_status status =
        dm_reader_open_memory(g->program, boards->line, size, g->format, &reader, err);
    if (status == DM_OK)
        status = dm_reader_next(reader, &task->arena, err);
    dm_reader_free(reader);
    return status;
}

/* The next line of the present part that is in the plan; 0 at its end. */
static size_t read_line(dmi_plan_boards *boards)
{
    int32_t generated = dmi_generator_parts(dmi_table_generator(boards->row), boards->n);
    bool takes_all = !splits_boards(boards->plan, generated);
    ssize_t size;
    do
        size = getline(&boards->line, &boards->line_room, boards->pipe);
    while (size > 0 && !takes_all && !is_in_plan(boards->plan, boards->seen++));
    return size > 0 ? (size_t)size : 0;
}

static dm_status next_generated(dmi_plan_boards *boards, dmi_atlas_task *task, dm_error *err)
{
    for (;;) {
        dm_status status = boards->pipe ? DM_OK : open_part(boards, err);
        if (status != DM_OK)
            return status;
        size_t size = read_line(boards);
        if (size > 0) {
            task->part = boards->parts;
            task->first = boards->parts->unit.first;
            task->last = boards->parts->unit.last;
            status = read_line_board(boards, size, task, err);
            boards->parts->pending += status == DM_OK;
            return status;
        }
        status = close_part(boards, err);
        if (status != DM_OK)
            return status;
    }
}

dm_status dmi_plan_boards_next(dmi_plan_boards *boards, dmi_atlas_task *out, dm_error *err)
{
    dmi_atlas_task task = {0};
    dm_status status = boards->row->kind == DMI_TABLE_ALL ? next_generated(boards, &task, err)
                                                          : next_named(boards, &task, err);
    if (status != DM_OK)
        return status;
    const dmi_game_group group = present_group(boards);
    status = known_size_read(boards->sizes, boards->store, &group, &task.known, err);
    if (status == DM_OK)
        *out = task;
    else
        dm_arena_free(task.arena);
    return status;
}
