/* schema.h - the tables of a database, and the statements that use them. */
#ifndef DMI_SCHEMA_H
#define DMI_SCHEMA_H

enum { DMI_STORE_ID = 0x446d736e /* "Dmsn" */, DMI_STORE_VERSION = 1 };

extern const char dmi_schema[];

typedef enum dmi_statement_id {
#define X(id, sql) DMI_SQL_##id,
#include "store/statements.def"
#undef X
    DMI_SQL_COUNT
} dmi_statement_id;

extern const char *const dmi_statements[DMI_SQL_COUNT];

#endif
