/* question_reply.c - Black's best further stones once White's are placed. */
#include "base/names.h"
#include "question/questions.h"

#include <stdlib.h>
#include <string.h>

enum { ALL_LIMIT = 10000, TABLE_LIMIT = 3000 };

/* clang-format off */
static const question_field fields[] = {
    {.name = "white", .type = Q_SITES, .argument = "V,..", .required = true,
     .at = offsetof(reply_fields, white),
     .json_help = "White's sites: vertices, or objects such as {\"vertex\":3,\"brand\":\"x\"}; may be empty",
     .help = "White's sites: vertices, counted from 0, or their names; or @FILE, a CSV; may be empty"},
    {.name = "count", .type = Q_COUNT, .argument = "K", .low = 1, .high = INT32_MAX,
     .at = offsetof(reply_fields, count),
     .help = "sites that Black adds; with --budget the most, otherwise exactly so many"},
    {.name = "target_share", .type = Q_DECIMAL, .argument = "S", .at = offsetof(reply_fields, target_share),
     .help = "the cheapest sites (the fewest, if candidates have no `cost`) that bring Black's score to S times the "
             "demand of all customers; S is 0 to 1, --count a limit"},
    {.name = "black", .type = Q_SITES, .argument = "V,..", .at = offsetof(reply_fields, black),
     .json_help = "sites that Black has already; with a budget, a target, a spacing or for a profit an object with "
                  "\"close\" not 0 may be closed",
     .help = "sites that Black has already; or @FILE, in which `close` says which may be closed, saving their `cost`, "
             "with a budget, a target, a spacing or for a profit"},
    {.name = "all", .type = Q_FLAG, .at = offsetof(reply_fields, all),
     .help = "list every best set, and count them"},
    {.name = "all_limit", .type = Q_COUNT, .argument = "N", .low = 1, .most_asked = ALL_LIMIT,
     .standard = ALL_LIMIT, .at = offsetof(reply_fields, all_limit),
     .help = "the most sets to list"},
    {.name = "method", .type = Q_CHOICE, .argument = "NAME",
     .choices = choice_reply_method,
     .at = offsetof(reply_fields, method), .help = "how to search; `demesne reply --help` lists the methods"},
    {.name = "explain", .type = Q_FLAG, .at = offsetof(reply_fields, explain),
     .help = "on small trees: the table A(k, d_out, d_in) of Sugimoto and Saitoh's recurrence"},
    {.name = "root", .type = Q_COUNT, .argument = "V", .high = INT32_MAX, .standard = -1,
     .at = offsetof(reply_fields, root),
     .help = "for that table, and methods slides, slides:printed and naive: the tree hangs from vertex V (default: one "
             "with fewest neighbours)"},
    {.name = "table", .type = Q_FILE, .in = Q_WORDS_ONLY, .argument = "FILE", .writes = true, .endings = ".csv",
     .at = offsetof(reply_fields, table), .help = "write the whole table, however long, as FILE.csv"},
    QUESTION_COUNTEREXAMPLE(reply_fields, "with slides:printed or naive: also search all trees with at most as many "
                                          "vertices (up to 10) and stones for the smallest question on which it is wrong"),
    {.name = "write_counterexample", .type = Q_FILE, .in = Q_WORDS_ONLY, .writes = true, .argument = "FILE",
     .at = offsetof(reply_fields, counterexample_to), .help = "the same, and write its board to FILE"},
    QUESTION_ROUND(reply_fields),
    {0}};
/* clang-format on */

static void reply_clear(void *found)
{
    reply_found *f = found;
    round_clear(&f->round);
    dm_reply_free(f->reply);
    dm_reply_table_free(f->table);
    dm_reply_counterexample_free(f->example);
}

/* What is asked of methods that the slides print with a mistake, and of their table. */
static dm_status check_slides(asking *a, dm_error *err)
{
    const reply_fields *own = a->own;
    bool is_printed = own->method == DM_REPLY_SLIDES_PRINTED || own->method == DM_REPLY_NAIVE;
    if (own->root >= 0 && !own->explain && !own->table && !is_printed &&
        own->method != DM_REPLY_SLIDES)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "%s is for the table and the methods slides, slides:printed and naive",
                         ask_label(a, "root"));
    if ((own->find_counterexample || own->counterexample_to) && !is_printed)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "%s is for the methods slides:printed and naive; the others are right",
                         ask_label(a, "find_counterexample"));
    return DM_OK;
}

