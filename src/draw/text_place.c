/* text_place.c - which character cell a vertex gets.
 *
 * Places that make a small lattice (grids, paths, most drawn trees) keep it: each of its columns
 * and rows gets its own column and row of cells.  Other boards are scaled to the room, and marks
 * that would hide each other move apart, each to the nearest free cells; stones keep their place.
 * A cell is taken to be twice as high as wide.
 */
#include "base/base.h"
#include "draw/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MOST_STEPS = 400, /* lines of a lattice in one direction */
    FARTHEST = 40     /* columns that a mark may move; a row counts as two */
};

/* The step of which all differences in `sorted` are multiples, or 0.  The least difference is
 * tried, and halves and quarters of it. */
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

static int digits_of(int64_t number)
{
    return snprintf(NULL, 0, "%" PRId64, number);
}

/* The widest mark with numbers on stones, and on vertices if they are wanted. */
static int widest_mark(const dmi_text_plan *plan, bool numbered)
{
    int widest = numbered && plan->view->count ? 1 + digits_of(plan->view->count) : 1;
    int number = digits_of(plan->view->graph->n - 1);
    return numbered && plan->form.numbers && number > widest ? number : widest;
}

static bool lattice_fits(const dmi_text_plan *plan, int across, int down, int mark)
{
    return (int64_t)(plan->columns - 1) * across + mark <= plan->form.columns &&
           (int64_t)(plan->rows - 1) * down + 1 <= plan->room;
}

/* Tries wide steps with numbers first, then narrow ones, then without numbers. */
static bool choose_steps(dmi_text_plan *plan)
{
    for (int numbered = 1; numbered >= 0; numbered--) {
        int mark = widest_mark(plan, numbered);
        for (int down = plan->rows == 1 ? 1 : 2; down >= 1; down--)
            for (int spare = 2; spare >= (mark > 1); spare--) {
                int across = mark + spare < 2 * down ? 2 * down : mark + spare;
                if (!lattice_fits(plan, across, down, mark))
                    continue;
                plan->numbered = numbered;
                plan->labelled = numbered && plan->form.numbers;
                plan->mark = mark;
                plan->across = across;
                plan->down = down;
                return true;
            }
    }
    return false;
}

bool dmi_text_is_filled(const dmi_text_plan *plan)
{
    return plan->lattice && 2 * (int64_t)plan->view->graph->n > (int64_t)plan->columns * plan->rows;
}

dm_status dmi_text_find_lattice(dmi_text_plan *plan, dm_error *err)
{
    dmi_view *view = plan->view;
    dm_vertex n = view->graph->n;
    double *sorted = dmi_alloc((size_t)n, sizeof *sorted);
    if (!sorted)
        return dmi_no_memory(err);
    for (dm_vertex v = 0; v < n; v++)
        sorted[v] = view->places[v].x;
    qsort(sorted, (size_t)n, sizeof *sorted, dmi_compare_doubles);
    plan->dx = lattice_step(sorted, n);
    for (dm_vertex v = 0; v < n; v++)
        sorted[v] = view->places[v].y;
    qsort(sorted, (size_t)n, sizeof *sorted, dmi_compare_doubles);
    plan->dy = lattice_step(sorted, n);
    free(sorted);
    if (!(plan->dx > 0 && plan->dy > 0))
        return DM_OK;
    plan->columns = (int)round((plan->box.right - plan->box.left) / plan->dx) + 1;
    plan->rows = (int)round((plan->box.high - plan->box.low) / plan->dy) + 1;
    plan->lattice = true;
    if (dmi_text_is_filled(plan)) /* one cell per vertex if the lattice does not fit */
        view->dense_spacing = fmax(plan->dx, plan->dy);
    plan->lattice = choose_steps(plan);
    return DM_OK;
}

static double fit_scale(double room, double range)
{
    return range > 0 ? fmax(room, 0.01) / range : INFINITY;
}

static int mark_width(const dmi_text_plan *plan, dm_vertex v)
{
    int32_t stone = plan->view->stone_at[v];
    if (stone >= 0)
        return plan->numbered ? 1 + digits_of(stone + 1) : 1;
    return plan->labelled ? digits_of(v) : 1;
}

