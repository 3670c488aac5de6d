/* sandbox_paths.c - the folders that a command names.
 *
 * A command is a line for sh.  Its words, without quotes, and their parts between `:` and `=` are
 * tried as paths.  A file shows its folder, since programs come with files of their own.  But a
 * folder that holds more than a program, like the home folder, is never shown for that reason.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "contest/sandbox/sandbox.h"

#include "base/base.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const dmi_system_folders[] = {"/usr",    "/bin",  "/lib", "/lib32", "/lib64",
                                          "/libx32", "/sbin", "/opt", NULL};

const char *dmi_path_below(const char *path, const char *folder)
{
    size_t size = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    bool is_below = strncmp(path, folder, size) == 0 && (path[size] == '/' || path[size] == '\0');
    return is_below ? path + size : NULL;
}

/* Whether every sandbox has it, in its own way. */
static bool is_system(const char *path)
{
    static const char *const own[] = {"/proc", "/sys", "/dev", NULL};
    for (int i = 0; dmi_system_folders[i]; i++)
        if (dmi_path_below(path, dmi_system_folders[i]))
            return true;
    for (int i = 0; own[i]; i++)
        if (dmi_path_below(path, own[i]))
            return true;
    return false;
}

/* Whether the folder holds more than a program: the home folder, those above it, and the like. */
static bool is_broad(const char *folder)
{
    static const char *const broad[] = {"/",    "/tmp", "/var/tmp", "/home",  "/root", "/etc",
                                        "/var", "/srv", "/mnt",     "/media", "/run",  NULL};
    const char *home = getenv("HOME");
    char real[PATH_MAX];
    for (int i = 0; broad[i]; i++)
        if (strcmp(folder, broad[i]) == 0)
            return true;
    return home &&
           (dmi_path_below(home, folder) || (realpath(home, real) && dmi_path_below(real, folder)));
}

static dm_status add_path(dmi_shown_list *list, const char *inside, const char *outside,
                          dm_error *err)
{
    for (size_t i = 0; i < list->count; i++) {
        const char *rest = dmi_path_below(inside, list->item[i].inside);
        const char *real_rest = dmi_path_below(outside, list->item[i].outside);
        if (rest && real_rest && strcmp(rest, real_rest) == 0)
            return DM_OK; /* shown already */
    }
    if (!dmi_reserve(&list->item, &list->room, list->count + 1, sizeof *list->item))
        return dmi_no_memory(err);
    dmi_shown *shown = &list->item[list->count++];
    *shown = (dmi_shown){.inside = dmi_strdup(inside), .outside = dmi_strdup(outside)};
    return shown->inside && shown->outside ? DM_OK : dmi_no_memory(err);
}

/* Cuts the last part off a path; "/" stays. */
static void cut_last(char *path)
{
    char *slash = strrchr(path, '/');
    slash[slash == path] = '\0';
}

/* Changes the path of a file to that of the folder to show, or leaves it if that is broad. */
static void find_folder(char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    cut_last(folder);
    if (is_broad(folder))
        return;
    snprintf(path, PATH_MAX, "%s", folder);
    const char *name = strrchr(folder, '/') + 1;
    bool is_bin = strcmp(name, "bin") == 0;
    cut_last(folder);
    if (is_bin && !is_broad(folder))
        snprintf(path, PATH_MAX, "%s", folder);
}

/* Writes `word` as an absolute path without empty and `.` parts.  One with `..` becomes the real
 * path, since the folder before may be a link.  False if there is nothing of that name. */
static bool make_absolute(const char *word, const char *folder, char out[PATH_MAX])
{
    char whole[2 * PATH_MAX], *rest = NULL;
    size_t size = 0;
    int used = snprintf(whole, sizeof whole, "%s/%s", *word == '/' ? "" : folder, word);
    if (used < 0 || (size_t)used >= PATH_MAX || !realpath(whole, out))
        return false;
    if (strstr(whole, "/.."))
        return true;
    for (char *part = strtok_r(whole, "/", &rest); part; part = strtok_r(NULL, "/", &rest))
        if (strcmp(part, ".") != 0)
            size += (size_t)snprintf(out + size, PATH_MAX - size, "/%s", part);
    return true;
}

/* Shows what `word` names, if it names something: under that name, and where a link leads. */
static dm_status try_path(dmi_shown_list *list, const char *word, const char *folder, dm_error *err)
{
    char inside[PATH_MAX], target[PATH_MAX], real[PATH_MAX];
    struct stat about;
    dm_status status = DM_OK;
    if (!*word || !make_absolute(word, folder, inside) || stat(inside, &about) != 0 ||
        !realpath(inside, target))
        return DM_OK;
    if (S_ISREG(about.st_mode)) {
        find_folder(inside);
        find_folder(target);
    } else if (!S_ISDIR(about.st_mode) || is_broad(inside) || is_broad(target)) {
        return DM_OK;
    }
    if (!is_system(inside) && realpath(inside, real))
        status = add_path(list, inside, real, err);
    if (status == DM_OK && !is_system(target))
        status = add_path(list, target, target, err);
    return status;
}

bool dmi_command_word(const char **at, char *out)
{
    static const char between[] = " \t\n;&|()<>";
    char quote = '\0';
    *at += strspn(*at, between);
    if (!**at)
        return false;
    for (; **at && (quote || !strchr(between, **at)); ++*at) {
        if (**at == quote)
            quote = '\0';
        else if (!quote && (**at == '\'' || **at == '"'))
            quote = **at;
        else if (**at != '\\' || quote == '\'' || !(*at)[1])
            *out++ = **at;
        else
            *out++ = *++*at;
    }
    *out = '\0';
    return true;
}

static int by_size(const void *a, const void *b)
{
    size_t first = strlen(((const dmi_shown *)a)->inside);
    size_t second = strlen(((const dmi_shown *)b)->inside);
    return (first > second) - (first < second);
}

dm_status dmi_shown_by(const char *command, const char *folder, dmi_shown_list *out, dm_error *err)
{
    char *word = dmi_alloc(strlen(command) + 1, 1), *rest = NULL;
    dm_status status = word ? DM_OK : dmi_no_memory(err);
    while (status == DM_OK && dmi_command_word(&command, word)) {
        status = try_path(out, word, folder, err);
        char *part = strpbrk(word, ":=") ? strtok_r(word, ":=", &rest) : NULL;
        for (; part && status == DM_OK; part = strtok_r(NULL, ":=", &rest))
            status = try_path(out, part, folder, err);
    }
    free(word);
    if (status == DM_OK && out->count > 1)
        qsort(out->item, out->count, sizeof *out->item, by_size);
    return status;
}

void dmi_shown_clear(dmi_shown_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->item[i].inside);
        free(list->item[i].outside);
    }
    free(list->item);
    *list = (dmi_shown_list){0};
}
