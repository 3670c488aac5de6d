/* tournament_batch.c - plays a batch: some games of a pairing.
 *
 * A game depends only on its event, its players and its number, all of which are in the database:
 * it is the same on every machine.
 */

#include "base/base.h"
#include "contest/match/contestant.h"
#include "contest/tournament/tournament.h"
#include "store/tournament_games.h"
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_GAMES = 1000000 }; /* of a batch */

void dmi_tournament_batch_write(const dmi_tournament_batch *batch, char out[DMI_TOURNAMENT_WHAT])
{
    int size = snprintf(out, DMI_TOURNAMENT_WHAT,
                        "pairing %" PRId64 " games %" PRId64 "-%" PRId64 "%s", batch->pairing,
                        batch->first, batch->last, batch->is_sequential ? " sequential" : "");
    if (batch->disqualify > 0)
        snprintf(out + size, DMI_TOURNAMENT_WHAT - (size_t)size, " disqualify %" PRId64,
                 batch->disqualify);
    else if (batch->out_after[0] > 0)
        snprintf(out + size, DMI_TOURNAMENT_WHAT - (size_t)size, " out after %" PRId64 " %" PRId64,
                 batch->out_after[0], batch->out_after[1]);
}

/* Reads what may follow the games. */
static bool read_words(const char *text, dmi_tournament_batch *batch)
{
    static const char sequential[] = " sequential";
    int read = 0;
    batch->is_sequential = strncmp(text, sequential, sizeof sequential - 1) == 0;
    if (batch->is_sequential)
        text += sizeof sequential - 1;
    if (!*text)
        return true;
    if (sscanf(text, " out after %" SCNd64 " %" SCNd64 "%n", &batch->out_after[0],
               &batch->out_after[1], &read) == 2)
        return !text[read] && batch->out_after[0] > 0 && batch->out_after[1] > 0;
    return sscanf(text, " disqualify %" SCNd64 "%n", &batch->disqualify, &read) == 1 &&
           !text[read] && batch->disqualify > 0;
}

dm_status dmi_tournament_batch_read(const char *text, dmi_tournament_batch *out, dm_error *err)
{
    dmi_tournament_batch batch = {0};
    int end = 0;
    int read = sscanf(text, "pairing %" SCNd64 " games %" SCNd64 "-%" SCNd64 "%n", &batch.pairing,
                      &batch.first, &batch.last, &end);
    if (read != 3 || !read_words(text + end, &batch) || batch.first < 0 || batch.first % 2 ||
        batch.last % 2 == 0 || batch.last < batch.first || batch.last - batch.first >= MOST_GAMES)
        return dmi_fail(err, DM_BAD_INPUT, "\"%.100s\" is not a batch of a tournament", text);
    *out = batch;
    return DM_OK;
}

/* Two players of an event, read once. */
typedef struct known_pairing {
    int64_t id, event;
    dmi_tournament_player player[2];
} known_pairing;

/* What a thread keeps: pairings, and the last event. */
typedef struct event_kept {
    dmi_store *store;
    dm_sandbox sandbox;
    known_pairing *pairing;
    size_t count, room;
    int64_t event; /* 0: none */
    dmi_event_settings settings;
    dmi_tournament_boards boards;
    int64_t stored; /* boards that are there */
    dm_rules rules;
} event_kept;

static void close_event(event_kept *k)
{
    dmi_tournament_boards_clear(&k->boards);
    dmi_event_settings_clear(&k->settings);
    dm_rules_clear(&k->rules);
    k->rules = (dm_rules){0};
    k->event = 0;
}

static void tournament_batch_end(void *kept)
{
    event_kept *k = kept;
    close_event(k);
    for (size_t i = 0; i < k->count; i++)
        for (int player = 0; player < 2; player++)
            dmi_player_clear(&k->pairing[i].player[player]);
    free(k->pairing);
    free(k);
}

static dm_status tournament_batch_begin(dmi_store *store, const dm_work_settings *settings,
                                        void **kept, dm_error *err)
{
    event_kept *k = dmi_calloc(1, sizeof *k);
    if (!k)
        return dmi_no_memory(err);
    k->store = store;
    k->sandbox = settings->sandbox;
    *kept = k;
    return DM_OK;
}

