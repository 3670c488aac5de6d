/* solved_games.c - the tables of the atlas in the database. */
#include "store/solved_games.h"

#include "base/checksum.h"
#include "store/query.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dm_status dmi_solved_put(dmi_store *store, const dmi_game_group *group, int32_t part,
                         const dmi_game_text *text, dm_error *err)
{
    dmi_checksum sum;
    if (text->failed)
        return dmi_no_memory(err);
    dmi_checksum_start(&sum);
    dmi_checksum_add(&sum, text->text, text->size);
    return dmi_query_finish(
        dmi_query_start(store, DMI_SQL_ADD_SOLVED, err, "iiiitiit", (int64_t)group->vertices,
                        (int64_t)group->per_turn, (int64_t)group->ties, (int64_t)part,
                        group->family, (int64_t)dmi_checksum_end(&sum), text->boards, text->text),
        err);
}

/* Adds the texts that a query returns, and ends it. */
static dm_status read_texts(dmi_query query, dmi_board_set *out, dm_error *err)
{
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK) {
        const char *text = dmi_query_text(&query, 0);
        status = text ? dmi_board_set_add(out, text, dmi_store_path(query.store), err)
                      : dmi_no_memory(err);
        if (status != DM_OK)
            break;
    }
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}

dm_status dmi_solved_read(dmi_store *store, const dmi_game_group *group, dmi_board_set *out,
                          dm_error *err)
{
    return read_texts(dmi_query_start(store, DMI_SQL_SOLVED, err, "iiit", (int64_t)group->vertices,
                                      (int64_t)group->per_turn, (int64_t)group->ties,
                                      group->family),
                      out, err);
}

dm_status dmi_solved_read_part(dmi_store *store, const dmi_game_group *group, int32_t part,
                               dmi_board_set *out, dm_error *err)
{
    return read_texts(dmi_query_start(store, DMI_SQL_SOLVED_OF_PART, err, "iiiit",
                                      (int64_t)group->vertices, (int64_t)group->per_turn,
                                      (int64_t)group->ties, (int64_t)part, group->family),
                      out, err);
}

dm_status dmi_solved_read_elsewhere(dmi_store *store, const dmi_game_group *group,
                                    dmi_board_set *out, dm_error *err)
{
    return read_texts(dmi_query_start(store, DMI_SQL_SOLVED_ELSEWHERE, err, "iiit",
                                      (int64_t)group->vertices, (int64_t)group->per_turn,
                                      (int64_t)group->ties, group->family),
                      out, err);
}

/* Appends a group and its family; the texts move, so groups have their places until the end. */
typedef struct group_list {
    dmi_game_group *group;
    size_t count, room;
    char *names;
    size_t size, names_room;
} group_list;

static dm_status add_group(group_list *list, const dmi_query *query, dm_error *err)
{
    const char *family = dmi_query_text(query, 0);
    size_t size = family ? strlen(family) + 1 : 0;
    if (!family || !dmi_reserve(&list->group, &list->room, list->count + 1, sizeof *list->group) ||
        !dmi_reserve(&list->names, &list->names_room, list->size + size, 1))
        return dmi_no_memory(err);
    memcpy(list->names + list->size, family, size);
    list->size += size;
    list->group[list->count++] = (dmi_game_group){.vertices = (int32_t)dmi_query_integer(query, 1),
                                                  .per_turn = (int32_t)dmi_query_integer(query, 2),
                                                  .ties = (dm_tie_rule)dmi_query_integer(query, 3)};
    return DM_OK;
}

/* One piece of memory with the groups, then their families. */
static dmi_game_group *pack_group(const group_list *list)
{
    size_t size = list->count * sizeof *list->group;
    char *bytes = dmi_alloc(size + list->size, 1);
    if (!bytes)
        return NULL;
    dmi_game_group *groups = (dmi_game_group *)bytes;
    if (list->count > 0) {
        memcpy(bytes, list->group, size);
        memcpy(bytes + size, list->names, list->size);
    }
    const char *family = bytes + size;
    for (size_t i = 0; i < list->count; i++) {
        groups[i].family = family;
        family += strlen(family) + 1;
    }
    return groups;
}

