/* contest_answer.h - what the answers about the results database share. */
#ifndef SERVER_CONTEST_ANSWER_H
#define SERVER_CONTEST_ANSWER_H

#include "server/call.h"

typedef struct contest_fields {
    int64_t event, pairing, number, from, count;
    const char *player;
} contest_fields;

/* Fails with DM_END if the server has no results database. */
dm_status contest_need_results(const call *c, dm_error *err);
dm_status contest_no_memory(dm_error *err);
/* Takes `list`, which is the answer if the status is DM_OK. */
dm_status contest_give_list(const char *key, json_t *list, dm_status status, report **out);

/* An event without its numbers of pairings and games; NULL without memory. */
json_t *contest_event_json(const dm_event *event);
/* A dm_event_fn: `user` is a json_t **. */
dm_status contest_copy_event(void *user, const dm_event *event, dm_error *err);

/* The players of an event: what pairings call them, and what people do. */
typedef struct contest_players {
    struct contest_player {
        char *key, *label;
        char *version; /* "": none */
        bool is_newest, is_program;
        int64_t faults, faulty_games;
    } * player;
    size_t count, capacity;
} contest_players;

/* `counts`: also their faults. */
dm_status contest_read_players(dm_results *results, int64_t event, bool counts,
                               contest_players *out, dm_error *err);
void contest_clear_players(contest_players *players);
/* Never NULL: every player of a pairing is there. */
const struct contest_player *contest_find_player(const contest_players *players, const char *key);

#endif
