/* program_version.c - the version of a program: a hash of its command and its files.
 *
 * Files count with their names, below the folder that is hashed, so that a contest may move to
 * another place.  The order is that of the bytes of the names.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include <demesne/programs.h>

#include "base/base.h"
#include "base/checksum.h"
#include "contest/match/contestant.h"
#include "contest/sandbox/sandbox.h"
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FILES = 20000, DEEPEST = 40, CHUNK = 65536 };

typedef struct hashing {
    dmi_checksum sum;
    const char *folder; /* where the command is run; NULL: anywhere, relative paths do not count */
    int64_t files;
    bool only_named;  /* files and folders that are named, without what lies beside or in them */
    bool is_relative; /* a relative path was named */
    int32_t named;
} hashing;

static void add_text(hashing *h, const char *text)
{
    dmi_checksum_add(&h->sum, text, strlen(text) + 1);
}

static dm_status add_file(hashing *h, const char *path, const char *name, dm_error *err)
{
    unsigned char chunk[CHUNK];
    FILE *file = fopen(path, "rb");
    if (++h->files > MOST_FILES) {
        if (file)
            fclose(file);
        return dmi_fail(err, DM_BAD_INPUT,
                        "its folder has more than %d files; expected a folder of its own",
                        (int)MOST_FILES);
    }
    if (!file)
        return dmi_fail(err, DM_BAD_INPUT, "%.300s: %s", path, strerror(errno));
    add_text(h, name);
    uint64_t all = 0;
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, file)) > 0) {
        dmi_checksum_add(&h->sum, chunk, got);
        all += got;
    }
    dmi_checksum_add(&h->sum, &all, sizeof all);
    bool is_read = !ferror(file);
    fclose(file);
    return is_read ? DM_OK : dmi_fail(err, DM_BAD_INPUT, "%.300s: read error", path);
}

/* Hidden files, and what Python writes beside its sources. */
static int is_counted(const struct dirent *entry)
{
    const char *name = entry->d_name, *end = strrchr(name, '.');
    return name[0] != '.' && strcmp(name, "__pycache__") != 0 && !(end && strcmp(end, ".pyc") == 0);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static dm_status add_folder(hashing *h, const char *path, size_t base, int depth, dm_error *err);

/* `base` is the length of the path of the folder that is hashed. */
static dm_status add_entry(hashing *h, const char *folder, const char *name, size_t base, int depth,
                           dm_error *err)
{
    char path[PATH_MAX];
    struct stat about;
    int size = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (size < 0 || (size_t)size >= sizeof path)
        return dmi_fail(err, DM_BAD_INPUT, "%.300s: the path is too long", folder);
    if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode))
        return add_folder(h, path, base, depth + 1, err);
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode)) /* also behind a link */
        return add_file(h, path, path + base, err);
    return DM_OK;
}

static dm_status add_folder(hashing *h, const char *path, size_t base, int depth, dm_error *err)
{
    struct dirent **entry = NULL;
    dm_status status = DM_OK;
    int count = depth < DEEPEST ? scandir(path, &entry, is_counted, by_name) : 0;
    if (count < 0)
        return dmi_fail(err, DM_BAD_INPUT, "%.300s: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        if (status == DM_OK)
            status = add_entry(h, path, entry[i]->d_name, base, depth, err);
        free(entry[i]);
    }
    free(entry);
    return status;
}

static bool is_system(const char *path)
{
    static const char *const more[] = {"/etc", "/dev", "/proc", "/sys", NULL};
    for (int i = 0; dmi_system_folders[i]; i++)
        if (dmi_path_below(path, dmi_system_folders[i]))
            return true;
    for (int i = 0; more[i]; i++)
        if (dmi_path_below(path, more[i]))
            return true;
    return false;
}

/* Hashes what `word` names, if it names something. */
static dm_status add_word(hashing *h, const char *word, dm_error *err)
{
    char path[PATH_MAX], folder[PATH_MAX];
    struct stat about;
    bool is_relative = *word != '/';
    if (!*word || (is_relative && !h->folder))
        return DM_OK;
    int size = snprintf(path, sizeof path, "%s/%s", is_relative ? h->folder : "", word);
    if (size < 0 || (size_t)size >= sizeof path || stat(path, &about) != 0)
        return DM_OK;
    if (h->only_named) {
        h->is_relative |= is_relative;
        if (!realpath(path, folder) || is_system(folder))
            return DM_OK;
        h->named++;
        if (S_ISREG(about.st_mode))
            return add_file(h, path, word, err);
        add_text(h, word);
        return DM_OK;
    }
    if (S_ISREG(about.st_mode))
        *strrchr(path, '/') = '\0';
    if (!realpath(*path ? path : "/", folder) || is_system(folder))
        return DM_OK;
    if (!dmi_path_below(h->folder, folder) && (S_ISDIR(about.st_mode) || S_ISREG(about.st_mode)))
        return add_folder(h, folder, strlen(folder), 0, err);
    if (!S_ISREG(about.st_mode))
        return DM_OK;
    path[strlen(path)] = '/';
    return add_file(h, path, strrchr(path, '/'), err);
}

/* Hashes the command, and what it names. */
static dm_status add_command(hashing *h, const char *command, dm_error *err)
{
    char *word = dmi_alloc(strlen(command) + 1, 1), *rest = NULL;
    dm_status status = word ? DM_OK : dmi_no_memory(err);
    const char *at = command;
    dmi_checksum_start(&h->sum);
    add_text(h, command);
    while (status == DM_OK && dmi_command_word(&at, word)) {
        status = add_word(h, word, err);
        char *part = strpbrk(word, ":=") ? strtok_r(word, ":=", &rest) : NULL;
        for (; part && status == DM_OK; part = strtok_r(NULL, ":=", &rest))
            status = add_word(h, part, err);
    }
    free(word);
    return status;
}

static void write_version(hashing *h, char out[DM_PROGRAM_VERSION_SIZE])
{
    snprintf(out, DM_PROGRAM_VERSION_SIZE, "%016" PRIx64, dmi_checksum_end(&h->sum));
}

dm_status dm_program_version(const char *command, const char *folder,
                             char out[DM_PROGRAM_VERSION_SIZE], dm_error *err)
{
    hashing h = {.folder = folder};
    dm_status status = add_command(&h, command, err);
    if (status == DM_OK)
        write_version(&h, out);
    return status;
}

dm_status dmi_program_place_of(const char *command, const char *folder, dmi_program_place *out,
                               dm_error *err)
{
    hashing h = {.folder = folder, .only_named = true};
    dm_status status = add_command(&h, command, err);
    if (status != DM_OK)
        return status;
    *out = (dmi_program_place){.needs_folder = h.is_relative};
    if (h.named > 0)
        write_version(&h, out->version);
    return DM_OK;
}
