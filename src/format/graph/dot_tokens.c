/* dot_tokens.c - the words and signs of a DOT file. */
#include "format/graph/dot_tokens.h"

#include "format/scan.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { TEXT_LIMIT = 1 << 20, UNREAD = -2, NO_MORE = -1 };

/* Reads tokens->next if it is not known. */
static dm_status next_byte(dmi_dot_tokens *t, dm_error *err)
{
    if (t->next != UNREAD)
        return DM_OK;
    if (t->left == 0) {
        dm_status status = dmi_input_block(t->in, &t->block, &t->left, err);
        if (status != DM_OK)
            return status;
    }
    t->next = NO_MORE;
    if (t->left > 0) {
        t->next = (unsigned char)*t->block++;
        t->left--;
    }
    return DM_OK;
}

static dm_status step_byte(dmi_dot_tokens *t, dm_error *err)
{
    t->at += t->next == '\n';
    t->in->line = t->at;
    t->next = t->next == NO_MORE ? NO_MORE : UNREAD;
    return next_byte(t, err);
}

static dm_status put_token_byte(dmi_dot_tokens *t, int c, dm_error *err)
{
    if (c == 0)
        return dmi_bad(t->in, err, "a NUL byte in a text");
    if (t->size + 1 >= TEXT_LIMIT)
        return dmi_bad(t->in, err, "a text has more than %d bytes", TEXT_LIMIT - 2);
    if (!dmi_reserve(&t->text, &t->room, t->size + 2, 1))
        return dmi_no_memory(err);
    t->text[t->size++] = (char)c;
    t->text[t->size] = '\0';
    return DM_OK;
}

/* To the end of the line, or of a comment between slashes and stars. */
static dm_status skip_comment(dmi_dot_tokens *t, bool is_line, dm_error *err)
{
    int64_t begun = t->in->line;
    int before = 0;
    dm_status status = DM_OK;
    while (status == DM_OK && t->next != NO_MORE) {
        if (is_line ? t->next == '\n' : before == '*' && t->next == '/')
            return is_line ? DM_OK : step_byte(t, err);
        before = t->next;
        status = step_byte(t, err);
    }
    if (status == DM_OK && !is_line)
        status = dmi_fail_at(err, DM_BAD_INPUT, t->in->name, begun, "a comment has no end");
    return status;
}

/* Moves to the first byte of a token. */
static dm_status skip_blanks(dmi_dot_tokens *t, dm_error *err)
{
    dm_status status = next_byte(t, err);
    while (status == DM_OK) {
        if (t->next == '#') {
            status = skip_comment(t, true, err);
        } else if (t->next == '/') {
            status = step_byte(t, err);
            if (status == DM_OK && t->next != '/' && t->next != '*')
                return dmi_bad(t->in, err, "expected a comment after a slash");
            if (status == DM_OK) {
                bool is_line = t->next == '/';
                status = step_byte(t, err);
                if (status == DM_OK)
                    status = skip_comment(t, is_line, err);
            }
        } else if (t->next > 0 && isspace(t->next)) {
            status = step_byte(t, err);
        } else {
            return DM_OK;
        }
    }
    return status;
}

/* After the opening quote; "\"" is a quote, a backslash before a newline joins lines. */
static dm_status read_quoted(dmi_dot_tokens *t, dm_error *err)
{
    int64_t begun = t->in->line;
    dm_status status = step_byte(t, err);
    while (status == DM_OK && t->next != '"') {
        bool is_escape = t->next == '\\';
        if (is_escape)
            status = step_byte(t, err);
        if (status == DM_OK && t->next == NO_MORE)
            return dmi_fail_at(err, DM_BAD_INPUT, t->in->name, begun,
                               "a text has no closing quote");
        if (status == DM_OK && is_escape && t->next != '"' && t->next != '\n')
            status = put_token_byte(t, '\\', err);
        if (status == DM_OK && !(is_escape && t->next == '\n'))
            status = put_token_byte(t, t->next, err);
        if (status == DM_OK)
            status = step_byte(t, err);
    }
    return status == DM_OK ? step_byte(t, err) : status;
}

