/* storm.c - malicious clients, from a seed:  storm PORT ROUNDS SEED
 *
 * A round is one connection: a request with bytes changed, cut, doubled or random; one that is far
 * too long; one that is sent slowly and abandoned; one whose answer is not read.  After
 * every hundred of them a good question must be answered.  Prints how many were sent; status 1
 * where the server did not answer. */
#include <arpa/inet.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 1 << 16, HELD = 32 };

static int port;
static unsigned seed;

static unsigned below(unsigned bound)
{
    return (unsigned)rand_r(&seed) % bound;
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
    const struct timeval patience = {.tv_sec = 20};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int i = 0; i < 100; i++) {
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (connect(fd, (struct sockaddr *)&at, sizeof at) == 0)
            return fd;
        close(fd);
        rest(0.05);
    }
    return -1;
}

static void put(int fd, const char *bytes, size_t size)
{
    for (size_t sent = 0; sent < size;) {
        ssize_t some = send(fd, bytes + sent, size - sent, MSG_NOSIGNAL);
        if (some <= 0)
            return;
        sent += (size_t)some;
    }
}

/* Reads what comes and keeps the first `room` bytes. */
static size_t take(int fd, char *answer, size_t room)
{
    ssize_t some = recv(fd, answer, room - 1, 0);
    answer[some > 0 ? some : 0] = 0;
    return some > 0 ? (size_t)some : 0;
}

static const char *const bodies[] = {
    "{\"arena\":\"path:5\",\"white\":[0],\"black\":[4]}",
    "{\"arena\":\"grid:5x5\",\"rounds\":2,\"moves\":[[1],[2],[3]],\"write\":true}",
    "{\"call\":\"solve\",\"with\":{\"arena\":\"path:9\",\"rounds\":2,\"time\":1}}",
    "{\"text\":\"0 1 2.5\\n1 2\\n\",\"format\":\"edges\"}",
    "{\"arena\":\"tree:2,3\",\"drawing\":true}",
    "{\"record\":{\"demesne\":\"game\",\"version\":1,\"arena\":\"path:5\",\"seed\":1}}",
};
static const char *const paths[] = {"score",
                                    "game",
                                    "jobs",
                                    "board",
                                    "arena",
                                    "tries",
                                    "draw",
                                    "info",
                                    "jobs/0123456789abcdef",
                                    "../../etc/passwd"};
static const char *const methods[] = {"POST",   "POST", "POST", "GET",
                                      "DELETE", "PUT",  "HEAD", "BREW"};

#define PICK(list) list[below((unsigned)(sizeof list / sizeof *list))]

static size_t make_request(char *out, size_t length)
{
    const char *body = PICK(bodies);
    return (size_t)snprintf(out, ROOM,
                            "%s /api/%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: "
                            "application/json\r\nContent-Length: %zu\r\n\r\n%s",
                            PICK(methods), PICK(paths), port, length ? length : strlen(body), body);
}

static size_t spoil(char *bytes, size_t size)
{
    unsigned changes = 1 + below(8);
    for (unsigned i = 0; i < changes && size > 1; i++) {
        size_t at = below((unsigned)size);
        switch (below(4)) {
        case 0:
            bytes[at] = (char)below(256);
            break;
        case 1:
            size = at;
            break;
        case 2:
            memmove(bytes + at, bytes + at + 1, size - at - 1);
            size--;
            break;
        default:
            if (size < ROOM - 1) {
                memmove(bytes + at + 1, bytes + at, size - at);
                size++;
            }
        }
    }
    return size;
}

static void send_spoilt(int fd, char *room)
{
    char answer[512];
    size_t size = spoil(room, make_request(room, 0));
    put(fd, room, size);
    shutdown(fd, SHUT_WR);
    take(fd, answer, sizeof answer);
}

static void send_rubbish(int fd, char *room)
{
    size_t size = 1 + below(4000);
    for (size_t i = 0; i < size; i++)
        room[i] = (char)below(256);
    put(fd, room, size);
}

/* Endless headers, or a body beyond every limit. */
static void send_too_much(int fd, char *room)
{
    if (below(2)) {
        put(fd, room, make_request(room, 999999999));
        return;
    }
    put(fd, "GET / HTTP/1.1\r\nX: ", 19);
    memset(room, 'x', ROOM);
    put(fd, room, ROOM);
}

/* A chunked body beyond the limit of 16 MiB. */
static void send_chunks(int fd, char *room)
{
    int size = snprintf(room, ROOM,
                        "POST /api/score HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: "
                        "application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
                        port);
    put(fd, room, (size_t)size);
    memset(room, ' ', ROOM);
    memcpy(room, "f000\r\n", 6);
    memcpy(room + 6 + 0xf000, "\r\n", 2);
    for (int i = 0; i < 300; i++)
        put(fd, room, 8 + 0xf000);
}

/* Closes in the middle, or without reading the answer. */
static void send_and_leave(int fd, char *room)
{
    size_t size = make_request(room, 0);
    put(fd, room, below(2) ? size : below((unsigned)size));
}

static void weather(char *room, int held[HELD])
{
    int fd = reach();
    unsigned dice = below(1000);
    if (fd < 0)
        return;
    if (dice < 600)
        send_spoilt(fd, room);
    else if (dice < 700)
        send_rubbish(fd, room);
    else if (dice < 800)
        send_too_much(fd, room);
    else if (dice < 803)
        send_chunks(fd, room);
    else
        send_and_leave(fd, room);
    if (dice < 900) {
        close(fd);
        return;
    }
    unsigned place = below(HELD); /* slow clients stay connected with half a request */
    if (held[place] >= 0)
        close(held[place]);
    held[place] = fd;
}

static bool is_well(void)
{
    static const char question[] =
        "POST /api/score HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: "
        "application/json\r\nContent-Length: 44\r\n\r\n"
        "{\"arena\":\"path:5\",\"white\":[0],\"black\":[4]}  ";
    char room[2048];
    int fd = reach();
    if (fd < 0)
        return false;
    put(fd, room, (size_t)snprintf(room, sizeof room, question, port));
    size_t size = 0;
    do {
        size_t more = take(fd, room + size, sizeof room - size);
        if (more == 0)
            break;
        size += more;
    } while (!strstr(room, "\"owner\":\"WW.BB\"") && size < sizeof room - 1);
    close(fd);
    return strstr(room, "\"owner\":\"WW.BB\"") != NULL;
}

int main(int argc, char **argv)
{
    static char room[ROOM];
    int held[HELD];
    if (argc < 4)
        return 2;
    port = atoi(argv[1]);
    seed = (unsigned)atoi(argv[3]);
    for (int i = 0; i < HELD; i++)
        held[i] = -1;
    for (int round = 1; round <= atoi(argv[2]); round++) {
        weather(room, held);
        if (round % 100 == 0 && !is_well()) {
            printf("no answer after %d requests\n", round);
            return 1;
        }
    }
    printf("%s bad requests\n", argv[2]);
    return is_well() ? 0 : 1;
}
