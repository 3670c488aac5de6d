/* question_market.c - scenarios of a market compared.
 *
 * A plan has the board, the customers, the sites that stand and a list of scenarios.  Each scenario
 * is a question (score, reply or lead) with the plan's fields and, in their place, its own.  In a
 * plan that was read from a file, a text in place of a table names a file beside the plan.
 */
#include "question/questions.h"

#include "question/drive.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const question_field fields[] = {
    {.name = "plan", .place = 1, .type = Q_FILE, .argument = "PLAN.json", .required = true,
     .at = offsetof(market_fields, plan), .help = "the plan: board, customers, sites, scenarios"},
    {.name = "white", .type = Q_SITES, .in = Q_JSON_ONLY, .at = offsetof(market_fields, white),
     .help = "White's sites that stand"},
    {.name = "black", .type = Q_SITES, .in = Q_JSON_ONLY, .at = offsetof(market_fields, black),
     .help = "Black's sites that stand"},
    {.name = "us", .type = Q_SITES, .in = Q_JSON_ONLY, .at = offsetof(market_fields, us),
     .help = "our sites that stand, in place of white and black"},
    {.name = "them", .type = Q_SITES, .in = Q_JSON_ONLY, .at = offsetof(market_fields, them),
     .help = "their sites that stand"},
    {.name = "names", .type = Q_OBJECT, .in = Q_JSON_ONLY, .at = offsetof(market_fields, names),
     .help = "how tables and pages call the sides: {\"us\":..,\"them\":..}"},
    {.name = "candidates", .type = Q_PLACES, .in = Q_JSON_ONLY,
     .at = offsetof(market_fields, candidates), .help = "where new sites may go; ours"},
    {.name = "rival_candidates", .type = Q_PLACES, .in = Q_JSON_ONLY,
     .at = offsetof(market_fields, rival_candidates),
     .help = "where Black's new sites may go in a lead; theirs"},
    {.name = "shared", .type = Q_FLAG, .in = Q_JSON_ONLY, .at = offsetof(market_fields, shared),
     .help = "new sites may also open where a site stands"},
    {.name = "rule", .type = Q_OBJECT, .in = Q_JSON_ONLY, .at = offsetof(market_fields, rule),
     .help = "how customers choose: ties, radius, rule, beta, floor, outside, choices, or fit"},
    {.name = "scenarios", .type = Q_LIST, .in = Q_JSON_ONLY, .required = true,
     .at = offsetof(market_fields, scenarios),
     .help = "[{\"name\":..,\"ask\":\"score|reply|lead|rival-lead\",..},..] with fields of the question asked; "
             "rival-lead: they open, we answer"},
    {.name = "csv", .type = Q_FILE, .argument = "FILE", .writes = true,
     .at = offsetof(market_fields, csv), .help = "write the comparison as a CSV; - writes it to "
     "standard output instead of the answer"},
    {.name = "html", .type = Q_FILE, .argument = "FILE", .writes = true,
     .at = offsetof(market_fields, html), .help = "write the comparison as a page"},
    {0}};
/* clang-format on */

static void market_clear(void *found)
{
    market_found *f = found;
    json_decref(f->compared.today);
    json_decref(f->compared.scenarios);
    for (size_t i = 0; f->compared.picture && i <= f->compared.asked; i++)
        dm_free(f->compared.picture[i]);
    free(f->compared.picture);
    market_texts_clear(&f->texts);
}

void market_texts_clear(market_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        free(texts->text[i]);
    free(texts->text);
    *texts = (market_texts){0};
}

/* "@folder/file" or "folder/file", kept in `texts`; NULL without memory. */
static const char *join_path(market_texts *texts, const char *mark, const char *folder,
                             const char *file)
{
    bool is_whole = file[0] == '/' || !folder[0];
    size_t size = strlen(mark) + strlen(folder) + strlen(file) + 2;
    char **grown = realloc(texts->text, (texts->count + 1) * sizeof *grown);
    if (grown)
        texts->text = grown;
    char *path = grown ? malloc(size) : NULL;
    if (!path)
        return NULL;
    snprintf(path, size, "%s%s%s%s", mark, is_whole ? "" : folder, is_whole ? "" : "/", file);
    texts->text[texts->count++] = path;
    return path;
}

