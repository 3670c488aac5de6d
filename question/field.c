/* field.c - one value of a field, read from a word of the command line or from JSON.
 *
 * A length is a number, perhaps with its unit: 1500, 1.5km, 90s, 5min.  A number alone counts in
 * what the board's lengths are.  The conversion is exact, then rounded down, as a distance is
 * within a length if it is within the whole units of it; minutes are rounded to the nearest, as
 * those of streets are.
 */
#include "base/names.h"
#include "question/question.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct length_unit {
    const char *name;
    bool is_time;
    int metres_or_seconds;
} length_unit;

static const length_unit units[] = {
    {"m", false, 1}, {"km", false, 1000}, {"s", true, 1}, {"min", true, 60}};

enum { UNITS = sizeof units / sizeof *units, MORE = 6 };

/* The unit at the end of a text, which is cut off; NULL: it has none.  False: one that is not
 * known. */
static bool take_unit(char *text, const length_unit **out)
{
    size_t size = strlen(text), begin = size;
    while (begin > 0 && isalpha((unsigned char)text[begin - 1]))
        begin--;
    *out = NULL;
    if (begin == size || begin == 0) /* not a number: dm_length_parse() refuses it */
        return true;
    for (size_t i = 0; i < UNITS; i++)
        if (strcmp(text + begin, units[i].name) == 0)
            *out = &units[i];
    if (!*out)
        return false;
    while (begin > 0 && text[begin - 1] == ' ')
        begin--;
    text[begin] = '\0';
    return true;
}

/* A number of these units in the lengths of a board with this measure. */
static dm_status convert(const char *number, const length_unit *unit, dm_measure measure,
                         int decimals, int64_t *out, dm_error *err)
{
    int64_t fine = 0; /* in units of 10^-MORE of the board's */
    dm_status status = dm_length_parse(number, decimals + MORE, &fine, err);
    if (status != DM_OK)
        return status;
    int64_t divisor = measure == DM_MINUTES ? 60000000 : 1000000;
    int64_t more = measure == DM_MINUTES ? divisor / 2 : 0;
    if (fine > DM_MAX_TOTAL / unit->metres_or_seconds)
        *out = DM_MAX_TOTAL; /* longer than any way */
    else
        *out = (fine * unit->metres_or_seconds + more) / divisor;
    return DM_OK;
}

dm_status ask_length(asking *a, const dm_arena *arena, const char *field, const char *text,
                     int64_t *out, dm_error *err)
{
    const dm_map *map = dm_arena_map(arena);
    dm_measure measure = map                                              ? map->measure
                         : dm_arena_line_metric(arena) == DM_GREAT_CIRCLE ? DM_METRES
                                                                          : DM_MEASURE_OTHER;
    int decimals = dm_arena_decimals(arena);
    const length_unit *unit = NULL;
    dm_error why = {0};
    char number[80];
    if (snprintf(number, sizeof number, "%s", text) >= (int)sizeof number)
        return ask_blame(a, err, DM_BAD_INPUT, "%s %.40s..: expected a length", ask_label(a, field),
                         text);
    if (!take_unit(number, &unit))
        return ask_blame(a, err, DM_BAD_INPUT,
                         "%s %.40s: expected a number, perhaps with a unit: m, km, s or min",
                         ask_label(a, field), text);
    if (unit && measure == DM_MEASURE_OTHER)
        return ask_blame(a, err, DM_BAD_INPUT,
                         "%s %.40s: expected a number without unit, as the lengths of this board "
                         "have none",
                         ask_label(a, field), text);
    if (unit && unit->is_time && !map)
        return ask_blame(a, err, DM_BAD_INPUT,
                         "%s %.40s: the lengths of this board are metres; expected m or km",
                         ask_label(a, field), text);
    if (unit && unit->is_time != dm_measure_is_time(measure))
        return ask_blame(a, err, DM_BAD_INPUT, "%s %.40s: the lengths of this map are %s; %s",
                         ask_label(a, field), text, dm_measure_name(measure),
                         unit->is_time ? "expected m or km (--measure seconds makes them times)"
                                       : "expected s or min (--measure metres makes them ways)");
    dm_status status = unit ? convert(number, unit, measure, decimals, out, &why)
                            : dm_length_parse(number, decimals, out, &why);
    if (status != DM_OK)
        return ask_blame(a, err, DM_BAD_INPUT, "%s: %s", ask_label(a, field), why.message);
    if (*out < 0)
        return answer_fail(err, DM_BAD_INPUT, "%s %.40s: expected a length of 0 or more",
                           ask_label(a, field), text);
    return DM_OK;
}

