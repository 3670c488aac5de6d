/* compare_page.c - scenarios of a market side by side as a page: a bar per scenario, the table, and
 * the sites of each.  It needs no other file. */

#include "answer/answer.h"

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

static void put_site(FILE *page, const json_t *site)
{
    const char *side = json_string_value(json_object_get(site, "side"));
    bool is_white = side && strcmp(side, "white") == 0;
    fprintf(page, "<tr><td class=\"l\">%s</td><td>", is_white ? "White" : "Black");
    put_value(page, json_object_get(site, "vertex"));
    fputs("</td><td class=\"l\">", page);
    put_value(page, json_object_get(site, "label"));
    fputs("</td><td>", page);
    put_value(page, json_object_get(site, "cost"));
    fputs("</td><td>", page);
    put_value(page, json_object_get(site, "demand"));
    fputs("</td></tr>\n", page);
}

/* The sites that a scenario opens, and those that it closes. */
static void put_sites(FILE *page, const json_t *row)
{
    const json_t *sites = json_object_get(row, "sites"), *closed = json_object_get(row, "closed");
    const json_t *item;
    size_t i;
    if (json_array_size(sites) == 0 && json_array_size(closed) == 0)
        return;
    fputs("<h2>", page);
    report_html(page, answer_compared_name(row));
    fputs("</h2>\n", page);
    if (json_array_size(sites) > 0)
        fputs("<div class=\"wide\"><table><thead><tr><th>opened by</th><th>vertex</th><th "
              "class=\"l\">place</th><th>cost</th><th>gets</th></tr></thead><tbody>\n",
              page);
    json_array_foreach(sites, i, item) put_site(page, item);
    if (json_array_size(sites) > 0)
        fputs("</tbody></table></div>\n", page);
    json_array_foreach(closed, i, item)
        fprintf(page, "%s%lld", i ? ", " : "<p>White closes ", (long long)json_integer_value(item));
    if (json_array_size(closed) > 0)
        fputs(".</p>\n", page);
}

dm_status answer_compare_page(FILE *to, const void *compared, dm_error *err)
{
    const answer_compared *c = compared;
    const json_t *row;
    (void)err;
    char about[400];
    size_t done = json_array_size(c->scenarios);
    snprintf(about, sizeof about, "%.300s: %zu scenario%s%s", c->board, done, done == 1 ? "" : "s",
             done < c->asked ? "; stopped before the others" : "");
    page_begin(to, "Scenarios of a market", about);
    page_key(to);
    fputs("<div class=\"bars\">\n", to);
    for (size_t i = 0; (row = answer_compared_row(c, i)); i++) {
        fputs("<span>", to);
        report_html(to, answer_compared_name(row));
        fputs("</span>", to);
        page_bar(to, answer_compared_share(row, "white"), answer_compared_share(row, "tied"),
                 answer_compared_share(row, "black"));
    }
    fputs("</div>\n<div "
          "class=\"wide\"><table><thead><tr><th>scenario</th><th>White</th><th>change</th>"
          "<th>Black</th><th>change</th><th>tied</th><th>cost</th><th></th></tr></thead><tbody>\n",
          to);
    for (size_t i = 0; (row = answer_compared_row(c, i)); i++) {
        const json_t *proven = json_object_get(row, "proven");
        fputs("<tr><th scope=\"row\">", to);
        report_html(to, answer_compared_name(row));
        fputs("</th>", to);
        put_percent(to, answer_compared_share(row, "white"));
        put_change(to, row, "white");
        put_percent(to, answer_compared_share(row, "black"));
        put_change(to, row, "black");
        put_percent(to, answer_compared_share(row, "tied"));
        fputs("<td>", to);
        put_value(to, json_object_get(row, "cost"));
        fprintf(to, "</td><td>%s</td></tr>\n",
                !proven                ? ""
                : json_is_true(proven) ? "proven"
                                       : "best found");
    }
    fputs("</tbody></table></div>\n", to);
    for (size_t i = 1; (row = answer_compared_row(c, i)); i++)
        put_sites(to, row);
    page_end(to, "Changes are percentage points against today. ");
    return DM_OK;
}
