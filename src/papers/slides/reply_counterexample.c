/* reply_counterexample.c - the smallest tree on which a method of the slides is wrong.
 *
 * Every tree has a numbering in which the parent of vertex v > 0 is below v, so all lists of such
 * parents are all trees.  Sizes go up, then the numbers of stones; each question is also answered
 * by method tree, which is proven.
 */
#include <demesne/reply.h>

#include "base/base.h"
#include <stdlib.h>

enum { MOST = 10 };

typedef struct search {
    dm_reply_method method;
    dm_tie_rule ties;
    dm_run *run;
    dm_vertex n, parent[MOST];
    dm_arena *arena;
    dm_market *market;
    dm_reply_counterexample *found;
} search;

/* The next list of parents; false after the last. */
static bool next_tree(search *s)
{
    for (dm_vertex v = s->n - 1; v > 0; v--) {
        if (++s->parent[v] < v)
            return true;
        s->parent[v] = 0;
    }
    return false;
}

static dm_status make_board(search *s, dm_error *err)
{
    dm_builder *builder = NULL;
    dm_status status = dm_builder_new(s->n, &builder, err);
    for (dm_vertex v = 1; v < s->n && status == DM_OK; v++)
        status = dm_builder_edge(builder, s->parent[v], v, 1, err);
    if (status != DM_OK) {
        dm_builder_free(builder);
        return status;
    }
    status = dm_builder_finish(builder, &s->arena, err);
    return status == DM_OK ? dm_market_new(s->arena, &s->market, err) : status;
}

static void clear_board(search *s)
{
    dm_market_free(s->market);
    dm_arena_free(s->arena);
    s->market = NULL;
    s->arena = NULL;
}

/* Compares the method with the best reply for these stones of White. */
static dm_status compare(search *s, const dm_vertex *white, int32_t white_count, int32_t count,
                         dm_error *err)
{
    dm_reply_counterexample *f = s->found;
    dm_reply_request ask = {.terms = {.ties = s->ties},
                            .white = {.vertex = white, .count = white_count},
                            .count = count,
                            .method = s->method,
                            .has_root = true};
    dm_reply *claimed = NULL, *best = NULL;
    dm_status status = dm_market_reply(s->market, &ask, s->run, &claimed, err);
    ask.method = DM_REPLY_TREE;
    if (status == DM_OK)
        status = dm_market_reply(s->market, &ask, s->run, &best, err);
    f->questions++;
    if (status == DM_OK && claimed->claim != best->value.whole) {
        f->found = true;
        f->claim = claimed->claim;
        f->value = best->value.whole;
        f->white_count = white_count;
        f->count = count;
        for (int32_t i = 0; i < white_count; i++)
            f->white[i] = white[i];
    }
    dm_reply_free(claimed);
    dm_reply_free(best);
    return status;
}

/* Every set of so many stones of White on the board. */
static dm_status compare_sets(search *s, int32_t white_count, int32_t count, dm_error *err)
{
    dm_status status = DM_OK;
    for (uint32_t set = 1; set < 1u << s->n && status == DM_OK && !s->found->found; set++) {
        dm_vertex white[MOST];
        int32_t size = 0;
        for (dm_vertex v = 0; v < s->n; v++)
            if (set >> v & 1)
                white[size++] = v;
        if (size == white_count)
            status = compare(s, white, size, count, err);
        if (status == DM_OK && !dmi_run_go_on(s->run, 1))
            status = dmi_stopped(s->run, err);
    }
    return status;
}

static dm_status compare_trees(search *s, int32_t white_count, int32_t count, dm_error *err)
{
    dm_status status = DM_OK;
    for (dm_vertex v = 0; v < s->n; v++)
        s->parent[v] = 0;
    do {
        status = make_board(s, err);
        if (status == DM_OK)
            status = compare_sets(s, white_count, count, err);
        if (status == DM_OK && s->found->found) {
            s->found->arena = s->arena;
            s->arena = NULL;
        }
        clear_board(s);
    } while (status == DM_OK && !s->found->found && next_tree(s));
    return status;
}

dm_status dm_reply_find_counterexample(dm_reply_method method, dm_tie_rule ties,
                                       dm_vertex most_vertices, int32_t most_white,
                                       int32_t most_black, dm_run *run,
                                       dm_reply_counterexample **out, dm_error *err)
{
    if (method != DM_REPLY_SLIDES_PRINTED && method != DM_REPLY_NAIVE)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "method %s is right on every tree; expected slides:printed or naive",
                        dm_reply_method_name(method));
    if (most_vertices > MOST || most_white < 1 || most_black < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "a search for a counterexample takes at most %d vertices and at least one "
                        "stone of each player",
                        MOST);
    dm_reply_counterexample *found = dmi_calloc(1, sizeof *found);
    dm_vertex *white = dmi_alloc(MOST, sizeof *white);
    if (!found || !white) {
        free(found);
        free(white);
        return dmi_no_memory(err);
    }
    found->white = white;
    search s = {.method = method, .ties = ties, .run = run, .found = found};
    dm_status status = DM_OK;
    for (s.n = 2; s.n <= most_vertices && status == DM_OK && !found->found; s.n++)
        for (int32_t w = 1; w <= most_white && status == DM_OK && !found->found; w++)
            for (int32_t b = 1; b <= most_black && w + b <= s.n && status == DM_OK && !found->found;
                 b++)
                status = compare_trees(&s, w, b, err);
    if (status == DM_OK)
        *out = found;
    else
        dm_reply_counterexample_free(found);
    return dmi_as_unfinished(status, err);
}

void dm_reply_counterexample_free(dm_reply_counterexample *example)
{
    if (!example)
        return;
    dm_arena_free(example->arena);
    free(example->white);
    free(example);
}
