/* round_write.c - who owns what as a file: a table, GeoJSON, a picture or a page. */
#include "question/questions.h"

#include <stdlib.h>

/* A file in memory, freed with free(). */
static dm_status write_text(dm_status (*write)(FILE *to, const void *what, dm_error *err),
                            const void *what, char **out, dm_error *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_status status = write(to, what, err);
    if (fclose(to) != 0 && status == DM_OK)
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK)
        *out = text;
    else
        free(text);
    return status;
}

dm_status round_scene_init(const asking *a, const answer_market *m, round_scene *out, dm_error *err)
{
    *out = (round_scene){.stones = malloc(((size_t)m->sites + 1) * sizeof *out->stones),
                         .labels = malloc(((size_t)m->sites + 1) * sizeof *out->labels),
                         .is_new = malloc(((size_t)m->sites + 1) * sizeof *out->is_new)};
    if (!out->stones || !out->labels || !out->is_new)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int side = 0; side < 2; side++)
        out->names[side] = answer_side_name(m, (dm_side)side);
    for (int32_t i = 0; i < m->sites; i++) {
        out->is_new[i] = m->site[i].chosen;
        out->stones[i] = (dm_stone){m->site[i].row.vertex, (int32_t)m->site[i].side};
        out->labels[i] = m->site[i].row.label;
    }
    out->picture = (dm_picture){.hide_numbers = true,
                                .seed = a->seed,
                                .owned = m->owned,
                                .territory = m->territory,
                                .stone_labels = out->labels,
                                .stone_is_new = m->is_described ? out->is_new : NULL,
                                .side_names = out->names};
    return DM_OK;
}

void round_scene_clear(round_scene *scene)
{
    free(scene->stones);
    free(scene->labels);
    free(scene->is_new);
}

dm_status round_write(const asking *a, const answer_market *m, round_form form,
                      const round_words *words, char **out, dm_error *err)
{
    if (form == ROUND_CSV)
        return write_text(answer_table, m, out, err);
    if (form == ROUND_GEOJSON && !dm_arena_map(m->arena))
        return answer_fail(err, DM_BAD_INPUT, "'write': GeoJSON needs a map");
    if (form == ROUND_GEOJSON)
        return write_text(answer_geojson, m, out, err);
    round_scene scene;
    dm_status status = round_scene_init(a, m, &scene, err);
    const char *title = words && words->title ? words->title : a->arena;
    const answer_shown shown = {m,
                                title,
                                NULL,
                                scene.stones,
                                &scene.picture,
                                {words ? words->white : NULL, words ? words->black : NULL}};
    if (status == DM_OK && form == ROUND_PAGE)
        status = write_text(answer_market_page, &shown, out, err);
    else if (status == DM_OK)
        status = dm_draw_svg(m->arena, scene.stones, m->sites, (dm_tie_rule)a->ties, &scene.picture,
                             out, err);
    round_scene_clear(&scene);
    return status;
}
