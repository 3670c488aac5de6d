/* demesne/programs.h - outside programs with names and versions, read from a table.
 *
 *     dm_programs programs = {0};
 *     dm_programs_read("players.csv", &programs, &err);
 *     ... programs.program[i] in a dm_tournament_plan ...
 *     dm_programs_clear(&programs);
 *
 * The table is a CSV with the columns name and command.  A command is a line for sh that is run in
 * the folder of the table.  The version of a program is a hash of its command and its files: for
 * every file that the command names, all files in the folder of that file (but only the file itself
 * if the table is in that folder, too, or below it), and all files in every folder that it names.
 * Files of the system, hidden files and compiled files of Python do not count.
 */
#ifndef DEMESNE_PROGRAMS_H
#define DEMESNE_PROGRAMS_H

#include <demesne/status.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DM_PROGRAM_VERSION_SIZE = 17 }; /* of a version: 16 hexadecimal digits and a NUL */

/* Where outside programs run. */
typedef enum dm_sandbox_kind {
    DM_SANDBOX_BWRAP = 0, /* in a sandbox of bubblewrap; docs/BOTS.md tells what is in it */
    DM_SANDBOX_NONE       /* with all rights of the caller, and without the limits below */
} dm_sandbox_kind;

typedef struct dm_sandbox {
    dm_sandbox_kind kind;
    int64_t memory;      /* bytes of all processes of a program together; 0: 1 GiB */
    int32_t processes;   /* 0: 32; threads count as an eighth of one */
    const char *hidden;  /* a database file that no program may see, even in its own folder;
                            borrowed; NULL: none */
    int64_t reserved[4]; /* 0; later versions may use them */
} dm_sandbox;

typedef struct dm_program {
    const char *key;     /* NAME@VERSION: its text in pairings */
    const char *name;    /* for people */
    const char *version; /* of its files when the table was read */
    const char *command;
    const char *folder; /* where the command is run; an absolute path */
} dm_program;

typedef struct dm_programs {
    dm_program *program;
    int32_t count;
} dm_programs;

/* Reads a table.  DM_BAD_INPUT with the file and the line if it cannot be read, has not the two
 * columns, names a player twice, or a file of a program cannot be read; `*out` is then unchanged.
 */
dm_status dm_programs_read(const char *path, dm_programs *out, dm_error *err);
void dm_programs_clear(dm_programs *programs);

/* The version of a program now. */
dm_status dm_program_version(const char *command, const char *folder,
                             char out[DM_PROGRAM_VERSION_SIZE], dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
