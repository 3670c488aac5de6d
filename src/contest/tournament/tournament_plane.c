/* tournament_plane.c - tournaments in the plane: their board and rules as a name, and their games.
 *
 * The name of such a tournament's arena has all that decides its games besides rounds and ties:
 *
 *     plane:square
 *     plane:rect:2x1 metric=manhattan min-distance=1/10 rule=gravity lattice=500
 *
 * Moves are stored as words, one per turn: "1/2,1/4" or "0,0;1,1/3", and "-" for a lost turn.  The
 * value of a game is White's area minus Black's in millionths of the board.
 */
#include "contest/tournament/tournament_plane.h"

#include "base/base.h"
#include "format/output.h"
#include <demesne/plane_file.h>
#include <demesne/plane_record.h>
#include <demesne/rng.h>
#include <demesne/source.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char PREFIX[] = "plane:";

bool dmi_tournament_is_plane(const char *arena)
{
    return strncmp(arena, PREFIX, sizeof PREFIX - 1) == 0;
}

/* One word key=value of the rules; `*distance` becomes a copy that the caller frees. */
static dm_status read_word(const char *word, dm_plane_game_rules *rules, char **distance,
                           dm_error *err)
{
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    if (equals && length == 6 && strncmp(word, "metric", length) == 0)
        return dm_line_metric_parse(equals + 1, &rules->metric, err);
    if (equals && length == 4 && strncmp(word, "rule", length) == 0)
        return dm_plane_rule_parse(equals + 1, &rules->rule, err);
    if (equals && length == 7 && strncmp(word, "lattice", length) == 0) {
        rules->lattice = (int32_t)strtol(equals + 1, NULL, 10);
        return DM_OK;
    }
    if (equals && length == 12 && strncmp(word, "min-distance", length) == 0) {
        free(*distance);
        *distance = dmi_strdup(equals + 1);
        rules->min_distance = *distance;
        return *distance ? DM_OK : dmi_no_memory(err);
    }
    return dmi_fail(err, DM_BAD_ARGUMENT,
                    "'%.60s' is no rule of the plane; expected metric=, min-distance=, rule= or "
                    "lattice=",
                    word);
}

/* A digest of the corners. */
static dm_status fingerprint_of(const dm_plane_board *board, uint64_t *out, dm_error *err)
{
    const int32_t *end;
    const dm_point *corner;
    int32_t rings = dm_plane_board_rings(board, &end, &corner);
    uint64_t hash = (uint64_t)rings;
    for (int32_t i = 0; i < end[rings - 1]; i++) {
        char *text[2] = {NULL, NULL};
        dm_status status = dm_plane_board_corner(board, i, &text[0], &text[1], err);
        for (int k = 0; k < 2 && status == DM_OK; k++)
            for (const char *c = text[k]; *c; c++)
                hash = dm_rng_derive(hash, (uint64_t)(unsigned char)*c);
        dm_free(text[0]);
        dm_free(text[1]);
        if (status != DM_OK)
            return status;
        hash = dm_rng_derive(hash, (uint64_t)i);
    }
    *out = hash;
    return DM_OK;
}

dm_status dmi_tournament_plane_open(const char *arena, dmi_tournament_boards *boards, dm_error *err)
{
    char *copy = dmi_strdup(arena + sizeof PREFIX - 1), *rest = NULL;
    if (!copy)
        return dmi_no_memory(err);
    char *word = strtok_r(copy, " ", &rest);
    dm_status status = dm_plane_board_open(word ? word : "", &boards->plane, err);
    while (status == DM_OK && (word = strtok_r(NULL, " ", &rest)))
        status = read_word(word, &boards->plane_rules, &boards->plane_distance, err);
    if (status == DM_OK)
        status = fingerprint_of(boards->plane, &boards->fingerprint, err);
    free(copy);
    boards->count = 1;
    return status;
}

dm_status dmi_tournament_plane_game(const dm_tournament *t, dm_plane_game **out, dm_error *err)
{
    dm_plane_game_rules rules = t->boards.plane_rules;
    rules.rounds = t->rules.rounds;
    rules.per_turn = t->rules.per_turn;
    rules.ties = t->rules.ties;
    return dm_plane_game_new(t->boards.plane, &rules, out, err);
}

