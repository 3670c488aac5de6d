/* test_fault_api.c - memory runs out while the server answers: it reports that, or answers in full.
 *
 * First requests are sent as text while jansson has memory of its own, because its parser does not
 * survive a failure; then they are sent parsed, and jansson's memory fails too.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "fault/wrap.h"
#include "server/call.h"
#include "support/support.h"
#include <demesne/tournament.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/demesne-fault-XXXXXX";
static char db_path[80]; /* the results of a tournament */

#define LEVEL                                                                                      \
    "\"level\":{\"vertices\":[{},{}],\"edges\":[[0,1,2]],\"sites\":[{\"player\":\"red\","          \
    "\"vertex\":0},{\"player\":\"blue\",\"vertex\":1}],\"me\":\"red\"}"

static const struct request_case {
    const char *method, *name, *body;
} questions[] = {
    {"GET", "info", "{}"},
    {"POST", "board", "{\"text\":\"0 1 2.5\\n1 2\\n\"}"},
    {"POST", "arena", "{\"arena\":\"grid:2x3\",\"drawing\":true}"},
    {"POST", "score",
     "{\"arena\":\"path:4\",\"values\":[1,2,3,4],\"white\":[0],\"black\":[3],\"distances\":true}"},
    {"POST", "tries", "{\"arena\":\"path:4\",\"stones\":[[\"white\",0]],\"side\":\"black\"}"},
    {"POST", "game", "{\"arena\":\"path:5\",\"rounds\":2,\"moves\":[[2],[1]]}"},
    {"POST", "game",
     "{\"record\":{\"demesne\":\"game\",\"version\":1,\"arena\":\"path:5\",\"seed\":1,"
     "\"fingerprint\":\"da83f61a1fb36e3d\",\"ties\":\"neutral\",\"turns\":[[\"white\",1],["
     "\"black\",1]],"
     "\"players\":{\"white\":\"a\",\"black\":\"b\"},\"moves\":[[0],[1]],\"result\":{\"white_"
     "score\":1,\"black_score\":4,\"tied\":0,\"unreached\":0}}}"},
    {"POST", "check",
     "{\"arena\":\"path:4\",\"rounds\":1,\"players\":[\"human\",\"solver\",\"nosuch\"]}"},
    {"POST", "draw", "{\"arena\":\"path:3\",\"white\":[0],\"black\":[2],\"caption\":\"two\"}"},
    {"POST", "draw", "{\"arena\":\"path:2\",\"format\":\"png\",\"width\":40}"},
    {"GET", "lines/levels", "{}"},
    {"POST", "lines/score", "{" LEVEL ",\"stretches\":true,\"made\":true,\"svg\":true}"},
    {"POST", "lines/apply", "{" LEVEL ",\"op\":\"cut\",\"move\":{\"edge\":0,\"at\":\"1/3\"}}"},
    {"GET", "interval/players", "{}"},
    {"POST", "interval/play", "{\"arena\":\"circle\",\"stones\":2,\"moves\":\"0,1/2\"}"},
    {"GET", "contest", "{}"},
    {"POST", "contest/event", "{\"event\":1}"},
    {"POST", "contest/games", "{\"pairing\":1,\"count\":2}"},
    {"POST", "contest/game", "{\"pairing\":1,\"number\":1}"},
    {"JOB", "solve", "{\"arena\":\"path:5\",\"rounds\":2,\"moves\":true}"},
    {"JOB", "reply",
     "{\"arena\":\"path:5\",\"white\":[2],\"count\":1,\"all\":true,\"forbid\":[0]}"},
    {"JOB", "lead", "{\"arena\":\"path:4\",\"count\":1}"},
    {"JOB", "fit",
     "{\"arena\":\"path:5\",\"sites\":[{\"vertex\":0,\"label\":\"x\"},4],\"customers\":[1,3],"
     "\"radius\":\"4\",\"observed\":[{\"customer\":\"1\",\"site\":\"x\",\"count\":2},{"
     "\"customer\":1,\"site\":4,\"count\":1},{\"customer\":3,\"site\":\"x\",\"count\":1},{"
     "\"customer\":3,\"site\":4,\"count\":3}]}"},
    {"JOB", "market",
     "{\"arena\":\"path:5\",\"white\":[{\"vertex\":0,\"brand\":\"A\",\"phone\":1}],\"black\":[4],"
     "\"customers\":[{\"vertex\":2,\"demand\":\"1.5\",\"label\":\"x\"},3],\"scenarios\":[{\"name\":"
     "\"a\",\"ask\":\"reply\",\"budget\":2.5,\"candidates\":[{\"vertex\":1,\"cost\":2}]},{\"name\":"
     "\"b\",\"ask\":\"score\",\"rule\":{\"ties\":\"white\",\"radius\":1}}]}"},
    {"POST", "score",
     "{\"arena\":\"town:4\",\"white\":[{\"lon\":-20.0000,\"lat\":39.9990,\"label\":\"x\"}],"
     "\"customers\":[{\"lon\":-19.9994,\"lat\":39.9988}]}"},
    {"JOB", "market",
     "{\"arena\":\"town:4\",\"white\":[{\"lon\":-20.0000,\"lat\":39.9990}],\"scenarios\":["
     "{\"name\":"
     "\"a\",\"ask\":\"reply\",\"count\":1,\"candidates\":[{\"lon\":-19.9994,\"lat\":39.9988}]}]}"},
    {"JOB", "market",
     "{\"arena\":\"path:5\",\"us\":[0],\"them\":[4],\"names\":{\"us\":\"A\"},\"scenarios\":[{"
     "\"name\":"
     "\"a\",\"ask\":\"rival-lead\",\"reply\":1},{\"name\":\"b\",\"ask\":\"lead\",\"count\":1,"
     "\"ties\":"
     "\"earlier\"}]}"},
    {"JOB", "market",
     "{\"arena\":\"path:5\",\"white\":[0],\"black\":[4],\"scenarios\":[{\"name\":\"a\",\"ask\":"
     "\"lead\","
     "\"count\":1,\"white\":[4],\"black\":[0]}]}"},
    {"POST", "score",
     "{\"arena\":\"path:4\",\"white\":[0],\"demand\":\"d\",\"customers\":[{\"vertex\":1,\"d\":2,"
     "\"x\":"
     "3}]}"},
    {"POST", "score",
     "{\"arena\":\"path:4\",\"white\":[0],\"customers\":[{\"vertex\":1,\"x\":3}]}"},
    {"POST", "streets", "{\"arena\":\"town:4\"}"},
    {"JOB", "map",
     "{\"text\":\"<osm><node id='1' lat='43' lon='7'/><node id='2' lat='44' lon='7'/><way "
     "id='9'><nd "
     "ref='1'/><nd ref='2'/><tag k='highway' v='primary'/></way></osm>\",\"name\":\"a.osm\"}"},
    {"POST", "score", "{\"arena\":\"town:4\",\"white\":[0],\"black\":[3],\"write\":\"geojson\"}"},
    {"POST", "score", "{\"arena\":\"town:4\",\"white\":[0],\"black\":[3],\"write\":\"csv\"}"},
    {"POST", "score", "{\"arena\":\"path:3\",\"white\":[0],\"black\":[2],\"write\":\"svg\"}"},
    {"JOB", "move", "{\"arena\":\"path:4\",\"rounds\":1,\"moves\":[[1]],\"player\":\"greedy\"}"},
    {"JOB", "values",
     "{\"arena\":\"path:4\",\"rounds\":1,\"moves\":[[1]],\"player\":\"monte-carlo:playouts=4\"}"},
    {"JOB", "lines/best", "{" LEVEL ",\"op\":\"cut\"}"},
    {"JOB", "lines/odds", "{" LEVEL ",\"op\":\"cut\"}"},
    {"JOB", "lines/lead", "{" LEVEL "}"},
    {"JOB", "lines/duel", "{" LEVEL ",\"rounds\":1}"},
    {"JOB", "lines/generate", "{\"kind\":\"tree\",\"vertices\":3,\"op\":\"cut\"}"},
    {"JOB", "interval/attack",
     "{\"arena\":\"circle\",\"stones\":2,\"red\":\"keypoint\",\"grid\":\"keys\"}"},
    {"JOB", "review", "{\"arena\":\"path:4\",\"rounds\":1,\"moves\":[[1],[2]]}"},
};
enum { QUESTIONS = (int)(sizeof questions / sizeof *questions) };

