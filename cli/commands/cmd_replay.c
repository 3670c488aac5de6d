/* cmd_replay.c - `demesne replay`: checks and shows a recorded game. */
#include "cli.h"

typedef struct {
    bool draw, steps, explain;
    const char *output, *animate;
} own_options;

/* clang-format off */
static const question_field fields[] = {
    {.name = "steps", .type = Q_FLAG, .at = offsetof(own_options, steps),
     .help = "show every position, not only the last"},
    {.name = "explain", .type = Q_FLAG, .at = offsetof(own_options, explain),
     .help = "which step of its document each stone is, if the player named takes it again, and the "
             "quantities of the position"},
    {.name = "draw", .type = Q_FLAG, .at = offsetof(own_options, draw),
     .help = "show the last position as text, even if the output is not a terminal"},
    {.name = "output", .letter = 'o', .argument = "FILE", .type = Q_FILE,
     .writes = true, .endings = QUESTION_PICTURES,
     .at = offsetof(own_options, output), .help = "draw the last position as FILE.svg, .png or .pdf"},
    {.name = "animate", .argument = "FILE", .type = Q_FILE,
     .writes = true, .endings = ".svg", .at = offsetof(own_options, animate),
     .help = "draw the whole game as FILE.svg, an animation for browsers"},
    {0}};
/* clang-format on */

static dm_status show_position(const dm_record *record, int32_t shown, dm_error *err)
{
    int32_t count;
    const dm_stone *stones = dm_position_stones(record->position, &count);
    return cli_show(stdout, record->arena, stones, shown < count ? shown : count,
                    dm_position_rules(record->position)->ties, false, err);
}

static dm_status replay_record(cli_call *cli, const ask_board *board, const dm_record *record,
                               dm_error *err)
{
    const own_options *own = cli->ask.own;
    dm_status status = DM_OK;
    if (own->output) {
        int32_t count;
        const dm_stone *stones = dm_position_stones(record->position, &count);
        const dm_picture picture = {.seed = record->seed};
        status =
            dm_draw_file(record->arena, stones, count, dm_position_rules(record->position)->ties,
                         &picture, own->output, err);
    }
    if (status == DM_OK && own->animate)
        status =
            dm_draw_game(record->position, &(dm_picture){.seed = record->seed}, own->animate, err);
    if (status == DM_OK && own->steps && !cli->json) {
        const dm_rules *rules = dm_position_rules(record->position);
        int32_t shown = 0;
        for (int32_t t = 0; t < dm_position_turns_made(record->position) && status == DM_OK; t++) {
            shown += rules->turns[t].stones;
            bool lost = dm_position_was_lost(record->position, t);
            printf("after turn %d, %s's%s\n", t + 1, dm_side_name(rules->turns[t].side),
                   lost ? ", which was lost" : ":");
            if (!lost)
                status = show_position(record, shown, err);
        }
    }
    dm_trace trace = {0};
    const char *const players[2] = {record->player[0], record->player[1]};
    if (status == DM_OK && own->explain)
        status = dm_match_explain(record->position, players, record->seed, board->run, &trace, err);
    if (status == DM_OK)
        status = game_report(cli, board,
                             &(answer_played){.position = record->position,
                                              .players = {players[0], players[1]},
                                              .seed = record->seed,
                                              .trace = own->explain ? &trace : NULL},
                             err);
    dm_trace_clear(&trace);
    if (status == DM_OK && !own->steps && cli_wants_picture(cli, record->arena, own->draw))
        status = show_position(record, INT32_MAX, err);
    return status;
}

static int run_replay(cli_call *cli)
{
    const own_options *own = cli->ask.own;
    if (cli->operand_count != 1 || !dm_plane_record_is(cli->operands[0]))
        return game_each_file(cli, replay_record);
    if (own->steps || own->explain || own->draw || own->output || own->animate) {
        cli_error("replay: a game in the plane has no pictures, steps or explanations here");
        return CLI_USAGE;
    }
    return plane_replay(cli, cli->operands[0]);
}

const cli_spec spec_replay = {
    .run = run_replay,
    .question = &(const question){.name = "replay",
                                  .fields = fields,
                                  .size = sizeof(own_options),
                                  .common = Q_FILES_IN_PARTS},
    .operands = {1, 1},
    .about =
        "Checks every move against the rules and computes the result again; a record whose board,\n"
        "moves and result do not agree is refused."};
