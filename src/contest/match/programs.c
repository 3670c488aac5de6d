/* programs.c - reads the table of programs with names. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <demesne/programs.h>

#include "base/utf8.h"
#include "format/csv.h"
#include <demesne/contest.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { LONGEST_NAME = 100 }; /* bytes */

/* A table that is being read. */
typedef struct program_table {
    dmi_csv csv;
    const char *folder;
    int32_t name, command; /* columns */
    dm_programs found;
    int64_t *line; /* of every program */
    size_t room, line_room;
} program_table;

#define BAD_ROW(t, err, ...)                                                                       \
    dmi_fail_at(err, DM_BAD_INPUT, (t)->csv.in->name, (t)->csv.line, __VA_ARGS__)

void dm_programs_clear(dm_programs *programs)
{
    for (int32_t i = 0; i < programs->count; i++) {
        dm_program *program = &programs->program[i];
        free((char *)program->key);
        free((char *)program->name);
        free((char *)program->version);
        free((char *)program->command);
        free((char *)program->folder);
    }
    free(programs->program);
    *programs = (dm_programs){0};
}

static int32_t column_named(const dmi_csv *csv, const char *name)
{
    for (int32_t i = 0; i < csv->count; i++)
        if (strcasecmp(csv->cell[i], name) == 0)
            return i;
    return -1;
}

static dm_status read_header(program_table *t, dm_error *err)
{
    dm_status status = dmi_csv_next(&t->csv, err);
    if (status == DM_END)
        return dmi_fail_at(err, DM_BAD_INPUT, t->csv.in->name, 0,
                           "an empty table; expected the columns name,command");
    if (status != DM_OK)
        return status;
    t->name = column_named(&t->csv, "name");
    t->command = column_named(&t->csv, "command");
    if (t->name < 0 || t->command < 0)
        return BAD_ROW(t, err, "no column \"%s\"; the first line must be name,command",
                       t->name < 0 ? "name" : "command");
    return DM_OK;
}

static dm_status check_name(const program_table *t, const char *name, dm_error *err)
{
    if (!*name)
        return BAD_ROW(t, err, "a player without a name");
    if (strlen(name) > LONGEST_NAME)
        return BAD_ROW(t, err, "a name of %zu bytes; at most %d are allowed", strlen(name),
                       LONGEST_NAME);
    if (!dmi_utf8_is_clean(name, strlen(name)))
        return BAD_ROW(t, err, "the name is not clean UTF-8; save the table as UTF-8");
    if (dm_spec_is_program(name))
        return BAD_ROW(t, err, "the name begins with cmd:; expected name,command");
    for (int32_t i = 0; i < t->found.count; i++)
        if (strcmp(t->found.program[i].name, name) == 0)
            return BAD_ROW(t, err, "the name %s is there twice, first in line %lld", name,
                           (long long)t->line[i]);
    return DM_OK;
}

static dm_status check_command(const program_table *t, const char *name, const char *command,
                               dm_error *err)
{
    if (!*command)
        return BAD_ROW(t, err, "%s has no command", name);
    if (!dmi_utf8_is_clean(command, strlen(command)))
        return BAD_ROW(t, err, "the command of %s is not clean UTF-8", name);
    return DM_OK;
}

static dm_status read_row(program_table *t, int32_t columns, dm_error *err)
{
    static const char prefix[] = "cmd:"; /* as elsewhere; allowed and not needed */
    if (t->csv.count != columns)
        return BAD_ROW(t, err,
                       "%d cells in this row; expected %d, as in the first line (a command with a "
                       "comma needs quotes)",
                       t->csv.count, columns);
    const char *name = t->csv.cell[t->name], *command = t->csv.cell[t->command];
    if (strncmp(command, prefix, sizeof prefix - 1) == 0)
        command += sizeof prefix - 1;
    command += strspn(command, " ");
    dm_status status = check_name(t, name, err);
    if (status == DM_OK)
        status = check_command(t, name, command, err);
    if (status != DM_OK)
        return status;
    char version[DM_PROGRAM_VERSION_SIZE];
    size_t count = (size_t)t->found.count;
    status = dm_program_version(command, t->folder, version, err);
    if (status == DM_BAD_INPUT)
        return dmi_input_blame(t->csv.in, t->csv.line, status, err, "%s: ", name);
    if (status != DM_OK)
        return status;
    if (!dmi_reserve(&t->found.program, &t->room, count + 1, sizeof *t->found.program) ||
        !dmi_reserve(&t->line, &t->line_room, count + 1, sizeof *t->line))
        return dmi_no_memory(err);
    t->line[count] = t->csv.line;
    t->found.count++;
    dm_program *out = &t->found.program[count];
    size_t size = strlen(name) + strlen(version) + sizeof "@";
    char *key = dmi_alloc(size, 1);
    if (key)
        snprintf(key, size, "%s@%s", name, version);
    *out = (dm_program){key, dmi_strdup(name), dmi_strdup(version), dmi_strdup(command),
                        dmi_strdup(t->folder)};
    return (key && out->name && out->version && out->command && out->folder) ? DM_OK
                                                                             : dmi_no_memory(err);
}

static dm_status read_rows(program_table *t, dm_error *err)
{
    dm_status status = read_header(t, err);
    int32_t columns = t->csv.count;
    while (status == DM_OK && (status = dmi_csv_next(&t->csv, err)) == DM_OK)
        status = read_row(t, columns, err);
    if (status == DM_END && t->found.count == 0)
        return dmi_fail_at(err, DM_BAD_INPUT, t->csv.in->name, 0,
                           "no player; expected a line name,command for each");
    return status == DM_END ? DM_OK : status;
}

/* The folder of a file, as an absolute path. */
static dm_status folder_of(const char *path, char out[PATH_MAX], dm_error *err)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    int size = slash ? (int)(slash - path) + 1 : 1;
    if (size >= PATH_MAX)
        return dmi_fail(err, DM_BAD_INPUT, "the name of the file is too long");
    snprintf(folder, sizeof folder, "%.*s", size, slash ? path : ".");
    if (!realpath(folder, out))
        return dmi_fail_at(err, DM_BAD_INPUT, path, 0, "%s", strerror(errno));
    return DM_OK;
}

static dm_status read_table(dmi_input *in, void *to, dm_error *err)
{
    program_table *t = to;
    t->csv = (dmi_csv){.in = in, .has_comments = true};
    dm_status status = dmi_input_peek(in, err);
    if (status == DM_OK)
        status = read_rows(t, err);
    dmi_csv_clear(&t->csv);
    return status;
}

dm_status dm_programs_read(const char *path, dm_programs *out, dm_error *err)
{
    char folder[PATH_MAX];
    program_table t = {.folder = folder};
    dm_status status = folder_of(path, folder, err);
    if (status == DM_OK)
        status = dmi_input_read(path, read_table, &t, err);
    free(t.line);
    if (status == DM_OK)
        *out = t.found;
    else
        dm_programs_clear(&t.found);
    return status;
}
