/* reply_table.c - the table of the slides' recurrence (reply_slides.c) as a list of entries. */
#include "papers/slides/reply_slides_impl.h"

#include "base/base.h"
#include <stdlib.h>

static bool is_used(const slides *s, dm_vertex v, int32_t out, int32_t in, int32_t stones)
{
    const entry *w = &s->entry[v];
    return w->out == out && w->in == in && w->stones == stones;
}

/* The entries of one vertex that can occur; `list` NULL: only counts them. */
static int64_t list_vertex(const slides *s, dm_vertex v, dm_reply_entry *list)
{
    const node *at = &s->node[v];
    int64_t count = 0;
    for (int32_t out = 0; out < at->out.count; out++)
        for (int32_t in = 0; in < at->in.count; in++)
            for (int32_t j = 0; j <= s->stones; j++) {
                int64_t value = best_of(s, at, out, in)[j];
                if (value == NEVER)
                    continue;
                if (list)
                    list[count] =
                        (dm_reply_entry){.vertex = v,
                                         .stones = j,
                                         .outside = at->out.list[out].distance,
                                         .inside = at->in.list[in].distance,
                                         .outside_owner = (dm_label_owner)at->out.list[out].owner,
                                         .inside_owner = (dm_label_owner)at->in.list[in].owner,
                                         .used = is_used(s, v, out, in, j),
                                         .value = value};
                count++;
            }
    return count;
}

dm_status dmi_slides_list_entries(const slides *s, int64_t limit, dm_reply_table *out,
                                  dm_error *err)
{
    int64_t count = 0, at = 0;
    for (dm_vertex v = 0; v < s->n; v++)
        count += list_vertex(s, v, NULL);
    if (count > limit)
        return dmi_fail(err, DM_TOO_LARGE, "the table has %lld entries; at most %lld are listed",
                        (long long)count, (long long)limit);
    out->entries = dmi_alloc((size_t)count, sizeof *out->entries);
    out->parent = dmi_alloc((size_t)s->n, sizeof *out->parent);
    if (!out->entries || !out->parent)
        return dmi_no_memory(err);
    out->root = s->order[0];
    out->n = s->n;
    for (int32_t i = 0; i < s->n; i++) {
        out->parent[i] = s->node[i].parent;
        at += list_vertex(s, s->order[i], out->entries + at);
    }
    out->count = count;
    return DM_OK;
}

static dm_status fill_reply_table(const dm_arena *arena, const dm_reply_request *request,
                                  int64_t limit, dm_run *run, dm_reply_table *table, dm_error *err)
{
    dm_market *market = NULL;
    dmi_reply_problem problem = {0};
    dmi_reply_result result = {.table = table, .table_limit = limit};
    dm_status status = dm_market_new(arena, &market, err);
    if (status == DM_OK)
        status = dmi_reply_problem_init(market, request, run, &problem, err);
    if (status == DM_OK)
        status = dmi_reply_problem_customers(&problem, err);
    if (status == DM_OK) {
        result.chosen = dmi_alloc((size_t)problem.count, sizeof *result.chosen);
        dmi_reply_fn *fill = request->method == DM_REPLY_SLIDES_PRINTED ? dmi_reply_slides_printed
                                                                        : dmi_reply_slides;
        status = result.chosen ? fill(&problem, request, run, &result, err) : dmi_no_memory(err);
        table->combinations = result.combinations;
    }
    free(result.chosen);
    dmi_reply_problem_clear(&problem);
    dm_market_free(market);
    return dmi_as_unfinished(status, err);
}

dm_status dm_reply_table_new(const dm_arena *arena, const dm_reply_request *request, int64_t limit,
                             dm_run *run, dm_reply_table **out, dm_error *err)
{
    dm_reply_request plain = *request;
    dm_reply_table *table = dmi_calloc(1, sizeof *table);
    if (!table)
        return dmi_no_memory(err);
    if (plain.method != DM_REPLY_SLIDES_PRINTED)
        plain.method = DM_REPLY_SLIDES;
    plain.optima_limit = 0;
    bool has_more = request->has_budget || request->white.offset || request->kept.offset ||
                    request->terms.candidates.offset || request->terms.rule != DM_NEAREST;
    dm_error why = {0};
    dm_status status =
        has_more ? dmi_fail(err, DM_UNSUPPORTED,
                            "the table knows no budget, no offsets and only the rule nearest")
                 : fill_reply_table(arena, &plain, limit, run, table, &why);
    if (why.message[0])
        dmi_fail(err, status, "the table comes from method slides: %s", why.message);
    if (status == DM_OK)
        *out = table;
    else
        dm_reply_table_free(table);
    return status;
}

void dm_reply_table_free(dm_reply_table *table)
{
    if (!table)
        return;
    free(table->entries);
    free(table->parent);
    free(table);
}
