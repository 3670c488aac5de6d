/* record.c - writes a game to a file; reads one and replays it.
 *
 * Every move is made on a position; fingerprint and score are computed again and compared, so a
 * record that no longer matches its family, or was changed by hand, is refused.  The form is
 * described below and in docs/FORMATS.md.
 */
#include "base/base.h"
#include "format/json.h"
#include "record/fingerprint.h"
#include "record/game_json.h"
#include <demesne/record.h>
#include <stdlib.h>
#include <string.h>

/* Writes a game as JSON.
 *
 *     {"demesne":"game","version":1,
 *      "arena":"grid:5x5","seed":1,           a family by name, or "board":{...}
 *      "fingerprint":"9f0c...",               of the board, to notice a changed family
 *      "ties":"neutral","turns":[["white",1],["black",1],...],
 *      "players":{"white":"greedy","black":"human"},
 *      "moves":[[12],[7],...],
 *      "result":{"white_score":13,"black_score":12,"tied":0,"unreached":0}}
 *
 * A lost turn is an empty move.  The result is that of the moves listed, so a record may be of an
 * unfinished game.
 */
static const char BETWEEN[] = ",\n "; /* members, one per line */

/* What a record has besides the position. */
typedef struct heading {
    const char *source;
    uint64_t seed;
    const char *player[2];
} heading;

static dm_status put_record(dmi_output *out, const dm_position *position, const heading *head,
                            dm_error *err)
{
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    dm_dominance *dominance = NULL;
    dm_status status = dm_dominance_new(dm_position_arena(position), stones, count,
                                        dm_position_rules(position)->ties, &dominance, err);
    if (status != DM_OK)
        return status;
    dmi_print(out, "{\"demesne\":\"game\",\"version\":%d", DMI_RECORD_VERSION);
    dmi_put_game(out, BETWEEN, position, head->source, head->seed);
    dmi_put_member(out, BETWEEN, "players");
    dmi_put(out, "{\"white\":");
    dmi_json_put_string(out, head->player[DM_WHITE]);
    dmi_put(out, ",\"black\":");
    dmi_json_put_string(out, head->player[DM_BLACK]);
    dmi_put(out, "}");
    dmi_put_moves(out, BETWEEN, position);
    dmi_put_member(out, BETWEEN, "result");
    dmi_print(out,
              "{\"white_score\":%lld,\"black_score\":%lld,\"tied\":%lld,\"unreached\":%lld}}\n",
              (long long)dominance->score[DM_WHITE], (long long)dominance->score[DM_BLACK],
              (long long)dominance->tied, (long long)dominance->unreached);
    dm_dominance_free(dominance);
    return DM_OK;
}

dm_status dm_record_text(const dm_position *position, const char *source, uint64_t seed,
                         const char *white, const char *black, char **out, dm_error *err)
{
    heading head = {source ? source : "", seed, {white, black}};
    dmi_output text = {0};
    dm_status status = put_record(&text, position, &head, err);
    return status == DM_OK ? dmi_output_take(&text, out, err) : status;
}

dm_status dm_record_write(const dm_position *position, const char *source, uint64_t seed,
                          const char *white, const char *black, const char *path, dm_error *err)
{
    char *text = NULL;
    dm_status status = dm_record_text(position, source, seed, white, black, &text, err);
    if (status == DM_OK)
        status = dmi_outfile_whole(path, text, strlen(text), err);
    free(text);
    return status;
}

void dm_record_free(dm_record *record)
{
    if (!record)
        return;
    dm_position_free(record->position);
    dm_arena_free(record->arena);
    free(record->source);
    free(record->player[DM_WHITE]);
    free(record->player[DM_BLACK]);
    free(record);
}

static dm_status read_header(const dmi_game_reader *r)
{
    return dmi_read_kind(r, "game", "\"game\"; this is not a game record", DMI_RECORD_VERSION);
}

static dm_status read_players(const dmi_game_reader *r)
{
    const json_t *players = json_object_get(r->root, "players");
    for (int side = DM_WHITE; side <= DM_BLACK; side++) {
        const char *name = dm_side_name((dm_side)side);
        const char *spec = json_string_value(json_object_get(players, name));
        if (!spec)
            return dmi_expected(r, "players", "{\"white\":NAME,\"black\":NAME}");
        r->record->player[side] = dmi_strdup(spec);
        if (!r->record->player[side])
            return dmi_no_memory(r->err);
    }
    return DM_OK;
}

static dm_status check_number(const dmi_game_reader *r, const json_t *result, const char *key,
                              int64_t actual)
{
    const json_t *written = json_object_get(result, key);
    if (!json_is_integer(written))
        return dmi_expected(r, key, "a whole number in \"result\"");
    if (json_integer_value(written) != actual)
        return dmi_fail_at(r->err, DM_BAD_INPUT, r->from->name, 0,
                           "the moves give %s %lld, but the record says %lld", key,
                           (long long)actual, (long long)json_integer_value(written));
    return DM_OK;
}

static dm_status check_result(const dmi_game_reader *r)
{
    const json_t *result = json_object_get(r->root, "result");
    const dm_dominance *dominance;
    dm_status status = dm_position_dominance(r->record->position, &dominance, r->err);
    if (status == DM_OK)
        status = check_number(r, result, "white_score", dominance->score[DM_WHITE]);
    if (status == DM_OK)
        status = check_number(r, result, "black_score", dominance->score[DM_BLACK]);
    if (status == DM_OK)
        status = check_number(r, result, "tied", dominance->tied);
    if (status == DM_OK)
        status = check_number(r, result, "unreached", dominance->unreached);
    return status;
}

static dm_status read_root(const json_t *root, const dmi_input *from, void *out, dm_error *err)
{
    static dm_status (*const steps[])(const dmi_game_reader *) = {
        read_header,
        dmi_read_game,
        read_players,
        check_result,
    };
    dmi_game_reader r = {from, root, dmi_calloc(1, sizeof(dm_record)), err};
    if (!r.record)
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < sizeof steps / sizeof *steps; i++)
        status = steps[i](&r);
    if (status == DM_OK)
        *(dm_record **)out = r.record;
    else
        dm_record_free(r.record);
    return status;
}

static dm_status read_input(dmi_input *in, void *out, dm_error *err)
{
    return dmi_json_read(in, read_root, out, err);
}

dm_status dm_record_read_memory(const char *name, const void *bytes, size_t size, dm_record **out,
                                dm_error *err)
{
    return dmi_input_read_memory(name, bytes, size, read_input, out, err);
}

dm_status dm_record_read(const char *path, dm_record **out, dm_error *err)
{
    return dmi_input_read(path, read_input, out, err);
}
