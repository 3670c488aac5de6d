/* main.c - the way in: finds the command, reads its options, hands over. */
#include "cli.h"

#include <locale.h>
#include <string.h>

/* clang-format off */
#define X(name, synopsis, help, example) extern const cli_spec spec_##name;
#include "commands.def"
#undef X
/* clang-format on */

const cli_command cli_commands[] = {
#define X(name, synopsis, help, example) {#name, synopsis, help, example, &spec_##name},
#include "commands.def"
#undef X
    {0}};

const cli_command *cli_command_find(const char *name)
{
    for (const cli_command *c = cli_commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static int unknown_command(const char *word)
{
    const char *names[64];
    int count = 0;
    for (const cli_command *c = cli_commands; c->name && count < 64; c++)
        names[count++] = c->name;
    const char *near = dm_nearest_name(word, names, count);
    if (near)
        cli_error("there is no command '%s'; did you mean '%s'?", word, near);
    else
        cli_error("there is no command '%s'; 'demesne -h' lists them", word);
    return CLI_USAGE;
}

/* What stands in place of a command: -h, --help, --version. */
static int tool_option(const char *word)
{
    if (strcmp(word, "-h") == 0)
        cli_brief_help(NULL, stdout);
    else if (strcmp(word, "--help") == 0)
        cli_full_help(NULL, stdout);
    else if (strcmp(word, "--version") == 0)
        printf("demesne %s\n", dm_version());
    else {
        cli_error("'%s' stands before any command; options follow the command, as in "
                  "'demesne score path:5 --json'",
                  word);
        return CLI_USAGE;
    }
    return CLI_DONE;
}

/* `demesne help` and `demesne help COMMAND`. */
static int help_on(const char *name)
{
    const cli_command *command = name ? cli_command_find(name) : NULL;
    if (name && !command)
        return unknown_command(name);
    cli_full_help(command, stdout);
    return CLI_DONE;
}

static int command_call(const cli_command *command, int argc, char **argv)
{
    cli_call cli = {.program = argv[0]};
    int status = cli_parse(&cli, command, argc - 2, argv + 2);
    if (status == CLI_DONE) {
        if (cli.full_help)
            cli_full_help(command, stdout);
        else if (cli.brief_help)
            cli_brief_help(command, stdout);
        else if (cli.version)
            printf("demesne %s\n", dm_version());
        else
            status = command->spec->run ? command->spec->run(&cli) : cli_answer_boards(&cli);
    }
    cli_clear(&cli);
    return status;
}

int cli_dispatch(int argc, char **argv)
{
    if (argc < 2) {
        cli_brief_help(NULL, stderr);
        return CLI_USAGE;
    }
    if (argv[1][0] == '-')
        return tool_option(argv[1]);
    if (strcmp(argv[1], "help") == 0)
        return help_on(argv[2]);
    const cli_command *command = cli_command_find(argv[1]);
    return command ? command_call(command, argc, argv) : unknown_command(argv[1]);
}

/* The last of the output goes out; a failure not yet spoken of is. */
static int finish(int status)
{
    dm_error err = {0};
    if (cli_output_lost() || cli_flush(&err) == DM_OK || cli_reader_gone())
        return status;
    cli_error("%s", err.message);
    return CLI_SYSTEM;
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    cli_catch_signals();
    int status = cli_dispatch(argc, argv);
    cli_clear_bar();
    return finish(status);
}
