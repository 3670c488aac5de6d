/* reduction_board.c - builds the board of a reduction: names, places, edges, pendants. */
#include "papers/reduction/reduction_board.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void dmi_reduction_board_open(dmi_reduction_board *board, int64_t vertices, dm_error *err)
{
    *board = (dmi_reduction_board){.err = err};
    if (vertices > DM_REDUCTION_MAX)
        board->status =
            dmi_fail(err, DM_TOO_LARGE, "the board would have %lld vertices; the limit is %d",
                     (long long)vertices, DM_REDUCTION_MAX);
    else
        board->status = dm_builder_new((dm_vertex)vertices, &board->builder, err);
}

void dmi_reduction_board_edge(dmi_reduction_board *board, int64_t u, int64_t v)
{
    if (board->status == DM_OK)
        board->status = dm_builder_edge(board->builder, (dm_vertex)u, (dm_vertex)v, 1, board->err);
}

/* To millionths, because the last bits of a sine differ between machines. */
static double to_millionths(double x)
{
    return round(x * 1e6) / 1e6;
}

void dmi_reduction_board_vertex(dmi_reduction_board *board, int64_t v, double x, double y,
                                const char *format, ...)
{
    char name[32];
    va_list args;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    if (board->status == DM_OK)
        board->status = dm_builder_name(board->builder, (dm_vertex)v, name, board->err);
    if (board->status == DM_OK)
        board->status = dm_builder_place(board->builder, (dm_vertex)v, to_millionths(x),
                                         to_millionths(y), board->err);
}

void dmi_reduction_board_pendants(dmi_reduction_board *board, const dmi_pendants *pendants)
{
    for (int64_t i = 0; i < pendants->count && board->status == DM_OK; i++) {
        double along = pendants->count > 1 ? (double)i / (double)(pendants->count - 1) - 0.5 : 0;
        double angle = pendants->towards - along * pendants->spread;
        dmi_reduction_board_vertex(board, pendants->first + i,
                                   pendants->x + pendants->radius * cos(angle),
                                   pendants->y + pendants->radius * sin(angle), "p%d",
                                   (int)(pendants->first + i - pendants->p1 + 1));
        dmi_reduction_board_edge(board, pendants->hub, pendants->first + i);
    }
}

dm_status dmi_reduction_board_finish(dmi_reduction_board *board, const char *title,
                                     int32_t white_count, dm_reduction **out)
{
    dm_reduction *reduction = dmi_calloc(1, sizeof *reduction);
    if (reduction)
        reduction->white = dmi_alloc((size_t)white_count, sizeof *reduction->white);
    dm_status status = board->status;
    if (status == DM_OK && (!reduction || !reduction->white))
        status = dmi_no_memory(board->err);
    if (status == DM_OK)
        status = dm_builder_title(board->builder, title, board->err);
    if (status == DM_OK)
        status = dm_builder_finish(board->builder, &reduction->arena, board->err);
    else
        dm_builder_free(board->builder);
    if (status != DM_OK) {
        dm_reduction_free(reduction);
        return status;
    }
    reduction->white_count = white_count;
    *out = reduction;
    return DM_OK;
}

void dm_reduction_free(dm_reduction *reduction)
{
    if (!reduction)
        return;
    dm_arena_free(reduction->arena);
    free(reduction->white);
    free(reduction);
}
