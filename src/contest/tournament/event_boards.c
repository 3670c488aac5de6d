/* event_boards.c - the boards of an event, from the database alone.
 *
 * A worker on another machine has no files: the boards of files are stored (tournament.c), and so
 * is the first board of a random family if it has values of its own.
 */
#include "contest/tournament/tournament.h"

#include "base/base.h"
#include "record/fingerprint.h"
#include <demesne/rng.h>
#include <demesne/source.h>
#include <inttypes.h>
#include <stdlib.h>

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
    if (!dm_family_known(arena))
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
