/* call.h - one question while it is answered: what the handlers (api_*.c) share. */
#ifndef SERVER_CALL_H
#define SERVER_CALL_H

#include "answer/answer.h"
#include "answer/fail.h"
#include "server/api.h"
#include "server/ask.h"
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
    ask q;
    dm_run *run; /* of a job; NULL otherwise */
    double begun;
    board *board;          /* once call_board() was called, with what follows */
    const char *source;    /* its name */
    const dm_arena *arena; /* it, with the values of the question */
    dm_arena *valued;
    dm_tie_rule ties;
    uint64_t seed;
    turns *turn; /* the one it has; a job has none */
} call;

/* Reads the fields and answers with a report of its own.  DM_STOPPED may come with one. */
typedef dm_status call_fn(call *c, report **out, dm_error *err);
#define X(name, kind, function, help) call_fn answer_to_##function;
#include "server/endpoints.def"
#undef X

/* Lets `fn` answer the question `body`, JSON of `size` bytes; an empty one is {}.  The answer is
 * JSON, freed with free().  With `run` it is a job's; without, it waits for its turn. */
dm_status call_answer(api *a, call_fn *fn, const char *body, size_t size, dm_run *run, char **out,
                      dm_error *err);
/* The same of a question that was read already, as a job's. */
dm_status call_object(api *a, call_fn *fn, const json_t *object, dm_run *run, json_t **out,
                      dm_error *err);

/* On boards of so many vertices and edges this question takes long: the others go first. */
void call_is_dear(call *c, int64_t size);
/* Reads arena, seed, ties and values and opens the board; DM_OK where that went well. */
dm_status call_board(call *c);
/* A report with the common fields of the board, or `arena` where there was another. */
report *call_report(const call *c);
report *call_report_on(const call *c, const char *source, const dm_arena *arena, dm_tie_rule ties);
/* Hands a report over, or frees it where the status is not DM_OK, which it gives. */
dm_status call_give(report *r, dm_status status, report **out);
/* Reads white and black, or stones; freed with free(), NULL on failure. */
dm_stone *call_stones(call *c, int64_t *count);
/* Refuses boards that are too large for tables of all distances. */
void call_need_table(call *c);
int call_threads(call *c);
/* Reads time: seconds after which the job's run ends. */
void call_time(call *c);

/* A game that was asked about: by its moves, or by its record. */
typedef struct call_played {
    dm_record *record; /* the second kind */
    dm_position *position;
    const char *source;
    uint64_t seed;
    const char *players[2];
    json_t *names; /* keeps them */
} call_played;

dm_status call_game(call *c, call_played *out);
void call_game_clear(call_played *game);

#endif
