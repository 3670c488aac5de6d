/* results.c - reads the tournaments in a database without playing.
 *
 * An event is stored as the text that tournament.c wrote; its numbers are parsed from there.  The
 * text does not tell the name of boards that come from no random family: files of version 3 and
 * later store that separately.
 */
#include "base/base.h"
#include "contest/tournament/tournament.h"
#include "store/tournament_games.h"
#include <demesne/results.h>
#include <demesne/source.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The players of an event, with their names, versions and faults.
 *
 * Two versions of a program are two players, with different keys and the same name.  Pairings are
 * in the order in which they were entered, and so are their players.
 */
enum { SHORT_VERSION = 7 }; /* letters of a version in a label */

/* Owns its texts. */
typedef struct entry {
    char *key, *name, *version, *command, *folder;
} entry;

typedef struct entry_list {
    dm_results *results;
    int64_t event;
    bool counts; /* the faults */
    entry *entry;
    size_t count, room;
} entry_list;

static dm_status copy_player(void *user, const dm_event_player *player, dm_error *err)
{
    entry_list *list = user;
    entry *e = &list->entry[list->count++];
    *e = (entry){dmi_strdup(player->key), dmi_strdup(player->name), dmi_strdup(player->version),
                 dmi_strdup(player->command), dmi_strdup(player->folder)};
    return e->key && e->name && e->version && e->command && e->folder ? DM_OK : dmi_no_memory(err);
}

static dm_status add_player(entry_list *list, const char *key, dm_error *err)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->entry[i].key, key) == 0)
            return DM_OK;
    if (!dmi_reserve(&list->entry, &list->room, list->count + 1, sizeof *list->entry))
        return dmi_no_memory(err);
    return dmi_player_one(list->results->store, key, copy_player, list, err);
}

static dm_status add_pairing(void *user, const char *first, const char *second, dm_error *err)
{
    dm_status status = add_player(user, first, err);
    return status == DM_OK ? add_player(user, second, err) : status;
}

/* How many players before or after `index` have its name. */
static size_t count_namesakes(const entry_list *list, size_t from, size_t end, size_t index)
{
    size_t count = 0;
    for (size_t i = from; i < end; i++)
        count += i != index && strcmp(list->entry[i].name, list->entry[index].name) == 0;
    return count;
}

static dm_status give_players(entry_list *list, dm_event_player_fn *each, void *user, dm_error *err)
{
    dm_status status =
        dmi_pairing_players_each(list->results->store, list->event, add_pairing, list, err);
    for (size_t i = 0; i < list->count && status == DM_OK; i++) {
        const entry *e = &list->entry[i];
        dm_event_player player = {.key = e->key,
                                  .name = e->name,
                                  .version = e->version,
                                  .command = e->command,
                                  .folder = e->folder,
                                  .is_newest = count_namesakes(list, i, list->count, i) == 0};
        size_t room = strlen(e->name) + SHORT_VERSION + sizeof " ()";
        char *label = dmi_alloc(room, 1);
        status = label ? DM_OK : dmi_no_memory(err);
        if (status == DM_OK && list->counts)
            status = dmi_faulty_games(list->results->store, list->event, e->key,
                                      &player.faulty_games, &player.faults, err);
        if (status == DM_OK) {
            bool is_one = !e->version[0] || count_namesakes(list, 0, list->count, i) == 0;
            snprintf(label, room, is_one ? "%s" : "%s (%.*s)", e->name, SHORT_VERSION, e->version);
            player.label = label;
            status = each(user, &player, err);
        }
        free(label);
    }
    for (size_t i = 0; i < list->count; i++) {
        const entry *e = &list->entry[i];
        free(e->key);
        free(e->name);
        free(e->version);
        free(e->command);
        free(e->folder);
    }
    free(list->entry);
    return status;
}

dm_status dm_results_players(dm_results *results, int64_t event, dm_event_player_fn *each,
                             void *user, dm_error *err)
{
    entry_list list = {.results = results, .event = event, .counts = true};
    return give_players(&list, each, user, err);
}

