/* cmd_serve.c - `demesne serve`: the local web page and its API. */
#include "cli.h"
#include "server/api.h"
#include "server/trim_memory.h"
#include "server/web.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    int64_t port;
    const char *bind, *bots, *db;
    question_files boards;
    question_map read;
    bool read_only;
    sandbox_fields sandbox;
} own_options;

enum { DEFAULT_PORT = 8080, STOP_SECONDS = 4 /* seconds until the process ends in any case */ };

/* clang-format off */
static const question_field fields[] = {
    {.name = "port", .argument = "N", .type = Q_COUNT, .low = 0, .high = 65535,
     .standard = DEFAULT_PORT, .at = offsetof(own_options, port), .help = "the port to listen on; 0: any free port"},
    {.name = "bind", .argument = "ADDR", .type = Q_TEXT, .otherwise = "127.0.0.1", .at = offsetof(own_options, bind),
     .help = "the IP address to listen on; the default is this machine only"},
    {.name = "bots", .argument = "FILE", .type = Q_FILE, .at = offsetof(own_options, bots),
     .help = "outside programs to play with, one NAME COMMAND per line; clients see only the names"},
    {.name = "db", .argument = "DB", .type = Q_FILE, .at = offsetof(own_options, db),
     .help = "show the tournaments of this database (from `demesne tournament --db`): a file, or postgresql://user@host/name"},
    {.name = "board", .argument = "FILE", .type = Q_FILES, .at = offsetof(own_options, boards),
     .help = "offer this board or map on the page; may be given several times"},
    QUESTION_MAP(own_options, read),
    {.name = "read_only", .type = Q_FLAG, .at = offsetof(own_options, read_only),
     .help = "accept neither boards nor jobs from clients"},
    QUESTION_SANDBOX(own_options),
    {0}};
/* clang-format on */

typedef struct {
    api_bot *items;
    int count;
} bots_list;

/* "name command ..", with blanks before and between them. */
static bool add_bot(bots_list *bots, const char *line)
{
    char *copy = strdup(line);
    api_bot *items = realloc(bots->items, ((size_t)bots->count + 1) * sizeof *items);
    if (items)
        bots->items = items;
    if (!copy || !items) {
        free(copy);
        return false;
    }
    size_t size = strcspn(copy, " \t");
    char *command = copy + size + strspn(copy + size, " \t");
    items[bots->count++] = (api_bot){copy, command};
    copy[size] = 0;
    return *command != 0;
}

static dm_status bots_read(const char *path, bots_list *out, dm_error *err)
{
    char line[1000];
    FILE *file = fopen(path, "r");
    dm_status status = DM_OK;
    if (!file)
        return answer_fail(err, DM_IO, "%.300s: %s", path, strerror(errno));
    for (int number = 1; status == DM_OK && fgets(line, sizeof line, file); number++) {
        line[strcspn(line, "\r\n")] = 0;
        const char *text = line + strspn(line, " \t");
        if (*text && *text != '#' && !add_bot(out, text))
            status =
                answer_fail(err, DM_BAD_INPUT, "%.300s:%d: expected NAME COMMAND", path, number);
    }
    fclose(file);
    return status;
}

static void exit_now(int number)
{
    (void)number;
    _exit(CLI_DONE);
}

/* Serves until a signal comes. */
static int serve_api(const cli_call *cli, api *answers, const sigset_t *signals)
{
    const own_options *own = cli->ask.own;
    const http_settings settings = {.address = own->bind,
                                    .port = (int)own->port,
                                    .files = web_files,
                                    .file_count = web_file_count,
                                    .answer = api_answer,
                                    .user = answers,
                                    .body_limit = 16 << 20,
                                    .file_path = api_file_path,
                                    .file_limit = api_defaults().file_bytes,
                                    .bodies_limit = 256 << 20,
                                    .answers_limit = 256 << 20,
                                    .connection_limit = 512,
                                    .receive_seconds = 20,
                                    .send_seconds = 60,
                                    .idle_seconds = 60};
    char why[500];
    http *server = NULL;
    dm_error err = {0};
    int number = 0;
    if (!http_start(&settings, &server, why, sizeof why)) {
        cli_error("%s", why);
        return CLI_SYSTEM;
    }
    const char *form = strchr(own->bind, ':') ? "[%s]" : "%s";
    char host[96];
    snprintf(host, sizeof host, form, own->bind);
    if (cli->json)
        printf("{\"address\":\"http://%s:%d/\",\"port\":%d}\n", host, http_port(server),
               http_port(server));
    else
        printf("http://%s:%d/\n", host, http_port(server));
    if (cli_flush(&err) == DM_OK)
        sigwait(signals, &number);
    /* ends the process in time even if answers are in progress */
    signal(SIGALRM, exit_now);
    signal(SIGINT, exit_now);
    signal(SIGTERM, exit_now);
    alarm(STOP_SECONDS);
    api_stop(answers);
    http_stop(server);
    return CLI_DONE;
}

/* Blocks the signals before threads start, so that only this thread gets them. */
static int run_serve(cli_call *cli)
{
    const own_options *own = cli->ask.own;
    api_settings settings = api_defaults();
    api *answers = NULL;
    bots_list bots = {0};
    dm_error err = {0};
    int exit_status = CLI_DONE;
    sigset_t ours, before;
    memory_configure();
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGTERM);
    dm_status status = own->bots ? bots_read(own->bots, &bots, &err) : DM_OK;
    settings.read_only = own->read_only;
    settings.files = own->boards.path;
    settings.file_count = own->boards.count;
    settings.read = (dm_read_options){.profile = (dm_profile)own->read.profile,
                                      .measure = (dm_measure)(own->read.measure + DM_METRES),
                                      .largest = own->read.largest};
    settings.db = own->db;
    settings.bots = bots.items;
    settings.bot_count = bots.count;
    settings.sandbox = sandbox_of(&own->sandbox);
    settings.sandbox.hidden = own->db;
    pthread_sigmask(SIG_BLOCK, &ours, &before);
    if (status == DM_OK)
        status = api_new(&settings, &answers, &err);
    if (status == DM_OK)
        exit_status = serve_api(cli, answers, &ours);
    else
        exit_status = cli_report_failure(cli, status, &err);
    api_free(answers);
    for (int i = 0; i < bots.count; i++)
        free(bots.items[i].name); /* the command is in the same block */
    free(bots.items);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    alarm(0);
    return exit_status;
}

static const char *const more[] = {"demesne serve --port 0 --json", NULL};

const cli_spec spec_serve = {
    .run = run_serve,
    .question = &(const question){.name = "serve", .fields = fields, .size = sizeof(own_options)},
    .operands = {0, 0},
    .more = more,
    .about =
        "Prints the address and serves until Ctrl-C or SIGTERM.  The page is part of the program\n"
        "and needs no network; docs/API.md has the interface behind it.  Requests from pages\n"
        "of other sites are refused.\n\n"
        "With --bind other machines can connect: add --read-only unless you trust them all."};
