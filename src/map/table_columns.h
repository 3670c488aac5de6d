/* table_columns.h - which column of a table of nodes or edges is what. */
#ifndef DMI_TABLE_COLUMNS_H
#define DMI_TABLE_COLUMNS_H

#include "format/csv.h"
#include "map/osm_tags.h"

typedef enum dmi_column {
    DMI_COLUMN_ID,
    DMI_COLUMN_LON,
    DMI_COLUMN_LAT,
    DMI_COLUMN_FROM,
    DMI_COLUMN_TO,
    DMI_COLUMN_LENGTH,
    DMI_COLUMNS
} dmi_column;

typedef enum dmi_table_kind { DMI_TABLE_UNKNOWN, DMI_TABLE_NODES, DMI_TABLE_EDGES } dmi_table_kind;

typedef struct dmi_table_columns {
    dmi_table_kind kind;
    int32_t count;
    int32_t at[DMI_COLUMNS];   /* -1: none */
    int32_t tag[DMI_OSM_KEYS]; /* columns called as tags of OpenStreetMap; -1: none */
    char unused[200];          /* names of the other columns */
} dmi_table_columns;

/* Reads the header that `csv` has just read; its kind is unknown if it is no header of such a
 * table.  DM_BAD_INPUT if two columns have the same meaning. */
dm_status dmi_table_columns_read(const dmi_csv *csv, dmi_table_columns *out, dm_error *err);
/* The cell of a column; NULL: there is no such column. */
const char *dmi_table_cell(const dmi_csv *csv, int32_t column);
/* DM_BAD_INPUT if the record has not as many cells as the header. */
dm_status dmi_table_check(const dmi_csv *csv, const dmi_table_columns *columns, dm_error *err);

#endif
