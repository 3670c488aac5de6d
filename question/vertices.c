/* vertices.c - vertices, stones and values as they were typed or sent. */
#include "question/question.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static dm_status no_vertex(asking *a, const char *field, const char *text, dm_vertex n,
                           dm_error *err)
{
    return answer_fail(err, DM_BAD_VERTEX,
                       "%s: there is no vertex %s; this board has %d, counted from 0",
                       ask_label(a, field), text, n);
}

/* Reads a vertex by its number, or by its name if the board has names. */
static dm_status read_vertex_word(asking *a, const dm_arena *arena, const char *field,
                                  const char *text, size_t length, dm_vertex *out, dm_error *err)
{
    dm_vertex n = dm_arena_shown(arena);
    char word[61];
    size_t sign = length > 1 && text[0] == '-';
    snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), text);
    if (length > 0 && strspn(text + sign, "0123456789") >= length - sign) {
        long long v = length < 12 ? strtoll(word, NULL, 10) : -1;
        if (v < 0 || v >= n)
            return no_vertex(a, field, word, n, err);
        *out = (dm_vertex)v;
        return DM_OK;
    }
    if (!dm_arena_has_names(arena) || length == 0)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "%s: '%s' is not a vertex number; expected a list such as 0,3,5, or @FILE",
                         ask_label(a, field), word);
    dm_names *names = NULL;
    dm_status status = dm_names_new(arena, &names, err);
    if (status != DM_OK)
        return status;
    *out = dm_names_find(names, text, length);
    if (*out < 0) {
        const char *near = *out == -1 ? dm_names_near(names, word) : NULL;
        status = answer_fail(err, DM_BAD_VERTEX, "%s: %s vertex is named '%s'%s%s%s",
                             ask_label(a, field), *out == -2 ? "more than one" : "no", word,
                             near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    dm_names_free(names);
    return status;
}

dm_status ask_vertex(asking *a, const char *field, const json_t *item, dm_vertex n, dm_vertex *out,
                     dm_error *err)
{
    char word[24];
    json_int_t v = json_integer_value(item);
    assert(n >= 0);
    if (!json_is_integer(item))
        return ask_blame(a, err, DM_BAD_INPUT, "%s: expected a list of vertices, such as [0,3,5]",
                         ask_label(a, field));
    snprintf(word, sizeof word, "%lld", (long long)v);
    if (v < 0 || v >= n)
        return no_vertex(a, field, word, n, err);
    *out = (dm_vertex)v;
    return DM_OK;
}

dm_status ask_vertex_list(asking *a, const char *field, const json_t *given, dm_vertex n,
                          dm_vertex **out, int32_t *count, dm_error *err)
{
    size_t size = json_array_size(given);
    dm_vertex *list = malloc((size + 1) * sizeof *list);
    dm_status status = list ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    assert(!given || json_is_array(given));
    for (size_t i = 0; i < size && status == DM_OK; i++)
        status = ask_vertex(a, field, json_array_get(given, i), n, &list[i], err);
    if (status != DM_OK) {
        free(list);
        return status;
    }
    *out = list;
    *count = (int32_t)size;
    return DM_OK;
}

dm_status ask_vertices(asking *a, const dm_arena *arena, const char *field, question_raw given,
                       dm_vertex **out, int32_t *count, dm_error *err)
{
    bool is_table = ask_is_table(given, DM_PLACES_SITES);
    if (given.json && !is_table)
        return ask_vertex_list(a, field, given.json, dm_arena_shown(arena), out, count, err);
    const char *text = given.text ? given.text : "";
    if (strcmp(text, "@") == 0)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s @: expected the name of a file",
                         ask_label(a, field));
    if (is_table) {
        dm_places *places = NULL;
        dm_status status = ask_places(a, arena, field, given, DM_PLACES_SITES, NULL, &places, err);
        if (status != DM_OK)
            return status;
        *out = places->vertex;
        *count = places->count;
        places->vertex = NULL;
        dm_places_free(places);
        return DM_OK;
    }
    size_t words = *text != 0;
    for (const char *c = text; *c; c++)
        words += *c == ',';
    dm_vertex *list = malloc((words + 1) * sizeof *list);
    dm_status status = list ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    const char *at = text;
    for (size_t i = 0; i < words && status == DM_OK; i++) {
        size_t length = strcspn(at, ",");
        status = read_vertex_word(a, arena, field, at, length, &list[i], err);
        at += length + 1;
    }
    if (status != DM_OK) {
        free(list);
        return status;
    }
    *out = list;
    *count = (int32_t)words;
    return DM_OK;
}

/* Stones by their side, in turns. */
static dm_status stones_by_side(asking *a, const dm_arena *arena, const question_stones *given,
                                dm_stone **out, int32_t *count, dm_error *err)
{
    dm_vertex *list[2] = {NULL, NULL};
    int32_t length[2] = {0, 0}, per_turn = given->per_turn ? (int32_t)given->per_turn : 1;
    dm_status status = ask_vertices(a, arena, "white", given->white, &list[0], &length[0], err);
    if (status == DM_OK)
        status = ask_vertices(a, arena, "black", given->black, &list[1], &length[1], err);
    if (status == DM_OK)
        status = dm_stones_interleave(arena, (const dm_vertex *const[2]){list[0], list[1]}, length,
                                      per_turn, out, err);
    if (status == DM_OK)
        *count = length[0] + length[1];
    free(list[0]);
    free(list[1]);
    return status;
}

