/* round_terms.c - the terms of a round as score, reply and lead read them, and who owns what in the
 * end. */
#include "question/questions.h"

#include "answer/answer.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void round_clear(round_found *f)
{
    dm_places_free(f->white);
    dm_places_free(f->black);
    dm_places_free(f->candidates);
    dm_places_free(f->rival_candidates);
    free(f->allowed);
    free(f->customer_beta);
    json_decref(f->fit);
    free(f->market.site);
    free(f->market.origin);
    dm_dominance_free(f->market.owned);
    dm_choice_score_free(f->market.choice);
    dm_territory_free(f->market.territory);
    dm_areas_free(f->market.areas);
}

/* One metre, second or unit. */
const char *round_usual_floor(const dm_arena *arena)
{
    const dm_map *map = dm_arena_map(arena);
    return map && map->measure == DM_MINUTES ? "1s" : "1";
}

/* Refuses the numbers of another rule. */
static dm_status check_rule(asking *a, const round_fields *given, dm_error *err)
{
    const char *divided = given->beta >= 0 ? "beta"
                          : given->outside ? "outside"
                          : given->choices ? "choices"
                          : given->floor   ? "floor"
                                           : NULL;
    if (given->rule == DM_NEAREST && divided)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "%s belongs to the rules huff and logit; the rule here is nearest",
                         ask_label(a, divided));
    if (given->rule != DM_HUFF && given->floor)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "%s belongs to the rule huff; the rule here is %s", ask_label(a, "floor"),
                         dm_rule_name((dm_rule)given->rule));
    return DM_OK;
}

/* A number of 0 or more that was typed. */
static dm_status read_weight(asking *a, const char *field, const char *text, double *out,
                             dm_error *err)
{
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end || !(number >= 0) || !isfinite(number))
        return ask_blame(a, err, DM_BAD_INPUT, "%s %.40s: expected a number, 0 or more",
                         ask_label(a, field), text);
    *out = number;
    return DM_OK;
}

static dm_status read_terms(asking *a, const dm_arena *arena, const round_fields *given,
                            dm_terms *out, dm_error *err)
{
    dm_status status = check_rule(a, given, err);
    *out = (dm_terms){.ties = (dm_tie_rule)a->ties,
                      .rule = (dm_rule)given->rule,
                      .beta = given->beta >= 0              ? given->beta
                              : given->rule == (int)DM_HUFF ? 2
                                                            : 1,
                      .choices = (int32_t)given->choices,
                      .objective = given->rule == DM_LOGIT ? DM_MAXIMIZE_SHARE : DM_MAXIMIZE_VALUE,
                      .may_meet = true,
                      .is_shared = given->shared};
    if (status == DM_OK && given->radius) {
        out->has_radius = true;
        status = ask_length(a, arena, "radius", given->radius, &out->radius, err);
    }
    if (status == DM_OK && out->rule == DM_HUFF)
        status =
            ask_length(a, arena, "floor", given->floor ? given->floor : round_usual_floor(arena),
                       &out->floor, err);
    if (status == DM_OK && given->outside)
        status = read_weight(a, "outside", given->outside, &out->outside, err);
    return status;
}

/* The column `beta` of the customers. */
static dm_status read_customer_beta(const ask_board *board, round_found *f, dm_error *err)
{
    const dm_places *c = board->customers;
    dm_vertex n = dm_arena_vertices(board->arena);
    char where[120];
    if (!c || !c->beta || f->market.terms.rule == DM_NEAREST)
        return DM_OK;
    f->customer_beta = calloc((size_t)n + 1, sizeof *f->customer_beta);
    if (!f->customer_beta)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0; i < c->count; i++) {
        double *beta = &f->customer_beta[c->vertex[i]];
        dm_places_where(c, c->line[i], where, sizeof where);
        if (*beta > 0 && *beta != c->beta[i])
            return answer_fail(err, DM_BAD_INPUT,
                               "%s: beta is %g, and %g in another row of the same place; expected "
                               "one",
                               where, c->beta[i], *beta);
        *beta = c->beta[i];
    }
    for (dm_vertex v = 0; v < n; v++) /* nobody lives there */
        f->customer_beta[v] = f->customer_beta[v] > 0 ? f->customer_beta[v] : 1;
    f->market.terms.customer_beta = f->customer_beta;
    return DM_OK;
}

