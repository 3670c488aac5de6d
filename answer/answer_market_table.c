/* answer_market_table.c - who owns what, as a CSV: a row per customer, or per vertex. */
#include "answer/answer_market.h"

#include "answer/fail.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void answer_cell(FILE *to, const char *text)
{
    if (!text || !strpbrk(text, ",\"\n")) {
        fputs(text ? text : "", to);
        return;
    }
    fputc('"', to);
    for (const char *c = text; *c; c++)
        fputs(*c == '"' ? "\"\"" : (char[2]){*c, 0}, to);
    fputc('"', to);
}

const char *answer_owner(int32_t owner)
{
    assert(owner >= 0 ? owner <= DM_BLACK : owner == DM_TIED || owner == DM_UNREACHED);
    return owner >= 0 ? dm_side_name((dm_side)owner) : owner == DM_TIED ? "tied" : "unreached";
}

static void put_units(FILE *to, int64_t units, int decimals)
{
    char text[REPORT_UNITS];
    report_units(units, decimals, text);
    fputs(text, to);
}

static void put_distance(FILE *to, const answer_market *m, dm_vertex v)
{
    assert(v >= 0 && v < m->owned->n);
    if (m->owned->distance[v] >= 0)
        put_units(to, m->owned->distance[v], dm_arena_decimals(m->arena));
}

/* The owner's share of the demand of v. */
static void put_share(FILE *to, const answer_market *m, dm_vertex v)
{
    int32_t owner = m->owned->owner[v];
    assert(v >= 0 && v < m->owned->n);
    if (owner < 0)
        return;
    fprintf(to, "%.9g", m->choice ? m->choice->share[owner][v] : 1);
}

/* The site that has v; NULL: none. */
static const answer_site *site_of(const answer_market *m, dm_vertex v)
{
    int32_t i = m->owned->site[v];
    return i >= 0 && m->owned->owner[v] >= 0 ? &m->site[i] : NULL;
}

static void put_site(FILE *to, const answer_market *m, dm_vertex v)
{
    const answer_site *site = site_of(m, v);
    if (site)
        fprintf(to, "%d", site->row.vertex);
}

static void put_label(FILE *to, const answer_market *m, dm_vertex v)
{
    const answer_site *site = site_of(m, v);
    fputc(',', to);
    answer_cell(to, site ? site->row.label : NULL);
}

/* How far a row by lon and lat was moved, and to which street. */
static void put_snapped(FILE *to, const dm_places *p, int32_t i)
{
    bool is_snapped = p->snap_metres[i] >= 0;
    fputc(',', to);
    if (is_snapped)
        fprintf(to, "%.1f", p->snap_metres[i]);
    fputc(',', to);
    answer_cell(to, is_snapped ? p->street[i] : NULL);
}

/* The columns that only some boards and rules have come last: both sides' shares of the demand, the
 * unit of the distances. */
static void put_last_heads(FILE *to, const answer_market *m)
{
    fprintf(to, "%s%s\n", m->choice ? ",white_share,black_share" : "",
            answer_length_unit(m) ? ",unit" : "");
}

static void put_last(FILE *to, const answer_market *m, dm_vertex v)
{
    const char *unit = answer_length_unit(m);
    for (int side = 0; side < 2 && m->choice; side++) {
        fputc(',', to);
        if (m->choice->share[side][v] >= 0)
            fprintf(to, "%.9g", m->choice->share[side][v]);
    }
    fprintf(to, "%s%s\n", unit ? "," : "", unit ? unit : "");
}

static dm_status put_vertices(FILE *to, const answer_market *m, dm_error *err)
{
    const char **stone = calloc((size_t)m->owned->n + 1, sizeof *stone); /* by vertex */
    if (!stone)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0; i < m->sites; i++) {
        const char **at = &stone[m->site[i].row.vertex];
        *at = *at && strcmp(*at, m->site[i].word) != 0 ? "several" : m->site[i].word;
    }
    fputs("vertex,name,x,y,value,owner,distance,stone,site,share,site_label", to);
    put_last_heads(to, m);
    for (dm_vertex v = 0; v < m->owned->n; v++) {
        const dm_point *places = dm_arena_places(m->arena);
        fprintf(to, "%d,", v);
        answer_cell(to, dm_arena_name(m->arena, v));
        if (places)
            fprintf(to, ",%.15g,%.15g,", places[v].x, places[v].y);
        else
            fputs(",,,", to);
        put_units(to, dm_value_of(dm_arena_values(m->arena), v), dm_arena_value_decimals(m->arena));
        fprintf(to, ",%s,", answer_owner(m->owned->owner[v]));
        put_distance(to, m, v);
        fprintf(to, ",%s,", stone[v] ? stone[v] : "");
        put_site(to, m, v);
        fputc(',', to);
        put_share(to, m, v);
        put_label(to, m, v);
        put_last(to, m, v);
    }
    free(stone);
    return DM_OK;
}

/* ",x,y", degrees with up to seven decimals. */
static void put_point(FILE *to, const answer_market *m, dm_point at)
{
    if (!answer_has_lonlat(m)) {
        fprintf(to, ",%.15g,%.15g", at.x, at.y);
        return;
    }
    fputc(',', to);
    put_units(to, llround(at.x * 1e7), 7);
    fputc(',', to);
    put_units(to, llround(at.y * 1e7), 7);
}

/* Where a customer is, as his row says or his vertex does, and where his site is. */
static void put_places(FILE *to, const answer_market *m, int32_t i)
{
    const dm_places *c = m->customers;
    const dm_point *places = dm_arena_places(m->arena);
    const answer_site *site = site_of(m, c->vertex[i]);
    dm_point at = places[c->vertex[i]];
    if (c->lonlat && c->lonlat[i].lon != DM_NO_LON)
        at = (dm_point){c->lonlat[i].lon * DM_LONLAT_UNIT, c->lonlat[i].lat * DM_LONLAT_UNIT};
    put_point(to, m, at);
    if (site)
        put_point(to, m, places[site->row.vertex]);
    else
        fputs(",,", to);
}

dm_status answer_table(FILE *to, const void *market, dm_error *err)
{
    const answer_market *m = market;
    if (!m->customers)
        return put_vertices(to, m, err);
    bool by_place = m->customers->snap_metres, has_places = dm_arena_places(m->arena);
    fprintf(to, "row,label,vertex,demand,owner,site,distance,site_label%s%s",
            by_place ? ",snap_metres,street" : "",
            !has_places            ? ""
            : answer_has_lonlat(m) ? ",lon,lat,site_lon,site_lat"
                                   : ",x,y,site_x,site_y");
    put_last_heads(to, m);
    for (int32_t i = 0; i < m->customers->count; i++) {
        const dm_places *c = m->customers;
        dm_vertex v = c->vertex[i];
        fprintf(to, "%d,", c->row[i]);
        answer_cell(to, c->label ? c->label[i] : NULL);
        fprintf(to, ",%d,", v);
        put_units(to, c->demand[i], c->demand_decimals);
        fprintf(to, ",%s,", answer_owner(m->owned->owner[v]));
        put_site(to, m, v);
        fputc(',', to);
        put_distance(to, m, v);
        put_label(to, m, v);
        if (by_place)
            put_snapped(to, c, i);
        if (has_places)
            put_places(to, m, i);
        put_last(to, m, v);
    }
    return DM_OK;
}
