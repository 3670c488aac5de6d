/* question_lead.c - White's best stones if Black replies as well as possible. */
#include "question/questions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const question_field fields[] = {
    {.name = "count", .type = Q_COUNT, .argument = "P", .low = 1, .high = INT32_MAX,
     .at = offsetof(lead_fields, count),
     .help = "sites that White opens; with --budget the most, otherwise exactly so many"},
    {.name = "reply", .type = Q_COUNT, .argument = "R", .low = 1, .high = INT32_MAX,
     .at = offsetof(lead_fields, reply),
     .help = "sites that Black replies with (default: as many as White)"},
    {.name = "reply_budget", .type = Q_DECIMAL, .argument = "B", .at = offsetof(lead_fields, reply_budget),
     .help = "Black's sites cost at most B together; --reply is then a limit"},
    {.name = "white", .type = Q_SITES, .argument = "V,..", .at = offsetof(lead_fields, white),
     .json_help = "White's sites that stand already; an object with \"close\" not 0 may be closed",
     .help = "White's sites that stand already; or @FILE, a CSV, in which `close` says which may be "
             "closed, saving their `cost`"},
    {.name = "black", .type = Q_SITES, .argument = "V,..", .at = offsetof(lead_fields, black),
     .json_help = "Black's sites that stand already",
     .help = "Black's sites that stand already; or @FILE"},
    {.name = "rival_candidates", .type = Q_PLACES, .argument = "FILE",
     .at = offsetof(lead_fields, round.rival_candidates),
     .json_help = "where Black's new sites may go (default: as candidates)",
     .help = "where Black's new sites may go (default: as --candidates)"},
    {.name = "method", .type = Q_CHOICE, .argument = "NAME",
     .choices = choice_lead_method,
     .at = offsetof(lead_fields, method), .help = "how to search; `demesne lead --help` lists the methods"},
    {.name = "checkpoint", .type = Q_FILE, .argument = "FILE", .writes = true,
     .at = offsetof(lead_fields, checkpoint),
     .help = "method exact: keep the state of the search in FILE, every few seconds; if it exists, "
             "go on from it"},
    QUESTION_ROUND(lead_fields),
    {0}};
/* clang-format on */

static void lead_clear(void *found)
{
    lead_found *f = found;
    round_clear(&f->round);
    dm_lead_free(f->lead);
}

/* Whether there is enough to choose from; a checkpoint is of one board, of a method that has a
 * state, and a file that can be read again. */
static dm_status check_lead_fields(asking *a, const ask_board *board, dm_error *err)
{
    const lead_fields *own = a->own;
    bool is_limited = own->round.budget || own->round.maximize == (int)DM_MAXIMIZE_PROFIT;
    if (!own->count && !is_limited)
        return ask_blame(a, err, DM_BAD_INPUT,
                         a->by_words ? "lead: --count P or --budget B is missing"
                                     : "the field 'count' or 'budget' is missing");
    if (!own->count && !own->reply)
        return ask_blame(a, err, DM_BAD_INPUT,
                         a->by_words ? "lead: --budget without --count needs --reply R"
                                     : "'budget' without 'count' needs 'reply'");
    if (!own->checkpoint)
        return DM_OK;
    if (strcmp(own->checkpoint, "-") == 0)
        return ask_blame(a, err, DM_BAD_INPUT, "--checkpoint needs the name of a file");
    if (board->many)
        return ask_blame(a, err, DM_BAD_INPUT,
                         "--checkpoint keeps the search of one board; %s may have many",
                         board->source);
    if (own->method == DM_LEAD_ENUMERATE || own->method == DM_LEAD_LOCAL)
        return ask_blame(a, err, DM_BAD_INPUT, "--checkpoint works with --method exact only");
    return DM_OK;
}

/* The rows of White's table that are closed; NULL: there are none, or no memory. */
static bool *mark_closed(lead_found *f, dm_error *err, dm_status *status)
{
    const dm_places *white = f->round.white;
    const dm_lead *lead = f->lead;
    bool *closed = NULL;
    if (lead->closed_count > 0 && !(closed = calloc((size_t)white->count + 1, sizeof *closed)))
        *status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t row = 0; closed && row < white->count; row++)
        for (int32_t i = 0; i < lead->closed_count; i++)
            if (white->vertex[row] == lead->closed[i]) {
                closed[row] = true;
                f->saved += white->cost ? white->cost[row] : 0;
            }
    return closed;
}

/* Lists the sites of the best opening found and what they get. */
static dm_status settle_lead(asking *a, lead_found *f, dm_error *err)
{
    round_found *r = &f->round;
    const dm_lead *lead = f->lead;
    dm_status status = DM_OK;
    bool *closed = mark_closed(f, err, &status);
    assert(f->lead->count >= 0 && f->lead->reply >= 0 && f->lead->closed_count >= 0);
    if (status == DM_OK)
        status = round_add(r, DM_WHITE, "kept", r->white, closed, err);
    if (status == DM_OK)
        status = round_add(r, DM_BLACK, "kept", r->black, NULL, err);
    if (status == DM_OK)
        status =
            round_add_chosen(r, DM_WHITE, "white", lead->white, lead->count, r->candidates, err);
    if (status == DM_OK)
        status = round_add_chosen(r, DM_BLACK, "black", lead->black, lead->reply,
                                  r->rival_candidates ? r->rival_candidates : r->candidates, err);
    if (status == DM_OK)
        status = round_add_closed(r, DM_WHITE, "kept", r->white, closed, err);
    free(closed);
    r->market.has_us = true;
    r->market.us = (dm_side)((const lead_fields *)a->own)->pays;
    return status == DM_OK ? round_settle(a, NULL, r, err) : status;
}

