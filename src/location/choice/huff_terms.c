/* huff_terms.c - checks what the Huff rule is asked with. */
#include "location/choice/huff_terms.h"

#include <stdlib.h>

/* With these limits no pull and no quotient of two pulls leaves the range of a double. */
#define BETA_MOST        10.0
#define ATTRACTION_LEAST 1e-12
#define ATTRACTION_MOST  1e12

dm_status dmi_huff_rule(const dm_terms *terms, dmi_pull_rule *out, dm_error *err)
{
    if (!(terms->beta > 0 && terms->beta <= BETA_MOST))
        return dmi_fail(err, DM_BAD_ARGUMENT, "beta is %g; expected more than 0, at most %g",
                        terms->beta, BETA_MOST);
    if (terms->floor < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the floor of distances is %lld; expected at least 1",
                        (long long)terms->floor);
    if (terms->has_radius && terms->radius < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the radius %lld is negative",
                        (long long)terms->radius);
    *out = (dmi_pull_rule){.beta = terms->beta,
                           .floor = terms->floor,
                           .radius = terms->has_radius ? terms->radius : -1};
    return DM_OK;
}

dm_status dmi_huff_check_sites(const dm_sites *sites, dm_error *err)
{
    for (int32_t i = 0; i < sites->count; i++) {
        double attraction = dmi_huff_attraction(sites, i);
        if (sites->offset && sites->offset[i] != 0)
            return dmi_fail(err, DM_BAD_ARGUMENT,
                            "site %d has an offset; the Huff rule knows no offsets",
                            sites->vertex[i]);
        if (!(attraction >= ATTRACTION_LEAST && attraction <= ATTRACTION_MOST))
            return dmi_fail(err, DM_BAD_ARGUMENT, "site %d has attraction %g; expected %g to %g",
                            sites->vertex[i], attraction, ATTRACTION_LEAST, ATTRACTION_MOST);
    }
    return DM_OK;
}

dm_status dmi_huff_sites(const dm_arena *arena, const dm_group *groups, int group_count,
                         bool may_meet, dmi_pull_site **out, int32_t *count, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    int64_t room = 0;
    int32_t found = 0;
    for (int g = 0; g < group_count; g++)
        room += groups[g].sites.count;
    bool *taken = dmi_calloc((size_t)n, sizeof *taken);
    dmi_pull_site *sites = dmi_alloc((size_t)room, sizeof *sites);
    dm_status status = taken && sites ? DM_OK : dmi_no_memory(err);
    for (int g = 0; status == DM_OK && g < group_count; g++) {
        const dm_sites *list = &groups[g].sites;
        status = dmi_huff_check_sites(list, err);
        for (int32_t i = 0; status == DM_OK && i < list->count; i++) {
            dm_vertex v = list->vertex[i];
            if (v < 0 || v >= n)
                status = dmi_fail(err, DM_BAD_VERTEX,
                                  "vertex %d does not exist; the board has 0..%d", v, n - 1);
            else if (taken[v] && !may_meet)
                status = dmi_fail(err, DM_BAD_VERTEX, "vertex %d has two sites", v);
            if (status != DM_OK)
                break;
            taken[v] = true;
            sites[found] = (dmi_pull_site){.vertex = v,
                                           .side = (int32_t)groups[g].side,
                                           .number = found,
                                           .attraction = dmi_huff_attraction(list, i)};
            found++;
        }
    }
    free(taken);
    if (status != DM_OK) {
        free(sites);
        return status;
    }
    *out = sites;
    *count = found;
    return DM_OK;
}
