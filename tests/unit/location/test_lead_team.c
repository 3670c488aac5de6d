/* test_lead_team.c - leads searched by several processes, and their checkpoints. */
#include "check/dominance.h"
#include "check/oneround.h"
#include "support/any_distances.h"
#include "support/folder.h"
#include "support/lead_team.h"
#include "support/oneround.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Asks one question of a team. */
static team_question ask(int size, const dm_arena *arena, const dm_lead_request *request,
                         dm_run *run, dm_run *member_run)
{
    team_question q = {.arena = arena, .request = *request, .run = run};
    team_ask(size, &q, 1, member_run);
    return q;
}

static dm_lead *alone(const dm_arena *arena, const dm_lead_request *request)
{
    dm_lead *lead = NULL;
    assert_int_equal(dm_lead_new(arena, request, NULL, &lead, NULL), DM_OK);
    return lead;
}

static void check_same(const team_question *q, const dm_lead *lead)
{
    if (q->status != DM_OK)
        fail_msg("%d: %s", (int)q->status, q->err.message);
    assert_true(q->lead->proven);
    assert_int_equal(q->lead->value.whole, lead->value.whole);
    assert_int_equal(q->lead->lower.whole, lead->lower.whole);
    assert_int_equal(q->lead->upper.whole, lead->upper.whole);
    assert_int_equal(q->lead->count, lead->count);
    assert_int_equal(q->lead->reply, lead->reply);
}

static dm_lead_request question(int32_t count)
{
    return (dm_lead_request){.terms.ties = DM_TIES_WHITE,
                             .count = count,
                             .reply = count,
                             .method = DM_LEAD_EXACT,
                             .threads = 1};
}

static void a_team_is_brute_force(void **state)
{
    dm_rng rng;
    (void)state;
    dm_rng_init(&rng, 41);
    for (int i = 0; i < (run_long() ? 600 : 60); i++) {
        dm_vertex n = 5 + (dm_vertex)dm_rng_below(&rng, 6);
        dm_arena *arena = random_distances(&rng, n);
        dm_lead_request r = question(1 + (int32_t)dm_rng_below(&rng, 2));
        r.terms.ties = (dm_tie_rule)dm_rng_below(&rng, 4);
        r.threads = 1 + (int)dm_rng_below(&rng, 2);
        int64_t *distances = check_distances(arena);
        check_best best = check_leads(arena, distances, &r);
        team_question q = ask(1 + (int)dm_rng_below(&rng, 5), arena, &r, NULL, NULL);
        assert_int_equal(q.status, DM_OK);
        assert_true(q.lead->proven);
        assert_int_equal(q.lead->value.whole, best.value);
        dm_lead_free(q.lead);
        check_best_clear(&best);
        free(distances);
        dm_arena_free(arena);
    }
}

static void teams_of_all_sizes_search_the_same_tree(void **state)
{
    dm_arena *arena = family_board("torus:6x6", 1);
    dm_lead_request r = question(5);
    r.reply = 3;
    dm_lead *lead = alone(arena, &r);
    (void)state;
    assert_true(lead->nodes > 100); /* enough to be split */
    for (int size = 1; size <= 5; size += run_long() ? 1 : 2) {
        r.threads = size == 1 ? 5 : size == 3 ? 2 : 1;
        team_question q = ask(size, arena, &r, NULL, NULL);
        check_same(&q, lead);
        assert_int_equal(q.lead->nodes, lead->nodes);
        dm_lead_free(q.lead);
    }
    dm_lead_free(lead);
    dm_arena_free(arena);
}

static void one_team_answers_many_questions(void **state)
{
    static const char *const source[] = {"grid:4x5", "path:9", "euclid:40", "petersen"};
    team_question q[4];
    (void)state;
    for (int i = 0; i < 4; i++)
        q[i] = (team_question){.arena = family_board(source[i], 1), .request = question(2 + i % 2)};
    q[1].request.count = 5; /* refused: too many */
    q[1].request.reply = 5;
    team_ask(3, q, 4, NULL);
    assert_int_equal(q[1].status, DM_TOO_LARGE);
    for (int i = 0; i < 4; i++) {
        if (i != 1) {
            dm_lead *lead = alone(q[i].arena, &(dm_lead_request){.terms = q[i].request.terms,
                                                                 .count = q[i].request.count,
                                                                 .reply = q[i].request.reply});
            check_same(&q[i], lead);
            dm_lead_free(lead);
        }
        dm_lead_free(q[i].lead);
        dm_arena_free((dm_arena *)q[i].arena);
    }
}

