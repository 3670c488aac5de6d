/* plane_game.c - a game in the plane: whose turn it is, legal places, the result.
 *
 * The sites are those of a dm_plane in the order placed; count[] has how many belong to each turn,
 * so that a turn that was lost is one with fewer than the rules say.
 */
#include "plane/game/game.h"

#include "base/fraction.h"
#include "base/names.h"
#include <stdlib.h>
#include <string.h>

DMI_ENUM_NAMES(dm_plane_rule, "rule", "nearest", "gravity")

static dm_status check_rules(dm_plane_game_rules *rules, dm_error *err)
{
    if (rules->sides == 0)
        rules->sides = 2;
    if (rules->lattice == 0)
        rules->lattice = 1000;
    if (rules->rounds < 1 || rules->per_turn < 1 ||
        (int64_t)rules->rounds * rules->per_turn * rules->sides > DM_PLANE_POINTS)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "%d rounds of %d points per turn; expected at least 1 of each and at most "
                        "%d points together",
                        rules->rounds, rules->per_turn, DM_PLANE_POINTS);
    if (rules->lattice < 1 || rules->lattice > DM_PLANE_LATTICE)
        return dmi_fail(err, DM_BAD_ARGUMENT, "a lattice of %d cells; expected 1 to %d",
                        rules->lattice, DM_PLANE_LATTICE);
    return DM_OK;
}

static dm_status read_distance(dm_plane_game *game, dm_error *err)
{
    const char *text = game->rules.min_distance ? game->rules.min_distance : "0";
    dm_status status =
        dmi_fraction_read(text, strlen(text), "the minimum distance", game->distance, err);
    if (status == DM_OK && mpq_sgn(game->distance) < 0)
        status =
            dmi_fail(err, DM_BAD_ARGUMENT, "the minimum distance %.60s; expected at least 0", text);
    if (status != DM_OK)
        return status == DM_NO_MEMORY ? status : DM_BAD_ARGUMENT;
    game->distance_text = dmi_exact_text(game->distance);
    game->rules.min_distance = game->distance_text;
    mpq_mul(game->distance_squared, game->distance, game->distance);
    game->near_distance = mpq_get_d(game->distance);
    return game->distance_text ? DM_OK : dmi_no_memory(err);
}

dm_status dm_plane_game_new(const dm_plane_board *board, const dm_plane_game_rules *rules,
                            dm_plane_game **out, dm_error *err)
{
    dm_plane_game_rules checked = *rules;
    dm_status status = check_rules(&checked, err);
    if (status != DM_OK)
        return status;
    dm_plane_game *game = dmi_calloc(1, sizeof *game);
    if (!game)
        return dmi_no_memory(err);
    mpq_inits(game->distance, game->distance_squared, NULL);
    game->rules = checked;
    game->turns = checked.rounds * checked.sides;
    game->count = dmi_calloc((size_t)game->turns + 1, sizeof *game->count);
    status = game->count ? read_distance(game, err) : dmi_no_memory(err);
    const dm_plane_rules plain = {
        .metric = checked.metric, .ties = checked.ties, .sides = checked.sides};
    if (status == DM_OK)
        status = dm_plane_new(board, &plain, &game->plane, err);
    if (status == DM_OK)
        *out = game;
    else
        dm_plane_game_free(game);
    return status;
}

void dm_plane_game_free(dm_plane_game *game)
{
    if (!game)
        return;
    mpq_clears(game->distance, game->distance_squared, NULL);
    dm_plane_free(game->plane);
    dm_free(game->distance_text);
    free(game->count);
    free(game);
}

const dm_plane_game_rules *dm_plane_game_rules_of(const dm_plane_game *game)
{
    return &game->rules;
}

const dm_plane *dm_plane_game_plane(const dm_plane_game *game)
{
    return game->plane;
}

bool dm_plane_game_is_over(const dm_plane_game *game)
{
    return game->is_full || game->turn == game->turns;
}

bool dm_plane_game_is_full(const dm_plane_game *game)
{
    return game->is_full;
}

