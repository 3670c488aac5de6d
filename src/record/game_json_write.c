/* game_json_write.c - writes board, rules and moves as members of a JSON object.
 *
 * A board of a family is stored by name with a fingerprint; any other, or a very large one, whole.
 */
#include "record/game_json.h"

#include "format/json.h"
#include "record/fingerprint.h"
#include <demesne/source.h>

/* Whether the family `source` with this seed gives this board. */
static bool is_family_board(const dm_arena *arena, const char *source, uint64_t seed)
{
    dm_arena *made = NULL;
    if (!dm_family_known(source) ||
        dm_generate_within(source, seed, DMI_NAMED_VERTICES, DMI_NAMED_EDGES, &made, NULL) != DM_OK)
        return false;
    bool same = dmi_fingerprint(made) == dmi_fingerprint(arena);
    dm_arena_free(made);
    return same;
}

void dmi_put_member(dmi_output *out, const char *between, const char *key)
{
    dmi_put(out, between);
    dmi_json_put_string(out, key);
    dmi_put(out, ":");
}

static void put_board(dmi_output *out, const char *between, const dm_arena *arena,
                      const char *source, uint64_t seed)
{
    char fingerprint[DMI_FINGERPRINT_SIZE];
    dmi_put_member(out, between, "arena");
    dmi_json_put_string(out, source);
    if (is_family_board(arena, source, seed)) {
        dmi_put_member(out, between, "seed");
        dmi_put_number(out, (int64_t)seed);
    } else {
        dmi_put_member(out, between, "board");
        dmi_json_put_board(out, arena);
    }
    dmi_fingerprint_text(arena, fingerprint);
    dmi_put_member(out, between, "fingerprint");
    dmi_json_put_string(out, fingerprint);
}

void dmi_put_game(dmi_output *out, const char *between, const dm_position *position,
                  const char *source, uint64_t seed)
{
    put_board(out, between, dm_position_arena(position), source, seed);
    /* Writes the turns as agreed; lost ones show in the moves. */
    const dm_rules *rules = dm_position_rules(position);
    dmi_put_member(out, between, "ties");
    dmi_json_put_string(out, dm_tie_rule_name(rules->ties));
    dmi_put_member(out, between, "turns");
    for (int32_t i = 0; i < rules->turn_count; i++) {
        dmi_print(out, "%s[\"%s\",%d]", i ? "," : "[", dm_side_name(rules->turns[i].side),
                  dm_position_agreed_stones(position, i));
    }
    dmi_put(out, "]");
}

void dmi_put_moves(dmi_output *out, const char *between, const dm_position *position)
{
    const dm_rules *rules = dm_position_rules(position);
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    dmi_put_member(out, between, "moves");
    dmi_put(out, "[");
    for (int32_t turn = 0; turn < dm_position_turns_made(position); turn++) {
        dmi_put(out, turn ? ",[" : "[");
        for (int32_t i = 0; i < rules->turns[turn].stones; i++)
            dmi_print(out, i ? ",%d" : "%d", (stones++)->vertex);
        dmi_put(out, "]");
    }
    dmi_put(out, "]");
}
