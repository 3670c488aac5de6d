/* answer_geojson.h - answers about maps as GeoJSON: features one after another, lon and lat in
 * degrees.
 *
 *     geojson g = geojson_begin(file);
 *     geojson_feature(&g, properties, "LineString");      takes the properties
 *     fprintf(file, "[..]");                              the coordinates
 *     geojson_feature_end(&g);
 *     geojson_end(&g, err);
 */
#ifndef ANSWER_GEOJSON_H
#define ANSWER_GEOJSON_H

#include "answer/answer_market.h"

typedef struct geojson {
    FILE *to;
    int64_t features;
    bool failed; /* out of memory */
} geojson;

/* `attribution` may be NULL. */
geojson geojson_begin(FILE *to, const char *attribution);
void geojson_feature(geojson *g, json_t *properties, const char *geometry);
void geojson_feature_end(geojson *g);
dm_status geojson_end(geojson *g, dm_error *err);
/* [lon,lat] with 7 decimals. */
void geojson_point(const geojson *g, double lon, double lat);

/* Who owns what on the map: streets cut at the boundaries, sites, customers, places left out, and
 * areas if the market has them. */
dm_status answer_geojson(FILE *to, const void *market, dm_error *err);

#endif
