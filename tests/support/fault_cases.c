/* fault_cases.c - faults, players and entrants in a database, and tables of version 5 without them.
 */
#include "store/tournament_games.h"
#include "support/store_cases.h"
#include "support/support.h"
#include <stdio.h>
#include <string.h>

static dm_status append_fault(void *user, const dm_event_fault *fault, dm_error *err)
{
    (void)err;
    char *text = user;
    size_t used = strlen(text);
    snprintf(text + used, 400 - used, "%d.%d %d %s: %s (%s)\n", (int)fault->number, fault->turn,
             (int)fault->side, fault->kind, fault->detail, fault->error_output);
    return DM_OK;
}

static dm_status append_player(void *user, const dm_event_player *player, dm_error *err)
{
    (void)err;
    char *text = user;
    size_t used = strlen(text);
    snprintf(text + used, 400 - used, "%s: %s %s '%s' in '%s'\n", player->key, player->name,
             player->version, player->command, player->folder);
    return DM_OK;
}

static dm_status append_times(void *user, const dmi_played_game *game, dm_error *err)
{
    (void)err;
    char *text = user;
    size_t used = strlen(text);
    snprintf(text + used, 400 - used, "%d %s %.3f %.3f\n", (int)game->number, game->moves,
             game->processor[0], game->processor[1]);
    return DM_OK;
}

typedef struct game_to_put {
    int64_t pairing;
    dmi_played_game game;
} game_to_put;

static dm_status put_game(void *user, dmi_store *store, dm_error *err)
{
    const game_to_put *put = user;
    return dmi_played_game_put(store, put->pairing, &put->game, err);
}

static const dm_event_fault two_faults[] = {
    {.turn = 1, .side = DM_BLACK, .kind = "late", .detail = "no answer", .error_output = ""},
    {.turn = 2,
     .side = DM_WHITE,
     .kind = "crash",
     .detail = "SIGSEGV",
     .error_output = "line 1\n\xc3\xa4 \\x1b[0m"}};

static void put_faulty_game(dmi_store *store, int64_t pairing, int64_t number, int32_t first,
                            int32_t count)
{
    dm_error err = {0};
    game_to_put put = {pairing,
                       {.number = number,
                        .faults = {1, count > 1},
                        .processor = {0.25, 0.5},
                        .moves = "1 - -",
                        .fault = two_faults + first,
                        .fault_count = count}};
    assert_ok(dmi_store_transact(store, put_game, &put, &err), err);
}

static int64_t pairing_of(dmi_store *store, int64_t *event)
{
    dm_error err = {0};
    int64_t pairing = 0;
    assert_ok(dmi_event_id(store, "an event", event, &err), err);
    assert_ok(dmi_pairing_id(store, *event, "a", "b", &pairing, &err), err);
    return pairing;
}

void faults_are_read_back(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    char text[400] = "";
    int64_t event = 0, pairing = pairing_of(store, &event), first = -1, second = -1, faults = 0;
    put_faulty_game(store, pairing, 3, 0, 2);
    put_faulty_game(store, pairing, 3, 1, 1); /* the game is there already */
    put_faulty_game(store, pairing, 4, 1, 1);
    assert_ok(dmi_faults_each(store, pairing, 0, 9, append_fault, text, &err), err);
    assert_ok(dmi_faults_each(store, pairing, 4, 4, append_fault, text, &err), err);
    assert_ok(dmi_faults_each(store, pairing + 1, 0, 9, append_fault, text, &err), err);
    assert_ok(dmi_played_game_page(store, pairing, 0, 9, append_times, text, &err), err);
    assert_string_equal(text, "3.1 1 late: no answer ()\n"
                              "3.2 0 crash: SIGSEGV (line 1\n\xc3\xa4 \\x1b[0m)\n"
                              "4.2 0 crash: SIGSEGV (line 1\n\xc3\xa4 \\x1b[0m)\n"
                              "4.2 0 crash: SIGSEGV (line 1\n\xc3\xa4 \\x1b[0m)\n"
                              "3 1 - - 0.250 0.500\n4 1 - - 0.250 0.500\n");
    assert_ok(dmi_faulty_games(store, event, "a", &first, &faults, &err), err);
    assert_ok(dmi_faulty_games(store, event, "b", &second, &faults, &err), err);
    assert_int_equal(first, 2); /* Black in game 3, White in game 4 */
    assert_int_equal(second, 1);
    assert_int_equal(faults, 1);
    dmi_store_close(store);
}

void players_are_read_back(void **state)
{
    (void)state;
    dm_error err = {0};
    dmi_store *store = open_store();
    char text[400] = "";
    bool is_complete = true;
    int64_t event = 0;
    pairing_of(store, &event);
    dm_event_player ann = {
        .key = "Ann@12", .name = "Ann", .version = "12", .command = "./bot", .folder = "/old"};
    assert_ok(dmi_player_put(store, &ann, &err), err);
    ann.folder = "/new";
    assert_ok(dmi_player_put(store, &ann, &err), err);
    assert_ok(dmi_player_one(store, "Ann@12", append_player, text, &err), err);
    assert_ok(dmi_player_one(store, "greedy", append_player, text, &err), err);
    assert_string_equal(text, "Ann@12: Ann 12 './bot' in '/new'\ngreedy: greedy  '' in ''\n");
    assert_ok(dmi_entrant_is_complete(store, event, "a", &is_complete, &err), err);
    assert_false(is_complete);
    assert_ok(dmi_entrant_put(store, event, "a", true, &err), err);
    assert_ok(dmi_entrant_put(store, event, "a", false, &err), err); /* stays complete */
    assert_ok(dmi_entrant_put(store, event, "b", false, &err), err);
    assert_ok(dmi_entrant_is_complete(store, event, "a", &is_complete, &err), err);
    assert_true(is_complete);
    assert_ok(dmi_entrant_is_complete(store, event, "b", &is_complete, &err), err);
    assert_false(is_complete);
    dmi_store_close(store);
}

const char version_5_rows[] =
    "INSERT INTO event VALUES (1, 'an event'); INSERT INTO pairing VALUES (1, 1, 'a', 'b');"
    "INSERT INTO played VALUES (1, 0, 1, 3, 1, 0, 0.5, 0.5, 0.25, 0.25, '- 1 2');";

/* Games of version 5 are read before and after the upgrade; then faults can be stored. */
void check_version_5(void)
{
    dm_error err = {0};
    dmi_store *store = NULL;
    char text[400] = "";
    int64_t faulty = 0, faults = 0;
    assert_ok(dmi_store_open(store_address, false, &store, &err), err);
    assert_ok(dmi_played_game_page(store, 1, 0, 9, append_times, text, &err), err);
    assert_ok(dmi_faults_each(store, 1, 0, 9, append_fault, text, &err), err);
    assert_ok(dmi_player_one(store, "a", append_player, text, &err), err);
    dmi_store_close(store);
    store = open_store();
    assert_ok(dmi_played_game_page(store, 1, 0, 9, append_times, text, &err), err);
    assert_ok(dmi_faults_each(store, 1, 0, 9, append_fault, text, &err), err);
    assert_string_equal(text, "0 - 1 2 0.000 0.000\na: a  '' in ''\n0 - 1 2 0.000 0.000\n");
    put_faulty_game(store, 1, 1, 0, 1);
    assert_ok(dmi_faulty_games(store, 1, "a", &faulty, &faults, &err), err);
    assert_int_equal(faulty, 1);
    assert_ok(dmi_faulty_games(store, 1, "b", &faulty, &faults, &err), err);
    assert_int_equal(faulty, 1);
    dmi_store_close(store);
}
