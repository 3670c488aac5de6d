/* version.c - which library this is. */
#include <demesne/demesne.h>

const char *dm_version(void)
{
    return DM_VERSION;
}