/* Black's score to reach: S of the demand of all customers, exactly. */
static dm_status read_target(asking *a, const dm_arena *arena, dm_reply_request *request,
                             dm_error *err)
{
    enum { DECIMALS = 9, ONE = 1000000000 };
    const char *text = ((const reply_fields *)a->own)->target_share;
    dm_error why = {0};
    int64_t part = 0;
    if (!text)
        return DM_OK;
    if (dm_length_parse(text, DECIMALS, &part, &why) != DM_OK || part <= 0 || part > ONE)
        return ask_blame(a, err, DM_BAD_INPUT,
                         "%s %.40s: expected a number above 0, at most 1, with at most %d decimals",
                         ask_label(a, "target_share"), text, DECIMALS);
    int64_t total = dm_arena_total_value(arena), whole = total / ONE, rest = total % ONE;
    request->has_target = true;
    if (request->terms.rule == DM_NEAREST)
        request->target.whole = whole * part + (rest * part + ONE - 1) / ONE; /* rounded up */
    else
        request->target.real = (double)total * ((double)part / ONE);
    return DM_OK;
}

/* The table, and the smallest question on which the method is wrong, if they are asked for. */
static dm_status find_objects(asking *a, const ask_board *board, const dm_reply_request *request,
                              reply_found *f, dm_error *err)
{
    const reply_fields *own = a->own;
    enum { MOST_VERTICES = 10 };
    dm_vertex n = dm_arena_vertices(board->arena);
    dm_status status = DM_OK;
    dm_error why = {0};
    if (own->explain || own->table)
        status = dm_reply_table_new(board->arena, request, own->table ? INT64_MAX : TABLE_LIMIT,
                                    board->run, &f->table, &why);
    if (status != DM_OK)
        return answer_fail(err, status, "%s%s", why.message,
                           strstr(why.message, "are listed") && a->by_words
                               ? "; --table FILE.csv writes them all"
                               : "");
    if (status == DM_OK && (own->find_counterexample || own->counterexample_to))
        status = dm_reply_find_counterexample(
            request->method, request->terms.ties, n < MOST_VERTICES ? n : MOST_VERTICES,
            request->white.count, request->count, board->run, &f->example, err);
    if (status == DM_OK && own->counterexample_to && f->example->found)
        status = dm_arena_write(f->example->arena, own->counterexample_to, NULL, err);
    return status;
}

/* Lists the sites of the reply and what they get. */
static dm_status settle_reply(asking *a, reply_found *f, dm_error *err)
{
    round_found *round = &f->round;
    const dm_reply *reply = f->reply;
    bool *closed = reply->closed_count ? calloc((size_t)round->black->count, sizeof *closed) : NULL;
    if (reply->closed_count && !closed)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0; i < reply->closed_count; i++) {
        closed[reply->closed[i]] = true;
        f->saved += round->black->cost ? round->black->cost[reply->closed[i]] : 0;
    }
    dm_status status = round_add(round, DM_WHITE, "white", round->white, NULL, err);
    if (status == DM_OK)
        status = round_add(round, DM_BLACK, "kept", round->black, closed, err);
    if (status == DM_OK)
        status = round_add_chosen(round, DM_BLACK, "black", reply->black, reply->count,
                                  round->candidates, err);
    if (status == DM_OK)
        status = round_add_closed(round, DM_BLACK, "kept", round->black, closed, err);
    free(closed);
    round->market.has_us = true;
    round->market.us = DM_BLACK;
    return status == DM_OK ? round_settle(a, NULL, round, err) : status;
}