static dm_run *run_of(double seconds, bool cancelled)
{
    dm_run *run = NULL;
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    if (seconds >= 0)
        dm_run_set_deadline(run, seconds);
    if (cancelled)
        dm_run_cancel(run);
    return run;
}

/* Whatever was found holds: the known value is within the bounds. */
static void check_bounds(const team_question *q, int64_t value)
{
    assert_true(q->status == DM_STOPPED || q->status == DM_OK);
    assert_non_null(q->lead);
    assert_true(q->lead->lower.whole <= value && value <= q->lead->upper.whole);
    assert_true(q->lead->value.whole >= q->lead->lower.whole);
}

static void a_stopped_team_has_true_bounds(void **state)
{
    dm_arena *arena = family_board("euclid:70", 1);
    dm_lead_request r = question(7);
    dm_lead *lead = alone(arena, &r);
    (void)state;
    for (int i = 0; i < 6; i++) {
        dm_run *run = run_of(0.02 * i * i, false);
        team_question q = ask(3, arena, &r, run, NULL);
        check_bounds(&q, lead->value.whole);
        dm_lead_free(q.lead);
        dm_run_free(run);
    }
    dm_run *cancelled = run_of(-1, true); /* a signal reached the other ranks alone */
    team_question q = ask(3, arena, &r, NULL, cancelled);
    check_bounds(&q, lead->value.whole); /* DM_OK only if rank 0 was done before it heard of it */
    dm_lead_free(q.lead);
    dm_run_free(cancelled);
    dm_lead_free(lead);
    dm_arena_free(arena);
}

/* A file in the folder of the tests, which does not exist. */
static const char *fresh_path(void)
{
    static char path[600];
    snprintf(path, sizeof path, "%s/state", folder);
    unlink(path);
    return path;
}

static void a_checkpoint_goes_on_with_another_team(void **state)
{
    dm_arena *arena = family_board("euclid:70", 1);
    dm_lead_request r = question(7);
    dm_lead *lead = alone(arena, &r);
    int64_t nodes = 0;
    int rounds = 0;
    (void)state;
    r.checkpoint = fresh_path();
    for (bool done = false; !done; rounds++) {
        assert_true(rounds < 200);
        dm_run *run = run_of(rounds < 20 ? 0.15 : 5, false); /* a busy machine needs more */
        r.threads = 1 + rounds % 2;
        team_question q = ask(1 + rounds % 4, arena, &r, run, NULL);
        check_bounds(&q, lead->value.whole);
        assert_true(q.lead->nodes >= nodes || q.lead->nodes == 0); /* 0: stopped before it began */
        nodes = q.lead->nodes > 0 ? q.lead->nodes : nodes;
        done = q.status == DM_OK;
        if (done)
            check_same(&q, lead);
        dm_lead_free(q.lead);
        dm_run_free(run);
    }
    team_question q = ask(2, arena, &r, NULL, NULL); /* of a finished search */
    check_same(&q, lead);
    assert_int_equal(q.lead->nodes, nodes);
    dm_lead_free(q.lead);
    dm_lead_free(lead);
    dm_arena_free(arena);
}

/* Writes `bytes` to a file. */
static void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static size_t read_bytes(const char *path, unsigned char *out, size_t room)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(out, 1, room, file);
    fclose(file);
    return size;
}

