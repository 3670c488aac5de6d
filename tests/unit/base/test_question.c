/* test_question.c - the tables of the questions: words and JSON are read alike, and a message uses
 * the asker's own names for fields. */
#include "question/questions.h"
#include "server/call.h"
#include "support/support.h"
#include <stdlib.h>
#include <string.h>

typedef void field_fn(const question *about, const question_field *field);

/* Calls `each` for the fields that JSON may have, of all endpoints. */
static void each_field(field_fn *each)
{
    int count;
    const call_endpoint *endpoints = api_endpoints(&count);
    assert_true(count > 20);
    for (int i = 0; i < count; i++) {
        const question_field *tables[] = {question_common, endpoints[i].about->fields};
        for (int t = 0; t < 2; t++)
            for (const question_field *f = tables[t]; f && f->name; f++)
                if (question_in_json(endpoints[i].about, f, false))
                    each(endpoints[i].about, f);
    }
}

static void check_row(const question *about, const question_field *f)
{
    (void)about;
    assert_non_null(f->help);
    assert_true(strlen(f->help) > 0 && f->help[strlen(f->help) - 1] != '.');
    assert_int_equal(strspn(f->name, "abcdefghijklmnopqrstuvwxyz_"), strlen(f->name));
    assert_true((f->type == Q_CHOICE) == (f->choices != NULL));
    assert_true(f->high == 0 || f->low <= f->high);
    if (f->standard && f->standard != -1 &&
        (f->type == Q_COUNT || f->type == Q_SIZE)) /* -1: none */
        assert_true(f->standard >= f->low && (!f->high || f->standard <= f->high));
}

static void rows_are_complete(void **state)
{
    (void)state;
    each_field(check_row);
}

/* The status of an object with one field. */
static dm_status read_one(const question *about, const char *name, json_t *value, dm_error *err)
{
    asking a;
    json_t *object = json_pack("{s:o}", name, value);
    assert_int_equal(ask_begin(&a, about, false, err), DM_OK);
    dm_status status = ask_read_json(&a, object, err);
    ask_clear(&a);
    json_decref(object);
    return status;
}

/* No field takes this: a list with an object for numbers, a number for the others. */
static void refuse_wrong_type(const question *about, const question_field *f)
{
    if (f->type == Q_ANY)
        return;
    bool is_number = f->type == Q_COUNT || f->type == Q_SIZE || f->type == Q_SEED ||
                     f->type == Q_SECONDS || f->type == Q_REAL || f->type == Q_DECIMAL ||
                     f->type == Q_METRES;
    dm_error err = {0};
    json_t *wrong = is_number ? json_pack("[{}]") : json_integer(-7);
    assert_int_equal(read_one(about, f->name, wrong, &err), DM_BAD_INPUT);
    char quoted[64];
    snprintf(quoted, sizeof quoted, "'%s'", f->name);
    assert_non_null(strstr(err.message, quoted));
    assert_non_null(strstr(err.message, "expected"));
    assert_null(strstr(err.message, "--"));
}

static void wrong_types_are_named_as_in_json(void **state)
{
    (void)state;
    each_field(refuse_wrong_type);
}

static void unknown_fields_suggest_near_ones(void **state)
{
    dm_error err = {0};
    (void)state;
    assert_int_equal(read_one(&question_solve, "ronds", json_integer(2), &err), DM_BAD_INPUT);
    assert_string_equal(err.message, "there is no field 'ronds' here; did you mean 'rounds'?");
    assert_int_equal(read_one(&question_solve, "certificate", json_string("x"), &err),
                     DM_BAD_INPUT); /* files belong to the command line */
    assert_non_null(strstr(err.message, "there is no field 'certificate'"));
}

static dm_status read_words(asking *a, const question *about, int argc, char **argv, dm_error *err)
{
    char *operands[16];
    int count = 0;
    const question_words words = {
        .command = about->name, .argc = argc, .argv = argv, .most_operands = 1, .usage = ""};
    assert_true(argc <= 16);
    assert_int_equal(ask_begin(a, about, true, err), DM_OK);
    return ask_read_words(a, &words, operands, &count, err);
}

static void words_and_json_fill_the_same_struct(void **state)
{
    char *argv[] = {"grid:4x4", "--rounds", "3",      "--per-turn=2", "--to-move",
                    "black",    "--moves",  "--ties", "white",        "--seed",
                    "9",        "--time",   "1.5"};
    json_t *object = json_pack("{s:s, s:i, s:i, s:s, s:b, s:s, s:i, s:f}", "arena", "grid:4x4",
                               "rounds", 3, "per_turn", 2, "to_move", "black", "moves", 1, "ties",
                               "white", "seed", 9, "time", 1.5);
    asking words, fields;
    dm_error err = {0};
    (void)state;
    assert_ok(read_words(&words, &question_solve, sizeof argv / sizeof *argv, argv, &err), err);
    assert_ok(ask_begin(&fields, &question_solve, false, &err), err);
    assert_ok(ask_read_json(&fields, object, &err), err);
    assert_memory_equal(words.own, fields.own, sizeof(solve_fields));
    assert_string_equal(words.arena, fields.arena);
    assert_int_equal(words.ties, fields.ties);
    assert_int_equal(words.seed, fields.seed);
    assert_true(words.time == fields.time && words.threads == fields.threads);
    ask_clear(&words);
    ask_clear(&fields);
    json_decref(object);
}

