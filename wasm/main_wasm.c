/* main_wasm.c - the engine as a WebAssembly module: the server's API without a server.
 *
 * engine.js asks as over HTTP: a method, a path and a body give a status and a body.  There are no
 * threads: a job that was started waits until engine_work() does it, which meanwhile tells the page
 * of its progress and asks it whether to stop, through the two functions that the module imports.
 */
#include "server/api.h"
#include "server/call.h"

#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(declaration)                                                                        \
    declaration;                                                                                   \
    EMSCRIPTEN_KEEPALIVE declaration
/* Imported from engine.js.  A job's event is the JSON that the server sends. */
void page_event(const char *id, bool is_over, const char *text, size_t size);
bool page_cancelled(const char *id);

static api *engine;
static http_answer answer;

static void tell(const char *id, bool is_over)
{
    char *text = jobs_describe(engine->jobs, id);
    if (text)
        page_event(id, is_over, text, strlen(text));
    free(text);
}

static api_settings settings_of_page(void)
{
    api_settings s = api_defaults();
    s.jobs.workers[JOB_SHORT] = s.jobs.workers[JOB_LONG] = 0;
    s.jobs.seconds = 3600; /* the page's Cancel comes first */
    s.job_threads = 1;
    return s;
}

/* 0: all is well; otherwise the answer has the error. */
EXPORT(int engine_begin(void))
{
    const api_settings settings = settings_of_page();
    dm_error err = {0};
    if (api_new(&settings, &engine, &err) != DM_OK) {
        http_refuse(&answer, 503, err.message);
        return 1;
    }
    jobs_set_watch(engine->jobs, &(jobs_watch){tell, page_cancelled});
    return 0;
}

/* Room for what the page sends; engine_free() gives it back.  NULL: out of memory. */
EXPORT(void *engine_alloc(size_t size))
{
    return malloc(size);
}

EXPORT(void engine_free(void *memory))
{
    free(memory);
}

/* Gives the status.  `body` has `size` bytes and then a zero. */
EXPORT(int engine_ask(const char *method, const char *path, const char *body, size_t size))
{
    free(answer.body);
    answer = (http_answer){0};
    api_answer(engine, &(http_ask){method, path, body, size}, &answer);
    if (answer.flow.next) {
        answer.flow.drop(answer.flow.state);
        http_refuse(&answer, 501, "events come by themselves here");
    }
    return answer.status;
}

EXPORT(const char *engine_answer(void))
{
    return answer.body;
}

EXPORT(size_t engine_answer_size(void))
{
    return answer.size;
}

/* Does the next job; false: none waits. */
EXPORT(bool engine_work(void))
{
    return jobs_work(engine->jobs);
}
