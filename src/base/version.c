/* version.c - the version, which CMakeLists.txt sets. */
#include <demesne/demesne.h>

const char *dm_version(void)
{
    return DEMESNE_VERSION;
}
