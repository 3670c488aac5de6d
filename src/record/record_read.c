/* record_read.c - a written game is read and replayed.
 *
 * Every move is made through the position, the board's fingerprint and the
 * score are computed again and compared: a record that no longer fits its
 * family, or that was changed by hand, is refused.  The form is described in
 * record_write.c and docs/FORMATS.md.
 */
#include <demesne/record.h>

#include "base/base.h"
#include "format/json.h"
#include "record/fingerprint.h"
#include <demesne/source.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* What the reading functions share: where to complain, and into what. */
typedef struct reading {
    const char *name;
    int64_t bytes; /* of the document */
    const json_t *root;
    dm_record *record;
    dm_error *err;
} reading;

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

static dm_status expected(const reading *r, const char *key, const char *what)
{
    return dmi_fail_at(r->err, DM_BAD_INPUT, r->name, 0, "\"%s\" should be %s", key, what);
}

static dm_status copy_text(const reading *r, const char *text, char **out)
{
    *out = dmi_strdup(text);
    return *out ? DM_OK : dmi_no_memory(r->err);
}

static dm_status read_heading(const reading *r)
{
    const char *kind = json_string_value(json_object_get(r->root, "demesne"));
    if (!kind || strcmp(kind, "game") != 0)
        return expected(r, "demesne", "\"game\": this is no game record");
    if (json_integer_value(json_object_get(r->root, "version")) != DMI_RECORD_VERSION)
        return expected(r, "version", "1, the only version there is");
    return DM_OK;
}

static dm_status read_board(const reading *r)
{
    dm_record *record = r->record;
    const json_t *board = json_object_get(r->root, "board");
    const json_t *seed = json_object_get(r->root, "seed");
    const char *source = json_string_value(json_object_get(r->root, "arena"));
    if (!source)
        return expected(r, "arena", "the board's name");
    dm_status status = copy_text(r, source, &record->source);
    if (status != DM_OK)
        return status;
    if (board)
        return dmi_json_board(board, r->name, r->bytes, &record->arena, r->err);
    if (!json_is_integer(seed))
        return expected(r, "seed", "a whole number (a record holds a family's seed or a board)");
    if (!dm_family_known(source))
        return expected(r, "arena", "a family where there is no \"board\"");
    record->seed = (uint64_t)json_integer_value(seed);
    return dm_generate(source, record->seed, &record->arena, r->err);
}

static dm_status check_fingerprint(const reading *r)
{
    char actual[DMI_FINGERPRINT_SIZE];
    const char *written = json_string_value(json_object_get(r->root, "fingerprint"));
    dmi_fingerprint_text(r->record->arena, actual);
    if (!written || strcmp(written, actual) != 0)
        return dmi_fail_at(r->err, DM_BAD_INPUT, r->name, 0,
                           "the board's fingerprint is %s, the record's %s: it is another board",
                           actual, written ? written : "missing");
    return DM_OK;
}

static bool read_turn(const json_t *item, dm_turn *out)
{
    const char *side = json_string_value(json_array_get(item, 0));
    json_int_t stones = json_integer_value(json_array_get(item, 1));
    if (json_array_size(item) != 2 || !side || stones < 1 || stones > INT32_MAX)
        return false;
    bool is_white = strcmp(side, "white") == 0;
    *out = (dm_turn){is_white ? DM_WHITE : DM_BLACK, (int32_t)stones};
    return is_white || strcmp(side, "black") == 0;
}

/* Rounds and stones a turn, where the turns alternate evenly from White on. */
static void recognise_rounds(dm_rules *rules)
{
    bool is_plain = rules->turn_count % 2 == 0;
    for (int32_t i = 0; is_plain && i < rules->turn_count; i++)
        is_plain = rules->turns[i].side == (i % 2 ? DM_BLACK : DM_WHITE) &&
                   rules->turns[i].stones == rules->turns[0].stones;
    if (is_plain) {
        rules->rounds = rules->turn_count / 2;
        rules->per_turn = rules->turns[0].stones;
    }
}

static dm_status read_rules(const reading *r, dm_rules *out)
{
    const char *ties_name = json_string_value(json_object_get(r->root, "ties"));
    const json_t *list = json_object_get(r->root, "turns");
    size_t count = json_array_size(list);
    dm_tie_rule ties;
    if (!ties_name || dm_tie_rule_parse(ties_name, &ties, NULL) != DM_OK)
        return expected(r, "ties", "neutral, earlier, white or black");
    if (count == 0 || count > (size_t)dm_arena_vertices(r->record->arena))
        return expected(r, "turns", "a list of at least one turn and no more than vertices");
    dm_turn *turns = dmi_alloc(count, sizeof *turns);
    if (!turns)
        return dmi_no_memory(r->err);
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < count; i++)
        if (!read_turn(json_array_get(list, i), &turns[i]))
            status = expected(r, "turns", "a list of turns like [\"white\",1]");
    if (status == DM_OK)
        status = dm_rules_init_turns(turns, (int32_t)count, ties, out, r->err);
    if (status == DM_OK)
        recognise_rounds(out);
    free(turns);
    return status;
}

