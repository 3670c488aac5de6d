/* exchange.c - what all processes of a search do: nodes and openings come and go. */
#include "exchange.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 64 };
static const double REPORT_EVERY = 0.1, NODES_EVERY = 2; /* seconds */

void exchange_clear(lead_exchange *x)
{
    for (int k = 1; x->peer && k < x->team->size; k++) {
        dmi_bytes_clear(&x->peer[k].nodes);
        dmi_bytes_clear(&x->peer[k].later);
    }
    free(x->peer);
    dmi_bytes_clear(&x->out);
    *x = (lead_exchange){0};
}

void exchange_begin(lead_exchange *x, message_kind kind)
{
    x->out.size = 0;
    dmi_bytes_add_number(&x->out, kind);
}

dm_status exchange_send(lead_exchange *x, int to, dm_error *err)
{
    if (x->out.failed)
        return dmi_no_memory(err);
    return x->team->send(x->team->context, to, x->out.at, x->out.size, err);
}

/* Sends the best opening to rank 0, or from there to all others, unless they know it. */
static dm_status send_best(lead_exchange *x, dm_error *err)
{
    dmi_lead_search *search = x->search;
    if (atomic_load(&search->target) - 1 <= x->best)
        return DM_OK;
    exchange_begin(x, MESSAGE_BEST);
    pthread_mutex_lock(&search->tree.lock);
    dmi_lead_opening_write(search->problem, &search->best, &x->out);
    x->best = search->best.won;
    pthread_mutex_unlock(&search->tree.lock);
    if (x->team->rank != 0)
        return exchange_send(x, 0, err);
    dm_status status = DM_OK;
    for (int k = 1; k < x->team->size && status == DM_OK; k++)
        status = exchange_send(x, k, err);
    return status;
}

static dm_status read_best(lead_exchange *x, dmi_bytes_reader *reader, dm_error *err)
{
    dmi_lead_opening opening = {0};
    dm_status status = dmi_lead_opening_init(&opening, x->search->problem->list, err);
    if (status != DM_OK)
        return status;
    dmi_lead_opening_read(x->search->problem, reader, &opening);
    dmi_lead_search_offer(x->search, &opening);
    if (x->team->rank != 0 && opening.won > x->best)
        x->best = opening.won; /* rank 0 tells the others */
    dmi_lead_opening_clear(&opening);
    return DM_OK;
}

static dm_status take_message(lead_exchange *x, int from, dmi_bytes_reader *reader, dm_error *err)
{
    message_kind kind = (message_kind)dmi_bytes_take_number(reader, 1, MESSAGE_ENDED);
    dm_status status = DM_OK;
    if (kind == MESSAGE_NODES) {
        status = dmi_lead_nodes_read(x->search, reader, err);
        x->received++;
    } else if (kind == MESSAGE_BEST) {
        status = read_best(x, reader, err);
    } else if (x->team->rank == 0) {
        status = exchange_hear(x, from, kind, reader, err);
    } else if (kind == MESSAGE_GIVE) {
        x->gives = true;
    } else if (kind == MESSAGE_STOP) {
        dm_error stopped = {.message = "rank 0 ended the search"};
        x->is_over = true;
        dmi_branch_bound_stop(&x->search->tree, DM_STOPPED, &stopped);
    }
    if (status == DM_OK && reader->failed)
        status = dmi_fail(err, DM_INTERNAL, "rank %d sent a message that cannot be read", from);
    return status;
}

dm_status exchange_receive(lead_exchange *x, dm_error *err)
{
    for (;;) {
        int from = 0;
        const void *bytes = NULL;
        size_t size = 0;
        dm_status status = x->team->receive(x->team->context, &from, &bytes, &size, err);
        if (status != DM_OK || size == 0)
            return status;
        dmi_bytes_reader reader = {.at = bytes, .left = size};
        status = take_message(x, from, &reader, err);
        if (status != DM_OK)
            return status;
    }
}

static bool is_idle(const dmi_lead_open *open)
{
    return open->listed + open->stacked == 0 && open->busy == 0;
}

