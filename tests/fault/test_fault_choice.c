/* test_fault_choice.c - memory runs out while sites are scored and chosen by customers who divide.
 */
#include "fault/wrap.h"
#include "support/oneround.h"
#include <demesne/demesne.h>

static dm_arena *board;
static dm_reply_request ask;

static dm_status find_reply(dm_error *err)
{
    return reply_status(board, &ask, err);
}

static dm_status find_score(dm_error *err)
{
    const dm_group groups[] = {{DM_WHITE, ask.white}, {DM_BLACK, ask.kept}};
    dm_choice_score *score = NULL;
    dm_status status = dm_choice_score_new(board, &ask.terms, groups, 2, 1, NULL, &score, err);
    assert_true((status == DM_OK) == (score != NULL));
    dm_choice_score_free(score);
    return status;
}

/* Methods exact, local and greedy, with and without a radius and a budget. */
static void replies(void **state)
{
    static const dm_vertex white[] = {0, 5}, kept[] = {2}, open[] = {1, 3, 4, 6, 7, 8};
    static const int64_t cost[] = {3, 1, 4, 1, 5, 9};
    (void)state;
    board = family_board("grid:4x4", 1);
    for (int method = DM_REPLY_EXACT; method <= DM_REPLY_GREEDY; method++)
        for (int turn = 0; turn < 4; turn++) {
            ask = (dm_reply_request){
                .terms = {.rule = DM_HUFF,
                          .beta = 2,
                          .floor = 1,
                          .candidates = {.vertex = open, .count = 6, .cost = cost},
                          .has_radius = turn % 2,
                          .radius = 3},
                .white = {.vertex = white, .count = 2},
                .kept = {.vertex = kept, .count = 1},
                .count = 3,
                .method = (dm_reply_method)method,
                .has_budget = turn >= 2,
                .budget = 7,
            };
            fault_sweep(find_reply, FAULT_COPES); /* the linear program does without */
            fault_sweep(find_score, FAULT_NO_MEMORY);
        }
    dm_arena_free(board);
}

/* Targets, profits, spacings, limited choice and sites that may close, under every rule. */
static void aims_and_limits(void **state)
{
    static const dm_vertex white[] = {0, 5}, kept[] = {2, 15}, open[] = {1, 3, 4, 6, 7, 8};
    static const int64_t cost[] = {3, 1, 4, 1, 5, 9}, saved[] = {2, 3};
    static const bool may_close[] = {false, true};
    (void)state;
    board = family_board("grid:4x4", 1);
    for (int rule = DM_NEAREST; rule <= DM_LOGIT; rule++)
        for (int turn = 0; turn < 3; turn++) {
            bool divides = rule != DM_NEAREST;
            ask = (dm_reply_request){
                .terms = {.rule = (dm_rule)rule,
                          .beta = 1,
                          .floor = 1,
                          .outside = divides ? 0.2 : 0,
                          .choices = divides ? 1 + turn : 0,
                          .objective = turn ? DM_MAXIMIZE_SHARE : DM_MAXIMIZE_PROFIT,
                          .margin = 2,
                          .has_spacing = turn == 1,
                          .spacing = 2,
                          .candidates = {.vertex = open, .count = 6, .cost = cost}},
                .white = {.vertex = white, .count = 2},
                .kept = {.vertex = kept, .count = 2, .cost = saved, .may_close = may_close},
                .count = 2,
                .has_target = turn == 2,
                .target = {.whole = 6},
            };
            if (divides)
                ask.target.real = 6;
            fault_sweep(find_reply, FAULT_COPES);
        }
    dm_arena_free(board);
}

static dm_lead_request lead_ask;

static dm_status find_lead(dm_error *err)
{
    dm_lead *lead = NULL;
    dm_status status = dm_lead_new(board, &lead_ask, NULL, &lead, err);
    assert_true((status == DM_OK) == (lead != NULL));
    dm_lead_free(lead);
    return status;
}

static void leads(void **state)
{
    static const int64_t cost[] = {1, 2, 1, 2, 1, 2};
    static const dm_vertex open[] = {1, 3, 4, 6, 7, 8}, white[] = {0};
    static const bool may_close[] = {true};
    (void)state;
    board = family_board("grid:3x3", 1);
    for (int rule = DM_NEAREST; rule <= DM_LOGIT; rule++)
        for (int turn = 0; turn < 2; turn++) {
            lead_ask = (dm_lead_request){
                .terms = {.rule = (dm_rule)rule,
                          .beta = 1,
                          .floor = 1,
                          .choices = rule == DM_NEAREST ? 0 : turn,
                          .objective = turn ? DM_MAXIMIZE_PROFIT : DM_MAXIMIZE_SHARE,
                          .margin = 1,
                          .has_spacing = turn == 1,
                          .spacing = 1,
                          .candidates = {.vertex = open, .count = 6, .cost = cost}},
                .white = {.vertex = white, .count = 1, .cost = cost, .may_close = may_close},
                .count = 2,
                .reply = 1,
                .has_reply_budget = turn == 1,
                .reply_budget = 2,
                .method = turn ? DM_LEAD_LOCAL : DM_LEAD_ENUMERATE};
            fault_sweep(find_lead, FAULT_COPES);
        }
    dm_arena_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replies),
        cmocka_unit_test(aims_and_limits),
        cmocka_unit_test(leads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
