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
#include <string.h>

typedef struct merger {
    dmi_store *into, *from;
    dm_run *run;
    dm_atlas_merged done;
} merger;

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

static dm_status go_on(merger *m, dm_error *err)
{
    uint64_t done = (uint64_t)(m->done.boards + m->done.games + m->done.known);
    return dmi_run_report(m->run, 1, "rows", done, 0, dmi_store_path(m->from))
               ? DM_OK
               : dmi_as_unfinished(dmi_stopped(m->run, err), err);
}

static dm_status merge_member(void *user, const dmi_member *member, dm_error *err)
{
    merger *m = user;
    dm_status status = dmi_member_find(m->into, member, err);
    if (status == DM_END) {
        m->done.boards++;
        status = dmi_member_put(m->into, member, err);
    }
    return status == DM_OK ? go_on(m, err) : status;
}

static void print_bounds(const dmi_solved_game *game, char out[64])
{
    if (game->lower == game->upper)
        snprintf(out, 64, "the value is %" PRId64, game->lower);
    else
        snprintf(out, 64, "the value is from %" PRId64 " to %" PRId64, game->lower, game->upper);
}

static dm_status fail_conflict(const merger *m, const char *form, const dmi_game_key *key,
                               const dmi_solved_game *old, const dmi_solved_game *new,
                               dm_error *err)
{
    char here[64], there[64];
    print_bounds(old, here);
    print_bounds(new, there);
    return dmi_fail_at(err, DM_BAD_INPUT, dmi_store_path(m->from), 0,
                       "board %s, rounds %d, stones per turn %d, ties %s: %s, but in %s %s; "
                       "nothing was merged from it",
                       form, key->rounds, key->per_turn, dm_tie_rule_name(key->ties), there,
                       dmi_store_path(m->into), here);
}

static bool is_tighter(const dmi_solved_game *new, const dmi_solved_game *old)
{
    return new->lower > old->lower || new->upper < old->upper;
}

static dm_status merge_game(void *user, const dmi_member *board, const dmi_game_key *key,
                            const dmi_solved_game *game, dm_error *err)
{
    merger *m = user;
    dmi_solved_game old, joined = *game;
    dm_status status = dmi_solved_game_find(m->into, board->form, key, &old, err);
    if (status != DM_OK && status != DM_END)
        return status;
    bool is_new = status == DM_END;
    if (!is_new) {
        joined.lower = old.lower > game->lower ? old.lower : game->lower;
        joined.upper = old.upper < game->upper ? old.upper : game->upper;
        if (joined.lower > joined.upper)
            return fail_conflict(m, board->form, key, &old, game, err);
        joined.proven = joined.lower == joined.upper;
    }
    bool is_used = is_new || is_tighter(game, &old) || game->seconds > old.seconds;
    m->done.games += is_new;
    m->done.tightened += !is_new && is_tighter(game, &old);
    m->done.known += !is_new;
    if (is_used)
        status = dmi_solved_game_put(m->into, board->form, key, &joined, err);
    return is_used && status != DM_OK ? status : go_on(m, err);
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
    const dmi_atlas_reader reader = {m, merge_member, merge_game, merge_unit};
    dm_status status = check_forms(m, err);
    return status == DM_OK ? dmi_atlas_read_all(m->from, &reader, err) : status;
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
    dmi_store_close(m.from);
    return status;
}
