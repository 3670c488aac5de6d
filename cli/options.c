/* options.c - reads a command line by the tables.
 *
 * `--name value`, `--name=value`, `-x value`, `-xvalue`; options and operands in any order; `--`
 * ends the options.  A value that does not parse, an unknown name and a wrong number of operands
 * are the command line's fault: one message, CLI_USAGE.
 */
#include "cli.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* clang-format off */
const cli_option cli_common[] = {
    {.name = "json", .type = CLI_FLAG, .at = offsetof(cli_call, json),
     .help = "one JSON object a line on standard output, nothing else there"},
    {.name = "seed", .argument = "S", .type = CLI_SEED, .at = offsetof(cli_call, seed),
     .help = "seed of everything random (default 1)"},
    {.name = "threads", .argument = "N", .type = CLI_COUNT, .low = 1, .high = 1024,
     .at = offsetof(cli_call, threads), .help = "threads to use (default 1)"},
    {.name = "time", .argument = "SECONDS", .type = CLI_SECONDS, .at = offsetof(cli_call, time),
     .help = "stop after so long, for each board, and give the best so far"},
    {.name = "ties", .argument = "RULE", .type = CLI_CHOICE,
     .choices = "neutral|earlier|white|black", .at = offsetof(cli_call, ties),
     .help = "who gets a vertex equally near to both: neutral (nobody, the default), earlier "
             "(the stone placed first), white, black"},
    {.name = "values", .argument = "FILE", .type = CLI_FILE, .at = offsetof(cli_call, values),
     .help = "vertex values from lines `vertex,value`; others are worth 0"},
    {.name = "quiet", .type = CLI_FLAG, .at = offsetof(cli_call, quiet),
     .help = "no progress and no notes on standard error"},
    {.name = "help", .type = CLI_FLAG, .at = offsetof(cli_call, full_help),
     .help = "everything about the command"},
    {.name = "h", .letter = 'h', .type = CLI_FLAG, .at = offsetof(cli_call, brief_help),
     .help = "short help"},
    {.name = "version", .type = CLI_FLAG, .at = offsetof(cli_call, version), .help = "the version"},
    {0}};
/* clang-format on */

/* --- Nearest name -------------------------------------------------------- */

enum { LONGEST_NAME = 40 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Levenshtein distance, one row at a time. */
static int edits(const char *a, const char *b)
{
    int row[LONGEST_NAME + 1];
    int columns = (int)strlen(b);
    for (int j = 0; j <= columns; j++)
        row[j] = j;
    for (int i = 0; a[i]; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 1; j <= columns; j++) {
            int change = diagonal + (a[i] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(change, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[columns];
}

const char *cli_nearest(const char *typed, const char *const *names, int count)
{
    if (strlen(typed) > LONGEST_NAME)
        return NULL;
    const char *best = NULL;
    int fewest = 0;
    for (int i = 0; i < count; i++) {
        int distance = edits(typed, names[i]);
        if (!best || distance < fewest) {
            best = names[i];
            fewest = distance;
        }
    }
    int allowed = (int)strlen(typed) / 3 + 1;
    return best && fewest <= allowed && fewest < (int)strlen(best) ? best : NULL;
}

/* --- Values -------------------------------------------------------------- */

static bool read_count(const cli_option *option, const char *text, int64_t *out)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    int64_t high = option->high ? option->high : INT64_MAX;
    if (end == text || *end || errno || value < option->low || value > high) {
        if (option->high)
            cli_error("--%s %s: expected a whole number from %lld to %lld", option->name, text,
                      (long long)option->low, (long long)high);
        else
            cli_error("--%s %s: expected a whole number, at least %lld", option->name, text,
                      (long long)option->low);
        return false;
    }
    *out = value;
    return true;
}

/* The factor that a size's letter stands for: K, M, G or T; 1: none, 0: no such letter. */
static int64_t unit_of(const char *letter)
{
    static const char letters[] = "KMGT";
    const char *at = *letter ? strchr(letters, *letter & ~0x20) : NULL;
    if (!*letter)
        return 1;
    return at && !letter[1] ? INT64_C(1) << (10 * (at - letters + 1)) : 0;
}

static bool read_size(const cli_option *option, const char *text, int64_t *out)
{
    char *end;
    errno = 0;
    long long count = strtoll(text, &end, 10);
    int64_t unit = end == text ? 0 : unit_of(end);
    int64_t high = option->high ? option->high : INT64_MAX;
    if (unit == 0 || errno || count < 0 || count > high / unit || count * unit < option->low) {
        cli_error("--%s %s: expected a size such as 64M or 2G, at least %lld bytes", option->name,
                  text, (long long)option->low);
        return false;
    }
    *out = count * unit;
    return true;
}

static bool read_seed(const cli_option *option, const char *text, uint64_t *out)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (end == text || *end || errno || text[0] < '0' || text[0] > '9') {
        cli_error("--%s %s: expected a whole number from 0 to 2^64-1", option->name, text);
        return false;
    }
    *out = value;
    return true;
}

static bool read_seconds(const cli_option *option, const char *text, double *out)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value) || value < 0) {
        cli_error("--%s %s: expected a number of seconds, 0 or more", option->name, text);
        return false;
    }
    *out = value;
    return true;
}

