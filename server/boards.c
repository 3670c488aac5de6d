/* boards.c - a list of boards, the most recently used first, behind one lock.
 *
 * Boards are made outside the lock, so that a large one delays nobody; if two threads make the same
 * one, the second copy is thrown away.  Boards are counted references: one in use may outlive its
 * place in the list. */
#include "server/boards.h"

#include "answer/fail.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 128, SENT_NAME = 1 + 16 };

struct board {
    board *next;
    char name[NAME];
    uint64_t seed;
    dm_arena *arena;
    char *text; /* of a board that was sent: tells two with the same number apart */
    size_t text_size;
    int users; /* the list counts as one */
};

struct boards {
    boards_limits limits;
    pthread_mutex_t lock;
    board *first;
};

boards *boards_new(const boards_limits *limits)
{
    boards *b = calloc(1, sizeof *b);
    if (b) {
        b->limits = *limits;
        pthread_mutex_init(&b->lock, NULL);
    }
    return b;
}

static void free_board(board *one)
{
    if (!one)
        return;
    dm_arena_free(one->arena);
    free(one->text);
    free(one);
}

/* With the lock held. */
static void release(board *one)
{
    if (--one->users == 0)
        free_board(one);
}

void boards_free(boards *b)
{
    if (!b)
        return;
    while (b->first) {
        board *one = b->first;
        b->first = one->next;
        free_board(one);
    }
    pthread_mutex_destroy(&b->lock);
    free(b);
}

const dm_arena *board_arena(const board *one)
{
    return one->arena;
}

const char *board_name(const board *one)
{
    return one->name;
}

static int64_t size_of(const board *one)
{
    return dm_arena_vertices(one->arena) + dm_arena_edges(one->arena);
}

static int64_t bytes_of(const board *one)
{
    return (int64_t)one->text_size + dm_arena_table_bytes(one->arena);
}

/* Finds a board, moves it to the front and counts a user; NULL: none.  With the lock. */
static board *find(boards *b, const char *name, uint64_t seed)
{
    for (board **at = &b->first; *at; at = &(*at)->next) {
        board *one = *at;
        if (one->seed != seed || strcmp(one->name, name) != 0)
            continue;
        *at = one->next;
        one->next = b->first;
        b->first = one;
        one->users++;
        return one;
    }
    return NULL;
}

/* Drops tables, then boards from the end, until the limits hold; the first stays.  With the lock.
 */
static void trim(boards *b)
{
    int kept = 0;
    int64_t size = 0, bytes = 0;
    for (board **at = &b->first; *at;) {
        board *one = *at;
        if (bytes + bytes_of(one) > b->limits.kept_bytes && one->users == 1)
            dm_arena_forget_tables(one->arena);
        size += size_of(one);
        bytes += bytes_of(one);
        if (++kept == 1 || (kept <= b->limits.kept && size <= b->limits.kept_size &&
                            bytes <= b->limits.kept_bytes)) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        release(one);
    }
}

void board_release(boards *b, board *one)
{
    if (!one)
        return;
    pthread_mutex_lock(&b->lock);
    release(one);
    trim(b);
    pthread_mutex_unlock(&b->lock);
}

/* Takes `one` to the front, or frees it and gives the equal board that is there already. */
static board *keep(boards *b, board *one)
{
    pthread_mutex_lock(&b->lock);
    board *known = find(b, one->name, one->seed);
    if (known) {
        free_board(one);
    } else {
        known = one;
        known->users = 2;
        known->next = b->first;
        b->first = known;
        trim(b);
    }
    pthread_mutex_unlock(&b->lock);
    return known;
}

/* Takes `arena`; NULL without memory. */
static board *make_board(const char *name, uint64_t seed, dm_arena *arena)
{
    board *one = calloc(1, sizeof *one);
    if (!one) {
        dm_arena_free(arena);
        return NULL;
    }
    snprintf(one->name, sizeof one->name, "%s", name);
    one->seed = seed;
    one->arena = arena;
    return one;
}

static dm_status no_memory(dm_error *err)
{
    return answer_fail(err, DM_NO_MEMORY, "no memory for the board");
}

static const dm_family *find_family(const char *name)
{
    size_t size = strcspn(name, ":");
    for (int i = 0; i < dm_family_count(); i++) {
        const dm_family *family = dm_family_at(i);
        if (strlen(family->name) == size && memcmp(family->name, name, size) == 0)
            return family;
    }
    return NULL;
}

static dm_status check_size(const boards *b, const dm_arena *arena, dm_error *err)
{
    if (dm_arena_vertices(arena) <= b->limits.vertices && dm_arena_edges(arena) <= b->limits.edges)
        return DM_OK;
    return answer_fail(err, DM_TOO_LARGE,
                       "the board has %d vertices and %lld edges; this server takes %d and %lld",
                       dm_arena_vertices(arena), (long long)dm_arena_edges(arena),
                       b->limits.vertices, (long long)b->limits.edges);
}

