/* refuse.c - answers that refuse; apart from http.c, because the API needs them without sockets,
 * too. */
#include "server/http/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void http_refuse(http_answer *out, int status, const char *message)
{
    size_t capacity = strlen(message) + sizeof "{\"error\":\"\"}";
    char *body = malloc(capacity);
    *out = (http_answer){.status = status, .type = "application/json", .body = body};
    if (body)
        out->size = (size_t)snprintf(body, capacity, "{\"error\":\"%s\"}", message);
}
