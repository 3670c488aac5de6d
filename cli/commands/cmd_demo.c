/* cmd_demo.c - `demesne demo`: a short guided tour.
 *
 * The commands shown are run by cli_dispatch() as if they were typed, so they work when pasted.
 */
#include "cli.h"
#include "demo.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    const char *folder;
    bool quick;
} own_options;

/* clang-format off */
static const question_field fields[] = {
    {.name = "dir", .argument = "DIR", .type = Q_FILE, .otherwise = "demo", .at = offsetof(own_options, folder),
     .help = "where the pictures and index.html go"},
    {.name = "quick", .type = Q_FLAG, .at = offsetof(own_options, quick),
     .help = "no pauses"},
    {0}};
/* clang-format on */

#define REAL_TOWN "monaco.osm.pbf" /* `make run` puts it into the folder if npm has it */

static bool has_real_town(const char *folder)
{
    char path[4096];
    int size = snprintf(path, sizeof path, "%s/" REAL_TOWN, folder);
    return size < (int)sizeof path && access(path, R_OK) == 0;
}

/* `text` with every {} replaced by the folder, and {town} by a real or an invented town; NULL
 * without memory. */
static char *fill_line(const char *text, size_t length, const char *folder, bool is_real)
{
    char *out = NULL;
    size_t size;
    FILE *to = open_memstream(&out, &size);
    if (!to)
        return NULL;
    for (size_t i = 0; i < length; i++) {
        if (strncmp(text + i, "{}", 2) == 0) {
            fputs(folder, to);
            i++;
        } else if (strncmp(text + i, "{town}", 6) == 0) {
            fprintf(to, "%s%s", is_real ? folder : "", is_real ? "/" REAL_TOWN : "town:700");
            i += 5;
        } else {
            fputc(text[i], to);
        }
    }
    if (fclose(to) != 0) {
        free(out);
        return NULL;
    }
    return out;
}

/* The folder's name, quoted for a shell. */
static char *quote_word(const char *name)
{
    bool plain = *name != 0;
    for (const char *c = name; *c; c++)
        plain &= isalnum((unsigned char)*c) || strchr("/._-+", *c);
    char *out = NULL;
    size_t size;
    FILE *to = open_memstream(&out, &size);
    if (!to)
        return NULL;
    fputs(plain ? "" : "'", to);
    for (const char *c = name; *c; c++)
        fputs(*c == '\'' ? "'\\''" : (char[2]){*c, 0}, to);
    fputs(plain ? "" : "'", to);
    if (fclose(to) != 0) {
        free(out);
        return NULL;
    }
    return out;
}

char *demo_line(const char *program, const char *command, const char *folder)
{
    char *quoted = quote_word(folder);
    char *words =
        quoted ? fill_line(command, strlen(command), quoted, has_real_town(folder)) : NULL;
    char *line = words ? malloc(strlen(program) + strlen(words) + 2) : NULL;
    if (line)
        sprintf(line, "%s %s", program, words);
    free(words);
    free(quoted);
    return line;
}

enum { MOST_WORDS = 32 };

/* Runs a command of blank-separated words. */
static int call_tool(const char *program, const char *command, const char *folder)
{
    char *argv[MOST_WORDS + 1] = {NULL};
    int argc = 0, status = CLI_DONE;
    bool is_real = has_real_town(folder);
    argv[argc++] = fill_line(program, strlen(program), folder, is_real);
    for (const char *at = command; *at && argc < MOST_WORDS;) {
        size_t length = strcspn(at, " ");
        argv[argc++] = fill_line(at, length, folder, is_real);
        at += length + strspn(at + length, " ");
    }
    for (int i = 0; i < argc; i++)
        if (!argv[i])
            status = CLI_SYSTEM;
    if (status == CLI_DONE)
        status = cli_dispatch(argc, argv);
    else
        cli_error("out of memory");
    for (int i = 0; i < argc; i++)
        free(argv[i]);
    return status;
}

static void print_bold(const char *text)
{
    bool colour = cli_has_colour(stdout);
    printf("%s%s%s\n", colour ? "\033[1m" : "", text, colour ? "\033[0m" : "");
}

static void pause_for(const cli_call *cli, double seconds)
{
    const own_options *own = cli->ask.own;
    if (own->quick || !cli_is_terminal(stdout) || cli_interrupted())
        return;
    struct timespec wait = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&wait, NULL);
}

