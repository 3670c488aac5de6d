/* py_ask.c - one question about a board, asked and answered in JSON.
 *
 * The question runs in a thread of its own without the interpreter's lock.  The caller's thread
 * wakes often to look for Ctrl-C and to report progress, so both work however rarely the search
 * itself would.
 */
#include "base/threads.h"
#include "news.h"
#include "py_answer.h"

#include "answer/answer.h"

#include <stdlib.h>
#include <string.h>

static const question *const questions[] = {
#define Q(name, kind, question, size, table, help) &question,
#include "question/known_questions.def"
#undef Q
    &question_tournament, NULL};

static const question *find_question(const char *name)
{
    for (size_t i = 0; questions[i]; i++)
        if (strcmp(questions[i]->name, name) == 0)
            return questions[i];
    return NULL;
}

static const double DEGREE = 1e7; /* units of dm_lonlat */

typedef struct task {
    const question *about;
    const char *request;
    const dm_arena *arena; /* NULL: the question is about something else */
    const char *source;
    news news;
    dm_run *run;
    kept_answer *kept;
    char *text; /* the answer; NULL: there is none */
    dm_status status;
    dm_error err;
} task;

static dm_status open_board(void *context, ask_task *asked, dm_error *err)
{
    const task *t = context;
    (void)err;
    asked->board.source = t->source;
    asked->board.arena = t->arena;
    asked->board.run = t->run;
    return DM_OK;
}

static void answer_task(void *context, int worker)
{
    task *t = context;
    kept_answer *kept = t->kept;
    const ask_front front = {.context = t, .is_local = true, .open = open_board};
    json_error_t why;
    json_t *object = NULL;
    (void)worker;
    kept->request = json_loads(t->request, JSON_DECODE_ANY, &why);
    t->status = kept->request
                    ? ask_answer(&kept->task, t->about, kept->request, &front, &t->err)
                    : answer_fail(&t->err, DM_BAD_INPUT, "the request is no JSON: %s", why.text);
    if (!kept->task.report)
        return;
    dm_status taken = report_take(kept->task.report, &object, &t->err);
    kept->task.report = NULL;
    t->text = object ? report_text(object) : NULL;
    json_decref(object);
    if (!t->text)
        t->status = taken != DM_OK ? taken : answer_fail(&t->err, DM_NO_MEMORY, "out of memory");
}

void wait_for_threads(dmi_threads *threads, dm_run *run, bool (*report_news)(void *context),
                      void *context)
{
    bool is_working = true, is_cancelled = false;
    while (is_working) {
        Py_BEGIN_ALLOW_THREADS is_working = dmi_threads_is_working(threads, WAKE_EVERY);
        Py_END_ALLOW_THREADS if (!is_cancelled && (PyErr_CheckSignals() != 0 ||
                                                   (report_news && !report_news(context))))
        {
            dm_run_cancel(run);
            is_cancelled = true;
        }
    }
}

/* Where the vertices lie that the question added to a map for places by lon and lat: a list of
 * pairs in degrees. */
static PyObject *added_places(const task *t)
{
    const dm_arena *asked = t->kept->task.prepared.arena;
    PyObject *places = PyList_New(0);
    if (!places || !asked || !t->arena || !dm_arena_map(asked))
        return places;
    for (dm_vertex v = dm_arena_vertices(t->arena); v < dm_arena_vertices(asked); v++) {
        dm_lonlat at = dm_vertex_lonlat(asked, v);
        PyObject *place = Py_BuildValue("(dd)", at.lon / DEGREE, at.lat / DEGREE);
        int wrong = place ? PyList_Append(places, place) : -1;
        Py_XDECREF(place);
        if (wrong) {
            Py_DECREF(places);
            return NULL;
        }
    }
    return places;
}

/* The answer with what is kept of it and the places that were added; NULL with an exception, which
 * may have been set before. */
static PyObject *give_kept(const module_state *state, PyObject *arena, task *t)
{
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyObject *places = added_places(t), *kept = wrap_answer(state, arena, t->kept);
    PyObject *both = places && kept ? Py_BuildValue("(OO)", kept, places) : NULL;
    t->kept = NULL;
    Py_XDECREF(places);
    Py_XDECREF(kept);
    if (type) {
        PyErr_Clear();
        PyErr_Restore(type, value, trace);
    } else if (!both) {
        return NULL;
    }
    PyObject *answer = give_answer(state, t->status, t->text, both ? both : Py_None, &t->err);
    Py_XDECREF(both);
    return answer;
}

