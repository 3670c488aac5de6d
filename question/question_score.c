/* question_score.c - who owns what. */
#include "question/questions.h"

#include "answer/answer.h"

#include <assert.h>
#include <stdlib.h>

/* In the order of round_form. */
QUESTION_CHOICE(choice_write_form, "none", "csv", "geojson", "svg", "html")

/* clang-format off */
static const question_field fields[] = {
    {.name = "white", .type = Q_SITES, .argument = "V,..", .at = offsetof(score_fields, white),
     .json_help = "White's sites: vertices, or objects such as {\"vertex\":3,\"brand\":\"x\"}",
     .help = "White's sites: vertices, counted from 0, or their names; or @FILE, a CSV; may be empty"},
    {.name = "black", .type = Q_SITES, .argument = "V,..", .at = offsetof(score_fields, black),
     .json_help = "Black's sites", .help = "Black's sites; or @FILE"},
    {.name = "stones", .type = Q_LIST, .in = Q_JSON_ONLY, .at = offsetof(score_fields, stones),
     .help = "instead of white and black, the stones in the order placed: [[\"white\",0],..]"},
    QUESTION_CUSTOMERS(score_fields),
    {.name = "distances", .type = Q_FLAG, .in = Q_JSON_ONLY, .at = offsetof(score_fields, distances),
     .help = "list the distance of each vertex from its nearest stone"},
    {.name = "write", .type = Q_CHOICE, .in = Q_JSON_ONLY, .choices = choice_write_form,
     .at = offsetof(score_fields, write),
     .help = "add what --csv, --geojson, -o FILE.svg or --report writes, as the text `written`"},
    {0}};
/* clang-format on */

static void score_clear(void *found)
{
    score_found *f = found;
    round_clear(&f->round);
}

/* Puts the sites in the order W1,B1,W2,B2,.., leftovers last. */
static dm_status take_turns(answer_market *m, int32_t white, dm_error *err)
{
    answer_site *side[2] = {m->site, m->site + white};
    int32_t left[2] = {white, m->sites - white};
    answer_site *mixed = malloc(((size_t)m->sites + 1) * sizeof *mixed);
    assert(white >= 0 && white <= m->sites);
    if (!mixed)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0, s = 0; i < m->sites; i++, s = !s) {
        if (left[s] == 0)
            s = !s;
        mixed[i] = *side[s]++;
        left[s]--;
    }
    free(m->site);
    m->site = mixed;
    return DM_OK;
}

static dm_status score_find(asking *a, const ask_board *board, void *shared, void *found,
                            dm_error *err)
{
    const score_fields *own = a->own;
    round_found *f = &((score_found *)found)->round;
    (void)shared;
    dm_status status = round_read(a, board, own->white, own->black, &own->round, f, err);
    f->has_territory |= own->write == ROUND_GEOJSON;
    if (status == DM_OK && own->stones.json) {
        /* sites in the order in which JSON lists them */
        const question_stones given = {.stones = {.json = own->stones.json}};
        dm_stone *stones = NULL;
        int32_t count = 0;
        status = ask_ordered_stones(a, board->arena, &given, &stones, &count, err);
        for (int32_t i = 0; i < count && status == DM_OK; i++) {
            bool is_white = stones[i].player == DM_WHITE;
            status =
                round_add_chosen(f, is_white ? DM_WHITE : DM_BLACK, is_white ? "white" : "black",
                                 &stones[i].vertex, 1, NULL, err);
        }
        free(stones);
    } else if (status == DM_OK) {
        status = round_add(f, DM_WHITE, "white", f->white, NULL, 0, err);
        if (status == DM_OK)
            status = round_add(f, DM_BLACK, "black", f->black, NULL, 0, err);
        if (status == DM_OK)
            status = take_turns(&f->market, f->white->count, err);
    }
    return status == DM_OK && !a->only_read ? round_settle(a, board->run, f, err) : status;
}

static dm_status score_report(const asking *a, const ask_board *board, void *found, report *r,
                              dm_error *err)
{
    const score_fields *own = a->own;
    const score_found *f = found;
    char *text = NULL;
    (void)board;
    const answer_market *m = &f->round.market;
    answer_sites(r, m, "white", DM_WHITE, ANSWER_ALL);
    answer_sites(r, m, "black", DM_BLACK, ANSWER_ALL);
    if (m->huff) {
        const double *score = m->huff->score;
        answer_demand(r, m, "white_score", (dm_amount){.real = score[DM_WHITE]});
        answer_demand(r, m, "black_score", (dm_amount){.real = score[DM_BLACK]});
        report_count(r, "tied", 0);
        answer_demand(r, m, "unreached", (dm_amount){.real = m->huff->unreached});
        answer_demand(r, m, "value", (dm_amount){.real = score[DM_WHITE] - score[DM_BLACK]});
    } else {
        report_score(r, m->owned, dm_arena_value_decimals(m->arena));
    }
    answer_owners(r, m->owned);
    answer_shares(r, m);
    if (own->distances)
        answer_distances(r, f->round.market.owned);
    if (own->write == ROUND_NONE)
        return DM_OK;
    dm_status status = round_write(a, &f->round.market, (round_form)own->write, &text, err);
    if (status == DM_OK)
        report_json(r, "written", json_string(text));
    free(text);
    return status;
}

const question question_score = {.name = "score",
                                 .fields = fields,
                                 .common = Q_BOARD | Q_MARKET | Q_DIRECTION,
                                 QUESTION_PARTS(score)};
