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

json_t *answer_change(const json_t *today, const json_t *scenario)
{
    json_t *change = json_object();
    for (int i = 0; i < 2; i++) {
        const char *side = i ? "black" : "white";
        double points = answer_compared_share(scenario, side) - answer_compared_share(today, side);
        report_put(&change, side, report_rounded(round(1e6 * points) / 1e6)); /* of 9 digits */
    }
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

/* The sites that the scenario opens: "white 3, 17; black 9". */
static void list_sites(const json_t *row, char *out, size_t size)
{
    size_t i, used = 0;
    const json_t *site;
    const char *before = "";
    out[0] = 0;
    json_array_foreach(json_object_get(row, "sites"), i, site)
    {
        const char *side = json_string_value(json_object_get(site, "side"));
        bool same = strcmp(side, before) == 0;
        int wrote = snprintf(out + used, size - used, "%s%s%s%lld",
                             same       ? ", "
                             : used > 0 ? "; "
                                        : "",
                             same ? "" : side, same ? "" : " ",
                             (long long)json_integer_value(json_object_get(site, "vertex")));
        before = side;
        used += (size_t)wrote;
        if (used + 40 > size) {
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

void answer_compare(report *r, const answer_compared *c)
{
    size_t done = json_array_size(c->scenarios);
    int width = 8;
    report_json(r, "today", json_incref(c->today));
    report_json(r, "scenarios", json_incref(c->scenarios));
    report_json(r, "complete", json_boolean(done == c->asked));
    const json_t *row;
    for (size_t i = 0; (row = answer_compared_row(c, i)); i++) {
        int wide = width_of(answer_compared_name(row));
        width = wide > width ? wide : width;
    }
    report_line(r, "  %-*s %8s %7s %8s %7s %8s %10s  %-6s  %s", width, "scenario", "White",
                "change", "Black", "change", "tied", "cost", "proven", "new sites");
    for (size_t i = 0; (row = answer_compared_row(c, i)); i++) {
        char sites[120], line[400];
        const char *name = answer_compared_name(row);
        list_sites(row, sites, sizeof sites);
        snprintf(
            line, sizeof line, "%8s %7s %8s %7s %8s %10s  %-6s  %s",
            percent_words(answer_compared_share(row, "white")).text, change_of(row, "white").text,
            percent_words(answer_compared_share(row, "black")).text, change_of(row, "black").text,
            percent_words(answer_compared_share(row, "tied")).text, value_of(row, "cost").text,
            proof_of(row), sites);
        size_t used = strlen(line);
        while (used > 0 && line[used - 1] == ' ')
            line[--used] = 0;
        report_line(r, "  %s%*s %s", name, width - width_of(name), "", line);
    }
    if (done < c->asked)
        report_line(r, "  stopped: %zu of %zu scenarios", done, c->asked);
}

/* The vertices of a list, blank-separated: a cell needs no quotes then. */
static void put_list(FILE *to, const json_t *list)
{
    size_t i;
    const json_t *item;
    json_array_foreach(list, i, item)
    {
        const json_t *v = json_is_object(item) ? json_object_get(item, "vertex") : item;
        fprintf(to, "%s%lld", i ? " " : "", (long long)json_integer_value(v));
    }
}

dm_status answer_compare_table(FILE *to, const void *compared, dm_error *err)
{
    const json_t *row;
    (void)err;
    fputs("scenario,ask,white_share,black_share,tied_share,white_change,black_change,white_score,"
          "black_score,tied,unreached,value,cost,count,sites,closed,proven\n",
          to);
    for (size_t i = 0; (row = answer_compared_row(compared, i)); i++) {
        static const char *const sides[] = {"white", "black", "tied"};
        static const char *const values[] = {"white_score", "black_score", "tied", "unreached",
                                             "value",       "cost",        "count"};
        answer_cell(to, answer_compared_name(row));
        const char *ask = json_string_value(json_object_get(row, "ask"));
        fprintf(to, ",%s", ask ? ask : "score");
        for (int k = 0; k < 3; k++)
            fprintf(to, ",%s", value_of(json_object_get(row, "share"), sides[k]).text);
        for (int k = 0; k < 2; k++)
            fprintf(to, ",%s", value_of(json_object_get(row, "change"), sides[k]).text);
        for (size_t k = 0; k < sizeof values / sizeof *values; k++)
            fprintf(to, ",%s", value_of(row, values[k]).text);
        fputc(',', to);
        put_list(to, json_object_get(row, "sites"));
        fputc(',', to);
        put_list(to, json_object_get(row, "closed"));
        fprintf(to, ",%s\n", proof_of(row));
    }
    return DM_OK;
}
