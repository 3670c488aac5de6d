/* board_check.c - checks the sections of a .board file: first the checksum, then what it says.
 *
 * A file with right checksums may still be wrong, if a faulty or hostile program wrote it.  So
 * everything that the library relies on is checked too: rows sorted and within the board, both
 * directions of the graph the same arcs, totals as the header has them, texts that end.
 *
 * Whether both directions of the graph have the same arcs is found without looking one up: each arc
 * has a random number, and the sums over the two directions must be equal.  They are by chance with
 * probability 2^-64, and nobody can arrange it, as every check draws new numbers.  Cost O(n + m).
 */
#include "format/board/board_file.h"

#include "base/checksum.h"
#include "base/utf8.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

enum { RUN_STEP = 1 << 16, SUM_STEP = 1 << 24, NAME_LIMIT = 255 };

/* Fails with "FILE: section graph: ...". */
static dm_status DMI_PRINTF(4, 5)
    wrong(const dmi_board_file *file, dmi_board_part part, dm_error *err, const char *format, ...)
{
    char what[200];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return dmi_fail_at(err, DM_BAD_INPUT, file->name, 0, "section %s: %s",
                       dmi_board_section_name(part), what);
}

dm_status dmi_board_check_sum(const dmi_board_file *file, dmi_board_part part, dm_run *run,
                              dm_error *err)
{
    const unsigned char *at = file->bytes + file->header.section[part].at;
    uint64_t left = file->header.section[part].size;
    dmi_checksum sum;
    dmi_checksum_start(&sum);
    while (left > 0) {
        size_t step = left < SUM_STEP ? (size_t)left : SUM_STEP;
        if (!dmi_run_go_on(run, 0))
            return dmi_stopped(run, err);
        dmi_checksum_add(&sum, at, step);
        at += step;
        left -= step;
    }
    if (dmi_checksum_end(&sum) != file->header.section[part].sum)
        return wrong(file, part, err, "the checksum is wrong: the file is damaged");
    return DM_OK;
}

/* Now and then looks at the run. */
static bool goes_on(dm_run *run, int64_t i)
{
    return !run || i % RUN_STEP != 0 || dmi_run_go_on(run, 0);
}

/* A number for an arc that nobody can know before the program runs. */
typedef struct arc_key {
    uint64_t a, b;
} arc_key;

static arc_key new_key(void)
{
    arc_key key;
    if (getrandom(&key, sizeof key, 0) != (ssize_t)sizeof key)
        key = (arc_key){(uint64_t)(uintptr_t)&key, (uint64_t)(dmi_seconds() * 1e9)};
    key.b |= 1;
    return key;
}

/* What the rows of a graph have. */
typedef enum row_kind { ROWS_BOTH, ROWS_LEAVING, ROWS_ENTERING } row_kind;

/* Adds the numbers of the arcs of v to *sum; of both directions of an edge the second is taken
 * away. False if the row is not sorted or leaves the board. */
static inline bool add_row(const dm_graph *graph, dm_vertex v, row_kind kind, arc_key key,
                           uint64_t *sum)
{
    dm_vertex before = -1;
    for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
        dm_vertex to = graph->target[arc];
        bool turn = kind == ROWS_ENTERING || (kind == ROWS_BOTH && to < v);
        uint64_t ends = (uint64_t)(uint32_t)(turn ? to : v) << 32 | (uint32_t)(turn ? v : to);
        uint64_t mixed = (ends ^ key.a) * key.b;
        mixed = (mixed ^ mixed >> 32 ^ (uint64_t)(dm_graph_length(graph, arc))) *
                UINT64_C(0x9e3779b97f4a7c15);
        mixed = (mixed ^ mixed >> 29 ^ key.a) * key.b;
        uint64_t number = mixed ^ mixed >> 32;
        if (to <= before || to == v)
            return false;
        before = to;
        *sum += kind == ROWS_BOTH && turn ? 0 - number : number;
    }
    return before < graph->n;
}

static dm_status check_rows(const dmi_board_file *file, const dm_graph *graph, row_kind kind,
                            arc_key key, uint64_t *sum, dm_run *run, dm_error *err)
{
    if (graph->first[0] != 0 || graph->first[graph->n] != graph->arcs)
        return wrong(file, DMI_BOARD_GRAPH, err, "the rows do not have all arcs");
    for (dm_vertex v = 0; v < graph->n; v++) {
        if (graph->first[v] > graph->first[v + 1] || graph->first[v + 1] > graph->arcs)
            return wrong(file, DMI_BOARD_GRAPH, err, "the row of vertex %d has no end", v);
        if (!add_row(graph, v, kind, key, sum))
            return wrong(file, DMI_BOARD_GRAPH, err,
                         "the arcs of vertex %d are not sorted, or leave the board", v);
        if (!goes_on(run, v))
            return dmi_stopped(run, err);
    }
    return DM_OK;
}

