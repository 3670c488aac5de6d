/* town.c - a town that does not exist, with a map: for trying what needs one.
 *
 * Crossings lie on a bent grid of ceil(sqrt(N)) columns, about 120 metres apart, somewhere in the
 * Atlantic.  The middle row and column are main streets, every sixth one a lesser main street;
 * between them about a quarter of the streets is left out, as in `road`, and a river crosses the
 * town, which only main streets pass where another way exists.  Streets have a bend and a name.
 * Lengths are metres on the Earth, in decimetres.
 */
#include "generate/board_maker.h"

#include "arena/geo.h"
#include "generate/whole_point.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIDDLE_LON (-20.0)
#define MIDDLE_LAT 40.0
#define GAP_LAT    1.079e-3 /* degrees: 120 metres */
#define GAP_LON    1.409e-3 /* the same at this latitude */

enum { MAIN_EVERY = 6, MOST = 1000000 };

typedef struct town {
    dmi_board_maker *s;
    int64_t n, columns, rows;
    dm_point *at;     /* row by row, in gaps */
    uint32_t *parent; /* union-find over the edges kept */
    uint32_t *edges;  /* 2 i: from i to the right, 2 i + 1: from i down */
    int64_t edge_count, to_remove;
} town;

/* Random in -1 .. 1, in steps that every machine computes alike. */
static double jittered(dm_rng *rng)
{
    return ((double)dm_rng_below(rng, 2001) - 1000) / 1000;
}

static dm_point in_degrees(const town *t, dm_point at)
{
    double x = at.x - (double)(t->columns - 1) / 2, y = at.y - (double)(t->rows - 1) / 2;
    return (dm_point){nearbyint((MIDDLE_LON + x * GAP_LON) * 1e7) / 1e7,
                      nearbyint((MIDDLE_LAT - y * GAP_LAT) * 1e7) / 1e7};
}

static int64_t other_end(const town *t, uint32_t edge)
{
    return edge / 2 + (edge % 2 ? t->columns : 1);
}

/* The row of a street that runs along one, or the column. */
static int64_t line_of(const town *t, uint32_t edge)
{
    return edge % 2 ? edge / 2 % t->columns : edge / 2 / t->columns;
}

static dm_street_kind kind_of(const town *t, uint32_t edge)
{
    int64_t line = line_of(t, edge), middle = (edge % 2 ? t->columns : t->rows) / 2;
    if (line == middle)
        return DM_STREET_PRIMARY;
    return (line - middle) % MAIN_EVERY == 0 ? DM_STREET_SECONDARY : DM_STREET_RESIDENTIAL;
}

/* Whether an edge crosses the river. */
static bool crosses_river(const town *t, uint32_t edge)
{
    dm_point a = t->at[edge / 2], b = t->at[other_end(t, edge)];
    double width = (double)t->columns, height = (double)t->rows;
    double bank_a = 0.35 * height + 0.12 * height * sin(5 * a.x / width) - a.y;
    double bank_b = 0.35 * height + 0.12 * height * sin(5 * b.x / width) - b.y;
    return (bank_a < 0) != (bank_b < 0);
}

/* Main streets first, then the others in random order. */
static void list_edges(town *t)
{
    int64_t count = 0, main_count = 0;
    for (int64_t i = 0; i < t->n; i++)
        for (uint32_t down = 0; down < 2; down++) {
            bool exists = down ? i + t->columns < t->n : i + 1 < t->n && (i + 1) % t->columns;
            uint32_t edge = (uint32_t)(2 * i) + down;
            if (!exists)
                continue;
            t->edges[count++] = edge;
            if (kind_of(t, edge) != DM_STREET_RESIDENTIAL) {
                t->edges[count - 1] = t->edges[main_count];
                t->edges[main_count++] = edge;
            }
        }
    t->edge_count = count;
    t->to_remove = count / 4;
    for (int64_t i = count - 1; i > main_count; i--) {
        int64_t j = main_count + (int64_t)dm_rng_below(&t->s->rng, (uint64_t)(i - main_count) + 1);
        uint32_t moved = t->edges[i];
        t->edges[i] = t->edges[j];
        t->edges[j] = moved;
    }
}

static uint32_t find_root(const town *t, uint32_t i)
{
    while (t->parent[i] != i) {
        t->parent[i] = t->parent[t->parent[i]];
        i = t->parent[i];
    }
    return i;
}

