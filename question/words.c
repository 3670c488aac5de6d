/* words.c - a question asked on a command line.
 *
 * `--name value`, `--name=value`, `-x value`, `-xvalue`; options and operands in any order; `--`
 * ends the options.  An option is a field whose place is 0, with dashes for underscores; the
 * n-th operand is the field whose place is n.  Every option may be given once, a list of files more
 * often.
 */
#include "base/names.h"
#include "question/question.h"

#include <assert.h>
#include <string.h>

enum { COMMON = 1, TABLES = 3, MOST_NAMES = 64, LONGEST_NAME = 40 }; /* COMMON: question_common */

/* The tables of a command line, and which rows of them were seen. */
typedef struct tables {
    const question_field *table[TABLES];
    void *base[TABLES];
    uint64_t seen[TABLES];
} tables;

typedef struct word_reader {
    asking *a;
    const char *command; /* as messages name it: "lines best" */
    tables in;
    int argc;
    char **argv;
    dm_error *err;
} word_reader;

/* Finds an option by its name, in which dashes stand for underscores, or by its letter; *t is its
 * table. */
static const question_field *find_option(const tables *in, const char *name, size_t length,
                                         bool by_letter, int *t)
{
    for (*t = 0; *t < TABLES; ++*t)
        for (const question_field *f = in->table[*t]; f && f->name; f++) {
            if (!question_is_option(f))
                continue;
            size_t same = 0;
            while (same < length && f->name[same] &&
                   name[same] == (f->name[same] == '_' ? '-' : f->name[same]))
                same++;
            if (by_letter ? f->letter == name[0] : same == length && !f->name[same])
                return f;
        }
    return NULL;
}

static dm_status unknown_option(word_reader *r, const char *word, size_t length)
{
    const char *names[MOST_NAMES], *near = NULL;
    char typed[LONGEST_NAME + 1] = "";
    int count = 0;
    for (int t = 0; t < TABLES; t++)
        for (const question_field *f = r->in.table[t]; f && f->name && count < MOST_NAMES; f++)
            if (question_is_option(f) && strlen(f->name) > 1)
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

/* Notes that the row was seen; false if it was before. */
static bool see_field(tables *in, int t, const question_field *f)
{
    assert(f - in->table[t] < 64);
    uint64_t bit = UINT64_C(1) << (f - in->table[t]);
    bool is_new = !(in->seen[t] & bit);
    in->seen[t] |= bit;
    return is_new;
}

/* Reads the option in argv[0]; moves past it and its value. */
static dm_status read_option(word_reader *r)
{
    const char *word = r->argv[0], *value = NULL;
    bool is_long = word[1] == '-';
    size_t length = is_long ? strcspn(word, "=") : 2;
    int t;
    const question_field *f =
        find_option(&r->in, word + (is_long ? 2 : 1), is_long ? length - 2 : 1, !is_long, &t);
    assert(r->argc > 0 && r->argv[0][0] == '-');
    if (!f)
        return unknown_option(r, word, length);
    /* seed, threads and time may be given to every question, so that scripts can; any other that
     * has no effect is a mistake */
    if (t == COMMON && !question_reads(r->a->about, f) && f->type != Q_SEED && f->type != Q_COUNT &&
        f->type != Q_SECONDS)
        return ask_blame(r->a, r->err, DM_BAD_ARGUMENT, "%s does not use %s", r->command,
                         ask_label(r->a, f->name));
    if (word[length])
        value = word + length + (is_long ? 1 : 0);
    r->argc--, r->argv++;
    if (f->type == Q_FLAG && value)
        return ask_blame(r->a, r->err, DM_BAD_ARGUMENT, "%.*s takes no value", (int)length, word);
    if (!see_field(&r->in, t, f) && f->type != Q_FILES)
        return ask_blame(r->a, r->err, DM_BAD_ARGUMENT, "%.*s is given twice", (int)length, word);
    bool takes_next =
        f->type == Q_PICTURE ? r->argc > 0 && question_is_picture(r->argv[0]) : f->type != Q_FLAG;
    if (!value && takes_next) {
        if (r->argc == 0)
            return ask_blame(r->a, r->err, DM_BAD_ARGUMENT, "%s needs a value: %s %s", word, word,
                             f->argument);
        value = r->argv[0];
        r->argc--, r->argv++;
    }
    dm_status status = ask_read_text(r->a, f, value ? value : "", r->in.base[t], r->err);
    bool takes_more = f->type == Q_FILES && !word[length];
    for (; takes_more && status == DM_OK && r->argc > 0 && *r->argv[0] != '-'; r->argc--, r->argv++)
        status = ask_read_text(r->a, f, r->argv[0], r->in.base[t], r->err);
    return status;
}

/* Checks a field that was not seen. */
static dm_status check_seen(word_reader *r, int t, const question_field *f)
{
    const question *about = r->a->about;
    bool is_seen = r->in.seen[t] >> (f - r->in.table[t]) & 1;
    bool is_read = t != COMMON || question_reads(about, f);
    bool may_lack = t == COMMON && about->common & Q_MAYBE;
    if (is_seen || !is_read || may_lack || !f->required || f->in == Q_JSON_ONLY)
        return DM_OK;
    if (f->place > 0)
        return ask_blame(r->a, r->err, DM_BAD_ARGUMENT, "%s: %s is missing", r->command,
                         f->argument);
    return ask_blame(r->a, r->err, DM_BAD_ARGUMENT, "%s: %s %s is missing", r->command,
                     ask_label(r->a, f->name), f->argument);
}

dm_status ask_read_words(asking *a, const question_words *words, char **operands,
                         int *operand_count, dm_error *err)
{
    word_reader r = {.a = a,
                     .command = words->command,
                     .in = {{a->about->fields, question_common, words->extra},
                            {a->own, a, words->extra_base},
                            {0, 0, 0}},
                     .argc = words->argc,
                     .argv = words->argv,
                     .err = err};
    bool options_ended = false;
    dm_status status = DM_OK;
    assert(a->by_words);
    assert(words->least_operands <= words->most_operands);
    while (r.argc > 0 && status == DM_OK) {
        const char *word = r.argv[0];
        bool is_end = strcmp(word, "--") == 0;
        if (!options_ended && word[0] == '-' && word[1] && !is_end) {
            status = read_option(&r);
            continue;
        }
        if (options_ended || !is_end)
            operands[(*operand_count)++] = r.argv[0];
        else
            options_ended = true;
        r.argc--, r.argv++;
    }
    if (status != DM_OK || (words->excused && words->excused(words->extra_base)))
        return status;
    if (*operand_count > words->most_operands)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: unexpected word '%s'", words->command,
                         operands[words->most_operands]);
    for (int t = 0; t < TABLES; t++)
        for (const question_field *f = r.in.table[t]; f && f->name && status == DM_OK; f++) {
            if (f->place > 0 && f->place <= *operand_count && f->in != Q_JSON_ONLY) {
                see_field(&r.in, t, f);
                status = ask_read_text(a, f, operands[f->place - 1], r.in.base[t], err);
            }
            if (status == DM_OK)
                status = check_seen(&r, t, f);
        }
    if (status == DM_OK)
        status = ask_check_demand(a, err);
    if (status == DM_OK && *operand_count < words->least_operands)
        status =
            ask_blame(a, err, DM_BAD_ARGUMENT, "%s: an argument is missing; usage: demesne %s %s",
                      words->command, words->command, words->usage);
    return status;
}
