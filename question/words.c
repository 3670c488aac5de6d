/* words.c - a question asked on a command line.
 *
 * `--name value`, `--name=value`, `-x value`, `-xvalue`; options and operands in any order; `--`
 * ends the options.  An option is a field whose place is 0, with dashes for underscores; the
 * n-th operand is the field whose place is n.  Every option may be given once, a list of files more
 * often.
 */
#include "base/names.h"
#include "question/question.h"

#include <string.h>

enum { TABLES = 3, MOST_NAMES = 64, LONGEST_NAME = 40 };

/* The tables of a command line, and which rows of them were seen. */
typedef struct tables {
    const question_field *table[TABLES];
    void *base[TABLES];
    uint64_t seen[TABLES];
} tables;

typedef struct reading {
    asking *a;
    const char *command; /* as messages name it: "lines best" */
    tables in;
    int argc;
    char **argv;
    dm_error *err;
} reading;

static bool is_option(const question_field *f)
{
    return f->in != Q_JSON_ONLY && f->place == 0;
}

/* Whether the field's option is spelled like this: dashes stand for underscores. */
static bool is_spelled(const question_field *f, const char *name, size_t length)
{
    if (strlen(f->name) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (name[i] != (f->name[i] == '_' ? '-' : f->name[i]))
            return false;
    return true;
}

/* Finds an option by its name, or by its letter; *t is its table. */
static const question_field *find_option(const tables *in, const char *name, size_t length,
                                         bool by_letter, int *t)
{
    for (*t = 0; *t < TABLES; ++*t)
        for (const question_field *f = in->table[*t]; f && f->name; f++)
            if (is_option(f) && (by_letter ? f->letter == name[0] : is_spelled(f, name, length)))
                return f;
    return NULL;
}

static dm_status unknown_option(reading *r, const char *word, size_t length)
{
    const char *names[MOST_NAMES], *near = NULL;
    char typed[LONGEST_NAME + 1] = "";
    int count = 0;
    for (int t = 0; t < TABLES; t++)
        for (const question_field *f = r->in.table[t]; f && f->name && count < MOST_NAMES; f++)
            if (is_option(f) && strlen(f->name) > 1)
                names[count++] = f->name;
    if (word[1] == '-' && length - 2 <= LONGEST_NAME) {
        memcpy(typed, word + 2, length - 2);
        for (char *c = typed; *c; c++)
            if (*c == '-')
                *c = '_';
        near = dmi_similar_name(typed, names, count);
    }
    if (near)
        return ask_blame(r->a, r->err, DM_BAD_ARGUMENT, "%s has no option %.*s; did you mean %s?",
                         r->command, (int)length, word, ask_label(r->a, near));
    return ask_blame(r->a, r->err, DM_BAD_ARGUMENT,
                     "%s has no option %.*s; 'demesne %s -h' lists them", r->command, (int)length,
                     word, r->command);
}

/* Whether the option takes the next word as its value. */
static bool takes_next(const question_field *f, const reading *r)
{
    if (f->type == Q_PICTURE)
        return r->argc > 0 && question_is_picture(r->argv[0]);
    return f->type != Q_FLAG;
}

/* Marks the row as seen; false if it was. */
static bool mark(tables *in, int t, const question_field *f)
{
    uint64_t bit = UINT64_C(1) << (f - in->table[t]);
    bool is_new = !(in->seen[t] & bit);
    in->seen[t] |= bit;
    return is_new;
}

/* Reads the option in argv[0]; moves past it and its value. */
static dm_status read_option(reading *r)
{
    const char *word = r->argv[0], *value = NULL;
    bool is_long = word[1] == '-';
    size_t length = is_long ? strcspn(word, "=") : 2;
    int t;
    const question_field *f =
        find_option(&r->in, word + (is_long ? 2 : 1), is_long ? length - 2 : 1, !is_long, &t);
    if (!f)
        return unknown_option(r, word, length);
    if (word[length])
        value = word + length + (is_long ? 1 : 0);
    r->argc--, r->argv++;
    if (f->type == Q_FLAG && value)
        return ask_blame(r->a, r->err, DM_BAD_ARGUMENT, "%.*s takes no value", (int)length, word);
    if (!mark(&r->in, t, f) && f->type != Q_FILES)
        return ask_blame(r->a, r->err, DM_BAD_ARGUMENT, "%.*s is given twice", (int)length, word);
    if (!value && takes_next(f, r)) {
        if (r->argc == 0)
            return ask_blame(r->a, r->err, DM_BAD_ARGUMENT, "%s needs a value: %s %s", word, word,
                             f->argument);
        value = r->argv[0];
        r->argc--, r->argv++;
    }
    return ask_read_text(r->a, f, value ? value : "", r->in.base[t], r->err);
}

static dm_status read_all(reading *r, char **operands, int *operand_count)
{
    bool options_ended = false;
    dm_status status = DM_OK;
    while (r->argc > 0 && status == DM_OK) {
        const char *word = r->argv[0];
        if (!options_ended && word[0] == '-' && word[1] && strcmp(word, "--") != 0) {
            status = read_option(r);
            continue;
        }
        if (options_ended || strcmp(word, "--") != 0)
            operands[(*operand_count)++] = r->argv[0];
        else
            options_ended = true;
        r->argc--, r->argv++;
    }
    return status;
}

/* Reads the operands into the fields that have a place. */
static dm_status read_operands(reading *r, char **operands, int count)
{
    dm_status status = DM_OK;
    for (int t = 0; t < TABLES && status == DM_OK; t++)
        for (const question_field *f = r->in.table[t]; f && f->name && status == DM_OK; f++)
            if (f->place > 0 && f->place <= count && f->in != Q_JSON_ONLY) {
                mark(&r->in, t, f);
                status = ask_read_text(r->a, f, operands[f->place - 1], r->in.base[t], r->err);
            }
    return status;
}

static bool is_needed(const reading *r, int t, const question_field *f)
{
    const question *about = r->a->about;
    bool is_common = r->in.table[t] == question_common;
    return f->required && f->in != Q_JSON_ONLY &&
           (!is_common || (question_reads(about, f) && !(about->common & Q_MAYBE)));
}

static dm_status need_all(reading *r)
{
    for (int t = 0; t < TABLES; t++)
        for (const question_field *f = r->in.table[t]; f && f->name; f++) {
            if (!is_needed(r, t, f) || (r->in.seen[t] >> (f - r->in.table[t]) & 1))
                continue;
            if (f->place > 0)
                return ask_blame(r->a, r->err, DM_BAD_ARGUMENT, "%s: %s is missing", r->command,
                                 f->argument);
            return ask_blame(r->a, r->err, DM_BAD_ARGUMENT, "%s: %s %s is missing", r->command,
                             ask_label(r->a, f->name), f->argument);
        }
    return DM_OK;
}

/* A rule for ties, values, directions or limits have no effect on a question that does not read
 * them. */
static dm_status refuse_unused(reading *r)
{
    enum { COMMON = 1 };
    for (const question_field *f = question_common; f->name; f++)
        if ((f->type == Q_CHOICE || f->type == Q_TABLE || f->type == Q_PLACES ||
             f->type == Q_FLAG || f->type == Q_REAL) &&
            (r->in.seen[COMMON] >> (f - question_common) & 1) && !question_reads(r->a->about, f))
            return ask_blame(r->a, r->err, DM_BAD_ARGUMENT, "%s does not use %s", r->command,
                             ask_label(r->a, f->name));
    return DM_OK;
}

dm_status ask_read_words(asking *a, const question_words *words, char **operands,
                         int *operand_count, dm_error *err)
{
    reading r = {.a = a,
                 .command = words->command,
                 .in = {{a->about->fields, question_common, words->extra},
                        {a->own, a, words->extra_base},
                        {0, 0, 0}},
                 .argc = words->argc,
                 .argv = words->argv,
                 .err = err};
    dm_status status = read_all(&r, operands, operand_count);
    if (status != DM_OK || (words->excused && words->excused(words->extra_base)))
        return status;
    if (*operand_count > words->most_operands)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: unexpected word '%s'", words->command,
                         operands[words->most_operands]);
    status = refuse_unused(&r);
    if (status == DM_OK)
        status = read_operands(&r, operands, *operand_count);
    if (status == DM_OK)
        status = need_all(&r);
    if (status == DM_OK)
        status = ask_check_demand(a, err);
    if (status == DM_OK && *operand_count < words->least_operands)
        status =
            ask_blame(a, err, DM_BAD_ARGUMENT, "%s: an argument is missing; usage: demesne %s %s",
                      words->command, words->command, words->usage);
    return status;
}
