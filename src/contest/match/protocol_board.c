/* protocol_board.c - the board of an `arena` command.
 *
 * The lines are collected as an edge list, with the values as comments, and read as such a file:
 * lengths may be decimals, errors name their line (the command is line 1), and memory grows with
 * what was sent, not with what was announced.  After a bad line the rest is still taken, so that
 * both sides agree on where the next command begins.
 */
#include "contest/match/protocol_board.h"

#include "base/base.h"
#include "format/scan.h"
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dmi_protocol_board {
    int64_t lines; /* that remain */
    int64_t line;  /* number of the last one */
    int64_t n;
    char *text; /* as an edge list */
    size_t size, room;
    int64_t *values;
    size_t values_room;
    dm_error first_error;
};

void dmi_protocol_board_free(dmi_protocol_board *board)
{
    if (!board)
        return;
    free(board->text);
    free(board->values);
    free(board);
}

static void append_line(dmi_protocol_board *board, const char *mark, const char *line)
{
    size_t size = strlen(mark) + strlen(line) + 1;
    if (board->first_error.status != DM_OK)
        return;
    if (!dmi_reserve(&board->text, &board->room, board->size + size + 1, 1)) {
        dmi_no_memory(&board->first_error);
        return;
    }
    snprintf(board->text + board->size, size + 1, "%s%s\n", mark, line);
    board->size += size;
}

dm_status dmi_protocol_board_new(int64_t n, int64_t m, dmi_protocol_board **out, dm_error *err)
{
    char heading[40];
    dmi_protocol_board *board = dmi_calloc(1, sizeof *board);
    if (!board)
        return dmi_no_memory(err);
    board->lines = n + m;
    board->line = 1;
    board->n = n;
    snprintf(heading, sizeof heading, "vertices %lld", (long long)n);
    append_line(board, "", heading);
    *out = board;
    return DM_OK;
}

static void reject_board(dmi_protocol_board *board, const char *what, const char *found)
{
    if (board->first_error.status == DM_OK)
        dmi_fail_at(&board->first_error, DM_BAD_INPUT, "arena", board->line,
                    "expected %s, found %s", what, dmi_quote_word(found).text);
}

static void append_value(dmi_protocol_board *board, const char *line)
{
    const char *at = line;
    int64_t value;
    size_t index = (size_t)(board->line - 2);
    if (!dmi_scan_next(&at, &value) || *dmi_skip_blanks(at)) {
        reject_board(board, "a vertex value", line);
        return;
    }
    if (board->first_error.status != DM_OK)
        return;
    if (!dmi_reserve(&board->values, &board->values_room, index + 1, sizeof *board->values)) {
        dmi_no_memory(&board->first_error);
        return;
    }
    board->values[index] = value;
    append_line(board, "# ", line);
}

bool dmi_protocol_board_take(dmi_protocol_board *board, const char *line)
{
    board->line++;
    board->lines--;
    if (board->line <= board->n + 1)
        append_value(board, line);
    else if (dmi_count_words(line) != 3 || *line == '#')
        reject_board(board, "u v length", line);
    else
        append_line(board, "", line);
    return board->lines == 0;
}

static dm_status read_board(const dmi_protocol_board *board, dm_arena **out, dm_error *err)
{
    dm_reader *reader = NULL;
    dm_arena *plain = NULL;
    dm_status status =
        dm_reader_open_memory("arena", board->text, board->size, "edges", &reader, err);
    if (status == DM_OK)
        status = dm_reader_next(reader, &plain, err);
    if (status == DM_OK)
        status = dm_arena_with_values(plain, board->values, out, err);
    dm_arena_free(plain);
    dm_reader_free(reader);
    return status;
}

dm_status dmi_protocol_board_finish(dmi_protocol_board *board, dm_arena **out, dm_error *err)
{
    dm_status status = board->first_error.status;
    if (status == DM_OK)
        status = read_board(board, out, err);
    else if (err)
        *err = board->first_error;
    dmi_protocol_board_free(board);
    return status;
}

void dmi_protocol_board_write(const dm_arena *arena, dmi_output *out)
{
    const dm_graph *graph = dm_arena_graph(arena);
    const int64_t *values = dm_arena_values(arena);
    dmi_print(out, "arena %d %lld\n", graph->n, (long long)dm_arena_edges(arena));
    for (dm_vertex v = 0; v < graph->n; v++)
        dmi_print(out, "%lld\n", (long long)dm_value_of(values, v));
    DMI_FOR_EDGES(arena, graph, v, arc)
    dmi_print(out, "%d %d %lld\n", v, graph->target[arc], (long long)dm_graph_length(graph, arc));
}
