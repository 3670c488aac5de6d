/* ask.c - one HTTP request from a script:  ask PORT METHOD PATH [BODY [HEADER..]]
 *
 * Prints the status and then the body as it comes.  BODY "" is none; HEADERs replace those that are
 * sent otherwise ("Host: x").  `ask PORT raw` sends standard input as it is. */
#include <arpa/inet.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

static int reach(int port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at) != 0) {
        perror("ask");
        exit(2);
    }
    return fd;
}

static bool is_given(int count, char **headers, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strncasecmp(headers[i], name, strlen(name)) == 0)
            return true;
    return false;
}

static void put_head(FILE *to, int port, char **words, const char *body, int count, char **headers)
{
    fprintf(to, "%s %s HTTP/1.1\r\nConnection: close\r\n", words[0], words[1]);
    if (!is_given(count, headers, "Host:"))
        fprintf(to, "Host: 127.0.0.1:%d\r\n", port);
    if (*body && !is_given(count, headers, "Content-Type:"))
        fputs("Content-Type: application/json\r\n", to);
    bool has_length = is_given(count, headers, "Content-Length:");
    if (!has_length && (*body || strcmp(words[0], "POST") == 0))
        fprintf(to, "Content-Length: %zu\r\n", strlen(body));
    for (int i = 0; i < count; i++)
        fprintf(to, "%s\r\n", headers[i]);
    fputs("\r\n", to);
    fputs(body, to);
}

static void put_input(FILE *to)
{
    char buffer[4096];
    for (size_t size; (size = fread(buffer, 1, sizeof buffer, stdin)) > 0;)
        fwrite(buffer, 1, size, to);
}

/* A chunked body is printed without its sizes. */
static void show_body(FILE *from, bool is_chunked)
{
    char line[64];
    int c;
    while (is_chunked && fgets(line, sizeof line, from)) {
        unsigned long size = strtoul(line, NULL, 16);
        for (; size > 0 && (c = getc(from)) != EOF; size--)
            putchar(c);
        fflush(stdout);
        if (!fgets(line, sizeof line, from))
            return;
    }
    while (!is_chunked && (c = getc(from)) != EOF)
        putchar(c);
}

static int show(FILE *from, bool with_head)
{
    char line[4096];
    int status = 0;
    bool is_chunked = false;
    if (!fgets(line, sizeof line, from) || sscanf(line, "HTTP/1.1 %d", &status) != 1) {
        puts("closed");
        return 1;
    }
    printf("%d\n", status);
    while (fgets(line, sizeof line, from) && strcmp(line, "\r\n") != 0) {
        is_chunked |= strncasecmp(line, "Transfer-Encoding: chunked", 26) == 0;
        if (with_head)
            fputs(line, stdout);
    }
    show_body(from, is_chunked);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    int port = atoi(argv[1]);
    signal(SIGPIPE, SIG_IGN); /* the server may answer and close before it has read everything */
    bool is_raw = strcmp(argv[2], "raw") == 0, is_head = strcmp(argv[2], "HEAD") == 0;
    int fd = reach(port);
    FILE *to = fdopen(fd, "w"), *from = fdopen(dup(fd), "r");
    if (!to || !from || (!is_raw && argc < 4))
        return 2;
    if (is_raw)
        put_input(to);
    else
        put_head(to, port, argv + 2, argc > 4 ? argv[4] : "", argc > 5 ? argc - 5 : 0, argv + 5);
    fflush(to);
    int status = show(from, is_head);
    fclose(from);
    fclose(to);
    return status;
}
