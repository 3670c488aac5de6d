/* http_library.h - libmicrohttpd, loaded when a server starts. */
#ifndef SERVER_HTTP_HTTP_LIBRARY_H
#define SERVER_HTTP_HTTP_LIBRARY_H

#include <microhttpd.h>
#include <stdbool.h>

/* mhd.start_daemon is MHD_start_daemon, and so on. */
typedef struct http_library {
#define X(name) __typeof__(MHD_##name) *name;
#include "server/http/microhttpd.def"
#undef X
} http_library;

extern http_library mhd;

/* Fills mhd.  False, with the reason in `why`, if that is impossible. */
bool http_library_load(char *why, size_t capacity);

#endif
