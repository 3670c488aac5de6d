/* site_boards.c - the boards of a site as data for its script: places, values, and edges.
 *
 * A board with many edges would be black with them: then every vertex shows its shortest ones.
 */
#include "tournament_pages/site.h"

#include <math.h>
#include <stdlib.h>

enum {
    DENSE = 4,           /* a board with more edges per vertex shows only .. */
    SHORTEST = 2,        /* .. this many of every vertex */
    BOARDS_IN_FILE = 16, /* site.js knows this number, too */
    WIDE = 1000          /* places are whole numbers of 0 to this */
};

/* Places, scaled to a square; y grows downwards. */
static dm_status list_places(const dm_arena *arena, json_t **out, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    dm_point *place = calloc((size_t)n + 1, sizeof *place);
    dm_status status =
        place ? dm_layout(arena, 1, place, err) : answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_point low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (dm_vertex v = 0; v < n && status == DM_OK; v++) {
        low = (dm_point){fmin(low.x, place[v].x), fmin(low.y, place[v].y)};
        high = (dm_point){fmax(high.x, place[v].x), fmax(high.y, place[v].y)};
    }
    double span = fmax(high.x - low.x, high.y - low.y), scale = span > 0 ? WIDE / span : 0;
    *out = json_array();
    for (dm_vertex v = 0; v < n && status == DM_OK; v++) {
        report_append(out, json_integer((json_int_t)lround((place[v].x - low.x) * scale)));
        report_append(out, json_integer((json_int_t)lround((high.y - place[v].y) * scale)));
    }
    free(place);
    return status;
}

/* Whether fewer than SHORTEST arcs of v come before this one, by length and then by place. */
static bool is_short(const dm_graph *graph, dm_vertex v, uint32_t arc)
{
    int shorter = 0;
    int64_t length = dm_graph_length(graph, arc);
    for (uint32_t a = graph->first[v]; a < graph->first[v + 1] && shorter < SHORTEST; a++)
        shorter +=
            dm_graph_length(graph, a) < length || (a < arc && dm_graph_length(graph, a) == length);
    return shorter < SHORTEST;
}

/* Pairs of vertices; `*all`: no edge is left out. */
static json_t *list_edges(const dm_arena *arena, bool *all)
{
    const dm_graph *graph = dm_arena_graph(arena);
    json_t *list = json_array();
    *all = dm_arena_edges(arena) <= (int64_t)DENSE * graph->n;
    for (dm_vertex v = 0; v < graph->n; v++)
        for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++) {
            bool drawn =
                *all ? v < graph->target[a] || dm_arena_is_directed(arena) : is_short(graph, v, a);
            if (!drawn)
                continue;
            report_append(&list, json_integer(v));
            report_append(&list, json_integer(graph->target[a]));
        }
    return list;
}

static dm_status describe(const dm_arena *arena, json_t **out, dm_error *err)
{
    json_t *places = NULL;
    bool all = true;
    dm_vertex n = arena ? dm_arena_vertices(arena) : 0;
    if (!arena || n > SITE_DRAWN) {
        *out = json_pack("{si}", "n", n);
        return DM_OK;
    }
    dm_status status = list_places(arena, &places, err);
    if (status != DM_OK) {
        json_decref(places);
        return status;
    }
    json_t *edges = list_edges(arena, &all);
    bool has_names = dm_arena_has_names(arena);
    json_t *names = has_names ? json_array() : json_null();
    for (dm_vertex v = 0; has_names && v < dm_arena_vertices(arena); v++) {
        const char *name = dm_arena_name(arena, v);
        report_append(&names, json_string(name ? name : ""));
    }
    const int64_t *value = dm_arena_values(arena);
    json_t *values = value ? json_array() : json_null();
    for (dm_vertex v = 0; value && v < dm_arena_vertices(arena); v++)
        report_append(&values, json_integer(value[v]));
    *out = json_pack("{si ss si so so so so sb}", "n", n, "title", dm_arena_title(arena), "d",
                     dm_arena_value_decimals(arena), "p", places, "e", edges, "v", values, "names",
                     names, "all", all);
    return *out ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
}

/* The board with this number, or null if no game was played on it. */
static dm_status add_board(site *s, int64_t b, json_t *list, dm_error *err)
{
    const dm_arena *arena = NULL;
    json_t *board = NULL;
    dm_status status = site_board_of(s, &s->pairing[0], 2 * b, &arena, err);
    if (status == DM_OK)
        status = describe(arena, &board, err);
    if (status == DM_OK && json_array_append_new(list, board) != 0)
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    return status;
}

static dm_status write_chunk(site *s, int64_t chunk, dm_error *err)
{
    FILE *file = NULL;
    json_t *list = json_array();
    dm_status status = list ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    int64_t end = (chunk + 1) * BOARDS_IN_FILE;
    for (int64_t b = chunk * BOARDS_IN_FILE; b < end && b <= s->last_board && status == DM_OK; b++)
        status = dm_run_stopped(s->run) == DM_STOP_NONE ? add_board(s, b, list, err)
                                                        : answer_fail(err, DM_STOPPED, "stopped");
    if (status == DM_OK)
        status = site_open(s, &file, err, "data/b%lld.js", (long long)chunk);
    if (status == DM_OK) {
        fprintf(file, "demesne.boards(%lld,", (long long)chunk);
        json_dumpf(list, file, JSON_COMPACT | JSON_ENSURE_ASCII);
        fputs(");\n", file);
        status = site_close(file, err);
    }
    json_decref(list);
    return status;
}

dm_status site_write_boards(site *s, dm_error *err)
{
    dm_status status = DM_OK;
    for (int64_t i = 0; i <= s->last_board / BOARDS_IN_FILE && status == DM_OK; i++)
        status = write_chunk(s, i, err);
    return status;
}