/* Takes the command of a program with a name.  Its files must be here and unchanged. */
static dm_status take_program(void *user, const dm_event_player *about, dm_error *err)
{
    dmi_tournament_player *player = user;
    char version[DM_PROGRAM_VERSION_SIZE];
    const dm_program program = {about->key, about->name, about->version, about->command,
                                about->folder};
    if (!*about->command)
        return DM_OK;
    dm_status status = dm_program_version(about->command, about->folder, version, err);
    if (status == DM_OK && strcmp(version, about->version) != 0)
        return dmi_fail(err, DM_BAD_INPUT,
                        "the files of %s in %s have version %s on this machine; expected %s",
                        about->name, about->folder, version, about->version);
    return status == DM_OK ? dmi_program_copy(&program, &player->program, err) : status;
}

/* The same for a program without a name, which runs in the folder of whoever made the tournament if
 * its command names anything there. */
static dm_status take_place(void *user, const char *folder, const char *version, dm_error *err)
{
    dmi_tournament_player *player = user;
    const char *key = player->key, *command = dmi_spec_command(key);
    const dm_program program = {key, key, version, command, folder};
    struct stat about;
    dmi_program_place place = {.version = ""};
    if (*folder && (stat(folder, &about) != 0 || !S_ISDIR(about.st_mode)))
        return dmi_fail(err, DM_BAD_INPUT, "%.200s: its folder %.200s is not on this machine", key,
                        folder);
    dm_status status =
        *version ? dmi_program_place_of(command, *folder ? folder : NULL, &place, err) : DM_OK;
    if (status == DM_OK && strcmp(place.version, version) != 0)
        status = dmi_fail(err, DM_BAD_INPUT,
                          "%.200s: its files%s%.150s are missing on this machine or have another "
                          "version",
                          key, *folder ? " in " : "", folder);
    return status == DM_OK && *folder ? dmi_program_copy(&program, &player->program, err) : status;
}

/* Whether an earlier pairing of the event has the player. */
static bool is_checked(const event_kept *k, const known_pairing *pairing, const char *key)
{
    for (size_t i = 0; i < k->count; i++)
        if (k->pairing[i].event == pairing->event &&
            (strcmp(k->pairing[i].player[0].key, key) == 0 ||
             strcmp(k->pairing[i].player[1].key, key) == 0))
            return true;
    return false;
}

/* Finds a program on this machine, and starts it once. */
static dm_status find_program(const event_kept *k, const known_pairing *pairing,
                              dmi_tournament_player *player, dm_error *err)
{
    const dm_match_settings match = {.sandbox = k->sandbox};
    dm_status status =
        dm_spec_is_program(player->key)
            ? dmi_entrant_find(k->store, pairing->event, player->key, take_place, player, err)
            : dmi_player_one(k->store, player->key, take_program, player, err);
    if (status == DM_OK && dmi_player_is_program(player) && !is_checked(k, pairing, player->key))
        status = dmi_player_check_start(player, &match, err);
    return status;
}

/* `*is_unfit`: a program is not on this machine as it should be. */
static dm_status read_pairing(const event_kept *k, known_pairing *pairing, bool *is_unfit,
                              dm_error *err)
{
    char *key[2] = {NULL, NULL};
    dm_status status = dmi_pairing_one(k->store, pairing->id, &pairing->event, key, err);
    if (status == DM_END)
        return dmi_fail(err, DM_BAD_INPUT, "there is no pairing %" PRId64, pairing->id);
    pairing->player[0].key = key[0];
    pairing->player[1].key = key[1];
    for (int i = 0; i < 2 && status == DM_OK; i++) {
        status = find_program(k, pairing, &pairing->player[i], err);
        *is_unfit = status != DM_OK;
    }
    return status;
}

static dm_status find_pairing(event_kept *k, int64_t id, const known_pairing **out, bool *is_unfit,
                              dm_error *err)
{
    for (size_t i = 0; i < k->count; i++)
        if (k->pairing[i].id == id) {
            *out = &k->pairing[i];
            return DM_OK;
        }
    if (!dmi_reserve(&k->pairing, &k->room, k->count + 1, sizeof *k->pairing))
        return dmi_no_memory(err);
    known_pairing *pairing = &k->pairing[k->count];
    *pairing = (known_pairing){.id = id};
    dm_status status = read_pairing(k, pairing, is_unfit, err);
    if (status == DM_OK)
        k->count++;
    else
        for (int i = 0; i < 2; i++)
            dmi_player_clear(&pairing->player[i]);
    *out = pairing;
    return status;
}

static dm_status take_settings(void *user, const dmi_event *event, dm_error *err)
{
    event_kept *k = user;
    return dmi_event_settings_read(event->settings, &k->settings, err);
}

