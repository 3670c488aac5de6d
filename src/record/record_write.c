/* record_write.c - a game written down as JSON.
 *
 *     {"demesne":"game","version":1,
 *      "arena":"grid:5x5","seed":1,           a family by name, or "board":{...}
 *      "fingerprint":"9f0c...",               of the board, so a drifted family is noticed
 *      "ties":"neutral","turns":[["white",1],["black",1],...],
 *      "players":{"white":"greedy","black":"human"},
 *      "moves":[[12],[7],...],
 *      "result":{"white_score":13,"black_score":12,"tied":0,"unreached":0}}
 *
 * The result stands for the moves that are there, so an unfinished game is a
 * record too.
 */
#include <demesne/record.h>

#include "base/base.h"
#include "format/json.h"
#include "record/fingerprint.h"
#include <demesne/source.h>
#include <stdlib.h>

/* What a record says besides the position. */
typedef struct heading {
    const char *source;
    uint64_t seed;
    const char *player[2];
} heading;

/* Whether the family `source` with this seed is the very board. */
static bool is_family_board(const dm_arena *arena, const char *source, uint64_t seed)
{
    dm_arena *made = NULL;
    if (!dm_family_known(source) || dm_generate(source, seed, &made, NULL) != DM_OK)
        return false;
    bool same = dmi_fingerprint(made) == dmi_fingerprint(arena);
    dm_arena_free(made);
    return same;
}

/* A member of the object: ,"key": */
static void put_key(dmi_output *out, const char *key)
{
    dmi_put(out, ",\n ");
    dmi_json_put_string(out, key);
    dmi_put(out, ":");
}

static void put_board(dmi_output *out, const dm_arena *arena, const heading *head)
{
    char fingerprint[DMI_FINGERPRINT_SIZE];
    put_key(out, "arena");
    dmi_json_put_string(out, head->source);
    if (is_family_board(arena, head->source, head->seed)) {
        put_key(out, "seed");
        dmi_put_number(out, (int64_t)head->seed);
    } else {
        put_key(out, "board");
        dmi_json_put_board(out, arena);
    }
    dmi_fingerprint_text(arena, fingerprint);
    put_key(out, "fingerprint");
    dmi_json_put_string(out, fingerprint);
}

static void put_rules(dmi_output *out, const dm_rules *rules)
{
    put_key(out, "ties");
    dmi_json_put_string(out, dm_tie_rule_name(rules->ties));
    put_key(out, "turns");
    for (int32_t i = 0; i < rules->turn_count; i++) {
        dmi_put(out, i ? ",[" : "[[");
        dmi_json_put_string(out, dm_side_name(rules->turns[i].side));
        dmi_put(out, ",");
        dmi_put_number(out, rules->turns[i].stones);
        dmi_put(out, "]");
    }
    dmi_put(out, "]");
}

static void put_players(dmi_output *out, const heading *head)
{
    put_key(out, "players");
    dmi_put(out, "{\"white\":");
    dmi_json_put_string(out, head->player[DM_WHITE]);
    dmi_put(out, ",\"black\":");
    dmi_json_put_string(out, head->player[DM_BLACK]);
    dmi_put(out, "}");
}

static void put_moves(dmi_output *out, const dm_position *position)
{
    const dm_rules *rules = dm_position_rules(position);
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    put_key(out, "moves");
    dmi_put(out, "[");
    for (int32_t turn = 0; turn < dm_position_turns_made(position); turn++) {
        dmi_put(out, turn ? ",[" : "[");
        for (int32_t i = 0; i < rules->turns[turn].stones; i++) {
            dmi_put(out, i ? "," : "");
            dmi_put_number(out, (stones++)->vertex);
        }
        dmi_put(out, "]");
    }
    dmi_put(out, "]");
}

static void put_result(dmi_output *out, const dm_dominance *dominance)
{
    const struct {
        const char *key;
        int64_t number;
    } results[] = {
        {"{\"white_score\":", dominance->score[DM_WHITE]},
        {",\"black_score\":", dominance->score[DM_BLACK]},
        {",\"tied\":", dominance->tied},
        {",\"unreached\":", dominance->unreached},
    };
    put_key(out, "result");
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        dmi_put(out, results[i].key);
        dmi_put_number(out, results[i].number);
    }
    dmi_put(out, "}}\n");
}

static dm_status write_record(const dm_position *position, const heading *head,
                              const dm_dominance *dominance, const char *path, dm_error *err)
{
    dmi_outfile file;
    dm_status status = dmi_outfile_open(path, &file, err);
    if (status != DM_OK)
        return status;
    dmi_output out = {.file = &file};
    dmi_put(&out, "{\"demesne\":\"game\",\"version\":");
    dmi_put_number(&out, DMI_RECORD_VERSION);
    put_board(&out, dm_position_arena(position), head);
    put_rules(&out, dm_position_rules(position));
    put_players(&out, head);
    put_moves(&out, position);
    put_result(&out, dominance);
    return dmi_output_finish(&out, err);
}

dm_status dm_record_write(const dm_position *position, const char *source, uint64_t seed,
                          const char *white, const char *black, const char *path, dm_error *err)
{
    heading head = {source ? source : "", seed, {white, black}};
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    dm_dominance *dominance = NULL;
    dm_status status = dm_dominance_new(dm_position_arena(position), stones, count,
                                        dm_position_rules(position)->ties, &dominance, err);
    if (status == DM_OK)
        status = write_record(position, &head, dominance, path, err);
    dm_dominance_free(dominance);
    return status;
}
