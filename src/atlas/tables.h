/* tables.h - the tables of the atlas and their boards. */
#ifndef DMI_TABLES_H
#define DMI_TABLES_H

#include <demesne/atlas.h>

typedef enum dmi_table_kind { DMI_TABLE_FAMILY, DMI_TABLE_ALL, DMI_TABLE_VIEW } dmi_table_kind;

enum { DMI_NAME_SIZE = 48 };

/* The `index`-th board of n vertices, as an ARENA; false if there are no more. */
typedef bool dmi_name_fn(int32_t n, int32_t index, char name[DMI_NAME_SIZE]);

typedef struct dmi_table_row {
    dm_atlas_table table;
    dmi_table_kind kind;
    dmi_name_fn *name;
} dmi_table_row;

/* DM_BAD_ARGUMENT names the tables that exist. */
dm_status dmi_table_find(const char *name, const dmi_table_row **out, dm_error *err);

/* The program of nauty that prints all boards of a table of kind ALL. */
typedef struct dmi_generator {
    const char *program; /* "geng" */
    const char *options;
    const char *format; /* of what it prints */
    int32_t whole;      /* sizes up to this one have one part */
    int32_t growth;     /* each further vertex multiplies the parts by 2^growth */
} dmi_generator;

const dmi_generator *dmi_table_generator(const dmi_table_row *row);
int32_t dmi_generator_parts(const dmi_generator *generator, int32_t n);

/* The table that a view reads, and whether the view shows a game. */
const char *dmi_view_source(const dmi_table_row *row);
bool dmi_view_shows(const dmi_table_row *row, const dm_atlas_game *game);

#endif
