/* answering.c - answers on the command line: about every board of ARENA, or about none.
 *
 * In a file of many boards a bad one gives an error line, and the others are answered.  Failures
 * that are not the board's (memory, disk, a closed pipe, Ctrl-C) end the command.
 */
#include "cli.h"

#include <assert.h>

/* Prints what was changed to make the input a board, which options it does not follow, and what
 * else is noted, which it clears. */
static void print_notes(const cli_call *cli, const ask_board *board, ask_notes *noted)
{
    const dm_arena *arena = board->arena;
    const char *source = board->source;
    const dm_map *map = dm_arena_map(arena);
    dm_profile profile = (dm_profile)cli->ask.profile;
    dm_notes notes = dm_arena_notes(arena);
    if (notes.loops)
        cli_note(cli, "%s: loops dropped: %lld", source, (long long)notes.loops);
    if (notes.parallel)
        cli_note(cli, "%s: parallel edges dropped, the shortest kept: %lld", source,
                 (long long)notes.parallel);
    if (notes.one_way)
        cli_note(cli, "%s: one-way arcs treated as edges: %lld", source, (long long)notes.one_way);
    if (notes.uneven)
        cli_note(cli, "%s: arcs whose reverse has another length, the shorter kept: %lld", source,
                 (long long)notes.uneven);
    if (cli->ask.speeds && !map)
        cli_note(cli, "%s: no map; --speeds is not used", source);
    if (cli->ask.largest && !map)
        cli_note(cli, "%s: no map; --largest is not used", source);
    if (profile != DM_PROFILE_CAR && (!map || map->profile < 0))
        cli_note(cli, "%s: a board for everyone; --profile is not used", source);
    else if (profile != DM_PROFILE_CAR && map->profile != (int)profile)
        cli_note(cli, "%s: the map was made for %s; --profile is not used", source,
                 dm_profile_name((dm_profile)map->profile));
    if (cli->ask.measure > 0 && map && map->measure == DM_METRES)
        cli_note(cli, "%s: the map is in metres; --measure is not used", source);
    for (int32_t i = 0; dm_arena_remark(arena, i); i++)
        cli_note(cli, "%s: %s", source, dm_arena_remark(arena, i));
    for (size_t i = 0; i < noted->count; i++)
        cli_note(cli, "%s", noted->text[i]);
    ask_notes_clear(noted);
}

bool board_finish(const cli_call *cli, const ask_board *board, dm_status status,
                  const dm_error *failure, int *worst)
{
    if (status == DM_OK || status == DM_END)
        return status == DM_OK;
    int exit_status = cli_interrupted() ? CLI_STOPPED : cli_exit_of(cli, status);
    bool ends =
        !board->many || exit_status == CLI_SYSTEM || exit_status == CLI_USAGE || cli_interrupted();
    if (exit_status != CLI_DONE && ends) {
        *worst = cli_worse(*worst, cli_interrupted() ? exit_status
                                                     : cli_report_failure(cli, status, failure));
        return false;
    }
    *worst = cli_worse(*worst, exit_status);
    if (exit_status != CLI_BAD_INPUT)
        return true;
    assert(board->many);
    dm_error lost = {0};
    const char *why = failure->message[0] ? failure->message : dm_status_text(status);
    if (board->source)
        cli_error("board %lld: %s", (long long)board->index, why);
    else /* a level, which the message names */
        cli_error("%s", why);
    if (!cli->json || report_bad_board(board->index, failure->message, &lost) == DM_OK)
        return true;
    *worst = cli_report_failure(cli, DM_IO, &lost);
    return false;
}

dm_status cli_print_answer(cli_call *cli, ask_task *task, dm_error *err)
{
    cli_print_fn *print = cli->command->spec->print;
    report *r = task->report;
    task->report = NULL;
    dm_status status = print ? print(cli, &task->board, task->found, r, err) : report_end(r, err);
    if (status == DM_OK && task->board.arena)
        status = dm_arena_damage(task->board.arena, err);
    return status;
}

