/* reply_table.c - the table A(k, d_out, d_in) behind a reply on a tree, as JSON and as text. */
#include "answer/answer.h"

static const char *owner_name(dm_label_owner owner)
{
    static const char *const names[] = {"nobody", "white", "black", "both"};
    return names[owner];
}

static json_t *label_json(int32_t distance, dm_label_owner owner)
{
    return owner == DM_LABEL_NOBODY
               ? json_null()
               : json_pack("{s:i, s:s}", "distance", distance, "owner", owner_name(owner));
}

static json_t *entry_json(const dm_reply_entry *e)
{
    return json_pack("{s:i, s:i, s:o, s:o, s:I, s:b}", "vertex", e->vertex, "stones", e->stones,
                     "outside", label_json(e->outside, e->outside_owner), "inside",
                     label_json(e->inside, e->inside_owner), "value", (json_int_t)e->value, "used",
                     e->used);
}

static json_t *table_json(const dm_reply_table *table)
{
    json_t *entries = json_array(), *parents = json_array();
    for (int64_t i = 0; i < table->count; i++)
        report_append(&entries, entry_json(&table->entries[i]));
    for (dm_vertex v = 0; v < table->n; v++)
        report_append(&parents, json_integer(table->parent[v]));
    return json_pack("{s:i, s:o, s:o}", "root", table->root, "parent", parents, "table", entries);
}

/* "none", or "2 white". */
static const char *label_words(int32_t distance, dm_label_owner owner, char words[24])
{
    if (owner == DM_LABEL_NOBODY)
        snprintf(words, 24, "none");
    else
        snprintf(words, 24, "%d %s", distance, owner_name(owner));
    return words;
}

static void add_entry(report *r, const dm_reply_entry *e)
{
    char outside[24], inside[24];
    report_line(r, "    A(%d, %s, %s) = %+lld%s", e->stones,
                label_words(e->outside, e->outside_owner, outside),
                label_words(e->inside, e->inside_owner, inside), (long long)e->value,
                e->used ? "   *" : "");
}

void answer_reply_table(report *r, const dm_reply_table *table)
{
    dm_vertex last = -1;
    report_json(r, "explain", table_json(table));
    if (report_is_json(r))
        return;
    report_line(r, "  A(stones, outside, inside): the best Black minus White below each vertex;");
    report_line(r, "  * marks what the reply uses");
    for (int64_t i = 0; i < table->count; i++) {
        const dm_reply_entry *e = &table->entries[i];
        if (e->vertex != last && table->parent[e->vertex] < 0)
            report_line(r, "  vertex %d, the root", e->vertex);
        else if (e->vertex != last)
            report_line(r, "  vertex %d, below %d", e->vertex, table->parent[e->vertex]);
        last = e->vertex;
        add_entry(r, e);
    }
}
