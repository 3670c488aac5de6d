/* csv.h - reads a CSV record by record (RFC 4180).
 *
 * Cells are separated by commas, or by semicolons or tabs if the first record has one of these and
 * no comma, as spreadsheets of some countries write them.  A cell in quotes may hold separators,
 * newlines and, doubled, quotes.  Blanks around a cell are dropped.
 */
#ifndef DMI_CSV_H
#define DMI_CSV_H

#include "format/input.h"

typedef struct dmi_csv {
    dmi_input *in;     /* borrowed */
    bool has_comments; /* skip lines that begin with #; set by the caller */
    int64_t line;      /* where the last record begins */
    int32_t count;     /* its cells */
    const char **cell; /* their texts, until the next record is read */
    char separator;    /* 0: not known yet */
    char *text;        /* all cells one after another, each with its NUL */
    size_t size, room; /* of `text` */
    size_t *at;        /* where each cell begins in `text` */
    size_t at_room, cell_room;
} dmi_csv;

/* Reads the next record that is not blank; DM_END after the last. */
dm_status dmi_csv_next(dmi_csv *csv, dm_error *err);
/* Frees the memory, not the input. */
void dmi_csv_clear(dmi_csv *csv);

#endif