/* `shared` is a market of this board that is asked several questions, or NULL. */
static dm_status reply_find(asking *a, const ask_board *board, void *shared, void *found,
                            dm_error *err)
{
    const reply_fields *own = a->own;
    reply_found *f = found;
    round_found *round = &f->round;
    bool is_limited =
        own->round.budget || own->target_share || own->round.maximize == (int)DM_MAXIMIZE_PROFIT;
    if (!own->count && !is_limited)
        return ask_blame(a, err, DM_BAD_INPUT,
                         a->by_words ? "reply: --count K or --budget B is missing"
                                     : "the field 'count' or 'budget' is missing");
    dm_status status = check_slides(a, err);
    if (status == DM_OK)
        status = round_read(a, board, own->white, own->black, &own->round, round, err);
    if (status == DM_OK)
        status = round_read_candidates(a, board, &own->round, NULL, round, err);
    if (status != DM_OK || a->only_read)
        return status;
    dm_reply_request request = {
        .terms = round->market.terms,
        .white = round_sites(round->white),
        .kept = round_sites(round->black),
        .count = (int32_t)own->count,
        .has_budget = round->has_budget,
        .budget = round->budget,
        .method = (dm_reply_method)own->method,
        .optima_limit = own->all ? own->all_limit : 0,
        .threads = board->many ? 1 : (int)a->threads, /* of many boards each has one */
        .seed = a->seed,
        .has_root = own->root >= 0,
        .root = (dm_vertex)own->root,
    };
    status = read_target(a, board->arena, &request, err);
    if (status != DM_OK)
        return status;
    status = shared ? dm_market_reply(shared, &request, board->run, &f->reply, err)
                    : dm_reply_new(board->arena, &request, board->run, &f->reply, err);
    if (status == DM_STOPPED && f->reply && f->reply->proven && !own->all)
        status = DM_OK; /* the bound was reached when it stopped */
    if (status == DM_OK && own->all && f->reply->optima_count == 0) {
        /* a best reply is at least one set: none listed means that the method lists none */
        const char *name = dm_reply_method_name(f->reply->method);
        return ask_blame(a, err, DM_UNSUPPORTED,
                         "method %s finds one set; choose a method that finds every best one",
                         name);
    }
    if (status == DM_OK)
        status = find_objects(a, board, &request, f, err);
    if (!f->reply)
        return status;
    dm_status settled = settle_reply(a, f, err);
    return settled == DM_OK ? status : settled;
}

static void report_optima(report *r, const dm_reply *reply, int64_t limit)
{
    json_t *sets = json_array();
    const int64_t *first = reply->optima_first;
    for (int64_t i = 0; i < reply->optima_count; i++) {
        const dm_vertex *set = reply->optima + first[i];
        int32_t count = (int32_t)(first[i + 1] - first[i]);
        report_append(&sets, report_list(set, count));
        if (!report_is_json(r))
            report_vertices(r, i ? "" : "optima", set, count);
    }
    report_json(r, "optima", sets);
    report_count(r, "optima_count", reply->optima_count);
    if (reply->optima_complete)
        return;
    report_flag(r, "optima_complete", false);
    report_count(r, "all_limit", limit);
}

static const char *owner_name(dm_label_owner owner)
{
    static const char *const names[] = {"nobody", "white", "black", "both"};
    return names[owner];
}

/* The smallest question on which the method is wrong. */
static void report_example(report *r, const dm_reply_counterexample *example)
{
    report_json(r, "questions_compared", json_integer(example->questions));
    if (!example->found) {
        report_json(r, "counterexample", json_null());
        report_row(r, "counterexample", "none in %lld %s", (long long)example->questions,
                   dmi_plural(example->questions, "question", "questions"));
        return;
    }
    const dm_graph *graph = dm_arena_graph(example->arena);
    json_t *edges = json_array();
    char words[200] = "", white[80] = "";
    for (dm_vertex v = 0; v < graph->n; v++)
        for (uint32_t i = graph->first[v]; i < graph->first[v + 1]; i++)
            if (v < graph->target[i]) {
                report_append(&edges, json_pack("[i,i]", v, graph->target[i]));
                size_t used = strlen(words);
                snprintf(words + used, sizeof words - used, " %d-%d", v, graph->target[i]);
            }
    for (int32_t i = 0; i < example->white_count; i++) {
        size_t used = strlen(white);
        snprintf(white + used, sizeof white - used, "%s%d", i ? "," : "", example->white[i]);
    }
    report_json(r, "counterexample",
                json_pack("{s:i, s:o, s:o, s:i, s:I, s:I}", "vertices", graph->n, "edges", edges,
                          "white", report_list(example->white, example->white_count), "count",
                          example->count, "claim", (json_int_t)example->claim, "value",
                          (json_int_t)example->value));
    report_row(r, "counterexample", "edges%s, White %s, Black adds %d: claimed %lld, right %lld",
               words, white, example->count, (long long)example->claim, (long long)example->value);
    report_row(r, "", "the first of %lld %s that is wrong", (long long)example->questions,
               dmi_plural(example->questions, "question", "questions"));
}

