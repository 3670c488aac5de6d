/* shared_games.c - a list of games behind one lock; every change wakes all who watch. */
#include "server/shared_games.h"

#include "answer/fail.h"
#include "answer/report.h"
#include "server/event_flow.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { MOST_GAMES = 256, MOST_STONES = 10000 };
static const double IDLE_SECONDS = 2 * 86400; /* after which a game may be forgotten at any time */
static const double SPARE_SECONDS = 1800;     /* and if there are too many */

typedef struct shared_game {
    struct shared_game *next;
    char code[SHARED_CODE], key[2][SHARED_KEY];
    bool has_joined;
    dm_side first; /* the side of the person who began it */
    char *arena;
    uint64_t seed;
    int64_t rounds, per_turn;
    board *on;
    dm_position *position;
    json_t *moves;
    double used;      /* when it was last touched */
    uint64_t version; /* counts changes, from 1 */
    int users;        /* the list, and flows */
    shared_games *of;
} shared_game;

struct shared_games {
    boards *boards;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* any game, or `stopping` */
    bool stopping;
    shared_game *first;
};

shared_games *shared_games_new(boards *b)
{
    shared_games *g = calloc(1, sizeof *g);
    if (g) {
        g->boards = b;
        pthread_mutex_init(&g->lock, NULL);
        pthread_cond_init(&g->changed, NULL);
    }
    return g;
}

/* With the lock. */
static void release_game(shared_game *game)
{
    if (--game->users > 0)
        return;
    dm_position_free(game->position);
    board_release(game->of->boards, game->on);
    json_decref(game->moves);
    free(game->arena);
    free(game);
}

