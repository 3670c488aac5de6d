/* http_library.c - loads libmicrohttpd. */
#include "server/http/http_library.h"

#include "base/lazy_library.h"
#include <stdio.h>

http_library mhd;

static const char *const names[] = {
#define X(name) "MHD_" #name,
#include "server/http/microhttpd.def"
#undef X
};

static dmi_lazy_library library = {.file = MICROHTTPD_FILE,
                                   .purpose = "a server needs libmicrohttpd",
                                   .names = names,
                                   .count = sizeof names / sizeof *names,
                                   .functions = &mhd};

bool http_library_load(char *why, size_t capacity)
{
    dm_error err = {0};
    dm_status status = dmi_lazy_library_load(&library, &err);
    if (status != DM_OK)
        snprintf(why, capacity, "%s", err.message);
    return status == DM_OK;
}
