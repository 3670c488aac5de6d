/* paint_svg.c - a scene as an SVG text.
 *
 * Successive shapes of one style share a group, and lines one path, so that large boards make small
 * files.  Text stays text: it can be searched, and any sans-serif font will do.  Numbers have at
 * most two decimals.
 */
#include "base/base.h"
#include "draw/paint/paint.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
    char *bytes;
    size_t size, capacity;
    bool out_of_memory;
} writer;

static void put_svg(writer *w, const char *bytes, size_t size)
{
    if (!dmi_reserve(&w->bytes, &w->capacity, w->size + size + 1, 1)) {
        w->out_of_memory = true;
        return;
    }
    memcpy(w->bytes + w->size, bytes, size);
    w->size += size;
    w->bytes[w->size] = 0;
}

static void put_text(writer *w, const char *text)
{
    put_svg(w, text, strlen(text));
}

static void put_escaped(writer *w, const char *text)
{
    for (const char *p = text; *p; p++)
        switch (*p) {
        case '&':
            put_text(w, "&amp;");
            break;
        case '<':
            put_text(w, "&lt;");
            break;
        case '>':
            put_text(w, "&gt;");
            break;
        case '"':
            put_text(w, "&quot;");
            break;
        default:
            put_svg(w, p, 1);
        }
}

/* Hundredths, without trailing zeros and free of the locale. */
static void put_number(writer *w, double number)
{
    char text[40];
    long long hundredths = llround(number * 100);
    unsigned long long size =
        hundredths < 0 ? 0ULL - (unsigned long long)hundredths : (unsigned long long)hundredths;
    int count = snprintf(text, sizeof text, "%s%llu", hundredths < 0 ? "-" : "", size / 100);
    if (size % 100)
        count += snprintf(text + count, sizeof text - (size_t)count, ".%02llu", size % 100);
    if (size % 100 && size % 10 == 0)
        count--;
    put_svg(w, text, (size_t)count);
}

static void put_attribute(writer *w, const char *name, double number)
{
    put_text(w, " ");
    put_text(w, name);
    put_text(w, "=\"");
    put_number(w, number);
    put_text(w, "\"");
}

static void put_ink(writer *w, const char *name, int ink)
{
    char text[48];
    if (ink == DMI_INK_NONE)
        snprintf(text, sizeof text, " %s=\"none\"", name);
    else
        snprintf(text, sizeof text, " %s=\"#%06x\"", name, (unsigned)dmi_ink_rgb((dmi_ink)ink));
    put_text(w, text);
}

static void put_stroke_style(writer *w, const dmi_shape *shape)
{
    put_ink(w, "stroke", shape->stroke);
    if (shape->stroke != DMI_INK_NONE)
        put_attribute(w, "stroke-width", shape->width);
    if (shape->flags & DMI_ROUND)
        put_text(w, " stroke-linecap=\"round\"");
    if (shape->flags & DMI_DASHED) {
        put_text(w, " stroke-dasharray=\"");
        put_number(w, dmi_dash(shape));
        put_text(w, "\"");
    }
}

static void put_line(writer *w, const dmi_shape *shape)
{
    put_text(w, "M");
    put_number(w, shape->x);
    put_text(w, " ");
    put_number(w, shape->y);
    put_text(w, "L");
    put_number(w, shape->x2);
    put_text(w, " ");
    put_number(w, shape->y2);
}

static void put_rings(writer *w, const dmi_scene *scene, const dmi_shape *shape)
{
    const dm_point *point = scene->points + (size_t)shape->x;
    bool begins = true;
    for (size_t i = 0; i < (size_t)shape->x2; i++) {
        if (isnan(point[i].x)) {
            put_text(w, "Z");
            begins = true;
            continue;
        }
        put_text(w, begins ? "M" : "L");
        put_number(w, point[i].x);
        put_text(w, " ");
        put_number(w, point[i].y);
        begins = false;
    }
}