static const struct request_case *asked;
static json_t *with;   /* its body */
static char *expected; /* its answer, without the time */

/* Removes measured times. */
static void settle(char *text, const char *key)
{
    char *at = strstr(text, key);
    if (!at)
        return;
    at += strlen(key);
    size_t size = strcspn(at, ",}");
    memmove(at, at + size, strlen(at + size) + 1);
}

/* An answer must be complete. */
static void check(char *text)
{
    settle(text, "\"seconds\":");
    settle(text, "\"thought\":");
    char *notes = strstr(text, ",\"notes\":[");
    if (notes) /* they may be lost; they come last */
        memcpy(notes, "}", 2);
    if (!expected)
        expected = strdup(text);
    assert_string_equal(text, expected);
}

static api_settings small(void)
{
    api_settings settings = api_defaults();
    settings.jobs.workers[JOB_SHORT] = settings.jobs.workers[JOB_LONG] = 1;
    settings.job_memory = 1 << 20;
    settings.db = strncmp(asked->name, "contest", 7) == 0 ? db_path : NULL;
    return settings;
}

static dm_status request(dm_error *err)
{
    const api_settings settings = small();
    api *a = NULL;
    http_answer answer = {0};
    char path[64];
    dm_status status = api_new(&settings, &a, err);
    if (status != DM_OK)
        return status;
    snprintf(path, sizeof path, "/api/%s", asked->name);
    api_answer(a, &(http_ask){asked->method, path, asked->body, strlen(asked->body)}, &answer);
    if (answer.status == 200)
        check(answer.body);
    else
        status = answer_fail(err, DM_NO_MEMORY, "refused with %d", answer.status);
    free(answer.body);
    api_free(a);
    return status;
}

