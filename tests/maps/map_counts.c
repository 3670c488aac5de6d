/* map_counts.c - counts what an OpenStreetMap file has, with the library's readers:
 *
 *     map-counts FILE        nodes 16664 ways 2269 refs 19871 highways 1134 oneways 300
 *
 * tests/cli/osm.sh compares this with osmium and with osm.py. */
#include "map/osm.h"
#include <stdio.h>

typedef struct counts {
    long long nodes, ways, refs, highways, oneways, id_sum, lon_sum, lat_sum;
} counts;

static dm_status count_nodes(void *context, const dmi_osm_node *nodes, size_t count, dm_error *err)
{
    counts *c = context;
    (void)err;
    c->nodes += (long long)count;
    for (size_t i = 0; i < count; i++) {
        c->id_sum += nodes[i].id;
        c->lon_sum += nodes[i].lon;
        c->lat_sum += nodes[i].lat;
    }
    return DM_OK;
}

static bool is(dmi_osm_text text, const char *word)
{
    return text.at && text.size == strlen(word) && memcmp(text.at, word, text.size) == 0;
}

static bool count_tags(void *context, const dmi_osm_tags *tags)
{
    counts *c = context;
    dmi_osm_text oneway = tags->value[DMI_OSM_ONEWAY];
    bool is_highway = tags->value[DMI_OSM_HIGHWAY].at;
    c->ways++;
    c->highways += is_highway;
    c->oneways += is_highway &&
                  (is(oneway, "yes") || is(oneway, "1") || is(oneway, "true") || is(oneway, "-1"));
    return true;
}

static dm_status count_refs(void *context, int64_t id, const int64_t *nodes, size_t count,
                            dm_error *err)
{
    (void)id, (void)nodes, (void)err;
    ((counts *)context)->refs += (long long)count;
    return DM_OK;
}

static dm_status scan(dmi_input *in, void *to, dm_error *err)
{
    dmi_osm_sink sink = {
        .context = to, .nodes = count_nodes, .judge = count_tags, .way = count_refs};
    return strstr(in->name, ".pbf") ? dmi_osm_scan_pbf(in, &sink, err)
                                    : dmi_osm_scan_xml(in, &sink, err);
}

int main(int argc, char **argv)
{
    counts c = {0};
    dm_error err = {0};
    if (argc != 2 || dmi_input_read(argv[1], scan, &c, &err) != DM_OK) {
        fprintf(stderr, "map-counts: %s\n", argc == 2 ? err.message : "FILE is missing");
        return 1;
    }
    printf("nodes %lld ways %lld refs %lld highways %lld oneways %lld\n", c.nodes, c.ways, c.refs,
           c.highways, c.oneways);
    printf("ids %lld lons %lld lats %lld\n", c.id_sum, c.lon_sum, c.lat_sum);
    return 0;
}
