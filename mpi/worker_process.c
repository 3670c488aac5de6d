/* worker_process.c - a process other than rank 0: it helps with one question after another. */
#include "base/base.h"
#include "exchange.h"
#include <math.h>
#include <time.h>

/* The first message of a question. */
typedef struct question {
    dm_lead_request request;
    double seconds; /* left for it */
    bool keeps;
    dmi_lead_market market;
} question;

/* Waits for the next message; looks for it at growing intervals, up to 5 ms. */
static dm_status await_message(const struct dm_lead_team *team, const void **bytes, size_t *size,
                               dm_error *err)
{
    int from;
    for (long pause = 100000;; pause = pause < 4000000 ? pause + pause / 8 : pause) {
        dm_status status = team->receive(team->context, &from, bytes, size, err);
        if (status != DM_OK || *size > 0)
            return status;
        nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
    }
}

static dm_status read_question(dmi_bytes_reader *from, question *q, dm_error *err)
{
    q->request.threads = (int)dmi_bytes_take_number(from, INT32_MIN, INT32_MAX);
    dmi_bytes_take(from, &q->request.seed, sizeof q->request.seed);
    dmi_bytes_take(from, &q->seconds, sizeof q->seconds);
    q->keeps = dmi_bytes_take_number(from, 0, 1) != 0;
    return dmi_lead_market_read(from, &q->request, &q->market, err);
}

/* Waits until rank 0 has processed the root, or until the question is over. */
static dm_status await_start(lead_exchange *x, dm_error *err)
{
    while (!x->is_over) {
        const void *bytes;
        size_t size;
        dm_status status = await_message(x->team, &bytes, &size, err);
        if (status != DM_OK)
            return status;
        dmi_bytes_reader reader = {.at = bytes, .left = size};
        int64_t kind = dmi_bytes_take_number(&reader, 1, MESSAGE_ENDED);
        if (kind == MESSAGE_START)
            return exchange_begun(x, &reader, err);
        x->is_over = kind == MESSAGE_STOP;
    }
    return DM_OK;
}

/* Searches, and sends the last report.  If this process cannot go on, it tells rank 0 why and waits
 * until it ends the search: nodes that are on their way still arrive. */
static dm_status help_search(lead_exchange *x, dm_error *err)
{
    dm_error reason = {0};
    dm_status why = await_start(x, &reason), status = DM_OK;
    if (why == DM_OK && !x->is_over)
        why = dmi_warm_start_make(x->search, &reason);
    if (why == DM_OK && !x->is_over) {
        x->search->tree.expects_more = true; /* rank 0 says when the search is over */
        why = dmi_lead_search_run(x->search, &reason);
    }
    if (why != DM_OK && !x->is_over)
        status = exchange_fail(x, why, &reason, err);
    while (status == DM_OK && !x->is_over) {
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
        status = exchange_receive(x, err);
    }
    return status == DM_OK ? exchange_end(x, err) : status;
}

/* The same without a search: there was no memory for it, or it was stopped before. */
static dm_status refuse_question(const struct dm_lead_team *team, dm_status why,
                                 const dm_error *reason, dm_error *err)
{
    lead_exchange x = {.team = team};
    dm_status status = exchange_fail(&x, why, reason, err);
    int64_t kind = 0;
    while (status == DM_OK && kind != MESSAGE_STOP) {
        const void *bytes = NULL;
        size_t size = 0;
        status = await_message(team, &bytes, &size, err);
        dmi_bytes_reader reader = {.at = bytes, .left = size};
        kind = dmi_bytes_take_number(&reader, 0, MESSAGE_ENDED);
    }
    if (status == DM_OK)
        status = exchange_end(&x, err);
    dmi_bytes_clear(&x.out);
    return status;
}

/* Makes the search of a question and helps with it. */
static dm_status serve_question(const struct dm_lead_team *team, question *q, dm_run *run,
                                dm_error *err)
{
    dmi_lead_problem problem = {0};
    dmi_lead_search search;
    dm_error why = {0};
    int threads = q->request.threads < 1 ? 1 : q->request.threads;
    dm_status status = dmi_lead_problem_init(&problem, &q->market, run, &why);
    if (status == DM_OK)
        status = dmi_lead_search_init(&search, &problem, threads, run, &why);
    if (status == DM_OK) {
        lead_exchange x = {.team = team, .search = &search, .keeps = q->keeps, .best = -1};
        search.hooks = &exchange_hooks;
        search.exchange = &x;
        status = help_search(&x, err);
        exchange_clear(&x);
        dmi_lead_search_clear(&search);
    } else {
        status = refuse_question(team, status, &why, err);
    }
    dmi_lead_problem_clear(&problem);
    return status;
}

/* One question, from its first message to its last. */
static dm_status answer_question(const struct dm_lead_team *team, dmi_bytes_reader *first,
                                 dm_run *run, dm_error *err)
{
    question q = {0};
    dm_run *own = NULL;
    dm_error why = {0};
    dm_status status = read_question(first, &q, &why);
    if (status == DM_OK)
        status = dm_run_new(&own, &why);
    if (status == DM_OK) {
        dmi_run_follow(own, run);
        dm_run_set_progress(own, NULL, NULL, 0);
        dm_run_set_deadline(own, isfinite(q.seconds) ? fmax(q.seconds, 0) : -1);
        status = serve_question(team, &q, own, err);
    } else {
        status = refuse_question(team, status, &why, err);
    }
    dm_run_free(own);
    dmi_lead_market_read_clear(&q.market);
    return status;
}

dm_status lead_join(const struct dm_lead_team *team, dm_run *run, int *word, dm_error *err)
{
    for (;;) {
        const void *bytes = NULL;
        size_t size = 0;
        dm_status status = await_message(team, &bytes, &size, err);
        dmi_bytes_reader reader = {.at = bytes, .left = size};
        int64_t kind = dmi_bytes_take_number(&reader, 0, MESSAGE_ENDED);
        if (status == DM_OK && kind == MESSAGE_QUESTION)
            status = answer_question(team, &reader, run, err);
        if (status != DM_OK)
            return status;
        if (kind == MESSAGE_DISMISS) {
            *word = (int)dmi_bytes_take_number(&reader, INT32_MIN, INT32_MAX);
            return DM_OK;
        }
    }
}

dm_status lead_dismiss(const struct dm_lead_team *team, int word, dm_error *err)
{
    lead_exchange x = {.team = team};
    dm_status status = DM_OK;
    for (int k = 1; k < team->size && status == DM_OK; k++) {
        exchange_begin(&x, MESSAGE_DISMISS);
        dmi_bytes_add_number(&x.out, word);
        status = exchange_send(&x, k, err);
    }
    dmi_bytes_clear(&x.out);
    return status;
}
