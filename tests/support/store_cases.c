/* store_cases.c - what every database does, wherever it is. */
#include "support/store_cases.h"

#include "store/tournament_games.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *store_address;

dmi_store *open_store(void)
{
    dmi_store *store = NULL;
    dm_error err = {0};
    assert_ok(dmi_store_open(store_address, true, &store, &err), err);
    return store;
}

static dmi_game_group group_of(const dmi_member *board)
{
    return (dmi_game_group){board->family, board->vertices, 1, DM_TIES_NEUTRAL};
}

dm_status put_board(dmi_store *store, const dmi_member *board, const dmi_solved_game *game,
                    dm_error *err)
{
    dmi_game_text text = {0};
    const dmi_game_group group = group_of(board);
    dmi_game_text_add(&text, board, game, game != NULL);
    dm_status status = dmi_solved_put(store, &group, DMI_ANY_PART, &text, err);
    dmi_game_text_clear(&text);
    return status;
}

dm_status find_board(dmi_store *store, const dmi_member *board, dmi_board_games *games,
                     dm_error *err)
{
    dmi_board_set set = {0};
    dmi_board_games ignored = {0};
    const dmi_game_group group = group_of(board);
    dm_status status = dmi_solved_read(store, &group, &set, err);
    dmi_board_set_sort(&set, false);
    if (status == DM_OK)
        status = dmi_board_set_find(&set, board->name, games ? games : &ignored, "", err);
    dmi_board_set_clear(&set);
    dmi_board_games_clear(&ignored);
    return status;
}

static void assert_same(const dmi_solved_game *read, const dmi_solved_game *expected)
{
    assert_non_null(read);
    assert_int_equal(read->rounds, expected->rounds);
    assert_int_equal(read->lower, expected->lower);
    assert_int_equal(read->upper, expected->upper);
    assert_int_equal(read->nodes, expected->nodes);
    assert_true(read->seconds == expected->seconds);
}

static const dmi_member path9 = {"paths", "path:9", "H_form", 9, 8};
static const dmi_solved_game open_game = {2, -3, 4, 10, 1};

/* Writes a board and a game, and returns the status given. */
static dm_status put_path9(void *user, dmi_store *store, dm_error *err)
{
    assert_int_equal(put_board(store, &path9, &open_game, err), DM_OK);
    return *(const dm_status *)user;
}

void what_is_committed_stays(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    dmi_board_games games = {0};
    dm_status wanted = DM_STOPPED;
    assert_int_equal(find_board(store, &path9, NULL, &err), DM_END);
    assert_int_equal(dmi_store_transact(store, put_path9, &wanted, &err), DM_STOPPED);
    assert_int_equal(find_board(store, &path9, NULL, &err), DM_END);
    wanted = DM_OK;
    assert_ok(dmi_store_transact(store, put_path9, &wanted, &err), err);
    assert_ok(dmi_store_transact(store, put_path9, &wanted, &err), err); /* the same: no change */
    dmi_store_close(store);
    store = open_store();
    assert_ok(find_board(store, &path9, &games, &err), err);
    assert_int_equal(games.count, 1);
    assert_same(games.game, &open_game);
    dmi_board_games_clear(&games);
    dmi_store_close(store);
}

void bounds_tighten_and_proofs_stay(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    static const dmi_solved_game put[] = {{3, -3, 4, 5, 2}, {3, -5, 1, 6, 1}, {3, 0, 0, 7, 9}};
    static const dmi_solved_game expected[] = {{3, -3, 4, 5, 2}, {3, -3, 1, 6, 2}, {3, 0, 0, 7, 9}};
    const dmi_solved_game other = {1, 5, 5, INT64_MAX, 1.5};
    dmi_board_games games = {0};
    for (int i = 0; i < 3; i++) {
        assert_ok(put_board(store, &path9, &put[i], &err), err);
        games.count = 0;
        assert_ok(find_board(store, &path9, &games, &err), err);
        assert_int_equal(games.count, 1);
        assert_same(games.game, &expected[i]);
    }
    assert_ok(put_board(store, &path9, &other, &err), err);
    games.count = 0;
    assert_ok(find_board(store, &path9, &games, &err), err);
    assert_int_equal(games.count, 2);
    assert_same(&games.game[0], &other);
    assert_same(&games.game[1], &put[2]);
    assert_ptr_equal(dmi_board_games_find(&games, 3), &games.game[1]);
    assert_null(dmi_board_games_find(&games, 2));
    dmi_board_games_clear(&games);
    dmi_store_close(store);
}

