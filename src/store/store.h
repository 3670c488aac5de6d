/* store.h - opens and checks a database file, and runs transactions.
 *
 * The application id marks a file as ours, and its user version is the version of the tables
 * (schema.c); an older one is upgraded when it is opened for writing.  Other files are not changed.
 * Calls lock the store, so threads may share one.
 */
#ifndef DMI_STORE_H
#define DMI_STORE_H

#include <demesne/status.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct dmi_store dmi_store;

/* `create` opens for writing: a missing or empty file becomes a database; ":memory:" is one that
 * ends with the store.  DM_BAD_INPUT for a missing file otherwise, for a foreign one, and for one
 * that a newer version wrote; DM_IO if the system fails. */
dm_status dmi_store_open(const char *path, bool create, dmi_store **out, dm_error *err);
void dmi_store_close(dmi_store *store);
const char *dmi_store_path(const dmi_store *store);

/* What is written between begin and commit is written at once and survives the end of the process.
 */
dm_status dmi_store_begin(dmi_store *store, dm_error *err);
dm_status dmi_store_commit(dmi_store *store, dm_error *err);
void dmi_store_rollback(dmi_store *store);

/* A number stored under a name; DM_END if there is none. */
dm_status dmi_store_number(dmi_store *store, const char *name, int64_t *out, dm_error *err);
dm_status dmi_store_set_number(dmi_store *store, const char *name, int64_t number, dm_error *err);

#endif
