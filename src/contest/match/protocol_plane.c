/* protocol_plane.c - a player of this library that answers the protocol in the plane.
 *
 * The corners are kept as texts until the last one has come, and make the board then.
 */
#include "contest/match/protocol_plane.h"

#include "contest/match/bot_game.h"
#include "format/scan.h"
#include <stdlib.h>
#include <string.h>

struct dmi_protocol_plane {
    char *spec;
    uint64_t seed;
    int64_t corners, lines; /* announced, and taken */
    char **xy;              /* two texts per corner taken */
    size_t room;
    dm_error first_error;
    dm_plane_board *board;
    dm_plane_game *game;
    dm_plane_player *player;
    int32_t chosen; /* the turn that genmove made last, or -1 */
};

dm_status dmi_protocol_plane_new(const char *spec, uint64_t seed, int64_t corners,
                                 dmi_protocol_plane **out, dm_error *err)
{
    dm_plane_player *probe = NULL;
    if (corners < 3 || corners > DM_PLANE_CORNERS)
        return dmi_fail(err, DM_BAD_ARGUMENT, "expected plane N: 3 to %d corners",
                        DM_PLANE_CORNERS);
    dm_status status = dm_plane_player_new(spec, seed, &probe, err);
    if (status != DM_OK)
        return status;
    dm_plane_player_free(probe);
    dmi_protocol_plane *plane = dmi_calloc(1, sizeof *plane);
    if (!plane || !(plane->spec = dmi_strdup(spec))) {
        free(plane);
        return dmi_no_memory(err);
    }
    plane->seed = seed;
    plane->corners = corners;
    plane->chosen = -1;
    *out = plane;
    return DM_OK;
}

static void drop_corners(dmi_protocol_plane *plane)
{
    for (int64_t i = 0; plane->xy && i < 2 * plane->lines; i++)
        free(plane->xy[i]);
    free(plane->xy);
    plane->xy = NULL;
    plane->room = 0;
}

void dmi_protocol_plane_free(dmi_protocol_plane *plane)
{
    if (!plane)
        return;
    drop_corners(plane);
    dm_plane_player_free(plane->player);
    dm_plane_game_free(plane->game);
    dm_plane_board_free(plane->board);
    free(plane->spec);
    free(plane);
}

/* A copy of the word at `*at`, which moves behind it; NULL without memory. */
static char *take_word(const char **at)
{
    const char *from = dmi_skip_blanks(*at), *end = dmi_skip_word(from);
    char *word = dmi_alloc((size_t)(end - from) + 1, 1);
    if (word) {
        memcpy(word, from, (size_t)(end - from));
        word[end - from] = '\0';
    }
    *at = end;
    return word;
}

static dm_status add_corner(dmi_protocol_plane *plane, const char *line, dm_error *err)
{
    if (!dmi_reserve(&plane->xy, &plane->room, 2 * (size_t)plane->lines + 2, sizeof *plane->xy))
        return dmi_no_memory(err);
    const char *at = line;
    char **xy = plane->xy + 2 * plane->lines;
    xy[0] = take_word(&at);
    xy[1] = take_word(&at);
    plane->lines++;
    if (!xy[0] || !xy[1])
        return dmi_no_memory(err);
    if (dmi_count_words(line) != 2)
        return dmi_fail(err, DM_BAD_INPUT, "corner %lld: expected x y, found %s",
                        (long long)plane->lines, dmi_quote_word(line).text);
    return DM_OK;
}

dm_status dmi_protocol_plane_take(dmi_protocol_plane *plane, const char *line, bool *done,
                                  dm_error *err)
{
    dm_error why = {0};
    dm_status status = add_corner(plane, line, &why);
    if (status != DM_OK && plane->first_error.status == DM_OK)
        plane->first_error = why;
    *done = plane->lines == plane->corners || status == DM_NO_MEMORY;
    if (!*done)
        return DM_OK;
    if (plane->first_error.status != DM_OK) {
        *err = plane->first_error;
        return err->status;
    }
    const dm_plane_ring ring = {(const char *const *)plane->xy, (int32_t)plane->corners};
    status = dm_plane_board_new("plane", &ring, 1, &plane->board, err);
    drop_corners(plane);
    return status;
}

/* A word of the rules that may be missing. */
static dm_status read_rule(int index, const char *word, dm_plane_game_rules *rules, dm_error *err)
{
    int64_t number = 0;
    const char *at = word;
    bool is_number = dmi_scan_number(&at, &number) && !*at && number > 0 && number <= INT32_MAX;
    switch (index) {
    case 0:
        rules->rounds = is_number ? (int32_t)number : 0;
        break;
    case 1:
        rules->per_turn = is_number ? (int32_t)number : 0;
        break;
    case 2:
        return dm_tie_rule_parse(word, &rules->ties, err);
    case 3:
        return dm_line_metric_parse(word, &rules->metric, err);
    case 4:
        rules->min_distance = word;
        return DM_OK;
    case 5:
        return dm_plane_rule_parse(word, &rules->rule, err);
    default:
        rules->lattice = is_number ? (int32_t)number : -1;
        break;
    }
    return DM_OK;
}

