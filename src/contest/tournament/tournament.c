/* tournament.c - opens a tournament: checks its plan, reads its games, counts its scores.
 *
 * Everything that decides a game besides its two players is written as a text, the event, and the
 * games are stored under it.  Two plans with the same event share their games, whatever their
 * players and numbers of games.
 */
#include "contest/tournament/tournament_plane.h"

#include "base/base.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static dm_status check_pairing(const dm_tournament_plan *plan, int32_t index, dm_error *err)
{
    const dm_pairing *pairing = &plan->pairings[index];
    if (pairing->first < 0 || pairing->first >= plan->player_count || pairing->second < 0 ||
        pairing->second >= plan->player_count)
        return dmi_fail(err, DM_BAD_ARGUMENT, "pairing %d names players %d and %d of %d", index + 1,
                        pairing->first, pairing->second, plan->player_count);
    if (pairing->first == pairing->second)
        return dmi_fail(err, DM_BAD_ARGUMENT, "pairing %d pairs %s with itself", index + 1,
                        plan->players[pairing->first]);
    for (int32_t i = 0; i < index; i++) {
        const dm_pairing *other = &plan->pairings[i];
        if ((other->first == pairing->first && other->second == pairing->second) ||
            (other->first == pairing->second && other->second == pairing->first))
            return dmi_fail(err, DM_BAD_ARGUMENT, "%s and %s are paired twice",
                            plan->players[pairing->first], plan->players[pairing->second]);
    }
    return DM_OK;
}

/* Fields that belong to one system only. */
static dm_status check_system(const dm_tournament_plan *plan, dm_error *err)
{
    if (plan->system != DM_ROUND_ROBIN && plan->pairings)
        return dmi_fail(err, DM_BAD_ARGUMENT, "a %s tournament makes its own pairings",
                        dm_pairing_system_name(plan->system));
    if (plan->sequential && (plan->system != DM_ROUND_ROBIN || plan->until != DM_GOAL_NONE))
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "sequential pairings are for a round robin without a goal");
    if (plan->only_new && plan->system != DM_ROUND_ROBIN)
        return dmi_fail(err, DM_BAD_ARGUMENT, "only a round robin can play new players only");
    if (plan->first_white &&
        (plan->system != DM_ROUND_ROBIN || plan->sequential || plan->until != DM_GOAL_NONE))
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "White stays with the first player only in a round robin without a goal");
    if (plan->disqualify < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "a player cannot be disqualified after %" PRId64 " games",
                        plan->disqualify);
    if (plan->swiss_rounds < 0 || (plan->swiss_rounds > 0 && plan->system != DM_SWISS))
        return dmi_fail(err, DM_BAD_ARGUMENT, "only a swiss tournament has rounds of pairings");
    if (plan->max_games < 0 || (plan->max_games > 0 && plan->system != DM_ADAPTIVE))
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "only an adaptive tournament has a number of games in all");
    if (!(plan->confidence == 0 || (plan->confidence >= 0.5 && plan->confidence < 1)))
        return dmi_fail(err, DM_BAD_ARGUMENT, "a confidence of %g; expected 0.5 to 1, less than 1",
                        plan->confidence);
    return DM_OK;
}

static dm_status check_counts(const dm_tournament_plan *plan, dm_error *err)
{
    if (plan->games < 2 || plan->games % 2)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "%" PRId64
                        " games per pairing; expected an even number, since every board is played "
                        "twice with colours swapped",
                        plan->games);
    if (plan->player_count < 2 || plan->player_count > DM_MOST_RATED)
        return dmi_fail(err, DM_BAD_ARGUMENT, "expected 2 to %d players, not %d", DM_MOST_RATED,
                        plan->player_count);
    if (plan->pairings && plan->pairing_count < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the list of pairings is empty");
    if (plan->boards && plan->board_count < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the list of boards is empty");
    if (strlen(plan->arena) > DMI_MOST_ARENA_NAME)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the name of the arena has more than %d bytes",
                        DMI_MOST_ARENA_NAME);
    return DM_OK;
}

/* A pairing whose stored games are read. */
typedef struct loading {
    const dm_tournament *t;
    dmi_tournament_pairing *pairing;
    bool was_there; /* before the tournament was opened */
} loading;

