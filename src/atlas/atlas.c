/* atlas.c - reads the atlas: games of a table, in order. */
#include "atlas/atlas.h"

#include "base/base.h"
#include <demesne/source.h>
#include <stdlib.h>
#include <string.h>

dm_status dm_atlas_open(const char *path, bool create, dm_atlas **out, dm_error *err)
{
    dm_atlas *atlas = dmi_calloc(1, sizeof *atlas);
    if (!atlas)
        return dmi_no_memory(err);
    dm_status status = dmi_store_open(path, create, &atlas->store, err);
    if (status == DM_OK)
        *out = atlas;
    else
        free(atlas);
    return status;
}

void dm_atlas_close(dm_atlas *atlas)
{
    if (!atlas)
        return;
    dmi_store_close(atlas->store);
    free(atlas);
}

typedef struct game_reader {
    const dmi_table_row *row;
    dmi_selection selection;
    int32_t first, last; /* rounds */
    dm_atlas_game_fn *each;
    void *user;
} game_reader;

static dm_status read_board(void *user, const dmi_member *board, const dmi_board_games *games,
                            dm_error *err)
{
    const game_reader *r = user;
    dm_status status = DM_OK;
    for (size_t i = 0; i < games->count && status == DM_OK; i++) {
        const dmi_solved_game *solved = &games->game[i];
        const dm_atlas_game game = {.table = r->row->table.name,
                                    .board = board->name,
                                    .form = board->form,
                                    .vertices = board->vertices,
                                    .edges = board->edges,
                                    .rounds = solved->rounds,
                                    .per_turn = r->selection.per_turn,
                                    .ties = r->selection.ties,
                                    .proven = dmi_is_proven(solved),
                                    .lower = solved->lower,
                                    .upper = solved->upper,
                                    .nodes = (int64_t)solved->nodes,
                                    .seconds = solved->seconds};
        if (solved->rounds >= r->first && solved->rounds <= r->last &&
            dmi_view_shows(r->row, &game))
            status = r->each(r->user, &game, err);
    }
    return status;
}

dm_status dm_atlas_each(dm_atlas *atlas, const dm_atlas_plan *plan, dm_atlas_game_fn *each,
                        void *user, dm_error *err)
{
    game_reader r = {.each = each,
                     .user = user,
                     .first = plan->min_rounds,
                     .last = plan->max_rounds > 0 ? plan->max_rounds : INT32_MAX};
    dm_status status = dmi_table_find(plan->table, &r.row, err);
    if (status != DM_OK)
        return status;
    r.selection = (dmi_selection){
        .family = dmi_view_source(r.row),
        .min_vertices = plan->min_vertices,
        .max_vertices = plan->max_vertices > 0 ? plan->max_vertices : INT32_MAX,
        .per_turn = plan->per_turn > 0 ? plan->per_turn : 1,
        .ties = plan->ties,
    };
    return dmi_solved_each(atlas->store, &r.selection, read_board, &r, err);
}

dm_status dm_atlas_is_complete(dm_atlas *atlas, const dm_atlas_plan *plan, int32_t vertices,
                               bool *out, dm_error *err)
{
    const dmi_table_row *row = NULL;
    dmi_unit unit = {.vertices = vertices,
                     .per_turn = plan->per_turn > 0 ? plan->per_turn : 1,
                     .ties = plan->ties};
    dm_status status = dmi_table_find(plan->table, &row, err);
    if (status != DM_OK)
        return status;
    unit.family = row->table.name;
    status = row->kind == DMI_TABLE_ALL && dmi_plan_rounds(plan, vertices, &unit.first, &unit.last)
                 ? dmi_units_find(atlas->store, &unit, err)
                 : DM_END;
    if (status != DM_OK && status != DM_END)
        return status;
    *out = status == DM_OK;
    return DM_OK;
}

dm_status dm_atlas_board(const char *board, dm_arena **out, dm_error *err)
{
    if (dm_family_known(board))
        return dm_generate(board, 1, out, err);
    dm_reader *reader = NULL;
    dm_status status =
        dm_reader_open_memory("graph6", board, strlen(board), "graph6", &reader, err);
    if (status == DM_OK)
        status = dm_reader_next(reader, out, err);
    dm_reader_free(reader);
    return status;
}
