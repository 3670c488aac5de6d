/* level_view.c - a level prepared for drawing: places, bends, sizes.
 *
 * Edges between the same two vertices are bent apart; the middle of the j-th of k lies
 * (j - (k-1)/2) times BEND chords aside.  After a cut two ends lie at one point: ends that
 * lie on other vertices are drawn shorter, so that the gap can be seen.
 */
#include "draw/level/level_view.h"

#include "base/base.h"
#include <demesne/dominance.h>
#include <demesne/draw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BEND  0.34
#define LEAST 300.0 /* side of a small network */

void dmi_level_view_clear(dmi_level_view *view)
{
    dm_line_diagram_free(view->diagram);
    free(view->places);
    free(view->bend);
    *view = (dmi_level_view){0};
}

int32_t dmi_level_owner(const dmi_level_view *view, uint64_t players)
{
    int32_t me = view->level->me;
    if (players == 0)
        return DM_UNREACHED;
    if ((players & (players - 1)) == 0)
        return __builtin_ctzll(players);
    return view->ties == DM_LINE_OWN && me >= 0 && (players >> me & 1) ? me : DM_TIED;
}

dm_point dmi_level_along(const dmi_level_view *view, int32_t edge, double at)
{
    const dm_line_edge *e = &view->level->edges[edge];
    dm_point a = view->places[e->u], b = view->places[e->v];
    double dx = b.x - a.x, dy = b.y - a.y, aside = 4 * view->bend[edge] * at * (1 - at);
    return (dm_point){a.x + at * dx - aside * dy, a.y + at * dy + aside * dx};
}

dm_point dmi_level_point(const dmi_level_view *view, const dm_line_place *place)
{
    return place->vertex >= 0 ? view->places[place->vertex]
                              : dmi_level_along(view, place->edge, dmi_decimal_of(place->at));
}

int dmi_level_steps(const dmi_level_view *view, int32_t edge)
{
    return view->bend[edge] == 0 ? 1 : 10;
}

typedef struct bundle {
    int32_t low, high, edge;
} bundle;

static int by_ends(const void *left, const void *right)
{
    const bundle *a = left, *b = right;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    return (a->edge > b->edge) - (a->edge < b->edge);
}

/* A bend is measured from the edge's own first end. */
static dm_status bend_edges(dmi_level_view *view, dm_error *err)
{
    const dm_level *level = view->level;
    bundle *sorted = dmi_alloc((size_t)level->edge_count, sizeof *sorted);
    if (!sorted)
        return dmi_no_memory(err);
    for (int32_t e = 0; e < level->edge_count; e++) {
        int32_t u = level->edges[e].u, v = level->edges[e].v;
        sorted[e] = (bundle){u < v ? u : v, u < v ? v : u, e};
    }
    qsort(sorted, (size_t)level->edge_count, sizeof *sorted, by_ends);
    for (int32_t first = 0, end; first < level->edge_count; first = end) {
        for (end = first + 1; end < level->edge_count && sorted[end].low == sorted[first].low &&
                              sorted[end].high == sorted[first].high;)
            end++;
        for (int32_t i = first; i < end; i++) {
            double aside = BEND * (i - first - 0.5 * (end - first - 1));
            bool turned = level->edges[sorted[i].edge].u != sorted[i].low;
            view->bend[sorted[i].edge] = turned ? -aside : aside;
        }
    }
    free(sorted);
    return DM_OK;
}

static dm_status find_places(dmi_level_view *view, const dm_level_picture *picture,
                             const dmi_level_view *from, dm_error *err)
{
    const dm_level *level = view->level;
    if (from && picture->move_count > 0) {
        /* Old vertices stay; without coordinates the new ones are the ends of a cut. */
        int32_t old = from->level->vertex_count;
        for (int32_t v = 0; v < view->level->vertex_count; v++)
            view->places[v] = v < old               ? from->places[v]
                              : view->level->points ? view->level->points[v]
                                                    : dmi_level_point(from, &picture->moves->place);
        return DM_OK;
    }
    if (!level->points) {
        /* The layout of the board that has the level's edges. */
        dm_builder *builder = NULL;
        dm_arena *arena = NULL;
        dm_status status = dm_builder_new(level->vertex_count, &builder, err);
        for (int32_t e = 0; status == DM_OK && e < level->edge_count; e++)
            status = dm_builder_edge(builder, level->edges[e].u, level->edges[e].v, 1, err);
        if (status == DM_OK)
            status = dm_builder_finish(builder, &arena, err);
        else
            dm_builder_free(builder);
        if (status == DM_OK)
            status = dm_layout(arena, picture->seed, view->places, err);
        dm_arena_free(arena);
        return status;
    }
    memcpy(view->places, level->points, (size_t)level->vertex_count * sizeof *view->places);
    dmi_limit_places(view->places, level->vertex_count);
    return DM_OK;
}

