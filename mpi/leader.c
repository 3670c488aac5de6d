/* leader.c - rank 0's part of an exchange: it asks, feeds those who have too few
 * nodes, listens to reports, and ends the search.
 *
 * Who has one node listed and workers that are busy keeps it, unless a worker elsewhere has nothing
 * to do: otherwise the last nodes would only travel.
 */
#include "exchange.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_NODES = 64 };
static const double ASK_AGAIN = 0.02; /* seconds */

/* Begins an exchange and sends the question. */
static dm_status ask_others(const struct dm_lead_team *team, dmi_lead_search *search, bool keeps,
                            lead_exchange **out, dm_error *err)
{
    const dmi_lead_market *market = search->problem->market;
    double left = dmi_run_seconds_left(search->run);
    dm_status status = DM_OK;
    lead_exchange *x = dmi_calloc(1, sizeof *x);
    lead_peer *peers = dmi_calloc((size_t)team->size, sizeof *peers);
    if (!x || !peers) {
        free(x);
        free(peers);
        return dmi_no_memory(err);
    }
    *x = (lead_exchange){.team = team, .search = search, .keeps = keeps, .best = -1, .peer = peers};
    *out = x;
    exchange_begin(x, MESSAGE_QUESTION);
    dmi_bytes_add_number(&x->out, market->request->threads);
    dmi_bytes_add(&x->out, &market->request->seed, sizeof market->request->seed);
    dmi_bytes_add(&x->out, &left, sizeof left);
    dmi_bytes_add_number(&x->out, keeps);
    dmi_lead_market_write(market, &x->out);
    for (int k = 1; k < team->size && status == DM_OK; k++) {
        peers[k] = (lead_peer){.upper = INT64_MIN, .idle = true};
        status = exchange_send(x, k, err);
    }
    dmi_bytes_clear(&x->out); /* the table may be large */
    return status;
}

static dm_status send_start(lead_exchange *x, dm_error *err)
{
    dmi_lead_search *search = x->search;
    dm_status status = DM_OK;
    exchange_begin(x, MESSAGE_START);
    dmi_lead_opening_write(search->problem, &search->best, &x->out);
    dmi_warm_start_write(search, &x->out);
    for (int k = 1; k < x->team->size && status == DM_OK; k++)
        status = exchange_send(x, k, err);
    x->best = search->best.won;
    return status;
}

/* Gives a peer half of the listed nodes.  If the state is kept, they are remembered until the peer
 * reports them among its own. */
static dm_status feed_peer(lead_exchange *x, int to, dm_error *err)
{
    const size_t head = sizeof(int64_t); /* the kind of the message */
    lead_peer *p = &x->peer[to];
    dmi_lead_node *node[MOST_NODES];
    size_t count = (dmi_lead_search_open(x->search).listed + 1) / 2;
    int taken =
        dmi_lead_search_release(x->search, count < MOST_NODES ? (int)count : MOST_NODES, node);
    if (taken == 0)
        return DM_OK;
    exchange_begin(x, MESSAGE_NODES);
    dmi_bytes_add_number(&x->out, taken);
    for (int i = 0; i < taken; i++) {
        dmi_lead_node_write(x->search->problem, node[i], &x->out);
        p->upper = node[i]->upper > p->upper ? node[i]->upper : p->upper;
        free(node[i]);
    }
    p->sent++;
    if (x->keeps) {
        dmi_bytes_add_number(&p->later, p->sent);
        dmi_bytes_add_number(&p->later, (int64_t)(x->out.size - head));
        dmi_bytes_add(&p->later, x->out.at + head, x->out.size - head);
        if (p->later.failed)
            return dmi_no_memory(err);
    }
    return exchange_send(x, to, err);
}

/* Tells the peer with the most listed nodes to send some, if it has at least `least`. */
static dm_status ask_richest(lead_exchange *x, uint64_t least, dm_error *err)
{
    double now = dmi_seconds();
    int richest = 0;
    for (int k = 1; k < x->team->size; k++) {
        const lead_peer *p = &x->peer[k];
        if (p->listed >= least && now - p->asked >= ASK_AGAIN &&
            (richest == 0 || p->listed > x->peer[richest].listed))
            richest = k;
    }
    if (richest == 0)
        return DM_OK;
    x->peer[richest].asked = now;
    exchange_begin(x, MESSAGE_GIVE);
    return exchange_send(x, richest, err);
}

/* Tells the search what the others have. */
static void sum_up(lead_exchange *x)
{
    dmi_lead_search *search = x->search;
    bool busy = false;
    int64_t upper = INT64_MIN;
    uint64_t open = 0, nodes = 0;
    for (int k = 1; k < x->team->size; k++) {
        const lead_peer *p = &x->peer[k];
        busy = busy || !p->idle || p->seen != p->sent;
        upper = p->upper > upper ? p->upper : upper;
        open += p->open;
        nodes += p->counts.nodes;
    }
    pthread_mutex_lock(&search->tree.lock);
    if (search->tree.expects_more && !busy)
        pthread_cond_broadcast(&search->tree.wake);
    search->tree.expects_more = busy;
    search->others_upper = upper;
    search->others_open = open;
    search->others_nodes = nodes;
    pthread_mutex_unlock(&search->tree.lock);
}

