/* moment.h - a moment soon: how long a condition is waited for at most. */
#ifndef DMI_MOMENT_H
#define DMI_MOMENT_H

#include <time.h>

/* For pthread_cond_timedwait(); less than a second from now. */
static inline struct timespec dmi_moment_after(long nanoseconds)
{
    struct timespec moment;
    clock_gettime(CLOCK_REALTIME, &moment);
    moment.tv_nsec += nanoseconds;
    moment.tv_sec += moment.tv_nsec / 1000000000;
    moment.tv_nsec %= 1000000000;
    return moment;
}

#endif
