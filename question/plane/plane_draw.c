/* plane_draw.c - pictures of the plane. */
#include "question/plane/plane_questions.h"

#include <assert.h>
#include <stdio.h>

/* clang-format off */
static const question_field draw_fields[] = {
    PLANE_BOARD,
    PLANE_SITES,
    PLANE_SIDES_ROW,
    PLANE_METRIC,
    PLANE_RULE(plane_draw_fields),
    {.name = "output", .letter = 'o', .argument = "FILE", .type = Q_FILE, .writes = true,
     .endings = QUESTION_PICTURES, .at = offsetof(plane_draw_fields, output),
     .help = "write FILE.svg, FILE.png or FILE.pdf (default: draw with characters)"},
    {.name = "animate", .type = Q_FILE, .argument = "FILE", .writes = true, .endings = ".svg",
     .at = offsetof(plane_draw_fields, animate),
     .help = "write FILE.svg, in which the land grows from the sites"},
    {.name = "caption", .type = Q_TEXT, .argument = "TEXT",
     .at = offsetof(plane_draw_fields, caption), .help = "a line under the picture"},
    {0}};
/* clang-format on */

dm_plane_picture plane_picture(const plane_found *f, const dm_plane_lattice *lattice,
                               const char *names[DM_PLANE_SIDES])
{
    for (int32_t s = 0; s < f->sides; s++)
        names[s] = f->name[s];
    return (dm_plane_picture){.names = f->named ? names : NULL, .lattice = lattice};
}

static void draw_clear(void *found)
{
    plane_draw_found *f = found;
    dm_plane_lattice_free(f->lattice);
    plane_clear(&f->on);
}

static dm_status draw_find(asking *a, const ask_board *board, void *shared, void *found,
                           dm_error *err)
{
    const plane_draw_fields *own = a->own;
    plane_draw_found *f = found;
    (void)shared;
    if (own->rule != 0 && own->animate)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s is about the rule nearest",
                         ask_label(a, "animate"));
    dm_status status = plane_open(a, &f->on, err);
    if (status == DM_OK && own->rule != 0)
        status =
            dm_plane_lattice_new(f->on.plane, (int32_t)own->lattice, board->run, &f->lattice, err);
    return status;
}

static void report_areas(const plane_draw_found *f, const dm_plane_score *score, report *r)
{
    assert(score || f->lattice);
    for (int32_t s = 0; s < f->on.sides; s++) {
        char key[PLANE_NAME + 8];
        snprintf(key, sizeof key, f->on.named ? "%s" : "%s_score", f->on.name[s]);
        if (score)
            plane_report_area(r, key, score->area[s], score->size[s]);
        else
            plane_report_area(r, key, f->lattice->area[s],
                              (double)f->lattice->count[s] * f->lattice->cell * f->lattice->cell);
    }
    if (score)
        plane_report_area(r, "tied", score->tied, score->tied_size);
    else
        plane_report_area(r, "tied", f->lattice->tied_area,
                          (double)f->lattice->tied * f->lattice->cell * f->lattice->cell);
}

static dm_status draw_report(const asking *a, const ask_board *board, void *found, report *r,
                             dm_error *err)
{
    const plane_draw_fields *own = a->own;
    const plane_draw_found *f = found;
    const char *names[DM_PLANE_SIDES];
    dm_plane_picture picture = plane_picture(&f->on, f->lattice, names);
    dm_plane_score *score = NULL;
    dm_status status = DM_OK;
    (void)board;
    picture.caption = own->caption;
    if (own->output)
        status = dm_draw_plane(f->on.plane, &picture, own->output, err);
    if (status == DM_OK && own->animate)
        status = dm_draw_plane_growth(f->on.plane, &picture, own->animate, err);
    if (status == DM_OK && !f->lattice)
        status = dm_plane_score_new(f->on.plane, NULL, NULL, &score, err);
    if (status != DM_OK)
        return status;
    report_json(r, "board", report_name(dm_plane_board_name(f->on.board)));
    report_areas(f, score, r);
    dm_plane_score_free(score);
    if (own->output)
        report_string(r, "file", own->output);
    if (own->animate)
        report_string(r, "animation", own->animate);
    return DM_OK;
}

const question question_plane_draw = {.name = "plane/draw",
                                      .fields = draw_fields,
                                      .common = 0,
                                      .size = sizeof(plane_draw_fields),
                                      .found_size = sizeof(plane_draw_found),
                                      .find = draw_find,
                                      .report = draw_report,
                                      .clear = draw_clear};
