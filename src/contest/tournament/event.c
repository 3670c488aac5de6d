/* event.c - what decides a tournament's games besides its players: settings, as text, and boards.
 */
#include "contest/tournament/tournament_plane.h"

#include "base/base.h"
#include "record/fingerprint.h"
#include <demesne/rng.h>
#include <demesne/source.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The boards of an event, from the database alone.
 *
 * A worker on another machine has no files: the boards of files are stored (tournament.c), and so
 * is the first board of a random family if it has values of its own.
 */
static dm_status read_stored(dmi_store *store, int64_t event, int64_t number, dm_arena **out,
                             dm_error *err)
{
    char *text = NULL;
    dm_status status = dmi_arena_one(store, event, number, &text, err);
    if (status == DM_OK && !text)
        status = dmi_fail(err, DM_BAD_INPUT, "board %" PRId64 " of event %" PRId64 " is missing",
                          number, event);
    if (status == DM_OK)
        status = dmi_board_of_text(text, out, err);
    free(text);
    return status;
}

static dm_status read_given(dmi_store *store, int64_t event, const dmi_event_settings *settings,
                            int64_t stored, dmi_tournament_boards *out, dm_error *err)
{
    dmi_tournament_boards boards = {.seed = settings->seed, .count = settings->boards};
    dm_status status = DM_OK;
    boards.board = dmi_calloc((size_t)boards.count, sizeof(dm_arena *));
    if (!boards.board)
        return dmi_no_memory(err);
    for (int64_t i = 0; i < stored && i < boards.count && status == DM_OK; i++) {
        status = read_stored(store, event, i, &boards.board[i], err);
        if (status == DM_OK)
            boards.fingerprint =
                dm_rng_derive(boards.fingerprint, dmi_fingerprint(boards.board[i]));
    }
    if (status == DM_OK)
        *out = boards;
    else
        dmi_tournament_boards_clear(&boards);
    return status;
}

static dm_status make_named(const char *arena, uint64_t seed, dmi_tournament_boards *out,
                            dm_error *err)
{
    const dm_tournament_plan plan = {.arena = arena, .seed = seed};
    if (!dm_family_known(arena) && !dmi_tournament_is_plane(arena))
        return dmi_fail(err, DM_BAD_INPUT, "the boards of %.100s are not stored", arena);
    return dmi_tournament_boards_init(&plan, out, err);
}

/* Gives the boards of a random family the values of the stored one. */
static dm_status take_values(dmi_store *store, int64_t event, dmi_tournament_boards *boards,
                             dm_error *err)
{
    dm_arena *first = NULL;
    dm_status status = read_stored(store, event, 0, &first, err);
    if (status != DM_OK)
        return status;
    dm_arena_free(boards->board[0]);
    boards->board[0] = first;
    boards->has_first_values = true;
    boards->fingerprint = dm_rng_derive(0, dmi_fingerprint(first));
    return DM_OK;
}

static dm_status read_boards(dmi_store *store, int64_t event, const dmi_event_settings *settings,
                             dmi_tournament_boards *out, int64_t *stored, dm_error *err)
{
    char *name = NULL;
    dm_status status = dmi_arena_count(store, event, stored, err);
    if (status == DM_OK && *stored > 0 && !settings->family)
        return read_given(store, event, settings, *stored, out, err);
    if (status == DM_OK && !settings->family)
        status = dmi_event_source(store, event, &name, err);
    const char *arena = settings->family ? settings->family : name ? name : "";
    if (status == DM_OK)
        status = make_named(arena, settings->seed, out, err);
    free(name);
    if (status == DM_OK && *stored > 0)
        status = take_values(store, event, out, err);
    *stored = settings->boards;
    return status;
}

dm_status dmi_event_boards(dmi_store *store, int64_t event, const dmi_event_settings *settings,
                           dmi_tournament_boards *out, int64_t *stored, dm_error *err)
{
    dmi_tournament_boards boards = {0};
    dm_status status = read_boards(store, event, settings, &boards, stored, err);
    if (status == DM_OK && *stored == settings->boards &&
        (boards.count != settings->boards || boards.fingerprint != settings->fingerprint))
        status = dmi_fail(err, DM_BAD_INPUT,
                          "the boards of event %" PRId64 " cannot be made again from the database",
                          event);
    if (status == DM_OK)
        *out = boards;
    else
        dmi_tournament_boards_clear(&boards);
    return status;
}

void dmi_event_settings_write(const dmi_event_settings *s, char out[DMI_EVENT_SIZE])
{
    char clock[80] = ""; /* of a game; nothing in the texts of older versions */
    if (s->match.game_seconds > 0)
        snprintf(clock, sizeof clock, ", game time %.9g, increment %.9g", s->match.game_seconds,
                 s->match.increment_seconds);
    snprintf(out, DMI_EVENT_SIZE,
             "arena %s, boards %" PRId64 " %016" PRIx64 ", seed %" PRIu64
             ", rounds %d, per turn %d, ties %s, move time %.9g, start time %.9g, faults lose %s%s",
             s->family ? s->family : "given", s->boards, s->fingerprint, s->seed, s->rounds,
             s->per_turn, dm_tie_rule_name(s->ties), s->match.move_seconds, s->match.start_seconds,
             s->match.faults_lose_game ? "game" : "turn", clock);
}

/* The last ", boards ": the name before it may contain commas. */
static const char *after_arena(const char *text)
{
    const char *rest = NULL;
    for (const char *at = text; (at = strstr(at, ", boards ")); at++)
        rest = at;
    return rest;
}

static bool read_numbers(const char *rest, dmi_event_settings *s)
{
    char ties[16] = "", faults[8] = "";
    int read = sscanf(rest,
                      ", boards %" SCNd64 " %" SCNx64 ", seed %" SCNu64 ", rounds %" SCNd32
                      ", per turn %" SCNd32 ", ties %15[a-z], move time %lf, start time %lf, "
                      "faults lose %7[a-z], game time %lf, increment %lf",
                      &s->boards, &s->fingerprint, &s->seed, &s->rounds, &s->per_turn, ties,
                      &s->match.move_seconds, &s->match.start_seconds, faults,
                      &s->match.game_seconds, &s->match.increment_seconds);
    s->match.faults_lose_game = strcmp(faults, "game") == 0;
    return (read == 9 || read == 11) && s->boards >= 1 && s->rounds >= 1 && s->per_turn >= 1 &&
           dm_tie_rule_parse(ties, &s->ties, NULL) == DM_OK;
}

dm_status dmi_event_settings_read(const char *text, dmi_event_settings *out, dm_error *err)
{
    static const char mark[] = "arena ", given[] = "given";
    dmi_event_settings s = {0};
    const char *name = text + sizeof mark - 1, *rest = after_arena(text);
    if (!rest || strncmp(text, mark, sizeof mark - 1) != 0 || rest <= name ||
        !read_numbers(rest, &s))
        return dmi_fail(err, DM_BAD_INPUT, "the settings are not in the form of this version");
    size_t size = (size_t)(rest - name);
    if (size != sizeof given - 1 || memcmp(name, given, size) != 0) {
        s.family = dmi_alloc(size + 1, 1);
        if (!s.family)
            return dmi_no_memory(err);
        memcpy(s.family, name, size);
        s.family[size] = '\0';
    }
    *out = s;
    return DM_OK;
}

void dmi_event_settings_clear(dmi_event_settings *settings)
{
    free(settings->family);
    *settings = (dmi_event_settings){0};
}
