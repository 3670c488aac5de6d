/* test_fault_board.c - memory runs out while boards are made, measured, scored and played on. */
#include "fault/wrap.h"
#include "game/evaluator.h"
#include "support/support.h"
#include <demesne/demesne.h>
#include <stdio.h>
#include <string.h>

static dm_arena *board; /* a small board with everything, made before any fault */
static dm_distances *table;

static dm_status fill(dm_builder *builder, dm_error *err)
{
    dm_status status = dm_builder_title(builder, "everything", err);
    for (dm_vertex v = 0; status == DM_OK && v < 20; v++) {
        char name[16];
        snprintf(name, sizeof name, "v%d", v);
        status = dm_builder_name(builder, v, name, err);
        if (status == DM_OK)
            status = dm_builder_place(builder, v, v, v % 3, err);
        if (status == DM_OK)
            status = dm_builder_value(builder, v, v % 5, err);
        if (status == DM_OK && v > 0)
            status = dm_builder_edge(builder, v, v / 2, 1 + v % 4, err);
        if (status == DM_OK && v > 4)
            status = dm_builder_edge(builder, v, v - 3, INT64_C(1) << (3 * (v / 3)), err);
    }
    return status;
}

static dm_status build(dm_error *err)
{
    dm_builder *builder = NULL;
    dm_arena *arena = NULL, *other = NULL;
    const int64_t values[20] = {3};
    dm_status status = dm_builder_new(20, &builder, err);
    if (status == DM_OK)
        status = fill(builder, err);
    if (status != DM_OK) {
        dm_builder_free(builder);
        return status;
    }
    status = dm_builder_finish(builder, &arena, err);
    assert_true((status == DM_OK) == (arena != NULL));
    if (status == DM_OK) {
        status = dm_arena_with_values(arena, values, &other, err);
        assert_true((status == DM_OK) == (other != NULL));
    }
    dm_arena_free(other);
    dm_arena_free(arena);
    return status;
}

static void building(void **state)
{
    (void)state;
    fault_sweep(build, FAULT_NO_MEMORY);
}

static dm_status read_directed(dm_arena **out, dm_error *err)
{
    static const char text[] = "0 1 2\n1 2\n2 0 3\n2 3\n3 2\n3 4\n4 5\n5 3\n";
    dm_reader *reader = NULL;
    dm_status status = dm_reader_open_memory("ring", text, sizeof text - 1, "edges", &reader, err);
    if (status == DM_OK) {
        dm_reader_options(reader, &(dm_read_options){.directed = true});
        status = dm_reader_next(reader, out, err);
    }
    dm_reader_free(reader);
    return status;
}

static dm_status measure_directed(const dm_arena *arena, dm_error *err)
{
    dm_symmetry *symmetry = NULL;
    dm_facts facts;
    char *text = NULL;
    dm_status status = dm_facts_find(arena, &facts, err);
    if (status == DM_OK)
        status = dm_symmetry_new(arena, NULL, &symmetry, err);
    if (status == DM_OK)
        status = dm_arena_text(arena, "json", &text, err);
    assert_true((status == DM_OK) == (text != NULL));
    dm_symmetry_free(symmetry);
    dm_free(text);
    return status;
}

/* Reads a directed board, turns it round, measures it and makes it undirected. */
static dm_status use_directed(dm_error *err)
{
    dm_arena *arena = NULL, *turned = NULL, *undirected = NULL;
    const dm_vertex white = 0;
    const dm_reply_request ask = {
        .white = {.vertex = &white, .count = 1}, .count = 1, .method = DM_REPLY_LOCAL};
    dm_reply *reply = NULL;
    dm_status status = read_directed(&arena, err);
    if (status == DM_OK)
        status = dm_arena_turned(arena, &turned, err);
    if (status == DM_OK)
        status = measure_directed(turned, err);
    if (status == DM_OK)
        status = dm_reply_new(turned, &ask, NULL, &reply, err);
    if (status == DM_OK)
        status = dm_arena_undirected(turned, &undirected, err);
    assert_true((status == DM_OK) == (undirected != NULL));
    dm_reply_free(reply);
    dm_arena_free(arena);
    dm_arena_free(turned);
    dm_arena_free(undirected);
    return status;
}

