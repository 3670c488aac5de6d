/* tournament_boards.c - the boards of a tournament, by number.
 *
 * Board b of a random family is generated from its own seed, so that any thread can make any board
 * at any time.  The boards of a file, and the one board of another family, are read once and used
 * in turn.
 */
#include "contest/tournament/tournament_plane.h"

#include "base/base.h"
#include "format/json.h"
#include "record/fingerprint.h"
#include <demesne/rng.h>
#include <demesne/source.h>
#include <stdlib.h>
#include <string.h>

enum {
    JSON_SAFE = 11, /* bits dropped, so that every JSON reader reads a seed exactly */
    PREPARED = 8    /* the most boards that keep their tables from game to game */
};

uint64_t dm_tournament_board_seed(uint64_t seed, int64_t b)
{
    return dm_rng_derive(seed, (uint64_t)b) >> JSON_SAFE;
}

static bool is_random_family(const char *arena)
{
    size_t size = strcspn(arena, ":");
    for (int i = 0; i < dm_family_count(); i++) {
        const dm_family *family = dm_family_at(i);
        if (strlen(family->name) == size && strncmp(family->name, arena, size) == 0)
            return family->random;
    }
    return false;
}

/* Replaces *arena by the same board with `values`. */
static dm_status put_values(const dm_places *values, dm_arena **arena, dm_error *err)
{
    dm_arena *valued = NULL;
    dm_status status = dm_arena_with_places(*arena, values, &valued, NULL, err);
    if (status != DM_OK)
        return status;
    dm_arena_free(*arena);
    *arena = valued;
    return DM_OK;
}

/* Replaces *arena by the same board with the values of `first`. */
static dm_status put_first_values(const dm_arena *first, dm_arena **arena, dm_error *err)
{
    dm_arena *valued = NULL;
    if (dm_arena_vertices(*arena) != dm_arena_vertices(first))
        return dmi_fail(err, DM_BAD_INPUT, "the stored values belong to another board");
    dm_status status = dm_arena_with_values(*arena, dm_arena_values(first), &valued, err);
    if (status != DM_OK)
        return status;
    dm_arena_free(*arena);
    *arena = valued;
    return DM_OK;
}

static dm_status read_values(const char *path, dmi_tournament_boards *boards, dm_arena **arena,
                             dm_error *err)
{
    dm_places *values = NULL;
    dm_status status = dm_places_read(*arena, path, DM_PLACES_VALUES, NULL, &values, err);
    if (status == DM_OK)
        status = put_values(values, arena, err);
    if (status == DM_OK && boards->is_random)
        boards->values = values;
    else
        dm_places_free(values);
    return status;
}

/* Takes `arena`, also on failure. */
static dm_status add_board(dmi_tournament_boards *boards, const char *values, size_t *capacity,
                           dm_arena *arena, dm_error *err)
{
    dm_status status = values ? read_values(values, boards, &arena, err) : DM_OK;
    if (status == DM_OK &&
        !dmi_reserve(&boards->board, capacity, (size_t)boards->count + 1, sizeof(dm_arena *)))
        status = dmi_no_memory(err);
    if (status != DM_OK) {
        dm_arena_free(arena);
        return status;
    }
    boards->board[boards->count++] = arena;
    boards->fingerprint = dm_rng_derive(boards->fingerprint, dmi_fingerprint(arena));
    return DM_OK;
}

/* The next board, without directions if the plan asks for that.  DM_END after the last. */
static dm_status next_board(const dm_tournament_plan *plan, dm_boards *source, dm_arena **out,
                            dm_error *err)
{
    dm_arena *arena = NULL;
    dm_status status = dm_boards_next(source, &arena, err);
    if (status != DM_OK || !plan->undirected) {
        *out = arena;
        return status;
    }
    status = dm_arena_undirected(arena, out, err);
    dm_arena_free(arena);
    return status;
}

