/* libpq.c - loads PostgreSQL's C library. */
#include "store/postgres.h"

#include "base/lazy_library.h"

dmi_libpq dmi_pq;

static const char *const names[] = {
#define X(name) "PQ" #name,
#include "store/libpq.def"
#undef X
};

static dmi_lazy_library library = {.file = LIBPQ_FILE,
                                   .purpose = "databases on a PostgreSQL server need libpq",
                                   .names = names,
                                   .count = sizeof names / sizeof *names,
                                   .functions = &dmi_pq};

dm_status dmi_libpq_load(dm_error *err)
{
    return dmi_lazy_library_load(&library, err);
}
