/* call.h - one question while it is answered: what the handlers (api_*.c) share. */
#ifndef SERVER_CALL_H
#define SERVER_CALL_H

#include "answer/answer.h"
#include "question/drive.h"
#include "question/questions.h"
#include "server/api.h"
#include "server/http/fair_semaphore.h"
#include "server/shared_games.h"
#include "server/uploads.h"

#include <stdatomic.h>

struct api {
    api_settings settings;
    atomic_bool stopping;
    boards *boards;
    jobs *jobs;
    shared_games *shared;
    uploads *uploads;
    dm_results *results; /* NULL: there is no database */
    fair_semaphore quick,
        heavy;            /* limit how many questions, and how many about large boards, run */
    fair_semaphore large; /* held while a large body is read and answered */
};

typedef struct call_endpoint call_endpoint;

typedef struct call {
    api *api;
    const call_endpoint *endpoint;
    ask_task task;        /* its fields; its board, with the run of a job; its report */
    board *board;         /* NULL: the question has none */
    fair_semaphore *held; /* a place in it; NULL: a job */
} call;

/* Answers once the fields are read and the board is open.  DM_STOPPED may come with a report. */
typedef dm_status call_fn(call *c, report **out, dm_error *err);

typedef enum call_kind {
    CALL_GET,
    CALL_POST,
    CALL_STORE, /* a POST that stores something; DM_UNFINISHED: too many are kept */
    CALL_JOB,
    CALL_SHORT /* a job of the lane for short ones */
} call_kind;

struct call_endpoint {
    const char *name;
    call_kind kind;
    const question *about;
    call_fn *answer; /* NULL: `about` answers itself */
    int64_t size;    /* from which a board counts as large; 0: the usual one */
    bool table;      /* needs a table of all distances */
    const char *help;
};

#define X(name, kind, function, size, table, help)                                                 \
    extern const question fields_of_##function;                                                    \
    call_fn answer_to_##function;
#include "server/endpoints.def"
#undef X

extern const char api_read_only[]; /* why a server refuses boards, jobs and games */

const call_endpoint *api_endpoint(const char *name); /* NULL: there is none */
const call_endpoint *api_endpoints(int *count);

/* Answers the question `body`, JSON of `size` bytes; an empty one is {}.  The answer is JSON, freed
 * with free().  With `run` it is a job; without, it waits in a queue. */
dm_status call_answer(api *a, const call_endpoint *e, const char *body, size_t size, dm_run *run,
                      char **out, dm_error *err);
/* The same for a question that is parsed already. */
dm_status call_object(api *a, const call_endpoint *e, const json_t *object, dm_run *run,
                      json_t **out, dm_error *err);

/* Whether JSON text has few enough values: parsed, they take a hundred times its memory. */
bool call_json_fits(const char *text, size_t size);

/* Whether this server runs jobs about a board of this size: DM_TOO_LARGE, with the limits, if not.
 */
dm_status call_job_fits(const api *a, const dm_arena *arena, dm_error *err);

/* A report with the common fields of the board. */
report *call_report(const call *c);
report *call_report_on(const call *c, const char *source, const dm_arena *arena, dm_tie_rule ties);
/* The facts about a board that was just read. */
report *call_report_read(const call *c);
/* Passes the report on, or frees it if the status is not DM_OK; gives the status. */
dm_status call_give(report *r, dm_status status, report **out);

/* The fields of a game: by its moves, or by its record. */
typedef struct call_game_fields {
    question_raw record, moves, players;
    int64_t rounds, per_turn;
} call_game_fields;

/* Their rows in the table of a question whose struct has a member `game`. */
/* clang-format off */
#define CALL_GAME(own)                                                                             \
    {.name = "record", .type = Q_OBJECT, .at = offsetof(own, game.record),                         \
     .help = "a recorded game, in place of arena, rounds and moves"},                              \
    {.name = "rounds", .type = Q_COUNT, .low = 1, .high = INT32_MAX,                               \
     .at = offsetof(own, game.rounds), .help = "turns per player"},                                \
    {.name = "per_turn", .type = Q_COUNT, .low = 1, .high = INT32_MAX, .standard = 1,              \
     .at = offsetof(own, game.per_turn), .help = "stones placed per turn"},                        \
    {.name = "moves", .type = Q_LIST, .at = offsetof(own, game.moves),                             \
     .help = "the moves so far: [[0],[4],..]; an empty one is a lost turn"},                       \
    {.name = "players", .type = Q_LIST, .at = offsetof(own, game.players),                         \
     .help = "two names that the answer repeats: [\"human\",\"greedy\"]"}
/* clang-format on */

/* A game that was asked about. */
typedef struct call_played {
    dm_record *record; /* NULL if the game was given by its moves */
    dm_position *position;
    const char *source;
    uint64_t seed;
    const char *players[2];
} call_played;

dm_status call_game(call *c, const call_game_fields *given, call_played *out, dm_error *err);
void call_game_clear(call_played *game);

#endif
