/* check/oneround.c - see the header: definitions, no speed. */
#include "check/oneround.h"

#include "check/dominance.h"
#include <stdlib.h>

enum { MOST = 64 }; /* stones */

typedef struct board {
    const dm_arena *arena;
    const int64_t *distances;
    const dm_terms *terms;
    dm_vertex n;
    dm_stone stones[MOST]; /* the stones placed, the earliest first */
    int64_t count;
} board;

int32_t check_round_owner(const int64_t *distances, dm_vertex n, const dm_terms *terms,
                          const dm_stone *stones, int64_t count, dm_vertex v)
{
    bool near = !terms->has_radius;
    for (int64_t i = 0; i < count && !near; i++) {
        int64_t d = distances[(int64_t)v * n + stones[i].vertex];
        near = d >= 0 && d <= terms->radius;
    }
    return near ? check_owner(distances, n, stones, count, terms->ties, v) : DM_UNREACHED;
}

int64_t check_round_value(const dm_arena *arena, const int64_t *distances, const dm_terms *terms,
                          const dm_stone *stones, int64_t count)
{
    int64_t value = 0;
    dm_vertex n = dm_arena_vertices(arena);
    for (dm_vertex v = 0; v < n; v++) {
        int32_t owner = check_round_owner(distances, n, terms, stones, count, v);
        int64_t worth = dm_value_of(dm_arena_values(arena), v);
        value += owner == DM_WHITE ? worth : owner == DM_BLACK ? -worth : 0;
    }
    return value;
}

static bool may_open(const board *b, dm_vertex v)
{
    bool open = !b->terms->candidates.vertex;
    for (dm_vertex i = 0; i < b->terms->candidates.count && !open; i++)
        open = b->terms->candidates.vertex[i] == v;
    for (int64_t i = 0; i < b->count && open; i++)
        open = b->stones[i].vertex != v;
    return open;
}

/* The value for the player whose `best->size` stones are the last. */
typedef int64_t worth_fn(board *b, int32_t answer);

static void note(const board *b, int64_t value, check_best *best)
{
    if (best->count > 0 && value < best->value)
        return;
    if (value > best->value || best->count == 0)
        best->count = 0;
    best->value = value;
    size_t size = (size_t)best->size, kept = (size_t)best->count * size;
    best->sets = realloc(best->sets, (kept + size) * sizeof *best->sets);
    if (!best->sets)
        abort();
    for (size_t i = 0; i < size; i++)
        best->sets[kept + i] = b->stones[(size_t)b->count - size + i].vertex;
    best->count++;
}

/* Tries every way to place `left` more stones of `side` at vertices from `least` on. */
static void try_all(board *b, dm_side side, int32_t left, dm_vertex least, worth_fn *worth,
                    int32_t answer, check_best *best)
{
    if (left == 0) {
        int64_t value = worth(b, answer);
        if (value != INT64_MIN)
            note(b, value, best);
        return;
    }
    for (dm_vertex v = least; v < b->n; v++) {
        if (!may_open(b, v))
            continue;
        b->stones[b->count++] = (dm_stone){v, (int32_t)side};
        try_all(b, side, left - 1, v + 1, worth, answer, best);
        b->count--;
    }
}

static int64_t worth_to_black(board *b, int32_t answer)
{
    (void)answer;
    return -check_round_value(b->arena, b->distances, b->terms, b->stones, b->count);
}

/* White's value if Black replies with `answer` stones; INT64_MIN if Black cannot. */
static int64_t worth_to_white(board *b, int32_t answer)
{
    check_best reply = {.size = answer};
    try_all(b, DM_BLACK, answer, 0, worth_to_black, 0, &reply);
    int64_t value = reply.count ? -reply.value : INT64_MIN;
    check_best_clear(&reply);
    return value;
}

static board board_of(const dm_arena *arena, const int64_t *distances, const dm_terms *terms)
{
    return (board){
        .arena = arena, .distances = distances, .terms = terms, .n = dm_arena_vertices(arena)};
}

check_best check_replies(const dm_arena *arena, const int64_t *distances,
                         const dm_reply_request *request)
{
    board b = board_of(arena, distances, &request->terms);
    check_best best = {.size = request->count};
    for (int32_t i = 0; i < request->white.count; i++)
        b.stones[b.count++] = (dm_stone){request->white.vertex[i], DM_WHITE};
    for (int32_t i = 0; i < request->kept.count; i++)
        b.stones[b.count++] = (dm_stone){request->kept.vertex[i], DM_BLACK};
    try_all(&b, DM_BLACK, request->count, 0, worth_to_black, 0, &best);
    return best;
}

check_best check_leads(const dm_arena *arena, const int64_t *distances,
                       const dm_lead_request *request)
{
    board b = board_of(arena, distances, &request->terms);
    check_best best = {.size = request->count};
    try_all(&b, DM_WHITE, request->count, 0, worth_to_white, request->reply, &best);
    return best;
}

void check_best_clear(check_best *best)
{
    free(best->sets);
    *best = (check_best){0};
}
