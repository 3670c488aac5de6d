/* postgres_address.c - the address of a PostgreSQL database, with and without its password.
 *
 * A password that contains @ or / unescaped ends up in other parts of the address, and libpq's
 * messages would repeat it.  Such addresses are refused before libpq is asked to connect.
 */
#include "store/postgres.h"

#include "base/base.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool dmi_is_postgres_address(const char *address)
{
    return strncmp(address, "postgresql://", 13) == 0 || strncmp(address, "postgres://", 11) == 0;
}

static bool is_plausible(const PQconninfoOption *option)
{
    if (!option->val)
        return true;
    if (strcmp(option->keyword, "port") == 0)
        return strspn(option->val, "0123456789,") == strlen(option->val);
    if (strcmp(option->keyword, "host") == 0 || strcmp(option->keyword, "dbname") == 0)
        return !strchr(option->val, '@');
    return true;
}

dm_status dmi_postgres_check_address(const char *address, dm_error *err)
{
    char *why = NULL;
    PQconninfoOption *options = dmi_pq.conninfoParse(address, &why);
    bool good = options != NULL;
    for (const PQconninfoOption *o = options; o && o->keyword; o++)
        good &= is_plausible(o);
    dmi_pq.conninfoFree(options);
    dmi_pq.freemem(why);
    if (good)
        return DM_OK;
    return dmi_fail(err, DM_BAD_INPUT,
                    "the database is not a valid address; expected "
                    "postgresql://user@host:port/name?option=value; in a password write %%40 "
                    "for @, %%2F for / and %%3A for :");
}

/* Appends `part`, with everything but letters, digits and "-._~" as %XX. */
static char *append_escaped(char *at, const char *part)
{
    static const char hex[] = "0123456789ABCDEF";
    for (; part && *part; part++) {
        unsigned char c = (unsigned char)*part;
        if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
            strchr("-._~", c))
            *at++ = *part;
        else {
            *at++ = '%';
            *at++ = hex[c >> 4];
            *at++ = hex[c & 15];
        }
    }
    *at = '\0';
    return at;
}

static size_t part_length(const char *part)
{
    return part ? strlen(part) : 0;
}

char *dmi_postgres_name(const PGconn *link)
{
    const char *user = dmi_pq.user(link), *host = dmi_pq.host(link), *port = dmi_pq.port(link),
               *db = dmi_pq.db(link);
    size_t most = 3 * (part_length(user) + part_length(host) + part_length(port) + part_length(db));
    if (most == 0)
        return dmi_strdup("postgresql://");
    static const char begin[] = "postgresql://";
    char *name = dmi_alloc(most + sizeof begin + sizeof "@:/", 1);
    if (!name)
        return NULL;
    memcpy(name, begin, sizeof begin);
    char *at = append_escaped(name + sizeof begin - 1, user);
    *at++ = '@';
    at = append_escaped(at, host);
    *at++ = ':';
    at = append_escaped(at, port);
    *at++ = '/';
    append_escaped(at, db);
    return name;
}
