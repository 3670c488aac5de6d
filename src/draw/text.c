/* text.c - the board as marks in character cells.
 *
 * Where the places make a small lattice (grids, paths, most drawn trees) every
 * column and row of it gets its own column and row of cells, so that the
 * picture is exact; other boards are scaled to the room.  A cell is taken to be
 * twice as high as wide.  Marks are W1, B2 for stones, w and b for their land,
 * '.' tied, '-' unreached; with colours and Unicode land is a dot in the
 * owner's colour.
 */
#include "draw/text.h"

#include "base/base.h"
#include "draw/parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 400 }; /* lines of a lattice in one direction */

typedef struct sheet {
    dmi_view *view;
    dm_text form;
    int room; /* rows for the board; the rest is the legend's */
    int mark; /* widest mark, in cells */
    bool lattice;
    bool numbered;     /* stones show their move numbers */
    bool labelled;     /* and free vertices their own */
    int columns, rows; /* of the lattice */
    double dx, dy;     /* its steps, in the layout's unit */
    int across, down;  /* cells a step */
    dmi_bounds box;
} sheet;

/* --- Lattice ------------------------------------------------------------------- */

/* The step of which all differences in `sorted` are multiples, or 0.  The least
 * difference is tried, and halves and quarters of it. */
static double lattice_step(const double *sorted, dm_vertex n)
{
    double range = sorted[n - 1] - sorted[0], least = range;
    if (!(range > 0))
        return 1;
    for (dm_vertex i = 1; i < n; i++) {
        double gap = sorted[i] - sorted[i - 1];
        if (gap > 1e-6 * range && gap < least)
            least = gap;
    }
    for (int part = 1; part <= 4; part *= 2) {
        double step = least / part;
        bool fits = range / step < MOST_STEPS;
        for (dm_vertex i = 0; fits && i < n; i++) {
            double steps = (sorted[i] - sorted[0]) / step;
            fits = fabs(steps - round(steps)) < 1e-3;
        }
        if (fits)
            return step;
    }
    return 0;
}

static dm_status find_lattice(sheet *s, dm_error *err)
{
    dm_vertex n = s->view->graph->n;
    double *sorted = dmi_alloc((size_t)n, sizeof *sorted);
    if (!sorted)
        return dmi_no_memory(err);
    for (dm_vertex v = 0; v < n; v++)
        sorted[v] = s->view->places[v].x;
    qsort(sorted, (size_t)n, sizeof *sorted, dmi_compare_doubles);
    s->dx = lattice_step(sorted, n);
    for (dm_vertex v = 0; v < n; v++)
        sorted[v] = s->view->places[v].y;
    qsort(sorted, (size_t)n, sizeof *sorted, dmi_compare_doubles);
    s->dy = lattice_step(sorted, n);
    free(sorted);
    s->lattice = s->dx > 0 && s->dy > 0;
    if (s->lattice) {
        s->columns = (int)round((s->box.right - s->box.left) / s->dx) + 1;
        s->rows = (int)round((s->box.high - s->box.low) / s->dy) + 1;
    }
    return DM_OK;
}

static bool is_filled(const sheet *s)
{
    return s->lattice && 2 * (int64_t)s->view->graph->n > (int64_t)s->columns * s->rows;
}

/* --- Marks --------------------------------------------------------------------- */

static int digits_of(int64_t number)
{
    return snprintf(NULL, 0, "%" PRId64, number);
}

/* The widest mark with numbers on stones (and vertices, where wanted). */
static int widest_mark(const sheet *s, bool numbered)
{
    int widest = numbered && s->view->count ? 1 + digits_of(s->view->count) : 1;
    int number = digits_of(s->view->graph->n - 1);
    return numbered && s->form.numbers && number > widest ? number : widest;
}

void dmi_land_letter(const dmi_view *view, int32_t owner, char letter[2])
{
    letter[0] = dm_owner_letter(owner);
    if (view->count == 0)
        letter[0] = 'o';
    else if (letter[0] >= 'A' && letter[0] <= 'Z')
        letter[0] = (char)(letter[0] - 'A' + 'a');
    letter[1] = 0;
}

