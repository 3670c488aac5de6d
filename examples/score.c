/* score.c - the library in one page: a board, a few stones, who owns what.
 *
 *     cc score.c $(pkg-config --cflags --libs demesne) && ./a.out grid:5x5
 */
#include <demesne/demesne.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "grid:5x5";
    dm_error err = {0};
    dm_arena *arena = NULL;
    dm_dominance *land = NULL;
    int failed = 1;

    if (dm_arena_open(name, 1, &arena, &err) != DM_OK)
        goto done;
    /* White in one corner, Black in the other: the first vertex and the last. */
    dm_vertex last = dm_arena_vertices(arena) - 1;
    const dm_stone stones[] = {{0, DM_WHITE}, {last, DM_BLACK}};
    if (dm_dominance_new(arena, stones, 2, DM_TIES_NEUTRAL, &land, &err) != DM_OK)
        goto done;

    printf("%s: White %lld, Black %lld, tied %lld\n", name, (long long)land->score[DM_WHITE],
           (long long)land->score[DM_BLACK], (long long)land->tied);
    for (dm_vertex v = 0; v < land->n; v++)
        putchar(dm_owner_letter(land->owner[v]));
    putchar('\n');
    failed = 0;
done:
    if (failed)
        fprintf(stderr, "%s\n", err.message);
    dm_dominance_free(land);
    dm_arena_free(arena);
    return failed;
}
