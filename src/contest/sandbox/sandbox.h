/* contest/sandbox.h - the command that runs a program in its sandbox. */
#ifndef DMI_CONTEST_SANDBOX_SANDBOX_H
#define DMI_CONTEST_SANDBOX_SANDBOX_H

#include <demesne/contest.h>

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

#endif
