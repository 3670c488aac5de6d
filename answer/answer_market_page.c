/* answer_market_page.c - a scored market as a page: who gets how much, a map, and the sites. */
#include "answer/answer_market.h"

#include "answer/answer.h"
#include "answer/fail.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *side_name(const answer_shown *shown, dm_side side)
{
    static const char *const colours[2] = {"White", "Black"};
    return shown->names[side] ? shown->names[side] : colours[side];
}

static void put_site(FILE *page, const answer_shown *shown, const answer_site *site, double reached)
{
    const answer_market *m = shown->market;
    double demand = answer_site_demand(m, site) * answer_unit(m);
    assert(site->row.vertex >= 0);
    fputs("<tr><td class=\"l\">", page);
    report_html(page, side_name(shown, site->side));
    fprintf(page, "%s</td>", site->chosen ? ", new" : "");
    /* the label of a site, else the name of its vertex, else its number */
    const char *name =
        site->row.label ? site->row.label : dm_arena_name(m->arena, site->row.vertex);
    fputs("<td class=\"l\">", page);
    if (name)
        report_html(page, name);
    else
        fprintf(page, "vertex %d", site->row.vertex);
    fputs("</td>", page);
    if (dm_arena_map(m->arena)) {
        dm_point at = dm_arena_places(m->arena)[site->row.vertex];
        fprintf(page, "<td>%.5f, %.5f</td>", at.y, at.x);
    }
    if (m->has_costs) {
        char text[REPORT_UNITS];
        report_units(site->row.cost, m->cost_decimals, text);
        fprintf(page, "<td>%s</td>", text);
    }
    fprintf(page, "<td>%.10g</td><td>%.1f %%</td></tr>\n", demand,
            reached > 0 ? 100 * demand / reached : 0);
}

static void put_sites(FILE *page, const answer_shown *shown, double reached)
{
    const answer_market *m = shown->market;
    assert(reached >= 0);
    fprintf(page,
            "<h2>Sites</h2>\n<div class=\"wide\"><table><thead><tr><th>side</th><th "
            "class=\"l\">place</th>%s%s<th>gets</th><th>share</th></tr></thead><tbody>\n",
            dm_arena_map(m->arena) ? "<th>lat, lon</th>" : "", m->has_costs ? "<th>cost</th>" : "");
    for (int side = 0; side < 2; side++)
        for (int32_t i = 0; i < m->sites; i++)
            if ((int)m->site[i].side == side)
                put_site(page, shown, &m->site[i], reached);
    fputs("</tbody></table></div>\n", page);
}

/* The picture without the line that only files of their own begin with. */
static dm_status put_picture(FILE *page, const answer_shown *shown, dm_error *err)
{
    const answer_market *m = shown->market;
    char *svg = NULL;
    dm_status status =
        dm_draw_svg(m->arena, shown->stones, m->sites, m->terms.ties, shown->picture, &svg, err);
    if (status != DM_OK)
        return status;
    const char *begin = strstr(svg, "<svg");
    fputs("<figure>\n", page);
    fputs(begin ? begin : svg, page);
    fputs("</figure>\n", page);
    dm_free(svg);
    return DM_OK;
}

dm_status answer_market_page(FILE *to, const void *shown, dm_error *err)
{
    const answer_shown *s = shown;
    const answer_market *m = s->market;
    double unit = answer_unit(m), tied = m->choice ? 0 : (double)m->owned->tied * unit;
    const char *const names[2] = {side_name(s, DM_WHITE), side_name(s, DM_BLACK)};
    double side[2];
    for (int i = 0; i < 2; i++)
        side[i] = (m->choice ? m->choice->score[i] : (double)m->owned->score[i]) * unit;
    double reached = side[0] + side[1] + tied;
    page_begin(to, s->source, s->caption);
    page_key(to, names);
    fputs("<div class=\"bars\"><span>shares</span>", to);
    if (reached > 0)
        page_bar(to, names, side[0] / reached, tied / reached, side[1] / reached);
    double unreached = (m->choice ? m->choice->unreached : (double)m->owned->unreached) * unit;
    fputs("</div>\n<p>", to);
    for (int i = 0; i < 2; i++) {
        report_html(to, names[i]);
        fprintf(to, ": %.10g, ", side[i]);
    }
    fprintf(to, "tied: %.10g%s", tied, m->customers ? ", of " : ".");
    if (m->customers)
        fprintf(to, "%d row%s of customers.", m->customers->count,
                m->customers->count == 1 ? "" : "s");
    if (unreached > 0)
        fprintf(to, " No site reaches %.10g, %.1f %% of all demand.", unreached,
                100 * unreached / (reached + unreached));
    fputs("</p>\n", to);
    dm_status status = put_picture(to, s, err);
    put_sites(to, s, reached);
    page_end(to, "");
    return status;
}
