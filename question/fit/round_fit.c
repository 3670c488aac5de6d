/* round_fit.c - a rule that `demesne fit --json` has found: the rule, its beta and floor, and the
 * attractions of the sites by their names.
 */
#include "question/questions.h"

#include "question/fit/trip_rows.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static dm_status no_fit(asking *a, const question_raw *given, const char *what, dm_error *err)
{
    const char *name = given->text ? given->text : ask_label(a, "fit");
    return answer_fail(err, DM_BAD_INPUT, "%s: %s; expected what `demesne fit --json` wrote", name,
                       what);
}

/* Reads the file, the text or the object. */
static dm_status load_fit(asking *a, const question_raw *given, json_t **out, dm_error *err)
{
    json_error_t why = {0};
    const char *text = json_string_value(given->json);
    json_t *fit = given->text ? json_load_file(given->text, 0, &why)
                  : text      ? json_loads(text, 0, &why)
                              : json_incref((json_t *)(uintptr_t)given->json);
    if (!fit && given->text && why.line < 0)
        return answer_fail(err, DM_BAD_INPUT, "%s: cannot be opened: %s", given->text,
                           strerror(errno));
    if (!fit)
        return no_fit(a, given, "is not JSON", err);
    *out = fit;
    return DM_OK;
}

/* Refuses a fit on a map that was read otherwise: its beta is of another unit. */
static dm_status check_measure(asking *a, const ask_board *board, const round_fields *given,
                               const json_t *fit, dm_error *err)
{
    const char *measure = json_string_value(json_object_get(fit, "measure"));
    const dm_map *map = dm_arena_map(board->arena);
    const char *own = map ? dm_measure_name(map->measure) : "";
    char what[120];
    if (!measure || strcmp(measure, own) == 0)
        return DM_OK;
    snprintf(what, sizeof what, "was found in %.20s, and this board has %s", measure,
             *own ? own : "another unit");
    return no_fit(a, &given->fit, what, err);
}

/* A length as it is typed. */
static const char *spell_length(const json_t *value, char out[32])
{
    if (!json_is_number(value))
        return NULL;
    snprintf(out, 32, "%.15g", json_number_value(value));
    return out;
}

dm_status round_take_fit(asking *a, const ask_board *board, const round_fields *given,
                         round_found *f, round_fields *out, dm_error *err)
{
    *out = *given;
    if (!given->fit.text && !given->fit.json)
        return DM_OK;
    const char *twice = given->beta >= 0 ? "beta" : given->floor ? "floor" : NULL;
    if (twice)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: the fit has one of its own",
                         ask_label(a, twice));
    dm_status status = load_fit(a, &given->fit, &f->fit, err);
    if (status != DM_OK)
        return status;
    const json_t *beta = json_object_get(f->fit, "beta");
    const char *name = json_string_value(json_object_get(f->fit, "rule"));
    dm_rule rule = DM_NEAREST;
    if (!name || dm_rule_parse(name, &rule, NULL) != DM_OK || rule == DM_NEAREST)
        return no_fit(a, &given->fit, "has no rule huff or logit", err);
    if (!json_is_number(beta) || !json_is_array(json_object_get(f->fit, "sites")))
        return no_fit(a, &given->fit, "has no beta, or no sites", err);
    if (!(json_number_value(beta) > 0))
        return no_fit(a, &given->fit, "its beta is not positive: customers like to go far", err);
    if (given->rule != DM_NEAREST && given->rule != (int)rule)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s %s: the fit is one of the rule %s",
                         ask_label(a, "rule"), dm_rule_name((dm_rule)given->rule), name);
    out->rule = (int)rule;
    out->beta = json_number_value(beta);
    out->floor = spell_length(json_object_get(f->fit, "floor"), f->fit_floor);
    if (!given->radius)
        out->radius = spell_length(json_object_get(f->fit, "radius"), f->fit_radius);
    return check_measure(a, board, given, f->fit, err);
}

/* The attraction of a site of this name; NAN: the fit has none. */
static double attraction_of(const json_t *fit, const char *name)
{
    size_t i;
    const json_t *site;
    json_array_foreach(json_object_get(fit, "sites"), i, site)
    {
        const char *known = json_string_value(json_object_get(site, "site"));
        const json_t *attraction = json_object_get(site, "attraction");
        if (known && json_is_number(attraction) && strcmp(known, name) == 0)
            return json_number_value(attraction);
    }
    return NAN;
}

dm_status round_give_attractions(const ask_board *board, const round_found *f, dm_places *sites,
                                 bool are_known, dm_error *err)
{
    char number[16];
    int32_t missing = 0;
    if (!f->fit || !sites)
        return DM_OK;
    double *list = sites->attraction;
    if (!list) {
        list = sites->attraction = malloc(((size_t)sites->count + 1) * sizeof *list);
        if (!list)
            return answer_fail(err, DM_NO_MEMORY, "out of memory");
        for (int32_t i = 0; i < sites->count; i++)
            list[i] = NAN;
    }
    for (int32_t i = 0; i < sites->count; i++) {
        if (isnan(list[i]))
            list[i] = attraction_of(f->fit, trip_rows_site(board->arena, sites, i, number));
        missing += isnan(list[i]);
    }
    if (missing && are_known)
        ask_note(board->notes,
                 "%s%ssites that the fit does not know, which are as attractive as its first: %d",
                 sites->name ? sites->name : "", sites->name ? ": " : "", missing);
    return DM_OK;
}
