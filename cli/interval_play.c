/* interval_play.c - `demesne interval play`: one game, by strategies, by people, or as given. */
#include "interval.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    cli_call *cli;
    dm_interval *game;
    dm_interval_player *player[2]; /* NULL: a person, or nobody */
    FILE *talk;
    bool tells, left, ended;
    double begun;
} match;

static const char *spec_of(const match *m, int side)
{
    const interval_options *own = m->cli->ask.own;
    return side == DM_BLUE ? own->blue : own->red;
}

static bool is_person(const match *m, int side)
{
    return spec_of(m, side) && strcmp(spec_of(m, side), "human") == 0;
}

static dm_status take_seat(match *m, int side, dm_error *err)
{
    if (!spec_of(m, side) || is_person(m, side))
        return DM_OK;
    dm_status status = dm_interval_player_new(spec_of(m, side), (dm_colour)side,
                                              dm_rng_derive(m->cli->ask.seed, (uint64_t)side),
                                              &m->player[side], err);
    if (status == DM_OK)
        return dm_interval_player_fits(m->player[side], dm_interval_rules_of(m->game), err);
    m->cli->ask.wrong_words = status == DM_BAD_ARGUMENT;
    return status;
}

/* Whoever has stones left needs a player. */
static dm_status check_seats(const match *m, dm_error *err)
{
    int32_t placed[2] = {0, 0};
    for (int32_t i = 0; i < dm_interval_count(m->game); i++)
        placed[dm_interval_stone_at(m->game, i).colour]++;
    for (int side = DM_BLUE; side <= DM_RED && !dm_interval_is_over(m->game); side++) {
        const char *name = dm_colour_name((dm_colour)side);
        if (placed[side] == dm_interval_rules_of(m->game)->stones || spec_of(m, side))
            continue;
        m->cli->ask.wrong_words = true;
        return answer_fail(err, DM_BAD_ARGUMENT, "play: who plays %s? (--%s NAME; human is one)",
                           name, name);
    }
    return DM_OK;
}

static dm_status start(match *m, dm_interval_arena arena, dm_error *err)
{
    const interval_options *own = m->cli->ask.own;
    const dm_interval_rules rules = interval_rules(own, arena);
    dm_status status = dm_interval_new(&rules, &m->game, err);
    for (int side = DM_BLUE; side <= DM_RED && status == DM_OK; side++)
        status = take_seat(m, side, err);
    if (status == DM_OK && own->moves)
        status = dm_interval_read(m->game, own->moves, err);
    if (status == DM_OK)
        status = check_seats(m, err);
    return status;
}

/* "  3. Blue  1/2 3/4" for the stones from number `first` on. */
static dm_status announce(const match *m, int32_t first, dm_error *err)
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

static dm_status turn(match *m, dm_error *err)
{
    dm_colour side = dm_interval_to_move(m->game);
    int32_t first = dm_interval_count(m->game);
    if (is_person(m, (int)side))
        return interval_person_turn(m->cli, m->talk, m->game, &m->left, &m->ended, err);
    dm_status status = dm_interval_player_turn(m->player[side], m->game, err);
    if (status == DM_OK && m->tells)
        status = announce(m, first, err);
    if (cli_interrupted())
        m->left = true;
    return status;
}

static dm_status tell(const match *m, dm_error *err)
{
    cli_call *cli = m->cli;
    dm_status status = interval_draw_files(cli, m->game, err);
    if (status != DM_OK)
        return status;
    const interval_options *own = cli->ask.own;
    report *r = report_new(cli, NULL);
    answer_interval_play(r, m->game, own->blue, own->red, m->begun);
    status = report_end(r, err);
    if (status == DM_OK)
        status = interval_show(cli, stdout, m->game, own->draw && !*own->draw, err);
    return status;
}

static dm_status play_on(match *m, dm_error *err)
{
    dm_status status = DM_OK;
    while (status == DM_OK && !m->left && !dm_interval_is_over(m->game))
        status = turn(m, err);
    if (status == DM_OK)
        status = tell(m, err);
    if (status == DM_OK && m->ended)
        status = answer_fail(err, DM_BAD_INPUT, "the input ended before the game did");
    if (status == DM_OK && cli_interrupted())
        status = answer_fail(err, DM_STOPPED, "interrupted");
    return status;
}

dm_status interval_play(cli_call *cli, dm_interval_arena arena, dm_error *err)
{
    match m = {.cli = cli, .talk = cli->json ? stderr : stdout, .begun = report_clock()};
    m.tells = !cli->quiet && (!cli->json || is_person(&m, DM_BLUE) || is_person(&m, DM_RED));
    dm_status status = start(&m, arena, err);
    if (status == DM_OK)
        status = play_on(&m, err);
    dm_interval_player_free(m.player[DM_BLUE]);
    dm_interval_player_free(m.player[DM_RED]);
    dm_interval_free(m.game);
    return status;
}
