/* test_fault_choice.c - memory runs out while sites are scored and chosen by customers who divide. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(replies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
