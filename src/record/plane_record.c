/* plane_record.c - games in the plane in files.
 *
 *     {"demesne":"plane-game","version":1,
 *      "board":"square",                      other boards have "polygon":[[["0","0"],..],..] too
 *      "metric":"euclid","ties":"neutral","rule":"nearest","lattice":1000,
 *      "rounds":2,"per_turn":1,"min_distance":"0","seed":1,
 *      "players":{"white":"greedy","black":"human"},
 *      "moves":[[["1/2","1/2"]],[["1/4","1/4"]],[]],
 *      "result":{"white_score":"3/4","black_score":"1/4","tied":"0"}}
 *
 * A lost turn is an empty move.  The result is that of the moves listed, so a record may be of an
 * unfinished game.
 */
#include "base/base.h"
#include "format/json.h"
#include "record/game_json.h"
#include <demesne/plane_record.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1 };
static const char BETWEEN[] = ",\n "; /* members, one per line */
static const char KIND[] = "plane-game";

static void put_text(dmi_output *out, const char *key, const char *value)
{
    dmi_put_member(out, BETWEEN, key);
    dmi_json_put_string(out, value);
}

static void put_number(dmi_output *out, const char *key, int64_t value)
{
    dmi_put_member(out, BETWEEN, key);
    dmi_put_number(out, value);
}

/* ["1/2","1/4"], of texts that it frees. */
static void put_point(dmi_output *out, dm_status status, char *x, char *y)
{
    if (status == DM_OK)
        dmi_print(out, "[\"%s\",\"%s\"]", x, y);
    else
        out->status = status;
    dm_free(x);
    dm_free(y);
}

static bool is_named(const dm_plane_board *board)
{
    dm_plane_board *named = NULL;
    const int32_t *end, *own_end;
    const dm_point *corner, *own;
    if (dm_plane_board_named(dm_plane_board_name(board), &named, NULL) != DM_OK)
        return false;
    int32_t rings = dm_plane_board_rings(named, &end, &corner);
    bool same = dm_plane_board_rings(board, &own_end, &own) == rings &&
                end[rings - 1] == own_end[rings - 1] &&
                memcmp(corner, own, (size_t)end[rings - 1] * sizeof *own) == 0 &&
                strcmp(dm_plane_board_area(named), dm_plane_board_area(board)) == 0;
    dm_plane_board_free(named);
    return same;
}

static void put_board(dmi_output *out, const dm_plane_board *board)
{
    const int32_t *end;
    const dm_point *corner;
    int32_t rings = dm_plane_board_rings(board, &end, &corner);
    put_text(out, "board", dm_plane_board_name(board));
    if (is_named(board))
        return;
    dmi_put_member(out, BETWEEN, "polygon");
    for (int32_t r = 0, i = 0; r < rings; r++) {
        dmi_put(out, r ? "],[" : "[[");
        for (int32_t first = i; i < end[r]; i++) {
            char *x = NULL, *y = NULL;
            dmi_put(out, i > first ? "," : "");
            dm_status status = dm_plane_board_corner(board, i, &x, &y, &out->err);
            put_point(out, status, x, y);
        }
    }
    dmi_put(out, "]]");
}

static void put_moves(dmi_output *out, const dm_plane_game *game)
{
    int32_t turns = dm_plane_game_turns_made(game), site = 0;
    const dm_plane *plane = dm_plane_game_plane(game);
    turns += dm_plane_game_turn(game, turns).count > 0; /* one that has begun */
    dmi_put_member(out, BETWEEN, "moves");
    dmi_put(out, "[");
    for (int32_t turn = 0; turn < turns; turn++) {
        int32_t end = site + dm_plane_game_turn(game, turn).count;
        dmi_put(out, turn ? ",[" : "[");
        for (int32_t first = site; site < end; site++) {
            char *x = NULL, *y = NULL;
            dmi_put(out, site > first ? "," : "");
            dm_status status = dm_plane_site_place(plane, site, &x, &y, &out->err);
            put_point(out, status, x, y);
        }
        dmi_put(out, "]");
    }
    dmi_put(out, "]");
}

