/* format.c - the table of formats, and how a file's format is recognised.
 *
 * A known file ending decides.  Otherwise the first line that is not a comment does: all formats
 * but two start in their own way.  Edge lists and METIS both start with numbers; without METIS's
 * comment sign they are taken as an edge list.
 */
#include "format/format.h"

#include "format/scan.h"
#include <ctype.h>
#include <stdio.h>
#include <strings.h>

enum {
    L = DM_HOLDS_LENGTHS,
    D = DM_HOLDS_DECIMALS,
    V = DM_HOLDS_VALUES,
    P = DM_HOLDS_PLACES,
    N = DM_HOLDS_NAMES,
    T = DM_HOLDS_TITLE,
    A = DM_HOLDS_DIRECTIONS,
    M = DM_HOLDS_VALUE_DECIMALS,
    S = DM_HOLDS_STREETS
};

static const dmi_codec codecs[] = {
#define X(id, name, endings, help, many, holds)                                                    \
    {{name, endings, help, true, true, many, true, holds}, dmi_read_##id, dmi_write_##id},
#define BINARY(id, name, endings, help, holds)                                                     \
    {{name, endings, help, true, true, false, false, holds}, dmi_read_##id, dmi_write_##id},
#define READ_ONLY(id, name, endings, help, holds)                                                  \
    {{name, endings, help, true, false, false, false, holds}, dmi_read_##id, NULL},
#include "format/formats.def"
#undef X
#undef BINARY
#undef READ_ONLY
};

enum { CODECS = sizeof codecs / sizeof *codecs };

int dm_format_count(void)
{
    return CODECS;
}

const dm_format *dm_format_at(int index)
{
    return index >= 0 && index < CODECS ? &codecs[index].format : NULL;
}

const dmi_codec *dmi_codec_named(const char *name)
{
    for (int i = 0; i < CODECS; i++)
        if (strcmp(codecs[i].format.name, name) == 0)
            return &codecs[i];
    return NULL;
}

/* Whether the first `size` bytes of `path` end with one of the blank-separated `endings`. */
static bool ends_with_one_of(const char *path, size_t size, const char *endings)
{
    for (const char *at = dmi_skip_blanks(endings); *at;) {
        const char *after = dmi_skip_word(at);
        size_t ending = (size_t)(after - at);
        if (ending < size && strncasecmp(path + size - ending, at, ending) == 0)
            return true;
        at = dmi_skip_blanks(after);
    }
    return false;
}

const dmi_codec *dmi_codec_for_path(const char *path)
{
    size_t size = dmi_unpacked_name(path);
    for (int i = 0; i < CODECS; i++)
        if (ends_with_one_of(path, size, codecs[i].format.endings))
            return &codecs[i];
    return NULL;
}

const dm_format *dm_format_find(const char *path, const char *format)
{
    const dmi_codec *codec = format ? dmi_codec_named(format) : dmi_codec_for_path(path);
    return codec ? &codec->format : NULL;
}

dmi_format_list dmi_format_names(void)
{
    dmi_format_list names = {""};
    size_t used = 0;
    for (int i = 0; i < CODECS && used < sizeof names.text; i++)
        used += (size_t)snprintf(names.text + used, sizeof names.text - used, "%s%s", i ? ", " : "",
                                 codecs[i].format.name);
    return names;
}

dm_status dmi_unknown_format(const char *format, dm_error *err)
{
    return dmi_fail(err, DM_BAD_ARGUMENT, "unknown format %.40s; known: %s", format,
                    dmi_format_names().text);
}

/* The first line that is neither blank nor a comment; *comment is the sign of the first comment
 * before it, or 0. */
static const char *first_content_line(const char *text, const char *end, char *comment)
{
    *comment = 0;
    for (const char *at = text; at < end; at++) {
        bool is_dimacs = *at == 'c' && (at + 1 == end || isspace((unsigned char)at[1]));
        bool is_comment = *at == '#' || *at == '%' || is_dimacs;
        if (is_comment) {
            *comment = *comment ? *comment : *at;
            at = memchr(at, '\n', (size_t)(end - at));
            if (!at)
                return end;
        } else if (!isspace((unsigned char)*at)) {
            return at;
        }
    }
    return end;
}

static bool begins_with_word(const char *at, const char *end, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(end - at) >= size && strncasecmp(at, word, size) == 0;
}

static bool has_element(const char *at, const char *end, const char *element)
{
    while (at < end && !begins_with_word(at, end, element))
        at++;
    return at < end;
}

/* Past the string at `at`, or `end`. */
static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        at += *at == '\\';
    return at < end ? at + 1 : end;
}

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at;
}

bool dmi_looks_like_geojson(const char *at, const char *end)
{
    static const char *const keys[] = {"\"features\"", "\"geometry\"", "\"coordinates\""};
    int depth = 0;
    for (at = skip_space(at, end); at < end && (depth > 0 || *at == '{'); at++) {
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        if (*at != '"')
            continue;
        const char *text = at;
        at = skip_string(at, end) - 1;
        for (size_t i = 0; depth == 1 && i < sizeof keys / sizeof *keys; i++)
            if (begins_with_word(text, end, keys[i]))
                return true;
        if (depth == 1 && begins_with_word(text, end, "\"type\"")) {
            const char *value = skip_space(skip_space(at + 1, end) + 1, end);
            return begins_with_word(value, end, "\"Feature") ||
                   begins_with_word(value, end, "\"LineString\"") ||
                   begins_with_word(value, end, "\"MultiLineString\"") ||
                   begins_with_word(value, end, "\"GeometryCollection\"");
        }
    }
    return false;
}

/* Whether the line is the header of a table of nodes or edges (map/tables.c). */
static bool is_table(const char *at, const char *end)
{
    static const char *const names[] = {"id", "lon", "lat", "from", "to"};
    bool has[5] = {false};
    while (at < end && *at != '\n') {
        const char *cell = at;
        while (at < end && !strchr(",;\t\n", *at))
            at++;
        const char *last = at;
        while (cell < last && strchr(" \"", *cell))
            cell++;
        while (last > cell && strchr(" \"\r", last[-1]))
            last--;
        for (int i = 0; i < 5; i++)
            has[i] |=
                (size_t)(last - cell) == strlen(names[i]) && begins_with_word(cell, last, names[i]);
        at += at < end && *at != '\n';
    }
    return (has[0] && has[1] && has[2]) || (has[3] && has[4]);
}

/* `graph x {` is DOT, `graph [` is GML. */
static bool is_dot(const char *at, const char *end)
{
    if (begins_with_word(at, end, "strict ") || begins_with_word(at, end, "digraph"))
        return true;
    if (!begins_with_word(at, end, "graph"))
        return false;
    while (at < end && *at != '{' && *at != '[')
        at++;
    return at < end && *at == '{';
}

static const char *format_of(const char *at, const char *end, char comment)
{
    static const struct {
        const char *begin, *name;
    } marks[] = {
        {">>graph6<<", "graph6"},
        {">>sparse6<<", "sparse6"},
        {":", "sparse6"},
        {"{", "json"},
        {"p sp", "dimacs-gr"},
        {"p edge", "dimacs-col"},
        {"p col", "dimacs-col"},
        {"*", "pajek"},
        {"graph", "gml"},
        {"creator", "gml"},
        {"version", "gml"},
        {"vertices", "edges"},
        {"\x89"
         "board",
         "board"},
    };
    if (is_dot(at, end))
        return "dot";
    if (dmi_looks_like_graph6(at, end))
        return "graph6";
    if (dmi_looks_like_geojson(at, end))
        return "geojson";
    if (is_table(at, end))
        return "csv";
    if (begins_with_word(at, end, "<"))
        return has_element(at, end, "<osm") ? "osm-xml" : "graphml";
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (begins_with_word(at, end, marks[i].begin))
            return marks[i].name;
    if (at < end && isdigit((unsigned char)*at))
        return comment == '%' ? "metis" : "edges";
    return comment == '#' ? "edges" : "";
}

const dmi_codec *dmi_codec_for_text(const char *text, size_t size)
{
    char comment;
    /* Its first blob: four bytes of size, then the type. */
    static const char type[] = "\n\tOSMHeader";
    bool is_osm_pbf = size > 15 && memcmp(text, "\0\0", 2) == 0 && memcmp(text + 4, type, 11) == 0;
    if (is_osm_pbf)
        return dmi_codec_named("osm-pbf");
    const char *at = first_content_line(text, text + size, &comment);
    return dmi_codec_named(format_of(at, text + size, comment));
}
