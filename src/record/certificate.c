/* certificate.c - strategies as text, line by line.
 *
 * A reader checks only the form.  The turn of an entry follows from the number of stones it lists.
 * Memory grows with what was read, not with what the file declares.
 */
#include "format/json.h"
#include "record/fingerprint.h"
#include "record/game_json.h"
#include <demesne/record.h>
#include <stdlib.h>

/* Writes strategies, one JSON value per line.
 *
 *     {"demesne":"certificate","version":1,"arena":"path:5","seed":1,"fingerprint":"..",
 *      "ties":"neutral","turns":[["white",1],["black",1]],"moves":[],"strategies":2}
 *     {"side":"white","bound":1,"positions":1}
 *     [[],[],[2]]                             White's stones, Black's, the answer
 *     {"side":"black","bound":1,"positions":5}
 *     [[0],[],[1]]
 *     ...
 */
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

typedef struct reader {
    dmi_input *in;
    dm_certificate *certificate;
    dm_vertex *scratch; /* one entry: room for n */
    dm_error *err;
} reader;

void dm_certificate_free(dm_certificate *certificate)
{
    if (!certificate)
        return;
    for (int32_t i = 0; i < certificate->strategy_count; i++)
        dm_strategy_free(certificate->strategies[i]);
    dm_record_free(certificate->game);
    free(certificate);
}

/* The JSON value on the next line. */
static dm_status next_value(reader *r, const char *what, json_t **out)
{
    char *text;
    json_error_t why;
    dm_status status = dmi_input_line(r->in, &text, r->err);
    if (status == DM_END)
        return dmi_bad(r->in, r->err, "the file ends here; expected %s", what);
    if (status != DM_OK)
        return status;
    json_t *value = json_loadb(text, (size_t)(r->in->line_end - text), 0, &why);
    if (!value)
        return dmi_bad(r->in, r->err, "%s; expected %s", why.text, what);
    *out = value;
    return DM_OK;
}

static dm_status read_header(reader *r, const json_t *root)
{
    dm_certificate *c = r->certificate;
    const dmi_game_reader game = {r->in, root, dmi_calloc(1, sizeof *c->game), r->err};
    json_int_t count = json_integer_value(json_object_get(root, "strategies"));
    c->game = game.record;
    if (!c->game)
        return dmi_no_memory(r->err);
    dm_status status =
        dmi_read_kind(&game, "certificate", "\"certificate\"; this is not a certificate",
                      DMI_CERTIFICATE_VERSION);
    if (status == DM_OK && (count < 1 || count > 2))
        status = dmi_expected(&game, "strategies", "1 or 2");
    if (status == DM_OK)
        status = dmi_read_game(&game);
    if (status != DM_OK)
        return status;
    c->strategy_count = (int32_t)count;
    r->scratch = dmi_alloc((size_t)dm_arena_vertices(c->game->arena), sizeof *r->scratch);
    return r->scratch ? DM_OK : dmi_no_memory(r->err);
}

/* Appends a list of vertices to r->scratch. */
static bool append_vertex(reader *r, const json_t *list, int64_t *used)
{
    dm_vertex n = dm_arena_vertices(r->certificate->game->arena);
    size_t count = json_array_size(list);
    if (!json_is_array(list) || (int64_t)count > n - *used)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(list, i);
        json_int_t v = json_integer_value(item);
        if (!json_is_integer(item) || v < 0 || v >= n)
            return false;
        r->scratch[(*used)++] = (dm_vertex)v;
    }
    return true;
}

/* The turn of `side` that has as many stones before it as the entry lists, or -1. */
static int32_t turn_of(const dm_position *start, dm_side side, int64_t white, int64_t black)
{
    const dm_rules *rules = dm_position_rules(start);
    int64_t placed[2] = {0, 0};
    int32_t turn = dm_position_turns_made(start);
    for (; turn < rules->turn_count; turn++) {
        const dm_turn *now = &rules->turns[turn];
        if (now->side == side && placed[DM_WHITE] == white && placed[DM_BLACK] == black)
            return turn;
        placed[now->side] += now->stones;
    }
    return -1;
}

