/* market_sides.c - plans that say us and them.
 *
 * The questions of a plan know White and Black, and who of them opens depends on the question.  A
 * plan of us and them gives its fields other names, which the questions read (asking.words), and
 * tells every answer from our side: shares, values, costs and changes are those of one company,
 * whoever opens.
 */
#include "question/questions.h"

#include <assert.h>
#include <string.h>

#define BLACK_IS_US                                                                                \
    {"us", "black"},                                                                               \
    {                                                                                              \
        "them", "white"                                                                            \
    }
#define WHITE_IS_US                                                                                \
    {"us", "white"},                                                                               \
    {                                                                                              \
        "them", "black"                                                                            \
    }

/* clang-format off */
static const market_view views[] = {
    {.ask = "score", .about = &question_score, .us = DM_BLACK, .words = {BLACK_IS_US}},
    {.ask = "reply", .about = &question_reply, .us = DM_BLACK, .words = {BLACK_IS_US}},
    {.ask = "lead", .about = &question_lead, .us = DM_WHITE, .words = {WHITE_IS_US}},
    {.ask = "rival-lead", .about = &question_lead, .us = DM_BLACK,
     .words = {BLACK_IS_US, {"count", "reply"}, {"reply", "count"}, {"reply_budget", "budget"}, {"budget", "reply_budget"},
               {"candidates", "rival_candidates"}, {"rival_candidates", "candidates"}}},
};
/* The sites that stand, in the order in which a lead takes them. */
static const market_view today_of_lead = {.ask = "score", .about = &question_score, .us = DM_WHITE,
                                          .words = {WHITE_IS_US}};
/* clang-format on */

enum { VIEWS = sizeof views / sizeof *views, RIVAL_LEAD = VIEWS - 1 };

const market_view *market_view_of(bool tells_us, const char *ask)
{
    for (int i = 0; ask && i < (tells_us ? VIEWS : RIVAL_LEAD); i++)
        if (strcmp(views[i].ask, ask) == 0)
            return &views[i];
    return NULL;
}

const market_view *market_view_of_today(bool tells_us, const market_view *scenario)
{
    return tells_us && scenario && scenario->us == DM_WHITE ? &today_of_lead : &views[0];
}

static bool has_key(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return value && !json_is_null(value);
}

static bool is_rival_lead(const json_t *scenario)
{
    const char *ask = json_string_value(json_object_get(scenario, "ask"));
    return ask && strcmp(ask, views[RIVAL_LEAD].ask) == 0;
}

bool market_tells_us(const market_fields *plan)
{
    bool tells = plan->us.text || plan->us.json || plan->them.text || plan->them.json ||
                 plan->names.text || plan->names.json;
    size_t i;
    json_t *scenario;
    json_array_foreach(plan->scenarios.json, i, scenario)
    {
        tells |= has_key(scenario, "us") || has_key(scenario, "them") || is_rival_lead(scenario);
    }
    return tells;
}

static dm_status check_names(const question_raw *names, dm_error *err)
{
    const char *key;
    json_t *value;
    bool fits = !names->text && (!names->json || json_is_object(names->json));
    json_object_foreach((json_t *)(uintptr_t)names->json, key, value)
    {
        fits &= (strcmp(key, "us") == 0 || strcmp(key, "them") == 0) && json_is_string(value);
    }
    return fits ? DM_OK
                : answer_fail(err, DM_BAD_INPUT,
                              "'names': expected an object such as {\"us\":\"Corner shops\","
                              "\"them\":\"Acme\"}");
}

dm_status market_check_sides(const market_fields *plan, dm_error *err)
{
    static const char *const colours[] = {"white", "black", "stones"};
    bool has_colours = plan->white.text || plan->white.json || plan->black.text || plan->black.json;
    size_t i;
    json_t *scenario;
    if (!market_tells_us(plan))
        return DM_OK;
    json_array_foreach(plan->scenarios.json, i, scenario)
    {
        for (size_t k = 0; k < sizeof colours / sizeof *colours; k++)
            has_colours |= has_key(scenario, colours[k]);
    }
    if (has_colours)
        return answer_fail(err, DM_BAD_INPUT,
                           "a plan says either us and them or white and black; expected one of the "
                           "two ('names' and rival-lead belong to us and them)");
    return check_names(&plan->names, err);
}

const char *market_field_name(const asking *a, const char *key)
{
    for (const ask_word *w = a->words; w && w->word; w++)
        if (strcmp(w->word, key) == 0)
            return w->field;
    return key;
}

