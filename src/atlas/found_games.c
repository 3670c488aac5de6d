/* found_games.c - games that were found, until they are written. */
#include "atlas/atlas.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BOARDS = 1000 }; /* in one text */

static dmi_found_block *new_block(dmi_found_games *found, const dmi_game_group *group, int32_t part)
{
    dmi_found_block *block = dmi_calloc(1, sizeof *block);
    if (!block)
        return NULL;
    *block = (dmi_found_block){.next = found->first, .group = *group, .part = part};
    snprintf(block->family, sizeof block->family, "%s", group->family);
    block->group.family = block->family;
    found->first = block;
    return block;
}

dm_status dmi_found_add(dmi_found_games *found, const dmi_game_group *group, int32_t part,
                        const dmi_member *board, const dmi_solved_game *games, size_t count,
                        dm_error *err)
{
    dmi_found_block *block = found->first;
    while (block &&
           !(block->part == part && block->text.boards < MOST_BOARDS &&
             block->group.vertices == group->vertices && block->group.per_turn == group->per_turn &&
             block->group.ties == group->ties && strcmp(block->family, group->family) == 0))
        block = block->next;
    if (!block)
        block = new_block(found, group, part);
    if (!block)
        return dmi_no_memory(err);
    assert(block->text.boards < MOST_BOARDS);
    dmi_game_text_add(&block->text, board, games, count);
    return block->text.failed ? dmi_no_memory(err) : DM_OK;
}

dm_status dmi_found_write(dmi_store *store, const dmi_found_games *found, dm_error *err)
{
    dm_status status = DM_OK;
    for (const dmi_found_block *b = found->first; b && status == DM_OK; b = b->next)
        status = dmi_solved_put(store, &b->group, b->part, &b->text, err);
    return status;
}

void dmi_found_clear(dmi_found_games *found)
{
    while (found->first) {
        dmi_found_block *next = found->first->next;
        dmi_game_text_clear(&found->first->text);
        free(found->first);
        found->first = next;
    }
}
