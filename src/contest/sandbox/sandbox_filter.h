/* contest/sandbox_filter.h - system calls that a program in a sandbox may not make. */
#ifndef DMI_CONTEST_SANDBOX_SANDBOX_FILTER_H
#define DMI_CONTEST_SANDBOX_SANDBOX_FILTER_H

#include <demesne/status.h>

/* A descriptor from which bubblewrap reads the filter, for close(); -1 if there is none for this
 * kind of processor.  DM_IO if the system has no descriptor left. */
dm_status dmi_sandbox_filter_open(int *out, dm_error *err);

#endif
