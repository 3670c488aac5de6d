/* api.c - finds the endpoint that a request names. */
#include "server/api.h"

#include <demesne/demesne.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct api {
    api_settings settings;
    atomic_bool stopping;
};

dm_status api_new(const api_settings *settings, api **out, dm_error *err)
{
    api *a = calloc(1, sizeof *a);
    if (!a) {
        if (err)
            *err = (dm_error){DM_NO_MEMORY, "no memory for the server"};
        return DM_NO_MEMORY;
    }
    a->settings = *settings;
    *out = a;
    return DM_OK;
}

void api_free(api *a)
{
    free(a);
}

void api_stop(api *a)
{
    atomic_store(&a->stopping, true);
}

static void answer_info(const api *a, http_answer *out)
{
    json_t *info =
        json_pack("{s:s, s:b}", "version", dm_version(), "read_only", (int)a->settings.read_only);
    out->body = info ? json_dumps(info, JSON_COMPACT) : NULL;
    out->size = out->body ? strlen(out->body) : 0;
    out->status = out->body ? 200 : 503;
    json_decref(info);
}

void api_answer(void *user, const http_ask *ask, http_answer *out)
{
    const api *a = user;
    if (atomic_load(&a->stopping)) {
        http_refuse(out, 503, "the server is stopping");
    } else if (strcmp(ask->path, "/api/info") != 0) {
        http_refuse(out, 404, "there is no such endpoint");
    } else if (strcmp(ask->method, "GET") != 0) {
        http_refuse(out, 405, "this endpoint is read with GET");
        out->allow = "GET";
    } else {
        answer_info(a, out);
    }
}
