/* cmd_man.c - `demesne man`: the manual page, made from the tables. */
#include "cli.h"
#include "server/api.h"

/* Escapes text for roff: control characters at the start of a line, hyphens. */
static void man_text(const char *from)
{
    bool line_begins = true;
    for (const char *c = from; *c; c++) {
        if (line_begins && (*c == '.' || *c == '\''))
            printf("\\&");
        if (*c == '\\')
            printf("\\e");
        else if (*c == '-')
            printf("\\-");
        else if (*c == '\n' && c[1] == '\n')
            printf("\n.PP");
        else
            putchar(*c);
        line_begins = *c == '\n';
    }
    putchar('\n');
}

static void man_item(const char *head, const char *body)
{
    printf(".TP\n.B ");
    man_text(head);
    man_text(body);
}

static void man_options(const question_field *table)
{
    for (const question_field *f = table; f && f->name; f++) {
        char head[120], body[512];
        if (!question_is_option(f))
            continue;
        cli_spell_option(f, head, sizeof head);
        cli_explain(f, body, sizeof body);
        man_item(head, body);
    }
}

static void man_example(const char *line)
{
    printf("    ");
    man_text(line);
}

static void man_command(const cli_command *c)
{
    printf(".SS demesne %s ", c->name);
    man_text(c->synopsis);
    char first[200];
    snprintf(first, sizeof first, "%s.", c->help);
    man_text(first);
    if (c->spec->about) {
        printf(".PP\n");
        man_text(c->spec->about);
    }
    printf(".PP\n.nf\n");
    man_example(c->example);
    for (const char *const *more = c->spec->more; more && *more; more++)
        man_example(*more);
    printf(".fi\n");
    if (c->spec->question)
        man_options(c->spec->question->fields);
    for (const cli_command *verb = c->spec->verbs; verb && verb->name; verb++)
        man_command(verb);
}

typedef struct {
    bool openapi;
} own_options;

static const question_field fields[] = {
    {.name = "openapi",
     .type = Q_FLAG,
     .at = offsetof(own_options, openapi),
     .help = "print the OpenAPI description of the server instead"},
    {0}};

static int run_man(cli_call *cli)
{
    const own_options *own = cli->ask.own;
    dm_error err = {0};
    if (own->openapi)
        return cli_report_failure(cli, openapi_print(stdout, &err), &err);
    printf(".TH DEMESNE 1 \"\" \"demesne %s\" \"User Commands\"\n"
           ".SH NAME\ndemesne \\- Voronoi games on networks\n"
           ".SH SYNOPSIS\n.B demesne\n.I COMMAND\n[ARENA] [options]\n"
           ".SH DESCRIPTION\nPlayers take places on a network, and every point of it goes to\n"
           "the nearest player.  Demesne plays, solves and analyses such games.\n.SH COMMANDS\n",
           dm_version());
    for (const cli_command *c = cli_commands; c->name; c++)
        man_command(c);
    printf(".SH OPTIONS OF EVERY COMMAND\n");
    man_options(question_common);
    man_options(cli_fields);
    printf(".SH BOARDS\nAn ARENA is a file, \\- for standard input, or a family:\n");
    for (int i = 0; i < dm_family_count(); i++)
        man_item(dm_family_at(i)->pattern, dm_family_at(i)->help);
    printf(".PP\nFiles are recognised by their ending or their content:\n");
    for (int i = 0; i < dm_format_count(); i++)
        man_item(dm_format_at(i)->endings, dm_format_at(i)->help);
    printf(".SH PLAYERS\n");
    for (int i = 0; i < dm_player_count(); i++)
        man_item(dm_player_at(i)->name, dm_player_at(i)->help);
    man_item("human", "you, at the terminal");
    printf(".SH EXIT STATUS\n");
    man_item("0", "done");
    man_item("1", "the input was bad; a message says where and what was expected");
    man_item("2", "the command line was wrong");
    man_item("3", "stopped before the end; what was found so far is printed");
    man_item("4", "an internal or system failure: memory, disk");
    return CLI_DONE;
}

const cli_spec spec_man = {
    .run = run_man,
    .question = &(const question){.name = "man", .fields = fields, .size = sizeof(own_options)},
    .operands = {0, 0},
    .extra = true,
    .about = "To read it at once: demesne man | man -l -"};
