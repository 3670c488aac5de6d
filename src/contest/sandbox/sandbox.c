/* sandbox.c - the command that runs a program in its sandbox.
 *
 * Bubblewrap gives the program namespaces of its own: no network, no processes but its own, and
 * these files:
 *
 *     /usr /bin /lib ..      the system, as outside
 *     some of /etc           what programs and languages need to start
 *     /proc /dev             small ones; /dev/shm has a few megabytes
 *     /tmp                   private and bounded; also its home folder
 *     folders of the command sandbox_paths.c finds them
 *
 * All but /tmp and /dev/shm is read-only.  A database in a folder of the command is hidden by a
 * device that cannot be opened.  Root's programs run as nobody: even without rights root would own
 * the settings in /proc/sys, and the system limits its processes in no way.
 *
 * The limit of processes is set inside, where only those of the sandbox count (Linux 5.14).  It is
 * a little more than allowed, so that supervisor.c, which checks all limits, can tell.
 */
#define _GNU_SOURCE /* environ */
#include "contest/sandbox/sandbox.h"

#include "base/base.h"
#include "contest/sandbox/sandbox_usage.h"
#include "contest/sandbox/supervisor.h"
#include "format/output.h"
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MEBIBYTE = 1 << 20,
    MEMORY_MEBIBYTES = 1024, /* defaults */
    PROCESSES = 32,
    MORE_THREADS = 64,     /* than allowed, so that the supervisor sees that there are too many */
    SHARED_MEBIBYTES = 16, /* of /dev/shm */
    HEAP_PERCENT = 70 /* of the memory that Java may use for objects: its own estimate is by all
                         memory of the machine */
};

static const char path_inside[] = "/usr/local/bin:/usr/bin:/bin";

char *dmi_shell_command(const char *command)
{
    static const char exec[] = "exec ";
    bool is_simple = strpbrk(command, ";&|(){}=\n") == NULL;
    size_t size = sizeof exec + strlen(command);
    char *text = dmi_alloc(size, 1);
    if (text)
        snprintf(text, size, "%s%s", is_simple ? exec : "", command);
    return text;
}

static void add_word(dmi_output *words, const char *word)
{
    dmi_put_bytes(words, word, strlen(word) + 1);
}

/* Adds words up to a NULL. */
static void add_words(dmi_output *words, ...)
{
    va_list args;
    va_start(args, words);
    for (const char *word; (word = va_arg(args, const char *));)
        add_word(words, word);
    va_end(args);
}

static void add_number(dmi_output *words, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    add_word(words, text);
}

/* Makes an array of the texts, with a NULL at its end. */
static dm_status list_texts(dmi_output *texts, char ***out, char **text, dm_error *err)
{
    size_t size = texts->size, count = 0, used = 0;
    dm_status status = dmi_output_take(texts, text, err);
    if (status != DM_OK)
        return status;
    for (size_t i = 0; i < size; i++)
        count += (*text)[i] == '\0';
    *out = dmi_calloc(count + 1, sizeof **out);
    if (!*out)
        return dmi_no_memory(err);
    for (char *at = *text; used < count; at += strlen(at) + 1)
        (*out)[used++] = at;
    return DM_OK;
}

/* Searches PATH for bubblewrap. */
static dm_status find_bubblewrap(char out[PATH_MAX], dm_error *err)
{
    const char *path = getenv("PATH");
    for (path = path ? path : path_inside; *path; path += *path == ':') {
        size_t size = strcspn(path, ":");
        int used = snprintf(out, PATH_MAX, "%.*s/bwrap", (int)size, path);
        if (used > 0 && used < PATH_MAX && *out == '/' && access(out, X_OK) == 0)
            return DM_OK;
        path += size;
    }
    return dmi_fail(err, DM_UNSUPPORTED,
                    "outside programs run in a sandbox, which needs bwrap; install the package "
                    "bubblewrap, or allow programs everything with --sandbox none");
}