dm_status dm_plane_record_text(const dm_plane_game *game, uint64_t seed, const char *white,
                               const char *black, char **out, dm_error *err)
{
    const dm_plane_game_rules *rules = dm_plane_game_rules_of(game);
    dm_plane_result result;
    dmi_output text = {0};
    dm_status status = dm_plane_game_score(game, NULL, &result, err);
    if (status != DM_OK)
        return status;
    dmi_print(&text, "{\"demesne\":\"%s\",\"version\":%d", KIND, VERSION);
    put_board(&text, dm_plane_board_of(dm_plane_game_plane(game)));
    put_text(&text, "metric", dm_line_metric_name(rules->metric));
    put_text(&text, "ties", dm_tie_rule_name(rules->ties));
    put_text(&text, "rule", dm_plane_rule_name(rules->rule));
    put_number(&text, "lattice", rules->lattice);
    put_number(&text, "rounds", rules->rounds);
    put_number(&text, "per_turn", rules->per_turn);
    put_text(&text, "min_distance", rules->min_distance);
    put_number(&text, "seed", (int64_t)seed);
    dmi_put_member(&text, BETWEEN, "players");
    dmi_put(&text, "{\"white\":");
    dmi_json_put_string(&text, white);
    dmi_put(&text, ",\"black\":");
    dmi_json_put_string(&text, black);
    dmi_put(&text, "}");
    put_moves(&text, game);
    dmi_put_member(&text, BETWEEN, "result");
    dmi_print(&text, "{\"white_score\":\"%s\",\"black_score\":\"%s\",\"tied\":\"%s\"}}\n",
              result.area[DM_WHITE], result.area[DM_BLACK], result.tied);
    dm_plane_result_clear(&result);
    return dmi_output_take(&text, out, err);
}

dm_status dm_plane_record_write(const dm_plane_game *game, uint64_t seed, const char *white,
                                const char *black, const char *path, dm_error *err)
{
    char *text = NULL;
    dm_status status = dm_plane_record_text(game, seed, white, black, &text, err);
    if (status == DM_OK)
        status = dmi_outfile_whole(path, text, strlen(text), err);
    free(text);
    return status;
}

void dm_plane_record_free(dm_plane_record *record)
{
    if (!record)
        return;
    dm_plane_game_free(record->game);
    dm_plane_board_free(record->board);
    free(record->player[DM_WHITE]);
    free(record->player[DM_BLACK]);
    free(record);
}

typedef struct record_reader {
    const dmi_input *from;
    const json_t *root;
    dm_plane_record *record;
    dm_error *err;
} record_reader;

static dm_status expected(const record_reader *r, const char *key, const char *what)
{
    return dmi_fail_at(r->err, DM_BAD_INPUT, r->from->name, 0, "\"%s\" must be %s", key, what);
}

/* Adds the file's name and the key to a message. */
static dm_status in_member(const record_reader *r, const char *key, dm_status status,
                           const dm_error *why)
{
    if (status == DM_NO_MEMORY)
        return dmi_no_memory(r->err);
    return status == DM_OK ? DM_OK
                           : dmi_fail_at(r->err, DM_BAD_INPUT, r->from->name, 0, "\"%s\": %s", key,
                                         why->message);
}

static const char *text_of(const record_reader *r, const char *key)
{
    const char *text = json_string_value(json_object_get(r->root, key));
    return text ? text : "";
}

static dm_status read_kind(const record_reader *r)
{
    if (strcmp(text_of(r, "demesne"), KIND) != 0)
        return expected(r, "demesne", "\"plane-game\"; this is not a game in the plane");
    return json_integer_value(json_object_get(r->root, "version")) == VERSION
               ? DM_OK
               : expected(r, "version", "1");
}

