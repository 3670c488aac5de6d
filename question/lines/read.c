/* read.c - levels, moves and wishes as they were typed or sent.
 *
 * A place is typed as a vertex `3`, or as a part of an edge from its first end, `5:1/3` (`5,1/3` if
 * it stands alone), and sent as {"vertex":3} or {"edge":5,"at":"1/3"}.
 */
#include "base/names.h"
#include "question/questions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static dm_status parse_level(asking *a, const char *source, dm_level **out, dm_error *err)
{
    const lines_fields *own = a->own;
    if (a->by_words)
        return dm_level_read(source, out, err);
    const char *text = json_string_value(own->level.json);
    char *dumped = text ? NULL : report_exact(own->level.json);
    if (!text && !dumped)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    text = text ? text : dumped;
    dm_status status = dm_level_read_memory(source, text, strlen(text), out, err);
    free(dumped);
    return status;
}

static dm_status check_size(const asking *a, const dm_level *level, dm_error *err)
{
    int64_t most = a->level_limit;
    if (!most ||
        (level->edge_count <= most && level->vertex_count <= most && level->site_count <= most))
        return DM_OK;
    return answer_fail(err, DM_TOO_LARGE, "levels of at most %lld vertices, edges and sites here",
                       (long long)most);
}

dm_status lines_find_player(const answer_level *on, const char *name, int32_t *out, dm_error *err)
{
    const dm_level *level = on->level;
    char names[200] = "";
    for (int32_t p = 0; p < level->player_count; p++) {
        size_t used = strlen(names);
        if (strcmp(level->players[p], name) == 0) {
            *out = p;
            return DM_OK;
        }
        snprintf(names + used, sizeof names - used, "%s%s", p ? ", " : "", level->players[p]);
    }
    const char *near =
        dmi_similar_name(name, (const char *const *)level->players, level->player_count);
    return answer_fail(err, DM_BAD_INPUT,
                       "%.100s: there is no player '%.60s'; there are %s%s%.60s%s", on->source,
                       name, *names ? names : "none", near ? "; did you mean " : "",
                       near ? near : "", near ? "?" : "");
}

dm_status lines_read_level(asking *a, answer_level *out, dm_error *err)
{
    const lines_fields *own = a->own;
    answer_level on = {.source = a->by_words ? own->level.text : own->name,
                       .ties = (dm_line_ties)own->ties};
    dm_status status = parse_level(a, on.source, &on.level, err);
    if (!on.level)
        return status;
    status = check_size(a, on.level, err);
    if (status == DM_OK && own->player) /* also the level's `me`: own ties are that player's */
        status = lines_find_player(&on, own->player, &on.level->me, err);
    on.player = on.level->me;
    *out = on;
    return status;
}

void lines_name_source(asking *a, const answer_level *on, dm_status status, dm_error *err)
{
    dm_error cause = *err;
    bool is_data = status == DM_BAD_INPUT || status == DM_BAD_ARGUMENT || status == DM_BAD_VERTEX ||
                   status == DM_BAD_MOVE || status == DM_TOO_LARGE || status == DM_UNSUPPORTED;
    if (is_data && !a->wrong_words)
        answer_fail(err, status, "%.200s: %s", on->source, cause.message);
    a->wrong_words |= status == DM_BAD_ARGUMENT; /* fields that do not go together */
}

dm_status lines_need_player(asking *a, const answer_level *on, dm_error *err)
{
    if (on->player >= 0)
        return DM_OK;
    return ask_blame(a, err, DM_BAD_ARGUMENT,
                     "whose move is it? %.100s has no \"me\"; %s names a player", on->source,
                     ask_label(a, "player"));
}

static bool read_number(const char *text, const char *end, int32_t *out)
{
    char *stopped;
    errno = 0;
    long number = strtol(text, &stopped, 10);
    if (stopped == text || stopped != end || errno || number < 0 || number > INT32_MAX ||
        *text < '0' || *text > '9')
        return false;
    *out = (int32_t)number;
    return true;
}

/* A place from `size` bytes; one of `marks` is between an edge and a part of it. */
static bool type_place(const char *text, size_t size, const char *marks, dm_line_place *out)
{
    char part[64];
    size_t mark = strcspn(text, marks);
    *out = (dm_line_place){-1, -1, {0, 1}};
    if (mark >= size)
        return read_number(text, text + size, &out->vertex);
    size_t rest = size - mark - 1;
    if (rest >= sizeof part || !read_number(text, text + mark, &out->edge))
        return false;
    memcpy(part, text + mark + 1, rest);
    part[rest] = '\0';
    return dm_ratio_parse(part, &out->at, NULL) == DM_OK;
}

bool lines_type_move(dm_line_op op, const char *text, dm_line_move *out)
{
    const char *comma = strchr(text, ',');
    switch (op) {
    case DM_LINE_ADD:
        return type_place(text, strlen(text), ",:", &out->place);
    case DM_LINE_REMOVE:
        return read_number(text, text + strlen(text), &out->site);
    case DM_LINE_CUT:
        return type_place(text, strlen(text), ",:", &out->place) && out->place.vertex < 0;
    case DM_LINE_ROPE:
        return comma && type_place(text, (size_t)(comma - text), ":", &out->place) &&
               type_place(comma + 1, strlen(comma + 1), ":", &out->to);
    }
    return false;
}

