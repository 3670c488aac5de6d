/* market_pictures.c - a map of every scenario, for the page of a market.
 *
 * Bars and maps of a page have one colour for a company, whoever opens: in a plan of us and them we
 * are drawn as White.
 */
#include "question/questions.h"

#include "question/drive.h"

#include <stddef.h>

enum { MOST_VERTICES = 50000 }; /* a larger board would make a page that no browser likes */

_Static_assert(offsetof(score_found, round) == 0 && offsetof(reply_found, round) == 0 &&
                   offsetof(lead_found, round) == 0,
               "what a round found comes first");

/* Exchanges White and Black. */
static void exchange_sides(answer_market *m, dm_stone *stones)
{
    dm_dominance *d = m->owned;
    for (dm_vertex v = 0; v < d->n; v++)
        d->owner[v] = d->owner[v] >= 0 ? !d->owner[v] : d->owner[v];
    int64_t kept = d->score[DM_WHITE];
    d->score[DM_WHITE] = d->score[DM_BLACK];
    d->score[DM_BLACK] = kept;
    for (int32_t i = 0; i < m->sites; i++)
        stones[i].player = !stones[i].player;
    for (int64_t i = 0; m->territory && i < m->territory->count; i++)
        if (m->territory->piece[i].owner >= 0)
            m->territory->piece[i].owner = !m->territory->piece[i].owner;
}

dm_status market_draw(const ask_task *task, const answer_compared *compared,
                      const market_view *view, char **out, dm_error *err)
{
    round_found *f = task->found;
    answer_market *m = &f->market;
    round_scene scene = {0};
    if (!m->owned || dm_arena_vertices(m->arena) > MOST_VERTICES)
        return DM_OK;
    dm_status status =
        dm_arena_map(m->arena) ? round_divide(f, false, task->board.run, err) : DM_OK;
    if (status == DM_OK)
        status = round_scene_init(&task->ask, m, &scene, err);
    if (status == DM_OK && compared->tells_us && view->us == DM_BLACK)
        exchange_sides(m, scene.stones);
    scene.names[0] = compared->name[0];
    scene.names[1] = compared->name[1];
    if (status == DM_OK)
        status =
            dm_draw_svg(m->arena, scene.stones, m->sites, m->terms.ties, &scene.picture, out, err);
    round_scene_clear(&scene);
    return status == DM_UNFINISHED ? DM_OK : status; /* without a picture */
}
