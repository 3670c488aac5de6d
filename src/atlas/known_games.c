/* known_games.c - the games that the database has on the boards of one size. */
#include "atlas/atlas.h"

#include <stdlib.h>
#include <string.h>

dm_status dmi_known_size_read(dmi_known_sizes *sizes, dmi_store *store, const dmi_game_group *group,
                              const dmi_known_size **out, dm_error *err)
{
    for (dmi_known_size *size = sizes->first; size; size = size->next)
        if (size->group.vertices == group->vertices && size->group.per_turn == group->per_turn &&
            size->group.ties == group->ties && strcmp(size->group.family, group->family) == 0) {
            *out = size;
            return DM_OK;
        }
    dmi_known_size *size = dmi_calloc(1, sizeof *size);
    if (!size)
        return dmi_no_memory(err);
    *size = (dmi_known_size){.next = sizes->first, .group = *group};
    sizes->first = size;
    dm_status status = dmi_solved_read_part(store, group, DMI_ANY_PART, &size->own, err);
    if (status == DM_OK)
        status = dmi_solved_read_elsewhere(store, group, &size->elsewhere, err);
    dmi_board_set_sort(&size->own, true);
    dmi_board_set_sort(&size->elsewhere, true);
    *out = size;
    return status;
}

void dmi_known_sizes_clear(dmi_known_sizes *sizes)
{
    while (sizes->first) {
        dmi_known_size *next = sizes->first->next;
        dmi_board_set_clear(&sizes->first->own);
        dmi_board_set_clear(&sizes->first->elsewhere);
        free(sizes->first);
        sizes->first = next;
    }
}
