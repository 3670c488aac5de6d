/* certificate_write.c - writes strategies, one JSON value per line.
 *
 *     {"demesne":"certificate","version":1,"arena":"path:5","seed":1,"fingerprint":"..",
 *      "ties":"neutral","turns":[["white",1],["black",1]],"moves":[],"strategies":2}
 *     {"side":"white","bound":1,"positions":1}
 *     [[],[],[2]]                             White's stones, Black's, the answer
 *     {"side":"black","bound":1,"positions":5}
 *     [[0],[],[1]]
 *     ...
 */
#include <demesne/record.h>

#include "format/json.h"
#include "record/fingerprint.h"
#include "record/game_json.h"
#include <stdlib.h>

static void put_list(dmi_output *out, const dm_vertex *vertices, int64_t count)
{
    dmi_put(out, "[");
    for (int64_t i = 0; i < count; i++)
        dmi_print(out, i ? ",%d" : "%d", vertices[i]);
    dmi_put(out, "]");
}

/* White's stones between the start and turn `turn`. */
static int64_t white_stones(const dm_rules *rules, int32_t start, int32_t turn)
{
    int64_t stones = 0;
    for (int32_t i = start; i < turn; i++)
        stones += rules->turns[i].side == DM_WHITE ? rules->turns[i].stones : 0;
    return stones;
}

static void put_strategy(dmi_output *out, const dm_position *start, const dm_strategy *strategy)
{
    dmi_print(out, "{\"side\":\"%s\",\"bound\":%lld,\"positions\":%lld}\n",
              dm_side_name(strategy->side), (long long)strategy->bound, (long long)strategy->count);
    for (int64_t i = 0; i < strategy->count; i++) {
        const dm_rules *rules = dm_position_rules(start);
        int32_t turn = strategy->turns[i];
        const dm_vertex *at = strategy->vertices + strategy->first[i];
        int64_t answer = rules->turns[turn].stones;
        int64_t stones = strategy->first[i + 1] - strategy->first[i] - answer;
        int64_t white = white_stones(rules, dm_position_turns_made(start), turn);
        dmi_put(out, "[");
        put_list(out, at, white);
        dmi_put(out, ",");
        put_list(out, at + white, stones - white);
        dmi_put(out, ",");
        put_list(out, at + stones, answer);
        dmi_put(out, "]\n");
    }
}

static void put_certificate(dmi_output *out, const dm_position *start, const char *source,
                            uint64_t seed, const dm_strategy *const *strategies, int32_t count)
{
    /* Writes the header on one line: removes the newlines between a board's members. */
    dmi_output line = {0};
    dmi_print(&line, "{\"demesne\":\"certificate\",\"version\":%d", DMI_CERTIFICATE_VERSION);
    dmi_put_game(&line, ",", start, source ? source : "", seed);
    dmi_put_moves(&line, ",", start);
    dmi_print(&line, ",\"strategies\":%d}", count);
    for (size_t i = 0; i < line.size; i++)
        if (line.text[i] != '\n')
            dmi_put_bytes(out, &line.text[i], 1);
    dmi_put(out, "\n");
    if (line.status != DM_OK && out->status == DM_OK) {
        out->status = line.status;
        out->err = line.err;
    }
    free(line.text);
    for (int32_t i = 0; i < count; i++)
        put_strategy(out, start, strategies[i]);
}

dm_status dm_certificate_text(const dm_position *start, const char *source, uint64_t seed,
                              const dm_strategy *const *strategies, int32_t count, char **out,
                              dm_error *err)
{
    dmi_output text = {0};
    put_certificate(&text, start, source, seed, strategies, count);
    return dmi_output_take(&text, out, err);
}

dm_status dm_certificate_write(const dm_position *start, const char *source, uint64_t seed,
                               const dm_strategy *const *strategies, int32_t count,
                               const char *path, dm_error *err)
{
    dmi_outfile file;
    dm_status status = dmi_outfile_open(path, &file, err);
    if (status != DM_OK)
        return status;
    dmi_output out = {.file = &file};
    put_certificate(&out, start, source, seed, strategies, count);
    return dmi_output_finish(&out, err);
}
