/* lazy_library.h - a shared library that is loaded when it is first needed.
 *
 * What a program links is loaded at every start.  The functions of a large library that few calls
 * need are therefore reached through a table of pointers, which is filled by the first of these
 * calls:
 *
 *     #define X(name) __typeof__(cairo_##name) *name;
 *     static struct { CAIRO_FUNCTIONS } cairo;             the types come from cairo's own header
 *
 *     if (dmi_lazy_library_load(&library, &err) == DM_OK)
 *         cairo.paint(page);
 */
#ifndef DMI_BASE_LAZY_LIBRARY_H
#define DMI_BASE_LAZY_LIBRARY_H

#include <demesne/status.h>
#include <stdbool.h>

typedef struct dmi_lazy_library {
    const char *file;         /* "libcairo.so.2" */
    const char *purpose;      /* begins the message: "PNG and PDF pictures need cairo" */
    const char *const *names; /* of the functions */
    int count;
    void *functions; /* a struct of `count` pointers to functions, in the order of the names */
    bool is_loaded;  /* set by the call below */
} dmi_lazy_library;

/* Fills the table; does nothing if it is filled.  Threads may call this at the same time.  The
 * library remains loaded.  Fails with DM_IO if the library is not installed or lacks a function.
 */
dm_status dmi_lazy_library_load(dmi_lazy_library *library, dm_error *err);

#endif
