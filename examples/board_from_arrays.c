/* board_from_arrays.c - a board from arrays of your own, and the best place for a shop on it.
 *
 *     cc board_from_arrays.c $(pkg-config --cflags --libs demesne) && ./a.out
 *
 * Six villages and the roads between them.  A rival has a shop in Birch; customers go to
 * the nearer shop.
 *
 *     Ash --4-- Birch --3-- Cedar --5-- Fir
 *                 |           |
 *                 2           6
 *                 |           |
 *                Elm --7---- Dale
 */
#include <demesne/demesne.h>
#include <stdio.h>

enum { ASH, BIRCH, CEDAR, DALE, ELM, FIR, VILLAGES };

static const char *const names[VILLAGES] = {"Ash", "Birch", "Cedar", "Dale", "Elm", "Fir"};
static const int64_t customers[VILLAGES] = {120, 80, 150, 60, 90, 200};
static const struct road {
    dm_vertex from, to;
    int64_t length;
} roads[] = {
    {ASH, BIRCH, 4},  {BIRCH, CEDAR, 3}, {BIRCH, ELM, 2},
    {CEDAR, DALE, 6}, {CEDAR, FIR, 5},   {ELM, DALE, 7},
};

static dm_status build(dm_arena **out, dm_error *err)
{
    dm_builder *builder = NULL;
    dm_status status = dm_builder_new(VILLAGES, &builder, err);
    for (dm_vertex v = 0; v < VILLAGES && status == DM_OK; v++) {
        status = dm_builder_name(builder, v, names[v], err);
        if (status == DM_OK)
            status = dm_builder_value(builder, v, customers[v], err);
    }
    for (size_t i = 0; i < sizeof roads / sizeof *roads && status == DM_OK; i++)
        status = dm_builder_edge(builder, roads[i].from, roads[i].to, roads[i].length, err);
    if (status == DM_OK)
        return dm_builder_finish(builder, out, err); /* takes the builder */
    dm_builder_free(builder);
    return status;
}

int main(void)
{
    static const dm_vertex rival[] = {BIRCH};
    const dm_reply_request request = {.white = {.vertex = rival, .count = 1}, .count = 1};
    dm_error err = {0};
    dm_arena *arena = NULL;
    dm_reply *reply = NULL;

    dm_status status = build(&arena, &err);
    if (status == DM_OK)
        status = dm_reply_new(arena, &request, NULL, &reply, &err);
    if (status == DM_OK)
        printf("open in %s: %lld customers, %lld stay with the rival\n",
               dm_arena_name(arena, reply->black[0]), (long long)reply->black_score.whole,
               (long long)reply->white_score.whole);
    else
        fprintf(stderr, "%s\n", err.message);
    dm_reply_free(reply);
    dm_arena_free(arena);
    return status == DM_OK ? 0 : 1;
}
