/* places.h - a table of places while it is read. */
#ifndef DMI_FORMAT_PLACES_PLACES_H
#define DMI_FORMAT_PLACES_PLACES_H

#include "base/base.h"
#include "format/decimal.h"
#include "format/input.h"
#include <demesne/places.h>

typedef enum dmi_column {
    DMI_VERTEX,
    DMI_NAME,
    DMI_LON,
    DMI_LAT,
    DMI_DEMAND,
    DMI_COST,
    DMI_OFFSET,
    DMI_ATTRACTION,
    DMI_CLOSE,
    DMI_BRAND,
    DMI_LABEL,
    DMI_VALUE,
    DMI_BETA,
    DMI_COLUMNS
} dmi_column;

typedef struct dmi_place {
    int64_t line; /* in the file, for messages */
    dm_lonlat lonlat;
    dmi_decimal demand, cost; /* as they were read */
    dm_site_row site;         /* vertex -1: the place is `lonlat` */
} dmi_place;

/* A column that has no meaning here. */
typedef struct dmi_other_column {
    int32_t at;
    char *name;
    bool has_number, has_text; /* some cell is a number; some cell is none */
} dmi_other_column;

typedef struct dmi_places_table {
    const dm_arena *arena;
    dm_places_use use;
    const char *name;        /* for messages */
    bool is_list;            /* from texts, not from a file: `line` counts rows from 0 */
    int64_t line;            /* of the row that is read now */
    int32_t at[DMI_COLUMNS]; /* the position of each column; -1: the table has none */
    bool lacks_map;          /* columns lon and lat, but the board has no map */
    int32_t width;           /* cells per row */
    dmi_other_column *others;
    size_t other_count, other_room;
    const dm_column_names *given; /* or NULL */
    unsigned named;               /* those of `given` that it has */
    char meant_lon[44];           /* quoted: a column that may be the longitude; "": none */
    char *demand_column;          /* its name in the table; NULL: none */
    bool may_have_commas;         /* decimals: cells have another separator */
    bool has_comma, has_point;    /* in a number that was read */
    int32_t polygons, outside;    /* places that are centroids; those outside of their polygon */
    bool *is_listed;              /* by vertex; NULL: it may be listed several times */
    dm_names *names;              /* NULL: not needed yet */
    dmi_place *rows;
    size_t count, room;
} dmi_places_table;

/* Fails with DM_BAD_INPUT at a line (of a list: at a row). */
dm_status dmi_places_fail(const dmi_places_table *t, int64_t line, dm_error *err,
                          const char *format, ...) DMI_PRINTF(4, 5);
/* Fails because of a cell in the row that is read: "cost is 'x'; expected a number". */
dm_status dmi_places_expected(const dmi_places_table *t, dmi_column column, const char *cell,
                              dm_error *err, const char *expected);
/* Fails because a row is by lon and lat, and the board has no map. */
dm_status dmi_places_no_map(const dmi_places_table *t, dm_error *err);
/* Reads the names of the columns. */
dm_status dmi_places_header(dmi_places_table *t, const char *const *cells, int32_t count,
                            dm_error *err);
/* Reads a row; a cell may be NULL. */
dm_status dmi_places_row(dmi_places_table *t, const char *const *cells, dm_error *err);
/* Reads a FeatureCollection of points; *name, which messages use, is freed by the caller. */
dm_status dmi_places_geojson(dmi_places_table *t, dmi_input *in, char **name, dm_error *err);
/* Makes lists of the rows; takes their texts and `demand_column`. */
dm_status dmi_places_columns(dmi_places_table *t, dm_places **out, dm_error *err);

#endif
