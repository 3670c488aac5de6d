/* question_fit.c - how customers choose, from trips that were counted.
 *
 * The customers and the sites are tables of places; the trips name their rows.
 */
#include "question/questions.h"

#include "question/fit/trip_rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

QUESTION_CHOICE(choice_fit_rule, "huff", "logit")
enum { HUFF, LOGIT };

/* clang-format off */
static const question_field fields[] = {
    {.name = "sites", .type = Q_PLACES, .argument = "FILE", .required = true, .at = offsetof(fit_fields, sites),
     .json_help = "the sites to which customers could go: vertices, or objects such as {\"vertex\":3,\"label\":\"x\"}",
     .help = "the sites to which customers could go, as a CSV; the first is what others are compared with"},
    {.name = "observed", .type = Q_PLACES, .argument = "FILE", .required = true,
     .at = offsetof(fit_fields, observed),
     .json_help = "trips that were counted: {\"customer\":..,\"site\":..,\"count\":..}",
     .help = "trips that were counted: a CSV `customer,site,count`, which names rows of the other two by label, "
             "name or vertex"},
    {.name = "rule", .type = Q_CHOICE, .argument = "RULE", .choices = choice_fit_rule,
     .at = offsetof(fit_fields, rule),
     .help = "huff: a site's pull falls with a power of the distance; logit: exponentially"},
    {.name = "floor", .type = Q_DECIMAL, .argument = "D", .at = offsetof(fit_fields, floor),
     .help = "huff: smaller distances count as D (default: 1)"},
    {.name = "radius", .type = Q_DECIMAL, .argument = "D", .at = offsetof(fit_fields, radius),
     .help = "a site farther than D from a customer is none of his choices"},
    {0}};
/* clang-format on */

static void fit_clear(void *found)
{
    fit_found *f = found;
    dm_places_free(f->sites);
    dm_fit_free(f->fit);
}

/* The rows of a list of objects as a table. */
static dm_status read_list(asking *a, const json_t *list, dm_trip_table **out, dm_error *err)
{
    static const char *const keys[] = {"customer", "site", "count"};
    enum { KEYS = 3 };
    size_t rows = json_array_size(list), texts = rows * KEYS;
    char **cells = calloc(texts + 1, sizeof *cells);
    dm_status status = cells ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < texts && status == DM_OK; i++) {
        const json_t *value = json_object_get(json_array_get(list, i / KEYS), keys[i % KEYS]);
        char number[24] = "";
        if (json_is_integer(value))
            snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
        else if (!json_is_string(value))
            status = ask_blame(a, err, DM_BAD_INPUT,
                               "%s[%zu]: expected an object such as "
                               "{\"customer\":\"x\",\"site\":\"y\",\"count\":3}",
                               ask_label(a, "observed"), i / KEYS);
        if (status == DM_OK && !(cells[i] = strdup(number[0] ? number : json_string_value(value))))
            status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    }
    if (status == DM_OK)
        status = dm_trip_table_new(ask_label(a, "observed"), (const char *const *)cells,
                                   (int64_t)rows, out, err);
    for (size_t i = 0; cells && i < texts; i++)
        free(cells[i]);
    free(cells);
    return status;
}

static dm_status read_terms(asking *a, const dm_arena *arena, fit_found *f, dm_error *err)
{
    const fit_fields *own = a->own;
    dm_status status = DM_OK;
    f->floor = f->radius = -1;
    if (own->rule == LOGIT && own->floor)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s belongs to the rule huff",
                         ask_label(a, "floor"));
    if (own->rule == HUFF)
        status = ask_length(a, arena, "floor", own->floor ? own->floor : round_usual_floor(arena),
                            &f->floor, err);
    if (status == DM_OK && own->radius)
        status = ask_length(a, arena, "radius", own->radius, &f->radius, err);
    for (int32_t i = 0; i < f->sites->count && status == DM_OK && own->rule == HUFF; i++)
        if (f->sites->offset && f->sites->offset[i])
            status = answer_fail(err, DM_BAD_INPUT,
                                 "%s: a site has an offset, which the rule huff does not know",
                                 f->sites->name);
    return status;
}

/* Fails at a site that no trip goes to. */
static dm_status check_sites(const dm_arena *arena, const dm_places *sites, const dm_trip *trips,
                             int64_t count, dm_error *err)
{
    char number[16], where[200];
    bool *is_visited = calloc((size_t)sites->count + 1, sizeof *is_visited);
    dm_status status = is_visited ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int64_t i = 0; i < count && status == DM_OK; i++)
        is_visited[trips[i].site] |= trips[i].count > 0;
    for (int32_t i = 0; i < sites->count && status == DM_OK; i++) {
        dm_places_where(sites, sites->line[i], where, sizeof where);
        if (!is_visited[i])
            status = answer_fail(err, DM_BAD_INPUT,
                                 "%s: no trip goes to site '%.80s', so it has no attraction; "
                                 "expected a trip, or a list without it",
                                 where, trip_rows_site(arena, sites, i, number));
    }
    free(is_visited);
    return status;
}

