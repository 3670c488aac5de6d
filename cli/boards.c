/* boards.c - opens ARENA and answers for each board in it.
 *
 * In a file of many boards a bad one gives an error line, and the others are answered.  Failures
 * that are not the board's (memory, disk, a closed pipe, Ctrl-C) end the command.
 */
#include "boards.h"
#include "report.h"

/* Options for maps that this board does not follow. */
static void note_unused_options(const cli_call *cli, const char *source, const dm_arena *arena)
{
    const dm_map *map = dm_arena_map(arena);
    dm_profile profile = (dm_profile)cli->ask.profile;
    if (cli->ask.largest && !map)
        cli_note(cli, "%s: no map; --largest is not used", source);
    if (profile != DM_PROFILE_CAR && (!map || map->profile < 0))
        cli_note(cli, "%s: a board for everyone; --profile is not used", source);
    else if (profile != DM_PROFILE_CAR && map->profile != (int)profile)
        cli_note(cli, "%s: the map was made for %s; --profile is not used", source,
                 dm_profile_name((dm_profile)map->profile));
    if (cli->ask.measure == 1 && map && map->measure == DM_METRES)
        cli_note(cli, "%s: the map is in metres; --measure is not used", source);
}

void boards_note(const cli_call *cli, const char *source, const dm_arena *arena, ask_notes *said)
{
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
    note_unused_options(cli, source, arena);
    for (int32_t i = 0; dm_arena_remark(arena, i); i++)
        cli_note(cli, "%s: %s", source, dm_arena_remark(arena, i));
    for (size_t i = 0; i < said->count; i++)
        cli_note(cli, "%s", said->text[i]);
    ask_notes_clear(said);
}

dm_status boards_prepare(const cli_call *cli, dm_arena **arena, ask_notes *notes, ask_prepared *out,
                         dm_error *err)
{
    asking a = cli->ask;
    dm_status status = ask_prepare(&a, *arena, notes, NULL, out, err);
    if (status == DM_OK && out->arena) {
        dm_arena_free(*arena);
        *arena = out->arena;
        out->arena = NULL;
    }
    return status;
}

dm_status boards_begin(const cli_call *cli, const char *source, bool check_later, dm_boards **out,
                       dm_error *err)
{
    cli_default_signals();
    dm_status status = dm_boards_open(source, cli->ask.seed, out, err);
    cli_catch_signals();
    dm_read_options options = ask_read_options(&cli->ask);
    options.check_later = check_later;
    if (status == DM_OK)
        dm_boards_options(*out, &options);
    return status;
}

static bool is_skipped(const boards_part *part, int64_t index, const dm_boards *boards,
                       dm_status status)
{
    bool is_bad = status == DM_BAD_INPUT || status == DM_UNSUPPORTED || status == DM_TOO_LARGE;
    return index % part->parts != part->part &&
           (status == DM_OK || (is_bad && dm_boards_many(boards)));
}

dm_status boards_next(boards_part *part, dm_boards *boards, int64_t *index, dm_arena **out,
                      dm_error *err)
{
    for (;;) {
        dm_arena *arena = NULL;
        *index = part->next++;
        if (*index == 0)
            cli_default_signals();
        dm_status status = dm_boards_next(boards, &arena, err);
        if (*index == 0)
            cli_catch_signals();
        if (!is_skipped(part, *index, boards, status)) {
            if (status == DM_OK)
                *out = arena;
            return status;
        }
        dm_arena_free(arena);
    }
}

dm_status cli_one_board(const cli_call *cli, const char *source, dm_arena **out, dm_error *err)
{
    dm_arena *arena = NULL;
    ask_notes notes = {0};
    ask_prepared unused = {0}; /* commands that have tables go through stream.c */
    dm_boards *boards = NULL;
    dm_status status = boards_begin(cli, source, false, &boards, err);
    cli_default_signals();
    if (status == DM_OK)
        status = dm_boards_only(boards, source, &arena, err);
    cli_catch_signals();
    dm_boards_free(boards);
    if (status == DM_OK) {
        status = boards_prepare(cli, &arena, &notes, &unused, err);
        boards_note(cli, source, arena, &notes);
    }
    ask_prepared_clear(&unused);
    if (status == DM_OK)
        *out = arena;
    else
        dm_arena_free(arena);
    return status;
}

