/* edge_data.c - edges with their attributes as Python writes a dictionary.
 *
 * Keys are texts in single or double quotes.  Values are numbers, texts, or anything with balanced
 * brackets; only those of the keys that give a length are looked at.
 */
#include "format/graph/edge_data.h"

#include "format/scan.h"
#include <string.h>

enum { KEY_ROOM = 24 };

typedef struct piece { /* of the line */
    const char *text;
    size_t size;
} piece;

/* Past a text in quotes at `at`; NULL: it has no end. */
static const char *skip_text(const char *at)
{
    char quote = *at++;
    for (; *at && *at != quote; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at + 1 : NULL;
}

/* Past a value: up to a comma or the brace that ends the dictionary; NULL: it has no end. */
static const char *skip_value(const char *at)
{
    int depth = 0;
    while (at && *at) {
        if (depth == 0 && (*at == ',' || *at == '}'))
            return at;
        if (*at == '\'' || *at == '"') {
            at = skip_text(at);
            continue;
        }
        depth += strchr("([{", *at) != NULL;
        depth -= strchr(")]}", *at) != NULL;
        at++;
    }
    return NULL;
}

static piece trimmed_text(const char *from, const char *to)
{
    while (from < to && (dmi_is_blank(*from) || *from == '\'' || *from == '"'))
        from++;
    while (from < to && (dmi_is_blank(to[-1]) || to[-1] == '\'' || to[-1] == '"'))
        to--;
    return (piece){from, (size_t)(to - from)};
}

/* The next `key: value`; false: damaged. */
static bool scan_pair(const char **at, char key[KEY_ROOM], piece *value)
{
    const char *begin = dmi_skip_blanks(*at);
    const char *end = *begin == '\'' || *begin == '"' ? skip_text(begin) : NULL;
    if (!end || *dmi_skip_blanks(end) != ':')
        return false;
    piece name = trimmed_text(begin, end);
    name.size = name.size < KEY_ROOM ? name.size : KEY_ROOM - 1;
    memcpy(key, name.text, name.size);
    key[name.size] = '\0';
    begin = dmi_skip_blanks(end) + 1;
    end = skip_value(begin);
    if (!end)
        return false;
    *value = trimmed_text(begin, end);
    *at = end;
    return value->size > 0;
}

/* How much a key counts as the length: 0 not at all. */
static int rank_of(const char *key, bool seconds)
{
    if (seconds)
        return strcmp(key, "travel_time") == 0;
    return strcmp(key, "length") == 0 ? 2 : strcmp(key, "weight") == 0;
}

/* From the opening brace to the end of the line; *length is empty if no key gives one. */
static dm_status scan_data(const dmi_parsed *board, const char *at, dmi_unused *unused,
                           piece *length, dm_error *err)
{
    int best = 0;
    at = dmi_skip_blanks(at + 1);
    while (*at && *at != '}') {
        char key[KEY_ROOM];
        piece value;
        if (!scan_pair(&at, key, &value))
            break;
        int rank = rank_of(key, board->in->options.seconds);
        if (rank == 0 && strcmp(key, "travel_time") != 0)
            dmi_unused_add(unused, DMI_UNUSED_EDGES, key);
        if (rank > best) {
            best = rank;
            *length = value;
        }
        at = dmi_skip_blanks(at + (*at == ','));
    }
    if (*at != '}' || dmi_skip_blanks(at + 1) != board->in->line_end)
        return dmi_bad(board->in, err,
                       "expected attributes such as {'weight': 2.5} at the end of the line");
    return DM_OK;
}

static dm_status find_length(dmi_parsed *board, piece length, int64_t *out, dm_error *err)
{
    if (length.size > 0)
        return dmi_parsed_length(board, length.text, length.size, out, err);
    if (board->in->options.seconds)
        return dmi_fail(err, DM_BAD_INPUT, "has no travel_time; --measure seconds needs one");
    return dmi_parsed_whole(board, 1, out, err);
}

dm_status dmi_edge_data_line(dmi_parsed *board, const char *at, dmi_unused *unused, dm_error *err)
{
    dm_vertex u = 0, v = 0;
    int64_t length = 0;
    piece given = {"", 0};
    dm_status status = dmi_parsed_scan_vertex(board, &at, &u, err);
    if (status == DM_OK)
        status = dmi_parsed_scan_vertex(board, &at, &v, err);
    if (status != DM_OK)
        return status;
    at = dmi_skip_blanks(at);
    if (*at != '{')
        return dmi_bad(board->in, err, "expected attributes in braces, found %s",
                       dmi_quote_word(at).text);
    status = scan_data(board, at, unused, &given, err);
    if (status != DM_OK)
        return status;
    status = find_length(board, given, &length, err);
    if (status != DM_OK)
        return dmi_parsed_blame_link(board, status, board->directed, u, v, err);
    return dmi_parsed_link(board, board->directed, u, v, length, err);
}
