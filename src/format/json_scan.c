/* json_scan.c - reads JSON value by value, for files too large to hold as a tree. */
#include "format/json_scan.h"

#include "base/utf8.h"
#include "format/scan.h"
#include <ctype.h>
#include <stdlib.h>

enum { DEEPEST = 64, TEXT_LIMIT = 1 << 20 };

void dmi_json_scan_init(dmi_json_scan *scan, dmi_input *in)
{
    *scan = (dmi_json_scan){.in = in};
    in->line = 1;
}

void dmi_json_scan_clear(dmi_json_scan *scan)
{
    free(scan->text);
    scan->text = NULL;
}

/* Whether a byte is left; reads a block if needed. */
static bool has_byte(dmi_json_scan *s, dm_status *status, dm_error *err)
{
    size_t size = 0;
    if (s->at < s->end)
        return true;
    *status = dmi_input_block(s->in, &s->at, &size, err);
    if (*status != DM_OK || size == 0) {
        s->at = s->end; /* the block may be NULL */
        return false;
    }
    s->end = s->at + size;
    return true;
}

static dm_status put_scanned(dmi_json_scan *s, const char *bytes, size_t size, dm_error *err)
{
    if (s->size + size >= TEXT_LIMIT)
        return dmi_bad(s->in, err, "a text has more than %d bytes", TEXT_LIMIT - 1);
    if (!dmi_reserve(&s->text, &s->room, s->size + size + 1, 1))
        return dmi_no_memory(err);
    memcpy(s->text + s->size, bytes, size);
    s->size += size;
    s->text[s->size] = '\0';
    return DM_OK;
}

/* The next byte of a string; it must not end here. */
static dm_status next_in_string(dmi_json_scan *s, char *out, dm_error *err)
{
    dm_status status = DM_OK;
    if (!has_byte(s, &status, err))
        return status == DM_OK ? dmi_bad(s->in, err, "a string has no closing quote") : status;
    *out = *s->at++;
    return DM_OK;
}

static dm_status read_hex(dmi_json_scan *s, uint32_t *out, dm_error *err)
{
    *out = 0;
    for (int i = 0; i < 4; i++) {
        char c = 0;
        dm_status status = next_in_string(s, &c, err);
        if (status != DM_OK)
            return status;
        if (!isxdigit((unsigned char)c))
            return dmi_bad(s->in, err, "expected four hexadecimal digits after \\u");
        *out = *out * 16 + (uint32_t)(isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10);
    }
    return DM_OK;
}

/* After \u: a code point, or the two halves of one. */
static dm_status read_code(dmi_json_scan *s, dm_error *err)
{
    uint32_t code, low = 0;
    char mark = 0, letter = 0, utf8[4];
    dm_status status = read_hex(s, &code, err);
    if (status == DM_OK && code >= 0xd800 && code < 0xdc00) {
        status = next_in_string(s, &mark, err);
        if (status == DM_OK)
            status = next_in_string(s, &letter, err);
        if (status == DM_OK && mark == '\\' && letter == 'u')
            status = read_hex(s, &low, err);
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        if (status == DM_OK && (low < 0xdc00 || low > 0xdfff))
            status = dmi_bad(s->in, err, "expected the second half of a surrogate pair");
    } else if (status == DM_OK && code >= 0xdc00 && code <= 0xdfff) {
        status = dmi_bad(s->in, err, "expected the first half of a surrogate pair");
    }
    if (status == DM_OK && code == 0)
        status = dmi_bad(s->in, err, "\\u0000 in a string");
    return status == DM_OK ? put_scanned(s, utf8, dmi_utf8_put(code, utf8), err) : status;
}

static dm_status read_escape(dmi_json_scan *s, dm_error *err)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char c = 0;
    dm_status status = next_in_string(s, &c, err);
    if (status != DM_OK || c == 'u')
        return status == DM_OK ? read_code(s, err) : status;
    const char *found = c ? strchr(letters, c) : NULL;
    return found ? put_scanned(s, meanings + (found - letters), 1, err)
                 : dmi_bad(s->in, err,
                           "a backslash in a string must be followed by \" \\ / b f n "
                           "r t or u");
}

/* After the opening quote. */
static dm_status read_string(dmi_json_scan *s, dm_error *err)
{
    int64_t begun = s->in->line;
    dm_status status = put_scanned(s, "", 0, err);
    while (status == DM_OK) {
        if (!has_byte(s, &status, err))
            return status == DM_OK ? dmi_fail_at(err, DM_BAD_INPUT, s->in->name, begun,
                                                 "a string has no closing quote")
                                   : status;
        const char *from = s->at;
        while (s->at < s->end && *s->at != '"' && *s->at != '\\' && (unsigned char)*s->at >= 32)
            s->at++;
        status = put_scanned(s, from, (size_t)(s->at - from), err);
        if (status != DM_OK || s->at == s->end)
            continue;
        char c = *s->at++;
        if (c == '"')
            return DM_OK;
        status = c == '\\' ? read_escape(s, err)
                           : dmi_bad(s->in, err, "a control character in a string");
    }
    return status;
}

