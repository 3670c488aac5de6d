/* folder.c - a temporary folder for a test program, and a database in it. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "support/folder.h"

#include <stdio.h>
#include <stdlib.h>

char folder[] = "/tmp/demesne-test-XXXXXX";
char database[sizeof folder + sizeof "/a.db"];

int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(database, sizeof database, "%s/a.db", folder);
    return 0;
}
