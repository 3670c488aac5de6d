/* rules.c - schedules, and tie rules by name. */
#include <demesne/rules.h>

#include "arena/arena.h"
#include "base/base.h"
#include "base/names.h"
#include <stdlib.h>
#include <string.h>

const char *dm_side_name(dm_side side)
{
    return side == DM_WHITE ? "white" : "black";
}

DMI_ENUM_NAMES(dm_tie_rule, "tie rule", "neutral", "earlier", "white", "black")

dm_status dm_rules_init_turns(const dm_turn *turns, int32_t count, dm_tie_rule ties, dm_rules *out,
                              dm_error *err)
{
    if (count < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "a game has at least one turn");
    int64_t stones = 0;
    for (int32_t i = 0; i < count; i++) {
        if (turns[i].stones < 1)
            return dmi_fail(err, DM_BAD_ARGUMENT, "turn %d places %d stones; at least 1 is needed",
                            i + 1, turns[i].stones);
        stones += turns[i].stones;
    }
    dm_turn *copy = dmi_alloc((size_t)count, sizeof *copy);
    if (!copy)
        return dmi_no_memory(err);
    memcpy(copy, turns, (size_t)count * sizeof *copy);
    *out = (dm_rules){ties, 0, 0, count, copy, stones};
    return DM_OK;
}

dm_status dm_rules_init(int32_t rounds, int32_t per_turn, dm_tie_rule ties, dm_rules *out,
                        dm_error *err)
{
    if (rounds < 1 || per_turn < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "%d rounds of %d stones per turn; both must be at least 1", rounds,
                        per_turn);
    if ((int64_t)rounds * per_turn > INT32_MAX / 2)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d rounds of %d stones per turn are too many",
                        rounds, per_turn);
    dm_turn *turns = dmi_alloc(2 * (size_t)rounds, sizeof *turns);
    if (!turns)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < 2 * rounds; i++)
        turns[i] = (dm_turn){i % 2 == 0 ? DM_WHITE : DM_BLACK, per_turn};
    *out = (dm_rules){ties, rounds, per_turn, 2 * rounds, turns, 2 * (int64_t)rounds * per_turn};
    return DM_OK;
}

dm_status dm_rules_copy(const dm_rules *rules, dm_rules *out, dm_error *err)
{
    dm_turn *turns = dmi_alloc((size_t)rules->turn_count, sizeof *turns);
    if (!turns)
        return dmi_no_memory(err);
    memcpy(turns, rules->turns, (size_t)rules->turn_count * sizeof *turns);
    *out = *rules;
    out->turns = turns;
    return DM_OK;
}

void dm_rules_clear(dm_rules *rules)
{
    free(rules->turns);
    memset(rules, 0, sizeof *rules);
}

dm_status dm_rules_fit(const dm_rules *rules, const dm_arena *arena, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    if (rules->stones > n)
        return dmi_fail(err, DM_TOO_LARGE, "%lld stones need as many vertices; the board has %d",
                        (long long)rules->stones, n);
    return dmi_arena_check_network(arena, "a game of stones", err);
}

dm_status dm_rounds_fit(int64_t rounds, int64_t per_turn, const dm_arena *arena, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    if (per_turn > 0 && rounds > n / 2 / per_turn)
        return dmi_fail(err, DM_TOO_LARGE, "%lld %s %llu vertices; the board has %d",
                        (long long)rounds, dmi_plural(rounds, "round needs", "rounds need"),
                        2 * (unsigned long long)rounds * (unsigned long long)per_turn, n);
    return DM_OK;
}
