/* names.h - finds a name in a list, also one that is misspelled. */
#ifndef DMI_BASE_NAMES_H
#define DMI_BASE_NAMES_H

#include <demesne/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The index of `name`.  If it is not in the list: -1, with a message that suggests a similar name
 * or lists all: "unknown method 'x'; known: a, b, c". */
int dmi_name_index(const char *what, const char *name, const char *const *names, int count,
                   dm_error *err);

/* The word for one or for any other number of things: dmi_plural(n, "vertex", "vertices"). */
static inline const char *dmi_plural(int64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

/* The one of `names` that `typed` probably means, or NULL if none is near. */
const char *dmi_similar_name(const char *typed, const char *const *names, int count);

/* Defines type_name(), NULL for other values, and type_parse() for an enum whose values count from
 * 0; `what` names such a value in messages.  The names follow. */
#define DMI_ENUM_NAMES(type, what, ...)                                                            \
    static const char *const type##_names[] = {__VA_ARGS__};                                       \
    const char *type##_name(type value)                                                            \
    {                                                                                              \
        bool is_known = (size_t)value < sizeof type##_names / sizeof *type##_names;                \
        return is_known ? type##_names[value] : NULL;                                              \
    }                                                                                              \
    dm_status type##_parse(const char *name, type *out, dm_error *err)                             \
    {                                                                                              \
        int count = (int)(sizeof type##_names / sizeof *type##_names);                             \
        int index = dmi_name_index(what, name, type##_names, count, err);                          \
        if (index < 0)                                                                             \
            return DM_BAD_ARGUMENT;                                                                \
        *out = (type)index;                                                                        \
        return DM_OK;                                                                              \
    }

#endif
