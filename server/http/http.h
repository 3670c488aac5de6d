/* http.h - HTTP on one address: limits, checks, files from memory, answers from a function.
 *
 *     http_settings settings = {.address = "127.0.0.1", .port = 0, .answer = answer, ...};
 *     http *server = NULL;
 *     if (http_start(&settings, &server, why, sizeof why))
 *         ... http_port(server) ...
 *     http_stop(server);
 *
 * Requests below /api/ go to `answer`, all others to the files.  Every connection has its own
 * thread, so an answer may take long; their number is limited.
 */
#ifndef SERVER_HTTP_HTTP_H
#define SERVER_HTTP_HTTP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct http_ask {
    const char *method;
    const char *path; /* begins with /api/; without the query */
    const char *body; /* `size` bytes, then a zero */
    size_t size;
} http_ask;

/* A body sent piece by piece. */
typedef struct http_flow {
    /* Waits up to about a second; gives the number of bytes written, 0: none yet, -1: the end. */
    int (*next)(void *state, char *buffer, size_t capacity);
    void (*drop)(void *state);
    void *state;
} http_flow;

typedef struct http_answer {
    int status;
    const char *type;  /* of the body; static */
    const char *allow; /* with 405: the methods allowed; static */
    char *body;        /* from malloc; taken */
    size_t size;
    http_flow flow; /* if it has `next`: in place of the body; taken */
} http_answer;

typedef void http_answer_fn(void *user, const http_ask *ask, http_answer *out);

/* A file of the page, kept in memory. */
typedef struct http_file {
    const char *path; /* "/index.html" */
    const char *type;
    const char *tag; /* changes with the content; in double quotes */
    const unsigned char *bytes;
    size_t size;
} http_file;

typedef struct http_settings {
    const char *address; /* numeric; it and all else must outlive the server */
    int port;            /* 0: a free one */
    const http_file *files;
    int file_count;
    http_answer_fn *answer; /* called from many threads at once */
    void *user;
    size_t body_limit;      /* bytes of one request's body */
    const char *file_path;  /* where a POST has bytes of any kind; NULL: nowhere */
    size_t file_limit;      /* of such a body */
    size_t bodies_limit;    /* of all bodies held at a time */
    size_t answers_limit;   /* of all large answers not received yet */
    int connection_limit;   /* at a time */
    double receive_seconds; /* for a request to arrive whole */
    double send_seconds;    /* for an answer, or a piece of a flow, to be received */
    double idle_seconds;    /* between two requests */
} http_settings;

typedef struct http http;

/* False, with the reason in `why`, if it cannot listen there or libmicrohttpd is missing. */
bool http_start(const http_settings *settings, http **out, char *why, size_t capacity);
int http_port(const http *server);
/* Waits for answers in progress and ends every connection. */
void http_stop(http *server);

/* The JSON object {"error":..} for `status`; `message` is plain ASCII without quotes. */
void http_refuse(http_answer *out, int status, const char *message);

#endif
