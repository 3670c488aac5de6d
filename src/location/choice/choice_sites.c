/* choice_sites.c - see the header. */
#include "location/choice/choice_sites.h"

#include <math.h>

bool dmi_site_list_add(dmi_site_list *list, dmi_arrays *arrays, int32_t most, const dm_sites *from,
                       int32_t i)
{
    dmi_site_list *to = list;
    if (!to->vertex) {
        to->vertex = dmi_array(arrays, (size_t)most, sizeof *to->vertex);
        to->offset = dmi_array(arrays, (size_t)most, sizeof *to->offset);
        to->attraction = dmi_array(arrays, (size_t)most, sizeof *to->attraction);
        to->beta = dmi_array(arrays, (size_t)most, sizeof *to->beta);
        if (arrays->failed)
            return false;
        to->sites = (dm_sites){.vertex = to->vertex,
                               .offset = from->offset ? to->offset : NULL,
                               .attraction = from->attraction ? to->attraction : NULL,
                               .beta = from->beta ? to->beta : NULL};
    }
    int32_t at = to->sites.count++;
    to->vertex[at] = from->vertex[i];
    to->offset[at] = from->offset ? from->offset[i] : 0;
    to->attraction[at] = from->attraction ? from->attraction[i] : NAN;
    to->beta[at] = from->beta ? from->beta[i] : 1;
    return true;
}

dm_status dmi_choice_totals_of(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                               int count, int threads, dmi_choice_totals *out, dm_error *err)
{
    dm_terms own = *terms;
    dm_choice_score *score = NULL;
    dm_dominance *owned = NULL;
    dm_status status;
    own.may_meet = true;
    *out = (dmi_choice_totals){0};
    if (terms->rule == DM_NEAREST) {
        status = dm_terms_dominance(arena, &own, groups, count, &owned, err);
        if (status != DM_OK)
            return status;
        for (int side = 0; side < 2; side++)
            out->score[side].whole = owned->score[side];
        out->tied.whole = owned->tied;
        out->unreached.whole = owned->unreached;
        out->value.whole = owned->score[DM_BLACK] - owned->score[DM_WHITE];
        dm_dominance_free(owned);
        return DM_OK;
    }
    status = dm_choice_score_new(arena, &own, groups, count, threads, NULL, &score, err);
    if (status != DM_OK)
        return status;
    for (int side = 0; side < 2; side++)
        out->score[side].real = score->score[side];
    out->unreached.real = score->unreached;
    out->value.real = score->score[DM_BLACK] - score->score[DM_WHITE];
    out->outside = score->outside;
    dm_choice_score_free(score);
    return DM_OK;
}
