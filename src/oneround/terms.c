/* terms.c - where new stones of a round may go. */
#include "base/base.h"
#include "base/names.h"
#include <demesne/reply.h>
#include <stdlib.h>

DMI_ENUM_NAMES(dm_rule, "rule", "nearest", "huff")

dm_status dm_terms_limit(const dm_arena *arena, const dm_vertex *list, int32_t count,
                         const dm_vertex *forbidden, int32_t forbidden_count, dm_terms *out,
                         dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    int32_t listed = list ? count : n, kept = 0;
    bool *is_forbidden = dmi_calloc((size_t)n + 1, sizeof *is_forbidden);
    dm_vertex *own = dmi_alloc((size_t)listed + 1, sizeof *own);
    if (!is_forbidden || !own) {
        free(is_forbidden);
        free(own);
        return dmi_no_memory(err);
    }
    for (int32_t i = 0; i < forbidden_count; i++)
        is_forbidden[forbidden[i]] = true;
    for (int32_t i = 0; i < listed; i++) {
        dm_vertex v = list ? list[i] : i;
        if (!is_forbidden[v])
            own[kept++] = v;
    }
    free(is_forbidden);
    out->candidates = (dm_sites){.vertex = own, .count = kept};
    return DM_OK;
}
