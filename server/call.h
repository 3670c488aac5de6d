/* call.h - one question while it is answered: what the handlers (api_*.c) share. */
#ifndef SERVER_CALL_H
#define SERVER_CALL_H

#include "answer/answer.h"
#include "question/questions.h"
#include "server/api.h"
#include "server/turns.h"

#include <stdatomic.h>

struct api {
    api_settings settings;
    atomic_bool stopping;
    boards *boards;
    jobs *jobs;
    dm_results *results; /* NULL: there is no database */
    turns quick, heavy;  /* questions, and those about large boards, that are being answered */
    turns large;         /* large questions, while they are read and answered */
};

typedef struct call {
    api *api;
    asking ask;  /* its fields */
    dm_run *run; /* of a job; NULL otherwise */
    double begun;
    board *board;          /* NULL where the question has none, as what follows */
    const char *source;    /* its name */
    const dm_arena *arena; /* it, with the values of the question */
    dm_arena *valued;
    int64_t size; /* of boards on which it takes long */
    bool table;   /* it needs a table of all distances */
    turns *turn;  /* the one it has; a job has none */
} call;

/* Answers with a report of its own, once the fields are read and the board is open.  DM_STOPPED may
 * come with one. */
typedef dm_status call_fn(call *c, report **out, dm_error *err);

typedef enum call_kind { CALL_GET, CALL_POST, CALL_JOB } call_kind;

typedef struct call_endpoint {
    const char *name;
    call_kind kind;
    const question *about;
    call_fn *answer; /* NULL: the question finds and tells by itself */
    int64_t size;
    bool table;
    const char *help;
} call_endpoint;

#define Q(name, kind, question, size, table, help)
#define X(name, kind, function, size, table, help)                                                 \
    extern const question fields_of_##function;                                                    \
    call_fn answer_to_##function;
#include "server/endpoints.def"
#undef X
#undef Q

const call_endpoint *api_endpoint(const char *name); /* NULL: there is none */
const call_endpoint *api_endpoints(int *count);

/* Answers the question `body`, JSON of `size` bytes; an empty one is {}.  The answer is JSON, freed
 * with free().  With `run` it is a job's; without, it waits for its turn. */
dm_status call_answer(api *a, const call_endpoint *e, const char *body, size_t size, dm_run *run,
                      char **out, dm_error *err);
/* The same of a question that was parsed already, as a job's. */
dm_status call_object(api *a, const call_endpoint *e, const json_t *object, dm_run *run,
                      json_t **out, dm_error *err);

/* Whether a text of JSON has no more values than a question may: parsed, they take a hundred times
 * the memory of their letters. */
bool call_json_fits(const char *text, size_t size);

/* A report with the common fields of the board, or `arena` where there was another. */
report *call_report(const call *c);
report *call_report_on(const call *c, const char *source, const dm_arena *arena, dm_tie_rule ties);
/* Hands a report over, or frees it where the status is not DM_OK, which it gives. */
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
    dm_record *record; /* where it was given by its record */
    dm_position *position;
    const char *source;
    uint64_t seed;
    const char *players[2];
} call_played;

dm_status call_game(call *c, const call_game_fields *given, call_played *out, dm_error *err);
void call_game_clear(call_played *game);

#endif