static void add_system(dmi_output *words)
{
    /* Few: each costs time at every start. */
    static const char *const parts[] = {"/etc/alternatives", "/etc/ld.so.cache"};
    char target[PATH_MAX];
    glob_t found = {0};
    for (int i = 0; dmi_system_folders[i]; i++) {
        const char *folder = dmi_system_folders[i];
        ssize_t size = readlink(folder, target, sizeof target - 1);
        target[size < 0 ? 0 : size] = '\0';
        if (size > 0)
            add_words(words, "--symlink", target, folder, NULL);
        else
            add_words(words, "--ro-bind-try", folder, folder, NULL);
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        add_words(words, "--ro-bind-try", parts[i], parts[i], NULL);
    glob("/etc/java*", 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++)
        add_words(words, "--ro-bind-try", found.gl_pathv[i], found.gl_pathv[i], NULL);
    globfree(&found);
}

static void add_namespaces(dmi_output *words, const char *bubblewrap, bool has_filter)
{
    add_words(words, bubblewrap, "--unshare-user", "--unshare-ipc", "--unshare-pid",
              "--unshare-net", "--unshare-uts", "--unshare-cgroup-try", "--disable-userns",
              "--cap-drop", "ALL", "--hostname", "sandbox", "--die-with-parent", "--new-session",
              "--info-fd", NULL);
    add_number(words, DMI_BOX_INFO);
    add_word(words, "--uid");
    add_number(words, DMI_BOX_USER);
    add_word(words, "--gid");
    add_number(words, DMI_BOX_USER);
    if (has_filter) {
        add_word(words, "--seccomp");
        add_number(words, DMI_BOX_FILTER);
    }
}

/* Hides the files of a database that `shown` would show. */
static void add_hidden(dmi_output *words, const char *database, const char *inside,
                       const char *outside)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    const char *rest = dmi_path_below(database, outside);
    char path[PATH_MAX];
    for (size_t i = 0; rest && i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s%s", database, endings[i]);
        if (access(path, F_OK) != 0)
            continue;
        snprintf(path, sizeof path, "%s%s%s", inside, rest, endings[i]);
        add_words(words, "--ro-bind", "/dev/null", path, NULL);
    }
}

