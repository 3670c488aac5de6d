/* stream.c - boards answered by several threads, printed in the order of the file.
 *
 *     workers   read a board (one at a time), work on it, mark it done
 *     main      prints the oldest board once it is done, which makes room for another
 *
 *     jobs      [ printed | done | in work | done | in work |      |      ]   a ring
 *                         ^printed                          ^claimed
 *
 * Only the main thread prints; it also looks for Ctrl-C and then cancels the workers' runs.  A
 * source of one board, or one thread, needs none of this.
 */
#include "base/threads.h"
#include "boards.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { JOBS_PER_WORKER = 64 };

typedef struct job {
    ask_board board;
    char *line; /* a copy */
    dm_arena *arena;
    ask_prepared prepared; /* without its board */
    ask_notes notes;
    void *answer;
    dm_status status;
    dm_error err;
    double spent;
    bool wrong_words; /* the command line caused the failure */
    bool done;
} job;

typedef struct stream {
    cli_call *cli; /* only the main thread changes it: every board has a copy of its ask */
    const char *source;
    dm_boards *boards;
    boards_part part; /* like the boards: of the one who reads */
    int worst;        /* exit status so far */
    /* used only with several threads: */
    pthread_mutex_t reading; /* held by the worker that reads; taken before `lock` */
    pthread_mutex_t lock;    /* guards what follows */
    pthread_cond_t changed;
    job *jobs;
    int64_t room, claimed, printed;
    bool has_first; /* job 0 was read before the workers began */
    bool closing;   /* no further boards */
    void *shared;   /* by all workers of the command */
} stream;

static void read_job(stream *s, job *j, bool is_first)
{
    *j = (job){.board = {.source = s->source, .begun = report_clock()}};
    j->status = boards_next(&s->part, s->boards, &j->board.index, &j->arena, &j->err);
    j->board.many = dm_boards_many(s->boards);
    if (j->status == DM_OK && dm_boards_line(s->boards)) {
        j->board.line = j->line = strdup(dm_boards_line(s->boards));
        if (!j->line)
            j->status = answer_fail(&j->err, DM_NO_MEMORY, "no memory for a line");
    }
    if (is_first)
        cli_default_signals(); /* there is no result yet */
    if (j->status == DM_OK)
        j->status = boards_prepare(s->cli, &j->arena, &j->notes, &j->prepared, &j->err);
    if (is_first)
        cli_catch_signals();
    if (j->status != DM_OK)
        ask_notes_clear(&j->notes);
    j->board.arena = j->arena;
    j->board.customers = j->prepared.customers;
}

static void work_job(stream *s, job *j)
{
    asking mine = s->cli->ask;
    mine.wrong_words = false;
    mine.tables = j->prepared.tables;
    j->board.notes = &j->notes;
    j->status = ask_find(&mine, &j->board, s->shared, &j->answer, &j->err);
    j->wrong_words = mine.wrong_words;
    j->spent = report_clock() - j->board.begun;
}

static void clear_job(stream *s, job *j)
{
    ask_drop(&s->cli->ask, j->answer);
    ask_prepared_clear(&j->prepared);
    ask_notes_clear(&j->notes);
    dm_arena_free(j->arena);
    free(j->line);
    *j = (job){0};
}

/* False if no board follows. */
static bool print_job(stream *s, job *j)
{
    if (j->arena)
        boards_note(s->cli, s->source, j->arena, &j->notes);
    j->board.begun = report_clock() - j->spent; /* without the time spent waiting to be printed */
    dm_error err = {0};
    dm_status printed = DM_OK;
    if (j->answer)
        printed = cli_print_answer(s->cli, &j->board, j->answer, &err);
    cli_call own = *s->cli;
    own.ask.wrong_words |= j->wrong_words;
    bool goes_on = printed == DM_OK ? boards_finish(&own, &j->board, j->status, &j->err, &s->worst)
                                    : boards_finish(&own, &j->board, printed, &err, &s->worst);
    clear_job(s, j);
    return goes_on;
}

static int answer_one_by_one(stream *s, job *j)
{
    for (;;) {
        if (j->status == DM_OK)
            j->status = cli_run_new(s->cli, &j->board.run, &j->err);
        if (j->status == DM_OK)
            work_job(s, j);
        cli_run_free(j->board.run);
        if (!print_job(s, j))
            break;
        read_job(s, j, false);
    }
    return s->worst;
}

/* Waits for room and gives the job to fill; NULL once the stream closes. */
static job *claim(stream *s, bool *is_read)
{
    job *j = NULL;
    pthread_mutex_lock(&s->lock);
    *is_read = s->has_first;
    int64_t at = s->has_first ? 0 : s->claimed;
    while (!s->has_first && !s->closing && s->claimed - s->printed >= s->room)
        pthread_cond_wait(&s->changed, &s->lock);
    if (!s->closing)
        j = &s->jobs[at % s->room];
    s->has_first = false;
    pthread_mutex_unlock(&s->lock);
    return j;
}

/* Reads the next board; NULL: there is none. */
static job *next_job(stream *s)
{
    bool is_read;
    pthread_mutex_lock(&s->reading);
    job *j = claim(s, &is_read);
    if (j && !is_read) {
        read_job(s, j, false);
        pthread_mutex_lock(&s->lock);
        if (s->closing) {
            clear_job(s, j);
            j = NULL;
        } else {
            s->claimed++;
            s->closing = j->status == DM_END || (j->status != DM_OK && !j->board.many);
        }
        pthread_mutex_unlock(&s->lock);
    }
    pthread_mutex_unlock(&s->reading);
    return j;
}

