/* market_model.c - the grouped coverage problem of a market, from the definition.
 *
 * A plain search from every candidate, which does not go on at vertices that a rival is at most as
 * near to.  A customer's signature is the sum of random numbers of its candidates; customers with
 * equal signatures are a group.
 */
#include "market_peers.h"

#include <stdlib.h>
#include <string.h>

typedef struct customer {
    uint64_t signature[2];
    dm_vertex vertex;
} customer;

typedef struct heap_entry {
    int64_t distance;
    dm_vertex vertex;
} heap_entry;

typedef struct builder {
    const market_case *asked;
    const dm_graph *graph;
    dm_dominance *rivals; /* their distances */
    int64_t *distance;    /* from the present candidate; -1: not reached */
    heap_entry *heap;
    size_t heap_count, heap_capacity;
    dm_vertex *won; /* by the candidates, one list after another */
    size_t won_count, won_capacity;
    size_t *begin; /* of each candidate's list, and the end */
    customer *customer;
    int32_t *group; /* of each vertex, or -1 */
} builder;

static bool reserve(void *list, size_t *capacity, size_t need, size_t size)
{
    void **items = list;
    if (need <= *capacity)
        return true;
    size_t more = 2 * need + 64;
    void *grown = realloc(*items, more * size);
    if (!grown)
        return false;
    *items = grown;
    *capacity = more;
    return true;
}

static bool push(builder *b, int64_t distance, dm_vertex v)
{
    if (!reserve(&b->heap, &b->heap_capacity, b->heap_count + 1, sizeof *b->heap))
        return false;
    size_t at = b->heap_count++;
    for (; at > 0 && b->heap[(at - 1) / 2].distance > distance; at = (at - 1) / 2)
        b->heap[at] = b->heap[(at - 1) / 2];
    b->heap[at] = (heap_entry){distance, v};
    return true;
}

static heap_entry pop(builder *b)
{
    heap_entry top = b->heap[0], last = b->heap[--b->heap_count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < b->heap_count; at = child) {
        if (child + 1 < b->heap_count && b->heap[child + 1].distance < b->heap[child].distance)
            child++;
        if (b->heap[child].distance >= last.distance)
            break;
        b->heap[at] = b->heap[child];
    }
    b->heap[at] = last;
    return top;
}

/* Reaches v over `distance` if that is nearer than before and than the rivals. */
static bool reach(builder *b, dm_vertex v, int64_t distance)
{
    int64_t rival = b->rivals->distance[v];
    if ((rival >= 0 && distance >= rival) || (b->distance[v] >= 0 && b->distance[v] <= distance))
        return true;
    b->distance[v] = distance;
    return push(b, distance, v);
}

static bool search(builder *b, dm_vertex from)
{
    const dm_graph *g = b->graph;
    size_t start = b->won_count;
    bool done = reach(b, from, 0);
    while (done && b->heap_count > 0) {
        heap_entry here = pop(b);
        if (here.distance > b->distance[here.vertex])
            continue;
        done = reserve(&b->won, &b->won_capacity, b->won_count + 1, sizeof *b->won);
        if (done)
            b->won[b->won_count++] = here.vertex;
        for (uint32_t arc = g->first[here.vertex]; done && arc < g->first[here.vertex + 1]; arc++)
            done = reach(b, g->target[arc], here.distance + dm_graph_length(g, arc));
    }
    b->heap_count = 0;
    for (size_t i = start; i < b->won_count; i++)
        b->distance[b->won[i]] = -1;
    return done;
}

static int by_signature(const void *a, const void *b)
{
    return memcmp(((const customer *)a)->signature, ((const customer *)b)->signature,
                  sizeof(uint64_t[2]));
}