/* Fits the rule to the trips; a failure about one of them names its row. */
static dm_status fit_trips(asking *a, const ask_board *board, const dm_trip_table *table,
                           const dm_trip *trips, fit_found *f, dm_error *err)
{
    const fit_fields *own = a->own;
    const dm_places *sites = f->sites;
    int64_t failed = -1;
    size_t count = (size_t)sites->count;
    const char **names = calloc(count + 1, sizeof *names);
    char(*numbers)[16] = calloc(count + 1, sizeof *numbers);
    dm_error why = {0};
    dm_status status = names && numbers ? DM_OK : answer_fail(&why, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0; i < sites->count && status == DM_OK; i++)
        names[i] = trip_rows_site(board->arena, sites, i, numbers[i]);
    if (status == DM_OK)
        status = dm_fit_new(board->arena,
                            &(dm_fit_request){.rule = own->rule == LOGIT ? DM_LOGIT : DM_HUFF,
                                              .floor = f->floor,
                                              .has_radius = f->radius >= 0,
                                              .radius = f->radius,
                                              .site = sites->vertex,
                                              .offset = sites->offset,
                                              .sites = sites->count,
                                              .customer = board->customers->vertex,
                                              .customers = board->customers->count,
                                              .trip = trips,
                                              .trips = table->count,
                                              .site_name = names,
                                              .failed_trip = &failed},
                            board->run, &f->fit, &why);
    free(names);
    free(numbers);
    if (failed >= 0)
        return dm_trip_table_fail(table, failed, why.message, err);
    if (status == DM_BAD_INPUT)
        return answer_fail(err, status, "%s: %s", table->name, why.message);
    if (err && status != DM_OK)
        *err = why;
    return status;
}

static dm_status fit_find(asking *a, const ask_board *board, void *shared, void *found,
                          dm_error *err)
{
    const fit_fields *own = a->own;
    fit_found *f = found;
    dm_trip_table *table = NULL;
    dm_trip *trips = NULL;
    (void)shared;
    if (!board->customers)
        return ask_blame(a, err, DM_BAD_INPUT,
                         a->by_words ? "fit: --customers FILE is missing"
                                     : "the field 'customers' is missing");
    dm_status status = ask_places(a, board->arena, "sites", own->sites, DM_PLACES_SITES,
                                  board->notes, &f->sites, err);
    if (status == DM_OK)
        status = read_terms(a, board->arena, f, err);
    if (status == DM_OK)
        status = own->observed.text ? dm_trip_table_read(own->observed.text, &table, err)
                                    : read_list(a, own->observed.json, &table, err);
    if (status == DM_OK)
        status = trip_rows_find(table, board->arena, board->customers, f->sites, &trips, err);
    if (status == DM_OK)
        status = check_sites(board->arena, f->sites, trips, table->count, err);
    if (status == DM_OK)
        status = fit_trips(a, board, table, trips, f, err);
    free(trips);
    dm_trip_table_free(table);
    return status;
}

static void report_sites(report *r, const ask_board *board, const fit_found *f)
{
    const dm_fit *fit = f->fit;
    json_t *sites = json_array();
    char number[16];
    for (int32_t i = 0; i < fit->sites; i++) {
        json_t *one = json_object();
        report_put(&one, "site", json_string(trip_rows_site(board->arena, f->sites, i, number)));
        report_put(&one, "vertex", json_integer(f->sites->vertex[i]));
        report_put(&one, "attraction", report_rounded(fit->attraction[i]));
        report_put(&one, "error", report_rounded(fit->error[i]));
        report_put(&one, "observed", json_integer(fit->observed[i]));
        report_put(&one, "predicted", report_rounded(fit->predicted[i]));
        report_append(&sites, one);
    }
    report_json(r, "sites", sites);
    report_line(r, "  attraction      error   observed  site");
    for (int32_t i = 0; i < fit->sites; i++)
        report_line(r, "  %10.6g %10.3g %10lld  %s", fit->attraction[i], fit->error[i],
                    (long long)fit->observed[i], trip_rows_site(board->arena, f->sites, i, number));
}

static dm_status fit_report(const asking *a, const ask_board *board, void *found, report *r,
                            dm_error *err)
{
    const fit_fields *own = a->own;
    const fit_found *f = found;
    const dm_fit *fit = f->fit;
    int decimals = dm_arena_decimals(board->arena);
    (void)err;
    assert(fit);
    const dm_map *map = dm_arena_map(board->arena);
    report_string(r, "rule", choice_fit_rule(own->rule));
    if (map)
        report_string(r, "measure", dm_measure_name(map->measure));
    if (f->floor >= 0)
        report_amount(r, "floor", f->floor, decimals);
    if (f->radius >= 0)
        report_amount(r, "radius", f->radius, decimals);
    report_count(r, "trips", fit->trips);
    report_json(r, "beta", report_rounded(fit->beta));
    report_json(r, "beta_error", report_rounded(fit->beta_error));
    report_row(r, "beta", "%.6g, standard error %.2g", fit->beta, fit->beta_error);
    report_real(r, "log_likelihood", fit->log_likelihood);
    report_real(r, "null_log_likelihood", fit->null_log_likelihood);
    report_real(r, "rho_squared", fit->rho_squared);
    report_count(r, "iterations", fit->iterations);
    report_sites(r, board, f);
    return DM_OK;
}

const question question_fit = {.name = "fit",
                               .fields = fields,
                               .common = Q_BOARD | Q_TIMED | Q_MARKET | Q_DIRECTION,
                               QUESTION_PARTS(fit)};
