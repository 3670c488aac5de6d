/* solved_games_all.c - reads all boards, games and parts of an atlas, for merging. */
#include "base/base.h"
#include "store/query.h"
#include "store/solved_games.h"

typedef dm_status row_fn(const dmi_query *query, const dmi_atlas_reader *reader, dm_error *err);

/* Calls `row` for every row; stops if it fails. */
static dm_status each_row(dmi_store *store, dmi_statement_id id, row_fn *row,
                          const dmi_atlas_reader *reader, dm_error *err)
{
    dmi_query query = dmi_query_start(store, id, err, "");
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK) {
        status = row(&query, reader, err);
        if (status != DM_OK)
            break;
    }
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}

static dm_status read_member(const dmi_query *query, const dmi_atlas_reader *reader, dm_error *err)
{
    const dmi_member member = {.family = dmi_query_text(query, 0),
                               .name = dmi_query_text(query, 1),
                               .form = dmi_query_text(query, 2),
                               .vertices = (int32_t)dmi_query_integer(query, 3),
                               .edges = dmi_query_integer(query, 4)};
    if (!member.family || !member.name || !member.form)
        return dmi_no_memory(err);
    return reader->member(reader->user, &member, err);
}

static dm_status read_game(const dmi_query *query, const dmi_atlas_reader *reader, dm_error *err)
{
    const dmi_member board = {.form = dmi_query_text(query, 0)};
    const dmi_game_key key = {.per_turn = (int32_t)dmi_query_integer(query, 1),
                              .ties = (dm_tie_rule)dmi_query_integer(query, 2),
                              .rounds = (int32_t)dmi_query_integer(query, 3)};
    const dmi_solved_game game = {.lower = dmi_query_integer(query, 4),
                                  .upper = dmi_query_integer(query, 5),
                                  .proven = dmi_query_integer(query, 6) != 0,
                                  .nodes = (uint64_t)dmi_query_integer(query, 7),
                                  .seconds = dmi_query_real(query, 8)};
    return board.form ? reader->game(reader->user, &board, &key, &game, err) : dmi_no_memory(err);
}

static dm_status read_unit(const dmi_query *query, const dmi_atlas_reader *reader, dm_error *err)
{
    const dmi_unit unit = {.family = dmi_query_text(query, 0),
                           .vertices = (int32_t)dmi_query_integer(query, 1),
                           .part = (int32_t)dmi_query_integer(query, 2),
                           .parts = (int32_t)dmi_query_integer(query, 3),
                           .per_turn = (int32_t)dmi_query_integer(query, 4),
                           .ties = (dm_tie_rule)dmi_query_integer(query, 5),
                           .first = (int32_t)dmi_query_integer(query, 6),
                           .last = (int32_t)dmi_query_integer(query, 7)};
    return unit.family ? reader->unit(reader->user, &unit, err) : dmi_no_memory(err);
}

dm_status dmi_atlas_read_all(dmi_store *store, const dmi_atlas_reader *reader, dm_error *err)
{
    dm_status status = each_row(store, DMI_SQL_ALL_MEMBERS, read_member, reader, err);
    if (status == DM_OK)
        status = each_row(store, DMI_SQL_ALL_GAMES, read_game, reader, err);
    if (status == DM_OK)
        status = each_row(store, DMI_SQL_ALL_UNITS, read_unit, reader, err);
    return status;
}
