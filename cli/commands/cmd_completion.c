/* cmd_completion.c - `demesne completion bash|zsh|fish`: scripts for the shells.
 *
 * The scripts call `demesne completion words -- WORD..`, which prints completions of the last word
 * from the tables that read the command line.  A line is a word, a tab and its help; the line
 * ":files" stands for file names.
 */
#include "cli.h"

#include <string.h>

/* The word to complete, and the words before it. */
typedef struct line {
    char **words;
    int count; /* of words before it */
    const char *typed;
} line;

/* Prints a word if it begins with what was typed. */
static void offer_word(const line *l, const char *word, const char *help)
{
    if (strncmp(word, l->typed, strlen(l->typed)) == 0)
        printf("%s\t%s\n", word, help);
}

static void offer_values(const line *l, const question_field *field)
{
    const char *name;
    for (int i = 0; field->type == Q_CHOICE && (name = field->choices(i)); i++)
        offer_word(l, name, "");
    if (field->type == Q_PLAYER) {
        for (int i = 0; i < dm_player_count(); i++)
            offer_word(l, dm_player_at(i)->name, dm_player_at(i)->help);
        offer_word(l, "human", "you, at the terminal");
    } else if (field->type == Q_FILE || field->type == Q_FILES || field->type == Q_PICTURE ||
               field->type == Q_TABLE || field->type == Q_PLACES || field->type == Q_OBJECT) {
        puts(":files");
    }
}

/* The option as it is typed, "--per-turn"; by its letter if it has no other name. */
static void spell_option(const question_field *field, char *out, size_t size)
{
    snprintf(out, size, "%s%s", strlen(field->name) > 1 ? "--" : "-", field->name);
    for (char *c = out; *c; c++)
        if (*c == '_')
            *c = '-';
}

/* The option that the word names, if it takes a value; otherwise NULL. */
static const question_field *option_before(const question_field *table, const char *word)
{
    char name[64];
    for (const question_field *f = table; f && f->name; f++) {
        bool by_letter = word[0] == '-' && f->letter && word[1] == f->letter && !word[2];
        spell_option(f, name, sizeof name);
        if (question_is_option(f) && f->type != Q_FLAG && (by_letter || strcmp(word, name) == 0))
            return f;
    }
    return NULL;
}

/* The operand at this place, from 1. */
static void offer_operand(const line *l, const cli_command *command, int place)
{
    const cli_spec *spec = command->spec;
    for (const question_field *f = spec->question->fields; f && f->name; f++)
        if (f->place == place) {
            offer_values(l, f);
            return;
        }
    if (spec->words && place == 1) {
        /* words of a list "a|b|c" */
        char word[64];
        for (const char *at = spec->words; at;) {
            size_t length = strcspn(at, "|");
            snprintf(word, sizeof word, "%.*s", (int)length, at);
            offer_word(l, word, "");
            at = at[length] ? at + length + 1 : NULL;
        }
    } else if (place == 1 && (spec->question->common & Q_BOARD) == Q_BOARD) {
        /* "grid:" for a family that takes a size, "petersen" for one that takes none */
        char word[64];
        for (int i = 0; i < dm_family_count(); i++) {
            const dm_family *f = dm_family_at(i);
            snprintf(word, sizeof word, "%s%s", f->name, strchr(f->pattern, ':') ? ":" : "");
            offer_word(l, word, f->help);
        }
        puts(":files");
    } else if (place <= spec->operands[1]) {
        puts(":files");
    }
}

/* `first` is the index of the first word after the command. */
static void offer_for_command(const line *l, const cli_command *command, int first)
{
    const question_field *tables[] = {command->spec->question->fields, question_common, cli_fields};
    int operands = 0;
    for (int i = first; i < l->count; i++) {
        const question_field *option = NULL;
        for (int t = 0; t < 3 && !option; t++)
            option = option_before(tables[t], l->words[i]);
        if (option && i == l->count - 1) {
            offer_values(l, option);
            return;
        }
        i += option != NULL;
        operands += !option && l->words[i][0] != '-';
    }
    if (l->typed[0] == '-')
        for (int t = 0; t < 3; t++) {
            char name[64];
            for (const question_field *f = tables[t]; f && f->name; f++) {
                spell_option(f, name, sizeof name);
                if (question_is_option(f))
                    offer_word(l, name, f->help);
            }
        }
    else
        offer_operand(l, command, operands + 1);
}

