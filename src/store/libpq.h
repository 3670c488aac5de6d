/* libpq.h - PostgreSQL's C library, loaded for the first database on a server. */
#ifndef DMI_LIBPQ_H
#define DMI_LIBPQ_H

#include <demesne/status.h>
#include <libpq-fe.h>

/* dmi_pq.clear is PQclear, and so on. */
typedef struct dmi_libpq {
#define X(name) __typeof__(PQ##name) *name;
#include "store/libpq.def"
#undef X
} dmi_libpq;

extern dmi_libpq dmi_pq;

/* Fills dmi_pq. */
dm_status dmi_libpq_load(dm_error *err);

#endif