/* The first column of a mark whose middle is at x. */
static int mark_start(const dmi_text_plan *plan, double x, int width)
{
    int start = (int)floor(x) - (width - 1) / 2, last = plan->form.columns - width;
    return start > last ? (last > 0 ? last : 0) : start > 0 ? start : 0;
}

/* Takes the cells for a mark, and the one after a number; false if they are not free. */
static bool take_cells(const dmi_text_plan *plan, int column, int row, int width, bool *taken)
{
    int columns = plan->form.columns, end = column + width + plan->labelled;
    if (column < 0 || column + width > columns || row < 0 || row >= plan->room)
        return false;
    bool *cells = taken + (size_t)row * (size_t)columns;
    for (int i = column; i < end && i < columns; i++)
        if (cells[i])
            return false;
    for (int i = column; i < end && i < columns; i++)
        cells[i] = true;
    return true;
}

/* Moves v as little as possible, so that its mark covers no other one. */
static void move_to_free_cells(dmi_text_plan *plan, dm_vertex v, bool *taken)
{
    dm_point *p = &plan->view->places[v];
    int width = mark_width(plan, v), row = (int)floor(p->y);
    int start = mark_start(plan, p->x, width);
    for (int away = 0; away <= FARTHEST; away++)
        for (int up = -(away / 2); up <= away / 2; up++)
            for (int side = -1; side <= 1; side += 2) {
                int aside = side * (away - 2 * abs(up));
                if (!take_cells(plan, start + aside, row + up, width, taken))
                    continue;
                if (away > 0)
                    *p = (dm_point){start + aside + (width - 1) / 2 + 0.5, row + up + 0.5};
                return;
            }
}

static dm_status separate_marks(dmi_text_plan *plan, dm_error *err)
{
    const dmi_view *view = plan->view;
    bool *taken = dmi_calloc((size_t)plan->form.columns * (size_t)plan->room, sizeof *taken);
    if (!taken)
        return dmi_no_memory(err);
    for (int64_t i = 0; i < view->count; i++)
        move_to_free_cells(plan, view->stones[i].vertex, taken);
    for (dm_vertex v = 0; v < view->graph->n; v++)
        if (view->stone_at[v] < 0)
            move_to_free_cells(plan, v, taken);
    free(taken);
    return DM_OK;
}

dm_status dmi_text_place(dmi_text_plan *plan, dmi_scene *scene, dm_error *err)
{
    if (plan->lattice) {
        dmi_view *view = plan->view;
        double indent = (plan->mark - 1) / 2 + 0.5;
        for (dm_vertex v = 0; v < view->graph->n; v++) {
            double column = round((view->places[v].x - plan->box.left) / plan->dx);
            double row = round((plan->box.high - view->places[v].y) / plan->dy);
            view->places[v] = (dm_point){column * plan->across + indent, row * plan->down + 0.5};
        }
    } else {
        dmi_view *view = plan->view;
        plan->mark = widest_mark(plan, true);
        double wide = plan->box.right - plan->box.left, high = plan->box.high - plan->box.low;
        double usual = fmax(8, 2 * plan->mark) / view->spacing;
        double scale = fmin(fit_scale(plan->form.columns - plan->mark, wide),
                            2 * fit_scale(plan->room - 1, high));
        scale = fmin(scale, usual);
        if (!isfinite(scale))
            scale = 0;
        plan->numbered = plan->mark <= 3 && plan->form.columns > 8 * plan->mark;
        plan->labelled = plan->form.numbers && scale * view->spacing > plan->mark + 1;
        double indent = (plan->mark - 1) / 2 + 0.5;
        for (dm_vertex v = 0; v < view->graph->n; v++) {
            dm_point *p = &view->places[v];
            *p = (dm_point){(p->x - plan->box.left) * scale + indent,
                            (plan->box.high - p->y) * scale / 2 + 0.5};
            if (!plan->form.unicode) /* lines of letters run from cell to cell */
                *p = (dm_point){floor(p->x) + 0.5, floor(p->y) + 0.5};
        }
    }
    dm_status status = separate_marks(plan, err);
    for (dm_vertex v = 0; v < plan->view->graph->n; v++) {
        dm_point p = plan->view->places[v];
        int width = mark_width(plan, v);
        scene->width = fmax(scene->width, mark_start(plan, p.x, width) + width);
        scene->height = fmax(scene->height, floor(p.y) + 1);
    }
    return status;
}
