/* ask.c - one question: defaults, the fields of a JSON object, messages, notes. */
#include "base/names.h"
#include "question/question.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
const question_field question_common[] = {
    {.name = "arena", .place = 1, .type = Q_TEXT, .argument = "ARENA", .required = true,
     .at = offsetof(asking, arena),
     .json_help = "a family such as grid:5x5, or the name of a board that was sent",
     .help = "a family such as grid:5x5, a file, points:FILE, table:FILE, or - for standard input"},
    {.name = "seed", .type = Q_SEED, .argument = "S", .standard = 1, .at = offsetof(asking, seed),
     .help = "seed of everything random"},
    {.name = "threads", .type = Q_COUNT, .argument = "N", .low = 1, .high = 1024, .standard = 1,
     .at = offsetof(asking, threads), .help = "threads to use"},
    {.name = "time", .type = Q_SECONDS, .argument = "SECONDS", .standard = -1,
     .at = offsetof(asking, time),
     .help = "stop after this long, for each board, and give the best so far"},
    {.name = "ties", .type = Q_CHOICE, .argument = "RULE",
     .choices = choice_tie_rule, .at = offsetof(asking, ties),
     .help = "who gets a vertex equally near to both: neutral (nobody), earlier (the stone placed "
             "first), white, black"},
    {.name = "values", .type = Q_TABLE, .argument = "FILE", .at = offsetof(asking, values),
     .json_help = "one value per vertex (default: 1 each)",
     .help = "vertex values from lines `vertex,value`; vertices not named are worth 0 (default: 1 "
             "each)"},
    {.name = "customers", .type = Q_PLACES, .argument = "FILE", .at = offsetof(asking, customers),
     .json_help = "who buys where: [{\"vertex\":3,\"demand\":\"1.5\"},..]; other vertices have no "
                  "demand",
     .help = "a CSV of customers with a column `vertex` or `name`, or on a map `lon` and `lat`, and "
             "perhaps `demand` (default 1) and `label`; other vertices have no demand"},
    {.name = "demand", .type = Q_TEXT, .argument = "COLUMN", .at = offsetof(asking, columns.demand),
     .help = "the customers' column that is their demand (default: demand; without one each counts 1)"},
    {.name = "name", .type = Q_TEXT, .argument = "COLUMN", .at = offsetof(asking, columns.name),
     .help = "the column of tables that has names of vertices, or of places by lon and lat (default: "
             "name)"},
    {.name = "lon", .type = Q_TEXT, .argument = "COLUMN", .at = offsetof(asking, columns.lon),
     .help = "the column of tables that has the longitude (default: lon, longitude, lng or long)"},
    {.name = "lat", .type = Q_TEXT, .argument = "COLUMN", .at = offsetof(asking, columns.lat),
     .help = "the column of tables that has the latitude (default: lat or latitude)"},
    {.name = "snap_limit", .type = Q_METRES, .argument = "METRES", .standard = 500,
     .at = offsetof(asking, snap_limit),
     .help = "places by lon and lat may be so far from a street; 2km too (default: 500)"},
    {.name = "snap_to", .type = Q_STREETS, .argument = "KIND,..", .at = offsetof(asking, snap_to),
     .help = "places by lon and lat go to streets of these kinds alone: motorway, trunk, primary, "
             "secondary, tertiary, residential, service, track, path, other, ferry (default: all but "
             "ferry)"},
    {.name = "part", .type = Q_TEXT, .in = Q_WORDS_ONLY, .argument = "I/M",
     .at = offsetof(asking, part),
     .help = "of many boards, only those whose index is I modulo M; indices start at 0"},
    {.name = "directed", .type = Q_FLAG, .in = Q_WORDS_ONLY, .at = offsetof(asking, directed),
     .help = "keep the direction of arcs in files that are no maps: .gr, GraphML, DOT, edge lists, .."},
    {.name = "profile", .type = Q_CHOICE, .in = Q_WORDS_ONLY, .argument = "WHO",
     .choices = choice_profile, .at = offsetof(asking, profile), .help = "who travels on a map"},
    {.name = "measure", .type = Q_CHOICE, .in = Q_WORDS_ONLY, .argument = "UNIT",
     .choices = choice_measure, .at = offsetof(asking, measure),
     .help = "lengths on a map: the way in metres, or the time in seconds or minutes"},
    {.name = "metric", .type = Q_CHOICE, .in = Q_WORDS_ONLY, .argument = "METRIC",
     .choices = choice_line_metric, .at = offsetof(asking, metric),
     .help = "how long straight lines of points:FILE are; auto: great-circle, in metres, for columns "
             "lon and lat, else euclid"},
    {.name = "decimals", .type = Q_COUNT, .in = Q_WORDS_ONLY, .argument = "N", .low = 0, .high = 18,
     .standard = 3, .at = offsetof(asking, line_decimals),
     .help = "distances of points:FILE are rounded to so many decimals, halves up"},
    {.name = "speeds", .type = Q_FILE, .in = Q_WORDS_ONLY, .argument = "FILE",
     .at = offsetof(asking, speeds),
     .help = "speeds of a map by a CSV kind,kmh,seconds: kinds of streets by kmh, junction and signal "
             "by the seconds that passing one takes; with --measure seconds or minutes"},
    {.name = "largest", .type = Q_FLAG, .in = Q_WORDS_ONLY, .at = offsetof(asking, largest),
     .help = "only the largest part of a map in which every place can be reached from every other"},
    {.name = "undirected", .type = Q_FLAG, .at = offsetof(asking, undirected),
     .help = "make edges of one-way arcs; of two lengths the shorter stays"},
    {.name = "direction", .type = Q_CHOICE, .argument = "WAY", .choices = choice_direction,
     .at = offsetof(asking, direction),
     .help = "on boards with one-way arcs: customers travel to the stones (to-site), or goods travel "
             "from them (from-site)"},
    {0}};
