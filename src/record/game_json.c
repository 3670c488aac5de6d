/* game_json.c - board, rules and moves as members of a JSON object.
 *
 * A board of a family is stored by name with a fingerprint; any other, or a very large one, whole.
 * A reader computes the fingerprint again and every move is made on a position, so a board that no
 * longer matches its family, or a file changed by hand, is refused.
 */
#include "record/game_json.h"

#include "base/base.h"
#include "format/json.h"
#include "record/fingerprint.h"
#include <demesne/source.h>
#include <stdlib.h>
#include <string.h>

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

void dmi_put_game(dmi_output *out, const char *between, const dm_position *position,
                  const char *source, uint64_t seed)
{
    const dm_arena *arena = dm_position_arena(position);
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

dm_status dmi_expected(const dmi_game_reader *r, const char *key, const char *what)
{
    return dmi_fail_at(r->err, DM_BAD_INPUT, r->from->name, 0, "\"%s\" must be %s", key, what);
}

dm_status dmi_read_kind(const dmi_game_reader *r, const char *kind, const char *what, int version)
{
    const char *written = json_string_value(json_object_get(r->root, "demesne"));
    char number[16];
    snprintf(number, sizeof number, "%d", version);
    if (!written || strcmp(written, kind) != 0)
        return dmi_expected(r, "demesne", what);
    bool is_known = json_integer_value(json_object_get(r->root, "version")) == version;
    return is_known ? DM_OK : dmi_expected(r, "version", number);
}

static dm_status read_board(const dmi_game_reader *r)
{
    dm_record *record = r->record;
    const json_t *board = json_object_get(r->root, "board");
    const json_t *seed = json_object_get(r->root, "seed");
    const char *source = json_string_value(json_object_get(r->root, "arena"));
    if (!source)
        return dmi_expected(r, "arena", "the board's name");
    record->source = dmi_strdup(source);
    if (!record->source)
        return dmi_no_memory(r->err);
    if (board)
        return dmi_json_board(board, r->from, &record->arena, r->err);
    if (!json_is_integer(seed))
        return dmi_expected(r, "seed",
                            "a whole number (a record holds a family's seed or a board)");
    if (!dm_family_known(source))
        return dmi_expected(r, "arena", "a board family if there is no \"board\"");
    record->seed = (uint64_t)json_integer_value(seed);
    dm_error why = {0};
    dm_status status = dm_generate_within(source, record->seed, DMI_NAMED_VERTICES, DMI_NAMED_EDGES,
                                          &record->arena, &why);
    return status == DM_OK
               ? status
               : dmi_fail_at(r->err, status, r->from->name, 0, "\"arena\": %s", why.message);
}

static dm_status check_fingerprint(const dmi_game_reader *r)
{
    char actual[DMI_FINGERPRINT_SIZE];
    const char *written = json_string_value(json_object_get(r->root, "fingerprint"));
    dmi_fingerprint_text(r->record->arena, actual);
    if (!written || strcmp(written, actual) != 0)
        return dmi_fail_at(
            r->err, DM_BAD_INPUT, r->from->name, 0,
            "the board's fingerprint is %s, but the file says %s: the board has changed", actual,
            written ? written : "missing");
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

static dm_status read_rules(const dmi_game_reader *r, dm_rules *out)
{
    const char *ties_name = json_string_value(json_object_get(r->root, "ties"));
    const json_t *list = json_object_get(r->root, "turns");
    size_t count = json_array_size(list);
    dm_tie_rule ties;
    if (!ties_name || dm_tie_rule_parse(ties_name, &ties, NULL) != DM_OK)
        return dmi_expected(r, "ties", "neutral, earlier, white or black");
    if (count == 0 || count > (size_t)dm_arena_vertices(r->record->arena))
        return dmi_expected(r, "turns", "a list of turns, at least one and at most one per vertex");
    dm_turn *turns = dmi_alloc(count, sizeof *turns);
    if (!turns)
        return dmi_no_memory(r->err);
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < count; i++)
        if (!read_turn(json_array_get(list, i), &turns[i]))
            status = dmi_expected(r, "turns", "a list of turns like [\"white\",1]");
    if (status == DM_OK)
        status = dm_rules_init_turns(turns, (int32_t)count, ties, out, r->err);
    if (status == DM_OK) {
        /* Sets rounds and stones per turn if the turns alternate evenly, White first. */
        bool is_plain = out->turn_count % 2 == 0;
        for (int32_t i = 0; is_plain && i < out->turn_count; i++)
            is_plain = out->turns[i].side == (i % 2 ? DM_BLACK : DM_WHITE) &&
                       out->turns[i].stones == out->turns[0].stones;
        if (is_plain) {
            out->rounds = out->turn_count / 2;
            out->per_turn = out->turns[0].stones;
        }
    }
    free(turns);
    return status;
}

static dm_status start_game(const dmi_game_reader *r)
{
    dm_rules rules;
    dm_status status = read_rules(r, &rules);
    if (status != DM_OK)
        return status;
    status = dm_position_new(r->record->arena, &rules, &r->record->position, r->err);
    dm_rules_clear(&rules);
    return status;
}

static dm_status make_move(const dmi_game_reader *r, size_t index, const json_t *move,
                           dm_vertex *scratch)
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
        return dmi_fail_at(r->err, DM_BAD_INPUT, r->from->name, 0,
                           "move %zu must be a list of vertices in 0..%d", index + 1, n - 1);
    dm_error why = {0};
    dm_position *position = r->record->position;
    dm_status status = count == 0 ? dm_position_pass(position, &why) /* a lost turn */
                                  : dm_position_make(position, scratch, (int32_t)count, &why);
    if (status != DM_OK)
        return dmi_fail_at(r->err, DM_BAD_INPUT, r->from->name, 0, "move %zu: %s", index + 1,
                           why.message);
    return DM_OK;
}

static dm_status make_moves(const dmi_game_reader *r)
{
    const json_t *moves = json_object_get(r->root, "moves");
    if (!json_is_array(moves))
        return dmi_expected(r, "moves", "a list of moves");
    dm_vertex *scratch = dmi_alloc((size_t)dm_arena_vertices(r->record->arena), sizeof *scratch);
    if (!scratch)
        return dmi_no_memory(r->err);
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < json_array_size(moves); i++)
        status = make_move(r, i, json_array_get(moves, i), scratch);
    free(scratch);
    return status;
}

dm_status dmi_read_game(const dmi_game_reader *r)
{
    static dm_status (*const steps[])(const dmi_game_reader *) = {
        read_board,
        check_fingerprint,
        start_game,
        make_moves,
    };
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < sizeof steps / sizeof *steps; i++)
        status = steps[i](r);
    return status;
}
