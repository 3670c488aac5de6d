/* help.c - the short and the full help, made from the tables: an example, then the options. */
#include "cli.h"

#include <string.h>

enum { LEFT = 22, WIDTH = 92 };

/* Prints words from column `indent`, breaking lines before WIDTH. */
static void wrap_help(FILE *to, const char *text, int indent, int column)
{
    while (*text) {
        int length = (int)strcspn(text, " \n");
        if (column > indent && column + 1 + length > WIDTH) {
            fprintf(to, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', to);
            column++;
        }
        fprintf(to, "%.*s", length, text);
        column += length;
        text += length;
        if (*text == '\n') {
            fprintf(to, "\n%*s", indent, "");
            column = indent;
        }
        text += *text != 0;
    }
    fputc('\n', to);
}

static void help_row(FILE *to, const char *left, const char *right)
{
    int used = fprintf(to, "  %-*s", LEFT - 2, left);
    if (used > LEFT || strlen(left) == LEFT - 2)
        fprintf(to, "\n%*s", LEFT, "");
    wrap_help(to, right, LEFT, LEFT);
}

static void help_options(const question_field *table, FILE *to)
{
    for (const question_field *f = table; f && f->name; f++) {
        char left[80], right[512];
        if (!question_is_option(f))
            continue;
        cli_spell_option(f, left, sizeof left);
        cli_explain(f, right, sizeof right);
        help_row(to, left, right);
    }
}

/* The common options that the command's question reads; without a command, all. */
static void help_common(const cli_command *command, FILE *to)
{
    for (const question_field *f = question_common; f->name; f++) {
        const question_field one[] = {*f, {0}};
        if (!command || (question_reads(command->spec->question, f) && !cli_replaces(command, f)))
            help_options(one, to);
    }
    help_options(cli_fields, to);
}

static void verb_list(const cli_command *command, FILE *to)
{
    fputs("\nCommands:\n", to);
    for (const cli_command *c = command->spec->verbs; c->name; c++)
        help_row(to, c->name, c->help);
    fprintf(to, "\n'%s %s COMMAND --help' explains each, with its options.\n", cli_tool,
            command->name);
}

static void command_list(FILE *to)
{
    fputs("\nCommands:\n", to);
    for (const cli_command *c = cli_commands; c->name; c++)
        if (!c->spec->extra)
            help_row(to, c->name, c->help);
    bool more = false;
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (!c->spec->extra)
            continue;
        fputs(more ? "" : "\nMore:\n", to);
        more = true;
        help_row(to, c->name, c->help);
    }
}

static void tool_head(FILE *to)
{
    fputs("Demesne plays, solves and analyses Voronoi games: players take places on a network,\n"
          "and every point of it goes to the nearest player.\n\n"
          "Examples:\n",
          to);
    if (cli_commands[1].name)
        fputs("  demesne score path:5 --white 0 --black 4\n"
              "  demesne demo\n\n",
              to);
    else
        fprintf(to, "  %s\n\n", cli_commands->example);
    fputs("Usage: ", to);
    fprintf(to, "%s COMMAND [ARENA] [options]\n", cli_tool);
}

static void command_head(const cli_command *command, bool all, FILE *to)
{
    const char *const *more = all ? command->spec->more : NULL;
    fprintf(to, "%s:\n  %s\n", more ? "Examples" : "Example", command->example);
    for (; more && *more; more++)
        fprintf(to, "  %s\n", *more);
    fprintf(to, "\nUsage: %s %s %s%s[options]\n", cli_tool, command->name, command->synopsis,
            *command->synopsis ? " " : "");
    fprintf(to, "%s: %s.\n", command->name, command->help);
}

static void own_options(const cli_command *command, FILE *to)
{
    const question_field *fields = command->spec->question->fields, *f = fields;
    while (f && f->name && !question_is_option(f))
        f++;
    if (f && f->name)
        fputs("\nOptions:\n", to);
    help_options(fields, to);
}

void cli_brief_help(const cli_command *command, FILE *to)
{
    if (!command) {
        tool_head(to);
        command_list(to);
        fprintf(to, "\n'%s COMMAND -h' is the short help of a command, '--help' the full one.\n",
                cli_tool);
        return;
    }
    command_head(command, false, to);
    if (command->spec->verbs) {
        verb_list(command, to);
        return;
    }
    own_options(command, to);
    fprintf(to, "\n'%s %s --help' explains more and lists all its options.\n", cli_tool,
            command->name);
}

static void help_families(FILE *to)
{
    fputs("\nARENA is a file, - for standard input, points:FILE (a CSV of points, between which "
          "distances "
          "are\nstraight lines), table:FILE (a CSV of distances), or a family:\n",
          to);
    for (int i = 0; i < dm_family_count(); i++)
        help_row(to, dm_family_at(i)->pattern, dm_family_at(i)->help);
}

