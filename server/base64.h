/* base64.h - bytes as text (RFC 4648). */
#ifndef SERVER_BASE64_H
#define SERVER_BASE64_H

#include <stddef.h>

/* Freed with free(); NULL without memory. */
char *base64_of(const void *bytes, size_t size);

#endif