int32_t dm_plane_game_to_move(const dm_plane_game *game)
{
    int32_t turn = game->turn < game->turns ? game->turn : game->turns - 1;
    return turn % game->rules.sides;
}

int32_t dm_plane_game_left(const dm_plane_game *game)
{
    return dm_plane_game_is_over(game) ? 0 : game->rules.per_turn - game->count[game->turn];
}

int32_t dm_plane_game_turns_made(const dm_plane_game *game)
{
    return game->turn;
}

dm_plane_turn dm_plane_game_turn(const dm_plane_game *game, int32_t turn)
{
    dm_plane_turn found = {.side = turn % game->rules.sides, .count = game->count[turn]};
    for (int32_t i = 0; i < turn; i++)
        found.first += game->count[i];
    found.is_lost = turn < game->turn && found.count < game->rules.per_turn;
    return found;
}

int32_t dmi_plane_to_come(const dm_plane_game *game, int32_t *sides, int32_t most)
{
    int32_t listed = 0, total = 0;
    for (int32_t turn = game->turn; turn < game->turns; turn++)
        for (int32_t i = turn == game->turn ? game->count[turn] : 0; i < game->rules.per_turn;
             i++, total++)
            if (listed < most)
                sides[listed++] = turn % game->rules.sides;
    return total;
}

static dm_status check_open(const dm_plane_game *game, dm_error *err)
{
    if (game->is_full)
        return dmi_fail(err, DM_BAD_MOVE, "the game is over: no legal place is left");
    if (game->turn == game->turns)
        return dmi_fail(err, DM_BAD_MOVE, "the game is over");
    return DM_OK;
}

/* Keeps the site that was just placed, if `status` and the distances allow it. */
static dm_status take_site(dm_plane_game *game, dm_status status, dm_error *err)
{
    bool has_room = true;
    if (status != DM_OK)
        return status;
    status = dmi_plane_check_distance(game, err);
    if (status == DM_OK)
        status = dmi_plane_find_room(game, &has_room, NULL, NULL, err);
    if (status != DM_OK) {
        dm_plane_undo(game->plane);
        return status;
    }
    game->is_full = !has_room;
    game->turn += ++game->count[game->turn] == game->rules.per_turn;
    return DM_OK;
}

dm_status dm_plane_game_place(dm_plane_game *game, const char *x, const char *y, dm_error *err)
{
    dm_status status = check_open(game, err);
    if (status == DM_OK)
        status = take_site(
            game, dm_plane_place(game->plane, dm_plane_game_to_move(game), x, y, err), err);
    return status;
}

dm_status dm_plane_game_place_at(dm_plane_game *game, dm_point at, dm_error *err)
{
    dm_status status = check_open(game, err);
    if (status == DM_OK)
        status = take_site(
            game, dm_plane_place_at(game->plane, dm_plane_game_to_move(game), at, err), err);
    return status;
}

dm_status dm_plane_game_pass(dm_plane_game *game, dm_error *err)
{
    dm_status status = check_open(game, err);
    game->turn += status == DM_OK;
    return status;
}

dm_status dm_plane_game_undo(dm_plane_game *game, dm_error *err)
{
    if (game->turn == 0 && game->count[0] == 0)
        return dmi_fail(err, DM_BAD_MOVE, "there is no turn to take back");
    if (game->turn == game->turns || game->count[game->turn] == 0)
        game->turn--;
    for (; game->count[game->turn] > 0; game->count[game->turn]--)
        dm_plane_undo(game->plane);
    game->is_full = false;
    return DM_OK;
}

dm_status dm_plane_game_any_place(const dm_plane_game *game, char **x, char **y, dm_error *err)
{
    bool has_room = false;
    dm_status status = check_open(game, err);
    if (status == DM_OK)
        status = dmi_plane_find_room(game, &has_room, x, y, err);
    return status == DM_OK && !has_room ? dmi_fail(err, DM_BAD_MOVE, "no legal place is left")
                                        : status;
}

static void take_text(char **from, char **to)
{
    *to = *from;
    *from = NULL;
}

