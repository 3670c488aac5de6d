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

static void add_scores(report *r, const answer_market *m)
{
    const dm_huff_score *h = m->huff;
    if (!h) {
        report_score(r, m->owned, dm_arena_value_decimals(m->arena));
        return;
    }
    answer_demand(r, m, "white_score", 0, h->score[DM_WHITE]);
    answer_demand(r, m, "black_score", 0, h->score[DM_BLACK]);
    report_count(r, "tied", 0);
    answer_demand(r, m, "unreached", 0, h->unreached);
    answer_demand(r, m, "value", 0, h->score[DM_WHITE] - h->score[DM_BLACK]);
}

void answer_score(report *r, const answer_market *m)
{
    answer_sites(r, m, "white", DM_WHITE, ANSWER_ALL);
    answer_sites(r, m, "black", DM_BLACK, ANSWER_ALL);
    add_scores(r, m);
    answer_owners(r, m->owned);
    answer_shares(r, m);
}