/* Whether all boards of a batch are there. */
static bool has_boards(const event_kept *k, const dmi_tournament_batch *batch)
{
    return k->stored == k->settings.boards || batch->last / 2 < k->stored;
}

/* What a batch found. */
typedef struct found_games {
    int64_t pairing, count;
    dmi_played_game game[];
} found_games;

static void tournament_batch_clear(void *found)
{
    found_games *f = found;
    for (int64_t i = 0; i < f->count; i++)
        dmi_played_game_clear(&f->game[i]);
    free(f);
}

static dm_status tournament_batch_write(dmi_store *store, const void *found, dm_error *err)
{
    const found_games *f = found;
    dm_status status = DM_OK;
    for (int64_t i = 0; i < f->count && status == DM_OK; i++)
        status = dmi_played_game_put(store, f->pairing, &f->game[i], err);
    return status;
}

/* A batch that is being played. */
typedef struct playing {
    const dm_tournament *t;
    dmi_tournament_pairing *pairing;
    const dmi_tournament_batch *batch;
    bool *known; /* by number, from batch->first on */
    found_games *found;
    dmi_batch_count *tally;
    bool *is_unfit;
    int64_t faulty[2]; /* games with faults, by player, before those found */
} playing;

/* Adds 1 to the count of each player who committed a fault in the game. */
static void count_faults(const dmi_played_game *game, int64_t faulty[2])
{
    for (int side = 0; side < 2; side++)
        faulty[dmi_player_on(game->number, (dm_side)side)] += game->faults[side] > 0;
}

static dm_status note_known(void *user, const dmi_played_game *game, dm_error *err)
{
    (void)err;
    playing *p = user;
    if (game->number > p->batch->last || p->known[game->number - p->batch->first])
        return DM_OK;
    p->known[game->number - p->batch->first] = true;
    p->tally->known++;
    if (p->batch->out_after[0] > 0)
        count_faults(game, p->faulty);
    return DM_OK;
}

static dm_status note_earlier(void *user, const dmi_played_game *game, dm_error *err)
{
    const playing *p = user;
    if (game->number < 0 || game->number >= p->t->games)
        return dmi_fail(err, DM_BAD_INPUT, "game %" PRId64 " has no possible number", game->number);
    dmi_pairing_note(p->t, p->pairing, game, false);
    return DM_OK;
}

/* Whether the games before the batch decide a sequential pairing. */
static dm_status is_decided(const playing *p, bool *out, dm_error *err)
{
    dm_tournament earlier = *p->t;
    dmi_tournament_pairing pairing = *p->pairing;
    playing before = {.t = &earlier, .pairing = &pairing};
    earlier.games = p->batch->first;
    earlier.is_sequential = true;
    dm_evidence_init(&pairing.evidence, DM_SEQUENTIAL_ERROR);
    dm_status status = dmi_pairing_plan(&pairing, 0, earlier.games / 2, err);
    if (status == DM_OK)
        status = dmi_played_game_each(p->t->store, pairing.id, earlier.games, note_earlier, &before,
                                      err);
    *out = pairing.verdict != 0;
    free(pairing.boards);
    return status;
}

/* Whether a player is disqualified by now. */
static bool is_disqualified(const playing *p, const dmi_played_game *played, int count)
{
    const dmi_tournament_batch *batch = p->batch;
    int64_t faulty[2] = {p->faulty[0], p->faulty[1]};
    for (int64_t i = 0; i < p->found->count; i++)
        count_faults(&p->found->game[i], faulty);
    for (int i = 0; i < count; i++)
        count_faults(&played[i], faulty);
    for (int player = 0; player < 2; player++) {
        int64_t limit = batch->disqualify > 0 ? batch->disqualify : batch->out_after[player];
        if (limit > 0 && faulty[player] >= limit)
            return true;
    }
    return false;
}

static bool is_wanted(void *user, int64_t number, const dmi_played_game *played, int count)
{
    const playing *p = user;
    return !p->known[number - p->batch->first] && !is_disqualified(p, played, count);
}

static dm_status keep_games(void *user, dmi_played_game *played, int count, dm_error *err)
{
    const playing *p = user;
    (void)err;
    for (int i = 0; i < count; i++)
        p->found->game[p->found->count++] = played[i];
    assert(p->found->count <= p->batch->last - p->batch->first + 1);
    p->tally->solved += count;
    return DM_OK;
}