/* The x and y of ["1/2","1/4"]. */
static bool point_of(const json_t *point, const char *xy[2])
{
    for (size_t i = 0; i < 2; i++)
        xy[i] = json_string_value(json_array_get(point, i));
    return json_array_size(point) == 2 && xy[0] && xy[1];
}

static dm_status read_polygon(const record_reader *r, const json_t *rings)
{
    size_t count = json_array_size(rings), corners = 0, at = 0;
    for (size_t i = 0; i < count; i++)
        corners += json_array_size(json_array_get(rings, i));
    if (count == 0 || corners > DM_PLANE_CORNERS)
        return expected(r, "polygon", "a list of rings of at most 10000 corners");
    const char **xy = dmi_calloc(2 * corners + 1, sizeof *xy);
    dm_plane_ring *ring = dmi_calloc(count, sizeof *ring);
    dm_status status = xy && ring ? DM_OK : dmi_no_memory(r->err);
    for (size_t i = 0; i < count && status == DM_OK; i++) {
        const json_t *list = json_array_get(rings, i);
        ring[i] = (dm_plane_ring){xy + 2 * at, (int32_t)json_array_size(list)};
        for (size_t k = 0; k < json_array_size(list) && status == DM_OK; k++, at++)
            if (!point_of(json_array_get(list, k), xy + 2 * at))
                status = expected(r, "polygon", "rings of corners [\"x\",\"y\"]");
    }
    dm_error why = {0};
    if (status == DM_OK) {
        status =
            dm_plane_board_new(text_of(r, "board"), ring, (int32_t)count, &r->record->board, &why);
        status = in_member(r, "polygon", status, &why);
    }
    free(xy);
    free(ring);
    return status;
}

static dm_status read_board(const record_reader *r)
{
    const json_t *polygon = json_object_get(r->root, "polygon");
    dm_error why = {0};
    if (polygon)
        return read_polygon(r, polygon);
    dm_status status = dm_plane_board_named(text_of(r, "board"), &r->record->board, &why);
    return in_member(r, "board", status, &why);
}

static int32_t number_of(const record_reader *r, const char *key)
{
    json_int_t value = json_integer_value(json_object_get(r->root, key));
    return value < 0 || value > INT32_MAX ? 0 : (int32_t)value;
}

static dm_status read_rules(const record_reader *r)
{
    dm_plane_game_rules rules = {.rounds = number_of(r, "rounds"),
                                 .per_turn = number_of(r, "per_turn"),
                                 .lattice = number_of(r, "lattice"),
                                 .min_distance = text_of(r, "min_distance")};
    dm_error why = {0};
    dm_status status = dm_line_metric_parse(text_of(r, "metric"), &rules.metric, &why);
    if (status == DM_OK)
        status = dm_tie_rule_parse(text_of(r, "ties"), &rules.ties, &why);
    if (status == DM_OK)
        status = dm_plane_rule_parse(text_of(r, "rule"), &rules.rule, &why);
    if (status == DM_OK)
        status = dm_plane_game_new(r->record->board, &rules, &r->record->game, &why);
    r->record->seed = (uint64_t)json_integer_value(json_object_get(r->root, "seed"));
    return in_member(r, "rounds", status, &why);
}

static dm_status read_players(const record_reader *r)
{
    const json_t *players = json_object_get(r->root, "players");
    for (int side = DM_WHITE; side <= DM_BLACK; side++) {
        const char *spec = json_string_value(json_object_get(players, dm_side_name((dm_side)side)));
        if (!spec)
            return expected(r, "players", "{\"white\":NAME,\"black\":NAME}");
        r->record->player[side] = dmi_strdup(spec);
        if (!r->record->player[side])
            return dmi_no_memory(r->err);
    }
    return DM_OK;
}

