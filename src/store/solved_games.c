/* solved_games.c - solved games in the database: boards by canonical form, games by their rules. */
#include "store/solved_games.h"

#include "base/base.h"
#include "store/query.h"

dm_status dmi_solved_game_find(dmi_store *store, const char *form, const dmi_game_key *key,
                               dmi_solved_game *out, dm_error *err)
{
    dmi_query query =
        dmi_query_start(store, DMI_SQL_GAME, err, "tiii", form, (int64_t)key->per_turn,
                        (int64_t)key->ties, (int64_t)key->rounds);
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK)
        *out = (dmi_solved_game){.lower = dmi_query_integer(&query, 0),
                                 .upper = dmi_query_integer(&query, 1),
                                 .proven = dmi_query_integer(&query, 2) != 0,
                                 .nodes = (uint64_t)dmi_query_integer(&query, 3),
                                 .seconds = dmi_query_real(&query, 4)};
    dmi_query_end(&query);
    return status;
}

static dmi_solved_game game_at(const dmi_query *query, int column)
{
    return (dmi_solved_game){.lower = dmi_query_integer(query, column),
                             .upper = dmi_query_integer(query, column + 1),
                             .proven = dmi_query_integer(query, column + 2) != 0,
                             .nodes = (uint64_t)dmi_query_integer(query, column + 3),
                             .seconds = dmi_query_real(query, column + 4)};
}

dm_status dmi_solved_games_of(dmi_store *store, const char *forms, const dmi_game_key *key,
                              dmi_known_game_fn *each, void *user, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_GAMES_OF, err, "iit", (int64_t)key->per_turn,
                                      (int64_t)key->ties, forms);
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK) {
        const dmi_solved_game game = game_at(&query, 2);
        const char *form = dmi_query_text(&query, 0);
        if (!form) {
            status = dmi_no_memory(err);
            break;
        }
        each(user, form, (int32_t)dmi_query_integer(&query, 1), &game);
    }
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}

dm_status dmi_member_find(dmi_store *store, const dmi_member *member, dm_error *err)
{
    return dmi_query_probe(dmi_query_start(store, DMI_SQL_MEMBER, err, "tit", member->family,
                                           (int64_t)member->vertices, member->name),
                           err);
}

dm_status dmi_unit_find(dmi_store *store, const dmi_unit *unit, dm_error *err)
{
    return dmi_query_probe(
        dmi_query_start(store, DMI_SQL_UNIT, err, "tiiiiiii", unit->family, (int64_t)unit->vertices,
                        (int64_t)unit->part, (int64_t)unit->parts, (int64_t)unit->per_turn,
                        (int64_t)unit->ties, (int64_t)unit->first, (int64_t)unit->last),
        err);
}

dm_status dmi_solved_game_put(dmi_store *store, const char *form, const dmi_game_key *key,
                              const dmi_solved_game *game, dm_error *err)
{
    return dmi_query_finish(
        dmi_query_start(store, DMI_SQL_ADD_GAME, err, "tiiiiiiir", form, (int64_t)key->per_turn,
                        (int64_t)key->ties, (int64_t)key->rounds, game->lower, game->upper,
                        (int64_t)game->proven, (int64_t)game->nodes, game->seconds),
        err);
}

dm_status dmi_member_put(dmi_store *store, const dmi_member *member, dm_error *err)
{
    dm_status status =
        dmi_query_finish(dmi_query_start(store, DMI_SQL_ADD_BOARD, err, "tii", member->form,
                                         (int64_t)member->vertices, member->edges),
                         err);
    return status == DM_OK
               ? dmi_query_finish(dmi_query_start(store, DMI_SQL_ADD_MEMBER, err, "titt",
                                                  member->family, (int64_t)member->vertices,
                                                  member->name, member->form),
                                  err)
               : status;
}

dm_status dmi_unit_put(dmi_store *store, const dmi_unit *unit, dm_error *err)
{
    return dmi_query_finish(dmi_query_start(store, DMI_SQL_ADD_UNIT, err, "tiiiiiii", unit->family,
                                            (int64_t)unit->vertices, (int64_t)unit->part,
                                            (int64_t)unit->parts, (int64_t)unit->per_turn,
                                            (int64_t)unit->ties, (int64_t)unit->first,
                                            (int64_t)unit->last),
                            err);
}

static dm_status read_game(const dmi_query *query, const dmi_selection *s, dmi_solved_game_fn *each,
                           void *user, dm_error *err)
{
    const dmi_member member = {
        .family = s->family,
        .name = dmi_query_text(query, 0),
        .form = dmi_query_text(query, 1),
        .vertices = (int32_t)dmi_query_integer(query, 2),
        .edges = dmi_query_integer(query, 3),
    };
    const dmi_game_key key = {(int32_t)dmi_query_integer(query, 4), s->per_turn, s->ties};
    const dmi_solved_game game = {.lower = dmi_query_integer(query, 5),
                                  .upper = dmi_query_integer(query, 6),
                                  .proven = dmi_query_integer(query, 7) != 0,
                                  .nodes = (uint64_t)dmi_query_integer(query, 8),
                                  .seconds = dmi_query_real(query, 9)};
    if (!member.name || !member.form)
        return dmi_no_memory(err);
    return each(user, &member, &key, &game, err);
}

dm_status dmi_solved_game_each(dmi_store *store, const dmi_selection *s, dmi_solved_game_fn *each,
                               void *user, dm_error *err)
{
    dmi_query query =
        dmi_query_start(store, DMI_SQL_EACH, err, "tiiiiii", s->family, (int64_t)s->min_vertices,
                        (int64_t)s->max_vertices, (int64_t)s->per_turn, (int64_t)s->ties,
                        (int64_t)s->first, (int64_t)s->last);
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK) {
        status = read_game(&query, s, each, user, err);
        if (status != DM_OK)
            break;
    }
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}