dm_status dm_results_names(dm_results *results, int64_t event, dm_event_player_fn *each, void *user,
                           dm_error *err)
{
    entry_list list = {.results = results, .event = event};
    return give_players(&list, each, user, err);
}

dm_status dm_results_open(const char *path, dm_results **out, dm_error *err)
{
    dm_results *results = dmi_calloc(1, sizeof *results);
    if (!results)
        return dmi_no_memory(err);
    dm_status status = dmi_store_open(path, false, &results->store, err);
    if (status == DM_OK)
        *out = results;
    else
        free(results);
    return status;
}

void dm_results_close(dm_results *results)
{
    if (!results)
        return;
    dmi_store_close(results->store);
    free(results);
}

typedef struct event_reader {
    dm_results *results;
    dm_event_fn *each;
    void *user;
} event_reader;

static dm_status read_event(void *user, const dmi_event *kept, dm_error *err)
{
    const event_reader *t = user;
    dmi_event_settings settings = {0};
    char *name = NULL;
    dm_status status = dmi_event_settings_read(kept->settings, &settings, err);
    if (status == DM_BAD_INPUT)
        return dmi_fail_at(err, status, dmi_store_path(t->results->store), 0,
                           "the settings of event %" PRId64 " are not in the form of this version",
                           kept->id);
    if (status == DM_OK && !settings.family)
        status = dmi_event_source(t->results->store, kept->id, &name, err);
    const dm_event event = {.id = kept->id,
                            .settings = kept->settings,
                            .arena = settings.family ? settings.family
                                     : name          ? name
                                                     : "",
                            .random = settings.family != NULL,
                            .boards = settings.family ? 0 : settings.boards,
                            .seed = settings.seed,
                            .rounds = settings.rounds,
                            .per_turn = settings.per_turn,
                            .ties = settings.ties,
                            .pairings = kept->pairings,
                            .games = kept->games};
    if (status == DM_OK)
        status = t->each(t->user, &event, err);
    dmi_event_settings_clear(&settings);
    free(name);
    return status;
}

dm_status dm_results_events(dm_results *results, dm_event_fn *each, void *user, dm_error *err)
{
    event_reader t = {results, each, user};
    return dmi_events_each(results->store, read_event, &t, err);
}

dm_status dm_results_event(dm_results *results, int64_t event, dm_event_fn *each, void *user,
                           dm_error *err)
{
    event_reader t = {results, each, user};
    dm_status status = dmi_events_one(results->store, event, read_event, &t, err);
    return status == DM_END ? dmi_fail(err, DM_END, "there is no tournament %" PRId64, event)
                            : status;
}

dm_status dm_results_pairings(dm_results *results, int64_t event, dm_event_pairing_fn *each,
                              void *user, dm_error *err)
{
    return dmi_pairings_each(results->store, event, each, user, err);
}

/* A pairing whose games are read. */
typedef struct pairing_reader {
    dm_results *results;
    int64_t event;
    char *player[2];
    uint64_t seed;
    dm_event_game_fn *each;
    void *user;
} pairing_reader;

static dm_status take_seed(void *user, const dm_event *event, dm_error *err)
{
    pairing_reader *p = user;
    (void)err;
    p->seed = event->seed;
    return DM_OK;
}

static dm_status read_game(void *user, const dmi_played_game *played, dm_error *err)
{
    const pairing_reader *p = user;
    int white = (int)(played->number & 1);
    const dm_event_game game = {.number = played->number,
                                .white = p->player[white],
                                .black = p->player[1 - white],
                                .board_seed = dm_tournament_board_seed(p->seed, played->number / 2),
                                .outcome = played->outcome,
                                .value = played->value,
                                .faults = {played->faults[0], played->faults[1]},
                                .seconds = {played->seconds[0], played->seconds[1]},
                                .processor_seconds = {played->processor[0], played->processor[1]},
                                .moves = played->moves};
    return p->each(p->user, &game, err);
}

static dm_status find_pairing(dm_results *results, int64_t id, pairing_reader *out, dm_error *err)
{
    *out = (pairing_reader){.results = results};
    dm_status status = dmi_pairing_one(results->store, id, &out->event, out->player, err);
    return status == DM_END ? dmi_fail(err, DM_END, "there is no pairing %" PRId64, id) : status;
}