static dm_status put_site(const dm_plane *plane, int32_t site, dmi_output *out)
{
    char *x = NULL, *y = NULL;
    dm_status status = dm_plane_site_place(plane, site, &x, &y, &out->err);
    if (status == DM_OK)
        dmi_print(out, "%s,%s", x, y);
    dm_free(x);
    dm_free(y);
    return status;
}

dm_status dmi_tournament_plane_moves(const dm_plane_game *game, char **out, dm_error *err)
{
    dmi_output text = {0};
    int32_t turns = dm_plane_game_turns_made(game), site = 0;
    turns += dm_plane_game_turn(game, turns).count > 0; /* one that ended the game early */
    for (int32_t t = 0; t < turns; t++) {
        int32_t count = dm_plane_game_turn(game, t).count;
        dmi_put(&text, t ? " " : "");
        dmi_put(&text, count == 0 ? "-" : "");
        for (int32_t i = 0; i < count; i++) {
            dmi_put(&text, i ? ";" : "");
            dm_status status = put_site(dm_plane_game_plane(game), site++, &text);
            if (status != DM_OK)
                text.status = status;
        }
    }
    return dmi_output_take(&text, out, err);
}

/* Places the points of a word "x,y;x,y", which it changes. */
static dm_status replay_turn(dm_plane_game *game, char *word, dm_error *err)
{
    int32_t turn = dm_plane_game_turns_made(game);
    char *rest = NULL;
    dm_status status = DM_OK;
    if (strcmp(word, "-") == 0)
        return dm_plane_game_pass(game, err);
    for (char *point = strtok_r(word, ";", &rest); point && status == DM_OK;
         point = strtok_r(NULL, ";", &rest)) {
        char *comma = strchr(point, ',');
        if (!comma)
            return dmi_fail(err, DM_BAD_INPUT, "turn %d is not a list of points", turn + 1);
        *comma = '\0';
        status = dm_plane_game_place(game, point, comma + 1, err);
    }
    if (status == DM_OK && dm_plane_game_turns_made(game) == turn && !dm_plane_game_is_over(game))
        status = dm_plane_game_pass(game, err);
    return status;
}

dm_status dmi_tournament_plane_replay(dm_plane_game *game, const char *moves, dm_error *err)
{
    char *copy = dmi_strdup(moves), *rest = NULL;
    dm_status status = copy ? DM_OK : dmi_no_memory(err);
    for (char *word = copy ? strtok_r(copy, " ", &rest) : NULL; word && status == DM_OK;
         word = strtok_r(NULL, " ", &rest))
        status = replay_turn(game, word, err);
    free(copy);
    return status;
}

/* White's lead in millionths of the board; not 0 if there is a winner. */
static int64_t value_of(const dm_plane_result *score, double area)
{
    double lead = (score->size[DM_WHITE] - score->size[DM_BLACK]) / area;
    int64_t value = (int64_t)nearbyint(1e6 * lead);
    if (value == 0 && score->winner >= 0)
        value = score->winner == DM_WHITE ? 1 : -1;
    return value;
}

dm_status dmi_tournament_plane_play(const dm_tournament *t, dm_contestant *const contestants[2],
                                    const dm_match_settings *settings, dm_run *run,
                                    dm_match_result *out, char **moves, dm_error *err)
{
    dm_plane_game *game = NULL;
    dm_plane_match_result result;
    dm_status status = dmi_tournament_plane_game(t, &game, err);
    if (status == DM_OK)
        status = dm_plane_match_play(game, contestants, settings, run, &result, err);
    if (status == DM_OK) {
        double area = result.score.size[0] + result.score.size[1] + result.score.tied_size;
        *out = (dm_match_result){.value = value_of(&result.score, area),
                                 .is_forfeited = result.is_forfeited,
                                 .outcome = result.winner < 0           ? DM_TIE
                                            : result.winner == DM_WHITE ? DM_FIRST_WINS
                                                                        : DM_SECOND_WINS};
        for (int side = 0; side < 2; side++) {
            out->faults[side] = result.faults[side];
            out->seconds[side] = result.seconds[side];
            out->slowest[side] = result.slowest[side];
            out->processor_seconds[side] = result.processor_seconds[side];
        }
        dm_plane_result_clear(&result.score);
        status = dmi_tournament_plane_moves(game, moves, err);
    }
    dm_plane_game_free(game);
    return status;
}
