/* worker_process.c - a process other than rank 0: it helps with one question after another. */
#include <demesne/lead.h>

#include "base/base.h"
#include "location/lead/exact/exchange.h"
#include "location/lead/exact/tree_workers.h"
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
static dm_status await(const dm_lead_team *team, const void **bytes, size_t *size, dm_error *err)
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
static dm_status await_start(dmi_lead_exchange *x, dm_error *err)
{
    while (!x->is_over) {
        const void *bytes;
        size_t size;
        dm_status status = await(x->team, &bytes, &size, err);
        if (status != DM_OK)
            return status;
        dmi_bytes_reader reader = {.at = bytes, .left = size};
        int64_t kind = dmi_bytes_take_number(&reader, 1, DMI_LEAD_ENDED);
        if (kind == DMI_LEAD_START)
            return dmi_lead_exchange_begun(x, &reader, err);
        x->is_over = kind == DMI_LEAD_STOP;
    }
    return DM_OK;
}

static dm_status search(dmi_lead_exchange *x, dm_error *err)
{
    dm_status status = await_start(x, err);
    if (status != DM_OK || x->is_over)
        return status;
    status = dmi_warm_start_make(x->search, err);
    if (status != DM_OK)
        return status;
    x->search->others_busy = true; /* rank 0 says when the search is over */
    status = dmi_lead_workers_run(x->search);
    if (err)
        *err = x->search->err;
    return x->is_over ? DM_OK : status;
}

/* Tells rank 0 why this process cannot go on, and waits until it ends the search: nodes that are on
 * their way still arrive. */
static dm_status give_up(dmi_lead_exchange *x, dm_status why, const dm_error *reason, dm_error *err)
{
    dm_status status = dmi_lead_exchange_fail(x, why, reason, err);
    while (status == DM_OK && !x->is_over) {
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
        status = dmi_lead_exchange_receive(x, err);
    }
    return status;
}

static dm_status help(dmi_lead_exchange *x, dm_error *err)
{
    dm_error reason = {0};
    dm_status why = search(x, &reason), status = DM_OK;
    if (why != DM_OK)
        status = give_up(x, why, &reason, err);
    return status == DM_OK ? dmi_lead_exchange_end(x, err) : status;
}

/* The same without a search: there was no memory for it, or it was stopped before. */
static dm_status refuse(const dm_lead_team *team, dm_status why, const dm_error *reason,
                        dm_error *err)
{
    dmi_lead_exchange x = {.team = team};
    dm_status status = dmi_lead_exchange_fail(&x, why, reason, err);
    int64_t kind = 0;
    while (status == DM_OK && kind != DMI_LEAD_STOP) {
        const void *bytes = NULL;
        size_t size = 0;
        status = await(team, &bytes, &size, err);
        dmi_bytes_reader reader = {.at = bytes, .left = size};
        kind = dmi_bytes_take_number(&reader, 0, DMI_LEAD_ENDED);
    }
    if (status == DM_OK)
        status = dmi_lead_exchange_end(&x, err);
    dmi_bytes_clear(&x.out);
    return status;
}

/* Makes the search of a question and helps with it. */
static dm_status serve(const dm_lead_team *team, question *q, dm_run *run, dm_error *err)
{
    dmi_lead_problem problem = {0};
    dmi_lead_search searched;
    dmi_lead_exchange x = {.team = team};
    dm_error why = {0};
    int threads = q->request.threads < 1 ? 1 : q->request.threads;
    dm_status status = dmi_lead_problem_init(&problem, &q->market, run, &why);
    if (status == DM_OK)
        status = dmi_lead_search_init(&searched, &problem, run, &why);
    bool is_made = status == DM_OK;
    if (status == DM_OK)
        status = dmi_lead_workers_init(&searched, threads, &why);
    if (status == DM_OK)
        status = dmi_lead_exchange_init(&x, team, &searched, q->keeps, &why);
    if (status == DM_OK) {
        searched.exchange = &x;
        status = help(&x, err);
    } else
        status = refuse(team, status, &why, err);
    dmi_lead_exchange_clear(&x);
    if (is_made) {
        dmi_lead_workers_clear(&searched);
        dmi_lead_search_clear(&searched);
    }
    dmi_lead_problem_clear(&problem);
    return status;
}

/* One question, from its first message to its last. */
static dm_status answer(const dm_lead_team *team, dmi_bytes_reader *first, dm_run *run,
                        dm_error *err)
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
        status = serve(team, &q, own, err);
    } else
        status = refuse(team, status, &why, err);
    dm_run_free(own);
    dmi_lead_market_read_clear(&q.market);
    return status;
}

dm_status dm_lead_join(const dm_lead_team *team, dm_run *run, int *word, dm_error *err)
{
    for (;;) {
        const void *bytes = NULL;
        size_t size = 0;
        dm_status status = await(team, &bytes, &size, err);
        dmi_bytes_reader reader = {.at = bytes, .left = size};
        int64_t kind = dmi_bytes_take_number(&reader, 0, DMI_LEAD_ENDED);
        if (status == DM_OK && kind == DMI_LEAD_QUESTION)
            status = answer(team, &reader, run, err);
        if (status != DM_OK)
            return status;
        if (kind == DMI_LEAD_DISMISS) {
            *word = (int)dmi_bytes_take_number(&reader, INT32_MIN, INT32_MAX);
            return DM_OK;
        }
    }
}

dm_status dm_lead_dismiss(const dm_lead_team *team, int word, dm_error *err)
{
    dmi_lead_exchange x = {.team = team};
    dm_status status = DM_OK;
    for (int k = 1; k < team->size && status == DM_OK; k++) {
        dmi_lead_exchange_begin(&x, DMI_LEAD_DISMISS);
        dmi_bytes_add_number(&x.out, word);
        status = dmi_lead_exchange_send(&x, k, err);
    }
    dmi_bytes_clear(&x.out);
    return status;
}