void shared_games_stop(shared_games *g)
{
    if (!g)
        return;
    pthread_mutex_lock(&g->lock);
    g->stopping = true;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

void shared_games_free(shared_games *g)
{
    if (!g)
        return;
    while (g->first) {
        shared_game *game = g->first;
        g->first = game->next;
        release_game(game);
    }
    pthread_cond_destroy(&g->changed);
    pthread_mutex_destroy(&g->lock);
    free(g);
}

/* NULL: there is none.  With the lock. */
static shared_game *find_game(shared_games *g, const char *code)
{
    shared_game *game = g->first;
    while (game && strcmp(game->code, code) != 0)
        game = game->next;
    if (game)
        game->used = report_clock();
    return game;
}

static dm_status no_game(const char *code, dm_error *err)
{
    return answer_fail(err, DM_END, "there is no game '%.20s'; it may have been forgotten", code);
}

static void forget_games(shared_games *g, shared_game *old)
{
    for (shared_game **at = &g->first; *at; at = &(*at)->next)
        if (*at == old) {
            *at = old->next;
            release_game(old);
            return;
        }
}

/* Forgets games that nobody touched for long; whether one more may begin.  With the lock.
 */
static bool forget_idle_games(shared_games *g)
{
    double now = report_clock();
    int count = 0;
    shared_game *idlest = NULL;
    for (shared_game *game = g->first, *next; game; game = next) {
        next = game->next;
        if (now - game->used > IDLE_SECONDS) {
            forget_games(g, game);
            continue;
        }
        count++;
        if (!idlest || game->used < idlest->used)
            idlest = game;
    }
    if (count >= MOST_GAMES && now - idlest->used > SPARE_SECONDS) {
        forget_games(g, idlest);
        count--;
    }
    return count < MOST_GAMES;
}

static bool fill_random(void *out, size_t size)
{
    return getrandom(out, size, 0) == (ssize_t)size;
}

/* A code to read out, without letters that look alike, and two keys that nobody can guess. */
static bool make_code(shared_games *g, shared_game *game)
{
    static const char letters[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    unsigned char drawn[SHARED_CODE - 1];
    uint64_t keys[2];
    do {
        if (!fill_random(drawn, sizeof drawn) || !fill_random(keys, sizeof keys))
            return false;
        for (size_t i = 0; i < sizeof drawn; i++)
            game->code[i] = letters[drawn[i] % 32];
    } while (find_game(g, game->code));
    for (int side = 0; side < 2; side++)
        snprintf(game->key[side], SHARED_KEY, "%016" PRIx64, keys[side]);
    return true;
}

/* The state; NULL without memory.  With the lock. */
static json_t *state_of(const shared_game *game)
{
    const dm_rules *rules = dm_position_rules(game->position);
    bool is_over = dm_position_is_over(game->position);
    json_t *moves = json_deep_copy(game->moves); /* threads share no JSON value */
    return json_pack("{s:s, s:s, s:I, s:s, s:I, s:I, s:o, s:s?, s:b}", "code", game->code, "arena",
                     game->arena, "seed", (json_int_t)game->seed, "ties",
                     dm_tie_rule_name(rules->ties), "rounds", (json_int_t)game->rounds, "per_turn",
                     (json_int_t)game->per_turn, "moves", moves, "to_move",
                     is_over ? NULL : dm_side_name(dm_position_to_move(game->position)), "joined",
                     (int)game->has_joined);
}

/* Fills `out` for the person with `key`; NULL or a wrong one: who only watches.  With the lock. */
static dm_status seat_of(const shared_game *game, const char *key, shared_seat *out, dm_error *err)
{
    *out = (shared_seat){.game = state_of(game)};
    memcpy(out->code, game->code, SHARED_CODE);
    for (int side = 0; side < 2 && key; side++)
        if (strcmp(key, game->key[side]) == 0) {
            memcpy(out->key, key, SHARED_KEY);
            out->side = (dm_side)side;
        }
    return out->game ? DM_OK : answer_fail(err, DM_NO_MEMORY, "no memory for the game");
}

static void note_change(shared_game *game)
{
    game->version++;
    pthread_cond_broadcast(&game->of->changed);
}

static dm_status set_up(shared_game *game, const shared_terms *terms, dm_error *err)
{
    const dm_setup setup = {
        .rounds = terms->rounds, .per_turn = terms->per_turn, .to_move = -1, .ties = terms->ties};
    if (terms->rounds > MOST_STONES || terms->per_turn > MOST_STONES / (2 * terms->rounds))
        return answer_fail(err, DM_TOO_LARGE, "a shared game has at most %d stones", MOST_STONES);
    dm_status status = boards_open(game->of->boards, terms->arena, terms->seed, &game->on, err);
    if (status == DM_OK)
        status = dm_position_resume(board_arena(game->on), &setup, &game->position, err);
    game->arena = strdup(terms->arena);
    game->moves = json_array();
    if (status == DM_OK && (!game->arena || !game->moves))
        status = answer_fail(err, DM_NO_MEMORY, "no memory for the game");
    return status;
}

dm_status shared_games_begin(shared_games *g, const shared_terms *terms, shared_seat *out,
                             dm_error *err)
{
    shared_game *game = calloc(1, sizeof *game);
    if (!game)
        return answer_fail(err, DM_NO_MEMORY, "no memory for the game");
    *game = (shared_game){.users = 1,
                          .version = 1,
                          .of = g,
                          .first = terms->side,
                          .seed = terms->seed,
                          .rounds = terms->rounds,
                          .per_turn = terms->per_turn,
                          .used = report_clock()};
    dm_status status = set_up(game, terms, err);
    pthread_mutex_lock(&g->lock);
    if (status == DM_OK && !forget_idle_games(g))
        status = answer_fail(err, DM_UNFINISHED, "too many games are shared; try again later");
    if (status == DM_OK && !make_code(g, game))
        status = answer_fail(err, DM_INTERNAL, "no random numbers");
    if (status == DM_OK)
        status = seat_of(game, game->key[game->first], out, err);
    if (status == DM_OK) {
        game->next = g->first;
        g->first = game;
    } else {
        release_game(game);
    }
    pthread_mutex_unlock(&g->lock);
    return status;
}

dm_status shared_games_join(shared_games *g, const char *code, shared_seat *out, dm_error *err)
{
    pthread_mutex_lock(&g->lock);
    shared_game *game = find_game(g, code);
    dm_status status = DM_OK;
    if (!game)
        status = no_game(code, err);
    else if (game->has_joined)
        status = answer_fail(err, DM_BAD_MOVE, "two people play this game already");
    if (status == DM_OK) {
        game->has_joined = true;
        status = seat_of(game, game->key[dm_other(game->first)], out, err);
        game->has_joined = status == DM_OK;
        note_change(game);
    }
    pthread_mutex_unlock(&g->lock);
    return status;
}

dm_status shared_games_look(shared_games *g, const char *code, const char *key, shared_seat *out,
                            dm_error *err)
{
    pthread_mutex_lock(&g->lock);
    const shared_game *game = find_game(g, code);
    dm_status status = game ? seat_of(game, key, out, err) : no_game(code, err);
    pthread_mutex_unlock(&g->lock);
    return status;
}

/* The vertices as JSON; NULL without memory. */
static json_t *list_of(const dm_vertex *move, int32_t count)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < count; i++)
        report_append(&list, json_integer(move[i]));
    return list;
}

