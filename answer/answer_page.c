/* answer_page.c - pages that need no other file: what they have in common. */
#include "answer/answer.h"

#include "answer/report.h"

#include <assert.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1f2328;--paper:#fbfaf7;--soft:#63676e;--line:#dedacf;"
    "--card:#fff;--white:#e69f00;--black:#0072b2;--tied:#a9a79f;--good:#2c7a4b;--bad:#b3402f}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e8e6df;--paper:#17191c;--soft:#a3a49f;"
    "--line:#34373c;--card:#1f2226;--white:#e69f00;--black:#3d9ad1;--tied:#77766f;--good:#6cc08f;"
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
    "margin-top:2.5rem}\n"
    "figure{margin:1.4rem 0}figure svg{width:100%;height:auto;border:1px solid var(--line);"
    "border-radius:8px;background:#fff}\n"
    "section figure svg{max-height:36rem}"
    ".cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(18rem,1fr));gap:1.6rem}"
    ".cards.large{grid-template-columns:repeat(auto-fill,minmax(30rem,1fr))}"
    ".cards h2,.cards p,.cards ol{margin:0 0 .3rem}.cards figure{margin:.5rem 0}"
    ".cards svg{max-height:24rem}h1.next{margin:3rem 0 1.2rem}\n"
    "@media print{body{max-width:none;padding:0;font-size:10pt;background:#fff;color:#000}"
    "section{break-inside:avoid}h1.next{break-before:page;margin-top:0}"
    ".cards,.cards.large{grid-template-columns:1fr 1fr}.cards svg{max-height:17rem}"
    ".screen{display:none}}\n";

static void put_part(FILE *page, const char *kind, double share)
{
    assert(!(share < -1e-9) && !(share > 1 + 1e-9)); /* or no number: no demand */
    if (!(share > 0))
        return;
    fprintf(page, "<b class=\"%s\" style=\"flex:%.4f 1 0\">", kind, share);
    if (share >= 0.08)
        fprintf(page, "%.1f %%", 100 * share);
    fputs("</b>", page);
}

void page_bar(FILE *page, const char *const names[2], double left, double tied, double right)
{
    fputs("<div class=\"bar\" role=\"img\" aria-label=\"", page);
    report_html(page, names[0]);
    fprintf(page, " %.1f %%, tied %.1f %%, ", 100 * left, 100 * tied);
    report_html(page, names[1]);
    fprintf(page, " %.1f %%\">", 100 * right);
    put_part(page, "w", left);
    put_part(page, "t", tied);
    put_part(page, "b", right);
    fputs("</div>\n", page);
}

void page_key(FILE *page, const char *const names[2])
{
    fputs("<div class=\"key\"><span><i class=\"w\"></i>", page);
    report_html(page, names[0]);
    fputs("</span><span><i class=\"t\"></i>tied</span><span><i class=\"b\"></i>", page);
    report_html(page, names[1]);
    fputs("</span><span>shares of the demand that is reached</span></div>\n", page);
}

void page_begin(FILE *page, const char *title, const char *about)
{
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
          page);
    report_html(page, title);
    fputs("</title>\n<style>\n", page);
    fputs(style, page);
    fputs("</style></head><body>\n<h1>", page);
    report_html(page, title);
    fputs("</h1>\n", page);
    if (!about)
        return;
    fputs("<p class=\"about\">", page);
    report_html(page, about);
    fputs("</p>\n", page);
}

void page_picture(FILE *page, const char *svg)
{
    const char *begin = strstr(svg, "<svg");
    fputs("<figure>\n", page);
    fputs(begin ? begin : svg, page);
    fputs("</figure>\n", page);
}

void page_end(FILE *page, const char *note)
{
    fprintf(page, "<footer>%sMade by demesne %s.</footer>\n</body></html>\n", note, dm_version());
}
