/* shared_games.c - a list of games behind one lock; every change wakes all who watch. */
#include "server/shared_games.h"

#include "answer/fail.h"
#include "answer/report.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { MOST_GAMES = 256, MOST_STONES = 10000, KEEP_ALIVE = 10 /* seconds */ };
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
    uint64_t version; /* counts changes */
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
static void release(shared_game *game)
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
        release(game);
    }
    pthread_cond_destroy(&g->changed);
    pthread_mutex_destroy(&g->lock);
    free(g);
}

/* NULL: there is none.  With the lock. */
static shared_game *find(shared_games *g, const char *code)
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

static void forget(shared_games *g, shared_game *old)
{
    for (shared_game **at = &g->first; *at; at = &(*at)->next)
        if (*at == old) {
            *at = old->next;
            release(old);
            return;
        }
}

/* Forgets games that nobody touched for long; whether there is room for one more.  With the lock.
 */
static bool make_room(shared_games *g)
{
    double now = report_clock();
    int count = 0;
    shared_game *idlest = NULL;
    for (shared_game *game = g->first, *next; game; game = next) {
        next = game->next;
        if (now - game->used > IDLE_SECONDS) {
            forget(g, game);
            continue;
        }
        count++;
        if (!idlest || game->used < idlest->used)
            idlest = game;
    }
    if (count >= MOST_GAMES && now - idlest->used > SPARE_SECONDS) {
        forget(g, idlest);
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
    } while (find(g, game->code));
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
static dm_status seat(const shared_game *game, const char *key, shared_seat *out, dm_error *err)
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
                          .of = g,
                          .first = terms->side,
                          .seed = terms->seed,
                          .rounds = terms->rounds,
                          .per_turn = terms->per_turn,
                          .used = report_clock()};
    dm_status status = set_up(game, terms, err);
    pthread_mutex_lock(&g->lock);
    if (status == DM_OK && !make_room(g))
        status = answer_fail(err, DM_UNFINISHED, "too many games are shared; try again later");
    if (status == DM_OK && !make_code(g, game))
        status = answer_fail(err, DM_INTERNAL, "no random numbers");
    if (status == DM_OK) {
        game->next = g->first;
        g->first = game;
        status = seat(game, game->key[game->first], out, err);
    } else {
        release(game);
    }
    pthread_mutex_unlock(&g->lock);
    return status;
}

dm_status shared_games_join(shared_games *g, const char *code, shared_seat *out, dm_error *err)
{
    pthread_mutex_lock(&g->lock);
    shared_game *game = find(g, code);
    dm_status status = DM_OK;
    if (!game)
        status = no_game(code, err);
    else if (game->has_joined)
        status = answer_fail(err, DM_BAD_MOVE, "two people play this game already");
    if (status == DM_OK) {
        game->has_joined = true;
        note_change(game);
        status = seat(game, game->key[dm_other(game->first)], out, err);
    }
    pthread_mutex_unlock(&g->lock);
    return status;
}

dm_status shared_games_look(shared_games *g, const char *code, const char *key, shared_seat *out,
                            dm_error *err)
{
    pthread_mutex_lock(&g->lock);
    const shared_game *game = find(g, code);
    dm_status status = game ? seat(game, key, out, err) : no_game(code, err);
    pthread_mutex_unlock(&g->lock);
    return status;
}

/* The vertices of a move, freed with free(); -1 for what is no vertex.  NULL without memory. */
static dm_vertex *read_move(const json_t *move, int32_t *count)
{
    size_t size = json_array_size(move);
    *count = size < MOST_STONES ? (int32_t)size : MOST_STONES;
    dm_vertex *vertices = malloc(((size_t)*count + 1) * sizeof *vertices);
    for (int32_t i = 0; vertices && i < *count; i++) {
        const json_t *given = json_array_get(move, (size_t)i);
        json_int_t v = json_is_integer(given) ? json_integer_value(given) : -1;
        vertices[i] = v >= 0 && v <= INT32_MAX ? (dm_vertex)v : -1;
    }
    return vertices;
}

