/* worker_name.c - the name of a worker, which tells others on its machine whether it lives.
 *
 * Processes are numbered per machine and per container (PID namespace), and again after a restart.
 */
#include "store/queue/worker_name.h"

#include "base/checksum.h"
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A hash of the start of the machine and of the container. */
static uint32_t machine_name(void)
{
    char text[100] = "";
    struct stat space = {0};
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
    size_t size = file ? fread(text, 1, 40, file) : 0;
    if (file)
        fclose(file);
    if (stat("/proc/self/ns/pid", &space) != 0)
        space.st_ino = 0;
    snprintf(text + size, sizeof text - size, " %llu", (unsigned long long)space.st_ino);
    dmi_checksum sum;
    dmi_checksum_start(&sum);
    dmi_checksum_add(&sum, text, strlen(text));
    return (uint32_t)dmi_checksum_end(&sum);
}

void dmi_worker_name(char out[DMI_WORKER_NAME])
{
    char host[64] = "";
    if (gethostname(host, sizeof host - 1) != 0)
        snprintf(host, sizeof host, "unknown");
    snprintf(out, DMI_WORKER_NAME, "%s:%ld:%08x", host, (long)getpid(), (unsigned)machine_name());
}

bool dmi_worker_has_ended(const char *name)
{
    long process = 0;
    unsigned place = 0;
    const char *host_end = strchr(name, ':');
    return host_end && sscanf(host_end, ":%ld:%x", &process, &place) == 2 && process > 0 &&
           place == (unsigned)machine_name() && kill((pid_t)process, 0) != 0 && errno == ESRCH;
}
