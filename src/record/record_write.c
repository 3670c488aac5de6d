/* record_write.c - writes a game as JSON.
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
#include <demesne/record.h>

#include "format/json.h"
#include "record/fingerprint.h"
#include "record/game_json.h"
#include <stdlib.h>
#include <string.h>

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