/* The question must fail with this status and these words, and leave the file as it is. */
static void refuse(int size, const dm_arena *arena, const dm_lead_request *r, dm_status expected,
                   const char *words)
{
    static unsigned char before[1 << 20], after[1 << 20];
    size_t length = read_bytes(r->checkpoint, before, sizeof before);
    team_question q = ask(size, arena, r, NULL, NULL);
    assert_int_equal(q.status, expected);
    assert_null(q.lead);
    assert_non_null(strstr(q.err.message, words));
    assert_non_null(strstr(q.err.message, r->checkpoint));
    assert_int_equal(read_bytes(r->checkpoint, after, sizeof after), length);
    assert_memory_equal(before, after, length);
}

static void a_foreign_checkpoint_is_refused(void **state)
{
    dm_arena *arena = family_board("euclid:30", 1), *other = family_board("euclid:30", 2);
    dm_lead_request r = question(3);
    (void)state;
    r.checkpoint = fresh_path();
    team_question q = ask(2, arena, &r, NULL, NULL);
    assert_int_equal(q.status, DM_OK);
    dm_lead_free(q.lead);
    refuse(2, other, &r, DM_BAD_INPUT, "another question");
    r.terms.ties = DM_TIES_BLACK;
    refuse(1, arena, &r, DM_BAD_INPUT, "another question");
    r = question(3);
    r.checkpoint = fresh_path();
    r.reply = 2;
    write_bytes(r.checkpoint, "no checkpoint at all", 20);
    refuse(2, arena, &r, DM_BAD_INPUT, "not a checkpoint");
    write_bytes(r.checkpoint, "", 0);
    refuse(1, arena, &r, DM_BAD_INPUT, "not a checkpoint");
    dm_arena_free(arena);
    dm_arena_free(other);
}

static void a_damaged_checkpoint_is_refused(void **state)
{
    static unsigned char bytes[1 << 20];
    dm_arena *arena = family_board("euclid:30", 1);
    dm_lead_request r = question(3);
    dm_rng rng;
    (void)state;
    r.checkpoint = fresh_path();
    team_question q = ask(1, arena, &r, NULL, NULL);
    dm_lead_free(q.lead);
    size_t size = read_bytes(r.checkpoint, bytes, sizeof bytes);
    dm_rng_init(&rng, 5);
    for (int i = 0; i < 60; i++) {
        size_t at = 16 + (size_t)dm_rng_below(&rng, size - 16);
        bytes[at] ^= (unsigned char)(1u << dm_rng_below(&rng, 8));
        write_bytes(r.checkpoint, bytes, size);
        refuse(1 + i % 2, arena, &r, DM_BAD_INPUT, "damaged");
        read_bytes(r.checkpoint, bytes, sizeof bytes);
        size_t kept = (size_t)dm_rng_below(&rng, size);
        write_bytes(r.checkpoint, bytes, kept);
        refuse(1, arena, &r, DM_BAD_INPUT, kept < 16 ? "not a checkpoint" : "damaged");
    }
    dm_arena_free(arena);
}

static void a_checkpoint_that_cannot_be_written_fails(void **state)
{
    dm_arena *arena = family_board("euclid:30", 1);
    dm_lead_request r = question(3);
    (void)state;
    for (int size = 1; size <= 3; size += 2) {
        r.checkpoint = "/nowhere/at/all";
        team_question q = ask(size, arena, &r, NULL, NULL);
        assert_int_equal(q.status, DM_IO);
        assert_null(q.lead);
        r.checkpoint = "/dev/full";
        q = ask(size, arena, &r, NULL, NULL);
        assert_int_equal(q.status, DM_BAD_INPUT);
        assert_null(q.lead);
    }
    dm_arena_free(arena);
}

static int remove_folder(void **state)
{
    (void)state;
    fresh_path();
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_team_is_brute_force),
        cmocka_unit_test(teams_of_all_sizes_search_the_same_tree),
        cmocka_unit_test(one_team_answers_many_questions),
        cmocka_unit_test(a_stopped_team_has_true_bounds),
        cmocka_unit_test(a_checkpoint_goes_on_with_another_team),
        cmocka_unit_test(a_foreign_checkpoint_is_refused),
        cmocka_unit_test(a_damaged_checkpoint_is_refused),
        cmocka_unit_test(a_checkpoint_that_cannot_be_written_fails),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
