/* cmd_interval.c - `demesne interval`: the games on a circle and on a segment. */
#include "cli.h"

dm_status interval_show(const cli_call *cli, FILE *to, const dm_interval *game, bool asked,
                        dm_error *err)
{
    dm_text form;
    char *picture = NULL;
    bool seen = cli_is_terminal(to) && !cli->quiet && dm_interval_rules_of(game)->stones <= 40;
    if ((to == stdout && cli->json) || !(asked || seen) || dm_interval_count(game) == 0)
        return DM_OK;
    cli_text_form(to, &form);
    dm_status status = dm_draw_interval_text(game, &form, &picture, err);
    if (status == DM_OK)
        fputs(picture, to);
    dm_free(picture);
    return status;
}

static dm_status print_interval(cli_call *cli, const ask_board *board, void *found, report *r,
                                dm_error *err)
{
    const interval_fields *own = cli->ask.own;
    const interval_found *f = found;
    const dm_interval *game = f->attack ? f->attack->worst : f->game;
    const char *blue = own->player[DM_BLUE];
    (void)board;
    if (f->attack && blue && !own->samples)
        cli_note(cli, "every Blue on the grid is tried; --blue %s plays with --samples N", blue);
    dm_status status = report_end(r, err);
    if (status == DM_OK && game)
        status = interval_show(cli, stdout, game, own->draw && !*own->draw, err);
    return status;
}

static const cli_spec spec_play = {
    .names = CLI_STRATEGIES,
    .run = interval_play,
    .question = &question_interval_play,
    .print = print_interval,
    .operands = {1, 1},
    .more =
        (const char *const[]){
            "demesne interval play segment --stones 3 --blue tiny-margin:bits=100 --red line "
            "--json",
            "demesne interval play circle --stones 2 --moves 0,1/2,1/4,7/8 --draw",
            "demesne interval play circle --stones 4 --all-first --blue key-grabbing --red "
            "best-answer --explain",
            NULL},
    .about = "Players are strategies (name:key=value sets their parameters, see docs/INTERVAL.md)\n"
             "or people.  If stones must keep a least distance and no legal place is left, the\n"
             "game ends."};

static const cli_spec spec_attack = {
    .names = CLI_STRATEGIES,
    .question = &question_interval_attack,
    .print = print_interval,
    .operands = {1, 1},
    .more =
        (const char *const[]){
            "demesne interval attack segment --stones 8 --red line --samples 20000", NULL},
    .about =
        "Tries Blue's moves against one strategy of Red: all games on a grid of places, or\n"
        "--samples of them.  Reports the game that was worst for Red, with Red's lead at its end.\n"
        "`positions` were tried; games that meet in one share what follows.  `long games`\n"
        "needed fractions of more than 64 bits.  If stopped by --time or Ctrl-C it reports\n"
        "what it knows, with status 3."};

static const cli_spec spec_value = {
    .question = &question_interval_value,
    .operands = {1, 1},
    .more =
        (const char *const[]){
            "demesne interval value circle --stones 2 --min-distance 1/30 --strict", NULL},
    .about =
        "The supremum of Red's length minus Blue's under best play of both, proven: for one stone\n"
        "each, and for two on a circle, with any minimum distance.  If it is 0, who wins follows\n"
        "from whether Red reaches it, or Blue.  Beside it, what the text's strategies keep in the\n"
        "worst game on the grid of `interval attack`, which is no proof."};

static const cli_spec spec_bridge = {.run = interval_bridge,
                                     .question = &question_interval_bridge,
                                     .operands = {1, 1},
                                     .about = "Solves the game on cycle:N or path:N for growing N, "
                                              "to compare with the circle or segment."};

static const cli_command verbs[] = {
    {"interval play", "circle|segment --stones N [--blue B] [--red R] [--moves P,..]",
     "one game between two strategies, or people",
     "demesne interval play circle --stones 3 --blue greedy --red keypoint", &spec_play},
    {"interval attack", "circle|segment --stones N --red R [--samples N]",
     "the worst that Blue can do to a strategy of Red",
     "demesne interval attack circle --stones 4 --red keypoint", &spec_attack},
    {"interval value", "circle|segment --stones N [--min-distance Q]",
     "the exact value of the smallest games, proven",
     "demesne interval value circle --stones 2 --min-distance 1/30", &spec_value},
    {"interval bridge", "circle|segment --stones N [--to N]",
     "compare the game on boards with that on the circle or segment",
     "demesne interval bridge segment --stones 2 --to 9", &spec_bridge},
    {0}};

const cli_spec spec_interval = {
    .verbs = verbs,
    .about =
        "Blue and Red, Blue first, place stones on a circle or a segment of length 1; every point\n"
        "goes to the nearer player.  Places and results are exact fractions."};
