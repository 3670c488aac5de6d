/* table_columns.c - which column of a table of nodes or edges is what. */
#include "map/table_columns.h"

#include "base/utf8.h"
#include <stdio.h>
#include <strings.h>

static dmi_column column_named(const char *name)
{
    static const struct {
        const char *name;
        dmi_column column;
    } names[] = {
        {"id", DMI_COLUMN_ID},         {"lon", DMI_COLUMN_LON}, {"lng", DMI_COLUMN_LON},
        {"longitude", DMI_COLUMN_LON}, {"lat", DMI_COLUMN_LAT}, {"latitude", DMI_COLUMN_LAT},
        {"from", DMI_COLUMN_FROM},     {"to", DMI_COLUMN_TO},   {"length", DMI_COLUMN_LENGTH}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(names[i].name, name) == 0)
            return names[i].column;
    return DMI_COLUMNS;
}

dm_status dmi_table_columns_read(const dmi_csv *csv, dmi_table_columns *out, dm_error *err)
{
    *out = (dmi_table_columns){.count = csv->count};
    memset(out->at, -1, sizeof out->at);
    memset(out->tag, -1, sizeof out->tag);
    for (int32_t i = 0; i < csv->count; i++) {
        const char *name = csv->cell[i];
        dmi_column column = column_named(name);
        dmi_osm_key key = dmi_osm_key_of(name, strlen(name));
        int32_t *at = column < DMI_COLUMNS ? &out->at[column]
                      : key < DMI_OSM_KEYS ? &out->tag[key]
                                           : NULL;
        if (!at) {
            size_t used = strlen(out->unused);
            bool is_clean = *name && strlen(name) < 40 && dmi_utf8_is_clean(name, strlen(name));
            if (used + 50 < sizeof out->unused)
                snprintf(out->unused + used, sizeof out->unused - used, "%s%s", used ? ", " : "",
                         is_clean ? name : "...");
        } else if (*at >= 0)
            return dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, csv->line,
                               "two columns mean %.40s; expected one", name);
        else
            *at = i;
    }
    const int32_t *at = out->at;
    if (at[DMI_COLUMN_FROM] >= 0 && at[DMI_COLUMN_TO] >= 0)
        out->kind = DMI_TABLE_EDGES;
    else if (at[DMI_COLUMN_ID] >= 0 && at[DMI_COLUMN_LON] >= 0 && at[DMI_COLUMN_LAT] >= 0)
        out->kind = DMI_TABLE_NODES;
    return DM_OK;
}

const char *dmi_table_cell(const dmi_csv *csv, int32_t column)
{
    return column >= 0 && column < csv->count ? csv->cell[column] : NULL;
}

dm_status dmi_table_check(const dmi_csv *csv, const dmi_table_columns *columns, dm_error *err)
{
    if (csv->count == columns->count)
        return DM_OK;
    return dmi_fail_at(err, DM_BAD_INPUT, csv->in->name, csv->line,
                       "cells in this row: %d; expected %d, as in the header", csv->count,
                       columns->count);
}