dm_status exchange_feed(lead_exchange *x, dm_error *err)
{
    dmi_lead_open open = dmi_lead_search_open(x->search);
    node_need need = exchange_need(&open); /* the greatest that is left */
    dm_status status = DM_OK;
    for (int k = 1; k < x->team->size && status == DM_OK; k++) {
        const lead_peer *p = &x->peer[k];
        node_need wants = p->seen == p->sent ? p->need : NEED_NONE; /* not while nodes travel */
        open = dmi_lead_search_open(x->search);
        size_t spare = open.listed > (size_t)open.waiting ? open.listed - (size_t)open.waiting : 0;
        if (wants == NEED_NONE)
            continue;
        if (spare > 1 || (spare == 1 && wants == NEED_NOW))
            status = feed_peer(x, k, err);
        else
            need = wants > need ? wants : need;
    }
    if (status == DM_OK && need != NEED_NONE)
        status = ask_richest(x, need == NEED_NOW ? 1 : 2, err);
    sum_up(x);
    return status;
}

/* Forgets the nodes that the peer had received when it wrote its own. */
static void drop_received(lead_peer *p)
{
    dmi_bytes_reader reader = {.at = p->later.at, .left = p->later.size};
    size_t keep = p->later.size;
    while (reader.left > 0 && !reader.failed) {
        int64_t number = dmi_bytes_take_number(&reader, 0, INT64_MAX);
        int64_t size = dmi_bytes_take_number(&reader, 0, INT64_MAX);
        if (number > p->seen)
            break;
        dmi_bytes_skip(&reader, (size_t)size);
        keep = reader.left;
    }
    if (keep > 0)
        memmove(p->later.at, p->later.at + (p->later.size - keep), keep);
    p->later.size = keep;
}

static dm_status hear_report(lead_exchange *x, lead_peer *p, dmi_bytes_reader *reader,
                             dm_error *err)
{
    p->seen = dmi_bytes_take_number(reader, p->seen, p->sent);
    int64_t upper = dmi_bytes_take_number(reader, INT64_MIN, INT64_MAX);
    p->upper = p->seen == p->sent || upper > p->upper ? upper : p->upper;
    p->open = (uint64_t)dmi_bytes_take_number(reader, 0, INT64_MAX);
    p->listed = (uint64_t)dmi_bytes_take_number(reader, 0, INT64_MAX);
    p->idle = dmi_bytes_take_number(reader, 0, 1) != 0;
    p->need = (node_need)dmi_bytes_take_number(reader, 0, NEED_NOW);
    dmi_bytes_take(reader, &p->counts, sizeof p->counts);
    if (!x->keeps || reader->left == 0 || reader->failed)
        return DM_OK;
    p->nodes.size = 0;
    dmi_bytes_add(&p->nodes, reader->at, reader->left);
    drop_received(p);
    return p->nodes.failed ? dmi_no_memory(err) : DM_OK;
}

/* A peer cannot go on: nor can the others. */
static void hear_failure(lead_exchange *x, int from, dmi_bytes_reader *reader)
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
    dmi_branch_bound_stop(&x->search->tree, status, &why);
}

dm_status exchange_hear(lead_exchange *x, int from, message_kind kind, dmi_bytes_reader *reader,
                        dm_error *err)
{
    lead_peer *p = &x->peer[from];
    if (kind == MESSAGE_FAILED)
        hear_failure(x, from, reader);
    if (kind == MESSAGE_ENDED)
        p->ended = true;
    if (kind == MESSAGE_ENDED || kind == MESSAGE_REPORT)
        return hear_report(x, p, reader, err);
    return DM_OK;
}

static dm_status stop_others(lead_exchange *x, dm_error *err)
{
    dm_status status = DM_OK;
    for (int k = 1; k < x->team->size && status == DM_OK; k++) {
        exchange_begin(x, MESSAGE_STOP);
        status = exchange_send(x, k, err);
    }
    for (bool all_ended = false; status == DM_OK && !all_ended;) {
        status = exchange_receive(x, err);
        all_ended = true;
        for (int k = 1; k < x->team->size; k++)
            all_ended = all_ended && x->peer[k].ended;
        if (!all_ended)
            nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    }
    sum_up(x);
    return status;
}

static void count_others(const lead_exchange *x, dmi_lead_counts *counts)
{
    for (int k = 1; k < x->team->size; k++) {
        counts->nodes += x->peer[k].counts.nodes;
        counts->cuts += x->peer[k].counts.cuts;
        counts->replies += x->peer[k].counts.replies;
    }
}

static int64_t write_others(const lead_exchange *x, dmi_bytes *to)
{
    int64_t lists = 0;
    for (int k = 1; k < x->team->size; k++) {
        const lead_peer *p = &x->peer[k];
        dmi_bytes_reader later = {.at = p->later.at, .left = p->later.size};
        dmi_bytes_add(to, p->nodes.at, p->nodes.size);
        lists += p->nodes.size > 0;
        while (later.left > 0 && !later.failed) {
            dmi_bytes_skip(&later, sizeof(int64_t));
            int64_t size = dmi_bytes_take_number(&later, 0, INT64_MAX);
            dmi_bytes_add(to, dmi_bytes_skip(&later, (size_t)size), (size_t)size);
            lists++;
        }
    }
    return lists;
}

static void free_exchange(lead_exchange *x)
{
    exchange_clear(x);
    free(x);
}

const dmi_lead_exchange_hooks exchange_hooks = {.ask = ask_others,
                                                .start = send_start,
                                                .poll = exchange_poll,
                                                .stop = stop_others,
                                                .count = count_others,
                                                .write = write_others,
                                                .free = free_exchange};
