/* origin.c - checks the Host and Origin of a request.
 *
 * A page of another site can make a browser send requests here, but the browser then names that
 * site in Origin and Sec-Fetch-Site.  If the site makes its own name resolve to this machine (DNS
 * rebinding), Host carries that name.  So Host must be `localhost` or a numeric address, with our
 * port, and requests to the API must have the same origin or come from no browser.
 */
#include "server/http/origin.h"

#include <arpa/inet.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAME = 80 };

/* Splits "name:port" or "[address]:port" (no port: 80).  False if it is neither. */
static bool split_address(const char *host, char name[NAME], int *port)
{
    bool bracket = host[0] == '[';
    const char *from = host + bracket;
    size_t size = strcspn(from, bracket ? "]" : ":");
    const char *rest = from + size + bracket;
    if (size == 0 || size >= NAME || (bracket && from[size] != ']'))
        return false;
    memcpy(name, from, size);
    name[size] = 0;
    *port = 80;
    if (*rest == 0)
        return true;
    char *end = NULL;
    size_t digits = *rest == ':' ? strspn(rest + 1, "0123456789") : 0;
    if (digits == 0 || digits > 5)
        return false;
    *port = (int)strtol(rest + 1, &end, 10);
    return *end == 0;
}

static bool is_good_name(const char *name, bool loopback)
{
    struct in6_addr six;
    struct in_addr four;
    if (strcasecmp(name, "localhost") == 0)
        return true;
    if (loopback)
        return strcmp(name, "127.0.0.1") == 0 || strcmp(name, "::1") == 0;
    return inet_pton(AF_INET, name, &four) == 1 || inet_pton(AF_INET6, name, &six) == 1;
}

const char *origin_refusal(const origin_claims *claims, int port, bool loopback, bool is_api)
{
    char name[NAME];
    int named;
    assert(port > 0);
    if (!claims->host || !split_address(claims->host, name, &named) || named != port ||
        !is_good_name(name, loopback))
        return "the Host of this request is not this server's address";
    if (!is_api)
        return NULL;
    if (claims->origin && (strncmp(claims->origin, "http://", 7) != 0 ||
                           strcasecmp(claims->origin + 7, claims->host) != 0))
        return "requests from other sites are not answered";
    if (claims->site && strcmp(claims->site, "same-origin") != 0 &&
        strcmp(claims->site, "none") != 0)
        return "requests from other sites are not answered";
    return NULL;
}