dm_status market_read_field(asking *a, const char *folder, const char *key, const json_t *value,
                            market_texts *texts, dm_error *err)
{
    key = market_field_name(a, key);
    const question_field *own = question_find(a->about->fields, key, strlen(key));
    const question_field *f = own ? own : question_find(question_common, key, strlen(key));
    const char *text = json_string_value(value);
    bool is_option = folder && f && !own && question_reads(a->about, f); /* as `directed` */
    if (!f || !(is_option || question_in_json(a->about, f, a->is_local)))
        return ask_unknown_field(a, key, err);
    void *base = own ? a->own : (void *)a;
    if (!folder || !text ||
        !(question_is_table(f) || f->type == Q_OBJECT || f->type == Q_FILE ||
          strcmp(key, "arena") == 0))
        return json_is_null(value) ? DM_OK : ask_read_value(a, f, value, base, err);
    bool is_marked = f->type == Q_SITES || f->type == Q_VERTICES;
    const char *file = strcmp(key, "arena") == 0 ? dm_arena_file(text) : text;
    char mark[16] = "@"; /* or "points:" */
    if (!is_marked)
        snprintf(mark, sizeof mark, "%.*s", file ? (int)(file - text) : 0, text);
    const char *path = join_path(texts, mark, file ? folder : "", file ? file : text);
    return path ? ask_read_text(a, f, path, base, err)
                : answer_fail(err, DM_NO_MEMORY, "out of memory");
}

/* The numbers of the plan's rule do not hold where an object says that the rule is another one, or
 * has a fit. */
static void start_rule(asking *a, const json_t *object)
{
    static const char *const numbers[] = {"beta", "floor", "outside", "choices", "fit"};
    const char *rule = json_string_value(json_object_get(object, "rule"));
    const question_field *f = question_find(a->about->fields, "rule", strlen("rule"));
    const question_field *fit = question_find(a->about->fields, "fit", strlen("fit"));
    if (!f || !fit)
        return;
    int *known = (int *)(void *)((char *)a->own + f->at);
    const question_raw *fitted = (question_raw *)(void *)((char *)a->own + fit->at);
    bool has_fit = json_object_get(object, "fit"), had_fit = fitted->text || fitted->json;
    bool is_other = rule && (had_fit || strcmp(rule, dm_rule_name((dm_rule)*known)) != 0);
    if (!has_fit && !is_other)
        return;
    *known = has_fit ? (int)DM_NEAREST : *known;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        f = question_find(a->about->fields, numbers[i], strlen(numbers[i]));
        if (f && f->type == Q_REAL)
            *(double *)(void *)((char *)a->own + f->at) = (double)f->standard;
        else if (f && f->type == Q_COUNT)
            *(int64_t *)(void *)((char *)a->own + f->at) = f->standard;
        else if (f && f->type == Q_OBJECT)
            *(question_raw *)(void *)((char *)a->own + f->at) = (question_raw){0};
        else if (f)
            *(const char **)(void *)((char *)a->own + f->at) = NULL;
    }
}

/* Reads every key of an object but `name` and `ask`; a rule may be an object too. */
static dm_status read_object(asking *a, const char *folder, const json_t *object,
                             market_texts *texts, dm_error *err)
{
    const char *key;
    json_t *value;
    start_rule(a, object);
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        if (strcmp(key, "name") == 0 || strcmp(key, "ask") == 0)
            continue;
        bool is_rule = strcmp(key, "rule") == 0 && json_is_object(value);
        /* fields about the whole plan, of which a scenario cannot have its own */
        if (!question_find(a->about->fields, key, strlen(key)) && strcmp(key, "ties") != 0 &&
            question_find(question_common, key, strlen(key)))
            return answer_fail(err, DM_BAD_INPUT,
                               "'%s' holds for all scenarios; expected it beside \"scenarios\"",
                               key);
        dm_status status = is_rule ? read_object(a, folder, value, texts, err)
                                   : market_read_field(a, folder, key, value, texts, err);
        if (status != DM_OK)
            return status;
    }
    return DM_OK;
}

/* How a scenario is asked; NULL: it asks for something else. */
static const market_view *view_of(const asking *a, const json_t *scenario)
{
    return market_view_of(market_tells_us(a->own),
                          json_string_value(json_object_get(scenario, "ask")));
}

