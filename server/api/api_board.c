/* api_board.c - endpoints info (about the server) and board (adds a board). */
#include "server/call.h"

#include <stdlib.h>
#include <string.h>

static json_t *list_families(void)
{
    json_t *list = json_array();
    for (int i = 0; i < dm_family_count(); i++) {
        const dm_family *f = dm_family_at(i);
        report_append(&list, json_pack("{s:s, s:s, s:s, s:b, s:s, s:s}", "name", f->name, "pattern",
                                       f->pattern, "help", f->help, "random", (int)f->random,
                                       "form", f->form, "shape", f->shape));
    }
    return list;
}

static json_t *list_params(const dm_player_param *param)
{
    json_t *list = json_array();
    for (; param->key; param++) {
        json_t *one =
            json_pack("{s:s, s:I, s:I, s:I, s:i, s:s}", "key", param->key, "value",
                      (json_int_t)param->value, "least", (json_int_t)param->least, "most",
                      (json_int_t)param->most, "decimals", param->decimals, "help", param->help);
        if (param->choices)
            report_put(&one, "choices", json_string(param->choices));
        report_append(&list, one);
    }
    return list;
}

/* The most vertices of a board that a player can play here. */
static int most_vertices(const api_settings *s, int player)
{
    bool is_solver = strcmp(dm_player_at(player)->name, "solver") == 0;
    dm_vertex most = is_solver ? s->exact_vertices : dm_player_most_vertices(player);
    return most < s->job_vertices ? most : s->job_vertices;
}

static json_t *list_players(const api_settings *s)
{
    json_t *list = json_array();
    for (int i = 0; i < dm_player_count(); i++) {
        const dm_player_info *p = dm_player_at(i);
        report_append(&list,
                      json_pack("{s:s, s:s, s:s, s:s, s:s?, s:s?, s:s?, s:o, s:i}", "name", p->name,
                                "help", p->help, "source", p->source, "cost", p->cost, "values",
                                p->values, "scores", p->scores, "steps", p->steps, "params",
                                list_params(p->params), "most_vertices", most_vertices(s, i)));
    }
    return list;
}

/* Opponents for people, from weak to strong: each wins clearly against the one before. */
static json_t *list_levels(void)
{
    static const char *const levels[][3] = {
        {"Beginner", "glance:looks=2", "compares two random places per stone"},
        {"Casual", "glance:looks=6", "compares six random places per stone"},
        {"Strong", "minimax:depth=1", "takes the most it can get at once"},
        {"Champion", "champion", "looks ahead"},
        {"Perfect", "solver:ms=1000", "never errs in small games, plays like Champion in others"}};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        report_append(&list, json_pack("{s:s, s:s, s:s}", "name", levels[i][0], "player",
                                       levels[i][1], "help", levels[i][2]));
    return list;
}

static json_t *list_formats(void)
{
    json_t *list = json_array();
    for (int i = 0; i < dm_format_count(); i++) {
        const dm_format *f = dm_format_at(i);
        if (f->reads)
            report_append(&list, json_pack("{s:s, s:s, s:s}", "name", f->name, "endings",
                                           f->endings, "help", f->help));
    }
    return list;
}

static json_t *list_endpoints(void)
{
    static const char *const kinds[] = {[CALL_GET] = "GET",
                                        [CALL_POST] = "POST",
                                        [CALL_STORE] = "POST",
                                        [CALL_JOB] = "JOB",
                                        [CALL_SHORT] = "JOB"};
    json_t *list = json_array();
    int count;
    const call_endpoint *e = api_endpoints(&count);
    for (int i = 0; i < count; i++)
        report_append(&list, json_pack("{s:s, s:s, s:s}", "name", e[i].name, "kind",
                                       kinds[e[i].kind], "help", e[i].help));
    return list;
}

/* The boards that the server was started with, in the order of its files. */
static json_t *list_boards(const api *a)
{
    const api_settings *s = &a->settings;
    json_t *list = json_array();
    const board *one;
    for (int i = 0; (one = boards_of_owner(a->boards, i)); i++) {
        const dm_arena *arena = board_arena(one);
        const char *slash = strrchr(s->files[i], '/');
        report_append(&list,
                      json_pack("{s:s, s:o, s:i, s:I, s:b, s:b}", "arena", board_name(one), "title",
                                report_name(slash ? slash + 1 : s->files[i]), "vertices",
                                (int)dm_arena_vertices(arena), "edges",
                                (json_int_t)dm_arena_edges(arena), "map",
                                dm_arena_map(arena) != NULL, "largest", (int)s->read.largest));
    }
    return list;
}

