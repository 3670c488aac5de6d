/* site.c - reads an event from the database and writes its pages. */
#include "tournament_pages/site.h"

#include "server/web.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static dm_status no_memory(dm_error *err)
{
    return answer_fail(err, DM_NO_MEMORY, "out of memory");
}

dm_status site_open(const site *s, FILE **out, dm_error *err, const char *name, ...)
{
    char path[4200], file[100];
    va_list more;
    va_start(more, name);
    vsnprintf(file, sizeof file, name, more);
    va_end(more);
    int size = snprintf(path, sizeof path, "%s/%s", s->folder, file);
    if (size < 0 || (size_t)size >= sizeof path)
        return answer_fail(err, DM_BAD_ARGUMENT, "%.200s...: the folder's name is too long",
                           s->folder);
    *out = fopen(path, "w");
    return *out ? DM_OK : answer_fail(err, DM_IO, "%s: %s", path, strerror(errno));
}

dm_status site_close(FILE *file, dm_error *err)
{
    bool bad = ferror(file);
    if (fclose(file) != 0 || bad)
        return answer_fail(err, DM_IO, "a page could not be written: %s", strerror(errno));
    return DM_OK;
}

/* A copy that is UTF-8, freed with free(); NULL without memory. */
static char *clean(const char *text)
{
    json_t *name = report_name(text);
    char *copy = name ? strdup(json_string_value(name)) : NULL;
    json_decref(name);
    return copy;
}

static dm_status take_event(void *user, const dm_event *event, dm_error *err)
{
    site *s = user;
    char *arena = clean(event->arena);
    dm_rules rules = {0};
    dm_status status = arena
                           ? dm_rules_init(event->rounds, event->per_turn, event->ties, &rules, err)
                           : no_memory(err);
    if (status != DM_OK) {
        free(arena);
        return status;
    }
    free(s->arena); /* of an earlier event */
    dm_rules_clear(&s->rules);
    s->event = event->id;
    s->arena = arena;
    s->is_random = event->random;
    s->boards = event->boards;
    s->seed = event->seed;
    s->rules = rules;
    return DM_OK;
}

static dm_status find_event(site *s, int64_t event, dm_error *err)
{
    dm_status status = event > 0 ? dm_results_event(s->results, event, take_event, s, err)
                                 : dm_results_events(s->results, take_event, s, err);
    if (status == DM_END)
        return answer_fail(err, DM_BAD_INPUT, "there is no tournament %lld", (long long)event);
    if (status == DM_OK && s->event == 0)
        status = answer_fail(err, DM_BAD_INPUT, "the database has no tournament yet");
    return status;
}

static dm_status take_player(void *user, const dm_event_player *from, dm_error *err)
{
    site *s = user;
    site_player *grown = realloc(s->player, ((size_t)s->player_count + 1) * sizeof *grown);
    if (!grown)
        return no_memory(err);
    s->player = grown;
    site_player *player = &s->player[s->player_count++];
    *player = (site_player){.key = strdup(from->key),
                            .name = clean(from->label),
                            .version = clean(from->version),
                            .command = clean(from->command),
                            .faults = from->faults,
                            .faulty_games = from->faulty_games};
    return player->key && player->name && player->version && player->command ? DM_OK
                                                                             : no_memory(err);
}

static int32_t find_player(const site *s, const char *key)
{
    for (int32_t i = 0; i < s->player_count; i++)
        if (strcmp(s->player[i].key, key) == 0)
            return i;
    return -1;
}

/* A pairing without games is left out. */
static dm_status take_pairing(void *user, const dm_event_pairing *from, dm_error *err)
{
    site *s = user;
    if (from->played == 0)
        return DM_OK;
    site_pairing *grown = realloc(s->pairing, ((size_t)s->pairing_count + 1) * sizeof *grown);
    if (!grown)
        return no_memory(err);
    s->pairing = grown;
    s->pairing[s->pairing_count] =
        (site_pairing){.id = from->id,
                       .first = find_player(s, from->first),
                       .second = find_player(s, from->second),
                       .games = from->games,
                       .first_wins = from->first_wins,
                       .second_wins = from->second_wins,
                       .ties = from->ties,
                       .played = from->played,
                       .limit = from->better == DM_TIE ? INT64_MAX : from->games,
                       .better = from->better};
    const site_pairing *pairing = &s->pairing[s->pairing_count++];
    s->games += pairing->played;
    return pairing->first >= 0 && pairing->second >= 0
               ? DM_OK
               : answer_fail(err, DM_BAD_INPUT, "a pairing names an unknown player");
}