static dm_status append(void *user, const dmi_member *board, const dmi_board_games *games,
                        dm_error *err)
{
    (void)err;
    char *text = user;
    for (size_t i = 0; i < games->count; i++) {
        size_t used = strlen(text);
        snprintf(text + used, 400 - used, "%s(%s,%d)/%d=%lld ", board->name, board->form,
                 (int)board->edges, (int)games->game[i].rounds, (long long)games->game[i].lower);
    }
    return DM_OK;
}

void games_come_in_order(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    static const dmi_member members[] = {{"paths", "path:10", "f10", 10, 9},
                                         {"paths", "path:9", "f9", 9, 8},
                                         {"paths", "path:9b", "path:9b", 9, 7},
                                         {"cycles", "cycle:9", "c9", 9, 9},
                                         {"spiders", "spider:2,4", "f9", 9, 8}};
    for (int i = 0; i < 5; i++)
        for (int32_t rounds = 2; rounds >= 1; rounds--)
            assert_ok(put_board(store, &members[i], &(dmi_solved_game){rounds, i, i, 0, 0}, &err),
                      err);
    char text[400] = "";
    dmi_selection all = {"paths", 0, 99, 1, DM_TIES_NEUTRAL};
    assert_ok(dmi_solved_each(store, &all, append, text, &err), err);
    assert_string_equal(text, "path:9(f9,8)/1=1 path:9(f9,8)/2=1 path:9b(path:9b,7)/1=2 "
                              "path:9b(path:9b,7)/2=2 path:10(f10,9)/1=0 path:10(f10,9)/2=0 ");
    dmi_board_set others = {0};
    dmi_board_games games = {0};
    const dmi_game_group group = {"spiders", 9, 1, DM_TIES_NEUTRAL};
    assert_ok(dmi_solved_read_elsewhere(store, &group, &others, &err), err);
    dmi_board_set_sort(&others, true);
    assert_int_equal(others.count, 6);
    assert_ok(dmi_board_set_find(&others, "f9", &games, "", &err), err);
    assert_int_equal(games.count, 2);
    assert_int_equal(games.game[1].lower, 1);
    assert_int_equal(dmi_board_set_find(&others, "f", &games, "", &err), DM_END);
    assert_int_equal(dmi_board_set_find(&others, "f99", &games, "", &err), DM_END);
    dmi_board_games_clear(&games);
    dmi_board_set_clear(&others);
    dmi_store_close(store);
}

/* Texts that somebody changed: a message, no crash. */
void damaged_games_are_refused(void **state)
{
    (void)state;
    static const char *const whole[] = {"a\t\t3\t1=0/1/2 2=-1..2/3/4\nb\tc\t0\t\n",
                                        "a\t\t3\t1=9223372036854775807/0/0"};
    static const char *const damaged[] = {"a",
                                          "a\t\t3",
                                          "\t\t3\t",
                                          "a\t\t\t1=0/1/2",
                                          "a\t\tx\t1=0/1/2",
                                          "a\t\t3\t1=0/1",
                                          "a\t\t3\t0=0/1/2",
                                          "a\t\t3\t1=2..1/1/2",
                                          "a\t\t3\t1=0/1/2x",
                                          "a\t\t3\t1=0/-1/2",
                                          "a\t\t3\t1=0.5/1/2",
                                          "a\t\t3\t1=9999999999999999999/1/2",
                                          "a\t\t3\t1=1/1/2\t",
                                          "\n"};
    char read[400];
    for (size_t i = 0; i < 2 + sizeof damaged / sizeof *damaged; i++) {
        dm_error err = {0};
        dmi_store *store = open_store();
        int32_t size = (int32_t)i + 2;
        const dmi_selection all = {"paths", size, size, 1, DM_TIES_NEUTRAL};
        const dmi_game_group group = {"paths", size, 1, DM_TIES_NEUTRAL};
        const char *text = i < 2 ? whole[i] : damaged[i - 2];
        read[0] = '\0';
        const dmi_game_text whole_text = {.text = (char *)text, .size = strlen(text), .boards = 1};
        assert_ok(dmi_solved_put(store, &group, 0, &whole_text, &err), err);
        dm_status status = dmi_solved_each(store, &all, append, read, &err);
        assert_int_equal(status, i < 2 ? DM_OK : DM_BAD_INPUT);
        if (i >= 2)
            assert_non_null(strstr(err.message, "changed by hand"));
        dmi_store_close(store);
    }
}

