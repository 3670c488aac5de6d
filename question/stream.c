/* stream.c - a question about every board of a source, printed in the order of the file.
 *
 *     workers   read a board (one at a time), answer it, mark it done
 *     main      prints the oldest board once it is done, which frees its slot for another
 *
 *     jobs      [ printed | done | in work | done | in work |      |      ]   a ring
 *                         ^printed                          ^claimed
 *
 * Only the main thread prints; it also looks for an interruption and then cancels the workers'
 * runs.  A source of one board, or one thread, needs none of this.
 */
#include "base/threads.h"
#include "question/drive.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { JOBS_PER_WORKER = 64 };

typedef struct stream_job {
    ask_task task;
    char *line;      /* a copy of the board's line in its file */
    dm_arena *arena; /* as it was read, unless it was replaced */
    dm_status status;
    dm_error err;
    double spent;
    bool done;
} stream_job;

typedef struct stream {
    const asking *ask; /* every board has a copy */
    const char *source;
    const ask_stream_front *front;
    void *shared; /* by the searches of all boards */
    /* of the thread that reads: */
    dm_boards *boards;
    int32_t part, parts; /* boards whose index is `part` modulo `parts` are answered */
    int64_t next;        /* the index of the board to be read next */
    /* used only with several threads: */
    pthread_mutex_t reading; /* held by the worker that reads; taken before `lock` */
    pthread_mutex_t lock;    /* guards what follows */
    pthread_cond_t changed;
    stream_job *jobs;
    int64_t capacity, claimed, printed; /* printed <= claimed <= printed + capacity */
    bool has_first;                     /* job 0 was read before the workers began */
    bool closing;                       /* no further boards */
} stream;

/* Reads the next board of the part and prepares it; others are skipped, also bad ones. */
static void stream_read(stream *s, stream_job *j)
{
    assert(s->part >= 0 && s->part < s->parts);
    *j = (stream_job){
        .task = {.ask = *s->ask, .board = {.source = s->source, .begun = report_clock()}}};
    ask_board *board = &j->task.board;
    j->task.ask.wrong_words = false;
    for (bool is_skipped = true; is_skipped;) {
        board->index = s->next++;
        j->status = dm_boards_next(s->boards, &j->arena, &j->err);
        bool is_bad =
            j->status == DM_BAD_INPUT || j->status == DM_UNSUPPORTED || j->status == DM_TOO_LARGE;
        is_skipped = board->index % s->parts != s->part &&
                     (j->status == DM_OK || (is_bad && dm_boards_many(s->boards)));
        if (is_skipped) {
            dm_arena_free(j->arena);
            j->arena = NULL;
        }
    }
    board->many = dm_boards_many(s->boards);
    if (j->status != DM_OK)
        return;
    if (dm_boards_line(s->boards)) {
        board->line = j->line = strdup(dm_boards_line(s->boards));
        if (!j->line) {
            j->status = answer_fail(&j->err, DM_NO_MEMORY, "no memory for a line");
            return;
        }
    }
    board->arena = j->arena;
    j->status = ask_prepare(&j->task.ask, board, &j->task.notes, &j->task.prepared, &j->err);
    if (board->arena != j->arena) { /* large maps should not be in memory twice */
        dm_arena_free(j->arena);
        j->arena = NULL;
    }
    if (j->status != DM_OK) {
        ask_notes_clear(&j->task.notes);
        j->task.ask.wrong_words = false; /* a table is wrong, not the words */
    }
}

static void stream_find(stream *s, stream_job *j)
{
    const ask_stream_front *front = s->front;
    assert(j->status == DM_OK && j->task.board.arena);
    j->status = front->answer ? front->answer(front->context, &j->task, &j->err)
                              : ask_task_find(&j->task, s->shared, &j->err);
    j->spent = report_clock() - j->task.board.begun;
}

static void stream_job_clear(stream_job *j)
{
    ask_task_clear(&j->task);
    dm_arena_free(j->arena);
    free(j->line);
    *j = (stream_job){0};
}

/* Reports and prints a board, and clears it; false if none follows. */
static bool stream_print(stream *s, stream_job *j)
{
    ask_task *task = &j->task;
    dm_error err = {0};
    task->board.begun =
        report_clock() - j->spent; /* without the time spent waiting to be printed */
    dm_status reported = task->found ? ask_task_report(task, s->front->json, &err) : DM_OK;
    bool goes_on = reported == DM_OK ? s->front->print(s->front->context, task, j->status, &j->err)
                                     : s->front->print(s->front->context, task, reported, &err);
    stream_job_clear(j);
    return goes_on;
}

/* Waits for a free slot and reads the next board into it; NULL: there is none. */
static stream_job *stream_claim(stream *s)
{
    stream_job *j = NULL;
    pthread_mutex_lock(&s->reading);
    pthread_mutex_lock(&s->lock);
    bool is_read = s->has_first;
    s->has_first = false;
    while (!is_read && !s->closing && s->claimed - s->printed >= s->capacity)
        pthread_cond_wait(&s->changed, &s->lock);
    assert(s->printed <= s->claimed && s->claimed <= s->printed + s->capacity);
    if (!s->closing)
        j = &s->jobs[is_read ? 0 : s->claimed % s->capacity];
    if (j && !is_read) {
        pthread_mutex_unlock(&s->lock);
        stream_read(s, j);
        pthread_mutex_lock(&s->lock);
        if (s->closing) {
            stream_job_clear(j);
            j = NULL;
        } else {
            s->claimed++;
            s->closing = j->status == DM_END || (j->status != DM_OK && !j->task.board.many);
        }
    }
    pthread_mutex_unlock(&s->lock);
    pthread_mutex_unlock(&s->reading);
    return j;
}

