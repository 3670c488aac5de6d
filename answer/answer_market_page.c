/* answer_market_page.c - a scored market as a page: who gets how much, on what terms, a map, and
 * the sites: those that stand with what they had before, and the new ones with whom they take it
 * from.
 */
#include "answer/answer_market.h"

#include "answer/answer.h"
#include "answer/fail.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SHOWN_ORIGINS = 4 };

static const char *side_name(const answer_shown *shown, dm_side side)
{
    return shown->names[side] ? shown->names[side] : answer_side_name(shown->market, side);
}

/* The label of a site, else the name of its vertex, else its number. */
static void put_place(FILE *page, const answer_market *m, const answer_site *site)
{
    const char *name =
        site->row.label ? site->row.label : dm_arena_name(m->arena, site->row.vertex);
    if (name)
        report_html(page, name);
    else
        fprintf(page, "vertex %d", site->row.vertex);
}

static void put_amount(FILE *page, const answer_market *m, dm_amount amount)
{
    char text[REPORT_UNITS];
    fprintf(page, "<td>%s</td>", answer_spell_amount(m, amount, text));
}

/* "Old Market 12.5, Harbour 3" */
static void put_origins(FILE *page, const answer_market *m, const answer_site *site)
{
    char text[REPORT_UNITS];
    int32_t first = site->origin[0], end = site->origin[1];
    fputs("<td class=\"l\">", page);
    for (int32_t k = first; k < end && k < first + SHOWN_ORIGINS; k++) {
        const answer_origin *o = &m->origin[k];
        fputs(k > first ? ", " : "", page);
        if (o->site >= 0)
            put_place(page, m, &m->site[o->site]);
        else
            fputs("nobody", page);
        fprintf(page, " %s", answer_spell_amount(m, o->demand, text));
    }
    fputs(end > first + SHOWN_ORIGINS ? ", ..</td>" : "</td>", page);
}

/* Which columns the tables of sites have. */
typedef struct columns {
    bool brand, place, street, cost, before;
} columns;

static void put_site(FILE *page, const answer_shown *shown, const columns *c,
                     const answer_site *site, double reached)
{
    const answer_market *m = shown->market;
    double demand = answer_site_demand(m, site) * answer_unit(m);
    bool is_closed = site >= m->site + m->sites;
    assert(site->row.vertex >= 0);
    fputs("<tr><td class=\"l\">", page);
    report_html(page, side_name(shown, site->side));
    fputs("</td><td class=\"l\">", page);
    put_place(page, m, site);
    fputs(is_closed ? ", closes</td>" : "</td>", page);
    if (c->brand) {
        fputs("<td class=\"l\">", page);
        report_html(page, site->row.brand ? site->row.brand : "");
        fputs("</td>", page);
    }
    if (c->place) {
        dm_point at = dm_arena_places(m->arena)[site->row.vertex];
        fprintf(page, "<td>%.5f, %.5f</td>", at.y, at.x);
    }
    if (c->street) { /* that it was moved to, and how far */
        bool is_moved = site->row.street && site->row.snap_metres >= 0;
        fputs("<td class=\"l\">", page);
        report_html(page, is_moved ? site->row.street : "");
        if (is_moved)
            fprintf(page, ", %.0f m", site->row.snap_metres);
        fputs("</td>", page);
    }
    if (c->cost) {
        char text[REPORT_UNITS];
        report_units(site->row.cost, m->cost_decimals, text);
        fprintf(page, "<td>%s</td>", text);
    }
    if (c->before && !site->chosen)
        put_amount(page, m, site->before);
    put_amount(page, m, site->demand);
    fprintf(page, "<td>%.1f %%</td>", reached > 0 ? 100 * demand / reached : 0);
    if (site->chosen)
        put_origins(page, m, site);
    fputs("</tr>\n", page);
}

/* The table of the sites that stand, or of the new ones. */
static void put_sites(FILE *page, const answer_shown *shown, bool chosen, double reached)
{
    const answer_market *m = shown->market;
    columns c = {.place = answer_has_lonlat(m), .cost = m->has_costs};
    int32_t all = m->sites + m->closed, count = 0;
    for (int32_t i = 0; i < all; i++) {
        c.brand |= m->site[i].row.brand != NULL;
        c.street |= m->site[i].row.street != NULL;
        c.before |= m->site[i].chosen;
        count += m->site[i].chosen == chosen;
    }
    c.before |= m->closed > 0;
    if (count == 0)
        return;
    fprintf(page,
            "<h2>%s</h2>\n<div class=\"wide\"><table><thead><tr><th>whose</th><th "
            "class=\"l\">place</th>%s%s%s%s%s<th>gets</th><th>share</th>%s</tr></thead><tbody>\n",
            chosen ? "New sites" : "Sites that stand", c.brand ? "<th class=\"l\">brand</th>" : "",
            c.place ? "<th>lat, lon</th>" : "",
            c.street ? "<th class=\"l\">street, moved by</th>" : "", c.cost ? "<th>cost</th>" : "",
            c.before && !chosen ? "<th>before</th>" : "",
            chosen ? "<th class=\"l\">from</th>" : "");
    for (int side = 0; side < 2; side++)
        for (int32_t i = 0; i < all; i++)
            if ((int)m->site[i].side == side && m->site[i].chosen == chosen)
                put_site(page, shown, &c, &m->site[i], reached);
    fputs("</tbody></table></div>\n", page);
}