/* Shape `i` and those after it that share its style; gives the index after them. */
static size_t put_run(writer *w, const dmi_scene *scene, size_t i)
{
    const dmi_shape *first = &scene->shapes[i];
    if (first->kind == DMI_TEXT) {
        static const char *const anchors[] = {"start", "middle", "end"};
        put_text(w, "<text");
        put_attribute(w, "x", first->x);
        put_attribute(w, "y", first->y + DMI_BASELINE * (double)first->width);
        put_attribute(w, "font-size", first->width);
        put_ink(w, "fill", first->stroke);
        if (first->anchor != DMI_START) {
            put_text(w, " text-anchor=\"");
            put_text(w, anchors[first->anchor]);
            put_text(w, "\"");
        }
        if (first->flags & DMI_BOLD)
            put_text(w, " font-weight=\"bold\"");
        if (first->flags & DMI_HALO) {
            put_ink(w, "stroke", first->fill);
            put_attribute(w, "stroke-width", DMI_HALO_WIDTH * (double)first->width);
            put_text(w, " stroke-linejoin=\"round\" paint-order=\"stroke\"");
        }
        put_text(w, ">");
        put_escaped(w, dmi_shape_text(scene, first));
        put_text(w, "</text>\n");
        return i + 1;
    }
    bool is_line = first->kind == DMI_LINE, is_path = is_line || first->kind == DMI_AREA;
    put_text(w, is_path ? "<path" : "<g");
    put_ink(w, "fill", is_line ? DMI_INK_NONE : first->fill);
    if (first->kind == DMI_AREA)
        put_text(w, " fill-rule=\"evenodd\" stroke-linejoin=\"round\"");
    put_stroke_style(w, first);
    put_text(w, is_path ? " d=\"" : ">\n");
    for (; i < scene->count && dmi_same_style(first, &scene->shapes[i]); i++)
        if (is_line)
            put_line(w, &scene->shapes[i]);
        else if (is_path)
            put_rings(w, scene, &scene->shapes[i]);
        else {
            const dmi_shape *shape = &scene->shapes[i];
            bool is_disc = shape->kind == DMI_DISC;
            put_text(w, is_disc ? "<circle" : "<rect");
            put_attribute(w, is_disc ? "cx" : "x", shape->x);
            put_attribute(w, is_disc ? "cy" : "y", shape->y);
            put_attribute(w, is_disc ? "r" : "width", shape->x2);
            if (!is_disc)
                put_attribute(w, "height", shape->y2);
            put_text(w, "/>\n");
        }
    put_text(w, is_path ? "\"/>\n" : "</g>\n");
    return i;
}

