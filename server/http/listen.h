/* listen.h - a socket that listens at an IP address. */
#ifndef SERVER_HTTP_LISTEN_H
#define SERVER_HTTP_LISTEN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct listener {
    int fd;   /* the caller closes it */
    int port; /* the one chosen if 0 was asked for */
    bool is_six, is_loopback;
} listener;

/* `address` is a number such as 127.0.0.1; port 0: a free one.  False with the reason in `why`. */
bool listen_at(const char *address, int port, listener *out, char *why, size_t capacity);

#endif
