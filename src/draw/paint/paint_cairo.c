/* paint_cairo.c - a scene as PNG and PDF, by cairo.
 *
 * Lines of one style go into one path, at most BATCH of them: a very long path costs more than its
 * pieces.  If lines cover the page many times over, they are not smoothed.  The PDF's date is
 * fixed, so that the same scene gives the same bytes.
 */
#include "base/base.h"
#include "draw/paint/paint.h"

#include "base/lazy_library.h"
#include <cairo-pdf.h>
#include <cairo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* cairo is loaded for the first picture. */
static struct {
#define X(name) __typeof__(cairo_##name) *name;
#include "draw/paint/cairo.def"
#undef X
} cairo;

static const char *const names[] = {
#define X(name) "cairo_" #name,
#include "draw/paint/cairo.def"
#undef X
};

static dmi_lazy_library library = {.file = CAIRO_FILE,
                                   .purpose = "PNG and PDF pictures need cairo",
                                   .names = names,
                                   .count = sizeof names / sizeof *names,
                                   .functions = &cairo};

enum { BATCH = 32 };

#define MUCH_LINE 8e6 /* pixels of line that take about a second to smooth */

static void set_ink(cairo_t *cr, int ink)
{
    uint32_t rgb = dmi_ink_rgb((dmi_ink)ink);
    cairo.set_source_rgb(cr, (rgb >> 16) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

static void set_stroke(cairo_t *cr, const dmi_shape *shape)
{
    double dash = dmi_dash(shape);
    set_ink(cr, shape->stroke);
    cairo.set_line_width(cr, (double)shape->width);
    cairo.set_line_cap(cr, shape->flags & DMI_ROUND ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo.set_dash(cr, &dash, shape->flags & DMI_DASHED ? 1 : 0, 0);
}

static size_t paint_lines(cairo_t *cr, const dmi_scene *scene, size_t i, bool rough)
{
    const dmi_shape *first = &scene->shapes[i];
    size_t end = i + BATCH < scene->count ? i + BATCH : scene->count;
    set_stroke(cr, first);
    cairo.set_antialias(cr, rough ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_DEFAULT);
    for (; i < end && dmi_same_style(first, &scene->shapes[i]); i++) {
        cairo.move_to(cr, scene->shapes[i].x, scene->shapes[i].y);
        cairo.line_to(cr, scene->shapes[i].x2, scene->shapes[i].y2);
    }
    cairo.stroke(cr);
    return i;
}

static void paint_body(cairo_t *cr, const dmi_scene *scene, const dmi_shape *shape)
{
    cairo.new_path(cr);
    if (shape->kind == DMI_AREA) {
        const dm_point *point = scene->points + (size_t)shape->x;
        for (size_t i = 0; i < (size_t)shape->x2; i++) {
            if (isnan(point[i].x))
                cairo.close_path(cr); /* a new ring begins with the next point */
            else if (i == 0 || isnan(point[i - 1].x))
                cairo.move_to(cr, point[i].x, point[i].y);
            else
                cairo.line_to(cr, point[i].x, point[i].y);
        }
        cairo.set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
        cairo.set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    } else if (shape->kind == DMI_DISC)
        cairo.arc(cr, shape->x, shape->y, shape->x2, 0, 6.28318530717958647692);
    else
        cairo.rectangle(cr, shape->x, shape->y, shape->x2, shape->y2);
    /* Boxes without an outline lie side by side: smooth rims would show as a mesh. */
    bool tile = shape->kind == DMI_BOX && shape->stroke == DMI_INK_NONE;
    cairo.set_antialias(cr, tile ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_DEFAULT);
    if (shape->fill != DMI_INK_NONE) {
        set_ink(cr, shape->fill);
        cairo.fill_preserve(cr);
    }
    if (shape->stroke != DMI_INK_NONE) {
        set_stroke(cr, shape);
        cairo.stroke_preserve(cr);
    }
    cairo.new_path(cr);
    cairo.set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
}

static cairo_status_t paint_scene(cairo_surface_t *surface, const dmi_scene *scene)
{
    cairo_t *cr = cairo.create(surface);
    /* Pictures with much line are painted roughly. */
    double sum = 0;
    for (size_t i = 0; i < scene->count; i++) {
        const dmi_shape *shape = &scene->shapes[i];
        if (shape->kind == DMI_LINE)
            sum += fabs(shape->x2 - shape->x) + fabs(shape->y2 - shape->y);
    }
    bool rough = sum > MUCH_LINE;
    set_ink(cr, DMI_INK_PAPER);
    cairo.paint(cr);
    for (size_t i = 0; i < scene->count && cairo.status(cr) == CAIRO_STATUS_SUCCESS;) {
        const dmi_shape *shape = &scene->shapes[i];
        if (shape->kind == DMI_LINE) {
            i = paint_lines(cr, scene, i, rough);
            continue;
        }
        if (shape->kind == DMI_TEXT) {
            const char *text = dmi_shape_text(scene, shape);
            cairo_text_extents_t extents;
            cairo.select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                                   shape->flags & DMI_BOLD ? CAIRO_FONT_WEIGHT_BOLD
                                                           : CAIRO_FONT_WEIGHT_NORMAL);
            cairo.set_font_size(cr, (double)shape->width);
            cairo.text_extents(cr, text, &extents);
            double back = shape->anchor == DMI_MIDDLE ? 0.5 : shape->anchor == DMI_END ? 1 : 0;
            cairo.move_to(cr, shape->x - back * extents.x_advance,
                          shape->y + DMI_BASELINE * (double)shape->width);
            if (shape->flags & DMI_HALO) {
                cairo.text_path(cr, text);
                set_ink(cr, shape->fill);
                cairo.set_line_width(cr, DMI_HALO_WIDTH * (double)shape->width);
                cairo.set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
                cairo.set_dash(cr, NULL, 0, 0);
                cairo.stroke_preserve(cr);
                set_ink(cr, shape->stroke);
                cairo.fill(cr);
                cairo.set_line_join(cr, CAIRO_LINE_JOIN_MITER);
            } else {
                set_ink(cr, shape->stroke);
                cairo.show_text(cr, text);
            }
            cairo.new_path(cr);
        } else
            paint_body(cr, scene, shape);
        i++;
    }
    cairo_status_t status = cairo.status(cr);
    cairo.destroy(cr);
    return status;
}

/* A file that grows in memory. */
typedef struct bytes {
    char *data;
    size_t size, room;
    bool failed; /* cairo does not report every failed write */
} bytes;

static cairo_status_t append_bytes(void *user, const unsigned char *data, unsigned int size)
{
    bytes *to = user;
    if (size > to->room - to->size) {
        size_t room = 2 * to->room + size;
        char *grown = to->failed ? NULL : dmi_realloc(to->data, room, 1);
        to->failed = !grown;
        if (!grown)
            return CAIRO_STATUS_NO_MEMORY;
        to->data = grown;
        to->room = room;
    }
    memcpy(to->data + to->size, data, size);
    to->size += size;
    return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t write_png(const dmi_scene *scene, bytes *to)
{
    cairo_surface_t *surface = cairo.image_surface_create(
        CAIRO_FORMAT_RGB24, (int)ceil(scene->width), (int)ceil(scene->height));
    cairo_status_t status = cairo.surface_status(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = paint_scene(surface, scene);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo.surface_write_to_png_stream(surface, append_bytes, to);
    cairo.surface_destroy(surface);
    return status;
}

static cairo_status_t write_pdf(const dmi_scene *scene, bytes *to)
{
    cairo_surface_t *surface =
        cairo.pdf_surface_create_for_stream(append_bytes, to, scene->width, scene->height);
    cairo_status_t status = cairo.surface_status(surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        cairo.pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                       "2000-01-01T00:00:00Z");
        status = paint_scene(surface, scene);
    }
    cairo.surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo.surface_status(surface);
    cairo.surface_destroy(surface);
    return status;
}

static dm_status cairo_result(cairo_status_t painted, bytes *made, char **out, size_t *size,
                              dm_error *err)
{
    if (painted == CAIRO_STATUS_SUCCESS && !made->failed) {
        *out = made->data;
        *size = made->size;
        return DM_OK;
    }
    free(made->data);
    if (made->failed || painted == CAIRO_STATUS_NO_MEMORY)
        return dmi_no_memory(err);
    return dmi_fail(err, DM_INTERNAL, "cannot make the picture: %s",
                    cairo.status_to_string(painted));
}

dm_status dmi_paint_png(const dmi_scene *scene, char **out, size_t *size, dm_error *err)
{
    bytes made = {0};
    dm_status status = dmi_lazy_library_load(&library, err);
    return status == DM_OK ? cairo_result(write_png(scene, &made), &made, out, size, err) : status;
}

dm_status dmi_paint_pdf(const dmi_scene *scene, char **out, size_t *size, dm_error *err)
{
    bytes made = {0};
    dm_status status = dmi_lazy_library_load(&library, err);
    return status == DM_OK ? cairo_result(write_pdf(scene, &made), &made, out, size, err) : status;
}