/* Makes the question of a scenario; NULL: that of today. */
static dm_status begin_scenario(const asking *a, const market_view *view, const json_t *scenario,
                                asking *sub, market_texts *texts, dm_error *err)
{
    const market_fields *plan = a->own;
    bool tells_us = market_tells_us(plan);
    if (!view)
        return answer_fail(err, DM_BAD_INPUT, "\"ask\": expected score, reply%s",
                           tells_us ? ", lead or rival-lead" : " or lead");
    dm_status status = ask_begin(sub, view->about, false, err);
    if (status != DM_OK)
        return status;
    sub->in_plan = true;
    sub->words = tells_us ? view->words : NULL;
    if (plan->shared && view->about == &question_reply)
        ((reply_fields *)sub->own)->round.shared = true;
    if (plan->shared && view->about == &question_lead)
        ((lead_fields *)sub->own)->round.shared = true;
    if (tells_us && view->about == &question_score) /* the side that opens stood first */
        ((score_fields *)sub->own)->stones.per_turn = INT32_MAX;
    if (tells_us && view->about == &question_lead)
        ((lead_fields *)sub->own)->pays = (int)view->us;
    sub->is_local = a->is_local;
    sub->seed = a->seed;
    sub->threads = a->threads;
    sub->ties = a->ties;
    sub->tables = a->tables;
    sub->columns = a->columns;
    sub->snap_limit = a->snap_limit;
    sub->snap_to = a->snap_to;
    /* gives the plan's tables to a question, if it knows them */
    const struct {
        const char *name;
        question_raw given;
    } tables[] = {{tells_us ? "them" : "white", tells_us ? plan->them : plan->white},
                  {tells_us ? "us" : "black", tells_us ? plan->us : plan->black},
                  {"candidates", plan->candidates},
                  {"rival_candidates", plan->rival_candidates}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const char *name = market_field_name(sub, tables[i].name);
        const question_field *f = question_find(sub->about->fields, name, strlen(name));
        if (f)
            *(question_raw *)((char *)sub->own + f->at) = tables[i].given;
    }
    if (status == DM_OK && plan->rule.json)
        status = read_object(sub, plan->folder, plan->rule.json, texts, err);
    if (status == DM_OK && scenario)
        status = read_object(sub, plan->folder, scenario, texts, err);
    if (status == DM_OK)
        status = market_settle_view(sub, view, err);
    if (status != DM_OK)
        ask_clear(sub);
    return status;
}

/* Answers the question of a scenario; *out receives its fields.  Row `row` of the comparison gets a
 * picture, if there are any. */
static dm_status answer_scenario(const asking *sub, const market_view *view, const ask_board *board,
                                 dm_market *market, answer_compared *compared, size_t row,
                                 json_t **out, dm_error *err)
{
    ask_task task = {.ask = *sub, .board = *board};
    assert(sub->about->report && sub->about->find);
    task.board.bare = true;
    dm_status status = ask_task_find(&task, market, err);
    dm_status reported = task.found ? ask_task_report(&task, true, err) : DM_OK;
    if (task.report) {
        reported = report_take(task.report, out, err);
        task.report = NULL;
    }
    if (reported == DM_OK && task.found && compared->picture && !compared->picture[row])
        reported = market_draw(&task, compared, view, &compared->picture[row], err);
    ask_task_clear(&task);
    return reported == DM_OK ? status : reported;
}

/* Names the plan, and the scenario unless it is NULL, in the message of a failure. */
static dm_status blame_scenario(const asking *a, size_t index, const json_t *scenario,
                                dm_status status, dm_error *err)
{
    const market_fields *plan = a->own;
    const char *name = json_string_value(json_object_get(scenario, "name"));
    char message[sizeof err->message], place[120] = "";
    snprintf(message, sizeof message, "%s", err->message);
    if (scenario)
        snprintf(place, sizeof place, "scenarios[%zu]%s%.60s%s: ", index, name ? " \"" : "",
                 name ? name : "", name ? "\"" : "");
    return answer_fail(err, status, "%s%s%s%s", plan->plan ? plan->plan : "",
                       plan->plan ? ": " : "", place, message);
}

/* Reads a scenario and its tables; NULL: what holds for today. */
static dm_status check_scenario(const asking *a, const ask_board *board, const json_t *scenario,
                                market_texts *texts, dm_error *err)
{
    asking sub;
    const market_view *view = scenario ? view_of(a, scenario) : market_view_of_today(false, NULL);
    dm_status status = begin_scenario(a, view, scenario, &sub, texts, err);
    if (status != DM_OK)
        return status;
    ask_task task = {.ask = sub, .board = *board};
    task.ask.only_read = true;
    status = ask_task_find(&task, NULL, err);
    ask_task_clear(&task);
    ask_clear(&sub);
    return status;
}

