/* answer_sites.c - the shops one by one: what each gets, what it had before the new ones opened,
 * and whom a new one takes its customers from.
 */
#include "answer/answer_market.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { SHOWN_SITES = 24, SHOWN_ORIGINS = 6 }; /* in text */

const char *answer_side_name(const answer_market *m, dm_side side)
{
    static const char *const usual[] = {"White", "Black"};
    const char *brand = NULL;
    int32_t own = 0, same = 0;
    for (int32_t i = 0; i < m->sites; i++) {
        const answer_site *site = &m->site[i];
        if (site->side != side || site->chosen)
            continue;
        brand = brand ? brand : site->row.brand;
        own++;
        same += brand && site->row.brand && strcmp(site->row.brand, brand) == 0;
    }
    if (brand && same == own)
        return brand;
    if (m->has_us && m->is_described)
        return side == m->us ? "Us" : "Them";
    return usual[side];
}

bool answer_has_lonlat(const answer_market *m)
{
    return dm_arena_map(m->arena) || dm_arena_line_metric(m->arena) == DM_GREAT_CIRCLE;
}

const char *answer_length_unit(const answer_market *m)
{
    const dm_map *map = dm_arena_map(m->arena);
    const char *name = map ? dm_measure_name(map->measure) : "";
    bool is_globe = dm_arena_line_metric(m->arena) == DM_GREAT_CIRCLE;
    return is_globe ? dm_measure_name(DM_METRES) : *name ? name : NULL;
}

static json_t *amount_json(const answer_market *m, dm_amount amount)
{
    return m->choice ? report_rounded(amount.real * answer_unit(m))
                     : report_number(amount.whole, dm_arena_value_decimals(m->arena));
}

static json_t *origins_json(const answer_market *m, const answer_site *site)
{
    json_t *list = json_array();
    for (int32_t k = site->origin[0]; k < site->origin[1]; k++) {
        const answer_origin *o = &m->origin[k];
        const answer_site *from = o->site >= 0 ? &m->site[o->site] : NULL;
        json_t *one = json_object();
        report_put(&one, "vertex", from ? json_integer(from->row.vertex) : json_null());
        report_put(&one, "side", from ? json_string(dm_side_name(from->side)) : json_null());
        if (from && from->row.label)
            report_put(&one, "label", json_string(from->row.label));
        report_put(&one, "demand", amount_json(m, o->demand));
        report_append(&list, one);
    }
    return list;
}

json_t *answer_describe(const answer_market *m, const answer_site *site)
{
    json_t *about = json_object();
    assert(site->row.vertex >= 0 && site->row.vertex < dm_arena_vertices(m->arena));
    report_put(&about, "vertex", json_integer(site->row.vertex));
    report_put(&about, "side", json_string(dm_side_name(site->side)));
    if (site->row.label)
        report_put(&about, "label", json_string(site->row.label));
    if (site->row.brand)
        report_put(&about, "brand", json_string(site->row.brand));
    if (answer_has_lonlat(m)) {
        dm_point at = dm_arena_places(m->arena)[site->row.vertex];
        report_put(&about, "lon", report_number(llround(at.x * 1e7), 7));
        report_put(&about, "lat", report_number(llround(at.y * 1e7), 7));
    }
    if (site->row.street && site->row.snap_metres >= 0) {
        report_put(&about, "snap_metres", report_number(llround(site->row.snap_metres * 10), 1));
        report_put(&about, "street", json_string(site->row.street));
    }
    if (m->has_costs)
        report_put(&about, "cost", report_number(site->row.cost, m->cost_decimals));
    report_put(&about, "demand", amount_json(m, site->demand));
    report_put(&about, "before", amount_json(m, site->before));
    if (site->chosen) {
        report_put(&about, "new", json_true());
        report_put(&about, "from", origins_json(m, site));
    }
    if (site >= m->site + m->sites)
        report_put(&about, "closed", json_true());
    return about;
}

/* "white 17 Mill Lane" */
static void spell_site(const answer_market *m, const answer_site *site, char *out, size_t size)
{
    const char *label =
        site->row.label ? site->row.label : dm_arena_name(m->arena, site->row.vertex);
    snprintf(out, size, "%-5s %d%s%s", dm_side_name(site->side), site->row.vertex, label ? " " : "",
             label && strlen(label) + 20 < size ? label : "");
}

/* "  from white 3 Old Market 7.5, nobody 2" */
static void show_origins(report *r, const answer_market *m, const answer_site *site)
{
    char line[SHOWN_ORIGINS * 140] = "", who[120], amount[REPORT_UNITS];
    size_t used = 0;
    int32_t first = site->origin[0], end = site->origin[1];
    for (int32_t k = first; k < end && k < first + SHOWN_ORIGINS; k++) {
        const answer_origin *o = &m->origin[k];
        if (o->site >= 0)
            spell_site(m, &m->site[o->site], who, sizeof who);
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s %s", k > first ? ", " : "",
                                 o->site >= 0 ? who : "nobody",
                                 answer_spell_amount(m, o->demand, amount));
    }
    if (end > first)
        report_row(r, "", "  from %s%s", line, end > first + SHOWN_ORIGINS ? ", .." : "");
}

/* In text: "white 17 Mill Lane: gets 12.5, before 14" */
static void show_site(report *r, const answer_market *m, const answer_site *site, const char *key)
{
    char who[200], gets[REPORT_UNITS], before[REPORT_UNITS], price[REPORT_UNITS];
    bool is_closed = site >= m->site + m->sites;
    spell_site(m, site, who, sizeof who);
    answer_spell_amount(m, site->demand, gets);
    answer_spell_amount(m, site->before, before);
    report_units(site->row.cost, m->cost_decimals, price);
    bool changes = !site->chosen && strcmp(gets, before) != 0;
    bool pays = site->chosen && m->has_costs;
    report_row(r, key, "%s%s: %s%s%s%s%s%s", who, site->chosen ? ", new" : "",
               is_closed ? "closes" : "gets ", is_closed ? "" : gets, changes ? ", before " : "",
               changes ? before : "", pays ? ", costs " : "", pays ? price : "");
    show_origins(r, m, site);
}

void answer_each_site(report *r, const answer_market *m)
{
    json_t *sites = json_array();
    int32_t shown = 0, all = m->sites + m->closed;
    assert(m->closed >= 0);
    for (int pass = 0; pass < 3; pass++) /* White's that stand, Black's, the new ones */
        for (int32_t i = 0; i < all; i++) {
            const answer_site *site = &m->site[i];
            if (site->chosen ? pass < 2 : (int)site->side != pass)
                continue;
            if (report_is_json(r))
                report_append(&sites, answer_describe(m, site));
            else if (m->is_described && (site->chosen || shown < SHOWN_SITES))
                show_site(r, m, site, shown++ ? "" : "sites");
        }
    report_json(r, "sites", sites);
}
