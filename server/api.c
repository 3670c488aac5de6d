/* api.c - the table of endpoints, and jobs. */
#include "server/call.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEAVY_AT_ONCE = 4 }; /* questions about large boards */

static const call_endpoint endpoints[] = {
#define X(name, kind, function, size, table, help)                                                 \
    {name, CALL_##kind, &fields_of_##function, answer_to_##function, size, table, help},
#include "server/endpoints.def"
#undef X
#define Q(name, kind, question, size, table, help)                                                 \
    {name, CALL_##kind, &question, NULL, size, table, help},
#include "question/known_questions.def"
#undef Q
};

const char api_file_path[] = "/api/file";

const char api_read_only[] =
    "this server is read-only: it accepts neither boards nor jobs nor shared games";

const call_endpoint *api_endpoint(const char *name)
{
    for (size_t i = 0; i < sizeof endpoints / sizeof *endpoints; i++)
        if (strcmp(endpoints[i].name, name) == 0)
            return &endpoints[i];
    return NULL;
}

static int count_cores(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > 16 ? 16 : (int)online;
}

api_settings api_defaults(void)
{
    return (api_settings){
        .file_bytes = 64 << 20,
        .boards = {.vertices = 250000,
                   .edges = 1000000,
                   .table_bytes = 64 << 20,
                   .kept = 64,
                   .kept_size = 5000000,
                   .kept_bytes = 256 << 20},
        .jobs = {.workers = {[JOB_SHORT] = count_cores() > 4 ? count_cores() : 4,
                             [JOB_LONG] = count_cores() > 4 ? count_cores() / 2 : 2},
                 .waiting = 32,
                 .waiting_bytes = 64 << 20,
                 .kept = 64,
                 .kept_bytes = 64 << 20,
                 .seconds = 60},
        .job_vertices = 20000,
        .job_edges = 200000,
        .exact_vertices = 4000,
        .job_memory = DEFAULT_MEMORY / 2,
        .job_threads = count_cores(),
    };
}

/* A job_fn. */
static dm_status work_on_job(void *user, const char *name, const char *with, dm_run *run,
                             char **out, dm_error *err)
{
    return call_answer(user, api_endpoint(name), with, strlen(with), run, out, err);
}

dm_status api_new(const api_settings *settings, api **out, dm_error *err)
{
    api *a = calloc(1, sizeof *a);
    if (!a)
        return answer_fail(err, DM_NO_MEMORY, "no memory for the server");
    json_object_seed(0); /* before there are threads */
    a->settings = *settings;
    fair_semaphore_init(&a->quick, 2 * count_cores());
    fair_semaphore_init(&a->heavy, HEAVY_AT_ONCE);
    fair_semaphore_init(&a->large, 1);
    a->boards = boards_new(&settings->boards);
    a->shared = a->boards ? shared_games_new(a->boards) : NULL;
    a->uploads = uploads_new(2 * settings->file_bytes);
    a->jobs = jobs_new(&settings->jobs, work_on_job, a);
    dm_status status = DM_OK;
    if (!a->boards || !a->shared || !a->uploads || !a->jobs)
        status = answer_fail(err, DM_NO_MEMORY, "no memory or threads for the server");
    for (int i = 0; i < settings->file_count && status == DM_OK; i++)
        status = boards_add_file(a->boards, settings->files[i], &settings->read, err);
    if (status == DM_OK && settings->db)
        status = dm_results_open(settings->db, &a->results, err);
    if (status != DM_OK) {
        api_free(a);
        return status;
    }
    *out = a;
    return DM_OK;
}

void api_free(api *a)
{
    if (!a)
        return;
    jobs_free(a->jobs);
    dm_results_close(a->results);
    shared_games_free(a->shared);
    uploads_free(a->uploads);
    boards_free(a->boards);
    fair_semaphore_clear(&a->large);
    fair_semaphore_clear(&a->heavy);
    fair_semaphore_clear(&a->quick);
    free(a);
}

void api_stop(api *a)
{
    atomic_store(&a->stopping, true);
    shared_games_stop(a->shared);
    jobs_stop(a->jobs);
}

static int code_of(dm_status status)
{
    switch (status) {
    case DM_OK:
        return 200;
    case DM_END:
        return 404;
    case DM_BAD_ARGUMENT:
    case DM_BAD_VERTEX:
    case DM_BAD_MOVE:
    case DM_BAD_INPUT:
    case DM_UNSUPPORTED:
        return 400;
    case DM_TOO_LARGE:
        return 413;
    case DM_STOPPED:
    case DM_UNFINISHED:
    case DM_NO_MEMORY:
        return 503;
    case DM_IO:
    case DM_INTERNAL:
        return 500;
    }
    return 500;
}

/* Takes `body`, from malloc; NULL: out of memory. */
static void give_text(http_answer *out, int status, char *body)
{
    assert(status >= 200 && status < 600);
    if (!body) {
        http_refuse(out, 503, "no memory for the answer");
        return;
    }
    *out = (http_answer){
        .status = status, .type = "application/json", .body = body, .size = strlen(body)};
}

static void give_error(http_answer *out, int code, dm_status status, const dm_error *err)
{
    json_t *message = json_string(err->message[0] ? err->message : dm_status_text(status));
    json_t *object = json_pack("{s:o}", "error", message ? message : json_string("not UTF-8"));
    assert(code >= 400 && code < 600);
    give_text(out, code, object ? report_text(object) : NULL);
    json_decref(object);
}

static void refuse_method(http_answer *out, const char *allow)
{
    http_refuse(out, 405, "this endpoint needs another method");
    out->allow = allow;
}

typedef struct job_fields {
    const char *call, *client;
    question_raw with;
} job_fields;

/* A call_fn, of the endpoint jobs. */
static dm_status start_job(call *c, report **out, dm_error *err)
{
    const job_fields *own = c->task.ask.own;
    char id[JOB_ID];
    const call_endpoint *e = api_endpoint(own->call);
    if (!e || e->kind < CALL_JOB)
        return answer_fail(err, DM_BAD_INPUT, "there is no job '%.40s'; /api/info lists them",
                           own->call);
    const job_order order = {.lane = e->kind == CALL_SHORT ? JOB_SHORT : JOB_LONG,
                             .client = own->client,
                             .call = own->call,
                             .with = report_exact(own->with.json)};
    dm_status status = jobs_start(c->api->jobs, &order, id, err);
    if (status == DM_OK) {
        *out = report_open(true, NULL);
        report_string(*out, "job", id);
    }
    return status;
}

/* clang-format off */
static const question_field job_table[] = {
    {.name = "call", .type = Q_TEXT, .required = true, .at = offsetof(job_fields, call),
     .help = "the name of a job"},
    {.name = "client", .type = Q_TEXT, .otherwise = "", .at = offsetof(job_fields, client),
     .help = "who asks, any text: clients take turns"},
    {.name = "with", .type = Q_OBJECT, .required = true, .at = offsetof(job_fields, with),
     .help = "the fields of the job"},
    {0}};
/* clang-format on */

static const question job_question = {
    .name = "jobs", .fields = job_table, .size = sizeof(job_fields)};

static const call_endpoint job_endpoint = {
    .name = "jobs", .kind = CALL_STORE, .about = &job_question, .answer = start_job};

static void answer_now(api *a, const call_endpoint *e, const http_ask *request, http_answer *out)
{
    dm_error err = {0};
    char *text = NULL;
    dm_status status = call_answer(a, e, request->body, request->size, NULL, &text, &err);
    bool is_busy = status == DM_UNFINISHED && e->kind == CALL_STORE;
    if (text)
        give_text(out, 200, text);
    else
        give_error(out, is_busy ? 429 : code_of(status), status, &err);
}

static void no_job(http_answer *out)
{
    http_refuse(out, 404, "there is no such job, or it ended long ago");
}

/* Below /api/jobs: nothing, an id, or an id and /events. */
static void answer_jobs(api *a, const char *rest, const http_ask *request, http_answer *out)
{
    char id[JOB_ID] = "";
    size_t size = strcspn(rest, "/");
    if (size == 0 && strcmp(request->method, "POST") == 0) {
        if (a->settings.read_only)
            http_refuse(out, 403, api_read_only);
        else
            answer_now(a, &job_endpoint, request, out);
        return;
    }
    if (size == 0) {
        refuse_method(out, "POST");
        return;
    }
    if (size == JOB_ID - 1)
        memcpy(id, rest, size);
    if (!id[0] || (rest[size] && strcmp(rest + size, "/events") != 0)) {
        no_job(out);
    } else if (rest[size]) {
        http_flow flow;
        if (strcmp(request->method, "GET") != 0)
            refuse_method(out, "GET");
        else if (jobs_events(a->jobs, id, &flow))
            *out = (http_answer){.status = 200, .type = "text/event-stream", .flow = flow};
        else
            no_job(out);
    } else if (strcmp(request->method, "DELETE") == 0) {
        if (jobs_cancel(a->jobs, id))
            give_text(out, 200, strdup("{}"));
        else
            no_job(out);
    } else if (strcmp(request->method, "GET") == 0) {
        char *text = jobs_describe(a->jobs, id);
        if (text)
            give_text(out, 200, text);
        else
            no_job(out);
    } else {
        refuse_method(out, "GET, DELETE");
    }
}

/* Keeps the body for a job. */
static void answer_file(api *a, const http_ask *request, http_answer *out)
{
    char id[UPLOAD_ID];
    dm_error err = {0};
    if (strcmp(request->method, "POST") != 0) {
        refuse_method(out, "POST");
        return;
    }
    if (a->settings.read_only) {
        http_refuse(out, 403, api_read_only);
        return;
    }
    dm_status status = uploads_add(a->uploads, request->body, request->size, id, &err);
    if (status != DM_OK) {
        give_error(out, code_of(status), status, &err);
        return;
    }
    json_t *answer = json_pack("{s:s, s:I}", "file", id, "bytes", (json_int_t)request->size);
    give_text(out, 200, answer ? report_text(answer) : NULL);
    json_decref(answer);
}

/* A file that was sent, as it came. */
static void give_file(api *a, const char *id, const http_ask *request, http_answer *out)
{
    dm_error err = {0};
    char *bytes = NULL;
    size_t size = 0;
    if (strcmp(request->method, "GET") != 0) {
        refuse_method(out, "GET");
        return;
    }
    dm_status status = uploads_copy(a->uploads, id, &bytes, &size, &err);
    if (status == DM_OK)
        *out = (http_answer){
            .status = 200, .type = "application/octet-stream", .body = bytes, .size = size};
    else
        give_error(out, code_of(status), status, &err);
}

/* Below /api/shared/: a code and /events, and perhaps the key of a side; false: anything else. */
static bool answer_watch(api *a, const char *rest, const http_ask *request, http_answer *out)
{
    static const char events[] = "/events";
    char code[SHARED_CODE] = "";
    http_flow flow;
    if (strlen(rest) < SHARED_CODE || strncmp(rest + SHARED_CODE - 1, events, strlen(events)) != 0)
        return false;
    memcpy(code, rest, SHARED_CODE - 1);
    const char *key = rest + SHARED_CODE - 1 + strlen(events);
    if (*key && *key++ != '/')
        return false;
    if (strcmp(request->method, "GET") != 0)
        refuse_method(out, "GET");
    else if (shared_games_events(a->shared, code, key, &flow))
        *out = (http_answer){.status = 200, .type = "text/event-stream", .flow = flow};
    else
        http_refuse(out, 404, "there is no such game");
    return true;
}

void api_answer(void *user, const http_ask *request, http_answer *out)
{
    api *a = user;
    const char *name = request->path + strlen("/api/");
    if (atomic_load(&a->stopping)) {
        http_refuse(out, 503, "the server is stopping");
        return;
    }
    if (strncmp(name, "jobs", 4) == 0 && (name[4] == 0 || name[4] == '/')) {
        answer_jobs(a, name + (name[4] ? 5 : 4), request, out);
        return;
    }
    if (strcmp(request->path, api_file_path) == 0) {
        answer_file(a, request, out);
        return;
    }
    if (strncmp(name, "file/", 5) == 0) {
        give_file(a, name + 5, request, out);
        return;
    }
    if (strncmp(name, "shared/", 7) == 0 && answer_watch(a, name + 7, request, out))
        return;
    const call_endpoint *e = api_endpoint(name);
    if (!e)
        http_refuse(out, 404, "there is no such endpoint; /api/info lists them");
    else if (e->kind >= CALL_JOB)
        http_refuse(out, 400, "this is a job: start it with POST /api/jobs");
    else if (strcmp(request->method, e->kind == CALL_GET ? "GET" : "POST") != 0)
        refuse_method(out, e->kind == CALL_GET ? "GET" : "POST");
    else if (a->settings.read_only && e->kind == CALL_STORE)
        http_refuse(out, 403, api_read_only);
    else
        answer_now(a, e, request, out);
}

const call_endpoint *api_endpoints(int *count)
{
    *count = (int)(sizeof endpoints / sizeof *endpoints);
    return endpoints;
}
