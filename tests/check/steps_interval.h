/* check/steps_interval.h - which step of the seminar text a red stone is, transcribed from the text
 * alone, on places as fractions. */
#ifndef CHECK_STEPS_INTERVAL_H
#define CHECK_STEPS_INTERVAL_H

#include <demesne/interval.h>

/* The name of the step that `strategy` ("mirror", "keypoint", "line", "line:variant=seminar") takes
 * now, with Red to move and no minimum distance. */
const char *check_interval_step(const dm_interval *game, const char *strategy);
/* Whether Red's last stone, the last of the game, is where that step puts it. */
bool check_interval_step_place(const dm_interval *game, const char *step);

#endif