dm_status dmi_level_view_init(const dm_level *level, const dm_level_picture *picture,
                              const dmi_level_view *from, dmi_level_view *out, dm_error *err)
{
    dmi_level_view view = {.level = level, .ties = picture->ties, .lengths = picture->lengths};
    dmi_choose_hues((const char *const *)level->players, level->player_count, view.hue);
    view.places = dmi_alloc((size_t)level->vertex_count, sizeof *view.places);
    view.bend = dmi_calloc((size_t)level->edge_count, sizeof *view.bend);
    dm_status status = view.places && view.bend
                           ? dm_line_diagram_new(level, picture->ties, true, &view.diagram, err)
                           : dmi_no_memory(err);
    if (status == DM_OK)
        status = bend_edges(&view, err);
    if (status == DM_OK)
        status = find_places(&view, picture, from, err);
    if (status == DM_OK)
        *out = view;
    else
        dmi_level_view_clear(&view);
    return status;
}

static double is_within(double low, double wish, double high)
{
    return fmin(fmax(low, wish), high);
}

dmi_level_sizes dmi_level_size(const dmi_level_view *view, double most)
{
    int32_t n = view->level->vertex_count;
    dmi_draw_box box = dmi_draw_box_of(view->places, n);
    /* The mean distance of the ends of an edge. */
    int32_t count = view->level->edge_count;
    double sum = 0;
    for (int32_t e = 0; e < count; e++) {
        dm_point a = dmi_level_along(view, e, 0), b = dmi_level_along(view, e, 1);
        sum += hypot(a.x - b.x, a.y - b.y);
    }
    double wide = box.right - box.left, high = box.high - box.low,
           usual = sum > 0 ? sum / count : 1;
    double wish = n <= 12 ? 110 : n <= 40 ? 80 : n <= 120 ? 56 : 40;
    double side = fmax(fmax(wide, high), 1e-300);
    double scale = fmin(fmax(wish / usual, LEAST / side), most / side);
    double edge = isfinite(scale) ? usual * scale : wish;
    dmi_level_sizes size = {.scale = isfinite(scale) ? scale : 1, .font = 14};
    size.width = wide * size.scale;
    size.height = high * size.scale;
    size.line = is_within(1.3, 0.06 * edge, 6);
    size.site = is_within(3, 0.16 * edge, 13);
    size.dot = is_within(0.6 * size.line, 0.1 * edge, 9);
    size.label = size.dot >= 6.5 && n <= 100 ? 1.15 * size.dot : 0;
    size.border = size.site + 2 * size.line + 4;
    return size;
}

typedef struct spot {
    dm_point place;
    int32_t vertex;
} spot;

static int by_spot(const void *left, const void *right)
{
    const spot *a = left, *b = right;
    if (a->place.x != b->place.x)
        return a->place.x < b->place.x ? -1 : 1;
    return (a->place.y > b->place.y) - (a->place.y < b->place.y);
}

/* Marks in `shares` the vertices that lie on others. */
static dm_status find_shared(const dmi_level_view *view, bool *shares, dm_error *err)
{
    int32_t n = view->level->vertex_count;
    spot *spots = dmi_alloc((size_t)n, sizeof *spots);
    if (!spots)
        return dmi_no_memory(err);
    for (int32_t v = 0; v < n; v++)
        spots[v] = (spot){view->places[v], v};
    qsort(spots, (size_t)n, sizeof *spots, by_spot);
    for (int32_t i = 1; i < n; i++)
        if (by_spot(&spots[i - 1], &spots[i]) == 0)
            shares[spots[i - 1].vertex] = shares[spots[i].vertex] = true;
    free(spots);
    return DM_OK;
}

/* Moves end v of an edge towards the other end w. */
static void draw_shorter(dmi_level_view *view, int32_t v, int32_t w)
{
    dm_point *p = &view->places[v], q = view->places[w];
    double chord = hypot(q.x - p->x, q.y - p->y);
    double gap = fmin(view->size.site + view->size.dot + view->size.line, 0.4 * chord);
    if (chord > 0)
        *p = (dm_point){p->x + gap * (q.x - p->x) / chord, p->y + gap * (q.y - p->y) / chord};
}

dm_status dmi_level_place(dmi_level_view *view, const dmi_level_sizes *size, dmi_draw_box box,
                          double left, double top, dm_error *err)
{
    view->size = *size;
    for (int32_t v = 0; v < view->level->vertex_count; v++) {
        dm_point *p = &view->places[v];
        *p = (dm_point){left + (p->x - box.left) * size->scale,
                        top + (box.high - p->y) * size->scale};
    }
    for (int32_t e = 0; e < view->level->edge_count; e++)
        view->bend[e] = -view->bend[e]; /* the page is seen from the other side */
    /* An end that lies on another vertex and has one edge is drawn a little shorter. */
    const dm_level *level = view->level;
    bool *shares = dmi_calloc((size_t)level->vertex_count, sizeof *shares);
    int32_t *degree = dmi_calloc((size_t)level->vertex_count, sizeof *degree);
    dm_status status = shares && degree ? find_shared(view, shares, err) : dmi_no_memory(err);
    for (int32_t e = 0; status == DM_OK && e < level->edge_count; e++) {
        degree[level->edges[e].u]++;
        degree[level->edges[e].v]++;
    }
    for (int32_t e = 0; status == DM_OK && e < level->edge_count; e++) {
        int32_t u = level->edges[e].u, v = level->edges[e].v;
        if (shares[u] && degree[u] == 1)
            draw_shorter(view, u, v);
        if (shares[v] && degree[v] == 1)
            draw_shorter(view, v, u);
    }
    free(shares);
    free(degree);
    return status;
}