/* The front end of a stream of boards. */
typedef struct board_loop {
    cli_call *cli;
    cli_board_fn *each; /* NULL: the question finds the answer */
    bool has_notes;     /* of this board, which are not printed yet */
    int worst;          /* exit status so far */
} board_loop;

/* Until the first board is ready there is no result, and signals end the tool at once. */
static void signals_while_opening(bool begins)
{
    if (begins)
        cli_default_signals();
    else
        cli_catch_signals();
}

static dm_status loop_run_new(void *context, dm_run **out, dm_error *err)
{
    return cli_run_new(((board_loop *)context)->cli, out, err);
}

static dm_status loop_answer(void *context, ask_task *task, dm_error *err)
{
    board_loop *l = context;
    print_notes(l->cli, &task->board, &task->notes);
    l->has_notes = false;
    return l->each(l->cli, &task->board, err);
}

static bool loop_print(void *context, ask_task *task, dm_status status, const dm_error *failure)
{
    board_loop *l = context;
    cli_call own = *l->cli;
    dm_error lost = {0};
    if (task->board.arena && l->has_notes)
        print_notes(l->cli, &task->board, &task->notes);
    l->has_notes = true;
    if (task->report) {
        dm_status printed = cli_print_answer(l->cli, task, &lost);
        if (printed != DM_OK) {
            status = printed;
            failure = &lost;
        }
    }
    own.ask.wrong_words = l->cli->ask.wrong_words || task->ask.wrong_words;
    return board_finish(&own, &task->board, status, failure, &l->worst);
}

int cli_each_board(cli_call *cli, cli_board_fn *each)
{
    board_loop l = {.cli = cli, .each = each, .has_notes = true, .worst = CLI_DONE};
    const ask_stream_front front = {.context = &l,
                                    .json = cli->json,
                                    .check_later = !each,
                                    .opening = signals_while_opening,
                                    .run_new = loop_run_new,
                                    .run_free = cli_run_free,
                                    .interrupted = cli_interrupted,
                                    .answer = each ? loop_answer : NULL,
                                    .print = loop_print};
    dm_error err = {0};
    dm_status status = ask_stream(&cli->ask, cli->ask.arena, &front, &err);
    if (status == DM_STOPPED && !err.message[0])
        return cli_worse(l.worst, CLI_STOPPED);
    return status == DM_OK ? l.worst : cli_report_failure(cli, status, &err);
}

/* Finds, reports and prints the answer; `*reported` is how that went after it was found. */
static dm_status answer_task(cli_call *cli, ask_task *task, dm_error *err, dm_status *reported,
                             dm_error *why)
{
    dm_run *run = NULL;
    dm_status status = cli_run_new(cli, &run, err);
    task->board.run = run;
    if (status == DM_OK)
        status = ask_task_find(task, NULL, err);
    task->board.run = NULL;
    cli_run_free(run);
    cli->ask.wrong_words = task->ask.wrong_words;
    *reported = task->found ? ask_task_report(task, cli->json, why) : DM_OK;
    if (task->report)
        *reported = cli_print_answer(cli, task, why);
    ask_task_clear(task);
    return status;
}

bool cli_answer_item(cli_call *cli, int64_t index, int *worst)
{
    const ask_board board = {.index = index, .many = true};
    ask_task task = {.ask = cli->ask, .board = board};
    dm_error err = {0}, why = {0};
    dm_status reported, status;
    task.board.begun = report_clock();
    status = answer_task(cli, &task, &err, &reported, &why);
    return board_finish(cli, &board, reported == DM_OK ? status : reported,
                        reported == DM_OK ? &err : &why, worst);
}

int cli_answer_once(cli_call *cli)
{
    ask_task task = {.ask = cli->ask, .board = {.begun = report_clock()}};
    dm_error err = {0}, why = {0};
    dm_status reported, status = answer_task(cli, &task, &err, &reported, &why);
    if (reported != DM_OK)
        return cli_report_failure(cli, reported, &why);
    if (status == DM_UNFINISHED) { /* nothing was found: say why, even with --quiet */
        cli_error("%s", err.message);
        return CLI_STOPPED;
    }
    return cli_report_failure(cli, status, &err);
}
