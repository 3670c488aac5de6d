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

enum { MOST_GAMES = 256, MOST_BYTES = 256 << 20, MOST_STONES = 10000 };
enum {
    SILENCE = 2
}; /* seconds after which a comment is sent, which shows whether the page was closed */
static const double IDLE_SECONDS = 2 * 86400; /* after which a game may be forgotten at any time */
static const double SPARE_SECONDS = 1800;     /* and if there are too many */

typedef struct shared_game {
    struct shared_game *next;
    char code[SHARED_CODE], key[2][SHARED_KEY];
    bool has_joined;
    int present[2]; /* flows of each side */
    dm_side first;  /* the side of the person who began it */
    char *arena;
    uint64_t seed;
    int64_t rounds, per_turn;
    double clock;                /* seconds per side; 0: no limit */
    double taken[2];             /* seconds that each side took, but for the turn that runs */
    double since;                /* when that turn began; 0: the clocks stand */
    int offer;                   /* the side that offers a rematch; -1: none */
    bool offer_swaps;            /* with the sides swapped */
    char next_code[SHARED_CODE]; /* of the rematch; "": none */
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

/* With the lock, if others may know the game. */
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

/* The tables that a game keeps with its board, unless a game before it in the list has the same
 * board. */
static int64_t own_bytes(const shared_games *g, const shared_game *game)
{
    for (const shared_game *other = g->first; other && other != game; other = other->next)
        if (other->on == game->on)
            return 0;
    return dm_arena_table_bytes(board_arena(game->on));
}

/* Forgets games that nobody touched for long; whether one more may begin.  With the lock. */
static bool forget_idle_games(shared_games *g)
{
    double now = report_clock();
    int count = 0;
    int64_t bytes = 0;
    shared_game *idlest = NULL;
    for (shared_game *game = g->first, *next; game; game = next) {
        next = game->next;
        if (now - game->used > IDLE_SECONDS) {
            forget_games(g, game);
            continue;
        }
        count++;
        bytes += own_bytes(g, game);
        if (!idlest || game->used < idlest->used)
            idlest = game;
    }
    if ((count >= MOST_GAMES || bytes > MOST_BYTES) && now - idlest->used > SPARE_SECONDS) {
        bytes -= own_bytes(g, idlest);
        count--;
        forget_games(g, idlest);
    }
    return count < MOST_GAMES && bytes <= MOST_BYTES;
}

/* A code to read out, without letters that look alike, and two keys that nobody can guess. */
static bool make_code(shared_games *g, shared_game *game)
{
    static const char letters[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    struct {
        uint64_t keys[2];
        unsigned char code[SHARED_CODE - 1];
    } drawn;
    do {
        if (getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn)
            return false;
        for (size_t i = 0; i < sizeof drawn.code; i++)
            game->code[i] = letters[drawn.code[i] % 32];
    } while (find_game(g, game->code));
    for (int side = 0; side < 2; side++)
        snprintf(game->key[side], SHARED_KEY, "%016" PRIx64, drawn.keys[side]);
    return true;
}

/* Seconds that a side took so far.  With the lock. */
static double seconds_of(const shared_game *game, dm_side side)
{
    bool runs = game->since > 0 && dm_position_to_move(game->position) == side;
    return report_round(game->taken[side] + (runs ? report_clock() - game->since : 0));
}

/* The side to move begins to think, or nobody: the game is over.  With the lock. */
static void start_clock(shared_game *game)
{
    game->since = dm_position_is_over(game->position) ? 0 : report_clock();
}

/* The state; NULL without memory.  With the lock. */
static json_t *state_of(const shared_game *game)
{
    bool is_over = dm_position_is_over(game->position);
    json_t *moves = json_deep_copy(game->moves); /* threads share no JSON value */
    json_t *rematch = game->offer < 0
                          ? json_null()
                          : json_pack("{s:s, s:b}", "side", dm_side_name((dm_side)game->offer),
                                      "swap", (int)game->offer_swaps);
    return json_pack(
        "{s:s, s:s, s:I, s:s, s:I, s:I, s:o, s:s?, s:b, s:{s:b, s:b}, s:f, s:{s:f, "
        "s:f}, s:b, s:o, s:s?}",
        "code", game->code, "arena", game->arena, "seed", (json_int_t)game->seed, "ties",
        dm_tie_rule_name(dm_position_rules(game->position)->ties), "rounds",
        (json_int_t)game->rounds, "per_turn", (json_int_t)game->per_turn, "moves", moves, "to_move",
        is_over ? NULL : dm_side_name(dm_position_to_move(game->position)), "joined",
        (int)game->has_joined, "present", "white", game->present[DM_WHITE] > 0, "black",
        game->present[DM_BLACK] > 0, "clock", game->clock, "used", "white",
        seconds_of(game, DM_WHITE), "black", seconds_of(game, DM_BLACK), "running", game->since > 0,
        "rematch", rematch, "next", game->next_code[0] ? game->next_code : NULL);
}

/* The side of a key; -1: of none. */
static int side_of(const shared_game *game, const char *key)
{
    for (int side = 0; side < 2 && key; side++)
        if (strcmp(key, game->key[side]) == 0)
            return side;
    return -1;
}

/* Fills `out` for the person with `key`; NULL or a wrong one: who only watches.  With the lock. */
static dm_status seat_of(const shared_game *game, const char *key, shared_seat *out, dm_error *err)
{
    int side = side_of(game, key);
    *out = (shared_seat){.game = state_of(game)};
    memcpy(out->code, game->code, SHARED_CODE);
    if (side >= 0) {
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

/* A game under these terms, not in the list yet. */
static dm_status new_game(shared_games *g, const shared_terms *terms, shared_game **out,
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
                          .clock = terms->clock,
                          .offer = -1,
                          .used = report_clock()};
    dm_status status = set_up(game, terms, err);
    if (status == DM_OK)
        *out = game;
    else
        release_game(game);
    return status;
}

/* Puts a new game into the list with a code and keys of its own.  With the lock. */
static dm_status list_game(shared_games *g, shared_game *game, dm_error *err)
{
    if (!forget_idle_games(g))
        return answer_fail(err, DM_UNFINISHED, "too many games are shared; try again later");
    if (!make_code(g, game))
        return answer_fail(err, DM_INTERNAL, "no random numbers");
    game->next = g->first;
    g->first = game;
    return DM_OK;
}

dm_status shared_games_begin(shared_games *g, const shared_terms *terms, shared_seat *out,
                             dm_error *err)
{
    shared_game *game = NULL;
    dm_status status = new_game(g, terms, &game, err);
    if (status != DM_OK)
        return status;
    pthread_mutex_lock(&g->lock);
    status = list_game(g, game, err);
    if (status != DM_OK)
        release_game(game);
    else if ((status = seat_of(game, game->key[game->first], out, err)) != DM_OK)
        forget_games(g, game);
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
        start_clock(game);
        status = seat_of(game, game->key[dm_other(game->first)], out, err);
        if (status != DM_OK) {
            game->has_joined = false;
            game->since = 0;
        }
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

/* With the lock. */
static dm_status play_move(shared_game *game, const char *key, const dm_vertex *move, int32_t count,
                           dm_error *err)
{
    bool is_over = dm_position_is_over(game->position);
    if (!is_over && strcmp(key, game->key[dm_position_to_move(game->position)]) != 0)
        return answer_fail(err, DM_BAD_MOVE, "it is not your turn");
    dm_side side = is_over ? DM_WHITE : dm_position_to_move(game->position);
    double taken = is_over ? 0 : seconds_of(game, side);
    dm_status status = dm_position_make(game->position, move, count, err);
    if (status != DM_OK)
        return status;
    json_t *list = json_array();
    for (int32_t i = 0; i < count; i++)
        report_append(&list, json_integer(move[i]));
    if (json_array_append_new(game->moves, list) != 0) {
        dm_position_undo(game->position, NULL);
        return answer_fail(err, DM_NO_MEMORY, "no memory for the move");
    }
    game->taken[side] = taken;
    if (game->since > 0)
        start_clock(game);
    return DM_OK;
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

/* Begins the rematch of a game that is over, with its keys.  With the lock: the board is open
 * already. */
static dm_status begin_rematch(shared_game *game, bool swaps, dm_error *err)
{
    shared_games *g = game->of;
    const shared_terms terms = {.arena = game->arena,
                                .seed = game->seed,
                                .ties = dm_position_rules(game->position)->ties,
                                .rounds = game->rounds,
                                .per_turn = game->per_turn,
                                .clock = game->clock,
                                .side = swaps ? dm_other(game->first) : game->first};
    shared_game *fresh = NULL;
    dm_status status = new_game(g, &terms, &fresh, err);
    if (status == DM_OK && (status = list_game(g, fresh, err)) != DM_OK)
        release_game(fresh);
    if (status != DM_OK)
        return status;
    for (int side = 0; side < 2; side++)
        memcpy(fresh->key[swaps ? 1 - side : side], game->key[side], SHARED_KEY);
    fresh->has_joined = true;
    start_clock(fresh);
    memcpy(game->next_code, fresh->code, SHARED_CODE);
    return DM_OK;
}

dm_status shared_games_rematch(shared_games *g, const char *code, const char *key, bool swaps,
                               shared_seat *out, dm_error *err)
{
    dm_status status = DM_OK;
    pthread_mutex_lock(&g->lock);
    shared_game *game = find_game(g, code);
    int side = game ? side_of(game, key) : -1;
    if (!game) {
        status = no_game(code, err);
    } else if (side < 0) {
        status = answer_fail(err, DM_BAD_MOVE, "only who plays may offer a rematch");
    } else if (!dm_position_is_over(game->position)) {
        status = answer_fail(err, DM_BAD_MOVE, "the game is not over");
    } else if (!game->next_code[0]) {
        if (game->offer == 1 - side && game->offer_swaps == swaps)
            status = begin_rematch(game, swaps, err);
        game->offer = status == DM_OK && game->next_code[0] ? -1 : side;
        game->offer_swaps = swaps;
        note_change(game);
    }
    if (status == DM_OK)
        status = seat_of(game, key, out, err);
    pthread_mutex_unlock(&g->lock);
    return status;
}

/* What one watcher has seen. */
typedef struct watcher {
    shared_game *game;
    int side;      /* that is present here; -1: none */
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
    if (w->side >= 0 && --w->game->present[w->side] == 0)
        note_change(w->game);
    release_game(w->game);
    pthread_mutex_unlock(&g->lock);
    free(w);
}

bool shared_games_events(shared_games *g, const char *code, const char *key, http_flow *out)
{
    watcher *w = calloc(1, sizeof *w);
    if (!w)
        return false;
    pthread_mutex_lock(&g->lock);
    w->game = find_game(g, code);
    if (w->game) {
        w->game->users++;
        w->side = side_of(w->game, key);
        if (w->side >= 0 && w->game->present[w->side]++ == 0)
            note_change(w->game);
    }
    pthread_mutex_unlock(&g->lock);
    if (!w->game) {
        free(w);
        return false;
    }
    return event_flow_begin(&(event_topic){.lock = &g->lock,
                                           .changed = &g->changed,
                                           .next = next_event,
                                           .drop = drop_watcher,
                                           .state = w,
                                           .silence = SILENCE},
                            out);
}
