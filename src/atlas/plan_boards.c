/* feed.c - the boards of a plan, one after another, smallest first.
 *
 * A family's boards are made by name.  All trees and all connected graphs come out of nauty's
 * generators, started as child processes and cut by their res/mod option into parts: the same
 * part is the same boards in the same order every time, so a part can be done anywhere and anew.
 * A child that ends badly (killed, missing) leaves its part incomplete.
 */
#include "atlas/plan_boards.h"

#include "base/base.h"
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

struct dmi_plan_boards {
    dmi_store *store;
    const dmi_table_row *row;
    const dm_atlas_plan *plan;
    int32_t n;     /* the size in work */
    int32_t index; /* of the next board or part of that size */
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
                              dmi_plan_boards **out, dm_error *err)
{
    dmi_plan_boards *feed = dmi_calloc(1, sizeof *feed);
    if (!feed)
        return dmi_no_memory(err);
    feed->store = store;
    feed->row = row;
    feed->plan = plan;
    feed->n = plan->min_vertices > 2 ? plan->min_vertices : 2;
    *out = feed;
    return DM_OK;
}

void dmi_plan_boards_free(dmi_plan_boards *feed)
{
    if (!feed)
        return;
    if (feed->pipe)
        pclose(feed->pipe);
    while (feed->parts) {
        dmi_atlas_part *next = feed->parts->next;
        free(feed->parts);
        feed->parts = next;
    }
    free(feed->line);
    free(feed);
}

dmi_atlas_part *dmi_plan_parts(dmi_plan_boards *feed)
{
    return feed->parts;
}

static void next_size(dmi_plan_boards *feed)
{
    feed->n++;
    feed->index = 0;
}

static dm_status next_named(dmi_plan_boards *feed, dmi_atlas_task *task, dm_error *err)
{
    while (feed->n <= feed->plan->max_vertices) {
        if (dmi_plan_rounds(feed->plan, feed->n, &task->first, &task->last) &&
            feed->row->name(feed->n, feed->index++, task->name))
            return dm_generate(task->name, 1, &task->arena, err);
        next_size(feed);
    }
    return DM_END;
}

/* Debian calls the programs nauty-geng and nauty-gentreeg, others geng and gentreeg.  They
 * complain of a closed pipe when a run is stopped; how they ended tells all that matters. */
static dm_status start_generator(dmi_plan_boards *feed, const dmi_unit *unit, dm_error *err)
{
    const dmi_generator *g = dmi_table_generator(feed->row);
    char command[240];
    snprintf(command, sizeof command,
             "p=$(command -v nauty-%s || command -v %s) || exit 127; exec \"$p\" %s %d %d/%d "
             "2>/dev/null",
             g->program, g->program, g->options, unit->vertices, unit->part, unit->parts);
    feed->pipe = popen(command, "r");
    return feed->pipe ? DM_OK : dmi_fail(err, DM_IO, "%s could not be started", g->program);
}

/* Begins the next part that is not complete yet.  DM_END after the last. */
static dm_status open_part(dmi_plan_boards *feed, dm_error *err)
{
    const dm_atlas_plan *plan = feed->plan;
    for (; feed->n <= plan->max_vertices; next_size(feed)) {
        dmi_unit unit = {.family = feed->row->table.name,
                         .vertices = feed->n,
                         .parts = dmi_generator_parts(dmi_table_generator(feed->row), feed->n),
                         .per_turn = plan->per_turn > 0 ? plan->per_turn : 1,
                         .ties = plan->ties};
        if (!dmi_plan_rounds(plan, feed->n, &unit.first, &unit.last))
            continue;
        while (feed->index < unit.parts) {
            unit.part = feed->index++;
            dm_status status = dmi_unit_find(feed->store, &unit, err);
            if (status == DM_OK)
                continue;
            dmi_atlas_part *part = status == DM_END ? dmi_calloc(1, sizeof *part) : NULL;
            if (!part)
                return status == DM_END ? dmi_no_memory(err) : status;
            *part = (dmi_atlas_part){.next = feed->parts, .unit = unit};
            feed->parts = part;
            return start_generator(feed, &unit, err);
        }
    }
    return DM_END;
}

static dm_status close_part(dmi_plan_boards *feed, dm_error *err)
{
    const char *program = dmi_table_generator(feed->row)->program;
    bool was_read = feof(feed->pipe) != 0;
    int status = pclose(feed->pipe);
    feed->pipe = NULL;
    if (was_read && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        feed->parts->all_read = true;
        return DM_OK;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "the table %s needs nauty's %s, and neither nauty-%s nor %s is there to "
                        "run; it is in the package nauty",
                        feed->row->table.name, program, program, program);
    return dmi_fail(err, DM_IO, "%s ended before its last board", program);
}

static dm_status read_line_board(dmi_plan_boards *feed, size_t size, dmi_atlas_task *task,
                                 dm_error *err)
{
    const dmi_generator *g = dmi_table_generator(feed->row);
    dm_reader *reader = NULL;
    dm_status status = dm_reader_open_memory(g->program, feed->line, size, g->format, &reader, err);
    if (status == DM_OK)
        status = dm_reader_next(reader, &task->arena, err);
    dm_reader_free(reader);
    return status;
}

static dm_status next_generated(dmi_plan_boards *feed, dmi_atlas_task *task, dm_error *err)
{
    for (;;) {
        dm_status status = feed->pipe ? DM_OK : open_part(feed, err);
        if (status != DM_OK)
            return status;
        ssize_t size = getline(&feed->line, &feed->line_room, feed->pipe);
        if (size > 0) {
            task->part = feed->parts;
            task->first = feed->parts->unit.first;
            task->last = feed->parts->unit.last;
            status = read_line_board(feed, (size_t)size, task, err);
            feed->parts->pending += status == DM_OK;
            return status;
        }
        status = close_part(feed, err);
        if (status != DM_OK)
            return status;
    }
}

dm_status dmi_plan_boards_next(dmi_plan_boards *feed, dmi_atlas_task *out, dm_error *err)
{
    dmi_atlas_task task = {0};
    dm_status status = feed->row->kind == DMI_TABLE_ALL ? next_generated(feed, &task, err)
                                                        : next_named(feed, &task, err);
    if (status == DM_OK)
        *out = task;
    return status;
}
