/* demesne/trips.h - a table of trips that were counted, from which dm_fit_new() (fit.h) finds how
 * customers choose.
 *
 *     customer,site,count
 *     Mill Lane,Old Market,34
 *     Mill Lane,Harbour,6
 *
 * A row says how often a customer went to a site.  Both are named as the caller names them; pairs
 * without a row have no trips.  Columns with other names are ignored.
 */
#ifndef DEMESNE_TRIPS_H
#define DEMESNE_TRIPS_H

#include <demesne/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_trip_table {
    char *name;    /* of the table, for messages */
    bool is_list;  /* from texts: `line` counts its rows from 0 */
    int64_t count; /* of rows */
    char **customer, **site;
    int64_t *trips; /* 0 or more */
    int64_t *line;  /* of the file */
} dm_trip_table;

/* Reads a CSV from a file ("-": standard input).  DM_BAD_INPUT: a column is missing, a cell is
 * empty, a count is no whole number, there are no rows; the message names file and line. */
dm_status dm_trip_table_read(const char *path, dm_trip_table **out, dm_error *err);
/* The same from memory; `name` is for messages. */
dm_status dm_trip_table_read_memory(const char *name, const void *bytes, size_t size,
                                    dm_trip_table **out, dm_error *err);
/* The same from texts: `cells` has a customer, a site and a count per row.  Messages name rows from
 * 0: "name[3]". */
dm_status dm_trip_table_new(const char *name, const char *const *cells, int64_t rows,
                            dm_trip_table **out, dm_error *err);
void dm_trip_table_free(dm_trip_table *table);
/* Fails because of a row: "trips.csv:17: ..", "list[3]: ..". */
dm_status dm_trip_table_fail(const dm_trip_table *table, int64_t row, const char *message,
                             dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