static dm_status load_game(void *user, const dmi_played_game *game, dm_error *err)
{
    const loading *l = user;
    if (game->number < 0 || game->outcome < -1 || game->outcome > 1 || game->faults[0] < 0 ||
        game->faults[1] < 0)
        return dmi_fail_at(err, DM_BAD_INPUT, dmi_store_path(l->t->store), 0,
                           "game %" PRId64 " of pairing %" PRId64 " has no possible result",
                           game->number, l->pairing->id);
    dmi_pairing_note(l->t, l->pairing, game, l->was_there);
    return DM_OK;
}

/* Boards of an event that are not stored. */
typedef struct missing_boards {
    const dm_tournament *t;
    int64_t event, first, end;
} missing_boards;

/* Stores them as JSON. */
static dm_status write_boards(void *user, dmi_store *store, dm_error *err)
{
    const missing_boards *m = user;
    dm_status status = DM_OK;
    for (int64_t i = m->first; i < m->end && status == DM_OK; i++) {
        char *text = NULL;
        status = dmi_board_text(m->t->boards.board[i], &text, err);
        if (status == DM_OK)
            status = dmi_arena_put(store, m->event, i, text, err);
        free(text);
    }
    return status;
}

/* How many boards the tournament may need. */
static int64_t most_boards(const dm_tournament *t)
{
    return t->system == DM_SWISS      ? t->swiss_rounds * (t->games / 2)
           : t->system == DM_ADAPTIVE ? t->max_games / 2
                                      : t->games / 2;
}

/* Stores the boards that may be played if their name does not define them: all boards of a file,
 * and the first of a random family, for its values.  They are stored in order. */
static dm_status store_boards(const dm_tournament *t, int64_t event, dm_error *err)
{
    const dmi_tournament_boards *boards = &t->boards;
    int64_t most = most_boards(t);
    missing_boards m = {t, event, 0, boards->count < most ? boards->count : most};
    if (boards->is_named)
        return DM_OK;
    dm_status status = dmi_arena_count(t->store, event, &m.first, err);
    if (status != DM_OK || m.first >= m.end)
        return status;
    return dmi_store_transact(t->store, write_boards, &m, err);
}

/* Reads the games of every pairing of the current step. */
static dm_status load_step(const dm_tournament *t, dmi_played_game_fn *load, bool was_there,
                           dm_error *err)
{
    const dmi_tournament_step *step = &t->step;
    int64_t first =
        step->first_board ? 2 * step->first_board : INT64_MIN; /* also impossible ones */
    dm_status status = DM_OK;
    for (size_t i = 0; i < step->count && status == DM_OK; i++) {
        loading l = {t, &t->pairing[step->pairing[i]], was_there};
        status = dmi_played_game_page(t->store, l.pairing->id, first, 2 * step->board_count, load,
                                      &l, err);
        if (status == DM_OK)
            status = dmi_pairing_settle(t, l.pairing, err);
    }
    return status;
}

dm_status dmi_step_load(dm_tournament *t, dm_error *err)
{
    dm_status status = DM_OK;
    for (size_t i = 0; i < t->step.count && status == DM_OK; i++) {
        dmi_tournament_pairing *pairing = &t->pairing[t->step.pairing[i]];
        if (pairing->id == 0)
            status = dmi_pairing_id(t->store, t->event, t->player[pairing->players.first].key,
                                    t->player[pairing->players.second].key, &pairing->id, err);
        pairing->is_closed = dmi_players_are_closed(t, pairing->players);
    }
    return status == DM_OK ? load_step(t, load_game, true, err) : status;
}

static dm_status load_new_game(void *user, const dmi_played_game *game, dm_error *err)
{
    const loading *l = user;
    const dmi_board_results *games =
        game->number >= 0 ? dmi_pairing_board(l->pairing, game->number / 2) : NULL;
    if (games && games->game[game->number % 2].is_known)
        return DM_OK;
    dm_status status = load_game(user, game, err);
    l->pairing->played += games && status == DM_OK;
    return status;
}

dm_status dmi_tournament_reload(dm_tournament *t, dm_error *err)
{
    return load_step(t, load_new_game, false, err);
}

