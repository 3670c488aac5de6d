/* cores.c - the processor cores that we may use. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "contest/sandbox/cores.h"

#include <sched.h>

int dmi_core_count(void)
{
    cpu_set_t allowed;
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

void dmi_core_pin(int number)
{
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    CPU_ZERO(&one);
    for (size_t core = 0; core < CPU_SETSIZE; core++)
        if (CPU_ISSET(core, &allowed) && number-- == 0)
            CPU_SET(core, &one);
    sched_setaffinity(0, sizeof one, &one);
}