static dm_status start_game(const reading *r)
{
    dm_rules rules;
    dm_status status = read_rules(r, &rules);
    if (status != DM_OK)
        return status;
    status = dm_position_new(r->record->arena, &rules, &r->record->position, r->err);
    dm_rules_clear(&rules);
    return status;
}

static dm_status read_players(const reading *r)
{
    const json_t *players = json_object_get(r->root, "players");
    for (int side = DM_WHITE; side <= DM_BLACK; side++) {
        const char *name = dm_side_name((dm_side)side);
        const char *spec = json_string_value(json_object_get(players, name));
        if (!spec)
            return expected(r, "players", "{\"white\":NAME,\"black\":NAME}");
        dm_status status = copy_text(r, spec, &r->record->player[side]);
        if (status != DM_OK)
            return status;
    }
    return DM_OK;
}

static dm_status make_move(const reading *r, size_t index, const json_t *move, dm_vertex *scratch)
{
    size_t count = json_array_size(move);
    dm_vertex n = dm_arena_vertices(r->record->arena);
    bool is_good = json_is_array(move) && count <= (size_t)n;
    for (size_t i = 0; is_good && i < count; i++) {
        const json_t *item = json_array_get(move, i);
        json_int_t v = json_integer_value(item);
        is_good = json_is_integer(item) && v >= 0 && v < n;
        scratch[i] = is_good ? (dm_vertex)v : -1;
    }
    if (!is_good)
        return dmi_fail_at(r->err, DM_BAD_INPUT, r->name, 0,
                           "move %zu should be a list of vertices in 0..%d", index + 1, n - 1);
    dm_error why = {0};
    if (dm_position_make(r->record->position, scratch, (int32_t)count, &why) != DM_OK)
        return dmi_fail_at(r->err, DM_BAD_INPUT, r->name, 0, "move %zu: %s", index + 1,
                           why.message);
    return DM_OK;
}

static dm_status make_moves(const reading *r)
{
    const json_t *moves = json_object_get(r->root, "moves");
    if (!json_is_array(moves))
        return expected(r, "moves", "a list of moves");
    dm_vertex *scratch = dmi_alloc((size_t)dm_arena_vertices(r->record->arena), sizeof *scratch);
    if (!scratch)
        return dmi_no_memory(r->err);
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < json_array_size(moves); i++)
        status = make_move(r, i, json_array_get(moves, i), scratch);
    free(scratch);
    return status;
}

static dm_status check_number(const reading *r, const json_t *result, const char *key,
                              int64_t actual)
{
    const json_t *written = json_object_get(result, key);
    if (!json_is_integer(written))
        return expected(r, key, "a whole number in \"result\"");
    if (json_integer_value(written) != actual)
        return dmi_fail_at(r->err, DM_BAD_INPUT, r->name, 0,
                           "the moves give %s %lld, the record says %lld", key, (long long)actual,
                           (long long)json_integer_value(written));
    return DM_OK;
}

static dm_status check_result(const reading *r)
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

static dm_status read_root(const dmi_input *in, const json_t *root, dm_record **out, dm_error *err)
{
    static dm_status (*const steps[])(const reading *) = {
        read_heading, read_board, check_fingerprint, start_game,
        read_players, make_moves, check_result,
    };
    reading r = {in->name, in->received, root, dmi_calloc(1, sizeof(dm_record)), err};
    if (!r.record)
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < sizeof steps / sizeof *steps; i++)
        status = steps[i](&r);
    if (status == DM_OK)
        *out = r.record;
    else
        dm_record_free(r.record);
    return status;
}

/* Frees `in`. */
static dm_status read_input(dmi_input *in, dm_record **out, dm_error *err)
{
    json_t *root;
    dm_status status = dmi_json_load(in, &root, err);
    if (status == DM_OK) {
        status = read_root(in, root, out, err);
        json_decref(root);
    }
    dmi_input_free(in);
    return status;
}

dm_status dm_record_read_memory(const char *name, const void *bytes, size_t size, dm_record **out,
                                dm_error *err)
{
    dmi_input *in;
    dm_status status = dmi_input_open_memory(name, bytes, size, &in, err);
    return status == DM_OK ? read_input(in, out, err) : status;
}

dm_status dm_record_read(const char *path, dm_record **out, dm_error *err)
{
    dmi_input *in;
    dm_status status = dmi_input_open(path, &in, err);
    return status == DM_OK ? read_input(in, out, err) : status;
}