static void clear_pairing(pairing_reader *p)
{
    free(p->player[0]);
    free(p->player[1]);
}

dm_status dm_results_event_of(dm_results *results, int64_t pairing, dm_event_fn *each, void *user,
                              dm_error *err)
{
    pairing_reader p;
    dm_status status = find_pairing(results, pairing, &p, err);
    if (status == DM_OK)
        status = dm_results_event(results, p.event, each, user, err);
    clear_pairing(&p);
    return status;
}

dm_status dm_results_games(dm_results *results, int64_t pairing, int64_t first, int64_t count,
                           dm_event_game_fn *each, void *user, dm_error *err)
{
    pairing_reader p;
    dm_status status = find_pairing(results, pairing, &p, err);
    p.each = each;
    p.user = user;
    if (status == DM_OK)
        status = dm_results_event(results, p.event, take_seed, &p, err);
    if (status == DM_OK)
        status = dmi_played_game_page(results->store, pairing, first, count, read_game, &p, err);
    clear_pairing(&p);
    return status;
}

dm_status dm_results_faults(dm_results *results, int64_t pairing, int64_t first, int64_t last,
                            dm_event_fault_fn *each, void *user, dm_error *err)
{
    return dmi_faults_each(results->store, pairing, first, last, each, user, err);
}

dm_status dm_results_faults_of(dm_results *results, int64_t event, const char *key, int64_t skip,
                               int64_t count, dm_event_fault_fn *each, void *user, dm_error *err)
{
    return dmi_faults_of(results->store, event, key, skip, count, each, user, err);
}

/* How to find the board of a game. */
typedef struct game_board {
    int64_t number; /* of the game */
    char *family;   /* name of a random family, or NULL */
    uint64_t seed;  /* of the game's board in that family */
    int64_t boards; /* otherwise: boards that are used in turn */
} game_board;

static dm_status take_board(void *user, const dm_event *event, dm_error *err)
{
    game_board *g = user;
    dmi_event_settings settings = {0};
    dm_status status = dmi_event_settings_read(event->settings, &settings, err);
    if (status != DM_OK)
        return status;
    g->boards = settings.boards;
    dmi_event_settings_clear(&settings);
    g->seed = dm_tournament_board_seed(event->seed, g->number / 2);
    g->family = event->random ? dmi_strdup(event->arena) : NULL;
    return event->random && !g->family ? dmi_no_memory(err) : DM_OK;
}

dm_status dm_results_board(dm_results *results, int64_t pairing, int64_t number, char **out,
                           dm_error *err)
{
    pairing_reader p;
    game_board g = {.number = number};
    char *kept = NULL, *board = NULL;
    dm_status status = find_pairing(results, pairing, &p, err);
    if (status == DM_OK)
        status = dm_results_event(results, p.event, take_board, &g, err);
    if (status == DM_OK)
        status = dmi_arena_one(results->store, p.event, g.family ? 0 : number / 2 % g.boards, &kept,
                               err);
    if (status == DM_OK && kept && g.family) {
        /* A random family's board, with the values of the stored one. */
        dm_arena *first = NULL, *plain = NULL, *valued = NULL;
        status = dmi_board_of_text(kept, &first, err);
        if (status == DM_OK)
            status = dm_generate(g.family, g.seed, &plain, err);
        if (status == DM_OK && dm_arena_vertices(plain) != dm_arena_vertices(first))
            status = dmi_fail(err, DM_BAD_INPUT, "the stored values belong to another board");
        if (status == DM_OK)
            status = dm_arena_with_values(plain, dm_arena_values(first), &valued, err);
        if (status == DM_OK)
            status = dmi_board_text(valued, &board, err);
        dm_arena_free(first);
        dm_arena_free(plain);
        dm_arena_free(valued);
    }
    if (status == DM_OK) {
        *out = g.family ? board : kept;
        kept = g.family ? kept : NULL;
    }
    free(kept);
    free(g.family);
    clear_pairing(&p);
    return status;
}