/* A board in two tables, under two rules, with a value and with bounds. */
const char version_6_rows[] =
    "INSERT INTO board VALUES (1, 'DQo', 5, 4), (2, 'DUW', 5, 5), (3, 'Dhc', 5, 6);"
    "INSERT INTO member VALUES ('paths', 5, 'path:5', 1), ('trees', 5, 'DQo', 1),"
    " ('cycles', 5, 'cycle:5', 2), ('graphs', 5, 'Dhc', 3);"
    "INSERT INTO game VALUES (1, 1, 0, 1, 1, 1, 1, 12, 0.25), (1, 1, 0, 2, -1, 3, 0, 40, 1.5),"
    " (1, 2, 0, 1, 0, 0, 1, 5, 0), (2, 1, 0, 1, -2, -2, 1, 7, 1e-9);";

void check_rows_of_version_6(void)
{
    for (int create = 0; create < 2; create++) {
        dmi_store *store = NULL;
        dm_error err = {0};
        char text[400] = "";
        dmi_game_group *groups = NULL;
        size_t count = 0;
        dmi_board_games games = {0};
        static const char *const families[] = {"cycles", "graphs", "paths", "trees"};
        assert_ok(dmi_store_open(store_address, create, &store, &err), err);
        for (int i = 0; i < 4; i++)
            for (int32_t per_turn = 1; per_turn <= 2; per_turn++) {
                const dmi_selection s = {families[i], 0, 99, per_turn, DM_TIES_NEUTRAL};
                assert_ok(dmi_solved_each(store, &s, append, text, &err), err);
            }
        assert_string_equal(text, "cycle:5(DUW,5)/1=-2 path:5(DQo,4)/1=1 path:5(DQo,4)/2=-1 "
                                  "path:5(DQo,4)/1=0 DQo(DQo,4)/1=1 DQo(DQo,4)/2=-1 "
                                  "DQo(DQo,4)/1=0 ");
        assert_ok(dmi_groups_read(store, &groups, &count, &err), err);
        assert_int_equal(count, 5);
        assert_string_equal(groups[4].family, "trees");
        assert_int_equal(groups[4].per_turn, 2);
        free(groups);
        assert_ok(find_board(store, &(dmi_member){"trees", "DQo", "", 5, 4}, &games, &err), err);
        assert_int_equal(games.count, 2);
        assert_same(&games.game[1], &(dmi_solved_game){2, -1, 3, 40, 1.5});
        dmi_board_games_clear(&games);
        dmi_store_close(store);
    }
}

void a_part_is_known_with_its_rounds(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    dmi_unit unit = {.family = "trees",
                     .vertices = 9,
                     .part = 1,
                     .parts = 4,
                     .per_turn = 1,
                     .first = 1,
                     .last = 3};
    assert_int_equal(dmi_unit_find(store, &unit, &err), DM_END);
    assert_ok(dmi_unit_put(store, &unit, &err), err);
    assert_ok(dmi_unit_find(store, &unit, &err), err);
    unit.first = unit.last = 2;
    assert_ok(dmi_unit_find(store, &unit, &err), err);
    unit.last = 4;
    assert_int_equal(dmi_unit_find(store, &unit, &err), DM_END);
    dmi_store_close(store);
}

/* Two connections, like two processes: the second waits and sees what was committed. */
void two_writers_take_turns(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *a = open_store(), *b = open_store();
    for (int64_t i = 0; i < 20; i++) {
        dmi_store *writer = i % 2 ? a : b, *reader = i % 2 ? b : a;
        int64_t read = -1;
        assert_ok(dmi_store_set_number(writer, "turn", i, &err), err);
        assert_ok(dmi_store_number(reader, "turn", &read, &err), err);
        assert_int_equal(read, i);
    }
    dmi_store_close(a);
    dmi_store_close(b);
}

static dm_status append_game(void *user, const dmi_played_game *game, dm_error *err)
{
    (void)err;
    char *text = user;
    size_t used = strlen(text);
    snprintf(text + used, 400 - used, "%d:%d %d faults %d %d %.3f %.3f (%s)\n", (int)game->number,
             (int)game->outcome, (int)game->value, (int)game->faults[0], (int)game->faults[1],
             game->seconds[0], game->slowest[1], game->moves);
    return DM_OK;
}

static dm_status append_pairing(void *user, const dm_event_pairing *pairing, dm_error *err)
{
    (void)err;
    char *text = user;
    size_t used = strlen(text);
    snprintf(text + used, 400 - used, "%s-%s %d games, %d of %d played, %d %d %d, better %d\n",
             pairing->first, pairing->second, (int)pairing->games, (int)pairing->games,
             (int)pairing->played, (int)pairing->first_wins, (int)pairing->second_wins,
             (int)pairing->ties, (int)pairing->better);
    return DM_OK;
}