/* Under the Huff rule attractions are factors. */
static dm_status check_attraction(const round_found *f, const dm_places *table, dm_error *err)
{
    char where[120];
    for (int32_t i = 0; table && table->attraction && i < table->count; i++)
        if (f->market.terms.rule == DM_HUFF && table->attraction[i] <= 0) {
            dm_places_where(table, table->line[i], where, sizeof where);
            return answer_fail(err, DM_BAD_INPUT,
                               "%s: attraction is %g; expected a positive number under the rule "
                               "huff",
                               where, table->attraction[i]);
        }
    return DM_OK;
}

/* Standard output takes one table; GeoJSON needs a map. */
static dm_status check_files(asking *a, const ask_board *board, const round_fields *given,
                             dm_error *err)
{
    bool csv = given->csv && strcmp(given->csv, "-") == 0; /* to standard output */
    bool geojson = given->geojson && strcmp(given->geojson, "-") == 0;
    if (csv && geojson)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "--csv - and --geojson -: expected one of them");
    if ((csv || geojson) && board->many)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: %s needs a source with one board",
                         board->source, csv ? "--csv -" : "--geojson -");
    if (given->areas && !given->geojson)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "--areas adds polygons to --geojson FILE");
    if (given->geojson && !dm_arena_map(board->arena))
        return answer_fail(err, DM_BAD_INPUT,
                           "%s: --geojson needs a map; this board has no streets", board->source);
    return DM_OK;
}

/* Marks the vertices of sites that were typed, not read from a table or a plan: each once. */
static dm_status mark_typed(asking *a, const char *field, const dm_places *sites, bool *typed,
                            dm_error *err)
{
    for (int32_t i = 0; i < sites->count; i++) {
        if (typed[sites->vertex[i]])
            return answer_fail(err, DM_BAD_VERTEX,
                               "%s: vertex %d is taken twice; expected it once (sites of a table, "
                               "@FILE, may share a place)",
                               ask_label(a, field), sites->vertex[i]);
        typed[sites->vertex[i]] = true;
    }
    return DM_OK;
}

/* Sites of tables and plans may share a place; a vertex that is typed twice is an error. */
static dm_status check_typed(asking *a, const dm_arena *arena, const question_raw given[2],
                             const round_found *f, dm_error *err)
{
    bool *typed = calloc((size_t)dm_arena_vertices(arena) + 1, sizeof *typed);
    dm_status status = typed ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int side = 0; side < 2 && status == DM_OK && !a->in_plan; side++)
        if (!ask_is_table(given[side], DM_PLACES_SITES))
            status =
                mark_typed(a, side ? "black" : "white", side ? f->black : f->white, typed, err);
    free(typed);
    return status;
}

dm_status round_read(asking *a, const ask_board *board, question_raw white, question_raw black,
                     const round_fields *given, round_found *f, dm_error *err)
{
    f->market.arena = board->arena;
    f->market.customers = board->customers;
    f->market.budget = given->budget;
    bool shows_streets = given->geojson || given->output || given->report;
    f->has_territory = shows_streets && dm_arena_map(board->arena);
    f->has_areas = given->geojson && given->areas;
    round_fields fitted;
    dm_status status = check_files(a, board, given, err);
    if (status == DM_OK)
        status = round_take_fit(a, board, given, f, &fitted, err);
    if (status == DM_OK)
        status = ask_sites(a, board->arena, "white", white, board->notes, &f->white, err);
    if (status == DM_OK)
        status = ask_sites(a, board->arena, "black", black, board->notes, &f->black, err);
    if (status == DM_OK)
        status = check_typed(a, board->arena, (question_raw[2]){white, black}, f, err);
    if (status == DM_OK)
        status = read_terms(a, board->arena, &fitted, &f->market.terms, err);
    if (status == DM_OK)
        status = round_give_attractions(board, f, f->white, true, err);
    if (status == DM_OK)
        status = round_give_attractions(board, f, f->black, true, err);
    if (status == DM_OK)
        status = read_customer_beta(board, f, err);
    if (status == DM_OK)
        status = check_attraction(f, f->white, err);
    return status == DM_OK ? check_attraction(f, f->black, err) : status;
}

