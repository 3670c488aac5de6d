/* cmd_lines.c - `demesne lines`: the continuous game on edges. */
#include "lines.h"

#include <string.h>

/* clang-format off */
static const question_field fields[] = {
    {.name = "op", .argument = "OP", .type = Q_CHOICE, .choices = "add|remove|cut|rope",
     .standard = -1, .at = offsetof(lines_options, op),
     .help = "best, odds: the kind of move: add, remove, cut (the default) or rope"},
    {.name = "player", .argument = "NAME", .type = Q_TEXT, .at = offsetof(lines_options, player),
     .help = "who moves (default: the level's \"me\")"},
    {.name = "objective", .argument = "WHAT", .type = Q_CHOICE, .choices = "payoff|margin|rank",
     .standard = -1, .at = offsetof(lines_options, objective),
     .help = "best: own length, own minus the best opponent's (margin, the default), or rank"},
    {.name = "ties", .argument = "RULE", .type = Q_CHOICE,
     .choices = "neutral|closed|split|own", .at = offsetof(lines_options, ties),
     .help = "who gets length that several reach at once: neutral (nobody, the default), closed "
             "(each of them in full), split (shared), own (whoever moves)"},
    {.name = "count", .argument = "K", .type = Q_COUNT, .low = 1, .high = 1000,
     .at = offsetof(lines_options, count), .help = "best --op add: K sites at once (default 1)"},
    {.name = "method", .argument = "NAME", .type = Q_CHOICE,
     .choices = "auto|all|simple|two-sites|types|method-1|method-2",
     .standard = -1, .at = offsetof(lines_options, method),
     .help = "best --op cut: how it is found; all but auto are slower, and most are for trees"},
    {.name = "samples", .argument = "N", .type = Q_COUNT, .low = 1,
     .at = offsetof(lines_options, samples),
     .help = "odds: play N random moves instead of finding all that win"},
    {.name = "epsilon", .argument = "X", .type = Q_REAL, .at = offsetof(lines_options, epsilon),
     .help = "ropes: the error of the best (default 0.000001), or of a share (0.001)"},
    {.name = "cut", .argument = "EDGE,AT", .type = Q_TEXT, .at = offsetof(lines_options, cut),
     .help = "apply: cut an edge, AT parts of its length from its first end (0 to 1)"},
    {.name = "add", .argument = "PLACE", .type = Q_TEXT, .at = offsetof(lines_options, add),
     .help = "apply: a new site; a place is a VERTEX or EDGE:AT"},
    {.name = "remove", .argument = "SITE", .type = Q_TEXT, .at = offsetof(lines_options, remove),
     .help = "apply: a site goes, by its number in the level, from 0"},
    {.name = "rope", .argument = "PLACE,PLACE", .type = Q_TEXT,
     .at = offsetof(lines_options, rope), .help = "apply: a new straight edge between two places"},
    {.name = "players", .argument = "N", .type = Q_COUNT, .low = 2, .high = 12,
     .at = offsetof(lines_options, players), .help = "generate: how many (default 2); red moves"},
    {.name = "sites", .argument = "N", .type = Q_COUNT, .low = 1, .high = 10000,
     .at = offsetof(lines_options, sites), .help = "generate: sites of every player (default 1)"},
    {.name = "share", .argument = "A-B", .type = Q_TEXT, .at = offsetof(lines_options, share),
     .help = "generate: the share of moves --op that win lies there, e.g. 0.01-0.1"},
    {.name = "unique", .type = Q_FLAG, .at = offsetof(lines_options, unique),
     .help = "generate: the winning moves form one region"},
    {.name = "whole", .type = Q_FLAG, .at = offsetof(lines_options, whole),
     .help = "generate: lengths are whole numbers"},
    {.name = "tries", .argument = "N", .type = Q_COUNT, .low = 1,
     .at = offsetof(lines_options, tries), .help = "generate: levels looked at (default 1000)"},
    {.name = "to", .argument = "FILE", .type = Q_FILE,
     .writes = true, .at = offsetof(lines_options, to),
     .help = "apply, generate: write the level to FILE; without it to standard output"},
    {.name = "output", .letter = 'o', .argument = "FILE", .type = Q_FILE,
     .writes = true, .endings = QUESTION_PICTURES,
     .at = offsetof(lines_options, output),
     .help = "draw FILE.svg, .png or .pdf: the level (score), before and after (best, apply), or "
             "where moves win (odds)"},
    {.name = "animate", .argument = "FILE", .type = Q_FILE, .writes = true, .endings = ".svg",
     .at = offsetof(lines_options, animate),
     .help = "the expansion from the sites as FILE.svg that plays itself in a browser"},
    {0}};
/* clang-format on */

dm_status lines_score(cli_call *cli, const answer_level *own, dm_error *err)
{
    dm_diagram *diagram = NULL;
    dm_status status = dm_diagram_new(own->level, own->ties, false, &diagram, err);
    if (status != DM_OK)
        return answer_level_blame(own, status, err);
    status = lines_draw(cli, own, NULL, 0, NULL, err);
    if (status == DM_OK) {
        report *r = answer_level_open(cli->json, own, own->level);
        answer_level_score(r, own->level, diagram);
        status = lines_end(r, cli, own, err);
    }
    dm_diagram_free(diagram);
    return status;
}