static dm_status read_boards(const dm_tournament_plan *plan, dmi_tournament_boards *boards,
                             dm_error *err)
{
    dm_boards *source = NULL;
    dm_arena *arena = NULL;
    size_t capacity = 0;
    dm_status status =
        dm_boards_open(plan->arena, dm_tournament_board_seed(plan->seed, 0), &source, err);
    if (status == DM_OK)
        dm_boards_options(source, &plan->read);
    while (status == DM_OK && (status = next_board(plan, source, &arena, err)) == DM_OK)
        status = add_board(boards, plan->values, &capacity, arena, err);
    dm_boards_free(source);
    return status == DM_END ? DM_OK : status;
}

/* The boards of the plan's list. */
static dm_status add_given(const dm_tournament_plan *plan, dmi_tournament_boards *boards,
                           dm_error *err)
{
    dm_status status = DM_OK;
    size_t capacity = 0;
    for (int64_t i = 0; i < plan->board_count && status == DM_OK; i++) {
        dm_arena *arena = NULL;
        status = plan->undirected ? dm_arena_undirected(plan->boards[i], &arena, err)
                                  : dm_arena_share(plan->boards[i], &arena, err);
        if (status == DM_OK)
            status = add_board(boards, plan->values, &capacity, arena, err);
    }
    return status;
}

dm_status dmi_tournament_boards_init(const dm_tournament_plan *plan, dmi_tournament_boards *out,
                                     dm_error *err)
{
    bool given = plan->boards != NULL;
    dmi_tournament_boards boards = {.seed = plan->seed,
                                    .is_random = !given && is_random_family(plan->arena),
                                    .arena = dmi_strdup(plan->arena)};
    boards.is_named = !given && !plan->values && dm_family_known(plan->arena);
    bool in_plane = !given && dmi_tournament_is_plane(plan->arena);
    boards.is_named = boards.is_named || in_plane;
    dm_status status = !boards.arena ? dmi_no_memory(err)
                       : given       ? add_given(plan, &boards, err)
                       : in_plane    ? dmi_tournament_plane_open(plan->arena, &boards, err)
                                     : read_boards(plan, &boards, err);
    if (status == DM_OK)
        *out = boards;
    else
        dmi_tournament_boards_clear(&boards);
    return status;
}

void dmi_tournament_boards_clear(dmi_tournament_boards *boards)
{
    for (int64_t i = 0; boards->board && i < boards->count; i++)
        dm_arena_free(boards->board[i]);
    dm_plane_board_free(boards->plane);
    free(boards->plane_distance);
    free(boards->board);
    dm_places_free(boards->values);
    free(boards->arena);
    *boards = (dmi_tournament_boards){0};
}

dm_status dmi_tournament_boards_take(const dmi_tournament_boards *boards, int64_t b, dm_arena **out,
                                     dm_error *err)
{
    if (!boards->is_random) {
        *out = boards->plane ? NULL : boards->board[b % boards->count];
        return DM_OK;
    }
    dm_arena *arena = NULL;
    dm_status status =
        dm_generate(boards->arena, dm_tournament_board_seed(boards->seed, b), &arena, err);
    if (status == DM_OK && boards->values)
        status = put_values(boards->values, &arena, err);
    if (status == DM_OK && boards->has_first_values)
        status = put_first_values(boards->board[0], &arena, err);
    if (status == DM_OK)
        *out = arena;
    else
        dm_arena_free(arena);
    return status;
}

void dmi_tournament_boards_give_back(const dmi_tournament_boards *boards, dm_arena *arena)
{
    if (boards->is_random)
        dm_arena_free(arena);
    else if (arena && boards->count > PREPARED)
        dm_arena_forget_tables(arena);
}

dm_status dmi_board_text(const dm_arena *arena, char **out, dm_error *err)
{
    dmi_output text = {0};
    dmi_json_put_board(&text, arena);
    return dmi_output_take(&text, out, err);
}

dm_status dmi_board_of_text(const char *text, dm_arena **out, dm_error *err)
{
    dm_reader *reader = NULL;
    dm_status status = dm_reader_open_memory("board", text, strlen(text), "json", &reader, err);
    if (status == DM_OK)
        status = dm_reader_next(reader, out, err);
    dm_reader_free(reader);
    return status;
}