static void stream_worker(void *context, int worker)
{
    stream *s = context;
    (void)worker;
    for (stream_job *j; (j = stream_claim(s));) {
        dm_run *run = NULL; /* of this board; the main thread may cancel it */
        if (j->status == DM_OK)
            j->status = dm_run_new(&run, &j->err);
        if (j->status == DM_OK) {
            dm_run_set_deadline(run, s->ask->time);
            pthread_mutex_lock(&s->lock);
            j->task.board.run = run;
            pthread_mutex_unlock(&s->lock);
            stream_find(s, j);
        }
        pthread_mutex_lock(&s->lock);
        dm_run_free(run);
        j->task.board.run = NULL;
        j->done = true;
        if (s->closing ||
            s->claimed - s->printed >= s->capacity / 2) /* otherwise the main thread looks soon */
            pthread_cond_broadcast(&s->changed);
        pthread_mutex_unlock(&s->lock);
    }
}

/* Cancels the workers' runs; with the lock. */
static void stream_close(stream *s)
{
    assert(s->printed <= s->claimed);
    s->closing = true;
    for (int64_t i = s->printed; i < s->claimed; i++)
        if (s->jobs[i % s->capacity].task.board.run)
            dm_run_cancel(s->jobs[i % s->capacity].task.board.run);
    pthread_cond_broadcast(&s->changed);
}

/* Waits for the oldest job; NULL if there will be none. */
static stream_job *stream_await_oldest(stream *s)
{
    stream_job *oldest = NULL;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        if (s->front->interrupted())
            stream_close(s);
        stream_job *j = &s->jobs[s->printed % s->capacity];
        if (s->printed < s->claimed && j->done)
            oldest = j;
        if (oldest || (s->closing && s->printed == s->claimed))
            break;
        /* briefly: signals do not wake it, finished boards only if there are many */
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 50000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&s->changed, &s->lock, &until);
    }
    pthread_mutex_unlock(&s->lock);
    return oldest;
}

/* Takes `first`. */
static dm_status stream_in_parallel(stream *s, stream_job *first, dm_error *err)
{
    dmi_threads *workers = NULL;
    assert(s->ask->threads > 1);
    s->capacity = s->ask->threads * JOBS_PER_WORKER;
    s->jobs = calloc((size_t)s->capacity, sizeof *s->jobs);
    if (!s->jobs) {
        stream_job_clear(first);
        return answer_fail(err, DM_NO_MEMORY, "no memory for %lld threads",
                           (long long)s->ask->threads);
    }
    pthread_mutex_init(&s->reading, NULL);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    s->jobs[0] = *first;
    s->claimed = 1;
    s->has_first = true;
    dm_status status = dmi_threads_new((int)s->ask->threads, stream_worker, s, &workers, err);
    for (bool goes_on = status == DM_OK; goes_on;) {
        stream_job *j = stream_await_oldest(s);
        goes_on = j && stream_print(s, j);
        pthread_mutex_lock(&s->lock);
        s->printed += j != NULL;
        if (!goes_on)
            stream_close(s);
        pthread_cond_broadcast(&s->changed);
        pthread_mutex_unlock(&s->lock);
    }
    if (status == DM_OK && s->front->interrupted())
        status = DM_STOPPED;
    pthread_mutex_lock(&s->lock);
    stream_close(s);
    pthread_mutex_unlock(&s->lock);
    dmi_threads_free(workers);
    for (; s->printed < s->claimed; s->printed++)
        stream_job_clear(&s->jobs[s->printed % s->capacity]);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->reading);
    free(s->jobs);
    return status;
}

dm_status ask_stream(asking *a, const char *source, const ask_stream_front *front, dm_error *err)
{
    const question *about = a->about;
    stream s = {.ask = a, .source = source, .front = front};
    dm_read_options options = ask_read_options(a);
    stream_job first;
    dm_status status = ask_part(a, &s.part, &s.parts, err);
    if (status != DM_OK)
        return status;
    options.check_later = front->check_later;
    front->opening(true);
    status = dm_boards_open(source, a->seed, &s.boards, err);
    if (status == DM_OK) {
        dm_boards_options(s.boards, &options);
        stream_read(&s, &first);
    }
    front->opening(false);
    if (status != DM_OK)
        return status;
    bool in_parallel = a->threads > 1 && first.task.board.many && !front->answer;
    if (about->start)
        status = about->start(a, in_parallel ? a->threads : 1, &s.shared, err);
    if (status != DM_OK) {
        stream_job_clear(&first);
    } else if (in_parallel) {
        status = stream_in_parallel(&s, &first, err);
    } else {
        for (;;) {
            dm_run *run = NULL;
            if (first.status == DM_OK)
                first.status = s.front->run_new(s.front->context, &run, &first.err);
            if (first.status == DM_OK) {
                first.task.board.run = run;
                stream_find(&s, &first);
            }
            s.front->run_free(run);
            first.task.board.run = NULL;
            if (!stream_print(&s, &first))
                break;
            stream_read(&s, &first);
        }
    }
    if (about->stop)
        about->stop(s.shared);
    dm_boards_free(s.boards);
    return status;
}
