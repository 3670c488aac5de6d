/* http.c - HTTP by libmicrohttpd: one thread per connection, a time limit on every step.
 *
 * The Host and Origin are checked (origin.c) before the body is read.  Bodies are held in memory,
 * with limits for each and for all together.  A connection that takes too long to send a request,
 * to receive an answer or to ask again is closed (deadlines.c).  Nothing is compressed: on one
 * machine that costs more time than it saves, and the page is sent once (ETag).
 */
#include "server/http/http.h"

#include "server/http/deadlines.h"
#include "server/http/http_library.h"
#include "server/http/listen.h"
#include "server/http/origin.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
    HEADER_ROOM = 32 << 10, /* per connection: headers and what is being sent */
    FLOW_ROOM = 4096,
    SMALL_ANSWER = 64 << 10, /* does not count towards the limit */
    STACK = 1 << 20
};

struct http {
    http_settings settings;
    struct MHD_Daemon *daemon;
    deadlines *deadlines;
    int port;
    bool loopback;
    atomic_size_t bodies, answers; /* bytes held */
};

/* A request, until its answer has been received. */
typedef struct exchange {
    char *body;
    size_t size, capacity, limit;
    size_t answer; /* its bytes, if it is large */
} exchange;

/* False if the limit would be exceeded. */
static bool hold_bodies(atomic_size_t *held, size_t size, size_t limit)
{
    if (atomic_fetch_add(held, size) + size <= limit)
        return true;
    atomic_fetch_sub(held, size);
    return false;
}

static const struct {
    const char *name, *value;
} headers[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
     "connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
};

static deadline *deadline_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        mhd.get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* Takes `response`, which may be NULL. */
static enum MHD_Result queue(http *server, struct MHD_Connection *connection, int status,
                             struct MHD_Response *response)
{
    if (!response)
        return MHD_NO;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        mhd.add_response_header(response, headers[i].name, headers[i].value);
    deadlines_set(server->deadlines, deadline_of(connection), server->settings.send_seconds);
    enum MHD_Result result = mhd.queue_response(connection, (unsigned)status, response);
    mhd.destroy_response(response);
    return result;
}

/* A flow on its connection. */
typedef struct stream {
    http_flow flow;
    http *server;
    deadline *until;
} stream;

/* Called once the client has received what came before. */
static ssize_t flow_next(void *state, uint64_t position, char *buffer, size_t capacity)
{
    stream *own = state;
    (void)position;
    deadlines_set(own->server->deadlines, own->until, own->server->settings.send_seconds);
    int size = own->flow.next(own->flow.state, buffer, capacity);
    return size < 0 ? MHD_CONTENT_READER_END_OF_STREAM : size;
}

static void flow_drop(void *state)
{
    stream *own = state;
    own->flow.drop(own->flow.state);
    free(own);
}

static struct MHD_Response *flow_response(http *server, deadline *until, const http_flow *flow)
{
    stream *own = malloc(sizeof *own);
    if (!own) {
        flow->drop(flow->state);
        return NULL;
    }
    *own = (stream){*flow, server, until};
    struct MHD_Response *response =
        mhd.create_response_from_callback(MHD_SIZE_UNKNOWN, FLOW_ROOM, flow_next, own, flow_drop);
    if (!response)
        flow_drop(own);
    return response;
}

static struct MHD_Response *body_response(http_answer *answer)
{
    struct MHD_Response *response = mhd.create_response_from_buffer(
        answer->body ? answer->size : 0, answer->body, MHD_RESPMEM_MUST_FREE);
    if (!response)
        free(answer->body);
    return response;
}

/* Takes what `answer` holds. */
static enum MHD_Result send_answer(http *server, struct MHD_Connection *connection,
                                   http_answer *answer)
{
    bool flows = answer->flow.next != NULL;
    struct MHD_Response *response =
        flows ? flow_response(server, deadline_of(connection), &answer->flow)
              : body_response(answer);
    if (response) {
        mhd.add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
        mhd.add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, answer->type);
        if (answer->allow)
            mhd.add_response_header(response, MHD_HTTP_HEADER_ALLOW, answer->allow);
    }
    return queue(server, connection, answer->status, response);
}

static enum MHD_Result refuse_request(http *server, struct MHD_Connection *connection, int status,
                                      const char *allow, const char *message)
{
    http_answer answer;
    http_refuse(&answer, status, message);
    answer.allow = allow;
    return send_answer(server, connection, &answer);
}

static const http_file *find_file(const http *server, const char *path)
{
    const char *wanted = strcmp(path, "/") == 0 ? "/index.html" : path;
    for (int i = 0; i < server->settings.file_count; i++)
        if (strcmp(server->settings.files[i].path, wanted) == 0)
            return &server->settings.files[i];
    return NULL;
}

