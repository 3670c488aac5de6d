/* paint_text.c - a scene as characters, one cell per unit of the page.
 *
 * Horizontal and vertical lines become line characters; others are drawn with the 2 x 4 dots of a
 * Braille cell.  Plain ASCII has _ | / and \ instead, since the hyphen marks unreached vertices.
 * Colours are those of 256-colour terminals, written only when they change.
 */
#include "base/base.h"
#include "draw/paint/paint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cell {
    char glyph[5]; /* one UTF-8 letter; empty: a space */
    uint8_t dots;  /* of a Braille letter, if glyph is empty */
    uint8_t ink, ground, bold;
    uint8_t lower; /* ground of the lower half, if it differs */
    bool halved;
} cell;

typedef struct canvas {
    int columns, rows;
    cell *cells;
    dmi_letters letters;
} canvas;

static cell *cell_at(const canvas *c, double x, double y)
{
    if (!(x >= 0 && y >= 0 && x < c->columns && y < c->rows))
        return NULL;
    return &c->cells[(size_t)y * (size_t)c->columns + (size_t)x];
}

static const char *line_glyph(const canvas *c, double dx, double dy, bool dashed)
{
    if (c->letters.unicode)
        return dx == 0 ? (dashed ? "\u2506" : "\u2502") : (dashed ? "\u2504" : "\u2500");
    if (fabs(dx) > 2.5 * fabs(dy))
        return "_";
    if (fabs(dy) > 1.5 * fabs(dx))
        return "|";
    return (dx > 0) == (dy > 0) ? "\\" : "/";
}

