/* human.c - a person at the terminal: shows the board, asks for a move, helps.
 *
 * Anything but a legal move or a word of help_text is explained in one line and asked again.
 */
#include "base/names.h"
#include "cli.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 65536 };

static const char help_text[] =
    "  a vertex        place your stone there; several (3 17) if the turn has several stones\n"
    "  undo            take back your last turn and the reply to it\n"
    "  hint            show what a computer player would do\n"
    "  board           show the board again\n"
    "  quit            end the game here\n";

static dm_status show_board(FILE *talk, dm_position *position, dm_error *err)
{
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    dm_tie_rule ties = dm_position_rules(position)->ties;
    return cli_show(talk, dm_position_arena(position), stones, count, ties, true, err);
}

/* Fills `move` with the choice of the player `spec`. */
static dm_status ask_player(cli_call *cli, const char *spec, dm_position *position, dm_vertex *move,
                            dm_error *err)
{
    dm_player *player = NULL;
    dm_run *run = NULL;
    dm_status status = dm_player_new(spec, cli->ask.seed, &player, err);
    if (status == DM_OK)
        status = cli_run_new(cli, &run, err);
    if (status == DM_OK)
        status = dm_player_choose(player, position, run, move, err);
    cli_run_free(run);
    dm_player_free(player);
    return status == DM_STOPPED ? DM_OK : status;
}

/* Reads a move; a bad one is explained on `talk`.  *good: it is legal. */
static dm_status read_move(cli_call *cli, FILE *talk, dm_position *position, const char *text,
                           dm_vertex *move, bool *good, dm_error *err)
{
    dm_vertex *list = NULL;
    int32_t count = 0;
    dm_error wrong = {0};
    dm_status status = ask_vertices(&cli->ask, dm_position_arena(position), "move",
                                    (question_raw){.text = text}, &list, &count, &wrong);
    cli->ask.wrong_words = false;
    int32_t wanted = dm_position_stones_to_place(position);
    if (status == DM_OK && count != wanted)
        status = answer_fail(&wrong, DM_BAD_MOVE, "this turn has %d stone%s, not %lld", wanted,
                             dmi_plural(wanted, "", "s"), (long long)count);
    if (status == DM_OK)
        status = dm_position_make(position, list, wanted, &wrong);
    if (status == DM_OK) {
        memcpy(move, list, (size_t)wanted * sizeof *move);
        status = dm_position_undo(position, &wrong);
    }
    free(list);
    *good = status == DM_OK;
    if (*good)
        return DM_OK;
    if (cli_exit_of(cli, status) == CLI_SYSTEM)
        return answer_fail(err, status, "%s", wrong.message);
    static const char label[] = "--move: "; /* nobody typed that option */
    bool labelled = strncmp(wrong.message, label, sizeof label - 1) == 0;
    fprintf(talk, "%s (type 'help' for help)\n", wrong.message + (labelled ? sizeof label - 1 : 0));
    return DM_OK;
}

/* Answers one line.  *done: the person has chosen. */
static dm_status answer_line(cli_call *cli, FILE *talk, dm_position *position, char *line,
                             dm_vertex *move, human_choice *choice, bool *done, dm_error *err)
{
    /* drops blanks at both ends and replaces those between vertices by commas */
    char *to = line;
    bool wants_comma = false;
    for (const char *from = line; *from; from++) {
        if (strchr(" \t\r\n,", *from)) {
            wants_comma = to > line;
        } else {
            if (wants_comma)
                *to++ = ',';
            wants_comma = false;
            *to++ = *from;
        }
    }
    *to = 0;
    const char *text = line;
    *done = true;
    if (strcmp(text, "undo") == 0) {
        *choice = HUMAN_UNDO;
        return DM_OK;
    }
    if (strcmp(text, "quit") == 0) {
        *choice = HUMAN_QUIT;
        return DM_OK;
    }
    *done = false;
    if (*text == 0)
        return DM_OK;
    if (strcmp(text, "hint") == 0) {
        const char *adviser = "minimax:depth=2:width=16";
        dm_status status = ask_player(cli, adviser, position, move, err);
        if (status == DM_UNSUPPORTED) { /* the board is too large for it */
            adviser = "greedy";
            status = ask_player(cli, adviser, position, move, err);
        }
        if (status != DM_OK)
            return status;
        fprintf(talk, "%s would place", adviser);
        for (int32_t i = 0; i < dm_position_stones_to_place(position); i++)
            fprintf(talk, " %d", move[i]);
        fputc('\n', talk);
        return DM_OK;
    }
    if (strcmp(text, "board") == 0)
        return show_board(talk, position, err);
    if (strcmp(text, "help") == 0) {
        fputs(help_text, talk);
        return DM_OK;
    }
    *choice = HUMAN_MOVE;
    return read_move(cli, talk, position, text, move, done, err);
}

dm_status human_ask(cli_call *cli, FILE *talk, dm_position *position, dm_vertex *move,
                    human_choice *choice, dm_error *err)
{
    char *line = malloc(LINE);
    assert(!dm_position_is_over(position));
    if (!line)
        return answer_fail(err, DM_NO_MEMORY, "no memory for a line");
    dm_status status = show_board(talk, position, err);
    bool done = false;
    while (status == DM_OK && !done) {
        int32_t stones = dm_position_stones_to_place(position);
        fprintf(talk, "%s, turn %d of %d, %d stone%s> ",
                dm_position_to_move(position) == DM_WHITE ? "White" : "Black",
                dm_position_turns_made(position) + 1, dm_position_rules(position)->turn_count,
                stones, dmi_plural(stones, "", "s"));
        fflush(talk);
        if (!fgets(line, LINE, stdin)) {
            fputc('\n', talk);
            *choice = HUMAN_INPUT_ENDED;
            break;
        }
        status = answer_line(cli, talk, position, line, move, choice, &done, err);
    }
    free(line);
    return status;
}
