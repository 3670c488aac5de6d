/* ask.c - the fields of a question: a JSON object read key by key. */
#include "server/pick.h"

#include "answer/fail.h"

#include <stdlib.h>
#include <string.h>

void pick_fail(picker *q, dm_status status, const char *format, ...)
{
    if (q->status != DM_OK)
        return;
    va_list args;
    va_start(args, format);
    q->status = answer_vfail(q->err, status, format, args);
    va_end(args);
}

void pick_begin(picker *q, const json_t *object, dm_error *err)
{
    *q = (picker){.left = json_is_object(object) ? json_copy((json_t *)(uintptr_t)object) : NULL,
                  .taken = json_object(),
                  .err = err};
    if (!json_is_object(object))
        pick_fail(q, DM_BAD_INPUT, "a question is a JSON object, such as {\"arena\":\"path:5\"}");
    else if (json_object_size(q->left) != json_object_size(object) || !q->taken)
        pick_fail(q, DM_NO_MEMORY, "no memory for the question");
}

void pick_clear(picker *q)
{
    json_decref(q->left);
    json_decref(q->taken);
    *q = (picker){0};
}

dm_status pick_end(picker *q)
{
    const char *key = json_object_iter_key(json_object_iter(q->left));
    if (key)
        pick_fail(q, DM_BAD_INPUT, "there is no field '%.60s' here", key);
    return q->status;
}

bool pick_has(const picker *q, const char *key)
{
    return json_object_get(q->left, key) != NULL;
}

/* Takes a field out; null counts as missing. */
static const json_t *take(picker *q, const char *key, bool needed)
{
    json_t *value = json_object_get(q->left, key);
    if (!value && needed)
        pick_fail(q, DM_BAD_INPUT, "the field '%s' is missing", key);
    if (!value || q->status != DM_OK)
        return NULL;
    if (json_object_set(q->taken, key, value) != 0) {
        pick_fail(q, DM_NO_MEMORY, "no memory for the question");
        return NULL;
    }
    json_object_del(q->left, key);
    return json_is_null(value) ? NULL : value;
}

int64_t pick_count(picker *q, const char *key, int64_t low, int64_t high, int64_t fallback)
{
    const json_t *value = take(q, key, fallback == PICK_NEEDED);
    int64_t safe = fallback == PICK_NEEDED ? low : fallback;
    if (!value)
        return safe;
    int64_t count = json_integer_value(value);
    if (json_is_integer(value) && count >= low && count <= high)
        return count;
    pick_fail(q, DM_BAD_INPUT, "'%s' should be a whole number from %lld to %lld", key,
              (long long)low, (long long)high);
    return safe;
}

double pick_seconds(picker *q, const char *key, double high, double fallback)
{
    const json_t *value = take(q, key, false);
    if (!value)
        return fallback;
    double seconds = json_number_value(value);
    if (json_is_number(value) && seconds >= 0 && seconds <= high)
        return seconds;
    pick_fail(q, DM_BAD_INPUT, "'%s' should be seconds from 0 to %g", key, high);
    return fallback;
}

bool pick_flag(picker *q, const char *key)
{
    const json_t *value = take(q, key, false);
    if (value && !json_is_boolean(value))
        pick_fail(q, DM_BAD_INPUT, "'%s' should be true or false", key);
    return json_is_true(value);
}

const char *pick_text(picker *q, const char *key, bool needed)
{
    const json_t *value = take(q, key, needed);
    if (value && !json_is_string(value))
        pick_fail(q, DM_BAD_INPUT, "'%s' should be a text", key);
    return json_string_value(value);
}

/* The index of a word in "a|b|c"; -1: it is none of them. */
static int find_word(const char *choices, const char *word)
{
    size_t size = strlen(word);
    int index = 0;
    for (const char *at = choices; size > 0; index++) {
        size_t length = strcspn(at, "|");
        if (length == size && memcmp(at, word, size) == 0)
            return index;
        if (!at[length])
            break;
        at += length + 1;
    }
    return -1;
}

int pick_choice(picker *q, const char *key, const char *choices, int fallback)
{
    const char *word = pick_text(q, key, false);
    int index = word ? find_word(choices, word) : fallback;
    if (word && index < 0) {
        pick_fail(q, DM_BAD_INPUT, "'%s' should be one of %s", key, choices);
        return fallback;
    }
    return index;
}

/* A value of that type; NULL without the field, and on failure. */
static const json_t *take_typed(picker *q, const char *key, json_type type, const char *what)
{
    const json_t *value = take(q, key, false);
    if (!value || json_typeof(value) == type)
        return value;
    pick_fail(q, DM_BAD_INPUT, "'%s' should be %s", key, what);
    return NULL;
}

const json_t *pick_list(picker *q, const char *key)
{
    return take_typed(q, key, JSON_ARRAY, "a list");
}

const json_t *pick_object(picker *q, const char *key)
{
    return take_typed(q, key, JSON_OBJECT, "an object");
}

const json_t *pick_any(picker *q, const char *key, bool needed)
{
    return take(q, key, needed);
}

dm_vertex pick_vertex(picker *q, const char *key, const json_t *item, dm_vertex n)
{
    json_int_t v = json_integer_value(item);
    if (json_is_integer(item) && v >= 0 && v < n)
        return (dm_vertex)v;
    if (json_is_integer(item))
        pick_fail(q, DM_BAD_VERTEX,
                  "'%s': there is no vertex %lld; this board has %d, counted from 0", key,
                  (long long)v, n);
    else
        pick_fail(q, DM_BAD_INPUT, "'%s' should be a list of vertices, such as [0,3,5]", key);
    return -1;
}

dm_vertex *pick_vertices(picker *q, const char *key, dm_vertex n, int64_t *count)
{
    const json_t *list = pick_list(q, key);
    size_t size = json_array_size(list);
    *count = 0;
    if (!list)
        return NULL;
    dm_vertex *vertices = calloc(size + 1, sizeof *vertices);
    if (!vertices) {
        pick_fail(q, DM_NO_MEMORY, "no memory for the list '%s'", key);
        return NULL;
    }
    for (size_t i = 0; i < size && q->status == DM_OK; i++)
        vertices[i] = pick_vertex(q, key, json_array_get(list, i), n);
    if (q->status != DM_OK) {
        free(vertices);
        return NULL;
    }
    *count = (int64_t)size;
    return vertices;
}
