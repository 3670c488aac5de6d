/* print_bot_check.c - `demesne bot --check`: prints each check of a program as it ends. */
#include "cli.h"

#include <string.h>

enum { WIDTH = 100, INDENT = 7 };

typedef struct {
    const cli_call *cli;
    json_t *list; /* of checks, for --json */
    json_t *seen; /* mistakes that were shown, as keys */
} session;

/* Prints a text in lines of at most WIDTH columns. */
static void print_paragraph(const char *text)
{
    int column = WIDTH;
    for (const char *at = text; *at;) {
        int length = (int)strcspn(at, " ");
        if (column + 1 + length > WIDTH)
            column = printf("%s%*s", at == text ? "" : "\n", INDENT, "") - (at != text);
        else
            column += printf(" ");
        column += printf("%.*s", length, at);
        at += length;
        at += strspn(at, " ");
    }
    printf("\n");
}

/* Prints lines with an indent. */
static void print_lines(const char *text)
{
    for (const char *at = text; *at;) {
        int length = (int)strcspn(at, "\n");
        printf("          %.*s\n", length, at);
        at += length + (at[length] == '\n');
    }
}

/* A mistake that was shown before gets one line. */
static void print_mistake(session *s, const dm_check *check)
{
    print_paragraph(check->wrong);
    if (json_object_get(s->seen, check->wrong)) {
        printf("       (see above)\n");
        return;
    }
    json_object_set_new(s->seen, check->wrong, json_true());
    print_paragraph(check->hint);
    printf("       What was sent (>) and answered (<):\n");
    print_lines(check->transcript);
    if (*check->error_output) {
        printf("       Its standard error:\n");
        print_lines(check->error_output);
    }
}

static json_t *lines_of(const char *text)
{
    json_t *list = json_array();
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        report_append(&list, json_stringn(at, length));
        at += length + (at[length] == '\n');
    }
    return list;
}

static json_t *check_json(const dm_check *check)
{
    json_t *object = json_object();
    report_put(&object, "name", json_string(check->name));
    report_put(&object, "about", json_string(check->about));
    report_put(&object, "right", json_boolean(check->is_right));
    if (check->is_right)
        return object;
    report_put(&object, "wrong", json_string(check->wrong));
    report_put(&object, "hint", json_string(check->hint));
    report_put(&object, "transcript", lines_of(check->transcript));
    report_put(&object, "error_output", lines_of(check->error_output));
    return object;
}

static dm_status show_check(void *user, const dm_check *check, dm_error *err)
{
    session *s = user;
    cli_clear_bar();
    if (s->cli->json) {
        report_append(&s->list, check_json(check));
        return DM_OK;
    }
    if (!check->is_right || !s->cli->quiet)
        printf("%-5s  %-18s %s\n", check->is_right ? "ok" : "WRONG", check->name, check->about);
    if (!check->is_right)
        print_mistake(s, check);
    return cli_flush(err);
}

int bot_check(cli_call *cli, const dm_match_settings *settings)
{
    session s = {.cli = cli, .list = cli->json ? json_array() : NULL, .seen = json_object()};
    dm_check_summary summary = {0};
    dm_error err = {0};
    dm_run *run = NULL;
    dm_status status = cli_run_new(cli, &run, &err);
    if (status == DM_OK)
        status = dm_bot_check(cli->operands[0], settings, run, show_check, &s, &summary, &err);
    cli->ask.wrong_words = status == DM_BAD_ARGUMENT;
    cli_run_free(run);
    cli_clear_bar();
    if (status == DM_OK) {
        report *r = report_new(s.cli, NULL);
        report_json(r, "program", json_string(s.cli->operands[0]));
        report_json(r, "right", json_integer(summary.right));
        report_json(r, "wrong", json_integer(summary.wrong));
        report_json(r, "left_out", json_integer(summary.left_out));
        report_json(r, "checks", s.list);
        s.list = NULL;
        if (summary.wrong == 0)
            report_line(r, "All %d checks are right.", summary.right);
        else
            report_line(r, "%d right, %d wrong.", summary.right, summary.wrong);
        if (summary.left_out > 0)
            report_line(r, "%d checks were left out: correct this first.", summary.left_out);
        status = report_end(r, &err);
    }
    json_decref(s.list);
    json_decref(s.seen);
    if (status != DM_OK)
        return cli_report_failure(cli, status, &err);
    return summary.wrong > 0 ? CLI_BAD_INPUT : CLI_DONE;
}