/* Lengths that the format cannot hold were refused before. */
static void note_losses(const cli_call *cli, const dm_arena *arena, const char *path,
                        const dm_format *format)
{
    static const struct {
        unsigned bit;
        const char *what;
    } parts[] = {{DM_HOLDS_VALUES, "vertex values"},
                 {DM_HOLDS_PLACES, "coordinates"},
                 {DM_HOLDS_NAMES, "names"},
                 {DM_HOLDS_STREETS, "streets"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (dm_arena_has(arena) & parts[i].bit & ~format->holds)
            cli_note(cli, "%s: the format %s cannot hold %s; left out", path, format->name,
                     parts[i].what);
}

dm_status cli_write_board(cli_call *cli, const dm_arena *arena, const char *path,
                          const char *format, dm_error *err)
{
    dm_status status = dm_arena_write(arena, path, format, err);
    cli->ask.wrong_words = !dm_format_find(path, format);
    if (status == DM_OK)
        note_losses(cli, arena, path, dm_format_find(path, format));
    return status;
}

/* Reads and answers the next board.  DM_END after the last. */
static dm_status answer_next(cli_call *cli, dm_boards *boards, boards_part *part, ask_board *board,
                             cli_board_fn *each, dm_error *err)
{
    dm_arena *arena = NULL;
    ask_notes notes = {0};
    ask_prepared unused = {0}; /* commands that have tables go through stream.c */
    board->run = NULL;
    dm_status status = boards_next(part, boards, &board->index, &arena, err);
    board->many = dm_boards_many(boards);
    board->line = dm_boards_line(boards);
    if (status == DM_OK) {
        status = boards_prepare(cli, &arena, &notes, &unused, err);
        boards_note(cli, board->source, arena, &notes);
    }
    if (status == DM_OK)
        status = cli_run_new(cli, &board->run, err);
    if (status == DM_OK) {
        board->arena = arena;
        status = each(cli, board, err);
    }
    cli_run_free(board->run);
    ask_prepared_clear(&unused);
    dm_arena_free(arena);
    return status;
}

/* Reports a bad board on stderr, and with --json on stdout too. */
static dm_status report_bad(const cli_call *cli, const ask_board *board, dm_status status,
                            const dm_error *failure, dm_error *err)
{
    cli_error("board %lld: %s", (long long)board->index,
              failure->message[0] ? failure->message : dm_status_text(status));
    return cli->json ? report_bad_board(board->index, failure->message, err) : DM_OK;
}

static bool ends_stream(const ask_board *board, int exit_status)
{
    return !board->many || exit_status == CLI_SYSTEM || exit_status == CLI_USAGE ||
           cli_interrupted();
}

bool boards_finish(const cli_call *cli, const ask_board *board, dm_status status,
                   const dm_error *failure, int *worst)
{
    int exit_status = cli_exit_of(cli, status);
    if (status == DM_END)
        return false;
    if (cli_interrupted() && status != DM_OK)
        exit_status = CLI_STOPPED;
    if (exit_status != CLI_DONE && ends_stream(board, exit_status)) {
        *worst = cli_worse(*worst, cli_interrupted() ? exit_status
                                                     : cli_report_failure(cli, status, failure));
        return false;
    }
    *worst = cli_worse(*worst, exit_status);
    dm_error lost = {0};
    bool is_reported =
        exit_status != CLI_BAD_INPUT || report_bad(cli, board, status, failure, &lost) == DM_OK;
    if (!is_reported)
        *worst = cli_report_failure(cli, DM_IO, &lost);
    return is_reported;
}

static int answer_all(cli_call *cli, dm_boards *boards, boards_part *part, ask_board board,
                      cli_board_fn *each)
{
    int worst = CLI_DONE;
    for (;; board.begun = report_clock()) {
        dm_error err = {0};
        dm_status status = answer_next(cli, boards, part, &board, each, &err);
        if (!boards_finish(cli, &board, status, &err, &worst))
            return worst;
    }
}

int cli_each_board(cli_call *cli, const char *source, cli_board_fn *each)
{
    ask_board board = {.source = source, .begun = report_clock()};
    dm_boards *boards = NULL;
    boards_part part = {0};
    dm_error err = {0};
    dm_status status = ask_part(&cli->ask, &part.part, &part.parts, &err);
    if (status == DM_OK)
        status = boards_begin(cli, source, false, &boards, &err);
    if (status != DM_OK)
        return cli_report_failure(cli, status, &err);
    int exit_status = answer_all(cli, boards, &part, board, each);
    dm_boards_free(boards);
    return exit_status;
}