/* With the lock. */
static dm_status play_move(shared_game *game, const char *key, const dm_vertex *move, int32_t count,
                           dm_error *err)
{
    bool is_over = dm_position_is_over(game->position);
    if (!is_over && strcmp(key, game->key[dm_position_to_move(game->position)]) != 0)
        return answer_fail(err, DM_BAD_MOVE, "it is not your turn");
    dm_status status = dm_position_make(game->position, move, count, err);
    if (status == DM_OK && json_array_append_new(game->moves, list_of(move, count)) != 0) {
        dm_position_undo(game->position, NULL);
        status = answer_fail(err, DM_NO_MEMORY, "no memory for the move");
    }
    return status;
}

dm_status shared_games_move(shared_games *g, const char *code, const char *key,
                            const dm_vertex *move, int32_t count, shared_seat *out, dm_error *err)
{
    pthread_mutex_lock(&g->lock);
    shared_game *game = find_game(g, code);
    dm_status status = game ? play_move(game, key, move, count, err) : no_game(code, err);
    if (status == DM_OK) {
        note_change(game);
        status = seat_of(game, key, out, err);
    }
    pthread_mutex_unlock(&g->lock);
    return status;
}

/* What one watcher has seen. */
typedef struct watcher {
    shared_game *game;
    uint64_t seen; /* the version; 0: none */
} watcher;

static event_news next_event(void *state, event_message *out)
{
    static const char before[] = "event: game\ndata: ";
    watcher *w = state;
    w->game->used = report_clock();
    if (w->game->of->stopping)
        return EVENT_END;
    if (w->seen == w->game->version)
        return EVENT_NONE;
    w->seen = w->game->version;
    json_t *game = state_of(w->game);
    char *text = game ? report_text(game) : NULL;
    json_decref(game);
    *out = (event_message){text, {before, text, "\n\n"}};
    return text ? EVENT_NEXT : EVENT_END;
}

static void drop_watcher(void *state)
{
    watcher *w = state;
    shared_games *g = w->game->of;
    pthread_mutex_lock(&g->lock);
    release_game(w->game);
    pthread_mutex_unlock(&g->lock);
    free(w);
}

bool shared_games_events(shared_games *g, const char *code, http_flow *out)
{
    watcher *w = calloc(1, sizeof *w);
    if (!w)
        return false;
    pthread_mutex_lock(&g->lock);
    w->game = find_game(g, code);
    if (w->game)
        w->game->users++;
    pthread_mutex_unlock(&g->lock);
    if (!w->game) {
        free(w);
        return false;
    }
    return event_flow_begin(&(event_topic){&g->lock, &g->changed, next_event, drop_watcher, w},
                            out);
}
