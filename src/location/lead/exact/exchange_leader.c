/* exchange_leader.c - rank 0's part of an exchange: it asks, feeds those who have too few
 * nodes, listens to reports, and ends the search.
 *
 * Who has one node listed and workers that are busy keeps it, unless a worker elsewhere has nothing
 * to do: otherwise the last nodes would only travel.
 */
#include "location/lead/exact/exchange.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_NODES = 64 };
static const double ASK_AGAIN = 0.02; /* seconds */

dm_status dmi_lead_exchange_ask(dmi_lead_exchange *x, dm_error *err)
{
    const dmi_lead_market *market = x->search->problem->market;
    double left = dmi_run_seconds_left(x->search->run);
    dm_status status = DM_OK;
    dmi_lead_exchange_begin(x, DMI_LEAD_QUESTION);
    dmi_bytes_add_number(&x->out, market->request->threads);
    dmi_bytes_add(&x->out, &market->request->seed, sizeof market->request->seed);
    dmi_bytes_add(&x->out, &left, sizeof left);
    dmi_bytes_add_number(&x->out, x->keeps);
    dmi_lead_market_write(market, &x->out);
    for (int k = 1; k < x->team->size && status == DM_OK; k++) {
        x->member[k] = (dmi_lead_peer){.upper = INT64_MIN, .idle = true};
        status = dmi_lead_exchange_send(x, k, err);
    }
    dmi_bytes_clear(&x->out); /* the table may be large */
    return status;
}

dm_status dmi_lead_exchange_start(dmi_lead_exchange *x, dm_error *err)
{
    dmi_lead_search *search = x->search;
    dm_status status = DM_OK;
    dmi_lead_exchange_begin(x, DMI_LEAD_START);
    dmi_lead_opening_write(search->problem, &search->best, &x->out);
    dmi_warm_start_write(search, &x->out);
    for (int k = 1; k < x->team->size && status == DM_OK; k++)
        status = dmi_lead_exchange_send(x, k, err);
    x->best = search->best.won;
    return status;
}

/* Remembers nodes sent to a member, until it reports them among its own. */
static dm_status keep_sent(dmi_lead_exchange *x, dmi_lead_peer *m, dm_error *err)
{
    const size_t head = sizeof(int64_t); /* the kind of the message */
    if (!x->keeps)
        return DM_OK;
    dmi_bytes_add_number(&m->later, m->sent);
    dmi_bytes_add_number(&m->later, (int64_t)(x->out.size - head));
    dmi_bytes_add(&m->later, x->out.at + head, x->out.size - head);
    return m->later.failed ? dmi_no_memory(err) : DM_OK;
}

static dm_status send_nodes(dmi_lead_exchange *x, int to, dmi_lead_node **node, int count,
                            dm_error *err)
{
    dmi_lead_peer *m = &x->member[to];
    dmi_lead_exchange_begin(x, DMI_LEAD_NODES);
    dmi_bytes_add_number(&x->out, count);
    for (int i = 0; i < count; i++) {
        dmi_lead_node_write(x->search->problem, node[i], &x->out);
        m->upper = node[i]->upper > m->upper ? node[i]->upper : m->upper;
        free(node[i]);
    }
    m->sent++;
    dm_status status = keep_sent(x, m, err);
    return status == DM_OK ? dmi_lead_exchange_send(x, to, err) : status;
}

/* What the member needs; nothing while nodes are on their way to it. */
static dmi_lead_need need_of(const dmi_lead_peer *m)
{
    return m->seen == m->sent ? m->need : DMI_LEAD_FED;
}

/* Gives a member half of the listed nodes. */
static dm_status feed(dmi_lead_exchange *x, int to, dm_error *err)
{
    dmi_lead_node *node[MOST_NODES];
    size_t count = (dmi_lead_search_open(x->search).listed + 1) / 2;
    int taken =
        dmi_lead_search_release(x->search, count < MOST_NODES ? (int)count : MOST_NODES, node);
    return taken > 0 ? send_nodes(x, to, node, taken, err) : DM_OK;
}

