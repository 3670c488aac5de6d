/* check_plane.c - the check of a game in the plane.
 *
 * The program plays White; Black takes whatever place is legal.  A program that answers the command
 * `plane` with ? does not play there, which is right, too.
 */
#include "contest/match/check_script.h"

#include "contest/match/bot_game.h"
#include <demesne/plane_game.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char COMMAND_HINT[] =
    "Every command of the table in docs/BOTS.md is answered with = , also in the plane.";
static const char MOVE_HINT[] = "The answer to genmove is `=` and the points x,y of the turn, "
                                "separated by blanks.  They are on "
                                "the board and keep the least distance of `rules` to all others.";

typedef struct plane_check {
    dmi_talk *talk;
    double seconds;
    dm_plane_game *game;
    dm_error *err;
} plane_check;

/* Sends what `text` holds, which it frees; `*out` is the text after =, or NULL. */
static dm_status ask(const plane_check *c, dmi_output *text, const char **out)
{
    *out = NULL;
    dm_status status = text->status == DM_OK
                           ? dmi_talk_ask(c->talk, text->text, text->size, c->seconds, out, c->err)
                           : dmi_no_memory(c->err);
    if (status == DM_OK && *out && **out == '?') {
        dmi_talk_blame(c->talk, COMMAND_HINT, "it refused %.*s", (int)strcspn(text->text, "\n"),
                       text->text);
        *out = NULL;
    } else if (*out) {
        *out += 1 + strspn(*out + 1, " \t");
    }
    free(text->text);
    return status;
}

static dm_status ask_move(const plane_check *c)
{
    dmi_output text = {0};
    dm_error why = {0};
    const char *answer;
    dmi_put(&text, "genmove white\n");
    dm_status status = ask(c, &text, &answer);
    if (status != DM_OK || !answer)
        return status;
    status = dmi_plane_place_words(c->game, answer, &why);
    if (status == DM_BAD_ARGUMENT || status == DM_BAD_MOVE) {
        dmi_talk_blame(c->talk, MOVE_HINT, "%.200s", why.message);
        return DM_OK;
    }
    if (status != DM_OK && c->err)
        *c->err = why;
    return status;
}

/* Black's turn, at any place. */
static dm_status tell_reply(const plane_check *c)
{
    const char *answer;
    dmi_output text = {0};
    dm_status status = DM_OK;
    dmi_put(&text, "play black");
    for (int32_t left = dm_plane_game_left(c->game); left > 0 && status == DM_OK; left--) {
        char *x = NULL, *y = NULL;
        status = dm_plane_game_any_place(c->game, &x, &y, c->err);
        if (status == DM_OK)
            status = dm_plane_game_place(c->game, x, y, c->err);
        if (status == DM_OK)
            dmi_print(&text, " %s,%s", x, y);
        dm_free(x);
        dm_free(y);
        if (dm_plane_game_is_full(c->game))
            break;
    }
    dmi_put(&text, "\n");
    if (status == DM_OK)
        return ask(c, &text, &answer);
    free(text.text);
    return status;
}

static dm_status play(const plane_check *c, bool *is_known)
{
    dmi_bot_game told = dmi_bot_game_in(c->game);
    dmi_output text = {0};
    const char *answer;
    told.kind->put_board(&told, &text);
    dm_status status = ask(c, &text, &answer);
    *is_known = status == DM_OK && answer;
    if (!*is_known) {
        c->talk->is_wrong = false; /* it does not play in the plane */
        return status;
    }
    text = (dmi_output){0};
    told.kind->put_rules(&told, &text);
    status = ask(c, &text, &answer);
    while (status == DM_OK && !c->talk->is_wrong && !dm_plane_game_is_over(c->game))
        status = dm_plane_game_to_move(c->game) == DM_WHITE ? ask_move(c) : tell_reply(c);
    return status;
}

dm_status dmi_check_plane(dmi_talk *talk, const char *words, double seconds, bool *is_known,
                          dm_error *err)
{
    char name[40], distance[40];
    dm_plane_board *board = NULL;
    plane_check c = {.talk = talk, .seconds = seconds, .err = err};
    dm_plane_game_rules rules = {.min_distance = distance};
    if (sscanf(words, "%39s %d %d %39s", name, &rules.rounds, &rules.per_turn, distance) != 4)
        return dmi_fail(err, DM_INTERNAL, "expected a board, rounds, points and a distance");
    dm_status status = dm_plane_board_named(name, &board, err);
    if (status == DM_OK)
        status = dm_plane_game_new(board, &rules, &c.game, err);
    if (status == DM_OK)
        status = play(&c, is_known);
    dm_plane_game_free(c.game);
    dm_plane_board_free(board);
    return status;
}
