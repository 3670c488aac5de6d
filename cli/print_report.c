/* print_report.c - answers on standard output; the answer of play, replay and review: one game. */
#include "cli.h"

#include <assert.h>

report *report_new(const cli_call *cli, const ask_board *board)
{
    if (!board)
        return report_open(cli->json, NULL);
    const report_board about = {.source = board->source,
                                .arena = board->arena,
                                .ties = (dm_tie_rule)cli->ask.ties,
                                .many = board->many,
                                .index = board->index,
                                .line = board->line,
                                .begun = board->begun};
    return report_open(cli->json, &about);
}

dm_status report_end(report *r, dm_error *err)
{
    cli_clear_bar();
    dm_status status = report_print(r, stdout, err);
    return status == DM_OK ? cli_flush(err) : status;
}

dm_status report_bad_board(int64_t index, const char *message, dm_error *err)
{
    json_t *text = json_string(message); /* NULL if it is not UTF-8 */
    report *r = report_open(true, NULL);
    assert(index >= 0);
    report_json(r, "error", text ? text : json_string("bad board"));
    report_count(r, "board", index);
    return report_end(r, err);
}

int game_each_file(cli_call *cli, game_answer_fn *answer)
{
    int32_t part, parts;
    int worst = CLI_DONE;
    dm_error err = {0};
    dm_status status = ask_part(&cli->ask, &part, &parts, &err);
    if (status != DM_OK)
        return cli_report_failure(cli, status, &err);
    bool goes_on = true;
    for (int i = part; i < cli->operand_count && goes_on; i += parts) {
        ask_board board = {.many = cli->operand_count > 1, .index = i, .begun = report_clock()};
        dm_error failure = {0};
        cli_call own = *cli;
        dm_record *record = NULL;
        status = dm_record_read(cli->operands[board.index], &record, &failure);
        if (status == DM_OK) {
            own.ask.ties = (int)dm_position_rules(record->position)->ties;
            own.ask.seed = record->seed;
            board.source = record->source;
            board.arena = record->arena;
            status = answer(&own, &board, record, &failure);
        }
        dm_record_free(record);
        goes_on = board_finish(cli, &board, status, &failure, &worst);
    }
    return worst;
}

dm_status game_report(const cli_call *cli, const ask_board *board, const answer_played *game,
                      dm_error *err)
{
    report *r = report_new(cli, board);
    dm_status status = answer_game(r, game, err);
    if (status == DM_OK)
        return report_end(r, err);
    report_free(r);
    return status;
}
