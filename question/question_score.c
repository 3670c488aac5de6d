/* question_score.c - who owns what. */
#include "question/questions.h"

#include "answer/answer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* In the order of round_form. */
QUESTION_CHOICE(choice_write_form, "none", "csv", "geojson", "svg", "html")

/* clang-format off */
static const question_field fields[] = {
    {.name = "white", .type = Q_SITES, .argument = "V,..", .at = offsetof(score_fields, stones.white),
     .json_help = "White's sites: vertices, or objects such as {\"vertex\":3,\"brand\":\"x\"}",
     .help = "White's sites: vertices, counted from 0, or their names; or @FILE, a CSV; may be empty"},
    {.name = "black", .type = Q_SITES, .argument = "V,..", .at = offsetof(score_fields, stones.black),
     .json_help = "Black's sites", .help = "Black's sites; or @FILE"},
    QUESTION_ORDER(score_fields), QUESTION_TURNS(score_fields),
    QUESTION_CUSTOMERS(score_fields),
    {.name = "distances", .type = Q_FLAG, .in = Q_JSON_ONLY, .at = offsetof(score_fields, distances),
     .help = "list the distance of each vertex from its nearest stone"},
    {.name = "write", .type = Q_CHOICE, .in = Q_JSON_ONLY, .choices = choice_write_form,
     .at = offsetof(score_fields, write),
     .help = "add what --csv, --geojson, -o FILE.svg or --report writes, as the text `written`"},
    {.name = "title", .type = Q_TEXT, .in = Q_JSON_ONLY, .at = offsetof(score_fields, words.title),
     .help = "with write html: the title of the page (default: the arena)"},
    {.name = "white_name", .type = Q_TEXT, .in = Q_JSON_ONLY, .at = offsetof(score_fields, words.white),
     .help = "with write html: what the page calls White"},
    {.name = "black_name", .type = Q_TEXT, .in = Q_JSON_ONLY, .at = offsetof(score_fields, words.black),
     .help = "with write html: what the page calls Black"},
    {0}};
/* clang-format on */

static void score_clear(void *found)
{
    score_found *f = found;
    round_clear(&f->round);
}

/* Puts the sites in turns of `per_turn`, leftovers last. */
static dm_status take_turns(answer_market *m, int32_t white, int64_t per_turn, dm_error *err)
{
    answer_site *side[2] = {m->site, m->site + white};
    int32_t left[2] = {white, m->sites - white};
    answer_site *mixed = malloc(((size_t)m->sites + 1) * sizeof *mixed);
    assert(white >= 0 && white <= m->sites && per_turn > 0);
    if (!mixed)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int32_t i = 0, s = 0; i < m->sites; s = !s)
        for (int64_t turn = 0; turn < per_turn && left[s] > 0; turn++, left[s]--)
            mixed[i++] = *side[s]++;
    free(m->site);
    m->site = mixed;
    return DM_OK;
}

/* Puts the sites in the order of `stones`, which must name each of them. */
static dm_status put_in_order(asking *a, answer_market *m, const dm_stone *stones, int32_t count,
                              dm_error *err)
{
    bool fits = count == m->sites;
    for (int32_t i = 0; i < count && fits; i++) {
        int32_t k = i;
        while (k < count && (m->site[k].row.vertex != stones[i].vertex ||
                             (int32_t)m->site[k].side != stones[i].player))
            k++;
        fits = k < count;
        if (!fits)
            break;
        answer_site found = m->site[k];
        memmove(m->site + i + 1, m->site + i, (size_t)(k - i) * sizeof found);
        m->site[i] = found;
    }
    return fits ? DM_OK
                : ask_blame(a, err, DM_BAD_ARGUMENT,
                            "--order names other sites than --white and --black");
}

/* Sites in the order in which they are listed, with their sides. */
static dm_status read_order(asking *a, const ask_board *board, round_found *f, bool is_all,
                            dm_error *err)
{
    const score_fields *own = a->own;
    const question_stones given = {.stones = own->stones.stones};
    dm_stone *stones = NULL;
    int32_t count = 0;
    dm_status status = ask_stones(a, board->arena, &given, &stones, &count, err);
    for (int32_t i = 0; i < count && status == DM_OK && is_all; i++) {
        bool is_white = stones[i].player == DM_WHITE;
        status = round_add_chosen(f, is_white ? DM_WHITE : DM_BLACK, is_white ? "white" : "black",
                                  &stones[i].vertex, 1, NULL, err);
    }
    if (status == DM_OK && !is_all)
        status = put_in_order(a, &f->market, stones, count, err);
    free(stones);
    return status;
}

static dm_status score_find(asking *a, const ask_board *board, void *shared, void *found,
                            dm_error *err)
{
    const score_fields *own = a->own;
    const question_stones *given = &own->stones;
    round_found *f = &((score_found *)found)->round;
    bool has_order = given->stones.text || given->stones.json;
    bool has_sides = given->white.text || given->black.text;
    (void)shared;
    dm_status status = round_read(a, board, given->white, given->black, &own->round, f, err);
    f->has_territory |= own->write == ROUND_GEOJSON;
    if (status == DM_OK && has_order && (given->stones.json || !has_sides)) {
        f->market.terms.may_meet = false; /* each stone is typed */
        status = read_order(a, board, f, true, err);
    } else if (status == DM_OK) {
        status = round_add(f, DM_WHITE, "white", f->white, NULL, err);
        if (status == DM_OK)
            status = round_add(f, DM_BLACK, "black", f->black, NULL, err);
        if (status == DM_OK)
            status = has_order ? read_order(a, board, f, false, err)
                               : take_turns(&f->market, f->white->count, given->per_turn, err);
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
    if (m->choice) {
        const double *score = m->choice->score;
        answer_demand(r, m, "white_score", (dm_amount){.real = score[DM_WHITE]});
        answer_demand(r, m, "black_score", (dm_amount){.real = score[DM_BLACK]});
        report_count(r, "tied", 0);
        answer_outside(r, m);
        answer_demand(r, m, "unreached", (dm_amount){.real = m->choice->unreached});
        answer_demand(r, m, "value", (dm_amount){.real = score[DM_WHITE] - score[DM_BLACK]});
    } else {
        report_score(r, m->owned, dm_arena_value_decimals(m->arena));
    }
    answer_owners(r, m->owned);
    answer_shares(r, m);
    answer_each_site(r, m);
    if (own->distances)
        answer_distances(r, f->round.market.owned);
    if (own->write == ROUND_NONE)
        return DM_OK;
    dm_status status =
        round_write(a, &f->round.market, (round_form)own->write, &own->words, &text, err);
    if (status == DM_OK)
        report_json(r, "written", json_string(text));
    free(text);
    return status;
}

const question question_score = {.name = "score",
                                 .fields = fields,
                                 .common = Q_BOARD | Q_MARKET | Q_DIRECTION,
                                 QUESTION_PARTS(score)};
