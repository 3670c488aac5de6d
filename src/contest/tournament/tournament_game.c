/* tournament_game.c - one game of a tournament: played, stored as text, and replayed.
 *
 * The moves are stored as words, one per turn: "12" or "3,4", and "-" for a lost turn.
 */
#include "contest/tournament/tournament_plane.h"

#include "base/base.h"
#include <assert.h>
#include <demesne/plane_record.h>
#include <demesne/record.h>
#include <demesne/rng.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDEST = 12,     /* bytes of a vertex with its comma or blank */
    MOST_OUTPUTS = 4 /* faults of a side that are kept with the program's standard error */
};

/* The turns made, freed with free(); NULL without memory. */
static char *moves_text(const dm_position *position)
{
    int32_t count;
    const dm_stone *stone = dm_position_stones(position, &count);
    const dm_rules *rules = dm_position_rules(position);
    int32_t turns = dm_position_turns_made(position);
    char *text = dmi_alloc(((size_t)count + (size_t)turns) * WIDEST + 1, 1), *end = text;
    if (!text)
        return NULL;
    *end = '\0';
    for (int32_t turn = 0; turn < turns; turn++) {
        const char *before = turn ? " " : "";
        if (rules->turns[turn].stones == 0)
            end += sprintf(end, "%s-", before);
        for (int32_t i = 0; i < rules->turns[turn].stones; i++)
            end += sprintf(end, "%s%d", i ? "," : before, (stone++)->vertex);
    }
    return text;
}

/* Reads one word with at most `most` vertices; returns its end, or NULL if it is bad. */
static const char *read_move(const char *word, dm_vertex *move, int32_t most, int32_t *count)
{
    *count = 0;
    if (*word == '-')
        return word + 1;
    for (;;) {
        char *end;
        long vertex = strtol(word, &end, 10);
        if (end == word || *count == most || vertex < 0 || vertex > INT32_MAX)
            return NULL;
        move[(*count)++] = (dm_vertex)vertex;
        if (*end != ',')
            return end;
        word = end + 1;
    }
}

/* Replays `moves` from the start of a game; `room` holds the stones of a turn. */
static dm_status play_back(dm_position *position, const char *moves, dm_vertex *room, dm_error *err)
{
    dm_status status = DM_OK;
    while (*moves && status == DM_OK) {
        int32_t count = 0;
        moves = read_move(moves, room, dm_position_stones_to_place(position), &count);
        if (!moves || (*moves && *moves != ' '))
            return dmi_fail(err, DM_BAD_INPUT, "turn %d is not a list of vertices",
                            dm_position_turns_made(position) + 1);
        status =
            count ? dm_position_make(position, room, count, err) : dm_position_pass(position, err);
        moves += *moves == ' ';
    }
    return status;
}

/* The faults of a game that is being played. */
typedef struct fault_list {
    dm_event_fault *fault;
    size_t count, room;
    int32_t outputs[2]; /* with the program's standard error, by side */
} fault_list;

static void clear_faults(const dm_event_fault *fault, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free((char *)fault[i].detail);
        free((char *)fault[i].error_output);
    }
    free((dm_event_fault *)fault);
}

void dmi_played_game_clear(dmi_played_game *game)
{
    free((char *)game->moves);
    clear_faults(game->fault, (size_t)game->fault_count);
    *game = (dmi_played_game){0};
}

static dm_status keep_fault(void *user, const dm_turn_report *report, dm_error *err)
{
    fault_list *list = user;
    if (!dmi_reserve(&list->fault, &list->room, list->count + 1, sizeof *list->fault))
        return dmi_no_memory(err);
    bool has_output = report->error_output[0] && list->outputs[report->side] < MOST_OUTPUTS;
    dm_event_fault *fault = &list->fault[list->count++];
    *fault = (dm_event_fault){.turn = report->turn,
                              .side = report->side,
                              .kind = dm_fault_name(report->fault),
                              .detail = dmi_strdup(report->why.message),
                              .error_output = dmi_strdup(has_output ? report->error_output : "")};
    list->outputs[report->side] += has_output;
    return fault->detail && fault->error_output ? DM_OK : dmi_no_memory(err);
}

