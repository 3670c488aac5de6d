/* load.c - many clients at once:  load PORT CLIENTS SECONDS PID
 *
 * Every client keeps one connection and asks without pause: scores, tries, games, facts, and moves
 * as jobs, for whose end it waits; one more client keeps a solver busy.  Prints
 * one JSON object: questions, errors, p50 and p99 of scores in milliseconds, and by how much the
 * server's memory grew in the second half, in percent.  Status 0 where there was no error. */
#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER = 1 << 20, SLOTS = 20000 /* of a tenth of a millisecond */ };

static int port;
static double end;
static atomic_long asked, errors, scores[SLOTS];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void rest(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds};
    t.tv_nsec = (long)((seconds - (double)t.tv_sec) * 1e9);
    nanosleep(&t, NULL);
}

static int reach(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    for (int i = 0; i < 50; i++) {
        if (connect(fd, (struct sockaddr *)&at, sizeof at) == 0)
            return fd;
        rest(0.02);
    }
    close(fd);
    return -1;
}

static bool send_all(int fd, const char *text, size_t size)
{
    for (size_t sent = 0; sent < size;) {
        ssize_t some = send(fd, text + sent, size - sent, MSG_NOSIGNAL);
        if (some <= 0)
            return false;
        sent += (size_t)some;
    }
    return true;
}

/* Reads one answer that has a length; gives its status, or -1. */
static int receive(int fd, char *answer)
{
    size_t size = 0, whole = 0;
    while (size < ANSWER - 1) {
        ssize_t some = recv(fd, answer + size, ANSWER - 1 - size, 0);
        if (some <= 0)
            return -1;
        size += (size_t)some;
        answer[size] = 0;
        const char *body = strstr(answer, "\r\n\r\n"), *length = strstr(answer, "Content-Length:");
        if (!body || !length)
            continue;
        whole = (size_t)(body + 4 - answer) + strtoul(length + 15, NULL, 10);
        if (size >= whole) {
            int status = atoi(answer + 9);
            memmove(answer, body + 4, strlen(body + 4) + 1);
            return status;
        }
    }
    return -1;
}

static bool ask(int fd, const char *method, const char *path, const char *body, char *answer)
{
    char request[2048];
    int size = snprintf(request, sizeof request,
                        "%s /api/%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: "
                        "application/json\r\nContent-Length: %zu\r\n\r\n%s",
                        method, path, port, strlen(body), body);
    atomic_fetch_add(&asked, 1);
    if (send_all(fd, request, (size_t)size) && receive(fd, answer) == 200)
        return true;
    if (atomic_fetch_add(&errors, 1) < 5)
        fprintf(stderr, "load: %s %s %s: %.200s\n", method, path, body, answer);
    return false;
}

static bool ask_score(int fd, unsigned *seed, char *answer)
{
    char body[200];
    int a = rand_r(seed) % 400, b = 400 + rand_r(seed) % 400;
    snprintf(body, sizeof body,
             "{\"arena\":\"geometric:1000,6\",\"seed\":%d,\"white\":[%d],\"black\":[%d]}",
             1 + rand_r(seed) % 4, a, b);
    double begun = now();
    bool good = ask(fd, "POST", "score", body, answer);
    long slot = (long)((now() - begun) * 10000);
    atomic_fetch_add(&scores[slot < SLOTS ? slot : SLOTS - 1], 1);
    return good;
}

/* Starts a job and asks about it until it ends. */
static bool ask_job(int fd, const char *body, char *answer)
{
    char path[64], id[32] = "";
    if (!ask(fd, "POST", "jobs", body, answer) || sscanf(answer, "{\"job\":\"%31[0-9a-f]", id) != 1)
        return false;
    snprintf(path, sizeof path, "jobs/%s", id);
    do {
        rest(0.02);
        if (!ask(fd, "GET", path, "", answer))
            return false;
    } while (now() < end && !strstr(answer, "\"state\":\"done\"") &&
             !strstr(answer, "\"state\":\"stopped\""));
    return ask(fd, "DELETE", path, "", answer);
}