static dm_status lead_find(asking *a, const ask_board *board, void *shared, void *found,
                           dm_error *err)
{
    const lead_fields *own = a->own;
    lead_found *f = found;
    (void)shared;
    dm_status status = check_lead_fields(a, board, err);
    if (status == DM_OK)
        status = round_read(a, board, own->white, own->black, &own->round, &f->round, err);
    if (status == DM_OK)
        status = round_read_candidates(a, board, &own->round, own->reply_budget, &f->round, err);
    if (status != DM_OK || a->only_read)
        return status;
    const dm_lead_request request = {
        .terms = f->round.market.terms,
        .rival_candidates = round_sites(f->round.rival_candidates),
        .white = round_sites(f->round.white),
        .black = round_sites(f->round.black),
        .count = (int32_t)own->count,
        .reply = (int32_t)(own->reply ? own->reply : own->count),
        .has_budget = f->round.has_budget,
        .budget = f->round.budget,
        .has_reply_budget = f->round.has_reply_budget,
        .reply_budget = f->round.reply_budget,
        .method = (dm_lead_method)own->method,
        .threads = board->many ? 1 : (int)a->threads, /* of many boards each has one */
        .seed = a->seed,
        .checkpoint = own->checkpoint,
        .team = board->many ? NULL : a->team,
    };
    status = dm_lead_new(board->arena, &request, board->run, &f->lead, err);
    if (!f->lead)
        return status;
    if (status == DM_STOPPED && f->lead->proven)
        status = DM_OK; /* the bounds met as it stopped */
    /* notes what was asked for and is of no use with the method that was chosen */
    const char *name = dm_lead_method_name(f->lead->method);
    bool has_team = a->team != NULL;
    if (own->checkpoint && f->lead->method != DM_LEAD_EXACT)
        ask_note(board->notes, "method %s keeps no state: %s is not used", name, own->checkpoint);
    if (has_team && f->lead->method != DM_LEAD_EXACT)
        ask_note(board->notes, "method %s runs on rank 0 alone; --method exact uses all ranks",
                 name);
    if (has_team && board->many)
        ask_note(board->notes, "a file of many boards is answered by rank 0 alone; see --part");
    dm_status settled = settle_lead(a, f, err);
    return settled == DM_OK ? status : settled;
}

static int64_t sign_of(const answer_market *m, dm_amount amount)
{
    double number = m->choice ? amount.real : (double)amount.whole;
    return number > 0 ? 1 : number < 0 ? -1 : 0;
}

static dm_status lead_report(const asking *a, const ask_board *board, void *found, report *r,
                             dm_error *err)
{
    const lead_found *f = found;
    const answer_market *m = &f->round.market;
    const dm_lead *lead = f->lead;
    const dm_side pays = (dm_side)((const lead_fields *)a->own)->pays;
    (void)board, (void)err;
    report_count(r, "count", lead->count);
    report_count(r, "reply", lead->reply);
    answer_named_vertices(r, m, "white", DM_WHITE, lead->white, lead->count);
    answer_named_vertices(r, m, "black", DM_BLACK, lead->black, lead->reply);
    bool any_standing = m->sites > lead->count + lead->reply || lead->closed_count > 0;
    if (any_standing || report_is_json(r)) {
        answer_sites(r, m, "kept_white", DM_WHITE, ANSWER_STANDING);
        answer_sites(r, m, "kept_black", DM_BLACK, ANSWER_STANDING);
        report_vertices(r, "closed", lead->closed, lead->closed_count);
    }
    answer_value(r, m, lead->value, "White minus Black");
    if (lead->objective != DM_MAXIMIZE_VALUE || m->choice)
        report_winner(r, sign_of(m, lead->value), sign_of(m, lead->value));
    else
        report_winner(r, lead->lower.whole, lead->upper.whole);
    answer_demand(r, m, "white_score", lead->white_score);
    answer_demand(r, m, "black_score", lead->black_score);
    answer_demand(r, m, "tied", lead->tied);
    answer_outside(r, m);
    answer_demand(r, m, "unreached", lead->unreached);
    report_string(r, "method", dm_lead_method_name(lead->method));
    report_count(r, "nodes", lead->nodes);
    report_count(r, "replies", lead->replies);
    answer_objective(r, m, lead->proven, lead->lower, lead->lower, lead->upper);
    answer_shares(r, m);
    answer_cost(r, m, pays, pays == DM_WHITE ? f->saved : 0);
    answer_each_site(r, m);
    return DM_OK;
}

const question question_lead = {.name = "lead",
                                .fields = fields,
                                .common = Q_BOARD | Q_LONG | Q_MARKET | Q_DIRECTION,
                                QUESTION_PARTS(lead)};
