/* site_walk.h - one more site, walked along a piece from end to end. */
#ifndef DMI_SITE_WALK_H
#define DMI_SITE_WALK_H

#include "lines/cut.h"

/* The scene of a level that gets a site: like a cut's, but its scale is twice that, since the
 * boundary points of a site at a whole place lie at halves. */
dm_status dmi_site_scene_init(const dm_level *level, const dm_line_ask *ask, dmi_cut_scene *out,
                              dm_error *err);

typedef struct dmi_site_walk dmi_site_walk;

/* `scene` is borrowed and must outlive the walk. */
dm_status dmi_site_walk_new(const dmi_cut_scene *scene, dmi_site_walk **out, dm_error *err);
void dmi_site_walk_free(dmi_site_walk *walk);

/* Sees what everybody has while the site is on a part of the piece: a single place (length 0), or
 * an open stretch between two such places.  False ends the walk. */
typedef bool dmi_site_visit(void *user, const dmi_cut_lines *lines);

/* Shows every place of the piece once, in order from a to b; ends that are sites are left out.
 * False: no memory. */
bool dmi_site_walk_along(dmi_site_walk *walk, int32_t piece, dmi_site_visit *see, void *user);
/* How many vertices were touched, in all walks. */
int64_t dmi_site_walk_work(const dmi_site_walk *walk);

#endif
