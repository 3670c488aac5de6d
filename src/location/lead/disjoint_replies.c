/* disjoint_replies.c - White's best answer to each reply of the family, as a small maximum
 * coverage. */
#include "location/lead/disjoint_replies.h"

#include <string.h>

dm_status dmi_lead_family_init(dmi_lead_family *family, const dmi_bits *bits,
                               const dmi_lead_sites *sites, dm_error *err)
{
    size_t replies = (size_t)sites->choose + 1;
    *family = (dmi_lead_family){.sites = sites};
    family->black =
        dmi_array(&family->arrays, replies * (size_t)sites->reply, sizeof *family->black);
    family->list = dmi_array(&family->arrays, (size_t)sites->whites, sizeof *family->list);
    dm_status status = dmi_arrays_check(&family->arrays, err);
    if (status == DM_OK)
        status = dmi_bit_cover_init(&family->cover, bits, sites->whites, sites->choose, err);
    return status;
}

void dmi_lead_family_clear(dmi_lead_family *family)
{
    dmi_bit_cover_clear(&family->cover);
    dmi_arrays_free(&family->arrays);
}

static bool is_in(const int32_t *list, int32_t count, int32_t site)
{
    for (int32_t i = 0; i < count; i++)
        if (site >= 0 && list[i] == site)
            return true;
    return false;
}

int64_t dmi_lead_family_add(dmi_lead_family *family, const dmi_pool_reply *reply,
                            const int32_t *black, dm_run *run)
{
    const dmi_lead_sites *sites = family->sites;
    int32_t size = sites->reply, listed = 0;
    bool shares = family->count > sites->choose;
    for (int32_t i = 0; i < size && !shares; i++)
        shares = is_in(family->black, family->count * size, black[i]);
    if (!shares) {
        memcpy(family->black + (size_t)family->count++ * (size_t)size, black,
               (size_t)size * sizeof *black);
        for (int32_t s = 0; s < sites->whites; s++)
            if (!is_in(black, size, sites->site[s].twin))
                family->list[listed++] = s;
        if (!dmi_bit_cover_run(&family->cover, reply->row, family->list, listed, reply->anyway,
                               run))
            family->most = INT64_MAX;
        else if (family->cover.weight > family->most)
            family->most = family->cover.weight;
    }
    return family->count > sites->choose ? family->most : INT64_MAX;
}
