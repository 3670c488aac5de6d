/* report.c - answers as JSON, or as rows of text. */
#include "answer/report.h"
#include "base/names.h"

#include "answer/fail.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SHOWN_VERTICES = 24 }; /* of a list, in text */

struct report {
    bool json;
    bool failed; /* out of memory */
    double begun;
    json_t *object; /* with --json */
    char *text;     /* otherwise, through `lines` */
    size_t text_size;
    FILE *lines;
};

static void set_field(report *r, const char *key, json_t *value)
{
    assert(key && *key);
    if (!r || json_object_set_new_nocheck(r->object, key, value) == 0)
        return;
    r->failed = true;
}

/* A text that grows. */
typedef struct text {
    char *bytes;
    size_t size, capacity;
    bool failed;
} text;

static int add_text(const char *bytes, size_t size, void *user)
{
    text *t = user;
    if (t->size + size >= t->capacity) {
        size_t capacity = 2 * (t->size + size) + 64;
        char *grown = realloc(t->bytes, capacity);
        t->failed |= !grown;
        if (!grown)
            return -1;
        t->bytes = grown;
        t->capacity = capacity;
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = 0;
    return 0;
}

/* Not json_dumps(), which ignores that it had no memory for a key. */
static char *dump_json(const json_t *value, size_t form)
{
    text t = {0};
    if (json_dump_callback(value, add_text, &t, form) != 0 || t.failed) {
        free(t.bytes);
        return NULL;
    }
    return t.bytes;
}

char *report_text(const json_t *value)
{
    return dump_json(value, REPORT_FORM | JSON_ENCODE_ANY);
}

char *report_exact(const json_t *value)
{
    return dump_json(value, JSON_COMPACT | JSON_REAL_PRECISION(17));
}

double report_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

json_t *report_name(const char *source)
{
    json_error_t why;
    json_t *name = json_pack_ex(&why, 0, "s", source);
    bool is_odd = !name && json_error_code(&why) == json_error_invalid_utf8;
    return is_odd ? json_string("(not UTF-8)") : name;
}

void report_about(report *r, const report_board *board)
{
    const char *ties = dm_tie_rule_name(board->ties);
    assert(board->arena && board->index >= 0);
    if (!r)
        return;
    r->begun = board->begun;
    if (!r->json) {
        int64_t vertices = dm_arena_shown(board->arena), edges = dm_arena_edges(board->arena);
        report_line(r, "%s: %" PRId64 " %s, %" PRId64 " %s, ties %s", board->source, vertices,
                    dmi_plural(vertices, "vertex", "vertices"), edges,
                    dmi_plural(edges, "edge", "edges"), ties);
        return;
    }
    set_field(r, "arena", report_name(board->source));
    if (board->many)
        set_field(r, "board", json_integer(board->index));
    if (board->line)
        set_field(r, "graph6", json_string(board->line));
    set_field(r, "vertices", json_integer(dm_arena_shown(board->arena)));
    set_field(r, "edges", json_integer(dm_arena_edges(board->arena)));
    set_field(r, "ties", json_string(ties));
    set_field(r, "seconds", json_real(0));
}

report *report_open(bool json, const report_board *board)
{
    report *r = calloc(1, sizeof *r);
    assert(!board || board->arena);
    if (!r)
        return NULL;
    r->json = json;
    r->begun = report_clock();
    if (r->json)
        r->object = json_object();
    else
        r->lines = open_memstream(&r->text, &r->text_size);
    if (!r->object && !r->lines) {
        report_free(r);
        return NULL;
    }
    if (board)
        report_about(r, board);
    return r;
}

void report_since(report *r, double begun)
{
    if (!r)
        return;
    r->begun = begun;
    report_json(r, "seconds", json_real(0));
}

bool report_is_json(const report *r)
{
    return r && r->json;
}

void report_free(report *r)
{
    if (!r)
        return;
    json_decref(r->object);
    if (r->lines)
        fclose(r->lines);
    free(r->text);
    free(r);
}

void report_line(report *r, const char *format, ...)
{
    if (!r || r->json)
        return;
    va_list args;
    va_start(args, format);
    vfprintf(r->lines, format, args);
    va_end(args);
    fputc('\n', r->lines);
}

/* "  white score   " with blanks for underscores. */
static void begin_row(report *r, const char *label)
{
    char words[32];
    snprintf(words, sizeof words, "%s", label);
    for (char *c = words; *c; c++)
        if (*c == '_')
            *c = ' ';
    fprintf(r->lines, "  %-14s ", words);
}

void report_row(report *r, const char *label, const char *format, ...)
{
    if (!r || r->json)
        return;
    va_list args;
    va_start(args, format);
    begin_row(r, label);
    vfprintf(r->lines, format, args);
    va_end(args);
    fputc('\n', r->lines);
}

void report_count(report *r, const char *key, int64_t value)
{
    if (r && r->json)
        set_field(r, key, json_integer(value));
    else
        report_row(r, key, "%" PRId64, value);
}

void report_html(FILE *page, const char *words)
{
    assert(page && words);
    for (const char *c = words; *c; c++) {
        const char *entity = *c == '<'   ? "&lt;"
                             : *c == '>' ? "&gt;"
                             : *c == '&' ? "&amp;"
                             : *c == '"' ? "&quot;"
                                         : NULL;
        if (entity)
            fputs(entity, page);
        else
            fputc(*c, page);
    }
}

double report_round(double value)
{
    char digits[32];
    assert(value - value == 0);
    if (fabs(value) < 1e6 && 4 * value == trunc(4 * value))
        return value; /* has at most nine digits */
    snprintf(digits, sizeof digits, "%.9g", value);
    return strtod(digits, NULL);
}

json_t *report_rounded(double value)
{
    return isfinite(value) ? json_real(report_round(value)) : json_null();
}

/* Whether a double has all digits: of more than 15 some are lost. */
static bool fits_real(const char *digits)
{
    size_t count = 0;
    for (const char *c = digits + strspn(digits, "-0."); *c; c++)
        count += *c != '.';
    return count <= 15;
}

json_t *report_number(int64_t units, int decimals)
{
    char digits[REPORT_UNITS];
    assert(decimals >= 0 && decimals <= 18);
    if (decimals == 0)
        return json_integer(units);
    report_units(units, decimals, digits);
    if (!strchr(digits, '.'))
        return json_integer(strtoll(digits, NULL, 10));
    return fits_real(digits) ? json_real(strtod(digits, NULL)) : json_string(digits);
}

void report_amount(report *r, const char *key, int64_t units, int decimals)
{
    char digits[REPORT_UNITS];
    assert(decimals >= 0);
    if (r && r->json) {
        set_field(r, key, report_number(units, decimals));
        return;
    }
    report_units(units, decimals, digits);
    report_row(r, key, "%s", digits);
}

void report_real(report *r, const char *key, double value)
{
    if (r && r->json)
        set_field(r, key, report_rounded(value));
    else if (isfinite(value))
        report_row(r, key, "%.6g", value);
    else
        report_row(r, key, "not known");
}

void report_flag(report *r, const char *key, bool value)
{
    if (r && r->json)
        set_field(r, key, json_boolean(value));
    else
        report_row(r, key, "%s", value ? "yes" : "no");
}

void report_string(report *r, const char *key, const char *value)
{
    if (r && r->json)
        set_field(r, key, json_string(value));
    else
        report_row(r, key, "%s", value);
}

void report_json(report *r, const char *key, json_t *value)
{
    if (r && r->json)
        set_field(r, key, value);
    else
        json_decref(value);
}

void report_append(json_t **list, json_t *value)
{
    if (json_array_append_new(*list, value) == 0)
        return;
    json_decref(*list);
    *list = NULL;
}

void report_put(json_t **object, const char *key, json_t *value)
{
    assert(key && *key);
    if (json_object_set_new(*object, key, value) == 0)
        return;
    json_decref(*object);
    *object = NULL;
}

json_t *report_list(const dm_vertex *vertices, int64_t count)
{
    json_t *list = json_array();
    assert(count >= 0);
    assert(vertices || count == 0);
    for (int64_t i = 0; i < count; i++)
        report_append(&list, json_integer(vertices[i]));
    return list;
}

void report_vertices(report *r, const char *key, const dm_vertex *vertices, int64_t count)
{
    assert(count >= 0);
    if (!r)
        return;
    if (r->json) {
        set_field(r, key, report_list(vertices, count));
        return;
    }
    begin_row(r, key);
    if (count == 0)
        fputs("none", r->lines);
    for (int64_t i = 0; i < count && i < SHOWN_VERTICES; i++)
        fprintf(r->lines, "%s%d", i ? "," : "", vertices[i]);
    fputs(count > SHOWN_VERTICES ? ",..\n" : "\n", r->lines);
}

void report_stones(report *r, const char *key, const dm_stone *stones, int64_t count,
                   int32_t player)
{
    dm_vertex *list = malloc(((size_t)count + 1) * sizeof *list);
    assert(count >= 0);
    assert(player == DM_WHITE || player == DM_BLACK);
    if (!list) {
        if (r)
            r->failed = true;
        return;
    }
    int64_t own = 0;
    for (int64_t i = 0; i < count; i++)
        if (stones[i].player == player)
            list[own++] = stones[i].vertex;
    report_vertices(r, key, list, own);
    free(list);
}

const char *report_outcome(int64_t value)
{
    return value > 0 ? "white" : value < 0 ? "black" : "tie";
}

const char *report_verdict(int64_t value)
{
    return value > 0 ? "White wins" : value < 0 ? "Black wins" : "a tie";
}

void report_winner(report *r, int64_t lower, int64_t upper)
{
    bool settled = lower == upper || lower > 0 || upper < 0;
    int64_t sign = lower > 0 ? lower : upper;
    assert(lower <= upper);
    report_json(r, "outcome", settled ? json_string(report_outcome(sign)) : json_null());
    report_row(r, "outcome", "%s", settled ? report_verdict(sign) : "not known yet");
}

json_t *report_moves(const dm_position *position, int32_t first)
{
    int32_t count;
    const dm_stone *stone = dm_position_stones(position, &count);
    const dm_rules *rules = dm_position_rules(position);
    json_t *moves = json_array();
    assert(first >= 0 && first <= dm_position_turns_made(position));
    for (int32_t turn = 0; turn < dm_position_turns_made(position); turn++) {
        json_t *move = json_array();
        for (int32_t i = 0; i < rules->turns[turn].stones; i++, stone++)
            report_append(&move, json_integer(stone->vertex));
        if (turn < first)
            json_decref(move);
        else
            report_append(&moves, move);
    }
    return moves;
}

void report_score(report *r, const dm_dominance *d, int decimals)
{
    assert(d->n >= 0 && d->tied >= 0 && d->unreached >= 0);
    report_amount(r, "white_score", d->score[DM_WHITE], decimals);
    report_amount(r, "black_score", d->score[DM_BLACK], decimals);
    report_amount(r, "tied", d->tied, decimals);
    report_amount(r, "unreached", d->unreached, decimals);
    report_amount(r, "value", d->score[DM_WHITE] - d->score[DM_BLACK], decimals);
}

static void take_time(report *r)
{
    if (json_object_get(r->object, "seconds"))
        set_field(r, "seconds", report_rounded(report_clock() - r->begun));
}

/* False if something was lost. */
static bool print_report(report *r, FILE *to)
{
    if (r->json) {
        take_time(r);
        if (r->failed)
            return false;
        json_dumpf(r->object, to, REPORT_FORM);
        fputc('\n', to);
        return true;
    }
    if (fflush(r->lines) != 0 || ferror(r->lines) || r->failed)
        return false;
    fwrite(r->text, 1, r->text_size, to);
    return true;
}

static dm_status lose_field(dm_error *err)
{
    return answer_fail(err, DM_NO_MEMORY, "no memory for the answer");
}

dm_status report_print(report *r, FILE *to, dm_error *err)
{
    dm_status status = r && print_report(r, to) ? DM_OK : lose_field(err);
    report_free(r);
    return status;
}

dm_status report_take(report *r, json_t **out, dm_error *err)
{
    if (r && r->json)
        take_time(r);
    bool whole = r && r->json && !r->failed;
    if (whole)
        *out = json_incref(r->object);
    report_free(r);
    return whole ? DM_OK : lose_field(err);
}

void report_units(int64_t units, int decimals, char out[REPORT_UNITS])
{
    uint64_t size = units < 0 ? -(uint64_t)units : (uint64_t)units;
    assert(decimals >= 0 && decimals <= 18);
    for (; decimals > 0 && size % 10 == 0; decimals--)
        size /= 10;
    char digits[REPORT_UNITS];
    int count = snprintf(digits, sizeof digits, "%0*" PRIu64, decimals + 1, size);
    snprintf(out, REPORT_UNITS, "%s%.*s%s%s", units < 0 ? "-" : "", count - decimals, digits,
             decimals ? "." : "", decimals ? digits + count - decimals : "");
}