/* Opens the database last: nothing is written for a plan that cannot be played. */
static dm_status fill_tournament(dm_tournament *t, const char *path, const dm_tournament_plan *plan,
                                 dm_error *err)
{
    t->match = plan->match;
    t->games = plan->games;
    t->is_sequential = plan->sequential;
    t->pins_threads = plan->pin;
    t->until = plan->until;
    dm_status status = dmi_tournament_boards_init(plan, &t->boards, err);
    if (status == DM_OK) {
        /* The stones must fit on every board that is known before the start. */
        for (int64_t i = 0; !t->boards.plane && i < t->boards.count && status == DM_OK; i++)
            status = dm_rounds_fit(plan->rounds, plan->per_turn, t->boards.board[i], err);
    }
    if (status == DM_OK)
        status = dm_rules_init(plan->rounds, plan->per_turn, plan->ties, &t->rules, err);
    if (status == DM_OK && t->boards.plane) { /* the game's rules make sense */
        dm_plane_game *game = NULL;
        status = dmi_tournament_plane_game(t, &game, err);
        dm_plane_game_free(game);
    }
    if (status == DM_OK)
        status = dmi_players_init(t, plan, err);
    if (status == DM_OK)
        status = dmi_system_init(t, plan, err);
    if (status == DM_OK)
        status = dmi_store_open(path ? path : ":memory:", true, &t->store, err);
    if (status == DM_OK && t->first_white && dmi_store_is_shared(t->store))
        status = dmi_fail(err, DM_BAD_ARGUMENT,
                          "White cannot stay with the first player on PostgreSQL, whose workers "
                          "play both games on a board");
    if (status == DM_OK) {
        /* The event of these settings, with its name and its boards. */
        const dmi_tournament_boards *boards = &t->boards;
        const dmi_event_settings settings = {
            .family = boards->is_random || boards->plane ? boards->arena : NULL,
            .boards = boards->count,
            .fingerprint = boards->fingerprint,
            .seed = boards->seed,
            .rounds = t->rules.rounds,
            .per_turn = t->rules.per_turn,
            .ties = t->rules.ties,
            .match = t->match};
        char event[DMI_EVENT_SIZE];
        dmi_event_settings_write(&settings, event);
        status = dmi_event_id(t->store, event, &t->event, err);
        if (status == DM_OK)
            status = dmi_event_name(t->store, t->event, t->boards.arena, err);
        if (status == DM_OK)
            status = store_boards(t, t->event, err);
    }
    if (status == DM_OK)
        status = dmi_players_enter(t, err);
    if (status == DM_OK)
        status = dmi_tournament_advance(t, err);
    return status;
}

dm_status dm_tournament_open(const char *path, const dm_tournament_plan *plan, dm_tournament **out,
                             dm_error *err)
{
    dm_status status = check_counts(plan, err);
    if (status == DM_OK)
        status = check_system(plan, err);
    if (status == DM_OK)
        status = dmi_players_check(plan, err);
    for (int32_t i = 0; plan->pairings && i < plan->pairing_count && status == DM_OK; i++)
        status = check_pairing(plan, i, err);
    if (status != DM_OK)
        return status;
    dm_tournament *t = dmi_calloc(1, sizeof *t);
    if (!t)
        return dmi_no_memory(err);
    status = fill_tournament(t, path, plan, err);
    if (status == DM_OK)
        *out = t;
    else
        dm_tournament_close(t);
    return status;
}

void dm_tournament_close(dm_tournament *t)
{
    if (!t)
        return;
    dmi_store_close(t->store);
    for (int32_t i = 0; i < t->pairing_count; i++)
        free(t->pairing[i].boards);
    free(t->pairing);
    free(t->pairing_of);
    free(t->step.pairing);
    free(t->byes);
    dmi_players_clear(t);
    dm_rules_clear(&t->rules);
    dmi_tournament_boards_clear(&t->boards);
    free(t);
}

dmi_board_results *dmi_pairing_board(const dmi_tournament_pairing *pairing, int64_t b)
{
    size_t low = 0, high = pairing->board_count;
    if (b >= 0 && (uint64_t)b < high && pairing->boards[b].board == b)
        return &pairing->boards[b]; /* no board before it was left out */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pairing->boards[middle].board < b)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < pairing->board_count && pairing->boards[low].board == b;
    return found ? &pairing->boards[low] : NULL;
}

double dmi_board_score(const dmi_board_results *games)
{
    return 1 + (games->game[0].outcome - games->game[1].outcome) / 2.0;
}

static void examine_boards(dmi_tournament_pairing *pairing)
{
    while (pairing->verdict == 0 && (size_t)pairing->examined < pairing->board_count) {
        const dmi_board_results *games = &pairing->boards[pairing->examined];
        if (!games->game[0].is_known || !games->game[1].is_known)
            return;
        dm_evidence_add(&pairing->evidence, dmi_board_score(games));
        pairing->examined++;
        pairing->verdict = dm_evidence_verdict(&pairing->evidence);
    }
}