static dm_status append_event(void *user, const dmi_event *event, dm_error *err)
{
    (void)err;
    char *text = user;
    size_t used = strlen(text);
    snprintf(text + used, 400 - used, "%s: %d pairings, %d games\n", event->settings,
             (int)event->pairings, (int)event->games);
    return DM_OK;
}

/* Two pairings of an event, with a few games of the first. */
static int64_t put_tournament(dmi_store *store, int64_t *event)
{
    dm_error err = {0};
    int64_t pairing = 0, other = 0, again = 0;
    assert_ok(dmi_event_id(store, "an event", event, &err), err);
    assert_ok(dmi_event_name(store, *event, "grid:3x3", &err), err);
    assert_ok(dmi_arena_put(store, *event, 0, "{}", &err), err);
    assert_ok(dmi_pairing_id(store, *event, "a", "b", &pairing, &err), err);
    assert_ok(dmi_pairing_id(store, *event, "a", "c \xc3\xa4", &other, &err), err);
    assert_ok(dmi_pairing_id(store, *event, "a", "b", &again, &err), err);
    assert_int_equal(pairing, again);
    assert_int_not_equal(pairing, other);
    const dmi_played_game games[] = {
        {.number = 2, .outcome = DM_TIE, .moves = ""},
        {.number = 0,
         .outcome = DM_FIRST_WINS,
         .value = -7,
         .faults = {1, 2},
         .seconds = {0.25, 1},
         .slowest = {0, 0.125},
         .moves = "12 3,4 - 7"},
        {.number = 1, .outcome = DM_FIRST_WINS, .moves = "1"},
        {.number = 0, .outcome = DM_TIE, .moves = "late"}, /* it is there already */
    };
    for (int i = 0; i < 4; i++)
        assert_ok(dmi_played_game_put(store, pairing, &games[i], &err), err);
    return pairing;
}

void tournaments_are_read_back(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    int64_t event = 0, pairing = put_tournament(store, &event), boards = 0;
    char text[400] = "", *name = NULL, *board = NULL, *none = NULL;
    assert_ok(dmi_played_game_each(store, pairing, 2, append_game, text, &err), err);
    assert_ok(dmi_played_game_page(store, pairing, 1, 9, append_game, text, &err), err);
    assert_string_equal(text, "0:1 -7 faults 1 2 0.250 0.125 (12 3,4 - 7)\n"
                              "1:1 0 faults 0 0 0.000 0.000 (1)\n"
                              "1:1 0 faults 0 0 0.000 0.000 (1)\n"
                              "2:0 0 faults 0 0 0.000 0.000 ()\n");
    text[0] = '\0';
    assert_ok(dmi_verdict_put(store, pairing, 2, DM_SECOND_WINS, &err), err);
    assert_ok(dmi_verdict_put(store, pairing, 2, DM_FIRST_WINS, &err), err);
    assert_ok(dmi_pairings_each(store, event, append_pairing, text, &err), err);
    assert_ok(dmi_verdict_put(store, pairing, 0, DM_TIE, &err), err);
    assert_ok(dmi_pairings_each(store, event, append_pairing, text, &err), err);
    assert_ok(dmi_events_each(store, append_event, text, &err), err);
    assert_string_equal(text, "a-b 2 games, 2 of 3 played, 1 1 0, better 1\n"
                              "a-c \xc3\xa4 0 games, 0 of 0 played, 0 0 0, better 0\n"
                              "a-b 3 games, 3 of 3 played, 1 1 1, better 0\n"
                              "a-c \xc3\xa4 0 games, 0 of 0 played, 0 0 0, better 0\n"
                              "an event: 2 pairings, 3 games\n");
    assert_ok(dmi_event_source(store, event, &name, &err), err);
    assert_ok(dmi_arena_one(store, event, 0, &board, &err), err);
    assert_ok(dmi_arena_one(store, event, 1, &none, &err), err);
    assert_ok(dmi_arena_count(store, event, &boards, &err), err);
    assert_string_equal(name, "grid:3x3");
    assert_string_equal(board, "{}");
    assert_null(none);
    assert_int_equal(boards, 1);
    free(name);
    free(board);
    dmi_store_close(store);
}

dm_status put_boards(void *user, dmi_store *store, dm_error *err)
{
    (void)user;
    dm_status status = DM_OK;
    for (int i = 0; i < MANY && status == DM_OK; i++) {
        char name[40];
        snprintf(name, sizeof name, "a board with a long name %d", i);
        status = put_board(store, &(dmi_member){"paths", name, name, 9, 8},
                           &(dmi_solved_game){.rounds = 1}, err);
    }
    return status;
}