static dm_status generate(boards *b, const char *name, uint64_t seed, board **out, dm_error *err)
{
    dm_arena *arena = NULL;
    dm_status status =
        dm_generate_within(name, seed, b->limits.vertices, b->limits.edges, &arena, err);
    if (status == DM_OK && (status = check_size(b, arena, err)) != DM_OK)
        dm_arena_free(arena);
    if (status != DM_OK)
        return status;
    board *one = make_board(name, seed, arena);
    if (!one)
        return no_memory(err);
    *out = keep(b, one);
    return DM_OK;
}

dm_status boards_open(boards *b, const char *name, uint64_t seed, board **out, dm_error *err)
{
    const dm_family *family = find_family(name);
    if (name[0] != '@' && !family)
        return answer_fail(err, DM_BAD_INPUT,
                           "there is no board family '%.60s'; send other boards to /api/board",
                           name);
    if (strlen(name) >= NAME)
        return answer_fail(err, DM_BAD_INPUT, "the board's name is too long");
    uint64_t own = family && family->random ? seed : 0;
    pthread_mutex_lock(&b->lock);
    board *known = find(b, name, own);
    pthread_mutex_unlock(&b->lock);
    if (!known && !family)
        return answer_fail(err, DM_END, "board %.20s is unknown; send it to /api/board", name);
    if (known)
        *out = known;
    return known ? DM_OK : generate(b, name, own, out, err);
}

/* 64-bit FNV-1a. */
static uint64_t number_of(const char *text, size_t size, uint64_t number)
{
    for (size_t i = 0; i < size; i++)
        number = (number ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return number;
}

/* Replaces a directed board by its undirected one. */
static dm_status drop_directions(dm_arena **arena, dm_error *err)
{
    dm_arena *undirected = NULL;
    if (!dm_arena_is_directed(*arena))
        return DM_OK;
    dm_status status = dm_arena_undirected(*arena, &undirected, err);
    if (status == DM_OK) {
        dm_arena_free(*arena);
        *arena = undirected;
    }
    return status;
}

static dm_status read_board(const boards *b, const boards_text *given, dm_arena **out,
                            dm_error *err)
{
    dm_reader *reader = NULL;
    dm_arena *arena = NULL, *second = NULL;
    dm_status status =
        dm_reader_open_memory("board", given->text, given->size, given->format, &reader, err);
    const dm_read_options options = {
        .directed = given->directed,
        .most_vertices = b->limits.vertices,
        .most_edges = 2 * b->limits.edges, /* files may give both directions of an edge */
    };
    if (status == DM_OK)
        dm_reader_options(reader, &options);
    if (status == DM_OK)
        status = dm_reader_next(reader, &arena, err);
    if (status == DM_OK && !given->directed)
        status = drop_directions(&arena, err);
    if (status == DM_OK)
        status = check_size(b, arena, err);
    if (status == DM_OK && dm_reader_next(reader, &second, NULL) != DM_END)
        status = answer_fail(err, DM_BAD_INPUT, "the text has more than one board");
    dm_arena_free(second);
    dm_reader_free(reader);
    if (status == DM_OK)
        *out = arena;
    else
        dm_arena_free(arena);
    return status == DM_END ? answer_fail(err, DM_BAD_INPUT, "the text has no board") : status;
}

dm_status boards_add(boards *b, const boards_text *given, board **out, dm_error *err)
{
    const char *format = given->format ? given->format : "";
    char name[SENT_NAME + 1];
    dm_arena *arena = NULL;
    uint64_t number = number_of(given->text, given->size, UINT64_C(0xcbf29ce484222325));
    number = number_of(format, strlen(format), number);
    number = given->directed ? ~number : number;
    snprintf(name, sizeof name, "@%016" PRIx64, number);
    dm_status status = read_board(b, given, &arena, err);
    if (status != DM_OK)
        return status;
    board *one = make_board(name, 0, arena);
    if (one)
        one->text = malloc(given->size + 1);
    if (!one || !one->text) {
        free_board(one);
        return no_memory(err);
    }
    memcpy(one->text, given->text, given->size);
    one->text_size = given->size;
    board *known = keep(b, one);
    if (known->text_size != given->size || memcmp(known->text, given->text, given->size) != 0) {
        board_release(b, known);
        return answer_fail(err, DM_UNSUPPORTED, "another board has this one's number, %s", name);
    }
    *out = known;
    return DM_OK;
}

dm_status boards_distances(const boards *b, const dm_arena *arena, const dm_distances **out,
                           dm_error *err)
{
    return dm_arena_distances(arena, b->limits.table_bytes, NULL, out, err);
}
