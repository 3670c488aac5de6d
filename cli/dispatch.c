/* dispatch.c - finds the command in the program's table, reads its options and runs it. */
#include "base/names.h"
#include "cli.h"

#include <assert.h>
#include <string.h>

/* The last word of a name: the verb of "lines best". */
static const char *last_word(const char *name)
{
    const char *blank = strrchr(name, ' ');
    return blank ? blank + 1 : name;
}

const cli_command *cli_command_find(const cli_command *table, const char *word)
{
    for (const cli_command *c = table; c->name; c++)
        if (strcmp(last_word(c->name), word) == 0)
            return c;
    return NULL;
}

/* `of`: the command whose verb is unknown; NULL: the command itself is. */
static int unknown_word(const cli_command *of, const char *word)
{
    const char *names[64] = {0}, *what = of ? of->name : cli_tool;
    int count = 0;
    for (const cli_command *c = of ? of->spec->verbs : cli_commands; c->name && count < 64; c++)
        names[count++] = last_word(c->name);
    const char *near = dmi_similar_name(word, names, count);
    if (near)
        cli_error("%s has no command '%s'; did you mean '%s'?", what, word, near);
    else
        cli_error("%s has no command '%s'; '%s%s%s -h' lists them", what, word, of ? cli_tool : "",
                  of ? " " : "", what);
    return CLI_USAGE;
}

/* `used`: the number of words up to the command and its verb. */
static int command_call(const cli_command *command, int used, int argc, char **argv)
{
    cli_call cli = {.program = argv[0]};
    int status = cli_parse(&cli, command, argc - used, argv + used);
    assert(used <= argc);
    if (status == CLI_DONE) {
        if (cli.full_help)
            cli_full_help(command, stdout);
        else if (cli.brief_help)
            cli_brief_help(command, stdout);
        else if (cli.version)
            printf("%s %s\n", cli_tool, dm_version());
        else
            status = command->spec->run                             ? command->spec->run(&cli)
                     : (cli.ask.about->common & Q_BOARD) == Q_BOARD ? cli_each_board(&cli, NULL)
                                                                    : cli_answer_once(&cli);
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
    if (argv[1][0] == '-') {
        /* -h, --help or --version in place of a command */
        if (strcmp(argv[1], "-h") == 0) {
            cli_brief_help(NULL, stdout);
        } else if (strcmp(argv[1], "--help") == 0) {
            cli_full_help(NULL, stdout);
        } else if (strcmp(argv[1], "--version") == 0) {
            printf("%s %s\n", cli_tool, dm_version());
        } else {
            cli_error("'%s': options follow the command, as in "
                      "'demesne score path:5 --json'",
                      argv[1]);
            return CLI_USAGE;
        }
        return CLI_DONE;
    }
    if (strcmp(argv[1], "help") == 0) {
        /* `demesne help`, `demesne help COMMAND` and `demesne help COMMAND VERB` */
        const char *verb = argc > 3 ? argv[3] : NULL;
        const cli_command *command = argv[2] ? cli_command_find(cli_commands, argv[2]) : NULL;
        if (argv[2] && !command)
            return unknown_word(NULL, argv[2]);
        if (command && verb && command->spec->verbs) {
            const cli_command *of = command;
            command = cli_command_find(of->spec->verbs, verb);
            if (!command)
                return unknown_word(of, verb);
        }
        cli_full_help(command, stdout);
        return CLI_DONE;
    }
    const cli_command *command = cli_command_find(cli_commands, argv[1]);
    if (!command)
        return unknown_word(NULL, argv[1]);
    if (!command->spec->verbs)
        return command_call(command, 2, argc, argv);
    /* a command with verbs: the next word is a verb, or asks for help */
    const char *word = argc > 2 ? argv[2] : NULL;
    if (!word || strcmp(word, "-h") == 0) {
        cli_brief_help(command, word ? stdout : stderr);
        return word ? CLI_DONE : CLI_USAGE;
    }
    if (strcmp(word, "--help") == 0) {
        cli_full_help(command, stdout);
        return CLI_DONE;
    }
    const cli_command *verb = cli_command_find(command->spec->verbs, word);
    return verb ? command_call(verb, 3, argc, argv) : unknown_word(command, word);
}

int cli_finish(int status)
{
    dm_error err = {0};
    if (cli_output_lost() || cli_flush(&err) == DM_OK || cli_reader_gone())
        return status;
    cli_error("%s", err.message);
    return CLI_SYSTEM;
}