static dm_status read_turn(const record_reader *r, size_t turn, const json_t *points)
{
    dm_plane_game *game = r->record->game;
    char where[40];
    dm_error why = {0};
    dm_status status = DM_OK;
    snprintf(where, sizeof where, "moves, turn %zu", turn + 1);
    for (size_t i = 0; i < json_array_size(points) && status == DM_OK; i++) {
        const char *xy[2];
        if (!point_of(json_array_get(points, i), xy))
            return expected(r, "moves", "lists of points [\"x\",\"y\"], one per turn");
        if (dm_plane_game_turns_made(game) > (int32_t)turn)
            return expected(r, where, "at most as many points as the rules say");
        status = dm_plane_game_place(game, xy[0], xy[1], &why);
    }
    size_t last = json_array_size(json_object_get(r->root, "moves")) - 1;
    if (status == DM_OK && dm_plane_game_turns_made(game) == (int32_t)turn &&
        !dm_plane_game_is_full(game) && (turn < last || json_array_size(points) == 0))
        status = dm_plane_game_pass(game, &why);
    return in_member(r, where, status, &why);
}

static dm_status read_moves(const record_reader *r)
{
    const json_t *moves = json_object_get(r->root, "moves");
    if (!json_is_array(moves))
        return expected(r, "moves", "a list of turns");
    dm_status status = DM_OK;
    for (size_t i = 0; i < json_array_size(moves) && status == DM_OK; i++) {
        const json_t *points = json_array_get(moves, i);
        status = json_is_array(points) ? read_turn(r, i, points)
                                       : expected(r, "moves", "a list of lists of points");
    }
    return status;
}

static dm_status check_result(const record_reader *r)
{
    const json_t *written = json_object_get(r->root, "result");
    dm_plane_result result;
    dm_status status = dm_plane_game_score(r->record->game, NULL, &result, r->err);
    if (status != DM_OK)
        return status;
    const char *const keys[] = {"white_score", "black_score", "tied"};
    const char *const actual[] = {result.area[DM_WHITE], result.area[DM_BLACK], result.tied};
    for (int i = 0; i < 3 && status == DM_OK; i++) {
        const char *text = json_string_value(json_object_get(written, keys[i]));
        if (!text || strcmp(text, actual[i]) != 0)
            status = dmi_fail_at(r->err, DM_BAD_INPUT, r->from->name, 0,
                                 "the moves give %s %.60s, but the record says %.60s", keys[i],
                                 actual[i], text ? text : "nothing");
    }
    dm_plane_result_clear(&result);
    return status;
}

static dm_status read_root(const json_t *root, const dmi_input *from, void *out, dm_error *err)
{
    static dm_status (*const steps[])(const record_reader *) = {
        read_kind, read_board, read_rules, read_players, read_moves, check_result};
    record_reader r = {from, root, dmi_calloc(1, sizeof(dm_plane_record)), err};
    if (!r.record)
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    for (size_t i = 0; status == DM_OK && i < sizeof steps / sizeof *steps; i++)
        status = steps[i](&r);
    if (status == DM_OK)
        *(dm_plane_record **)out = r.record;
    else
        dm_plane_record_free(r.record);
    return status;
}

static dm_status read_input(dmi_input *in, void *out, dm_error *err)
{
    return dmi_json_read(in, read_root, out, err);
}

dm_status dm_plane_record_read_memory(const char *name, const void *bytes, size_t size,
                                      dm_plane_record **out, dm_error *err)
{
    return dmi_input_read_memory(name, bytes, size, read_input, out, err);
}

dm_status dm_plane_record_read(const char *path, dm_plane_record **out, dm_error *err)
{
    return dmi_input_read(path, read_input, out, err);
}

bool dm_plane_record_is(const char *path)
{
    char head[64] = "";
    FILE *file = strcmp(path, "-") == 0 ? NULL : fopen(path, "r");
    if (!file)
        return false;
    size_t size = fread(head, 1, sizeof head - 1, file);
    fclose(file);
    head[size] = '\0';
    return strncmp(head, "{\"demesne\":\"plane-game\"", 23) == 0;
}
