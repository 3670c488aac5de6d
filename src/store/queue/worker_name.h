/* worker_name.h - the name of a worker, which tells others on its machine whether it lives. */
#ifndef DMI_STORE_QUEUE_WORKER_NAME_H
#define DMI_STORE_QUEUE_WORKER_NAME_H

#include <stdbool.h>

enum { DMI_WORKER_NAME = 96 };

/* "host:process:machine": the last is a hash of what tells machines and containers apart. */
void dmi_worker_name(char out[DMI_WORKER_NAME]);
/* Whether `name` is of this machine and its process has ended. */
bool dmi_worker_has_ended(const char *name);

#endif
