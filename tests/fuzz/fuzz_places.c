/* fuzz_places.c - tables of customers, sites, candidates and values. */
#include <demesne/places.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { N = 10 };

static dm_arena *new_board(void)
{
    dm_builder *builder = NULL;
    dm_arena *board = NULL;
    dm_builder_new(N, &builder, NULL);
    for (dm_vertex v = 0; v < N; v++)
        dm_builder_name(builder, v, (char[]){(char)('a' + v), 0}, NULL);
    dm_builder_decimals(builder, 1);
    dm_builder_finish(builder, &board, NULL);
    return board;
}

/* Places are on the board, numbers are not negative, and the demand adds up. */
static void check(const dm_arena *board, const dm_places *p, dm_places_use use)
{
    bool seen[N] = {false};
    int64_t sum = 0;
    for (int32_t i = 0; i < p->count; i++) {
        dm_vertex v = p->vertex[i];
        if (v < 0 || v >= N || (seen[v] && use != DM_PLACES_CUSTOMERS))
            abort();
        seen[v] = true;
        if ((p->cost && p->cost[i] < 0) || (p->offset && p->offset[i] < 0) ||
            (p->attraction && !(p->attraction[i] > 0)) || (p->demand && p->demand[i] < 0))
            abort();
        sum += p->demand ? p->demand[i] : 0;
    }
    dm_arena *valued = NULL;
    if (sum != p->total_demand || (p->count < 1 && use != DM_PLACES_VALUES))
        abort();
    if (dm_arena_with_places(board, p, &valued, NULL, NULL) != DM_OK ||
        (p->demand && dm_arena_total_value(valued) != sum))
        abort();
    dm_arena_free(valued);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static dm_arena *board;
    if (!board)
        board = new_board();
    for (int use = DM_PLACES_CUSTOMERS; use <= DM_PLACES_VALUES; use++) {
        dm_places *places = NULL;
        dm_error err = {0};
        if (dm_places_read_memory(board, "fuzz", bytes, size, (dm_places_use)use, &places, &err) ==
            DM_OK)
            check(board, places, (dm_places_use)use);
        else if (places || !err.message[0])
            abort();
        dm_places_free(places);
    }
    return 0;
}
