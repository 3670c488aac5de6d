/* fuzz_api.c - the API without sockets: every request has an answer in JSON.
 *
 * The first line is a method and a path, the rest the body.  The method JOB does a job's work at
 * once, with little time; HOST checks the path as a Host and the body as an Origin. */
#include "server/call.h"
#include "server/http/origin.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { LINE = 200 };

static api *the_api(void)
{
    static api *a;
    if (!a) {
        api_settings settings = api_defaults();
        settings.boards.vertices = 300;
        settings.boards.edges = 3000;
        settings.jobs = (jobs_limits){.workers = {1, 1}, .waiting = 2, .kept = 2, .seconds = 0.02};
        settings.job_vertices = 60;
        settings.job_edges = 600;
        settings.job_memory = 1 << 20;
        if (api_new(&settings, &a, NULL) != DM_OK)
            abort();
    }
    return a;
}

/* An answer is JSON, or a flow. */
static void check(http_answer *answer)
{
    json_t *body = answer->body ? json_loadb(answer->body, answer->size, 0, NULL) : NULL;
    if (!body && !answer->flow.next)
        abort();
    if (answer->status != 200 && !json_is_string(json_object_get(body, "error")))
        abort();
    if (answer->flow.next)
        answer->flow.drop(answer->flow.state);
    json_decref(body);
    free(answer->body);
}

static void work(const char *name, const char *body, size_t size)
{
    const call_endpoint *endpoint = api_endpoint(name);
    char *result = NULL;
    dm_run *run = NULL;
    dm_error err = {0};
    if (!endpoint || dm_run_new(&run, NULL) != DM_OK)
        return;
    dm_run_set_deadline(run, 0.02);
    if (call_answer(the_api(), endpoint, body, size, run, &result, &err) == DM_INTERNAL)
        abort();
    free(result);
    dm_run_free(run);
}

static void ask_api(const char *method, const char *name, const char *body, size_t size)
{
    char path[LINE + 8];
    http_answer answer = {0};
    snprintf(path, sizeof path, "/api/%s", name);
    api_answer(the_api(), &(http_ask){method, path, body, size}, &answer);
    check(&answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char method[LINE] = "", name[LINE] = "";
    const char *end = memchr(bytes, '\n', size);
    size_t line = end ? (size_t)(end - (const char *)bytes) : 0;
    if (line == 0 || line >= LINE)
        return 0;
    char first[LINE];
    memcpy(first, bytes, line);
    first[line] = 0;
    sscanf(first, "%199s %199s", method, name);
    char *body = malloc(size - line);
    if (!body)
        return 0;
    memcpy(body, bytes + line + 1, size - line - 1);
    body[size - line - 1] = 0;
    if (strcmp(method, "JOB") == 0)
        work(name, body, size - line - 1);
    else if (strcmp(method, "HOST") == 0)
        origin_refusal(&(origin_claims){name, body, NULL}, 8080, body[0] == 0, true);
    else
        ask_api(method, name, body, size - line - 1);
    free(body);
    return 0;
}