static const char *land_mark(const sheet *s, int32_t owner, char letter[2])
{
    if (s->form.colour && s->form.unicode)
        return owner >= 0 ? "\u25cf" : owner == DM_TIED ? "\u25cb" : "\u00b7";
    dmi_land_letter(s->view, owner, letter);
    return letter;
}

static const char *mark_of(const sheet *s, dm_vertex v, char room[32])
{
    int32_t stone = s->view->stone_at[v];
    if (stone >= 0) {
        char letter = dm_owner_letter(s->view->stones[stone].player);
        if (s->numbered)
            snprintf(room, 32, "%c%d", letter, stone + 1);
        else
            snprintf(room, 32, "%c", letter);
        return room;
    }
    if (s->labelled) {
        snprintf(room, 32, "%d", v);
        return room;
    }
    return land_mark(s, s->view->owned->owner[v], room);
}

static int mark_width(const char *mark)
{
    return (unsigned char)mark[0] < 0x80 ? (int)strlen(mark) : 1;
}

static dmi_shape mark_style(const sheet *s, dm_vertex v)
{
    int32_t stone = s->view->stone_at[v], owner = s->view->owned->owner[v];
    dmi_shape style = {.about = v, .role = DMI_ROLE_VERTEX};
    if (stone >= 0) {
        int32_t player = s->view->stones[stone].player;
        style.stroke = (uint8_t)(player == DM_WHITE ? DMI_INK_STONE_BLACK : DMI_INK_STONE_WHITE);
        style.fill = (uint8_t)dmi_stone_ink(player);
        style.flags = DMI_BOLD;
    } else {
        style.stroke = (uint8_t)(s->view->count ? dmi_land_ink(owner) : DMI_INK_TEXT);
        if (s->labelled && s->view->count && is_filled(s))
            style.stroke = DMI_INK_PAPER; /* legible on every ground */
    }
    return style;
}

static void add_text_mark(const sheet *s, dmi_scene *scene, dm_vertex v)
{
    char room[32];
    const char *mark = mark_of(s, v, room);
    int width = mark_width(mark);
    dmi_shape style = mark_style(s, v);
    double start = floor(s->view->places[v].x) - (width - 1) / 2;
    style.x = fmin(fmax(start, 0), fmax(0, scene->width - width));
    style.y = floor(s->view->places[v].y);
    dmi_scene_write(scene, style, mark);
}

/* --- Edges and land --------------------------------------------------------------- */

static void add_text_part(const sheet *s, dmi_scene *scene, dm_vertex v, dm_vertex w, double share)
{
    dm_point p = s->view->places[v], q = s->view->places[w];
    bool unreached = s->view->count && s->view->owned->owner[v] == DM_UNREACHED;
    dmi_shape line = {
        .kind = DMI_LINE,
        .role = DMI_ROLE_EDGE,
        .about = v,
        .x = p.x,
        .y = p.y,
        .x2 = p.x + share * (q.x - p.x),
        .y2 = p.y + share * (q.y - p.y),
        .flags = unreached ? DMI_DASHED : 0,
        .stroke =
            (uint8_t)(s->view->count ? dmi_land_ink(s->view->owned->owner[v]) : DMI_INK_PLAIN),
    };
    dmi_scene_add(scene, line);
}

static void add_text_edges(const sheet *s, dmi_scene *scene)
{
    const dm_graph *graph = s->view->graph;
    const int64_t *distance = s->view->owned->distance;
    for (dm_vertex v = 0; v < graph->n; v++)
        for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++) {
            dm_vertex w = graph->target[a];
            bool same = s->view->owned->owner[v] == s->view->owned->owner[w];
            if (same && v < w)
                add_text_part(s, scene, v, w, 1);
            else if (!same)
                add_text_part(s, scene, v, w,
                              dmi_boundary(dm_graph_length(graph, a), distance[v], distance[w]));
        }
}

/* On a filled lattice land is a coloured ground under the marks. */
static void add_ground(const sheet *s, dmi_scene *scene)
{
    for (dm_vertex v = 0; v < s->view->graph->n; v++) {
        int32_t owner = s->view->owned->owner[v];
        dmi_shape box = {
            .kind = DMI_BOX,
            .about = v,
            .x = floor(s->view->places[v].x) - (s->across - 1) / 2,
            .y = floor(s->view->places[v].y) - (s->down - 1) / 2,
            .x2 = s->across,
            .y2 = s->down,
            .fill = (uint8_t)dmi_tint_ink(owner),
        };
        if (owner != DM_UNREACHED)
            dmi_scene_add(scene, box);
    }
}

