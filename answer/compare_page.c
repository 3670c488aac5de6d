/* compare_page.c - scenarios of a market side by side as a page: a bar per scenario, the table, and
 * the sites of each.  It needs no other file. */
#include "answer/compare.h"

#include "answer/fail.h"
#include "answer/report.h"

#include <math.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1f2328;--paper:#fbfaf7;--soft:#63676e;--line:#dedacf;"
    "--card:#fff;--white:#c8873a;--black:#2f5d8c;--tied:#a9a79f;--good:#2c7a4b;--bad:#b3402f}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e8e6df;--paper:#17191c;--soft:#a3a49f;"
    "--line:#34373c;--card:#1f2226;--white:#d79a55;--black:#6b9fd4;--tied:#77766f;--good:#6cc08f;"
    "--bad:#e58a7b}}\n"
    "*{box-sizing:border-box}body{font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;"
    "color:var(--ink);background:var(--paper);max-width:64rem;margin:0 auto;padding:2.5rem "
    "1.25rem}\n"
    "h1{font-size:1.8rem;margin:0}h2{font-size:1.15rem;margin:2.2rem 0 .7rem}"
    "p.about{color:var(--soft);margin:.2rem 0 1.6rem}\n"
    ".key{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;color:var(--soft);font-size:.9rem}"
    ".key i{display:inline-block;width:.8rem;height:.8rem;border-radius:2px;margin-right:.4rem}\n"
    ".bars{display:grid;grid-template-columns:fit-content(38%) 1fr;gap:.55rem 1rem;"
    "align-items:center;margin:1rem 0}.bars span{overflow-wrap:anywhere}\n"
    ".bar{display:flex;height:1.7rem;border-radius:4px;overflow:hidden;background:var(--line)}"
    ".bar b{font:600 .8rem/1.7rem system-ui,sans-serif;color:var(--card);padding:0 .4rem;"
    "white-space:nowrap;overflow:hidden}\n"
    ".bar .w,.bar "
    ".t{color:#14161a}.w{background:var(--white)}.b{background:var(--black);text-align:right}.t{"
    "background:var(--"
    "tied)}\n"
    ".wide{overflow-x:auto;border:1px solid var(--line);border-radius:8px;background:var(--card)}"
    "table{border-collapse:collapse;width:100%;font-size:.95rem}"
    "th,td{padding:.45rem .7rem;text-align:right;border-top:1px solid var(--line);"
    "font-variant-numeric:tabular-nums;white-space:nowrap}"
    "thead th{border-top:0;color:var(--soft);font-weight:600}"
    "th:first-child,.l{text-align:left;white-space:normal}tbody th{font-weight:600}\n"
    ".up{color:var(--good)}.down{color:var(--bad)}footer{color:var(--soft);font-size:.85rem;"
    "margin-top:2.5rem}\n";

static void put_part(FILE *page, const char *kind, double share)
{
    if (!(share > 0))
        return;
    fprintf(page, "<b class=\"%s\" style=\"flex:%.4f 1 0\">", kind, share);
    if (share >= 0.08)
        fprintf(page, "%.1f %%", 100 * share);
    fputs("</b>", page);
}

static void put_bar(FILE *page, const json_t *row)
{
    double white = answer_compared_share(row, "white"), black = answer_compared_share(row, "black");
    double tied = answer_compared_share(row, "tied");
    fputs("<span>", page);
    report_html(page, answer_compared_name(row));
    fprintf(
        page,
        "</span><div class=\"bar\" role=\"img\" aria-label=\"White %.1f %%, tied %.1f %%, Black "
        "%.1f %%\">",
        100 * white, 100 * tied, 100 * black);
    put_part(page, "w", white);
    put_part(page, "t", tied);
    put_part(page, "b", black);
    fputs("</div>\n", page);
}

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

static void put_row(FILE *page, const json_t *row)
{
    const json_t *proven = json_object_get(row, "proven");
    fputs("<tr><th scope=\"row\">", page);
    report_html(page, answer_compared_name(row));
    fputs("</th>", page);
    put_percent(page, answer_compared_share(row, "white"));
    put_change(page, row, "white");
    put_percent(page, answer_compared_share(row, "black"));
    put_change(page, row, "black");
    put_percent(page, answer_compared_share(row, "tied"));
    fputs("<td>", page);
    put_value(page, json_object_get(row, "cost"));
    fprintf(page, "</td><td>%s</td></tr>\n",
            !proven                ? ""
            : json_is_true(proven) ? "proven"
                                   : "best found");
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

static void put_head(FILE *page, const answer_compared *c)
{
    size_t done = json_array_size(c->scenarios);
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" "
          "content=\"width=device-width,initial-scale=1\">\n<title>Scenarios of "
          "a market</title>\n<style>\n",
          page);
    fputs(style, page);
    fputs("</style></head><body>\n<h1>Scenarios of a market</h1>\n<p class=\"about\">", page);
    report_html(page, c->board);
    fprintf(page, ": %zu scenario%s%s</p>\n", done, done == 1 ? "" : "s",
            done < c->asked ? "; stopped before the others" : "");
    fputs("<div class=\"key\"><span><i class=\"w\"></i>White</span><span><i "
          "class=\"t\"></i>tied</span>"
          "<span><i class=\"b\"></i>Black</span><span>shares of the demand that is "
          "reached</span></div>\n",
          page);
}

dm_status answer_compare_page(FILE *to, const void *compared, dm_error *err)
{
    const answer_compared *c = compared;
    const json_t *row;
    (void)err;
    put_head(to, c);
    fputs("<div class=\"bars\">\n", to);
    for (size_t i = 0; (row = answer_compared_row(c, i)); i++)
        put_bar(to, row);
    fputs("</div>\n<div "
          "class=\"wide\"><table><thead><tr><th>scenario</th><th>White</th><th>change</th>"
          "<th>Black</th><th>change</th><th>tied</th><th>cost</th><th></th></tr></thead><tbody>\n",
          to);
    for (size_t i = 0; (row = answer_compared_row(c, i)); i++)
        put_row(to, row);
    fputs("</tbody></table></div>\n", to);
    for (size_t i = 1; (row = answer_compared_row(c, i)); i++)
        put_sites(to, row);
    fprintf(to,
            "<footer>Changes are percentage points against today. Made by demesne %s.</footer>\n"
            "</body></html>\n",
            dm_version());
    return DM_OK;
}
