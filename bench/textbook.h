/* textbook.h - the search that a textbook would give, to measure ours against. */
#ifndef TEXTBOOK_H
#define TEXTBOOK_H

#include <demesne/demesne.h>

typedef struct textbook_answer {
    int64_t value;  /* White minus Black */
    uint64_t nodes; /* positions entered with a stone still to place */
} textbook_answer;

/* Alpha-beta with a transposition table keyed by the two sets of stones, the
 * move that was best last time first, others by number.  One stone per turn, up to
 * 64 vertices.  Stops with DM_TOO_LARGE past `node_limit` nodes. */
dm_status textbook_solve(const dm_arena *arena, int32_t rounds, dm_tie_rule ties,
                         uint64_t node_limit, textbook_answer *out, dm_error *err);

#endif
