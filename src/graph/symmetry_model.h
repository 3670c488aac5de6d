/* symmetry_model.h - the coloured graph whose symmetries are those of a board. */
#ifndef DMI_SYMMETRY_MODEL_H
#define DMI_SYMMETRY_MODEL_H

#include "base/base.h"
#include <demesne/graph.h>

/* Twins can be exchanged without moving any other vertex. */
/* Vertices in classes of twins: of equal value, with the same neighbours apart from each other.
 * Twins of one class are either all neighbours of each other or none of them are. */
typedef struct dmi_twins {
    dm_vertex count;     /* of classes */
    dm_vertex *class_of; /* by vertex; classes are in the order of their least vertices */
    dm_vertex *member;   /* all vertices by class, increasing within it */
    dm_vertex *first;    /* count + 1 entries: where a class begins in `member` */
} dmi_twins;

/* The graph that nauty or Traces sees. */
typedef struct dmi_symmetry_model {
    dmi_twins twins;
    int n;     /* all vertices: classes of twins, then middles of edges */
    int board; /* classes of twins */
    size_t *row;
    int *degree;
    int *target;
    size_t arcs;
    int *order, *more; /* vertices by colour; 0 for the last vertex of a colour */
    int *orbits;
    dmi_arrays arrays;
} dmi_symmetry_model;

/* `m` is all zeros; clear it after failure too. */
dm_status dmi_symmetry_model_init(dmi_symmetry_model *m, const dm_arena *arena, dm_error *err);
void dmi_symmetry_model_clear(dmi_symmetry_model *m);

static inline dm_vertex dmi_least_twin(const dmi_twins *twins, dm_vertex class)
{
    return twins->member[twins->first[class]];
}

#endif
