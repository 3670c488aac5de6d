/* sqlite.h - a store in a file of SQLite. */
#ifndef DMI_SQLITE_H
#define DMI_SQLITE_H

#include "store/query.h"
#include <sqlite3.h>

typedef struct dmi_sqlite {
    sqlite3 *db;
    sqlite3_stmt *prepared[DMI_SQL_COUNT];
} dmi_sqlite;

static inline dmi_sqlite *dmi_sqlite_of(const dmi_store *store)
{
    return store->connection;
}

#endif
