/* compare.h - scenarios of a market side by side: as text, JSON, CSV and a page. */
#ifndef ANSWER_COMPARE_H
#define ANSWER_COMPARE_H

#include "answer/report.h"

typedef struct answer_compared {
    const char *board; /* as the plan names it */
    json_t *today;     /* the answer of `score` with the sites that stand */
    json_t *scenarios; /* those that are answered, each with `name`, `ask` and `change` */
    size_t asked;      /* how many scenarios the plan has */
} answer_compared;

/* What a scenario changes of today's shares: {"white":0.1,"black":-0.1}, to a
 * millionth; NULL without memory. */
json_t *answer_change(const json_t *today, const json_t *scenario);

void answer_compare(report *r, const answer_compared *c);
/* Write `compared`, an answer_compared, as a CSV and as a page that needs no other file. */
dm_status answer_compare_table(FILE *to, const void *compared, dm_error *err);
dm_status answer_compare_page(FILE *to, const void *compared, dm_error *err);

/* Row i: today, then the scenarios; NULL after the last. */
const json_t *answer_compared_row(const answer_compared *c, size_t i);
/* A share of 0 to 1: "white", "black" or "tied"; NAN if no demand is reached. */
double answer_compared_share(const json_t *row, const char *side);
/* The name of a row; "today" for the first. */
const char *answer_compared_name(const json_t *row);

#endif
