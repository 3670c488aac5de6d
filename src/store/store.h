/* store.h - opens and checks a database, and runs transactions.
 *
 * A database of ours is marked as such and knows the version of its tables (schema_steps.def); an
 * older one is upgraded when it is opened for writing.  Others are not changed.  Calls lock the
 * store, so threads may share one.
 */
#ifndef DMI_STORE_H
#define DMI_STORE_H

#include <demesne/run.h>
#include <demesne/status.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct dmi_store dmi_store;

/* `path` is a file of SQLite, or postgresql://user:password@host:port/name.
 *
 * `create` opens for writing: a missing or empty file becomes a database; ":memory:" is one that
 * ends with the store.  DM_BAD_INPUT for a missing file otherwise, for a foreign one, and for one
 * that a newer version wrote; DM_IO if the system fails. */
dm_status dmi_store_open(const char *path, bool create, dmi_store **out, dm_error *err);
void dmi_store_close(dmi_store *store);
/* For messages: without a password. */
const char *dmi_store_path(const dmi_store *store);
/* `run` (borrowed; may be NULL) ends the minute in which a lost server is awaited. */
void dmi_store_watch(dmi_store *store, dm_run *run);
/* Whether many machines may use the database at once. */
bool dmi_store_is_shared(const dmi_store *store);

typedef dm_status dmi_store_body(void *user, dmi_store *store, dm_error *err);
/* Runs `body` in a transaction.  If it returns DM_OK, all that it wrote is committed and survives
 * the end of the process; otherwise, or if the commit fails, nothing is written.  No other thread
 * uses the store meanwhile.  `body` may run more than once, so it only writes to the store and sets
 * its results: it is repeated after a deadlock, or if the connection to a server was lost and came
 * back within a minute. */
dm_status dmi_store_transact(dmi_store *store, dmi_store_body *body, void *user, dm_error *err);

/* A number stored under a name; DM_END if there is none. */
dm_status dmi_store_number(dmi_store *store, const char *name, int64_t *out, dm_error *err);
dm_status dmi_store_set_number(dmi_store *store, const char *name, int64_t number, dm_error *err);

#endif