/* --- Legend -------------------------------------------------------------------------- */

typedef struct legend {
    dmi_scene *scene;
    const sheet *sheet;
    double x, y;
    bool brief; /* marks and numbers alone */
    double width;
} legend;

static void legend_write(legend *l, const char *text, dmi_shape style)
{
    style.x = l->x;
    style.y = l->y;
    style.about = -1;
    if (l->scene)
        dmi_scene_write(l->scene, style, text);
    l->x += mark_width(text);
}

static void legend_item(legend *l, int32_t owner, const char *word, int64_t score)
{
    char text[64], letter[2];
    dmi_shape style = {0};
    if (l->x > 0)
        l->x += l->brief ? 1 : 3;
    if (owner >= 0) {
        snprintf(text, sizeof text, "%c", dm_owner_letter(owner));
        style.stroke = owner == DM_WHITE ? DMI_INK_STONE_BLACK : DMI_INK_STONE_WHITE;
        style.fill = (uint8_t)dmi_stone_ink(owner);
        style.flags = DMI_BOLD;
        legend_write(l, text, style);
    }
    if (owner < 0 || !l->brief)
        legend_write(l, land_mark(l->sheet, owner, letter),
                     (dmi_shape){.stroke = (uint8_t)dmi_land_ink(owner)});
    if (l->brief)
        snprintf(text, sizeof text, " %" PRId64, score);
    else
        snprintf(text, sizeof text, " %s %" PRId64, word, score);
    legend_write(l, text, (dmi_shape){.stroke = DMI_INK_TEXT});
}

static void legend_line(legend *l)
{
    const dmi_view *view = l->sheet->view;
    const dm_dominance *owned = view->owned;
    static const char *const words[] = {"White", "Black"};
    l->x = 0;
    for (int32_t player = 0; player < owned->players && player < DMI_PLAYER_INKS; player++)
        legend_item(l, player, player < 2 ? words[player] : "player", owned->score[player]);
    bool tied = false, unreached = false;
    for (dm_vertex v = 0; v < owned->n; v++) {
        tied |= owned->owner[v] == DM_TIED;
        unreached |= owned->owner[v] == DM_UNREACHED;
    }
    if (tied)
        legend_item(l, DM_TIED, "tied", owned->tied);
    if (unreached)
        legend_item(l, DM_UNREACHED, "unreached", owned->unreached);
    if (view->ties != DM_TIES_NEUTRAL && !l->brief) {
        char text[64];
        snprintf(text, sizeof text, "   ties: %s", dm_tie_rule_name(view->ties));
        legend_write(l, text, (dmi_shape){.stroke = DMI_INK_FAINT_TEXT});
    }
    l->width = l->x;
}

static void add_text_legend(const sheet *s, dmi_scene *scene)
{
    if (s->view->count == 0 || s->room == s->form.rows)
        return;
    legend l = {.sheet = s, .y = scene->height - 1};
    legend_line(&l);
    l.brief = l.width > s->form.columns;
    l.scene = scene;
    legend_line(&l);
    scene->width = fmax(scene->width, fmin(l.width, s->form.columns));
}

/* --- Placing ---------------------------------------------------------------------------- */

/* Whether a lattice with these steps fits the room. */
static bool lattice_fits(const sheet *s, int across, int down, int mark)
{
    return (int64_t)(s->columns - 1) * across + mark <= s->form.columns &&
           (int64_t)(s->rows - 1) * down + 1 <= s->room;
}

/* Tries wide steps with numbers first, then close ones, then without numbers. */
static bool choose_steps(sheet *s)
{
    for (int numbered = 1; numbered >= 0; numbered--) {
        int mark = widest_mark(s, numbered);
        for (int down = s->rows == 1 ? 1 : 2; down >= 1; down--)
            for (int spare = 2; spare >= 0; spare--) {
                int across = mark + spare;
                across = across < 2 * down ? 2 * down : across;
                if (spare == 0 && mark > 1)
                    continue;
                if (!lattice_fits(s, across, down, mark))
                    continue;
                s->numbered = numbered;
                s->labelled = numbered && s->form.numbers;
                s->mark = mark;
                s->across = across;
                s->down = down;
                return true;
            }
    }
    return false;
}

