/* plane_bot.c - the commands that an outside program receives in a game in the plane.
 *
 *     plane 4                          the corners
 *     0 0
 *     ..
 *     rules ROUNDS PER_TURN TIES METRIC MIN_DISTANCE nearest
 *     rules ROUNDS PER_TURN TIES METRIC MIN_DISTANCE gravity LATTICE
 *     play white 1/2,1/4
 *     genmove black                    answers 3/4,0.5
 */
#include "contest/match/bot_game.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

enum { ANSWER = 4096, POINT_TEXT = 256 }; /* bytes of an answer, and of a point in it */

static dm_status check(const dmi_bot_game *game, dm_error *err)
{
    const dm_plane_game_rules *rules = dm_plane_game_rules_of(game->plane);
    const int32_t *end;
    const dm_point *corners;
    if (dm_plane_board_rings(dm_plane_board_of(dm_plane_game_plane(game->plane)), &end, &corners) >
        1)
        return dmi_fail(err, DM_UNSUPPORTED, "an outside program needs a board without holes");
    if (rules->sides > 2)
        return dmi_fail(err, DM_UNSUPPORTED, "an outside program plays against one other");
    return DM_OK;
}

static bool goes_on(const dmi_bot_game *game, dm_run *run)
{
    return dmi_run_report(run, 0, "match", (uint64_t)game->turns_made, 0, NULL);
}

static void put_board(const dmi_bot_game *game, dmi_output *out)
{
    const dm_plane_board *board = dm_plane_board_of(dm_plane_game_plane(game->plane));
    const int32_t *end;
    const dm_point *corners;
    dm_plane_board_rings(board, &end, &corners);
    dmi_print(out, "plane %d\n", end[0]);
    for (int32_t i = 0; i < end[0]; i++) {
        char *x = NULL, *y = NULL;
        dm_status status = dm_plane_board_corner(board, i, &x, &y, &out->err);
        if (status == DM_OK)
            dmi_print(out, "%s %s\n", x, y);
        else
            out->status = status;
        dm_free(x);
        dm_free(y);
    }
}

static void put_rules(const dmi_bot_game *game, dmi_output *out)
{
    const dm_plane_game_rules *rules = dm_plane_game_rules_of(game->plane);
    dmi_print(out, "rules %d %d %s %s %s %s", rules->rounds, rules->per_turn,
              dm_tie_rule_name(rules->ties), dm_line_metric_name(rules->metric),
              rules->min_distance, dm_plane_rule_name(rules->rule));
    if (rules->rule == DM_PLANE_GRAVITY)
        dmi_print(out, " %d", rules->lattice);
    dmi_put(out, "\n");
}

static void put_points(const dm_plane *plane, int32_t first, int32_t count, dmi_output *out)
{
    for (int32_t i = first; i < first + count; i++) {
        char *x = NULL, *y = NULL;
        dm_status status = dm_plane_site_place(plane, i, &x, &y, &out->err);
        if (status == DM_OK)
            dmi_print(out, " %s,%s", x, y);
        else
            out->status = status;
        dm_free(x);
        dm_free(y);
    }
}

static void put_turn(const dmi_bot_game *game, int32_t turn, int32_t *first, dmi_output *out)
{
    dm_plane_turn made = dm_plane_game_turn(game->plane, turn);
    dmi_print(out, "play %s", dm_side_name((dm_side)made.side));
    put_points(dm_plane_game_plane(game->plane), *first, made.count, out);
    dmi_put(out, "\n");
    *first += made.count;
}

/* Places one point "x,y" of `length` bytes. */
static dm_status place_word(dm_plane_game *game, const char *word, size_t length, dm_error *err)
{
    char *copy = dmi_alloc(length + 1, 1);
    if (!copy)
        return dmi_no_memory(err);
    memcpy(copy, word, length);
    copy[length] = '\0';
    char *comma = strchr(copy, ',');
    if (comma)
        *comma = '\0';
    dm_status status = comma ? dm_plane_game_place(game, copy, comma + 1, err)
                             : dmi_fail(err, DM_BAD_ARGUMENT, "'%.60s' is no point x,y", copy);
    free(copy);
    return status;
}

dm_status dmi_plane_place_words(dm_plane_game *game, const char *words, dm_error *err)
{
    int32_t side = dm_plane_game_to_move(game), turn = dm_plane_game_turns_made(game);
    int32_t before = dm_plane_game_turn(game, turn).count, wanted = dm_plane_game_left(game);
    int32_t placed = 0;
    dm_status status = DM_OK;
    (void)side;
    for (const char *at = words + strspn(words, " \t\r"); *at && status == DM_OK;
         at += strspn(at, " \t\r")) {
        size_t length = strcspn(at, " \t\r");
        if (placed == wanted)
            status = dmi_fail(err, DM_BAD_MOVE, "more than %d points in the turn", wanted);
        else
            status = place_word(game, at, length, err);
        placed += status == DM_OK;
        at += length;
    }
    if (status == DM_OK && dm_plane_game_turns_made(game) == turn && !dm_plane_game_is_full(game))
        status = dmi_fail(err, DM_BAD_MOVE, "%d of %d points placed", placed, wanted);
    if (status != DM_OK && placed > 0 && before == 0)
        dm_plane_game_undo(game, NULL);
    return status;
}

/* Places the points of an answer, all or none. */
static dm_status take(const dmi_bot_game *game, const char *answer, dm_turn_report *report,
                      dmi_output *line, dm_error *err)
{
    dm_error why = {0};
    int32_t first = dm_plane_count(dm_plane_game_plane(game->plane));
    dm_status status = dmi_plane_place_words(game->plane, answer, &why);
    if (status == DM_BAD_ARGUMENT)
        return dmi_fault(report, DM_FAULT_GARBAGE, "%s", why.message);
    if (status == DM_BAD_MOVE)
        return dmi_fault(report, DM_FAULT_ILLEGAL, "%s", why.message);
    if (status != DM_OK) {
        if (err)
            *err = why;
        return status;
    }
    put_turn(game, game->turns_made, &first, line);
    return DM_OK;
}

dmi_bot_game dmi_bot_game_in(dm_plane_game *plane)
{
    static const dmi_bot_game_kind kind = {
        check,
        goes_on,
        put_board,
        put_rules,
        put_turn,
        take,
        "does not play in the plane: it does not know the command plane"};
    size_t points = (size_t)dm_plane_game_left(plane);
    return (dmi_bot_game){.kind = &kind,
                          .plane = plane,
                          .turns_made = dm_plane_game_turns_made(plane),
                          .to_move = dm_side_name((dm_side)dm_plane_game_to_move(plane)),
                          .answer = ANSWER + POINT_TEXT * points};
}
