/* test_fault_oneround.c - memory runs out while replies, leads and candidates are computed or
 * read. */
#include "fault/wrap.h"
#include "location/lead/early_bounds.h"
#include "support/oneround.h"
#include <demesne/demesne.h>
#include <string.h>

static dm_arena *board;
static dm_reply_request ask;

static dm_status find_reply(dm_error *err)
{
    return reply_status(board, &ask, err);
}

static dm_status find_table(dm_error *err)
{
    dm_reply_table *table = NULL;
    dm_status status = dm_reply_table_new(board, &ask, 1000, NULL, &table, err);
    assert_true((status == DM_OK) == (table != NULL));
    dm_reply_table_free(table);
    return status;
}

static dm_status find_counterexample(dm_error *err)
{
    dm_reply_counterexample *example = NULL;
    dm_status status =
        dm_reply_find_counterexample(DM_REPLY_NAIVE, DM_TIES_NEUTRAL, 4, 1, 1, NULL, &example, err);
    assert_true((status == DM_OK) == (example != NULL));
    dm_reply_counterexample_free(example);
    return status;
}

static dm_status find_owners(dm_error *err)
{
    dm_dominance *owned = NULL;
    dm_status status =
        dm_terms_dominance(board, &ask.terms, &(dm_group){DM_WHITE, ask.white}, 1, &owned, err);
    assert_true((status == DM_OK) == (owned != NULL));
    dm_dominance_free(owned);
    return status;
}

/* Every method that supports the board; with and without the list of all optima and a budget. */
static void replies(const char *spec)
{
    static const dm_vertex white[] = {0, 5}, kept[] = {2}, open[] = {1, 3, 4, 6, 7, 8};
    static const int64_t cost[] = {3, 1, 4, 1, 5, 9};
    board = family_board(spec, 1);
    for (int method = 0; method <= DM_REPLY_NAIVE; method++)
        for (int all = 0; all < 4; all++) {
            ask = (dm_reply_request){
                .terms = {.candidates = {.vertex = open, .count = 6, .cost = cost},
                          .has_radius = true,
                          .radius = 3},
                .white = {.vertex = white, .count = 2},
                .kept = {.vertex = kept, .count = 1},
                .count = 2,
                .method = (dm_reply_method)method,
                .optima_limit = all % 2 ? 100 : 0,
                .has_budget = all >= 2,
                .budget = 7,
            };
            dm_error err = {0};
            if (find_reply(&err) != DM_UNSUPPORTED)
                fault_sweep(find_reply, FAULT_NO_MEMORY);
        }
    fault_sweep(find_owners, FAULT_NO_MEMORY);
    fault_sweep(find_counterexample, FAULT_NO_MEMORY);
    dm_arena_free(board);
}

static dm_status find_lead_beside(dm_error *err)
{
    const dm_lead_request request = {
        .terms = ask.terms, .white = ask.white, .black = ask.kept, .count = 1, .reply = 1};
    dm_lead *lead = NULL;
    dm_status status = dm_lead_new(board, &request, NULL, &lead, err);
    assert_true((status == DM_OK) == (lead != NULL));
    dm_lead_free(lead);
    return status;
}

/* Sites that share a vertex, of one side and of both. */
static void shared_places(void **state)
{
    (void)state;
    static const dm_vertex white[] = {0, 5, 0}, kept[] = {2, 5, 2};
    static const int64_t offset[] = {1, 0, 0};
    static const double attraction[] = {1, 2, 3};
    board = family_board("grid:3x4", 1);
    for (int rule = 0; rule < 2; rule++) {
        const bool is_huff = rule == DM_HUFF;
        ask = (dm_reply_request){
            .terms = {.rule = (dm_rule)rule, .beta = 2, .floor = 1, .may_meet = true},
            .white = {.vertex = white,
                      .count = 3,
                      .offset = is_huff ? NULL : offset,
                      .attraction = is_huff ? attraction : NULL},
            .kept = {.vertex = kept, .count = 3},
            .count = 1,
        };
        if (!is_huff)
            fault_sweep(find_lead_beside, FAULT_NO_MEMORY);
        if (!is_huff)
            fault_sweep(find_owners, FAULT_NO_MEMORY);
        ask.terms.is_shared = true;
        fault_sweep(find_reply, FAULT_NO_MEMORY);
    }
    dm_arena_free(board);
}