/* Tells the member with the most listed nodes to send some, if it has at least `least`. */
static dm_status ask_richest(dmi_lead_exchange *x, uint64_t least, dm_error *err)
{
    double now = dmi_seconds();
    int richest = 0;
    for (int k = 1; k < x->team->size; k++) {
        const dmi_lead_peer *m = &x->member[k];
        if (m->listed >= least && now - m->asked >= ASK_AGAIN &&
            (richest == 0 || m->listed > x->member[richest].listed))
            richest = k;
    }
    if (richest == 0)
        return DM_OK;
    x->member[richest].asked = now;
    dmi_lead_exchange_begin(x, DMI_LEAD_GIVE);
    return dmi_lead_exchange_send(x, richest, err);
}

/* Tells the search what the others have. */
static void sum_up(dmi_lead_exchange *x)
{
    dmi_lead_search *search = x->search;
    bool busy = false;
    int64_t upper = INT64_MIN;
    uint64_t open = 0, nodes = 0;
    for (int k = 1; k < x->team->size; k++) {
        const dmi_lead_peer *m = &x->member[k];
        busy = busy || !m->idle || m->seen != m->sent;
        upper = m->upper > upper ? m->upper : upper;
        open += m->open;
        nodes += m->counts.nodes;
    }
    pthread_mutex_lock(&search->lock);
    if (search->others_busy && !busy)
        pthread_cond_broadcast(&search->wake);
    search->others_busy = busy;
    search->others_upper = upper;
    search->others_open = open;
    search->others_nodes = nodes;
    pthread_mutex_unlock(&search->lock);
}

/* Gives nodes to members that need them; *need: the greatest that is left. */
static dm_status feed_all(dmi_lead_exchange *x, dmi_lead_need *need, dm_error *err)
{
    dm_status status = DM_OK;
    for (int k = 1; k < x->team->size && status == DM_OK; k++) {
        dmi_lead_need wants = need_of(&x->member[k]);
        dmi_lead_open open = dmi_lead_search_open(x->search);
        size_t spare = open.listed > (size_t)open.waiting ? open.listed - (size_t)open.waiting : 0;
        if (wants == DMI_LEAD_FED)
            continue;
        if (spare > 1 || (spare == 1 && wants == DMI_LEAD_STARVES))
            status = feed(x, k, err);
        else
            *need = wants > *need ? wants : *need;
    }
    return status;
}

dm_status dmi_lead_exchange_feed(dmi_lead_exchange *x, dm_error *err)
{
    dmi_lead_open open = dmi_lead_search_open(x->search);
    dmi_lead_need need = dmi_lead_exchange_need(&open);
    dm_status status = feed_all(x, &need, err);
    if (status == DM_OK && need != DMI_LEAD_FED)
        status = ask_richest(x, need == DMI_LEAD_STARVES ? 1 : 2, err);
    sum_up(x);
    return status;
}

/* Forgets the nodes that the member had received when it wrote its own. */
static void drop_received(dmi_lead_peer *m)
{
    dmi_bytes_reader reader = {.at = m->later.at, .left = m->later.size};
    size_t keep = m->later.size;
    while (reader.left > 0 && !reader.failed) {
        int64_t number = dmi_bytes_take_number(&reader, 0, INT64_MAX);
        int64_t size = dmi_bytes_take_number(&reader, 0, INT64_MAX);
        if (number > m->seen)
            break;
        dmi_bytes_skip(&reader, (size_t)size);
        keep = reader.left;
    }
    if (keep > 0)
        memmove(m->later.at, m->later.at + (m->later.size - keep), keep);
    m->later.size = keep;
}

