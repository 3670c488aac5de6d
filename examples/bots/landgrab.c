/* landgrab.c - an example bot: always takes the vertex that owns most at once.
 *
 *     cc -O2 -o landgrab landgrab.c
 *     demesne play grid:7x7 --rounds 4 --white cmd:./landgrab --black greedy
 *
 * Standard C alone.  It shows the whole protocol (docs/BOTS.md): a line is a command, the answer
 * is `= text` or `? error` and a blank line.  Ties count for nobody here, whatever the rules say:
 * a bot may think as it likes, the referee knows the rules.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 16, WHITE = 0, BLACK = 1, FREE = -1 };
static const long long FAR = 1LL << 62;

static int n, per_turn = 1;
static long long *value;    /* n */
static long long *distance; /* n x n */
static int *owner;          /* n: WHITE, BLACK or FREE */
static int *stones;         /* every vertex taken, in order */
static int *turn_start;     /* where each turn begins among them */
static int stone_count, turn_count;

static void *room(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        exit(1);
    return memory;
}

static void forget_board(void)
{
    free(value);
    free(distance);
    free(owner);
    free(stones);
    free(turn_start);
}

static void start_game(void)
{
    for (int v = 0; v < n; v++)
        owner[v] = FREE;
    stone_count = turn_count = 0;
}

/* All distances, Floyd's way. */
static void find_distances(void)
{
    for (int k = 0; k < n; k++)
        for (int u = 0; u < n; u++)
            for (int v = 0; v < n; v++) {
                long long a = distance[u * n + k], b = distance[k * n + v];
                if (a < FAR && b < FAR && a + b < distance[u * n + v])
                    distance[u * n + v] = a + b;
            }
}

/* `arena N M`, then N lines with values and M lines `u v length`. */
static int read_board(const char *line)
{
    int edges, u, v;
    long long length;
    forget_board();
    if (sscanf(line, "arena %d %d", &n, &edges) != 2 || n < 1 || n > 5000)
        return 0;
    value = room((size_t)n, sizeof *value);
    distance = room((size_t)n * (size_t)n, sizeof *distance);
    owner = room((size_t)n, sizeof *owner);
    stones = room((size_t)n, sizeof *stones);
    turn_start = room((size_t)n, sizeof *turn_start);
    for (int i = 0; i < n * n; i++)
        distance[i] = i % (n + 1) == 0 ? 0 : FAR;
    for (int i = 0; i < n; i++)
        if (scanf("%lld", &value[i]) != 1)
            return 0;
    for (int i = 0; i < edges; i++) {
        if (scanf("%d %d %lld", &u, &v, &length) != 3 || u < 0 || u >= n || v < 0 || v >= n)
            return 0;
        if (length < distance[u * n + v])
            distance[u * n + v] = distance[v * n + u] = length;
    }
    find_distances();
    start_game();
    return 1;
}

static long long nearest(int side, int v)
{
    long long least = FAR;
    for (int u = 0; u < n; u++)
        if (owner[u] == side && distance[u * n + v] < least)
            least = distance[u * n + v];
    return least;
}

/* What `side` owns less what the other owns. */
static long long lead_of(int side)
{
    long long lead = 0;
    for (int v = 0; v < n; v++) {
        long long mine = nearest(side, v), other = nearest(1 - side, v);
        lead += mine < other ? value[v] : other < mine ? -value[v] : 0;
    }
    return lead;
}

static void take(int side, int v)
{
    owner[v] = side;
    stones[stone_count++] = v;
}

static int best_vertex(int side)
{
    int best = -1;
    long long best_lead = 0;
    for (int v = 0; v < n; v++) {
        if (owner[v] != FREE)
            continue;
        owner[v] = side;
        long long lead = lead_of(side);
        owner[v] = FREE;
        if (best < 0 || lead > best_lead) {
            best = v;
            best_lead = lead;
        }
    }
    return best;
}

static void genmove(int side)
{
    turn_start[turn_count++] = stone_count;
    printf("=");
    for (int i = 0; i < per_turn; i++) {
        int v = best_vertex(side);
        take(side, v);
        printf(" %d", v);
    }
    printf("\n\n");
}

/* `play white 3 7`; without vertices the turn was lost. */
static void play(int side, char *vertices)
{
    turn_start[turn_count++] = stone_count;
    for (char *word = strtok(vertices, " \r\n"); word; word = strtok(NULL, " \r\n"))
        take(side, atoi(word));
    printf("=\n\n");
}

static void undo(void)
{
    if (turn_count == 0) {
        printf("? there is nothing to take back\n\n");
        return;
    }
    turn_count--;
    while (stone_count > turn_start[turn_count])
        owner[stones[--stone_count]] = FREE;
    printf("=\n\n");
}

static int is_command(const char *line, const char *name)
{
    size_t size = strlen(name);
    return strncmp(line, name, size) == 0 && strchr(" \r\n", line[size]);
}

static void obey(char *line)
{
    if (is_command(line, "protocol_version"))
        printf("= 1\n\n");
    else if (is_command(line, "name"))
        printf("= landgrab\n\n");
    else if (is_command(line, "arena"))
        printf(read_board(line) ? "=\n\n" : "? a board of at most 5000 vertices was expected\n\n");
    else if (sscanf(line, "rules %*d %d", &per_turn) == 1)
        start_game(), printf("=\n\n");
    else if (is_command(line, "play") && strlen(line) > 10)
        play(line[5] == 'b' ? BLACK : WHITE, line + 10);
    else if (is_command(line, "genmove"))
        genmove(line[8] == 'b' ? BLACK : WHITE);
    else if (is_command(line, "undo"))
        undo();
    else if (is_command(line, "time_left"))
        printf("=\n\n");
    else
        printf("? unknown command\n\n");
}

int main(void)
{
    static char line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        if (is_command(line, "quit")) {
            printf("=\n\n");
            break;
        }
        if (line[strspn(line, " \r\n")])
            obey(line);
        fflush(stdout); /* without this the referee waits for ever */
    }
    forget_board();
    return 0;
}