dm_sites round_sites(const dm_places *p)
{
    assert(!p || p->count >= 0);
    if (!p)
        return (dm_sites){0};
    return (dm_sites){.vertex = p->vertex,
                      .count = p->count,
                      .offset = p->offset,
                      .cost = p->cost,
                      .attraction = p->attraction,
                      .beta = p->beta,
                      .may_close = p->may_close};
}

/* Reads one list of candidates without the forbidden ones, and without those on occupied vertices,
 * which are noted. */
static dm_status read_candidates(asking *a, const ask_board *board, const char *field,
                                 question_raw given, const bool *occupied, const bool *forbidden,
                                 dm_places **out, dm_error *err)
{
    char names[200] = "";
    int32_t skipped_count = 0;
    dm_status status =
        ask_places(a, board->arena, field, given, DM_PLACES_CANDIDATES, board->notes, out, err);
    dm_places *list = *out;
    if (status != DM_OK || !list)
        return status;
    dm_places_drop(list, forbidden);
    dm_vertex *skipped = malloc(((size_t)list->count + 1) * sizeof *skipped);
    for (int32_t i = 0; skipped && i < list->count; i++)
        if (occupied[list->vertex[i]])
            skipped[skipped_count++] = list->vertex[i];
    if (skipped)
        answer_spell(&(answer_market){.arena = board->arena}, DM_WHITE, skipped, skipped_count,
                     names, sizeof names);
    free(skipped);
    int32_t dropped = dm_places_drop(list, occupied);
    assert(!skipped || dropped == skipped_count);
    if (dropped)
        ask_note(board->notes, "%s: candidates skipped because a site stands there: %d (%s)",
                 given.text ? given.text : ask_label(a, field), dropped, names);
    return DM_OK;
}

/* Without a list, candidates are all vertices that are not forbidden. */
static dm_status allow_others(const dm_arena *arena, const bool *forbidden, round_found *f,
                              dm_error *err)
{
    dm_vertex n = dm_arena_shown(arena);
    f->allowed = malloc(((size_t)n + 1) * sizeof *f->allowed);
    if (!f->allowed)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_sites *to = &f->market.terms.candidates;
    for (dm_vertex v = 0; v < n; v++)
        if (!forbidden[v])
            f->allowed[to->count++] = v;
    to->vertex = f->allowed;
    return DM_OK;
}

static dm_status read_lists(asking *a, const ask_board *board, const round_fields *given,
                            bool *occupied, bool *forbidden, round_found *f, dm_error *err)
{
    const dm_places *standing[2] = {f->white, f->black};
    dm_vertex *list = NULL;
    int32_t count = 0;
    for (int side = 0; side < 2 && !given->shared; side++)
        for (int32_t i = 0; i < standing[side]->count; i++)
            if (!standing[side]->may_close || !standing[side]->may_close[i])
                occupied[standing[side]->vertex[i]] = true;
    dm_status status = ask_vertices(a, board->arena, "forbid", given->forbid, &list, &count, err);
    for (int32_t i = 0; i < count && status == DM_OK; i++)
        forbidden[list[i]] = true;
    free(list);
    if (status == DM_OK)
        status = read_candidates(a, board, "candidates", given->candidates, occupied, forbidden,
                                 &f->candidates, err);
    if (status == DM_OK)
        status = read_candidates(a, board, "rival_candidates", given->rival_candidates, occupied,
                                 forbidden, &f->rival_candidates, err);
    if (status == DM_OK)
        status = round_give_attractions(board, f, f->candidates, false, err);
    if (status == DM_OK)
        status = round_give_attractions(board, f, f->rival_candidates, false, err);
    f->market.candidates = f->candidates;
    f->market.rival_candidates = f->rival_candidates;
    if (status == DM_OK && f->candidates)
        f->market.terms.candidates = round_sites(f->candidates);
    else if (status == DM_OK &&
             (count > 0 || dm_arena_shown(board->arena) < dm_arena_vertices(board->arena)))
        status = allow_others(board->arena, forbidden, f, err);
    return status;
}