static const char *header_of(struct MHD_Connection *connection, const char *name)
{
    return mhd.lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static bool is_api(const char *path)
{
    return strncmp(path, "/api/", 5) == 0;
}

/* Whether the path takes bytes of any kind instead of JSON. */
static bool is_file(const http *server, const char *path)
{
    return server->settings.file_path && strcmp(path, server->settings.file_path) == 0;
}

static bool has_type(struct MHD_Connection *connection, const char *wanted)
{
    const char *type = header_of(connection, MHD_HTTP_HEADER_CONTENT_TYPE);
    size_t size = strlen(wanted);
    return type && strncmp(type, wanted, size) == 0 &&
           (type[size] == 0 || type[size] == ';' || type[size] == ' ');
}

static size_t limit_of(const http *server, const char *path)
{
    return is_file(server, path) ? server->settings.file_limit : server->settings.body_limit;
}

static bool is_too_long(const http *server, struct MHD_Connection *connection, const char *path)
{
    const char *length = header_of(connection, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return length && strtoull(length, NULL, 10) > limit_of(server, path);
}

/* Why the body's type is refused; NULL: it is fine.  Pages of other sites cannot send these types.
 */
static const char *type_refusal(const http *server, struct MHD_Connection *connection,
                                const char *path)
{
    if (is_file(server, path))
        return has_type(connection, "application/octet-stream")
                   ? NULL
                   : "the body must be application/octet-stream";
    return has_type(connection, "application/json") ? NULL : "the body must be application/json";
}

/* Counts the headers Host, Origin and Sec-Fetch-Site. */
static enum MHD_Result count_claims(void *user, enum MHD_ValueKind kind, const char *name,
                                    const char *value)
{
    int *count = user;
    (void)kind, (void)value;
    count[0] += strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0;
    count[1] += strcasecmp(name, MHD_HTTP_HEADER_ORIGIN) == 0;
    return MHD_YES;
}

/* If a header comes twice, a proxy may believe one and this server the other. */
static bool is_ambiguous(struct MHD_Connection *connection)
{
    int count[2] = {0, 0};
    mhd.get_connection_values(connection, MHD_HEADER_KIND, count_claims, count);
    return count[0] > 1 || count[1] > 1;
}

/* Refuses what can be refused before the body is read.  MHD_NO with *is_answered false: read on. */
static enum MHD_Result check_head(http *server, struct MHD_Connection *connection, const char *path,
                                  const char *method, bool *is_answered)
{
    const origin_claims claims = {header_of(connection, MHD_HTTP_HEADER_HOST),
                                  header_of(connection, MHD_HTTP_HEADER_ORIGIN),
                                  header_of(connection, "Sec-Fetch-Site")};
    const char *refusal = origin_refusal(&claims, server->port, server->loopback, is_api(path));
    *is_answered = true;
    if (refusal)
        return refuse_request(server, connection, MHD_HTTP_FORBIDDEN, NULL, refusal);
    if (is_ambiguous(connection))
        return refuse_request(server, connection, MHD_HTTP_BAD_REQUEST, NULL,
                              "the Host or Origin is given twice");
    if (is_too_long(server, connection, path))
        return refuse_request(server, connection, MHD_HTTP_CONTENT_TOO_LARGE, NULL,
                              "the body of this request is too large");
    bool has_body = is_api(path) && strcmp(method, "POST") == 0;
    if (has_body && (refusal = type_refusal(server, connection, path)))
        return refuse_request(server, connection, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, NULL, refusal);
    *is_answered = false;
    return MHD_NO;
}

/* Allocates memory for `size` bytes and a zero; false if there is none. */
static bool reserve_body(http *server, exchange *e, size_t size)
{
    size_t capacity = e->capacity ? e->capacity : 1024;
    while (capacity < size + 1)
        capacity *= 2;
    size_t more = capacity - e->capacity;
    if (more == 0)
        return true;
    if (!hold_bodies(&server->bodies, more, server->settings.bodies_limit))
        return false;
    char *body = realloc(e->body, capacity);
    if (!body) {
        atomic_fetch_sub(&server->bodies, more);
        return false;
    }
    e->body = body;
    e->capacity = capacity;
    return true;
}

/* False if the limits end the request. */
static bool add_bytes(http *server, exchange *e, const char *bytes, size_t size)
{
    if (size > e->limit - e->size || !reserve_body(server, e, e->size + size))
        return false;
    memcpy(e->body + e->size, bytes, size);
    e->size += size;
    e->body[e->size] = 0;
    return true;
}

static enum MHD_Result begin_request(http *server, struct MHD_Connection *connection,
                                     const char *path, const char *method, void **state)
{
    bool is_answered;
    deadlines_set(server->deadlines, deadline_of(connection), server->settings.receive_seconds);
    enum MHD_Result result = check_head(server, connection, path, method, &is_answered);
    if (is_answered)
        return result;
    exchange *e = calloc(1, sizeof *e);
    if (e)
        e->limit = limit_of(server, path);
    *state = e;
    return e ? MHD_YES : MHD_NO;
}

static void drop_body(http *server, exchange *e)
{
    atomic_fetch_sub(&server->bodies, e->capacity);
    free(e->body);
    e->body = NULL;
    e->capacity = 0;
}

/* False, with the answer freed, if too many large ones have not been received yet. */
static bool count_answer(http *server, exchange *e, http_answer *answer)
{
    if (!answer->body || answer->size <= SMALL_ANSWER)
        return true;
    if (hold_bodies(&server->answers, answer->size, server->settings.answers_limit)) {
        e->answer = answer->size;
        return true;
    }
    free(answer->body);
    return false;
}

static enum MHD_Result on_request(void *user, struct MHD_Connection *connection, const char *path,
                                  const char *method, const char *version, const char *bytes,
                                  size_t *size, void **state)
{
    http *server = user;
    exchange *e = *state;
    (void)version;
    if (!e)
        return begin_request(server, connection, path, method, state);
    if (*size > 0) {
        bool fits = add_bytes(server, e, bytes, *size);
        *size = 0;
        return fits ? MHD_YES : MHD_NO;
    }
    if (!is_api(path)) {
        const http_file *file = find_file(server, path);
        if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
            return refuse_request(server, connection, MHD_HTTP_METHOD_NOT_ALLOWED, "GET, HEAD",
                                  "files are read with GET");
        if (!file)
            return refuse_request(server, connection, MHD_HTTP_NOT_FOUND, NULL,
                                  "there is no such page");
        const char *known = header_of(connection, MHD_HTTP_HEADER_IF_NONE_MATCH);
        bool same = known && strcmp(known, file->tag) == 0;
        struct MHD_Response *response = mhd.create_response_from_buffer(
            same ? 0 : file->size, (void *)(uintptr_t)file->bytes, MHD_RESPMEM_PERSISTENT);
        if (response) {
            mhd.add_response_header(response, MHD_HTTP_HEADER_ETAG, file->tag);
            mhd.add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache");
            mhd.add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, file->type);
        }
        return queue(server, connection, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, response);
    }
    const http_ask ask = {method, path, e->body ? e->body : "", e->size};
    http_answer answer = {.status = MHD_HTTP_INTERNAL_SERVER_ERROR, .type = "application/json"};
    deadlines_set(server->deadlines, deadline_of(connection), -1);
    server->settings.answer(server->settings.user, &ask, &answer);
    drop_body(server, e);
    if (!count_answer(server, e, &answer))
        return refuse_request(server, connection, MHD_HTTP_SERVICE_UNAVAILABLE, NULL,
                              "too many answers have not been received yet");
    return send_answer(server, connection, &answer);
}

static void on_end(void *user, struct MHD_Connection *connection, void **state,
                   enum MHD_RequestTerminationCode code)
{
    http *server = user;
    exchange *e = *state;
    (void)code;
    deadlines_set(server->deadlines, deadline_of(connection), server->settings.idle_seconds);
    if (!e)
        return;
    drop_body(server, e);
    atomic_fetch_sub(&server->answers, e->answer);
    free(e);
    *state = NULL;
}

static void on_connection(void *user, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode code)
{
    http *server = user;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info =
            mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *context =
            deadlines_add(server->deadlines, info->connect_fd, server->settings.receive_seconds);
    } else {
        deadlines_remove(server->deadlines, *context);
        *context = NULL;
    }
}