/* Searches from all candidates and signs their customers. */
static bool search_all(builder *b)
{
    dm_rng rng;
    dm_rng_init(&rng, 1);
    for (dm_vertex v = 0; v < b->graph->n; v++) {
        b->customer[v].vertex = v;
        b->distance[v] = -1;
        b->group[v] = -1;
    }
    for (int32_t s = 0; s < b->asked->candidates; s++) {
        uint64_t sign[2] = {dm_rng_next(&rng), dm_rng_next(&rng)};
        b->begin[s] = b->won_count;
        if (!search(b, b->asked->candidate[s]))
            return false;
        for (size_t i = b->begin[s]; i < b->won_count; i++)
            for (int k = 0; k < 2; k++)
                b->customer[b->won[i]].signature[k] += sign[k];
    }
    b->begin[b->asked->candidates] = b->won_count;
    return true;
}

/* Numbers the groups of customers that somebody wins, and adds up their weights. */
static void number_groups(builder *b, market_model *model)
{
    const int64_t *values = dm_arena_values(b->asked->arena);
    static const uint64_t nobody[2] = {0, 0};
    qsort(b->customer, (size_t)b->graph->n, sizeof *b->customer, by_signature);
    for (dm_vertex i = 0; i < b->graph->n; i++) {
        const customer *c = &b->customer[i];
        if (memcmp(c->signature, nobody, sizeof nobody) == 0)
            continue;
        if (i == 0 || by_signature(c, c - 1) != 0)
            model->weight[model->groups++] = 0;
        b->group[c->vertex] = model->groups - 1;
        model->weight[model->groups - 1] += dm_value_of(values, c->vertex);
    }
}

/* Lists the sets of each group once; a set is listed by its last member of the group. */
static void list_sets(builder *b, market_model *model, int32_t *last)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t g = 0; g < model->groups; g++)
            last[g] = -1;
        for (int32_t s = 0; s < model->sets; s++)
            for (size_t i = b->begin[s]; i < b->begin[s + 1]; i++) {
                int32_t g = b->group[b->won[i]];
                if (last[g] == s)
                    continue;
                last[g] = s;
                if (pass == 0)
                    model->first[g + 1]++;
                else
                    model->set[model->first[g]++] = s;
            }
        for (int32_t g = 0; pass == 0 && g < model->groups; g++)
            model->first[g + 1] += model->first[g];
    }
    memmove(model->first + 1, model->first, sizeof *model->first * (size_t)model->groups);
    model->first[0] = 0;
}

static bool build(builder *b, market_model *model)
{
    size_t n = (size_t)b->graph->n;
    b->distance = malloc(sizeof *b->distance * n);
    b->customer = calloc(n, sizeof *b->customer);
    b->group = malloc(sizeof *b->group * n);
    b->begin = malloc(sizeof *b->begin * ((size_t)b->asked->candidates + 1));
    if (!b->distance || !b->customer || !b->group || !b->begin || !search_all(b))
        return false;
    model->weight = malloc(sizeof *model->weight * n);
    model->first = calloc(n + 2, sizeof *model->first);
    model->set = malloc(sizeof *model->set * (b->won_count + 1));
    int32_t *last = malloc(sizeof *last * n);
    bool done = model->weight && model->first && model->set && last;
    if (done) {
        number_groups(b, model);
        list_sets(b, model, last);
    }
    free(last);
    return done;
}

dm_status market_model_init(market_model *model, const market_case *asked, dm_error *err)
{
    dm_stone *stones = calloc((size_t)asked->rivals, sizeof *stones);
    builder b = {.asked = asked, .graph = dm_arena_graph(asked->arena)};
    *model = (market_model){.sets = asked->candidates, .count = asked->count};
    for (int32_t i = 0; stones && i < asked->rivals; i++)
        stones[i] = (dm_stone){asked->rival[i], DM_WHITE};
    dm_status status = stones ? dm_dominance_new(asked->arena, stones, asked->rivals, DM_TIES_WHITE,
                                                 &b.rivals, err)
                              : answer_fail(err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK && !build(&b, model))
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_dominance_free(b.rivals);
    free(stones);
    free(b.distance);
    free(b.heap);
    free(b.won);
    free(b.begin);
    free(b.customer);
    free(b.group);
    return status;
}

void market_model_clear(market_model *model)
{
    free(model->weight);
    free(model->first);
    free(model->set);
    *model = (market_model){0};
}
