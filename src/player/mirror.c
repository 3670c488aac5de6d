/* mirror.c - Black copies White's stone on boards that can be folded in two.
 *
 * A fold pairs all vertices, none with itself, and keeps distances and values.  If Black always
 * takes the partner of White's stone, stones lie in pairs of opposite colours after every round, so
 * the partner of a free vertex is free, and every vertex of White's has a partner of Black's: a tie
 * under the neutral rule (no worse under `black`).  Even cycles, boards like grid:4x5, hypercubes
 * and complete bipartite boards with equal sides can be folded.
 *
 * Finding a fold is hard in general (Lubiw, 1981).  Partners have equal values and see equal
 * distances and values, so vertices are classed by that, and an odd class ends the search.  Then
 * pairs are tried depth-first, smallest class first, each checked against all pairs before it, up
 * to a limit of work.  O(n^2) if the first pairs decide the rest, once per board; a move is O(1).
 */
#include "base/base.h"
#include "player/player.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const int64_t most_checks = 50000000; /* comparisons of distances: under a second */

typedef struct fold {
    dm_vertex n;
    const dm_distances *table;
    const int64_t *values;
    uint64_t *class_key; /* a digest of the distances and values that a vertex sees */
    dm_vertex *rank;     /* all vertices, in the order in which partners are searched */
    dm_vertex *partner;
    dm_vertex *paired; /* the first of each pair, in order */
    dm_vertex pairs;
    int64_t checks;
    dm_run *run;
    bool stopped;
} fold;

typedef struct class_entry {
    uint64_t class_key;
    dm_vertex vertex, size;
} class_entry;

