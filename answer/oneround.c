/* oneround.c - one round: Black's best reply, White's best lead. */
#include "answer/answer.h"

#include <inttypes.h>
#include <string.h>

static void add_value(report *r, int64_t value, const char *words)
{
    report_json(r, "value", json_integer(value));
    report_row(r, "value", "%" PRId64 "  (%s)", value, words);
}

static void add_scores(report *r, int64_t white, int64_t black, int64_t tied, int64_t unreached)
{
    report_count(r, "white_score", white);
    report_count(r, "black_score", black);
    report_count(r, "tied", tied);
    report_count(r, "unreached", unreached);
}

static void add_bounds(report *r, bool proven, int64_t lower, int64_t upper)
{
    if (proven)
        return;
    report_count(r, "lower", lower);
    report_count(r, "upper", upper);
}

/* A name that does not fit is left out: cutting it could break UTF-8. */
void answer_spell(const dm_arena *arena, const dm_vertex *vertices, int32_t count, char *out,
                  size_t size)
{
    enum { SHOWN = 12 };
    size_t used = 0;
    int32_t shown = 0;
    out[0] = 0;
    for (; shown < count && shown < SHOWN; shown++) {
        char number[16];
        const char *name = dm_arena_name(arena, vertices[shown]);
        snprintf(number, sizeof number, "%d", vertices[shown]);
        if (used + strlen(name ? name : number) + sizeof ", , .." > size)
            break;
        used += (size_t)snprintf(out + used, size - used, "%s%s", shown ? ", " : "",
                                 name ? name : number);
    }
    if (shown < count)
        snprintf(out + used, size - used, "%s..", shown ? ", " : "");
}

static void add_stones(report *r, const dm_arena *arena, const char *key, const dm_vertex *vertices,
                       int32_t count)
{
    char names[200];
    report_vertices(r, key, vertices, count);
    if (!dm_arena_has_names(arena))
        return;
    answer_spell(arena, vertices, count, names, sizeof names);
    report_row(r, "", "%s", names);
}

static json_t *list_optima(const dm_reply *reply)
{
    json_t *sets = json_array();
    const int64_t *first = reply->optima_first;
    for (int64_t i = 0; i < reply->optima_count; i++)
        report_append(&sets,
                      report_list(reply->optima + first[i], (int32_t)(first[i + 1] - first[i])));
    return sets;
}

static void add_optima(const answer_replied *a, report *r)
{
    const dm_reply *reply = a->reply;
    const int64_t *first = reply->optima_first;
    if (report_is_json(r))
        report_json(r, "optima", list_optima(reply));
    for (int64_t i = 0; !report_is_json(r) && i < reply->optima_count; i++)
        report_vertices(r, i ? "" : "optima", reply->optima + first[i],
                        (int32_t)(first[i + 1] - first[i]));
    report_count(r, "optima_count", reply->optima_count);
    if (reply->optima_complete)
        return;
    report_flag(r, "optima_complete", false);
    report_count(r, "all_limit", a->all_limit);
}

void answer_reply(report *r, const answer_replied *a)
{
    const dm_reply *reply = a->reply;
    report_vertices(r, "white", a->white.vertex, a->white.count);
    report_count(r, "count", reply->count);
    report_vertices(r, "kept", a->kept.vertex, a->kept.count);
    add_stones(r, a->arena, "black", reply->black, reply->count);
    add_value(r, -reply->value, "Black minus White");
    report_winner(r, reply->lower, reply->value);
    add_scores(r, reply->white_score, reply->black_score, reply->tied, reply->unreached);
    report_string(r, "method", dm_reply_method_name(reply->method));
    report_count(r, "nodes", reply->nodes);
    report_flag(r, "proven", reply->proven);
    add_bounds(r, reply->proven, -reply->value, -reply->lower);
    if (a->all_limit > 0)
        add_optima(a, r);
}

void answer_lead(report *r, const dm_arena *arena, const dm_lead *lead)
{
    report_count(r, "count", lead->count);
    report_count(r, "reply", lead->reply);
    add_stones(r, arena, "white", lead->white, lead->count);
    add_stones(r, arena, "black", lead->black, lead->reply);
    add_value(r, lead->value, "White minus Black");
    report_winner(r, lead->lower, lead->upper);
    add_scores(r, lead->white_score, lead->black_score, lead->tied, lead->unreached);
    report_string(r, "method", dm_lead_method_name(lead->method));
    report_count(r, "nodes", lead->nodes);
    report_count(r, "replies", lead->replies);
    report_flag(r, "proven", lead->proven);
    add_bounds(r, lead->proven, lead->lower, lead->upper);
}