dm_status dmi_protocol_plane_rules(dmi_protocol_plane *plane, const char *words, dm_error *err)
{
    enum { LEAST = 3, MOST = 7 };
    char *word[MOST] = {NULL};
    dm_plane_game_rules rules = {0};
    int64_t count = dmi_count_words(words);
    dm_plane_game *game = NULL;
    dm_plane_player *player = NULL;
    dm_status status = DM_OK;
    if (count < LEAST || count > MOST)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "expected rules ROUNDS PER_TURN TIES METRIC MIN_DISTANCE RULE");
    for (int i = 0; i < count && status == DM_OK; i++) {
        word[i] = take_word(&words);
        status = word[i] ? read_rule(i, word[i], &rules, err) : dmi_no_memory(err);
    }
    if (status == DM_OK)
        status = dm_plane_game_new(plane->board, &rules, &game, err);
    if (status == DM_OK)
        status = dm_plane_player_new(plane->spec, plane->seed, &player, err);
    for (int i = 0; i < MOST; i++)
        free(word[i]);
    if (status != DM_OK) {
        dm_plane_game_free(game);
        return status;
    }
    dm_plane_game_free(plane->game);
    dm_plane_player_free(plane->player);
    plane->game = game;
    plane->player = player;
    plane->chosen = -1;
    return DM_OK;
}

dm_plane_game *dmi_protocol_plane_game(const dmi_protocol_plane *plane)
{
    return plane->game;
}

/* The points of a turn, " x,y x,y". */
static dm_status put_turn(const dm_plane_game *game, int32_t number, dmi_output *out, dm_error *err)
{
    dm_plane_turn turn = dm_plane_game_turn(game, number);
    for (int32_t i = turn.first; i < turn.first + turn.count; i++) {
        char *x = NULL, *y = NULL;
        dm_status status = dm_plane_site_place(dm_plane_game_plane(game), i, &x, &y, err);
        if (status == DM_OK)
            dmi_print(out, " %s,%s", x, y);
        dm_free(x);
        dm_free(y);
        if (status != DM_OK)
            return status;
    }
    return DM_OK;
}

/* Whether the line repeats the turn that genmove has just made: callers who think that genmove only
 * chooses then play it themselves. */
static bool is_confirmed(const dmi_protocol_plane *plane, dm_side side, const char *words)
{
    int32_t last = dm_plane_game_turns_made(plane->game) - 1;
    dmi_output text = {0};
    if (plane->chosen < 0 || plane->chosen != last ||
        dm_plane_game_turn(plane->game, last).side != (int32_t)side)
        return false;
    bool same = put_turn(plane->game, last, &text, NULL) == DM_OK && text.status == DM_OK;
    if (same)
        dmi_put_bytes(&text, "", 1);
    const char *at = text.text ? text.text : "";
    same = same && strcmp(dmi_skip_blanks(at), dmi_skip_blanks(words)) == 0;
    free(text.text);
    return same;
}

static dm_status check_due(const dmi_protocol_plane *plane, dm_side side, dm_error *err)
{
    if (dm_plane_game_is_over(plane->game))
        return dmi_fail(err, DM_BAD_MOVE, "the game is over");
    if (dm_plane_game_to_move(plane->game) != (int32_t)side)
        return dmi_fail(err, DM_BAD_MOVE, "it is %s's turn", dm_side_name(dm_other(side)));
    return DM_OK;
}

dm_status dmi_protocol_plane_play(dmi_protocol_plane *plane, dm_side side, const char *words,
                                  dm_error *err)
{
    if (is_confirmed(plane, side, words))
        return DM_OK;
    dm_status status = check_due(plane, side, err);
    if (status != DM_OK)
        return status;
    return *dmi_skip_blanks(words) ? dmi_plane_place_words(plane->game, words, err)
                                   : dm_plane_game_pass(plane->game, err);
}

dm_status dmi_protocol_plane_genmove(dmi_protocol_plane *plane, dm_side side, dm_run *run,
                                     dmi_output *answer, dm_error *err)
{
    int32_t turn = dm_plane_game_turns_made(plane->game);
    dm_status status = check_due(plane, side, err);
    if (status == DM_OK)
        status = dm_plane_player_turn(plane->player, plane->game, 0, run, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    plane->chosen = turn;
    return put_turn(plane->game, turn, answer, err);
}

dm_status dmi_protocol_plane_undo(dmi_protocol_plane *plane, dm_error *err)
{
    plane->chosen = -1;
    return dm_plane_game_undo(plane->game, err);
}
