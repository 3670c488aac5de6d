/* interval_person.c - a person, or a script on a pipe, plays on a circle or a segment. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 65536 };

static const char help_text[] =
    "  1/3 or 0.25     place a stone there; several (0 1/4) if the turn may have several\n"
    "  done            end such a turn\n"
    "  undo            take back your last stone and the reply to it\n"
    "  board           show the stones again\n"
    "  quit            end the game here\n";

/* Takes stones back until the person who asked is to move and has one stone less. */
static void take_back(FILE *talk, dm_interval *game)
{
    dm_colour asked = dm_interval_to_move(game);
    int32_t own = 0;
    for (int32_t i = 0; i < dm_interval_count(game); i++)
        own += dm_interval_stone_at(game, i).colour == asked;
    if (own == 0) {
        fputs("you have no stone to take back\n", talk);
        return;
    }
    bool mine = false;
    while (!mine) {
        mine = dm_interval_stone_at(game, dm_interval_count(game) - 1).colour == asked;
        dm_interval_undo(game, NULL);
    }
}

/* Places the stones of one line, up to the first bad one or the end of the turn. */
static void place_words(FILE *talk, dm_interval *game, char *words)
{
    dm_colour side = dm_interval_to_move(game);
    char *rest = NULL;
    for (char *word = strtok_r(words, " \t,", &rest); word; word = strtok_r(NULL, " \t,", &rest)) {
        dm_error wrong = {0};
        dm_status status = DM_OK;
        if (dm_interval_to_move(game) != side)
            status =
                answer_fail(&wrong, DM_BAD_MOVE, "this turn has no stone left for '%.60s'", word);
        else
            status = dm_interval_place(game, word, &wrong);
        if (status != DM_OK) {
            fprintf(talk, "%s (type 'help' for help)\n", wrong.message);
            return;
        }
    }
}

static dm_status answer_person(const cli_call *cli, FILE *talk, dm_interval *game, char *line,
                               bool *left, dm_error *err)
{
    line[strcspn(line, "\r\n")] = 0;
    dm_error wrong = {0};
    if (strcmp(line, "quit") == 0)
        *left = true;
    else if (strcmp(line, "help") == 0)
        fputs(help_text, talk);
    else if (strcmp(line, "undo") == 0)
        take_back(talk, game);
    else if (strcmp(line, "board") == 0)
        return interval_show(cli, talk, game, true, err);
    else if (strcmp(line, "done") != 0)
        place_words(talk, game, line);
    else if (dm_interval_end_turn(game, &wrong) != DM_OK)
        fprintf(talk, "%s\n", wrong.message);
    return DM_OK;
}

dm_status interval_person_turn(const cli_call *cli, FILE *talk, dm_interval *game, bool *left,
                               bool *ended, dm_error *err)
{
    dm_colour side = dm_interval_to_move(game);
    char *line = malloc(LINE);
    if (!line)
        return answer_fail(err, DM_NO_MEMORY, "no memory for a line");
    dm_status status = interval_show(cli, talk, game, cli_is_terminal(talk), err);
    while (status == DM_OK && !*left && !dm_interval_is_over(game) &&
           dm_interval_to_move(game) == side) {
        int32_t least, most, lying = dm_interval_in_turn(game);
        dm_interval_turn_size(game, &least, &most);
        fprintf(talk, "%s", dm_interval_to_move(game) == DM_RED ? "Red" : "Blue");
        if (most - lying > 1)
            fprintf(talk, ", %d to %d stones", least > lying ? least - lying : 1, most - lying);
        fputs("> ", talk);
        fflush(talk);
        if (!fgets(line, LINE, stdin)) {
            fputc('\n', talk);
            *left = true;
            *ended = !cli_interrupted();
            break;
        }
        status = answer_person(cli, talk, game, line, left, err);
    }
    free(line);
    return status;
}
