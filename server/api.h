/* api.h - questions in JSON, answers in JSON.  Knows no sockets: a request is a method, a path and
 * a body, an answer is a status and a body, or a flow of events (http.h has the types). */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "server/http.h"
#include <demesne/status.h>

typedef struct api_settings {
    bool read_only; /* nothing is kept or worked on for a client: no boards sent, no jobs */
} api_settings;

typedef struct api api;

dm_status api_new(const api_settings *settings, api **out, dm_error *err);
void api_free(api *api);
/* Ends what is under way; every later question is refused. */
void api_stop(api *api);

/* An http_answer_fn; `user` is an api. */
void api_answer(void *user, const http_ask *ask, http_answer *out);

#endif