static void directed_boards(void **state)
{
    (void)state;
    fault_sweep(use_directed, FAULT_NO_MEMORY);
}

static const char *family; /* the one that generate() makes */

static dm_status generate(dm_error *err)
{
    dm_arena *arena = NULL;
    dm_status status = dm_generate(family, 1, &arena, err);
    assert_true((status == DM_OK) == (arena != NULL));
    dm_arena_free(arena);
    return status;
}

static void generating_every_family(void **state)
{
    (void)state;
    const char *specs[] = {"path:9",        "cycle:12",   "grid:4x5",       "torus:4x4",
                           "star:7",        "complete:5", "bipartite:3,4",  "hypercube:3",
                           "petersen",      "tree:2,3",   "spider:3,4",     "caterpillar:4,2",
                           "random-tree:9", "gnp:10,0.4", "geometric:30,6", "road:30",
                           "town:40",       "euclid:8",   "colby:10"};
    assert_int_equal(sizeof specs / sizeof *specs, dm_family_count());
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        family = specs[i];
        fault_sweep(generate, FAULT_NO_MEMORY);
    }
}

static dm_status measure(dm_error *err)
{
    dm_distances *distances = NULL;
    dm_metric metric = {0};
    dm_symmetry *symmetry = NULL;
    int32_t parts = -1;
    dm_status status = dm_distances_new(board, 0, NULL, &distances, err);
    assert_true((status == DM_OK) == (distances != NULL));
    if (status == DM_OK)
        status = dm_components(board, NULL, &parts, err);
    assert_true((status == DM_OK) == (parts == 1));
    if (status == DM_OK)
        status = dm_metric_init(board, NULL, &metric, err);
    assert_true((status == DM_OK) == (metric.medians != NULL));
    if (status == DM_OK)
        status = dm_symmetry_new(board, NULL, &symmetry, err);
    assert_true((status == DM_OK) == (symmetry != NULL));
    dm_symmetry_free(symmetry);
    dm_metric_clear(&metric);
    dm_distances_free(distances);
    return status;
}

static void measuring(void **state)
{
    (void)state;
    fault_sweep(measure, FAULT_NO_MEMORY);
}

static const dm_stone stones[] = {{0, DM_WHITE}, {7, DM_BLACK}, {19, DM_WHITE}, {3, DM_BLACK}};
static dm_tie_rule ties;

static dm_status score(dm_error *err)
{
    dm_dominance *dominance = NULL;
    dm_survey *survey = NULL;
    const dm_dominance *borrowed = NULL;
    dm_status status = dm_dominance_new(board, stones, 4, ties, &dominance, err);
    assert_true((status == DM_OK) == (dominance != NULL));
    if (status == DM_OK)
        status = dm_survey_new(board, DM_RELABEL_ALWAYS, &survey, err);
    if (status == DM_OK)
        status = dm_survey_dominance(survey, stones, 4, ties, &borrowed, err);
    assert_true((status == DM_OK) == (borrowed != NULL));
    dm_survey_free(survey);
    dm_dominance_free(dominance);
    return status;
}

static void scoring_under_every_tie_rule(void **state)
{
    (void)state;
    for (int rule = DM_TIES_NEUTRAL; rule <= DM_TIES_BLACK; rule++) {
        ties = (dm_tie_rule)rule;
        fault_sweep(score, FAULT_NO_MEMORY);
    }
}

static dm_status evaluate(dm_error *err)
{
    dmi_evaluator *evaluator = NULL;
    dm_status status = dmi_evaluator_new(board, table, ties, 4, DMI_SIMD_AUTO, &evaluator, err);
    assert_true((status == DM_OK) == (evaluator != NULL));
    dmi_evaluator_free(evaluator);
    return status;
}

static void evaluating(void **state)
{
    (void)state;
    fault_sweep(evaluate, FAULT_NO_MEMORY);
}

static dm_status play_turns(dm_position *position, dm_player *player, dm_error *err)
{
    dm_status status = DM_OK;
    while (status == DM_OK && !dm_position_is_over(position)) {
        dm_vertex move[2];
        int64_t value;
        status = dm_player_choose(player, position, NULL, move, err);
        if (status == DM_OK)
            status = dm_position_make(position, move, dm_position_stones_to_place(position), err);
        if (status == DM_OK)
            status = dm_position_value(position, &value, err);
        const dm_dominance *dominance;
        if (status == DM_OK)
            status = dm_position_dominance(position, &dominance, err);
    }
    return status;
}

