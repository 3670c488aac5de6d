/* answer_market.c - the sites of a scored position or a round, and what each of them gets. */
#include "answer/answer_market.h"

#include "answer/answer.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double answer_unit(const answer_market *m)
{
    return pow(10, -dm_arena_value_decimals(m->arena));
}

void answer_demand(report *r, const answer_market *m, const char *key, dm_amount amount)
{
    if (m->choice)
        report_real(r, key, amount.real * answer_unit(m));
    else
        report_amount(r, key, amount.whole, dm_arena_value_decimals(m->arena));
}

const char *answer_spell_amount(const answer_market *m, dm_amount amount, char text[REPORT_UNITS])
{
    if (m->choice)
        snprintf(text, REPORT_UNITS, "%.6g", amount.real * answer_unit(m));
    else
        report_units(amount.whole, dm_arena_value_decimals(m->arena), text);
    return text;
}

void answer_value(report *r, const answer_market *m, dm_amount value, const char *words)
{
    char text[REPORT_UNITS];
    if (report_is_json(r))
        answer_demand(r, m, "value", value);
    else
        report_row(r, "value", "%s  (%s)", answer_spell_amount(m, value, text), words);
}

/* The name of a street that ends at v; NULL: there is none, or no map. */
static const char *street_at(const dm_arena *arena, dm_vertex v)
{
    const dm_map *map = dm_arena_map(arena);
    assert(v >= 0 && v < dm_arena_vertices(arena));
    for (int32_t s = 0; map && s < map->streets; s++)
        if (map->name_at[s] && (map->from[s] == v || map->to[s] == v))
            return map->names + map->name_at[s];
    return NULL;
}

/* The label of a site, of this side if it has one there, after `earlier` others that share the
 * place; else the name of the vertex; in place of a number that a map calls it by, a street.  NULL:
 * it has none of these. */
static const char *name_of(const answer_market *m, dm_side side, dm_vertex v, int32_t earlier)
{
    for (int pass = 0; pass < 2; pass++)
        for (int32_t i = 0; i < m->sites; i++)
            if (m->site[i].row.vertex == v && m->site[i].row.label &&
                (pass || (m->site[i].side == side && earlier-- == 0)))
                return m->site[i].row.label;
    const char *name = dm_arena_name(m->arena, v);
    bool is_number = name && strspn(name, "-0123456789") == strlen(name);
    const char *street = is_number ? street_at(m->arena, v) : NULL;
    return street ? street : name;
}

/* A name that does not fit is left out: cutting it could break UTF-8. */
void answer_spell(const answer_market *m, dm_side side, const dm_vertex *vertices, int32_t count,
                  char *out, size_t size)
{
    assert(count >= 0);
    assert(size > 0);
    enum { SHOWN = 12 };
    size_t used = 0;
    int32_t shown = 0;
    out[0] = 0;
    for (; shown < count && shown < SHOWN; shown++) {
        char number[16];
        int32_t earlier = 0;
        for (int32_t i = 0; i < shown; i++)
            earlier += vertices[i] == vertices[shown];
        const char *name = name_of(m, side, vertices[shown], earlier);
        snprintf(number, sizeof number, "%d", vertices[shown]);
        if (used + strlen(name ? name : number) + sizeof ", , .." > size)
            break;
        used += (size_t)snprintf(out + used, size - used, "%s%s", shown ? ", " : "",
                                 name ? name : number);
    }
    if (shown < count)
        snprintf(out + used, size - used, "%s..", shown ? ", " : "");
}

void answer_named_vertices(report *r, const answer_market *m, const char *key, dm_side side,
                           const dm_vertex *vertices, int32_t count)
{
    char names[200];
    assert(count >= 0);
    report_vertices(r, key, vertices, count);
    if (!dm_arena_has_names(m->arena) || count == 0)
        return;
    answer_spell(m, side, vertices, count, names, sizeof names);
    report_row(r, "", "%s", names);
}

void answer_owners(report *r, const dm_dominance *d)
{
    assert(d->n >= 0);
    if (!report_is_json(r))
        return;
    char *letters = malloc((size_t)d->n + 1);
    if (letters)
        for (dm_vertex v = 0; v < d->n; v++)
            letters[v] = dm_owner_letter(d->owner[v]);
    report_json(r, "owner", letters ? json_stringn_nocheck(letters, (size_t)d->n) : NULL);
    free(letters);
}

