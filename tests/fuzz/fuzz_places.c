/* fuzz_places.c - tables of customers, sites, candidates and values, also by lon and lat. */
#include <demesne/snap.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { N = 10 };

/* A board of named vertices; with a map they lie along the equator. */
static dm_arena *new_board(bool has_map)
{
    dm_builder *builder = NULL;
    dm_arena *board = NULL;
    dm_builder_new(N, &builder, NULL);
    for (dm_vertex v = 0; v < N; v++)
        dm_builder_name(builder, v, (char[]){(char)('a' + v), 0}, NULL);
    for (dm_vertex v = 0; has_map && v < N; v++) {
        dm_builder_place(builder, v, v, 0, NULL);
        dm_builder_edge(builder, v, (v + 1) % N, 1 + v * 10, NULL);
    }
    if (has_map)
        dm_builder_geographic(builder, DM_METRES);
    dm_builder_decimals(builder, 1);
    dm_builder_finish(builder, &board, NULL);
    return board;
}

/* Places are on the board, numbers are not negative, and the demand adds up. */
static void check(const dm_arena *board, const dm_places *p, dm_places_use use)
{
    dm_vertex n = dm_arena_vertices(board);
    bool *seen = calloc((size_t)n, sizeof *seen);
    int64_t sum = 0;
    for (int32_t i = 0; i < p->count; i++) {
        dm_vertex v = p->vertex[i];
        if (!seen || v < 0 || v >= n ||
            (seen[v] && use != DM_PLACES_CUSTOMERS && use != DM_PLACES_SITES))
            abort();
        seen[v] = true;
        if ((p->cost && p->cost[i] < 0) || (p->offset && p->offset[i] < 0) ||
            (p->attraction && isinf(p->attraction[i])) || (p->beta && !(p->beta[i] > 0)) ||
            (p->demand && p->demand[i] < 0))
            abort();
        sum += p->demand ? p->demand[i] : 0;
    }
    free(seen);
    dm_arena *valued = NULL;
    if (sum != p->total_demand || (p->count < 1 && use != DM_PLACES_VALUES))
        abort();
    if (dm_arena_with_places(board, p, &valued, NULL, NULL) != DM_OK ||
        (p->demand && dm_arena_total_value(valued) != sum))
        abort();
    dm_arena_free(valued);
}

/* Rows by lon and lat become vertices of a divided board. */
static void snap(const dm_arena *board, dm_places *p, dm_places_use use)
{
    dm_arena *divided = NULL;
    dm_error err = {0};
    if (dm_places_snap(board, &p, 1, 1e6, 0, NULL, &divided, &err) == DM_OK)
        check(divided ? divided : board, p, use);
    else if (divided || !err.message[0])
        abort();
    dm_arena_free(divided);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static dm_arena *boards[2];
    for (int i = 0; i < 2 && !boards[i]; i++)
        boards[i] = new_board(i == 1);
    for (int i = 0; i < 8; i++) {
        dm_places *places = NULL;
        dm_error err = {0};
        dm_places_use use = (dm_places_use)(i / 2);
        dm_status status =
            dm_places_read_memory(boards[i % 2], "fuzz", bytes, size, use, NULL, &places, &err);
        if (status == DM_OK)
            snap(boards[i % 2], places, use);
        else if (places || !err.message[0])
            abort();
        dm_places_free(places);
    }
    return 0;
}
