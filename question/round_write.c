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

static dm_status draw_round(const asking *a, const answer_shown *shown, round_form form, char **out,
                            dm_error *err)
{
    const answer_market *m = shown->market;
    char *svg = NULL;
    if (form == ROUND_PAGE)
        return write_text(answer_market_page, shown, out, err);
    dm_status status = dm_draw_svg(m->arena, shown->stones, m->sites, (dm_tie_rule)a->ties,
                                   shown->picture, &svg, err);
    *out = svg;
    return status;
}

dm_status round_write(const asking *a, const answer_market *m, round_form form, char **out,
                      dm_error *err)
{
    if (form == ROUND_CSV)
        return write_text(answer_table, m, out, err);
    if (form == ROUND_GEOJSON && !dm_arena_map(m->arena))
        return answer_fail(err, DM_BAD_INPUT, "'write': GeoJSON needs a map");
    if (form == ROUND_GEOJSON)
        return write_text(answer_geojson, m, out, err);
    dm_stone *stones = malloc(((size_t)m->sites + 1) * sizeof *stones);
    const char **labels = answer_site_labels(m);
    dm_status status = stones && labels ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0; status == DM_OK && i < m->sites; i++)
        stones[i] = (dm_stone){m->site[i].row.vertex, (int32_t)m->site[i].side};
    const dm_picture picture = {
        .hide_numbers = true, .seed = a->seed, .owned = m->owned, .stone_labels = labels};
    const answer_shown shown = {m, a->arena, NULL, stones, &picture};
    if (status == DM_OK)
        status = draw_round(a, &shown, form, out, err);
    free(stones);
    free(labels);
    return status;
}
