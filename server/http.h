/* http.h - HTTP on one address: limits, checks, files from memory, answers from a function.
 *
 *     http_settings settings = {.address = "127.0.0.1", .port = 0, .answer = answer, ...};
 *     http *server = NULL;
 *     if (http_start(&settings, &server, why, sizeof why))
 *         ... http_port(server) ...
 *     http_stop(server);
 *
 * What is asked below /api/ goes to `answer`, everything else to the files.  Every connection has a
 * thread of its own, so an answer may take its time; their number is bounded.
 */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct http_ask {
    const char *method;
    const char *path; /* begins with /api/; without the query */
    const char *body; /* `size` bytes, then a zero */
    size_t size;
} http_ask;

/* A body that comes bit by bit. */
typedef struct http_flow {
    /* Waits up to about a second.  Bytes written to `room` of them, 0: none yet, -1: it ends. */
    int (*next)(void *state, char *buffer, size_t room);
    void (*drop)(void *state);
    void *state;
} http_flow;

typedef struct http_answer {
    int status;
    const char *type;  /* of the body; lasts */
    const char *allow; /* of a 405: the methods there are; lasts */
    char *body;        /* malloc'd, taken */
    size_t size;
    http_flow flow; /* with a `next`: instead of the body; taken */
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
    const char *address; /* an IP address as a number; all else must outlive the server too */
    int port;            /* 0: a free one */
    const http_file *files;
    int file_count;
    http_answer_fn *answer; /* called from many threads at once */
    void *user;
    size_t body_limit;      /* bytes of one request's body */
    size_t bodies_limit;    /* of all that are held at a time */
    size_t answers_limit;   /* of all large answers that were not taken yet */
    int connection_limit;   /* at a time */
    double receive_seconds; /* for a request to arrive whole */
    double send_seconds;    /* for an answer, or what a flow said at once, to be taken */
    double idle_seconds;    /* between two requests */
} http_settings;

typedef struct http http;

/* False, with the reason in `why`, where the address cannot be had. */
bool http_start(const http_settings *settings, http **out, char *why, size_t room);
int http_port(const http *server);
/* Ends every connection; answers under way are waited for. */
void http_stop(http *server);

/* The JSON object {"error":..} for `status`; `message` is plain ASCII without quotes. */
void http_refuse(http_answer *out, int status, const char *message);

#endif
