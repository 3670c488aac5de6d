/* merge.c - adds the games of another database to this one.
 *
 * One transaction per database: a merge that fails or is stopped has changed nothing, and one that
 * is repeated changes nothing more.  Bounds of a game that both have are joined; if no value
 * satisfies both, one of the databases is wrong, and the merge ends.
 */
#include "atlas/atlas.h"

#include "base/base.h"
#include "store/solved_games.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct merger {
    dmi_store *into, *from;
    dm_run *run;
    dm_atlas_merged done;
    dmi_game_group group;     /* the present one */
    dmi_board_set known;      /* its boards, by name */
    dmi_board_set counted;    /* boards of groups before it, by form */
    dmi_board_games old, new; /* of the present board */
    dmi_board_games again;    /* those on it that are counted already */
    dmi_game_text text;       /* new games that are not yet written */
} merger;

enum { MOST_BOARDS = 1000 }; /* in one text */

/* Canonical forms of two versions of nauty may differ; a board would then be stored twice. */
static dm_status check_forms(merger *m, dm_error *err)
{
    int64_t known = 0, version = 0;
    dm_status status = dmi_store_number(m->from, "nauty", &version, err);
    if (status != DM_OK)
        return status == DM_END ? DM_OK : status; /* it has no games */
    status = dmi_store_number(m->into, "nauty", &known, err);
    if (status == DM_END)
        return dmi_store_set_number(m->into, "nauty", version, err);
    if (status == DM_OK && known != version)
        return dmi_fail_at(err, DM_UNSUPPORTED, dmi_store_path(m->from), 0,
                           "made with nauty %" PRId64 ", but %s with nauty %" PRId64
                           ", whose canonical forms may differ",
                           version, dmi_store_path(m->into), known);
    return status;
}

static void print_bounds(const dmi_solved_game *game, char out[64])
{
    if (game->lower == game->upper)
        snprintf(out, 64, "the value is %" PRId64, game->lower);
    else
        snprintf(out, 64, "the value is from %" PRId64 " to %" PRId64, game->lower, game->upper);
}

static bool is_tighter(const dmi_solved_game *new, const dmi_solved_game *old)
{
    return new->lower > old->lower || new->upper < old->upper;
}

/* Adds the game to the new ones unless the database has as much. */
static dm_status merge_game(merger *m, const dmi_member *board, const dmi_solved_game *game,
                            dm_error *err)
{
    const dmi_solved_game *old = dmi_board_games_find(&m->old, game->rounds);
    bool counts = !dmi_board_games_find(&m->again, game->rounds);
    dmi_solved_game joined = *game;
    m->done.games += counts && !old;
    m->done.known += counts && old;
    if (old) {
        joined.lower = old->lower > game->lower ? old->lower : game->lower;
        joined.upper = old->upper < game->upper ? old->upper : game->upper;
        if (joined.lower > joined.upper) {
            char here[64], there[64];
            print_bounds(old, here);
            print_bounds(game, there);
            return dmi_fail_at(
                err, DM_BAD_INPUT, dmi_store_path(m->from), 0,
                "board %s, rounds %d, stones per turn %d, ties %s: %s, but in %s %s; "
                "nothing was merged from it",
                board->form, game->rounds, m->group.per_turn, dm_tie_rule_name(m->group.ties),
                there, dmi_store_path(m->into), here);
        }
        m->done.tightened += counts && is_tighter(game, old);
        if (!is_tighter(game, old) && (dmi_is_proven(old) || game->seconds <= old->seconds))
            return DM_OK;
    }
    return dmi_board_games_join(&m->new, &joined, err);
}

static dm_status write_text(merger *m, dm_error *err)
{
    dm_status status = m->text.boards > 0
                           ? dmi_solved_put(m->into, &m->group, DMI_ANY_PART, &m->text, err)
                           : DM_OK;
    dmi_game_text_clear(&m->text);
    return status;
}

