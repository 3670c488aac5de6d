/* store.h - a database file: opened, checked, written in transactions.
 *
 * A file is ours by its application id, and its user version is the version of the
 * tables (schema.c); an older one is brought up when it is opened for writing.  Anything else is
 * left untouched.  Calls lock the store, so threads may share one.
 */
#ifndef DMI_STORE_H
#define DMI_STORE_H

#include <demesne/status.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct dmi_store dmi_store;

/* `create`: for writing; a file that is missing or empty becomes a database, and ":memory:" is one
 * that ends with the store.  DM_BAD_INPUT for a missing
 * file otherwise, for one that is not ours, and for one that a newer version wrote; DM_IO
 * where the system fails. */
dm_status dmi_store_open(const char *path, bool create, dmi_store **out, dm_error *err);
void dmi_store_close(dmi_store *store);
const char *dmi_store_path(const dmi_store *store);

/* Between them everything is written at once, and survives the end of the process. */
dm_status dmi_store_begin(dmi_store *store, dm_error *err);
dm_status dmi_store_commit(dmi_store *store, dm_error *err);
void dmi_store_rollback(dmi_store *store);

/* A number kept under a name; DM_END where there is none. */
dm_status dmi_store_number(dmi_store *store, const char *name, int64_t *out, dm_error *err);
dm_status dmi_store_set_number(dmi_store *store, const char *name, int64_t number, dm_error *err);

#endif