static json_t *label_json(int32_t distance, dm_label_owner owner)
{
    return owner == DM_LABEL_NOBODY
               ? json_null()
               : json_pack("{s:i, s:s}", "distance", distance, "owner", owner_name(owner));
}

/* "none", or "2 white". */
static const char *label_words(int32_t distance, dm_label_owner owner, char words[24])
{
    if (owner == DM_LABEL_NOBODY)
        snprintf(words, 24, "none");
    else
        snprintf(words, 24, "%d %s", distance, owner_name(owner));
    return words;
}

/* The table A(k, d_out, d_in) behind a reply on a tree. */
static void report_reply_table(report *r, const dm_reply_table *table)
{
    dm_vertex last = -1;
    json_t *entries = json_array(), *parents = json_array();
    for (int64_t i = 0; i < table->count; i++) {
        const dm_reply_entry *e = &table->entries[i];
        report_append(&entries,
                      json_pack("{s:i, s:i, s:o, s:o, s:I, s:b}", "vertex", e->vertex, "stones",
                                e->stones, "outside", label_json(e->outside, e->outside_owner),
                                "inside", label_json(e->inside, e->inside_owner), "value",
                                (json_int_t)e->value, "used", e->used));
    }
    for (dm_vertex v = 0; v < table->n; v++)
        report_append(&parents, json_integer(table->parent[v]));
    report_json(r, "explain",
                json_pack("{s:i, s:o, s:o, s:I}", "root", table->root, "parent", parents, "table",
                          entries, "combinations", (json_int_t)table->combinations));
    if (report_is_json(r))
        return;
    report_line(r, "  A(stones, outside, inside): the best Black minus White below each vertex;");
    report_line(r, "  * marks what the reply uses");
    for (int64_t i = 0; i < table->count; i++) {
        const dm_reply_entry *e = &table->entries[i];
        char outside[24], inside[24];
        if (e->vertex != last && table->parent[e->vertex] < 0)
            report_line(r, "  vertex %d, the root", e->vertex);
        else if (e->vertex != last)
            report_line(r, "  vertex %d, below %d", e->vertex, table->parent[e->vertex]);
        last = e->vertex;
        report_line(r, "    A(%d, %s, %s) = %+lld%s", e->stones,
                    label_words(e->outside, e->outside_owner, outside),
                    label_words(e->inside, e->inside_owner, inside), (long long)e->value,
                    e->used ? "   *" : "");
    }
}

dm_status reply_write_table(FILE *to, const void *data, dm_error *err)
{
    const dm_reply_table *table = data;
    (void)err; /* whoever opened the file checks what was written */
    fputs("vertex,parent,stones,outside,outside_owner,inside,inside_owner,value,used\n", to);
    for (int64_t i = 0; i < table->count; i++) {
        const dm_reply_entry *e = &table->entries[i];
        fprintf(to, "%d,", e->vertex);
        if (table->parent[e->vertex] >= 0)
            fprintf(to, "%d", table->parent[e->vertex]);
        fprintf(to, ",%d,", e->stones);
        if (e->outside_owner != DM_LABEL_NOBODY)
            fprintf(to, "%d", e->outside);
        fprintf(to, ",%s,", owner_name(e->outside_owner));
        if (e->inside_owner != DM_LABEL_NOBODY)
            fprintf(to, "%d", e->inside);
        fprintf(to, ",%s,%lld,%d\n", owner_name(e->inside_owner), (long long)e->value, e->used);
    }
    return DM_OK;
}

/* What the slides' methods did: the claim of one as printed, sums of entries tried, beside the
 * slides' bound for binary trees. */
