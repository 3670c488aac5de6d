/* store_cases.c - what every database does, wherever it is. */
#include "support/store_cases.h"

#include "store/solved_games.h"
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

static void assert_same(const dmi_solved_game *read, const dmi_solved_game *expected)
{
    assert_int_equal(read->lower, expected->lower);
    assert_int_equal(read->upper, expected->upper);
    assert_int_equal(read->proven, expected->proven);
    assert_int_equal(read->nodes, expected->nodes);
    assert_true(read->seconds == expected->seconds);
}

static const dmi_member path9 = {"paths", "path:9", "H_form", 9, 8};
static const dmi_game_key two_rounds = {2, 1, DM_TIES_NEUTRAL};
static const dmi_solved_game open_game = {.lower = -3, .upper = 4, .nodes = 10, .seconds = 1};

/* Writes a board and a game, and returns the status given. */
static dm_status put_path9(void *user, dmi_store *store, dm_error *err)
{
    assert_int_equal(dmi_member_put(store, &path9, err), DM_OK);
    assert_int_equal(dmi_solved_game_put(store, "H_form", &two_rounds, &open_game, err), DM_OK);
    return *(const dm_status *)user;
}

void what_is_committed_stays(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    const dmi_game_key other = {2, 1, DM_TIES_BLACK};
    dmi_solved_game read = {0};
    dm_status wanted = DM_STOPPED;
    assert_int_equal(dmi_solved_game_find(store, "H_form", &two_rounds, &read, &err), DM_END);
    assert_int_equal(dmi_solved_game_put(store, "H_form", &two_rounds, &open_game, &err),
                     DM_INTERNAL);
    assert_int_equal(dmi_store_transact(store, put_path9, &wanted, &err), DM_STOPPED);
    assert_int_equal(dmi_member_find(store, &path9, &err), DM_END);
    wanted = DM_OK;
    assert_ok(dmi_store_transact(store, put_path9, &wanted, &err), err);
    dmi_store_close(store);
    store = open_store();
    assert_ok(dmi_solved_game_find(store, "H_form", &two_rounds, &read, &err), err);
    assert_same(&read, &open_game);
    assert_int_equal(dmi_solved_game_find(store, "H_form", &other, &read, &err), DM_END);
    assert_ok(dmi_member_find(store, &path9, &err), err);
    dmi_store_close(store);
}

void bounds_tighten_and_proofs_stay(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    const dmi_game_key key = {3, 1, DM_TIES_NEUTRAL};
    const dmi_solved_game games[] = {
        {.lower = -3, .upper = 4, .seconds = 2, .nodes = 5},
        {.lower = -5, .upper = 1, .seconds = 1, .nodes = 6}, /* looser below, tighter above */
        {.lower = 0, .upper = 0, .proven = true, .seconds = 9, .nodes = 7},
        {.lower = 5,
         .upper = 5,
         .proven = true,
         .seconds = 1,
         .nodes = 8}, /* the game is proven already */
    };
    const dmi_solved_game expected[] = {
        games[0], {.lower = -3, .upper = 1, .seconds = 2, .nodes = 6}, games[2], games[2]};
    assert_ok(dmi_member_put(store, &path9, &err), err);
    for (int i = 0; i < 4; i++) {
        dmi_solved_game read = {0};
        assert_ok(dmi_solved_game_put(store, "H_form", &key, &games[i], &err), err);
        assert_ok(dmi_solved_game_find(store, "H_form", &key, &read, &err), err);
        assert_same(&read, &expected[i]);
    }
    dmi_store_close(store);
}

static dm_status append(void *user, const dmi_member *member, const dmi_game_key *key,
                        const dmi_solved_game *game, dm_error *err)
{
    (void)err;
    char *text = user;
    size_t used = strlen(text);
    snprintf(text + used, 400 - used, "%s/%d=%lld ", member->name, key->rounds,
             (long long)game->lower);
    return DM_OK;
}

void games_come_in_order(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    const dmi_member members[] = {{"paths", "path:10", "f10", 10, 9},
                                  {"paths", "path:9", "f9", 9, 8},
                                  {"cycles", "cycle:9", "c9", 9, 9},
                                  {"spiders", "spider:2,4", "f9", 9, 8}};
    for (int i = 0; i < 4; i++) {
        assert_ok(dmi_member_put(store, &members[i], &err), err);
        for (int32_t rounds = 3; rounds >= 1; rounds--) {
            const dmi_game_key key = {rounds, 1, DM_TIES_NEUTRAL};
            const dmi_solved_game game = {.lower = i, .upper = i, .proven = true};
            assert_ok(dmi_solved_game_put(store, members[i].form, &key, &game, &err), err);
        }
    }
    char text[400] = "";
    dmi_selection all = {"paths", 0, 99, 1, DM_TIES_NEUTRAL, 1, 2};
    assert_ok(dmi_solved_game_each(store, &all, append, text, &err), err);
    assert_string_equal(text, "path:9/1=1 path:9/2=1 path:10/1=0 path:10/2=0 ");
    text[0] = 0;
    all.family = "spiders"; /* the same board under another name: solved once */
    all.last = 1;
    assert_ok(dmi_solved_game_each(store, &all, append, text, &err), err);
    assert_string_equal(text, "spider:2,4/1=1 ");
    dmi_store_close(store);
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
        status = dmi_member_put(store, &(dmi_member){"paths", name, name, 9, 8}, err);
    }
    return status;
}