/* ["white",0] */
static dm_status read_stone_json(asking *a, const dm_arena *arena, const json_t *item,
                                 dm_stone *out, dm_error *err)
{
    const char *side = json_string_value(json_array_get(item, 0));
    bool is_white = side && strcmp(side, "white") == 0;
    if (json_array_size(item) != 2 || !side || (!is_white && strcmp(side, "black") != 0))
        return ask_blame(a, err, DM_BAD_INPUT,
                         "'stones': expected a list such as [[\"white\",0],..]");
    out->player = is_white ? DM_WHITE : DM_BLACK;
    return ask_vertex(a, "stones", json_array_get(item, 1), dm_arena_shown(arena), &out->vertex,
                      err);
}

/* "W0", or "Bname" */
static dm_status read_stone_word(asking *a, const dm_arena *arena, const char *word, size_t length,
                                 dm_stone *out, dm_error *err)
{
    if (length < 2 || (word[0] != 'W' && word[0] != 'B'))
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "--order: '%.*s' is not a stone; expected a list such as W0,B4",
                         (int)(length < 60 ? length : 60), word);
    out->player = word[0] == 'W' ? DM_WHITE : DM_BLACK;
    return read_vertex_word(a, arena, "order", word + 1, length - 1, &out->vertex, err);
}

/* Stones one after another. */
static dm_status stones_in_order(asking *a, const dm_arena *arena, question_raw given,
                                 dm_stone **out, int32_t *count, dm_error *err)
{
    size_t size = given.json ? json_array_size(given.json) : given.text[0] != 0;
    for (const char *c = given.text; c && *c; c++)
        size += *c == ',';
    dm_stone *stones = calloc(size + 1, sizeof *stones);
    dm_status status = stones ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    const char *word = given.text;
    for (size_t i = 0; i < size && status == DM_OK; i++) {
        size_t length = word ? strcspn(word, ",") : 0;
        status = word ? read_stone_word(a, arena, word, length, &stones[i], err)
                      : read_stone_json(a, arena, json_array_get(given.json, i), &stones[i], err);
        word = word ? word + length + 1 : NULL;
    }
    if (status != DM_OK) {
        free(stones);
        return status;
    }
    *out = stones;
    *count = (int32_t)size;
    return DM_OK;
}

static int compare_stones(const void *a, const void *b)
{
    const dm_stone *x = a, *y = b;
    return x->player != y->player ? (x->player > y->player) - (x->player < y->player)
                                  : (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* Whether an order and the lists of both sides name the same stones. */
static dm_status check_same_stones(asking *a, const dm_stone *order, int32_t count,
                                   const dm_stone *listed, int32_t listed_count, dm_error *err)
{
    dm_stone *sorted[2] = {malloc(((size_t)count + 1) * sizeof **sorted),
                           malloc(((size_t)listed_count + 1) * sizeof **sorted)};
    dm_status status =
        sorted[0] && sorted[1] ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK) {
        memcpy(sorted[0], order, (size_t)count * sizeof *order);
        memcpy(sorted[1], listed, (size_t)listed_count * sizeof *listed);
        qsort(sorted[0], (size_t)count, sizeof *order, compare_stones);
        qsort(sorted[1], (size_t)listed_count, sizeof *listed, compare_stones);
        bool is_same = count == listed_count;
        for (int32_t i = 0; i < count && is_same; i++)
            is_same = compare_stones(&sorted[0][i], &sorted[1][i]) == 0;
        if (!is_same)
            status = ask_blame(a, err, DM_BAD_ARGUMENT,
                               "--order names other stones than --white and --black");
    }
    free(sorted[0]);
    free(sorted[1]);
    return status;
}

dm_status ask_stones(asking *a, const dm_arena *arena, const question_stones *given, dm_stone **out,
                     int32_t *count, dm_error *err)
{
    if (!given->stones.json && !given->stones.text)
        return stones_by_side(a, arena, given, out, count, err);
    dm_status status = stones_in_order(a, arena, given->stones, out, count, err);
    if (status != DM_OK || given->stones.json || (!given->white.text && !given->black.text))
        return status;
    dm_stone *listed = NULL;
    int32_t listed_count = 0;
    status = stones_by_side(a, arena, given, &listed, &listed_count, err);
    if (status == DM_OK)
        status = check_same_stones(a, *out, *count, listed, listed_count, err);
    free(listed);
    if (status != DM_OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}

dm_status ask_position(asking *a, const dm_arena *arena, const question_stones *given,
                       dm_setup setup, dm_position **out, dm_error *err)
{
    question_stones turned = *given;
    dm_stone *stones = NULL;
    turned.per_turn = setup.per_turn;
    dm_status status = ask_stones(a, arena, &turned, &stones, &setup.stone_count, err);
    setup.stones = stones;
    setup.ties = (dm_tie_rule)a->ties;
    if (status == DM_OK)
        status = dm_position_resume(arena, &setup, out, err);
    free(stones);
    return status;
}
