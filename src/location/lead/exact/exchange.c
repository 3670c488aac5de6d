/* exchange.c - what all processes of a search do: nodes and openings come and go. */
#include "location/lead/exact/exchange.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 64 };
static const double REPORT_EVERY = 0.1, NODES_EVERY = 2; /* seconds */

dm_status dmi_lead_exchange_init(dmi_lead_exchange *x, const dm_lead_team *team,
                                 dmi_lead_search *search, bool keeps, dm_error *err)
{
    *x = (dmi_lead_exchange){.team = team, .search = search, .keeps = keeps, .best = -1};
    if (team->rank == 0)
        x->member = dmi_calloc((size_t)team->size, sizeof *x->member);
    return x->member || team->rank != 0 ? DM_OK : dmi_no_memory(err);
}

void dmi_lead_exchange_clear(dmi_lead_exchange *x)
{
    for (int k = 1; x->member && k < x->team->size; k++) {
        dmi_bytes_clear(&x->member[k].nodes);
        dmi_bytes_clear(&x->member[k].later);
    }
    free(x->member);
    dmi_bytes_clear(&x->out);
    *x = (dmi_lead_exchange){0};
}

void dmi_lead_exchange_begin(dmi_lead_exchange *x, dmi_lead_message kind)
{
    x->out.size = 0;
    dmi_bytes_add_number(&x->out, kind);
}

dm_status dmi_lead_exchange_send(dmi_lead_exchange *x, int to, dm_error *err)
{
    if (x->out.failed)
        return dmi_no_memory(err);
    return x->team->send(x->team->context, to, x->out.at, x->out.size, err);
}

/* Sends the message to rank 0, or from there to all others. */
static dm_status send_on(dmi_lead_exchange *x, dm_error *err)
{
    dm_status status = DM_OK;
    if (x->team->rank != 0)
        return dmi_lead_exchange_send(x, 0, err);
    for (int k = 1; k < x->team->size && status == DM_OK; k++)
        status = dmi_lead_exchange_send(x, k, err);
    return status;
}

static dm_status tell_best(dmi_lead_exchange *x, dm_error *err)
{
    dmi_lead_search *search = x->search;
    if (atomic_load(&search->target) - 1 <= x->best)
        return DM_OK;
    dmi_lead_exchange_begin(x, DMI_LEAD_BEST);
    pthread_mutex_lock(&search->lock);
    dmi_lead_opening_write(search->problem, &search->best, &x->out);
    x->best = search->best.won;
    pthread_mutex_unlock(&search->lock);
    return send_on(x, err);
}

static dm_status read_best(dmi_lead_exchange *x, dmi_bytes_reader *reader, dm_error *err)
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

/* What reaches only processes other than rank 0. */
static void obey(dmi_lead_exchange *x, dmi_lead_message kind)
{
    if (kind == DMI_LEAD_GIVE)
        x->gives = true;
    if (kind == DMI_LEAD_STOP) {
        dm_error err = {.message = "rank 0 ended the search"};
        x->is_over = true;
        dmi_lead_search_stop(x->search, DM_STOPPED, &err);
    }
}

static dm_status hear(dmi_lead_exchange *x, int from, dmi_bytes_reader *reader, dm_error *err)
{
    dmi_lead_message kind = (dmi_lead_message)dmi_bytes_take_number(reader, 1, DMI_LEAD_ENDED);
    dm_status status = DM_OK;
    if (kind == DMI_LEAD_NODES) {
        status = dmi_lead_nodes_read(x->search, reader, err);
        x->received++;
    } else if (kind == DMI_LEAD_BEST)
        status = read_best(x, reader, err);
    else if (x->team->rank == 0)
        status = dmi_lead_exchange_hear(x, from, kind, reader, err);
    else
        obey(x, kind);
    if (status == DM_OK && reader->failed)
        status = dmi_fail(err, DM_INTERNAL, "rank %d sent a message that cannot be read", from);
    return status;
}

dm_status dmi_lead_exchange_receive(dmi_lead_exchange *x, dm_error *err)
{
    for (;;) {
        int from = 0;
        const void *bytes = NULL;
        size_t size = 0;
        dm_status status = x->team->receive(x->team->context, &from, &bytes, &size, err);
        if (status != DM_OK || size == 0)
            return status;
        dmi_bytes_reader reader = {.at = bytes, .left = size};
        status = hear(x, from, &reader, err);
        if (status != DM_OK)
            return status;
    }
}

static bool is_idle(const dmi_lead_open *open)
{
    return open->listed + open->stacked == 0 && open->busy == 0;
}

