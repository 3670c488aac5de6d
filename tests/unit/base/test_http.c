/* test_http.c - HTTP without games: limits on bodies, connections and time, flows, the end. */
#include "server/http/http.h"
#include "server/http/origin.h"
#include "support/support.h"
#include <arpa/inet.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { BODY = 1 << 16, BODIES = 3 << 16, CONNECTIONS = 8, LARGE = 64 << 20 };

static http *server;
static atomic_int drops, asked;
static const unsigned char page[] = "hello";
static const http_file files[] = {{"/index.html", "text/plain", "\"1\"", page, 5}};

/* Sends a line forty times a second. */
static int next_line(void *state, char *buffer, size_t room)
{
    const struct timespec moment = {.tv_nsec = 25000000};
    int *left = state;
    nanosleep(&moment, NULL);
    if ((*left)-- == 0)
        return -1;
    return room < 5 ? 0 : (int)strlen(strcpy(buffer, "line"));
}

/* Fills the buffer, without end. */
static int next_flood(void *state, char *buffer, size_t room)
{
    (void)state;
    memset(buffer, 'x', room);
    return (int)room;
}

static void drop_lines(void *state)
{
    free(state);
    atomic_fetch_add(&drops, 1);
}

static void flow_of(int lines, http_answer *out)
{
    int *left = malloc(sizeof *left);
    *left = lines;
    *out =
        (http_answer){.status = 200, .type = "text/plain", .flow = {next_line, drop_lines, left}};
}

/* /api/size gives the size of the body, /api/large is large, /api/lines, /api/endless and
 * /api/flood flow. */
static void answer(void *user, const http_ask *ask, http_answer *out)
{
    (void)user;
    atomic_fetch_add(&asked, 1);
    *out = (http_answer){.status = 200, .type = "text/plain", .body = calloc(1, 32)};
    if (strcmp(ask->path, "/api/large") == 0) {
        free(out->body);
        out->body = calloc(1, LARGE);
        out->size = LARGE;
    } else if (strcmp(ask->path, "/api/size") == 0) {
        out->size = (size_t)snprintf(out->body, 32, "size %zu", ask->size);
    } else {
        free(out->body);
        flow_of(strcmp(ask->path, "/api/lines") == 0 ? 3 : -1, out);
        if (strcmp(ask->path, "/api/flood") == 0)
            out->flow.next = next_flood;
    }
}

static int start(void **state)
{
    const http_settings settings = {.address = "127.0.0.1",
                                    .files = files,
                                    .file_count = 1,
                                    .answer = answer,
                                    .body_limit = BODY,
                                    .bodies_limit = BODIES,
                                    .answers_limit = LARGE + LARGE / 2,
                                    .connection_limit = CONNECTIONS,
                                    .receive_seconds = 3,
                                    .send_seconds = 3,
                                    .idle_seconds = 3};
    char why[200];
    (void)state;
    if (http_start(&settings, &server, why, sizeof why))
        return 0;
    print_message("%s\n", why);
    return -1;
}

static int stop(void **state)
{
    (void)state;
    http_stop(server);
    return 0;
}

static int reach(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)http_port(server))};
    const struct timeval patience = {.tv_sec = 30};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

/* False once the other side has closed. */
static bool put(int fd, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t some = send(fd, text, size, MSG_NOSIGNAL);
        if (some <= 0)
            return false;
        text += some;
        size -= (size_t)some;
    }
    return true;
}

static void head(int fd, const char *line, size_t length)
{
    char text[400];
    int size = snprintf(text, sizeof text,
                        "%s HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"
                        "Content-Length: %zu\r\n\r\n",
                        line, http_port(server), length);
    put(fd, text, (size_t)size);
}

/* Reads until the other side closes or `end` has come; gives the number of bytes. */
static size_t take(int fd, char *answer_text, size_t room, const char *end)
{
    size_t size = 0, all = 0;
    char waste[4096];
    for (;;) {
        bool full = size + 1 >= room;
        ssize_t some = full ? recv(fd, waste, sizeof waste, 0)
                            : recv(fd, answer_text + size, room - 1 - size, 0);
        if (some <= 0)
            return all;
        all += (size_t)some;
        size += full ? 0 : (size_t)some;
        answer_text[size] = 0;
        if (end && strstr(answer_text, end))
            return all;
    }
}

static void expect(int fd, const char *status, const char *body)
{
    char text[4096] = "";
    take(fd, text, sizeof text, body);
    if (!strstr(text, status) || !strstr(text, body))
        fail_msg("expected %s and %s, got %s", status, body, text);
}

