/* version.c - the version of the library. */
#include <demesne/demesne.h>

const char *dm_version(void)
{
    return DM_VERSION;
}
