/* guard.h - who may ask: the Host and Origin of a request. */
#ifndef SERVER_GUARD_H
#define SERVER_GUARD_H

#include <stdbool.h>

/* What a browser says of a request; NULL: nothing. */
typedef struct guard_claims {
    const char *host, *origin, *site; /* Host, Origin, Sec-Fetch-Site */
} guard_claims;

/* NULL, or why the request is refused.
 *
 *   port      where the server listens
 *   loopback  only this machine's own names are good
 *   is_api    not a page to be opened: other sites may link to that */
const char *guard_refusal(const guard_claims *claims, int port, bool loopback, bool is_api);

#endif
