/* league_files.c - reads files of maximum capture (a matrix of distances) and of maximal covering
 * (points): as tables and points that are written to memory first.
 */
#include "league.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINE = 400 };

static dm_status bad_file(const char *path, long line, const char *expected, dm_error *err)
{
    return answer_fail(err, DM_BAD_INPUT, "%s:%ld: expected %s", path, line, expected);
}

/* The board of a table or of points that was written to memory. */
static dm_status open_text(const char *path, const char *text, size_t size, const char *kind,
                           dm_arena **out, dm_error *err)
{
    dm_reader *reader = NULL;
    dm_status status = dm_reader_open_memory(path, text, size, kind, &reader, err);
    if (status == DM_OK)
        status = dm_reader_next(reader, out, err);
    dm_reader_free(reader);
    return status;
}

/* The next number of a file as it is written. */
static bool next_number(FILE *file, char out[40])
{
    return fscanf(file, " %39s", out) == 1;
}

/* Writes a matrix of distances, a row per customer, and the customers with their weights. */
static dm_status write_capture(const char *path, FILE *file, const int counts[3], FILE *table,
                               FILE *people, dm_error *err)
{
    int n = counts[0], sites = counts[1] + counts[2];
    size_t cells = (size_t)n * (size_t)sites;
    char(*distance)[40] = calloc(cells + 1, sizeof *distance);
    dm_status status = distance ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    fputs("name,demand\n", people);
    for (int v = 0; v < n && status == DM_OK; v++) {
        char weight[40];
        if (!next_number(file, weight))
            status = bad_file(path, 2, "a weight per customer", err);
        fprintf(people, "c%d,%s\n", v, status == DM_OK ? weight : "1");
    }
    for (size_t i = 0; i < cells && status == DM_OK; i++)
        if (!next_number(file, distance[i]))
            status = bad_file(path, 3 + (long)(i / (size_t)n), "a number per customer", err);
    fputs("customer", table);
    for (int s = 0; s < sites; s++)
        fprintf(table, ",s%d", s);
    for (int v = 0; v < n && status == DM_OK; v++) {
        fprintf(table, "\nc%d", v);
        for (int s = 0; s < sites; s++) {
            const char *number = distance[(size_t)s * (size_t)n + (size_t)v];
            fprintf(table, ",%s", *number == '-' ? number + 1 : number); /* minus the distance */
        }
    }
    fputc('\n', table);
    free(distance);
    return status;
}

/* Gives the customers of a board their weights. */
static dm_status weigh_customers(const char *path, const char *text, size_t size, dm_arena **board,
                                 dm_error *err)
{
    dm_places *people = NULL;
    dm_arena *weighed = NULL;
    dm_status status =
        dm_places_read_memory(*board, path, text, size, DM_PLACES_CUSTOMERS, NULL, &people, err);
    if (status == DM_OK)
        status = dm_arena_with_places(*board, people, &weighed, NULL, err);
    dm_places_free(people);
    if (status == DM_OK) {
        dm_arena_free(*board);
        *board = weighed;
    }
    return status;
}

void league_board_clear(league_board *set)
{
    dm_arena_free(set->board);
    free(set->sites);
    free(set->candidates);
    free(set->beta);
    *set = (league_board){0};
}

/* Reads a file of maximum capture.  Customers are the first vertices, then come the sites. */
dm_status league_read_capture(const char *path, league_board *out, dm_error *err)
{
    FILE *file = fopen(path, "r");
    char *text[2] = {NULL, NULL};
    size_t size[2] = {0, 0};
    int counts[3] = {0, 0, 0};
    dm_status status = file ? DM_OK : answer_fail(err, DM_IO, "%s: cannot be read", path);
    if (status == DM_OK && (fscanf(file, "%d %d %d", &counts[0], &counts[1], &counts[2]) != 3 ||
                            counts[0] < 1 || counts[1] < 1 || counts[2] < 0))
        status = bad_file(path, 1, "customers, candidates, competitors", err);
    FILE *table = open_memstream(&text[0], &size[0]), *people = open_memstream(&text[1], &size[1]);
    if (status == DM_OK && (!table || !people))
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK)
        status = write_capture(path, file, counts, table, people, err);
    if (table)
        fclose(table);
    if (people)
        fclose(people);
    if (file)
        fclose(file);
    if (status == DM_OK)
        status = open_text(path, text[0], size[0], "table", &out->board, err);
    if (status == DM_OK)
        status = weigh_customers(path, text[1], size[1], &out->board, err);
    free(text[0]);
    free(text[1]);
    out->site_count = counts[2];
    out->candidate_count = counts[1];
    out->sites = calloc((size_t)counts[2] + 1, sizeof *out->sites);
    out->beta = calloc((size_t)counts[2] + 1, sizeof *out->beta);
    out->candidates = calloc((size_t)counts[1] + 1, sizeof *out->candidates);
    if (status == DM_OK && (!out->sites || !out->beta || !out->candidates))
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int i = 0; status == DM_OK && i < counts[2]; i++)
        out->sites[i] = counts[0] + i;
    for (int i = 0; status == DM_OK && i < counts[1]; i++)
        out->candidates[i] = counts[0] + counts[2] + i;
    return status;
}

dm_status league_read_covering(const char *path, league_board *out, dm_error *err)
{
    FILE *file = fopen(path, "r");
    char line[MOST_LINE], *text = NULL;
    size_t size = 0;
    FILE *points = open_memstream(&text, &size);
    dm_status status = file && points ? DM_OK : answer_fail(err, DM_IO, "%s: cannot be read", path);
    if (status == DM_OK && !fgets(line, sizeof line, file))
        status = bad_file(path, 1, "the number of points", err);
    if (status == DM_OK)
        fputs("x,y,demand\n", points);
    for (long at = 2; status == DM_OK && fgets(line, sizeof line, file); at++) {
        char x[40], y[40], demand[40];
        int found = sscanf(line, "%39s %39s %39s", x, y, demand);
        if (found == 3)
            fprintf(points, "%s,%s,%s\n", x, y, demand);
        else if (found > 0)
            status = bad_file(path, at, "x, y and demand", err);
    }
    if (file)
        fclose(file);
    if (points)
        fclose(points);
    if (status == DM_OK)
        status = open_text(path, text, size, "points", &out->board, err);
    free(text);
    return status;
}
