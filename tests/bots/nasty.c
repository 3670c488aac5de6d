/* nasty.c - bots that misbehave, in a way that the argument names.
 *
 * All follow the protocol until they misbehave; `good` never does, and takes the lowest free
 * vertices.  attack.c has attacks on the machine.
 */
#define _POSIX_C_SOURCE 200809L
#include "attack.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 1 << 16, MOST = 4096 };

static const char *way;
static int n, per_turn, moves, plays;
static int boards; /* that this process was sent */
static int taken[MOST];
static int turn[MOST][2], turns; /* vertices of a turn, for undo: first and count */
static int order[MOST], placed;

static int is(const char *name)
{
    return strcmp(way, name) == 0;
}

static void sleep_for_ever(void)
{
    for (;;)
        pause();
}

static void flood(void)
{
    for (;;)
        if (puts("= 1 2 3 4 5 6 7 8 9") < 0)
            exit(1);
}

static void take(int v)
{
    taken[v] = 1;
    order[placed++] = v;
    turn[turns - 1][1]++;
}

static void begin_turn(void)
{
    turn[turns][0] = placed;
    turn[turns++][1] = 0;
}

static void take_back(void)
{
    turns--;
    while (placed > turn[turns][0])
        taken[order[--placed]] = 0;
}

static int lowest_free(void)
{
    int v = 0;
    while (taken[v])
        v++;
    return v;
}

static void good_move(void)
{
    begin_turn();
    printf("=");
    for (int i = 0; i < per_turn; i++) {
        int v = lowest_free();
        take(v);
        printf(" %d", v);
    }
    printf("\n\n");
}

/* A child that goes on thinking when the program has answered. */
static void think_on(void)
{
    if (fork() == 0)
        for (;;)
            moves = 1;
}

/* A child that outlives its parent and keeps the pipe open. */
static void leave_child_behind(void)
{
    if (fork() == 0)
        sleep_for_ever();
    exit(0);
}

/* What a program does wrong in its second game; false: it does not. */
static int answer_second(void)
{
    if (boards != 2)
        return 0;
    if (is("second-crash") && turns > 1)
        abort();
    if (is("second-occupied"))
        printf("= %d\n\n", n);
    else if (is("second-last"))
        begin_turn(), take(n - 1 - placed), printf("= %d\n\n", order[placed - 1]);
    else
        return 0;
    return 1;
}

static void genmove(void)
{
    moves++;
    attack(way);
    if (is("crash") || (is("crash-second") && moves == 2))
        abort();
    if (is("hang"))
        sleep_for_ever();
    if (is("think-on"))
        think_on();
    if (is("late"))
        sleep(1);
    if (is("flood"))
        flood();
    if (is("close")) {
        fclose(stdout);
        sleep_for_ever();
    }
    if (is("orphan"))
        leave_child_behind();
    if (is("rubbish"))
        printf("I would rather not\n\n");
    else if (is("words"))
        printf("= here and there\n\n");
    else if (is("refuse"))
        printf("? no idea\n\n");
    else if (is("outside"))
        printf("= %d\n\n", n);
    else if (is("huge"))
        printf("= 99999999999999999999\n\n");
    else if (is("negative"))
        printf("= -1\n\n");
    else if (is("occupied"))
        printf("= %d\n\n", placed ? order[0] : n);
    else if (is("many"))
        printf("= 0 1 2 3 4 5 6 7\n\n");
    else if (is("none"))
        printf("=\n\n");
    else if (is("twice"))
        good_move(), printf("= 1\n\n");
    else if (is("binary"))
        fwrite("\0\xff\0\x80\n\n", 1, 6, stdout);
    else if (is("no-end"))
        printf("= 1");
    else if (is("no-blank"))
        printf("= 1\n");
    else if (is("debug"))
        printf("thinking about %d vertices\n", n), good_move();
    else if (is("loop"))
        for (;;)
            moves = 1;
    else if (is("one-based"))
        begin_turn(), take(lowest_free()), printf("= %d\n\n", order[placed - 1] + 1);
    else if (is("forget"))
        printf("= %d\n\n", lowest_free());
    else if (!answer_second())
        good_move();
}

static void read_arena(const char *line)
{
    int edges;
    char skipped[256];
    boards++;
    if (is("second-end") && boards == 2)
        exit(0);
    sscanf(line, "arena %d %d", &n, &edges);
    for (int i = 0; i < n + edges; i++)
        if (!fgets(skipped, sizeof skipped, stdin))
            exit(1);
    printf("=\n\n");
}

static void play(char *line)
{
    plays++;
    begin_turn();
    for (char *word = strtok(line + 10, " \n"); word; word = strtok(NULL, " \n"))
        take(atoi(word));
    printf(is("bad-play") ? "? what\n\n" : "=\n\n");
}

static void obey(char *line)
{
    if (strncmp(line, "protocol_version", 16) == 0)
        printf("= %s\n\n", is("version") ? "2" : "1");
    else if (strncmp(line, "arena", 5) == 0)
        read_arena(line);
    else if (sscanf(line, "rules %*d %d", &per_turn) == 1) {
        memset(taken, 0, sizeof taken);
        placed = turns = 0;
        printf("=\n\n");
    } else if (strncmp(line, "play", 4) == 0)
        play(line);
    else if (strncmp(line, "undo", 4) == 0)
        take_back(), printf("=\n\n");
    else if (strncmp(line, "genmove", 7) == 0)
        genmove();
    else if (strncmp(line, "quit", 4) == 0 && !is("ignore-quit"))
        exit(0);
    else if (strncmp(line, "name", 4) == 0 || strncmp(line, "time_left", 9) == 0)
        printf("=\n\n");
    else if (line[strspn(line, " \n")])
        printf("? unknown command\n\n");
}

int main(int argc, char **argv)
{
    static char line[LINE];
    way = argc > 1 ? argv[1] : "good";
    if (is("crash-start"))
        return 3;
    if (is("hang-start"))
        sleep_for_ever();
    if (is("flood-start"))
        flood();
    if (is("deaf"))
        fclose(stdin);
    if (is("grandchild") && fork() == 0)
        sleep_for_ever();
    if (is("ignore-quit"))
        signal(SIGTERM, SIG_IGN);
    if (is("complain"))
        for (int i = 0; i < 100000; i++)
            fputs("this program has much to say about itself\n", stderr);
    while (fgets(line, sizeof line, stdin)) {
        obey(line);
        if (!is("buffer"))
            fflush(stdout);
    }
    if (is("ignore-quit") || is("deaf"))
        sleep_for_ever();
    return 0;
}
