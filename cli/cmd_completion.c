/* cmd_completion.c - `demesne completion bash|zsh`: scripts made from the tables.
 *
 * Both complete commands, options, the values of options that have a list (tie rules, players),
 * file names, and for a board the families and files.
 */
#include "cli.h"

#include <string.h>

/* Prints "a|b|c" with blanks. */
static void words(const char *choices)
{
    for (const char *c = choices; *c; c++)
        putchar(*c == '|' ? ' ' : *c);
}

static void player_names(void)
{
    for (int i = 0; i < dm_player_count(); i++)
        printf("%s ", dm_player_at(i)->name);
    printf("human");
}

static bool is_file(const question_field *field)
{
    return field->type == Q_FILE || field->type == Q_PICTURE || field->type == Q_TABLE;
}

/* "grid:" where the family takes a size, "petersen" where it takes none. */
static void family_names(void)
{
    for (int i = 0; i < dm_family_count(); i++)
        printf("%s%s%s", i ? " " : "", dm_family_at(i)->name,
               strchr(dm_family_at(i)->pattern, ':') ? ":" : "");
}

static bool takes_board(const cli_command *command)
{
    return strncmp(command->synopsis, "ARENA", 5) == 0;
}

static void dashed(const question_field *field)
{
    printf(strlen(field->name) > 1 ? "--" : "-");
    for (const char *c = field->name; *c; c++)
        putchar(*c == '_' ? '-' : *c);
}

static void bash_option_names(const question_field *table)
{
    for (const question_field *o = table; o && o->name; o++) {
        if (!cli_is_option(o))
            continue;
        if (o->letter && strlen(o->name) > 1)
            printf("-%c ", o->letter);
        dashed(o);
        putchar(' ');
    }
}

/* What follows an option: one arm of a case over "command option". */
static void bash_values(const char *command, const question_field *table)
{
    for (const question_field *o = table; o && o->name; o++) {
        if (o->type == Q_FLAG || !cli_is_option(o))
            continue;
        printf("    %s\\ ", command);
        dashed(o);
        if (o->letter)
            printf("|%s\\ -%c", command, o->letter);
        printf(") ");
        if (is_file(o)) {
            printf("COMPREPLY=($(compgen -f -- \"$cur\"))");
        } else if (o->type == Q_CHOICE || o->type == Q_PLAYER) {
            printf("COMPREPLY=($(compgen -W '");
            if (o->type == Q_CHOICE)
                words(o->choices);
            else
                player_names();
            printf("' -- \"$cur\"))");
        } else {
            printf("COMPREPLY=()");
        }
        printf("; return ;;\n");
    }
}

static void bash_script(void)
{
    printf("# bash completion for demesne, made by `demesne completion bash`\n"
           "_demesne() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local command=${COMP_WORDS[1]} options='' operands=''\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W '");
    for (const cli_command *c = cli_commands; c->name; c++)
        printf("%s ", c->name);
    printf("-h --help --version' -- \"$cur\"))\n        return\n    fi\n"
           "    case \"$command $prev\" in\n");
    for (const cli_command *c = cli_commands; c->name; c++)
        bash_values(c->name, c->spec->question->fields);
    bash_values("*", question_common);
    printf("    esac\n    case $command in\n");
    for (const cli_command *c = cli_commands; c->name; c++) {
        printf("    %s) options='", c->name);
        bash_option_names(c->spec->question->fields);
        printf("' operands='");
        if (c->spec->words)
            words(c->spec->words);
        else if (takes_board(c))
            family_names();
        printf("' ;;\n");
    }
    printf("    esac\n    case $cur in\n    -*) COMPREPLY=($(compgen -W \"$options ");
    bash_option_names(question_common);
    bash_option_names(cli_fields);
    printf(
        "\" -- \"$cur\")) ;;\n"
        "    *) COMPREPLY=($(compgen -W \"$operands\" -- \"$cur\") $(compgen -f -- \"$cur\")) ;;\n"
        "    esac\n    case ${COMPREPLY[0]-} in *:) compopt -o nospace ;; esac\n"
        "}\ncomplete -o filenames -F _demesne demesne\n");
}

/* Help text inside '...' and [...], where quotes, brackets and colons mean something. */
static void zsh_text(const char *text)
{
    for (const char *c = text; *c; c++) {
        if (*c == '\'')
            printf("'\\''");
        else if (strchr("[]:\\", *c))
            printf("\\%c", *c);
        else
            putchar(*c);
    }
}

static void zsh_argument(const question_field *o)
{
    if (o->type == Q_FLAG)
        return;
    putchar(':');
    zsh_text(o->argument);
    putchar(':');
    if (is_file(o)) {
        printf("_files");
    } else if (o->type == Q_CHOICE || o->type == Q_PLAYER) {
        putchar('(');
        if (o->type == Q_CHOICE)
            words(o->choices);
        else
            player_names();
        putchar(')');
    } else {
        putchar(' ');
    }
}

/* `besides`: leave out what this command has of its own; or NULL. */
static void zsh_options(const question_field *table, const cli_command *besides)
{
    for (const question_field *o = table; o && o->name; o++) {
        if (!cli_is_option(o) || (besides && cli_replaces(besides, o)))
            continue;
        printf(" \\\n            '");
        dashed(o);
        putchar('[');
        zsh_text(o->help);
        putchar(']');
        zsh_argument(o);
        putchar('\'');
    }
}

static void zsh_operand(const cli_command *command)
{
    if (command->spec->words) {
        printf(" \\\n            '1:word:(");
        words(command->spec->words);
        printf(command->spec->operands[1] > 1 ? ")' '*:file:_files'" : ")'");
    } else if (command->spec->operands[1] > 0) {
        printf(" \\\n            '1:%s'",
               takes_board(command) ? "board:_demesne_board" : "file:_files");
    }
}

static void zsh_script(void)
{
    printf("#compdef demesne\n# zsh completion for demesne, made by `demesne completion zsh`\n"
           "_demesne_board() {\n    compadd -S '' -- ");
    family_names();
    printf("\n    _files\n}\n_demesne() {\n    local -a commands=(");
    for (const cli_command *c = cli_commands; c->name; c++) {
        printf("\n        '%s:", c->name);
        zsh_text(c->help);
        putchar('\'');
    }
    printf(")\n    if (( CURRENT == 2 )); then\n        _describe command commands\n"
           "        return\n    fi\n    local command=$words[2]\n    shift words\n"
           "    (( CURRENT-- ))\n    case $command in\n");
    for (const cli_command *c = cli_commands; c->name; c++) {
        printf("    %s)\n        _arguments", c->name);
        zsh_options(c->spec->question->fields, NULL);
        zsh_options(question_common, c);
        zsh_options(cli_fields, c);
        zsh_operand(c);
        printf(" ;;\n");
    }
    printf("    esac\n}\n_demesne \"$@\"\n");
}

static int run(cli_call *cli)
{
    const char *shell = cli->operands[0];
    if (strcmp(shell, "bash") == 0)
        bash_script();
    else if (strcmp(shell, "zsh") == 0)
        zsh_script();
    else {
        cli_error("completion: '%s' is no shell known here; expected bash or zsh", shell);
        return CLI_USAGE;
    }
    return CLI_DONE;
}

static const question asked = {.name = "completion"};

const cli_spec spec_completion = {
    .run = run,
    .question = &asked,
    .operands = {1, 1},
    .words = "bash|zsh",
    .extra = true,
    .about = "`make install` puts both where the shells look for them.  To try one at once:\n"
             "source <(demesne completion bash)"};