static dm_status read_event(site *s, int64_t event, dm_error *err)
{
    dm_status status = find_event(s, event, err);
    if (status == DM_OK)
        status = dm_results_players(s->results, s->event, take_player, s, err);
    if (status == DM_OK)
        status = dm_results_pairings(s->results, s->event, take_pairing, s, err);
    if (status == DM_OK && s->pairing_count == 0)
        status = answer_fail(err, DM_BAD_INPUT, "the tournament has no games yet");
    if (status != DM_OK)
        return status;
    /* ratings, and the order that they give */
    size_t pairs = (size_t)s->pairing_count + 1, players = (size_t)s->player_count + 1;
    dm_encounter *met = calloc(pairs, sizeof *met);
    dm_rating *rating = calloc(players, sizeof *rating);
    s->order = calloc(players, sizeof *s->order);
    status = met && rating && s->order ? DM_OK : no_memory(err);
    for (int32_t i = 0; i < s->pairing_count && status == DM_OK; i++) {
        const site_pairing *p = &s->pairing[i];
        met[i] = (dm_encounter){p->first, p->second, p->first_wins, p->second_wins, p->ties};
    }
    if (status == DM_OK)
        status = dm_ratings(met, s->pairing_count, s->player_count, rating, err);
    for (int32_t i = 0; i < s->player_count && status == DM_OK; i++) {
        int32_t at = i;
        s->player[i].rating = rating[i];
        for (; at > 0 && rating[s->order[at - 1]].points < rating[i].points; at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = i;
    }
    for (int32_t i = 0; i < s->player_count && status == DM_OK; i++)
        s->player[s->order[i]].place = i + 1;
    free(met);
    free(rating);
    return status;
}

static dm_status make_folder(const char *path, dm_error *err)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return answer_fail(err, DM_IO, "%s: %s", path, strerror(errno));
    return DM_OK;
}

/* The files that are the same for all tournaments. */
static dm_status write_shared(const site *s, dm_error *err)
{
    char data[4200];
    dm_status status = make_folder(s->folder, err);
    snprintf(data, sizeof data, "%.4000s/data", s->folder);
    if (status == DM_OK)
        status = make_folder(data, err);
    for (int i = 0; i < site_file_count && status == DM_OK; i++) {
        const http_file *from = &site_files[i];
        FILE *file = NULL;
        status = site_open(s, &file, err, "%s", from->path + 1);
        if (status != DM_OK)
            break;
        fwrite(from->bytes, 1, from->size, file);
        status = site_close(file, err);
    }
    return status;
}

static dm_status write_pages(site *s, dm_error *err)
{
    dm_error stopped = {0};
    dm_status status = write_shared(s, err), reviewed = DM_OK;
    if (status == DM_OK)
        status = site_write_games(s, err);
    if (status == DM_OK)
        status = site_write_boards(s, err);
    if (status == DM_OK)
        reviewed = site_review(s, &stopped);
    if (reviewed != DM_OK && reviewed != DM_STOPPED) {
        *err = stopped;
        return reviewed;
    }
    for (int32_t i = 0; i < s->player_count && status == DM_OK; i++)
        status = site_write_player(s, i, err);
    if (status == DM_OK)
        status = site_write_index(s, err);
    if (status == DM_OK && reviewed != DM_OK)
        *err = stopped;
    return status == DM_OK ? reviewed : status;
}

static void clear_player(site_player *player)
{
    for (size_t i = 0; i < player->fault_count; i++) {
        free(player->fault[i].kind);
        free(player->fault[i].detail);
        free(player->fault[i].error_output);
    }
    free(player->fault);
    free(player->candidate);
    free(player->key);
    free(player->name);
    free(player->version);
    free(player->command);
}

dm_status site_write(const char *db, int64_t event, const char *folder, const char *title,
                     double review_seconds, dm_run *run, dm_error *err)
{
    site s = {.folder = folder,
              .title = title ? title : "Results of a tournament",
              .run = run,
              .review_seconds = review_seconds,
              .last_board = -1};
    dm_status status = dm_results_open(db, &s.results, err);
    if (status == DM_OK)
        status = read_event(&s, event, err);
    if (status == DM_OK)
        status = write_pages(&s, err);
    for (int32_t i = 0; i < s.player_count; i++)
        clear_player(&s.player[i]);
    for (int i = 0; i < SITE_BOARDS; i++)
        dm_arena_free(s.board[i].arena);
    free(s.player);
    free(s.pairing);
    free(s.order);
    free(s.arena);
    dm_rules_clear(&s.rules);
    dm_results_close(s.results);
    return status;
}
