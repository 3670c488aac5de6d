/* choice_rows.h - rows of pulls: which customers each site reaches, and how strongly. */
#ifndef DMI_LOCATION_CHOICE_CHOICE_ROWS_H
#define DMI_LOCATION_CHOICE_CHOICE_ROWS_H

#include "base/base.h"
#include "location/choice/pulls.h"

typedef struct dmi_choice_row {
    int32_t *customer; /* those in reach of the site */
    double *pull;
    int64_t count;
} dmi_choice_row;

/* Pairs of a site and a customer that rows may hold: 12 bytes each. */
#define DMI_CHOICE_PAIRS INT64_C(200000000)

typedef struct dmi_choice_rows {
    int32_t count; /* of sites */
    dmi_choice_row *row;
    void *memory; /* what they point into */
    int workers;
} dmi_choice_rows;

/* How strongly a site pulls a customer at v, at `distance`; an entry that is not above `least` is
 * left out. */
typedef double dmi_choice_weigh_fn(const void *context, const dmi_choice_site *site, dm_vertex v,
                                   int64_t distance);

typedef struct dmi_choice_search {
    const dm_graph *graph; /* whose arcs the searches from sites follow */
    int64_t radius;        /* -1: none */
    const dmi_choice_site *site;
    int32_t sites;
    const int32_t *number; /* of the customer at each vertex, or -1 */
    dmi_choice_weigh_fn *weigh;
    const void *context;
    double least;
    int threads;
} dmi_choice_search;

/* One search per site.  DM_STOPPED: the rows that are missing are empty.  DM_TOO_LARGE. */
dm_status dmi_choice_rows_init(dmi_choice_rows *rows, const dmi_choice_search *search, dm_run *run,
                               dm_error *err);
void dmi_choice_rows_clear(dmi_choice_rows *rows);

/* Joins customers with the same pulls: gives each a number and sums the weights.  Those without
 * a pull go.  Returns how many remain; `weight` and, if not NULL, the `width` numbers per customer
 * of `strongest`, which are compared too, move along. */
dm_status dmi_choice_rows_join(dmi_choice_rows *rows, int32_t customers, double *weight,
                               double *strongest, int32_t width, int32_t *remain, dm_error *err);

/* The entries of all rows by customer, the strongest first. */
typedef struct dmi_choice_columns {
    int64_t *first; /* the entries of customer v are first[v] .. first[v + 1] - 1; NULL: none */
    int32_t *site;
    double *pull;
} dmi_choice_columns;

dm_status dmi_choice_columns_init(dmi_choice_columns *columns, const dmi_choice_row *row,
                                  int32_t rows, int32_t customers, dm_error *err);
void dmi_choice_columns_clear(dmi_choice_columns *columns);

#endif
