/* results_players.c - the players of an event, with their names, versions and faults.
 *
 * Two versions of a program are two players, with different keys and the same name.  Pairings are
 * in the order in which they were entered, and so are their players.
 */
#include "contest/tournament/tournament.h"

#include "base/base.h"
#include "store/tournament_players.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
