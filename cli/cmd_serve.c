/* cmd_serve.c - `demesne serve`: the local web page and its API. */
#include "cli.h"
#include "server/api.h"
#include "server/web.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    int64_t port;
    const char *bind;
    bool read_only;
} own_options;

enum { DEFAULT_PORT = 8080, LEAVING = 4 /* seconds, then the process ends as it is */ };

static const own_options defaults = {.port = DEFAULT_PORT, .bind = "127.0.0.1"};

/* clang-format off */
static const cli_option options[] = {
    {.name = "port", .argument = "N", .type = CLI_COUNT, .low = 0, .high = 65535,
     .at = offsetof(own_options, port), .help = "where to listen (default 8080); 0: a free port"},
    {.name = "bind", .argument = "ADDR", .type = CLI_TEXT, .at = offsetof(own_options, bind),
     .help = "the IP address to listen on (default 127.0.0.1: this machine alone)"},
    {.name = "read-only", .type = CLI_FLAG, .at = offsetof(own_options, read_only),
     .help = "nothing is kept or worked on for a client: no boards sent, no jobs"},
    {0}};
/* clang-format on */

static void tell_address(const cli_call *cli, const http *server)
{
    const own_options *own = cli->own;
    const char *form = strchr(own->bind, ':') ? "[%s]" : "%s";
    char host[96];
    snprintf(host, sizeof host, form, own->bind);
    if (cli->json)
        printf("{\"address\":\"http://%s:%d/\",\"port\":%d}\n", host, http_port(server),
               http_port(server));
    else
        printf("http://%s:%d/\n", host, http_port(server));
}

static void leave(int number)
{
    (void)number;
    _exit(CLI_DONE);
}

/* Whatever is still being answered, the process is gone in time. */
static void end_in_time(void)
{
    signal(SIGALRM, leave);
    signal(SIGINT, leave);
    signal(SIGTERM, leave);
    alarm(LEAVING);
}

/* Serves until a signal comes; the threads of the server leave it to this one. */
static int serve(const cli_call *cli, api *answers)
{
    const own_options *own = cli->own;
    const http_settings settings = {.address = own->bind,
                                    .port = (int)own->port,
                                    .files = web_files,
                                    .file_count = web_file_count,
                                    .answer = api_answer,
                                    .user = answers,
                                    .body_limit = 16 << 20,
                                    .bodies_limit = 128 << 20,
                                    .connection_limit = 512,
                                    .receive_seconds = 20,
                                    .send_seconds = 60,
                                    .idle_seconds = 60};
    char why[200];
    http *server = NULL;
    dm_error err = {0};
    sigset_t ours, before;
    int number = 0;
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ours, &before);
    bool started = http_start(&settings, &server, why, sizeof why);
    if (started) {
        tell_address(cli, server);
        if (cli_flush(&err) == DM_OK)
            sigwait(&ours, &number);
    } else {
        cli_error("%s", why);
    }
    end_in_time();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    api_stop(answers);
    http_stop(server);
    return started ? CLI_DONE : CLI_SYSTEM;
}

static int run(cli_call *cli)
{
    const own_options *own = cli->own;
    const api_settings settings = {.read_only = own->read_only};
    api *answers = NULL;
    dm_error err = {0};
    dm_status status = api_new(&settings, &answers, &err);
    if (status != DM_OK)
        return cli_report_failure(cli, status, &err);
    int exit_status = serve(cli, answers);
    api_free(answers);
    alarm(0);
    return exit_status;
}

static const char *const more[] = {"demesne serve --port 0 --json", NULL};

const cli_spec spec_serve = {
    .run = run,
    .options = options,
    .size = sizeof(own_options),
    .defaults = &defaults,
    .operands = {0, 0},
    .more = more,
    .about =
        "Prints the address and serves until Ctrl-C or SIGTERM.  The page is part of the program\n"
        "and needs no network; docs/API.md has the interface behind it.  Requests from other\n"
        "sites are refused, whatever name they come under.\n\n"
        "--bind lets other machines ask: give --read-only with it, unless you trust them all."};