static uint64_t mix_hash(uint64_t a, uint64_t b)
{
    uint64_t hash = (a + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ b;
    hash = (hash ^ hash >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 29;
}

static int class_by_size(const void *a, const void *b)
{
    const class_entry *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    if (x->class_key != y->class_key)
        return x->class_key < y->class_key ? -1 : 1;
    return x->vertex < y->vertex ? -1 : 1;
}

/* Fills `rank`, small classes first; false if a class is odd. */
static bool sort_classes(fold *f, class_entry *entries)
{
    bool is_even = true;
    for (dm_vertex v = 0; v < f->n; v++)
        entries[v] = (class_entry){f->class_key[v], v, 0};
    qsort(entries, (size_t)f->n, sizeof *entries, class_by_size);
    for (dm_vertex from = 0, to = 0; from < f->n; from = to) {
        while (to < f->n && entries[to].class_key == entries[from].class_key)
            to++;
        for (dm_vertex i = from; i < to; i++)
            entries[i].size = to - from;
        is_even = is_even && (to - from) % 2 == 0;
    }
    qsort(entries, (size_t)f->n, sizeof *entries, class_by_size);
    for (dm_vertex i = 0; i < f->n; i++)
        f->rank[i] = entries[i].vertex;
    return is_even;
}

/* Whether pairing v with w keeps all distances to the pairs made so far. */
static bool keeps_distances(fold *f, dm_vertex v, dm_vertex w)
{
    for (dm_vertex i = 0; i < f->pairs; i++) {
        dm_vertex a = f->paired[i], b = f->partner[a];
        f->checks++;
        if (dm_distance(f->table, v, a) != dm_distance(f->table, w, b) ||
            dm_distance(f->table, v, b) != dm_distance(f->table, w, a))
            return false;
        if (!f->table->is_symmetric &&
            (dm_distance(f->table, a, v) != dm_distance(f->table, b, w) ||
             dm_distance(f->table, b, v) != dm_distance(f->table, a, w)))
            return false;
    }
    return dm_distance(f->table, v, w) == dm_distance(f->table, w, v);
}

/* Pairs everything from rank[at] on; false, with nothing changed, if that fails. */
static bool fold_pair_up(fold *f, dm_vertex at)
{
    while (at < f->n && f->partner[f->rank[at]] >= 0)
        at++;
    if (at == f->n)
        return true;
    dm_vertex v = f->rank[at];
    for (dm_vertex i = at + 1; i < f->n && f->class_key[f->rank[i]] == f->class_key[v]; i++) {
        dm_vertex w = f->rank[i];
        f->stopped = f->stopped || !dmi_run_go_on(f->run, 0);
        if (f->checks > most_checks || f->stopped)
            return false;
        if (f->partner[w] >= 0 || !keeps_distances(f, v, w))
            continue;
        f->partner[v] = w;
        f->partner[w] = v;
        f->paired[f->pairs++] = v;
        if (fold_pair_up(f, at + 1))
            return true;
        f->pairs--;
        f->partner[v] = f->partner[w] = -1;
    }
    return false;
}

dm_status dmi_fits_fold(dm_player *player, dm_position *position, dm_run *run, dm_error *err)
{
    const dm_rules *rules = dm_position_rules(position);
    if (player->cache)
        return DM_OK;
    if (rules->rounds == 0 || rules->per_turn != 1)
        return dmi_fail(err, DM_UNSUPPORTED, "player '%s' plays rounds of one stone per turn",
                        player->type->info.name);
    dm_status status = dmi_fits_table(player, position, run, err);
    if (status != DM_OK)
        return status;
    /* Makes the partner of every vertex the player's cache. */
    const dm_arena *arena = dm_position_arena(position);
    size_t n = (size_t)dm_arena_vertices(arena);
    fold f = {.n = (dm_vertex)n,
              .run = run,
              .table = dm_position_distances(position),
              .values = dm_arena_values(arena)};
    dmi_arrays arrays = {0};
    f.class_key = dmi_array(&arrays, n, sizeof *f.class_key);
    f.rank = dmi_array(&arrays, n, sizeof *f.rank);
    f.paired = dmi_array(&arrays, n, sizeof *f.paired);
    f.partner = dmi_alloc(n, sizeof *f.partner);
    class_entry *entries = dmi_array(&arrays, n, sizeof *entries);
    status = f.partner && !arrays.failed ? DM_OK : dmi_no_memory(err);
    for (dm_vertex v = 0; status == DM_OK && v < f.n; v++) {
        uint64_t sum = 0;
        for (dm_vertex u = 0; u < f.n; u++)
            sum +=
                mix_hash((uint64_t)dm_distance(f.table, v, u), (uint64_t)dm_value_of(f.values, u));
        f.class_key[v] = mix_hash(sum, (uint64_t)dm_value_of(f.values, v));
        f.partner[v] = -1;
    }
    if (status == DM_OK && (!sort_classes(&f, entries) || !fold_pair_up(&f, 0)))
        status = f.stopped
                     ? dmi_stopped(run, err)
                     : dmi_fail(err, DM_UNSUPPORTED,
                                "player '%s' needs a pairing of all vertices that keeps "
                                "distances and values: %s on this board of %d vertices",
                                player->type->info.name,
                                f.checks > most_checks ? "none was found in time" : "there is none",
                                f.n);
    assert(status != DM_OK || 2 * f.pairs == f.n);
    dmi_arrays_free(&arrays);
    if (status != DM_OK) {
        free(f.partner);
        return status;
    }
    player->cache = f.partner;
    player->free_cache = free;
    return DM_OK;
}

dm_status dmi_choose_mirror(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                            dm_error *err)
{
    const dm_vertex *partner = player->cache;
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    if (dm_position_to_move(position) == DM_BLACK && count > 0 &&
        dm_position_is_free(position, partner[stones[count - 1].vertex])) {
        move[0] = partner[stones[count - 1].vertex];
        return DM_OK;
    }
    dm_vertex free_count = 0;
    dm_vertex *vertices = dmi_free_vertices(position, &free_count);
    if (!vertices)
        return dmi_no_memory(err);
    dm_status status = dmi_best_stone(position, vertices, free_count, run, move, err);
    free(vertices);
    return status;
}