/* Every scenario is read before the first is answered. */
static dm_status check_scenarios(const asking *a, const ask_board *board, const json_t *list,
                                 market_texts *texts, dm_error *err)
{
    dm_status status = market_check_sides(a->own, err);
    if (status == DM_OK)
        status = check_scenario(a, board, NULL, texts, err);
    if (status != DM_OK)
        return blame_scenario(a, 0, NULL, status, err);
    for (size_t i = 0; i < json_array_size(list) && status == DM_OK; i++) {
        const json_t *scenario = json_array_get(list, i);
        if (!json_is_object(scenario) || !json_is_string(json_object_get(scenario, "name")))
            status = answer_fail(err, DM_BAD_INPUT, "expected an object with \"name\" and \"ask\"");
        else
            status = check_scenario(a, board, scenario, texts, err);
        if (status != DM_OK)
            status = blame_scenario(a, i, scenario, status, err);
    }
    if (status == DM_OK && json_array_size(list) == 0)
        status = blame_scenario(
            a, 0, NULL, answer_fail(err, DM_BAD_INPUT, "\"scenarios\": expected at least one"),
            err);
    return status;
}

/* Answers a question of the plan, in the plan's words. */
static dm_status tell_scenario(const asking *sub, const market_view *view, const ask_board *board,
                               dm_market *market, answer_compared *compared, size_t row,
                               json_t **out, dm_error *err)
{
    dm_status status = answer_scenario(sub, view, board, market, compared, row, out, err);
    if (!sub->words || !*out)
        return status;
    json_t *told = market_tell(view, *out);
    json_decref(*out);
    *out = told;
    return told ? status : answer_fail(err, DM_NO_MEMORY, "out of memory");
}

/* The score of the sites that stand, under the rule of a scenario if it has one of its own. */
static dm_status find_today(const asking *a, const ask_board *board, const json_t *scenario,
                            market_found *f, json_t **out, dm_error *err)
{
    static const char *const rules[] = {"ties",  "radius",  "rule",    "beta",
                                        "floor", "outside", "choices", "fit"};
    const char *folder = ((const market_fields *)a->own)->folder;
    asking sub;
    bool has_rule = !f->compared.today;
    const market_view *usual = market_view_of_today(false, NULL);
    const market_view *view =
        market_view_of_today(market_tells_us(a->own), scenario ? view_of(a, scenario) : NULL);
    dm_status status = begin_scenario(a, view, NULL, &sub, &f->texts, err);
    assert(board->arena);
    if (status == DM_OK)
        start_rule(&sub, scenario);
    for (size_t i = 0; i < sizeof rules / sizeof *rules && status == DM_OK; i++) {
        const json_t *value = json_object_get(scenario, rules[i]);
        has_rule |= value != NULL;
        if (json_is_object(value) && strcmp(rules[i], "rule") == 0)
            status = read_object(&sub, folder, value, &f->texts, err);
        else if (value)
            status = market_read_field(&sub, folder, rules[i], value, &f->texts, err);
    }
    /* where age decides, who of those that stand was first matters */
    has_rule |= view != usual && sub.ties == DM_TIES_EARLIER;
    if (status == DM_OK && has_rule)
        status = tell_scenario(&sub, view, board, NULL, &f->compared, 0, out, err);
    else if (status == DM_OK)
        *out = json_incref(f->compared.today);
    ask_clear(&sub);
    return status;
}

/* What the scenario changes, told of the companies that stand today; a note if it cannot be told.
 */
static void add_change(const ask_board *board, const market_found *f, const json_t *today,
                       const market_view *view, const json_t *answer, json_t **row)
{
    const char *const *key = f->compared.key;
    const char *const turned[] = {key[1], key[0]};
    const char *name = json_string_value(json_object_get(*row, "name"));
    market_match match =
        f->compared.tells_us ? MARKET_SAME : market_match_sides(today, view, answer);
    if (match == MARKET_SAME)
        report_put(row, "change", answer_change(&f->compared, today, key, answer));
    else if (match == MARKET_EXCHANGED)
        report_put(row, "change", answer_change(&f->compared, today, turned, answer));
    if (match == MARKET_EXCHANGED) {
        report_put(row, "exchanged", json_true());
        ask_note(board->notes,
                 "\"%s\": White stands where Black does today, and Black where White does: the "
                 "changes compare the same company; \"us\" and \"them\" in place of \"white\" and "
                 "\"black\" keep the columns, too",
                 name);
    } else if (match == MARKET_UNCLEAR) {
        ask_note(board->notes,
                 "\"%s\": a side stands where the other one does today: no change is given, as it "
                 "would compare two companies; \"us\" and \"them\" in place of \"white\" and "
                 "\"black\" tell them apart",
                 name);
    }
}