/* Walks the line in steps of one cell, or of less than one dot. */
static void draw_line(canvas *c, const dmi_shape *shape)
{
    double dx = shape->x2 - shape->x, dy = shape->y2 - shape->y;
    bool dashed = shape->flags & DMI_DASHED;
    bool dots = c->letters.unicode && dx != 0 && dy != 0;
    double steps = dots ? ceil(8 * fmax(fabs(dx), fabs(dy))) : round(fmax(fabs(dx), fabs(dy)));
    const char *glyph = line_glyph(c, dx, dy, dashed);
    for (double i = 0; i <= steps; i++) {
        double x = shape->x + (steps > 0 ? dx * i / steps : 0);
        double y = shape->y + (steps > 0 ? dy * i / steps : 0);
        if (dots) {
            if (!dashed || (int)(i / 8) % 2 == 0) {
                static const uint8_t bits[4][2] = {
                    {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
                cell *at = cell_at(c, x, y);
                if (at) {
                    int column = (int)((x - floor(x)) * 2), row = (int)((y - floor(y)) * 4);
                    at->dots |= bits[row][column];
                    at->ink = shape->stroke;
                }
            }
            continue;
        }
        cell *at = cell_at(c, x, y);
        bool skipped = dashed && !c->letters.unicode && ((int)x + (int)y) % 2;
        if (at && !skipped) {
            snprintf(at->glyph, sizeof at->glyph, "%s", glyph);
            at->ink = shape->stroke;
        }
    }
}

static void write_letters(canvas *c, const dmi_scene *scene, const dmi_shape *shape)
{
    double x = shape->x;
    for (const char *p = dmi_shape_text(scene, shape); *p; x++) {
        /* Bytes of the letter at `text`. */
        size_t size = 1;
        while (size < 4 && ((unsigned char)p[size] & 0xc0) == 0x80)
            size++;
        cell *at = cell_at(c, x, shape->y);
        if (at) {
            memcpy(at->glyph, p, size);
            at->glyph[size] = 0;
            at->ink = shape->stroke;
            at->bold = (shape->flags & DMI_BOLD) != 0;
            if (shape->fill != DMI_INK_NONE)
                at->ground = shape->fill;
            at->halved = false;
        }
        p += size;
    }
}

static int is_blank(const canvas *c, const cell *at)
{
    bool ground = c->letters.colour && at->ground != DMI_INK_NONE;
    return !ground && !at->dots && (!at->glyph[0] || strcmp(at->glyph, " ") == 0);
}

/* At most 40 bytes: the change of style, if any, and the letter. */
static size_t put_cell(const canvas *c, const cell *before, const cell *at, char *out)
{
    size_t size = 0;
    bool changed =
        before ? before->ink != at->ink || before->ground != at->ground || before->bold != at->bold
               : at->ink || at->ground || at->bold;
    if (c->letters.colour && changed) {
        int ink = dmi_ink_terminal((dmi_ink)at->ink);
        int ground = dmi_ink_terminal((dmi_ink)at->ground);
        size += (size_t)sprintf(out + size, "\033[0%s", at->bold ? ";1" : "");
        if (ink >= 0)
            size += (size_t)sprintf(out + size, ";38;5;%d", ink);
        if (ground >= 0)
            size += (size_t)sprintf(out + size, ";48;5;%d", ground);
        size += (size_t)sprintf(out + size, "m");
    }
    char glyph[5] = " ";
    if (at->glyph[0])
        memcpy(glyph, at->glyph, sizeof glyph);
    else if (at->dots) {
        unsigned code = 0x2800U + at->dots;
        glyph[0] = (char)(0xe0U | code >> 12);
        glyph[1] = (char)(0x80U | (code >> 6 & 0x3f));
        glyph[2] = (char)(0x80U | (code & 0x3f));
        glyph[3] = 0;
    }
    return size + (size_t)sprintf(out + size, "%s", glyph);
}

static size_t put_row(const canvas *c, int row, char *out)
{
    const cell *cells = c->cells + (size_t)row * (size_t)c->columns, *before = NULL;
    int end = c->columns;
    size_t size = 0;
    while (end > 0 && is_blank(c, &cells[end - 1]))
        end--;
    for (int i = 0; i < end; i++) {
        size += put_cell(c, before, &cells[i], out + size);
        before = &cells[i];
    }
    if (c->letters.colour && end > 0)
        size += (size_t)sprintf(out + size, "\033[0m");
    out[size++] = '\n';
    return size;
}

dm_status dmi_paint_text(const dmi_scene *scene, dmi_letters letters, char **out, dm_error *err)
{
    canvas c = {(int)scene->width, (int)scene->height, NULL, letters};
    size_t cells = (size_t)c.columns * (size_t)c.rows, size = 0;
    c.cells = dmi_calloc(cells, sizeof *c.cells);
    char *text = dmi_alloc(cells * 48 + (size_t)c.rows * 16 + 1, 1);
    if (!c.cells || !text) {
        free(c.cells);
        free(text);
        return dmi_no_memory(err);
    }
    /* The shapes, the undermost first. */
    for (size_t i = 0; i < scene->count; i++) {
        const dmi_shape *shape = &scene->shapes[i];
        if (shape->kind == DMI_BOX) {
            /* Whole cells, or the upper or lower half of one. */
            for (double y = shape->y; y < shape->y + shape->y2; y += 0.5)
                for (double x = shape->x; x < shape->x + shape->x2; x++) {
                    cell *at = cell_at(&c, x, y);
                    if (!at)
                        continue;
                    if (y == floor(y))
                        at->ground = shape->fill;
                    else
                        at->lower = shape->fill;
                    at->halved = at->lower != at->ground;
                }
        } else if (shape->kind == DMI_LINE)
            draw_line(&c, shape);
        else if (shape->kind == DMI_TEXT)
            write_letters(&c, scene, shape);
    }
    /* Two grounds in one cell: a half block in one colour on the other. */
    for (size_t i = 0; i < (size_t)c.columns * (size_t)c.rows; i++) {
        cell *at = &c.cells[i];
        if (!at->halved || at->glyph[0] || at->dots)
            continue;
        bool upper = at->ground != DMI_INK_NONE;
        snprintf(at->glyph, sizeof at->glyph, "%s", upper ? "\u2580" : "\u2584");
        at->ink = upper ? at->ground : at->lower;
        at->ground = upper ? at->lower : DMI_INK_NONE;
    }
    for (int row = 0; row < c.rows; row++)
        size += put_row(&c, row, text + size);
    text[size] = 0;
    free(c.cells);
    *out = text;
    return DM_OK;
}
