/* schema.h - the tables of a database, and the statements that use them, for both backends. */
#ifndef DMI_SCHEMA_H
#define DMI_SCHEMA_H

#include <stdint.h>

enum { DMI_STORE_ID = 0x446d736e /* "Dmsn" */ };

/* The newest version is the number of steps (schema_steps.def). */
enum {
    DMI_STORE_VERSION = 0
#define X(sql) +1
#include "store/schema_steps.def"
#undef X
};

enum { DMI_SOLVED_VERSION = 7 }; /* that has the table `solved` */

typedef enum dmi_statement_id {
#define X(id, kind, sql) DMI_SQL_##id,
#include "store/statements.def"
#undef X
    DMI_SQL_COUNT
} dmi_statement_id;

typedef enum dmi_statement_kind { DMI_READS, DMI_STREAMS, DMI_WRITES } dmi_statement_kind;

/* The texts in the SQL of one backend. */
typedef struct dmi_dialect {
    const char *step[DMI_STORE_VERSION];
    const char *statement[DMI_SQL_COUNT];
    const char *view; /* makes `solved` for readers of tables before DMI_SOLVED_VERSION */
} dmi_dialect;

extern const dmi_dialect dmi_sqlite_dialect, dmi_postgres_dialect;
extern const uint8_t dmi_statement_kinds[DMI_SQL_COUNT]; /* dmi_statement_kind */

#endif
