/* contest/control_group.h - a control group (cgroup v2) of the system for one program, where one
 * can be made: it freezes all processes at once, and limits their memory where it may. */
#ifndef DMI_CONTEST_SANDBOX_CONTROL_GROUP_H
#define DMI_CONTEST_SANDBOX_CONTROL_GROUP_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct dmi_control_group {
    char path[PATH_MAX]; /* of its folder; "": there is none */
} dmi_control_group;

/* Makes a group that may use so many bytes, or none.  Allocates no memory, as all below. */
void dmi_control_group_make(dmi_control_group *group, int64_t memory);
/* The calling process joins it, with all that it will start. */
void dmi_control_group_join(const dmi_control_group *group);
/* Freezes all processes, and waits until they are, or lets them go on. */
void dmi_control_group_freeze(const dmi_control_group *group, bool is_frozen);
/* Whether the system has ended a process for lack of memory. */
bool dmi_control_group_ran_out(const dmi_control_group *group);
/* Kills all processes. */
void dmi_control_group_kill(const dmi_control_group *group);
/* Removes the group once its processes are gone. */
void dmi_control_group_remove(const dmi_control_group *group);

#endif
