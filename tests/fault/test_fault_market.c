/* test_fault_market.c - memory runs out while a market is made, asked and changed. */
#include "fault/wrap.h"
#include "location/market/market.h"
#include "support/support.h"
#include <demesne/reply.h>

enum { CANDIDATES = 6 };

static dm_arena *board;
static dm_reply_request ask;
static dm_vertex white[3], kept[1], place[CANDIDATES];
static int64_t white_offset[3], offset[CANDIDATES];

static void set_sites(void)
{
    for (int i = 0; i < 3; i++) {
        white[i] = 4 * i;
        white_offset[i] = i % 2;
    }
    kept[0] = 2;
    for (int i = 0; i < CANDIDATES; i++)
        place[i] = 2 * i + 1;
}

/* Asks, moves a rival and a kept site, and asks again. */
static dm_status ask_twice(dm_error *err)
{
    dm_market *market = NULL;
    dm_reply *reply = NULL;
    set_sites();
    dm_status status = dm_market_new(board, &market, err);
    if (status == DM_OK)
        status = dm_market_reply(market, &ask, NULL, &reply, err);
    dm_reply_free(reply);
    reply = NULL;
    white[1] = 6;
    kept[0] = 10;
    if (status == DM_OK)
        status = dm_market_reply(market, &ask, NULL, &reply, err);
    assert_true((status == DM_OK) == (reply != NULL));
    dm_reply_free(reply);
    dm_market_free(market);
    return status;
}

static dm_status score(dm_error *err)
{
    dm_dominance *owned = NULL;
    set_sites();
    dm_status status = dm_terms_dominance(board, &ask.terms,
                                          (dm_group[]){{DM_WHITE, ask.white}, {DM_BLACK, ask.kept}},
                                          2, &owned, err);
    assert_true((status == DM_OK) == (owned != NULL));
    dm_dominance_free(owned);
    return status;
}

/* Without a radius, with one and equal offsets, with one and others. */
static void markets(void **state)
{
    (void)state;
    static const char *const specs[] = {"grid:3x5", "road:16", "gnp:16,0.1"};
    for (int i = 0; i < 9; i++) {
        board = family_board(specs[i % 3], 1);
        ask = (dm_reply_request){
            .terms = {.candidates = {.vertex = place, .count = CANDIDATES, .offset = offset},
                      .has_radius = i >= 3,
                      .radius = 3000},
            .white = {.vertex = white, .count = 3, .offset = i >= 6 ? white_offset : NULL},
            .kept = {.vertex = kept, .count = 1},
            .count = 2,
            .method = DM_REPLY_EXACT};
        fault_sweep(ask_twice, FAULT_NO_MEMORY);
        fault_sweep(score, FAULT_NO_MEMORY);
        dm_arena_free(board);
    }
}

/* Searches clusters first, is stopped, and answers from what is known. */
static dm_status ask_early(dm_error *err)
{
    dm_market *market = NULL;
    dm_reply *reply = NULL;
    dm_run *run = NULL;
    dm_status status = dm_run_new(&run, err);
    if (status == DM_OK)
        status = dm_market_new(board, &market, err);
    if (status == DM_OK) {
        dm_run_set_work_limit(run, 24);
        market->many_entries = 1;
        status = dm_market_reply(market, &ask, run, &reply, err);
    }
    assert_true((status == DM_STOPPED) == (reply != NULL));
    dm_reply_free(reply);
    dm_market_free(market);
    dm_run_free(run);
    return status == DM_STOPPED ? DM_OK : status;
}

static void early_answers(void **state)
{
    (void)state;
    set_sites();
    board = family_board("road:40", 1);
    ask = (dm_reply_request){
        .white = {.vertex = white, .count = 3}, .count = 2, .method = DM_REPLY_EXACT};
    fault_sweep(ask_early, FAULT_NO_MEMORY);
    dm_arena_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(markets), cmocka_unit_test(early_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
