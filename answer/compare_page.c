/* compare_page.c - scenarios of a market side by side as a page: a bar per scenario, the table, and
 * the sites of each.  It needs no other file. */

#include "answer/answer.h"
#include "base/names.h"

#include <math.h>
#include <string.h>

static void put_percent(FILE *page, double share)
{
    if (isfinite(share))
        fprintf(page, "<td>%.1f %%</td>", 100 * share);
    else
        fputs("<td></td>", page);
}

static void put_change(FILE *page, const json_t *row, const char *side)
{
    const json_t *value = json_object_get(json_object_get(row, "change"), side);
    double points = 100 * json_number_value(value);
    if (!json_is_number(value))
        fputs("<td></td>", page);
    else
        fprintf(page, "<td class=\"%s\">%+.1f</td>",
                points > 0.05    ? "up"
                : points < -0.05 ? "down"
                                 : "",
                points);
}

/* A number or a text of an object as it is in JSON, without quotes. */
static void put_value(FILE *page, const json_t *value)
{
    if (json_is_string(value))
        report_html(page, json_string_value(value));
    else if (json_is_integer(value))
        fprintf(page, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        fprintf(page, "%.10g", json_real_value(value));
}

/* The label of a site, else its vertex. */
static void put_place(FILE *page, const json_t *site)
{
    const json_t *label = json_object_get(site, "label");
    put_value(page, label ? label : json_object_get(site, "vertex"));
}

/* "Old Market 12.5, Harbour 3" */
static void put_origins(FILE *page, const json_t *site)
{
    enum { SHOWN = 4 };
    size_t i;
    const json_t *one, *from = json_object_get(site, "from");
    json_array_foreach(from, i, one)
    {
        if (i == SHOWN) {
            fputs(", ..", page);
            return;
        }
        fputs(i ? ", " : "", page);
        if (json_is_null(json_object_get(one, "side")))
            fputs("nobody", page);
        else
            put_place(page, one);
        fprintf(page, " %.6g", json_number_value(json_object_get(one, "demand")));
    }
}

static void put_site(FILE *page, const answer_compared *c, const json_t *site)
{
    const char *side = json_string_value(json_object_get(site, "side"));
    const json_t *lon = json_object_get(site, "lon"), *lat = json_object_get(site, "lat");
    fputs("<tr><td class=\"l\">", page);
    report_html(page, c->name[side && strcmp(side, c->key[1]) == 0]);
    fputs("</td><td class=\"l\">", page);
    put_place(page, site);
    fputs("</td><td class=\"l\">", page);
    put_value(page, json_object_get(site, "brand"));
    fputs("</td><td>", page);
    if (lon && lat)
        fprintf(page, "%.5f, %.5f", json_number_value(lat), json_number_value(lon));
    fputs("</td><td>", page);
    put_value(page, json_object_get(site, "cost"));
    fputs("</td><td>", page);
    put_value(page, json_object_get(site, "demand"));
    fputs("</td><td class=\"l\">", page);
    put_origins(page, site);
    fputs("</td></tr>\n", page);
}

/* The sites that a scenario opens, and those that it closes. */
static void put_sites(FILE *page, const answer_compared *c, const json_t *row)
{
    const json_t *sites = json_object_get(row, "sites"), *item;
    size_t i, opened = 0;
    const char *before = "<p>Closes: ";
    json_array_foreach(sites, i, item)
    {
        if (!json_is_true(json_object_get(item, "new")))
            continue;
        if (opened++ == 0)
            fputs(
                "<div class=\"wide\"><table><thead><tr><th>opened by</th><th class=\"l\">place</th>"
                "<th class=\"l\">brand</th><th>lat, lon</th><th>cost</th><th>gets</th><th "
                "class=\"l\">from</th></tr></thead><tbody>\n",
                page);
        put_site(page, c, item);
    }
    if (opened)
        fputs("</tbody></table></div>\n", page);
    json_array_foreach(sites, i, item)
    {
        if (!json_is_true(json_object_get(item, "closed")))
            continue;
        fputs(before, page);
        put_place(page, item);
        before = ", ";
    }
    if (before[0] == ',')
        fputs(".</p>\n", page);
}

/* Brands and what is not reached: "Acme 52.7 %, Bolt 29.5 %; not reached: 16.1 %" */
static void put_words(FILE *page, const answer_compared *c, const json_t *row)
{
    const char *brand, *before = "<p>";
    json_t *share;
    double unreached = answer_compared_unreached(row, c->key);
    json_object_foreach(json_object_get(row, "brands"), brand, share)
    {
        if (!json_is_number(share))
            continue;
        fputs(before, page);
        report_html(page, brand);
        fprintf(page, " %.1f %%", 100 * json_number_value(share));
        before = ", ";
    }
    if (unreached > 0)
        fprintf(page, "%snot reached: %.1f %% of all demand", before[0] == '<' ? before : "; ",
                100 * unreached);
    if (before[0] != '<' || unreached > 0)
        fputs("</p>\n", page);
}

/* A row with its map. */
static void put_scenario(FILE *page, const answer_compared *c, size_t i)
{
    const json_t *row = answer_compared_row(c, i);
    fputs("<section><h2>", page);
    report_html(page, answer_compared_name(row));
    fputs("</h2>\n", page);
    put_words(page, c, row);
    if (c->picture && c->picture[i])
        page_picture(page, c->picture[i]);
    put_sites(page, c, row);
    fputs("</section>\n", page);
}

dm_status answer_compare_page(FILE *to, const void *compared, dm_error *err)
{
    const answer_compared *c = compared;
    const json_t *row;
    (void)err;
    bool shows_unreached = answer_compared_any(c, answer_compared_unreached);
    bool shows_outside = answer_compared_any(c, answer_compared_outside);
    char about[400];
    size_t done = json_array_size(c->scenarios);
    snprintf(about, sizeof about, "%.300s: %zu scenario%s%s", c->board, done,
             dmi_plural((int64_t)done, "", "s"),
             done < c->asked ? "; stopped before the others" : "");
    page_begin(to, "Scenarios of a market", about);
    page_key(to, c->name);
    fputs("<div class=\"bars\">\n", to);
    for (size_t i = 0; (row = answer_compared_row(c, i)); i++) {
        fputs("<span>", to);
        report_html(to, answer_compared_name(row));
        fputs("</span>", to);
        page_bar(to, c->name, answer_compared_share(row, c->key[0]),
                 answer_compared_share(row, "tied"), answer_compared_share(row, c->key[1]));
    }
    fputs("</div>\n<div class=\"wide\"><table><thead><tr><th>scenario</th>", to);
    for (int side = 0; side < 2; side++) {
        fputs("<th>", to);
        report_html(to, c->name[side]);
        fputs("</th><th>change</th>", to);
    }
    fprintf(to, "<th>tied</th>%s%s<th>cost</th><th></th></tr></thead><tbody>\n",
            shows_outside ? "<th>outside</th>" : "", shows_unreached ? "<th>not reached</th>" : "");
    for (size_t i = 0; (row = answer_compared_row(c, i)); i++) {
        const json_t *proven = json_object_get(row, "proven");
        fputs("<tr><th scope=\"row\">", to);
        report_html(to, answer_compared_name(row));
        fputs("</th>", to);
        for (int side = 0; side < 2; side++) {
            put_percent(to, answer_compared_share(row, c->key[side]));
            put_change(to, row, c->key[side]);
        }
        put_percent(to, answer_compared_share(row, "tied"));
        if (shows_outside)
            put_percent(to, answer_compared_outside(row, c->key));
        if (shows_unreached)
            put_percent(to, answer_compared_unreached(row, c->key));
        fputs("<td>", to);
        put_value(to, json_object_get(row, "cost"));
        fprintf(to, "</td><td>%s</td></tr>\n",
                !proven                ? ""
                : json_is_true(proven) ? "proven"
                                       : "best found");
    }
    fputs("</tbody></table></div>\n", to);
    for (size_t i = 0; answer_compared_row(c, i); i++)
        put_scenario(to, c, i);
    page_end(to, shows_unreached
                     ? "Changes are percentage points against today. Shares are of the demand that "
                       "is reached; what is not reached is of all demand. "
                     : "Changes are percentage points against today. ");
    return DM_OK;
}
