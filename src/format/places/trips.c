/* trips.c - reads a table of trips: customer, site, count.
 *
 * Cost: one pass over the text; memory for its names.
 */
#include <demesne/trips.h>

#include "base/base.h"
#include "base/utf8.h"
#include "format/csv.h"
#include "format/scan.h"
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { CUSTOMER, SITE, COUNT, COLUMNS };

static const char *const columns[COLUMNS] = {"customer", "site", "count"};

/* A table while it is read. */
typedef struct reading {
    dm_trip_table *table;
    size_t customer_room, site_room, trips_room, line_room;
} reading;

static dm_status fail_at(const dm_trip_table *t, int64_t line, const char *message, dm_error *err)
{
    return t->is_list
               ? dmi_fail(err, DM_BAD_INPUT, "%s[%lld]: %s", t->name, (long long)line, message)
               : dmi_fail_at(err, DM_BAD_INPUT, t->name, line, "%s", message);
}

dm_status dm_trip_table_fail(const dm_trip_table *table, int64_t row, const char *message,
                             dm_error *err)
{
    return fail_at(table, table->line[row], message, err);
}

void dm_trip_table_free(dm_trip_table *table)
{
    if (!table)
        return;
    for (int64_t i = 0; i < table->count; i++) {
        free(table->customer[i]);
        free(table->site[i]);
    }
    free(table->customer);
    free(table->site);
    free(table->trips);
    free(table->line);
    free(table->name);
    free(table);
}

static dm_status begin(const char *name, bool is_list, reading *r, dm_error *err)
{
    *r = (reading){.table = dmi_calloc(1, sizeof *r->table)};
    if (!r->table)
        return dmi_no_memory(err);
    r->table->is_list = is_list;
    r->table->name = dmi_strdup(name);
    return r->table->name ? DM_OK : dmi_no_memory(err);
}

static dm_status add_row(reading *r, int64_t line, const char *const cell[COLUMNS], dm_error *err)
{
    dm_trip_table *t = r->table;
    char text[120];
    int64_t trips;
    for (int c = 0; c < COLUMNS; c++) {
        if (cell[c] && *cell[c] && dmi_utf8_is_clean(cell[c], strlen(cell[c])))
            continue;
        snprintf(text, sizeof text, "%s is %s", columns[c],
                 cell[c] && *cell[c] ? "not UTF-8 text" : "empty");
        return fail_at(t, line, text, err);
    }
    const char *at = cell[COUNT];
    if (!dmi_scan_number(&at, &trips) || *at) {
        snprintf(text, sizeof text, "count is '%.40s'; expected a whole number, 0 or more",
                 cell[COUNT]);
        return fail_at(t, line, text, err);
    }
    size_t need = (size_t)t->count + 1;
    if (!dmi_reserve(&t->customer, &r->customer_room, need, sizeof *t->customer) ||
        !dmi_reserve(&t->site, &r->site_room, need, sizeof *t->site) ||
        !dmi_reserve(&t->trips, &r->trips_room, need, sizeof *t->trips) ||
        !dmi_reserve(&t->line, &r->line_room, need, sizeof *t->line))
        return dmi_no_memory(err);
    char *customer = dmi_strdup(cell[CUSTOMER]), *site = dmi_strdup(cell[SITE]);
    if (!customer || !site) {
        free(customer);
        free(site);
        return dmi_no_memory(err);
    }
    t->customer[t->count] = customer;
    t->site[t->count] = site;
    t->trips[t->count] = trips;
    t->line[t->count++] = line;
    return DM_OK;
}

/* Takes the table. */
static dm_status finish(reading *r, dm_status status, dm_trip_table **out, dm_error *err)
{
    if (status == DM_OK && r->table->count == 0)
        status = dmi_fail(err, DM_BAD_INPUT, "%s: no trips are listed; expected at least one row",
                          r->table->name);
    if (status == DM_OK)
        *out = r->table;
    else
        dm_trip_table_free(r->table);
    return status;
}

static dm_status read_header(const dm_trip_table *t, const dmi_csv *csv, int32_t at[COLUMNS],
                             dm_error *err)
{
    char text[160];
    for (int c = 0; c < COLUMNS; c++) {
        at[c] = -1;
        for (int32_t i = 0; i < csv->count; i++) {
            if (strcasecmp(csv->cell[i], columns[c]) != 0)
                continue;
            if (at[c] >= 0) {
                snprintf(text, sizeof text, "two columns are called %s; expected one", columns[c]);
                return fail_at(t, csv->line, text, err);
            }
            at[c] = i;
        }
        if (at[c] < 0) {
            snprintf(text, sizeof text,
                     "there is no column %s; expected the header line customer,site,count",
                     columns[c]);
            return fail_at(t, csv->line, text, err);
        }
    }
    return DM_OK;
}

static dm_status read_rows(reading *r, dmi_csv *csv, dm_error *err)
{
    int32_t at[COLUMNS], width = 0;
    dm_status status = dmi_csv_next(csv, err);
    if (status == DM_OK) {
        width = csv->count;
        status = read_header(r->table, csv, at, err);
    }
    while (status == DM_OK && (status = dmi_csv_next(csv, err)) == DM_OK) {
        const char *cell[COLUMNS];
        for (int c = 0; c < COLUMNS; c++)
            cell[c] = at[c] < csv->count ? csv->cell[at[c]] : NULL;
        status = csv->count > width
                     ? fail_at(r->table, csv->line, "more cells than in the first line", err)
                     : add_row(r, csv->line, cell, err);
    }
    return status == DM_END ? DM_OK : status;
}

/* Takes `in`. */
static dm_status read_input(dmi_input *in, dm_trip_table **out, dm_error *err)
{
    reading r = {0};
    dmi_csv csv = {.in = in};
    dm_status status = begin(in->name, false, &r, err);
    if (status == DM_OK)
        status = read_rows(&r, &csv, err);
    dmi_csv_clear(&csv);
    dmi_input_free(in);
    return finish(&r, status, out, err);
}

dm_status dm_trip_table_read(const char *path, dm_trip_table **out, dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open(path, &in, err);
    return status == DM_OK ? read_input(in, out, err) : status;
}

dm_status dm_trip_table_read_memory(const char *name, const void *bytes, size_t size,
                                    dm_trip_table **out, dm_error *err)
{
    dmi_input *in = NULL;
    dm_status status = dmi_input_open_memory(name, bytes, size, &in, err);
    return status == DM_OK ? read_input(in, out, err) : status;
}

dm_status dm_trip_table_new(const char *name, const char *const *cells, int64_t rows,
                            dm_trip_table **out, dm_error *err)
{
    reading r = {0};
    dm_status status = begin(name, true, &r, err);
    for (int64_t i = 0; i < rows && status == DM_OK; i++)
        status = add_row(&r, i, cells + COLUMNS * i, err);
    return finish(&r, status, out, err);
}
