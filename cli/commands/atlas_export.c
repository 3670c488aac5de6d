/* atlas_export.c - writes tables of the atlas as CSV, JSON or HTML.
 *
 * CSV has only what is the same in every run; JSON adds nodes and seconds. */
#include "atlas_command.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum { AS_CSV, AS_JSON, AS_HTML } form;

typedef struct {
    FILE *to;
    const atlas_query *query;
    bool begun; /* the first JSON object was written */
} writing;

static dm_status csv_game(void *user, const dm_atlas_game *game, dm_error *err)
{
    (void)err;
    const writing *w = user;
    const char *quote = strchr(game->board, ',') ? "\"" : "";
    fprintf(w->to, "%s,%s%s%s,%d,%" PRId64 ",%d,%d,%s,%" PRId64 ",%" PRId64 ",%d\n", game->table,
            quote, game->board, quote, game->vertices, game->edges, game->rounds, game->per_turn,
            dm_tie_rule_name(game->ties), game->lower, game->upper, game->proven);
    return DM_OK;
}

static dm_status csv_size(void *user, const atlas_size *size, dm_error *err)
{
    (void)err;
    const writing *w = user;
    for (int32_t r = 1; r <= size->max_rounds; r++) {
        const atlas_count *c = &size->by_rounds[r];
        if (atlas_count_sum(c) == 0)
            continue;
        fprintf(w->to,
                "%s,%d,%" PRId64 ",%d,%d,%s,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "\n",
                w->query->plan.table, size->vertices, size->boards, r, w->query->plan.per_turn,
                dm_tie_rule_name(w->query->plan.ties), c->white, c->tie, c->black, c->unproven);
    }
    return DM_OK;
}

/* Takes `object`. */
static dm_status put_object(writing *w, json_t *object, dm_error *err)
{
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    if (!text)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    fprintf(w->to, "%s%s", w->begun ? ",\n" : "", text);
    w->begun = true;
    free(text);
    return DM_OK;
}

static dm_status json_game(void *user, const dm_atlas_game *game, dm_error *err)
{
    return put_object(user,
                      json_pack("{ss ss si sI si si ss sI sI sb sI sf}", "table", game->table,
                                "board", game->board, "vertices", (int)game->vertices, "edges",
                                (json_int_t)game->edges, "rounds", (int)game->rounds, "per_turn",
                                (int)game->per_turn, "ties", dm_tie_rule_name(game->ties), "lower",
                                (json_int_t)game->lower, "upper", (json_int_t)game->upper, "proven",
                                (int)game->proven, "nodes", (json_int_t)game->nodes, "seconds",
                                game->seconds),
                      err);
}

static dm_status json_size(void *user, const atlas_size *size, dm_error *err)
{
    writing *w = user;
    dm_status status = DM_OK;
    for (int32_t r = 1; r <= size->max_rounds && status == DM_OK; r++) {
        const atlas_count *c = &size->by_rounds[r];
        if (atlas_count_sum(c) == 0)
            continue;
        status = put_object(w,
                            json_pack("{ss si sI si si ss sI sI sI sI}", "table",
                                      w->query->plan.table, "vertices", (int)size->vertices,
                                      "boards", (json_int_t)size->boards, "rounds", (int)r,
                                      "per_turn", (int)w->query->plan.per_turn, "ties",
                                      dm_tie_rule_name(w->query->plan.ties), "white",
                                      (json_int_t)c->white, "tie", (json_int_t)c->tie, "black",
                                      (json_int_t)c->black, "unproven", (json_int_t)c->unproven),
                            err);
    }
    return status;
}

static dm_status write_table(const atlas_options *own, form as, writing *w, dm_error *err)
{
    if (as == AS_HTML)
        return atlas_page_section(w->to, w->query, err);
    if (!own->summary)
        return atlas_read(w->query, as == AS_CSV ? csv_game : json_game, w, err);
    atlas_survey survey = {0};
    dm_status status = atlas_survey_init(w->query, &survey, err);
    if (status == DM_OK)
        status = atlas_each_size(w->query, &survey, as == AS_CSV ? csv_size : json_size, w, err);
    atlas_survey_clear(&survey);
    return status;
}

static dm_status choose_form(const char *path, form *out, dm_error *err)
{
    static const char *const endings[] = {".csv", ".json", ".html"};
    size_t size = strlen(path);
    *out = AS_CSV;
    if (strcmp(path, "-") == 0)
        return DM_OK;
    for (int i = 0; i < 3; i++) {
        size_t width = strlen(endings[i]);
        if (size > width && strcmp(path + size - width, endings[i]) == 0) {
            *out = (form)i;
            return DM_OK;
        }
    }
    return answer_fail(err, DM_BAD_ARGUMENT,
                       "--to %s: expected a name that ends in .csv, .json or .html", path);
}

typedef struct {
    const cli_call *cli;
    form as;
    const atlas_query *queries;
    int count;
} export;

static dm_status write_export(FILE *to, const void *what, dm_error *err)
{
    const export *e = what;
    writing w = {.to = to};
    dm_status status = DM_OK;
    const atlas_options *own = e->cli->ask.own;
    if (e->as == AS_HTML)
        atlas_page_head(to);
    else if (e->as == AS_JSON)
        fprintf(to, "{\"demesne\":\"%s\",\"%s\":[\n", dm_version(),
                own->summary ? "counts" : "games");
    else
        fputs(own->summary ? "table,vertices,boards,rounds,per_turn,ties,white,tie,black,unproven\n"
                           : "table,board,vertices,edges,rounds,per_turn,ties,lower,upper,proven\n",
              to);
    for (int i = 0; i < e->count && status == DM_OK; i++) {
        w.query = &e->queries[i];
        status = write_table(e->cli->ask.own, e->as, &w, err);
    }
    if (e->as == AS_HTML)
        atlas_page_foot(to);
    else if (e->as == AS_JSON)
        fputs("\n]}\n", to);
    return status;
}

dm_status atlas_export(cli_call *cli, const atlas_query *queries, int count, dm_error *err)
{
    const atlas_options *own = cli->ask.own;
    export e = {.cli = cli, .queries = queries, .count = count};
    dm_status status = choose_form(own->to, &e.as, err);
    return status == DM_OK ? cli_write_file(own->to, write_export, &e, err) : status;
}
