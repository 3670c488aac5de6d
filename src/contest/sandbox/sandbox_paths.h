/* contest/sandbox_paths.h - the folders that a command names. */
#ifndef DMI_CONTEST_SANDBOX_SANDBOX_PATHS_H
#define DMI_CONTEST_SANDBOX_SANDBOX_PATHS_H

#include <demesne/status.h>
#include <stdbool.h>
#include <stddef.h>

/* A folder or a file that a program may read. */
typedef struct dmi_shown {
    char *inside;  /* its path in the sandbox */
    char *outside; /* its real path */
} dmi_shown;

typedef struct dmi_shown_list {
    dmi_shown *item; /* the shortest paths first */
    size_t count, room;
} dmi_shown_list;

/* The folders of the files, and the folders, that `command` names, as seen from `folder` (an
 * absolute path); those of a `bin` are the folder above.  Of home folders and the like only the
 * file itself.  What every sandbox has is left out. */
dm_status dmi_shown_by(const char *command, const char *folder, dmi_shown_list *out, dm_error *err);
void dmi_shown_clear(dmi_shown_list *list);

/* Copies the next word of a command at `*at`, without its quotes, and moves past it; false at the
 * end.  A word is no longer than the rest of the command. */
bool dmi_command_word(const char **at, char *out);

/* The part of `path` below `folder`, which begins with a slash or is empty; NULL if it is
 * elsewhere.
 */
const char *dmi_path_below(const char *path, const char *folder);

/* Folders of the system that every sandbox has; NULL at the end. */
extern const char *const dmi_system_folders[];

#endif