dm_status market_settle_view(asking *a, const market_view *view, dm_error *err)
{
    lead_fields *lead = a->own;
    if (!a->words)
        return DM_OK;
    if (a->ties == DM_TIES_WHITE || a->ties == DM_TIES_BLACK)
        return ask_blame(a, err, DM_BAD_INPUT,
                         "'ties' %s: a plan of us and them has no such side; expected neutral or "
                         "earlier",
                         dm_tie_rule_name((dm_tie_rule)a->ties));
    if (view != &views[RIVAL_LEAD])
        return DM_OK;
    if (!lead->count && !lead->round.budget)
        return ask_blame(a, err, DM_BAD_INPUT,
                         "the field 'reply' or 'reply_budget' is missing: what they open");
    if (!lead->count && !lead->reply)
        return ask_blame(a, err, DM_BAD_INPUT, "'reply_budget' without 'reply' needs 'count'");
    bool ours = lead->round.rival_candidates.text || lead->round.rival_candidates.json;
    bool theirs = lead->round.candidates.text || lead->round.candidates.json;
    if (theirs && !ours) /* a lead would bind us to their list */
        return ask_blame(a, err, DM_BAD_INPUT,
                         "'rival_candidates' without 'candidates': expected ours, too");
    if (!theirs) /* as in a lead, one list binds both */
        lead->round.candidates = lead->round.rival_candidates;
    return DM_OK;
}

/* "us" or "them": the side in our words. */
static const char *told(const market_view *view, dm_side side)
{
    return side == view->us ? "us" : "them";
}

static bool side_named(const char *word, dm_side *out)
{
    for (int side = 0; word && side < 2; side++)
        if (strcmp(word, dm_side_name((dm_side)side)) == 0) {
            *out = (dm_side)side;
            return true;
        }
    return false;
}

/* An amount with the other sign: a number, or the text of one with many digits. */
static json_t *negated(const json_t *amount)
{
    const char *text = json_string_value(amount);
    char out[REPORT_UNITS + 2];
    if (json_is_integer(amount))
        return json_integer(-json_integer_value(amount));
    if (json_is_real(amount))
        return json_real(0 - json_real_value(amount)); /* no -0 */
    if (!text)
        return json_null();
    snprintf(out, sizeof out, "%s%s", *text == '-' ? "" : "-", *text == '-' ? text + 1 : text);
    return json_string(out);
}

/* {"white":x,"black":y,"tied":z} in our words. */
static json_t *tell_shares(const market_view *view, const json_t *shares)
{
    json_t *out = json_object();
    const char *key;
    json_t *value;
    dm_side side;
    report_put(&out, "us", json_incref(json_object_get(shares, dm_side_name(view->us))));
    json_object_foreach((json_t *)(uintptr_t)shares, key, value)
    {
        report_put(&out, side_named(key, &side) ? told(view, side) : key, json_incref(value));
    }
    return out;
}

/* Letters of owners: U us, T them. */
static json_t *tell_owners(const market_view *view, const json_t *letters)
{
    json_t *out = NULL;
    char *text = strdup(json_string_value(letters));
    for (char *c = text; text && *c; c++)
        if (*c == 'W' || *c == 'B')
            *c = (*c == 'W') == (view->us == DM_WHITE) ? 'U' : 'T';
    if (text)
        out = json_string(text);
    free(text);
    return out;
}

/* Sites, or the origins of one. */
static json_t *tell_sites(const market_view *view, const json_t *sites)
{
    json_t *out = json_array(), *site;
    size_t i;
    dm_side side;
    json_array_foreach(sites, i, site)
    {
        json_t *row = json_object(); /* json_copy() would lose keys without memory */
        const json_t *from = json_object_get(site, "from");
        if (json_object_update(row, site) != 0)
            report_put(&row, "vertex", NULL);
        if (side_named(json_string_value(json_object_get(site, "side")), &side))
            report_put(&row, "side", json_string(told(view, side)));
        if (from)
            report_put(&row, "from", tell_sites(view, from));
        report_append(&out, row);
    }
    return out;
}

/* What the answer's field is called in our words; lists of sites name those that stand "kept_us",
 * "kept_them". */