static dm_status play(playing *p, dm_run *run, dm_error *err)
{
    const dmi_tournament_batch *batch = p->batch;
    bool decided = false;
    dm_status status = batch->is_sequential ? is_decided(p, &decided, err) : DM_OK;
    if (status != DM_OK || decided)
        return status;
    status = dmi_played_game_page(p->t->store, p->pairing->id, batch->first,
                                  batch->last - batch->first + 1, note_known, p, err);
    if (status == DM_OK) {
        /* How many faulty games the players have in this event. */
        int64_t faults;
        for (int i = 0; i < 2 && p->batch->disqualify > 0 && status == DM_OK; i++)
            status = dmi_faulty_games(p->t->store, p->t->event, p->t->player[i].key, &p->faulty[i],
                                      &faults, err);
    }
    const dmi_board_player player = {is_wanted, keep_games, p, p->is_unfit};
    for (int64_t b = batch->first / 2;
         2 * b < batch->last && status == DM_OK && !is_disqualified(p, NULL, 0); b++) {
        status = dm_run_stopped(run) == DM_STOP_NONE
                     ? dmi_board_play(p->t, p->pairing, b, &player, run, err)
                     : DM_STOPPED;
        p->tally->boards += status == DM_OK;
    }
    return status;
}

/* Plays a batch with a tournament of one pairing that borrows everything. */
static dm_status play_batch(const event_kept *k, const known_pairing *players,
                            const dmi_tournament_batch *batch, found_games *found, bool *known,
                            dm_run *run, dmi_batch_count *count, bool *is_unfit, dm_error *err)
{
    dmi_tournament_pairing pairing = {.players = {0, 1}, .id = players->id};
    dm_tournament t = {.store = k->store,
                       .boards = k->boards,
                       .rules = k->rules,
                       .match = k->settings.match,
                       .player = (dmi_tournament_player *)players->player,
                       .player_count = 2,
                       .pairing = &pairing,
                       .pairing_count = 1,
                       .event = k->event,
                       .games = batch->last + 1};
    t.match.sandbox = k->sandbox;
    playing p = {.t = &t,
                 .pairing = &pairing,
                 .batch = batch,
                 .known = known,
                 .found = found,
                 .tally = count,
                 .is_unfit = is_unfit};
    return play(&p, run, err);
}

static dm_status tournament_batch_compute(void *kept, const char *what, dm_run *run, void **found,
                                          dmi_batch_count *count, bool *is_unfit, dm_error *err)
{
    event_kept *k = kept;
    const known_pairing *players = NULL;
    dmi_tournament_batch batch;
    dm_status status = dmi_tournament_batch_read(what, &batch, err);
    if (status == DM_OK)
        status = find_pairing(k, batch.pairing, &players, is_unfit, err);
    if (status == DM_OK) {
        /* Opens the event, also again if boards were stored since. */
        int64_t event = players->event;
        if (k->event != event || !has_boards(k, &batch)) {
            /* Another event: its settings, boards and rules. */
            close_event(k);
            status = dmi_events_one(k->store, event, take_settings, k, err);
            if (status == DM_END)
                status = dmi_fail(err, DM_BAD_INPUT, "there is no event %" PRId64, event);
            if (status == DM_OK)
                status =
                    dmi_event_boards(k->store, event, &k->settings, &k->boards, &k->stored, err);
            if (status == DM_OK)
                status = dm_rules_init(k->settings.rounds, k->settings.per_turn, k->settings.ties,
                                       &k->rules, err);
            if (status == DM_OK)
                k->event = event;
        }
        if (status == DM_OK && !has_boards(k, &batch))
            status = dmi_fail(err, DM_BAD_INPUT, "boards of event %" PRId64 " are missing", event);
    }
    if (status != DM_OK)
        return status;
    size_t games = (size_t)(batch.last - batch.first + 1);
    bool *known = dmi_calloc(games, sizeof *known);
    found_games *f = dmi_calloc(1, sizeof *f + games * sizeof *f->game);
    status = known && f ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK) {
        f->pairing = batch.pairing;
        status = play_batch(k, players, &batch, f, known, run, count, is_unfit, err);
    }
    free(known);
    if (f && (status == DM_OK || status == DM_STOPPED))
        *found = f;
    else if (f)
        tournament_batch_clear(f);
    return status;
}

const dmi_batch_kind dmi_tournament_batches = {"tournament",           tournament_batch_begin,
                                               tournament_batch_end,   tournament_batch_compute,
                                               tournament_batch_write, tournament_batch_clear};
