/* api.h - questions in JSON, answers in JSON (docs/API.md).
 *
 * It knows no sockets: a request is a method, a path and a body, an answer is a status and a body
 * or a flow of events (types in http.h).
 */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "server/http/http.h"
#include "server/jobs.h"
#include "server/known_boards.h"
#include <stdio.h>

/* An outside program that clients may play with; they see only its name. */
typedef struct api_bot {
    char *name, *command;
} api_bot;

typedef struct api_settings {
    bool read_only;           /* accepts neither boards nor jobs */
    const char *const *files; /* of boards that it offers; borrowed */
    int file_count;
    dm_read_options read; /* how these are read */
    size_t file_bytes;    /* of a file that a client sends */
    const char *db;       /* a database of results, or NULL; borrowed */
    const api_bot *bots;  /* borrowed */
    int bot_count;
    dm_sandbox sandbox; /* for them */
    boards_limits boards;
    jobs_limits jobs;
    dm_vertex job_vertices; /* of a board that a job works on */
    int64_t job_edges;
    dm_vertex exact_vertices; /* if a job needs all distances: solve, moves, lead */
    int64_t job_memory;       /* bytes of a solver's table */
    int job_threads;
} api_settings;

api_settings api_defaults(void);

typedef struct api api;

dm_status api_new(const api_settings *settings, api **out, dm_error *err);
void api_free(api *a);
/* Cancels all work; later questions are refused. */
void api_stop(api *a);

/* Where clients send files. */
extern const char api_file_path[];

/* An http_answer_fn; `user` is an api. */
void api_answer(void *user, const http_ask *request, http_answer *out);

/* Prints the OpenAPI description of the server, as docs/openapi.yaml has it. */
dm_status openapi_print(FILE *to, dm_error *err);

#endif