/* Retries until the connections of others are free. */
static void is_well(void)
{
    const struct timespec moment = {.tv_nsec = 50000000};
    char text[4096] = "";
    for (int i = 0; i < 400 && !strstr(text, "size 2"); i++) {
        int fd = reach();
        head(fd, "POST /api/size", 2);
        put(fd, "ab", 2);
        take(fd, text, sizeof text, "size 2");
        close(fd);
        nanosleep(&moment, NULL);
    }
    assert_non_null(strstr(text, "HTTP/1.1 200"));
}

static void questions_and_files(void **state)
{
    (void)state;
    int fd = reach(); /* one connection for both */
    head(fd, "GET /", 0);
    expect(fd, "HTTP/1.1 200", "hello");
    head(fd, "POST /api/size", 3);
    put(fd, "a", 1);
    put(fd, "bc", 2);
    expect(fd, "HTTP/1.1 200", "size 3");
    close(fd);
}

static void bodies_are_limited(void **state)
{
    char *much = calloc(1, BODY);
    (void)state;
    int before = atomic_load(&asked), fd = reach();
    head(fd, "POST /api/size", BODY + 1);
    expect(fd, "HTTP/1.1 413", "too large");
    close(fd);
    fd = reach();
    head(fd, "POST /api/size", BODY);
    put(fd, much, BODY);
    expect(fd, "HTTP/1.1 200", "size 65536");
    close(fd);
    assert_int_equal(atomic_load(&asked), before + 1);
    free(much);
    is_well();
}

/* Unfinished bodies use up the memory for all; connections beyond it are closed, and the
 * memory is freed. */
static void all_bodies_are_limited(void **state)
{
    char *much = calloc(1, BODY), text[100];
    int fd[CONNECTIONS - 1], closed = 0;
    (void)state;
    for (int i = 0; i < CONNECTIONS - 1; i++) {
        fd[i] = reach();
        head(fd[i], "POST /api/size", BODY);
        put(fd[i], much, BODY - 1);
    }
    for (int i = 0; i < CONNECTIONS - 1; i++) {
        closed += take(fd[i], text, sizeof text, NULL) == 0;
        close(fd[i]);
    }
    assert_int_equal(closed, CONNECTIONS - 1);
    free(much);
    is_well();
}

static void drops_of_bytes_are_cut(void **state)
{
    const struct timespec moment = {.tv_nsec = 50000000};
    static const char *const requests[] = {
        "GET /api/size HTTP/1.1\r\nX-A: "
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "POST /api/size HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"
        "Content-Length: 60000\r\n\r\n"};
    (void)state;
    for (int r = 0; r < 2; r++) {
        char text[300];
        int fd = reach(), sent = 0,
            size = snprintf(text, sizeof text, requests[r], http_port(server));
        if (r == 1)
            put(fd, text, (size_t)size);
        /* a byte every 50 ms would take 50 minutes */
        while (sent < 2000 && put(fd, r == 0 && sent < size ? text + sent : "x", 1)) {
            nanosleep(&moment, NULL);
            sent++;
        }
        assert_true(sent < 2000);
        close(fd);
    }
    is_well();
}

static void idle_connections_are_closed(void **state)
{
    char text[4096];
    (void)state;
    int fd = reach(), silent = reach();
    head(fd, "GET /", 0);
    take(fd, text, sizeof text, NULL); /* until the server closes it */
    assert_non_null(strstr(text, "hello"));
    assert_int_equal(take(silent, text, sizeof text, NULL), 0);
    close(fd);
    close(silent);
}

static void answers_not_taken_are_cut(void **state)
{
    const struct timespec moment = {.tv_sec = 8};
    char text[100];
    (void)state;
    int fd = reach();
    head(fd, "GET /api/large", 0);
    nanosleep(&moment, NULL);
    assert_true(take(fd, text, sizeof text, NULL) < LARGE);
    close(fd);
    is_well();
}

static void all_answers_are_limited(void **state)
{
    char text[400];
    (void)state;
    int first = reach(), second = reach();
    head(first, "GET /api/large", 0);
    take(first, text, sizeof text, "HTTP/1.1 200");
    head(second, "GET /api/large", 0);
    expect(second, "HTTP/1.1 503", "not been received");
    head(second, "POST /api/size", 1); /* small ones are not limited */
    put(second, "a", 1);
    expect(second, "HTTP/1.1 200", "size 1");
    assert_true(take(first, text, sizeof text, NULL) > LARGE / 2);
    close(first);
    head(second, "GET /api/large", 0);
    take(second, text, sizeof text, "HTTP/1.1 200");
    close(second);
    is_well();
}

static void flows_not_taken_are_cut(void **state)
{
    const struct timespec moment = {.tv_nsec = 50000000};
    int before = atomic_load(&drops), fd = reach();
    (void)state;
    head(fd, "GET /api/flood", 0);
    for (int i = 0; i < 400 && atomic_load(&drops) == before; i++)
        nanosleep(&moment, NULL);
    assert_int_equal(atomic_load(&drops), before + 1);
    close(fd);
    is_well();
}