static void put_head(writer *w, const dmi_scene *scene)
{
    put_text(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_attribute(w, "width", scene->width);
    put_attribute(w, "height", scene->height);
    put_text(w, " viewBox=\"0 0 ");
    put_number(w, scene->width);
    put_text(w, " ");
    put_number(w, scene->height);
    put_text(w, "\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n<title>");
    put_escaped(w, scene->title ? scene->title : "");
    put_text(w, "</title>\n<rect width=\"100%\" height=\"100%\"");
    put_ink(w, "fill", DMI_INK_PAPER);
    put_text(w, "/>\n");
}

static void put_shapes(writer *w, const dmi_scene *scene)
{
    for (size_t i = 0; i < scene->count;)
        i = put_run(w, scene, i);
}

static dm_status finish_svg(writer *w, char **out, size_t *size, dm_error *err)
{
    put_text(w, "</svg>\n");
    if (w->out_of_memory) {
        free(w->bytes);
        return dmi_no_memory(err);
    }
    *out = w->bytes;
    *size = w->size;
    return DM_OK;
}

dm_status dmi_paint_svg(const dmi_scene *scene, char **out, size_t *size, dm_error *err)
{
    writer w = {0};
    put_head(&w, scene);
    put_shapes(&w, scene);
    return finish_svg(&w, out, size, err);
}

dm_status dmi_paint_svg_frames(const dmi_scene *frames, int32_t count, double seconds, char **out,
                               size_t *size, dm_error *err)
{
    assert(count >= 0);
    assert(seconds >= 0);
    writer w = {0};
    put_head(&w, &frames[0]);
    for (int32_t i = 0; i < count; i++) {
        put_text(&w,
                 i == count - 1 ? "<g visibility=\"visible\">\n" : "<g visibility=\"hidden\">\n");
        if (count > 1) {
            /* Visible until the next frame begins. */
            bool is_first = i == 0, is_last = i == count - 1;
            put_text(&w, "<animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"");
            put_text(&w, is_first ? "visible" : "hidden;visible");
            put_text(&w, is_last ? "" : ";hidden");
            put_text(&w, "\" keyTimes=\"0");
            for (int32_t moment = is_first ? 1 : i; moment <= i + 1 && moment < count; moment++) {
                put_text(&w, ";");
                /* When frame `index` begins, as a part of one run; the last frame counts twice. */
                char text[16];
                snprintf(text, sizeof text, "0.%06d", (int)(1000000LL * moment / (count + 1)));
                put_text(&w, text);
            }
            put_text(&w, "\" dur=\"");
            put_number(&w, seconds * (count + 1));
            put_text(&w, "s\" repeatCount=\"indefinite\"/>\n");
        }
        put_shapes(&w, &frames[i]);
        put_text(&w, "</g>\n");
    }
    return finish_svg(&w, out, size, err);
}

dm_status dmi_paint_svg_growth(const dmi_scene *under, const dmi_growth *lines, size_t count,
                               const dmi_scene *over, double seconds, char **out, size_t *size,
                               dm_error *err)
{
    assert(seconds >= 0);
    writer w = {0};
    put_head(&w, under);
    put_shapes(&w, under);
    for (size_t i = 0; i < count; i++) {
        /* A gap as long as the line hides it, and moves away while the line grows. */
        char times[96];
        const dmi_shape *line = &lines[i].line;
        double length = hypot(line->x2 - line->x, line->y2 - line->y) + 0.01;
        int begins = (int)lround(1e6 * lines[i].begins), ends = (int)lround(1e6 * lines[i].ends);
        put_text(&w, "<path fill=\"none\"");
        put_stroke_style(&w, line);
        put_attribute(&w, "stroke-dasharray", length);
        put_text(&w, " d=\"");
        put_line(&w, line);
        snprintf(times, sizeof times, "0;0.%06d;0.%06d;1", begins, ends);
        put_text(&w, "\"><animate attributeName=\"stroke-dashoffset\" values=\"");
        put_number(&w, length);
        put_text(&w, ";");
        put_number(&w, length);
        put_text(&w, ";0;0\" keyTimes=\"");
        put_text(&w, times);
        put_text(&w, "\" dur=\"");
        put_number(&w, seconds);
        put_text(&w, "s\" repeatCount=\"indefinite\"/></path>\n");
    }
    put_shapes(&w, over);
    return finish_svg(&w, out, size, err);
}

static void put_timing(writer *w, double ends, double seconds)
{
    char times[64];
    int at = (int)fmin(999999, round(1e6 * ends));
    snprintf(times, sizeof times, "\" keyTimes=\"0;0.%06d;1\" dur=\"", at);
    put_text(w, times);
    put_number(w, seconds);
    put_text(w, "s\" repeatCount=\"indefinite\"/>");
}

/* The circle or diamond that grows within the area's outline, which clips it. */
static void put_front(writer *w, const dmi_spread *part, double seconds)
{
    double r = part->reach;
    if (!part->diamond) {
        put_text(w, "<circle");
        put_attribute(w, "cx", part->from.x);
        put_attribute(w, "cy", part->from.y);
        put_attribute(w, "r", r + 1);
        put_text(w, "><animate attributeName=\"r\" values=\"0;");
        put_number(w, r + 1);
        put_text(w, ";");
        put_number(w, r + 1);
        put_timing(w, part->ends, seconds);
        put_text(w, "</circle>");
        return;
    }
    put_text(w, "<g transform=\"translate(");
    put_number(w, part->from.x);
    put_text(w, " ");
    put_number(w, part->from.y);
    put_text(w, ")\"><path d=\"");
    const double x[] = {r + 1, 0, -r - 1, 0}, y[] = {0, r + 1, 0, -r - 1};
    for (int i = 0; i < 4; i++) {
        put_text(w, i ? "L" : "M");
        put_number(w, x[i]);
        put_text(w, " ");
        put_number(w, y[i]);
    }
    put_text(w, "Z\"><animateTransform attributeName=\"transform\" type=\"scale\" values=\"0;1;1");
    put_timing(w, part->ends, seconds);
    put_text(w, "</path></g>");
}

dm_status dmi_paint_svg_spread(const dmi_spreading *what, char **out, size_t *size, dm_error *err)
{
    writer w = {0};
    char name[48];
    put_head(&w, what->under);
    put_shapes(&w, what->under);
    if (what->cells->count > 0) {
        put_text(&w, "<path visibility=\"hidden\"");
        put_ink(&w, "fill", what->cells->shapes[0].fill);
        put_text(&w, " fill-rule=\"evenodd\" d=\"");
        put_rings(&w, what->cells, &what->cells->shapes[0]);
        put_text(&w, "\"><animate attributeName=\"visibility\" calcMode=\"discrete\" "
                     "values=\"visible;hidden;hidden");
        put_timing(&w, what->covered_until, what->seconds);
        put_text(&w, "</path>\n");
    }
    for (size_t i = 0; i < what->count; i++) {
        const dmi_spread *part = &what->parts[i];
        snprintf(name, sizeof name, "<clipPath id=\"c%zu\"><path d=\"", i);
        put_text(&w, name);
        put_rings(&w, what->cells, &part->area);
        put_text(&w, "\" clip-rule=\"evenodd\"/></clipPath><g");
        put_ink(&w, "fill", part->area.fill);
        put_stroke_style(&w, &part->area);
        snprintf(name, sizeof name, " clip-path=\"url(#c%zu)\">", i);
        put_text(&w, name);
        put_front(&w, part, what->seconds);
        put_text(&w, "</g>\n");
    }
    put_shapes(&w, what->over);
    return finish_svg(&w, out, size, err);
}
