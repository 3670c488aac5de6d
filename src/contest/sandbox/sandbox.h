/* contest/sandbox.h - the command that runs a program in its sandbox. */
#ifndef DMI_CONTEST_SANDBOX_SANDBOX_H
#define DMI_CONTEST_SANDBOX_SANDBOX_H

#include <demesne/contest.h>
#include <demesne/status.h>
#include <stdbool.h>
#include <stddef.h>

enum { DMI_BOX_FILE_MEBIBYTES = 64 }; /* of /tmp in a sandbox, and of any file */

/* A program to run.  Everything is borrowed. */
typedef struct dmi_program {
    const char *command; /* for sh */
    const char *folder;  /* from which its relative paths count; NULL: the current one */
    dm_sandbox sandbox;  /* zeros: the defaults */
} dmi_program;

/* A command and its environment. */
typedef struct dmi_box {
    char **words, **variables; /* NULL at the end; the first word is the path of the file */
    char *word_text, *variable_text;
    bool is_boxed;  /* the limits hold */
    int64_t memory; /* bytes */
    int32_t processes;
    int filter; /* a descriptor; -1: none */
    int *shown; /* descriptors of the folders that the program may read */
    size_t shown_count;
} dmi_box;

/* `out` must be cleared, even after a failure.  DM_UNSUPPORTED if bubblewrap is not installed. */
dm_status dmi_box_make(const dmi_program *program, dmi_box *out, dm_error *err);
void dmi_box_clear(dmi_box *box);

/* The command for sh, freed with free(); NULL without memory.  `exec` lets a simple one replace the
 * shell: a shell that waits would keep the pipe open after the program has closed it. */
char *dmi_shell_command(const char *command);

/* System calls that a program in a sandbox may not make. */

/* A descriptor from which bubblewrap reads the filter, for close(); -1 if there is none for this
 * kind of processor.  DM_IO if the system has no descriptor left. */
dm_status dmi_sandbox_filter_open(int *out, dm_error *err);

/* The folders that a command names. */

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