dm_status dmi_groups_read(dmi_store *store, dmi_game_group **out, size_t *count, dm_error *err)
{
    group_list list = {0};
    dmi_query query = dmi_query_start(store, DMI_SQL_GROUPS, err, "");
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK)
        if ((status = add_group(&list, &query, err)) != DM_OK)
            break;
    dmi_query_end(&query);
    if (status == DM_END) {
        *out = pack_group(&list);
        *count = list.count;
        status = *out ? DM_OK : dmi_no_memory(err);
    }
    free(list.group);
    free(list.names);
    return status;
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

dm_status dmi_unit_put(dmi_store *store, const dmi_unit *unit, dm_error *err)
{
    return dmi_query_finish(dmi_query_start(store, DMI_SQL_ADD_UNIT, err, "tiiiiiii", unit->family,
                                            (int64_t)unit->vertices, (int64_t)unit->part,
                                            (int64_t)unit->parts, (int64_t)unit->per_turn,
                                            (int64_t)unit->ties, (int64_t)unit->first,
                                            (int64_t)unit->last),
                            err);
}

static dm_status read_unit(const dmi_query *query, dmi_unit_fn *each, void *user, dm_error *err)
{
    const dmi_unit unit = {.family = dmi_query_text(query, 0),
                           .vertices = (int32_t)dmi_query_integer(query, 1),
                           .part = (int32_t)dmi_query_integer(query, 2),
                           .parts = (int32_t)dmi_query_integer(query, 3),
                           .per_turn = (int32_t)dmi_query_integer(query, 4),
                           .ties = (dm_tie_rule)dmi_query_integer(query, 5),
                           .first = (int32_t)dmi_query_integer(query, 6),
                           .last = (int32_t)dmi_query_integer(query, 7)};
    return unit.family ? each(user, &unit, err) : dmi_no_memory(err);
}

dm_status dmi_units_each(dmi_store *store, dmi_unit_fn *each, void *user, dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_ALL_UNITS, err, "");
    dm_status status;
    while ((status = dmi_query_next(&query, err)) == DM_OK)
        if ((status = read_unit(&query, each, user, err)) != DM_OK)
            break;
    dmi_query_end(&query);
    return status == DM_END ? DM_OK : status;
}

/* The smallest size above `*vertices`; DM_END if there is none. */
static dm_status next_size(dmi_store *store, const dmi_selection *s, int32_t *vertices,
                           dm_error *err)
{
    dmi_query query = dmi_query_start(store, DMI_SQL_NEXT_SIZE, err, "iiiit", (int64_t)*vertices,
                                      (int64_t)s->max_vertices, (int64_t)s->per_turn,
                                      (int64_t)s->ties, s->family);
    dm_status status = dmi_query_next(&query, err);
    if (status == DM_OK)
        *vertices = (int32_t)dmi_query_integer(&query, 0);
    dmi_query_end(&query);
    return status;
}

dm_status dmi_solved_each(dmi_store *store, const dmi_selection *s, dmi_board_fn *each, void *user,
                          dm_error *err)
{
    dm_status status;
    int32_t vertices = s->min_vertices - 1;
    while ((status = next_size(store, s, &vertices, err)) == DM_OK) {
        const dmi_game_group group = {s->family, vertices, s->per_turn, s->ties};
        const dmi_member common = {.family = s->family, .vertices = vertices};
        dmi_board_set set = {0};
        status = dmi_solved_read(store, &group, &set, err);
        dmi_board_set_sort(&set, false);
        if (status == DM_OK)
            status = dmi_board_set_each(&set, &common, each, user, dmi_store_path(store), err);
        dmi_board_set_clear(&set);
        if (status != DM_OK)
            break;
    }
    return status == DM_END ? DM_OK : status;
}
