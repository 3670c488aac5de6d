/* market_questions.h - what a fitted rule and a plan of scenarios are asked with, and what they
 * find. */
#ifndef QUESTION_MARKET_QUESTIONS_H
#define QUESTION_MARKET_QUESTIONS_H

#include "answer/answer_market.h"
#include "question/question.h"

/* fit: how customers choose, from trips that were counted (question_fit.c). */
typedef struct fit_fields {
    question_raw sites, observed;
    int rule; /* 0 huff, 1 logit */
    const char *floor, *radius;
} fit_fields;

typedef struct fit_found {
    dm_places *sites;
    dm_fit *fit;
    int64_t floor, radius; /* -1: none */
} fit_found;

extern const question question_fit;

/* market: scenarios compared (question_market.c). */
typedef struct market_fields {
    const char *plan;   /* on a command line: the file of the plan */
    const char *folder; /* the plan's, where its files are; NULL: texts name no files */
    question_raw white, black, us, them, names, candidates, rival_candidates, rule, scenarios;
    bool shared;
    const char *csv, *html;
} market_fields;

/* Texts that are freed together. */
typedef struct market_texts {
    char **text;
    size_t count;
} market_texts;

typedef struct market_found {
    answer_compared compared;
    market_texts texts;
} market_found;

extern const question question_market;

/* What a scenario asks, and which side of its question is us (market_sides.c). */
typedef struct market_view {
    const char *ask; /* the scenario's word */
    const question *about;
    dm_side us;
    ask_word words[10]; /* of the question's fields in plans of us and them; ends with {0} */
} market_view;

struct ask_task;
/* A picture of what a scenario found, which it may exchange the sides of; *out stays NULL if the
 * board is too large (market_pictures.c). */
dm_status market_draw(const struct ask_task *task, const answer_compared *compared,
                      const market_view *view, char **out, dm_error *err);
/* NULL: no scenario asks so.  "rival-lead" needs sides to be called us and them. */
const market_view *market_view_of(bool tells_us, const char *ask);
/* The score of the sites that stand, which is compared with a scenario, or NULL: with none. */
const market_view *market_view_of_today(bool tells_us, const market_view *scenario);
/* Whether the plan says us and them. */
bool market_tells_us(const market_fields *plan);
/* A plan says either us and them or white and black. */
dm_status market_check_sides(const market_fields *plan, dm_error *err);
/* The field that a key of a plan means. */
const char *market_field_name(const asking *a, const char *key);
/* Settles the fields of a question of us and them once all are read. */
dm_status market_settle_view(asking *a, const market_view *view, dm_error *err);
/* The answer in words of us and them; NULL without memory or answer. */
json_t *market_tell(const market_view *view, const json_t *answer);

/* Where the sides of an answer by colours stand, compared with today. */
typedef enum market_match {
    MARKET_SAME,
    MARKET_EXCHANGED, /* each where the other one stands today */
    MARKET_UNCLEAR    /* only one of them */
} market_match;
market_match market_match_sides(const json_t *today, const market_view *view, const json_t *answer);

/* Reads one field of a plan into its question; paths stay in `texts`. */
dm_status market_read_field(asking *a, const char *folder, const char *key, const json_t *value,
                            market_texts *texts, dm_error *err);
void market_texts_clear(market_texts *texts);

#endif