/* Root's programs run as nobody, who must be able to read them. */
static dm_status check_readable(const char *path, dm_error *err)
{
    struct stat about;
    if (geteuid() != 0 || stat(path, &about) != 0)
        return DM_OK;
    mode_t needed = S_ISDIR(about.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
    if ((about.st_mode & needed) == needed)
        return DM_OK;
    return dmi_fail(
        err, DM_BAD_INPUT,
        "%.300s: root's programs run as the user nobody, who cannot read this; allow it "
        "with chmod o+rX, or allow programs everything with --sandbox none",
        path);
}

/* Opens what the program is shown. */
static dm_status open_shown(const dmi_shown_list *shown, dmi_box *box, dm_error *err)
{
    if (shown->count > DMI_MOST_SHOWN)
        return dmi_fail(err, DM_UNSUPPORTED, "a command names %zu folders; expected at most %d",
                        shown->count, DMI_MOST_SHOWN);
    box->shown = dmi_alloc(shown->count, sizeof *box->shown);
    if (!box->shown)
        return dmi_no_memory(err);
    for (size_t i = 0; i < shown->count; i++) {
        const char *path = shown->item[i].outside;
        dm_status status = check_readable(path, err);
        if (status != DM_OK)
            return status;
        int found = open(path, O_PATH | O_CLOEXEC);
        int lifted = found < 0 ? -1 : fcntl(found, F_DUPFD_CLOEXEC, DMI_LEAST_DESCRIPTOR);
        if (found >= 0)
            close(found);
        if (lifted < 0)
            return dmi_fail(err, DM_IO, "cannot open %.300s: %s", path, strerror(errno));
        box->shown[box->shown_count++] = lifted;
    }
    return DM_OK;
}

static dm_status make_words(const dmi_program *program, dmi_output *words, dmi_box *box,
                            dm_error *err)
{
    char bubblewrap[PATH_MAX], folder[PATH_MAX];
    dmi_shown_list shown = {0};
    dm_status status = find_bubblewrap(bubblewrap, err);
    if (status == DM_OK && !realpath(program->folder ? program->folder : ".", folder))
        status = dmi_fail(err, DM_IO, "cannot find the folder %s",
                          program->folder ? program->folder : "in which we are");
    if (status == DM_OK)
        status = dmi_shown_by(program->command, folder, &shown, err);
    if (status == DM_OK)
        status = open_shown(&shown, box, err);
    if (status == DM_OK) {
        add_namespaces(words, bubblewrap, box->filter >= 0);
        add_system(words);
        /* Files of its own. */
        add_words(words, "--proc", "/proc", "--dev", "/dev", "--size", NULL);
        add_number(words, (int64_t)SHARED_MEBIBYTES * MEBIBYTE);
        add_words(words, "--tmpfs", "/dev/shm", "--size", NULL);
        add_number(words, (int64_t)DMI_BOX_FILE_MEBIBYTES * MEBIBYTE);
        add_words(words, "--tmpfs", "/tmp", NULL);
        /* To map /dev/zero is another way to shared memory that belongs to no process. */
        add_words(words, "--dev-bind", "/dev/null", "/dev/zero", NULL);
        char database[PATH_MAX];
        for (size_t i = 0; i < shown.count; i++) {
            add_word(words, "--ro-bind-fd");
            add_number(words, DMI_BOX_END + (int64_t)i);
            add_word(words, shown.item[i].inside);
        }
        if (program->sandbox.hidden && realpath(program->sandbox.hidden, database)) {
            for (size_t i = 0; i < shown.count; i++)
                add_hidden(words, database, shown.item[i].inside, shown.item[i].outside);
            for (int i = 0; dmi_system_folders[i]; i++)
                add_hidden(words, database, dmi_system_folders[i], dmi_system_folders[i]);
        }
        add_words(words, "--dir", folder, "--chdir", folder, "--remount-ro", "/proc",
                  "--remount-ro", "/dev", "--remount-ro", "/", NULL);
        /* The shell of the sandbox: it takes the streams of the program, sets the limit of
         * processes and threads (dash has -p for it, others -u) and runs the command. */
        int64_t threads = (int64_t)DMI_THREADS_PER_PROCESS * box->processes + MORE_THREADS;
        char start[192];
        snprintf(start, sizeof start,
                 "exec <&%d >&%d %d<&- %d>&-\nulimit -p %lld 2>/dev/null || ulimit -u %lld "
                 "2>/dev/null\n",
                 DMI_BOX_INPUT, DMI_BOX_OUTPUT, DMI_BOX_INPUT, DMI_BOX_OUTPUT, (long long)threads,
                 (long long)threads);
        add_words(words, "--", "/bin/sh", "-c", NULL);
        dmi_put(words, start);
        add_word(words, program->command);
    }
    dmi_shown_clear(&shown);
    return status;
}

static dm_status fill_box(const dmi_program *program, dmi_box *box, dmi_output *words,
                          dmi_output *variables, dm_error *err)
{
    if (!box->is_boxed) {
        add_words(words, "/bin/sh", "-c", program->command, NULL);
        /* Our environment without the password of a database. */
        static const char secret[] = "PGPASS"; /* PGPASSWORD, PGPASSFILE */
        for (char **one = environ; *one; one++)
            if (strncmp(*one, secret, sizeof secret - 1) != 0)
                add_word(variables, *one);
        return DM_OK;
    }
    dm_status status = dmi_sandbox_filter_open(&box->filter, err);
    if (status == DM_OK)
        status = make_words(program, words, box, err);
    /* The environment of a program in a sandbox. */
    char heap[64];
    snprintf(heap, sizeof heap, "JAVA_TOOL_OPTIONS=-Xmx%lldk",
             (long long)(box->memory / 1024 * HEAP_PERCENT / 100));
    add_words(variables, "HOME=/tmp", "TMPDIR=/tmp", "LANG=C.UTF-8", heap, NULL);
    dmi_put(variables, "PATH=");
    add_word(variables, path_inside);
    return status;
}

dm_status dmi_box_make(const dmi_program *program, dmi_box *out, dm_error *err)
{
    const dm_sandbox *wish = &program->sandbox;
    dmi_output words = {0}, variables = {0};
    *out =
        (dmi_box){.is_boxed = wish->kind == DM_SANDBOX_BWRAP,
                  .memory = wish->memory > 0 ? wish->memory : (int64_t)MEMORY_MEBIBYTES * MEBIBYTE,
                  .processes = wish->processes > 0 ? wish->processes : PROCESSES,
                  .filter = -1};
    dm_status status = fill_box(program, out, &words, &variables, err);
    if (status == DM_OK)
        status = list_texts(&words, &out->words, &out->word_text, err);
    else
        free(words.text);
    if (status == DM_OK)
        status = list_texts(&variables, &out->variables, &out->variable_text, err);
    else
        free(variables.text);
    return status;
}

void dmi_box_clear(dmi_box *box)
{
    free(box->words);
    free(box->variables);
    free(box->word_text);
    free(box->variable_text);
    for (size_t i = 0; i < box->shown_count; i++)
        close(box->shown[i]);
    free(box->shown);
    if (box->filter >= 0)
        close(box->filter);
    *box = (dmi_box){.filter = -1};
}