static dm_status merge_board(void *user, const dmi_member *board, const dmi_board_games *games,
                             dm_error *err)
{
    merger *m = user;
    m->old.count = m->new.count = m->again.count = 0;
    dm_status status =
        dmi_board_set_find(&m->known, board->name, &m->old, dmi_store_path(m->into), err);
    m->done.boards += status == DM_END;
    if (status == DM_END || status == DM_OK)
        status =
            dmi_board_set_find(&m->counted, board->form, &m->again, dmi_store_path(m->from), err);
    if (status == DM_END)
        status = DM_OK;
    for (size_t i = 0; i < games->count && status == DM_OK; i++)
        status = merge_game(m, board, &games->game[i], err);
    if (status == DM_OK && m->new.count > 0)
        dmi_game_text_add(&m->text, board, m->new.game, m->new.count);
    if (m->text.failed)
        status = dmi_no_memory(err);
    if (status == DM_OK && m->text.boards == MOST_BOARDS)
        status = write_text(m, err);
    if (status != DM_OK)
        return status;
    uint64_t done = (uint64_t)(m->done.boards + m->done.games + m->done.known);
    return dmi_run_report(m->run, 1, "rows", done, 0, dmi_store_path(m->from))
               ? DM_OK
               : dmi_as_unfinished(dmi_stopped(m->run, err), err);
}

static dm_status merge_unit(void *user, const dmi_unit *unit, dm_error *err)
{
    return dmi_unit_put(((merger *)user)->into, unit, err);
}

static dm_status merge_all(void *user, dmi_store *into, dm_error *err)
{
    merger *m = user;
    (void)into;
    m->done = (dm_atlas_merged){0};
    dm_status status = check_forms(m, err);
    if (status == DM_OK) {
        /* Group by group. */
        dmi_game_group *groups = NULL;
        size_t count = 0;
        status = dmi_groups_read(m->from, &groups, &count, err);
        for (size_t i = 0; i < count && status == DM_OK; i++) {
            /* The boards that other tables of the same size and rules had before this group: a game
             * on a board of two tables counts once. */
            const dmi_game_group *present = &groups[i];
            for (size_t k = 0; k < i && status == DM_OK; k++)
                if (groups[k].vertices == present->vertices &&
                    groups[k].per_turn == present->per_turn && groups[k].ties == present->ties)
                    status = dmi_solved_read(m->from, &groups[k], &m->counted, err);
            dmi_board_set_sort(&m->counted, true);
            if (status == DM_OK) {
                dmi_board_set boards = {0};
                const dmi_member common = {.family = groups[i].family,
                                           .vertices = groups[i].vertices};
                m->group = groups[i];
                status = dmi_solved_read(m->from, &groups[i], &boards, err);
                if (status == DM_OK)
                    status = dmi_solved_read(m->into, &groups[i], &m->known, err);
                dmi_board_set_sort(&boards, false);
                dmi_board_set_sort(&m->known, false);
                if (status == DM_OK)
                    status = dmi_board_set_each(&boards, &common, merge_board, m,
                                                dmi_store_path(m->from), err);
                if (status == DM_OK)
                    status = write_text(m, err);
                dmi_board_set_clear(&boards);
                dmi_board_set_clear(&m->known);
            }
            dmi_board_set_clear(&m->counted);
        }
        dmi_game_text_clear(&m->text);
        free(groups);
    }
    return status == DM_OK ? dmi_units_each(m->from, merge_unit, m, err) : status;
}

dm_status dm_atlas_merge(dm_atlas *into, const char *from, dm_run *run, dm_atlas_merged *out,
                         dm_error *err)
{
    merger m = {.into = into->store, .run = run};
    dm_status status = dmi_store_open(from, false, &m.from, err);
    if (status == DM_OK)
        status = dmi_store_transact(m.into, merge_all, &m, err);
    if (status == DM_OK && out)
        *out = m.done;
    dmi_board_games_clear(&m.old);
    dmi_board_games_clear(&m.new);
    dmi_board_games_clear(&m.again);
    dmi_store_close(m.from);
    return status;
}
