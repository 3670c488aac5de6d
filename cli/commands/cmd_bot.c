/* cmd_bot.c - `demesne bot`: one of our players as a program for others to play against. */
#include "cli.h"

#include <stdlib.h>

enum { LINE = 1 << 20 }; /* the longest command, in bytes */

static const char TOO_LONG[] = "? the line is longer than a mebibyte\n\n";

/* Reads one line, without its newline.  False at the end of the input.  *is_long: it is too long
 * and was skipped. */
static bool read_line(FILE *from, char *line, bool *is_long)
{
    size_t size = 0;
    int c;
    *is_long = false;
    while ((c = getc(from)) != EOF && c != '\n') {
        if (size + 1 < LINE)
            line[size++] = c == 0 ? '?' : (char)c;
        else
            *is_long = true;
    }
    if (size > 0 && line[size - 1] == '\r')
        size--;
    line[size] = 0;
    return c != EOF || size > 0;
}

typedef struct {
    bool check;
    int64_t move_time, warm_up;
    sandbox_fields sandbox;
} own_options;

/* clang-format off */
static const question_field fields[] = {
    {.name = "check", .type = Q_FLAG, .at = offsetof(own_options, check),
     .help = "instead, play the protocol against the program cmd:PROGRAM and report what is wrong"},
    {.name = "move_time", .argument = "MS", .type = Q_COUNT, .low = 1, .high = 86400000,
     .standard = 2000, .at = offsetof(own_options, move_time),
     .help = "milliseconds that --check allows for an answer"},
    {.name = "warm_up", .argument = "MS", .type = Q_COUNT, .low = 1, .high = 86400000,
     .standard = 10000, .at = offsetof(own_options, warm_up),
     .help = "milliseconds that --check allows to start, and to answer arena and rules"},
    QUESTION_SANDBOX(own_options),
    {0}};
/* clang-format on */

static int run_bot(cli_call *cli)
{
    if (((const own_options *)cli->ask.own)->check) {
        const own_options *own = cli->ask.own;
        const dm_match_settings settings = {.move_seconds = (double)own->move_time / 1000,
                                            .start_seconds = (double)own->warm_up / 1000,
                                            .sandbox = sandbox_of(&own->sandbox)};
        return bot_check(cli, &settings);
    }
    dm_protocol_player *engine = NULL;
    dm_error err = {0};
    dm_status status = dm_protocol_player_new(cli->operands[0], cli->ask.seed, &engine, &err);
    cli->ask.wrong_words = status == DM_BAD_ARGUMENT;
    if (status == DM_OK) {
        dm_run *run = NULL;
        bool is_long;
        char *line = malloc(LINE);
        status =
            line ? cli_run_new(cli, &run, &err) : answer_fail(&err, DM_NO_MEMORY, "out of memory");
        while (status == DM_OK && !dm_protocol_player_is_done(engine) && !cli_interrupted() &&
               read_line(stdin, line, &is_long)) {
            fputs(is_long ? TOO_LONG : dm_protocol_player_answer(engine, line, run), stdout);
            status = cli_flush(&err);
        }
        cli_run_free(run);
        free(line);
    }
    dm_protocol_player_free(engine);
    return cli_report_failure(cli, status, &err);
}

static const char *const more[] = {"demesne bot --check cmd:./player.py --quiet", NULL};

const cli_spec spec_bot = {
    .names = CLI_PLAYERS,
    .run = run_bot,
    .question = &(const question){.name = "bot", .fields = fields, .size = sizeof(own_options)},
    .operands = {1, 1},
    .more = more,
    .about =
        "Reads commands from standard input and answers each with `= text` or `? error` and a\n"
        "blank line: protocol_version, name, arena, rules, play, genmove, undo, time_left,\n"
        "quit (docs/BOTS.md).  Programs named as players by `cmd:PROGRAM` speak it too.\n"
        "\n"
        "With --check the operand is such a program.  It is started once per check, gets boards\n"
        "and games of all kinds, and every mistake is shown with the lines sent and answered and\n"
        "a hint.  The status is 1 if anything is wrong."};
