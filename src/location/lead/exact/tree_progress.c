/* tree_progress.c - what the workers of a search tell each other: openings, bounds, stops. */
#include "base/base.h"
#include "location/lead/exact/branch_and_cut.h"
#include "location/lead/exact/checkpoint.h"
#include "location/lead/exact/exchange.h"
#include <inttypes.h>
#include <stdio.h>

void dmi_lead_search_offer(dmi_lead_search *search, const dmi_lead_opening *opening)
{
    pthread_mutex_lock(&search->lock);
    if (opening->won > search->best.won) {
        dmi_lead_opening_copy(&search->best, opening, search->problem->list);
        atomic_store(&search->target, opening->won + 1);
    }
    pthread_mutex_unlock(&search->lock);
}

static int64_t upper(const dmi_lead_search *search)
{
    int64_t most = search->best.won;
    if (search->nodes > 0 && search->heap[0]->upper > most)
        most = search->heap[0]->upper;
    for (int i = 0; i < search->threads; i++)
        if (search->workers[i].upper > most)
            most = search->workers[i].upper;
    return search->others_upper > most ? search->others_upper : most;
}

int64_t dmi_lead_search_upper(dmi_lead_search *search)
{
    pthread_mutex_lock(&search->lock);
    int64_t most = upper(search);
    pthread_mutex_unlock(&search->lock);
    return most;
}

dmi_lead_open dmi_lead_search_open(dmi_lead_search *search)
{
    pthread_mutex_lock(&search->lock);
    dmi_lead_open open = {.listed = search->nodes,
                          .busy = search->busy,
                          .waiting = search->waiting,
                          .upper = INT64_MIN};
    if (search->nodes > 0)
        open.upper = search->heap[0]->upper;
    for (int i = 0; i < search->threads; i++) {
        open.stacked += (size_t)search->workers[i].stacked;
        if (search->workers[i].upper > open.upper)
            open.upper = search->workers[i].upper;
    }
    pthread_mutex_unlock(&search->lock);
    return open;
}

dmi_lead_counts dmi_lead_search_counts(dmi_lead_search *search)
{
    pthread_mutex_lock(&search->lock);
    dmi_lead_counts sum = search->before;
    for (int i = 0; i < search->threads; i++) {
        sum.nodes += search->workers[i].counts.nodes;
        sum.cuts += search->workers[i].counts.cuts;
        sum.replies += search->workers[i].counts.replies;
    }
    pthread_mutex_unlock(&search->lock);
    return sum;
}

/* Shows progress; false: the run is over. */
static bool show(dmi_lead_search *search, const dmi_lead_worker *worker)
{
    char note[120];
    pthread_mutex_lock(&search->lock);
    int64_t low = dmi_lead_value(search->problem->market, search->best.won);
    int64_t high = dmi_lead_value(search->problem->market, upper(search));
    uint64_t open = search->nodes + search->others_open;
    uint64_t nodes = search->before.nodes + search->others_nodes + worker->nodes;
    pthread_mutex_unlock(&search->lock);
    snprintf(note, sizeof note,
             "best %" PRId64 ", bound %" PRId64 ", gap %" PRId64 ", open %" PRIu64, low, high,
             high - low, open);
    return dmi_run_report(search->run, 1, "lead", nodes, 0, note);
}

/* Exchanges nodes with other processes, and writes the state if it is time. */
static void tend(dmi_lead_search *search)
{
    dm_error err = {0};
    dm_status status = DM_OK;
    if (search->exchange)
        status = dmi_lead_exchange_tend(search->exchange, &err);
    if (status == DM_OK && search->checkpoint)
        status = dmi_checkpoint_tend(search->checkpoint, search, &err);
    if (status != DM_OK)
        dmi_lead_search_stop(search, status, &err);
}

bool dmi_lead_search_go_on(dmi_lead_search *search, dmi_lead_worker *worker)
{
    if (worker->number == 0)
        tend(search);
    pthread_mutex_lock(&search->lock);
    bool stop = search->stop;
    pthread_mutex_unlock(&search->lock);
    if (stop)
        return false;
    if (show(search, worker))
        return true;
    dm_error err = {0};
    dm_status status = dmi_stopped(search->run, &err);
    dmi_lead_search_stop(search, status, &err);
    return false;
}
