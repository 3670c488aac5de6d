/* closing.h - the value is closed in from both sides. */
#ifndef DMI_CLOSING_H
#define DMI_CLOSING_H

#include "solve/game.h"

/* Proven bounds for the side that places the next stone. */
typedef struct dmi_window {
    int64_t lower, upper;
} dmi_window;

/* Whether the question is answered: the value, or only who wins. */
bool dmi_is_settled(dmi_window window, bool outcome);

/* Narrows the window, asking at `guess` first, until it is settled or the search is stopped. */
dmi_window dmi_close_in(dmi_search *search, dmi_window window, int64_t guess, bool outcome);

/* Narrows the window of a search that was stopped, with at most `nodes` more: asks questions far
 * from the value first, which are easy. */
void dmi_window_tighten(dmi_search *search, dmi_window *window, uint64_t nodes);

/* The same by request->threads threads that share the game's table; whoever has
 * the answer first ends the others. */
dm_status dmi_close_together(dmi_game *game, const dm_solve_request *request, dmi_window *window,
                             dm_error *err);

#endif
