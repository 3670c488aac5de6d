/* answer_geojson.c - who owns what on a map as GeoJSON: features one after another, lon and lat in
 * degrees.
 *
 *     geojson g = geojson_begin(file, attribution);
 *     geojson_feature(&g, properties, "LineString");      takes the properties
 *     fprintf(file, "[..]");                              the coordinates
 *     geojson_feature_end(&g);
 *     geojson_end(&g, err);
 */
#include "answer/answer_market.h"
#include "answer/fail.h"

#include <math.h>
#include <stdlib.h>

typedef struct geojson {
    FILE *to;
    int64_t features;
    bool failed; /* out of memory */
} geojson;

/* `attribution` may be NULL. */
static geojson geojson_begin(FILE *to, const char *attribution)
{
    geojson g = {.to = to};
    json_t *words = attribution ? json_string(attribution) : NULL;
    char *text = words ? report_text(words) : NULL;
    fputs("{\"type\":\"FeatureCollection\",", to);
    if (text)
        fprintf(to, "\"attribution\":%s,", text);
    fputs("\"features\":[", to);
    g.failed = attribution && !text;
    free(text);
    json_decref(words);
    return g;
}

static void geojson_feature(geojson *g, json_t *properties, const char *geometry)
{
    char *text = properties ? report_text(properties) : NULL;
    g->failed |= !text;
    fprintf(g->to,
            "%s\n{\"type\":\"Feature\",\"properties\":%s,\"geometry\":{\"type\":\"%s\","
            "\"coordinates\":",
            g->features++ ? "," : "", text ? text : "{}", geometry);
    free(text);
    json_decref(properties);
}

static void geojson_feature_end(geojson *g)
{
    fputs("}}", g->to);
}

/* [lon,lat] with 7 decimals. */
static void geojson_point(const geojson *g, double lon, double lat)
{
    fprintf(g->to, "[%.7f,%.7f]", lon, lat);
}

static dm_status geojson_end(geojson *g, dm_error *err)
{
    fputs("\n]}\n", g->to);
    return g->failed ? answer_fail(err, DM_NO_MEMORY, "out of memory") : DM_OK;
}

/* Adds a text unless there is none. */
static void put_text(json_t **object, const char *key, const char *text)
{
    if (text)
        report_put(object, key, json_string(text));
}

/* The vertex of the site that serves something of this owner; nothing if nobody owns it. */
static void put_site(json_t **object, const answer_market *m, int32_t owner, int32_t site)
{
    if (owner >= 0 && site >= 0)
        report_put(object, "site", json_integer(m->site[site].row.vertex));
}

static void put_street(geojson *g, const answer_market *m, const dm_piece *piece, dm_point *points)
{
    const dm_map *map = dm_arena_map(m->arena);
    const char *name = map->names + map->name_at[piece->street];
    json_t *about = json_object();
    put_text(&about, "kind", "street");
    put_text(&about, "owner", answer_owner(piece->owner));
    put_site(&about, m, piece->owner, piece->site);
    put_text(&about, "street", *name ? name : NULL);
    put_text(&about, "class", dm_street_kind_name((dm_street_kind)map->kind[piece->street]));
    geojson_feature(g, about, "LineString");
    uint32_t count = dm_street_line(m->arena, piece->street, piece->begin, piece->end, points);
    for (uint32_t i = 0; i < count; i++) {
        fputc(i ? ',' : '[', g->to);
        geojson_point(g, points[i].x, points[i].y);
    }
    fputc(']', g->to);
    geojson_feature_end(g);
}

static dm_status put_streets(geojson *g, const answer_market *m, dm_error *err)
{
    const dm_map *map = dm_arena_map(m->arena);
    const dm_territory *t = m->territory;
    uint32_t most = 0;
    for (int32_t s = 0; s < map->streets; s++)
        most = dm_street_points(map, s) > most ? dm_street_points(map, s) : most;
    dm_point *points = malloc(((size_t)most + 4) * sizeof *points);
    if (!points)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int64_t i = 0; i < t->count; i++)
        put_street(g, m, &t->piece[i], points);
    free(points);
    return DM_OK;
}

