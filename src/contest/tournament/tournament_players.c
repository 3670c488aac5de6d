/* tournament_players.c - the players of a tournament: who they are, and who is out.
 *
 * A player is known by its key.  For a program with a name the key contains its version, so a
 * changed program is another player, and the games of the old one stay.  A player with too many
 * games with faults is disqualified: its other games are not played, and those that it has played
 * count.  In a round robin all its games of the event matter.  In other systems only those of this
 * plan do, so that a tournament that is opened again has the same meetings as before.
 */
#include "base/base.h"
#include "contest/match/contestant.h"
#include "contest/tournament/tournament_plane.h"
#include "store/tournament_games.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *plan_name(const dm_tournament_plan *plan, int32_t index)
{
    bool has_name = plan->programs && plan->programs[index].command;
    return has_name ? plan->programs[index].name : plan->players[index];
}

/* A guest or a program with a name may not be called as a player of this library. */
static dm_status check_name(const char *name, bool in_plane, dm_error *err)
{
    dm_contestant *contestant = NULL;
    dm_error unknown = {0};
    dm_status status = in_plane ? dm_contestant_in_plane(name, 1, &contestant, &unknown)
                                : dm_contestant_new(name, 1, &contestant, &unknown);
    dm_contestant_free(contestant);
    if (status == DM_NO_MEMORY)
        return dmi_no_memory(err);
    if (status == DM_OK)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%s names a player already; expected another name",
                        name);
    return DM_OK;
}

dm_status dmi_players_check(const dm_tournament_plan *plan, dm_error *err)
{
    dm_status status = DM_OK;
    bool in_plane = !plan->boards && dmi_tournament_is_plane(plan->arena);
    for (int32_t i = 0; i < plan->player_count && status == DM_OK; i++) {
        dm_contestant *contestant = NULL;
        const char *name = plan_name(plan, i);
        bool is_guest = plan->guests && plan->guests[i].choose;
        bool is_program = plan->programs && plan->programs[i].command;
        for (int32_t k = 0; k < i; k++)
            if (strcmp(plan_name(plan, k), name) == 0)
                return dmi_fail(err, DM_BAD_ARGUMENT, "player %s is named twice", name);
        if (is_guest && in_plane)
            return dmi_fail(err, DM_UNSUPPORTED, "guests do not play in the plane");
        if (is_guest || is_program) {
            status = check_name(name, in_plane, err);
            continue;
        }
        status = in_plane ? dm_contestant_in_plane(name, 1, &contestant, err)
                          : dm_contestant_new(name, 1, &contestant, err);
        dm_contestant_free(contestant);
    }
    return status;
}

dm_status dmi_program_copy(const dm_program *from, dm_program *to, dm_error *err)
{
    *to = (dm_program){dmi_strdup(from->key), dmi_strdup(from->name), dmi_strdup(from->version),
                       dmi_strdup(from->command), dmi_strdup(from->folder)};
    bool is_whole = to->key && to->name && to->version && to->command && to->folder;
    return is_whole ? DM_OK : dmi_no_memory(err);
}

void dmi_player_clear(dmi_tournament_player *player)
{
    const dm_program *program = &player->program;
    free(player->key);
    free((char *)program->key);
    free((char *)program->name);
    free((char *)program->version);
    free((char *)program->command);
    free((char *)program->folder);
}

dm_status dmi_players_init(dm_tournament *t, const dm_tournament_plan *plan, dm_error *err)
{
    t->disqualify = plan->disqualify;
    t->only_new = plan->only_new;
    t->first_white = plan->first_white;
    t->has_guests = plan->guests != NULL;
    t->player = dmi_calloc((size_t)plan->player_count, sizeof *t->player);
    if (!t->player)
        return dmi_no_memory(err);
    t->player_count = plan->player_count;
    dm_status status = DM_OK;
    for (int32_t i = 0; i < plan->player_count && status == DM_OK; i++) {
        dmi_tournament_player *out = &t->player[i];
        out->key = dmi_strdup(plan->players[i]);
        if (!out->key)
            return dmi_no_memory(err);
        if (plan->guests)
            out->guest = plan->guests[i];
        if (!plan->programs || !plan->programs[i].command)
            continue;
        status = dmi_program_copy(&plan->programs[i], &out->program, err);
    }
    return status;
}

void dmi_players_clear(dm_tournament *t)
{
    for (int32_t i = 0; i < t->player_count; i++)
        dmi_player_clear(&t->player[i]);
    free(t->player);
}

dm_status dmi_players_enter(dm_tournament *t, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t i = 0; i < t->player_count && status == DM_OK; i++) {
        dmi_tournament_player *player = &t->player[i];
        const dm_program *program = &player->program;
        bool is_complete = false;
        int64_t faults = 0;
        if (program->command)
            status = dmi_player_put(t->store,
                                    &(dm_event_player){.key = player->key,
                                                       .name = program->name,
                                                       .version = program->version,
                                                       .command = program->command,
                                                       .folder = program->folder},
                                    err);
        if (status == DM_OK)
            status = dmi_entrant_is_complete(t->store, t->event, player->key, &is_complete, err);
        player->is_new = !is_complete;
        if (status == DM_OK && t->disqualify > 0 && t->system == DM_ROUND_ROBIN)
            status = dmi_faulty_games(t->store, t->event, player->key, &player->faulty_elsewhere,
                                      &faults, err);
        player->is_out = t->disqualify > 0 && player->faulty_elsewhere >= t->disqualify;
    }
    return status;
}