dm_status ask_metres(asking *a, const char *field, const char *text, double *out, dm_error *err)
{
    const length_unit *unit = NULL;
    char number[80], *end = number;
    bool is_whole = snprintf(number, sizeof number, "%s", text) < (int)sizeof number;
    double found = is_whole && take_unit(number, &unit) ? strtod(number, &end) : 0;
    if (unit && unit->is_time)
        return ask_blame(a, err, DM_BAD_INPUT, "%s %.40s: expected metres, with m or km or no unit",
                         ask_label(a, field), text);
    if (end == number || *end || !isfinite(found) || found <= 0)
        return ask_blame(a, err, DM_BAD_INPUT, "%s %.40s: expected a positive number of metres",
                         ask_label(a, field), text);
    *out = found * (unit ? unit->metres_or_seconds : 1);
    return DM_OK;
}

/* A word that is not what its field takes; `expected` ends the message. */
static dm_status refuse_value(asking *a, const question_field *f, const char *text,
                              const char *expected, dm_error *err)
{
    const char *label = a->by_words && f->place ? f->argument : ask_label(a, f->name);
    return ask_blame(a, err, DM_BAD_INPUT, "%s%s%.60s: expected %s", label, text ? " " : "",
                     text ? text : "", expected);
}

static dm_status store_count(asking *a, const question_field *f, const char *text, bool is_number,
                             int64_t value, int64_t *out, dm_error *err)
{
    int64_t high = f->high ? f->high : INT64_MAX;
    char expected[80];
    assert(f->type == Q_COUNT || f->type == Q_SIZE);
    assert(f->high == 0 || f->low <= f->high);
    if (!a->by_words && !a->is_local && f->most_asked)
        high = f->most_asked;
    if (is_number && value >= f->low && value <= high) {
        *out = value;
        return DM_OK;
    }
    if (high == INT64_MAX)
        snprintf(expected, sizeof expected, "a whole number, at least %lld", (long long)f->low);
    else
        snprintf(expected, sizeof expected, "a whole number from %lld to %lld", (long long)f->low,
                 (long long)high);
    return refuse_value(a, f, text, expected, err);
}

/* Reads "64M" or "2G": the letters K, M, G and T stand for powers of 1024. */
static dm_status read_size(asking *a, const question_field *f, const char *text, int64_t *out,
                           dm_error *err)
{
    static const char letters[] = "KMGT";
    char *end, expected[80];
    errno = 0;
    long long count = strtoll(text, &end, 10);
    const char *letter = *end ? strchr(letters, *end & ~0x20) : NULL;
    int64_t unit = end == text ? 0 : !*end ? 1 : 0;
    if (end != text && letter && !end[1])
        unit = INT64_C(1) << (10 * (letter - letters + 1));
    int64_t high = f->high ? f->high : INT64_MAX;
    if (unit > 0 && !errno && count >= 0 && count <= high / unit && count * unit >= f->low) {
        *out = count * unit;
        return DM_OK;
    }
    snprintf(expected, sizeof expected, "a size such as 64M or 2G, at least %lld bytes",
             (long long)f->low);
    return refuse_value(a, f, text, expected, err);
}

static dm_status read_seed(asking *a, const question_field *f, const char *text, uint64_t *out,
                           dm_error *err)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (end == text || *end || errno || text[0] < '0' || text[0] > '9')
        return refuse_value(a, f, text, "a whole number from 0 to 2^64-1", err);
    *out = value;
    return DM_OK;
}

static dm_status store_real(asking *a, const question_field *f, const char *text, bool is_number,
                            double value, double *out, dm_error *err)
{
    bool is_seconds = f->type == Q_SECONDS;
    assert(f->type == Q_SECONDS || f->type == Q_REAL);
    if (!is_number || !isfinite(value) || value < 0 || (!is_seconds && value <= 0))
        return refuse_value(
            a, f, text, is_seconds ? "a number of seconds, 0 or more" : "a positive number", err);
    *out = value;
    return DM_OK;
}

enum { MOST_CHOICES = 64, CHOICES_LENGTH = 512 };

void question_choices(const question_field *field, char *out, size_t size)
{
    const char *name;
    size_t used = 0;
    assert(field->choices && size > 0);
    out[0] = 0;
    for (int i = 0; (name = field->choices(i)) && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? "|" : "", name);
}

static const char *street_kind(int value)
{
    return value < DM_STREET_KINDS ? dm_street_kind_name((dm_street_kind)value) : NULL;
}

