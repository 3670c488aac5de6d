/* choice_spacing.c - pairs of places that are too near each other, by a bounded search from each.
 *
 * The cliques cover the places greedily: each place, in order, joins the clique of the first place
 * near it whose places are all near it too.  A set has at most one place of each clique, which
 * strengthens the bounds of a search.
 *
 * Cost: a search within the spacing per new place, two on a directed board; memory 4 bytes per
 * pair.
 */
#include "location/choice/choice_spacing.h"

#include "base/sort.h"
#include "location/choice/pulls.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PAIRS INT64_C(100000000)

typedef struct pair_list {
    dmi_keyed *pair; /* key: one place, item: the other */
    size_t room;
    int64_t count;
} pair_list;

/* The places of each vertex. */
typedef struct place_index {
    int32_t *first; /* of each vertex, or -1 */
    int32_t *next;  /* of each place: the next on its vertex, or -1 */
} place_index;

static bool add_pair(pair_list *list, int32_t i, int32_t j)
{
    if (!dmi_reserve(&list->pair, &list->room, (size_t)list->count + 2, sizeof *list->pair))
        return false;
    list->pair[list->count++] = (dmi_keyed){i, j};
    list->pair[list->count++] = (dmi_keyed){j, i};
    return true;
}

static dm_status search_pairs(const dm_graph *graph, const dm_vertex *place, int32_t news,
                              int64_t least, const place_index *index, pair_list *list, dm_run *run,
                              dm_error *err)
{
    dmi_site_search search = {0};
    dm_status status = dmi_site_search_init(&search, graph, least - 1, NULL, err);
    for (int32_t i = 0; status == DM_OK && i < news; i++) {
        status = dmi_site_search_run(&search, place[i], err);
        for (dm_vertex k = 0; status == DM_OK && k < search.count; k++)
            for (int32_t j = index->first[search.vertex[k]]; j >= 0; j = index->next[j])
                if (j != i && status == DM_OK && !add_pair(list, i, j))
                    status = dmi_no_memory(err);
        if (status == DM_OK && list->count > MOST_PAIRS)
            status = dmi_fail(err, DM_TOO_LARGE,
                              "more than %lld pairs of candidates are nearer than the spacing; "
                              "name fewer candidates",
                              (long long)MOST_PAIRS / 2);
        if (status == DM_OK && !dmi_run_go_on(run, 1))
            status = dmi_as_unfinished(dmi_stopped(run, err), err);
    }
    dmi_site_search_clear(&search);
    return status;
}

static void mark_found(const dmi_site_search *search, bool *found)
{
    for (dm_vertex k = 0; k < search->count; k++)
        found[search->vertex[k]] = true;
}

/* A table must have the distance of each new place and every other one, in some direction. */
static dm_status check_table(const dm_arena *arena, const dm_vertex *place, int32_t count,
                             int32_t news, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    const dm_graph *graphs[] = {dm_arena_graph(arena), dm_arena_reverse(arena)};
    dmi_site_search search[2] = {{0}, {0}};
    bool *found = dmi_alloc((size_t)n, sizeof *found);
    dm_status status = found ? DM_OK : dmi_no_memory(err);
    for (int i = 0; i < 2 && status == DM_OK; i++)
        status = dmi_site_search_init(&search[i], graphs[i], -1, NULL, err);
    for (int32_t i = 0; i < news && status == DM_OK; i++) {
        memset(found, 0, (size_t)n * sizeof *found);
        for (int k = 0; k < 2 && status == DM_OK; k++) {
            status = dmi_site_search_run(&search[k], place[i], err);
            mark_found(&search[k], found);
        }
        for (int32_t j = 0; j < count && status == DM_OK; j++)
            if (place[j] != place[i] && !found[place[j]])
                status = dmi_fail(err, DM_BAD_INPUT,
                                  "a spacing needs the distances between sites; the table has none "
                                  "of '%s' and '%s'",
                                  dm_arena_name(arena, place[i]), dm_arena_name(arena, place[j]));
    }
    dmi_site_search_clear(&search[0]);
    dmi_site_search_clear(&search[1]);
    free(found);
    return status;
}

