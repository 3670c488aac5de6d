/* schema.h - the tables of a database, and the statements that use them. */
#ifndef DMI_SCHEMA_H
#define DMI_SCHEMA_H

enum { DMI_STORE_ID = 0x446d736e /* "Dmsn" */, DMI_STORE_VERSION = 4 };

/* Step i upgrades the tables from version i to i + 1; an empty file has version 0. */
extern const char *const dmi_schema_steps[DMI_STORE_VERSION];

typedef enum dmi_statement_id {
#define X(id, sql) DMI_SQL_##id,
#include "store/statements.def"
#undef X
    DMI_SQL_COUNT
} dmi_statement_id;

extern const char *const dmi_statements[DMI_SQL_COUNT];

#endif