/* Reads "primary,secondary". */
static dm_status read_streets(asking *a, const question_field *f, const char *text, uint32_t *out,
                              dm_error *err)
{
    char all[CHOICES_LENGTH], word[32];
    const question_field kinds = {.choices = street_kind};
    uint32_t found = 0;
    for (const char *at = text ? text : "";; at++) {
        size_t size = strcspn(at, ",");
        int kind = 0;
        snprintf(word, sizeof word, "%.*s", (int)(size < 31 ? size : 31), at);
        while (kind < DM_STREET_KINDS && strcmp(street_kind(kind), word) != 0)
            kind++;
        if (kind == DM_STREET_KINDS) {
            question_choices(&kinds, all, sizeof all);
            return ask_blame(a, err, DM_BAD_INPUT, "%s %s: expected kinds of streets, of %s",
                             ask_label(a, f->name), word, all);
        }
        found |= UINT32_C(1) << kind;
        at += size;
        if (!*at)
            break;
    }
    *out = found;
    return DM_OK;
}

static dm_status read_choice(asking *a, const question_field *f, const char *text, int *out,
                             dm_error *err)
{
    char all[CHOICES_LENGTH], expected[CHOICES_LENGTH + 80];
    const char *names[MOST_CHOICES];
    int count = 0;
    assert(f->type == Q_CHOICE && f->choices);
    for (; count < MOST_CHOICES && (names[count] = f->choices(count)); count++)
        if (text && strcmp(names[count], text) == 0) {
            *out = count;
            return DM_OK;
        }
    question_choices(f, all, sizeof all);
    if (!text) /* JSON that is no text */
        return refuse_value(a, f, NULL, all, err);
    const char *near = dmi_similar_name(text, names, count);
    snprintf(expected, sizeof expected, "one of %s%s%s%s", all, near ? "; did you mean " : "",
             near ? near : "", near ? "?" : "");
    return refuse_value(a, f, text, expected, err);
}

static bool has_ending(const char *text, const char *endings)
{
    size_t length = strlen(text);
    for (const char *at = endings; at;) {
        size_t width = strcspn(at, "|");
        if (length > width && strncasecmp(text + length - width, at, width) == 0)
            return true;
        at = at[width] ? at + width + 1 : NULL;
    }
    return false;
}

static dm_status read_file_name(asking *a, const question_field *f, const char *text,
                                const char **out, dm_error *err)
{
    const char *endings = f->type == Q_PICTURE ? QUESTION_PICTURES : f->endings;
    char expected[80];
    if (!endings || has_ending(text, endings) || (f->type == Q_PICTURE && !*text)) {
        *out = text;
        return DM_OK;
    }
    snprintf(expected, sizeof expected, "a file that ends in %s", endings);
    return refuse_value(a, f, text, expected, err);
}

bool question_is_picture(const char *word)
{
    return *word != '-' && has_ending(word, QUESTION_PICTURES);
}

dm_status ask_read_text(asking *a, const question_field *f, const char *text, void *base,
                        dm_error *err)
{
    void *member = (char *)base + f->at;
    question_files *files = member; /* of Q_FILES */
    char *end = NULL;
    assert(text);
    long long whole;
    double real;
    errno = 0;
    switch (f->type) {
    case Q_FLAG:
        *(bool *)member = true;
        return DM_OK;
    case Q_COUNT:
        whole = strtoll(text, &end, 10);
        return store_count(a, f, text, end != text && !*end && !errno, whole, member, err);
    case Q_SIZE:
        return read_size(a, f, text, member, err);
    case Q_SEED:
        return read_seed(a, f, text, member, err);
    case Q_SECONDS:
    case Q_REAL:
        real = strtod(text, &end);
        return store_real(a, f, text, end != text && !*end, real, member, err);
    case Q_METRES:
        return ask_metres(a, f->name, text, member, err);
    case Q_STREETS:
        return read_streets(a, f, text, member, err);
    case Q_CHOICE:
        return read_choice(a, f, text, member, err);
    case Q_FILE:
    case Q_PICTURE:
        return read_file_name(a, f, text, member, err);
    case Q_FILES:
        if (files->count == sizeof files->path / sizeof *files->path)
            return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: at most %d files", ask_label(a, f->name),
                             files->count);
        files->path[files->count++] = text;
        return DM_OK;
    case Q_TEXT:
    case Q_DECIMAL:
    case Q_PLAYER:
        *(const char **)member = text;
        return DM_OK;
    case Q_VERTICES:
    case Q_SITES:
    case Q_PLACES:
    case Q_TABLE:
    case Q_LIST:
    case Q_OBJECT:
    case Q_ANY:
        ((question_raw *)member)->text = text;
        ((question_raw *)member)->is_file = f->type == Q_PLACES;
        return DM_OK;
    }
    return DM_INTERNAL;
}

bool question_is_table(const question_field *f)
{
    return f->type == Q_SITES || f->type == Q_PLACES || f->type == Q_TABLE || f->type == Q_VERTICES;
}

