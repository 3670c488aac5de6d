/* osm_count.c - counts what an OpenStreetMap file has. */
#include "format/format.h"
#include "map/osm.h"

static dm_status count_nodes(void *context, const dmi_osm_node *nodes, size_t count, dm_error *err)
{
    (void)nodes, (void)err;
    ((dm_osm_counts *)context)->nodes += (int64_t)count;
    return DM_OK;
}

static bool count_way(void *context, const dmi_osm_tags *tags)
{
    dm_osm_counts *c = context;
    c->ways++;
    c->highways += tags->value[DMI_OSM_HIGHWAY].at != NULL;
    return true;
}

static dm_status count_way_nodes(void *context, const int64_t *nodes, size_t count, dm_error *err)
{
    (void)nodes, (void)err;
    ((dm_osm_counts *)context)->way_nodes += (int64_t)count;
    return DM_OK;
}

static dm_status count_elements(dmi_input *in, void *to, dm_error *err)
{
    dmi_osm_sink sink = {to, count_nodes, count_way, count_way_nodes};
    const dm_format *format = dm_format_find(in->name, NULL);
    if (format && strcmp(format->name, "osm-pbf") == 0)
        return dmi_osm_scan_pbf(in, &sink, err);
    if (format && strcmp(format->name, "osm-xml") == 0)
        return dmi_osm_scan_xml(in, &sink, err);
    return dmi_fail_at(err, DM_BAD_ARGUMENT, in->name, 0,
                       "expected an OpenStreetMap file (.osm.pbf or .osm)");
}

dm_status dm_osm_count(const char *path, dm_osm_counts *out, dm_error *err)
{
    dm_osm_counts found = {0};
    dm_status status = dmi_input_read(path, count_elements, &found, err);
    if (status == DM_OK)
        *out = found;
    return status;
}
