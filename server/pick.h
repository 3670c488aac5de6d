/* ask.h - the fields of a question: a JSON object read key by key.
 *
 *     int64_t rounds = pick_count(q, "rounds", 1, INT32_MAX, PICK_NEEDED);
 *     bool moves = pick_flag(q, "moves");
 *     if (pick_end(q) != DM_OK)
 *         return q->status;
 *
 * The first failure stays, its message in `err`, and later calls give their fallback: a handler
 * reads as a plain list.  A field that nobody has read is refused at the end.
 */
#ifndef SERVER_PICK_H
#define SERVER_PICK_H

#include <demesne/demesne.h>
#include <jansson.h>

#define PICK_NEEDED INT64_MIN /* as a fallback: the field must be there */

typedef struct picker {
    json_t *left, *taken; /* fields not read yet, and those that were */
    dm_status status;
    dm_error *err;
} picker;

/* `object` is borrowed, and must outlive what is read from it; one that is no object is the first
 * failure. */
void pick_begin(picker *q, const json_t *object, dm_error *err);
void pick_clear(picker *q);
/* The first failure, or that of a field that was not read. */
dm_status pick_end(picker *q);
/* Makes this the failure, if it is the first. */
void pick_fail(picker *q, dm_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

bool pick_has(const picker *q, const char *key); /* and was not read yet */
int64_t pick_count(picker *q, const char *key, int64_t low, int64_t high, int64_t fallback);
double pick_seconds(picker *q, const char *key, double high, double fallback);
bool pick_flag(picker *q, const char *key);
/* Borrowed; `needed` where there is no fallback.  NULL on failure too. */
const char *pick_text(picker *q, const char *key, bool needed);
/* The index of the word in `choices` ("a|b|c"), `fallback` without the field. */
int pick_choice(picker *q, const char *key, const char *choices, int fallback);
/* A list of vertices below n, freed with free(); NULL without the field, and on failure. */
dm_vertex *pick_vertices(picker *q, const char *key, dm_vertex n, int64_t *count);
/* A list or an object, borrowed; NULL without the field, and on failure. */
const json_t *pick_list(picker *q, const char *key);
const json_t *pick_object(picker *q, const char *key);
/* Whatever it is, borrowed; NULL without the field, and on failure. */
const json_t *pick_any(picker *q, const char *key, bool needed);
/* One item of a list that should be a vertex below n; -1 and a failure otherwise. */
dm_vertex pick_vertex(picker *q, const char *key, const json_t *item, dm_vertex n);

#endif