static dm_status start_task(task *t, double seconds, dmi_threads **threads)
{
    dm_status status = dm_run_new(&t->run, &t->err);
    if (status == DM_OK && seconds >= 0)
        dm_run_set_deadline(t->run, seconds);
    if (status == DM_OK)
        news_follow(&t->news, t->run);
    if (status == DM_OK && !(t->kept = kept_new()))
        return DM_NO_MEMORY;
    return status == DM_OK ? dmi_threads_new(1, answer_task, t, threads, &t->err) : status;
}

/* The word for the values of a field: how Python writes them as JSON, and their type in the stub.
 */
static const char *type_word(const question_field *f)
{
    switch (f->type) {
    case Q_FLAG:
        return "flag";
    case Q_COUNT:
    case Q_SIZE:
    case Q_SEED:
        return "count";
    case Q_SECONDS:
    case Q_REAL:
        return "number";
    case Q_METRES:
    case Q_DECIMAL:
        return "decimal";
    case Q_VERTICES:
    case Q_SITES:
        return "sites";
    case Q_PLACES:
        return "places";
    case Q_TABLE:
        return "values";
    case Q_LIST:
        return "list";
    case Q_OBJECT:
        return "object";
    case Q_ANY:
        return "any";
    case Q_CHOICE:
    case Q_STREETS:
    case Q_TEXT:
    case Q_PLAYER:
    case Q_FILE:
    case Q_FILES:
    case Q_PICTURE:
        break;
    }
    return "text";
}

static bool add_fields(PyObject *list, const question *about, const question_field *table)
{
    for (const question_field *f = table; f && f->name; f++) {
        char otherwise[64], choices[512] = "";
        if (!question_in_json(about, f, true))
            continue;
        question_default(f, otherwise, sizeof otherwise);
        if (f->choices)
            question_choices(f, choices, sizeof choices);
        PyObject *row =
            Py_BuildValue("(ssOsss)", f->name, type_word(f), f->required ? Py_True : Py_False,
                          otherwise, choices, f->json_help ? f->json_help : f->help);
        bool good = row && PyList_Append(list, row) == 0;
        Py_XDECREF(row);
        if (!good)
            return false;
    }
    return true;
}

PyObject *list_fields(PyObject *module, PyObject *args)
{
    const char *name;
    (void)module;
    if (!PyArg_ParseTuple(args, "s:fields", &name))
        return NULL;
    const question *about = find_question(name);
    if (!about)
        return PyErr_Format(PyExc_ValueError, "no question is called %s", name);
    PyObject *list = PyList_New(0);
    if (list &&
        (!add_fields(list, about, about->fields) || !add_fields(list, about, question_common)))
        Py_CLEAR(list);
    return list;
}

PyObject *list_choices(PyObject *module, PyObject *args)
{
    const char *name;
    char choices[512];
    (void)module;
    if (!PyArg_ParseTuple(args, "s:choices", &name))
        return NULL;
    const question_field *f = question_find(question_common, name, strlen(name));
    if (!f || !f->choices)
        return PyErr_Format(PyExc_ValueError, "no choice is called %s", name);
    question_choices(f, choices, sizeof choices);
    return PyUnicode_FromString(choices);
}

PyObject *ask(PyObject *module, PyObject *args)
{
    const module_state *state = PyModule_GetState(module);
    const char *name, *request, *source;
    PyObject *arena, *progress;
    double seconds;
    if (!PyArg_ParseTuple(args, "ssOsdO:ask", &name, &request, &arena, &source, &seconds,
                          &progress))
        return NULL;
    if (arena != Py_None && !PyObject_TypeCheck(arena, state->arena))
        return PyErr_Format(PyExc_TypeError, "expected an Arena, not %R", Py_TYPE(arena));
    task t = {.about = find_question(name), .request = request, .source = source};
    if (!t.about)
        return PyErr_Format(PyExc_ValueError, "no question is called %s", name);
    const question_field *named = question_find(question_common, "arena", strlen("arena"));
    if (arena == Py_None && question_reads(t.about, named) && !(t.about->common & Q_MAYBE))
        return PyErr_Format(PyExc_TypeError, "%s needs an Arena", name);
    t.arena = arena != Py_None ? ((arena_object *)arena)->arena : NULL;
    news_init(&t.news, progress);
    dmi_threads *threads = NULL;
    PyObject *answer = NULL;
    dm_status status = start_task(&t, seconds, &threads);
    if (status == DM_OK) {
        wait_for_threads(threads, t.run, news_report, &t.news);
        dmi_threads_free(threads);
        answer = give_kept(state, arena, &t);
    } else {
        raise_status(state, status, &t.err);
    }
    kept_free(t.kept);
    free(t.text);
    dm_run_free(t.run);
    news_clear(&t.news);
    return answer;
}