static void put_areas(geojson *g, const answer_market *m)
{
    for (int32_t i = 0; m->areas && i < m->areas->count; i++) {
        const dm_area *area = &m->areas->area[i];
        json_t *about = json_object();
        put_text(&about, "kind", "area");
        put_text(&about, "owner", answer_owner(area->owner));
        put_site(&about, m, area->owner, area->site);
        if (area->owner >= 0 && area->site >= 0)
            put_text(&about, "label", m->site[area->site].row.label);
        geojson_feature(g, about, "MultiPolygon");
        fputc('[', g->to);
        for (int32_t r = 0; r < area->rings; r++) {
            fputs(r == 0 ? "[" : area->is_hole[r] ? "," : "],[", g->to);
            /* more digits than other points have: rounding must not fold thin parts over */
            for (int32_t p = area->first[r]; p < area->first[r + 1]; p++)
                fprintf(g->to, "%s[%.10f,%.10f]", p > area->first[r] ? "," : "[", area->point[p].x,
                        area->point[p].y);
            fputc(']', g->to);
        }
        fputs(area->rings ? "]]" : "]", g->to);
        geojson_feature_end(g);
    }
}

static void put_left_out(geojson *g, const char *table, const dm_places *p)
{
    for (int32_t i = 0; p && i < p->left_out_count; i++) {
        const dm_left_out *one = &p->left_out[i];
        json_t *about = json_object();
        put_text(&about, "kind", "left_out");
        put_text(&about, "table", table);
        report_put(&about, "row", json_integer(one->row));
        put_text(&about, "label", one->label);
        if (isfinite(one->metres))
            report_put(&about, "metres", report_number(llround(one->metres * 10), 1));
        geojson_feature(g, about, "Point");
        geojson_point(g, one->place.lon * DM_LONLAT_UNIT, one->place.lat * DM_LONLAT_UNIT);
        geojson_feature_end(g);
    }
}

dm_status answer_geojson(FILE *to, const void *market, dm_error *err)
{
    const answer_market *m = market;
    geojson g = geojson_begin(to, dm_arena_map(m->arena)->attribution);
    dm_status status = put_streets(&g, m, err);
    if (status != DM_OK)
        return status;
    put_areas(&g, m);
    const dm_point *places = dm_arena_places(m->arena);
    for (int32_t i = 0; i < m->sites; i++) {
        const answer_site *site = &m->site[i];
        json_t *about = answer_describe(m, site);
        put_text(&about, "kind", "site");
        report_put(&about, "chosen", json_boolean(site->chosen));
        geojson_feature(&g, about, "Point");
        geojson_point(&g, places[site->row.vertex].x, places[site->row.vertex].y);
        geojson_feature_end(&g);
    }
    const dm_places *c = m->customers;
    for (int32_t i = 0; c && i < c->count; i++) {
        dm_vertex v = c->vertex[i];
        int32_t owner = m->owned->owner[v];
        json_t *about = json_object();
        put_text(&about, "kind", "customer");
        report_put(&about, "row", json_integer(c->row[i]));
        put_text(&about, "label", c->label ? c->label[i] : NULL);
        report_put(&about, "vertex", json_integer(v));
        report_put(&about, "demand", report_number(c->demand[i], c->demand_decimals));
        put_text(&about, "owner", answer_owner(owner));
        put_site(&about, m, owner, m->owned->site[v]);
        if (c->snap_metres && c->snap_metres[i] >= 0) {
            report_put(&about, "snap_metres", report_number(llround(c->snap_metres[i] * 10), 1));
            put_text(&about, "street", c->street[i]);
        }
        for (int side = 0; side < 2 && m->choice && m->choice->share[side][v] >= 0; side++)
            report_put(&about, side ? "black_share" : "white_share",
                       report_rounded(m->choice->share[side][v]));
        if (m->owned->distance[v] >= 0)
            report_put(&about, "distance",
                       report_number(m->owned->distance[v], dm_arena_decimals(m->arena)));
        geojson_feature(&g, about, "Point");
        /* where the row says, or at its vertex */
        const dm_point *at = &dm_arena_places(m->arena)[c->vertex[i]];
        bool has_own = c->lonlat && c->lonlat[i].lon != DM_NO_LON;
        geojson_point(&g, has_own ? c->lonlat[i].lon * DM_LONLAT_UNIT : at->x,
                      has_own ? c->lonlat[i].lat * DM_LONLAT_UNIT : at->y);
        geojson_feature_end(&g);
    }
    put_left_out(&g, "customers", m->customers);
    put_left_out(&g, "candidates", m->candidates);
    put_left_out(&g, "rival_candidates", m->rival_candidates);
    return geojson_end(&g, err);
}