/* "  depth=1: stones to look ahead" under a name. */
static void help_param(FILE *to, const char *key, const char *value, const char *help)
{
    char left[120];
    snprintf(left, sizeof left, "  %s=%s", key, value);
    help_row(to, left, help);
}

/* The names that --explain uses for the steps of a strategy. */
static void help_steps(FILE *to, const char *steps)
{
    if (steps)
        help_row(to, "  steps", steps);
}

static void help_params(FILE *to, const dm_player_param *params)
{
    for (const dm_player_param *p = params; p->key; p++) {
        char value[40];
        double unit = 1;
        for (int k = 0; k < p->decimals; k++)
            unit *= 10;
        if (p->choices)
            snprintf(value, sizeof value, "%s", p->choices);
        else
            snprintf(value, sizeof value, "%.12g", (double)p->value / unit);
        help_param(to, p->key, value, p->help);
    }
}

static const char PLAYERS[] =
    "\nPlayers, as NAME or NAME:key=value:key=value; the values shown are the defaults:\n";

static void help_plane_players(FILE *to)
{
    fputs(PLAYERS, to);
    for (int i = 0; i < dm_plane_player_count(); i++) {
        const dm_plane_player_info *player = dm_plane_player_at(i);
        help_row(to, player->name, player->help);
        help_params(to, player->params);
    }
    help_row(to, "human", "you, at the terminal");
    help_row(to, "cmd:PROGRAM", "an outside program (docs/BOTS.md)");
}

static void help_players(FILE *to)
{
    fputs(PLAYERS, to);
    for (int i = 0; i < dm_player_count(); i++) {
        const dm_player_info *player = dm_player_at(i);
        help_row(to, player->name, player->help);
        help_params(to, player->params);
        help_steps(to, player->steps);
    }
    help_row(to, "human", "you, at the terminal (play)");
    help_row(to, "cmd:PROGRAM", "an outside program (docs/BOTS.md)");
}

static void help_strategies(FILE *to)
{
    for (dm_colour colour = DM_RED;; colour = DM_BLUE) {
        fprintf(
            to,
            "\nStrategies of %s, as NAME or NAME:key=value; values shown are the choices or the\n"
            "default:\n",
            colour == DM_RED ? "Red" : "Blue");
        for (int i = 0; i < dm_interval_player_count(); i++) {
            const dm_interval_player_info *player = dm_interval_player_at(i);
            if (player->colour != colour)
                continue;
            help_row(to, player->name, player->help);
            for (const dm_interval_param *p = player->params; p->key; p++) {
                char value[80];
                if (p->choices)
                    snprintf(value, sizeof value, "%s", p->choices);
                else
                    snprintf(value, sizeof value, "%lld", (long long)p->value);
                help_param(to, p->key, value, p->help);
            }
            help_steps(to, player->steps);
        }
        if (colour == DM_BLUE)
            return;
    }
}

void cli_full_help(const cli_command *command, FILE *to)
{
    if (command) {
        command_head(command, true, to);
        if (command->spec->about)
            fprintf(to, "\n%s\n", command->spec->about);
        if (command->spec->verbs) {
            verb_list(command, to);
            return;
        }
        own_options(command, to);
        if (command->spec->names == CLI_PLAYERS)
            help_players(to);
        else if (command->spec->names == CLI_PLANE_PLAYERS)
            help_plane_players(to);
        else if (command->spec->names == CLI_STRATEGIES)
            help_strategies(to);
    } else {
        tool_head(to);
        command_list(to);
        help_families(to);
        fputs("\nFile formats, recognised by ending or content; gzip is unpacked:\n", to);
        for (int i = 0; i < dm_format_count(); i++) {
            const dm_format *format = dm_format_at(i);
            char right[200];
            snprintf(right, sizeof right, "%s (%s%s%s%s)", format->help,
                     format->reads ? "reads" : "", format->reads && format->writes ? ", " : "",
                     format->writes ? "writes" : "", format->many ? ", many boards per file" : "");
            help_row(to, format->endings, right);
        }
        fputs("\nPlayers, as NAME or NAME:key=value:key=value:\n", to);
        for (int i = 0; i < dm_player_count(); i++)
            help_row(to, dm_player_at(i)->name, dm_player_at(i)->help);
        help_row(to, "human", "you, at the terminal");
    }
    fputs(command ? "\nCommon options:\n" : "\nOptions that many commands have:\n", to);
    help_common(command, to);
    fputs("\nExit status: 0 done; 1 the input was bad; 2 the command line was wrong; 3 stopped\n"
          "before the end (what was found is printed); 4 an internal or system failure.\n",
          to);
}
