/* protocol.c - see protocol.h; the commands are in docs/BOTS.md. */
#define _POSIX_C_SOURCE 200809L
#include "protocol.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 1 << 20, MOST_ROWS = 2000, VERTEX_TEXT = 12 };
static const double TABLE_SECONDS = 3; /* of the ten that a program may take to start */

static game g;
static int *stone_turn, turns;             /* the turn of each stone, and how many there were */
static int *first_arc, *next_arc, *arc_to; /* lists of the arcs that leave a vertex; -1 ends one */
static long long *arc_length, **rows, *spare; /* rows: distances from a vertex, NULL: unknown */
static int *queue;
static char *waits, *reply; /* reply: the vertices of a turn as text */

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void *room(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (!memory) {
        fputs("no memory\n", stderr);
        exit(1);
    }
    return memory;
}

/* A vertex that came nearer waits in a queue, to tell its neighbours. */
static void search(int from, long long *row)
{
    int head = 0, waiting = 1;
    for (int v = 0; v < g.vertices; v++)
        row[v] = FAR;
    row[from] = 0;
    queue[0] = from;
    while (waiting-- > 0) {
        int v = queue[head];
        head = (head + 1) % g.vertices;
        waits[v] = 0;
        for (int arc = first_arc[v]; arc >= 0; arc = next_arc[arc]) {
            int u = arc_to[arc];
            if (row[v] + arc_length[arc] >= row[u])
                continue;
            row[u] = row[v] + arc_length[arc];
            if (!waits[u])
                queue[(head + waiting++) % g.vertices] = u;
            waits[u] = 1;
        }
    }
}

const long long *distances(int v)
{
    if (rows[v])
        return rows[v];
    long long *row = g.vertices > MOST_ROWS ? spare : room((size_t)g.vertices, sizeof *row);
    search(v, row);
    if (row != spare)
        rows[v] = row;
    return row;
}

static void forget_board(void)
{
    for (int v = 0; v < g.vertices; v++)
        free(rows[v]);
    void *all[] = {g.values,   g.owner, g.stones, stone_turn, first_arc, next_arc, arc_to,
                   arc_length, rows,    spare,    queue,      waits,     reply};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static void make_room(size_t n, size_t arcs)
{
    forget_board();
    g = (game){.vertices = (int)n};
    g.values = room(n, sizeof *g.values);
    g.owner = room(n, sizeof *g.owner);
    g.stones = room(n, sizeof *g.stones);
    stone_turn = room(n, sizeof *stone_turn);
    first_arc = room(n, sizeof *first_arc);
    next_arc = room(arcs, sizeof *next_arc);
    arc_to = room(arcs, sizeof *arc_to);
    arc_length = room(arcs, sizeof *arc_length);
    rows = room(n, sizeof *rows);
    spare = room(n, sizeof *spare);
    queue = room(n, sizeof *queue);
    waits = room(n, sizeof *waits);
    reply = room(n, VERTEX_TEXT);
}

static void add_arc(int arc, int from, int to, long long length)
{
    arc_to[arc] = to;
    arc_length[arc] = length;
    next_arc[arc] = first_arc[from];
    first_arc[from] = arc;
}

/* Reads the lines after `arena N M`. */
static bool read_board(const char *words)
{
    int n = 0, edges = 0, u = 0, v = 0, read = 0;
    long long length = 0;
    sscanf(words, "%d %d", &n, &edges);
    make_room((size_t)n, 2 * (size_t)edges);
    for (v = 0; v < n; v++) {
        read += scanf("%lld", &g.values[v]);
        first_arc[v] = -1;
    }
    for (int i = 0; i < edges; i++) {
        read += scanf("%d %d %lld", &u, &v, &length);
        add_arc(2 * i, u, v, length);
        add_arc(2 * i + 1, v, u, length);
    }
    return read == n + 3 * edges;
}

static void start_game(const char *words, prepare_fn *prepare)
{
    static const char *const names[] = {"white", "black", "neutral", "earlier"};
    char ties[16] = "";
    sscanf(words, "%d %d %15s", &g.rounds, &g.per_turn, ties);
    for (int i = 0; i < 4; i++)
        if (strcmp(ties, names[i]) == 0)
            g.ties = i;
    turns = g.stone_count = 0;
    g.seconds = 0;
    for (int v = 0; v < g.vertices; v++)
        g.owner[v] = NOBODY;
    double end = now() + TABLE_SECONDS;
    for (int v = 0; v < g.vertices && g.vertices <= MOST_ROWS && now() < end; v++)
        distances(v);
    if (prepare)
        prepare(&g);
}

static void take(int side, int v)
{
    g.owner[v] = side;
    stone_turn[g.stone_count] = turns;
    g.stones[g.stone_count++] = v;
}

static void play(int side, char *words)
{
    strtok(words, " \r\n");
    for (char *word = strtok(NULL, " \r\n"); word; word = strtok(NULL, " \r\n"))
        take(side, atoi(word));
    turns++;
}

static const char *genmove(int side, choose_fn *choose)
{
    int *move = room((size_t)g.per_turn, sizeof *move), size = 0;
    g.side = side;
    choose(&g, move);
    for (int i = 0; i < g.per_turn; i++) {
        take(side, move[i]);
        size += sprintf(reply + size, "%d ", move[i]);
    }
    turns++;
    g.seconds = 0;
    free(move);
    return reply;
}

static void undo(void)
{
    turns--;
    while (g.stone_count > 0 && stone_turn[g.stone_count - 1] == turns)
        g.owner[g.stones[--g.stone_count]] = NOBODY;
}

/* The text of the answer; NULL: the command is unknown or bad. */
static const char *answer(const char *command, char *words, choose_fn *choose, prepare_fn *prepare)
{
    int side = *words == 'b' ? BLACK : WHITE;
    if (strcmp(command, "protocol_version") == 0)
        return "1";
    if (strcmp(command, "arena") == 0)
        return read_board(words) ? "" : NULL;
    if (strcmp(command, "rules") == 0)
        start_game(words, prepare);
    else if (strcmp(command, "play") == 0)
        play(side, words);
    else if (strcmp(command, "genmove") == 0)
        return genmove(side, choose);
    else if (strcmp(command, "undo") == 0)
        undo();
    else if (strcmp(command, "time_left") == 0)
        g.seconds = atof(words + strcspn(words, " ")) / 1000;
    else if (strcmp(command, "quit") != 0)
        return NULL;
    return "";
}

int run(const char *name, choose_fn *choose, prepare_fn *prepare)
{
    static char line[LINE], *command = "";
    FILE *referee = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    while (strcmp(command, "quit") != 0 && fgets(line, sizeof line, stdin)) {
        command = line + strspn(line, " \r\n");
        char *words = command + strcspn(command, " \r\n");
        if (*words)
            *words++ = 0;
        if (!*command)
            continue;
        const char *text =
            strcmp(command, "name") == 0 ? name : answer(command, words, choose, prepare);
        fprintf(referee, "%s %s\n\n", text ? "=" : "?", text ? text : "unknown command");
        fflush(referee); /* otherwise the referee would wait for ever */
    }
    forget_board();
    return 0;
}
