/* cmd_interval.c - `demesne interval`: the games on a circle and on a segment, exactly. */
#include "interval.h"

#include <string.h>

/* clang-format off */
static const question_field fields[] = {
    {.name = "stones", .argument = "N", .type = Q_COUNT, .low = 0, .high = INT32_MAX,
     .required = true, .at = offsetof(interval_options, stones), .help = "stones of each player"},
    {.name = "blue", .argument = "B", .type = Q_TEXT, .at = offsetof(interval_options, blue),
     .help = "who plays Blue, the first to move: random, greedy, key-grabbing, lemma3, blocker, tiny-margin, human"},
    {.name = "red", .argument = "R", .type = Q_TEXT, .at = offsetof(interval_options, red),
     .help = "who plays Red: mirror, keypoint, line, random, human"},
    {.name = "batch", .type = Q_FLAG, .at = offsetof(interval_options, batch),
     .help = "several stones a turn: as many as a player likes, Red never ahead, Blue's first turn not all"},
    {.name = "min_distance", .argument = "Q", .type = Q_TEXT,
     .at = offsetof(interval_options, min_distance), .help = "any two stones lie at least so far apart, as 1/30"},
    {.name = "strict", .type = Q_FLAG, .at = offsetof(interval_options, strict),
     .help = "more than --min-distance, not at least"},
    {.name = "moves", .argument = "P,..", .type = Q_TEXT, .at = offsetof(interval_options, moves),
     .help = "play: stones that lie already, in order, Blue's first; with --batch a semicolon ends a turn"},
    {.name = "samples", .argument = "N", .type = Q_COUNT, .low = 1, .high = INT64_MAX / 1024,
     .at = offsetof(interval_options, samples),
     .help = "attack: so many games with Blue's moves drawn at random, or played by --blue"},
    {.name = "grid", .argument = "G", .type = Q_CHOICE, .choices = "all|near|keys",
     .at = offsetof(interval_options, grid),
     .help = "attack: what Blue tries: all (the default), near (key points and beside them), keys "
             "(key points, middles of intervals)"},
    {.name = "bits", .argument = "K", .type = Q_COUNT, .low = 1, .high = 100000,
     .standard = 10, .at = offsetof(interval_options, bits), .help = "attack: beside means 2^-K away"},
    {.name = "to", .argument = "N", .type = Q_COUNT, .low = 2, .high = 200,
     .at = offsetof(interval_options, to), .help = "bridge: boards of up to so many vertices"},
    {.name = "draw", .argument = "[FILE]", .type = Q_PICTURE,
     .writes = true, .at = offsetof(interval_options, draw),
     .help = "the game (of attack: the worst one) as FILE.svg, .png or .pdf; without FILE as text"},
    {.name = "animate", .argument = "FILE", .type = Q_FILE,
     .writes = true, .endings = ".svg", .at = offsetof(interval_options, animate),
     .help = "the same as FILE.svg that plays itself in a browser"},
    {0}};
/* clang-format on */

dm_interval_rules interval_rules(const interval_options *own, dm_interval_arena arena)
{
    return (dm_interval_rules){.arena = arena,
                               .stones = (int32_t)own->stones,
                               .batch = own->batch,
                               .min_distance = own->min_distance,
                               .strict = own->strict};
}

typedef dm_status task(cli_call *cli, dm_interval_arena arena, dm_error *err);

static task *task_named(const char *name)
{
    static const struct {
        const char *name;
        task *run;
    } tasks[] = {{"play", interval_play}, {"attack", interval_attack}, {"bridge", interval_bridge}};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
        if (strcmp(name, tasks[i].name) == 0)
            return tasks[i].run;
    return NULL;
}

/* What cannot be asked together, or NULL. */
static const char *wrong_wish(const cli_call *cli)
{
    const interval_options *own = cli->ask.own;
    if (own->strict && !own->min_distance)
        return "--strict says more than --min-distance, which is missing";
    if (cli->ask.ties != DM_TIES_NEUTRAL || cli->ask.values.text)
        return "points have no values, and no length of them is tied: no --ties, no --values";
    return NULL;
}

static int run(cli_call *cli)
{
    dm_interval_arena arena;
    dm_error err = {0};
    task *asked = task_named(cli->operands[0]);
    const char *wrong = asked ? wrong_wish(cli) : "expected play, attack or bridge";
    if (wrong) {
        cli_error("interval %s: %s", cli->operands[0], wrong);
        return CLI_USAGE;
    }
    dm_status status = dm_interval_arena_parse(cli->operands[1], &arena, &err);
    if (status != DM_OK)
        cli->ask.wrong_words = true;
    else
        status = asked(cli, arena, &err);
    return cli_report_failure(cli, status, &err);
}

static const char *const more[] = {
    "demesne interval play segment --stones 3 --blue tiny-margin:bits=100 --red line --json",
    "demesne interval play circle --stones 2 --moves 0,1/2,1/4,7/8 --draw",
    "demesne interval attack circle --stones 4 --red keypoint",
    "demesne interval attack segment --stones 8 --red line --samples 20000",
    "demesne interval bridge segment --stones 2 --to 9",
    NULL};

static const question asked = {
    .name = "interval", .fields = fields, .size = sizeof(interval_options)};

const cli_spec spec_interval = {
    .run = run,
    .question = &asked,
    .operands = {2, 2},
    .words = "play|attack|bridge",
    .more = more,
    .about =
        "Blue and Red, Blue first, place stones on a circle or a segment of length 1; every point\n"
        "goes to the nearer player.  Places and results are exact fractions of any size.\n\n"
        "`play` plays one game between two strategies (name:key=value sets their parameters, see\n"
        "docs/INTERVAL.md) or people.  `attack` tries Blue's moves against one Red, all games on "
        "a\n"
        "grid of candidate places or --samples of them, and gives the game that was worst for "
        "Red.\n"
        "`bridge` solves the same game on cycle:N and path:N, ever finer, beside it.\n\n"
        "Where stones must keep a minimum distance and no legal place is left, the game is over.\n"
        "Stopped by --time or Ctrl-C, attack tells what it knows: status 3."};
