/* test_status.c - one kind of mistake has one status, whichever call finds it (status.h). */
#include "support/levels.h"
#include "support/support.h"
#include <demesne/demesne.h>

static dm_arena *path;       /* 0 - 1 - 2 */
static dm_position *game;    /* one round on it, not begun */
static dm_position *is_over; /* the same, played */

static void more_stones_than_vertices(void **state)
{
    (void)state;
    static const dm_vertex white[] = {1};
    const dm_reply_request reply = {.white = {.vertex = white, .count = 1}, .count = 3};
    const dm_lead_request lead = {.count = 2, .reply = 2};
    dm_rules rules;
    dm_position *position = NULL;
    dm_reply *found = NULL;
    dm_lead *opening = NULL;
    dm_tree_theory theory;
    assert_int_equal(dm_rules_init(2, 1, DM_TIES_NEUTRAL, &rules, NULL), DM_OK);
    assert_int_equal(dm_rules_fit(&rules, path, NULL), DM_TOO_LARGE);
    assert_int_equal(dm_rounds_fit(2, 1, path, NULL), DM_TOO_LARGE);
    assert_int_equal(dm_position_new(path, &rules, &position, NULL), DM_TOO_LARGE);
    assert_int_equal(dm_reply_new(path, &reply, NULL, &found, NULL), DM_TOO_LARGE);
    assert_int_equal(dm_lead_new(path, &lead, NULL, &opening, NULL), DM_TOO_LARGE);
    assert_int_equal(dm_tree_theory_init(2, 1, 2, &theory, NULL), DM_TOO_LARGE);
    dm_rules_clear(&rules);
}

static void unknown_names(void **state)
{
    (void)state;
    dm_tie_rule ties;
    dm_reply_method reply;
    dm_lead_method lead;
    dm_line_cut_method cut;
    dm_line_op op;
    dm_line_ties line_ties;
    dm_line_objective objective;
    dm_line_crossings crossings;
    dm_level_kind kind;
    dm_interval_arena arena;
    dm_player *player = NULL;
    dm_interval_player *strategy = NULL;
    dm_contestant *contestant = NULL;
    dm_reader *reader = NULL;
    const dm_status found[] = {
        dm_tie_rule_parse("x", &ties, NULL),
        dm_reply_method_parse("x", &reply, NULL),
        dm_lead_method_parse("x", &lead, NULL),
        dm_line_cut_method_parse("x", &cut, NULL),
        dm_line_op_parse("x", &op, NULL),
        dm_line_ties_parse("x", &line_ties, NULL),
        dm_line_objective_parse("x", &objective, NULL),
        dm_line_crossings_parse("x", &crossings, NULL),
        dm_level_kind_parse("x", &kind, NULL),
        dm_interval_arena_parse("x", &arena, NULL),
        dm_player_new("x", 1, &player, NULL),
        dm_player_new("minimax:x=1", 1, &player, NULL),
        dm_interval_player_new("x", DM_RED, 1, &strategy, NULL),
        dm_contestant_new("x", 1, &contestant, NULL),
        dm_reader_open("-", "x", &reader, NULL),
    };
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        assert_int_equal(found[i], DM_BAD_ARGUMENT);
}

static void texts_that_are_no_numbers(void **state)
{
    (void)state;
    dm_ratio ratio;
    int64_t length;
    dm_interval *circle = NULL;
    assert_int_equal(dm_interval_new(&(dm_interval_rules){.stones = 1}, &circle, NULL), DM_OK);
    assert_int_equal(dm_ratio_parse("x", &ratio, NULL), DM_BAD_ARGUMENT);
    assert_int_equal(dm_length_parse("x", 0, &length, NULL), DM_BAD_ARGUMENT);
    assert_int_equal(dm_interval_place(circle, "x", NULL), DM_BAD_ARGUMENT);
    assert_int_equal(dm_interval_read(circle, "x", NULL), DM_BAD_ARGUMENT);
    dm_interval_free(circle);
}