static dm_status read_entry(reader *r, dm_strategy *strategy)
{
    json_t *entry;
    dm_status status = next_value(r, "[[white],[black],[answer]]", &entry);
    if (status != DM_OK)
        return status;
    const dm_position *start = r->certificate->game->position;
    int64_t used = 0, white, black;
    bool is_good = json_array_size(entry) == 3 && append_vertex(r, json_array_get(entry, 0), &used);
    white = used;
    is_good = is_good && append_vertex(r, json_array_get(entry, 1), &used);
    black = used - white;
    is_good = is_good && append_vertex(r, json_array_get(entry, 2), &used);
    json_decref(entry);
    if (!is_good)
        return dmi_bad(r->in, r->err, "expected [[white],[black],[answer]], vertices in 0..%d",
                       dm_arena_vertices(r->certificate->game->arena) - 1);
    int32_t turn = turn_of(start, strategy->side, white, black);
    if (turn < 0)
        return dmi_bad(r->in, r->err,
                       "%s has no turn after %lld white and %lld black stones since the start",
                       dm_side_name(strategy->side), (long long)white, (long long)black);
    if (used - white - black != dm_position_rules(start)->turns[turn].stones)
        return dmi_bad(r->in, r->err, "the answer has %lld stones; the turn has %d",
                       (long long)(used - white - black),
                       dm_position_rules(start)->turns[turn].stones);
    return dm_strategy_add(strategy, turn, r->scratch, used, r->err);
}

static dm_status read_side(const reader *r, const json_t *head, dm_side *out)
{
    const char *side = json_string_value(json_object_get(head, "side"));
    bool is_white = side && strcmp(side, "white") == 0;
    if (!side || (!is_white && strcmp(side, "black") != 0))
        return dmi_bad(r->in, r->err, "\"side\" must be white or black");
    *out = is_white ? DM_WHITE : DM_BLACK;
    return DM_OK;
}

static dm_status read_strategy_head(reader *r, int32_t index, int64_t *positions)
{
    json_t *head;
    dm_side side = DM_WHITE;
    dm_status status = next_value(r, "{\"side\":..,\"bound\":..,\"positions\":..}", &head);
    if (status != DM_OK)
        return status;
    const json_t *bound = json_object_get(head, "bound");
    const json_t *count = json_object_get(head, "positions");
    status = read_side(r, head, &side);
    if (status == DM_OK && !json_is_integer(bound))
        status = dmi_bad(r->in, r->err, "\"bound\" must be a whole number");
    if (status == DM_OK && (!json_is_integer(count) || json_integer_value(count) < 0))
        status = dmi_bad(r->in, r->err, "\"positions\" must be a whole number, 0 or more");
    if (status == DM_OK) {
        *positions = json_integer_value(count);
        status = dm_strategy_new(side, json_integer_value(bound),
                                 &r->certificate->strategies[index], r->err);
    }
    json_decref(head);
    return status;
}

static dm_status read_lines(reader *r)
{
    json_t *root;
    dm_status status = next_value(r, "a certificate's first line", &root);
    if (status != DM_OK)
        return status;
    status = read_header(r, root);
    json_decref(root);
    for (int32_t i = 0; status == DM_OK && i < r->certificate->strategy_count; i++) {
        int64_t positions = 0;
        status = read_strategy_head(r, i, &positions);
        for (int64_t k = 0; k < positions && status == DM_OK; k++)
            status = read_entry(r, r->certificate->strategies[i]);
    }
    if (status != DM_OK)
        return status;
    /* Nothing may follow. */
    char *text;
    status = dmi_input_line(r->in, &text, r->err);
    if (status == DM_END)
        return DM_OK;
    return status == DM_OK ? dmi_bad(r->in, r->err, "expected the end of the file") : status;
}

static dm_status read_input(dmi_input *in, void *out, dm_error *err)
{
    reader r = {.in = in, .certificate = dmi_calloc(1, sizeof(dm_certificate)), .err = err};
    dm_status status = r.certificate ? read_lines(&r) : dmi_no_memory(err);
    if (status == DM_OK)
        *(dm_certificate **)out = r.certificate;
    else
        dm_certificate_free(r.certificate);
    free(r.scratch);
    return status;
}

dm_status dm_certificate_read_memory(const char *name, const void *bytes, size_t size,
                                     dm_certificate **out, dm_error *err)
{
    return dmi_input_read_memory(name, bytes, size, read_input, out, err);
}

dm_status dm_certificate_read(const char *path, dm_certificate **out, dm_error *err)
{
    return dmi_input_read(path, read_input, out, err);
}