typedef struct length_facts {
    int64_t shortest, longest;
    dmi_wide total;
} length_facts;

static length_facts add_up_64(const dm_graph *graph)
{
    length_facts f = {INT64_MAX, 0, 0};
    for (uint32_t arc = 0; arc < graph->arcs; arc++) {
        int64_t length = graph->length64[arc];
        f.shortest = length < f.shortest ? length : f.shortest;
        f.longest = length > f.longest ? length : f.longest;
        f.total += length;
    }
    return f;
}

/* An edge counts once in the total, a one-way arc too. */
static dm_status check_lengths(const dmi_board_file *file, const dm_graph *graph, dm_error *err)
{
    length_facts f = {graph->shortest, graph->longest, (dmi_wide)graph->uniform * graph->arcs};
    if (graph->length32 && graph->arcs) {
        /* Fewer than 2^32 lengths of 32 bits add up to less than 2^64. */
        uint32_t shortest = UINT32_MAX, longest = 0;
        uint64_t total = 0;
        for (uint32_t arc = 0; arc < graph->arcs; arc++) {
            uint32_t length = graph->length32[arc];
            shortest = length < shortest ? length : shortest;
            longest = length > longest ? length : longest;
            total += length;
        }
        f = (length_facts){shortest, longest, total};
    } else if (graph->length64 && graph->arcs)
        f = add_up_64(graph);
    if (f.shortest != graph->shortest || f.longest != graph->longest)
        return wrong(file, DMI_BOARD_GRAPH, err, "lengths are not those of the header");
    if (f.total / (file->header.oneway ? 1 : 2) > DM_MAX_TOTAL)
        return wrong(file, DMI_BOARD_GRAPH, err, "the lengths add up to more than 2^62 units");
    return DM_OK;
}

/* Every edge has two arcs of one length. */
static dm_status check_edges(const dmi_board_file *file, dm_run *run, dm_error *err)
{
    uint64_t difference = 0;
    dm_status status = check_rows(file, &file->graph, ROWS_BOTH, new_key(), &difference, run, err);
    if (status == DM_OK)
        status = check_lengths(file, &file->graph, err);
    if (status == DM_OK && difference != 0)
        status = wrong(file, DMI_BOARD_GRAPH, err, "an edge differs in its two directions");
    return status;
}

/* The two graphs of a directed board have the same arcs, so many of them one-way. */
static dm_status check_arcs(const dmi_board_file *file, dm_run *run, dm_error *err)
{
    arc_key key = new_key();
    uint64_t leaving = 0, entering = 0;
    int64_t oneway = file->graph.arcs;
    dm_status status = check_rows(file, &file->graph, ROWS_LEAVING, key, &leaving, run, err);
    if (status == DM_OK)
        status = check_lengths(file, &file->graph, err);
    if (status == DM_OK)
        status = check_rows(file, &file->reverse, ROWS_ENTERING, key, &entering, run, err);
    if (status != DM_OK)
        return status;
    if (leaving != entering)
        return wrong(file, DMI_BOARD_GRAPH, err, "the arcs leaving and entering vertices differ");
    for (dm_vertex v = 0; v < file->graph.n; v++) {
        /* The arcs leaving v of which an opposite of equal length enters it. */
        const dm_graph *graph = &file->graph, *reverse = &file->reverse;
        uint32_t i = graph->first[v], j = reverse->first[v], count = 0;
        while (i < graph->first[v + 1] && j < reverse->first[v + 1]) {
            dm_vertex to = graph->target[i], from = reverse->target[j];
            count += to == from && dm_graph_length(graph, i) == dm_graph_length(reverse, j);
            i += to <= from;
            j += from <= to;
        }
        oneway -= count;
    }
    if (oneway != file->header.oneway)
        return wrong(file, DMI_BOARD_GRAPH, err, "the number of one-way arcs is wrong");
    return DM_OK;
}

static dm_status check_values(const dmi_board_file *file, dm_error *err)
{
    int64_t total = 0;
    for (int64_t v = 0; v < file->header.vertices; v++) {
        if (file->values[v] < 0 || file->values[v] > DM_MAX_TOTAL - total)
            return wrong(file, DMI_BOARD_VALUES, err, "a value is negative, or they pass 2^62");
        total += file->values[v];
    }
    if (total != file->header.total_value)
        return wrong(file, DMI_BOARD_VALUES, err, "the total is not that of the header");
    return DM_OK;
}