static const struct verb {
    const char *name;
    lines_verb *act;
} verbs[] = {
    {"score", lines_score}, {"best", lines_best}, {"odds", lines_odds}, {"apply", lines_apply}};

static lines_verb *find_verb(const char *name)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return verbs[i].act;
    return NULL;
}

static dm_status answer(cli_call *cli, lines_verb *act, dm_error *err)
{
    const lines_options *given = cli->ask.own;
    answer_level own = {
        .source = cli->operands[1], .ties = (dm_line_ties)given->ties, .begun = report_clock()};
    dm_status status = dm_level_read(own.source, &own.level, err);
    if (status == DM_OK)
        own.player = own.level->me;
    if (status == DM_OK && given->player)
        status = answer_level_player(&own, given->player, err);
    if (status == DM_OK)
        status = cli_run_new(cli, &own.run, err);
    if (status == DM_OK)
        status = act(cli, &own, err);
    cli_run_free(own.run);
    dm_level_free(own.level);
    return status;
}

/* The first option given that the verb does not use, or NULL. */
static const char *unused_option(const char *verb, const lines_options *own)
{
    const struct {
        const char *option;
        bool is_given;
        const char *verbs;
    } rows[] = {{"--op", own->op >= 0, "best odds generate"},
                {"--objective", own->objective >= 0, "best"},
                {"--method", own->method >= 0, "best"},
                {"--count", own->count > 0, "best"},
                {"--samples", own->samples > 0, "odds generate"},
                {"--epsilon", own->epsilon > 0, "best odds generate"},
                {"--cut", own->cut, "apply"},
                {"--add", own->add, "apply"},
                {"--remove", own->remove, "apply"},
                {"--rope", own->rope, "apply"},
                {"--to", own->to, "apply generate"},
                {"--players", own->players > 0, "generate"},
                {"--sites", own->sites > 0, "generate"},
                {"--share", own->share, "generate"},
                {"--unique", own->unique, "generate"},
                {"--whole", own->whole, "generate"},
                {"--tries", own->tries > 0, "generate"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].is_given && !strstr(rows[i].verbs, verb))
            return rows[i].option;
    return NULL;
}

static int run(cli_call *cli)
{
    lines_verb *act = find_verb(cli->operands[0]);
    if (!act && strcmp(cli->operands[0], "generate") != 0) {
        cli_error("lines %s: expected score, best, odds, apply or generate", cli->operands[0]);
        return CLI_USAGE;
    }
    if (cli->operand_count < 2 || cli->ask.values.text) {
        cli_error(cli->ask.values.text ? "lines %s: levels have lengths, not --values"
                  : act                ? "lines %s: which level? a file, or - for standard input"
                                       : "lines %s: what kind? e.g. gabriel:20",
                  cli->operands[0]);
        return CLI_USAGE;
    }
    const char *unused = unused_option(cli->operands[0], cli->ask.own);
    if (unused) {
        cli_error("lines %s does not take %s", cli->operands[0], unused);
        return CLI_USAGE;
    }
    dm_error err = {0};
    dm_status status = act ? answer(cli, act, &err) : lines_generate(cli, &err);
    if (!act && status == DM_UNFINISHED) { /* there is no level: --quiet must not hide why */
        cli_error("%s", err.message);
        return CLI_STOPPED;
    }
    return cli_report_failure(cli, status, &err);
}

static const char *const more[] = {
    "demesne lines best bridge.json --op cut -o move.svg",
    "demesne lines odds bridge.json --op add --json",
    "demesne lines apply bridge.json --cut 4,1/3 --to after.json",
    "demesne lines generate gabriel:16 --share 0.01-0.1 --unique --to new.json -o new.svg", NULL};

static const question asked = {.name = "lines", .fields = fields, .size = sizeof(lines_options)};

const cli_spec spec_lines = {
    .run = run,
    .question = &asked,
    .operands = {1, 2},
    .words = "score|best|odds|apply|generate",
    .more = more,
    .about =
        "A LEVEL (docs/FORMATS.md) is a network of edges with lengths and the players' sites on\n"
        "it.  Every point of every edge belongs to the player of the nearest site, and a payoff "
        "is\n"
        "the length that a player owns.  Lengths, places and payoffs are exact fractions.\n\n"
        "`score` tells what everybody owns.  `best` finds the best move of a kind: one more site\n"
        "(add), a site that goes (remove), an edge that comes apart (cut), one more edge (rope).\n"
        "Where no move reaches the best value, only comes near, `attained` is no.  `odds` finds\n"
        "every move after which the player has more than anybody else, their share of all moves,\n"
        "and grades the level by it.  `apply` makes a move and writes the level.  `generate` makes "
        "a\n"
        "planar level: grid:N (with gaps), gabriel:N or tree:N of N vertices, the first in "
        "--tries\n"
        "whose share of winning moves is as wished.\n\n"
        "A place is a vertex, or EDGE:AT for AT parts (0 to 1; 1/3 or 0.25) of the edge's length\n"
        "from its first end."};