/* The one of --add, --remove, --cut and --rope that was typed. */
static dm_status read_typed_move(asking *a, dm_line_move *out, dm_error *err)
{
    static const char *const forms[] = {[DM_LINE_ADD] = "VERTEX, or EDGE:AT such as 5:1/3",
                                        [DM_LINE_REMOVE] = "the number of a site, from 0",
                                        [DM_LINE_CUT] = "EDGE:AT such as 5:1/3",
                                        [DM_LINE_ROPE] =
                                            "PLACE,PLACE, each VERTEX or EDGE:AT, such as 3,5:1/3"};
    const lines_fields *own = a->own;
    int given = 0;
    for (int op = DM_LINE_ADD; op <= DM_LINE_ROPE; op++)
        if (own->moves[op]) {
            given++;
            out->op = (dm_line_op)op;
        }
    if (given != 1)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "expected one move: --cut, --add, --remove or --rope");
    const char *text = own->moves[out->op];
    if (lines_type_move(out->op, text, out))
        return DM_OK;
    return ask_blame(a, err, DM_BAD_ARGUMENT, "%s %.100s: expected %s",
                     ask_label(a, dm_line_op_name(out->op)), text, forms[out->op]);
}

static bool is_number(const json_t *item, int32_t *out)
{
    json_int_t number = json_integer_value(item);
    *out = (int32_t)number;
    return json_is_integer(item) && number >= 0 && number <= INT32_MAX;
}

static bool is_ratio(const json_t *item, dm_ratio *out)
{
    return json_is_string(item) && dm_ratio_parse(json_string_value(item), out, NULL) == DM_OK;
}

static bool is_place(const json_t *item, dm_line_place *out)
{
    const json_t *vertex = json_object_get(item, "vertex");
    *out = (dm_line_place){-1, -1, {0, 1}};
    if (vertex)
        return json_object_size(item) == 1 && is_number(vertex, &out->vertex);
    return json_object_size(item) == 2 && is_number(json_object_get(item, "edge"), &out->edge) &&
           is_ratio(json_object_get(item, "at"), &out->at);
}

static bool is_rope(const json_t *item, dm_line_move *out)
{
    const json_t *length = json_object_get(item, "length");
    return is_place(json_object_get(item, "from"), &out->place) &&
           is_place(json_object_get(item, "to"), &out->to) &&
           (!length || is_ratio(length, &out->length));
}

dm_status lines_read_move(asking *a, dm_line_move *out, dm_error *err)
{
    *out = (dm_line_move){.length = {0, 1}, .place = {-1, -1, {0, 1}}};
    if (a->by_words)
        return read_typed_move(a, out, err);
    const lines_fields *own = a->own;
    const json_t *item = own->move.json;
    bool fits, is_point = own->op == DM_LINE_ADD || own->op == DM_LINE_CUT;
    out->op = (dm_line_op)own->op;
    if (is_point)
        fits = is_place(item, &out->place);
    else
        fits = out->op == DM_LINE_REMOVE ? is_number(item, &out->site) : is_rope(item, out);
    if (fits)
        return DM_OK;
    return ask_blame(a, err, DM_BAD_INPUT, "'move' of '%s': expected %s", dm_line_op_name(out->op),
                     is_point ? "a place: {\"vertex\":3} or {\"edge\":5,\"at\":\"1/3\"}"
                     : out->op == DM_LINE_REMOVE
                         ? "the number of a site, from 0"
                         : "two places: {\"from\":{\"vertex\":3},\"to\":{\"edge\":5,"
                           "\"at\":\"1/3\"}}, and maybe a \"length\":\"5/2\"");
}

/* "1/100-1/20", or ["1/100","1/20"]. */
static bool read_share(question_raw given, dm_level_wish *out)
{
    char low[64];
    size_t size = given.text ? strcspn(given.text, "-") : 0;
    if (given.json)
        return json_array_size(given.json) == 2 &&
               is_ratio(json_array_get(given.json, 0), &out->low) &&
               is_ratio(json_array_get(given.json, 1), &out->high);
    if (size == 0 || size >= sizeof low || !given.text[size])
        return false;
    memcpy(low, given.text, size);
    low[size] = '\0';
    return dm_ratio_parse(low, &out->low, NULL) == DM_OK &&
           dm_ratio_parse(given.text + size + 1, &out->high, NULL) == DM_OK;
}

dm_status lines_read_wish(asking *a, dm_level_wish *out, dm_error *err)
{
    const lines_fields *own = a->own;
    *out = (dm_level_wish){.kind = (dm_level_kind)own->kind,
                           .vertices = (int32_t)own->vertices,
                           .players = (int32_t)own->players,
                           .sites = (int32_t)own->sites,
                           .whole = !own->measured,
                           .unique = own->unique,
                           .grade = (dm_level_grade)own->grade,
                           .tries = own->tries,
                           .low = {0, 1},
                           .seed = a->seed};
    if ((own->share.text || own->share.json) && !read_share(own->share, out))
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: expected two shares, such as %s",
                         ask_label(a, "share"), a->by_words ? "0.01-0.1" : "[\"1/100\",\"1/10\"]");
    if (!own->model)
        return DM_OK;
    /* "gabriel:20" into a kind and a number */
    char name[16];
    size_t size = strcspn(own->model, ":");
    snprintf(name, sizeof name, "%.*s", (int)(size < sizeof name ? size : 0), own->model);
    if (own->model[size] && dm_level_kind_parse(name, &out->kind, NULL) == DM_OK &&
        read_number(own->model + size + 1, own->model + strlen(own->model), &out->vertices))
        return DM_OK;
    return ask_blame(a, err, DM_BAD_ARGUMENT,
                     "%.60s: expected KIND:N, such as grid:20, gabriel:20 or tree:20", own->model);
}