static void vertices_that_do_not_exist(void **state)
{
    (void)state;
    static const dm_vertex outside[] = {3};
    const dm_stone stone = {3, DM_WHITE};
    const dm_reply_request reply = {.white = {.vertex = outside, .count = 1}, .count = 1};
    const dm_lead_request lead = {
        .terms = {.candidates = {.vertex = outside, .count = 1}}, .count = 1, .reply = 1};
    dm_builder *builder = NULL;
    dm_dominance *owned = NULL;
    dm_reply *found = NULL;
    dm_lead *opening = NULL;
    dm_level *level = NULL;
    draft d;
    start(&d, 3, 1);
    join(&d, 0, 3, 1);
    assert_int_equal(dm_builder_new(3, &builder, NULL), DM_OK);
    assert_int_equal(dm_builder_edge(builder, 0, 3, 1, NULL), DM_BAD_VERTEX);
    assert_int_equal(dm_builder_value(builder, 3, 1, NULL), DM_BAD_VERTEX);
    assert_int_equal(dm_dominance_new(path, &stone, 1, 0, &owned, NULL), DM_BAD_VERTEX);
    assert_int_equal(dm_position_make(game, outside, 1, NULL), DM_BAD_VERTEX);
    assert_int_equal(dm_reply_new(path, &reply, NULL, &found, NULL), DM_BAD_VERTEX);
    assert_int_equal(dm_lead_new(path, &lead, NULL, &opening, NULL), DM_BAD_VERTEX);
    assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_BAD_VERTEX);
    dm_builder_free(builder);
}

static void moves_after_the_end(void **state)
{
    (void)state;
    static const dm_vertex move[] = {1};
    dm_vertex chosen[1];
    double values[3];
    dm_player *player = NULL;
    dm_contestant *contestant = NULL;
    dm_turn_report turn;
    assert_int_equal(dm_player_new("minimax", 1, &player, NULL), DM_OK);
    assert_int_equal(dm_contestant_new("minimax", 1, &contestant, NULL), DM_OK);
    assert_int_equal(dm_position_make(is_over, move, 1, NULL), DM_BAD_MOVE);
    assert_int_equal(dm_position_pass(is_over, NULL), DM_BAD_MOVE);
    assert_int_equal(dm_player_choose(player, is_over, NULL, chosen, NULL), DM_BAD_MOVE);
    assert_int_equal(dm_player_values(player, is_over, NULL, values, NULL), DM_BAD_MOVE);
    assert_int_equal(dm_match_turn(is_over, contestant, NULL, NULL, &turn, NULL), DM_BAD_MOVE);
    dm_contestant_free(contestant);
    dm_player_free(player);
}

static void files_that_are_missing(void **state)
{
    (void)state;
    static const char name[] = "no/such/file.json";
    dm_arena *arena = NULL;
    dm_reader *reader = NULL;
    dm_level *level = NULL;
    dm_record *record = NULL;
    dm_certificate *certificate = NULL;
    dm_formula *formula = NULL;
    dm_results *results = NULL;
    dm_atlas *atlas = NULL;
    dm_places *places = NULL;
    dm_arena *board = family_board("path:3", 1);
    assert_int_equal(dm_arena_open(name, 1, &arena, NULL), DM_BAD_INPUT);
    assert_int_equal(dm_reader_open(name, NULL, &reader, NULL), DM_BAD_INPUT);
    assert_int_equal(dm_level_read(name, &level, NULL), DM_BAD_INPUT);
    assert_int_equal(dm_record_read(name, &record, NULL), DM_BAD_INPUT);
    assert_int_equal(dm_certificate_read(name, &certificate, NULL), DM_BAD_INPUT);
    assert_int_equal(dm_cnf_read(name, &formula, NULL), DM_BAD_INPUT);
    assert_int_equal(dm_dnf_read(name, &formula, NULL), DM_BAD_INPUT);
    assert_int_equal(dm_places_read(board, name, DM_PLACES_SITES, NULL, &places, NULL),
                     DM_BAD_INPUT);
    dm_arena_free(board);
    assert_int_equal(dm_results_open(name, &results, NULL), DM_BAD_INPUT);
    assert_int_equal(dm_atlas_open(name, false, &atlas, NULL), DM_BAD_INPUT);
}

static int make_games(void **state)
{
    (void)state;
    static const dm_vertex moves[] = {0, 2};
    path = family_board("path:3", 1);
    game = new_game(path, 1, 1, DM_TIES_NEUTRAL);
    is_over = new_game(path, 1, 1, DM_TIES_NEUTRAL);
    return dm_position_make(is_over, &moves[0], 1, NULL) != DM_OK ||
           dm_position_make(is_over, &moves[1], 1, NULL) != DM_OK;
}

static int free_games(void **state)
{
    (void)state;
    dm_position_free(game);
    dm_position_free(is_over);
    dm_arena_free(path);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_stones_than_vertices), cmocka_unit_test(unknown_names),
        cmocka_unit_test(texts_that_are_no_numbers), cmocka_unit_test(vertices_that_do_not_exist),
        cmocka_unit_test(moves_after_the_end),       cmocka_unit_test(files_that_are_missing),
    };
    return cmocka_run_group_tests(tests, make_games, free_games);
}
