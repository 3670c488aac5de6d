/* clusters.c - divides the candidates into clusters, and puts the most promising first. */
#include "location/market/clusters.h"

#include "base/base.h"
#include <stdlib.h>

enum {
    CLUSTERS = 256, /* about so many, */
    FEWEST = 8,     /* but a cluster has from so many */
    MOST = 64       /* to so many members */
};

/* rank[i] is the i-th cluster; NULL: as they are. */
static void order_by(const dmi_clusters *clusters, const int32_t *rank)
{
    int32_t at = clusters->count, first = 0;
    for (int32_t i = 0; i < clusters->count; i++) {
        const dmi_cluster *c = &clusters->at[rank ? rank[i] : i];
        int32_t middle = c->first + c->count / 2;
        clusters->order[first++] = clusters->member[middle];
        for (int32_t k = c->first; k < c->first + c->count; k++)
            if (k != middle)
                clusters->order[at++] = clusters->member[k];
    }
}

dm_status dmi_clusters_init(dmi_clusters *clusters, const int32_t *list, int32_t count,
                            dm_error *err)
{
    int32_t size = count / CLUSTERS;
    size = size < FEWEST ? FEWEST : size > MOST ? MOST : size;
    dmi_clusters c = {.member = dmi_alloc((size_t)count, sizeof *c.member),
                      .order = dmi_alloc((size_t)count, sizeof *c.order),
                      .members = count,
                      .at = dmi_calloc((size_t)(count / size) + 1, sizeof *c.at)};
    if (!c.member || !c.order || !c.at) {
        dmi_clusters_clear(&c);
        return dmi_no_memory(err);
    }
    for (int32_t i = 0; i < count; i++) {
        c.count += i % size == 0;
        c.at[c.count - 1].first = i - i % size;
        c.at[c.count - 1].count++;
        c.member[i] = list[i];
    }
    order_by(&c, NULL);
    *clusters = c;
    return DM_OK;
}

void dmi_clusters_clear(dmi_clusters *clusters)
{
    for (int32_t k = 0; k < clusters->count; k++)
        free(clusters->at[k].hits.byte);
    free(clusters->member);
    free(clusters->order);
    free(clusters->at);
    *clusters = (dmi_clusters){0};
}

/* The clusters in the order of a greedy choice; those that add nothing come last. */
static dm_status rank_clusters(const dmi_clusters *clusters, const dmi_customers *customers,
                               int32_t *rank, dm_error *err)
{
    dmi_choice choice = {0};
    dmi_choice_set *set = dmi_calloc((size_t)clusters->count, sizeof *set);
    bool *is_ranked = dmi_calloc((size_t)clusters->count, sizeof *is_ranked);
    dm_status status = set && is_ranked ? DM_OK : dmi_no_memory(err);
    int32_t ranked = 0, next;
    for (int32_t k = 0; status == DM_OK && k < clusters->count; k++)
        set[k].hits = &clusters->at[k].hits;
    if (status == DM_OK)
        status = dmi_choice_init(&choice, customers, set, clusters->count, err);
    while (status == DM_OK && (next = dmi_choice_next(&choice, INT64_MAX)) >= 0) {
        is_ranked[next] = true;
        rank[ranked++] = next;
    }
    for (int32_t k = 0; status == DM_OK && k < clusters->count; k++)
        if (!is_ranked[k])
            rank[ranked++] = k;
    dmi_choice_clear(&choice);
    free(set);
    free(is_ranked);
    return status;
}

dm_status dmi_clusters_order(dmi_clusters *clusters, const dmi_customers *customers, dm_error *err)
{
    int32_t *rank = dmi_alloc((size_t)clusters->count, sizeof *rank);
    dm_status status = rank ? rank_clusters(clusters, customers, rank, err) : dmi_no_memory(err);
    if (status == DM_OK)
        order_by(clusters, rank);
    free(rank);
    return status;
}
