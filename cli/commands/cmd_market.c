/* cmd_market.c - `demesne market`: scenarios of a market compared. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The folder of a file: "" if its name has none. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t size = slash ? (size_t)(slash - path) + (slash == path) : 0;
    char *folder = malloc(size + 1);
    if (!folder)
        return NULL;
    memcpy(folder, path, size);
    folder[size] = 0;
    return folder;
}

/* Reads the plan's JSON; it must be an object. */
static dm_status load_plan(const char *path, json_t **out, dm_error *err)
{
    json_error_t why = {0};
    bool is_stdin = strcmp(path, "-") == 0;
    json_t *plan = is_stdin ? json_loadf(stdin, JSON_REJECT_DUPLICATES, &why)
                            : json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (!plan && why.line < 0)
        return answer_fail(err, DM_BAD_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
    if (!plan)
        return answer_fail(err, DM_BAD_INPUT, "%s:%d: not JSON: %.200s", path, why.line, why.text);
    *out = plan;
    if (!json_is_object(plan))
        return answer_fail(err, DM_BAD_INPUT,
                           "%s: expected an object such as {\"arena\":..,\"scenarios\":[..]}",
                           path);
    return DM_OK;
}

/* A plan that names no board or asks nothing. */
static dm_status check_plan(asking *a, const json_t *plan, dm_error *err)
{
    const market_fields *own = a->own;
    if (!json_object_get(plan, "arena"))
        return answer_fail(err, DM_BAD_INPUT, "\"arena\" is missing: the board");
    if (!own->scenarios.json)
        return answer_fail(err, DM_BAD_INPUT, "\"scenarios\" is missing: what to compare");
    if (own->rule.json && !json_is_object(own->rule.json))
        return answer_fail(err, DM_BAD_INPUT,
                           "\"rule\": expected an object such as {\"radius\":5}");
    return ask_check_demand(a, err);
}

static dm_status read_plan(asking *a, const json_t *plan, market_texts *texts, dm_error *err)
{
    const market_fields *own = a->own;
    const char *key;
    json_t *value;
    dm_status status = DM_OK;
    json_object_foreach((json_t *)(uintptr_t)plan, key, value)
    {
        status = market_read_field(a, own->folder, key, value, texts, err);
        if (status != DM_OK)
            break;
    }
    if (status == DM_OK)
        status = check_plan(a, plan, err);
    a->wrong_words = false; /* what is wrong is in the file */
    if (status == DM_OK || !err->message[0])
        return status;
    char message[sizeof err->message];
    snprintf(message, sizeof message, "%s", err->message);
    return answer_fail(err, status, "%s: %s", own->plan, message);
}

static int run_market(cli_call *cli)
{
    market_fields *own = cli->ask.own;
    market_texts texts = {0};
    json_t *plan = NULL;
    dm_error err = {0};
    char *folder = folder_of(own->plan);
    own->folder = folder;
    cli->ask.by_words = false; /* the rest of the question is JSON */
    dm_status status = folder ? load_plan(own->plan, &plan, &err)
                              : answer_fail(&err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK)
        status = read_plan(&cli->ask, plan, &texts, &err);
    int result =
        status == DM_OK ? cli_each_board(cli, NULL) : cli_report_failure(cli, status, &err);
    market_texts_clear(&texts);
    json_decref(plan);
    free(folder);
    return result;
}

static dm_status write_file(const ask_board *board, const char *path, cli_write_fn *write,
                            const answer_compared *compared, dm_error *err)
{
    char *own = path ? cli_board_path(path, board) : NULL;
    if (path && !own)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_status status = own ? cli_write_file(own, write, compared, err) : DM_OK;
    free(own);
    return status;
}

static dm_status print_market(cli_call *cli, const ask_board *board, void *found, report *r,
                              dm_error *err)
{
    const market_fields *own = cli->ask.own;
    const market_found *f = found;
    bool table_only = own->csv && strcmp(own->csv, "-") == 0;
    dm_status status = DM_OK;
    if (table_only)
        report_free(r);
    else
        status = report_end(r, err);
    if (status == DM_OK)
        status = write_file(board, own->csv, answer_compare_table, &f->compared, err);
    if (status == DM_OK)
        status = write_file(board, own->html, answer_compare_page, &f->compared, err);
    return status;
}

static const char *const more[] = {"demesne market plan.json --json",
                                   "demesne market plan.json --csv compared.csv", NULL};

const cli_spec spec_market = {
    .run = run_market,
    .question = &question_market,
    .print = print_market,
    .operands = {1, 1},
    .more = more,
    .about =
        "A plan is a JSON file: {\"arena\":ARENA, \"customers\":FILE, \"us\":FILE, \"them\":FILE,\n"
        "\"names\":{\"us\":..,\"them\":..}, \"candidates\":FILE, \"rival_candidates\":FILE,\n"
        "\"rule\":{..}, \"scenarios\":[..]}.  All but the board and the scenarios may be left "
        "out.\n"
        "Files are relative to the plan; a list of vertices or of objects may stand in place of a\n"
        "file.  A rule has `ties`, `radius`, `rule`, `beta`, `floor`, `fit`, as the options of "
        "these\n"
        "names; `directed`, `direction`, `seed` and `values` may stand beside it.\n\n"
        "A scenario is {\"name\":..,\"ask\":..} and fields of that question, such as \"forbid\"; "
        "its own\n"
        "\"us\", \"them\" or \"candidates\" replace the plan's.  It asks for one of these:\n"
        "  score       the sites that stand\n"
        "  reply       they stand, we open `count` sites, or within `budget`\n"
        "  lead        we open `count` sites, they answer with `reply`\n"
        "  rival-lead  they open `reply` sites, or within `reply_budget`; we answer with `count`\n"
        "`candidates` are ours, `rival_candidates` theirs; without the latter one list binds "
        "both.\n"
        "Today is the score of the sites that stand, and `change` is what a scenario adds to the\n"
        "share of each side; a scenario with another rule is compared with today under that "
        "rule.\n\n"
        "In place of us and them a plan may say \"white\" and \"black\": then `reply` opens for "
        "Black\n"
        "and `lead` for White.\n\n"
        "If stopped by --time or Ctrl-C it gives the scenarios that are done, with status 3.\n"
        "docs/MARKET.md works through a case."};