static const char *player_spec;

static dm_status play(dm_error *err)
{
    dm_rules rules = {0};
    dm_position *position = NULL;
    dm_player *player = NULL;
    dm_status status = dm_rules_init(2, 2, DM_TIES_NEUTRAL, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(board, &rules, &position, err);
    if (status == DM_OK)
        status = dm_player_new(player_spec, 1, &player, err);
    if (status == DM_OK)
        status = play_turns(position, player, err);
    if (status == DM_OK)
        status = dm_position_undo(position, err);
    dm_player_free(player);
    dm_position_free(position);
    dm_rules_clear(&rules);
    return status;
}

/* A player's name, with few nodes if it counts them: a clock would make it slow. */
static void write_spec(const dm_player_info *info, char *spec, size_t size)
{
    bool counts = false;
    for (const dm_player_param *param = info->params; param->key; param++)
        counts = counts || strcmp(param->key, "nodes") == 0;
    snprintf(spec, size, "%s%s", info->name, counts ? ":nodes=20" : "");
}

static void playing_with_every_player(void **state)
{
    (void)state;
    char spec[80];
    player_spec = spec;
    for (int i = 0; i < dm_player_count(); i++) {
        write_spec(dm_player_at(i), spec, sizeof spec);
        if (play(NULL) != DM_UNSUPPORTED) /* some players need a special board */
            fault_sweep(play,
                        FAULT_COPES | (i > 0 ? FAULT_KNOWN_PLACES
                                             : 0)); /* without a table a position uses its survey */
    }
}

/* A game on a complete tree with the reasons of its players, which are then told once more. */
static dm_status explain(dm_error *err)
{
    const char *const names[2] = {"key-level", player_spec};
    dm_arena *tree = NULL;
    dm_rules rules = {0};
    dm_position *position = NULL;
    dm_player *player[2] = {NULL, NULL};
    dm_trace trace = {0}, again = {0};
    dm_status status = dm_generate("tree:3,2", 1, &tree, err);
    if (status == DM_OK)
        status = dm_rules_init(2, 1, DM_TIES_NEUTRAL, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(tree, &rules, &position, err);
    for (int side = 0; side < 2 && status == DM_OK; side++)
        status = dm_player_new(names[side], 1, &player[side], err);
    while (status == DM_OK && !dm_position_is_over(position)) {
        dm_vertex move[1];
        status = dm_player_explain(player[dm_position_to_move(position)], position, NULL, move,
                                   &trace, err);
        if (status == DM_OK)
            status = dm_position_make(position, move, 1, err);
    }
    if (status == DM_OK)
        status = dm_match_explain(position, names, 1, NULL, &again, err);
    dm_trace_clear(&trace);
    dm_trace_clear(&again);
    for (int side = 0; side < 2; side++)
        dm_player_free(player[side]);
    dm_position_free(position);
    dm_rules_clear(&rules);
    dm_arena_free(tree);
    return status;
}

static void explaining_stones(void **state)
{
    (void)state;
    static const char *const players[] = {"greedy", "neighbour", "enhanced", "expectation",
                                          "random"};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        player_spec = players[i];
        fault_sweep(explain, FAULT_COPES);
    }
}

static int set_up(void **state)
{
    (void)state;
    dm_builder *builder = NULL;
    if (dm_builder_new(20, &builder, NULL) != DM_OK || fill(builder, NULL) != DM_OK ||
        dm_builder_finish(builder, &board, NULL) != DM_OK)
        return -1;
    return dm_distances_new(board, 0, NULL, &table, NULL) == DM_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    dm_distances_free(table);
    dm_arena_free(board);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(building),
        cmocka_unit_test(directed_boards),
        cmocka_unit_test(generating_every_family),
        cmocka_unit_test(measuring),
        cmocka_unit_test(scoring_under_every_tie_rule),
        cmocka_unit_test(evaluating),
        cmocka_unit_test(playing_with_every_player),
        cmocka_unit_test(explaining_stones),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
