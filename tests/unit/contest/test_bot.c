/* test_bot.c - outside programs that misbehave: the documented fault, no process left, and the
 * match ends. */
#include "support/support.h"
#include <demesne/contest.h>
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { ROUNDS = 3, ANY = -1 };

/* Child processes of this process. */
static int open_descriptors(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static void assert_no_children(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static dm_contestant *new_contestant(const char *spec)
{
    dm_error err = {0};
    dm_contestant *contestant = NULL;
    assert_ok(dm_contestant_new(spec, 1, &contestant, &err), err);
    return contestant;
}

static dm_contestant *nasty_contestant(const char *way)
{
    char spec[4096];
    snprintf(spec, sizeof spec, "cmd:%s %s", NASTY_BOT, way);
    return new_contestant(spec);
}

typedef struct nasty_case {
    const char *way;
    int fault;    /* the dm_fault of every turn; ANY: any of them */
    int32_t lost; /* turns of the three */
    bool is_slow; /* short, since the fault is to wait */
} nasty_case;

static const nasty_case cases[] = {
    {"good", DM_FAULT_NONE, 0, false},
    {"complain", DM_FAULT_NONE, 0, false},
    {"grandchild", DM_FAULT_NONE, 0, false},
    {"ignore-quit", DM_FAULT_NONE, 0, false},
    {"crash-start", DM_FAULT_GONE, 3, false},
    {"hang-start", DM_FAULT_LATE, 3, true},
    {"flood-start", DM_FAULT_GARBAGE, 3, false},
    {"deaf", ANY, 3, true}, /* gone, or late if the pipe took the request */
    {"version", DM_FAULT_GARBAGE, 3, false},
    {"bad-play", DM_FAULT_GARBAGE, 3, false},
    {"crash", DM_FAULT_CRASH, 3, false},
    {"crash-second", DM_FAULT_CRASH, 1, false},
    {"hang", DM_FAULT_LATE, 3, true},
    {"late", DM_FAULT_LATE, 3, true},
    {"no-end", DM_FAULT_LATE, 3, true},
    {"flood", DM_FAULT_GARBAGE, 3, false},
    {"close", DM_FAULT_GONE, 3, false},
    {"orphan", DM_FAULT_GONE, 3, false},
    {"rubbish", DM_FAULT_GARBAGE, 3, false},
    {"words", DM_FAULT_GARBAGE, 3, false},
    {"refuse", DM_FAULT_GARBAGE, 3, false},
    {"binary", DM_FAULT_GARBAGE, 3, false},
    {"twice", DM_FAULT_GARBAGE, 3, false},
    {"outside", DM_FAULT_ILLEGAL, 3, false},
    {"huge", DM_FAULT_ILLEGAL, 3, false},
    {"negative", DM_FAULT_ILLEGAL, 3, false},
    {"occupied", DM_FAULT_ILLEGAL, 3, false},
    {"many", DM_FAULT_ILLEGAL, 3, false},
    {"none", DM_FAULT_ILLEGAL, 3, false},
};
enum { CASES = sizeof cases / sizeof *cases };

static dm_match_settings settings_of(const nasty_case *c, bool lose_game)
{
    double seconds = c->is_slow ? 0.15 : 60;
    return (dm_match_settings){
        .move_seconds = seconds, .start_seconds = seconds, .faults_lose_game = lose_game};
}

/* Faults lose turns; the program is started again for the next one. */
static void play_turns(const dm_arena *arena, const nasty_case *c)
{
    dm_error err = {0};
    dm_contestant *contestants[2] = {new_contestant("greedy"), nasty_contestant(c->way)};
    const dm_match_settings settings = settings_of(c, false);
    dm_position *position = new_game(arena, ROUNDS, 1, DM_TIES_NEUTRAL);
    int32_t lost = 0;
    while (!dm_position_is_over(position)) {
        dm_turn_report turn;
        int32_t now = dm_position_turns_made(position);
        dm_side side = dm_position_to_move(position);
        const dm_match_settings *own = side == DM_BLACK ? &settings : NULL;
        assert_ok(dm_match_turn(position, contestants[side], own, NULL, &turn, &err), err);
        assert_int_equal(turn.side, side);
        assert_int_equal(dm_position_turns_made(position), now + 1);
        assert_int_equal(dm_position_was_lost(position, now), turn.fault != DM_FAULT_NONE);
        assert_int_equal(turn.why.message[0] != 0, turn.fault != DM_FAULT_NONE);
        if (turn.fault == DM_FAULT_NONE)
            continue;
        lost++;
        if (c->fault != ANY && (int)turn.fault != c->fault)
            fail_msg("%s: %s, %s", c->way, dm_fault_name(turn.fault), turn.why.message);
    }
    assert_int_equal(lost, c->lost);
    dm_contestant_free(contestants[DM_WHITE]);
    dm_contestant_free(contestants[DM_BLACK]);
    dm_position_free(position);
}

/* The first fault ends the game. */
static void play_for_the_game(const dm_arena *arena, const nasty_case *c)
{
    dm_error err = {0};
    dm_match_result result;
    dm_contestant *contestants[2] = {nasty_contestant(c->way), nasty_contestant("good")};
    dm_match_settings settings = settings_of(c, true);
    dm_position *position = new_game(arena, ROUNDS, 1, DM_TIES_NEUTRAL);
    bool seen = c->lost == 3 && strcmp(c->way, "bad-play") != 0; /* White's first turn tells */
    assert_ok(dm_match_play(position, contestants, &settings, NULL, &result, &err), err);
    if (!c->is_slow || seen) /* in so little time a good program may be late, too */
        assert_int_equal(result.is_forfeited, c->lost > 0);
    assert_true(!result.is_forfeited || result.outcome == DM_SECOND_WINS);
    if (seen) {
        assert_int_equal(result.faults[DM_WHITE], 1);
        assert_int_equal(dm_position_turns_made(position), 0);
    }
    dm_contestant_free(contestants[DM_WHITE]);
    dm_contestant_free(contestants[DM_BLACK]);
    dm_position_free(position);
}

static void every_way_of_being_nasty(void **state)
{
    (void)state;
    dm_arena *arena = family_board("path:12", 1);
    int before = open_descriptors();
    for (int i = 0; i < CASES; i++) {
        play_turns(arena, &cases[i]);
        play_for_the_game(arena, &cases[i]);
        assert_no_children();
        assert_int_equal(open_descriptors(), before);
    }
    dm_arena_free(arena);
}

static void a_program_that_is_not_there(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_match_result result;
    dm_arena *arena = family_board("path:12", 1);
    dm_contestant *contestants[2] = {new_contestant("cmd:/nowhere/at/all"),
                                     new_contestant("greedy")};
    dm_position *position = new_game(arena, 5, 1, DM_TIES_NEUTRAL);
    assert_ok(dm_match_play(position, contestants, NULL, NULL, &result, &err), err);
    assert_int_equal(result.faults[DM_WHITE], 5);
    assert_true(result.value < 0);
    dm_contestant_free(contestants[DM_WHITE]);
    dm_contestant_free(contestants[DM_BLACK]);
    dm_position_free(position);
    dm_arena_free(arena);
    assert_no_children();
}

/* One contestant plays several games on different boards: the program forgets the last game. */
static void a_contestant_plays_many_games(void **state)
{
    (void)state;
    const char *boards[] = {"path:12", "cycle:9", "grid:3x4", "path:12", "star:20"};
    dm_error err = {0};
    dm_match_result result;
    dm_contestant *bot = nasty_contestant("good");
    for (int game = 0; game < 10; game++) {
        dm_arena *arena = family_board(boards[game % 5], 1);
        dm_contestant *other = new_contestant("random");
        dm_contestant *contestants[2] = {game < 5 ? bot : other, game < 5 ? other : bot};
        dm_position *position = new_game(arena, 1 + game % 2, 2, DM_TIES_EARLIER);
        assert_ok(dm_match_play(position, contestants, NULL, NULL, &result, &err), err);
        assert_int_equal(result.faults[DM_WHITE] + result.faults[DM_BLACK], 0);
        dm_position_free(position);
        dm_arena_free(arena);
        dm_contestant_free(other);
    }
    dm_contestant_free(bot);
    assert_no_children();
}

/* Turns that are taken back are taken back in the program, too: it takes the lowest free vertex. */
/* A program that plays two games: where it misunderstands the second board, it is started again. */
typedef struct second_game {
    const char *way;
    int64_t faults;   /* in the second game */
    dm_vertex vertex; /* its first move there */
} second_game;

static void play_second_game(const dm_arena *arena, const second_game *c)
{
    dm_error err = {0};
    dm_match_result result;
    const dm_match_settings settings = {.move_seconds = 60, .start_seconds = 60};
    dm_contestant *contestants[2] = {nasty_contestant(c->way), new_contestant("greedy")};
    for (int game = 0; game < 2; game++) {
        int32_t count;
        dm_position *position = new_game(arena, 2, 1, DM_TIES_NEUTRAL);
        assert_ok(dm_match_play(position, contestants, &settings, NULL, &result, &err), err);
        assert_int_equal(result.faults[DM_WHITE], game ? c->faults : 0);
        assert_int_equal(dm_position_stones(position, &count)[0].vertex, game ? c->vertex : 0);
        dm_position_free(position);
    }
    dm_contestant_free(contestants[DM_WHITE]);
    dm_contestant_free(contestants[DM_BLACK]);
}

static void programs_that_know_only_one_game(void **state)
{
    (void)state;
    static const second_game second[] = {{"second-last", 0, 11}, /* the same process plays both */
                                         {"second-end", 0, 0},
                                         {"second-occupied", 0, 0},
                                         {"second-crash", 1, 0}};
    dm_arena *arena = family_board("path:12", 1);
    for (size_t i = 0; i < sizeof second / sizeof *second; i++)
        play_second_game(arena, &second[i]);
    dm_arena_free(arena);
    assert_no_children();
}

static void turns_taken_back(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_turn_report turn;
    dm_arena *arena = family_board("path:12", 1);
    dm_contestant *bot = nasty_contestant("good");
    dm_position *position = new_game(arena, 4, 1, DM_TIES_NEUTRAL);
    const dm_vertex lowest = 0;
    int32_t count;
    for (int i = 0; i < 3; i++)
        assert_ok(dm_match_turn(position, bot, NULL, NULL, &turn, &err), err);
    for (int i = 0; i < 3; i++)
        assert_ok(dm_position_undo(position, &err), err);
    assert_ok(dm_position_pass(position, &err), err);
    assert_ok(dm_position_make(position, &lowest, 1, &err), err);
    assert_ok(dm_match_turn(position, bot, NULL, NULL, &turn, &err), err);
    assert_int_equal(turn.fault, DM_FAULT_NONE);
    const dm_stone *stones = dm_position_stones(position, &count);
    assert_int_equal(stones[count - 1].vertex, 1);
    dm_contestant_free(bot);
    dm_position_free(position);
    dm_arena_free(arena);
}

static void cancel_soon(void *user, const dm_progress *progress)
{
    (void)progress;
    dm_run_cancel(user);
}

/* A run that ends stops waiting for a program that never answers. */
static void a_cancelled_run_ends_the_waiting(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_turn_report turn;
    dm_run *run = NULL;
    dm_arena *arena = family_board("path:12", 1);
    dm_contestant *bot = nasty_contestant("hang");
    dm_position *position = new_game(arena, 4, 1, DM_TIES_NEUTRAL);
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_set_progress(run, cancel_soon, run, 0.1);
    assert_int_equal(dm_match_turn(position, bot, NULL, run, &turn, &err), DM_UNFINISHED);
    assert_int_equal(dm_position_turns_made(position), 0);
    dm_contestant_free(bot);
    dm_run_free(run);
    dm_position_free(position);
    dm_arena_free(arena);
    assert_no_children();
}

static void other_schedules_are_refused(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_turn_report turn;
    dm_rules rules;
    dm_arena *arena = family_board("path:12", 1);
    dm_position *position = NULL;
    const dm_turn turns[] = {{DM_BLACK, 1}, {DM_WHITE, 2}};
    dm_contestant *bot = nasty_contestant("good");
    assert_ok(dm_rules_init_turns(turns, 2, DM_TIES_NEUTRAL, &rules, &err), err);
    assert_ok(dm_position_new(arena, &rules, &position, &err), err);
    assert_int_equal(dm_match_turn(position, bot, NULL, NULL, &turn, &err), DM_UNSUPPORTED);
    dm_rules_clear(&rules);
    dm_contestant_free(bot);
    dm_position_free(position);
    dm_arena_free(arena);
}

typedef struct crew_member {
    pthread_t thread;
    int index;
    int64_t faults; /* of the nasty one */
    dm_status status;
} crew_member;

static void *play_in_thread(void *user)
{
    crew_member *member = user;
    const char *ways[] = {"good",  "crash", "orphan",     "rubbish",
                          "flood", "close", "grandchild", "crash-second"};
    char good[4096], nasty[4096];
    dm_contestant *contestants[2] = {NULL, NULL};
    dm_match_result result = {0};
    dm_position *position = NULL;
    dm_rules rules = {0};
    dm_arena *arena = family_board("grid:4x4", 1);
    snprintf(good, sizeof good, "cmd:%s good", NASTY_BOT);
    snprintf(nasty, sizeof nasty, "cmd:%s %s", NASTY_BOT, ways[member->index]);
    member->status = dm_contestant_new(good, 1, &contestants[DM_WHITE], NULL);
    if (member->status == DM_OK)
        member->status = dm_contestant_new(nasty, 1, &contestants[DM_BLACK], NULL);
    if (member->status == DM_OK)
        member->status = dm_rules_init(4, 1, DM_TIES_NEUTRAL, &rules, NULL);
    for (int game = 0; game < 3 && member->status == DM_OK; game++) {
        member->status = dm_position_new(arena, &rules, &position, NULL);
        if (member->status == DM_OK)
            member->status = dm_match_play(position, contestants, NULL, NULL, &result, NULL);
        member->faults += result.faults[DM_BLACK] + 1000 * result.faults[DM_WHITE];
        dm_position_free(position);
        position = NULL;
    }
    dm_rules_clear(&rules);
    dm_contestant_free(contestants[DM_WHITE]);
    dm_contestant_free(contestants[DM_BLACK]);
    dm_arena_free(arena);
    return NULL;
}

static void eight_matches_at_once(void **state)
{
    (void)state;
    const int64_t faults[] = {0, 12, 12, 12, 12, 12, 0, -1};
    crew_member threads[8];
    int before = open_descriptors();
    for (int i = 0; i < 8; i++) {
        threads[i] = (crew_member){.index = i};
        assert_int_equal(pthread_create(&threads[i].thread, NULL, play_in_thread, &threads[i]), 0);
    }
    for (int i = 0; i < 8; i++) {
        pthread_join(threads[i].thread, NULL);
        assert_int_equal(threads[i].status, DM_OK);
        if (faults[i] >= 0)
            assert_int_equal(threads[i].faults, faults[i]);
    }
    assert_no_children();
    assert_int_equal(open_descriptors(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_of_being_nasty),
        cmocka_unit_test(a_program_that_is_not_there),
        cmocka_unit_test(a_contestant_plays_many_games),
        cmocka_unit_test(programs_that_know_only_one_game),
        cmocka_unit_test(turns_taken_back),
        cmocka_unit_test(a_cancelled_run_ends_the_waiting),
        cmocka_unit_test(other_schedules_are_refused),
        cmocka_unit_test(eight_matches_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
