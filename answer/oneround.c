/* oneround.c - one round: Black's best reply, White's best lead. */
#include "answer/answer.h"

#include <inttypes.h>
#include <string.h>

static void show_value(report *r, const answer_market *m, int64_t units, double real,
                       const char *words)
{
    char text[REPORT_UNITS];
    report_units(units, dm_arena_value_decimals(m->arena), text);
    if (m->huff)
        report_row(r, "value", "%.6g  (%s)", real * answer_unit(m), words);
    else
        report_row(r, "value", "%s  (%s)", text, words);
}

/* `real` under the Huff rule, otherwise `units`. */
static void add_value(report *r, const answer_market *m, int64_t units, double real,
                      const char *words)
{
    if (report_is_json(r))
        answer_demand(r, m, "value", units, real);
    else
        show_value(r, m, units, real, words);
}

/* The name of a street that ends at v; NULL: there is none, or no map. */
static const char *street_at(const dm_arena *arena, dm_vertex v)
{
    const dm_map *map = dm_arena_map(arena);
    for (int32_t s = 0; map && s < map->streets; s++)
        if (map->name_at[s] && (map->from[s] == v || map->to[s] == v))
            return map->names + map->name_at[s];
    return NULL;
}

/* The label of a site, else the name of the vertex; in place of a number that a map calls it by, a
 * street.  NULL: it has none of these. */
static const char *name_of(const answer_market *m, dm_vertex v)
{
    for (int32_t i = 0; i < m->sites; i++)
        if (m->site[i].vertex == v && m->site[i].label)
            return m->site[i].label;
    const char *name = dm_arena_name(m->arena, v);
    bool is_number = name && strspn(name, "-0123456789") == strlen(name);
    const char *street = is_number ? street_at(m->arena, v) : NULL;
    return street ? street : name;
}

/* A name that does not fit is left out: cutting it could break UTF-8. */
void answer_spell(const answer_market *m, const dm_vertex *vertices, int32_t count, char *out,
                  size_t size)
{
    enum { SHOWN = 12 };
    size_t used = 0;
    int32_t shown = 0;
    out[0] = 0;
    for (; shown < count && shown < SHOWN; shown++) {
        char number[16];
        const char *name = name_of(m, vertices[shown]);
        snprintf(number, sizeof number, "%d", vertices[shown]);
        if (used + strlen(name ? name : number) + sizeof ", , .." > size)
            break;
        used += (size_t)snprintf(out + used, size - used, "%s%s", shown ? ", " : "",
                                 name ? name : number);
    }
    if (shown < count)
        snprintf(out + used, size - used, "%s..", shown ? ", " : "");
}

void answer_named_vertices(report *r, const answer_market *m, const char *key,
                           const dm_vertex *vertices, int32_t count)
{
    char names[200];
    report_vertices(r, key, vertices, count);
    if (!dm_arena_has_names(m->arena) || count == 0)
        return;
    answer_spell(m, vertices, count, names, sizeof names);
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

static int sign_of(double value)
{
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

static void add_reply_scores(report *r, const answer_market *m, const dm_reply *reply)
{
    answer_demand(r, m, "white_score", reply->white_score.whole, reply->white_score.real);
    answer_demand(r, m, "black_score", reply->black_score.whole, reply->black_score.real);
    answer_demand(r, m, "tied", reply->tied.whole, reply->tied.real);
    answer_demand(r, m, "unreached", reply->unreached.whole, reply->unreached.real);
}

static void add_outcome(report *r, const answer_market *m, const dm_reply *reply)
{
    int value = sign_of(reply->value.real), upper = sign_of(reply->upper.real);
    if (!m->huff)
        report_winner(r, -reply->upper.whole, -reply->value.whole);
    else /* if it is proven, the bounds may differ in digits that do not count */
        report_winner(r, reply->proven ? -value : -upper, -value);
}

void answer_reply(report *r, const answer_replied *a)
{
    const answer_market *m = a->market;
    const dm_reply *reply = a->reply;
    answer_sites(r, m, "white", DM_WHITE, ANSWER_ALL);
    report_count(r, "count", reply->count);
    answer_sites(r, m, "kept", DM_BLACK, ANSWER_STANDING);
    answer_named_vertices(r, m, "black", reply->black, reply->count);
    add_value(r, m, reply->value.whole, reply->value.real, "Black minus White");
    add_outcome(r, m, reply);
    add_reply_scores(r, m, reply);
    report_string(r, "method", dm_reply_method_name(reply->method));
    report_count(r, "nodes", reply->nodes);
    report_flag(r, "proven", reply->proven);
    if (!reply->proven) {
        answer_demand(r, m, "lower", reply->value.whole, reply->value.real);
        answer_demand(r, m, "upper", reply->upper.whole, reply->upper.real);
    }
    if (a->all_limit > 0)
        add_optima(a, r);
    answer_shares(r, m);
    answer_chosen(r, m, DM_BLACK, 0);
}

static void add_lead_scores(report *r, const answer_market *m, const dm_lead *lead)
{
    answer_demand(r, m, "white_score", lead->white_score, 0);
    answer_demand(r, m, "black_score", lead->black_score, 0);
    answer_demand(r, m, "tied", lead->tied, 0);
    answer_demand(r, m, "unreached", lead->unreached, 0);
}

/* Sites that stand already, and those that White closes. */
static void add_standing(report *r, const answer_market *m, const dm_lead *lead)
{
    bool any = m->sites > lead->count + lead->reply || lead->closed_count > 0;
    if (!any && !report_is_json(r))
        return;
    answer_sites(r, m, "kept_white", DM_WHITE, ANSWER_STANDING);
    answer_sites(r, m, "kept_black", DM_BLACK, ANSWER_STANDING);
    report_vertices(r, "closed", lead->closed, lead->closed_count);
}

void answer_lead(report *r, const answer_led *a)
{
    const answer_market *m = a->market;
    const dm_lead *lead = a->lead;
    report_count(r, "count", lead->count);
    report_count(r, "reply", lead->reply);
    answer_named_vertices(r, m, "white", lead->white, lead->count);
    answer_named_vertices(r, m, "black", lead->black, lead->reply);
    add_standing(r, m, lead);
    add_value(r, m, lead->value, 0, "White minus Black");
    report_winner(r, lead->lower, lead->upper);
    add_lead_scores(r, m, lead);
    report_string(r, "method", dm_lead_method_name(lead->method));
    report_count(r, "nodes", lead->nodes);
    report_count(r, "replies", lead->replies);
    report_flag(r, "proven", lead->proven);
    if (!lead->proven) {
        answer_demand(r, m, "lower", lead->lower, 0);
        answer_demand(r, m, "upper", lead->upper, 0);
    }
    answer_shares(r, m);
    answer_chosen(r, m, DM_WHITE, a->saved);
}
