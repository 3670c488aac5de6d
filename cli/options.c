/* options.c - reads the command line of one command: its question's fields and common options. */
#include "cli.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
const question_field cli_fields[] = {
    {.name = "json", .type = Q_FLAG, .at = offsetof(cli_call, json),
     .help = "print only JSON on standard output, one object per line"},
    {.name = "quiet", .type = Q_FLAG, .at = offsetof(cli_call, quiet),
     .help = "no progress and no notes on standard error"},
    {.name = "help", .type = Q_FLAG, .at = offsetof(cli_call, full_help),
     .help = "full help"},
    {.name = "h", .letter = 'h', .type = Q_FLAG, .at = offsetof(cli_call, brief_help),
     .help = "short help"},
    {.name = "version", .type = Q_FLAG, .at = offsetof(cli_call, version), .help = "the version"},
    {0}};
/* clang-format on */

bool cli_replaces(const cli_command *command, const question_field *common)
{
    return question_find(command->spec->question->fields, common->name, strlen(common->name));
}

void cli_spell_option(const question_field *field, char *out, size_t size)
{
    bool is_letter = strlen(field->name) == 1;
    int used = 0;
    if (field->letter && !is_letter)
        used = snprintf(out, size, "-%c, ", field->letter);
    snprintf(out + used, size - (size_t)used, "%s%s%s%s", is_letter ? "-" : "--", field->name,
             field->argument ? " " : "", field->argument ? field->argument : "");
    for (char *c = out + used; *c && *c != ' '; c++)
        if (*c == '_')
            *c = '-';
}

void cli_explain(const question_field *field, char *out, size_t size)
{
    char standard[80];
    question_default(field, standard, sizeof standard);
    snprintf(out, size, *standard ? "%s (default %s)" : "%s", field->help, standard);
}

static bool asks_help(const void *call)
{
    const cli_call *cli = call;
    return cli->full_help || cli->brief_help || cli->version;
}

int cli_parse(cli_call *cli, const cli_command *command, int argc, char **argv)
{
    const question_words words = {.command = command->name,
                                  .argc = argc,
                                  .argv = argv,
                                  .least_operands = command->spec->operands[0],
                                  .most_operands = command->spec->operands[1],
                                  .usage = command->synopsis,
                                  .extra = cli_fields,
                                  .extra_base = cli,
                                  .excused = asks_help};
    dm_error err = {0};
    assert(argc >= 0 && !cli->operands);
    cli->command = command;
    cli->operands = calloc((size_t)argc + 1, sizeof *cli->operands);
    dm_status status = cli->operands ? DM_OK : answer_fail(&err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK)
        status = ask_begin(&cli->ask, command->spec->question, true, &err);
    if (status == DM_OK)
        status = ask_read_words(&cli->ask, &words, cli->operands, &cli->operand_count, &err);
    if (status != DM_OK)
        return cli_report_failure(cli, status, &err);
    if (asks_help(cli))
        return CLI_DONE;
    /* all output files before any work, so that hours of it are not lost: their folders, and with
     * --json standard output, which cannot hold a file too unless the file is the answer */
    int worst = CLI_DONE;
    for (const question_field *f = cli->ask.about->fields; f && f->name; f++) {
        const char *path = f->writes ? *(const char **)((char *)cli->ask.own + f->at) : NULL;
        if (!path || !*path)
            continue;
        bool is_stdout = strcmp(path, "-") == 0;
        if (is_stdout && cli->json && strcmp(f->name, "to") != 0) {
            cli_error("--%s - and --json both use standard output; name a file", f->name);
            return CLI_USAGE;
        }
        if (!is_stdout && worst == CLI_DONE && !cli_can_write(path))
            worst = CLI_BAD_INPUT;
    }
    return worst;
}

void cli_clear(cli_call *cli)
{
    ask_clear(&cli->ask);
    free(cli->operands);
    *cli = (cli_call){0};
}
