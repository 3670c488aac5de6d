/* compare.c - scenarios of a market side by side, as text, JSON and CSV. */
#include "answer/answer_market.h"
#include "answer/fail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const json_t *answer_compared_row(const answer_compared *c, size_t i)
{
    return i == 0 ? c->today : json_array_get(c->scenarios, i - 1);
}

double answer_compared_share(const json_t *row, const char *side)
{
    const json_t *share = json_object_get(json_object_get(row, "share"), side);
    return json_is_number(share) ? json_number_value(share) : NAN;
}

const char *answer_compared_name(const json_t *row)
{
    const char *name = json_string_value(json_object_get(row, "name"));
    return name ? name : "today";
}

/* An amount of demand, which JSON has as a number or, with many digits, as its text. */
static double amount_of(const json_t *row, const char *key)
{
    const json_t *value = json_object_get(row, key);
    return json_is_string(value) ? strtod(json_string_value(value), NULL)
                                 : json_number_value(value);
}

double answer_compared_unreached(const json_t *row, const char *const keys[2])
{
    double all = amount_of(row, "tied") + amount_of(row, "outside") + amount_of(row, "unreached");
    char key[24];
    for (int i = 0; i < 2; i++) {
        snprintf(key, sizeof key, "%s_score", keys[i]);
        all += amount_of(row, key);
    }
    return all > 0 ? amount_of(row, "unreached") / all : NAN;
}

double answer_compared_outside(const json_t *row, const char *const keys[2])
{
    (void)keys;
    return answer_compared_share(row, "outside");
}

bool answer_compared_any(const answer_compared *c, answer_compared_part *part)
{
    const json_t *row;
    for (size_t i = 0; (row = answer_compared_row(c, i)); i++)
        if (part(row, c->key) > 0)
            return true;
    return false;
}

void answer_compare_sides(answer_compared *c, bool tells_us, const json_t *names)
{
    static const char *const keys[2][2] = {{"white", "black"}, {"us", "them"}};
    static const char *const words[2][2] = {{"White", "Black"}, {"us", "them"}};
    c->tells_us = tells_us;
    for (int i = 0; i < 2; i++) {
        const char *name = json_string_value(json_object_get(names, keys[tells_us][i]));
        c->key[i] = keys[tells_us][i];
        c->name[i] = name ? name : words[tells_us][i];
    }
}

json_t *answer_change(const answer_compared *c, const json_t *today, const char *const keys[2],
                      const json_t *scenario)
{
    json_t *change = json_object();
    for (int i = 0; i < 2 + c->tells_us; i++) {
        const char *side = i < 2 ? c->key[i] : "tied";
        double points = answer_compared_share(scenario, side) -
                        answer_compared_share(today, i < 2 ? keys[i] : "tied");
        report_put(&change, side, report_rounded(round(1e6 * points) / 1e6)); /* of 9 digits */
    }
    double now = answer_compared_share(today, "outside");
    double then = answer_compared_share(scenario, "outside");
    if (isfinite(then))
        report_put(&change, "outside",
                   report_rounded(round(1e6 * (then - (isfinite(now) ? now : 0))) / 1e6));
    return change;
}

/* "45.3 %", "+2.1", "" where there is none. */
typedef struct shown {
    char text[24];
} shown;

static shown percent_words(double share)
{
    shown s = {""};
    if (isfinite(share))
        snprintf(s.text, sizeof s.text, "%.1f %%", 100 * share);
    return s;
}

static shown change_of(const json_t *row, const char *side)
{
    const json_t *change = json_object_get(json_object_get(row, "change"), side);
    shown s = {""};
    if (json_is_number(change))
        snprintf(s.text, sizeof s.text, "%+.1f", 100 * json_number_value(change));
    return s;
}