static const char *tell_key(const market_view *view, const char *key, char out[24])
{
    dm_side side;
    bool is_lead = view->about == &question_lead;
    char word[24];
    snprintf(word, sizeof word, "%.5s", key);
    if (strcmp(key, "kept") == 0)
        return "kept_us";
    if (strncmp(key, "kept_", 5) == 0 && side_named(key + 5, &side))
        snprintf(out, 24, "kept_%s", told(view, side));
    else if (side_named(key, &side)) /* in a reply White's are given */
        snprintf(out, 24, "%s%s",
                 is_lead || (view->about == &question_reply && side == DM_BLACK) ? "" : "kept_",
                 told(view, side));
    else if (side_named(word, &side) && strcmp(key + 5, "_score") == 0)
        snprintf(out, 24, "%s_score", told(view, side));
    else if (view == &views[RIVAL_LEAD] && strcmp(key, "count") == 0)
        return "reply";
    else if (view == &views[RIVAL_LEAD] && strcmp(key, "reply") == 0)
        return "count";
    else
        return key;
    return out;
}

json_t *market_tell(const market_view *view, const json_t *answer)
{
    json_t *out = json_object();
    const char *key;
    json_t *value;
    dm_side side;
    /* a reply's value is Black minus White, that of the others White minus Black */
    bool turns = view->us != (view->about == &question_reply ? DM_BLACK : DM_WHITE);
    const char *goal = json_string_value(json_object_get(answer, "maximize"));
    bool turns_bounds = turns && (!goal || strcmp(goal, "value") == 0);
    if (!answer)
        return json_decref(out), NULL;
    report_put(&out, "us", json_array()); /* the sites chosen, if there are any */
    report_put(&out, "them", json_array());
    json_object_foreach((json_t *)(uintptr_t)answer, key, value)
    {
        char name[24];
        const char *word = json_string_value(value);
        bool is_amount = strcmp(key, "value") == 0;
        if (turns_bounds && (strcmp(key, "lower") == 0 || strcmp(key, "upper") == 0))
            report_put(&out, *key == 'l' ? "upper" : "lower", negated(value));
        else if (turns && is_amount)
            report_put(&out, key, negated(value));
        else if (strcmp(key, "outcome") == 0 && side_named(word, &side))
            report_put(&out, key, json_string(told(view, side)));
        else if (strcmp(key, "share") == 0)
            report_put(&out, key, tell_shares(view, value));
        else if (strcmp(key, "owner") == 0)
            report_put(&out, key, tell_owners(view, value));
        else if (strcmp(key, "sites") == 0)
            report_put(&out, key, tell_sites(view, value));
        else
            report_put(&out, tell_key(view, key, name), json_incref(value));
    }
    return out;
}

static bool has_vertex(const json_t *list, json_int_t v)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) if (json_integer_value(item) == v) return true;
    return false;
}

/* Whether a list names the vertices of `all` and no other ones; `all` may be in two parts. */
static bool is_same_set(const json_t *list, const json_t *all, const json_t *rest)
{
    size_t i;
    json_t *item;
    bool same = json_array_size(list) == json_array_size(all) + json_array_size(rest);
    json_array_foreach(all, i, item) same = same && has_vertex(list, json_integer_value(item));
    json_array_foreach(rest, i, item) same = same && has_vertex(list, json_integer_value(item));
    return same;
}

market_match market_match_sides(const json_t *today, const market_view *view, const json_t *answer)
{
    const json_t *now[2] = {json_object_get(today, "white"), json_object_get(today, "black")};
    const json_t *then[2] = {json_object_get(answer, "white"), json_object_get(answer, "black")};
    const json_t *closed = json_object_get(answer, "closed");
    bool same[2], other[2]; /* of each side of the answer: where it stands */
    if (view->about == &question_reply)
        then[1] = json_object_get(answer, "kept");
    for (int side = 0; side < 2; side++) {
        if (view->about == &question_lead)
            then[side] = json_object_get(answer, side ? "kept_black" : "kept_white");
        const json_t *rest = side == 0 ? closed : NULL;
        same[side] = is_same_set(now[side], then[side], rest);
        other[side] = is_same_set(now[!side], then[side], rest);
    }
    if (other[0] && other[1] && !(same[0] && same[1]))
        return MARKET_EXCHANGED;
    bool meets[2]; /* stands where the other side does today, and not where it did itself */
    for (int side = 0; side < 2; side++)
        meets[side] = other[side] && !same[side] && json_array_size(now[!side]) > 0;
    return meets[0] || meets[1] ? MARKET_UNCLEAR : MARKET_SAME;
}