/* Each board has its own run and time limit; the main thread may cancel it. */
static dm_status begin_run(stream *s, job *j)
{
    dm_run *run = NULL;
    dm_status status = dm_run_new(&run, &j->err);
    if (status != DM_OK)
        return status;
    dm_run_set_deadline(run, s->cli->ask.time);
    pthread_mutex_lock(&s->lock);
    j->board.run = run;
    pthread_mutex_unlock(&s->lock);
    return DM_OK;
}

static void finish_job(stream *s, job *j)
{
    pthread_mutex_lock(&s->lock);
    dm_run_free(j->board.run);
    j->board.run = NULL;
    j->done = true;
    if (s->closing ||
        s->claimed - s->printed >= s->room / 2) /* otherwise the main thread looks soon */
        pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

static void work_on(void *context, int worker)
{
    (void)worker;
    stream *s = context;
    for (job *j; (j = next_job(s));) {
        if (j->status == DM_OK)
            j->status = begin_run(s, j);
        if (j->status == DM_OK)
            work_job(s, j);
        finish_job(s, j);
    }
}

/* Cancels the workers' runs; with the lock. */
static void close_stream(stream *s)
{
    s->closing = true;
    for (int64_t i = s->printed; i < s->claimed; i++)
        if (s->jobs[i % s->room].board.run)
            dm_run_cancel(s->jobs[i % s->room].board.run);
    pthread_cond_broadcast(&s->changed);
}

/* Waits briefly: signals do not wake it, finished boards only if there are many. */
static void wait_a_moment(stream *s)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 50000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&s->changed, &s->lock, &until);
}

/* Waits for the oldest job; NULL if there will be none. */
static job *await_oldest(stream *s)
{
    job *oldest = NULL;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        if (cli_interrupted())
            close_stream(s);
        job *j = &s->jobs[s->printed % s->room];
        if (s->printed < s->claimed && j->done)
            oldest = j;
        if (oldest || (s->closing && s->printed == s->claimed))
            break;
        wait_a_moment(s);
    }
    pthread_mutex_unlock(&s->lock);
    return oldest;
}

static void print_in_order(stream *s)
{
    bool goes_on = true;
    while (goes_on) {
        job *j = await_oldest(s);
        goes_on = j && print_job(s, j);
        pthread_mutex_lock(&s->lock);
        s->printed += j != NULL;
        if (!goes_on)
            close_stream(s);
        pthread_cond_broadcast(&s->changed);
        pthread_mutex_unlock(&s->lock);
    }
    if (cli_interrupted())
        s->worst = cli_worse(s->worst, CLI_STOPPED);
}

static void join_threads(stream *s, dmi_threads *workers)
{
    pthread_mutex_lock(&s->lock);
    close_stream(s);
    pthread_mutex_unlock(&s->lock);
    dmi_threads_free(workers);
    for (; s->printed < s->claimed; s->printed++)
        clear_job(s, &s->jobs[s->printed % s->room]);
}

/* Takes `first`. */
static int answer_in_parallel(stream *s, job *first)
{
    dmi_threads *workers = NULL;
    dm_error err = {0};
    s->room = s->cli->ask.threads * JOBS_PER_WORKER;
    s->jobs = calloc((size_t)s->room, sizeof *s->jobs);
    if (!s->jobs) {
        clear_job(s, first);
        cli_error("no memory for %lld threads", (long long)s->cli->ask.threads);
        return CLI_SYSTEM;
    }
    pthread_mutex_init(&s->reading, NULL);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    s->jobs[0] = *first;
    s->claimed = 1;
    s->has_first = true;
    dm_status status = dmi_threads_new((int)s->cli->ask.threads, work_on, s, &workers, &err);
    if (status == DM_OK)
        print_in_order(s);
    join_threads(s, workers);
    if (status != DM_OK)
        s->worst = cli_report_failure(s->cli, status, &err);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->reading);
    free(s->jobs);
    return s->worst;
}

int cli_answer_boards(cli_call *cli)
{
    const question *about = cli->ask.about;
    stream s = {.cli = cli, .source = cli->ask.arena};
    dm_error err = {0};
    dm_status status = ask_part(&cli->ask, &s.part.part, &s.part.parts, &err);
    if (status == DM_OK)
        status = boards_begin(cli, s.source, true, &s.boards, &err);
    if (status != DM_OK)
        return cli_report_failure(cli, status, &err);
    job first;
    read_job(&s, &first, true);
    bool in_parallel = cli->ask.threads > 1 && first.board.many;
    int exit_status;
    if (about->start)
        status = about->start(&cli->ask, in_parallel ? cli->ask.threads : 1, &s.shared, &err);
    if (status != DM_OK) {
        clear_job(&s, &first);
        exit_status = cli_report_failure(cli, status, &err);
    } else {
        exit_status = in_parallel ? answer_in_parallel(&s, &first) : answer_one_by_one(&s, &first);
        if (about->stop)
            about->stop(s.shared);
    }
    dm_boards_free(s.boards);
    return exit_status;
}
