/* listen.c - a socket that listens at an IP address.  Names are not looked up: they may come to
 * mean another machine. */
#include "server/http/listen.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 512 };

static int port_of(int fd)
{
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    char service[16] = "0";
    if (getsockname(fd, (struct sockaddr *)&own, &size) == 0)
        getnameinfo((struct sockaddr *)&own, size, NULL, 0, service, sizeof service,
                    NI_NUMERICSERV);
    return atoi(service);
}

/* -1 with errno set on failure. */
static int open_socket(const struct addrinfo *at)
{
    const int yes = 1;
    int fd = socket(at->ai_family, SOCK_STREAM, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static bool is_loopback(const struct addrinfo *at)
{
    char text[64] = "";
    getnameinfo(at->ai_addr, at->ai_addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST);
    return strncmp(text, "127.", 4) == 0 || strcmp(text, "::1") == 0;
}

bool listen_at(const char *address, int port, listener *out, char *why, size_t capacity)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC,
                                   .ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
    struct addrinfo *found = NULL;
    char service[16];
    assert(port >= 0 && port <= 65535);
    snprintf(service, sizeof service, "%d", port);
    struct addrinfo *at = getaddrinfo(address, service, &hints, &found) == 0 ? found : NULL;
    if (!at) {
        snprintf(why, capacity, "%.80s is not an IP address such as 127.0.0.1", address);
        return false;
    }
    int fd = open_socket(at);
    if (fd < 0)
        snprintf(why, capacity, "%.80s port %d: %s", address, port, strerror(errno));
    else
        *out = (listener){fd, port_of(fd), at->ai_family == AF_INET6, is_loopback(at)};
    freeaddrinfo(at);
    return fd >= 0;
}
