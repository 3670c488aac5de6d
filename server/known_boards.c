/* known_boards.c - a list of boards, the most recently used first, behind one lock.
 *
 * Boards are made outside the lock, so that a large one delays nobody; if two threads make the same
 * one, the second copy is thrown away.  Boards are counted references: one in use may outlive its
 * place in the list. */
#include "server/known_boards.h"

#include "answer/fail.h"

#include <assert.h>
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
    char *text; /* of a board that was sent: tells two with the same number apart; NULL: not kept */
    size_t text_size;
    uint64_t check; /* another number of the text */
    int users;      /* the list counts as one */
    bool is_of_owner;
};

enum { MOST_OF_OWNER = 16 };

struct boards {
    boards_limits limits;
    pthread_mutex_t lock;
    board *first;
    board *of_owner[MOST_OF_OWNER + 1]; /* a NULL after the last */
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
    assert(!one || one->users <= 1);
    if (!one)
        return;
    dm_arena_free(one->arena);
    free(one->text);
    free(one);
}

/* With the lock held. */
static void release_board(board *one)
{
    assert(one->users > 0);
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
    for (int i = 0; b->of_owner[i]; i++)
        free_board(b->of_owner[i]);
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

bool board_is_of_owner(const board *one)
{
    return one->is_of_owner;
}

const board *boards_of_owner(const boards *b, int number)
{
    assert(number >= 0);
    return number < MOST_OF_OWNER ? b->of_owner[number] : NULL;
}

static int64_t bytes_of(const board *one)
{
    return (one->text ? (int64_t)one->text_size : 0) + dm_arena_table_bytes(one->arena);
}

/* Finds a board, moves it to the front and counts a user; NULL: none.  With the lock. */
static board *find_board(boards *b, const char *name, uint64_t seed)
{
    for (int i = 0; b->of_owner[i]; i++)
        if (strcmp(b->of_owner[i]->name, name) == 0) {
            b->of_owner[i]->users++;
            return b->of_owner[i];
        }
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
static void trim_boards(boards *b)
{
    int kept = 0;
    int64_t size = 0, bytes = 0;
    assert(b->limits.kept >= 0);
    for (board **at = &b->first; *at;) {
        board *one = *at;
        if (bytes + bytes_of(one) > b->limits.kept_bytes && one->users == 1)
            dm_arena_forget_tables(one->arena);
        size += dm_arena_vertices(one->arena) + dm_arena_edges(one->arena);
        bytes += bytes_of(one);
        if (++kept == 1 || (kept <= b->limits.kept && size <= b->limits.kept_size &&
                            bytes <= b->limits.kept_bytes)) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        release_board(one);
    }
}

void board_release(boards *b, board *one)
{
    if (!one)
        return;
    pthread_mutex_lock(&b->lock);
    release_board(one);
    trim_boards(b);
    pthread_mutex_unlock(&b->lock);
}

/* Takes `one` to the front, or frees it and gives the equal board that is there already. */
static board *keep_board(boards *b, board *one)
{
    assert(one->users == 0);
    pthread_mutex_lock(&b->lock);
    board *known = find_board(b, one->name, one->seed);
    if (known) {
        free_board(one);
    } else {
        known = one;
        known->users = 2;
        known->next = b->first;
        b->first = known;
        trim_boards(b);
    }
    pthread_mutex_unlock(&b->lock);
    return known;
}

/* Takes `arena`; NULL without memory. */
static board *make_board(const char *name, uint64_t seed, dm_arena *arena)
{
    board *one = calloc(1, sizeof *one);
    assert(arena && strlen(name) < NAME);
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
    board *known = find_board(b, name, own);
    pthread_mutex_unlock(&b->lock);
    if (!known && !family)
        return answer_fail(err, DM_END, "board %.20s is unknown; send it to /api/board", name);
    if (known) {
        *out = known;
        return DM_OK;
    }
    dm_arena *arena = NULL;
    dm_status status =
        dm_generate_within(name, own, b->limits.vertices, b->limits.edges, &arena, err);
    if (status == DM_OK && (status = check_size(b, arena, err)) != DM_OK)
        dm_arena_free(arena);
    if (status != DM_OK)
        return status;
    board *one = make_board(name, own, arena);
    if (!one)
        return no_memory(err);
    *out = keep_board(b, one);
    return DM_OK;
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
    if (!dm_arena_is_directed(*arena) || dm_arena_graph(*arena)->kind == DM_PAIRS)
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
    dm_status status = dm_reader_open_memory(given->name ? given->name : "board", given->text,
                                             given->size, given->format, &reader, err);
    dm_read_options options = given->read;
    options.most_vertices = b->limits.vertices;
    options.most_edges = 2 * b->limits.edges; /* files may give both directions of an edge */
    if (status == DM_OK)
        dm_reader_options(reader, &options);
    if (status == DM_OK)
        status = dm_reader_next(reader, &arena, err);
    if (status == DM_OK && !given->read.directed)
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

/* The text and how it is read as a number. */
static uint64_t number_of_text(const boards_text *given, uint64_t number)
{
    const char *format = given->format ? given->format : "";
    const dm_read_options *read = &given->read;
    const char how[] = {(char)(1 + read->directed + 2 * (read->measure == DM_SECONDS) +
                               4 * read->largest + 8 * (read->measure == DM_MINUTES)),
                        (char)read->profile};
    number = number_of(given->text, given->size, number);
    number = number_of(format, strlen(format), number);
    if (strcmp(format, "points") == 0) {
        const char lines[] = {(char)read->metric, (char)read->has_decimals, (char)read->decimals};
        number = number_of(lines, sizeof lines, number);
    }
    return how[0] == 1 && how[1] == 0 ? number : number_of(how, sizeof how, number);
}

/* A board that was sent; NULL without memory.  Takes `arena`. */
static board *make_sent(const boards_text *given, dm_arena *arena)
{
    char name[SENT_NAME + 1];
    snprintf(name, sizeof name, "@%016" PRIx64,
             number_of_text(given, UINT64_C(0xcbf29ce484222325)));
    board *one = make_board(name, 0, arena);
    if (!one)
        return NULL;
    one->check = number_of_text(given, UINT64_C(0x9e3779b97f4a7c15));
    one->text_size = given->size;
    if (given->is_large)
        return one;
    one->text = malloc(given->size + 1);
    if (one->text)
        memcpy(one->text, given->text, given->size);
    return one;
}

static bool is_same(const board *one, const boards_text *given, uint64_t check)
{
    return one->check == check && one->text_size == given->size &&
           (!one->text || memcmp(one->text, given->text, given->size) == 0);
}

dm_status boards_add(boards *b, const boards_text *given, board **out, dm_error *err)
{
    dm_arena *arena = NULL;
    dm_status status = read_board(b, given, &arena, err);
    if (status != DM_OK)
        return status;
    board *one = make_sent(given, arena);
    if (!one || (!one->text && !given->is_large)) {
        free_board(one);
        return no_memory(err);
    }
    uint64_t check = one->check;
    board *known = keep_board(b, one);
    if (!is_same(known, given, check)) {
        status = answer_fail(err, DM_UNSUPPORTED, "another board has this one's number, %s",
                             board_name(known));
        board_release(b, known);
        return status;
    }
    *out = known;
    return DM_OK;
}

dm_status boards_add_file(boards *b, const char *path, const dm_read_options *read, dm_error *err)
{
    char name[NAME];
    int count = 0;
    dm_boards *source = NULL;
    dm_arena *arena = NULL;
    while (b->of_owner[count])
        count++;
    if (count == MOST_OF_OWNER)
        return answer_fail(err, DM_TOO_LARGE, "%.200s: at most %d boards", path, MOST_OF_OWNER);
    dm_status status = dm_boards_open(path, 1, &source, err);
    if (status == DM_OK) {
        dm_boards_options(source, read);
        status = dm_boards_only(source, path, &arena, err);
    }
    dm_boards_free(source);
    if (status != DM_OK)
        return status;
    /* "@" and the file's name up to its first dot, with other letters as dashes; a number follows
     * if the name is taken */
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    int size = (int)strcspn(base, "."), taken = 1;
    snprintf(name, NAME, "@%.*s", size < 60 ? size : 60, base);
    for (char *c = name + 1; *c; c++)
        if (!strchr("-_", *c) && !(*c >= '0' && *c <= '9') && !(*c >= 'a' && *c <= 'z') &&
            !(*c >= 'A' && *c <= 'Z'))
            *c = '-';
    size_t end = strlen(name);
    for (board *other; (other = find_board(b, name, 0)); other->users--)
        snprintf(name + end, NAME - end, "-%d", ++taken);
    board *one = make_board(name, 0, arena);
    if (!one)
        return no_memory(err);
    one->users = 1;
    one->is_of_owner = true;
    b->of_owner[count] = one;
    return DM_OK;
}

dm_status boards_distances(const boards *b, const dm_arena *arena, const dm_distances **out,
                           dm_error *err)
{
    return dm_arena_distances(arena, b->limits.table_bytes, NULL, out, err);
}
