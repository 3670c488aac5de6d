/* progress.c - run control for the tool: --time, Ctrl-C and progress.
 *
 * On a terminal one line is rewritten ten times per second; otherwise a line is printed every five
 * seconds; --quiet prints nothing.  The first SIGINT or SIGTERM cancels the run, so that the best
 * result so far is still printed; the second one ends the process.
 */
#include "cli.h"

#include <assert.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { BAR = 24 };

/* A signal handler can use only globals. */
static dm_run *volatile active;
static volatile sig_atomic_t interrupted;
static bool bar_shown;

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
    if (active)
        dm_run_cancel(active);
}

void cli_open_standard_files(void)
{
    int got;
    do
        got = open("/dev/null", O_RDONLY); /* so that writing fails, as it does without it */
    while (got >= 0 && got <= STDERR_FILENO);
    if (got >= 0)
        close(got);
}

void cli_catch_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_signal;
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN); /* a closed pipe makes the write fail .. */
    signal(SIGXFSZ, SIG_IGN); /* .. and so does a file that may not grow */
}

void cli_default_signals(void)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

bool cli_interrupted(void)
{
    return interrupted;
}

void cli_clear_bar(void)
{
    if (bar_shown)
        fputs("\r\033[K", stderr);
    bar_shown = false;
}

/* "1.2M" */
static void short_count(double count, char *out, size_t size)
{
    static const char *const unit[] = {"", "k", "M", "G", "T", "P", "E"};
    int power = 0;
    assert(count >= 0 && size > 0);
    for (; count >= 999.5 && power < 6; power++)
        count /= 1000;
    snprintf(out, size, "%.*f%s", power && count < 10 ? 1 : 0, count, unit[power]);
}

/* "1:05", or "2:03:04". */
static void clock_form(double seconds, char *out, size_t size)
{
    long whole = seconds > 1e8 ? 100000000L : (long)(seconds + 0.5);
    assert(seconds >= 0);
    if (whole < 3600)
        snprintf(out, size, "%ld:%02ld", whole / 60, whole % 60);
    else
        snprintf(out, size, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
}

/* "43%  1.2M/s  0:12 left", as far as it is known. */
static void describe_progress(const dm_progress *p, char *out, size_t size)
{
    char rate[32], left[32], done[32];
    double per_second = p->seconds > 0 ? (double)p->done / p->seconds : 0;
    short_count(per_second, rate, sizeof rate);
    if (p->total && per_second > 0) {
        double rest = p->done < p->total ? (double)(p->total - p->done) / per_second : 0;
        clock_form(rest, left, sizeof left);
        snprintf(out, size, "%3.0f%%  %s/s  %s left", 100.0 * (double)p->done / (double)p->total,
                 rate, left);
    } else {
        short_count((double)p->done, done, sizeof done);
        snprintf(out, size, "%s  %s/s", done, rate);
    }
}

/* One line, cut at the terminal's width: a wrapped line cannot be rewritten. */
static void show_bar(void *user, const dm_progress *p)
{
    (void)user;
    char facts[120], bar[BAR + 1], line[400];
    dm_text form;
    describe_progress(p, facts, sizeof facts);
    cli_text_form(stderr, &form);
    int64_t filled = p->total ? p->done * BAR / p->total : 0;
    for (int i = 0; i < BAR; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[BAR] = 0;
    snprintf(line, sizeof line, "%s [%s] %s  %s", p->phase, bar, facts, p->note);
    fprintf(stderr, "\r\033[K%.*s", form.columns - 1, line);
    fflush(stderr);
    bar_shown = true;
}

static void show_line(void *user, const dm_progress *p)
{
    (void)user;
    char facts[120];
    describe_progress(p, facts, sizeof facts);
    fprintf(stderr, "demesne: %s %s%s%s\n", p->phase, facts, p->note[0] ? "  " : "", p->note);
}

dm_status cli_run_new(const cli_call *cli, dm_run **out, dm_error *err)
{
    dm_run *run = NULL;
    dm_status status = dm_run_new(&run, err);
    if (status != DM_OK)
        return status;
    dm_run_set_deadline(run, cli->ask.time);
    if (!cli->quiet && cli_is_terminal(stderr))
        dm_run_set_progress(run, show_bar, NULL, 0.1);
    else if (!cli->quiet)
        dm_run_set_progress(run, show_line, NULL, 5);
    active = run;
    if (interrupted)
        dm_run_cancel(run);
    *out = run;
    return DM_OK;
}

void cli_run_free(dm_run *run)
{
    cli_clear_bar();
    active = NULL;
    dm_run_free(run);
}
