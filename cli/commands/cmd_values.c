/* cmd_values.c - `demesne values`: the value that a player gives each vertex. */
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static dm_status write_table(FILE *to, const void *what, dm_error *err)
{
    const values_found *f = what;
    (void)err;
    fputs("vertex,value\n", to);
    for (dm_vertex v = 0; v < dm_arena_vertices(dm_position_arena(f->position)); v++)
        if (isnan(f->values[v]))
            fprintf(to, "%d,\n", v);
        else
            fprintf(to, "%d,%.9g\n", v, f->values[v]);
    return DM_OK;
}

/* The same board, each vertex named by its value. */
static dm_status name_by_value(const values_found *f, dm_arena **out, dm_error *err)
{
    const dm_arena *arena = dm_position_arena(f->position);
    const dm_graph *graph = dm_arena_graph(arena);
    const dm_point *places = dm_arena_places(arena);
    dm_builder *builder = NULL;
    dm_status status = dm_builder_new(graph->n, &builder, err);
    if (status == DM_OK && dm_arena_is_directed(arena))
        status = dm_builder_directed(builder, err);
    for (dm_vertex v = 0; v < graph->n && status == DM_OK; v++) {
        char name[32] = "-";
        if (!isnan(f->values[v]))
            snprintf(name, sizeof name, "%.4g", f->values[v]);
        status = dm_builder_name(builder, v, name, err);
        if (status == DM_OK && places)
            status = dm_builder_place(builder, v, places[v].x, places[v].y, err);
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1] && status == DM_OK; arc++) {
            dm_vertex u = graph->target[arc];
            int64_t length = dm_graph_length(graph, arc);
            if (dm_arena_is_directed(arena))
                status = dm_builder_arc(builder, v, u, length, err);
            else if (v < u)
                status = dm_builder_edge(builder, v, u, length, err);
        }
    }
    if (status != DM_OK) {
        dm_builder_free(builder);
        return status;
    }
    return dm_builder_finish(builder, out, err);
}

static dm_status draw_values(const cli_call *cli, const ask_board *board, const values_found *f,
                             const char *path, dm_error *err)
{
    int32_t count;
    char caption[160];
    const dm_stone *stones = dm_position_stones(f->position, &count);
    snprintf(caption, sizeof caption, "%.60s for %s: %s", dm_player_spec(f->player),
             dm_side_name(dm_position_to_move(f->position)), dm_player_values_meaning(f->player));
    const dm_picture picture = {.labels = DM_LABELS_VERTICES,
                                .hide_legend = true,
                                .caption = caption,
                                .seed = cli->ask.seed};
    dm_arena *named = NULL;
    char *file = cli_board_path(path, board);
    dm_status status =
        file ? name_by_value(f, &named, err) : answer_fail(err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK)
        status =
            dm_draw_file(named, stones, count, (dm_tie_rule)cli->ask.ties, &picture, file, err);
    dm_arena_free(named);
    free(file);
    return status;
}

static dm_status print_values(cli_call *cli, const ask_board *board, void *found, report *r,
                              dm_error *err)
{
    const values_fields *own = cli->ask.own;
    const values_found *f = found;
    bool to_stdout = own->csv && strcmp(own->csv, "-") == 0;
    dm_status status = DM_OK;
    if (to_stdout)
        report_free(r);
    else
        status = report_end(r, err);
    if (status == DM_OK && own->csv) {
        char *file = cli_board_path(own->csv, board);
        status = file ? cli_write_file(file, write_table, f, err)
                      : answer_fail(err, DM_NO_MEMORY, "out of memory");
        free(file);
    }
    if (status == DM_OK && own->output)
        status = draw_values(cli, board, f, own->output, err);
    return status;
}

static const char *const more[] = {
    "demesne values grid:5x5 expectation --rounds 3 --white 12 --black 6 --json",
    "demesne values colby:20 monte-carlo --rounds 5 --csv values.csv -o values.svg", NULL};

const cli_spec spec_values = {
    .names = CLI_PLAYERS,
    .question = &question_values,
    .print = print_values,
    .operands = {2, 2},
    .more = more,
    .about =
        "The values by which a player would choose the next stone: its own score(v), which it\n"
        "wants to be large (greedy, neighbour, enhanced), or White's score minus Black's, which\n"
        "White wants to be large (minimax, monte-carlo, expectation, mcts, champion).  Vertices\n"
        "that are taken, or that the player did not try, have none (null in --json).  `demesne\n"
        "solve --moves` has the exact value of every move."};
