/* own_levels.c - levels of files, packs and folders, each with its name. */
#include "question/questions.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void lines_own_levels_clear(lines_own_levels *own)
{
    for (size_t i = 0; i < own->count; i++) {
        dm_level_free((dm_level *)own->level[i].level);
        free((char *)own->level[i].name);
    }
    free(own->level);
}

static dm_status add_level(lines_own_levels *own, const char *path, const char *name, dm_error *err)
{
    dm_level *level = NULL;
    char *copy = NULL;
    dm_status status = dm_level_read(path, &level, err);
    if (status != DM_OK)
        return status;
    if (own->count == own->room) {
        size_t room = own->room ? 2 * own->room : 16;
        dm_own_level *more = realloc(own->level, room * sizeof *more);
        if (more) {
            own->level = more;
            own->room = room;
        }
    }
    if (own->count == own->room || !(copy = strdup(name))) {
        dm_level_free(level);
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    }
    own->level[own->count++] = (dm_own_level){copy, level};
    return DM_OK;
}

/* Reads a level, named after its file, or the levels of a pack. */
static dm_status add_file(lines_own_levels *own, const char *path, dm_error *err)
{
    dm_pack_names names = {0};
    char text[4096];
    bool is_one = strrchr(path, ':') && access(path, F_OK) != 0; /* pack.json:3 */
    dm_status status = is_one ? DM_OK : dm_pack_names_read(path, &names, err);
    for (int32_t i = 0; i < names.count && status == DM_OK; i++) {
        snprintf(text, sizeof text, "%s:%d", path, i + 1);
        status = add_level(own, text, *names.name[i] ? names.name[i] : text, err);
    }
    if (status == DM_OK && names.count == 0) {
        const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
        const char *end = strrchr(name, '.');
        int size = end && end > name && !is_one ? (int)(end - name) : (int)strlen(name);
        snprintf(text, sizeof text, "%.*s", size, name);
        status = add_level(own, path, text, err);
    }
    dm_pack_names_clear(&names);
    return status;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The files of a folder that end in .json, in the order of their names. */
static dm_status add_folder(lines_own_levels *own, const char *path, dm_error *err)
{
    DIR *folder = opendir(path);
    char **file = NULL;
    size_t count = 0, room = 0;
    dm_status status =
        folder ? DM_OK : answer_fail(err, DM_IO, "%.200s: %s", path, strerror(errno));
    for (struct dirent *entry; status == DM_OK && (entry = readdir(folder));) {
        const char *end = strrchr(entry->d_name, '.');
        if (!end || strcmp(end, ".json") != 0)
            continue;
        if (count == room) {
            char **more = realloc(file, (room = room ? 2 * room : 32) * sizeof *more);
            file = more ? more : file;
            status = more ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
        }
        if (status == DM_OK && !(file[count++] = strdup(entry->d_name)))
            status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    }
    if (folder)
        closedir(folder);
    if (count > 0 && status == DM_OK)
        qsort(file, count, sizeof *file, by_name);
    for (size_t i = 0; i < count && status == DM_OK; i++) {
        char text[4096];
        snprintf(text, sizeof text, "%s/%s", path, file[i]);
        status = add_file(own, text, err);
    }
    for (size_t i = 0; i < count; i++)
        free(file[i]);
    free(file);
    return status;
}

dm_status lines_own_levels_add(lines_own_levels *own, const char *path, dm_error *err)
{
    struct stat about;
    bool is_folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    return is_folder ? add_folder(own, path, err) : add_file(own, path, err);
}