dmi_lead_need dmi_lead_exchange_need(const dmi_lead_open *open)
{
    if (open->listed > 0)
        return DMI_LEAD_FED;
    return open->waiting > 0 || open->busy == 0 ? DMI_LEAD_STARVES : DMI_LEAD_HUNGRY;
}

/* Writes REPORT or ENDED; with the open nodes if the state is kept and `nodes` is set. */
static dm_status report(dmi_lead_exchange *x, dmi_lead_message kind, bool nodes, dm_error *err)
{
    dmi_lead_open open = {.upper = INT64_MIN};
    dmi_lead_counts counts = {0};
    if (x->search) {
        open = dmi_lead_search_open(x->search);
        counts = dmi_lead_search_counts(x->search);
    }
    x->said_idle = is_idle(&open);
    x->said_need = dmi_lead_exchange_need(&open);
    dmi_lead_exchange_begin(x, kind);
    dmi_bytes_add_number(&x->out, x->received);
    dmi_bytes_add_number(&x->out, open.upper);
    dmi_bytes_add_number(&x->out, (int64_t)(open.listed + open.stacked));
    dmi_bytes_add_number(&x->out, (int64_t)open.listed);
    dmi_bytes_add_number(&x->out, x->said_idle);
    dmi_bytes_add_number(&x->out, x->said_need);
    dmi_lead_counts_write(&counts, &x->out);
    if (nodes && x->keeps)
        dmi_lead_search_write(x->search, &x->out);
    return dmi_lead_exchange_send(x, 0, err);
}

/* Sends half of the listed nodes to rank 0, if it wants some. */
static dm_status give(dmi_lead_exchange *x, dm_error *err)
{
    dmi_lead_node *node[MOST_NODES];
    dmi_lead_open open = dmi_lead_search_open(x->search);
    size_t count = (open.listed + 1) / 2;
    if (!x->gives)
        return DM_OK;
    x->gives = false;
    int taken =
        dmi_lead_search_release(x->search, count < MOST_NODES ? (int)count : MOST_NODES, node);
    dmi_lead_exchange_begin(x, DMI_LEAD_NODES);
    dmi_bytes_add_number(&x->out, taken);
    for (int i = 0; i < taken; i++) {
        dmi_lead_node_write(x->search->problem, node[i], &x->out);
        free(node[i]);
    }
    dm_status status = dmi_lead_exchange_send(x, 0, err);
    /* What was given is in the state of rank 0 now: let ours be without it. */
    return status == DM_OK ? report(x, DMI_LEAD_REPORT, true, err) : status;
}

static dm_status report_if_due(dmi_lead_exchange *x, double now, dm_error *err)
{
    dmi_lead_open open = dmi_lead_search_open(x->search);
    bool idle = is_idle(&open);
    bool nodes = now - x->nodes_time >= NODES_EVERY;
    if (idle == x->said_idle && dmi_lead_exchange_need(&open) == x->said_need && !nodes &&
        now - x->report_time < REPORT_EVERY)
        return DM_OK;
    x->report_time = now;
    if (nodes)
        x->nodes_time = now;
    return report(x, DMI_LEAD_REPORT, nodes, err);
}

dm_status dmi_lead_exchange_tend(dmi_lead_exchange *x, dm_error *err)
{
    double now = dmi_seconds();
    dm_status status = dmi_lead_exchange_receive(x, err);
    if (status == DM_OK && !x->is_over)
        status = tell_best(x, err);
    if (status == DM_OK && x->team->rank == 0)
        return dmi_lead_exchange_feed(x, err);
    if (status == DM_OK && !x->is_over)
        status = give(x, err);
    if (status == DM_OK && !x->is_over)
        status = report_if_due(x, now, err);
    return status;
}

dm_status dmi_lead_exchange_begun(dmi_lead_exchange *x, dmi_bytes_reader *reader, dm_error *err)
{
    dmi_lead_worker *worker = &x->search->workers[0];
    dm_status status = read_best(x, reader, err);
    if (status == DM_OK)
        status = dmi_warm_start_read(worker, reader, err);
    if (status == DM_OK && reader->failed)
        status = dmi_fail(err, DM_INTERNAL, "rank 0 sent a start that cannot be read");
    return status;
}

dm_status dmi_lead_exchange_end(dmi_lead_exchange *x, dm_error *err)
{
    return report(x, DMI_LEAD_ENDED, true, err);
}

dm_status dmi_lead_exchange_fail(dmi_lead_exchange *x, dm_status why, const dm_error *reason,
                                 dm_error *err)
{
    dmi_lead_exchange_begin(x, DMI_LEAD_FAILED);
    dmi_bytes_add_number(&x->out, (int64_t)why);
    dmi_bytes_add(&x->out, reason->message, sizeof reason->message);
    return dmi_lead_exchange_send(x, 0, err);
}