static void replies_on_a_tree(void **state)
{
    (void)state;
    replies("tree:2,3");
}

static void replies_on_a_grid(void **state)
{
    (void)state;
    replies("grid:3x4");
}

static void replies_on_a_road(void **state)
{
    (void)state;
    replies("road:12");
}

/* What a reply with its explanation is read off. */
static void tables(void **state)
{
    (void)state;
    static const dm_vertex white[] = {0};
    board = family_board("tree:2,2", 1);
    ask = (dm_reply_request){.white = {.vertex = white, .count = 1}, .count = 2};
    fault_sweep(find_table, FAULT_NO_MEMORY);
    dm_arena_free(board);
}

static dm_lead_request opening;

static dm_status find_lead(dm_error *err)
{
    dm_lead *lead = NULL;
    dm_status status = dm_lead_new(board, &opening, NULL, &lead, err);
    assert_true((status == DM_OK) == (lead != NULL));
    dm_lead_free(lead);
    return status;
}

/* What large boards do first. */
static dm_status find_first_bounds(dm_error *err)
{
    dmi_lead_sites sites = {0};
    dmi_lead_quick quick = {0};
    dm_status status = dmi_lead_sites_init(&sites, board, &opening, err);
    if (status == DM_OK)
        status = dmi_lead_quick_init(&quick, board, &sites, 1, NULL, err);
    dmi_lead_quick_clear(&quick);
    dmi_lead_sites_clear(&sites);
    return status;
}

static void first_bounds(void **state)
{
    (void)state;
    board = family_board("grid:4x4", 1);
    for (int32_t count = 2; count <= 4; count += 2) {
        opening = (dm_lead_request){.count = count, .reply = count};
        fault_sweep(find_first_bounds, FAULT_NO_MEMORY);
    }
    dm_arena_free(board);
}

static void openings(void **state)
{
    (void)state;
    static const char *const specs[] = {"grid:3x3", "path:7", "gnp:8,0.1"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        board = family_board(specs[i], 1);
        for (int method = DM_LEAD_AUTO; method <= DM_LEAD_LOCAL; method++) {
            opening = (dm_lead_request){
                .terms = {.ties = (dm_tie_rule)(method % 4), .has_radius = i == 1, .radius = 2},
                .count = 2,
                .reply = 1,
                .method = (dm_lead_method)method,
            };
            fault_sweep(find_lead, FAULT_NO_MEMORY);
        }
        dm_arena_free(board);
    }
}

static dm_status read_candidates(dm_error *err)
{
    static const char text[] = "phone,vertex,label,brand,demand,cost,offset,attraction,close\n"
                               "1,3,x,A,1.5,2.5,3,4,1\n2,4,y,,,,,,\n";
    dm_places *places = NULL;
    dm_arena *valued = NULL;
    dm_status status = dm_places_read_memory(board, "m", text, sizeof text - 1, DM_PLACES_SITES,
                                             NULL, &places, err);
    assert_true((status == DM_OK) == (places != NULL));
    if (status == DM_OK)
        status = dm_arena_with_places(board, places, &valued, NULL, err);
    dm_arena_free(valued);
    dm_places_free(places);
    return status;
}

static void candidates(void **state)
{
    (void)state;
    board = family_board("path:9", 1);
    fault_sweep(read_candidates, FAULT_NO_MEMORY);
    dm_arena_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_places),     cmocka_unit_test(replies_on_a_tree),
        cmocka_unit_test(replies_on_a_grid), cmocka_unit_test(replies_on_a_road),
        cmocka_unit_test(openings),          cmocka_unit_test(first_bounds),
        cmocka_unit_test(candidates),        cmocka_unit_test(tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