static dm_status call_it(dm_error *err)
{
    const api_settings settings = small();
    api *a = NULL;
    json_t *result = NULL;
    dm_run *run = NULL;
    dm_status status = api_new(&settings, &a, err);
    if (status == DM_OK)
        status = dm_run_new(&run, err);
    if (status == DM_OK)
        status = call_object(a, api_endpoint(asked->name), with, run, &result, err);
    char *text = status == DM_OK ? report_text(result) : NULL;
    if (text)
        check(text);
    else if (status == DM_OK)
        status = answer_fail(err, DM_NO_MEMORY, "no memory for the text");
    free(text);
    json_decref(result);
    dm_run_free(run);
    api_free(a);
    return status;
}

/* What starts and ends every request fails with the first one only. */
static void sweep(fault_path *path, int index)
{
    static fault_path *before;
    int places = path == before ? FAULT_KNOWN_PLACES : 0;
    before = path;
    asked = &questions[index];
    with = json_loads(asked->body, 0, NULL);
    expected = NULL;
    dm_error err = {0};
    assert_ok(path(&err), err);
    fault_sweep(path, FAULT_ANY_ERROR | FAULT_COPES | places);
    free(expected);
    json_decref(with);
}

static void requests(void **state)
{
    (void)state;
    for (int i = 0; i < QUESTIONS; i++)
        if (strcmp(questions[i].method, "JOB") != 0)
            sweep(request, i);
}

static void calls(void **state)
{
    (void)state;
    json_set_alloc_funcs(malloc, free);
    for (int i = 1; i < QUESTIONS; i++) /* info is long and much like the other lists */
        sweep(call_it, i);
}

/* Stores two games. */
static int set_up(void **state)
{
    static const char *const players[] = {"greedy", "random"};
    const dm_tournament_plan plan = {.arena = "gnp:9,0.4",
                                     .seed = 1,
                                     .rounds = 1,
                                     .per_turn = 1,
                                     .players = players,
                                     .player_count = 2,
                                     .games = 2};
    dm_tournament *t = NULL;
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(db_path, sizeof db_path, "%s/a.db", folder);
    dm_status status = dm_tournament_open(db_path, &plan, &t, NULL);
    if (status == DM_OK)
        status = dm_tournament_run(t, 1, NULL, NULL);
    dm_tournament_close(t);
    return status == DM_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(db_path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(requests), cmocka_unit_test(calls)};
    return cmocka_run_group_tests_name("fault_api", tests, set_up, tear_down);
}
