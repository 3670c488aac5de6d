/* labels.c - names and numbers of vertices, and lengths of edges. */
#include "draw/view.h"
#include "graph/csr.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LENGTHS = 120 }; /* edges whose lengths are written */

/* The ink under v's mark. */
static dmi_ink ground_ink(const dmi_view *view, dm_vertex v)
{
    return view->has_bands ? dmi_tint_ink(view->owned->owner[v]) : DMI_INK_PAPER;
}

static double place_below(const dmi_view *view, dm_vertex v)
{
    return view->places[v].y + dmi_mark_radius(view, v) + 0.68 * view->label + 1;
}

/* Whether the names of v and of the vertex before it, side by side below their marks, would run
 * into each other. */
static bool meets_last(const dmi_view *view, dm_vertex v)
{
    char room[2][16];
    if (v == 0)
        return false;
    double width = dmi_text_width(dmi_label(view, v - 1, room[0]), view->label, false) +
                   dmi_text_width(dmi_label(view, v, room[1]), view->label, false);
    return fabs(view->places[v].x - view->places[v - 1].x) < (width + view->label) / 2 &&
           fabs(place_below(view, v) - place_below(view, v - 1)) < view->label;
}

/* A length as the decimal it stands for, e.g. 1500 with three decimals: "1.5". */
static void write_length(int64_t length, int decimals, char out[48])
{
    char digits[32];
    int count = snprintf(digits, sizeof digits, "%0*" PRId64, decimals + 1, length);
    int end = count;
    while (end > count - decimals && digits[end - 1] == '0')
        end--;
    int whole = count - decimals;
    if (end == whole)
        snprintf(out, 48, "%.*s", whole, digits);
    else
        snprintf(out, 48, "%.*s.%.*s", whole, digits, end - whole, digits + whole);
}

/* Whether text of this size around a point would touch a name below a mark. */
static bool touches_name(const dmi_view *view, dm_point at, double width, double height)
{
    for (dm_vertex v = 0; v < view->graph->n; v++) {
        char room[16];
        double reach = dmi_text_width(dmi_label(view, v, room), view->label, false) + width;
        if (fabs(at.x - view->places[v].x) < reach / 2 &&
            fabs(at.y - place_below(view, v)) < (view->label + height) / 2)
            return true;
    }
    return false;
}

static dm_point point_between(dm_point p, dm_point q, double share)
{
    return (dm_point){p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)};
}

/* A place along the edge, near its middle, where a text touches no name. */
static double choose_share(const dmi_view *view, dm_point p, dm_point q, double width,
                           double height)
{
    static const double shares[] = {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74};
    for (size_t i = 0; view->labels_below && i < sizeof shares / sizeof *shares; i++)
        if (!touches_name(view, point_between(p, q, shares[i]), width, height))
            return shares[i];
    return 0.5;
}

/* The length of an edge; of a pair of arcs that differ both, the shorter first. */
static void write_lengths(const dmi_view *view, dm_vertex v, uint32_t arc, char out[100])
{
    const dm_graph *graph = dm_arena_graph(view->arena);
    int64_t length = dm_graph_length(view->graph, arc);
    dm_vertex w = view->graph->target[arc];
    int decimals = dm_arena_decimals(view->arena);
    char other[48];
    write_length(length, decimals, out);
    int64_t there = view->undirected ? dmi_graph_length_between(graph, v, w) : 0;
    int64_t back = view->undirected ? dmi_graph_length_between(graph, w, v) : 0;
    if (there == back || there == 0 || back == 0)
        return;
    write_length(there > back ? there : back, decimals, other);
    snprintf(out + strlen(out), 50, "/%s", other);
}

static void add_length(const dmi_view *view, dmi_scene *scene, dm_vertex v, uint32_t arc)
{
    char length[100];
    dm_vertex w = view->graph->target[arc];
    dm_point p = view->places[v], q = view->places[w];
    write_lengths(view, v, arc, length);
    double size = fmin(0.8 * view->font, view->label);
    double clear = hypot(p.x - q.x, p.y - q.y) - 2 * fmin(view->stone, view->gap);
    double width = dmi_text_width(length, size, false);
    if (clear < 1.2 * width)
        return;
    double share = choose_share(view, p, q, width, size);
    double boundary = dmi_boundary_share(view, v, arc);
    dmi_shape text = dmi_text_shape(point_between(p, q, share), size, DMI_INK_FAINT_TEXT, DMI_HALO);
    text.role = DMI_ROLE_LABEL;
    text.fill = (uint8_t)ground_ink(view, share <= boundary ? v : w);
    dmi_scene_write(scene, text, length);
}

bool dmi_shows_lengths(const dmi_view *view)
{
    return !dm_arena_map(view->arena) && view->graph->uniform == 0 &&
           view->graph->arcs <= 2 * MOST_LENGTHS && view->picture.labels != DM_LABELS_NONE;
}

void dmi_compose_labels(const dmi_view *view, dmi_scene *scene)
{
    if (!(view->label > 0) || view->as_cells)
        return;
    const dm_graph *graph = view->graph;
    if (dmi_shows_lengths(view))
        for (dm_vertex v = 0; v < graph->n; v++)
            for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++)
                if (v < graph->target[a])
                    add_length(view, scene, v, a);
    bool is_lower = false; /* one of two names that would meet stands a line lower */
    for (dm_vertex v = 0; v < view->graph->n; v++) {
        char room[16];
        const char *label = dmi_label(view, v, room);
        is_lower = view->labels_below && !is_lower && meets_last(view, v);
        bool numbered = view->stone_at[v] >= 0 && !view->picture.hide_numbers;
        if (view->labels_below) {
            /* Below its mark, with a rim that keeps it clear of the edges. */
            dm_point at = {view->places[v].x, place_below(view, v) + is_lower * view->label};
            dmi_shape text = dmi_text_shape(at, view->label, DMI_INK_TEXT, DMI_HALO);
            text.about = v;
            text.role = DMI_ROLE_LABEL;
            text.fill = (uint8_t)ground_ink(view, v);
            dmi_scene_write(scene, text, label);
        } else if (!numbered) {
            int32_t stone = view->stone_at[v];
            dmi_ink ink = stone >= 0 ? dmi_number_ink(view->stones[stone].player)
                          : view->owned->owner[v] == DM_UNREACHED && view->count
                              ? DMI_INK_FAINT_TEXT
                              : DMI_INK_TEXT;
            double most = 1.5 * dmi_mark_radius(view, v) / fmax(1, dmi_text_width(label, 1, false));
            dmi_shape text = dmi_text_shape(view->places[v], fmin(view->label, most), ink, 0);
            text.about = v;
            text.role = DMI_ROLE_LABEL;
            dmi_scene_write(scene, text, label);
        }
    }
}
