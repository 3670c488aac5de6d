/* names.h - one of a list of names. */
#ifndef DMI_NAMES_H
#define DMI_NAMES_H

#include <demesne/status.h>

/* The index of `name`; -1, with a message that lists what there is, where it is none of them:
 * "there is no method 'x'; there are a, b, c". */
int dmi_name_index(const char *what, const char *name, const char *const *names, int count,
                   dm_error *err);

#endif
