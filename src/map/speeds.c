/* speeds.c - reads a table of speeds.
 *
 *     kind,kmh,seconds
 *     primary,38,              streets of this value of `highway`
 *     path,12,                 .. or of this kind, where their own value has no row
 *     junction,,4              for each junction passed
 *     signal,,20               for each traffic signal passed
 */
#include "map/speeds.h"

#include "format/csv.h"
#include "format/scan.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { KIND, KMH, SECONDS, COLUMNS };
static const char *const column_names[COLUMNS] = {"kind", "kmh", "seconds"};

static const struct {
    const char *highway;
    dm_street_kind kind;
} rows[DMI_STREET_ROWS] = {
#define STREET(highway, kind, car, bike, foot) {highway, DM_STREET_##kind},
#include "map/profiles.def"
#undef STREET
};

typedef struct reading {
    dmi_csv csv;
    int32_t at[COLUMNS]; /* -1: the table has no such column */
    double of_kind[DM_STREET_KINDS];
    bool has_junction, has_signal;
    dmi_speeds *out;
} reading;

static dm_status bad_row(const reading *r, dm_error *err, const char *format, ...) DMI_PRINTF(3, 4);

static dm_status bad_row(const reading *r, dm_error *err, const char *format, ...)
{
    char text[700];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return dmi_fail_at(err, DM_BAD_INPUT, r->csv.in->name, r->csv.line, "%s", text);
}

static dm_status read_header(reading *r, dm_error *err)
{
    for (int c = 0; c < COLUMNS; c++) {
        r->at[c] = -1;
        for (int32_t i = 0; i < r->csv.count; i++)
            if (strcasecmp(r->csv.cell[i], column_names[c]) == 0)
                r->at[c] = i;
    }
    if (r->at[KIND] >= 0 && (r->at[KMH] >= 0 || r->at[SECONDS] >= 0))
        return DM_OK;
    return bad_row(r, err, "expected a header line: kind,kmh,seconds");
}

static const char *cell_of(const reading *r, int column)
{
    return r->at[column] >= 0 && r->at[column] < r->csv.count ? r->csv.cell[r->at[column]] : "";
}

/* The number in a column that this kind of row has, and nothing in the other one. */
static dm_status read_number(const reading *r, int column, int other, double most, double *out,
                             dm_error *err)
{
    const char *kind = cell_of(r, KIND), *cell = cell_of(r, column), *at = cell;
    if (*cell_of(r, other))
        return bad_row(r, err, "%.40s has %s; expected %s alone", kind, column_names[other],
                       column_names[column]);
    if (!dmi_scan_real(&at, out) || *at || !(*out <= most) ||
        !(column == KMH ? *out > 0 : *out >= 0))
        return bad_row(r, err, "%s of %.40s is '%.40s'; expected a %s number up to %g",
                       column_names[column], kind, cell,
                       column == KMH ? "positive" : "non-negative", most);
    return DM_OK;
}

static dm_status unknown_kind(const reading *r, dm_error *err)
{
    char all[600] = "";
    size_t used = 0;
    for (int i = 0; i < DMI_STREET_ROWS; i++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s, ", rows[i].highway);
    return bad_row(r, err,
                   "there is no kind of street '%.40s'; expected one of %sother, junction, signal",
                   cell_of(r, KIND), all);
}

static dm_status read_row(reading *r, dm_error *err)
{
    const char *kind = cell_of(r, KIND);
    double *speed = NULL, *delay = NULL;
    bool *has = NULL;
    for (int i = 0; i < DMI_STREET_ROWS; i++)
        if (strcmp(kind, rows[i].highway) == 0)
            speed = &r->out->kmh[i];
    if (strcmp(kind, "other") == 0)
        speed = &r->of_kind[DM_STREET_OTHER];
    if (strcmp(kind, "junction") == 0) {
        delay = &r->out->junction;
        has = &r->has_junction;
    } else if (strcmp(kind, "signal") == 0) {
        delay = &r->out->signal;
        has = &r->has_signal;
    }
    if (!speed && !delay)
        return unknown_kind(r, err);
    if (speed ? *speed > 0 : *has)
        return bad_row(r, err, "%s is listed twice; expected it once", kind);
    if (has)
        *has = true;
    return speed ? read_number(r, KMH, SECONDS, 1000, speed, err)
                 : read_number(r, SECONDS, KMH, 86400, delay, err);
}

/* Rows without a speed of their own have that of their kind. */
static void spread_kinds(reading *r)
{
    for (int i = 0; i < DMI_STREET_ROWS; i++)
        if (strcmp(rows[i].highway, dm_street_kind_name(rows[i].kind)) == 0)
            r->of_kind[rows[i].kind] = r->out->kmh[i];
    for (int i = 0; i < DMI_STREET_ROWS; i++)
        if (r->out->kmh[i] <= 0)
            r->out->kmh[i] = r->of_kind[rows[i].kind];
}

dm_status dmi_speeds_read(const char *path, dmi_speeds *out, dm_error *err)
{
    dmi_speeds found = {0};
    reading r = {.out = &found};
    dm_status status = dmi_input_open(path, &r.csv.in, err);
    if (status != DM_OK)
        return status;
    r.csv.has_comments = true;
    status = dmi_csv_next(&r.csv, err);
    if (status == DM_END)
        status = dmi_fail_at(err, DM_BAD_INPUT, path, 0,
                             "the table is empty; expected a header line: kind,kmh,seconds");
    if (status == DM_OK)
        status = read_header(&r, err);
    while (status == DM_OK && (status = dmi_csv_next(&r.csv, err)) == DM_OK)
        status = read_row(&r, err);
    dmi_csv_clear(&r.csv);
    dmi_input_free(r.csv.in);
    if (status != DM_END)
        return status;
    spread_kinds(&r);
    *out = found;
    return DM_OK;
}