/* Takes the moves and the faults, even on failure. */
static dm_status describe_game(int64_t number, char *moves, const dm_match_result *result,
                               const fault_list *faults, dmi_played_game *out, dm_error *err)
{
    dmi_played_game game = {.number = number,
                            .outcome = result->outcome,
                            .value = result->value,
                            .moves = moves,
                            .fault = faults->fault,
                            .fault_count = (int32_t)faults->count};
    for (int side = 0; side < 2; side++) {
        game.faults[side] = result->faults[side];
        game.seconds[side] = result->seconds[side];
        game.slowest[side] = result->slowest[side];
        game.processor[side] = result->processor_seconds[side];
    }
    if (!game.moves) {
        dmi_played_game_clear(&game);
        return dmi_no_memory(err);
    }
    *out = game;
    return DM_OK;
}

static int32_t player_on(const dmi_tournament_pairing *pairing, int64_t number, dm_side side)
{
    bool is_second = dmi_player_on(number, side) == 1;
    return is_second ? pairing->players.second : pairing->players.first;
}

static const char *name_on(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                           int64_t number, dm_side side)
{
    return dmi_player_name(t, player_on(pairing, number, side));
}

static dm_status new_contestant(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                                int64_t number, dm_side side, const dm_arena *arena,
                                dm_contestant **out, dm_error *err)
{
    const dmi_tournament_player *player = &t->player[player_on(pairing, number, side)];
    /* Every game and side has its own random numbers. */
    uint64_t board = dm_rng_derive(t->boards.seed, (uint64_t)number / 2);
    uint64_t seed = dm_rng_derive(board, 1 + 2 * ((uint64_t)number % 2) + (uint64_t)side);
    if (player->program.command)
        return dm_contestant_of_program(&player->program, out, err);
    if (t->boards.plane)
        return dm_contestant_in_plane(player->key, seed, out, err);
    if (!player->guest.choose)
        return dm_contestant_new(player->key, seed, out, err);
    const dm_guest_game game = {.arena = arena, .board = number / 2, .seed = seed};
    return dm_contestant_of_guest(player->key, &player->guest, &game, out, err);
}

/* The programs of a pairing that run on from one game on a board to the next. */
typedef struct board_programs {
    dm_contestant *of[2]; /* by player of the pairing; NULL: none runs */
} board_programs;

/* Lets programs without faults run on, and frees the others.  `result` NULL: the game failed. */
static void leave_contestants(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                              int64_t number, const dm_match_result *result,
                              board_programs *programs, dm_contestant *contestants[2])
{
    for (int side = 0; side < 2; side++) {
        const dmi_tournament_player *player = &t->player[player_on(pairing, number, (dm_side)side)];
        if (result && result->faults[side] == 0 && dmi_player_is_program(player))
            programs->of[dmi_player_on(number, (dm_side)side)] = contestants[side];
        else
            dm_contestant_free(contestants[side]);
    }
}

/* Adds the game to a failure's message. */
static dm_status in_game(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                         int64_t number, dm_status status, dm_error *err)
{
    if (status == DM_OK || status == DM_STOPPED || !err)
        return status;
    char why[sizeof err->message];
    memcpy(why, err->message, sizeof why);
    return dmi_fail(err, status, "%.60s - %.60s, game %" PRId64 ": %s",
                    dmi_player_name(t, pairing->players.first),
                    dmi_player_name(t, pairing->players.second), number + 1, why);
}

/* Plays game `number` on `arena` (NULL: in the plane); `*game` is cleared with
 * dmi_played_game_clear().  Uses `programs`, and leaves those there that committed no fault. */