node_need exchange_need(const dmi_lead_open *open)
{
    if (open->listed > 0)
        return NEED_NONE;
    return open->waiting > 0 || open->busy == 0 ? NEED_NOW : NEED_SOON;
}

/* Writes REPORT or ENDED; with the open nodes if the state is kept and `nodes` is set. */
static dm_status send_report(lead_exchange *x, message_kind kind, bool nodes, dm_error *err)
{
    dmi_lead_open open = {.upper = INT64_MIN};
    dmi_lead_counts counts = {0};
    if (x->search) {
        open = dmi_lead_search_open(x->search);
        counts = dmi_lead_search_counts(x->search);
    }
    x->said_idle = is_idle(&open);
    x->said_need = exchange_need(&open);
    exchange_begin(x, kind);
    dmi_bytes_add_number(&x->out, x->received);
    dmi_bytes_add_number(&x->out, open.upper);
    dmi_bytes_add_number(&x->out, (int64_t)(open.listed + open.stacked));
    dmi_bytes_add_number(&x->out, (int64_t)open.listed);
    dmi_bytes_add_number(&x->out, x->said_idle);
    dmi_bytes_add_number(&x->out, x->said_need);
    dmi_bytes_add(&x->out, &counts, sizeof counts);
    if (nodes && x->keeps)
        dmi_lead_search_write(x->search, &x->out);
    return exchange_send(x, 0, err);
}

/* Sends half of the listed nodes to rank 0. */
static dm_status give_nodes(lead_exchange *x, dm_error *err)
{
    dmi_lead_node *node[MOST_NODES];
    size_t count = (dmi_lead_search_open(x->search).listed + 1) / 2;
    x->gives = false;
    int taken =
        dmi_lead_search_release(x->search, count < MOST_NODES ? (int)count : MOST_NODES, node);
    exchange_begin(x, MESSAGE_NODES);
    dmi_bytes_add_number(&x->out, taken);
    for (int i = 0; i < taken; i++) {
        dmi_lead_node_write(x->search->problem, node[i], &x->out);
        free(node[i]);
    }
    dm_status status = exchange_send(x, 0, err);
    /* What was given is in the state of rank 0 now: let ours be without it. */
    return status == DM_OK ? send_report(x, MESSAGE_REPORT, true, err) : status;
}

dm_status exchange_poll(lead_exchange *x, dm_error *err)
{
    double now = dmi_seconds();
    dm_status status = exchange_receive(x, err);
    if (status == DM_OK && !x->is_over)
        status = send_best(x, err);
    if (status == DM_OK && x->team->rank == 0)
        return exchange_feed(x, err);
    if (status == DM_OK && !x->is_over && x->gives)
        status = give_nodes(x, err);
    if (status != DM_OK || x->is_over)
        return status;
    dmi_lead_open open = dmi_lead_search_open(x->search);
    bool nodes = now - x->nodes_time >= NODES_EVERY;
    if (is_idle(&open) == x->said_idle && exchange_need(&open) == x->said_need && !nodes &&
        now - x->report_time < REPORT_EVERY)
        return DM_OK;
    x->report_time = now;
    if (nodes)
        x->nodes_time = now;
    return send_report(x, MESSAGE_REPORT, nodes, err);
}

dm_status exchange_begun(lead_exchange *x, dmi_bytes_reader *reader, dm_error *err)
{
    dmi_lead_worker *worker = &x->search->workers[0];
    dm_status status = read_best(x, reader, err);
    if (status == DM_OK)
        status = dmi_warm_start_read(worker, reader, err);
    if (status == DM_OK && reader->failed)
        status = dmi_fail(err, DM_INTERNAL, "rank 0 sent a warm start that cannot be read");
    return status;
}

dm_status exchange_end(lead_exchange *x, dm_error *err)
{
    return send_report(x, MESSAGE_ENDED, true, err);
}

dm_status exchange_fail(lead_exchange *x, dm_status why, const dm_error *reason, dm_error *err)
{
    exchange_begin(x, MESSAGE_FAILED);
    dmi_bytes_add_number(&x->out, (int64_t)why);
    dmi_bytes_add(&x->out, reason->message, sizeof reason->message);
    return exchange_send(x, 0, err);
}
