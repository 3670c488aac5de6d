/* oneround.c - the terms of a round, as reply and lead read them. */
#include "question/questions.h"

#include <stdlib.h>
#include <string.h>

static dm_status read_radius(asking *a, const dm_arena *arena, const char *text, dm_terms *out,
                             dm_error *err)
{
    dm_error why = {0};
    if (!text)
        return DM_OK;
    if (dm_length_parse(text, dm_arena_decimals(arena), &out->radius, &why) != DM_OK)
        return ask_blame(a, err, DM_BAD_INPUT, "%s: %s", ask_label(a, "radius"), why.message);
    if (out->radius < 0)
        return answer_fail(err, DM_BAD_INPUT, "%s %.40s: expected a length of 0 or more",
                           ask_label(a, "radius"), text);
    out->has_radius = true;
    return DM_OK;
}

/* The candidates as listed, from a file or from JSON; *out stays NULL if there are none. */
static dm_status list_candidates(asking *a, const dm_arena *arena, question_raw given,
                                 dm_vertex **out, int32_t *count, dm_error *err)
{
    dm_places *places = NULL;
    if (given.json)
        return ask_vertices(a, arena, "candidates", given, out, count, err);
    if (!given.text)
        return DM_OK;
    dm_status status = dm_places_read(arena, given.text, DM_PLACES_CANDIDATES, &places, err);
    if (status != DM_OK)
        return status;
    *out = places->vertex;
    *count = places->count;
    places->vertex = NULL;
    dm_places_free(places);
    return DM_OK;
}

static dm_status read_candidates(asking *a, const dm_arena *arena, const round_fields *given,
                                 dm_terms *out, dm_error *err)
{
    dm_vertex *list = NULL, *forbidden = NULL;
    int32_t count = 0, forbidden_count = 0;
    bool limited = given->candidates.text || given->candidates.json || given->forbid.text ||
                   given->forbid.json;
    if (!limited)
        return DM_OK;
    dm_status status =
        ask_vertices(a, arena, "forbid", given->forbid, &forbidden, &forbidden_count, err);
    if (status == DM_OK)
        status = list_candidates(a, arena, given->candidates, &list, &count, err);
    if (status == DM_OK)
        status = dm_terms_limit(arena, list, count, forbidden, forbidden_count, out, err);
    dm_free(list);
    free(forbidden);
    return status;
}

/* A table on standard output leaves no room for a second one. */
static dm_status check_table(asking *a, const ask_board *board, const round_fields *given,
                             dm_error *err)
{
    if (!given->csv || strcmp(given->csv, "-") != 0 || !board->many)
        return DM_OK;
    return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: --csv - needs a source with one board",
                     board->source);
}

dm_status round_read_terms(asking *a, const ask_board *board, const round_fields *given,
                           dm_terms *out, dm_error *err)
{
    dm_terms terms = {.ties = (dm_tie_rule)a->ties};
    dm_status status = check_table(a, board, given, err);
    if (status == DM_OK)
        status = read_radius(a, board->arena, given->radius, &terms, err);
    if (status == DM_OK)
        status = read_candidates(a, board->arena, given, &terms, err);
    if (status == DM_OK)
        *out = terms;
    return status;
}

dm_status round_read_sites(asking *a, const dm_arena *arena, const char *field, question_raw given,
                           dm_sites *out, dm_error *err)
{
    dm_vertex *list = NULL;
    dm_status status = ask_vertices(a, arena, field, given, &list, &out->count, err);
    out->vertex = list;
    return status;
}

void round_clear_sites(dm_sites *sites)
{
    dm_free((void *)(uintptr_t)sites->vertex);
    *sites = (dm_sites){0};
}

void round_clear_terms(dm_terms *terms)
{
    round_clear_sites(&terms->candidates);
    *terms = (dm_terms){0};
}