/* clang-format on */

enum { COMMON_COUNT = sizeof question_common / sizeof *question_common - 1 };

bool question_reads(const question *about, const question_field *common)
{
    static const struct {
        size_t at;
        unsigned bit;
    } needs[] = {{offsetof(asking, arena), 2},
                 {offsetof(asking, ties), 2},
                 {offsetof(asking, values), 2},
                 {offsetof(asking, customers), Q_MARKET},
                 {offsetof(asking, snap_limit), Q_MARKET},
                 {offsetof(asking, snap_to), Q_MARKET},
                 {offsetof(asking, columns.demand), Q_MARKET},
                 {offsetof(asking, columns.name), Q_MARKET},
                 {offsetof(asking, columns.lon), Q_MARKET},
                 {offsetof(asking, columns.lat), Q_MARKET},
                 {offsetof(asking, seed), Q_SEEDED},
                 {offsetof(asking, time), Q_TIMED},
                 {offsetof(asking, threads), Q_THREADS},
                 {offsetof(asking, part), 2 | Q_FILES_IN_PARTS},
                 {offsetof(asking, directed), 2},
                 {offsetof(asking, profile), 2},
                 {offsetof(asking, measure), 2},
                 {offsetof(asking, speeds), 2},
                 {offsetof(asking, metric), 2},
                 {offsetof(asking, line_decimals), 2},
                 {offsetof(asking, largest), 2},
                 {offsetof(asking, undirected), 2},
                 {offsetof(asking, direction), Q_DIRECTION}};
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (needs[i].at == common->at)
            return about->common & needs[i].bit;
    return false;
}

bool question_is_option(const question_field *f)
{
    return f->in != Q_JSON_ONLY && f->place == 0;
}

const question_field *question_find(const question_field *table, const char *name, size_t length)
{
    assert(name);
    for (const question_field *f = table; f && f->name; f++)
        if (strlen(f->name) == length && strncmp(f->name, name, length) == 0)
            return f;
    return NULL;
}

/* Reads at most seven digits; gives what follows them, or NULL if there are none. */
static const char *read_digits(const char *text, int32_t *out)
{
    size_t digits = strspn(text, "0123456789");
    *out = (int32_t)strtol(text, NULL, 10);
    return digits > 0 && digits <= 7 ? text + digits : NULL;
}

dm_status ask_part(asking *a, int32_t *part, int32_t *parts, dm_error *err)
{
    *part = 0;
    *parts = 1;
    if (!a->part)
        return DM_OK;
    const char *rest = read_digits(a->part, part);
    rest = rest && *rest == '/' ? read_digits(rest + 1, parts) : NULL;
    if (rest && *rest == 0 && *part < *parts && *parts <= DM_MOST_PARTS)
        return DM_OK;
    return ask_blame(a, err, DM_BAD_ARGUMENT,
                     "%s %s: expected I/M, two numbers with 0 <= I < M <= %d", ask_label(a, "part"),
                     a->part, DM_MOST_PARTS);
}

static void set_default(const question_field *f, void *base)
{
    void *member = (char *)base + f->at;
    if (f->type == Q_COUNT || f->type == Q_SIZE)
        *(int64_t *)member = f->standard;
    else if (f->type == Q_SEED)
        *(uint64_t *)member = (uint64_t)f->standard;
    else if (f->type == Q_CHOICE)
        *(int *)member = (int)f->standard;
    else if (f->type == Q_SECONDS || f->type == Q_REAL || f->type == Q_METRES)
        *(double *)member = (double)f->standard;
    else if (f->otherwise)
        *(const char **)member = f->otherwise;
}

dm_status ask_begin(asking *a, const question *about, bool by_words, dm_error *err)
{
    assert(about->size > 0 || !about->fields);
    *a = (asking){.about = about, .by_words = by_words};
    a->own = calloc(1, about->size + 1);
    if (!a->own)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (const question_field *f = question_common; f->name; f++)
        set_default(f, a);
    for (const question_field *f = about->fields; f && f->name; f++)
        set_default(f, a->own);
    return DM_OK;
}

