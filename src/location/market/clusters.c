/* clusters.c - divides the candidates into clusters, and puts the most promising first. */
#include "location/market/clusters.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>

enum {
    CLUSTERS = 256, /* about so many, */
    FEWEST = 8,     /* but a cluster has from so many */
    MOST = 64       /* to so many members */
};

/* Lists the members in this order of the clusters; NULL: as they are. */
static void list_members(const dmi_clusters *clusters, const int32_t *order)
{
    int32_t at = clusters->count, first = 0;
    for (int32_t i = 0; i < clusters->count; i++) {
        const dmi_cluster *c = &clusters->at[order ? order[i] : i];
        int32_t middle = c->first + c->count / 2;
        clusters->order[first++] = clusters->member[middle];
        for (int32_t k = c->first; k < c->first + c->count; k++)
            if (k != middle)
                clusters->order[at++] = clusters->member[k];
    }
    assert(first == clusters->count && at == clusters->members);
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
    list_members(&c, NULL);
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

dm_status dmi_clusters_order(dmi_clusters *clusters, const dmi_customers *customers, dm_error *err)
{
    dmi_hit_choice choice = {0};
    dmi_arrays arrays = {0};
    size_t count = (size_t)clusters->count;
    const dmi_hits **list = dmi_array(&arrays, count, sizeof(dmi_hits *));
    bool *is_ranked = dmi_array_zeroed(&arrays, count, sizeof *is_ranked);
    int32_t *order = dmi_array(&arrays, count, sizeof *order), ranked = 0, next;
    dm_status status = dmi_arrays_check(&arrays, err);
    for (int32_t k = 0; status == DM_OK && k < clusters->count; k++)
        list[k] = &clusters->at[k].hits;
    if (status == DM_OK)
        status = dmi_hit_choice_init(&choice, customers, list, NULL, clusters->count, err);
    if (status == DM_OK) {
        while ((next = dmi_hit_choice_next(&choice, INT64_MAX)) >= 0) {
            is_ranked[next] = true;
            order[ranked++] = next;
        }
        for (int32_t k = 0; k < clusters->count; k++) /* those that add nothing come last */
            if (!is_ranked[k])
                order[ranked++] = k;
        assert(ranked == clusters->count);
        list_members(clusters, order);
    }
    dmi_hit_choice_clear(&choice);
    dmi_arrays_free(&arrays);
    return status;
}