/* A formula and a certificate are files on a command line and texts in JSON. */
static void files_become_texts(void **state)
{
    static const question *const abouts[] = {&question_reduce_sat, &question_reduce_dnf,
                                             &question_verify};
    (void)state;
    for (size_t i = 0; i < sizeof abouts / sizeof *abouts; i++) {
        dm_error err = {0};
        char missing[64];
        const char *text = i < 2 ? "formula" : "certificate";
        snprintf(missing, sizeof missing, "the field '%s' is missing", text);
        assert_int_equal(read_one(abouts[i], "file", json_string("x"), &err), DM_BAD_INPUT);
        assert_non_null(strstr(err.message, "there is no field 'file'"));
        assert_int_equal(read_one(abouts[i], text, json_null(), &err), DM_BAD_INPUT);
        assert_string_equal(err.message, missing);
        assert_ok(read_one(abouts[i], text, json_string("x"), &err), err);
    }
}

static void words_are_read_strictly(void **state)
{
    static const struct {
        const char *words[6], *message;
    } cases[] = {
        {{"--rounds", "2"}, "solve: ARENA is missing"},
        {{"path:5"}, "solve: --rounds N is missing"},
        {{"path:5", "--rounds", "0"}, "--rounds 0: expected a whole number from 1 to 2147483647"},
        {{"path:5", "--rounds", "2", "--rounds", "2"}, "--rounds is given twice"},
        {{"path:5", "--per_turn", "2"}, "solve has no option --per_turn; did you mean --per-turn?"},
        {{"path:5", "path:6", "--rounds", "2"}, "solve: unexpected word 'path:6'"},
        {{"path:5", "--moves=yes"}, "--moves takes no value"},
        {{"path:5", "--rounds"}, "--rounds needs a value: --rounds N"},
        {{"path:5", "--to-move", "whit"},
         "--to-move whit: expected one of white|black; did you mean white?"},
        {{"path:5", "--stones", "0"},
         "solve has no option --stones; 'demesne solve -h' lists them"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *argv[6];
        int argc = 0;
        for (; argc < 6 && cases[i].words[argc]; argc++)
            argv[argc] = (char *)(uintptr_t)cases[i].words[argc];
        asking a;
        dm_error err = {0};
        assert_int_not_equal(read_words(&a, &question_solve, argc, argv, &err), DM_OK);
        assert_true(a.wrong_words);
        assert_string_equal(err.message, cases[i].message);
        ask_clear(&a);
    }
}

/* What the server answers to a question that is wrong beyond its types. */
static void answers_name_no_options(void **state)
{
    static const struct {
        const char *name, *body;
    } cases[] = {
        {"solve", "{\"arena\":\"path:5\",\"rounds\":1,\"white\":[0,1,2]}"},
        {"solve", "{\"arena\":\"path:5\",\"rounds\":2,\"black\":[0]}"},
        {"solve", "{\"arena\":\"path:5\",\"rounds\":4}"},
        {"score", "{\"arena\":\"path:5\",\"white\":[7]}"},
        {"score", "{\"arena\":\"path:5\",\"white\":[0],\"black\":[0]}"},
        {"score", "{\"arena\":\"path:5\",\"values\":[1]}"},
        {"reply", "{\"arena\":\"path:5\",\"white\":[0],\"count\":9}"},
        {"reply", "{\"arena\":\"path:5\",\"white\":[0],\"count\":1,\"radius\":\"-1\"}"},
        {"reply",
         "{\"arena\":\"path:5\",\"white\":[0],\"count\":1,\"method\":\"greedy\",\"all\":true}"},
        {"lead", "{\"arena\":\"path:5\",\"count\":1,\"candidates\":[9]}"},
        {"move", "{\"arena\":\"path:5\",\"rounds\":1,\"player\":\"nobody\"}"},
        {"lines/best", "{\"level\":{}}"},
        {"lines/generate", "{\"vertices\":4,\"share\":[\"1/2\"]}"},
        {"interval/play", "{\"arena\":\"circle\",\"stones\":2,\"strict\":true}"},
        {"interval/attack", "{\"arena\":\"circle\",\"stones\":2,\"red\":\"nobody\"}"},
        {"arena", "{\"arena\":\"path:5\",\"rounds\":2}"},
    };
    const api_settings settings = api_defaults();
    api *a = NULL;
    dm_error err = {0};
    (void)state;
    assert_ok(api_new(&settings, &a, &err), err);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dm_run *run = NULL;
        char *text = NULL;
        err = (dm_error){0};
        assert_ok(dm_run_new(&run, &err), err);
        dm_status status = call_answer(a, api_endpoint(cases[i].name), cases[i].body,
                                       strlen(cases[i].body), run, &text, &err);
        if (status == DM_OK)
            fail_msg("%s %s is answered", cases[i].name, cases[i].body);
        if (strstr(err.message, "--"))
            fail_msg("%s: %s", cases[i].name, err.message);
        free(text);
        dm_run_free(run);
    }
    api_stop(a);
    api_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_complete),
        cmocka_unit_test(wrong_types_are_named_as_in_json),
        cmocka_unit_test(unknown_fields_suggest_near_ones),
        cmocka_unit_test(words_and_json_fill_the_same_struct),
        cmocka_unit_test(files_become_texts),
        cmocka_unit_test(words_are_read_strictly),
        cmocka_unit_test(answers_name_no_options),
    };
    return cmocka_run_group_tests_name("question", tests, NULL, NULL);
}
