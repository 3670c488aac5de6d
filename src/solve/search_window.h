/* search_window.h - null windows narrow the bounds on the value from both sides. */
#ifndef DMI_SEARCH_WINDOW_H
#define DMI_SEARCH_WINDOW_H

#include "solve/solve_game.h"

/* Proven bounds for the side that places the next stone. */
typedef struct dmi_search_window {
    int64_t lower, upper;
} dmi_search_window;

/* Whether the question is answered: the value, or only who wins. */
bool dmi_search_window_is_settled(dmi_search_window window, bool outcome);

/* Narrows the window, asking at `guess` first, until it is settled or the search is stopped. */
dmi_search_window dmi_search_window_narrow(dmi_search *search, dmi_search_window window,
                                           int64_t guess, bool outcome);

/* Narrows the window of a stopped search a little more, for at most `seconds` and some thousand
 * nodes: asks questions far from the value first, because they are easy. */
void dmi_search_window_tighten(dmi_search *search, dmi_search_window *window, double seconds);

/* Like dmi_search_window_narrow, with request->threads threads that share the game's table; the
 * first that has the answer stops the others. */
dm_status dmi_search_window_narrow_together(dmi_solve_game *game, const dm_solve_request *request,
                                            dmi_search_window *window, dm_error *err);

#endif