static dm_status add_scenario(const asking *a, const ask_board *board, dm_market *market, size_t i,
                              market_found *f, dm_error *err)
{
    const json_t *scenario = json_array_get(((const market_fields *)a->own)->scenarios.json, i);
    const market_view *view = view_of(a, scenario);
    json_t *today = NULL, *result = NULL;
    asking sub;
    dm_status status = find_today(a, board, scenario, f, &today, err);
    if (status == DM_OK)
        status = begin_scenario(a, view, scenario, &sub, &f->texts, err);
    if (status == DM_OK) {
        status = tell_scenario(&sub, view, board, market, &f->compared, i + 1, &result, err);
        ask_clear(&sub);
    }
    if (result) {
        /* takes `result`: adds it to the list with its name, its question and what it changes */
        json_t *row = json_object();
        report_put(&row, "name", json_incref(json_object_get(scenario, "name")));
        report_put(&row, "ask", json_incref(json_object_get(scenario, "ask")));
        if (row && json_object_update(row, result) != 0) {
            json_decref(row);
            row = NULL;
        }
        add_change(board, f, today, view, result, &row);
        json_decref(result);
        report_append(&f->compared.scenarios, row);
        dm_status added =
            f->compared.scenarios ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
        status = added == DM_OK ? status : added;
    } else if (status != DM_UNFINISHED) {
        status = blame_scenario(a, i, scenario, status, err);
    }
    json_decref(today);
    return status;
}

/* The scenarios' own tables.  What is wrong with a scenario is reported by market_find(). */
static dm_status list_tables(asking *a, ask_tables *to, dm_error *err)
{
    const json_t *list = ((const market_fields *)a->own)->scenarios.json;
    market_texts texts = {0};
    dm_status status = DM_OK;
    for (size_t i = 0; i < json_array_size(list) && status == DM_OK; i++) {
        asking sub;
        const json_t *scenario = json_array_get(list, i);
        if (begin_scenario(a, view_of(a, scenario), scenario, &sub, &texts, NULL) != DM_OK)
            break;
        sub.scenario = i + 1;
        status = ask_tables_add(&sub, to, err);
        ask_clear(&sub);
    }
    market_texts_clear(&texts);
    return status;
}

static dm_status market_find(asking *a, const ask_board *board, void *shared, void *found,
                             dm_error *err)
{
    market_found *f = found;
    const market_fields *plan = a->own;
    dm_market *market = NULL;
    (void)shared;
    f->compared.board = board->source;
    f->compared.scenarios = json_array();
    f->compared.asked = json_array_size(plan->scenarios.json);
    if (plan->html && !(f->compared.picture = calloc(f->compared.asked + 1, sizeof(char *))))
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    answer_compare_sides(&f->compared, market_tells_us(plan), plan->names.json);
    const json_t *ties = json_object_get(plan->rule.json, "ties");
    dm_status status =
        ties ? ask_read_value(a, question_find(question_common, "ties", 4), ties, a, err) : DM_OK;
    if (status == DM_OK)
        status = check_scenarios(a, board, plan->scenarios.json, &f->texts, err);
    if (status == DM_OK) {
        status = find_today(a, board, NULL, f, &f->compared.today, err);
        bool failed = status != DM_OK && status != DM_STOPPED && status != DM_UNFINISHED;
        status = failed ? blame_scenario(a, 0, NULL, status, err) : status;
    }
    if (status == DM_OK)
        status = dm_market_new(board->arena, &market, err);
    for (size_t i = 0; i < f->compared.asked && status == DM_OK; i++)
        status = add_scenario(a, board, market, i, f, err);
    dm_market_free(market);
    return status == DM_UNFINISHED && f->compared.today ? DM_STOPPED : status;
}

static dm_status market_report(const asking *a, const ask_board *board, void *found, report *r,
                               dm_error *err)
{
    const market_found *f = found;
    (void)a, (void)board, (void)err;
    answer_compare(r, &f->compared);
    return DM_OK;
}

const question question_market = {.name = "market",
                                  .fields = fields,
                                  .common = Q_BOARD | Q_LONG | Q_MARKET | Q_DIRECTION,
                                  .tables = list_tables,
                                  QUESTION_PARTS(market)};