static int show_command(const cli_call *cli, const char *command)
{
    const own_options *own = cli->ask.own;
    char *line = demo_line(cli->program, command, own->folder);
    if (!line) {
        cli_error("out of memory");
        return CLI_SYSTEM;
    }
    bool colour = cli_has_colour(stdout);
    printf("\n%s$ %s%s\n", colour ? "\033[36m" : "", line, colour ? "\033[0m" : "");
    fflush(stdout);
    free(line);
    pause_for(cli, 0.15);
    if (!strstr(command, " -o "))
        return call_tool(cli->program, command, own->folder);
    /* the same without its output: the picture is shown instead */
    fflush(stdout);
    int kept = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (kept < 0 || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0) {
        cli_error("demo: %s", strerror(errno));
        return CLI_SYSTEM;
    }
    int status = call_tool(cli->program, command, own->folder);
    fflush(stdout);
    if (dup2(kept, STDOUT_FILENO) < 0)
        status = CLI_SYSTEM;
    close(kept);
    close(nowhere);
    return status;
}

static int show_scene(const cli_call *cli, const demo_scene *scene, int number)
{
    const own_options *own = cli->ask.own;
    int status = CLI_DONE;
    char title[120];
    snprintf(title, sizeof title, "\n%d. %s", number, scene->title);
    print_bold(title);
    printf("%s\n", scene->text);
    for (int i = 0; i < SCENE_COMMANDS && scene->commands[i] && status == CLI_DONE; i++)
        status = cli_interrupted() ? CLI_STOPPED : show_command(cli, scene->commands[i]);
    if (status == CLI_DONE && scene->picture)
        printf("  picture: %s/%s\n", own->folder, scene->picture);
    pause_for(cli, 0.45);
    return status;
}

static int show_all(const cli_call *cli)
{
    const own_options *own = cli->ask.own;
    int status = CLI_DONE;
    if (mkdir(own->folder, 0777) != 0 && errno != EEXIST) {
        cli_error("%s: %s", own->folder, strerror(errno));
        return CLI_SYSTEM;
    }
    print_bold("Demesne plays, solves and analyses Voronoi games on networks.");
    for (int i = 0; demo_scenes[i].title && status == CLI_DONE; i++)
        status = show_scene(cli, &demo_scenes[i], i + 1);
    if (status != CLI_DONE)
        return status;
    dm_error err = {0};
    dm_status written = demo_page(cli->program, own->folder, &err);
    if (written != DM_OK)
        return cli_report_failure(cli, written, &err);
    printf("\nAll pictures on one page: %s/index.html\n\nWhat to try next:\n", own->folder);
    for (const char *const *next = demo_next; *next; next++) {
        char *line = demo_line(cli->program, *next, own->folder);
        printf("  %s\n", line ? line : "");
        free(line);
    }
    return CLI_DONE;
}

/* With --json standard output has one object, and the tour goes to standard error. */
static int run_demo(cli_call *cli)
{
    double begun = report_clock();
    if (!cli->json)
        return show_all(cli);
    fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    if (kept < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        cli_error("demo: %s", strerror(errno));
        return CLI_SYSTEM;
    }
    int status = show_all(cli);
    fflush(stdout);
    if (dup2(kept, STDOUT_FILENO) < 0)
        status = CLI_SYSTEM;
    close(kept);
    if (status != CLI_DONE)
        return status;
    const own_options *own = cli->ask.own;
    report *r = report_new(cli, NULL);
    dm_error err = {0};
    json_t *pictures = json_array();
    int scenes = 0;
    for (; demo_scenes[scenes].title; scenes++)
        if (demo_scenes[scenes].picture)
            report_append(&pictures, json_string(demo_scenes[scenes].picture));
    report_count(r, "scenes", scenes);
    report_string(r, "dir", own->folder);
    report_string(r, "page", "index.html");
    report_json(r, "pictures", pictures);
    report_since(r, begun);
    return cli_report_failure(cli, report_end(r, &err), &err);
}

const cli_spec spec_demo = {
    .run = run_demo,
    .question = &(const question){.name = "demo", .fields = fields, .size = sizeof(own_options)},
    .operands = {0, 0},
    .about =
        "Every command is really run, and works when pasted.  Pictures, and index.html that shows\n"
        "them, are written to DIR.  With --json the files are listed, and the text goes to\n"
        "standard error."};