void ask_clear(asking *a)
{
    free(a->own);
    *a = (asking){0};
}

const char *ask_label(asking *a, const char *name)
{
    assert(name && *name);
    for (const ask_word *w = a->words; w && w->word; w++)
        if (strcmp(w->field, name) == 0) {
            name = w->word;
            break;
        }
    if (!a->by_words && a->scenario)
        snprintf(a->label, sizeof a->label, "'scenarios[%zu].%s'", a->scenario - 1, name);
    else if (!a->by_words)
        snprintf(a->label, sizeof a->label, "'%s'", name);
    if (!a->by_words)
        return a->label;
    snprintf(a->label, sizeof a->label, "--%s", name);
    for (char *c = a->label + 2; *c; c++)
        if (*c == '_')
            *c = '-';
    return a->label;
}

dm_status ask_blame(asking *a, dm_error *err, dm_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    answer_vfail(err, status, format, args);
    va_end(args);
    a->wrong_words = true;
    return status;
}

bool question_in_json(const question *about, const question_field *f, bool is_local)
{
    bool is_common = f >= question_common && f < question_common + COMMON_COUNT;
    if (f->in == Q_WORDS_ONLY || (f->in == Q_LOCAL && !is_local))
        return false;
    return is_common ? question_reads(about, f)
                     : f->type != Q_FILE && f->type != Q_FILES && f->type != Q_PICTURE;
}

dm_status ask_unknown_field(asking *a, const char *key, dm_error *err)
{
    const question_field *tables[] = {a->about->fields, question_common};
    const char *names[64];
    int count = 0;
    for (int t = 0; t < 2; t++)
        for (const question_field *f = tables[t]; f && f->name && count < 64; f++)
            if (question_in_json(a->about, f, a->is_local))
                names[count++] = f->name;
    const char *near = dmi_similar_name(key, names, count);
    return ask_blame(a, err, DM_BAD_INPUT, "there is no field '%.60s' here%s%s%s", key,
                     near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static dm_status need_fields(asking *a, const question_field *table, const json_t *object,
                             dm_error *err)
{
    for (const question_field *f = table; f && f->name; f++) {
        bool counts = question_in_json(a->about, f, a->is_local) &&
                      !(table == question_common && a->about->common & Q_MAYBE);
        const json_t *value = json_object_get(object, f->name);
        if (f->required && counts && (!value || json_is_null(value)))
            return ask_blame(a, err, DM_BAD_INPUT, "the field '%s' is missing", f->name);
    }
    return DM_OK;
}

dm_status ask_check_demand(asking *a, dm_error *err)
{
    bool has_values = a->values.text || a->values.json;
    if (!has_values || (!a->customers.text && !a->customers.json))
        return DM_OK;
    return ask_blame(a, err, DM_BAD_INPUT, "%s: not together with %s, as both give the demand",
                     a->by_words ? "--customers" : "'customers'",
                     a->by_words ? "--values" : "'values'");
}

dm_status ask_read_json(asking *a, const json_t *object, dm_error *err)
{
    const char *key;
    json_t *value;
    assert(!a->by_words);
    if (!json_is_object(object))
        return ask_blame(a, err, DM_BAD_INPUT,
                         "a question is a JSON object, such as {\"arena\":\"path:5\"}");
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        const question_field *own = question_find(a->about->fields, key, strlen(key));
        const question_field *f = own ? own : question_find(question_common, key, strlen(key));
        void *base = own ? a->own : (void *)a;
        if (!f || !question_in_json(a->about, f, a->is_local))
            return ask_unknown_field(a, key, err);
        dm_status status = json_is_null(value) ? DM_OK : ask_read_value(a, f, value, base, err);
        if (status != DM_OK)
            return status;
    }
    dm_status status = need_fields(a, question_common, object, err);
    if (status == DM_OK)
        status = need_fields(a, a->about->fields, object, err);
    return status == DM_OK ? ask_check_demand(a, err) : status;
}

dm_read_options ask_read_options(const asking *a)
{
    return (dm_read_options){.directed = a->directed,
                             .profile = (dm_profile)a->profile,
                             .measure = (dm_measure)(a->measure + DM_METRES),
                             .speeds = a->speeds,
                             .largest = a->largest,
                             .metric = (dm_line_metric)a->metric,
                             .has_decimals = true,
                             .decimals = (int)a->line_decimals,
                             .threads = (int)a->threads};
}

void ask_note(ask_notes *notes, const char *format, ...)
{
    char text[600];
    va_list args;
    if (!notes)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (size_t i = 0; i < notes->count; i++)
        if (strcmp(notes->text[i], text) == 0)
            return;
    char **grown = realloc(notes->text, (notes->count + 1) * sizeof *grown);
    if (!grown)
        return;
    notes->text = grown;
    notes->text[notes->count] = strdup(text);
    notes->count += notes->text[notes->count] != NULL;
}

void ask_notes_clear(ask_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        free(notes->text[i]);
    free(notes->text);
    *notes = (ask_notes){0};
}