dm_status dmi_json_next(dmi_json_scan *s, dm_error *err)
{
    dm_status status = DM_OK;
    s->size = 0;
    s->token = DMI_JSON_END;
    while (has_byte(s, &status, err)) {
        char c = *s->at;
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
            s->in->line += c == '\n';
            s->at++;
            continue;
        }
        if (c && strchr("{}[]:,", c)) {
            s->token = *s->at++;
            s->depth += s->token == '{' || s->token == '[';
            s->depth -= s->token == '}' || s->token == ']';
            s->is_first = s->token == '{' || s->token == '[';
            return s->depth <= DEEPEST ? DM_OK
                                       : dmi_bad(s->in, err, "values more than %d deep", DEEPEST);
        }
        if (c != '"') {
            /* A number, or true, false, null. */
            status = put_scanned(s, "", 0, err);
            while (status == DM_OK && has_byte(s, &status, err) &&
                   (isalnum((unsigned char)*s->at) || strchr("+-.", *s->at)) && *s->at)
                status = put_scanned(s, s->at++, 1, err);
            if (status != DM_OK)
                return status;
            double number;
            const char *at = s->text;
            bool is_number = *at != '+' && *at != '.' && dmi_scan_real(&at, &number) && !*at;
            bool is_word = strcmp(s->text, "true") == 0 || strcmp(s->text, "false") == 0 ||
                           strcmp(s->text, "null") == 0;
            s->token = is_number ? DMI_JSON_NUMBER : DMI_JSON_WORD;
            return is_number || is_word ? DM_OK
                                        : dmi_bad(s->in, err, "expected a JSON value, found %s",
                                                  dmi_quote_word(*s->text ? s->text : "?").text);
        }
        s->at++;
        s->token = DMI_JSON_STRING;
        return read_string(s, err);
    }
    return status;
}

/* Reads the token after '{', '[' or a value: the end, or, past a comma, the next value. */
static dm_status next_in(dmi_json_scan *s, char end, bool *more, dm_error *err)
{
    bool is_first = s->is_first;
    s->is_first = false;
    dm_status status = dmi_json_next(s, err);
    *more = status == DM_OK && s->token != end;
    if (!*more)
        return status;
    if (is_first)
        return DM_OK;
    if (s->token != ',')
        return dmi_json_expected(s, end == '}' ? ", or }" : ", or ]", err);
    return dmi_json_next(s, err);
}

dm_status dmi_json_member(dmi_json_scan *s, bool *more, dm_error *err)
{
    dm_status status = next_in(s, '}', more, err);
    if (status != DM_OK || !*more)
        return status;
    if (s->token != DMI_JSON_STRING)
        return dmi_json_expected(s, "the name of a member in quotes", err);
    size_t size = s->size < DMI_JSON_KEY_ROOM ? s->size : DMI_JSON_KEY_ROOM - 1;
    memcpy(s->key, s->text, size);
    s->key[size] = '\0';
    status = dmi_json_next(s, err);
    if (status == DM_OK && s->token != ':')
        status = dmi_json_expected(s, ":", err);
    return status == DM_OK ? dmi_json_next(s, err) : status;
}

dm_status dmi_json_item(dmi_json_scan *s, bool *more, dm_error *err)
{
    return next_in(s, ']', more, err);
}

dm_status dmi_json_skip(dmi_json_scan *s, dm_error *err)
{
    dm_status status = DM_OK;
    bool more = true;
    if (s->token == '{')
        while (status == DM_OK && (status = dmi_json_member(s, &more, err)) == DM_OK && more)
            status = dmi_json_skip(s, err);
    else if (s->token == '[')
        while (status == DM_OK && (status = dmi_json_item(s, &more, err)) == DM_OK && more)
            status = dmi_json_skip(s, err);
    else if (s->token != DMI_JSON_STRING && s->token != DMI_JSON_NUMBER &&
             s->token != DMI_JSON_WORD)
        status = dmi_json_expected(s, "a value", err);
    return status;
}

dm_status dmi_json_expected(const dmi_json_scan *s, const char *what, dm_error *err)
{
    const char sign[2] = {s->token, 0};
    if (s->token == DMI_JSON_END)
        return dmi_bad(s->in, err, "expected %s, found the end of the file", what);
    bool is_text =
        s->token == DMI_JSON_STRING || s->token == DMI_JSON_NUMBER || s->token == DMI_JSON_WORD;
    return dmi_bad(s->in, err, "expected %s, found %s", what,
                   is_text && !s->size ? "an empty text"
                                       : dmi_quote_word(is_text ? s->text : sign).text);
}