void answer_distances(report *r, const dm_dominance *d)
{
    json_t *list = json_array();
    for (dm_vertex v = 0; v < d->n; v++)
        report_append(&list, json_integer(d->distance[v]));
    report_json(r, "distances", list);
}

void answer_sites(report *r, const answer_market *m, const char *key, dm_side side, int which)
{
    dm_vertex *list = calloc((size_t)m->sites + 1, sizeof *list);
    int32_t count = 0;
    assert(m->sites >= 0);
    assert(which == ANSWER_ALL || which == ANSWER_CHOSEN || which == ANSWER_STANDING);
    for (int32_t i = 0; list && i < m->sites; i++)
        if (m->site[i].side == side &&
            (which == ANSWER_ALL || m->site[i].chosen == (which == ANSWER_CHOSEN)))
            list[count++] = m->site[i].row.vertex;
    if (list)
        answer_named_vertices(r, m, key, side, list, count);
    else
        report_json(r, key, NULL);
    free(list);
}

void answer_outside(report *r, const answer_market *m)
{
    if (m->choice && m->terms.outside > 0)
        answer_demand(r, m, "outside", (dm_amount){.real = m->choice->outside});
}

/* A profit, or an amount of demand. */
static void add_reached(report *r, const answer_market *m, const char *key, dm_amount amount)
{
    double typed = amount.real * pow(10, -m->cost_decimals);
    if (m->terms.objective != DM_MAXIMIZE_PROFIT) {
        answer_demand(r, m, key, amount);
        return;
    }
    report_json(r, key, report_rounded(typed));
    report_row(r, key, "%.9g", typed);
}

void answer_objective(report *r, const answer_market *m, bool proven, dm_amount reached,
                      dm_amount lower, dm_amount upper)
{
    report_json(r, "maximize", json_string(dm_objective_name(m->terms.objective)));
    if (m->terms.objective != DM_MAXIMIZE_VALUE)
        report_row(r, "maximize", "%s", dm_objective_name(m->terms.objective));
    if (m->terms.objective == DM_MAXIMIZE_PROFIT)
        add_reached(r, m, "profit", reached);
    report_flag(r, "proven", proven);
    if (proven)
        return;
    add_reached(r, m, "lower", lower);
    add_reached(r, m, "upper", upper);
}

/* What each side gets, what is tied and what stays outside, of the demand that is divided; and what
 * no site reaches. */
typedef struct shares {
    double white, black, tied, outside, reached, unreached;
} shares;

static shares find_shares(const answer_market *m)
{
    shares s = {0};
    assert(m->owned);
    s.white = m->choice ? m->choice->score[DM_WHITE] : (double)m->owned->score[DM_WHITE];
    s.black = m->choice ? m->choice->score[DM_BLACK] : (double)m->owned->score[DM_BLACK];
    s.tied = m->choice ? 0 : (double)m->owned->tied;
    s.outside = m->choice ? m->choice->outside : 0;
    s.reached = s.white + s.black + s.tied + s.outside;
    s.unreached = m->choice ? m->choice->unreached : (double)m->owned->unreached;
    return s;
}

static json_t *share_of(double part, double all)
{
    return all > 0 ? report_rounded(part / all) : json_null();
}

static void add_share(report *r, const answer_market *m)
{
    shares s = find_shares(m);
    json_t *share = json_object();
    report_put(&share, "white", share_of(s.white, s.reached));
    report_put(&share, "black", share_of(s.black, s.reached));
    report_put(&share, "tied", share_of(s.tied, s.reached));
    if (m->terms.outside > 0)
        report_put(&share, "outside", share_of(s.outside, s.reached));
    report_json(r, "share", share);
    if (!m->is_described)
        return;
    char words[60] = "";
    if (s.unreached > 0)
        snprintf(words, sizeof words, " of what is reached; %.4g %% of all is not",
                 100 * s.unreached / (s.reached + s.unreached));
    if (s.reached > 0 && m->terms.outside > 0)
        report_row(r, "share", "White %.4g %%, Black %.4g %%, outside %.4g %%",
                   100 * s.white / s.reached, 100 * s.black / s.reached,
                   100 * s.outside / s.reached);
    else if (s.reached > 0)
        report_row(r, "share", "White %.4g %%, Black %.4g %%, tied %.4g %%%s",
                   100 * s.white / s.reached, 100 * s.black / s.reached, 100 * s.tied / s.reached,
                   words);
    else
        report_row(r, "share", "none: no site reaches any demand");
}