static void add_street(town *t, uint32_t edge)
{
    dm_point a = t->at[edge / 2], b = t->at[other_end(t, edge)];
    double side = 0.08 * jittered(&t->s->rng);
    dm_point middle = in_degrees(
        t, (dm_point){(a.x + b.x) / 2 - side * (b.y - a.y), (a.y + b.y) / 2 + side * (b.x - a.x)});
    dm_lonlat bend = dmi_lonlat(middle);
    dm_point from = in_degrees(t, a), to = in_degrees(t, b);
    double metres = dmi_metres_between(from, middle) + dmi_metres_between(middle, to);
    char name[48];
    /* Rows and columns each have a name. */
    static const char *const words[] = {
        "Elm",    "Mill",    "Church", "Station", "Harbour", "Garden", "Market", "School", "Bridge",
        "Castle", "Orchard", "Tanner", "Abbey",   "Meadow",  "Chapel", "Weaver", "Quarry", "Lark"};
    int64_t line = line_of(t, edge), count = sizeof words / sizeof *words;
    bool is_main = kind_of(t, edge) != DM_STREET_RESIDENTIAL;
    const char *word = words[(line * 7 + (edge % 2 ? 5 : 0)) % count];
    const char *kind = is_main ? (edge % 2 ? "Avenue" : "Road") : edge % 2 ? "Lane" : "Street";
    if (line < count)
        snprintf(name, 48, "%s %s", word, kind);
    else
        snprintf(name, 48, "%s %s %" PRId64, word, kind, line / count + 1);
    const dm_street street = {.from = (dm_vertex)(edge / 2),
                              .to = (dm_vertex)other_end(t, edge),
                              .length = llround(10 * metres),
                              .travel = DM_STREET_BOTH,
                              .kind = kind_of(t, edge),
                              .name = name,
                              .points = &bend,
                              .point_count = 1};
    dmi_board_maker_edge(t->s, street.from, street.to, street.length);
    if (t->s->status == DM_OK)
        t->s->status = dm_builder_street(t->s->builder, &street, t->s->err);
}

void dmi_make_town(dmi_board_maker *s)
{
    uint64_t n = s->number[0];
    if (n > MOST) {
        dmi_board_maker_refuse(s); /* a larger one would not fit on the Earth */
        return;
    }
    if (!dmi_board_maker_open(s, n, n / 2 * 3))
        return;
    town t = {.s = s, .n = (int64_t)n, .columns = (int64_t)dmi_root(n - 1) + 1};
    t.rows = (t.n + t.columns - 1) / t.columns;
    t.at = dmi_alloc(n, sizeof *t.at);
    t.parent = dmi_alloc(n, sizeof *t.parent);
    t.edges = dmi_alloc(2 * n, sizeof *t.edges);
    if (t.at && t.parent && t.edges) {
        dm_builder_geographic(s->builder, DM_METRES);
        dm_builder_decimals(s->builder, 1);
        /* Crossings of a grid that is bent and jittered. */
        for (int64_t i = 0; i < t.n && t.s->status == DM_OK; i++) {
            double x = (double)(i % t.columns), y = (double)(i / t.columns);
            t.at[i].x = x + 0.9 * sin(0.31 * y) + 0.22 * jittered(&t.s->rng);
            t.at[i].y = y + 0.9 * sin(0.27 * x + 1) + 0.22 * jittered(&t.s->rng);
            t.parent[i] = (uint32_t)i;
            dm_point place = in_degrees(&t, t.at[i]);
            t.s->status = dm_builder_place(t.s->builder, (dm_vertex)i, place.x, place.y, t.s->err);
        }
        list_edges(&t);
        for (int64_t e = 0; e < t.edge_count && t.s->status == DM_OK; e++) {
            uint32_t edge = t.edges[e];
            uint32_t a = find_root(&t, edge / 2), b = find_root(&t, (uint32_t)other_end(&t, edge));
            bool is_main = kind_of(&t, edge) != DM_STREET_RESIDENTIAL;
            if (a == b && !is_main && (t.to_remove > 0 || crosses_river(&t, edge))) {
                t.to_remove--;
                continue;
            }
            t.parent[a] = b;
            add_street(&t, edge);
        }
    } else {
        dmi_board_maker_no_memory(s);
    }
    free(t.at);
    free(t.parent);
    free(t.edges);
}