static bool read_real(const cli_option *option, const char *text, double *out)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value) || value <= 0) {
        cli_error("--%s %s: expected a positive number", option->name, text);
        return false;
    }
    *out = value;
    return true;
}

static bool read_choice(const cli_option *option, const char *text, int *out)
{
    size_t length = strlen(text);
    int index = 0;
    for (const char *at = option->choices; at; index++) {
        size_t width = strcspn(at, "|");
        if (width == length && strncmp(at, text, width) == 0) {
            *out = index;
            return true;
        }
        at = at[width] ? at + width + 1 : NULL;
    }
    cli_error("--%s %s: expected one of %s", option->name, text, option->choices);
    return false;
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

static bool read_file_name(const cli_option *option, const char *text, const char **out)
{
    if (option->endings && !has_ending(text, option->endings)) {
        cli_error("--%s %s: expected a file that ends in %s", option->name, text, option->endings);
        return false;
    }
    *out = text;
    return true;
}

static bool store(const cli_option *option, const char *text, void *base)
{
    void *field = (char *)base + option->at;
    switch (option->type) {
    case CLI_FLAG:
        *(bool *)field = true;
        return true;
    case CLI_COUNT:
        return read_count(option, text, field);
    case CLI_SIZE:
        return read_size(option, text, field);
    case CLI_SEED:
        return read_seed(option, text, field);
    case CLI_SECONDS:
        return read_seconds(option, text, field);
    case CLI_REAL:
        return read_real(option, text, field);
    case CLI_CHOICE:
        return read_choice(option, text, field);
    case CLI_FILE:
        return read_file_name(option, text, field);
    case CLI_TEXT:
    case CLI_PICTURE:
    case CLI_PLAYER:
        *(const char **)field = text;
        return true;
    }
    return false;
}

/* --- Words --------------------------------------------------------------- */

/* The words still to read, and which required options were seen. */
typedef struct {
    int argc;
    char **argv;
    uint64_t seen; /* bit i: row i of the command's own table */
} words;

static const cli_option *find_in(const cli_option *table, const char *name, size_t length)
{
    for (const cli_option *o = table; o && o->name; o++) {
        bool by_letter = length == 1 && o->letter == name[0];
        if (by_letter ||
            (length > 1 && strlen(o->name) == length && strncmp(o->name, name, length) == 0))
            return o;
    }
    return NULL;
}

bool cli_replaces(const cli_command *command, const cli_option *common)
{
    return find_in(command->spec->options, common->name, strlen(common->name)) != NULL;
}

static void unknown_option(const cli_call *cli, const char *word, size_t length)
{
    const char *names[64];
    int count = 0;
    const cli_option *tables[] = {cli->command->spec->options, cli_common};
    for (int t = 0; t < 2; t++)
        for (const cli_option *o = tables[t]; o && o->name && count < 64; o++)
            if (strlen(o->name) > 1)
                names[count++] = o->name;
    char typed[LONGEST_NAME + 1] = "";
    if (word[1] == '-' && length - 2 <= LONGEST_NAME)
        memcpy(typed, word + 2, length - 2);
    const char *near = cli_nearest(typed, names, count);
    if (near)
        cli_error("%s has no option %.*s; did you mean --%s?", cli->command->name, (int)length,
                  word, near);
    else
        cli_error("%s has no option %.*s; 'demesne %s -h' lists them", cli->command->name,
                  (int)length, word, cli->command->name);
}

static bool is_picture(const char *word)
{
    return *word != '-' && has_ending(word, CLI_PICTURES);
}

/* Whether the option has the value that stands in the next word. */
static bool takes_next(const cli_option *option, const words *in)
{
    if (option->type == CLI_PICTURE)
        return in->argc > 0 && is_picture(in->argv[0]);
    return option->type != CLI_FLAG;
}

/* Reads the option in argv[0]; moves past it and its value. */
static bool read_option(cli_call *cli, words *in)
{
    const char *word = in->argv[0];
    bool is_long = word[1] == '-';
    size_t length = is_long ? strcspn(word, "=") : 2;
    const char *name = word + (is_long ? 2 : 1);
    size_t name_length = is_long ? length - 2 : 1;
    const cli_option *own = find_in(cli->command->spec->options, name, name_length);
    if (is_long && name_length == 1)
        own = NULL;
    const cli_option *option =
        own || (is_long && name_length == 1) ? own : find_in(cli_common, name, name_length);
    if (!option) {
        unknown_option(cli, word, length);
        return false;
    }
    const char *value = word[length] ? word + length + (is_long ? 1 : 0) : NULL;
    in->argc--, in->argv++;
    if (option->type == CLI_FLAG && value) {
        cli_error("%.*s takes no value", (int)length, word);
        return false;
    }
    if (!value && takes_next(option, in)) {
        if (in->argc == 0) {
            cli_error("%s needs a value: %s %s", word, word, option->argument);
            return false;
        }
        value = in->argv[0];
        in->argc--, in->argv++;
    } else if (!value) {
        value = "";
    }
    if (own)
        in->seen |= UINT64_C(1) << (own - cli->command->spec->options);
    return store(option, value, own ? cli->own : cli);
}

static bool read_words(cli_call *cli, words *in)
{
    bool options_ended = false;
    while (in->argc > 0) {
        const char *word = in->argv[0];
        if (!options_ended && strcmp(word, "--") == 0) {
            options_ended = true;
            in->argc--, in->argv++;
        } else if (!options_ended && word[0] == '-' && word[1]) {
            if (!read_option(cli, in))
                return false;
        } else {
            cli->operands[cli->operand_count++] = in->argv[0];
            in->argc--, in->argv++;
        }
    }
    return true;
}

static bool is_complete(const cli_call *cli, const words *in)
{
    const cli_spec *spec = cli->command->spec;
    const char *name = cli->command->name;
    if (cli->operand_count < spec->operands[0] || cli->operand_count > spec->operands[1]) {
        if (cli->operand_count > spec->operands[1])
            cli_error("%s: '%s' is one word too many; usage: demesne %s %s", name,
                      cli->operands[spec->operands[1]], name, cli->command->synopsis);
        else
            cli_error("%s: something is missing; usage: demesne %s %s", name, name,
                      cli->command->synopsis);
        return false;
    }
    for (int i = 0; spec->options && spec->options[i].name; i++)
        if (spec->options[i].required && !(in->seen >> i & 1)) {
            cli_error("%s needs --%s %s; usage: demesne %s %s", name, spec->options[i].name,
                      spec->options[i].argument, name, cli->command->synopsis);
            return false;
        }
    return true;
}

/* What the option names as a file to be written; NULL: none. */
static const char *output_of(const cli_call *cli, const cli_option *o)
{
    const char *path = o->writes ? *(const char **)((char *)cli->own + o->at) : NULL;
    return path && *path ? path : NULL;
}

/* Answers in JSON leave no room on standard output for a file, unless the file is the answer. */
static bool outputs_differ(const cli_call *cli)
{
    for (const cli_option *o = cli->command->spec->options; cli->json && o && o->name; o++) {
        const char *path = output_of(cli, o);
        if (path && strcmp(path, "-") == 0 && strcmp(o->name, "to") != 0) {
            cli_error("--%s - and --json both want standard output; name a file for one", o->name);
            return false;
        }
    }
    return true;
}

/* Looks at the folders of all files to be written: what may take hours shall not fail at its end
 * for a folder that is not there. */
static bool outputs_are_possible(const cli_call *cli)
{
    for (const cli_option *o = cli->command->spec->options; o && o->name; o++) {
        const char *path = output_of(cli, o);
        if (path && strcmp(path, "-") != 0 && !cli_can_write(path))
            return false;
    }
    return true;
}

int cli_parse(cli_call *cli, const cli_command *command, int argc, char **argv)
{
    const cli_spec *spec = command->spec;
    cli->command = command;
    cli->seed = 1;
    cli->threads = 1;
    cli->time = -1;
    cli->own = calloc(1, spec->size ? spec->size : 1);
    cli->operands = calloc((size_t)argc + 1, sizeof *cli->operands);
    if (!cli->own || !cli->operands) {
        cli_error("out of memory");
        return CLI_SYSTEM;
    }
    if (spec->defaults)
        memcpy(cli->own, spec->defaults, spec->size);
    words in = {argc, argv, 0};
    if (!read_words(cli, &in))
        return CLI_USAGE;
    bool asks_help = cli->brief_help || cli->full_help || cli->version;
    if (!asks_help && !(is_complete(cli, &in) && outputs_differ(cli)))
        return CLI_USAGE;
    return asks_help || outputs_are_possible(cli) ? CLI_DONE : CLI_SYSTEM;
}

void cli_clear(cli_call *cli)
{
    free(cli->own);
    free(cli->operands);
    *cli = (cli_call){0};
}
