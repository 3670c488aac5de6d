/* cover.c - see cover.h: at most 20 sets. */
#include "check/cover.h"

static int64_t holds(const dmi_cover *cover, int32_t set, int32_t item)
{
    for (int64_t at = cover->first[set]; at < cover->first[set + 1]; at++)
        if (cover->item[at] == item)
            return 1;
    return 0;
}

int64_t check_cover_weight(const dmi_cover *cover, uint32_t sets)
{
    int64_t weight = 0;
    for (int32_t j = 0; j < cover->items; j++) {
        int64_t times = 0;
        for (int32_t s = 0; s < cover->sets; s++)
            times += sets >> s & 1 ? holds(cover, s, j) : 0;
        weight += times > 0 ? cover->weight[j] : 0;
    }
    return weight;
}

static int32_t bits(uint32_t sets)
{
    int32_t count = 0;
    for (; sets; sets >>= 1)
        count += (int32_t)(sets & 1);
    return count;
}

bool check_cover_allows(const dmi_cover *cover, uint32_t sets)
{
    int64_t cost = 0;
    if (!cover->cost)
        return bits(sets) == cover->count;
    for (int32_t s = 0; s < cover->sets; s++)
        cost += sets >> s & 1 ? cover->cost[s] : 0;
    return bits(sets) <= cover->count && cost <= cover->budget;
}

int64_t check_cover(const dmi_cover *cover, int64_t *choices)
{
    int64_t best = -1;
    *choices = 0;
    for (uint32_t sets = 0; sets < UINT32_C(1) << cover->sets; sets++) {
        if (!check_cover_allows(cover, sets))
            continue;
        int64_t weight = check_cover_weight(cover, sets);
        if (weight > best) {
            best = weight;
            *choices = 0;
        }
        *choices += weight == best;
    }
    return best;
}
