/* scene.c - the list of shapes and the letters of their texts. */
#include "draw/paint/scene.h"

#include "base/base.h"
#include "base/utf8.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void dmi_scene_clear(dmi_scene *scene)
{
    free(scene->shapes);
    free(scene->letters);
    free(scene->points);
    *scene = (dmi_scene){0};
}

dm_status dmi_scene_status(const dmi_scene *scene, dm_error *err)
{
    return scene->out_of_memory ? dmi_no_memory(err) : DM_OK;
}

void dmi_scene_add(dmi_scene *scene, dmi_shape shape)
{
    if (!dmi_reserve(&scene->shapes, &scene->capacity, scene->count + 1, sizeof *scene->shapes))
        scene->out_of_memory = true;
    else
        scene->shapes[scene->count++] = shape;
}

void dmi_scene_point(dmi_scene *scene, dm_point point)
{
    if (!dmi_reserve(&scene->points, &scene->points_capacity, scene->points_count + 1,
                     sizeof *scene->points))
        scene->out_of_memory = true;
    else
        scene->points[scene->points_count++] = point;
}

void dmi_scene_ring_end(dmi_scene *scene)
{
    dmi_scene_point(scene, (dm_point){NAN, NAN});
}

void dmi_scene_area(dmi_scene *scene, dmi_shape shape, size_t first_point)
{
    assert(first_point <= scene->points_count);
    shape.kind = DMI_AREA;
    shape.x = (double)first_point;
    shape.x2 = (double)(scene->points_count - first_point);
    dmi_scene_add(scene, shape);
}

/* Painters want UTF-8 without control characters; any other byte becomes '?'. */
static void copy_clean(const char *text, char *out)
{
    while (*text) {
        size_t size = 1;
        while (size < 4 && ((unsigned char)text[size] & 0xc0) == 0x80)
            size++;
        if (dmi_utf8_is_clean(text, size)) {
            memcpy(out, text, size);
        } else {
            size = 1;
            *out = '?';
        }
        text += size;
        out += size;
    }
    *out = 0;
}

void dmi_scene_write(dmi_scene *scene, dmi_shape shape, const char *text)
{
    size_t size = strlen(text) + 1, used = scene->letters_size;
    if (used + size > UINT32_MAX ||
        !dmi_reserve(&scene->letters, &scene->letters_capacity, used + size, 1)) {
        scene->out_of_memory = true;
        return;
    }
    shape.kind = DMI_TEXT;
    assert(used + size <= scene->letters_capacity);
    shape.text = (uint32_t)used;
    copy_clean(text, scene->letters + used);
    scene->letters_size += size;
    dmi_scene_add(scene, shape);
}

bool dmi_same_style(const dmi_shape *a, const dmi_shape *b)
{
    return a->kind == b->kind && a->stroke == b->stroke && a->fill == b->fill &&
           a->flags == b->flags && a->width == b->width;
}

double dmi_dash(const dmi_shape *shape)
{
    if (shape->kind == DMI_DISC)
        return 6.28318530717958647692 * shape->x2 / 14;
    return shape->width > 1 ? 3 * (double)shape->width : 3;
}

/* In thousandths of the size, measured on common sans-serif faces. */
static int letter_width(unsigned char c)
{
    if (strchr("ijlI.,:;'|! ", c))
        return 330;
    if (strchr("ftr()[]-/", c))
        return 410;
    if (strchr("mwMW@%", c))
        return 930;
    if (c >= 'A' && c <= 'Z')
        return 700;
    return 630;
}

double dmi_text_width(const char *text, double size, bool bold)
{
    assert(size >= 0);
    int64_t sum = 0;
    for (const char *p = text; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c >= 0xe0)
            sum += 1000; /* scripts with wide letters */
        else if (c < 0x80 || c >= 0xc0)
            sum += letter_width(c);
    }
    return (double)sum * size * (bold ? 1.1 : 1) / 1000;
}

double dmi_flow_items(const double *widths, int count, double space, double line, double width,
                      dm_point *at)
{
    assert(count >= 0);
    assert(width >= 0);
    double y = 0;
    for (int first = 0; first < count; y += line) {
        double used = widths[first];
        int end = first + 1;
        while (end < count && used + space + widths[end] <= width)
            used += space + widths[end++];
        double x = fmax(0, (width - used) / 2);
        for (; first < end; first++) {
            at[first] = (dm_point){x, y + line / 2};
            x += widths[first] + space;
        }
    }
    return y;
}