static void offer_commands(const line *l, const cli_command *table)
{
    for (const cli_command *c = table; c->name; c++) {
        const char *blank = strrchr(c->name, ' ');
        offer_word(l, blank ? blank + 1 : c->name, c->help);
    }
}

static void offer_words(const line *l)
{
    if (l->count == 0) {
        offer_commands(l, cli_commands);
        return;
    }
    const cli_command *command = cli_command_find(cli_commands, l->words[0]);
    if (!command)
        return;
    if (!command->spec->verbs) {
        offer_for_command(l, command, 1);
        return;
    }
    const cli_command *verb =
        l->count > 1 ? cli_command_find(command->spec->verbs, l->words[1]) : NULL;
    if (verb)
        offer_for_command(l, verb, 2);
    else if (l->count == 1)
        offer_commands(l, command->spec->verbs);
}

static const char *const bash_script =
    "# bash completion for demesne, made by `demesne completion bash`\n"
    "_demesne() {\n"
    "    local word help\n"
    "    COMPREPLY=()\n"
    "    while IFS=$'\\t' read -r word help; do\n"
    "        case $word in\n"
    "        :files) COMPREPLY+=($(compgen -f -- \"${COMP_WORDS[COMP_CWORD]}\")) ;;\n"
    "        *) COMPREPLY+=(\"$word\") ;;\n"
    "        esac\n"
    "    done < <(demesne completion words -- \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
    "    case ${COMPREPLY[0]-} in *:) compopt -o nospace ;; esac\n"
    "}\n"
    "complete -o filenames -F _demesne demesne\n";

static const char *const zsh_script =
    "#compdef demesne\n"
    "# zsh completion for demesne, made by `demesne completion zsh`\n"
    "_demesne() {\n"
    "    local word help\n"
    "    local -a found\n"
    "    demesne completion words -- \"${(@)words[2,CURRENT]}\" 2>/dev/null |\n"
    "        while IFS=$'\\t' read -r word help; do\n"
    "            case $word in\n"
    "            :files) _files ;;\n"
    "            *:) compadd -S '' -- \"$word\" ;;\n"
    "            *) found+=(\"${word//:/\\\\:}:$help\") ;;\n"
    "            esac\n"
    "        done\n"
    "    (( $#found )) && _describe demesne found\n"
    "}\n"
    "_demesne \"$@\"\n";

static const char *const fish_script =
    "# fish completion for demesne, made by `demesne completion fish`\n"
    "function __demesne\n"
    "    set -l words (commandline -opc) (commandline -ct)\n"
    "    for line in (demesne completion words -- $words[2..-1] 2>/dev/null)\n"
    "        if test \"$line\" = :files\n"
    "            __fish_complete_path (commandline -ct)\n"
    "        else\n"
    "            echo $line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c demesne -f -a '(__demesne)'\n";

static int run_completion(cli_call *cli)
{
    const char *shell = cli->operands[0];
    if (strcmp(shell, "words") == 0) {
        int last = cli->operand_count - 1;
        offer_words(&(line){cli->operands + 1, last > 0 ? last - 1 : 0,
                            last > 0 ? cli->operands[last] : ""});
        return CLI_DONE;
    }
    const char *script = strcmp(shell, "bash") == 0   ? bash_script
                         : strcmp(shell, "zsh") == 0  ? zsh_script
                         : strcmp(shell, "fish") == 0 ? fish_script
                                                      : NULL;
    if (!script || cli->operand_count > 1) {
        cli_error("completion %s: expected bash, zsh or fish", shell);
        return CLI_USAGE;
    }
    fputs(script, stdout);
    return CLI_DONE;
}

const cli_spec spec_completion = {
    .run = run_completion,
    .question = &(const question){.name = "completion"},
    .operands = {1, 1000},
    .words = "bash|zsh|fish",
    .extra = true,
    .about = "`make install` puts all three where the shells look for them.  To try one at once:\n"
             "source <(demesne completion bash)"};
