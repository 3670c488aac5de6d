/* trip_rows.c - a table of trips with its customers and sites found in theirs.
 *
 * A cell names a row by its label; if no row is labelled so, by the name or the number of its
 * vertex.
 */
#include "question/fit/trip_rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NO_ROW = -1, SEVERAL = -2 };

typedef struct labelled {
    const char *label;
    int32_t row;
} labelled;

/* How rows are found. */
typedef struct row_finder {
    const char *what; /* in messages: "customer" */
    const dm_places *places;
    const dm_names *names; /* of the board */
    labelled *label;       /* sorted */
    int32_t labels, *at;   /* the row of each vertex; NO_ROW, SEVERAL */
    dm_vertex n;
    bool may_share; /* rows at one vertex are the same: customers */
} row_finder;

static int compare_labels(const void *a, const void *b)
{
    const labelled *x = a, *y = b;
    int order = strcmp(x->label, y->label);
    return order ? order : (x->row > y->row) - (x->row < y->row);
}

static dm_status finder_init(row_finder *f, const dm_arena *arena, const dm_names *names,
                             const char *what, const dm_places *places, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    *f = (row_finder){.what = what,
                      .places = places,
                      .names = names,
                      .n = n,
                      .may_share = places->use == DM_PLACES_CUSTOMERS,
                      .label = malloc(((size_t)places->count + 1) * sizeof *f->label),
                      .at = malloc(((size_t)n + 1) * sizeof *f->at)};
    if (!f->label || !f->at)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (dm_vertex v = 0; v < n; v++)
        f->at[v] = NO_ROW;
    for (int32_t i = 0; i < places->count; i++) {
        int32_t *at = &f->at[places->vertex[i]];
        *at = *at == NO_ROW ? i : f->may_share ? *at : SEVERAL;
        if (places->label && places->label[i])
            f->label[f->labels++] = (labelled){places->label[i], i};
    }
    qsort(f->label, (size_t)f->labels, sizeof *f->label, compare_labels);
    return DM_OK;
}

static void finder_clear(row_finder *f)
{
    free(f->label);
    free(f->at);
}

/* The row with this label. */
static int32_t find_label(const row_finder *f, const char *text)
{
    int32_t low = 0, high = f->labels;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (strcmp(f->label[middle].label, text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == f->labels || strcmp(f->label[low].label, text) != 0)
        return NO_ROW;
    int32_t row = f->label[low].row;
    for (int32_t i = low + 1; i < f->labels && strcmp(f->label[i].label, text) == 0; i++)
        if (!f->may_share || f->places->vertex[f->label[i].row] != f->places->vertex[row])
            return SEVERAL;
    return row;
}

static dm_status find_row(const row_finder *f, const dm_trip_table *t, int64_t row,
                          const char *text, int32_t *out, dm_error *err)
{
    char message[200], *end = NULL;
    int32_t found = find_label(f, text);
    dm_vertex v = found == NO_ROW ? dm_names_find(f->names, text, strlen(text)) : -1;
    long long number = strspn(text, "0123456789") == strlen(text) ? strtoll(text, &end, 10) : -1;
    if (v < 0 && number >= 0 && number < f->n)
        v = (dm_vertex)number;
    if (found == NO_ROW && v >= 0)
        found = f->at[v];
    *out = found;
    if (found >= 0)
        return DM_OK;
    if (found == SEVERAL)
        snprintf(message, sizeof message, "%s '%.60s' is the name of several rows of %.80s",
                 f->what, text, f->places->name);
    else
        snprintf(message, sizeof message, "there is no %s '%.60s' in %.80s", f->what, text,
                 f->places->name);
    return dm_trip_table_fail(t, row, message, err);
}

/* A pair and where it stands. */
typedef struct listed_pair {
    dm_trip trip;
    int64_t row;
} listed_pair;

static int compare_pairs(const void *a, const void *b)
{
    const listed_pair *x = a, *y = b;
    if (x->trip.customer != y->trip.customer)
        return x->trip.customer > y->trip.customer ? 1 : -1;
    if (x->trip.site != y->trip.site)
        return x->trip.site > y->trip.site ? 1 : -1;
    return (x->row > y->row) - (x->row < y->row);
}

/* Fails at the first row whose pair an earlier row has. */
static dm_status check_pairs(const dm_trip_table *t, const dm_trip *trips, dm_error *err)
{
    int64_t first = -1, earlier = -1;
    listed_pair *list = malloc(((size_t)t->count + 1) * sizeof *list);
    if (!list)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int64_t i = 0; i < t->count; i++)
        list[i] = (listed_pair){trips[i], i};
    qsort(list, (size_t)t->count, sizeof *list, compare_pairs);
    for (int64_t i = 1; i < t->count; i++)
        if (list[i].trip.customer == list[i - 1].trip.customer &&
            list[i].trip.site == list[i - 1].trip.site && (first < 0 || list[i].row < first)) {
            first = list[i].row;
            earlier = list[i - 1].row;
        }
    free(list);
    if (first < 0)
        return DM_OK;
    char message[80];
    snprintf(message, sizeof message, "the same pair as in %s %lld; expected it once",
             t->is_list ? "item" : "line", (long long)t->line[earlier]);
    return dm_trip_table_fail(t, first, message, err);
}

dm_status trip_rows_find(const dm_trip_table *table, const dm_arena *arena,
                         const dm_places *customers, const dm_places *sites, dm_trip **out,
                         dm_error *err)
{
    dm_names *names = NULL;
    row_finder customer = {0}, site = {0};
    dm_trip *trips = malloc(((size_t)table->count + 1) * sizeof *trips);
    dm_status status = trips ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK)
        status = dm_names_new(arena, &names, err);
    if (status == DM_OK)
        status = finder_init(&customer, arena, names, "customer", customers, err);
    if (status == DM_OK)
        status = finder_init(&site, arena, names, "site", sites, err);
    for (int64_t i = 0; i < table->count && status == DM_OK; i++) {
        trips[i].count = table->trips[i];
        status = find_row(&customer, table, i, table->customer[i], &trips[i].customer, err);
        if (status == DM_OK)
            status = find_row(&site, table, i, table->site[i], &trips[i].site, err);
    }
    if (status == DM_OK)
        status = check_pairs(table, trips, err);
    finder_clear(&customer);
    finder_clear(&site);
    dm_names_free(names);
    if (status == DM_OK)
        *out = trips;
    else
        free(trips);
    return status;
}

const char *trip_rows_site(const dm_arena *arena, const dm_places *sites, int32_t row,
                           char number[16])
{
    const char *name = sites->label ? sites->label[row] : NULL;
    if (!name)
        name = dm_arena_name(arena, sites->vertex[row]);
    if (!name)
        snprintf(number, 16, "%d", sites->vertex[row]);
    return name ? name : number;
}