const question fields_of_info = {.name = "info"};

dm_status answer_to_info(call *c, report **out, dm_error *err)
{
    const api_settings *s = &c->api->settings;
    (void)err;
    report *r = report_open(true, NULL);
    report_string(r, "version", dm_version());
    report_flag(r, "read_only", s->read_only);
    report_flag(r, "has_db", s->db != NULL);
    json_t *choices = json_object();
    for (const question_list *l = question_lists; l->name; l++) {
        json_t *names = json_array();
        for (int i = 0; l->choices(i); i++)
            report_append(&names, json_string(l->choices(i)));
        report_put(&choices, l->name, names);
    }
    report_json(r, "ties", json_incref(json_object_get(choices, "ties")));
    report_json(r, "choices", choices);
    report_json(r, "boards", list_boards(c->api));
    report_json(r, "families", list_families());
    report_json(r, "formats", list_formats());
    report_json(r, "players", list_players(s));
    report_json(r, "levels", list_levels());
    json_t *list = json_array();
    for (int i = 0; i < s->bot_count; i++)
        report_append(&list, json_sprintf("bot:%s", s->bots[i].name));
    report_json(r, "bots", list);
    report_json(r, "limits",
                json_pack("{s:I, s:i, s:I, s:i, s:I, s:i, s:f, s:i, s:i, s:i, s:I}", "file_bytes",
                          (json_int_t)s->file_bytes, "vertices", (int)s->boards.vertices, "edges",
                          (json_int_t)s->boards.edges, "job_vertices", (int)s->job_vertices,
                          "job_edges", (json_int_t)s->job_edges, "exact_vertices",
                          (int)s->exact_vertices, "job_seconds", s->jobs.seconds, "jobs_running",
                          s->jobs.workers[JOB_LONG], "jobs_waiting", s->jobs.waiting, "job_threads",
                          s->job_threads, "job_memory", (json_int_t)s->job_memory));
    report_json(r, "endpoints", list_endpoints());
    *out = r;
    return DM_OK;
}

static bool is_json(const char *text)
{
    text += strspn(text, " \t\r\n");
    return *text == '{' || *text == '[';
}

typedef struct board_fields {
    const char *text, *format;
    bool directed;
    int metric; /* a dm_line_metric */
    int64_t decimals;
} board_fields;

/* clang-format off */
static const question_field board_table[] = {
    {.name = "text", .type = Q_TEXT, .required = true, .at = offsetof(board_fields, text),
     .help = "the content of a file"},
    {.name = "format", .type = Q_TEXT, .at = offsetof(board_fields, format),
     .help = "its format (default: found from the content); points and table are CSVs of points and of "
             "distances"},
    {.name = "metric", .type = Q_CHOICE, .choices = choice_line_metric, .at = offsetof(board_fields, metric),
     .help = "how long straight lines between points are; auto: great-circle, in metres, for columns lon "
             "and lat, else euclid"},
    {.name = "decimals", .type = Q_COUNT, .high = 18, .standard = 3, .at = offsetof(board_fields, decimals),
     .help = "distances between points are rounded to so many decimals, halves up"},
    {.name = "directed", .type = Q_FLAG, .at = offsetof(board_fields, directed),
     .help = "keep one-way arcs; otherwise they become edges"},
    {0}};
/* clang-format on */

const question fields_of_board = {
    .name = "board", .fields = board_table, .size = sizeof(board_fields)};

dm_status answer_to_board(call *c, report **out, dm_error *err)
{
    const board_fields *own = c->task.ask.own;
    const char *text = own->text, *format = own->format;
    if (format && !dm_format_find("", format))
        return answer_fail(err, DM_BAD_INPUT, "there is no format '%.40s'; /api/info lists them",
                           format);
    if (is_json(text) && !call_json_fits(text, strlen(text)))
        return answer_fail(err, DM_TOO_LARGE, "too many values in JSON; send it in another format");
    const boards_text given = {.text = text,
                               .format = format,
                               .size = strlen(text),
                               .read = {.directed = own->directed,
                                        .metric = (dm_line_metric)own->metric,
                                        .has_decimals = true,
                                        .decimals = (int)own->decimals}};
    dm_status status = boards_add(c->api->boards, &given, &c->board, err);
    if (status != DM_OK)
        return status;
    c->task.board.arena = board_arena(c->board);
    c->task.board.source = board_name(c->board);
    *out = call_report_read(c);
    report_count(*out, "oneway", dm_arena_oneway(c->task.board.arena));
    return DM_OK;
}
