/* level_page.h - where things are on the page of a level. */
#ifndef DMI_DRAW_LEVEL_LEVEL_PAGE_H
#define DMI_DRAW_LEVEL_LEVEL_PAGE_H

#include "draw/level/level_view.h"

typedef struct dmi_level_page {
    dmi_level_sizes size;
    dmi_draw_box box;    /* of the places before they are on the page */
    bool below;          /* the second panel lies below the first */
    double head, legend; /* heights of a panel's title and legend */
    double panel_width, panel_height;
    double profile;      /* height of the explanation's chart; 0: none */
    double below_panels; /* height of the tree and the charts of the thesis' objects */
    double width, height;
} dmi_level_page;

/* Chooses sizes; the view's places are still those of the layout. */
void dmi_level_page_plan(dmi_level_view *view, const dm_level_picture *picture,
                         dmi_level_page *page);
/* Moves the view's places into panel 0 or 1. */
dm_status dmi_level_panel(dmi_level_view *view, const dmi_level_page *page, int index,
                          dm_error *err);
/* Title and legend of a panel. */
void dmi_level_panel_texts(const dmi_level_view *view, const dmi_level_page *page, int index,
                           dmi_scene *scene);
/* The explanation of a move (level_explain.c): the height of its chart, arrows along the
 * shortest-path tree, the chart. */
double dmi_level_profile_height(const dm_level_picture *picture, const dmi_level_sizes *size);
void dmi_level_tree(const dmi_level_view *view, const dm_line_explanation *explanation,
                    dmi_scene *scene);
void dmi_level_profile(const dmi_level_view *view, const dmi_level_page *page,
                       const dm_level_picture *picture, double top, dmi_scene *scene);
/* The objects of te Kolste's thesis: rings under the vertices of T, and candidates over the network
 * (level_candidates.c); the tree (level_espt.c) and the functions (level_functions.c) from `top`
 * on. */
void dmi_level_sets(const dmi_level_view *view, const dm_line_espt *x, dmi_scene *scene);
void dmi_level_candidates(const dmi_level_view *view, const dm_line_espt *x, bool ropes,
                          dmi_scene *scene);
double dmi_level_espt_width(const dm_line_espt *x);
double dmi_level_espt_height(void);
dm_status dmi_level_espt(const dmi_level_view *view, const dmi_level_page *page,
                         const dm_line_espt *x, double top, dmi_scene *scene, dm_error *err);
double dmi_level_functions_width(const dm_line_functions *functions);
double dmi_level_functions_height(const dm_line_functions *functions);
void dmi_level_functions(const dmi_level_view *view, const dmi_level_page *page,
                         const dm_line_functions *functions, double top, dmi_scene *scene);
/* Squares of winning pairs (level_pairs.c), from `top` on. */
double dmi_level_pairs_width(const dm_line_odds *odds);
double dmi_level_pairs_height(const dm_line_odds *odds);
void dmi_level_pairs(const dmi_level_view *view, const dmi_level_page *page,
                     const dm_line_odds *odds, double top, dmi_scene *scene);
void dmi_level_caption(const dmi_level_page *page, const char *caption, dmi_scene *scene);

#endif
