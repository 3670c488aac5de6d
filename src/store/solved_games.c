/* solved_games.c - solved games in the database: boards by canonical form, games by their rules. */
#include "store/solved_games.h"

#include "base/base.h"
#include "store/query.h"
#include "store/row_list.h"

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

dm_status dmi_units_find(dmi_store *store, const dmi_unit *unit, dm_error *err)
{
    return dmi_query_probe(dmi_query_start(store, DMI_SQL_UNITS, err, "tiiiii", unit->family,
                                           (int64_t)unit->vertices, (int64_t)unit->per_turn,
                                           (int64_t)unit->ties, (int64_t)unit->first,
                                           (int64_t)unit->last),
                           err);
}

/* Runs a statement with the rows, which it frees, if there are any. */
static dm_status put_rows(dmi_store *store, dmi_statement_id id, dmi_row_list *rows, dm_error *err)
{
    if (rows->size == 0 && !rows->failed)
        return DM_OK;
    const char *text = dmi_rows_end(rows);
    dm_status status = text ? dmi_query_finish(dmi_query_start(store, id, err, "t", text), err)
                            : dmi_no_memory(err);
    dmi_rows_clear(rows);
    return status;
}

static void add_game(dmi_row_list *rows, const char *form, const dmi_game_key *key,
                     const dmi_solved_game *game)
{
    dmi_rows_begin(rows);
    dmi_rows_text(rows, form);
    dmi_rows_integer(rows, key->per_turn);
    dmi_rows_integer(rows, key->ties);
    dmi_rows_integer(rows, key->rounds);
    dmi_rows_integer(rows, game->lower);
    dmi_rows_integer(rows, game->upper);
    dmi_rows_integer(rows, game->proven);
    dmi_rows_integer(rows, (int64_t)game->nodes);
    dmi_rows_real(rows, game->seconds);
}

static void add_member(dmi_row_list *rows, const dmi_member *member)
{
    dmi_rows_begin(rows);
    dmi_rows_text(rows, member->form);
    dmi_rows_integer(rows, member->vertices);
    dmi_rows_integer(rows, member->edges);
    dmi_rows_text(rows, member->family);
    dmi_rows_text(rows, member->name);
}

dm_status dmi_found_put(dmi_store *store, const dmi_found *found, size_t count, dm_error *err)
{
    dmi_row_list members = {0}, again = {0}, games = {0};
    for (size_t i = 0; i < count; i++)
        if (found[i].game) {
            add_game(&games, found[i].member->form, found[i].key, found[i].game);
        } else {
            add_member(&members, found[i].member);
            add_member(&again, found[i].member);
        }
    dm_status status = put_rows(store, DMI_SQL_ADD_BOARDS, &members, err);
    if (status == DM_OK)
        status = put_rows(store, DMI_SQL_ADD_MEMBERS, &again, err);
    if (status == DM_OK)
        status = put_rows(store, DMI_SQL_ADD_GAMES, &games, err);
    dmi_rows_clear(&members);
    dmi_rows_clear(&again);
    dmi_rows_clear(&games);
    return status;
}

dm_status dmi_solved_game_put(dmi_store *store, const char *form, const dmi_game_key *key,
                              const dmi_solved_game *game, dm_error *err)
{
    const dmi_member member = {.form = form};
    return dmi_found_put(store, &(dmi_found){&member, key, game}, 1, err);
}

dm_status dmi_member_put(dmi_store *store, const dmi_member *member, dm_error *err)
{
    return dmi_found_put(store, &(dmi_found){.member = member}, 1, err);
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
