/* board_layout.c - where everything is in a .board file, from the counts in its header. */
#include "format/board/board_file.h"

#include "base/checksum.h"
#include <string.h>

const char *dmi_board_section_name(dmi_board_part part)
{
    static const char *const names[DMI_BOARD_SECTIONS] = {"texts",  "graph", "values",
                                                          "places", "names", "streets"};
    return names[part];
}

/* Takes room for `count` items at *end; returns where they begin. */
static uint64_t place_section(uint64_t *end, int64_t count, size_t size)
{
    uint64_t at = *end;
    *end += dmi_board_padded((uint64_t)count * size);
    return at;
}

uint64_t dmi_board_graph_layout(const dmi_board_header *h, dmi_board_graph_at at[2])
{
    uint64_t end = 0;
    int count = h->oneway > 0 ? 2 : 1;
    memset(at, 0, 2 * sizeof *at);
    for (int i = 0; i < count; i++) {
        at[i].first = place_section(&end, h->vertices + 1, 4);
        at[i].target = place_section(&end, h->arcs, 4);
        at[i].length = place_section(&end, h->arcs, (size_t)h->length_bytes);
    }
    return end;
}

uint64_t dmi_board_streets_layout(const dmi_board_header *h, dmi_board_streets_at *at)
{
    uint64_t end = 0;
    at->length = place_section(&end, h->streets, 8);
    at->from = place_section(&end, h->streets, 4);
    at->to = place_section(&end, h->streets, 4);
    at->name = place_section(&end, h->streets, 4);
    at->first_point = place_section(&end, h->streets + 1, 4);
    at->point = place_section(&end, h->points, sizeof(dm_lonlat));
    at->travel = place_section(&end, h->streets, 1);
    at->kind = place_section(&end, h->streets, 1);
    at->names = place_section(&end, h->street_name_bytes, 1);
    at->rules = place_section(&end, h->rules > 0, sizeof(dm_map_rules));
    at->turn = place_section(&end, h->rules > 0 ? h->rules - 1 : 0, sizeof(dm_street_turn));
    return end;
}

uint64_t dmi_board_section_size(const dmi_board_header *h, dmi_board_part part)
{
    dmi_board_graph_at graph[2];
    dmi_board_streets_at streets;
    uint64_t n = (uint64_t)h->vertices;
    switch (part) {
    case DMI_BOARD_GRAPH:
        return dmi_board_graph_layout(h, graph);
    case DMI_BOARD_VALUES:
        return n * sizeof(int64_t);
    case DMI_BOARD_PLACES:
        return n * sizeof(dm_point);
    case DMI_BOARD_NAMES:
        return n * sizeof(uint64_t) + dmi_board_padded((uint64_t)h->name_bytes);
    default:
        return dmi_board_streets_layout(h, &streets);
    }
}

uint64_t dmi_board_header_sum(const dmi_board_header *header)
{
    dmi_checksum sum;
    dmi_checksum_start(&sum);
    dmi_checksum_add(&sum, header, offsetof(dmi_board_header, sum));
    return dmi_checksum_end(&sum);
}

static dm_graph graph_at(const dmi_board_file *file, const dmi_board_graph_at *at)
{
    const dmi_board_header *h = &file->header;
    const unsigned char *base = file->bytes + h->section[DMI_BOARD_GRAPH].at;
    const void *length = base + at->length;
    return (dm_graph){.n = (dm_vertex)h->vertices,
                      .arcs = (uint32_t)h->arcs,
                      .first = (const void *)(base + at->first),
                      .target = (const void *)(base + at->target),
                      .uniform = h->uniform,
                      .length32 = h->length_bytes == 4 ? length : NULL,
                      .length64 = h->length_bytes == 8 ? length : NULL,
                      .shortest = h->shortest,
                      .longest = h->longest};
}

static dm_map map_at(const dmi_board_file *file)
{
    const dmi_board_header *h = &file->header;
    const unsigned char *base = file->bytes + h->section[DMI_BOARD_STREETS].at;
    dmi_board_streets_at at;
    dmi_board_streets_layout(h, &at);
    bool has_rules = h->rules > 0;
    dm_map_rules rules = {0};
    if (has_rules)
        memcpy(&rules, base + at.rules, sizeof rules);
    return (dm_map){.streets = (int32_t)h->streets,
                    .from = (const void *)(base + at.from),
                    .to = (const void *)(base + at.to),
                    .length = (const void *)(base + at.length),
                    .travel = base + at.travel,
                    .kind = base + at.kind,
                    .name_at = (const void *)(base + at.name),
                    .names = (const char *)base + at.names,
                    .first_point = (const void *)(base + at.first_point),
                    .point = (const void *)(base + at.point),
                    .measure = (dm_measure)h->measure,
                    .profile = h->profile,
                    .turns = has_rules ? h->rules - 1 : 0,
                    .turn = has_rules ? (const void *)(base + at.turn) : NULL,
                    .rules = rules};
}

/* NULL: the board has no such section. */
static const void *add_section(const dmi_board_file *file, dmi_board_part part)
{
    const dmi_board_header *h = &file->header;
    return h->section[part].size ? file->bytes + h->section[part].at : NULL;
}

void dmi_board_find_sections(dmi_board_file *file)
{
    dmi_board_graph_at at[2];
    dmi_board_graph_layout(&file->header, at);
    file->graph = graph_at(file, &at[0]);
    if (file->header.oneway > 0)
        file->reverse = graph_at(file, &at[1]);
    file->values = add_section(file, DMI_BOARD_VALUES);
    file->places = add_section(file, DMI_BOARD_PLACES);
    file->name_at = add_section(file, DMI_BOARD_NAMES);
    if (file->name_at)
        file->names = (const char *)(file->name_at + file->header.vertices);
    if (add_section(file, DMI_BOARD_STREETS))
        file->map = map_at(file);
}