/* Takes the socket; NULL without memory or thread. */
static http *serve_connections(const http_settings *settings, const listener *at)
{
    http *server = calloc(1, sizeof *server);
    if (server) {
        server->settings = *settings;
        server->loopback = at->is_loopback;
        server->port = at->port;
        server->deadlines = deadlines_new();
    }
    if (server && server->deadlines) {
        const http_settings *s = &server->settings;
        unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION |
                         MHD_USE_POLL | MHD_USE_ITC | (at->is_six ? MHD_USE_IPv6 : 0u);
        const struct MHD_OptionItem options[] = {
            {MHD_OPTION_LISTEN_SOCKET, at->fd, NULL},
            {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)on_end, server},
            {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)on_connection, server},
            {MHD_OPTION_CONNECTION_LIMIT, s->connection_limit, NULL},
            {MHD_OPTION_CONNECTION_TIMEOUT, (intptr_t)s->idle_seconds, NULL},
            {MHD_OPTION_CONNECTION_MEMORY_LIMIT, HEADER_ROOM, NULL},
            {MHD_OPTION_THREAD_STACK_SIZE, STACK, NULL},
            {MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL},
            {MHD_OPTION_END, 0, NULL}};
        server->daemon = mhd.start_daemon(flags, (uint16_t)server->port, NULL, NULL, on_request,
                                          server, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
    }
    if (server && server->daemon)
        return server;
    close(at->fd);
    http_stop(server);
    return NULL;
}

bool http_start(const http_settings *settings, http **out, char *why, size_t capacity)
{
    listener at;
    if (!http_library_load(why, capacity) ||
        !listen_at(settings->address, settings->port, &at, why, capacity))
        return false;
    http *server = serve_connections(settings, &at);
    if (server)
        *out = server;
    else
        snprintf(why, capacity, "no memory or threads for a server");
    return server != NULL;
}

int http_port(const http *server)
{
    return server->port;
}

void http_stop(http *server)
{
    if (!server)
        return;
    if (server->daemon)
        mhd.stop_daemon(server->daemon);
    deadlines_free(server->deadlines);
    free(server);
}