static dm_status score_gravity(const dm_plane_game *game, dm_run *run, dm_plane_result *out,
                               dm_error *err)
{
    dm_plane_lattice *l = NULL;
    dm_status status = dm_plane_lattice_new(game->plane, game->rules.lattice, run, &l, err);
    if (status != DM_OK)
        return status;
    double cell = l->cell * l->cell;
    int64_t best = -1;
    *out = (dm_plane_result){.sides = game->rules.sides, .winner = -1};
    for (int32_t s = 0; s < out->sides; s++) {
        out->size[s] = (double)l->count[s] * cell;
        take_text(&l->area[s], &out->area[s]);
        if (l->count[s] >= best) {
            out->winner = l->count[s] > best ? s : -1;
            best = l->count[s];
        }
    }
    out->tied_size = (double)l->tied * cell;
    take_text(&l->tied_area, &out->tied);
    take_text(&l->value, &out->value);
    dm_plane_lattice_free(l);
    return DM_OK;
}

dm_status dm_plane_game_score(const dm_plane_game *game, dm_run *run, dm_plane_result *out,
                              dm_error *err)
{
    dm_plane_score *score = NULL;
    if (game->rules.rule == DM_PLANE_GRAVITY)
        return score_gravity(game, run, out, err);
    dm_status status = dm_plane_score_new(game->plane, NULL, run, &score, err);
    if (status != DM_OK)
        return status;
    *out = (dm_plane_result){
        .sides = score->sides, .tied_size = score->tied_size, .winner = score->winner};
    for (int32_t s = 0; s < out->sides; s++) {
        out->size[s] = score->size[s];
        take_text(&score->area[s], &out->area[s]);
    }
    take_text(&score->tied, &out->tied);
    take_text(&score->value, &out->value);
    dm_plane_score_free(score);
    return DM_OK;
}

/* Adds the fraction `other` to the one at `text`. */
static dm_status add_text(char **text, const char *other, double *size, dm_error *err)
{
    mpq_t sum, more;
    mpq_inits(sum, more, NULL);
    dm_status status = dmi_fraction_read(*text, strlen(*text), "an area", sum, err);
    if (status == DM_OK)
        status = dmi_fraction_read(other, strlen(other), "an area", more, err);
    char *made = NULL;
    if (status == DM_OK) {
        mpq_add(sum, sum, more);
        made = dmi_exact_text(sum);
        status = made ? DM_OK : dmi_no_memory(err);
    }
    if (status == DM_OK) {
        dm_free(*text);
        *text = made;
        *size = mpq_get_d(sum);
    }
    mpq_clears(sum, more, NULL);
    return status;
}

dm_status dm_plane_result_add(dm_plane_result *sum, const dm_plane_result *other, bool turned,
                              dm_error *err)
{
    dm_status status = add_text(&sum->tied, other->tied, &sum->tied_size, err);
    for (int s = 0; s < 2 && status == DM_OK; s++)
        status = add_text(&sum->area[s], other->area[turned ? 1 - s : s], &sum->size[s], err);
    if (status != DM_OK)
        return status;
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    status = dmi_fraction_read(sum->area[0], strlen(sum->area[0]), "an area", a, err);
    if (status == DM_OK)
        status = dmi_fraction_read(sum->area[1], strlen(sum->area[1]), "an area", b, err);
    mpq_sub(a, a, b);
    char *value = status == DM_OK ? dmi_exact_text(a) : NULL;
    if (status == DM_OK && !value)
        status = dmi_no_memory(err);
    if (status == DM_OK) {
        dm_free(sum->value);
        sum->value = value;
        sum->winner = mpq_sgn(a) > 0 ? 0 : mpq_sgn(a) < 0 ? 1 : -1;
    }
    mpq_clears(a, b, NULL);
    return status;
}

void dm_plane_result_clear(dm_plane_result *result)
{
    for (int32_t s = 0; s < result->sides; s++)
        dm_free(result->area[s]);
    dm_free(result->tied);
    dm_free(result->value);
    *result = (dm_plane_result){0};
}
