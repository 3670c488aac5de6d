/* fingerprint.c - FNV-1a over the board's numbers, each as eight bytes, lowest first. */
#include "record/fingerprint.h"

#include <inttypes.h>
#include <stdio.h>

static uint64_t mix_hash(uint64_t hash, int64_t number)
{
    uint64_t bits = (uint64_t)number;
    for (int i = 0; i < 8; i++) {
        hash = (hash ^ (bits & 0xff)) * UINT64_C(0x100000001b3);
        bits >>= 8;
    }
    return hash;
}

uint64_t dmi_fingerprint(const dm_arena *arena)
{
    const dm_graph *graph = dm_arena_graph(arena);
    const int64_t *values = dm_arena_values(arena);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    hash = mix_hash(hash, graph->n);
    hash = mix_hash(hash, dm_arena_decimals(arena));
    for (dm_vertex v = 0; v < graph->n; v++) {
        hash = mix_hash(hash, dm_value_of(values, v));
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
            bool oneway = dm_arc_is_oneway(arena, v, arc);
            if (graph->target[arc] < v && !oneway)
                continue;
            if (oneway)
                hash = mix_hash(hash, -2);
            hash = mix_hash(hash, graph->target[arc]);
            hash = mix_hash(hash, dm_graph_length(graph, arc));
        }
        hash = mix_hash(hash, -1);
    }
    return hash;
}

void dmi_fingerprint_text(const dm_arena *arena, char out[DMI_FINGERPRINT_SIZE])
{
    snprintf(out, DMI_FINGERPRINT_SIZE, "%016" PRIx64, dmi_fingerprint(arena));
}