/* Texts in quotes, joined by plus signs. */
static dm_status read_quoted_list(dmi_dot_tokens *t, dm_error *err)
{
    dm_status status = read_quoted(t, err);
    while (status == DM_OK && (status = skip_blanks(t, err)) == DM_OK && t->next == '+') {
        status = step_byte(t, err);
        if (status == DM_OK)
            status = skip_blanks(t, err);
        if (status == DM_OK && t->next != '"')
            status = dmi_bad(t->in, err, "expected a text in quotes after +");
        if (status == DM_OK)
            status = read_quoted(t, err);
    }
    return status;
}

static bool in_word(int c)
{
    return c > 0 && (isalnum(c) || c == '_' || c == '.' || c >= 0x80);
}

static dm_status read_word(dmi_dot_tokens *t, dm_error *err)
{
    dm_status status = DM_OK;
    while (status == DM_OK && in_word(t->next)) {
        status = put_token_byte(t, t->next, err);
        if (status == DM_OK)
            status = step_byte(t, err);
    }
    return status;
}

dm_status dmi_dot_next(dmi_dot_tokens *t, dm_error *err)
{
    t->line = t->at;
    t->size = 0;
    t->is_quoted = false;
    if (t->text)
        t->text[0] = '\0';
    dm_status status = skip_blanks(t, err);
    if (status != DM_OK)
        return status;
    t->kind = t->next == NO_MORE ? DMI_DOT_END : DMI_DOT_ID;
    if (t->kind == DMI_DOT_END)
        return DM_OK;
    t->is_quoted = t->next == '"' || t->next == '<';
    if (t->next == '"')
        return read_quoted_list(t, err);
    if (t->next == '<') {
        /* Text between < and >, which may nest. */
        int64_t begun = t->in->line;
        status = step_byte(t, err);
        for (int64_t depth = 1; status == DM_OK; status = step_byte(t, err)) {
            depth += t->next == '<';
            depth -= t->next == '>';
            if (t->next == NO_MORE)
                return dmi_fail_at(err, DM_BAD_INPUT, t->in->name, begun,
                                   "a text has no closing >");
            if (depth == 0)
                return step_byte(t, err);
            status = put_token_byte(t, t->next, err);
            if (status != DM_OK)
                return status;
        }
        return status;
    }
    if (t->next == '-') {
        /* "--", "->", or a negative number. */
        status = step_byte(t, err);
        if (status != DM_OK)
            return status;
        if (t->next == '-' || t->next == '>') {
            t->kind = t->next == '-' ? DMI_DOT_EDGE : DMI_DOT_ARC;
            return step_byte(t, err);
        }
        if (!in_word(t->next))
            return dmi_bad(t->in, err, "expected -- or -> or a number after -");
        t->kind = DMI_DOT_ID;
        status = put_token_byte(t, '-', err);
        return status == DM_OK ? read_word(t, err) : status;
    }
    if (in_word(t->next))
        return read_word(t, err);
    t->kind = DMI_DOT_SIGN;
    t->sign = (char)t->next;
    if (!strchr("{}[];,=:", t->sign) || !t->sign)
        return dmi_dot_expected(t, "a name or one of { } [ ] ; , = :", err);
    return step_byte(t, err);
}

bool dmi_dot_is_sign(const dmi_dot_tokens *t, char sign)
{
    return t->kind == DMI_DOT_SIGN && t->sign == sign;
}

bool dmi_dot_is_word(const dmi_dot_tokens *t, const char *word)
{
    return t->kind == DMI_DOT_ID && !t->is_quoted && strcasecmp(t->text, word) == 0;
}

dm_status dmi_dot_expected(const dmi_dot_tokens *t, const char *what, dm_error *err)
{
    const char sign[2] = {t->sign, 0};
    const char *found = t->kind == DMI_DOT_END    ? NULL
                        : t->kind == DMI_DOT_ID   ? t->text
                        : t->kind == DMI_DOT_SIGN ? sign
                        : t->kind == DMI_DOT_EDGE ? "--"
                                                  : "->";
    if (!found)
        return dmi_fail_at(err, DM_BAD_INPUT, t->in->name, t->at,
                           "expected %s, found the end of the file", what);
    return dmi_fail_at(err, DM_BAD_INPUT, t->in->name, t->at, "expected %s, found %s", what,
                       *found ? dmi_quote_word(found).text : "an empty text");
}

void dmi_dot_clear(dmi_dot_tokens *t)
{
    free(t->text);
    t->text = NULL;
}