static void place_on_lattice(sheet *s, dmi_scene *scene)
{
    dmi_view *view = s->view;
    int indent = (s->mark - 1) / 2;
    for (dm_vertex v = 0; v < view->graph->n; v++) {
        double column = round((view->places[v].x - s->box.left) / s->dx);
        double row = round((s->box.high - view->places[v].y) / s->dy);
        view->places[v] = (dm_point){column * s->across + indent + 0.5, row * s->down + 0.5};
    }
    scene->width = (s->columns - 1) * s->across + s->mark;
    scene->height = (s->rows - 1) * s->down + 1;
}

static double fit(double room, double range)
{
    return range > 0 ? fmax(room, 0.01) / range : INFINITY;
}

static void place_freely(sheet *s, dmi_scene *scene)
{
    dmi_view *view = s->view;
    s->mark = widest_mark(s, true);
    double wide = s->box.right - s->box.left, high = s->box.high - s->box.low;
    double room = s->form.columns - s->mark, usual = fmax(8, 2 * s->mark) / view->spacing;
    double scale = fmin(fmin(fit(room, wide), 2 * fit(s->room - 1, high)), usual);
    if (!isfinite(scale))
        scale = 0;
    s->numbered = s->mark <= 3 && s->form.columns > 8 * s->mark;
    s->labelled = s->form.numbers && scale * view->spacing > s->mark + 1;
    double indent = (s->mark - 1) / 2 + 0.5;
    for (dm_vertex v = 0; v < view->graph->n; v++) {
        dm_point *p = &view->places[v];
        *p = (dm_point){(p->x - s->box.left) * scale + indent,
                        (s->box.high - p->y) * scale / 2 + 0.5};
        if (!s->form.unicode) /* lines of letters run from cell to cell */
            *p = (dm_point){floor(p->x) + 0.5, floor(p->y) + 0.5};
    }
    scene->width = fmin(floor(wide * scale) + s->mark + 1, s->form.columns);
    scene->height = fmin(floor(high * scale / 2) + 1, s->room);
}

static void add_text_stones(const sheet *s, dmi_scene *scene)
{
    for (int64_t i = 0; i < s->view->count; i++)
        add_text_mark(s, scene, s->view->stones[i].vertex);
}

static void add_text_board(const sheet *s, dmi_scene *scene)
{
    if (is_filled(s) && s->view->count)
        add_ground(s, scene);
    add_text_edges(s, scene);
    for (dm_vertex v = 0; v < s->view->graph->n; v++)
        if (s->view->stone_at[v] < 0)
            add_text_mark(s, scene, v);
    add_text_stones(s, scene);
}

/* Whether marks would hide each other. */
static bool is_crowded(const sheet *s)
{
    return !s->lattice && (int64_t)s->view->graph->n * 3 > (int64_t)s->form.columns * s->room;
}

dm_status dmi_compose_text(dmi_view *view, const dm_text *form, dmi_scene *scene, dm_error *err)
{
    sheet s = {.view = view, .form = *form};
    s.form.columns = form->columns > 0 ? form->columns : 80;
    s.form.rows = form->rows > 0 ? form->rows : 24;
    s.room = view->count > 0 && s.form.rows > 3 ? s.form.rows - 2 : s.form.rows;
    if (view->graph->n == 0)
        return DM_OK;
    s.box = dmi_bounds_of(view->places, view->graph->n);
    dm_status status = find_lattice(&s, err);
    if (status != DM_OK)
        return status;
    if (is_filled(&s)) /* a vertex a cell, should it come to that */
        view->crowd_spacing = fmax(s.dx, s.dy);
    s.lattice = s.lattice && choose_steps(&s);
    if (is_crowded(&s)) {
        s.numbered = view->count < 10;
        status = dmi_compose_crowd(view, &s.form, s.room, scene, err);
        add_text_stones(&s, scene);
    } else {
        if (s.lattice)
            place_on_lattice(&s, scene);
        else
            place_freely(&s, scene);
        add_text_board(&s, scene);
    }
    if (s.room < s.form.rows)
        scene->height += 2;
    add_text_legend(&s, scene);
    return status;
}
