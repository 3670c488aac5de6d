/* reply.c - Black's best further stones once White's are placed. */
#include "question/questions.h"

#include "answer/answer.h"

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
    {.name = "black", .type = Q_SITES, .argument = "V,..", .at = offsetof(reply_fields, black),
     .json_help = "sites that Black has already, and keeps",
     .help = "sites that Black has already, and keeps; or @FILE"},
    {.name = "all", .type = Q_FLAG, .at = offsetof(reply_fields, all),
     .help = "list every best set, and count them"},
    {.name = "all_limit", .type = Q_COUNT, .argument = "N", .low = 1, .most_asked = ALL_LIMIT,
     .standard = ALL_LIMIT, .at = offsetof(reply_fields, all_limit),
     .help = "the most sets to list"},
    {.name = "method", .type = Q_CHOICE, .argument = "NAME",
     .choices = "auto|tree|slides|exact|local|greedy", /* as dm_reply_method */
     .at = offsetof(reply_fields, method), .help = "how to search; `demesne reply --help` lists the methods"},
    {.name = "explain", .type = Q_FLAG, .at = offsetof(reply_fields, explain),
     .help = "on small trees: the table A(k, d_out, d_in) of Sugimoto and Saitoh's recurrence"},
    QUESTION_ROUND(reply_fields),
    {0}};
/* clang-format on */

static void clear(void *found)
{
    reply_found *f = found;
    round_clear(&f->round);
    dm_reply_free(f->reply);
    dm_reply_table_free(f->table);
}

/* A best reply is at least one set: none listed means that the method lists none. */
static dm_status check_all(asking *a, reply_found *f, dm_error *err)
{
    if (f->reply->optima_count > 0)
        return DM_OK;
    const char *name = dm_reply_method_name(f->reply->method);
    dm_reply_free(f->reply);
    f->reply = NULL;
    return ask_blame(a, err, DM_UNSUPPORTED,
                     "method %s finds one set; choose a method that finds every best one", name);
}

static dm_status read_request(asking *a, const ask_board *board, round_found *f, dm_error *err)
{
    const reply_fields *own = a->own;
    if (!own->count && !own->round.budget)
        return ask_blame(a, err, DM_BAD_INPUT,
                         a->by_words ? "reply: --count K or --budget B is missing"
                                     : "the field 'count' or 'budget' is missing");
    dm_status status = round_read(a, board, own->white, own->black, &own->round, f, err);
    return status == DM_OK ? round_read_candidates(a, board, &own->round, f, err) : status;
}

static dm_status settle(asking *a, reply_found *f, dm_error *err)
{
    round_found *r = &f->round;
    dm_status status = round_add(r, DM_WHITE, "white", r->white, NULL, 0, err);
    if (status == DM_OK)
        status = round_add(r, DM_BLACK, "kept", r->black, NULL, 0, err);
    if (status == DM_OK)
        status = round_add_chosen(r, DM_BLACK, "black", f->reply->black, f->reply->count,
                                  r->candidates, err);
    return status == DM_OK ? round_settle(a, NULL, r, err) : status;
}

/* `shared` is a market of this board that is asked several questions, or NULL. */
static dm_status find(asking *a, const ask_board *board, void *shared, void *found, dm_error *err)
{
    const reply_fields *own = a->own;
    reply_found *f = found;
    dm_status status = read_request(a, board, &f->round, err);
    if (status != DM_OK || a->only_read)
        return status;
    const dm_reply_request request = {
        .terms = f->round.market.terms,
        .white = round_sites(f->round.white),
        .kept = round_sites(f->round.black),
        .count = (int32_t)own->count,
        .has_budget = f->round.has_budget,
        .budget = f->round.budget,
        .method = (dm_reply_method)own->method,
        .optima_limit = own->all ? own->all_limit : 0,
        .threads = board->many ? 1 : (int)a->threads, /* of many boards each has one */
        .seed = a->seed,
    };
    status = shared ? dm_market_reply(shared, &request, board->run, &f->reply, err)
                    : dm_reply_new(board->arena, &request, board->run, &f->reply, err);
    if (status == DM_STOPPED && f->reply && f->reply->proven && !own->all)
        status = DM_OK; /* the bound was reached when it stopped */
    if (status == DM_OK && own->all)
        status = check_all(a, f, err);
    if (status == DM_OK && own->explain)
        status =
            dm_reply_table_new(board->arena, &request, TABLE_LIMIT, board->run, &f->table, err);
    dm_status settled = f->reply ? settle(a, f, err) : DM_OK;
    return settled == DM_OK ? status : settled;
}

static dm_status tell(const asking *a, const ask_board *board, void *found, report *r,
                      dm_error *err)
{
    const reply_fields *own = a->own;
    const reply_found *f = found;
    (void)board, (void)err;
    answer_reply(r, &(answer_replied){.market = &f->round.market,
                                      .reply = f->reply,
                                      .all_limit = own->all ? own->all_limit : 0});
    if (f->table)
        answer_reply_table(r, f->table);
    return DM_OK;
}

const question question_reply = {.name = "reply",
                                 .fields = fields,
                                 .common = Q_BOARD | Q_LONG | Q_MARKET | Q_DIRECTION,
                                 QUESTION_PARTS(reply)};
