/* openapi.h - the OpenAPI description of the server, as docs/openapi.yaml has it. */
#ifndef SERVER_API_OPENAPI_H
#define SERVER_API_OPENAPI_H

#include <demesne/status.h>
#include <stdio.h>

dm_status openapi_print(FILE *to, dm_error *err);

#endif