static dm_status play_game(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                           int64_t number, const dm_arena *arena, board_programs *programs,
                           dm_run *run, dmi_played_game *game, dm_error *err)
{
    dm_position *position = NULL;
    dm_contestant *contestants[2] = {NULL, NULL};
    dm_match_result result = {0};
    fault_list faults = {0};
    dm_match_settings settings = t->match;
    settings.on_fault = keep_fault;
    settings.on_fault_user = &faults;
    settings.sandbox.hidden = dmi_store_path(t->store);
    char *moves = NULL;
    dm_status status = arena ? dm_position_new(arena, &t->rules, &position, err) : DM_OK;
    if (status == DM_OK) {
        /* The contestants of a game: programs that run, and new ones. */
        for (int side = 0; side < 2 && status == DM_OK; side++) {
            dm_contestant **running = &programs->of[dmi_player_on(number, (dm_side)side)];
            contestants[side] = *running;
            *running = NULL;
            if (!contestants[side])
                status = new_contestant(t, pairing, number, (dm_side)side, arena,
                                        &contestants[side], err);
        }
    }
    if (status == DM_OK && !arena)
        status = dmi_tournament_plane_play(t, contestants, &settings, run, &result, &moves, err);
    else if (status == DM_OK) {
        status = dm_match_play(position, contestants, &settings, run, &result, err);
        moves = status == DM_OK ? moves_text(position) : NULL;
    }
    status = dmi_as_stopped(status, err);
    if (status == DM_OK)
        status = describe_game(number, moves, &result, &faults, game, err);
    else
        clear_faults(faults.fault, faults.count);
    leave_contestants(t, pairing, number, status == DM_OK ? &result : NULL, programs, contestants);
    dm_position_free(position);
    return in_game(t, pairing, number, status, err);
}

/* A program that could not start in a game, and cannot now, lost no turn: the machine lacks it. */
static dm_status check_start_faults(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                                    const dmi_played_game *game, dm_error *err)
{
    const char *start = dm_fault_name(DM_FAULT_START);
    dm_status status = DM_OK;
    for (int32_t i = 0; i < game->fault_count && status == DM_OK; i++)
        if (strcmp(game->fault[i].kind, start) == 0) {
            int32_t player = player_on(pairing, game->number, game->fault[i].side);
            status = dmi_player_check_start(&t->player[player], &t->match, err);
        }
    return status;
}

dm_status dmi_board_play(const dm_tournament *t, const dmi_tournament_pairing *pairing, int64_t b,
                         const dmi_board_player *player, dm_run *run, dm_error *err)
{
    assert(b >= 0);
    dmi_played_game played[2];
    int count = 0;
    board_programs programs = {{NULL, NULL}};
    bool belong_together = dmi_pairing_has_program(t, pairing);
    dm_arena *arena = NULL;
    dm_status status = dmi_tournament_boards_take(&t->boards, b, &arena, err);
    if (status != DM_OK)
        return status;
    for (int64_t number = 2 * b; number < 2 * b + 2 && status == DM_OK; number++) {
        if (!player->is_wanted(player->user, number, played, count))
            continue;
        status = play_game(t, pairing, number, arena, &programs, run, &played[count], err);
        count += status == DM_OK;
        if (status == DM_OK) {
            status = check_start_faults(t, pairing, &played[count - 1], err);
            if (status != DM_OK && player->is_unfit)
                *player->is_unfit = true;
        }
        if (status == DM_OK && !belong_together) {
            status = player->keep(player->user, played, count, err);
            count = 0;
        }
    }
    for (int i = 0; i < 2; i++)
        dm_contestant_free(programs.of[i]);
    if (status == DM_OK && count > 0)
        status = player->keep(player->user, played, count, err);
    else
        while (count > 0)
            dmi_played_game_clear(&played[--count]);
    dmi_tournament_boards_give_back(&t->boards, arena);
    return status;
}

typedef struct game_reader {
    const dm_tournament *t;
    int32_t pairing;
    dm_tournament_game_fn *each;
    void *user;
} game_reader;

static dm_status read_game(void *user, const dmi_played_game *played, dm_error *err)
{
    const game_reader *r = user;
    if (!dmi_pairing_board(&r->t->pairing[r->pairing], played->number / 2))
        return DM_OK;
    const dm_pairing *pairing = &r->t->pairing[r->pairing].players;
    const int32_t players[2] = {pairing->first, pairing->second};
    const dm_tournament_game game = {
        .pairing = r->pairing,
        .number = played->number,
        .player = {players[dmi_player_on(played->number, DM_WHITE)],
                   players[dmi_player_on(played->number, DM_BLACK)]},
        .board_seed = dm_tournament_board_seed(r->t->boards.seed, played->number / 2),
        .outcome = played->outcome,
        .value = played->value,
        .faults = {played->faults[0], played->faults[1]},
        .seconds = {played->seconds[0], played->seconds[1]},
        .processor_seconds = {played->processor[0], played->processor[1]},
        .moves = played->moves};
    return r->each(r->user, &game, err);
}