double answer_site_demand(const answer_market *m, const answer_site *site)
{
    return m->choice ? site->demand.real : (double)site->demand.whole;
}

/* The demand of each brand, in the order of their first sites; NULL without memory. */
static json_t *add_up_brands(const answer_market *m)
{
    json_t *sums = json_object();
    for (int32_t i = 0; i < m->sites; i++)
        if (m->site[i].row.brand) {
            double before = json_real_value(json_object_get(sums, m->site[i].row.brand));
            report_put(&sums, m->site[i].row.brand,
                       json_real(before + answer_site_demand(m, &m->site[i])));
        }
    return sums;
}

/* The rule by which customers divide, with its numbers. */
static void add_rule(report *r, const answer_market *m)
{
    const dm_terms *t = &m->terms;
    int decimals = dm_arena_decimals(m->arena);
    char floor[REPORT_UNITS] = "", line[200];
    report_units(t->floor, decimals, floor);
    int used = snprintf(line, sizeof line, "%s: beta %g", dm_rule_name(t->rule), t->beta);
    report_json(r, "rule", json_string(dm_rule_name(t->rule)));
    report_json(r, "beta", report_rounded(t->beta));
    if (t->rule == DM_HUFF) {
        report_json(r, "floor", report_number(t->floor, decimals));
        used += snprintf(line + used, sizeof line - (size_t)used,
                         ", distances below %s count as %s", floor, floor);
    }
    if (t->choices > 0) {
        report_json(r, "choices", json_integer(t->choices));
        used += snprintf(line + used, sizeof line - (size_t)used, ", choices %d", t->choices);
    }
    if (t->outside > 0)
        snprintf(line + used, sizeof line - (size_t)used, ", outside %g", t->outside);
    report_row(r, "rule", "%s", line);
}

void answer_shares(report *r, const answer_market *m)
{
    if (m->choice)
        add_rule(r, m);
    add_share(r, m);
    json_t *sums = add_up_brands(m), *brands = json_object(), *sum;
    double reached = find_shares(m).reached;
    const char *brand, *key = "brands";
    json_object_foreach(sums, brand, sum)
    {
        double demand = json_real_value(sum);
        report_put(&brands, brand, share_of(demand, reached));
        if (reached > 0)
            report_row(r, key, "%s %.4g %%", brand, 100 * demand / reached);
        key = "";
    }
    bool none = sums && json_object_size(sums) == 0;
    if (!none)
        report_json(r, "brands", sums ? json_incref(brands) : NULL);
    json_decref(sums);
    json_decref(brands);
    /* rows of tables that were used and left out; zeros are shown in JSON only */
    const dm_places *lists[] = {m->candidates, m->rival_candidates};
    int32_t others = 0;
    for (int i = 0; i < 2; i++)
        others += lists[i] ? lists[i]->left_out_count : 0;
    if (m->customers && report_is_json(r)) {
        const char *column = m->customers->demand_column;
        report_count(r, "customers", m->customers->count);
        report_count(r, "unsnapped", m->customers->left_out_count);
        report_json(r, "demand_column", column ? json_string(column) : json_null());
    } else if (m->customers) {
        report_row(r, "customers", "%d%s", m->customers->count,
                   m->customers->demand_column ? "" : ", each counts 1");
    }
    if (m->customers && !report_is_json(r) && m->customers->left_out_count)
        report_count(r, "unsnapped", m->customers->left_out_count);
    if (others)
        report_count(r, "unsnapped_candidates", others);
}

void answer_cost(report *r, const answer_market *m, dm_side pays, int64_t saved)
{
    int64_t cost = -saved;
    assert(m->cost_decimals >= 0);
    assert(saved >= 0);
    for (int32_t i = 0; i < m->sites; i++)
        cost += m->site[i].chosen && m->site[i].side == pays ? m->site[i].row.cost : 0;
    if (m->has_costs)
        report_amount(r, "cost", cost, m->cost_decimals);
    else
        report_json(r, "cost", json_integer(0));
}
