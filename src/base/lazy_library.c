/* lazy_library.c - the one place that loads shared libraries. */
#include "base/lazy_library.h"

#include "base/base.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool load_library(dmi_lazy_library *library)
{
    void *handle = dlopen(library->file, RTLD_LAZY | RTLD_LOCAL); /* never closed */
    char *to = library->functions;
    for (int i = 0; handle && i < library->count; i++, to += sizeof handle) {
        void *function = dlsym(handle, library->names[i]);
        if (!function)
            return false;
        memcpy(to, &function, sizeof function);
    }
    return handle != NULL;
}

dm_status dmi_lazy_library_load(dmi_lazy_library *library, dm_error *err)
{
    dm_status status = DM_OK;
    pthread_mutex_lock(&lock);
    if (!library->is_loaded)
        library->is_loaded = load_library(library);
    if (!library->is_loaded)
        status = dmi_fail(err, DM_IO, "%s, which is not installed or cannot be loaded (%s)",
                          library->purpose, dlerror());
    pthread_mutex_unlock(&lock);
    return status;
}