static int compare_pairs(const void *a, const void *b)
{
    const dmi_keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->item > y->item) - (x->item < y->item);
}

/* Lists each pair once, by its first place. */
static void write_pairs(dmi_spacing *s, pair_list *list)
{
    int64_t at = 0, kept = 0;
    if (list->count > 0)
        qsort(list->pair, (size_t)list->count, sizeof *list->pair, compare_pairs);
    for (int32_t i = 0; i <= s->count; i++) {
        s->first[i] = kept;
        for (; i < s->count && at < list->count && list->pair[at].key == i; at++) {
            bool again = at > 0 && compare_pairs(&list->pair[at - 1], &list->pair[at]) == 0;
            s->near[kept] = list->pair[at].item;
            kept += !again;
        }
    }
}

/* Of new places; each standing one is alone, as those do not exclude each other. */
static void find_cliques(dmi_spacing *s, int32_t news, int32_t *size, int32_t *common)
{
    for (int32_t i = news; i < s->count; i++)
        s->clique[i] = s->cliques++;
    for (int32_t i = 0; i < news; i++) {
        s->clique[i] = -1;
        for (int64_t k = s->first[i]; k < s->first[i + 1] && s->near[k] < i; k++)
            common[s->clique[s->near[k]]]++;
        for (int64_t k = s->first[i]; k < s->first[i + 1] && s->near[k] < i; k++) {
            int32_t q = s->clique[s->near[k]];
            if (s->clique[i] < 0 && common[q] == size[q])
                s->clique[i] = q;
        }
        for (int64_t k = s->first[i]; k < s->first[i + 1] && s->near[k] < i; k++)
            common[s->clique[s->near[k]]] = 0;
        if (s->clique[i] < 0)
            s->clique[i] = s->cliques++;
        size[s->clique[i]]++;
    }
}

dm_status dmi_spacing_init(dmi_spacing *spacing, const dm_arena *arena, const dm_vertex *place,
                           int32_t count, int32_t news, int64_t least, dm_run *run, dm_error *err)
{
    dmi_spacing s = {.count = count};
    dmi_arrays arrays = {0};
    pair_list list = {0};
    dm_vertex n = dm_arena_vertices(arena);
    assert(news <= count);
    place_index index = {.first = dmi_array(&arrays, (size_t)n, sizeof *index.first),
                         .next = dmi_array(&arrays, (size_t)count, sizeof *index.next)};
    int32_t *size = dmi_array_zeroed(&arrays, (size_t)count, sizeof *size);
    int32_t *common = dmi_array_zeroed(&arrays, (size_t)count, sizeof *common);
    dm_status status = dmi_arrays_check(&arrays, err);
    for (dm_vertex v = 0; status == DM_OK && v < n; v++)
        index.first[v] = -1;
    for (int32_t i = count; status == DM_OK && i-- > 0;) {
        index.next[i] = index.first[place[i]];
        index.first[place[i]] = i;
    }
    if (status == DM_OK && least > 0 && dm_arena_graph(arena)->kind == DM_PAIRS)
        status = check_table(arena, place, count, news, err);
    if (status == DM_OK && least > 0)
        status = search_pairs(dm_arena_graph(arena), place, news, least, &index, &list, run, err);
    if (status == DM_OK && least > 0 && dm_arena_is_directed(arena))
        status = search_pairs(dm_arena_reverse(arena), place, news, least, &index, &list, run, err);
    if (status == DM_OK) {
        s.first = dmi_alloc((size_t)count + 1, sizeof *s.first);
        s.near = dmi_alloc((size_t)list.count, sizeof *s.near);
        s.clique = dmi_alloc((size_t)count, sizeof *s.clique);
        status = s.first && s.near && s.clique ? DM_OK : dmi_no_memory(err);
    }
    if (status == DM_OK) {
        write_pairs(&s, &list);
        find_cliques(&s, news, size, common);
        *spacing = s;
    } else {
        dmi_spacing_clear(&s);
    }
    free(list.pair);
    dmi_arrays_free(&arrays);
    return status;
}

void dmi_spacing_clear(dmi_spacing *spacing)
{
    free(spacing->first);
    free(spacing->near);
    free(spacing->clique);
    *spacing = (dmi_spacing){0};
}
