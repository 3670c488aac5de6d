/* ask.h - the fields of a question: a JSON object read key by key.
 *
 *     int64_t rounds = ask_count(q, "rounds", 1, INT32_MAX, ASK_NEEDED);
 *     bool moves = ask_flag(q, "moves");
 *     if (ask_end(q) != DM_OK)
 *         return q->status;
 *
 * The first failure stays, its message in `err`, and later calls give their fallback: a handler
 * reads as a plain list.  A field that nobody has read is refused at the end.
 */
#ifndef SERVER_ASK_H
#define SERVER_ASK_H

#include <demesne/demesne.h>
#include <jansson.h>

#define ASK_NEEDED INT64_MIN /* as a fallback: the field must be there */

typedef struct ask {
    json_t *left, *taken; /* fields not read yet, and those that were */
    dm_status status;
    dm_error *err;
} ask;

/* `object` is borrowed, and must outlive what is read from it; one that is no object is the first
 * failure. */
void ask_begin(ask *q, const json_t *object, dm_error *err);
void ask_clear(ask *q);
/* The first failure, or that of a field that was not read. */
dm_status ask_end(ask *q);
/* Makes this the failure, if it is the first. */
void ask_fail(ask *q, dm_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether a text of JSON has no more values than a question may: read, they take a hundred times
 * the memory of their letters. */
bool ask_json_fits(const char *text, size_t size);

bool ask_has(const ask *q, const char *key); /* and was not read yet */
int64_t ask_count(ask *q, const char *key, int64_t low, int64_t high, int64_t fallback);
double ask_seconds(ask *q, const char *key, double high, double fallback);
bool ask_flag(ask *q, const char *key);
/* Borrowed; `needed` where there is no fallback.  NULL on failure too. */
const char *ask_text(ask *q, const char *key, bool needed);
/* The index of the word in `choices` ("a|b|c"), `fallback` without the field. */
int ask_choice(ask *q, const char *key, const char *choices, int fallback);
/* A list of vertices below n, freed with free(); NULL without the field, and on failure. */
dm_vertex *ask_vertices(ask *q, const char *key, dm_vertex n, int64_t *count);
/* A list or an object, borrowed; NULL without the field, and on failure. */
const json_t *ask_list(ask *q, const char *key);
const json_t *ask_object(ask *q, const char *key);
/* Whatever it is, borrowed; NULL without the field, and on failure. */
const json_t *ask_any(ask *q, const char *key, bool needed);
/* One item of a list that should be a vertex below n; -1 and a failure otherwise. */
dm_vertex ask_vertex(ask *q, const char *key, const json_t *item, dm_vertex n);

#endif