/* The picture without the line that only files of their own begin with. */
static dm_status put_picture(FILE *page, const answer_shown *shown, dm_error *err)
{
    const answer_market *m = shown->market;
    const char *const names[2] = {side_name(shown, DM_WHITE), side_name(shown, DM_BLACK)};
    dm_picture picture = *shown->picture;
    picture.side_names = names;
    char *svg = NULL;
    dm_status status =
        dm_draw_svg(m->arena, shown->stones, m->sites, m->terms.ties, &picture, &svg, err);
    if (status == DM_OK)
        page_picture(page, svg);
    dm_free(svg);
    return status;
}

static void put_fact(FILE *page, const char *key, const char *value)
{
    fprintf(page, "<tr><th scope=\"row\">%s</th><td class=\"l\">", key);
    report_html(page, value);
    fputs("</td></tr>\n", page);
}

/* "huff, beta 1.5, distances below 1 count as 1" */
static void spell_rule(const answer_market *m, char *out, size_t size)
{
    const dm_terms *t = &m->terms;
    char floor[REPORT_UNITS];
    size_t used = (size_t)snprintf(out, size, "%s", dm_rule_name(t->rule));
    report_units(t->floor, dm_arena_decimals(m->arena), floor);
    if (t->rule == DM_NEAREST)
        snprintf(out + used, size - used, " site, ties %s", dm_tie_rule_name(t->ties));
    else
        used += (size_t)snprintf(out + used, size - used, ", beta %g", t->beta);
    if (t->rule == DM_HUFF)
        used += (size_t)snprintf(out + used, size - used, ", distances below %s count as %s", floor,
                                 floor);
    if (t->rule != DM_NEAREST && t->outside > 0)
        used += (size_t)snprintf(out + used, size - used, ", outside %g", t->outside);
    if (t->rule != DM_NEAREST && t->choices > 0)
        snprintf(out + used, size - used, ", the %d strongest of each side", t->choices);
}

/* On what terms it was computed, and when. */
static void put_facts(FILE *page, const answer_market *m)
{
    const dm_map *map = dm_arena_map(m->arena);
    const char *unit = answer_length_unit(m);
    char text[200], radius[REPORT_UNITS];
    time_t now = time(NULL);
    struct tm day;
    fputs("<h2>Terms</h2>\n<div class=\"wide\"><table><tbody>\n", page);
    spell_rule(m, text, sizeof text);
    put_fact(page, "rule", text);
    if (map && map->profile >= 0)
        put_fact(page, "profile", dm_profile_name((dm_profile)map->profile));
    if (unit)
        put_fact(page, "measure", unit);
    if (m->terms.has_radius) {
        report_units(m->terms.radius, dm_arena_decimals(m->arena), radius);
        snprintf(text, sizeof text, "%s%s%s", radius, unit ? " " : "", unit ? unit : "");
        put_fact(page, "radius", text);
    }
    if (m->budget)
        put_fact(page, "budget", m->budget);
    if (m->customers) {
        const char *column = m->customers->demand_column;
        snprintf(text, sizeof text, "%d row%s, %s%s", m->customers->count,
                 m->customers->count == 1 ? "" : "s",
                 column ? "demand by column " : "each counts 1", column ? column : "");
        put_fact(page, "customers", text);
    }
    if (gmtime_r(&now, &day) && strftime(text, sizeof text, "%Y-%m-%d", &day) > 0)
        put_fact(page, "date", text);
    fputs("</tbody></table></div>\n", page);
}

/* What each side gets, what is tied or outside, and what no site reaches. */
static double put_shares(FILE *page, const answer_shown *s)
{
    const answer_market *m = s->market;
    double unit = answer_unit(m), tied = m->choice ? 0 : (double)m->owned->tied * unit;
    double outside = m->choice ? m->choice->outside * unit : 0;
    double unreached = (m->choice ? m->choice->unreached : (double)m->owned->unreached) * unit;
    const char *const names[2] = {side_name(s, DM_WHITE), side_name(s, DM_BLACK)};
    double side[2];
    for (int i = 0; i < 2; i++)
        side[i] = (m->choice ? m->choice->score[i] : (double)m->owned->score[i]) * unit;
    double reached = side[0] + side[1] + tied + outside;
    page_key(page, names);
    fputs("<div class=\"bars\"><span>shares</span>", page);
    if (reached > 0)
        page_bar(page, names, side[0] / reached, tied / reached, side[1] / reached);
    fputs("</div>\n<p>", page);
    for (int i = 0; i < 2; i++) {
        report_html(page, names[i]);
        fprintf(page, ": %.10g, ", side[i]);
    }
    if (m->choice && m->terms.outside > 0)
        fprintf(page, "outside: %.10g.", outside);
    else
        fprintf(page, "tied: %.10g.", tied);
    if (unreached > 0)
        fprintf(page, " No site reaches %.10g, %.1f %% of all demand.", unreached,
                100 * unreached / (reached + unreached));
    fputs("</p>\n", page);
    return reached;
}

dm_status answer_market_page(FILE *to, const void *shown, dm_error *err)
{
    const answer_shown *s = shown;
    page_begin(to, s->source, s->caption);
    double reached = put_shares(to, s);
    dm_status status = put_picture(to, s, err);
    put_sites(to, s, true, reached);
    put_sites(to, s, false, reached);
    put_facts(to, s->market);
    page_end(to, "");
    return status;
}