/* A number or a text of the row; "" if it has none. */
static shown value_of(const json_t *row, const char *key)
{
    const json_t *value = json_object_get(row, key);
    shown s = {""};
    if (json_is_string(value))
        snprintf(s.text, sizeof s.text, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(s.text, sizeof s.text, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(s.text, sizeof s.text, "%.15g", json_real_value(value));
    return s;
}

/* The columns that a name takes: bytes that begin a character. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* What people call a side of a site. */
static const char *called(const answer_compared *c, const char *side)
{
    return c->tells_us ? c->name[side && strcmp(side, c->key[1]) == 0] : side;
}

/* The label of a site, or its vertex if there is none or it is too long. */
static shown name_site(const json_t *site)
{
    const char *label = json_string_value(json_object_get(site, "label"));
    return label && *label && strlen(label) < sizeof(shown){""}.text ? value_of(site, "label")
                                                                     : value_of(site, "vertex");
}

/* The sites that the scenario opens: "white 3, 17; black Harbour". */
static void list_sites(const answer_compared *c, const json_t *row, char *out, size_t size)
{
    size_t i, used = 0;
    const json_t *site;
    const char *before = "";
    out[0] = 0;
    json_array_foreach(json_object_get(row, "sites"), i, site)
    {
        if (!json_is_true(json_object_get(site, "new")))
            continue;
        const char *side = json_string_value(json_object_get(site, "side"));
        bool same = strcmp(side, before) == 0;
        int wrote = snprintf(out + used, size - used, "%s%.40s%s%s",
                             same       ? ", "
                             : used > 0 ? "; "
                                        : "",
                             same ? "" : called(c, side), same ? "" : " ", name_site(site).text);
        before = side;
        used += (size_t)wrote;
        if (used + 80 > size) {
            snprintf(out + used, size - used, ", ..");
            return;
        }
    }
}

static const char *proof_of(const json_t *row)
{
    const json_t *proven = json_object_get(row, "proven");
    return !proven ? "" : json_is_true(proven) ? "yes" : "no";
}

/* "White    change", as wide as the numbers below; a longer name takes more. */
static void put_heads(const answer_compared *c, int wide[2], char *out, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < 2; i++) {
        int own = width_of(c->name[i]);
        wide[i] = own > 8 ? own : 8;
        used += (size_t)snprintf(out + used, size - used, "%*s%s %7s ", wide[i] - own, "",
                                 c->name[i], "change");
    }
    snprintf(out + used, size - used, "%8s%s%s %10s  %-6s  %s", "tied",
             answer_compared_any(c, answer_compared_outside) ? "  outside" : "",
             answer_compared_any(c, answer_compared_unreached) ? "  not reached" : "", "cost",
             "proven", "new sites");
}

void answer_compare(report *r, const answer_compared *c)
{
    enum { NAME = 60, LINE = 600 };
    size_t done = json_array_size(c->scenarios);
    int width = 8, wide[2];
    bool shows_unreached = answer_compared_any(c, answer_compared_unreached);
    bool shows_outside = answer_compared_any(c, answer_compared_outside);
    char heads[LINE];
    answer_compared cut = *c; /* with names that fit */
    char names[2][4 * NAME];
    for (int i = 0; i < 2; i++) {
        snprintf(names[i], sizeof names[i], "%s",
                 width_of(c->name[i]) <= NAME ? c->name[i] : c->key[i]);
        cut.name[i] = names[i];
    }
    if (c->tells_us)
        report_json(r, "names",
                    json_pack("{s:s, s:s}", c->key[0], c->name[0], c->key[1], c->name[1]));
    report_json(r, "today", json_incref(c->today));
    report_json(r, "scenarios", json_incref(c->scenarios));
    report_json(r, "complete", json_boolean(done == c->asked));
    const json_t *row;
    for (size_t i = 0; (row = answer_compared_row(c, i)); i++) {
        int own = width_of(answer_compared_name(row));
        width = own > width ? own : width;
    }
    put_heads(&cut, wide, heads, sizeof heads);
    report_line(r, "  %-*s %s", width, "scenario", heads);
    for (size_t i = 0; (row = answer_compared_row(c, i)); i++) {
        char sites[240], line[LINE];
        const char *name = answer_compared_name(row);
        size_t used = 0;
        list_sites(&cut, row, sites, sizeof sites);
        for (int k = 0; k < 2; k++)
            used += (size_t)snprintf(line + used, sizeof line - used, "%*s %7s ", wide[k],
                                     percent_words(answer_compared_share(row, c->key[k])).text,
                                     change_of(row, c->key[k]).text);
        used += (size_t)snprintf(line + used, sizeof line - used, "%8s",
                                 percent_words(answer_compared_share(row, "tied")).text);
        if (shows_outside)
            used += (size_t)snprintf(line + used, sizeof line - used, "  %7s",
                                     percent_words(answer_compared_outside(row, c->key)).text);
        if (shows_unreached)
            used += (size_t)snprintf(line + used, sizeof line - used, "  %11s",
                                     percent_words(answer_compared_unreached(row, c->key)).text);
        snprintf(line + used, sizeof line - used, " %10s  %-6s  %s", value_of(row, "cost").text,
                 proof_of(row), sites);
        used = strlen(line);
        while (used > 0 && line[used - 1] == ' ')
            line[--used] = 0;
        report_line(r, "  %s%*s %s", name, width - width_of(name), "", line);
    }
    if (done < c->asked)
        report_line(r, "  stopped: %zu of %zu scenarios", done, c->asked);
    if (shows_unreached)
        report_line(r, "  shares are of the demand that is reached; `not reached` is of all");
}

/* The vertices of a list, or of its new sites, blank-separated: a cell needs no quotes then. */
static void put_list(FILE *to, const json_t *list)
{
    size_t i;
    const json_t *item;
    const char *before = "";
    json_array_foreach(list, i, item)
    {
        const json_t *v = json_is_object(item) ? json_object_get(item, "vertex") : item;
        if (json_is_object(item) && !json_is_true(json_object_get(item, "new")))
            continue;
        fprintf(to, "%s%lld", before, (long long)json_integer_value(v));
        before = " ";
    }
}

dm_status answer_compare_table(FILE *to, const void *compared, dm_error *err)
{
    const answer_compared *c = compared;
    const json_t *row;
    (void)err;
    const char *first = c->key[0], *second = c->key[1];
    bool shows_outside = answer_compared_any(c, answer_compared_outside);
    fprintf(to,
            "scenario,ask,%s_share,%s_share,tied_share,%s_change,%s_change,%s_score,%s_score,tied,"
            "unreached,value,cost,count,sites,closed,proven,unreached_share%s\n",
            first, second, first, second, first, second, shows_outside ? ",outside_share" : "");
    for (size_t i = 0; (row = answer_compared_row(compared, i)); i++) {
        static const char *const values[] = {"tied", "unreached", "value", "cost", "count"};
        const char *sides[] = {first, second, "tied"};
        char key[24];
        double unreached = answer_compared_unreached(row, c->key);
        answer_cell(to, answer_compared_name(row));
        const char *ask = json_string_value(json_object_get(row, "ask"));
        fprintf(to, ",%s", ask ? ask : "score");
        for (int k = 0; k < 3; k++)
            fprintf(to, ",%s", value_of(json_object_get(row, "share"), sides[k]).text);
        for (int k = 0; k < 2; k++)
            fprintf(to, ",%s", value_of(json_object_get(row, "change"), sides[k]).text);
        for (int k = 0; k < 2; k++) {
            snprintf(key, sizeof key, "%s_score", sides[k]);
            fprintf(to, ",%s", value_of(row, key).text);
        }
        for (size_t k = 0; k < sizeof values / sizeof *values; k++)
            fprintf(to, ",%s", value_of(row, values[k]).text);
        fputc(',', to);
        put_list(to, json_object_get(row, "sites"));
        fputc(',', to);
        put_list(to, json_object_get(row, "closed"));
        fprintf(to, ",%s,", proof_of(row));
        if (isfinite(unreached))
            fprintf(to, "%.9g", unreached);
        if (shows_outside)
            fprintf(to, ",%s", value_of(json_object_get(row, "share"), "outside").text);
        fputc('\n', to);
    }
    return DM_OK;
}
