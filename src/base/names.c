/* names.c - finds a name in a list, also one that is misspelled.
 *
 * A list too long for a message is cut off.
 * Names are compared by the number of single-letter changes between them; a swap of two
 * neighbouring letters counts as one change (optimal string alignment).  Among equally near
 * names one that begins with the typed text comes first: "tie" means "ties" rather than "time".
 */
#include "base/names.h"

#include "base/base.h"
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 40 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Keeps three rows of the usual table: a swap needs the row before the last. */
static int edit_distance(const char *a, const char *b)
{
    int rows[3][LONGEST + 1];
    int columns = (int)strlen(b);
    for (int j = 0; j <= columns; j++)
        rows[0][j] = j;
    int i = 0;
    for (; a[i]; i++) {
        int *row = rows[(i + 1) % 3], *above = rows[i % 3], *two_above = rows[(i + 2) % 3];
        row[0] = i + 1;
        for (int j = 1; j <= columns; j++) {
            row[j] = smaller(above[j - 1] + (a[i] != b[j - 1]), smaller(above[j], row[j - 1]) + 1);
            if (i > 0 && j > 1 && a[i] == b[j - 2] && a[i - 1] == b[j - 1])
                row[j] = smaller(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[i % 3][columns];
}

const char *dmi_similar_name(const char *typed, const char *const *names, int count)
{
    assert(count >= 0);
    size_t length = strlen(typed);
    int allowed = length <= 4 ? 1 : length <= 8 ? 2 : 3;
    const char *best = NULL;
    int fewest = 2 * allowed + 1; /* halves, so that the start of a name can break a tie */
    for (int i = 0; i < count && length <= LONGEST; i++) {
        if (strlen(names[i]) > LONGEST)
            continue;
        bool continues = strncmp(typed, names[i], length) == 0;
        int distance = 2 * edit_distance(typed, names[i]) + !continues;
        if (distance / 2 <= allowed && distance / 2 < (int)strlen(names[i]) &&
            (!best || distance < fewest)) {
            best = names[i];
            fewest = distance;
        }
    }
    return best;
}

int dmi_name_index(const char *what, const char *name, const char *const *names, int count,
                   dm_error *err)
{
    assert(count >= 0);
    char list[400] = "";
    for (int i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0)
            return i;
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    }
    const char *near = dmi_similar_name(name, names, count);
    if (near)
        dmi_fail(err, DM_BAD_ARGUMENT, "unknown %s '%s'; did you mean %s?", what, name, near);
    else
        dmi_fail(err, DM_BAD_ARGUMENT, "unknown %s '%s'; known: %s", what, name,
                 *list ? list : "none");
    return -1;
}