void dmi_pairing_note(const dm_tournament *t, dmi_tournament_pairing *pairing,
                      const dmi_played_game *game, bool was_there)
{
    dmi_board_results *games = dmi_pairing_board(pairing, game->number / 2);
    if (!games)
        return;
    dmi_result *result = &games->game[game->number % 2];
    *result = (dmi_result){.is_known = true, .outcome = (int8_t)game->outcome};
    for (int side = 0; side < 2; side++) {
        result->faults[side] = game->faults[side];
        result->seconds[side] = game->seconds[side];
        result->slowest[side] = game->slowest[side];
        result->processor[side] = game->processor[side];
    }
    dmi_players_note(t, pairing, game, was_there);
    if (t->is_sequential)
        examine_boards(pairing);
}

dm_status dmi_pairing_settle(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                             dm_error *err)
{
    return dmi_verdict_put(t->store, pairing->id, dmi_pairing_limit(pairing), pairing->verdict,
                           err);
}

static void count_game(dm_pairing_score *score, int64_t number, const dmi_result *result)
{
    int white = dmi_player_on(number, DM_WHITE);
    score->games++;
    score->white_games[white]++;
    score->ties += result->outcome == 0;
    score->white_ties[white] += result->outcome == 0;
    score->wins[white] += result->outcome > 0;
    score->white_wins[white] += result->outcome > 0;
    score->wins[1 - white] += result->outcome < 0;
    for (int side = 0; side < 2; side++) {
        int player = dmi_player_on(number, (dm_side)side);
        score->faults[player] += result->faults[side];
        score->seconds[player] += result->seconds[side];
        score->processor_seconds[player] += result->processor[side];
        if (result->slowest[side] > score->slowest[player])
            score->slowest[player] = result->slowest[side];
    }
}

dm_pairing_score dm_tournament_score(const dm_tournament *t, int32_t index)
{
    const dmi_tournament_pairing *pairing = &t->pairing[index];
    dm_pairing_score score = {.pairing = pairing->players,
                              .verdict = pairing->verdict,
                              .games_played_now = pairing->played};
    int64_t limit = dmi_pairing_limit(pairing);
    for (size_t i = 0; i < pairing->board_count; i++)
        for (int64_t colour = 0; colour < 2 - t->first_white; colour++) {
            int64_t number = 2 * pairing->boards[i].board + colour;
            if (number < limit && pairing->boards[i].game[colour].is_known)
                count_game(&score, number, &pairing->boards[i].game[colour]);
        }
    return score;
}

dm_status dmi_tournament_encounters(const dm_tournament *t, dm_encounter **out, dm_error *err)
{
    dm_encounter *encounters = dmi_alloc((size_t)t->pairing_count, sizeof *encounters);
    if (!encounters)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < t->pairing_count; i++) {
        dm_pairing_score score = dm_tournament_score(t, i);
        encounters[i] = (dm_encounter){score.pairing.first, score.pairing.second, score.wins[0],
                                       score.wins[1], score.ties};
    }
    *out = encounters;
    return DM_OK;
}

dm_status dm_tournament_ratings(const dm_tournament *t, dm_rating *out, dm_error *err)
{
    dm_encounter *encounters = NULL;
    dm_status status = dmi_tournament_encounters(t, &encounters, err);
    if (status == DM_OK)
        status = dm_ratings(encounters, t->pairing_count, t->player_count, out, err);
    free(encounters);
    return status;
}

dm_tournament_state dm_tournament_where(const dm_tournament *t)
{
    return (dm_tournament_state){.steps = t->is_over ? t->step.number : t->step.number - 1,
                                 .is_over = t->is_over,
                                 .is_known = t->is_known};
}

int32_t dm_tournament_pairing_count(const dm_tournament *t)
{
    return t->pairing_count;
}

int32_t dm_tournament_player_count(const dm_tournament *t)
{
    return t->player_count;
}

int64_t dm_tournament_event(const dm_tournament *t)
{
    return t->event;
}

const dm_arena *dm_tournament_first_board(const dm_tournament *t)
{
    return t->boards.plane ? NULL : t->boards.board[0];
}

bool dm_tournament_is_repetitive(const dm_tournament *t)
{
    return !t->boards.is_random && !t->boards.plane && t->boards.count < most_boards(t);
}