/* A sum of costs that was typed, in the unit of the tables' costs. */
static dm_status read_budget(asking *a, const char *field, const char *text, int decimals,
                             bool *has, int64_t *out, dm_error *err)
{
    dm_error why = {0};
    *has = text != NULL;
    if (text && (dm_length_parse(text, decimals, out, &why) != DM_OK || *out < 0))
        return ask_blame(a, err, DM_BAD_INPUT, "%s %.40s: expected a number, 0 or more",
                         ask_label(a, field), text);
    return DM_OK;
}

/* All costs in one unit, and the budgets in it, rounded down. */
static dm_status read_costs(asking *a, const round_fields *given, const char *reply_budget,
                            round_found *f, dm_error *err)
{
    dm_places *tables[] = {f->white, f->black, f->candidates, f->rival_candidates};
    dm_status status = DM_OK;
    int decimals = 0;
    for (int i = 0; i < 4; i++)
        if (tables[i] && tables[i]->cost) {
            f->market.has_costs = true;
            decimals = tables[i]->cost_decimals > decimals ? tables[i]->cost_decimals : decimals;
        }
    for (int i = 0; i < 4 && status == DM_OK; i++)
        if (tables[i])
            status = dm_places_scale_cost(tables[i], decimals, err);
    f->market.cost_decimals = decimals;
    if (status == DM_OK)
        status = read_budget(a, "budget", given->budget, decimals, &f->has_budget, &f->budget, err);
    if (status == DM_OK)
        status = read_budget(a, "reply_budget", reply_budget, decimals, &f->has_reply_budget,
                             &f->reply_budget, err);
    f->market.has_costs |= f->has_budget || f->has_reply_budget;
    f->market.has_closable = f->white->may_close || f->black->may_close;
    return status;
}

/* What the side that chooses maximizes, and how far apart its sites are. */
static dm_status read_objective(asking *a, const dm_arena *arena, const round_fields *given,
                                round_found *f, dm_error *err)
{
    dm_terms *terms = &f->market.terms;
    if (given->maximize >= 0)
        terms->objective = (dm_objective)given->maximize;
    if (given->margin >= 0 && terms->objective != DM_MAXIMIZE_PROFIT)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s belongs to %s profit", ask_label(a, "margin"),
                         a->by_words ? "--maximize" : "'maximize'");
    /* of a unit of the values, in units of the costs */
    terms->margin = (given->margin >= 0 ? given->margin : 1) *
                    pow(10, f->market.cost_decimals - dm_arena_value_decimals(arena));
    if (!given->spacing)
        return DM_OK;
    terms->has_spacing = true;
    return ask_length(a, arena, "spacing", given->spacing, &terms->spacing, err);
}

dm_status round_read_candidates(asking *a, const ask_board *board, const round_fields *given,
                                const char *reply_budget, round_found *f, dm_error *err)
{
    size_t n = (size_t)dm_arena_vertices(board->arena);
    bool *occupied = calloc(n + 1, sizeof *occupied), *forbidden = calloc(n + 1, sizeof *forbidden);
    dm_status status = occupied && forbidden
                           ? read_lists(a, board, given, occupied, forbidden, f, err)
                           : answer_fail(err, DM_NO_MEMORY, "out of memory");
    free(occupied);
    free(forbidden);
    if (status == DM_OK)
        status = read_costs(a, given, reply_budget, f, err);
    if (status == DM_OK)
        status = read_objective(a, board->arena, given, f, err);
    if (status == DM_OK)
        status = check_attraction(f, f->candidates, err);
    return status == DM_OK ? check_attraction(f, f->rival_candidates, err) : status;
}