static dm_status put_entrants(void *user, dmi_store *store, dm_error *err)
{
    const dm_tournament *t = user;
    dm_status status = DM_OK;
    for (int32_t i = 0; i < t->player_count && status == DM_OK; i++)
        if (t->player[i].is_new && !t->player[i].is_out)
            status = dmi_entrant_put(store, t->event, t->player[i].key, true, err);
    return status;
}

dm_status dmi_players_settle(dm_tournament *t, dm_error *err)
{
    return dmi_store_transact(t->store, put_entrants, t, err);
}

bool dmi_players_are_closed(const dm_tournament *t, dm_pairing players)
{
    const dmi_tournament_player *first = &t->player[players.first],
                                *second = &t->player[players.second];
    return first->is_out || second->is_out || (t->only_new && !first->is_new && !second->is_new);
}

void dmi_players_note(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                      const dmi_played_game *game, bool was_there)
{
    const int32_t players[2] = {pairing->players.first, pairing->players.second};
    for (int side = 0; side < 2; side++) {
        dmi_tournament_player *player =
            &t->player[players[dmi_player_on(game->number, (dm_side)side)]];
        player->faults += game->faults[side];
        if (game->faults[side] == 0)
            continue;
        player->faulty_games++;
        player->faulty_elsewhere -= was_there && player->faulty_elsewhere > 0;
        if (t->disqualify > 0 && !player->is_out &&
            player->faulty_games + player->faulty_elsewhere >= t->disqualify) {
            player->is_out = true;
            for (int32_t i = 0; i < t->pairing_count; i++)
                t->pairing[i].is_closed |= dmi_players_are_closed(t, t->pairing[i].players);
        }
    }
}

bool dmi_players_would_be_out(const dm_tournament *t, const dmi_tournament_pairing *pairing,
                              const dmi_played_game *game)
{
    const int32_t players[2] = {pairing->players.first, pairing->players.second};
    for (int side = 0; side < 2 && t->disqualify > 0; side++) {
        const dmi_tournament_player *player =
            &t->player[players[dmi_player_on(game->number, (dm_side)side)]];
        if (game->faults[side] > 0 &&
            player->faulty_games + player->faulty_elsewhere + 1 >= t->disqualify)
            return true;
    }
    return false;
}

bool dmi_player_is_program(const dmi_tournament_player *player)
{
    return !player->guest.choose && (player->program.command || dm_spec_is_program(player->key));
}

bool dmi_pairing_has_program(const dm_tournament *t, const dmi_tournament_pairing *pairing)
{
    return dmi_player_is_program(&t->player[pairing->players.first]) ||
           dmi_player_is_program(&t->player[pairing->players.second]);
}

const char *dmi_player_name(const dm_tournament *t, int32_t player)
{
    const dm_program *program = &t->player[player].program;
    return program->name ? program->name : t->player[player].key;
}

const char *dm_tournament_player(const dm_tournament *t, int32_t index)
{
    return t->player[index].key;
}

dm_tournament_player_info dm_tournament_player_about(const dm_tournament *t, int32_t index)
{
    const dmi_tournament_player *player = &t->player[index];
    const char *version = player->program.version;
    return (dm_tournament_player_info){.name = dmi_player_name(t, index),
                                       .version = version ? version : "",
                                       .faults = player->faults,
                                       .faulty_games = player->faulty_games,
                                       .is_disqualified = player->is_out};
}

/* Whether the player has games in the current step. */
static bool will_play(const dm_tournament *t, int32_t player)
{
    const dmi_tournament_step *step = &t->step;
    for (size_t i = 0; i < step->count; i++) {
        const dmi_tournament_pairing *pairing = &t->pairing[step->pairing[i]];
        if (pairing->players.first != player && pairing->players.second != player)
            continue;
        for (int64_t b = 0; b < step->board_count; b++)
            if (dmi_pairing_has_work(pairing, step->first_board + b))
                return true;
    }
    return false;
}

dm_status dmi_player_check_start(const dmi_tournament_player *player,
                                 const dm_match_settings *match, dm_error *err)
{
    dm_contestant *contestant = NULL;
    dm_status status = player->program.command
                           ? dm_contestant_of_program(&player->program, &contestant, err)
                           : dm_contestant_new(player->key, 1, &contestant, err);
    if (status == DM_OK)
        status = dm_contestant_check_start(contestant, NULL, match, NULL, err);
    dm_contestant_free(contestant);
    if (status == DM_BAD_INPUT && player->program.name && err &&
        !dm_spec_is_program(player->program.name)) {
        char why[sizeof err->message];
        memcpy(why, err->message, sizeof why);
        dmi_fail(err, status, "%s: %s", player->program.name, why);
    }
    return status;
}

dm_status dmi_players_check_start(const dm_tournament *t, dm_run *run, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t i = 0; i < t->player_count && status == DM_OK && dmi_run_go_on(run, 0); i++)
        if (dmi_player_is_program(&t->player[i]) && will_play(t, i))
            status = dmi_player_check_start(&t->player[i], &t->match, err);
    return status;
}

dm_status dmi_players_place(const dm_tournament *t, dm_error *err)
{
    char folder[PATH_MAX];
    dmi_program_place place;
    dm_status status = DM_OK;
    if (!getcwd(folder, sizeof folder))
        return dmi_fail(err, DM_IO, "the current folder has no path: %s", strerror(errno));
    for (int32_t i = 0; i < t->player_count && status == DM_OK; i++) {
        const dmi_tournament_player *player = &t->player[i];
        if (!dmi_player_is_program(player) || player->program.command)
            continue;
        status = dmi_program_place_of(dmi_spec_command(player->key), folder, &place, err);
        if (status == DM_OK)
            status = dmi_entrant_place(t->store, t->event, player->key,
                                       place.needs_folder ? folder : "", place.version, err);
    }
    return status;
}