static dm_status hear_report(dmi_lead_exchange *x, dmi_lead_peer *m, dmi_bytes_reader *reader,
                             dm_error *err)
{
    m->seen = dmi_bytes_take_number(reader, m->seen, m->sent);
    int64_t upper = dmi_bytes_take_number(reader, INT64_MIN, INT64_MAX);
    m->upper = m->seen == m->sent || upper > m->upper ? upper : m->upper;
    m->open = (uint64_t)dmi_bytes_take_number(reader, 0, INT64_MAX);
    m->listed = (uint64_t)dmi_bytes_take_number(reader, 0, INT64_MAX);
    m->idle = dmi_bytes_take_number(reader, 0, 1) != 0;
    m->need = (dmi_lead_need)dmi_bytes_take_number(reader, 0, DMI_LEAD_STARVES);
    m->counts = dmi_lead_counts_read(reader);
    if (!x->keeps || reader->left == 0 || reader->failed)
        return DM_OK;
    m->nodes.size = 0;
    dmi_bytes_add(&m->nodes, reader->at, reader->left);
    drop_received(m);
    return m->nodes.failed ? dmi_no_memory(err) : DM_OK;
}

/* A member cannot go on: nor can the others. */
static void hear_failure(dmi_lead_exchange *x, int from, dmi_bytes_reader *reader)
{
    dm_error said = {0}, why = {0};
    dm_status status = (dm_status)dmi_bytes_take_number(reader, DM_STOPPED, DM_INTERNAL);
    dmi_bytes_take(reader, said.message, sizeof said.message);
    said.message[sizeof said.message - 1] = 0;
    if (status == DM_STOPPED)
        why = (dm_error){.status = status};
    if (status == DM_STOPPED)
        memcpy(why.message, said.message, sizeof why.message);
    else
        dmi_fail(&why, status, "rank %d: %s", from, said.message);
    dmi_lead_search_stop(x->search, status, &why);
}

dm_status dmi_lead_exchange_hear(dmi_lead_exchange *x, int from, dmi_lead_message kind,
                                 dmi_bytes_reader *reader, dm_error *err)
{
    dmi_lead_peer *m = &x->member[from];
    if (kind == DMI_LEAD_FAILED)
        hear_failure(x, from, reader);
    if (kind == DMI_LEAD_ENDED)
        m->ended = true;
    if (kind == DMI_LEAD_ENDED || kind == DMI_LEAD_REPORT)
        return hear_report(x, m, reader, err);
    return DM_OK;
}

static bool all_ended(const dmi_lead_exchange *x)
{
    for (int k = 1; k < x->team->size; k++)
        if (!x->member[k].ended)
            return false;
    return true;
}

dm_status dmi_lead_exchange_stop(dmi_lead_exchange *x, dm_error *err)
{
    dm_status status = DM_OK;
    for (int k = 1; k < x->team->size && status == DM_OK; k++) {
        dmi_lead_exchange_begin(x, DMI_LEAD_STOP);
        status = dmi_lead_exchange_send(x, k, err);
    }
    while (status == DM_OK) {
        status = dmi_lead_exchange_receive(x, err);
        if (all_ended(x))
            break;
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    }
    sum_up(x);
    return status;
}

void dmi_lead_exchange_count(const dmi_lead_exchange *x, dmi_lead_counts *counts)
{
    for (int k = 1; k < x->team->size; k++) {
        counts->nodes += x->member[k].counts.nodes;
        counts->cuts += x->member[k].counts.cuts;
        counts->replies += x->member[k].counts.replies;
    }
}

int64_t dmi_lead_exchange_write(const dmi_lead_exchange *x, dmi_bytes *to)
{
    int64_t lists = 0;
    for (int k = 1; k < x->team->size; k++) {
        const dmi_lead_peer *m = &x->member[k];
        dmi_bytes_reader later = {.at = m->later.at, .left = m->later.size};
        dmi_bytes_add(to, m->nodes.at, m->nodes.size);
        lists += m->nodes.size > 0;
        while (later.left > 0 && !later.failed) {
            dmi_bytes_skip(&later, sizeof(int64_t));
            int64_t size = dmi_bytes_take_number(&later, 0, INT64_MAX);
            dmi_bytes_add(to, dmi_bytes_skip(&later, (size_t)size), (size_t)size);
            lists++;
        }
    }
    return lists;
}
