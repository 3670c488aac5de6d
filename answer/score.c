/* score.c - a scored position: who owns what. */
#include "answer/answer.h"

#include <stdlib.h>

void answer_owners(report *r, const dm_dominance *d)
{
    if (!report_is_json(r))
        return;
    char *letters = malloc((size_t)d->n + 1);
    if (letters)
        for (dm_vertex v = 0; v < d->n; v++)
            letters[v] = dm_owner_letter(d->owner[v]);
    report_json(r, "owner", letters ? json_stringn_nocheck(letters, (size_t)d->n) : NULL);
    free(letters);
}

void answer_distances(report *r, const dm_dominance *d)
{
    json_t *list = json_array();
    for (dm_vertex v = 0; v < d->n; v++)
        report_append(&list, json_integer(d->distance[v]));
    report_json(r, "distances", list);
}

void answer_score(report *r, const dm_stone *stones, int32_t count, const dm_dominance *d)
{
    report_stones(r, "white", stones, count, DM_WHITE);
    report_stones(r, "black", stones, count, DM_BLACK);
    report_score(r, d);
    answer_owners(r, d);
}
