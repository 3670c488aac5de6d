/* contest/error_tail.h - the end of what a program writes to its standard error. */
#ifndef DMI_CONTEST_SANDBOX_ERROR_TAIL_H
#define DMI_CONTEST_SANDBOX_ERROR_TAIL_H

#include <demesne/contest.h>

enum { DMI_ERROR_TAIL = 2048 }; /* bytes that are kept */

typedef struct dmi_error_tail {
    size_t size;
    bool is_cut; /* there was more before */
    char bytes[DMI_ERROR_TAIL];
} dmi_error_tail;

/* Reads what is available from `*from`, which does not block, and keeps the end of it.  At the end
 * of the stream `*from` is closed and becomes -1.  It returns after a while, however fast the
 * program writes. */
void dmi_error_tail_read(dmi_error_tail *tail, int *from);

/* The kept lines for people.  If there was more, the first line is "...". */
void dmi_error_tail_show(const dmi_error_tail *tail, char out[DM_ERROR_OUTPUT]);

#endif