dm_status dm_tournament_each_game(dm_tournament *t, int32_t pairing, dm_tournament_game_fn *each,
                                  void *user, dm_error *err)
{
    const dmi_tournament_pairing *chosen = &t->pairing[pairing];
    game_reader r = {t, pairing, each, user};
    return dmi_played_game_each(t->store, chosen->id, dmi_pairing_limit(chosen), read_game, &r,
                                err);
}

typedef struct fault_reader {
    const dmi_tournament_pairing *pairing;
    dm_event_fault_fn *each;
    void *user;
} fault_reader;

static dm_status read_fault(void *user, const dm_event_fault *fault, dm_error *err)
{
    const fault_reader *r = user;
    if (!dmi_pairing_board(r->pairing, fault->number / 2))
        return DM_OK;
    return r->each(r->user, fault, err);
}

dm_status dm_tournament_each_fault(dm_tournament *t, int32_t pairing, dm_event_fault_fn *each,
                                   void *user, dm_error *err)
{
    fault_reader r = {&t->pairing[pairing], each, user};
    return dmi_faults_each(t->store, r.pairing->id, 0, dmi_pairing_limit(r.pairing) - 1, read_fault,
                           &r, err);
}

typedef struct record_writer {
    const dm_tournament *t;
    const dmi_tournament_pairing *pairing;
    const char *path;
} record_writer;

static dm_status record_plane_game(const record_writer *r, const dmi_played_game *game,
                                   dm_error *err)
{
    dm_plane_game *plane = NULL;
    dm_status status = dmi_tournament_plane_game(r->t, &plane, err);
    if (status == DM_OK)
        status = dmi_tournament_plane_replay(plane, game->moves, err);
    if (status == DM_OK)
        status = dm_plane_record_write(
            plane, r->t->boards.seed, name_on(r->t, r->pairing, game->number, DM_WHITE),
            name_on(r->t, r->pairing, game->number, DM_BLACK), r->path, err);
    dm_plane_game_free(plane);
    return in_game(r->t, r->pairing, game->number, status, err);
}

static dm_status record_game(void *user, const dmi_played_game *game, dm_error *err)
{
    const record_writer *r = user;
    const dm_tournament *t = r->t;
    if (t->boards.plane)
        return record_plane_game(r, game, err);
    dm_arena *arena = NULL;
    dm_position *position = NULL;
    dm_vertex *room = dmi_alloc((size_t)t->rules.per_turn, sizeof *room);
    dm_status status = room ? dmi_tournament_boards_take(&t->boards, game->number / 2, &arena, err)
                            : dmi_no_memory(err);
    if (status == DM_OK)
        status = dm_position_new(arena, &t->rules, &position, err);
    if (status == DM_OK)
        status = play_back(position, game->moves, room, err);
    if (status == DM_OK) {
        uint64_t seed = r->t->boards.is_random
                            ? dm_tournament_board_seed(r->t->boards.seed, game->number / 2)
                            : r->t->boards.seed;
        status = dm_record_write(position, r->t->boards.arena, seed,
                                 name_on(r->t, r->pairing, game->number, DM_WHITE),
                                 name_on(r->t, r->pairing, game->number, DM_BLACK), r->path, err);
    }
    dm_position_free(position);
    if (arena)
        dmi_tournament_boards_give_back(&t->boards, arena);
    free(room);
    return in_game(t, r->pairing, game->number, status, err);
}

dm_status dm_tournament_write_record(dm_tournament *t, int32_t pairing, int64_t number,
                                     const char *path, dm_error *err)
{
    if (pairing < 0 || pairing >= t->pairing_count)
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no pairing %d; there are %d", pairing + 1,
                        t->pairing_count);
    record_writer r = {.t = t, .pairing = &t->pairing[pairing], .path = path};
    dm_status status = dmi_played_game_one(t->store, r.pairing->id, number, record_game, &r, err);
    if (status == DM_END)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%s - %s has no game %" PRId64 " yet",
                        dmi_player_name(t, r.pairing->players.first),
                        dmi_player_name(t, r.pairing->players.second), number + 1);
    return status;
}
