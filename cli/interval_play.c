/* interval_play.c - `demesne interval play`: one game between strategies or people. */
#include "cli.h"

#include <string.h>

typedef struct {
    cli_call *cli;
    interval_found found;
    dm_interval *game; /* that was found */
    FILE *talk;
    bool tells, left, ended;
} match;

static bool is_person(const cli_call *cli, int side)
{
    const interval_fields *own = cli->ask.own;
    return own->player[side] && strcmp(own->player[side], "human") == 0;
}

static bool is_position(const match *m)
{
    const interval_fields *own = m->cli->ask.own;
    return own->moves && !own->player[DM_BLUE] && !own->player[DM_RED];
}

/* A side with stones left needs a player; moves without any player are a position. */
static dm_status check_players(const match *m, dm_error *err)
{
    const interval_fields *own = m->cli->ask.own;
    if (is_position(m))
        return DM_OK;
    int32_t placed[2] = {0, 0};
    for (int32_t i = 0; i < dm_interval_count(m->game); i++)
        placed[dm_interval_stone_at(m->game, i).colour]++;
    for (int side = DM_BLUE; side <= DM_RED && !dm_interval_is_over(m->game); side++) {
        const char *name = dm_colour_name((dm_colour)side);
        if (placed[side] < own->stones && !own->player[side])
            return ask_blame(&m->cli->ask, err, DM_BAD_ARGUMENT,
                             "--%s is missing: a strategy, or human", name);
    }
    return DM_OK;
}

/* "  3. Blue  1/2 3/4": the stones from number `first` on. */
static dm_status announce_stones(const match *m, int32_t first, dm_error *err)
{
    dm_interval_stone stone = dm_interval_stone_at(m->game, first);
    fprintf(m->talk, "%3d. %s ", stone.turn + 1, stone.colour == DM_RED ? "Red " : "Blue");
    for (int32_t i = first; i < dm_interval_count(m->game); i++) {
        char *place = NULL;
        dm_status status = dm_interval_stone_place(m->game, i, &place, err);
        if (status != DM_OK)
            return status;
        if (strlen(place) <= 60)
            fprintf(m->talk, " %s", place);
        else
            fprintf(m->talk, " %.60s...", place);
        dm_free(place);
    }
    fputc('\n', m->talk);
    return DM_OK;
}

static dm_status play_turn(match *m, dm_error *err)
{
    dm_colour side = dm_interval_to_move(m->game);
    int32_t first = dm_interval_count(m->game);
    if (is_person(m->cli, (int)side)) {
        dm_status asked = interval_person_turn(m->cli, m->talk, m->game, &m->left, &m->ended, err);
        for (int32_t i = first; i < dm_interval_count(m->game); i++)
            m->found.traced[i] = 0;
        return asked;
    }
    dm_status status = interval_turn(&m->cli->ask, &m->found, err);
    if (status == DM_OK && m->tells)
        status = announce_stones(m, first, err);
    if (cli_interrupted())
        m->left = true;
    return status;
}

int interval_play(cli_call *cli)
{
    match m = {.cli = cli, .talk = cli->json ? stderr : stdout};
    dm_error err = {0};
    m.tells = !cli->quiet && (!cli->json || is_person(cli, DM_BLUE) || is_person(cli, DM_RED));
    ask_task task = {.board = {.begun = report_clock()}, .found = &m.found};
    dm_status status = interval_start(&m.cli->ask, &m.found, &err);
    m.game = status == DM_OK ? m.found.game : NULL;
    task.ask = m.cli->ask;
    if (status == DM_OK)
        status = check_players(&m, &err);
    while (status == DM_OK && !m.left && !is_position(&m) && !dm_interval_is_over(m.game))
        status = play_turn(&m, &err);
    if (status == DM_OK)
        status = ask_task_report(&task, m.cli->json, &err);
    if (task.report)
        status = cli_print_answer(m.cli, &task, &err);
    if (status == DM_OK && m.ended)
        status = answer_fail(&err, DM_BAD_INPUT, "the input ended before the game did");
    if (status == DM_OK && cli_interrupted())
        status = answer_fail(&err, DM_STOPPED, "interrupted");
    cli->ask.about->clear(&m.found);
    return cli_report_failure(cli, status, &err);
}