static void report_slides(report *r, const asking *a, const reply_found *f, dm_vertex n)
{
    const reply_fields *own = a->own;
    const dm_reply *reply = f->reply;
    int64_t combinations = f->table ? f->table->combinations : reply->combinations;
    double k = reply->count, bound = k * k * n * n * (double)n * n;
    if (reply->has_claim) {
        report_json(r, "claim", json_integer(reply->claim));
        report_row(r, "claim", "%lld  (Black minus White, as the method computes it)",
                   (long long)reply->claim);
    }
    if (combinations) {
        report_json(r, "combinations", json_integer(combinations));
        report_json(r, "combinations_bound", json_real(bound));
        report_row(r, "combinations", "%lld tried; k^2 n^4 = %.0f", (long long)combinations, bound);
    }
    if (f->example)
        report_example(r, f->example);
    if (own->table)
        report_string(r, "written", own->table);
    if (own->counterexample_to && f->example && f->example->found)
        report_string(r, "counterexample_file", own->counterexample_to);
}

static int sign_of(double value)
{
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/* Whether the target is reached; if not, the largest share that can be. */
static void report_target(report *r, const answer_market *m, const dm_reply *reply)
{
    double total = (double)dm_arena_total_value(m->arena);
    double most = m->choice ? reply->upper.real : (double)reply->upper.whole;
    report_flag(r, "feasible", reply->is_feasible);
    report_flag(r, "proven", reply->proven);
    if (!reply->is_feasible)
        report_json(r, "upper", report_rounded(most / total));
    if (!reply->is_feasible)
        report_row(r, "upper", "no sites bring more than %.6g %% of the demand",
                   100 * most / total);
}

/* The standing sites that are closed. */
static void report_closed(report *r, const reply_found *f)
{
    const dm_reply *reply = f->reply;
    json_t *list = json_array();
    for (int32_t i = 0; i < reply->closed_count; i++)
        report_append(&list, json_integer(f->round.black->vertex[reply->closed[i]]));
    report_json(r, "closed", list);
    for (int32_t i = 0; i < reply->closed_count; i++)
        report_row(r, i ? "" : "closed", "%d", f->round.black->vertex[reply->closed[i]]);
}

static dm_status reply_report(const asking *a, const ask_board *board, void *found, report *r,
                              dm_error *err)
{
    const reply_fields *own = a->own;
    const reply_found *f = found;
    const answer_market *m = &f->round.market;
    const dm_reply *reply = f->reply;
    int value = sign_of(m->choice ? reply->value.real : (double)reply->value.whole);
    int upper = sign_of(reply->upper.real);
    (void)err;
    answer_sites(r, m, "white", DM_WHITE, ANSWER_ALL);
    report_count(r, "count", reply->count);
    answer_sites(r, m, "kept", DM_BLACK, ANSWER_STANDING);
    answer_named_vertices(r, m, "black", DM_BLACK, reply->black, reply->count);
    answer_value(r, m, reply->value, "Black minus White");
    if (reply->objective != DM_MAXIMIZE_VALUE || own->target_share) /* who wins is not asked */
        report_winner(r, -value, -value);
    else if (!m->choice)
        report_winner(r, -reply->upper.whole, -reply->value.whole);
    else /* if it is proven, the bounds may differ in digits that do not count */
        report_winner(r, reply->proven ? -value : -upper, -value);
    answer_demand(r, m, "white_score", reply->white_score);
    answer_demand(r, m, "black_score", reply->black_score);
    answer_demand(r, m, "tied", reply->tied);
    answer_outside(r, m);
    answer_demand(r, m, "unreached", reply->unreached);
    report_string(r, "method", dm_reply_method_name(reply->method));
    report_count(r, "nodes", reply->nodes);
    if (own->target_share)
        report_target(r, m, reply);
    else
        answer_objective(r, m, reply->proven, reply->reached, reply->reached, reply->upper);
    if (m->has_closable)
        report_closed(r, f);
    if (own->all)
        report_optima(r, reply, own->all_limit);
    answer_shares(r, m);
    answer_cost(r, m, DM_BLACK, f->saved);
    answer_each_site(r, m);
    report_slides(r, a, f, dm_arena_vertices(board->arena));
    if (f->table && own->explain)
        report_reply_table(r, f->table);
    return DM_OK;
}

const question question_reply = {.name = "reply",
                                 .fields = fields,
                                 .common = Q_BOARD | Q_LONG | Q_MARKET | Q_DIRECTION,
                                 QUESTION_PARTS(reply)};
