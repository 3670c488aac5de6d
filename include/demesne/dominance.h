/* demesne/dominance.h - who owns which vertex.
 *
 * A vertex belongs to the player whose nearest stone is strictly nearer than
 * every other's; at equal distance the tie rule decides (neutral by default);
 * with no path to any stone it is nobody's.
 *
 *      W --- . --- . --- . --- B        White 2, tied 1, Black 2
 *
 * Players are 0, 1, 2, ...: games have DM_WHITE and DM_BLACK, these calls
 * take any number.
 */
#ifndef DEMESNE_DOMINANCE_H
#define DEMESNE_DOMINANCE_H

#include <demesne/graph.h>
#include <demesne/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_stone {
    dm_vertex vertex;
    int32_t player; /* 0, 1, 2, ... */
} dm_stone;

#define DM_TIED      (-1)
#define DM_UNREACHED (-2)

typedef struct dm_dominance {
    dm_vertex n;
    int32_t players;   /* one more than the largest player with a stone, at least 2 */
    int32_t *owner;    /* a player, DM_TIED or DM_UNREACHED */
    int64_t *distance; /* to the nearest stone; -1 if no stone reaches it */
    int32_t *site;     /* see dm_terms_dominance(); NULL from other calls */
    int64_t *score;    /* sum of the values owned, per player */
    int64_t tied;      /* sum of the values of tied vertices */
    int64_t unreached; /* sum of the values that no stone reaches */
} dm_dominance;

/* Computes the owner of every vertex.
 *
 *   stones   `count` distinct vertices with their players, in the order they
 *            were placed (the order matters to DM_TIES_EARLIER alone)
 *   out      receives a new object; free with dm_dominance_free()
 *
 * Fails with DM_BAD_VERTEX (out of range, or taken twice), DM_BAD_ARGUMENT (a
 * player outside 0..65535) or DM_NO_MEMORY; `*out` is then unchanged.
 * O(n + m) for uniform lengths, O(m + n log n) otherwise. */
dm_status dm_dominance_new(const dm_arena *arena, const dm_stone *stones, int32_t count,
                           dm_tie_rule ties, dm_dominance **out, dm_error *err);
void dm_dominance_free(dm_dominance *dominance);
/* 'W', 'B', '.' tied, '-' unreached; players past the second are 'C', 'D', ... 'Z', then '*'. */
char dm_owner_letter(int32_t owner);

/* A survey answers many such questions about one board faster: it renumbers the
 * vertices for locality (along a Hilbert curve if there are coordinates,
 * breadth-first otherwise) and keeps its scratch memory.  Results have the
 * board's own numbering. */
typedef struct dm_survey dm_survey;

typedef enum dm_relabel {
    DM_RELABEL_AUTO = 0, /* if the board is large and its numbering is poor */
    DM_RELABEL_NEVER,
    DM_RELABEL_ALWAYS
} dm_relabel;

/* `arena` is borrowed and must outlive the survey.  O(n + m) and a sort. */
dm_status dm_survey_new(const dm_arena *arena, dm_relabel relabel, dm_survey **out, dm_error *err);
void dm_survey_free(dm_survey *survey);
bool dm_survey_relabelled(const dm_survey *survey);
/* The new number of each vertex: v became ranks[v].  NULL if nothing was renumbered. */
const dm_vertex *dm_survey_ranks(const dm_survey *survey);
/* As dm_dominance_new(), but the result is borrowed until the next call. */
dm_status dm_survey_dominance(dm_survey *survey, const dm_stone *stones, int32_t count,
                              dm_tie_rule ties, const dm_dominance **out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
