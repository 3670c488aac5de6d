/* exit_status.c - messages, exit statuses, and output that could not be written. */
#include "cli.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static void print_message(const char *kind, const char *format, va_list args)
{
    char text[4096];
    vsnprintf(text, sizeof text, format, args);
    cli_hide_password(text);
    cli_clear_bar();
    fflush(stdout); /* keeps the order if both go to the same place */
    fprintf(stderr, "demesne: %s: %s\n", kind, text);
}

void cli_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_message("error", format, args);
    va_end(args);
}

void cli_note(const cli_call *cli, const char *format, ...)
{
    if (cli->quiet)
        return;
    va_list args;
    va_start(args, format);
    print_message("note", format, args);
    va_end(args);
}

int cli_exit_of(const cli_call *cli, dm_status status)
{
    switch (status) {
    case DM_OK:
    case DM_END:
        return CLI_DONE;
    case DM_STOPPED:
    case DM_UNFINISHED:
        return CLI_STOPPED;
    case DM_NO_MEMORY:
    case DM_IO:
    case DM_INTERNAL:
        return CLI_SYSTEM;
    case DM_BAD_ARGUMENT:
    case DM_BAD_VERTEX:
    case DM_BAD_MOVE:
    case DM_BAD_INPUT:
    case DM_TOO_LARGE:
    case DM_UNSUPPORTED:
        return cli->ask.wrong_words ? CLI_USAGE : CLI_BAD_INPUT;
    }
    return CLI_SYSTEM;
}

int cli_report_failure(const cli_call *cli, dm_status status, const dm_error *err)
{
    if (cli_reader_gone())
        return CLI_DONE;
    if (status == DM_STOPPED || status == DM_UNFINISHED)
        cli_note(cli, "%s", err->message);
    else if (status != DM_OK && status != DM_END)
        cli_error("%s", err->message[0] ? err->message : dm_status_text(status));
    return cli_exit_of(cli, status);
}

int cli_worse(int a, int b)
{
    static const int gravity[] = {
        [CLI_DONE] = 0, [CLI_STOPPED] = 1, [CLI_BAD_INPUT] = 2, [CLI_USAGE] = 3, [CLI_SYSTEM] = 4};
    assert(a >= CLI_DONE && a <= CLI_SYSTEM);
    assert(b >= CLI_DONE && b <= CLI_SYSTEM);
    return gravity[a] >= gravity[b] ? a : b;
}

static bool reader_gone;
static bool output_lost;

/* A pipe closed by its reader polls as an error, even after errno is lost. */
static bool pipe_is_closed(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) == 1 && (out.revents & POLLERR);
}

dm_status cli_flush(dm_error *err)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return DM_OK;
    int why = errno;
    output_lost = true;
    reader_gone = why == EPIPE || pipe_is_closed();
    return answer_fail(err, DM_IO, "standard output: %s", why ? strerror(why) : "write failed");
}

bool cli_output_lost(void)
{
    return output_lost;
}

bool cli_reader_gone(void)
{
    return reader_gone;
}
