/* demesne/places.h - tables of places: customers, sites, candidates, vertex values.
 *
 * A table is a CSV with a header line.  A row is a place: the `vertex` by its number, counted from
 * 0, or by its `name` on the board, or on a board with a map by `lon` and `lat` in decimal degrees.
 * Other columns are optional:
 *
 *     vertex,label,demand                  vertex,brand,cost,close
 *     17,"Mill Lane, north",12.5           4,Acme,1200,0
 *     3,Old Market,40                      99,Bolt,800.50,1
 *
 *     demand      how much the customers there buy; 1 per row in a table without the column
 *     cost        of opening a site there, or what closing it saves; default 0
 *     offset      added to the distance when sites are compared, in the board's unit; default 0
 *     attraction  if customers divide: a positive factor under the Huff rule, default 1; any number
 *                 under logit, default 0
 *     beta        if customers divide: how much faster (2) or more slowly (0.5) than for others its
 *                 weight falls, or that of all sites for this customer; default 1
 *     close       not 0: the site may be closed
 *     brand       a name that several sites share
 *     label       a name of the place, for people
 *     value       of the vertex, a whole number: in a table of values
 *
 * Columns lon and lat may also be called longitude, lng or long, and latitude; dm_column_names has
 * the names of columns that are called otherwise.  In a CSV whose cells are separated by semicolons
 * or tabs, decimals may have a comma: 12,5.
 *
 * A file of vertex numbers alone, one per line, needs no header; neither do lines `vertex,value` in
 * a table of values.  Decimals are exact.
 *
 * In a row with `lon` and `lat` a `name` is that of the place: its label, if there is no column
 * `label`.  Such a row has no vertex until dm_places_snap() (snap.h) finds its street.
 *
 * A table may also be GeoJSON: a FeatureCollection of points, whose properties are the columns.
 * Polygons are places too, at their centroids.
 */
#ifndef DEMESNE_PLACES_H
#define DEMESNE_PLACES_H

#include <demesne/map.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dm_places_use {
    DM_PLACES_CUSTOMERS,  /* rows at one vertex add up; the total demand is more than 0 */
    DM_PLACES_SITES,      /* may share a vertex */
    DM_PLACES_CANDIDATES, /* no vertex twice */
    DM_PLACES_VALUES      /* no vertex twice; may be empty; `value` is read into `demand` */
} dm_places_use;

/* What columns of tables are called, if not as above; NULL: as above.  A table without a column of
 * that name is read as if it had not been given, but the demand must be there. */
typedef struct dm_column_names {
    const char *demand; /* of customers */
    const char *name, *lon, *lat;
} dm_column_names;

/* Which of them are columns of a table. */
enum { DM_NAMED_DEMAND = 1, DM_NAMED_NAME = 2, DM_NAMED_LON = 4, DM_NAMED_LAT = 8 };

/* A row that was left out, as it is too far from every street. */
typedef struct dm_left_out {
    int32_t row;
    int64_t line;
    dm_lonlat place;
    double metres; /* to the nearest street; infinite: there is none */
    char *label;   /* NULL: none */
} dm_left_out;

/* One entry per row.  A list is NULL if the table does not have the column. */
typedef struct dm_places {
    dm_places_use use;
    char *name;   /* of the table, for messages */
    bool is_list; /* from texts or GeoJSON: `line` counts its items from 0 */
    int32_t count;
    dm_vertex *vertex; /* -1: not known before dm_places_snap() */
    dm_lonlat *lonlat; /* lon is DM_NO_LON where the row has none */
    int64_t *line;     /* of the file */
    int32_t *row;      /* of the table, the first after the header line is 1 */
    int64_t *demand;   /* in units of 10^-demand_decimals; never NULL for customers and values */
    int demand_decimals;
    int64_t total_demand;
    int64_t *cost; /* in units of 10^-cost_decimals */
    int cost_decimals;
    int64_t *offset;    /* in the board's unit */
    double *attraction; /* NAN: the default of the rule */
    double *beta;       /* positive */
    bool *may_close;
    char **brand, **label; /* a text, or NULL where the cell is empty */
    /* Of rows by lon and lat, once dm_places_snap() has found them: */
    double *snap_metres;   /* from the place to the street; negative: it was not searched for */
    char **street;         /* its name, else its kind; NULL: none */
    char *unknown;         /* columns with other names: "phone, owner"; NULL: none */
    char *demand_column;   /* that the demand was read from; NULL: each row counts 1 */
    char *numeric;         /* if each customer counts 1, the unknown columns with numbers alone */
    unsigned named;        /* which of the names that were given it has: DM_NAMED_.. */
    dm_left_out *left_out; /* by dm_places_snap() */
    int32_t left_out_count;
    int32_t polygons;     /* of GeoJSON, each a place at its centroid */
    int32_t outside;      /* .. which lies outside of it */
    int32_t doubled;      /* candidates skipped, as an earlier one is at the same point */
    int64_t doubled_line; /* of the first of them */
} dm_places;

#define DM_NO_LON INT32_MAX

/* A site or candidate as a row says; columns that the table does not have have their defaults. */
typedef struct dm_site_row {
    dm_vertex vertex;
    int64_t cost, offset;
    double attraction; /* NAN: the default of the rule */
    double beta;
    bool may_close;
    char *brand, *label; /* of the table; NULL: none */
    double snap_metres;  /* to its street; negative: the row names a vertex */
    char *street;        /* that it was moved to, of the table; NULL: none */
} dm_site_row;

dm_site_row dm_places_row(const dm_places *places, int32_t row); /* 0 <= row < count */

/* Reads a table for this board from a file ("-": standard input); `names` may be NULL.
 * DM_BAD_INPUT, with a message that names the file, the line, the column and what was expected;
 * `*out` is then unchanged. */
dm_status dm_places_read(const dm_arena *arena, const char *path, dm_places_use use,
                         const dm_column_names *names, dm_places **out, dm_error *err);
/* The same from memory; `name` is for messages. */
dm_status dm_places_read_memory(const dm_arena *arena, const char *name, const void *bytes,
                                size_t size, dm_places_use use, const dm_column_names *names,
                                dm_places **out, dm_error *err);
/* The same from texts: `columns` has the names of the columns, and the text of row i in column j is
 * cells[i * column_count + j]; NULL has the default.  Messages name rows from 0: "name[3]". */
dm_status dm_places_new(const dm_arena *arena, const char *name, const char *const *columns,
                        int32_t column_count, const char *const *cells, int64_t rows,
                        dm_places_use use, const dm_column_names *names, dm_places **out,
                        dm_error *err);
void dm_places_free(dm_places *places);
dm_status dm_places_copy(const dm_places *places, dm_places **out, dm_error *err);
/* "file.csv:17" or "list[3]": where the entry with this `line` stands. */
void dm_places_where(const dm_places *places, int64_t line, char *out, size_t size);

/* Expresses the costs with this many decimals, at least as many as now.  DM_TOO_LARGE if one would
 * exceed 2^62 units; nothing changes then. */
dm_status dm_places_scale_cost(dm_places *places, int decimals, dm_error *err);

/* Removes the entries at the vertices that are marked; returns how many. */
int32_t dm_places_drop(dm_places *places, const bool *vertices);
/* The same for entries that are marked themselves. */
int32_t dm_places_drop_rows(dm_places *places, const bool *entries);

/* The board with this demand and no other.  `unnamed` (may be NULL) receives the number of vertices
 * that the table does not name. */
dm_status dm_arena_with_places(const dm_arena *arena, const dm_places *places, dm_arena **out,
                               dm_vertex *unnamed, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