static bool ask_something(int fd, unsigned *seed, bool may_work, char *answer)
{
    char body[200];
    int dice = rand_r(seed) % 100, v = rand_r(seed) % 300;
    if (dice < 70)
        return ask_score(fd, seed, answer);
    if (dice < 80) {
        snprintf(body, sizeof body, "{\"arena\":\"grid:20x20\",\"white\":[%d],\"side\":\"black\"}",
                 v);
        return ask(fd, "POST", "tries", body, answer);
    }
    if (dice < 97 || !may_work) {
        snprintf(body, sizeof body, "{\"arena\":\"grid:20x20\",\"rounds\":3,\"moves\":[[%d],[%d]]}",
                 v, v + 1);
        return ask(fd, "POST", "game", body, answer);
    }
    if (dice < 99)
        return ask(fd, "POST", "arena", "{\"arena\":\"grid:10x10\",\"drawing\":true}", answer);
    snprintf(body, sizeof body,
             "{\"call\":\"move\",\"with\":{\"arena\":\"grid:9x9\",\"rounds\":3,\"moves\":[[%d]],"
             "\"player\":\"greedy\"}}",
             v % 81);
    return ask_job(fd, body, answer);
}

/* Few clients start jobs: more would be refused. */
static void *client(void *argument)
{
    unsigned seed = *(unsigned *)argument;
    bool may_work = seed % 16 == 0;
    char *answer = calloc(1, ANSWER);
    int fd = reach();
    if (fd < 0 || !answer)
        atomic_fetch_add(&errors, 1);
    while (fd >= 0 && answer && now() < end)
        if (!ask_something(fd, &seed, may_work, answer))
            break;
    close(fd);
    free(answer);
    return NULL;
}

static void *solver_client(void *argument)
{
    char *answer = calloc(1, ANSWER);
    int fd = reach();
    (void)argument;
    while (fd >= 0 && answer && now() < end)
        if (!ask_job(
                fd,
                "{\"call\":\"solve\",\"with\":{\"arena\":\"grid:7x7\",\"rounds\":8,\"time\":2}}",
                answer))
            break;
    close(fd);
    free(answer);
    return NULL;
}

static long memory_of(int pid)
{
    char path[64];
    long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", pid);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%*s %ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages;
}

/* The least in the `span` seconds before `until`, as a solver's table comes and goes. */
static long least_memory(int pid, double span, double until)
{
    long least = 0;
    while (now() < until - span)
        rest(0.05);
    while (now() < until) {
        long pages = memory_of(pid);
        least = least == 0 || pages < least ? pages : least;
        rest(0.05);
    }
    return least;
}

/* Milliseconds within which `share` of the scores came. */
static double quantile(double share)
{
    long all = 0, seen = 0;
    for (int i = 0; i < SLOTS; i++)
        all += atomic_load(&scores[i]);
    for (int i = 0; i < SLOTS; i++) {
        seen += atomic_load(&scores[i]);
        if ((double)seen >= share * (double)all)
            return (i + 1) / 10.0;
    }
    return SLOTS / 10.0;
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    port = atoi(argv[1]);
    int clients = atoi(argv[2]), pid = atoi(argv[4]);
    double seconds = atof(argv[3]);
    pthread_t *threads = calloc((size_t)clients + 1, sizeof *threads);
    unsigned *seeds = calloc((size_t)clients + 1, sizeof *seeds);
    end = now() + seconds;
    for (int i = 0; i <= clients; i++) {
        seeds[i] = (unsigned)i;
        pthread_create(&threads[i], NULL, i < clients ? client : solver_client, &seeds[i]);
    }
    long first = least_memory(pid, seconds / 6, end - seconds / 2);
    long second = least_memory(pid, seconds / 6, end);
    double growth = first ? 100.0 * (double)(second - first) / (double)first : -1;
    for (int i = 0; i <= clients; i++)
        pthread_join(threads[i], NULL);
    printf(
        "{\"clients\":%d,\"seconds\":%g,\"questions\":%ld,\"errors\":%ld,\"p50\":%.1f,\"p99\":%.1f,"
        "\"memory_pages\":%ld,\"growth\":%.2f}\n",
        clients, seconds, atomic_load(&asked), atomic_load(&errors), quantile(0.5), quantile(0.99),
        first, growth);
    free(threads);
    free(seeds);
    return atomic_load(&errors) > 0;
}