static dm_status need_value(asking *a, const question_field *f, bool fits, const char *expected,
                            dm_error *err)
{
    return fits ? DM_OK : refuse_value(a, f, NULL, expected, err);
}

static dm_status read_raw(asking *a, const question_field *f, const json_t *value,
                          question_raw *out, dm_error *err)
{
    if (a->is_local && question_is_table(f) && json_is_string(value)) {
        out->text = json_string_value(value);
        out->is_file = f->type == Q_PLACES;
        return DM_OK;
    }
    bool fits = json_is_array(value);
    bool is_places = f->type == Q_SITES || f->type == Q_PLACES;
    const char *expected = f->type == Q_VERTICES ? "a list of vertices, such as [0,3,5]"
                           : is_places
                               ? "a list of vertices or of objects, such as [0,{\"vertex\":3}]"
                           : f->type == Q_TABLE ? "a list of whole numbers"
                                                : "a list";
    if (f->type == Q_ANY) {
        fits = true;
    } else if (f->type == Q_OBJECT) {
        fits = json_is_object(value) || json_is_string(value);
        expected = "an object, or its text";
    }
    out->json = value;
    return need_value(a, f, fits, expected, err);
}

/* The text of a number, in the asking. */
static dm_status read_decimal(asking *a, const question_field *f, const json_t *value,
                              const char **out, dm_error *err)
{
    enum { MOST = sizeof a->decimal / sizeof *a->decimal };
    *out = json_string_value(value);
    if (*out || !json_is_number(value) || a->decimals == MOST)
        return need_value(a, f, *out, "a number, or its text", err);
    char *text = a->decimal[a->decimals++];
    if (json_is_integer(value))
        snprintf(text, sizeof *a->decimal, "%lld", (long long)json_integer_value(value));
    else
        snprintf(text, sizeof *a->decimal, "%.15g", json_real_value(value));
    *out = text;
    return DM_OK;
}

dm_status ask_read_value(asking *a, const question_field *f, const json_t *value, void *base,
                         dm_error *err)
{
    void *member = (char *)base + f->at;
    const char *text = json_string_value(value);
    assert(value);
    switch (f->type) {
    case Q_FLAG:
        *(bool *)member = json_is_true(value);
        return need_value(a, f, json_is_boolean(value), "true or false", err);
    case Q_COUNT:
    case Q_SIZE:
        return store_count(a, f, NULL, json_is_integer(value), json_integer_value(value), member,
                           err);
    case Q_SEED:
        *(uint64_t *)member = (uint64_t)json_integer_value(value);
        return need_value(a, f, json_is_integer(value) && json_integer_value(value) >= 0,
                          "a whole number from 0 to 2^63-1", err);
    case Q_SECONDS:
    case Q_REAL:
        return store_real(a, f, NULL, json_is_number(value), json_number_value(value), member, err);
    case Q_METRES: {
        dm_status status = read_decimal(a, f, value, &text, err);
        return status == DM_OK ? ask_metres(a, f->name, text, member, err) : status;
    }
    case Q_STREETS:
        return read_streets(a, f, text, member, err);
    case Q_CHOICE:
        return read_choice(a, f, text, member, err);
    case Q_DECIMAL:
        return read_decimal(a, f, value, member, err);
    case Q_TEXT:
    case Q_PLAYER:
    case Q_FILE:
    case Q_PICTURE:
        *(const char **)member = text;
        if (text && f->most_asked && !a->is_local && strlen(text) > (size_t)f->most_asked)
            return ask_blame(a, err, DM_TOO_LARGE, "'%s' has more than %lld letters", f->name,
                             (long long)f->most_asked);
        return need_value(a, f, text, "a text", err);
    case Q_FILES: /* command line only */
        return DM_INTERNAL;
    case Q_VERTICES:
    case Q_SITES:
    case Q_PLACES:
    case Q_TABLE:
    case Q_LIST:
    case Q_OBJECT:
    case Q_ANY:
        return read_raw(a, f, value, member, err);
    }
    return DM_INTERNAL;
}

void question_default(const question_field *f, char *out, size_t size)
{
    assert(size > 0);
    out[0] = 0;
    if (f->type == Q_CHOICE && f->standard >= 0) {
        const char *name = f->choices((int)f->standard);
        snprintf(out, size, "%s", name ? name : "");
    } else if (f->type == Q_SIZE && f->standard) {
        snprintf(out, size, "%lldM", (long long)(f->standard >> 20));
    } else if ((f->type == Q_COUNT || f->type == Q_SEED) && f->standard > 0) {
        snprintf(out, size, "%lld", (long long)f->standard);
    } else if (f->otherwise) {
        snprintf(out, size, "%s", f->otherwise);
    }
}
