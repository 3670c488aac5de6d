/* lead.c - White's best stones if Black replies as well as possible. */
#include "question/questions.h"

#include "answer/answer.h"

/* clang-format off */
static const question_field fields[] = {
    {.name = "count", .type = Q_COUNT, .argument = "P", .low = 1, .high = INT32_MAX,
     .required = true, .at = offsetof(lead_fields, count), .help = "stones that White places"},
    {.name = "reply", .type = Q_COUNT, .argument = "R", .low = 1, .high = INT32_MAX,
     .at = offsetof(lead_fields, reply),
     .help = "stones that Black replies with (default: as many as White)"},
    {.name = "method", .type = Q_CHOICE, .argument = "NAME",
     .choices = "auto|exact|enumerate|local", /* as dm_lead_method */
     .at = offsetof(lead_fields, method), .help = "how to search; `demesne lead --help` lists the methods"},
    QUESTION_ROUND(lead_fields),
    {0}};
/* clang-format on */

static void clear(void *found)
{
    lead_found *f = found;
    round_clear_terms(&f->terms);
    dm_lead_free(f->lead);
}

static dm_status find(asking *a, const ask_board *board, void *shared, void *found, dm_error *err)
{
    const lead_fields *own = a->own;
    lead_found *f = found;
    (void)shared;
    dm_status status = round_read_terms(a, board, &own->round, &f->terms, err);
    if (status != DM_OK)
        return status;
    const dm_lead_request request = {
        .terms = f->terms,
        .count = (int32_t)own->count,
        .reply = (int32_t)(own->reply ? own->reply : own->count),
        .method = (dm_lead_method)own->method,
        .threads = board->many ? 1 : (int)a->threads, /* of many boards each has one */
        .seed = a->seed,
    };
    status = dm_lead_new(board->arena, &request, board->run, &f->lead, err);
    if (status == DM_STOPPED && f->lead && f->lead->proven)
        status = DM_OK; /* the bounds met as it stopped */
    return status;
}

static dm_status tell(const asking *a, const ask_board *board, void *found, report *r,
                      dm_error *err)
{
    const lead_found *f = found;
    (void)a, (void)err;
    answer_lead(r, board->arena, f->lead);
    return DM_OK;
}

const question question_lead = {
    .name = "lead", .fields = fields, .common = Q_BOARD | Q_LONG, QUESTION_PARTS(lead)};