static dm_status check_places(const dmi_board_file *file, dm_error *err)
{
    for (int64_t v = 0; v < file->header.vertices; v++)
        if (!isfinite(file->places[v].x) || !isfinite(file->places[v].y))
            return wrong(file, DMI_BOARD_PLACES, err, "a coordinate is not finite");
    return DM_OK;
}

/* `bytes` of text end with a NUL, so every name does. */
static bool name_is_clean(const char *texts, int64_t bytes, uint64_t at)
{
    if (at >= (uint64_t)bytes)
        return false;
    size_t size = strnlen(texts + at, NAME_LIMIT + 1);
    return size <= NAME_LIMIT && dmi_utf8_is_clean(texts + at, size);
}

static bool texts_end(const char *texts, int64_t bytes)
{
    return bytes > 0 && texts[bytes - 1] == '\0';
}

static dm_status check_names(const dmi_board_file *file, dm_error *err)
{
    const dmi_board_header *h = &file->header;
    if (!texts_end(file->names, h->name_bytes))
        return wrong(file, DMI_BOARD_NAMES, err, "the last name has no end");
    for (int64_t v = 0; v < h->vertices; v++)
        if (file->name_at[v] != UINT64_MAX &&
            !name_is_clean(file->names, h->name_bytes, file->name_at[v]))
            return wrong(file, DMI_BOARD_NAMES, err,
                         "the name of vertex %lld is not UTF-8 of at most %d bytes", (long long)v,
                         NAME_LIMIT);
    return DM_OK;
}

static dm_status check_streets(const dmi_board_file *file, dm_run *run, dm_error *err)
{
    const dm_map *map = &file->map;
    const dmi_board_header *h = &file->header;
    if (!texts_end(map->names, h->street_name_bytes) || map->names[0] != '\0')
        return wrong(file, DMI_BOARD_STREETS, err, "the names have no beginning or no end");
    if (map->first_point[0] != 0 || map->first_point[map->streets] != h->points)
        return wrong(file, DMI_BOARD_STREETS, err, "the streets do not have all points");
    for (int32_t s = 0; s < map->streets; s++) {
        int64_t n = file->header.vertices;
        bool street_is_right =
            map->from[s] >= 0 && map->from[s] < n && map->to[s] >= 0 && map->to[s] < n &&
            map->length[s] > 0 && map->length[s] <= DM_MAX_TOTAL && map->travel[s] >= 1 &&
            map->travel[s] <= DM_STREET_BOTH && map->kind[s] < DM_STREET_KINDS &&
            map->first_point[s] <= map->first_point[s + 1] &&
            name_is_clean(map->names, file->header.street_name_bytes, map->name_at[s]);
        if (!street_is_right)
            return wrong(file, DMI_BOARD_STREETS, err,
                         "street %d has a wrong end, length, direction, kind, name or point", s);
        if (!goes_on(run, s))
            return dmi_stopped(run, err);
    }
    for (int32_t i = 0; i < map->turns; i++) {
        const dm_street_turn *t = &map->turn[i];
        bool turn_is_right = t->from >= 0 && t->from < map->streets && t->to >= 0 &&
                             t->to < map->streets &&
                             (map->from[t->from] == t->via || map->to[t->from] == t->via) &&
                             (map->from[t->to] == t->via || map->to[t->to] == t->via);
        if (!turn_is_right)
            return wrong(file, DMI_BOARD_STREETS, err,
                         "turn %d is not between streets that meet where it says", i);
    }
    return DM_OK;
}

dm_status dmi_board_check_part(const dmi_parts *parts, dmi_part part, dm_run *run, dm_error *err)
{
    static const dmi_board_part sections[DMI_PARTS] = {[DMI_PART_GRAPH] = DMI_BOARD_GRAPH,
                                                       [DMI_PART_VALUES] = DMI_BOARD_VALUES,
                                                       [DMI_PART_PLACES] = DMI_BOARD_PLACES,
                                                       [DMI_PART_NAMES] = DMI_BOARD_NAMES,
                                                       [DMI_PART_STREETS] = DMI_BOARD_STREETS};
    const dmi_board_file *file = (const dmi_board_file *)parts;
    dmi_board_part section = sections[part];
    if (file->header.section[section].size == 0)
        return DM_OK;
    dm_status status = dmi_board_check_sum(file, section, run, err);
    if (status != DM_OK)
        return status;
    switch (part) {
    case DMI_PART_GRAPH:
        return file->header.oneway ? check_arcs(file, run, err) : check_edges(file, run, err);
    case DMI_PART_VALUES:
        return check_values(file, err);
    case DMI_PART_PLACES:
        return check_places(file, err);
    case DMI_PART_NAMES:
        return check_names(file, err);
    default:
        return check_streets(file, run, err);
    }
}
