/* row_list.h - rows of values as one JSON text, so that one statement writes many rows. */
#ifndef DMI_ROW_LIST_H
#define DMI_ROW_LIST_H

#include "base/base.h"

/* {0} to start with.  Keeps the first failure, so that the writer needs no checks in between. */
typedef struct dmi_row_list {
    char *text;
    size_t size, room;
    bool failed;
} dmi_row_list;

void dmi_rows_begin(dmi_row_list *rows); /* the next row */
void dmi_rows_text(dmi_row_list *rows, const char *text);
void dmi_rows_integer(dmi_row_list *rows, int64_t number);
void dmi_rows_real(dmi_row_list *rows, double number);
/* [[..],[..]], borrowed; NULL without memory. */
const char *dmi_rows_end(dmi_row_list *rows);
void dmi_rows_clear(dmi_row_list *rows);

#endif
