/* round_end.c - the sites of a round in the order opened, who owns what, and what each site gets.
 */
#include "question/questions.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* Allocates memory for `more` sites. */
static dm_status reserve_sites(answer_market *m, int32_t more, dm_error *err)
{
    assert(more >= 0 && m->sites >= 0 && m->closed >= 0);
    size_t all = (size_t)m->sites + (size_t)m->closed + (size_t)more;
    answer_site *grown = realloc(m->site, (all + 1) * sizeof *grown);
    if (!grown)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    m->site = grown;
    return DM_OK;
}

dm_status round_add(round_found *f, dm_side side, const char *word, const dm_places *places,
                    const bool *closed, dm_error *err)
{
    answer_market *m = &f->market;
    dm_status status = reserve_sites(m, places->count, err);
    assert(m->closed == 0);
    for (int32_t i = 0; i < places->count && status == DM_OK; i++)
        if (!closed || !closed[i])
            m->site[m->sites++] = (answer_site){
                .row = dm_places_row(places, i), .side = side, .word = word, .listed = i};
    return status;
}

dm_status round_add_closed(round_found *f, dm_side side, const char *word, const dm_places *places,
                           const bool *closed, dm_error *err)
{
    answer_market *m = &f->market;
    dm_status status = reserve_sites(m, closed ? places->count : 0, err);
    for (int32_t i = 0; closed && i < places->count && status == DM_OK; i++)
        if (closed[i])
            m->site[m->sites + m->closed++] = (answer_site){
                .row = dm_places_row(places, i), .side = side, .word = word, .listed = i};
    return status;
}

dm_status round_add_chosen(round_found *f, dm_side side, const char *word, const dm_vertex *chosen,
                           int32_t count, const dm_places *candidates, dm_error *err)
{
    answer_market *m = &f->market;
    dm_status status = reserve_sites(m, count, err);
    assert(count >= 0);
    for (int32_t i = 0; i < count && status == DM_OK; i++) {
        int32_t row = 0, rows = candidates ? candidates->count : 0;
        while (row < rows && candidates->vertex[row] != chosen[i])
            row++;
        dm_site_row at = {.vertex = chosen[i], .attraction = NAN, .beta = 1, .snap_metres = -1};
        if (row < rows)
            at = dm_places_row(candidates, row);
        m->site[m->sites++] =
            (answer_site){.row = at, .side = side, .word = word, .chosen = true, .listed = i};
    }
    return status;
}

/* If customers divide, a vertex is shown as owned by the side with the larger share. */
static void show_larger_share(answer_market *m)
{
    const dm_choice_score *c = m->choice;
    dm_dominance *d = m->owned;
    assert(m->choice && m->owned);
    for (dm_vertex v = 0; v < dm_arena_vertices(m->arena); v++) {
        double white = c->share[DM_WHITE][v], black = c->share[DM_BLACK][v];
        d->owner[v] = white < 0        ? DM_UNREACHED
                      : white == black ? DM_TIED
                      : white > black  ? (int32_t)DM_WHITE
                                       : (int32_t)DM_BLACK;
        d->site[v] = c->site[v];
        d->distance[v] = c->distance[v];
    }
    d->score[DM_WHITE] = llround(c->score[DM_WHITE]); /* for a picture's legend */
    d->score[DM_BLACK] = llround(c->score[DM_BLACK]);
    d->tied = 0;
    d->unreached = llround(c->unreached);
    for (int32_t i = 0; i < m->sites; i++)
        m->site[i].demand.real = c->demand[i];
}

dm_status round_divide(round_found *f, bool areas, dm_run *run, dm_error *err)
{
    answer_market *m = &f->market;
    dm_status status = DM_OK;
    if (!m->territory) {
        int64_t *offset = malloc(((size_t)m->sites + 1) * sizeof *offset);
        if (!offset)
            return answer_fail(err, DM_NO_MEMORY, "out of memory");
        for (int32_t i = 0; i < m->sites; i++)
            offset[i] = m->site[i].row.offset;
        const dm_territory_terms terms = {
            .offset = offset, .has_radius = m->terms.has_radius, .radius = m->terms.radius};
        status = dm_territory_new(m->arena, m->owned, &terms, &m->territory, err);
        free(offset);
    }
    if (status != DM_OK || !areas || m->areas)
        return status;
    return dm_areas_new(m->arena, m->owned, m->territory, run, &m->areas, err);
}

dm_group round_group(const answer_site *site)
{
    return (dm_group){.side = site->side,
                      .sites = {.vertex = &site->row.vertex,
                                .count = 1,
                                .offset = &site->row.offset,
                                .attraction = &site->row.attraction,
                                .beta = &site->row.beta}};
}

dm_status round_settle(const asking *a, dm_run *run, round_found *f, dm_error *err)
{
    answer_market *m = &f->market;
    dm_terms nearest = m->terms;
    /* every site is a group of its own, so that sites of both sides may take turns */
    dm_group *groups = malloc(((size_t)m->sites + 1) * sizeof *groups);
    assert(!f->market.owned && !f->market.choice);
    for (int32_t i = 0; groups && i < m->sites; i++)
        groups[i] = round_group(&m->site[i]);
    nearest.rule = DM_NEAREST;
    dm_status status =
        groups ? dm_terms_dominance(m->arena, &nearest, groups, m->sites, &m->owned, err)
               : answer_fail(err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK && m->terms.rule != DM_NEAREST)
        status = dm_choice_score_new(m->arena, &m->terms, groups, m->sites, (int)a->threads, run,
                                     &m->choice, err);
    free(groups);
    if (status != DM_OK)
        return status;
    const int64_t *values = dm_arena_values(m->arena);
    assert(m->owned->n == dm_arena_vertices(m->arena));
    m->owned->n = dm_arena_shown(m->arena); /* copies of junctions are not shown */
    for (dm_vertex v = 0; !m->choice && v < m->owned->n; v++)
        if (m->owned->owner[v] >= 0 && m->owned->site[v] >= 0)
            m->site[m->owned->site[v]].demand.whole += dm_value_of(values, v);
    if (m->choice)
        show_larger_share(m);
    m->is_described = m->customers || m->has_costs || m->choice || dm_arena_map(m->arena);
    for (int32_t i = 0; i < m->sites && !m->is_described; i++)
        m->is_described = m->site[i].row.label || m->site[i].row.brand;
    status = round_trace_origins(a, m, run, err);
    return status == DM_OK && f->has_territory ? round_divide(f, f->has_areas, run, err) : status;
}
