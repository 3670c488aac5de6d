/* origin.h - checks the Host and Origin of a request. */
#ifndef SERVER_HTTP_ORIGIN_H
#define SERVER_HTTP_ORIGIN_H

#include <stdbool.h>

/* Headers of the request; NULL: missing. */
typedef struct origin_claims {
    const char *host, *origin, *site; /* Host, Origin, Sec-Fetch-Site */
} origin_claims;

/* NULL, or why the request is refused.
 *
 *   port      the server's
 *   loopback  accept only this machine's own names
 *   is_api    false for pages, which other sites may link to */
const char *origin_refusal(const origin_claims *claims, int port, bool loopback, bool is_api);

#endif