/* With the lock. */
static dm_status play(shared_game *game, const char *key, const json_t *move, dm_error *err)
{
    int32_t count;
    bool is_over = dm_position_is_over(game->position);
    if (!is_over && strcmp(key, game->key[dm_position_to_move(game->position)]) != 0)
        return answer_fail(err, DM_BAD_MOVE, "it is not your turn");
    dm_vertex *vertices = read_move(move, &count);
    json_t *copy = json_deep_copy(move); /* the question's values end with it */
    dm_status status = vertices && copy ? dm_position_make(game->position, vertices, count, err)
                                        : answer_fail(err, DM_NO_MEMORY, "no memory for the move");
    if (status == DM_OK && json_array_append(game->moves, copy) != 0) {
        dm_position_undo(game->position, NULL);
        status = answer_fail(err, DM_NO_MEMORY, "no memory for the move");
    }
    json_decref(copy);
    free(vertices);
    return status;
}

dm_status shared_games_move(shared_games *g, const char *code, const char *key, const json_t *move,
                            shared_seat *out, dm_error *err)
{
    pthread_mutex_lock(&g->lock);
    shared_game *game = find(g, code);
    dm_status status = game ? play(game, key, move, err) : no_game(code, err);
    if (status == DM_OK) {
        note_change(game);
        status = seat(game, key, out, err);
    }
    pthread_mutex_unlock(&g->lock);
    return status;
}

/* The flow of one watcher. */
typedef struct watch {
    shared_game *game;
    uint64_t seen;
    bool has_begun;
    double last_sent;
    char *text; /* being sent, from `at` on */
    size_t size, at;
} watch;

/* Waits at most a second; with the lock. */
static void wait_for_change(shared_games *g)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    pthread_cond_timedwait(&g->changed, &g->lock, &until);
}

/* False without memory.  With the lock. */
static bool compose(watch *w)
{
    json_t *state = state_of(w->game);
    char *text = state ? report_text(state) : NULL;
    json_decref(state);
    free(w->text);
    size_t room = text ? strlen(text) + 32 : 0;
    w->text = text ? malloc(room) : NULL;
    w->size = w->text ? (size_t)snprintf(w->text, room, "event: game\ndata: %s\n\n", text) : 0;
    w->at = 0;
    w->seen = w->game->version;
    w->has_begun = true;
    free(text);
    return w->text != NULL;
}

static int copy_next(watch *w, char *buffer, size_t room)
{
    size_t left = w->size - w->at, some = left < room ? left : room;
    memcpy(buffer, w->text + w->at, some);
    w->at += some;
    w->last_sent = report_clock();
    return (int)some;
}

static int next_bytes(void *flow, char *buffer, size_t room)
{
    static const char comment[] = ": still here\n\n";
    watch *w = flow;
    shared_games *g = w->game->of;
    if (w->at < w->size)
        return copy_next(w, buffer, room);
    pthread_mutex_lock(&g->lock);
    if (w->has_begun && w->game->version == w->seen && !g->stopping)
        wait_for_change(g);
    bool news = !w->has_begun || w->game->version != w->seen;
    bool failed = g->stopping || (news && !compose(w));
    w->game->used = report_clock();
    pthread_mutex_unlock(&g->lock);
    if (failed)
        return -1;
    if (news)
        return copy_next(w, buffer, room);
    if (report_clock() - w->last_sent < KEEP_ALIVE || room < sizeof comment)
        return 0;
    w->last_sent = report_clock();
    memcpy(buffer, comment, sizeof comment - 1);
    return (int)sizeof comment - 1;
}

static void drop_watch(void *flow)
{
    watch *w = flow;
    shared_games *g = w->game->of;
    pthread_mutex_lock(&g->lock);
    release(w->game);
    pthread_mutex_unlock(&g->lock);
    free(w->text);
    free(w);
}

bool shared_games_events(shared_games *g, const char *code, http_flow *out)
{
    watch *w = calloc(1, sizeof *w);
    if (!w)
        return false;
    pthread_mutex_lock(&g->lock);
    w->game = find(g, code);
    if (w->game)
        w->game->users++;
    pthread_mutex_unlock(&g->lock);
    if (!w->game) {
        free(w);
        return false;
    }
    w->last_sent = report_clock();
    *out = (http_flow){next_bytes, drop_watch, w};
    return true;
}