static void connections_are_limited(void **state)
{
    int fd[CONNECTIONS];
    (void)state;
    for (int i = 0; i < CONNECTIONS; i++)
        fd[i] = reach();
    for (int i = 0; i < CONNECTIONS; i++)
        close(fd[i]);
    is_well();
}

static void flows(void **state)
{
    char text[4096];
    (void)state;
    int before = atomic_load(&drops), fd = reach();
    head(fd, "GET /api/lines", 0);
    take(fd, text, sizeof text, "0\r\n\r\n");
    assert_non_null(strstr(text, "4\r\nline\r\n4\r\nline\r\n4\r\nline\r\n0\r\n\r\n"));
    close(fd);
    fd = reach(); /* an endless one, which the client leaves */
    head(fd, "GET /api/endless", 0);
    take(fd, text, sizeof text, "line");
    close(fd);
    const struct timespec moment = {.tv_nsec = 50000000};
    for (int i = 0; i < 400 && atomic_load(&drops) < before + 2; i++)
        nanosleep(&moment, NULL);
    assert_int_equal(atomic_load(&drops), before + 2);
    is_well();
}

static void ends_with_clients_connected(void **state)
{
    char text[4096];
    int before = atomic_load(&drops);
    int flow = reach(), silent = reach();
    head(flow, "GET /api/endless", 0);
    take(flow, text, sizeof text, "line");
    http_stop(server);
    assert_int_equal(atomic_load(&drops), before + 1);
    close(flow);
    close(silent);
    assert_int_equal(start(state), 0);
}

static void who_may_ask(void **state)
{
    static const struct {
        const char *host, *origin, *site;
        bool loopback, page, api;
    } cases[] = {
        {"127.0.0.1:80", NULL, NULL, true, true, true},
        {"127.0.0.1", NULL, NULL, true, true, true},
        {"localhost", NULL, NULL, true, true, true},
        {"LOCALHOST:80", NULL, NULL, true, true, true},
        {"[::1]", NULL, NULL, true, true, true},
        {"[::1]:80", "http://[::1]:80", "same-origin", true, true, true},
        {"192.168.1.5", NULL, NULL, true, false, false},
        {"192.168.1.5", NULL, NULL, false, true, true},
        {"[fe80::1]:80", NULL, NULL, false, true, true},
        {"example.org", NULL, NULL, false, false, false},
        {"1.2.3.4.example.org", NULL, NULL, false, false, false},
        {"127.0.0.1:8080", NULL, NULL, true, false, false},
        {"127.0.0.1:080", NULL, NULL, true, true, true},
        {"127.0.0.1:", NULL, NULL, true, false, false},
        {"127.0.0.1:80x", NULL, NULL, true, false, false},
        {"127.0.0.1:80:80", NULL, NULL, true, false, false},
        {"[::1", NULL, NULL, true, false, false},
        {"[]", NULL, NULL, true, false, false},
        {"", NULL, NULL, true, false, false},
        {NULL, NULL, NULL, true, false, false},
        {"localhost", "http://localhost", "same-origin", true, true, true},
        {"localhost", "https://localhost", NULL, true, true, false},
        {"localhost", "http://example.org", NULL, true, true, false},
        {"localhost", "null", NULL, true, true, false},
        {"localhost", NULL, "cross-site", true, true, false},
        {"localhost", NULL, "same-site", true, true, false},
        {"localhost", NULL, "none", true, true, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const origin_claims claims = {cases[i].host, cases[i].origin, cases[i].site};
        bool is_page = !origin_refusal(&claims, 80, cases[i].loopback, false);
        bool is_api = !origin_refusal(&claims, 80, cases[i].loopback, true);
        if (is_page != cases[i].page || is_api != cases[i].api)
            fail_msg("case %zu: %s", i, cases[i].host ? cases[i].host : "(none)");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_may_ask),
        cmocka_unit_test(questions_and_files),
        cmocka_unit_test(bodies_are_limited),
        cmocka_unit_test(all_bodies_are_limited),
        cmocka_unit_test(drops_of_bytes_are_cut),
        cmocka_unit_test(idle_connections_are_closed),
        cmocka_unit_test(answers_not_taken_are_cut),
        cmocka_unit_test(all_answers_are_limited),
        cmocka_unit_test(flows_not_taken_are_cut),
        cmocka_unit_test(connections_are_limited),
        cmocka_unit_test(flows),
        cmocka_unit_test(ends_with_clients_connected),
    };
    return cmocka_run_group_tests_name("http", tests, start, stop);
}
